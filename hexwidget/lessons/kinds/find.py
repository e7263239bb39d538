"""The exercises that ask for the only legal action among refused ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from hexwidget.english import capital, translated, worded
from hexwidget.lessons.exercises.feedback import Feedback, Line, of_events, of_findings, shorten
from hexwidget.lessons.kinds.task import RIGHT, Step, Task
from hexwidget.problems import InputError, Problem, Problems, shown, unknown
from hexwidget.rules import Action, Position, Status, Verdict

FEWEST, MOST = 3, 8
"""The numbers of actions that are offered."""


class Find(Task):
    needs: ClassVar[tuple[str, ...]] = ("actions",)
    knows: ClassVar[tuple[str, ...]] = ("player", "said")
    on_the_board = "option"

    @classmethod
    def read(cls, ask: Mapping[str, Any], position: Position, problems: Problems) -> None:
        super().read(ask, position, problems)
        listed = ask.get("actions")
        if "actions" not in ask:
            return
        if not isinstance(listed, list) or not all(isinstance(text, str) for text in listed):
            problems.add("ask/actions", f"expected a list of actions, not {shown(listed)}")
        elif not FEWEST <= len(set(listed)) == len(listed) <= MOST:
            problems.add("ask/actions", f"expected {FEWEST} to {MOST} different actions, not {shown(listed)}")

    @cached_property
    def offered(self) -> dict[str, Action]:
        """The actions to choose from, by their texts."""
        return {text: self.parsed(text) for text in self.ask["actions"]}

    @cached_property
    def _verdicts(self) -> dict[str, Verdict]:
        return {text: self.position.check(action) for text, action in self.offered.items()}

    @property
    def question(self) -> str:
        return worded("The rules allow {player} only one of these actions. Which one?", player=self.player)

    @property
    def key(self) -> str:
        return next(text for text, verdict in self._verdicts.items() if verdict)

    @cached_property
    def options(self) -> tuple[tuple[str, str], ...]:
        owned = len({action.player for action in self.offered.values()}) > 1
        words = {
            text: capital(f"{translated(action.player)}: " * owned + self.in_words(text, action))
            for text, action in self.offered.items()
        }
        alike = Counter(words.values())
        return tuple((text, told if alike[told] == 1 else f"{told} ({text})") for text, told in words.items())

    @property
    def way(self) -> tuple[Step, ...]:
        return ((self.key, self.offered[self.key], self.position),)

    def judge(self, answer: str) -> Feedback:
        answer = answer.strip()
        if answer not in self.offered:
            raise InputError("this is no answer", [Problem("", unknown("answer", answer, self.offered))])
        verdict = self._verdicts[answer]
        if not verdict:
            return Feedback(False, translated("The rules refuse that."), shorten(of_findings(verdict.findings)))
        happened = of_events(self.position.apply(self.offered[answer]).events)[:1]
        refused = [
            Line(
                worded("{action}? No: {reason}.", action=dict(self.options)[text], reason=finding.text),
                finding.clause,
                finding.subjects,
            )
            for text, verdict in self._verdicts.items()
            for finding in verdict.findings[:1]
        ]
        return Feedback(True, translated(RIGHT), (*happened, *refused))

    def check(self, problems: Problems) -> None:
        for n, text in enumerate(self.ask["actions"]):
            with problems.noting(f"ask/actions/{n}", below=False):
                status = self.position.check(self.parsed(text)).status
                if status not in (Status.LEGAL, Status.ILLEGAL):
                    problems.add(f"ask/actions/{n}", f"it is neither legal nor illegal: {status.value}")
        if problems.found:
            return
        legal = [text for text, verdict in self._verdicts.items() if verdict]
        if len(legal) != 1:
            told = f"{len(legal)} are: {', '.join(legal)}" if legal else "none is"
            problems.add("ask/actions", f"expected exactly one legal action, but {told}")
