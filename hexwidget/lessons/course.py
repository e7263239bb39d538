"""Courses: stages and exercises with one tutor, on one board. A system brings one as its first game."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from hexwidget.english import counted
from hexwidget.files import write_whole
from hexwidget.jsontext import parse_json
from hexwidget.lessons.defaults import course_of
from hexwidget.lessons.documents import document, missing
from hexwidget.lessons.exercise import Exercise
from hexwidget.lessons.following import Followings, follow
from hexwidget.lessons.knowing import Report, here, report
from hexwidget.lessons.reading import A_TEXT, LONGEST_TEXT, refuse_equal_ids
from hexwidget.lessons.records import Progress
from hexwidget.lessons.stages import Stage, read_stage
from hexwidget.problems import InputError, Problem, Problems, is_showable, shown
from hexwidget.systems.registry import system as system_of

if TYPE_CHECKING:
    from hexwidget.lessons.guide import Guide
    from hexwidget.lessons.tutor import Tutor
    from hexwidget.widget import Board

CANNOT_MAKE = "this course cannot be made"


class Course:
    """Stages and exercises, one after another, on one board. The last expression of a cell displays it.

    A tutor introduces each clause when it first matters. *Hint* leads to a good action in steps, *Play it for me* plays it, *Why?*
    says why it is good. A stage that is lost can be taken up again where it went wrong.

    :param parts: stages (`stage`) and exercises (`exercise`), at least one stage, all of one rule system
    :param title: the title of the course
    :param progress: what the learner knows: clauses that they have met are not introduced again. By default it lasts as long
        as the kernel, all courses share it, and each introduces every clause anew: a cell that is run again begins again
    :raises InputError: if there is no stage, the parts are of several systems, or two have the same id
    """

    def __init__(
        self, parts: Iterable[Stage | Exercise], title: str = "A course", *, progress: Progress | None = None
    ) -> None:
        self.parts: tuple[Stage | Exercise, ...] = tuple(parts) if isinstance(parts, Iterable) else ()
        problems = Problems()
        for n, part in enumerate(self.parts):
            if not isinstance(part, (Stage, Exercise)):
                problems.add(f"{n}", f"expected a stage or an exercise, not {shown(part)}")
        problems.raise_any(CANNOT_MAKE)
        if not self.stages:
            problems.add("", "expected one stage at least: `hw.lessons.stage(position, aim)` makes one")
        systems = sorted({part.position.system.name for part in self.parts})
        if len(systems) > 1:
            problems.add("", f"expected parts of one rule system, not of {' and '.join(systems)}")
        refuse_equal_ids(self.parts, "parts", problems)
        problems.raise_any(CANNOT_MAKE)
        self.title = title
        self._anew = progress is None
        self.progress: Progress = here() if progress is None else progress
        """The learner's record: the clauses they know, the exercises and stages they have done."""

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages of the course."""
        return tuple(part for part in self.parts if isinstance(part, Stage))

    # ------------------------------------------------------------------ on a board
    @cached_property
    def _guide(self) -> Guide:
        from hexwidget.lessons.guide import Guide

        return Guide(self.parts, self.progress, anew=self._anew)

    @cached_property
    def board(self) -> Board[Any]:
        """The board on which the course is played."""
        from hexwidget.widget import Board

        return Board(self._guide)

    @property
    def tutor(self) -> Tutor:
        """The tutor of the present stage: its ``callout`` is the one on the board."""
        return self._guide.teaching.tutor

    @property
    def place(self) -> int:
        """The number of the present part, from 0."""
        return self._guide.place

    def open(self, place: int) -> None:
        """Go to a part of the course.

        :param place: its number, from 0
        :raises InputError: if there is no such part
        """
        if type(place) is not int or not 0 <= place < len(self.parts):
            what = f"expected a number from 0 to {len(self.parts) - 1}, not {shown(place)}"
            raise InputError("there is no such part", [Problem("place", what)])
        _ = self.board
        self._guide.open(place)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.board._repr_mimebundle_(**kwargs)

    def __repr__(self) -> str:
        return f"<Course {self.title}: {counted(len(self.parts), 'part')}>"

    # ------------------------------------------------------------------ for teachers
    def check(self) -> Followings:
        """Follow the hints through all stages. Return the clauses that the course introduces, and those that it never does."""
        return follow(self.stages, self.stages[0].position.system.rulebook)

    @overload
    def to_html(self, path: None = None) -> str: ...
    @overload
    def to_html(self, path: str | os.PathLike[str]) -> Path: ...
    def to_html(self, path: str | os.PathLike[str] | None = None) -> str | Path:
        """Return the solution of the course as a page in one file that needs no kernel: each stage with its aim, the clauses
        that it introduces, and the way of the hints as a recording to step through. The page names the exercises, which it
        leaves out.

        :param path: the file to write; None: the page is returned as text
        :return: the path, or the text
        :raises InputError: if it cannot be written
        """
        from hexwidget.lessons.pages import page

        text = page(self.title, self.check(), [part.name for part in self.parts if isinstance(part, Exercise)])
        return text if path is None else write_whole(path, text)

    def report(self, learners: Any) -> Report:
        """Return what each learner of a class has done, and which clauses the class does not understand yet.

        :param learners: progress files, their texts, or `Progress`: a mapping from names, or a list. A learner without a file
            is absent
        :raises InputError: naming each file that cannot be read
        """
        return report(self.stages[0].position.system.rulebook, learners, self.parts)


def course(parts: Iterable[Stage | Exercise], title: str = "A course", *, progress: Progress | None = None) -> Course:
    """Make a course of stages and exercises; see `Course`."""
    return Course(parts, title, progress=progress)


def first_game(system: str, *, progress: Progress | None = None) -> Course:
    """Return the first game of a system: a course that teaches its rulebook while one plays. A system of one's own brings it as
    ``first-game.json`` beside its ``rulebook.toml``; else it is a few actions of each of its scenarios.

    :param progress: what the learner knows; see `Course`
    :raises InputError: if the system has none, or it cannot be read
    """
    found = document(system, "first game")
    if found is None:
        stages = course_of(system_of(system))
        if not stages:
            raise missing(system, "first game")
        return Course(stages, f"{system_of(system).title}: a first game", progress=progress)
    path, text = found
    return read_course(text, system, progress=progress, name=path.name)


def read_course(text: str, system: str, *, progress: Progress | None = None, name: str = "first-game.json") -> Course:
    """Read a course from data: an object with a ``title`` and a list of ``stages`` (see `hexwidget.lessons.stages`).

    :param system: the name of its rule system
    :param name: the name of the document, for the errors
    :raises InputError: listing everything wrong with it
    """
    try:
        data = parse_json(text)
    except ValueError as error:
        raise InputError(CANNOT_MAKE, [Problem(name, f"not JSON: {error}")]) from None
    if not isinstance(data, dict) or not isinstance(data.get("stages"), list):
        what = f'expected an object such as {{"title": "...", "stages": [...]}}, not {shown(data)}'
        raise InputError(CANNOT_MAKE, [Problem(name, what)])
    problems, stages = Problems(), list[Stage]()
    for part in data.keys() - {"title", "stages"}:
        problems.unknown(name, "part", part, ["title", "stages"])
    if not is_showable(data.get("title"), LONGEST_TEXT, 1):
        problems.add(f"{name}/title", f"expected {A_TEXT}, not {shown(data.get('title'))}")
    for n, entry in enumerate(data["stages"]):
        try:
            stages.append(read_stage(entry, system))
        except InputError as error:
            for problem in error.problems:
                problems.add(f"{name}/stages/{n}/{problem.place}".rstrip("/"), problem.message)
    problems.raise_any(CANNOT_MAKE)
    return Course(stages, data["title"], progress=progress)
