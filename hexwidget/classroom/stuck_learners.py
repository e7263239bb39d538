"""Learners who make no headway, so that the teacher sees who needs help."""

from __future__ import annotations

from time import time

from hexwidget.classroom.messages import CourseStatus
from hexwidget.english import worded
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
        clause = rulebook.get(barring)  # the log may be older than the rulebook
        told = "{n} refusals by {clause} {title}" if clause else "{n} refusals by {clause}"
        return worded(told, n=SAME, clause=barring, title=clause.title if clause else "")
    if status.progressed and still >= STILL:
        return worded("no progress for {n:minute}", n=int(still // 60))
    return ""
