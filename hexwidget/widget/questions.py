"""The question that the editor makes: what was shown for it on the board, and the way to the room that makes exercises.

Lessons stand on the board, so the board does not import them. It loads their room by name when somebody asks a question.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from hexwidget.deferred import deferred

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


def asker() -> Any:
    """Return the room that makes exercises of questions. Its functions raise InputError while something is missing, and say what."""
    return deferred("lessons.exercises.question_editor")
