"""The clauses that are due, and the questions about them. `hexwidget.lessons.learners.spaced_repetition` shows them, and makes a course of them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import overload

from hexwidget.english import counted
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.generator import variants
from hexwidget.lessons.exercises.loading import load
from hexwidget.lessons.learners.records import BOXES, ClauseCounts, Progress, day
from hexwidget.play import example
from hexwidget.problems import InputError
from hexwidget.systems.registry import system as system_of
from hexwidget.systems.registry import system_names

MOST = 5
"""The most questions of one sitting."""


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


class DueClauses(Sequence[DueClause]):
    """The clauses that are due on a day, those that are due longest first.

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
        self._due = [DueClause(name, clause, mark) for when, _, name, clause, mark in waiting if when <= self.on]
        self._later = [when for when, *_ in waiting if when > self.on]

    @overload
    def __getitem__(self, index: int) -> DueClause: ...
    @overload
    def __getitem__(self, index: slice) -> list[DueClause]: ...
    def __getitem__(self, index: int | slice) -> DueClause | list[DueClause]:
        return self._due[index]

    def __len__(self) -> int:
        return len(self._due)

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
