"""Many games of one system at once, on arrays of NumPy. The results are those of the ordinary engine, game by game.

- `depletion`: the reach of an army in each of many games, maneuvers in lockstep, the danger of many armies
- `plotted`: routes that are written, carried out in many games; whole games at random

May import `hexwidget.systems` and the floors below it. A program that has many games imports it; nothing else needs NumPy.
"""
