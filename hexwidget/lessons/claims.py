"""The claims of *Why?*: sentences about an action, each proven by playing out.

A claim is made only if it holds in every result of the action, or with its exact odds. Where results are too many to be played
out, nothing is claimed. Hidden things may decide no claim: it must hold in other worlds that look the same to the player, too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from random import Random
from typing import Any

from hexwidget.english import capital, listing, possessive
from hexwidget.explore import lookahead
from hexwidget.lessons.feedback import Line
from hexwidget.lessons.goals import Aftermath, Condition, Goal, called, named, where
from hexwidget.lessons.stages import Stage, aim_in_words, chosen_by, chosen_clauses, own_actions, so_far
from hexwidget.lessons.tutor import taught
from hexwidget.play import Session
from hexwidget.problems import InputError
from hexwidget.rules import Action, ChanceNode, Forecast, Position

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
        self.before: Aftermath = so_far(session)

    @cached_property
    def worlds(self) -> list[Aftermath]:
        """The true world first, then those that look the same to the learner."""
        if not self.position.system.hides:
            return [self.before]
        rng = Random("worlds")
        drawn = [lookahead.imagined(self.position, self.stage.learner, rng) for _ in range(WORLDS)]
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
        listed = islice(self.position.legal_actions(self.stage.learner), MOST_RESULTS)
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
class Only(Claim):
    """No other action is legal."""

    @property
    def text(self) -> str:
        return "It is all you can do."

    def holds(self, moment: Moment) -> bool:
        """True if playing out proves it."""
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
        """True if playing out proves it."""
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


@dataclass(frozen=True)
class Foretold(Claim):
    """The exact odds that the board shows for the action."""

    forecast: Forecast

    @property
    def text(self) -> str:
        shares = zip(self.forecast.shares, self.forecast.figures, strict=True)
        return f"{capital(self.forecast.title)}: {'; '.join(f'{each.label} {figure}' for each, figure in shares)}."


@dataclass(frozen=True)
class Safe(Claim):
    """A unit that others could destroy before the learner acts again, if the learner did nothing, and cannot after the action.

    :param name: the unit in words, with its place
    :param idle: the action that does nothing
    :param enemies: the spaces of those who could destroy it each alone; not all of them, where they are many
    :param threat: these enemies in words; empty if none could alone
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
        if self.threat and self.untouched:
            return f"It keeps your {self.name} out of reach of {self.threat}."
        return f"It keeps your {self.name} safe{f' from {self.threat}' if self.threat else ''} until you act again."


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
        """True if playing out proves it."""
        try:
            ends = [each.after for world in moment.returns for each in world]
            return bool(ends) and all(self._reaches(each, moment) for each in ends)
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
        more = ", and so on" if len(self.words) > MOST_NAMED else ""
        return f"Next: {', then '.join(self.words[:MOST_NAMED])}{more}."


# ---------------------------------------------------------------------- the claims that may be made
def plan(moment: Moment, way: tuple[str, ...], introduced: frozenset[str]) -> Plan | None:
    """Return the plan to go on by a way, if it reaches the aim: against mild opponents as they are now, and as they are when the
    learner has met all clauses."""
    if not way or not moment.stage.goal:
        return None
    words = _replayed(moment, way, introduced.__contains__)
    return Plan(way, words, introduced) if words and _replayed(moment, way, lambda clause: True) else None


