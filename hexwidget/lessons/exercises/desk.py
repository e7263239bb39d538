"""Exercises on a board: the question stands beside it, the answer is clicked, marked or played there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import update_wrapper
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeVar

from hexwidget.english import counted
from hexwidget.geometry import Space
from hexwidget.lessons.exercises.activity import ExerciseActivity
from hexwidget.lessons.exercises.exercise import Exercise, Exercises
from hexwidget.lessons.exercises.feedback import Feedback
from hexwidget.lessons.exercises.loading import load, refuse_equal_ids
from hexwidget.lessons.learners.records import Progress
from hexwidget.play import Session
from hexwidget.problems import InputError, Problems, shown
from hexwidget.rules import Observation
from hexwidget.widget.board import Board

CANNOT_MAKE = "this desk cannot be made"
P = ParamSpec("P")
R = TypeVar("R")


def _of_board(method: Callable[Concatenate[Board[Any], P], R]) -> Callable[Concatenate[Desk, P], R]:
    """A method of the board, as a method of the desk."""

    def call(desk: Desk, /, *args: P.args, **keywords: P.kwargs) -> R:
        return method(desk.board, *args, **keywords)

    return update_wrapper(call, method)


class Desk:
    """Exercises to be done on a board, one after another.

    The last expression of a cell displays it; ``board`` is the widget itself, for layouts. *Hint* gives the next hint,
    *Another* the same exercise with other numbers where it can be varied, *Next* the next one. The reply to an answer, right or
    wrong, cites clauses.

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
        self.board: Board[Any] = Board(self._lesson)

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

    # ------------------------------------------------------------------ the board
    play = _of_board(Board.play)
    roll = _of_board(Board.roll)
    undo: ClassVar[Callable[[Desk], Any]] = _of_board(Board.undo)
    redo: ClassVar[Callable[[Desk], Any]] = _of_board(Board.redo)
    goto: ClassVar[Callable[[Desk, int], Any]] = _of_board(Board.goto)
    select: ClassVar[Callable[[Desk, Space | None], None]] = _of_board(Board.select)
    click: ClassVar[Callable[[Desk, Space], None]] = _of_board(Board.click)
    show = _of_board(Board.show)
    hide = _of_board(Board.hide)
    note = _of_board(Board.note)
    arrow = _of_board(Board.arrow)
    erase: ClassVar[Callable[[Desk], None]] = _of_board(Board.erase)
    python_lines: ClassVar[Callable[[Desk], str]] = _of_board(Board.python_lines)
    scenario = _of_board(Board.scenario)
    to_svg = _of_board(Board.to_svg)
    to_png = _of_board(Board.to_png)
    snapshot = _of_board(Board.snapshot)
    to_html = _of_board(Board.to_html)
    close: ClassVar[Callable[[Desk], None]] = _of_board(Board.close)

    def edit(self, on: bool = True) -> None:
        """Refuse editing: an exercise is judged by its own position.

        :raises InputError: always
        """
        self.board.edit(on)

    @property
    def session(self) -> Session:
        """The session of the exercise on the board."""
        return self.board.session

    @property
    def observation(self) -> Observation[Any]:
        """The position of the exercise on the board."""
        return self.board.observation

    @property
    def position(self) -> Any:
        """The position on the board. It cannot be set: an exercise is judged by its own position."""
        return self.board.position

    @position.setter
    def position(self, position: object) -> None:
        self.board.position = position

    @property
    def selected(self) -> str | None:
        """The name of the space of the chosen piece. Setting it chooses the piece there."""
        return self.board.selected

    @selected.setter
    def selected(self, space: str | None) -> None:
        self.board.selected = space

    @property
    def last_action(self) -> Any:
        """The last action that was played."""
        return self.board.last_action

    def observe(self, handler: Callable[[Any], Any], names: Any = "position") -> None:
        """Call a function when traits of the board change: "position", "selected", "last_action"."""
        self.board.observe(handler, names)

    def unobserve(self, handler: Callable[[Any], Any], names: Any = "position") -> None:
        """Call a function no longer."""
        self.board.unobserve(handler, names)

    def __repr__(self) -> str:
        return f"<Desk: {self.exercise.id}, {counted(len(self.exercises), 'exercise')}>"

    def _repr_mimebundle_(self, **keywords: Any) -> Any:
        return self.board._repr_mimebundle_(**keywords)

    def _display_(self) -> Board[Any]:
        """Return the object that marimo shows in place of the desk: marimo finds widgets by their class."""
        return self.board
