"""The exercises that put a learner before a decision of a game again: something else was refused there, or was not the best."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from hexwidget.english import translated, worded
from hexwidget.lessons.exercises.feedback import Feedback, Line, of_events, of_findings, shorten
from hexwidget.lessons.kinds.task import RIGHT, Task
from hexwidget.problems import Problems, is_showable, shown
from hexwidget.rules import Position
from hexwidget.rules.action_routes import leads_to

LONGEST_WHY = 2000


class Again(Task):
    needs: ClassVar[tuple[str, ...]] = ("better",)
    knows: ClassVar[tuple[str, ...]] = ("did", "piece", "player", "refused", "to", "why")
    on_the_board = "action"

    @classmethod
    def read(cls, ask: Mapping[str, Any], position: Position, problems: Problems) -> None:
        super().read(ask, position, problems)
        why = ask.get("why", [])
        pairs = isinstance(why, (list, tuple)) and all(isinstance(two, (list, tuple)) and len(two) == 2 for two in why)
        if not pairs or not all(is_showable(text, LONGEST_WHY) for each in why for text in each):
            problems.add("ask/why", f"expected sentences, each with the clause that it cites, not {shown(why)}")

    @property
    def refused(self) -> bool:
        """True if the rules refused what was tried: each legal action of the same piece that leads to the same space is right then."""
        return bool(self.ask.get("refused"))

    @cached_property
    def better(self) -> tuple[str, ...]:
        """The actions that are right, as their canonical texts."""
        return tuple(str(self.parsed(text)) for text in self.ask["better"])

    @property
    def several(self) -> bool:
        return self.refused or len(self.better) > 1

    @property
    def question(self) -> str:
        return translated("Find an action that the rules allow." if self.refused else "Find a better action.")

    @property
    def key(self) -> str:
        return self.better[0]

    def judge(self, answer: str) -> Feedback:
        action = self.parsed(answer)
        verdict = self.position.check(action)
        if not verdict:
            return Feedback(False, translated("That is not legal."), shorten(of_findings(verdict.findings)))
        happened = of_events(self.position.apply(action).events)
        if str(action) in self.better:
            why = (Line(text, clause) for text, clause in self.ask.get("why", ()))
            return Feedback(True, translated(RIGHT), (*why, *shorten(happened)))
        if self.refused and "to" in self.ask and self.ask["to"] not in leads_to(self.position, action):
            line = Line(worded("An action that leads to {space} is legal, too.", space=self.called(self.ask["to"])))
            return Feedback(False, translated("It is legal, but leads elsewhere."), (line,))
        if self.refused:
            another = self.of_another_piece(action)
            right = Feedback(True, translated("Right: the rules allow that."), shorten(happened))
            return right if another is None else another
        done = answer == self.ask.get("did")
        heading = translated("That is what was done." if done else "It is legal, but not what was found.")
        return Feedback(False, heading, shorten(happened))

    def check(self, problems: Problems) -> None:
        for n, text in enumerate(self.ask["better"]):
            verdict = self.position.check(self.parsed(text))
            if not verdict:
                why = "; ".join(finding.text for finding in verdict.findings)
                problems.add(f"ask/better/{n}", f"expected a legal action: {why}")
