"""A game in progress: the tree of positions that have been, undo, redo, goto.

May import `hexwidget.files` and the floors below it.
"""

from hexwidget.play.session import Session, Step

__all__ = ["Session", "Step"]
