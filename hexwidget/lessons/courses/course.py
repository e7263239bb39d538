"""Courses: stages and exercises with one tutor, on one board. A system brings one as its first game.

As a document, format ``hexwidget.course/2``::

    {"format": "hexwidget.course/2", "system": "plotted", "title": "Orders in secret", "parts": [{"aim": ...}, {"kind": ...}]}

Each part is a stage (see `hexwidget.lessons.courses.stage`) or, with a ``kind``, an exercise (see `hexwidget.lessons.exercises.loading`). The first
game of a system may leave out ``format`` and ``system`` and name its parts ``stages``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from hexwidget.english import counted, translated
from hexwidget.files import write_whole
from hexwidget.files.disk import AnyPath
from hexwidget.files.entries import read_json
from hexwidget.files.formats import Document, format_problem
from hexwidget.files.scenario import MOST_CHARACTERS, Scenario
from hexwidget.languages import in_its_language, language
from hexwidget.lessons.courses.parts import CANNOT_WRITE, read_part, write_part
from hexwidget.lessons.courses.stage import Stage
from hexwidget.lessons.courses.walkthrough import Walkthrough, follow
from hexwidget.lessons.documents import document, missing
from hexwidget.lessons.documents.defaults import course_of
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.handouts import course_on_paper
from hexwidget.lessons.exercises.loading import A_TEXT, LONGEST_TEXT, own_id, refuse_equal_ids
from hexwidget.lessons.learners.grading import CourseScore, score
from hexwidget.lessons.learners.knowledge_map import here
from hexwidget.lessons.learners.records import Progress
from hexwidget.lessons.learners.report import Report, report
from hexwidget.name_suggestions import GuessedNames
from hexwidget.play import load
from hexwidget.problems import InputError, Problems, is_showable, shown, unknown, visible
from hexwidget.rules import IllegalPosition, Position
from hexwidget.systems.registry import OF_YOUR_OWN, system_names
from hexwidget.systems.registry import system as system_of

if TYPE_CHECKING:
    from hexwidget.lessons.courses.activity import CourseActivity
    from hexwidget.lessons.courses.tutor import Tutor
    from hexwidget.widget import Board

FORMAT, BEFORE = "hexwidget.course/2", "hexwidget.course/1"
MOST_PARTS = 200
CANNOT_MAKE = "this course cannot be made"
CANNOT_READ = "this course cannot be read"


class Course(GuessedNames, Document):
    """Stages and exercises, one after another, on one board. The last expression of a cell displays it.

    A tutor introduces each clause when it first matters. *Hint* leads to a good action in steps, *Play it for me* plays it, *Why?*
    says why it is good. A stage that is lost can be taken up again where it went wrong.

    :param parts: stages (`stage`) and exercises (`exercise`), at least one, all of one rule system
    :param title: the title of the course
    :param progress: what the learner knows: clauses that they have met are not introduced again. By default it lasts as long
        as the kernel, all courses share it, and each introduces every clause anew: a cell that is run again begins again
    :raises InputError: if there is no part, the parts are of several systems, or two have the same id
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
        if not self.parts:
            problems.add("", "expected one part at least: `hw.lessons.stage(position, aim)` makes one")
        systems = sorted({part.position.system.name for part in self.parts})
        if len(systems) > 1:
            problems.add("", f"expected parts of one rule system, not of {' and '.join(systems)}")
        if len(self.parts) > MOST_PARTS:
            problems.add("", f"it has {len(self.parts):,} parts; make several courses of at most {MOST_PARTS}")
        if not is_showable(title, LONGEST_TEXT, 1):
            problems.add("title", f"expected {A_TEXT}, not {shown(title)}")
        refuse_equal_ids(self.parts, "parts", problems)
        problems.raise_any(CANNOT_MAKE)
        self.title = title
        self._anew = progress is None
        self.progress: Progress = here() if progress is None else progress
        """The learner's record: the clauses they know, the exercises and stages they have done."""
        self._walkthroughs = dict[str, Walkthrough]()  # by language; each page of the course asks for one

    @property
    def system(self) -> Any:
        """The rule system of all parts."""
        return self.parts[0].position.system

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages of the course."""
        return tuple(part for part in self.parts if isinstance(part, Stage))

    # ------------------------------------------------------------------ on a board
    @cached_property
    def _guide(self) -> CourseActivity:
        from hexwidget.lessons.courses.activity import CourseActivity

        return CourseActivity(self.parts, self.progress, anew=self._anew, course="" if self._anew else self.digest)

    def activity(self) -> CourseActivity:
        """Return the course as the activity of a new learner."""
        return Course(self.parts, self.title, progress=Progress())._guide

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
            raise InputError("there is no such part", what, "place")
        _ = self.board
        self._guide.open(place)

    @property
    def digest(self) -> str:
        """The name of the course in a learner's progress. It follows from the title, the ids and the positions."""
        return own_id("course", self.title, *((part.record, part.position) for part in self.parts))

    def resume(self) -> bool:
        """Go on where the learner has left, if their ``progress`` knows: at the part of the course, and in a stage at the step.

        Call it before the course is displayed. The progress that courses share by default keeps no place.

        :return: False if the progress knows no place in this course
        """
        return self._guide.resume()

    @property
    def position(self) -> Any:
        """The present position on the board."""
        return self.board.position

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.board._repr_mimebundle_(**kwargs)

    def __repr__(self) -> str:
        return f"<Course {self.title}: {counted(len(self.parts), 'part')}>"

    @in_its_language
    def __str__(self) -> str:
        listed = (f"{n}. {_kind(part)}: {translated(part.name)}" for n, part in enumerate(self.parts, start=1))
        return "\n  ".join([f"{translated(self.title)} ({self.system.name})", *listed])

    @property
    def document(self) -> str:
        """The course as a document, which `hw.save` and `hw.link` write, and `hw.load` and `hw.open_link` read.

        :raises InputError: if a part cannot be written, such as an opponent that is a function
        """
        system, problems, parts = self.system, Problems(), list[dict[str, Any]]()
        if system.name not in system_names():
            problems.add("system", f"{shown(system.name)} is not registered: {OF_YOUR_OWN}")
        for n, part in enumerate(() if problems.found else self.parts):
            with _with_place(f"parts/{n}", problems):
                parts.append(write_part(part))
        problems.raise_any(CANNOT_WRITE)
        data = {"format": FORMAT, "system": system.name, "title": self.title, "parts": parts}
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

    # ------------------------------------------------------------------ for teachers
    def check(self) -> Walkthrough:
        """Follow the hints through all stages. Return the clauses that the course introduces, and those that it never does."""
        known, spoken = self._walkthroughs, language()
        if spoken not in known:
            known[spoken] = follow(self.stages, self.system.rulebook)
        return known[spoken]

    @overload
    def to_html(self, path: None = None, *, solution: bool = False, play: str = "", print: bool = False) -> str: ...
    @overload
    def to_html(self, path: AnyPath, *, solution: bool = False, play: str = "", print: bool = False) -> Path: ...
    def to_html(
        self, path: AnyPath | None = None, *, solution: bool = False, play: str = "", print: bool = False
    ) -> str | Path:
        """Return the course as a page in one file that needs no kernel and asks no host, one part a screen. By default it is the
        learner's page: each stage at its start, with its aim, the tutor's callouts, and what each piece can do, and each exercise to
        be answered. It tells no solution.

        :param path: the file to write; None: the page is returned as text
        :param solution: True for the teacher's page: each stage is a recording of the way of the hints, with the callouts at
            their steps, and each exercise has its answer
        :param play: the address of ``play.html`` (see docs/sharing.md): *Play this stage* opens the course there. By default that
            of the site (`hw.use_site`), if the course fits in a link
        :param print: True: a handout for the printer in black and white: the aims and questions with room to answer, and on the
            last page the answers
        :return: the path, or the text
        :raises InputError: if it cannot be written
        """
        if print:
            if solution or play:
                what = "paper has no button, and the answers on its last page: leave out `solution` and `play`"
                raise InputError("this page cannot be made", what, "print")
            make = partial(course_on_paper, self.title, self.parts, self.check())
        else:
            from hexwidget.lessons.courses.page import page  # it needs Jupyter

            make = partial(page, self, play, solution=solution)
        with self.system.rulebook.speaking():
            text = make()
        return text if path is None else write_whole(path, text)

    @in_its_language
    def to_myst(self, folder: AnyPath = ".") -> str:
        """Return the learner's page of the course for MyST (Jupyter Book 2): a heading, the aim and a board for each part. The
        module that the boards name is written into the folder; see `Board.to_myst`.

        :raises InputError: if the module cannot be written
        """
        from hexwidget.lessons.courses.page import myst  # it needs Jupyter

        return myst(self, folder)

    def report(self, learners: Any) -> Report:
        """Return the progress of each learner of a class, and the clauses that the class does not understand yet.

        :param learners: a folder of progress files, or of a class of ``hexwidget class``; or progress files, their texts, or
            `Progress`: a mapping from names, or a list. A learner without a file is absent, a file that cannot be read is listed
            with its error
        :raises InputError: if there is no such folder
        """
        return report(self.system.rulebook, learners, self.parts, self.title, self.digest)

    def score(self, progress: Progress | AnyPath) -> CourseScore:
        """Return a learner's points: one for each part that is solved. Tries and hints cost nothing; a stage that the learner was
        shown counts once the learner has done it.

        :param progress: the learner's progress, its file, or its text; a file that does not exist has no points
        :raises InputError: if it cannot be read
        """
        return score(progress, self.parts)


