"""The messages between the server of a class and its workers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hexwidget.serving.messages import PartProgress


@dataclass(frozen=True)
class CourseStatus:
    """The state of a learner's course, for the teacher; see `hexwidget.serving.messages.LearnerState`."""

    part: int
    done: tuple[PartProgress, ...]
    clauses: dict[str, str]
    refused: tuple[str, ...]
    progressed: int
    """The time of the learner's last progress, in seconds since 1970; 0: there was none."""
    stands: Literal["playing", "done", "lost"] | None = None
    """The state of the part, if it is no exercise."""
    left: tuple[str, ...] | None = None
