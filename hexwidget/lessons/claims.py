"""The claims of *Why?*: sentences about an action, each proven by playing out.

A claim is made only if it holds in every result of the action, or with its exact odds. Where results are too many to be played
out, nothing is claimed. Hidden things may decide no claim: it must hold in other worlds that look the same to the player, too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from random import Random
from typing import Any

from hexwidget.english import capital, possessive
from hexwidget.explore import lookahead
from hexwidget.explore.opponents import Opponents
from hexwidget.lessons.goals import Aftermath, Condition, Goal, called, where
from hexwidget.lessons.mild import Mild
from hexwidget.lessons.stages import MILD, Stage, aim_in_words, chosen_by, so_far
from hexwidget.lessons.tutor import taught
from hexwidget.play import Session
from hexwidget.problems import InputError
from hexwidget.rules import Action, Event, Forecast, Position, Rulebook

MOST_RESULTS = 700
"""The most positions that are played out for one claim."""
WORLDS = 3
"""The worlds, beside the true one, in which a claim must hold where something is hidden."""
MOST_ROLLS = 36
"""The most equal cases that are counted as rolls; of more, a fraction is reduced."""
MOST_NAMED = 3
"""The most further actions that a plan names."""


class TooManyError(Exception):
    """An action has too many results to play out."""


@dataclass(frozen=True)
class Result:
    """One result of an action, when its player is to act again or chance and sealed answers are through.

    :param share: its probability; None if other players decide, too
    """

    share: Fraction | None
    after: Aftermath


def results(before: Aftermath, action: Action, *, replies: bool = False) -> list[Result]:
    """Return all results of an action: after all that chance decides, and the answers of those who decide at the same time.

    :param replies: True to play on, with every answer of others, until the player acts again
    :raises TooManyError: if they are too many
    """
    sealed = before.position.to_act - {action.player}
    waiting: list[tuple[Fraction | None, Aftermath, frozenset[str]]]
    waiting = [(Fraction(1), before.after(before.position.apply(action)), sealed)]
    found, left = [], MOST_RESULTS
    while waiting:
        share, at, others = waiting.pop()
        position, node = at.position, at.position.chance
        acting = sorted(position.to_act & others)
        if not acting and replies and action.player not in position.to_act:
            acting = sorted(position.to_act)
        # Chance that opens something new, such as a turn, comes after the results of the action.
        if (node is None and not acting) or (node is not None and node.opening and not replies):
            found.append(Result(share, at))
            continue
        nexts = list(islice(position.legal_actions(acting[0]) if node is None else node, left + 1))
        left -= len(nexts)
        if left < 0:
            raise TooManyError
        for each in nexts:
            part = share * node.probabilities[each.value] if node is not None and share is not None else None
            waiting.append((part, at.after(position.apply(each)), others - set(acting[:1] if node is None else ())))
    return found


class Moment:
    """A learner before an action in a stage.

    :param stage: the stage
    :param session: its session, at the step before the action
    """

    def __init__(self, stage: Stage, session: Session[Any], action: Action) -> None:
        self.stage = stage
        self.session = session
        self.action = action
        self.position: Position = session.position

    @cached_property
    def worlds(self) -> list[Aftermath]:
        """The true world first, then those that look the same to the learner."""
        before, rng = so_far(self.session), Random("worlds")
        if not self.position.system.hides:
            return [before]
        drawn = [lookahead.imagined(self.position, self.stage.learner, rng) for _ in range(WORLDS)]
        return [before, *(Aftermath(each, before.events) for each in drawn if each.check(self.action))]

    @cached_property
    def ends(self) -> list[list[Result]]:
        """All results in each world; empty if they are too many."""
        return self._played_out(self.worlds, self.action)

    @staticmethod
    def _played_out(worlds: list[Aftermath], action: Action, *, replies: bool = False) -> list[list[Result]]:
        try:
            return [results(each, action, replies=replies) for each in worlds]
        except TooManyError:
            return []

    @cached_property
    def returns(self) -> list[list[Result]]:
        """All results in each world, with every answer of others until the learner acts again; empty if they are too many."""
        return self._played_out(self.worlds, self.action, replies=True) if self.ends else []

    @cached_property
    def uses(self) -> frozenset[str]:
        """The clauses of the stage that the learner has still to use, and does not use by this action."""
        left = self.stage.unused(self.session)
        return frozenset(left) - used_at_once(self.position, self.action) if left else frozenset()


def used_at_once(position: Position, action: Action) -> frozenset[str]:
    """Return the clauses that an action uses by itself: those of its choices and of its own events."""
    chosen = chosen_by(position, action)
    options = chosen.options if chosen is not None else ()
    return frozenset(
        {
            *(each.clause for each in options if each.chosen and each.legal),
            *(each.clause for each in position.apply(action).events if is_seen(each, action.player)),
        }
    )


def is_seen(event: Event, player: str) -> bool:
    """True if a player sees an event."""
    return event.visible_to is None or player in event.visible_to


class Claim(ABC):
    """A sentence about an action."""

    clause = ""
    spaces: tuple[str, ...] = ()

    @property
    @abstractmethod
    def text(self) -> str:
        """The sentence."""

    @abstractmethod
    def holds(self, moment: Moment) -> bool:
        """True if playing out proves it."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Only(Claim):
    """No other action is legal."""

    @property
    def text(self) -> str:
        return "It is all you can do."

    def holds(self, moment: Moment) -> bool:
        return list(islice(moment.position.legal_actions(moment.stage.learner), 2)) == [moment.action]


