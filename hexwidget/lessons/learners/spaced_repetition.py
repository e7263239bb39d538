"""The clauses that come back: those that a learner has missed, on the days that `hexwidget.lessons.learners.records` keeps, with questions
about them."""

from __future__ import annotations

from collections.abc import Container, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from html import escape
from itertools import islice
from typing import Any

from hexwidget.english import counted
from hexwidget.files.disk import AnyPath
from hexwidget.lessons.courses.course import Course
from hexwidget.lessons.courses.tutor import introduction
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.generator import variants
from hexwidget.lessons.exercises.loading import load
from hexwidget.lessons.learners.class_progress import read_progress
from hexwidget.lessons.learners.knowledge_map import here
from hexwidget.lessons.learners.records import BOXES, ClauseCounts, Progress, day, table
from hexwidget.play import example
from hexwidget.problems import InputError, shown
from hexwidget.systems.registry import system as system_of
from hexwidget.systems.registry import system_names
from hexwidget.text_tables import aligned_lines

MOST = 5
"""The most questions of one sitting."""
NOTHING = "nothing is due"


@dataclass(frozen=True)
class DueClause:
    """A missed clause that is due.

    :param system: the name of its rule system
    :param mark: the learner's counts for it
    """

    system: str
    clause: str
    mark: ClauseCounts

    @property
    def title(self) -> str:
        """The title of the clause."""
        return system_of(self.system).rulebook[self.clause].title

    @property
    def missed(self) -> int:
        """The number of times that the learner has missed it."""
        return self.mark.missed

    @property
    def since(self) -> date | None:
        """The day since which it is due, in UTC; None if that was not kept."""
        return self.mark.due if self.mark.at else None

    @property
    def why(self) -> str:
        """The reason in words."""
        times = f"missed {counted(self.missed, 'time')}"
        if not self.mark.at:
            return times
        if self.mark.box == 1:
            return f"{times}, last on {day(self.mark.at)}"
        return f"{times}, solved on {day(self.mark.at)}: again after {counted(BOXES[self.mark.box - 1], 'day')}"

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """The exercises of the system that use the clause."""
        with suppress(InputError):  # a system of one's own may have none
            return tuple(each for each in load(self.system) if self.clause in each.clauses)
        return ()

    @property
    def examples(self) -> tuple[str, ...]:
        """The worked examples whose games use the clause; `hw.example` opens one."""
        played = [each.id for each in system_of(self.system).rulebook.values() if each.scenario]
        return tuple(each for each in played if each == self.clause or self.clause in _events(each))

    def variants(self, most: int = 1) -> tuple[Exercise, ...]:
        """Return fresh questions on which the clause alone decides; others after the next answer.

        :param most: the most questions; random games may show fewer
        """
        return tuple(islice(self._fresh, most))

    @property
    def _fresh(self) -> Iterator[Exercise]:
        return variants(system_of(self.system), self.clause, self.mark.used + self.mark.missed)

    def question(self, known: Container[str] = ()) -> Exercise | None:
        """Return a fresh question, or a variant of an exercise if random games show no question. None: no exercise uses the clause.

        :param known: the ids of questions that the learner has seen: they come last
        """
        tries, first, asked = self.mark.used + self.mark.missed, None, self.exercises
        for fresh in self._fresh:
            if fresh.id not in known:
                return fresh
            first = first or fresh
        if first or not asked:
            return first
        chosen = asked[tries % len(asked)]
        with suppress(InputError):  # none of its variants has an answer
            return chosen.variant(tries)
        return chosen


def _events(example_clause: str) -> set[str]:
    return {event.clause for step in example(example_clause).steps for event in step.events}


