"""Written routes, moved together: orders are sealed in secret, then all units move step by step.

- `units`: the kinds of units, orders and ground; `position`: the immutable position and its parts; `actions`: the orders and their grammar.
- `description`: positions from and to plain data; `words`: positions in words.
- `legality`: the predicates that bar an order or a position; `reach`: the hexes that a route can go on to.
- `execution`: the movement step; `melee`: dice and their odds; `effects`: the turn in its steps; `outcome`: the end of the
  game.
- `choices`: drafts and clicks; `appearance`: the scene; `editing`: the brushes.
- `fast`: rules restated for speed; `system`: the answers to the protocol's questions.
"""

from hexwidget.systems.plotted.system import PLOTTED

__all__ = ["PLOTTED"]