@dataclass(frozen=True)
class Reaches(Claim):
    """Conditions hold after every result of the action.

    :param part: a condition of the aim in words; empty: the conditions are all that is left of the aim
    """

    goal: Goal
    part: str = ""

    @property
    def text(self) -> str:
        return f"It reaches a part of the aim: {self.part}." if self.part else "This reaches the aim."

    def holds(self, moment: Moment) -> bool:
        ends = moment.ends
        return bool(ends) and all(not each.after.open(self.goal) for world in ends for each in world)


@dataclass(frozen=True)
class Odds(Claim):
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
        return f"{capital(self.what)} in {self.hits} of {self.cases} {'rolls' if self.rolls else 'cases'}."

    def holds(self, moment: Moment) -> bool:
        return all(_odds(self.goal, world) == Fraction(self.hits, self.cases) for world in moment.ends or [[]])


def _odds(goal: Goal, world: list[Result]) -> Fraction | None:
    """The probability of conditions; None if other players decide, too."""
    if not world or any(each.share is None for each in world):
        return None
    return sum((each.share for each in world if each.share and not each.after.open(goal)), Fraction(0))


@dataclass(frozen=True)
class Foretold(Claim):
    """The exact odds that the board shows for the action."""

    forecast: Forecast

    @property
    def text(self) -> str:
        shares = zip(self.forecast.shares, self.forecast.figures, strict=True)
        return f"{capital(self.forecast.title)}: {'; '.join(f'{each.label} {figure}' for each, figure in shares)}."

    def holds(self, moment: Moment) -> bool:
        chosen = chosen_by(moment.position, moment.action)
        return chosen is not None and self.forecast in chosen.forecasts


@dataclass(frozen=True)
class Safe(Claim):
    """A unit that others could destroy before the learner acts again, if the learner did nothing, and cannot after the action.

    :param name: the unit in words, with its place
    :param idle: the action that does nothing
    """

    space: str
    kind: str
    name: str
    idle: Action

    @property
    def text(self) -> str:
        return f"It keeps your {self.name} safe until you act again."

    def holds(self, moment: Moment) -> bool:
        learner = moment.stage.learner
        if not moment.returns or any(each.share is not None for world in moment.returns for each in world):
            return False
        stands = min(count_of(each.after, learner, self.kind, self.space) for world in moment.ends for each in world)
        kept = all(
            count_of(each.after, learner, self.kind, self.space) >= stands > 0
            for world in moment.returns
            for each in world
        )
        try:
            return kept and any(self._is_lost(each, learner) for each in moment.worlds[:1])
        except TooManyError:
            return False

    def _is_lost(self, before: Aftermath, learner: str) -> bool:
        has = count_of(before, learner, self.kind)
        return any(count_of(each.after, learner, self.kind) < has for each in results(before, self.idle, replies=True))


def count_of(at: Aftermath, player: str, kind: str, space: str = "") -> int:
    """Return the number of a player's units of a kind: on a space, or on the whole map."""
    return sum(
        each.count
        for each in at.scene.pieces
        if at.scene.players[each.owner].name == player
        and each.layer == "unit"
        and each.kind == kind
        and space in ("", each.space)
    )


