"""The clauses that come back: those that a learner has missed, on the days that `hexwidget.lessons.learners.records` keeps, with questions
about them."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, date, datetime
from html import escape
from itertools import islice
from typing import Any

from hexwidget.english import counted
from hexwidget.lessons.courses.course import Course
from hexwidget.lessons.courses.tutor import introduction
from hexwidget.lessons.learners.class_progress import read_progress
from hexwidget.lessons.learners.due_clauses import MOST, DueClauses
from hexwidget.lessons.learners.knowledge_map import here
from hexwidget.lessons.learners.records import Progress, table
from hexwidget.problems import InputError, Problem, shown
from hexwidget.rows import aligned
from hexwidget.systems.registry import system as system_of

NOTHING = "nothing is due"


class Due(DueClauses):
    """The clauses that are due on a day, those that are due longest first. A cell shows them as a card.

    >>> progress = Progress(now=lambda: 86_400)
    >>> progress.knowledge("plotted").miss("P1.3")
    >>> due(progress)
    Nothing is due on 1970-01-02. 1 clause comes back on 1970-01-03.
    >>> due(progress, on="1970-01-03")
    1 clause is due on 1970-01-03:
      plotted  P1.3  Movement values  since 1970-01-03  missed 1 time, last on 1970-01-02
    """

    def course(self, system: str | None = None, *, most: int = MOST) -> Course:
        """Return a course about the clauses that are due now. A right answer lets its clause come back later, a wrong one tomorrow.

        :param system: the name of its rule system; by default that of the clause that is due longest
        :param most: the most questions
        :raises InputError: if nothing is due, or no position of random games and no exercise asks about it
        """
        parts = list(islice(self.questions(system or (self[0].system if self else "")), most))
        if not parts:
            what = f"{self.next} `hw.lessons.due(..., on=date)` shows another day" if not self else f"read it: {self}"
            raise InputError(NOTHING if not self else "nothing asks about what is due", [Problem("", what)])
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
        return "\n".join([f"{self._heading}:", *(f"  {line}" for line in aligned(rows))])

    def _repr_html_(self) -> str:
        if not self:
            return f"<p>{escape(repr(self))}</p>"
        words = [introduction(system_of(each.system).rulebook[each.clause]) for each in self]
        rows = [
            (each.system, f"{each.clause} {each.title}", words, each.since or "", each.why)
            for each, words in zip(self, words, strict=True)
        ]
        listed = table(["system", "rule", "what it says", "since", "why"], rows)
        return f"<div><b>{self._heading}</b>{listed}<p>{self.next} <code>.course()</code> asks about it.</p></div>"


def due(
    progress: Progress | str | os.PathLike[str] | None = None,
    system: str | None = None,
    *,
    on: date | str | None = None,
) -> Due:
    """Return the clauses that a learner has missed and that are due: after one day, three, and nine.

    :param progress: the learner's progress, its file, or its text; None: that of the first games in this kernel
    :param system: the name of a rule system; None: of all
    :param on: a day, in UTC, or its text: "2026-12-01"; None: today
    :raises InputError: if there is no such file or day, or the file cannot be read
    """
    done = here() if progress is None else read_progress(progress)
    if done is None:
        raise InputError("this progress cannot be read", [Problem(str(progress), "there is no such file")])
    return Due(done, None if on is None else _day_of(on), system)


def _day_of(given: object) -> date:
    if isinstance(given, datetime):
        return given.astimezone(UTC).date()
    if isinstance(given, date):
        return given
    with suppress(ValueError):
        if isinstance(given, str):
            return date.fromisoformat(given)
    raise InputError("there is no such day", [Problem("on", f"expected a date such as 2026-12-01, not {shown(given)}")])
