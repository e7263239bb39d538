"""Exercises as data: the engine computes their answers, and their feedback cites clauses.

``load("depletion")`` returns the exercises of a system, `exercise` makes one, `Desk` puts them on a board. Without Jupyter
an exercise has its ``question``, and judges an ``answer``.

`first_game("plotted")` teaches a rulebook while one plays, `course` makes such a course of one's own positions, and
`progress("plotted")` shows what the learner knows.

The rooms: `exercises`, with their `kinds`; `courses`; `proofs` of hints; the progress of `learners` and classes; the `review` of a game: the
moments that mattered, and the misconceptions. `documents` has the exercises and first games that systems bring, and makes them where they bring none.

May import `hexwidget.widget` and every floor below it.

>>> first = load("depletion")[0]
>>> print(first.answer(first.key).heading)
Right.
"""

from typing import TYPE_CHECKING, Any

from hexwidget.lessons.courses.course import Course, course, first_game
from hexwidget.lessons.courses.stage import Stage, stage
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.feedback import Feedback, Line
from hexwidget.lessons.exercises.loading import exercise, load, read_exercises
from hexwidget.lessons.learners.knowledge_map import progress
from hexwidget.lessons.learners.records import Progress
from hexwidget.lessons.learners.report import report
from hexwidget.lessons.learners.spaced_repetition import Due, due
from hexwidget.lessons.learners.xapi import statements
from hexwidget.problems import no_name

__all__ = ["Course", "Desk", "Due", "Exercise", "Feedback", "Line", "Progress", "Stage", "course", "due", "exercise"]
__all__ += ["first_game", "load", "page", "progress", "read_exercises", "report", "send_statements", "stage"]
__all__ += ["statements"]

if TYPE_CHECKING:
    from hexwidget.lessons.exercises.desk import Desk
    from hexwidget.lessons.exercises.page import page
    from hexwidget.lessons.learners.xapi_client import send_statements
else:

    def __getattr__(name: str) -> Any:
        # Only the desk is a widget, and pages show desks: the other names need no Jupyter.
        if name == "Desk":
            from hexwidget.lessons.exercises.desk import Desk

            return Desk
        if name == "send_statements":  # the network is slow to import
            from hexwidget.lessons.learners.xapi_client import send_statements

            return send_statements
        if name == "page":
            from hexwidget.lessons.exercises.page import page

            return page
        raise no_name(__name__, name, __all__)
