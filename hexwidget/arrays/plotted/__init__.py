"""`plotted` on arrays.

- `lockstep`: orders that are written, carried out in many games up to the first die
- `movement`: the movement step of both
- `games`: whole games at random

``tests/arrays/test_plotted.py`` and ``test_plotted_games.py`` compare them with the ordinary engine, game by game.
"""
