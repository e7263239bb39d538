"""Exercises on a board: the question stands beside it, the answer is clicked, marked or played there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexwidget.english import counted
from hexwidget.lessons.exercises.activity import ExerciseActivity
from hexwidget.lessons.exercises.exercise import Exercise, Exercises
from hexwidget.lessons.exercises.feedback import Feedback
from hexwidget.lessons.exercises.loading import load, refuse_equal_ids
from hexwidget.lessons.learners.records import Progress
from hexwidget.problems import InputError, Problems, shown
from hexwidget.widget.board import Board

CANNOT_MAKE = "this desk cannot be made"


class Desk(Board[Any]):
    """A board on which exercises are done, one after another.

    The last expression of a cell displays it. *Hint* gives the next hint, *Another* the same exercise with other numbers where it can be varied,
    *Next* the next one. The reply to an answer, right or wrong, cites clauses. An exercise is judged by its own position, which can be neither
    edited nor set.

    :param exercises: an exercise, several, or a name as `load` takes it: "depletion", "depletion/two-seats"
    :param progress: counts tries, hints and solved exercises; by default for as long as the desk is there
    :raises InputError: if there is no exercise, one without an answer, or two with the same id
    """

    def __init__(self, exercises: Exercises, *, progress: Progress | None = None) -> None:
        listed: Iterable[Any] = (exercises,) if isinstance(exercises, (Exercise, str)) else ()
        if isinstance(exercises, Iterable) and not isinstance(exercises, str):
            listed = exercises
        found = tuple(e for each in listed for e in (load(each) if isinstance(each, str) else (each,)))
        if not found or not all(isinstance(each, Exercise) for each in found):
            raise InputError(CANNOT_MAKE, f"expected exercises, or the name of a system, not {shown(exercises)}")
        problems = Problems()
        refuse_equal_ids(found, "exercises", problems)
        problems.raise_any(CANNOT_MAKE)
        self._lesson = ExerciseActivity(found, Progress() if progress is None else progress, offers_due=True)
        super().__init__(self._lesson)

    @property
    def board(self) -> Board[Any]:
        """The desk itself, as a board."""
        return self

    # ------------------------------------------------------------------ exercises
    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """All exercises of the desk."""
        return self._lesson.exercises

    @property
    def exercise(self) -> Exercise:
        """The exercise on the board."""
        return self._lesson.exercise

    @property
    def progress(self) -> Progress:
        """The tries, hints and solved exercises."""
        return self._lesson.progress

    def answer(self, answer: str) -> Feedback:
        """Answer from a cell, as `Exercise.answer` takes it. The board shows the feedback."""
        return self._lesson.answer(answer)

    def hint(self) -> str:
        """Show the next hint, and return it; the last again when there are no more."""
        return self._lesson.hint()

    def again(self, seed: int | None = None) -> Exercise:
        """Open the same exercise with other numbers, and return it.

        :param seed: of the variant; by default the next one
        """
        self._lesson.again(seed)
        return self.exercise

    def next(self) -> Exercise:
        """Open the next exercise, after the last the first, and return it."""
        self._lesson.next()
        return self.exercise

    def __repr__(self) -> str:
        return f"<Desk: {self.exercise.id}, {counted(len(self.exercises), 'exercise')}>"
