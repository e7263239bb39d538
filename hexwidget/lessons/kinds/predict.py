"""The exercises that ask for the result of actions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import groupby
from random import Random
from typing import Any, ClassVar

from hexwidget.english import capital, translated, verb, worded
from hexwidget.geometry import HexMap
from hexwidget.lessons.exercises.feedback import Feedback, Line, of_events, shorten
from hexwidget.lessons.exercises.goals import Aftermath, carried_on, chances, likelihood, whatever_follows
from hexwidget.lessons.kinds.task import NOBODY, NOWHERE, OFFERED, RIGHT, Step, Task
from hexwidget.problems import InputError, Problems, unknown
from hexwidget.rules import ChanceNode, Draft, Forecast, IllegalAction, Observation, Position, percent
from hexwidget.rules.forecasting import forecasts_of

MOST_TERMS = 6
"""The most terms of a sum that are all written."""


@lru_cache(maxsize=64)
def _then(position: Position, ask: str) -> tuple[tuple[Fraction, bool | str], ...]:
    """The ends of chance, kept, as variants ask the same again and chance comes to thousands of positions."""
    return Predict(position, json.loads(ask), ()).counted()


class Predict(Task):
    needs: ClassVar[tuple[str, ...]] = ("after",)
    knows: ClassVar[tuple[str, ...]] = ("piece", "at", "goal", "dice", "player", "others", "said")

    @classmethod
    def read(cls, ask: Mapping[str, Any], position: Position, problems: Problems) -> None:
        super().read(ask, position, problems)
        if sum(part in ask for part in ("piece", "at", "goal")) != 1:
            problems.add("ask", "expected one of piece (where it ends), at (who stands there), goal (how likely it is)")

    @cached_property
    def done(self) -> tuple[Step, ...]:
        """The actions whose result is asked for."""
        position, done = self.position, list[Step]()
        for text in self.ask["after"]:
            action = position.parse(text)
            done.append((text, action, position))
            position = position.apply(action).position
        return tuple(done)

    @cached_property
    def _after(self) -> Aftermath:
        at = Aftermath(self.position)
        for _, action, position in self.done:
            at = at.after(position.apply(action))
        return carried_on(at, self.player, self.others)

    @property
    def on_the_board(self) -> str:
        return "space" if "piece" in self.ask else "option"

    @property
    def question(self) -> str:
        by_player = groupby(self.done, key=lambda each: each[1].player)
        then = f", {translated('then')} "
        said = ((capital(translated(who)), then.join(self.in_words(*each) for each in done)) for who, done in by_player)
        done = " ".join(f"{who}: {deeds}." for who, deeds in said)
        if "piece" in self.ask:
            piece = self.ask["piece"]
            wording = f"Where {verb('does', self.many_on(piece))} {{unit}}, now {{where}}, end{self._before_dice}?"
            asked = worded(wording, unit=self.piece_in_words(piece), where=self.where(piece))
        elif "at" in self.ask:
            asked = worded(f"Who stands {{where}} then{self._before_dice}?", where=self.where(self.ask["at"]))
        else:
            likely = "How likely is it that {goal} then?"
            if self._decider:
                likely = "How likely is it that {goal} then, whatever {player} decides?"
            asked = worded(likely, goal=self.goal_in_words(self.ask["goal"]), player=self._decider)
        return f"{done} {asked}"

    @cached_property
    def _ends(self) -> tuple[tuple[Fraction, bool], ...]:
        """The probability of each end that chance may come to; True if it is the goal, whatever is decided then."""
        return tuple((share, then is True) for share, then in self._then)

    @cached_property
    def _then(self) -> tuple[tuple[Fraction, bool | str], ...]:
        """The probability of each end of chance, with what is to come of it: see `whatever_follows`."""
        return _then(self.position, json.dumps(self.ask, sort_keys=True))

    def counted(self) -> tuple[tuple[Fraction, bool | str], ...]:
        """Count the ends of chance: see `_then`."""
        goal, dice = self.ask["goal"], self.ask.get("dice")
        if self._after.position.chance is None:
            return ((Fraction(1), not self._after.open(goal)),)
        return tuple((share, whatever_follows(at, goal)) for share, at in chances(self._after, dice))

    @property
    def _decider(self) -> str:
        """The player on whose decision the goal may depend; empty if it depends on nobody's."""
        return next((then for _, then in self._then if isinstance(then, str)), "")

    @cached_property
    def _exact(self) -> Fraction:
        """The probability of the goal."""
        return sum((share for share, hit in self._ends if hit), Fraction(0))

    @property
    def _before_dice(self) -> str:
        return ", before any dice are rolled" if self._after.position.chance is not None else ""

    @cached_property
    def right(self) -> tuple[str, ...]:
        """The right answers: the likelihood; each player who stands there; each space where a part of the pieces ends."""
        if "goal" in self.ask:
            return (percent(self._exact),)
        if "piece" in self.ask:
            return self._ends_of(self.ask["piece"])
        scene = self._after.scene
        owners = (scene.players[p.owner].name for p in scene.pieces if p.space == self.ask["at"] and p.layer == "unit")
        return tuple(dict.fromkeys(owners)) or (NOBODY,)

    @property
    def key(self) -> str:
        return self.right[0]

    @property
    def several(self) -> bool:
        return len(self.right) > 1

    def _ends_of(self, began: str) -> tuple[str, ...]:
        """The spaces of the pieces of a space after the actions. Their owners and kinds identify them."""
        before = [p for p in self.system.scene(Observation(None, self.position)).pieces if p.layer == "unit"]
        kinds = dict.fromkeys((p.owner, p.kind) for p in before if p.space == began)
        if any((p.owner, p.kind) in kinds and p.space != began for p in before):
            what = f"several pieces are of the kind of that on {began}: ask for one that is alone of its kind"
            raise InputError("this cannot be told", what, "ask/piece")
        after = [p for p in self._after.scene.pieces if p.layer == "unit"]
        ends = [[p.space for p in after if (p.owner, p.kind) == kind] or [NOWHERE] for kind in kinds]
        return tuple(dict.fromkeys(space for spaces in ends for space in spaces))

    @cached_property
    def options(self) -> tuple[tuple[str, str], ...]:
        if "piece" in self.ask:
            return ()
        if "at" in self.ask:
            return (*((name, name) for name in self.position.players), (NOBODY, "nobody"))
        return tuple((text, text) for text in sorted(self._chances, key=self._chances.__getitem__))

    @cached_property
    def _chances(self) -> dict[str, Fraction]:
        """The probabilities to choose from, by their texts."""
        exact = self._exact
        rng = Random(f"{self.ask['after']}")
        near = [exact / 2, (1 + exact) / 2, 1 - exact, exact * Fraction(2, 3), (exact + Fraction(1, 10)) % 1]
        rng.shuffle(near)
        told = {percent(p): p for p in near if percent(p) != self.key}
        return {**dict(list(told.items())[: OFFERED - 2]), self.key: exact}

    def judge(self, answer: str) -> Feedback:
        answer = answer.strip()
        known = [name for name, _ in self.options]
        if "piece" in self.ask and answer != NOWHERE and self.position.map.find(answer) is None:
            raise InputError("this is no answer", self.position.map.explain_unknown(answer))
        if known and answer not in known:
            raise InputError("this is no answer", unknown("answer", answer, known))
        if answer in self.right:
            return Feedback(True, translated(RIGHT), shorten(self._why()))
        line = Line(self._difference(answer), self.clauses[0])
        return Feedback(False, translated("Not so." if known else "Not there."), (line,))

    def _difference(self, answer: str) -> str:
        """Say how a wrong answer differs from the right one, without naming the right one."""
        spaces = self.position.map
        if "goal" in self.ask:
            more = self._exact > self._chances[answer]
            return translated("It is more likely than that." if more else "It is less likely than that.")
        if NOWHERE in (answer, *self.right) or not isinstance(spaces, HexMap) or "at" in self.ask:
            return worded("Go through it step by step, and think of {clause}.", clause=self.title_of(self.clauses[0]))
        away = min(spaces.distance(spaces.index(answer), spaces.index(each)) for each in self.right)
        return worded(f"It ends {{n:{spaces.word}}} from there.", n=away)

    def _why(self) -> list[Line]:
        if "goal" in self.ask:
            clauses = {condition.get("event") for condition in self.ask["goal"]}
            events = [e for e in self._after.events if e.clause in clauses] or self._after.events[-2:]
            told = [*map(_fighters, self._forecasts), *self._sum()]
            lines = [Line(each, "" if n else self.clauses[0]) for n, each in enumerate(told)]
            return lines if self._forecasts else [*lines, *of_events(events)]
        about = self.ask.get("piece", self.ask.get("at"))
        events = [e for e in self._after.events if {about, *self.right} & set(e.subjects)]
        return of_events(events or self._after.events)

    @property
    def _forecasts(self) -> tuple[Forecast, ...]:
        """The odds that the board shows: of the chance that waits, or of the last action."""
        if self._after.position.chance is None:
            return ()
        waiting = self._after.position.choices(Draft(), None).forecasts
        _, action, position = self.done[-1]
        return waiting or forecasts_of(position, action)

    def _sum(self) -> Iterator[str]:
        """Yield the sentences that tell how the probability of the goal comes about."""
        position, exact, ends = self._after.position, self._exact, self._ends
        node = position.chance
        if node is None or exact in (0, 1):
            yield translated(f"It is {'certain' if exact else 'impossible'}: chance has no say in it.")
            return
        if len({share for share, _ in ends}) == 1:
            hits, many = sum(hit for _, hit in ends), len(ends)
            kind, each = _kind_of(node), many // len(node.outcomes)
            if kind == "rolls" and each > 1:
                # The last face comes first, with all that may follow it.
                by_face = [str(sum(hit for _, hit in ends[n : n + each])) for n in range(0, many, each)][::-1]
                told = " + ".join([*by_face[:3], "…", *by_face[-2:]] if len(by_face) > MOST_TERMS else by_face)
                wording = "For each face of the first die, the rolls that lead there: {told} = {n}."
                yield worded(wording, told=told, n=hits)
            wording = f"{{hits}} of {{n}} {kind} lead there, each as likely as the others: {{share}} = {{percent}}."
            yield worded(wording, hits=hits, n=many, share=f"{hits}/{many}", percent=percent(exact))
            return
        terms = []
        for outcome in node:
            then = likelihood(self._after.after(position.apply(outcome)), self.ask["goal"], self.ask.get("dice"))
            if then:
                probability = node.probability(outcome)
                terms.append(f"{probability}" if then == 1 else f"{probability} · {then}")
                comes = self.system.ways(position, outcome) or f"{probability}"
                yield f"{capital(translated(node.in_words(outcome.value)))}: {comes}."
        total = f"{exact}" if terms == [f"{exact}"] else f"{' + '.join(terms)} = {exact}"
        yield f"{total} = {translated(percent(exact))}."

    def check(self, problems: Problems) -> None:
        before = len(problems.found)
        with problems.noting("ask/after", below=False):
            try:
                self._after  # noqa: B018  (raises if an action is not legal)
            except IllegalAction as refused:
                problems.add("ask/after", f"it is not legal: {refused.verdict.findings[0]}")
        if len(problems.found) > before:
            return
        pieces = self.system.scene(Observation(None, self.position)).pieces
        if "piece" in self.ask and not any(p.space == self.ask["piece"] and p.layer == "unit" for p in pieces):
            problems.add("ask/piece", "no piece stands there")
            return
        if "piece" in self.ask:
            with problems.noting("ask/piece", below=False):
                self._ends_of(self.ask["piece"])
        if len(self.options) == 1:
            problems.add("ask", "only one answer is possible")


def _fighters(forecast: Forecast) -> str:
    """The title of a forecast with the dice or cubes of each side."""
    sides = "; ".join(f"{translated(each.player)} {each.counts}" for each in forecast.fighters)
    return f"{capital(forecast.title)}{f': {sides}' if sides else ''}."


def _kind_of(node: ChanceNode) -> str:
    """The word for the outcomes of a chance."""
    faces = [str(n) for n in range(1, len(node.outcomes) + 1)]
    return "rolls" if [value for value, _ in node.outcomes] == faces else "outcomes"
