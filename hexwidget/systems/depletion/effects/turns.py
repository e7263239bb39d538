"""The turn passes on: after a landing, a pass or a battle (D1.8, D1.12, D1.16)."""

from __future__ import annotations

from typing import Any

from hexwidget.english import listing
from hexwidget.problems import sure
from hexwidget.rules import Chronicle, changed
from hexwidget.systems.depletion.actions import NoAttack, Pass
from hexwidget.systems.depletion.legality.attacks import may_attack_any, targets
from hexwidget.systems.depletion.maneuver.end import End, board_after
from hexwidget.systems.depletion.outcome import outcome
from hexwidget.systems.depletion.position import Army, DepletionPosition, Landing


def attack_or_pass_on(position: DepletionPosition, log: Chronicle) -> DepletionPosition:
    """The position after all groups have landed: the player decides on an attack, or the turn passes on."""
    landing = sure(position.landing)  # a maneuver has been made
    if outcome(position) is None and may_attack_any(position, landing):
        where = tuple(position.map.name(spot.at) for spot in landing.spots)
        armies = "the army" if len(where) == 1 else "the armies"
        log.tell("may_attack", "D1.8", f"{armies} on {listing(where)} may attack now", *where)
        return position
    log.later(_tell_who_cannot_attack, position, landing)
    return pass_on_turn(position)


def landed_last(board: DepletionPosition, seat: int, end: End, landing: Landing, log: Chronicle) -> DepletionPosition:
    """The position after the last group has landed. Mostly no attack can be made, so it is made with the turn passed on.

    :param landing: where all groups have landed, without an attack to decide
    """
    after = board_after(board, seat, end, landing=landing, passes=0, turn=(board.turn + 1) % len(board.players))
    if may_attack_any(after, landing):
        return attack_or_pass_on(changed(after, landing=landing._replace(open=True), turn=board.turn), log)
    log.later(_tell_who_cannot_attack, after, landing)
    return after


def _tell_who_cannot_attack(log: Chronicle, position: DepletionPosition, landing: Landing) -> None:
    name = position.map.name
    for spot in landing.spots:
        alone = landing._replace(spots=(spot._replace(cubes_before=0, failed=False),))
        if (spot.cubes_before or spot.failed) and targets(position, alone):
            wording = "the army on {0} cannot attack: depletion cubes lay there before"
            if spot.failed:
                wording = "the army on {0} may not attack, as its claim has failed"
            log.tell("cannot_attack", "D4.5" if spot.cubes_before else "D8.6", wording, name(spot.at))


def pass_on_turn(position: DepletionPosition) -> DepletionPosition:
    """The position, with its turn passed on and its landing closed if no attack can be decided in it."""
    landing = position.deciding
    if landing is None or may_attack_any(position, landing):
        return position
    armies = position.armies_of[landing.owner]
    spots = tuple([spot for spot in landing.spots if spot.at in armies])
    kept = Landing(landing.owner, open=False, spots=spots) if spots else None
    return next_player(position, passes=0, landing=kept)


def next_player(position: DepletionPosition, passes: int, **parts: Any) -> DepletionPosition:
    """The position with the next player to act.

    :param passes: the number of players who have passed in succession
    :param parts: what else is changed
    """
    return changed(position, turn=(position.turn + 1) % len(position.players), passes=passes, **parts)


def not_attacked(position: DepletionPosition, action: NoAttack, seat: int, log: Chronicle) -> DepletionPosition:
    """D1.8: the player decides against an attack."""
    log.tell("no_attack", "D1.8", "{player:does} not attack", player=action.player)
    return next_player(position, passes=0, landing=None)


def after_pass(position: DepletionPosition, action: Pass, seat: int, log: Chronicle) -> DepletionPosition:
    """D1.16: the position after a pass, which closes a landing. Once all have passed the round ends, and the cubes are removed (D1.12)."""
    log.tell("passed", "D1.16", "{player:passes}", player=action.player)
    passes = position.passes + 1
    if passes < len(position.players):
        return next_player(position, passes, landing=None)
    log.later(_tell_of_a_new_round, position)
    armies = tuple([Army(*army[:-1]) if army.cubes else army for army in position.armies])
    return changed(position, armies=armies, turn=0, round=position.round + 1, passes=0, landing=None)


def _tell_of_a_new_round(log: Chronicle, position: DepletionPosition) -> None:
    ended = log.tell("round_ended", "D1.16", "everybody has passed, so round {round} ends", round=position.round)
    depleted = [position.map.name(army.at) for army in position.armies if army.cubes]
    if depleted:
        log.tell("cubes_removed", "D1.12", "all depletion cubes are removed", *depleted, cause=ended)
