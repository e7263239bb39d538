"""Learners who make no headway, so that the teacher sees who needs help."""

from __future__ import annotations

from time import time

from hexwidget.classroom.messages import CourseStatus
from hexwidget.english import counted
from hexwidget.lessons.learners.counts import SAME, refused_by
from hexwidget.rules import Rulebook

STILL = 120.0
"""The seconds without progress that mean that a learner who is there is stuck."""


def why_stuck(status: CourseStatus, rulebook: Rulebook) -> str:
    """Return why a learner who is there seems to be stuck; empty: they do not."""
    if status.stands == "done" or status.done[status.part].solved:
        return ""  # done with the part, and perhaps looking at it
    barring, still = refused_by(status.refused), time() - status.progressed
    if barring:
        clause = rulebook.get(barring)
        title = f" {clause.title}" if clause else ""  # the log may be older than the rulebook
        return f"{SAME} refusals by {barring}{title}"
    if status.progressed and still >= STILL:
        return f"no progress for {counted(int(still // 60), 'minute')}"
    return ""
