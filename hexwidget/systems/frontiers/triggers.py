"""The triggers of the cards on the mat (F2.5)."""

from __future__ import annotations

from hexwidget.systems.frontiers.position import FrontiersPosition, Trigger


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