def course(parts: Iterable[Stage | Exercise], title: str = "A course", *, progress: Progress | None = None) -> Course:
    """Make a course of stages and exercises; see `Course`."""
    return Course(parts, title, progress=progress)


def first_game(start: str | Scenario[Any] | Position, *, progress: Progress | None = None) -> Course:
    """Return the first game of a system: a course that teaches its rulebook while one plays. A system of one's own brings it as
    ``first-game.json`` beside its ``rulebook.toml``; else its stages begin with turns of random games from its scenarios.

    :param start: the name of the system, or a scenario or position of one's own: the stages begin with turns of random games from there
    :param progress: what the learner knows; see `Course`
    :raises InputError: if the system has none, it cannot be read, or nobody acts at the start
    """
    if isinstance(start, Scenario | Position):
        begun = start if isinstance(start, Scenario) else Scenario(start.system.name, "", "", start)
        system, stages = begun.position.system, course_of(begun.position.system, {"": begun})
        if not stages:
            raise InputError("no first game", "nobody can act in this position")
    else:
        found = document(start, "first game")
        if found is not None:
            path, text = found
            return read_course(text, start, progress=progress, name=path.name)
        system, stages = system_of(start), course_of(system_of(start))
        if not stages:
            raise missing(start, "first game")
    return Course(stages, f"{system.title}: a first game", progress=progress)


