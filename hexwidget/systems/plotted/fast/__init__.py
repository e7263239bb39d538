"""The rules restated for speed: counts and samples of orders, and many games at once.

- `enumeration`: legal orders, counted and drawn without being listed
- `lockstep`, `lockstep_movement`, `lockstep_games`: many games at once, on arrays
- `lookahead`: rules of thumb for searches

`tests/plotted/test_lockstep.py` and `test_lockstep_games.py` compare the arrays with the ordinary engine, game by game.
`tests/plotted/test_orders.py` compares `enumeration` with the rules: every order that fits is listed, and no other.
"""
