"""The messages between the server of a class and its workers, a dataclass each: lines of JSON, which hold the name of the class and its entries.

A viewer is a number, and so is a question, whose answer names it.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Literal, dataclass_transform

from hexwidget.problems import Problems
from hexwidget.rules.values import read_value
from hexwidget.serving.messages import BoardDrawing, BoardGround, PartProgress


@dataclass_transform(frozen_default=True)
class WorkerMessage:
    """A message to a worker or from one. A subclass is a dataclass of its entries."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)
        KINDS[cls.__name__] = cls


Message = WorkerMessage | BoardGround | BoardDrawing
"""A message between the processes. A worker sends scenes as the wall gets them, while it is watched."""
KINDS: dict[str, type[Message]] = {"BoardGround": BoardGround, "BoardDrawing": BoardDrawing}
"""The classes of messages by their names."""


def line_of(message: Message) -> bytes:
    """Return a message as a line.

    >>> line_of(Watch(True))
    b'["Watch",true]\\n'
    """
    entries = [type(message).__name__, *vars(message).values()]
    return json.dumps(entries, separators=(",", ":"), default=asdict).encode() + b"\n"


def message_of(line: bytes) -> Message:
    """Return the message of a line.

    :raises InputError: if a status in it cannot be read
    """
    kind, *entries = json.loads(line)
    if kind == NewStatus.__name__ and entries[1] is not None:
        problems = Problems()
        entries[1] = read_value("status", entries[1], CourseStatus, problems)
        problems.raise_any("a worker's message cannot be read")
    return KINDS[kind](*entries)


# ---------------------------------------------------------------------- to a worker
class Enter(WorkerMessage):
    """Show a viewer the course of a learner."""

    learner: str
    viewer: int
    looks_on: bool


class Leave(WorkerMessage):
    """A viewer has gone."""

    learner: str
    viewer: int


class PassOn(WorkerMessage):
    """A viewer has sent a message to a board."""

    learner: str
    viewer: int
    content: Any


class Admit(WorkerMessage):
    """A learner is new."""

    learner: str
    name: str


class ForgetLearner(WorkerMessage):
    """Let go of a learner: nothing of them is written any more."""

    learner: str
    question: int


class GiveHint(WorkerMessage):
    """Give a learner the next step of a hint."""

    learner: str
    question: int


class TellPosition(WorkerMessage):
    """Answer with the position on a learner's board, as the text of a scenario."""

    learner: str
    question: int


class OpenPart(WorkerMessage):
    """Open a part of the course for all learners. The answer is empty, or a JSON object: the reason of each failure, by the learner's id."""

    part: int
    question: int


class EndClass(WorkerMessage):
    """The class is over, or open again."""

    over: bool


class Watch(WorkerMessage):
    """Start or stop sending the learners' progress to the wall."""

    watched: bool


OF_VIEWERS = (Enter, Leave, PassOn, Watch)
"""The messages that do not wait for a process: its viewers and the wall are told to it anew, and pages send again what was not answered. A
worker may get any other message twice, if its process has ended meanwhile, and does it once."""


# ---------------------------------------------------------------------- from a worker
class Begun(WorkerMessage):
    """The worker has begun: it knows nothing but the files."""


class Lost(WorkerMessage):
    """The process of the worker has ended, and its viewers see nothing more."""


class Taken(WorkerMessage):
    """The worker has done what the first message says that it has not answered so yet. Messages of `OF_VIEWERS` have no such answer."""


class Deliver(WorkerMessage):
    """Send a viewer a text."""

    viewer: int
    text: str


class AnswerTo(WorkerMessage):
    """The answer to a question: what is wrong, in words, empty: nothing; or what was asked for."""

    question: int
    text: str


@dataclass(frozen=True)
class CourseStatus:
    """The state of a learner's course, for the teacher; see `hexwidget.serving.messages.LearnerState`."""

    part: int
    done: tuple[PartProgress, ...]
    clauses: dict[str, str]
    refused: tuple[str, ...]
    progressed: int
    """The time of the learner's last progress, in seconds since 1970; 0: no progress yet."""
    stands: Literal["playing", "done", "lost"] | None = None
    """The state of the part, if it is no exercise."""
    left: tuple[str, ...] | None = None


class NewStatus(WorkerMessage):
    """The status of a learner has changed. None: it cannot be told."""

    learner: str
    status: CourseStatus | None
