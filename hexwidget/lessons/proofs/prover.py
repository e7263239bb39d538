"""The claims that may be made about an action: each is proven by playing out.

A claim is made only if it holds in every result of the action, or with its exact odds. Where results are too many to be played
out, nothing is claimed. Hidden things may decide no claim: it must hold in other worlds that look the same to the player, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain, islice
from typing import Any

from hexwidget.english import listing, phrase
from hexwidget.explore.opponents import Opponents
from hexwidget.lessons.courses.stage import aim_in_words, own_actions
from hexwidget.lessons.courses.tutor import introduction
from hexwidget.lessons.exercises.feedback import Line
from hexwidget.lessons.exercises.goals import Condition, Goal, piece_name, space_name, where
from hexwidget.lessons.proofs import claims
from hexwidget.lessons.proofs.simultaneous_claims import decided_at_once
from hexwidget.play import Session
from hexwidget.problems import InputError
from hexwidget.rules import Action, Position
from hexwidget.rules.forecasting import forecasts_of

MOST_ROLLS = 36
"""The most equal cases that are counted as rolls; of more, a fraction is reduced."""


def plan(moment: claims.PendingAction, way: tuple[str, ...], introduced: frozenset[str]) -> claims.PlanClaim | None:
    """Return the plan to go on by a way, if it reaches the aim: against mild opponents as they are now, and as they are when the
    learner has met all clauses."""
    if not way or not moment.stage.goal:
        return None
    words = replay_way(moment, way, lambda game: moment.stage.seated(game, introduced.__contains__))
    met_all = replay_way(moment, way, lambda game: moment.stage.seated(game, lambda clause: True))
    return None if words is None or met_all is None else claims.PlanClaim(way, words, introduced)


def replay_way(
    moment: claims.PendingAction,
    way: tuple[str, ...],
    seat: Callable[[Session[Any]], Opponents],
    is_last_sure: Callable[[Position, Action], bool] = lambda position, action: True,
) -> tuple[str, ...] | None:
    """Return the actions of a way in words, if it leads from the action to the aim in time.

    :param seat: lets opponents play the other seats of a session
    :param is_last_sure: judges the last action, with the position before it
    """
    stage, game = moment.stage, moment.session.at(moment.session.step.number)
    game.set_rolls("auto")
    opponents = seat(game)
    words = []
    try:
        if not way and not is_last_sure(game.position, moment.action):
            return None
        game.play(moment.action)
        for n, text in enumerate(way, start=1):
            if stage.learner not in game.position.to_act or not stage.left(game):
                return None
            action = game.position.parse(f"{stage.learner}: {text}")
            if not game.position.check(action):
                return None
            if n == len(way) and not is_last_sure(game.position, action):
                return None
            words.append(game.position.system.in_words(game.position, action))
            game.play(action)
    except InputError:  # an action names something that is no more
        return None
    finally:
        opponents.stop()
    return tuple(words) if len(own_actions(game, stage.learner)) <= stage.within and not stage.left(game) else None


def proven(moment: claims.PendingAction, way: tuple[str, ...], introduced: frozenset[str]) -> Iterator[claims.Claim]:
    """Yield the claims about an action that hold, the weightiest first.

    :param way: the actions of the stage's way after this one; empty if it leads off the way
    :param introduced: the clauses that the learner has met
    """
    goal, whole, only = moment.stage.goal, claims.ReachesClaim(moment.stage.goal), claims.OnlyClaim()
    aimed = bool(goal) and not moment.uses
    reached = aimed and whole.holds(moment)
    if reached:
        yield whole
    if only.holds(moment):
        yield only
    if reached:
        return
    yield from islice(chain(_likely(moment, aimed), _foretold(moment)), 1)
    parts = list(islice(_parts(moment), 1))
    yield from parts
    yield from islice(_safe(moment), 1)
    yield from islice(decided_at_once(moment), 1 if parts else None)
    ahead = plan(moment, way, introduced)
    if ahead is not None:
        # The words of the next action are those of the plan, where the board is as the opponents leave it.
        then = claims.ThenClaim(goal, way[0], ahead.words[0])
        yield then if len(way) == 1 and then.holds(moment) else ahead


def _parts(moment: claims.PendingAction) -> Iterator[claims.Claim]:
    """The conditions of the aim that are open now, and hold after the action."""
    for condition, words in _open_in_words(moment):
        claim = claims.ReachesClaim((condition,), words)
        if claim.holds(moment):
            yield claim


def _open_in_words(moment: claims.PendingAction) -> Iterator[tuple[Condition, str]]:
    """The conditions of the aim that are open now, each in words."""
    for each in moment.before.open(moment.stage.goal):
        yield each, aim_in_words(each, moment.position, moment.stage.learner)


def _likely(moment: claims.PendingAction, aimed: bool) -> Iterator[claims.Claim]:
    """The exact odds of the aim, of a part of it, or to drive an enemy from a space that the action names."""
    ends = moment.ends
    if not ends or any(each.share is None for world in ends for each in world):
        return
    asked: list[tuple[Goal, str]] = [(moment.stage.goal, phrase("you reach the aim"))] if aimed else []
    asked += [((each,), words) for each, words in chain(_open_in_words(moment), _enemies(moment))]
    # Of equal rolls players know the number.
    rolls = len({each.share for each in ends[0]}) == 1 and len(ends[0]) <= MOST_ROLLS and ends[0][0].rolled
    for goal, what in asked:
        odds, *others = {_odds(goal, world) for world in ends}
        if 0 < odds < 1 and not others:
            cases = len(ends[0]) if rolls else odds.denominator
            yield claims.OddsClaim(goal, what, int(odds * cases), cases, rolls)


def _odds(goal: Goal, world: list[claims.Result]) -> Fraction:
    """The probability of conditions, where only chance decides."""
    return sum((each.share or Fraction(0) for each in world if not each.after.open(goal)), Fraction(0))


def _enemies(moment: claims.PendingAction) -> Iterator[tuple[Condition, str]]:
    """The enemies' pieces at the spaces of the action's events: the condition that each is gone, and its words."""
    position, places = moment.position, _event_spaces(moment)
    for piece in moment.before.scene.pieces:
        owner = moment.before.scene.players[piece.owner].name
        if piece.space in places and piece.layer == "unit" and owner != moment.stage.learner:
            condition = {"free": piece.space, "owner": owner, "kind": piece.kind}
            unit = phrase("{owner:'s} {kind}", owner=owner, kind=piece.kind)
            yield condition, phrase("{0} is free of {unit}", space_name(piece.space, position.map), unit=unit)


def _event_spaces(moment: claims.PendingAction) -> set[str]:
    """The spaces of the action's own events."""
    return {space for event in moment.position.apply(moment.action).events for space in event.subjects}


