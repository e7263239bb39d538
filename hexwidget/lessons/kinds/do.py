"""The exercises that ask for actions with a goal."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import ClassVar

from hexwidget.english import translated, worded
from hexwidget.lessons.exercises.feedback import Feedback, Line, of_events, of_findings, shorten
from hexwidget.lessons.exercises.goals import Aftermath, Goal, done_by
from hexwidget.lessons.kinds.task import MOST_TRIED, RIGHT, Step, Task
from hexwidget.problems import InputError, Problems
from hexwidget.rules import IllegalAction


class Do(Task):
    needs: ClassVar[tuple[str, ...]] = ("goal",)
    knows: ClassVar[tuple[str, ...]] = ("steps", "others", "player", "piece")
    on_the_board = "action"

    @property
    def goal(self) -> Goal:
        found: Goal = self.ask["goal"]
        return found

    @property
    def steps(self) -> int:
        """The most actions that an answer has."""
        return int(self.ask.get("steps", 1))

    @property
    def question(self) -> str:
        wording = "Find one action after which {goal}." if self.steps == 1 else "Find {n} actions after which {goal}."
        return worded(wording, n=self.steps, goal=self.goal_in_words(self.goal))

    @cached_property
    def _found(self) -> tuple[str, ...] | None:
        """The first actions found that lead to the goal; None if there are too many to try, or none leads there."""
        tried = 0
        open_: list[tuple[tuple[str, ...], Aftermath]] = [((), Aftermath(self.position))]
        for _ in range(self.steps):
            further: list[tuple[tuple[str, ...], Aftermath]] = []
            for way, at in open_:
                if at.position.chance is not None or self.player not in at.position.to_act:
                    continue
                for action in islice(at.position.legal_actions(self.player), MOST_TRIED + 1):
                    if "piece" in self.ask and not way and not self.names_piece(action):
                        continue
                    tried += 1
                    if tried > MOST_TRIED:
                        return None
                    there = done_by(at, action, self.player, self.others)
                    if not there.misses(self.goal):
                        return (*way, str(action))
                    further.append(((*way, str(action)), there))
            open_ = further
        return None

    @property
    def key(self) -> str:
        return " then ".join(self._found or ())

    @property
    def way(self) -> tuple[Step, ...]:
        at, steps = Aftermath(self.position), list[Step]()
        for text in self._found or ():
            steps.append((text, at.position.parse(self.named(text)), at.position))
            at = done_by(at, steps[-1][1], self.player, self.others)
        return tuple(steps)

    def judge(self, answer: str) -> Feedback:
        steps = [part.strip() for part in answer.split(" then ")]
        if len(steps) > self.steps:
            raise InputError("this is no answer", f"expected at most {self.steps} of them, not {len(steps)}")
        if (another := self.of_another_piece(self.parsed(steps[0]))) is not None:
            return another
        at = Aftermath(self.position)
        for text in steps:
            try:
                at = done_by(at, self.named(text), self.player, self.others)
            except IllegalAction as refused:
                return Feedback(False, translated("That is not legal."), shorten(of_findings(refused.verdict.findings)))
        return self.judged(at)

    def judged(self, at: Aftermath) -> Feedback:
        """Judge the result of an answer by the goal."""
        missed = at.misses(self.goal)
        if not missed:
            return Feedback(True, translated(RIGHT), shorten(of_events(at.events)))
        lines = [Line(worded("Not so yet: {words}.", words=words)) for words in missed]
        heading = translated("It is legal, but not yet what was asked for.")
        return Feedback(False, heading, shorten([*lines, *of_events(at.events)[-2:]]))

    def check(self, problems: Problems) -> None:
        if not Aftermath(self.position).misses(self.goal):
            problems.add("ask/goal", "it is so already, before anything is done")
        elif self._found is None:
            problems.add("ask/goal", f"it has no solution in {self.steps} {'action' if self.steps == 1 else 'actions'}")
