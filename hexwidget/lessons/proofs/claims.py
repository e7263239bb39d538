"""The claims of *Why?*: sentences about an action, and the playing out that proves them. `hexwidget.lessons.proofs.prover` makes them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

from hexwidget.english import capital, translated, worded
from hexwidget.lessons.courses.stage import Stage, so_far
from hexwidget.lessons.exercises.goals import Aftermath, Goal
from hexwidget.lessons.learners.counts import chosen_clauses
from hexwidget.play import Session
from hexwidget.problems import InputError
from hexwidget.rules import Action, ChanceNode, Forecast, Position

MOST_RESULTS = 700
"""The most positions that are played out for one claim."""
WORLDS = 3
"""The worlds, beside the true one, in which a claim must hold where something is hidden."""
MOST_NAMED = 3
"""The most further actions that a plan names."""


class TooManyError(Exception):
    """An action has too many results to play out."""


@dataclass(frozen=True)
class Result:
    """One result of an action, when its player is to act again or chance and sealed answers are through.

    :param share: its probability; None if other players decide, too
    :param rolled: True if dice alone make the chance
    :param answers: the actions of others, each with the position before it
    """

    share: Fraction | None
    rolled: bool
    after: Aftermath
    answers: tuple[tuple[Position, Action], ...] = ()


def results(before: Aftermath, action: Action, *, replies: bool = False) -> list[Result]:
    """Return all results of an action: after all that chance decides, and the answers of those who decide at the same time.

    :param replies: True to play on, with every answer of others, until the player acts again
    :raises TooManyError: if they are too many
    """
    first = Result(Fraction(1), True, before.after(before.position.apply(action)))
    waiting = [(first, before.position.to_act - {action.player})]
    found, left = [], MOST_RESULTS
    while waiting:
        now, sealing = waiting.pop()
        position, node = now.after.position, now.after.position.chance
        acting = sorted(position.to_act & sealing)
        if not acting and replies and action.player not in position.to_act:
            acting = sorted(position.to_act)
        # Chance that opens something new, such as a turn, comes after the results of the action.
        if (node is None and not acting) or (node is not None and node.opening and not replies):
            found.append(now)
            continue
        nexts = list(islice(position.legal_actions(acting[0]) if node is None else node, left + 1))
        left -= len(nexts)
        if left < 0:
            raise TooManyError
        for each in nexts:
            after = now.after.after(position.apply(each))
            if node is None:
                answers = (*now.answers, (position, each))
                waiting.append((Result(None, now.rolled, after, answers), sealing - {acting[0]}))
            else:
                share = None if now.share is None else now.share * node.probability(each)
                waiting.append((Result(share, now.rolled and _is_die(node), after, now.answers), sealing))
    return found


def _is_die(node: ChanceNode) -> bool:
    return all(value.isdecimal() for value in node.probabilities)


class PendingAction:
    """A learner before an action in a stage.

    :param stage: the stage
    :param session: its session, at the step before the action
    """

    def __init__(self, stage: Stage, session: Session[Any], action: Action) -> None:
        self.stage = stage
        self.session = session
        self.action = action
        self.position: Position = session.position
        self.before: Aftermath = so_far(session)

    @cached_property
    def worlds(self) -> list[Aftermath]:
        """The true world first, then those that look the same to the learner."""
        if not self.position.system.hides:
            return [self.before]
        rng = Random("worlds")
        drawn = [self.position.system.resample(self.position, self.stage.learner, rng) for _ in range(WORLDS)]
        return [self.before, *(Aftermath(each, self.before.events) for each in drawn if each.check(self.action))]

    def _played_out(self, action: Action, *, replies: bool = False) -> list[list[Result]]:
        """All results of an action in each world; empty if they are too many."""
        try:
            return [results(each, action, replies=replies) for each in self.worlds]
        except TooManyError:
            return []

    @cached_property
    def ends(self) -> list[list[Result]]:
        """All results in each world; empty if they are too many."""
        return self._played_out(self.action)

    @cached_property
    def returns(self) -> list[list[Result]]:
        """All results in each world, with every answer of others until the learner acts again; empty if they are too many."""
        return self._played_out(self.action, replies=True) if self.ends else []

    @cached_property
    def idle(self) -> Action | None:
        """The first action that does nothing, such as to pass; None if there is no such action among the first ones."""
        listed, _ = self.position.legal_actions(self.stage.learner).some(MOST_RESULTS)
        return next((each for each in listed if _is_idle(self.position, each)), None)

    @cached_property
    def idled(self) -> list[list[Result]]:
        """The results in each world if the learner does nothing, as `returns` has them."""
        return [] if self.idle is None or not self.returns else self._played_out(self.idle, replies=True)

    @cached_property
    def uses(self) -> frozenset[str]:
        """The clauses of the stage that the learner has still to use, and does not use by this action."""
        left = self.stage.unused(self.session)
        return frozenset(left) - used_at_once(self.position, self.action) if left else frozenset()


def used_at_once(position: Position, action: Action) -> frozenset[str]:
    """Return the clauses that an action uses by itself: those of its choices and of its own events."""
    events = position.apply(action).events
    return chosen_clauses(position, action) | {each.clause for each in events if each.is_seen_by(action.player)}


def _is_idle(position: Position, action: Action) -> bool:
    """True for an action that concerns no space, such as to pass."""
    grammar = position.system.grammar
    slots = next(iter(grammar.drafts(action)), {"/": ""})
    kinds = ((grammar.slot_kind(slot), value) for slot, value in slots.items())
    return not any("/" in slot for slot in slots) and not any(kind and kind.space(value) for kind, value in kinds)


def spaces_of(position: Position, action: Action) -> list[str]:
    """Return the spaces that an action names by the slots of its draft."""
    grammar, found = position.system.grammar, []
    for slot, value in next(iter(grammar.drafts(action)), {}).items():
        kind = grammar.slot_kind(slot)
        found += [slot.partition("/")[2], kind.space(value) if kind is not None else None]
    return [each for each in found if each]


class Claim(ABC):
    """A sentence about an action. `proven` makes claims of which playing out has proven each."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The sentence."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class OnlyClaim(Claim):
    """No other action is legal."""

    @property
    def text(self) -> str:
        return translated("It is all you can do.")

    def holds(self, moment: PendingAction) -> bool:
        """True if playing out proves it."""
        return list(islice(moment.position.legal_actions(moment.stage.learner), 2)) == [moment.action]


