"""The rules restated for speed: `enumeration` generates legal actions without checking each, `lookahead` is for searching.

``tests/test_conformance.py`` (enumeration equals checking, in random games) and ``tests/frontiers/test_games.py`` hold
`enumeration` to the rules.
"""
