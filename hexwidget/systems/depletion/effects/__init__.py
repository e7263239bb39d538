"""The effects of actions and of chance: the next position, and the cited chain of events that leads to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexwidget.rules import Action, ChanceOutcome, Chronicle, changed
from hexwidget.systems.depletion.actions import Attack, Corps, DepletionAction, Lose, Maneuver, NoAttack, Pass, Rotate
from hexwidget.systems.depletion.effects import battle, exploring, maneuvers, turns
from hexwidget.systems.depletion.outcome import outcome
from hexwidget.systems.depletion.position import DepletionPosition


def follow(position: DepletionPosition, action: DepletionAction | ChanceOutcome, log: Chronicle) -> DepletionPosition:
    """The position after a legal action, or after a chance outcome. The events go to ``log``."""
    position = changed(position, declared=None) if position.declared is not None else position
    if isinstance(action, ChanceOutcome):
        after = COMES_TO_PASS[position.stage](position, action.value, log)
    else:
        after = EFFECTS[type(action)](position, action, position.acting, log)
    log.later(lambda log: log.tell_end(outcome(after)))
    return after


COMES_TO_PASS: dict[str, Callable[[DepletionPosition, str, Chronicle], DepletionPosition]] = {
    "tile": exploring.turn_over,
    "relic": exploring.place_relic,
    "event": exploring.open_event,
    "bag": battle.draw_cubes,
}
"""For each stage in which chance decides, the function that carries out what it decides."""
EFFECTS: dict[type[Action], Callable[[DepletionPosition, Any, int, Chronicle], DepletionPosition]] = {
    Maneuver: maneuvers.move,
    Corps: maneuvers.move,
    Rotate: exploring.lay,
    Attack: battle.declare_attack,
    NoAttack: turns.not_attacked,
    Lose: battle.lose,
    Pass: turns.after_pass,
}
"""For each kind of action, the function that carries out a legal one by the player of a seat and notes its events."""
