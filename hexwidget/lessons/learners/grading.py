"""Points for a course, for graders of notebooks such as nbgrader and Otter."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from hexwidget.lessons.courses.stage import Stage
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.learners.class_progress import read_progress
from hexwidget.lessons.learners.records import Progress


class CourseScore(NamedTuple):
    """A learner's points, and the most points.

    >>> CourseScore(3, 4).of(10)
    7.5
    """

    points: int
    most: int

    def of(self, most: float) -> float:
        """Return the points on another scale.

        :param most: the points of a learner who has solved all
        """
        return most * self.points / self.most


def score(progress: Progress | str | os.PathLike[str], parts: Iterable[Stage | Exercise]) -> CourseScore:
    """Return a point for each part that is solved; see `Course.score`."""
    done, listed = read_progress(progress), list(parts)
    return CourseScore(0 if done is None else sum(done[part.record].solved for part in listed), len(listed))