def find_course(name: str) -> Course:
    """Return the course of a file, or the first game of a system.

    :raises InputError: if the name stands for no course
    """
    if name in system_names() and not Path(name).exists():
        return first_game(name)
    found = load(name)
    if not isinstance(found, Course):
        what = "it is a game, not a course: `hw.save(course, path)` writes one"
        raise InputError("this is no course", what, visible(name[:60]))
    return found


def read_course(
    text: str, system: str | None = None, *, progress: Progress | None = None, name: str = "", checked: bool = True
) -> Course:
    """Read a course from its document.

    :param system: the name of the rule system; None: the one that the document names
    :param progress: what the learner knows; see `Course`
    :param name: the name of the document, for the errors
    :param checked: True to check that each exercise has an answer, which may take a tenth of a second for each
    :raises InputError: listing everything wrong with it
    """
    problems, within = Problems(), f"{name}/" if name else ""
    data = _object(text, name)
    short = system is not None and "format" not in data
    listed = "stages" if short else "parts"
    known = ["title", listed] if short else ["format", "system", "title", listed]
    wrong = None if short else format_problem(data.get("format"), FORMAT, BEFORE)
    if wrong:
        raise InputError(CANNOT_READ, wrong, f"{within}format")
    if not isinstance(data.get(listed), list) or len(data[listed]) > MOST_PARTS:
        what = f'expected an object such as {{"title": "...", "{listed}": [...]}} of at most {MOST_PARTS}, not {shown(data)}'
        raise InputError(CANNOT_READ, what, name)
    for part in data.keys() - known:
        problems.unknown(name, "part", part, known)
    if not is_showable(data.get("title"), LONGEST_TEXT, 1):
        problems.add(f"{within}title", f"expected {A_TEXT}, not {shown(data.get('title'))}")
    owner = system if short else data.get("system")
    if owner not in system_names() or system not in (None, owner):
        what = unknown("system", owner, [system] if system else system_names())
        problems.add(f"{within}system", f"{what}; {OF_YOUR_OWN}")
        problems.raise_any(CANNOT_READ)
    parts = list[Stage | Exercise]()
    for n, entry in enumerate(data[listed]):
        with _with_place(f"{within}{listed}/{n}", problems):
            if data.get("format") == BEFORE and isinstance(entry, dict) and isinstance(entry.get("position"), dict):
                entry["position"] = system_of(str(owner)).as_before(entry["position"])
            made = read_part(entry, str(owner))
            if checked and isinstance(made, Exercise):
                made.check()
            parts.append(made)
    problems.raise_any(CANNOT_READ)
    return Course(parts, data["title"], progress=progress)


def _object(text: str, name: str) -> dict[str, Any]:
    """Return the object that a text is."""
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        raise InputError(CANNOT_READ, f"expected a text of at most {MOST_CHARACTERS:,} characters", name)
    data = read_json(text.removeprefix("\ufeff"), CANNOT_READ, name)
    if not isinstance(data, dict):
        raise InputError(CANNOT_READ, f'expected an object such as {{"title": "..."}}, not {shown(data)}', name)
    return data


@contextmanager
def _with_place(where: str, problems: Problems) -> Iterator[None]:
    """Note the errors that the block finds, with their places."""
    try:
        with problems.noting(where):
            yield
    except IllegalPosition as refused:
        problems.add(where, str(refused).replace("\n", " "))


def _kind(part: Stage | Exercise) -> str:
    return f"{translated('exercise')}, {part.kind}" if isinstance(part, Exercise) else translated("stage")
