"""Exercises as data: the engine computes their answers, and their feedback cites clauses.

``load("depletion")`` returns the exercises of a system, `exercise` makes one, `Desk` puts them on a board. Without Jupyter
an exercise has its ``question``, and judges an ``answer``.

`first_game("plotted")` teaches a rulebook while one plays, `course` makes such a course of one's own positions, and
`progress("plotted")` shows what the learner knows.

`tutor` introduces clauses, `stages` are the positions with an aim, `teaching` the play of a stage, with `mild` opponents and
`hints`; `course` puts them together, `guide` is the activity at its board, `following` follows the hints, `knowing` shows what
a learner knows. `gathering` reads the progress of a class, `reporting` reports on it, `report_page` as a page, `scoring` gives points,
`xapi` writes it as statements, and `record_store` sends them.

`variants` makes fresh questions about a clause, `due_clauses` are the missed ones that come back, `due` shows them.

`parts` writes and reads the stages and exercises of a course as data. `documents` finds the exercises and the first game that a system brings, `defaults` makes them where it brings none.

`exercise` holds the exercises, `reading` reads them from data. `kinds` are the ways to ask, `goals` the conditions that an
action may lead to, `feedback` the reply to an answer, `records` the record of tries. `desk` is the face of exercises on a
board, `lesson` the activity there, `answering` the choices of an answer, `sketch` the marks on the board, `pages` a course as
a page. `asking` judges all answers beforehand for pages without a kernel, and `sheet` makes a page of exercises.

`review` looks back at a game of a learner: the moments that mattered, and the misconceptions.

May import `hexwidget.widget` and every floor below it.

>>> first = load("depletion")[0]
>>> print(first.answer(first.key).heading)
Right.
"""

from typing import TYPE_CHECKING, Any

from hexwidget.lessons.course import Course, course, first_game
from hexwidget.lessons.due import Due, due
from hexwidget.lessons.exercise import Exercise
from hexwidget.lessons.feedback import Feedback, Line
from hexwidget.lessons.knowing import progress
from hexwidget.lessons.reading import exercise, load, read_exercises
from hexwidget.lessons.records import Progress
from hexwidget.lessons.reporting import report
from hexwidget.lessons.stages import Stage, stage
from hexwidget.lessons.xapi import statements

__all__ = [
    "Course",
    "Desk",
    "Due",
    "Exercise",
    "Feedback",
    "Line",
    "Progress",
    "Stage",
    "course",
    "due",
    "exercise",
    "first_game",
    "load",
    "page",
    "progress",
    "read_exercises",
    "report",
    "send_statements",
    "stage",
    "statements",
]

if TYPE_CHECKING:
    from hexwidget.lessons.desk import Desk
    from hexwidget.lessons.record_store import send_statements
    from hexwidget.lessons.sheet import page
else:

    def __getattr__(name: str) -> Any:
        # Only the desk is a widget, and pages show desks: the other names need no Jupyter.
        if name == "Desk":
            from hexwidget.lessons.desk import Desk

            return Desk
        if name == "send_statements":  # the network is slow to import
            from hexwidget.lessons.record_store import send_statements

            return send_statements
        if name == "page":
            from hexwidget.lessons.sheet import page

            return page
        raise AttributeError(f"module 'hexwidget.lessons' has no attribute {name!r}")
