"""The progress of a learner: exercises tried and solved, clauses met, used and missed, and the place in each course. It is kept in a
file if one is named, and can be sent as a text."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, Literal

from hexwidget.english import translated, worded
from hexwidget.files import write_whole
from hexwidget.files.disk import read_text
from hexwidget.files.entries import read_entries
from hexwidget.limits import Limits
from hexwidget.play.links import LONGEST_GAME
from hexwidget.problems import InputError, Problem, Problems, is_showable, shown
from hexwidget.rules.hints import REQUIRED, WRITTEN
from hexwidget.rules.values import Known, record_of
from hexwidget.text_tables import html_table

FORMAT = "hexwidget.progress/1"
COUNTS = 2
"""The version of the definitions of `hexwidget.lessons.learners.counts` that a file names: by those before some counts came out too high."""
LONGEST_NAME = 2000 + len("stage/")
MOST_COUNTED = 1_000_000_000
LATEST = 4_102_444_800
"""The latest time of a record, in seconds since 1970: the year 2100."""
MOST_EXERCISES = 10_000
AT_MOST = Limits(most=MOST_EXERCISES)
MOST_BYTES = 2_000_000
MOST_PLACES = 20
"""The most courses whose place is kept: those that were played last."""
CANNOT_READ, CANNOT_KEEP = "this progress cannot be read", "this progress cannot be kept"
Name = Annotated[str, Limits(1, LONGEST_NAME)]
Count = Annotated[int, Limits(0, MOST_COUNTED)]
Time = Annotated[int, Limits(0, LATEST)]


@dataclass(frozen=True, slots=True)
class Record:
    """The record of one part: its tries and hints as counts, and ``shown``, as `hexwidget.lessons.learners.counts` defines them. ``at`` is the time of
    the right answer, or of the last try or hint before it, in seconds since 1970 (UTC); 0: not known. ``rough``: an earlier version has counted,
    and there may have been fewer tries. Records that differ in these two alone are equal."""

    tries: Annotated[Count, REQUIRED] = 0
    hints: Annotated[Count, REQUIRED] = 0
    solved: Annotated[bool, REQUIRED] = False
    shown: Count = 0
    at: Time = field(default=0, compare=False, repr=False)
    rough: bool = field(default=False, compare=False, repr=False)

    @property
    def begun(self) -> bool:
        """False before the learner has done anything in the part."""
        return self is not NOT_BEGUN

    @property
    def at_once(self) -> bool:
        """True if it was solved at the first try, without help."""
        return self.solved and self.tries == 1 and not self.hints and not self.shown


NOT_BEGUN = Record()
MASTERED_AFTER = 3
"""A clause counts as mastered after this many uses since it was last missed, if it is in no box."""
# Leitner's boxes, and not FSRS: that predicts how well the same card is remembered, from weights that were fitted to flash cards, and
# takes four grades. A clause comes back as another question each time, answers are right or wrong, and a file of one number a clause
# can be read by a teacher and by any version. The package fsrs is small and pure, but Pyodide would have to load it in each play.html.
BOXES = (1, 3, 9)
"""The days after which a missed clause comes back, box by box."""


def _now() -> float:
    return time.time()


def _moment(now: float) -> int:
    """Return a moment as records hold it: a clock that is wrong may be before 1970, or after 2100.

    :param now: in seconds since 1970
    """
    return min(max(int(now), 0), LATEST)


def day(moment: float) -> date:
    """Return the day of a moment, in UTC.

    :param moment: in seconds since 1970
    """
    return datetime.fromtimestamp(moment, UTC).date()


@dataclass(frozen=True, slots=True)
class ClauseCounts:
    """A learner's counts for one clause: uses, misses, and uses since the last miss. ``box`` is the clause's place in `BOXES`, from 1;
    0: it does not come back. ``at`` is the time at which it came there, in seconds since 1970 (UTC); 0: not known. ``rough``: an earlier version
    has counted, and there may have been fewer. Marks that differ in these two alone are equal."""

    used: Annotated[Count, REQUIRED] = 0
    missed: Annotated[Count, REQUIRED] = 0
    since: Annotated[Count, REQUIRED] = 0
    box: Annotated[int, Limits(0, len(BOXES))] = 0
    at: Time = field(default=0, compare=False)
    rough: bool = field(default=False, compare=False, repr=False)

    @property
    def due(self) -> date | None:
        """The day on which the clause comes back; None if it does not. A clause that was missed before days were kept is due since 1970."""
        if self.box:
            return day(self.at) + timedelta(days=BOXES[self.box - 1])
        return day(0) if self.word == "missed" else None

    @property
    def word(self) -> Literal["met", "used", "missed", "mastered"]:
        """The learner's state in one word. A clause that was missed stays so until it is used again."""
        if self.since >= MASTERED_AFTER and not self.box:
            return "mastered"
        if self.since:
            return "used"
        return "missed" if self.missed else "met"


