"""The exercises that ask for the only legal action among refused ones."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import ClassVar

from hexwidget.english import capital, translated, worded
from hexwidget.lessons.exercises.feedback import Feedback, Line, of_events, of_findings, shorten
from hexwidget.lessons.kinds.task import RIGHT, Step, Task
from hexwidget.problems import Problems, check_name
from hexwidget.rules import Action, Status, Verdict


class Find(Task):
    needs: ClassVar[tuple[str, ...]] = ("actions",)
    knows: ClassVar[tuple[str, ...]] = ("player", "said")
    on_the_board = "option"

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
        check_name("this is no answer", "answer", answer, self.offered)
        verdict = self._verdicts[answer]
        if not verdict:
            return Feedback(False, translated("The rules refuse that."), shorten(of_findings(verdict.findings)))
        happened = of_events(self.position.apply(self.offered[answer]).events)[:1]
        for text, label in self.options:
            for finding in self._verdicts[text].findings[:1]:
                reason = worded("{action}? No: {reason}.", action=label, reason=finding.text)
                happened.append(Line(reason, finding.clause, finding.subjects))
        return Feedback(True, translated(RIGHT), tuple(happened))

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
