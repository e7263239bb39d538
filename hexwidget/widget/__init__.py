"""The board: a widget that sends state to its views and takes their intents.

`board` is the face of rooms with one job each.

- The board shows a session: `state` (makes what views get), `showing` (follows the steps), `connection` (sends), `traits` (what
  cells observe).
- To the page: `looks`, `timeline`, `ahead` and `slices` (the next choices, sent between messages), `messages`, `encode`, `frontend`
  (the page's code).
- From the page: `conversation`, `intents`, `arguments`, `answers`.
- From cells and other widgets: `cells`, `observing`, `drawings`.
- The people and the game: `audience` (the player or referee in front of the board), `activity` (a game or an exercise), `advice`,
  `editing`, `guarded` (a rule system whose author's errors are said on the board).
- Out of the notebook: `sharing`, `recording`, `saving`, `page`.
- The host: `host` (anywidget, the kernel's log, Pyodide).

May import every floor below.
"""

from hexwidget.widget.board import Board

__all__ = ["Board"]
