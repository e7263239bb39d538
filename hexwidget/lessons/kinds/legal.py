"""The exercises about the verdict on an action: if it is legal, and which clauses bar it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from random import Random
from typing import ClassVar

from hexwidget.english import listing, phrase, translated, worded
from hexwidget.lessons.exercises.feedback import Feedback, Line, of_events, of_findings, shorten
from hexwidget.lessons.kinds.task import LEGAL, OFFERED, RIGHT, Task
from hexwidget.problems import InputError, Problems, unknown
from hexwidget.rules import Action, Status, Verdict


class Legal(Task):
    needs: ClassVar[tuple[str, ...]] = ("action",)
    knows: ClassVar[tuple[str, ...]] = ("player", "said")
    on_the_board = "option"

    @cached_property
    def action(self) -> Action:
        return self.parsed(self.ask["action"])

    @cached_property
    def verdict(self) -> Verdict:
        return self.position.check(self.action)

    @property
    def question(self) -> str:
        asked = translated("Is that legal? If not, which clause says no?")
        return f"{self.wanted(self.ask['action'], self.action)} {asked}"

    @property
    def key(self) -> str:
        return LEGAL if self.verdict else self.verdict.clauses[0]

    @cached_property
    def options(self) -> tuple[tuple[str, str], ...]:
        """Legal, clauses that bar the action, and some other clauses that bar actions."""
        barring = [c for c in dict.fromkeys([*self.verdict.clauses, *self.clauses]) if c in self.system.barring]
        offered = self._among_others(barring[: OFFERED - 1], OFFERED - 1)
        return ((LEGAL, "Legal"), *((c, phrase("No: {clause}", clause=self.title_of(c))) for c in offered))

    def _among_others(self, wanted: Iterable[str], many: int) -> list[str]:
        """Clauses in the order of the rulebook, with others that bar actions between them: those of the same sections first."""
        wanted = [*wanted]
        rulebook = self.system.rulebook
        near = [c for c in rulebook if c in self.system.barring - set(self.verdict.clauses) and c not in wanted]
        sections = {c.partition(".")[0] for c in wanted}
        Random(str(self.ask["action"])).shuffle(near)
        near.sort(key=lambda c: c.partition(".")[0] not in sections)
        chosen = {*wanted, *near[: max(0, many - len(wanted))]}
        return [c for c in rulebook if c in chosen]

    def judge(self, answer: str) -> Feedback:
        answer = answer.strip()
        if answer != LEGAL and answer not in self.system.rulebook:
            raise InputError("this is no answer", unknown("answer", answer, [name for name, _ in self.options]))
        if self.verdict:
            happened = shorten(of_events(self.position.apply(self.action).events))
            if answer == LEGAL:
                legal = Line(translated("It is legal."), self.clauses[0])
                return Feedback(True, translated(RIGHT), happened or (legal,))
            return Feedback(False, translated("Not so."), (self._does_not_bar(answer),))
        if answer in self.verdict.clauses:
            return Feedback(True, translated(RIGHT), shorten(of_findings(self.verdict.findings)))
        if answer == LEGAL:
            return Feedback(False, translated("Not so: it is not legal."), (self._place,))
        said = self._does_not_bar(answer)
        return Feedback(False, translated("It is not legal, but for another reason."), (said, self._place))

    def _does_not_bar(self, clause: str) -> Line:
        rule = self.system.rulebook[clause].text
        return Line(worded("{clause}, does not bar it: {rule}", clause=self.title_of(clause), rule=rule), clause)

    @property
    def _place(self) -> Line:
        """The spaces that the reason is about: they narrow it down, and do not tell it."""
        spaces = tuple(s for s in self.verdict.findings[0].subjects if self.position.map.find(s) is not None)
        if not spaces:
            return Line(translated("It is not about where anything stands."))
        return Line(worded("Look at {told}.", told=listing([self.called(space) for space in spaces])), "", spaces)

    def check(self, problems: Problems) -> None:
        with problems.noting("ask/action", below=False):
            if self.verdict.status not in (Status.LEGAL, Status.ILLEGAL):
                problems.add("ask/action", f"it is neither legal nor illegal: {self.verdict.status.value}")


class Which(Legal):
    """The action is refused; the learner names a clause that bars it. Any of them is right; the feedback tells all."""

    @property
    def question(self) -> str:
        asked = translated("The rules refuse it. Which clause says no?")
        return f"{self.wanted(self.ask['action'], self.action)} {asked}"

    @property
    def key(self) -> str:
        return next(clause for clause in self.verdict.clauses if clause in self.clauses)

    @cached_property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The clauses that bar the action, and at least two others: those that the exercise teaches, and neighbours."""
        barring = self.verdict.clauses
        wanted = dict.fromkeys([*barring, *(c for c in self.clauses if c in self.system.barring)])
        return tuple((c, self.title_of(c)) for c in self._among_others(wanted, max(OFFERED, len(barring) + 2)))

    def judge(self, answer: str) -> Feedback:
        answer = answer.strip()
        rulebook, barring = self.system.rulebook, self.verdict.clauses
        if answer not in rulebook:
            raise InputError("this is no answer", unknown("answer", answer, [c for c, _ in self.options]))
        if answer not in barring:
            return Feedback(False, translated("That is not why."), (self._does_not_bar(answer), self._place))
        found = of_findings(self.verdict.findings)
        lines = []
        for clause in barring:
            lines.append(next(line for line in found if line.clause == clause))
            lines.append(Line(f"{translated(self.title_of(clause))}: {translated(rulebook[clause].text)}", clause))
        more = "" if len(barring) == 1 else f" {worded('{n} clauses bar it.', n=len(barring))}"
        return Feedback(True, translated(RIGHT) + more, tuple(lines))

    def check(self, problems: Problems) -> None:
        with problems.noting("ask/action", below=False):
            status, barring = self.verdict.status, self.verdict.clauses
            if status is not Status.ILLEGAL:
                problems.add("ask/action", f"expected an action that the rules refuse: this one is {status.value}")
            elif not set(self.clauses) & set(barring):
                problems.add("clauses", f"none of the clauses that it teaches bars it: {' and '.join(barring)} do")
