"""Replenishment: triggers, the reset, draws, and the next round (F2.5, F2.7)."""

from __future__ import annotations

from hexwidget.rules import Chronicle, changed
from hexwidget.rules.lazy_sequences import without
from hexwidget.systems.frontiers.actions import ChooseDraw, Resolve
from hexwidget.systems.frontiers.cards import DRAWN
from hexwidget.systems.frontiers.effects.kinds import do_effects, draw
from hexwidget.systems.frontiers.position import FrontiersPosition, Trigger, Villager
from hexwidget.systems.frontiers.targets import needs_target, triggers_of


def begin(position: FrontiersPosition, log: Chronicle) -> FrontiersPosition:
    """F2.5, F2.7: the triggers of all cards on the mat, those of the player with the initiative first."""
    log.tell("replenishment", "F2.5", "replenishment begins")
    first = position.initiative
    due = (*triggers_of(position, first), *triggers_of(position, 1 - first))
    return changed(position, phase="triggers", triggers=due)


def forced_trigger(position: FrontiersPosition, log: Chronicle) -> FrontiersPosition:
    """Resolve a trigger that leaves nothing to choose: all of the player's triggers are alike, and need no target."""
    seat = position.triggers[0].seat
    (first, *others) = sorted({trigger for trigger in position.triggers if trigger.seat == seat})
    if others or needs_target(position, seat, position.cards[first.kind], trigger=True):
        return position
    return _resolve(position, first, None, None, log)


def _resolve(
    position: FrontiersPosition, trigger: Trigger, target: str | None, frontier: int | None, log: Chronicle
) -> FrontiersPosition:
    card, player = position.cards[trigger.kind], position.players[trigger.seat]
    nobody = "" if target is not None or not card.aims(trigger=True) else ", but there is no unit to aim at"
    wording = "the trigger of {player:'s} {card} is resolved{nobody}"
    log.tell("triggered", "F2.5", wording, *([target] if target else []), player=player, card=card.title, nobody=nobody)
    after = changed(position, triggers=without(position.triggers, trigger))
    return do_effects(after, trigger.seat, card.trigger, target, frontier, log)


def resolve(action: Resolve, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    """F2.7: a player resolves one of their triggers."""
    trigger = next(t for t in position.triggers if (t.seat, t.source) == (seat, action.source))
    return _resolve(position, trigger, action.target, action.frontier, log)


def reset(position: FrontiersPosition, log: Chronicle) -> FrontiersPosition:
    """F2.5, F2.7: damage, effects and readiness are reset, in frontiers too. Then both players choose what to draw."""
    changing = [unit for unit in position.units if unit.damage or not unit.ready]
    zones = sorted({name for unit in changing for name in (unit.id, position.zone_of(unit))})
    zones += [f"{player} villagers" for player in position.players]
    log.tell("reset", "F2.5", "damage is reset; units and villagers are ready again", *zones)
    after = position.replacing({unit: unit._replace(ready=True, damage=0) for unit in changing})
    villagers = tuple(tuple(Villager(v.kind, v.ready + v.exerted, 0) for v in own) for own in position.villagers)
    return changed(after, villagers=villagers, spent=(0, 0), done=((), ()), phase="draw", chosen=("", ""))


def choose_draw(action: ChooseDraw, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    """F2.7: a player chooses what to draw, before either draws."""
    log.tell("chose", "F2.7", f"{{player:chooses}} to draw {{amount:{action.deck} card}}", f"{action.player} {action.deck}",
             seen=(action.player,), player=action.player, amount=DRAWN[action.deck], deck=action.deck)  # fmt: skip
    return position.with_player(seat, chosen=action.deck)


def draws(position: FrontiersPosition, log: Chronicle) -> FrontiersPosition:
    """F2.5: both players draw, the player with the initiative first. Then the initiative moves on, and a round begins."""
    chosen = position.chosen
    first = position.initiative
    after = changed(position, phase="strategy", chosen=("", ""), initiative=1 - first, acting=1 - first, passed=False,
                    round=position.round + 1)  # fmt: skip
    for seat in (first, 1 - first):
        log.tell("draws", "F2.5", f"{{player:draws}} {{amount:{chosen[seat]} card}}", f"{position.players[seat]} {chosen[seat]}",
                 player=position.players[seat], amount=DRAWN[chosen[seat]], deck=chosen[seat])  # fmt: skip
        after = draw(after, seat, chosen[seat], DRAWN[chosen[seat]], log)
    wording = "round {round} begins: the initiative is with {player}"
    log.tell("round", "F2.5", wording, round=after.round, player=position.players[1 - first])
    return after
