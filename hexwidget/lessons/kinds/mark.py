"""The exercises that ask for spaces to mark."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from hexwidget.english import listing, phrase, translated, worded
from hexwidget.lessons.exercises.feedback import Feedback, Line, of_findings, shorten
from hexwidget.lessons.kinds.task import RIGHT, Task
from hexwidget.problems import InputError, Problems
from hexwidget.rules import Draft, Position, Verdict
from hexwidget.rules.reach.reach import Reach

MOST_WAYS = 3
"""The most ways that the right answer shows."""


class Mark(Task):
    needs: ClassVar[tuple[str, ...]] = ()
    knows: ClassVar[tuple[str, ...]] = ("piece", "what", "player", "*")
    on_the_board = "spaces"

    @classmethod
    def read(cls, ask: Mapping[str, Any], position: Position, problems: Problems) -> None:
        super().read(ask, position, problems)
        if ask.get("what", "reach") == "reach" and "piece" not in ask:
            problems.add("ask", "'piece' is missing: the space of the piece whose reach is to be marked")

    @property
    def _pieces(self) -> bool:
        return self.ask.get("what") == "pieces"

    @property
    def _conditions(self) -> dict[str, Any]:
        """The conditions of the reach."""
        return {part: value for part, value in self.ask.items() if part not in ("piece", "what", "player")}

    @cached_property
    def _reach(self) -> Reach:
        return self.position.reach(self.ask["piece"], **self._conditions)

    @cached_property
    def spaces(self) -> frozenset[str]:
        """The spaces to mark."""
        if not self._pieces:
            return frozenset(self._reach) - {self.ask["piece"]}
        root = self.position.choices(Draft(), self.player)
        return frozenset(o.space for o in root.options if o.kind == "piece" and o.legal and o.space is not None)

    @property
    def question(self) -> str:
        word = self.position.map.word
        if self._pieces:
            wording = f"Mark every {word} with one of {{player:'s}} pieces that may do something now."
            return worded(wording, player=self.player)
        conditions = []
        for part, value in self._conditions.items():
            if value is True:
                conditions.append(part)
            elif value not in (False, None, []):
                words = listing(value) if isinstance(value, list) else value
                conditions.append(f"{translated(part)}: {translated(words)}")
        told = f" ({', '.join(conditions)})" if conditions else ""
        piece = self.ask["piece"]
        unit, there = self.piece_in_words(piece), self.where(piece)
        wording = f"Mark every {word} that {{unit}} {{where}} can reach{{told}}."
        return worded(wording, unit=unit, where=there, told=told)

    @property
    def key(self) -> str:
        return ", ".join(sorted(self.spaces))

    def _marked(self, answer: str) -> frozenset[str]:
        whole = "," in answer or self.position.map.find(answer.strip()) is not None
        words = answer.split(",") if whole else answer.split()
        return frozenset(self._named(word.strip()) for word in words if word.strip())

    @cached_property
    def ways(self) -> tuple[Line, ...]:
        """The way to each space to mark, the dearest first. The spaces of a line are the way."""
        if self._pieces:
            return ()
        found = []
        for name in sorted(self.spaces, key=lambda name: (-self._reach.cost(name), name)):
            way = self._reach.path(name)
            by = listing([*map(self.called, way[1:-1])]) or phrase("one step")
            told = phrase("{0}: by {way}, at a cost of {cost}.", self.called(name), way=by, cost=self._reach.cost(name))
            found.append(Line(told, self.clauses[0], way))
        return tuple(found)

    def ways_to_missed(self, answer: str) -> list[Line]:
        """Return the ways to some of the spaces that an answer misses, the dearest first."""
        marked = self._marked(answer)
        return [line for line in self.ways if line.spaces[-1] not in marked][:MOST_WAYS]

    def solution(self, answer: str) -> tuple[Line, ...]:
        return (*self.ways_to_missed(answer), *self.judge(self.key).lines)

    def judge(self, answer: str) -> Feedback:
        marked = self._marked(answer)
        missed, extra = sorted(self.spaces - marked), sorted(marked - self.spaces - {self.ask.get("piece")})
        if not missed and not extra:
            return Feedback(True, translated(RIGHT), shorten(self._why_right()))
        counts = [worded("{n} missing", n=len(missed))] if missed else []
        counts += [worded("{n} too many", n=len(extra))] if extra else []
        # The feedback explains each wrong mark. Of missing marks it tells only the number, so that they can still be found.
        lines = [line for name in extra for line in self.why_not(name)]
        if missed and not extra:
            lines.append(self.about_missed(missed[0]))
        return Feedback(False, worded("Not yet: {counts}.", counts=", ".join(counts)), shorten(lines))

    def _named(self, word: str) -> str:
        spaces = self.position.map
        if spaces.find(word) is None:
            raise InputError("this is no answer", spaces.explain_unknown(word), word)
        return word

    def why_not(self, name: str) -> list[Line]:
        """Return the reasons against a space that is not to be marked."""
        if self._pieces:
            verdict: Verdict = self.system.explain(self.position, self.player, Draft(), name)
        else:
            verdict = self._reach.why(name)
        lines = of_findings(verdict.findings[:2])
        called = self.called(name)
        if not lines:
            nobody = worded("{0}: none of {player:'s} pieces stands there.", called, player=self.player)
            return [Line(nobody, self.clauses[0], (name,))]
        # A reason may begin with the space: "0504 is ocean".
        return [
            Line(each.text if each.text.startswith(called) else f"{called}: {each.text}", each.clause, (name,))
            for each in lines
        ]

    def about_missed(self, name: str) -> Line:
        """Return the sentence where only spaces are missed, and this is the first of them."""
        if self._pieces:
            return Line(translated("All pieces that you marked may do something. So may others."), self.clauses[0])
        wording = "All that you marked can be reached. So can others, one of them at a cost of {cost}."
        return Line(worded(wording, cost=self._reach.cost(name)), self.clauses[0])

    def _why_right(self) -> list[Line]:
        spaces = self.position.map
        lines = [Line(worded(f"{{n:{spaces.word}}}.", n=len(self.spaces)), self.clauses[0])]
        if self._pieces:
            return lines
        by_clause: dict[str, list[str]] = {}
        for name, clause in self._reach.rim.items():
            by_clause.setdefault(clause, []).append(name)
        for clause, names in sorted(by_clause.items()):
            called = [self.called(name) for name in names[:4]]
            listed = listing([*called, phrase("others")] if len(names) > 4 else called)
            first = self.why_not(names[0])
            reason = next((line for line in first if line.clause == clause), first[0])
            text = worded("Not {listed}. {reason}", listed=listed, reason=reason.text) if names[1:] else reason.text
            lines.append(Line(text, clause, tuple(names)))
        return lines

    def check(self, problems: Problems) -> None:
        try:
            self.spaces  # noqa: B018  (raises if the reach cannot be computed)
        except InputError as error:
            for problem in error.problems:
                problems.add("ask", str(problem))
            return
        if not self.spaces:
            problems.add("ask", "it has no solution: there is nothing to mark")
        elif self.spaces >= set(self.position.map.names()) - {self.ask.get("piece")}:
            problems.add("ask", "everything is to be marked, which teaches nothing")
