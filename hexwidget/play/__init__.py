"""A game in progress: the tree of positions that have been, undo, redo, goto; its journal; saving and loading.

May import `hexwidget.files` and the floors below it.
"""

from hexwidget.play.examples import example
from hexwidget.play.journal import JournalError
from hexwidget.play.session import Session, Step
from hexwidget.play.storage import Verification, load, save, verify

__all__ = ["JournalError", "Session", "Step", "Verification", "example", "load", "save", "verify"]
