"""The exercises that ask if an action is legal, and if not, which clause bars it."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import ClassVar

from hexwidget.lessons.feedback import Feedback, Line, of_events, of_findings, shortened
from hexwidget.lessons.kinds.kind import LEGAL, OFFERED, RIGHT, Kind
from hexwidget.problems import InputError, Problem, Problems, unknown
from hexwidget.rules import Action, Status, Verdict


class Legal(Kind):
    needs: ClassVar[tuple[str, ...]] = ("action",)
    knows: ClassVar[tuple[str, ...]] = ("player",)

    @cached_property
    def action(self) -> Action:
        return self.parsed(self.ask["action"])

    @cached_property
    def verdict(self) -> Verdict:
        return self.position.check(self.action)

    @property
    def on_the_board(self) -> str:
        return "option"

    @property
    def question(self) -> str:
        return f"{self.named(self.ask['action'])}. Is that legal? If not, which clause says no?"

    @property
    def key(self) -> str:
        return LEGAL if self.verdict else self.verdict.clauses[0]

    @cached_property
    def options(self) -> tuple[tuple[str, str], ...]:
        """Legal, clauses that bar the action, and some other clauses that bar actions."""
        rulebook = self.system.rulebook
        wanted = [c for c in dict.fromkeys([*self.verdict.clauses, *self.clauses]) if c in self.system.barring]
        near = [c for c in rulebook if c in self.system.barring and c not in wanted]
        family = {c.partition(".")[0] for c in wanted}
        rng = Random(str(self.ask["action"]))
        rng.shuffle(near)
        near.sort(key=lambda c: c.partition(".")[0] not in family)
        chosen = {*wanted[: OFFERED - 1], *near[: max(0, OFFERED - 1 - len(wanted))]}
        listed = [(c, f"No: {self.title_of(c)}") for c in rulebook if c in chosen]
        return ((LEGAL, "Legal"), *listed)

    def judge(self, answer: str) -> Feedback:
        answer = answer.strip()
        rulebook = self.system.rulebook
        if answer != LEGAL and answer not in rulebook:
            what = unknown("answer", answer, [name for name, _ in self.options])
            raise InputError("this is no answer", [Problem("", what)])
        if self.verdict:
            happened = shortened(of_events(self.position.apply(self.action).events))
            if answer == LEGAL:
                return Feedback(True, RIGHT, happened or (Line("It is legal.", self.clauses[0]),))
            said = Line(f"{self.title_of(answer)}, does not bar it: {rulebook[answer].text}", answer)
            return Feedback(False, "Not so: it is legal.", (said, *happened[:3]))
        reasons = of_findings(self.verdict.findings)
        if answer in self.verdict.clauses:
            return Feedback(True, RIGHT, shortened(reasons))
        if answer == LEGAL:
            return Feedback(False, "Not so: it is not legal.", shortened(reasons[:2]))
        said = Line(f"{self.title_of(answer)}, is not what bars it: {rulebook[answer].text}", answer)
        return Feedback(False, "It is not legal, but for another reason.", (said, *reasons[:1]))

    def check(self, problems: Problems) -> None:
        try:
            verdict = self.verdict
        except InputError as error:
            for problem in error.problems:
                problems.add("ask/action", problem.message)
            return
        if verdict.status not in (Status.LEGAL, Status.ILLEGAL):
            problems.add("ask/action", f"it is neither legal nor illegal: {verdict.status.value}")
