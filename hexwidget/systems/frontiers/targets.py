"""The units that a card can be aimed at, the frontiers that it can move them to (F8.1), and the triggers of cards on the mat (F2.5)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwidget.systems.frontiers.cards import STAYING, Card, Effect, Target
from hexwidget.systems.frontiers.position import FrontiersPosition, Trigger, Unit


def hits(target: Target, seat: int, unit: Unit) -> bool:
    """True if a player's card with this target may be aimed at a unit."""
    whose = target.whose == "any" or (unit.owner == seat) == (target.whose == "own")
    where = target.where == "anywhere" or (unit.frontier > 0) == (target.where == "frontier")
    return whose and where


def targets(position: FrontiersPosition, seat: int, card: Card, *, trigger: bool = False) -> list[Unit]:
    """F8.1: the units that a card (or its trigger) may be aimed at. A card that moves its target out of a frontier needs
    another frontier."""
    if card.target is None:
        return []
    found = [unit for unit in position.units if hits(card.target, seat, unit)]
    return [unit for unit in found if ways_out(position, unit)] if card.leads_out(trigger=trigger) else found


def needs_target(
    position: FrontiersPosition, seat: int, card: Card, *, trigger: bool = False, possible: Sequence[Unit] | None = None
) -> bool:
    """True if a target must be named. A card that stays on the mat, and a trigger, need no target where the mat has none.

    :param possible: the possible targets, if they are known
    """
    if not card.aims(trigger=trigger):
        return False
    if not (trigger or card.type in STAYING):
        return True
    return bool(targets(position, seat, card, trigger=trigger) if possible is None else possible)


def leaves(effect: Effect, unit: Unit) -> bool:
    """True if an effect leaves its target as it is: a ready unit is readied, an unhurt one healed, one in its heartland sent home."""
    match effect.kind:
        case "ready" | "exert":
            return unit.ready == (effect.kind == "ready")
        case "heal":
            return unit.damage == 0
        case "move":
            return effect.to == "heartland" and unit.frontier == 0
    return False


def ways_out(position: FrontiersPosition, unit: Unit) -> list[int]:
    """The frontiers that a unit can be moved to: all but its own."""
    return [frontier for frontier in position.frontiers if frontier != unit.frontier]


def triggers_of(position: FrontiersPosition, seat: int) -> list[Trigger]:
    """The triggers that a player's cards on the mat have: one for each villager, settlement and unit."""
    found: list[Trigger] = []
    for villager in position.villagers[seat]:
        found += [Trigger(seat, f"villager {villager.kind}", villager.kind)] * (villager.ready + villager.exerted)
    found += [Trigger(seat, f"settlement {s.frontier}", s.kind) for s in position.settlements[seat]]
    found += [Trigger(seat, unit.id, unit.kind) for unit in position.units if unit.owner == seat]
    return [trigger for trigger in found if position.cards[trigger.kind].trigger]


def pending(position: FrontiersPosition, seat: int) -> list[Trigger]:
    """The triggers that a player has still to resolve. While no triggers are being resolved: those that the player's cards on the
    mat have."""
    if position.triggers:
        return [trigger for trigger in position.triggers if trigger.seat == seat]
    return triggers_of(position, seat)
