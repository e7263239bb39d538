"""`depletion` on arrays.

- `lockstep`: many games at once, the reaches of their armies, and the refusal of positions that it cannot play
- `danger`: the hexes that many armies can reach or attack next; `hexwidget.systems.depletion.fast.danger` asks for it

``tests/arrays/test_depletion.py`` compares the games with the ordinary engine, ``tests/depletion/test_danger.py`` the danger
with that of one army after the other.
"""
