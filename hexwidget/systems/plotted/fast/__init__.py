"""Counting and drawing orders without listing them, many games in lockstep on arrays, and estimates for those who search.

`tests/plotted/test_lockstep.py` and `test_lockstep_games.py` hold the arrays to the ordinary engine, game by game.
`tests/plotted/test_orders.py` holds `enumeration` to the rules: every order that fits is listed, and no other.
"""
