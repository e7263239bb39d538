"""The board: a widget that sends state to its views and takes their intents.

`board` is the face of rooms with one job each, which `rooms` puts together.

- The board shows a session: `state` (makes what views get), `showing` (follows the steps), `connection` (sends), `traits` (what
  cells observe). The connection is a widget (`notebook`), or a line to the viewers of a server (`line`), which needs no Jupyter.
- To the page: `looks`, `timeline`, `ahead` and `slices` (the next choices, sent between messages), `messages`, `encode`, `frontend`
  (the page's code).
- From the page: `conversation`, `intents`, `arguments`, `answers`.
- From cells and other widgets: `cells`, `observing`, `observers`, `drawings`.
- The people and the game: `audience` (the player, referee or spectators in front of the board), `activity` (a game or an exercise), `advice`,
  `editing`, `guarded` (a rule system whose author's errors are said on the board).
- Out of the notebook: `sharing`, `recording`, `saving`, `page`.
- The host: `host` (the log, Pyodide); `idle` (the garbage collector of a server).

May import every floor below.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexwidget.widget.board import Board
else:

    def __getattr__(name: str) -> Any:
        if name != "Board":
            raise AttributeError(f"module 'hexwidget.widget' has no attribute {name!r}")
        from hexwidget.widget.board import Board

        globals()[name] = Board
        return Board


__all__ = ["Board"]
