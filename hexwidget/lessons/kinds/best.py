"""The exercises that ask for the best action."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from hexwidget.english import capital, listing, translated, worded
from hexwidget.lessons.exercises.feedback import Feedback, Line, of_events, of_findings, shorten
from hexwidget.lessons.exercises.goals import Aftermath, done_by, likelihood
from hexwidget.lessons.kinds.task import RIGHT, Task
from hexwidget.problems import Problems
from hexwidget.rules import Action, IllegalAction, Position, percent


class Best(Task):
    needs: ClassVar[tuple[str, ...]] = ("of",)
    knows: ClassVar[tuple[str, ...]] = ("want", "goal", "piece", "others", "player", "chance", "dice", "events")
    on_the_board = "action"

    @classmethod
    def read(cls, ask: Mapping[str, Any], position: Position, problems: Problems) -> None:
        super().read(ask, position, problems)
        if ("chance" in ask) == ("events" in ask):
            problems.add("ask", "expected either events (a clause, whose events are counted) or chance (a goal)")
        if "events" in ask and ask["events"] not in position.system.rulebook:
            problems.unknown("ask/events", "clause", ask["events"], position.system.rulebook)

    @property
    def question(self) -> str:
        goal, piece = self.goal_in_words(self.ask.get("goal", ())), self.ask.get("piece")
        wording = "Of all actions" + (" of {unit} {where}" if piece else "") + (" after which {goal}," if goal else "")
        wording += f" find one with the {self.ask.get('want', 'most')} {{of}}."
        unit, there = (self.piece_in_words(piece), self.where(piece)) if piece else ("", "")
        return worded(wording, unit=unit, where=there, goal=goal, of=self.ask["of"])

    def value(self, action: Action | str) -> Fraction | None:
        """Return the value of an action; None if it misses the goal."""
        at = done_by(Aftermath(self.position), action, self.player, self.others)
        if "goal" in self.ask and at.misses(self.ask["goal"]):
            return None
        if "chance" in self.ask:
            return likelihood(at, self.ask["chance"], self.ask.get("dice"))
        return Fraction(sum(event.clause == self.ask["events"] for event in at.events))

    @cached_property
    def _values(self) -> dict[str, Fraction]:
        values = ((str(action), self.value(action)) for action in self.actions())
        return {text: value for text, value in values if value is not None}

    @property
    def _best(self) -> Fraction:
        return self._better(self._values.values())

    def _better(self, values: Iterable[Fraction]) -> Fraction:
        return (max if self.ask.get("want", "most") == "most" else min)(values)

    @property
    def key(self) -> str:
        best = self._best
        return next(text for text, value in self._values.items() if value == best)

    def judge(self, answer: str) -> Feedback:
        action = self.parsed(answer)
        if (another := self.of_another_piece(action)) is not None:
            return another
        try:
            value = self._values.get(str(action)) or self.value(action)
        except IllegalAction as refused:
            return Feedback(False, translated("That is not legal."), shorten(of_findings(refused.verdict.findings)))
        if value is None:
            missed = done_by(Aftermath(self.position), action, self.player, self.others).misses(self.ask["goal"])
            line = Line(worded("Not so yet: {words}.", words=listing(missed)))
            return Feedback(False, translated("It is legal, but not what was asked for."), (line,))
        happened = of_events(done_by(Aftermath(self.position), action, self.player, self.others).events)
        said = Line(f"{capital(translated(self.ask['of']))}: {translated(self._shown(value))}.", self.clauses[0])
        if value == self._better((value, self._best)):  # a listing leaves out detours, which are legal
            return Feedback(True, translated(RIGHT), shorten([said, *happened]))
        better = worded("{said}; {best} is possible.", said=said.text[:-1], best=self._shown(self._best))
        return Feedback(False, translated("It can be done better."), (Line(better, self.clauses[0]),))

    def _shown(self, value: Fraction) -> str:
        return percent(value) if "chance" in self.ask else str(value)

    def check(self, problems: Problems) -> None:
        if not self._values:
            problems.add("ask", "it has no solution: no legal action is what is asked for")
        elif len(set(self._values.values())) < 2:
            problems.add("ask", f"all {len(self._values)} actions are equally good, which teaches nothing")