def _foretold(moment: claims.PendingAction) -> Iterator[claims.Claim]:
    """The odds that the board shows."""
    return map(claims.ForetoldClaim, forecasts_of(moment.position, moment.action))


def _safe(moment: claims.PendingAction) -> Iterator[claims.Claim]:
    """The units that come to stand elsewhere, or act where they stand, and are safe there."""
    idle, places = moment.idle, _event_spaces(moment)
    if idle is None or idle == moment.action or not moment.idled:
        return
    if any(each.share is not None for world in moment.returns for each in world):
        return  # no other player acts before the learner does, so nothing threatens a unit
    for piece in moment.ends[0][0].after.scene.pieces:
        if piece.space in places and _is_kept(moment, piece.kind, piece.space):
            threats = _threats(moment, piece.kind)
            there = where(piece.space, moment.position.map)
            name = phrase("{unit} {where}", unit=piece_name(piece, moment.stage.learner), where=there)
            untouched, told = _is_untouched(moment, piece.space), listing([*threats.values()])
            yield claims.SafeClaim(piece.space, piece.kind, name, idle, tuple(threats), told, untouched)


def _is_kept(moment: claims.PendingAction, kind: str, space: str) -> bool:
    """True if in each world others cannot destroy the learner's units of a kind on a space after the action, and could destroy them
    where they came from if the learner did nothing."""

    before, learner = moment.before, moment.stage.learner

    def least(worlds: list[list[claims.Result]], at: str = "") -> int:
        return min(each.after.count(learner, kind, at) for world in worlds for each in world)

    def is_lost(at: str = "") -> bool:
        return all(least([world], at) < before.count(learner, kind, at) for world in moment.idled)

    stands = least(moment.ends, space)
    if not stands or least(moment.returns, space) < stands:
        return False
    stood = {each.space for each in before.scene.pieces if each.kind == kind}
    left = [at for at in stood if least(moment.ends, at) < before.count(learner, kind, at)]
    return is_lost() and any(map(is_lost, left or [space]))


def _threats(moment: claims.PendingAction, kind: str) -> dict[str, str]:
    """The spaces from which a single enemy could destroy a unit of a kind if the learner did nothing, each with the enemy in words:
    a few at most."""
    learner, spaces = moment.stage.learner, moment.position.map
    seen = moment.position.scene(learner)
    owners = [player.name for player in seen.players]
    enemies = {(owners[each.owner], each.space): each for each in seen.pieces if each.layer == "unit"}
    found: dict[str, str] = {}
    for result in moment.idled[0]:
        if result.after.count(learner, kind) < moment.before.count(learner, kind):
            answers = ((done.player, claims.spaces_of(was, done)) for was, done in result.answers)
            acting = [enemies.get((player, at)) for player, spaces in answers for at in spaces]
            alone = {each.space: each for each in acting if each is not None}
            for at, each in alone.items() if len(alone) == 1 else ():
                owner = owners[each.owner]
                unit = phrase("{owner:'s} {kind}", owner=owner, kind=piece_name(each, owner))
                found.setdefault(at, phrase("{unit} {where}", unit=unit, where=where(at, spaces)))
    return dict(islice(sorted(found.items()), claims.MOST_NAMED))


def _is_untouched(moment: claims.PendingAction, space: str) -> bool:
    """True if no event that follows from what others can do after the action concerns a space."""
    done = len(moment.before.events) + len(moment.position.apply(moment.action).events)
    later = (event for world in moment.returns for result in world for event in result.after.events[done:])
    return not any(space in event.subjects for event in later)


def does(moment: claims.PendingAction) -> Iterator[Line]:
    """Yield the effects of an action, as far as its player sees them. For an event that only repeats the action, as sealed orders do, its
    clause has the words."""
    rulebook = moment.position.system.rulebook
    for event in moment.position.apply(moment.action).events:
        if event.is_seen_by(moment.action.player):
            repeats = str(moment.action) in event.data.values()
            text = introduction(rulebook[event.clause], event.subjects, event.data) if repeats else f"{event.text}."
            yield Line(text, event.clause, event.subjects)