def _replayed(moment: Moment, way: tuple[str, ...], is_introduced: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the actions of a way in words, if it leads from the action to the aim in time; else nothing."""
    stage, game = moment.stage, moment.session.at(moment.session.step.number)
    game.set_rolls("auto")
    opponents = stage.seated(game, is_introduced)
    words = []
    try:
        game.play(moment.action)
        for text in way:
            if stage.learner not in game.position.to_act or not stage.left(game):
                return ()
            action = game.position.parse(f"{stage.learner}: {text}")
            if not game.position.check(action):
                return ()
            words.append(game.position.system.in_words(game.position, action))
            game.play(action)
    except InputError:  # an action names something that is no more
        return ()
    finally:
        opponents.stop()
    in_time = len(own_actions(game, stage.learner)) <= stage.within
    return tuple(words) if in_time and not stage.left(game) else ()


def proven(moment: Moment, way: tuple[str, ...], introduced: frozenset[str]) -> Iterator[Claim]:
    """Yield the claims about an action that hold, the weightiest first.

    :param way: the actions of the stage's way after this one; empty if it leads off the way
    :param introduced: the clauses that the learner has met
    """
    goal, whole, only = moment.stage.goal, Reaches(moment.stage.goal), Only()
    aimed = bool(goal) and not moment.uses
    reached = aimed and whole.holds(moment)
    if reached:
        yield whole
    if only.holds(moment):
        yield only
    if reached:
        return
    yield from islice(chain(_likely(moment, aimed), _foretold(moment)), 1)
    yield from islice(_parts(moment), 1)
    yield from islice(_safe(moment), 1)
    ahead = plan(moment, way, introduced)
    if ahead is not None:
        # The words of the next action are those of the plan, where the board is as the opponents leave it.
        then = Then(goal, way[0], ahead.words[0])
        yield then if len(way) == 1 and then.holds(moment) else ahead


def _parts(moment: Moment) -> Iterator[Claim]:
    """The conditions of the aim that are open now, and hold after the action."""
    for condition, words in _open_in_words(moment):
        claim = Reaches((condition,), words)
        if claim.holds(moment):
            yield claim


def _open_in_words(moment: Moment) -> Iterator[tuple[Condition, str]]:
    """The conditions of the aim that are open now, each in words."""
    for each in moment.before.open(moment.stage.goal):
        yield each, aim_in_words(each, moment.position, moment.stage.learner)


def _likely(moment: Moment, aimed: bool) -> Iterator[Claim]:
    """The exact odds of the aim, of a part of it, or to drive an enemy from a space that the action names."""
    ends = moment.ends
    if not ends or any(each.share is None for world in ends for each in world):
        return
    asked: list[tuple[Goal, str]] = [(moment.stage.goal, "you reach the aim")] if aimed else []
    asked += [((each,), words) for each, words in chain(_open_in_words(moment), _enemies(moment))]
    # Of equal rolls players know the number.
    rolls = len({each.share for each in ends[0]}) == 1 and len(ends[0]) <= MOST_ROLLS and ends[0][0].rolled
    for goal, what in asked:
        odds, *others = {_odds(goal, world) for world in ends}
        if 0 < odds < 1 and not others:
            cases = len(ends[0]) if rolls else odds.denominator
            yield Odds(goal, what, int(odds * cases), cases, rolls)


def _odds(goal: Goal, world: list[Result]) -> Fraction:
    """The probability of conditions, where only chance decides."""
    return sum((each.share or Fraction(0) for each in world if not each.after.open(goal)), Fraction(0))


def _enemies(moment: Moment) -> Iterator[tuple[Condition, str]]:
    """The enemies' pieces at the spaces of the action's events: the condition that each is gone, and its words."""
    position, places = moment.position, _named(moment)
    for piece in moment.before.scene.pieces:
        owner = moment.before.scene.players[piece.owner].name
        if piece.space in places and piece.layer == "unit" and owner != moment.stage.learner:
            condition = {"free": piece.space, "owner": owner, "kind": piece.kind}
            yield condition, f"{called(piece.space, position.map)} is free of {possessive(owner)} {piece.kind}"


def _named(moment: Moment) -> set[str]:
    """The spaces of the action's own events."""
    return {space for event in moment.position.apply(moment.action).events for space in event.subjects}


def _foretold(moment: Moment) -> Iterator[Claim]:
    """The odds that the board shows."""
    chosen = chosen_by(moment.position, moment.action)
    return map(Foretold, chosen.forecasts if chosen is not None else ())


def _safe(moment: Moment) -> Iterator[Claim]:
    """The units that come to stand elsewhere, or act where they stand, and are safe there."""
    idle, places = moment.idle, _named(moment)
    if idle is None or idle == moment.action or not moment.idled:
        return
    if any(each.share is not None for world in moment.returns for each in world):
        return  # no other player acts before the learner does, so nothing threatens a unit
    for piece in moment.ends[0][0].after.scene.pieces:
        if piece.space in places and _is_kept(moment, piece.kind, piece.space):
            threats = _threats(moment, piece.kind)
            name = f"{named(piece, moment.stage.learner)} {where(piece.space, moment.position.map)}"
            untouched = _is_untouched(moment, piece.space)
            yield Safe(piece.space, piece.kind, name, idle, tuple(threats), listing([*threats.values()]), untouched)


def _is_kept(moment: Moment, kind: str, space: str) -> bool:
    """True if in each world others cannot destroy the learner's units of a kind on a space after the action, and could destroy them
    where they came from if the learner did nothing."""

    before, learner = moment.before, moment.stage.learner

    def least(worlds: list[list[Result]], at: str = "") -> int:
        return min(each.after.count(learner, kind, at) for world in worlds for each in world)

    def is_lost(at: str = "") -> bool:
        return all(least([world], at) < before.count(learner, kind, at) for world in moment.idled)

    stands = least(moment.ends, space)
    if not stands or least(moment.returns, space) < stands:
        return False
    stood = {each.space for each in before.scene.pieces if each.kind == kind}
    left = [at for at in stood if least(moment.ends, at) < before.count(learner, kind, at)]
    return is_lost() and any(map(is_lost, left or [space]))


def _threats(moment: Moment, kind: str) -> dict[str, str]:
    """The spaces from which a single enemy could destroy a unit of a kind if the learner did nothing, each with the enemy in words:
    a few at most."""
    learner, spaces = moment.stage.learner, moment.position.map
    seen = moment.position.scene(learner)
    owners = [player.name for player in seen.players]
    enemies = {(owners[each.owner], each.space): each for each in seen.pieces if each.layer == "unit"}
    found: dict[str, str] = {}
    for result in moment.idled[0]:
        if result.after.count(learner, kind) < moment.before.count(learner, kind):
            acting = [enemies.get((each.player, at)) for before, each in result.answers for at in spaces_of(before, each)]
            alone = {each.space: each for each in acting if each is not None}
            for at, each in alone.items() if len(alone) == 1 else ():
                owner = owners[each.owner]
                found.setdefault(at, f"{possessive(owner)} {named(each, owner)} {where(at, spaces)}")
    return dict(islice(sorted(found.items()), MOST_NAMED))


def _is_untouched(moment: Moment, space: str) -> bool:
    """True if no event that follows from what others can do after the action concerns a space."""
    done = len(moment.before.events) + len(moment.position.apply(moment.action).events)
    later = (event for world in moment.returns for result in world for event in result.after.events[done:])
    return not any(space in event.subjects for event in later)


def does(moment: Moment) -> Iterator[Line]:
    """Yield what an action does, as far as its player sees it. For an event that only repeats the action, as sealed orders do, its
    clause has the words."""
    rulebook, repeats = moment.position.system.rulebook, f": {moment.action}"
    for event in moment.position.apply(moment.action).events:
        if event.is_seen_by(moment.action.player):
            by_rule = event.text.endswith(repeats)
            text = taught(rulebook[event.clause], event.subjects, event.data) if by_rule else f"{event.text}."
            yield Line(text, event.clause, event.subjects)
