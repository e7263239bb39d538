"""The board: a widget that sends state to its views and takes their intents.

`board` is the face of rooms with one job each.

- To the page: `showing` (the state that the traits hold), `looks`, `timeline`, `ahead`, `prefetch` and `slices` (the next choices,
  sent between messages), `messages`, `hints`, `encode`, `differences`, `nulls`, `frontend` (the page's code).
- From the page: `connection`, `conversation`, `intents`, `arguments`, `answers`, `replies`.
- For cells and other widgets: `traits` (to observe and to set), `setting`, `observing`, `choosing`, `drawings`, `shown`, `ways`.
- The people and the game: `audience` (the player or referee in front of the board), `activity` (a game or an exercise),
  `seats`, `advice`, `editing`, `authors` (errors of a system's author).
- Out of the notebook: `sharing`, `pictures`, `recording`, `saving`, `page`, `addresses`, `terminal`.
- The host: `base` (anywidget), `jupyter` (a setting), `log`.

May import every floor below.
"""

from hexwidget.widget.board import Board

__all__ = ["Board"]
