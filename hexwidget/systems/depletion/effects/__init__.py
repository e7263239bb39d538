"""The effects of actions and of chance: the next position, and the cited chain of events that leads to it."""

from __future__ import annotations

from functools import singledispatch

from hexwidget.rules import UNWRITTEN, ChanceOutcome, Chronicle, Transition
from hexwidget.rules.position import changed
from hexwidget.systems.depletion.actions import Attack, Corps, DepletionAction, Lose, Maneuver, NoAttack, Pass, Rotate
from hexwidget.systems.depletion.effects import battle, exploring, maneuvers, turns
from hexwidget.systems.depletion.outcome import outcome
from hexwidget.systems.depletion.position import DepletionPosition


def apply(position: DepletionPosition, action: DepletionAction | ChanceOutcome) -> Transition[DepletionPosition]:
    """The position after a legal action, or after a chance outcome, and what happened."""
    log = Chronicle()
    return Transition(_after(position, action, log), log)


def advance(position: DepletionPosition, action: DepletionAction | ChanceOutcome) -> DepletionPosition:
    """The position after a legal action, or after a chance outcome, without the events."""
    return _after(position, action, UNWRITTEN)


def _after(position: DepletionPosition, action: DepletionAction | ChanceOutcome, log: Chronicle) -> DepletionPosition:
    position = changed(position, declared=None) if position.declared is not None else position
    if isinstance(action, ChanceOutcome):
        after = _come_to_pass(position, action, log)
    else:
        after = do(action, position, position.acting, log)
    end = outcome(after)
    if end is not None:
        log.tell("game_over", end.clause, "{result}", result=end.text, winners=end.winners)
    return after


def _come_to_pass(position: DepletionPosition, came: ChanceOutcome, log: Chronicle) -> DepletionPosition:
    match position.stage:
        case "tile":
            return exploring.turn_over(position, came.value, log)
        case "relic":
            return exploring.place_relic(position, came.value, log)
        case "event":
            return exploring.open_event(position, came.value, log)
    return battle.draw_cubes(position, came.value, log)


@singledispatch
def do(action: DepletionAction, position: DepletionPosition, seat: int, log: Chronicle) -> DepletionPosition:
    """The position after a legal action of the player of a seat; its events are noted."""
    raise TypeError(f"not an action of depletion: {action!r}")


@do.register(Maneuver)
@do.register(Corps)
def _(action: Maneuver | Corps, position: DepletionPosition, seat: int, log: Chronicle) -> DepletionPosition:
    return maneuvers.move(position, action, seat, log)


@do.register
def _(action: Rotate, position: DepletionPosition, seat: int, log: Chronicle) -> DepletionPosition:
    return exploring.lay(position, action, seat, log)


@do.register
def _(action: Attack, position: DepletionPosition, seat: int, log: Chronicle) -> DepletionPosition:
    return battle.declare_attack(position, action, log)


@do.register
def _(action: NoAttack, position: DepletionPosition, seat: int, log: Chronicle) -> DepletionPosition:
    log.tell("no_attack", "D1.8", "{player:does} not attack", player=action.player)
    return turns.next_player(position, passes=0, landing=None)


@do.register
def _(action: Lose, position: DepletionPosition, seat: int, log: Chronicle) -> DepletionPosition:
    return battle.lose(position, action, log)


@do.register
def _(action: Pass, position: DepletionPosition, seat: int, log: Chronicle) -> DepletionPosition:
    log.tell("passed", "D1.16", "{player:passes}", player=action.player)
    return turns.passed(position, log)
