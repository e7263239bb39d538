"""The rules restated for speed: `enumeration` lists legal orders without checking each, `lookahead` is for searching.

``tests/orders/test_enumeration.py`` and ``tests/systems/test_conformance.py`` hold the listing to `legality.reasons`: every listed order
is legal, and every legal order leads to a position that a listed one leads to.
"""
