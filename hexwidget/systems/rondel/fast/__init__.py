"""The rules restated for speed: `enumeration` lists legal actions without checking each, `lookahead` is for searching.

`tests/systems/test_conformance.py` compares `enumeration` with the rules: every listed action is legal, and no two of them lead to the
same position. `tests/rondel/test_enumeration.py` checks that no legal action is missing.
"""
