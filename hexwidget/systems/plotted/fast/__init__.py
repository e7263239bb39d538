"""The rules restated for speed: counts and samples of orders.

- `enumeration`: legal orders, counted and drawn without being listed
- `lookahead`: rules of thumb for searches

`tests/plotted/test_orders.py` compares `enumeration` with the rules: every order that fits is listed, and no other.
"""
