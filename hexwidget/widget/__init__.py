"""The board: a widget that sends state to its views and takes their intents.

`board` is the face of rooms with one job each, which `board_parts` puts together.

- The board shows a session: `state` (makes what views get), `showing` (follows the steps), `timeline`, `looks`, `prefetching` and `work_queue` (the
  next choices, sent between messages).
- `connections`: how the board and its views speak. State and messages go down, intents come up (`answers` carries them out), over a widget in a
  notebook, or over a line to the viewers of a server, which needs no Jupyter. `frontend` has the page's code.
- From cells and other widgets: `cell_requests`, `traits`, `observer_calls`, `observers`, `drawings`.
- The people and the game: `audience` (the player, referee or spectators in front of the board), `activity` (a game or an exercise), `advice`,
  `editing`, `guarded_system` (a rule system whose author's errors are said on the board).
- `pages`: the board away from its kernel: pictures, recordings, pages, handouts, and what a saved notebook shows.
- The host: `host` (the log, Pyodide); `garbage_collection` (the garbage collector of a server).

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
