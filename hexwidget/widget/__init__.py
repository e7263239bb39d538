"""The board: a widget that sends state to its views and takes their intents.

`board` is the face, over rooms with one job each. Down: `showing` (the state that the traits hold), `ahead` and `prefetch`
(what may be clicked next), `timeline`, `messages`, `encode`, `differences`. Up: `connection`, `conversation`, `intents`, `answers`. Beside: `traits` (what cells and other widgets
observe and set), `setting` (what setting one means), `observing` (who is called, and when). Between: `audience` (whose board
it is), `activity` (a game or an exercise), `choosing`, `editing`, `drawings`, `seats`. Out: `sharing`, `pictures`,
`recording`, `page`. May import every floor below.
"""

from hexwidget.widget.board import Board

__all__ = ["Board"]