@dataclass(frozen=True)
class ReachesClaim(Claim):
    """Conditions hold after every result of the action.

    :param part: a condition of the aim in words; empty: the conditions are all that is left of the aim
    """

    goal: Goal
    part: str = ""

    @property
    def text(self) -> str:
        if not self.part:
            return translated("This reaches the aim.")
        return worded("It reaches a part of the aim: {part}.", part=self.part)

    def holds(self, moment: PendingAction) -> bool:
        """True if playing out proves it."""
        ends = moment.ends
        return bool(ends) and all(not each.after.open(self.goal) for world in ends for each in world)


@dataclass(frozen=True)
class OddsClaim(Claim):
    """Conditions hold after some results of chance: ``hits`` of ``cases``, which are equally likely.

    :param what: the conditions as a sentence
    """

    goal: Goal
    what: str
    hits: int
    cases: int
    rolls: bool

    @property
    def text(self) -> str:
        wording = "{what} in {hits} of {cases} rolls." if self.rolls else "{what} in {hits} of {cases} cases."
        return capital(worded(wording, what=self.what, hits=self.hits, cases=self.cases))


@dataclass(frozen=True)
class ForetoldClaim(Claim):
    """The exact odds that the board shows for the action."""

    forecast: Forecast

    @property
    def text(self) -> str:
        shares = zip(self.forecast.shares, self.forecast.figures, strict=True)
        return f"{capital(self.forecast.title)}: {'; '.join(f'{each.label} {figure}' for each, figure in shares)}."


@dataclass(frozen=True)
class SafeClaim(Claim):
    """A unit that others could destroy before the learner acts again, if the learner did nothing, and cannot after the action.

    :param name: the unit in words, with its place
    :param idle: the action that does nothing
    :param enemies: the spaces of those who could destroy it each alone; not all of them, where they are many
    :param threat: these enemies in words; empty if no enemy could alone
    :param untouched: True if nothing that others can do after the action concerns the unit's space
    """

    space: str
    kind: str
    name: str
    idle: Action
    enemies: tuple[str, ...] = ()
    threat: str = ""
    untouched: bool = False

    @property
    def text(self) -> str:
        threat = " from {threat}" if self.threat else ""
        wording = f"It keeps your {{name}} safe{threat} until you act again."
        if self.threat and self.untouched:
            wording = "It keeps your {name} out of reach of {threat}."
        return worded(wording, name=self.name, threat=self.threat)


@dataclass(frozen=True)
class ThenClaim(Claim):
    """Whatever others answer, the learner's next action is legal, and reaches the aim by every result."""

    goal: Goal
    then: str
    words: str

    @property
    def text(self) -> str:
        return worded("Then you can {words}, and reach the aim.", words=self.words)

    def holds(self, moment: PendingAction) -> bool:
        """True if playing out proves it."""
        try:
            ends = [each.after for world in moment.returns for each in world]
            return bool(ends) and all(self._reaches(each, moment) for each in ends)
        except (TooManyError, InputError):
            return False

    def _reaches(self, after: Aftermath, moment: PendingAction) -> bool:
        learner, position = moment.stage.learner, after.position
        if learner not in position.to_act:
            return False
        action = position.parse(f"{learner}: {self.then}")
        if not position.check(action) or moment.uses - used_at_once(position, action):
            return False
        return all(not each.after.open(self.goal) for each in results(after, action))


@dataclass(frozen=True)
class PlanClaim(Claim):
    """The stage's way goes on from here to the aim, as it is replayed with the stage's opponents.

    :param way: the learner's further actions
    :param introduced: the clauses that the learner has met: mild opponents heed them
    """

    way: tuple[str, ...]
    words: tuple[str, ...]
    introduced: frozenset[str]

    @property
    def text(self) -> str:
        words = f", {translated('then')} ".join(self.words[:MOST_NAMED])
        return worded("Next: {words}, and so on." if len(self.words) > MOST_NAMED else "Next: {words}.", words=words)
