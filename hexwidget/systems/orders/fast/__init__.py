"""Rules of `orders` restated for speed: the listing of legal orders, and the hints for searches.

``tests/orders/test_enumeration.py`` and ``tests/test_conformance.py`` hold the listing to `legality.check`: every listed order
is legal, and every legal order leads to a position that a listed one leads to.
"""