@dataclass(frozen=True)
class Then(Claim):
    """Whatever others answer, the learner's next action is legal, and reaches the aim by every result."""

    goal: Goal
    then: str
    words: str

    @property
    def text(self) -> str:
        return f"Then you can {self.words}, and reach the aim."

    def holds(self, moment: Moment) -> bool:
        try:
            return bool(moment.returns) and all(
                self._reaches(each.after, moment) for world in moment.returns for each in world
            )
        except (TooManyError, InputError):
            return False

    def _reaches(self, after: Aftermath, moment: Moment) -> bool:
        learner, position = moment.stage.learner, after.position
        if learner not in position.to_act:
            return False
        action = position.parse(f"{learner}: {self.then}")
        if not position.check(action) or moment.uses - used_at_once(position, action):
            return False
        return all(not each.after.open(self.goal) for each in results(after, action))


@dataclass(frozen=True)
class Plan(Claim):
    """The stage's way goes on from here to the aim, as it is replayed with the stage's opponents.

    :param way: the learner's further actions
    :param introduced: the clauses that the learner has met: mild opponents heed them
    """

    way: tuple[str, ...]
    words: tuple[str, ...]
    introduced: frozenset[str]

    @property
    def text(self) -> str:
        more = len(self.way) - MOST_NAMED
        return f"Next: {', then '.join(self.words[:MOST_NAMED])}{', and so on' if more > 0 else ''}."

    def holds(self, moment: Moment) -> bool:
        return all(_replayed(moment, self.way, mild) is not None for mild in self._opponents)

    @property
    def _opponents(self) -> tuple[Mild, Mild]:
        """Mild opponents as they are now, and as they are when the learner has met all clauses."""
        return Mild(self.introduced.__contains__), Mild(lambda clause: True)


def _replayed(moment: Moment, way: tuple[str, ...], mild: Mild) -> tuple[str, ...] | None:
    """Return the actions of a way in words, if it leads from the action to the aim in time; else None."""
    stage, game = moment.stage, moment.session.at(moment.session.step.number)
    game.set_rolls("auto")
    policies = {player: mild if policy == MILD else policy for player, policy in stage.opponents.items()}
    opponents = Opponents(game, policies) if policies else None
    words = []
    try:
        game.play(moment.action)
        for text in way:
            if stage.learner not in game.position.to_act or not stage.left(game):
                return None
            action = game.position.parse(f"{stage.learner}: {text}")
            if not game.position.check(action):
                return None
            words.append(game.position.system.in_words(game.position, action))
            game.play(action)
    except InputError:  # an action names something that is no more
        return None
    finally:
        if opponents is not None:
            opponents.stop()
    taken = sum(step.action is not None and step.action.player == stage.learner for step in game.line)
    return tuple(words) if not stage.left(game) and taken <= stage.within else None


@dataclass(frozen=True)
class Does(Claim):
    """A thing that an action does.

    :param by_rule: True if its clause says it better than the event
    """

    event: Event
    rulebook: Rulebook
    by_rule: bool = False

    @property
    def text(self) -> str:
        if self.by_rule:
            return taught(self.rulebook[self.event.clause], self.event.subjects, self.event.data)
        return f"{capital(self.event.text)}."

    @property
    def clause(self) -> str:  # type: ignore[override]
        """The clause of the event."""
        return self.event.clause

    @property
    def spaces(self) -> tuple[str, ...]:  # type: ignore[override]
        """The spaces of the event."""
        return self.event.subjects

    def holds(self, moment: Moment) -> bool:
        return self.event in moment.position.apply(moment.action).events


# ---------------------------------------------------------------------- the claims that may be made
def plan(moment: Moment, way: tuple[str, ...], introduced: frozenset[str]) -> Plan | None:
    """Return the plan to go on by a way, if it reaches the aim."""
    words = _replayed(moment, way, Mild(introduced.__contains__)) if way and moment.stage.goal else None
    made = Plan(way, words, introduced) if words else None
    return made if made is not None and made.holds(moment) else None


def proven(moment: Moment, way: tuple[str, ...], introduced: frozenset[str]) -> Iterator[Claim]:
    """Yield the claims about an action that hold, the weightiest first.

    :param way: the actions of the stage's way after this one; empty if it leads off the way
    :param introduced: the clauses that the learner has met
    """
    aimed = moment.stage.goal and not moment.uses
    whole = Reaches(moment.stage.goal)
    only = Only()
    reached = bool(aimed) and whole.holds(moment)
    if reached:
        yield whole
    if only.holds(moment):
        yield only
    if reached:
        return
    yield from islice(chain(_likely(moment, bool(aimed)), _foretold(moment)), 1)
    yield from islice(_parts(moment), 1)
    yield from islice(_safe(moment), 1)
    if way and moment.stage.goal:
        # The words of the next action are those of the plan, where the board is as the opponents leave it.
        ahead = plan(moment, way, introduced)
        if ahead is not None:
            then = Then(moment.stage.goal, way[0], ahead.words[0])
            yield then if len(way) == 1 and then.holds(moment) else ahead


