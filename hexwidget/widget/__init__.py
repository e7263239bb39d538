"""The board: a widget that sends state to its views and takes their intents.

`board` is the face of rooms with one job each.

- To the page: `showing` (the state that the traits hold), `looks`, `timeline`, `ahead` and `slices` (the next choices, sent
  between messages), `messages`, `encode`, `frontend` (the page's code).
- From the page: `connection`, `conversation`, `intents`, `arguments`, `answers`.
- For cells and other widgets: `traits` (to observe and to set), `cells`, `observing`, `drawings`.
- The people and the game: `audience` (the player or referee in front of the board), `activity` (a game or an exercise),
  `seats`, `advice`, `editing`, `authors` (errors of a system's author).
- Out of the notebook: `sharing`, `recording`, `saving`, `page`.
- The host: `host` (anywidget, the kernel's log, Pyodide).

May import every floor below.
"""

from hexwidget.widget.board import Board

__all__ = ["Board"]
