"""Exercises as data, whose answers the engine computes and whose feedback cites clauses.

``load("depletion")`` gives those that come with a system, `exercise` makes one, `Desk` puts them on a board. Without Jupyter
an exercise is asked for its ``question`` and told an ``answer``.

>>> first = load("depletion")[0]
>>> print(first.answer(first.key).heading)
Right.
"""

from typing import TYPE_CHECKING, Any

from hexwidget.lessons.exercise import Exercise, exercise, load, read_exercises
from hexwidget.lessons.feedback import Feedback, Line
from hexwidget.lessons.progress import Progress

if TYPE_CHECKING:
    from hexwidget.lessons.desk import Desk

__all__ = ["Desk", "Exercise", "Feedback", "Line", "Progress", "exercise", "load", "read_exercises"]


def __getattr__(name: str) -> Any:
    # The desk is a widget: whoever only asks and answers needs no Jupyter.
    if name == "Desk":
        from hexwidget.lessons.desk import Desk

        return Desk
    raise AttributeError(f"module 'hexwidget.lessons' has no attribute {name!r}")
