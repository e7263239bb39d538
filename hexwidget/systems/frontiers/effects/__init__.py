"""The effects of actions and draws, with their events.

- `cards`: deploying, activating and drawing cards
- `combat`: committing units and calling them back, assigning damage, the combat itself, and taking positions
- `replenishment`: triggers, the reset, and draws
- `kinds`: each kind of effect of a card (F8.1)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexwidget.rules import Action, ChanceOutcome, Chronicle, Outcome, changed
from hexwidget.systems.frontiers.actions import Assign, ChooseDraw, Commit, FrontiersAction, Occupy, Pass, Play, Resolve
from hexwidget.systems.frontiers.combat import still_to_assign
from hexwidget.systems.frontiers.effects import cards, combat, replenishment
from hexwidget.systems.frontiers.outcome import outcome
from hexwidget.systems.frontiers.position import FrontiersPosition


def follow(position: FrontiersPosition, action: FrontiersAction | ChanceOutcome, log: Chronicle) -> FrontiersPosition:
    """The position that follows; ``log`` receives the events."""
    if isinstance(action, ChanceOutcome):
        after = cards.draw_card(position, action.value, log)
    else:
        after = EFFECTS[type(action)](action, position, position.players.index(action.player), log)
    after, end = _onward(after, log)
    log.tell_end(end)
    return after


def _pass(action: Pass, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    """F2.4: two passes in succession end a phase."""
    log.tell("passed", "F2.4", "{player:passes}", player=action.player)
    if not position.passed:
        return changed(position, acting=1 - position.acting, passed=True)
    log.tell("phase_over", "F2.4", "the {phase} phase is over", phase=position.phase)
    to = {"strategy": "battle", "battle": "damage"}[position.phase]
    return changed(position, phase=to, acting=position.initiative, passed=False)


EFFECTS: dict[type[Action], Callable[[Any, FrontiersPosition, int, Chronicle], FrontiersPosition]] = {
    Play: cards.play,
    Commit: combat.commit,
    Assign: combat.assign,
    Occupy: combat.occupy,
    Resolve: replenishment.resolve,
    ChooseDraw: replenishment.choose_draw,
    Pass: _pass,
}
"""For each kind of action, the function that carries it out, without its automatic consequences."""


def _onward(position: FrontiersPosition, log: Chronicle) -> tuple[FrontiersPosition, Outcome | None]:
    """Carry out the automatic consequences: combat when all damage is assigned, triggers, draws, the next round. Return the
    position, and the outcome if the game is over."""
    while (end := outcome(position)) is None and not position.draws:
        after = _step(position, log)
        if after is position:
            break
        position = after
    return position, end


def _step(position: FrontiersPosition, log: Chronicle) -> FrontiersPosition:
    match position.phase:
        case "damage" if not still_to_assign(position, 0) and not still_to_assign(position, 1):
            return combat.resolve_combat(position, log)
        case "after" if not position.wins:
            return replenishment.begin(position, log)
        case "triggers" if position.triggers:
            return replenishment.forced_trigger(position, log)
        case "triggers":
            return replenishment.reset(position, log)
        case "draw" if all(position.chosen):
            return replenishment.draws(position, log)
    return position
