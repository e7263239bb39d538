"""The rules restated for speed: `enumeration` generates legal actions without checking each, `lookahead` is for searching.

``tests/frontiers/test_enumeration.py`` and ``tests/systems/test_conformance.py`` compare `enumeration` with the rules: every listed action
is legal, and every legal action leads to a position that a listed one leads to.
"""
