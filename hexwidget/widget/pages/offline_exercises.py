"""Exercises on a page without a kernel, as data: each answer is judged beforehand. `hexwidget.lessons.exercises.offline_answers` makes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from hexwidget.rules import Draft, Verdict
from hexwidget.scene import Arrow, Note, Overlay
from hexwidget.scene.scene_messages import StaticScene
from hexwidget.widget.connections import messages


@dataclass(frozen=True, slots=True)
class Judged:
    """The reply to an answer."""

    right: bool
    heading: str
    lines: tuple[messages.Sentence, ...]


@dataclass(frozen=True, slots=True)
class HeldChoices:
    """Choices under a draft that a page holds."""

    like: messages.Count
    """The number of the choices that these are written as a difference from; its own: from nothing."""
    choices: messages.Difference
    under: messages.Maybe[Draft] = None
    """The draft, where the choices complete it."""
    reply: messages.Maybe[messages.Count] = None
    """The number of the reply to the answer that the draft is; left out: the draft is no answer."""
    to: messages.Maybe[messages.Number] = None
    """The frame that the answer leads to, if it stays on the board."""


@dataclass(frozen=True, slots=True)
class OfflineFrame:
    """A position on the board of an exercise: the start, or the result of answers."""

    scene: messages.Count
    """The number of its static scene."""
    _state: messages.Difference
    """Its changing scene, as the difference from that of the first frame."""
    _timeline: messages.Timeline
    _status: messages.Status
    undo: messages.Number | None
    events: tuple[messages.Sentence, ...]
    held: tuple[HeldChoices, ...]
    """The choices at this position, those of the empty draft first."""


@dataclass(frozen=True, slots=True)
class Marking:
    """The parts of the reply to marked spaces. Spaces stand in the order of their names."""

    right: tuple[tuple[str, messages.Sentence], ...]
    """Each space to mark, with the sentence where it is the first that is missed."""
    wrong: tuple[tuple[str, tuple[messages.Sentence, ...]], ...]
    """Each other space, with the reasons against it."""
    ways: tuple[tuple[str, messages.Sentence, Arrow], ...]
    """The way to each space to mark, the dearest first."""


@dataclass(frozen=True, slots=True)
class AnswerMarks:
    """The marks of an exercise on its board."""

    always: tuple[Overlay, ...]
    right: tuple[Overlay, ...]
    """Shown with a right answer, and once the answer is told."""
    ticks: tuple[Note, ...]
    wrong: Overlay | None
    """The look of wrong spaces. The reply names them."""
    ways: tuple[Arrow, ...]
    """The ways of the right answer, once it is told."""


@dataclass(frozen=True, slots=True)
class OfflineVariant:
    """An exercise as it was written, or with other numbers."""

    name: str
    asked: tuple[messages.Sentence, ...]
    """The question, where the name is a title."""
    hints: tuple[messages.Sentence, ...]
    by: Literal["spaces", "space", "option", "action"]
    """The way to answer: spaces are marked, one space or option is chosen, an action is played."""
    scenes: tuple[StaticScene, ...]
    frames: tuple[OfflineFrame, ...]
    why: tuple[tuple[Draft, str, Verdict], ...]
    """The verdicts on spaces that cannot be chosen at the start: a draft, a space, the verdict."""
    replies: tuple[Judged, ...]
    """The replies to answers. For marked spaces: the reply to the right ones."""
    left: Mapping[str, tuple[str, ...]]
    """The options that are left after a first wrong answer, by that answer, and under "" the right ones."""
    marking: Marking | None
    marks: AnswerMarks
    solution: tuple[messages.Sentence, ...]
    several: bool
    """True if several answers may be right."""
    clauses: messages.Count
    """The number of its rulebook."""
    beyond: str
    """A sentence on the choices that the page does not hold; empty: it holds all of them."""


@dataclass(frozen=True, slots=True)
class OfflineExercise:
    """An exercise with its variants."""

    id: str
    variants: tuple[OfflineVariant, ...]


@dataclass(frozen=True, slots=True)
class OfflineExercises:
    """Exercises for a page that has no kernel."""

    exercises: tuple[OfflineExercise, ...]
    at: messages.Count
    """The number of the exercise that is asked first."""
    clauses: tuple[Mapping[str, messages.ClauseText], ...]
    before: messages.Count
    """The exercises of the desk that come before these."""
    of: messages.Count
    """All exercises of the desk. A saved notebook keeps some of them."""
