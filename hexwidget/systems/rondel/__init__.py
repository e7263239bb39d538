"""Legions, galleys and cities: a maneuver on a map of provinces, and the wheel that makes it due.

- `atlas`: the maps and the wheel; `position`: the immutable position and its parts; `battle`: losses and the defence strength
  of a city; `goods`: yields, prices and payments; `actions`: the actions and their grammar, with the `phrases` of their texts.
- `description` and `consistency`: positions from and to plain data; `words`: positions in words.
- `legality`: the predicates that bar an action or a position; `reach`: the provinces that a unit can get to.
- `effects`: the result of an action; `outcome`: the end of the game.
- `choices` and `wheel_choices`: drafts and clicks; `appearance`: the scene; `editing`: the brushes.
- `fast`: rules restated for speed; `system`: the answers to the protocol's questions.
"""

from hexwidget.systems.rondel.system import RONDEL

__all__ = ["RONDEL"]