class Knowledge:
    """A learner's knowledge of one rulebook: a mark for each clause that the learner has met.

    >>> knowledge = Knowledge("plotted")
    >>> knowledge.meet("P1.1"); knowledge.miss("P1.3"); knowledge.use("P1.3")
    >>> {clause: mark.word for clause, mark in knowledge.met.items()}
    {'P1.1': 'met', 'P1.3': 'used'}
    """

    def __init__(
        self, system: str, marks: Mapping[str, ClauseCounts] | None = None, now: Callable[[], float] | None = None
    ) -> None:
        self.system = system
        self._marks = dict(marks or {})
        self.now: Callable[[], float] = now or _now
        """Returns the time, in seconds since 1970."""

    @property
    def met(self) -> Mapping[str, ClauseCounts]:
        """The marks of the clauses that were met, in the order in which they were."""
        return self._marks

    def meet(self, clause: str) -> None:
        """Note that a clause was introduced."""
        self._marks.setdefault(clause, ClauseCounts())

    def use(self, clause: str) -> None:
        """Note that the learner has used a clause."""
        now = self._marks.get(clause, ClauseCounts())
        self._marks[clause] = replace(now, used=now.used + 1, since=now.since + 1)

    def miss(self, clause: str) -> None:
        """Note that a clause barred what the learner wanted to do, or that an answer about it was wrong. It comes back tomorrow."""
        now = self._marks.get(clause, ClauseCounts())
        self._marks[clause] = replace(now, missed=now.missed + 1, since=0, box=1, at=_moment(self.now()))

    def solve(self, clause: str) -> None:
        """Note a right answer about a clause, which uses it. A clause that is due goes on to the next box; after the last it does not
        come back."""
        is_due = clause in self.due()
        self.use(clause)
        if is_due:
            now = self._marks[clause]
            following = max(now.box, 1) + 1
            self._marks[clause] = replace(now, box=following if following <= len(BOXES) else 0, at=_moment(self.now()))

    def in_order(self, clauses: Collection[str]) -> list[str]:
        """Return some clauses in the order in which the learner has met them."""
        return [clause for clause in self._marks if clause in clauses]

    def due(self, on: date | None = None) -> list[str]:
        """Return the clauses that are due on a day, in UTC, those that are due longest first.

        :param on: by default today
        """
        on = on or day(_moment(self.now()))
        found = [(mark.due, -mark.missed, clause) for clause, mark in self._marks.items() if mark.due]
        return [clause for when, _, clause in sorted(found) if when <= on]

    def join(self, other: Mapping[str, ClauseCounts]) -> None:
        """Take over marks that were written elsewhere: the counts where more is known there, the box where it is the later one."""
        for clause, mark in other.items():
            now = self._marks.get(clause, mark)
            more = mark if now.used + now.missed < mark.used + mark.missed else now
            later = max(more, now, mark, key=lambda each: each.at)
            self._marks[clause] = replace(more, box=later.box, at=later.at)


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A learner's place in a course: the record of its part; in a stage the game so far, as a link text, and the numbers of the
    steps that were played for the learner."""

    part: Name
    game: Annotated[str, Limits(most=LONGEST_GAME), REQUIRED] = ""
    shown: Annotated[tuple[Count, ...], REQUIRED] = ()


@dataclass(frozen=True)
class _Kept:
    """The entries of a file; a file with others is refused, as writing it anew would lose them. ``counts`` is that of `COUNTS`; ``log`` is that of
    `hexwidget.classroom.storage.KeptProgress`."""

    counts: Annotated[int, WRITTEN] = 0
    exercises: Annotated[dict[Name, Record], AT_MOST, REQUIRED] = field(default_factory=dict)
    clauses: Annotated[dict[Name, Annotated[dict[Name, ClauseCounts], AT_MOST]], AT_MOST] = field(default_factory=dict)
    places: Annotated[dict[Name, Bookmark], AT_MOST] = field(default_factory=dict)
    log: str | None = None


class Progress(Mapping[str, Record]):
    """Records by the ids of exercises, the knowledge of each system's clauses, and the learner's place in each course.

    :param path: the file that every change is written to. Progress in an existing file is continued. None: nothing is written
    :param now: returns the time, in seconds since 1970; by default that of the machine
    :raises InputError: if the file holds something else, or a format that this version does not know; the file stays as it is

    >>> progress = Progress()
    >>> progress.tried("a-slow-archer", right=False); progress.hinted("a-slow-archer")
    >>> progress.tried("a-slow-archer", right=True); progress["a-slow-archer"]
    Record(tries=2, hints=1, solved=True, shown=0)
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, *, now: Callable[[], float] | None = None) -> None:
        self.now: Callable[[], float] = now or _now
        self._path = None if path is None else Path(path).absolute()  # the same file from every folder
        self._records: dict[str, Record] = {}
        self._knowledge: dict[str, Knowledge] = {}
        self._places: dict[str, Bookmark] = {}
        self._log: str | None = None
        self.catch_up()

    @classmethod
    def of_text(cls, text: str) -> Progress:
        """Return the progress that a text tells, as `text` writes it.

        :raises InputError: if it is no such text
        """
        if not isinstance(text, str) or len(text) > MOST_BYTES:
            raise InputError(CANNOT_READ, f"expected a text of at most {MOST_BYTES:,} characters")
        found = cls()
        found._join(text)
        return found

    @property
    def text(self) -> str:
        """The progress as a text, which can be sent and read again: see `of_text`."""
        return self._text_with(self._records)

    def _text_with(self, records: dict[str, Record]) -> str:
        clauses = {name: dict(known.met) for name, known in self._knowledge.items() if known.met}
        entries = record_of(_Kept).write(_Kept(COUNTS, records, clauses, self._places), Known(Problems()))
        return json.dumps({"format": FORMAT, **entries}, ensure_ascii=False, indent=2) + "\n"

    def knowledge(self, system: str) -> Knowledge:
        """Return the knowledge of a system's clauses. `keep` writes its changes to the file."""
        return self._knowledge.setdefault(system, Knowledge(system, now=self.now))

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems whose clauses the learner has met."""
        return tuple(name for name, known in self._knowledge.items() if known.met)

    def keep(self) -> None:
        """Write the progress to its file, if it has one."""
        self.catch_up()
        self._write(self.text)

    def catch_up(self) -> None:
        """Read the file again: another notebook may have written it. A count begins with that."""
        text = self._kept()
        if text is not None:
            self._join(text, self._called())

    def _called(self) -> str:
        """Return the name of the file, for errors; empty without one."""
        return "" if self._path is None else str(self._path)

    def _kept(self) -> str | None:
        """Return the text of the file; None without one."""
        if self._path is None or not os.path.lexists(self._path):
            return None
        try:
            return read_text(self._path, MOST_BYTES)
        except InputError as error:
            found = [Problem(str(self._path), f"{problem}; name another file") for problem in error.problems]
            raise InputError(CANNOT_READ, found) from None

    def _write(self, text: str) -> None:
        """Write the file, if there is one."""
        if self._path is not None:
            write_whole(self._path, text)

    def place(self, course: str) -> Bookmark | None:
        """Return the learner's place in a course; None if the learner has not begun it.

        :param course: its ``digest``
        """
        return self._places.get(course)

    def went(self, course: str, to: Bookmark) -> None:
        """Note the learner's place in a course."""
        self.catch_up()
        others = [(name, at) for name, at in self._places.items() if name != course]
        self._places = dict([*others, (course, to)][-MOST_PLACES:])
        self._write(self.text)

    def _join(self, text: str, path: str = "") -> None:
        """Take over what a text tells.

        :raises InputError: if it is no such text
        """
        found = _read(text, path, "name another file" * (self._path is not None))
        self._records |= found.exercises
        self._places |= dict([*found.places.items()][-MOST_PLACES:])
        self._log = found.log
        for name, marks in found.clauses.items():
            self.knowledge(name).join(marks)

    def note(self, deed: str, **entries: Any) -> None:
        """Note an action of the learner. The progress of a class hands it to the learner's log.

        :param deed: "opened" (a part), "hint", "action" (``text``), "answer" (``text``, ``right`` and the missed ``clauses``), "refused"
            (``clauses``), "done", "lost" or "shown"
        """

    def tried(self, exercise: str, *, right: bool) -> None:
        """Count a try. The record of a part that is solved stays as it is."""
        self._count(exercise, tries=1, right=right)

    def began(self, exercise: str) -> None:
        """Note that the learner has begun a part."""
        if not self[exercise].begun:
            self._count(exercise)

    def hinted(self, exercise: str) -> None:
        """Count a hint."""
        self.note("hint")
        self._count(exercise, hints=1)

    def showed(self, exercise: str) -> None:
        """Count that the learner was shown the end of a stage or the answer to an exercise, which solves nothing."""
        self.note("shown")
        self._count(exercise, shown=1)

    def _count(self, exercise: str, *, right: bool = False, **more: int) -> None:
        """Add to the counts of a part.

        :param more: the number to add to each count
        """
        self.catch_up()
        if not is_showable(exercise, LONGEST_NAME, 1):
            raise InputError(CANNOT_KEEP, f"expected a name, not {shown(exercise)}")
        if exercise not in self._records and len(self._records) >= MOST_EXERCISES:
            raise InputError(CANNOT_KEEP, f"it has {MOST_EXERCISES:,} exercises already")
        now = self[exercise]
        if not now.solved:
            counts: dict[str, Any] = {name: getattr(now, name) + n for name, n in more.items()}
            now = replace(now, **counts, solved=right, at=_moment(self.now()))
        records = {**self._records, exercise: now}
        self._write(self._text_with(records))
        self._records = records

    def __getitem__(self, exercise: str) -> Record:
        return self._records.get(exercise, NOT_BEGUN)

    def __iter__(self) -> Any:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    def __repr__(self) -> str:
        solved = sum(record.solved for record in self._records.values())
        return f"<Progress: {solved} solved of {len(self)} begun>"

    def _repr_html_(self) -> str:
        rows = [["✓" if r.solved else "·", name, r.tries, r.hints] for name, r in self._records.items()]
        return table(["", "exercise", "tries", "hints"], rows) or "<p>Nothing begun yet.</p>"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as HTML; without rows, nothing."""
    body = list(rows)
    return html_table(head, body) if body else ""


def _read(text: str, path: str, remedy: str) -> _Kept:
    """Read a text. The counts of files from before the present definitions are rough.

    :param path: its place; empty: it has none
    :param remedy: what to do about a file that cannot be read
    """
    try:
        found = read_entries(_Kept, text, CANNOT_READ, FORMAT, remedy=remedy)
    except InputError as error:
        placed = [Problem(f"{path}{each.place}", each.message) for each in error.problems]
        raise InputError(CANNOT_READ, placed) from None
    clauses = [*found.clauses, *(clause for marks in found.clauses.values() for clause in marks)]
    of_places = [each for at in found.places.values() for each in (at.part, at.game)]
    texts = {"exercises": [*found.exercises], "clauses": clauses, "places": [*found.places, *of_places]}
    for part, each in ((part, each) for part, several in texts.items() for each in several):
        if not is_showable(each, LONGEST_GAME):
            raise InputError(CANNOT_READ, f"expected a text that can be shown, not {shown(each)}", f"{path}/{part}")
    if found.counts == COUNTS:
        return found
    exercises = {name: replace(each, rough=each.tries > 1) for name, each in found.exercises.items()}
    counted = dict[str, dict[str, ClauseCounts]]()
    for name, marks in found.clauses.items():
        counted[name] = {each: replace(mark, rough=max(mark.used, mark.missed) > 1) for each, mark in marks.items()}
    return replace(found, exercises=exercises, clauses=counted)


def time_of(record: Record) -> str:
    """Return the time of a record in ISO 8601, in UTC; empty if it is not known."""
    return f"{datetime.fromtimestamp(record.at, UTC):%Y-%m-%dT%H:%M:%SZ}" if record.at else ""


def counts(record: Record) -> str:
    """Return a learner's tries and hints in a part."""
    tries = worded("at most {n:try}" if record.rough else "{n:try}", n=record.tries) if record.tries else ""
    hints = worded("{n:hint}", n=record.hints) if record.hints else ""
    return ", ".join(filter(None, (tries, hints, translated("solution shown") if record.shown else "")))


def result(record: Record) -> str:
    """Return a learner's tries and hints in a part, with a tick if it is solved."""
    return f"{'✓' if record.solved else '✗' if record.begun else '·'} {counts(record)}".strip()
