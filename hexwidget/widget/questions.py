"""The question that the editor makes: what was shown for it on the board, and the way to the room that makes exercises.

Lessons stand on the board, so the board does not import them. It loads their `Asker` by name when somebody asks a question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast

from hexwidget.deferred import deferred
from hexwidget.rules import Position

if TYPE_CHECKING:
    from hexwidget.files import Scenario
    from hexwidget.widget.activity import Activity
    from hexwidget.widget.audience import Audience

MOST_ACTIONS = 8
"""The most actions of a question, as many as an exercise of the kind "find" has."""
Kind = Literal["mark", "legal", "which", "find", "do", "predict", "best"]


@dataclass(frozen=True, slots=True)
class Question:
    """A question as far as it is made.

    :param kind: of the exercise; "": nothing is asked
    :param sentence: the question in the author's words; "": in those of the kind
    :param piece: the space of the piece that was shown; "": none
    :param place: the space that was shown; "": none
    :param actions: the texts of the actions that were shown, with their players
    :param clause: the clause that it teaches; "": one that the engine finds
    """

    kind: str = ""
    sentence: str = ""
    piece: str = ""
    place: str = ""
    actions: tuple[str, ...] = ()
    clause: str = ""


class Asker(Protocol):
    """The room that makes exercises of questions. Its functions raise InputError while something is missing, and say what."""

    def missing(self, question: Question) -> str:
        """Return the sentence that says what to show next; "": nothing is missing."""

    def action_along(self, position: Position, way: Sequence[str]) -> str:
        """Return the text of the action that goes a way, legal or not."""

    def activity(self, question: Question, position: Position, audience: Audience) -> Activity:
        """Return the exercise as an activity for an audience."""

    def python(self, question: Question, scenario: Scenario) -> str:
        """Return the Python that makes the exercise of ``position``, or of ``board`` with its drawings."""

    def desk(self, parts: Sequence[Any], audience: Audience[Any]) -> Activity:
        """Return exercises as an activity for an audience."""

    def course_link(self, question: Question, scenario: Scenario) -> str:
        """Return the link that asks the exercise where it is opened."""

    def document(self, question: Question, scenario: Scenario) -> str:
        """Return the exercise as a file."""

    def page(self, question: Question, scenario: Scenario) -> str:
        """Return the exercise as a page."""

    def handout(self, question: Question, scenario: Scenario) -> str:
        """Return the exercise as a page for the printer."""


def asker() -> Asker:
    """Return the room that makes exercises."""
    return cast("Asker", deferred("lessons.exercises.question_editor"))