class Due(list[DueClause]):
    """The clauses that are due on a day, those that are due longest first. A cell shows them as a card.

    >>> progress = Progress(now=lambda: 86_400)
    >>> progress.knowledge("plotted").miss("P1.3")
    >>> due(progress)
    Nothing is due on 1970-01-02. 1 clause comes back on 1970-01-03.
    >>> due(progress, on="1970-01-03")
    1 clause is due on 1970-01-03:
      plotted  P1.3  Movement values  since 1970-01-03  missed 1 time, last on 1970-01-02

    :param done: the learner's record
    :param on: the day, in UTC; None: today
    :param system: the name of a rule system; None: of all
    """

    def __init__(self, done: Progress, on: date | None = None, system: str | None = None) -> None:
        self.done: Progress = done
        """The learner's record."""
        self.on: date = on or day(done.now())
        """The day, in UTC."""
        known = [name for name in done.systems if name in system_names()]
        marks = [(name, c, m) for name in known for c, m in done.knowledge(name).met.items() if system in (None, name)]
        waiting = [(m.due, -m.missed, n, c, m) for n, c, m in marks if m.due is not None and c in system_of(n).rulebook]
        waiting.sort(key=lambda each: each[:4])
        super().__init__(DueClause(name, clause, mark) for when, _, name, clause, mark in waiting if when <= self.on)
        self._later = [when for when, *_ in waiting if when > self.on]

    def questions(self, system: str | None = None) -> Iterator[Exercise]:
        """Yield a question about each clause that is due, each question once.

        :param system: the name of a rule system; None: of all
        """
        found = set[str]()
        for each in self:
            question = each.question({*self.done}) if system in (None, each.system) else None
            if question is not None and question.id not in found:
                found.add(question.id)
                yield question

    def course(self, system: str | None = None, *, most: int = MOST) -> Course:
        """Return a course about the clauses that are due now. A right answer lets its clause come back later, a wrong one tomorrow.

        :param system: the name of its rule system; by default that of the clause that is due longest
        :param most: the most questions
        :raises InputError: if nothing is due, or no position of random games and no exercise asks about it
        """
        parts = list(islice(self.questions(system or (self[0].system if self else "")), most))
        if not parts:
            what = f"{self.next} `hw.lessons.due(..., on=date)` shows another day" if not self else f"read it: {self}"
            raise InputError(NOTHING if not self else "nothing asks about what is due", what)
        return Course(parts, "What is due", progress=self.done)

    @property
    def next(self) -> str:
        """The next day on which something comes back, as a sentence."""
        if not self._later:
            return "Nothing comes back later."
        many = self._later.count(self._later[0])
        return f"{counted(many, 'clause')} {'comes' if many == 1 else 'come'} back on {self._later[0]}."

    @property
    def data(self) -> dict[str, Any]:
        """The clauses that are due, as plain data."""
        rows = [
            {"system": each.system, "clause": each.clause, "title": each.title, "missed": each.missed, "why": each.why}
            | {"since": str(each.since) if each.since else None, "box": each.mark.box}
            for each in self
        ]
        return {"on": str(self.on), "due": rows, "next": str(self._later[0]) if self._later else None}

    @property
    def _heading(self) -> str:
        return f"{counted(len(self), 'clause')} {'is' if len(self) == 1 else 'are'} due on {self.on}" if self else ""

    def __repr__(self) -> str:
        if not self:
            return f"Nothing is due on {self.on}. {self.next}"
        rows = [(each.system, each.clause, each.title, f"since {each.since or 'long ago'}", each.why) for each in self]
        return "\n".join([f"{self._heading}:", *(f"  {line}" for line in aligned_lines(rows))])

    def _repr_html_(self) -> str:
        if not self:
            return f"<p>{escape(repr(self))}</p>"
        rows = []
        for each in self:
            words = introduction(system_of(each.system).rulebook[each.clause])
            rows.append((each.system, f"{each.clause} {each.title}", words, each.since or "", each.why))
        listed = table(["system", "rule", "what it says", "since", "why"], rows)
        return f"<div><b>{self._heading}</b>{listed}<p>{self.next} <code>.course()</code> asks about it.</p></div>"


def due(progress: Progress | AnyPath | None = None, system: str | None = None, *, on: date | str | None = None) -> Due:
    """Return the clauses that a learner has missed and that are due: after one day, three, and nine.

    :param progress: the learner's progress, its file, or its text; None: that of the first games in this kernel
    :param system: the name of a rule system; None: of all
    :param on: a day, in UTC, or its text: "2026-12-01"; None: today
    :raises InputError: if there is no such file or day, or the file cannot be read
    """
    done = here() if progress is None else read_progress(progress)
    if done is None:
        raise InputError("this progress cannot be read", "there is no such file", str(progress))
    return Due(done, None if on is None else _day_of(on), system)


def _day_of(given: object) -> date:
    if isinstance(given, datetime):
        return given.astimezone(UTC).date()
    if isinstance(given, date):
        return given
    with suppress(ValueError):
        if isinstance(given, str):
            return date.fromisoformat(given)
    raise InputError("there is no such day", f"expected a date such as 2026-12-01, not {shown(given)}", "on")
