"""A game in progress: the tree of its positions, undo, redo and branches; its journal; saving and loading.

`session` is the face of a game. Behind it: `tree` (steps and branches), `rolls` (what chance decides), `replay_lines`
and `journal` (the lines that each step is written to, on `hexwidget.store`), `replaying` (a replay, played again), `edits`
(what a referee may set), `watchers` (who is told), `game_lock` (one change at a time), `interrupts` (each change complete).
`storage` saves and loads by path, `links` makes and opens links.

May import `hexwidget.store` and the floors below it.
"""

from hexwidget.play.examples import example
from hexwidget.play.links import link, open_link
from hexwidget.play.session import Session
from hexwidget.play.storage import Verification, load, save, verify
from hexwidget.play.tree import Step
from hexwidget.store.store import JournalError

__all__ = ["JournalError", "Session", "Step", "Verification", "example", "link", "load", "open_link", "save", "verify"]