def _parts(moment: Moment) -> Iterator[Claim]:
    """The conditions of the aim that are open now, and hold after the action."""
    for condition in so_far(moment.session).open(moment.stage.goal):
        claim = Reaches((condition,), aim_in_words(condition, moment.position, moment.stage.learner))
        if claim.holds(moment):
            yield claim


def _likely(moment: Moment, aimed: bool) -> Iterator[Claim]:
    """The exact odds of the aim, of a part of it, or to drive an enemy from a space that the action names."""
    ends = moment.ends
    if not ends or len(ends[0]) < 2 or any(each.share is None for each in ends[0]):
        return
    before = so_far(moment.session)
    asked: list[tuple[Goal, str]] = [(moment.stage.goal, "you reach the aim")] if aimed else []
    asked += [
        ((each,), aim_in_words(each, moment.position, moment.stage.learner)) for each in before.open(moment.stage.goal)
    ]
    spaces = moment.position.map
    asked += [
        ((each,), f"{called(each['free'], spaces)} is free of {possessive(each['owner'])} {each['kind']}")
        for each in _enemies(moment)
    ]
    shares = {each.share for each in ends[0]}
    for goal, what in asked:
        odds = _odds(goal, ends[0])
        if odds is None or not 0 < odds < 1:
            continue
        # Equal shares are rolls of dice: their number is the denominator that players know.
        rolls = len(shares) == 1 and len(ends[0]) <= MOST_ROLLS
        cases = len(ends[0]) if rolls else odds.denominator
        claim = Odds(goal, what, int(odds * cases), cases, rolls)
        if claim.holds(moment):
            yield claim


def _safe(moment: Moment) -> Iterator[Claim]:
    """The units that come to stand elsewhere, or act where they stand, and are safe there."""
    learner, position = moment.stage.learner, moment.position
    idle = next(
        (each for each in islice(position.legal_actions(learner), MOST_RESULTS) if _is_idle(position, each)), None
    )
    if idle is None or idle == moment.action or not moment.returns:
        return
    before, after = so_far(moment.session), moment.ends[0][0].after
    named = {space for event in position.apply(moment.action).events for space in event.subjects}
    for piece in after.scene.pieces:
        mine = after.scene.players[piece.owner].name == learner and piece.layer == "unit"
        if not mine or piece.space not in named or not count_of(before, learner, piece.kind):
            continue
        claim = Safe(piece.space, piece.kind, f"{piece.kind} {where(piece.space, position.map)}", idle)
        if claim.holds(moment):
            yield claim


def _is_idle(position: Position, action: Action) -> bool:
    """True for an action that concerns no space, such as to pass."""
    slots = next(iter(position.system.grammar.drafts(action)))
    kinds = ((position.system.grammar.slot_kind(slot), value) for slot, value in slots.items())
    return not any("/" in slot for slot in slots) and not any(
        kind is not None and kind.space(value) for kind, value in kinds
    )


def _foretold(moment: Moment) -> Iterator[Claim]:
    """The odds that the board shows."""
    chosen = chosen_by(moment.position, moment.action)
    return map(Foretold, chosen.forecasts if chosen is not None else ())


def _enemies(moment: Moment) -> Iterator[Condition]:
    """The enemies' pieces at the spaces of the action's events, as conditions that they are gone."""
    scene = so_far(moment.session).scene
    named = {space for event in moment.position.apply(moment.action).events for space in event.subjects}
    for piece in scene.pieces:
        owner = scene.players[piece.owner].name
        if piece.space in named and piece.layer == "unit" and owner != moment.stage.learner:
            yield {"free": piece.space, "owner": owner, "kind": piece.kind}


def does(moment: Moment) -> Iterator[Does]:
    """Yield what an action does, as far as its player sees it. For an event that only repeats the action, as sealed orders do, its
    clause has the words."""
    repeats = f": {moment.action}"
    for event in moment.position.apply(moment.action).events:
        if is_seen(event, moment.action.player):
            yield Does(event, moment.position.system.rulebook, event.text.endswith(repeats))


__all__ = [
    "Claim",
    "Does",
    "Foretold",
    "Moment",
    "Odds",
    "Only",
    "Plan",
    "Reaches",
    "Safe",
    "Then",
    "count_of",
    "does",
    "plan",
    "proven",
    "results",
]
