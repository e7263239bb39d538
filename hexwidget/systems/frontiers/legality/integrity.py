"""The integrity of a position: clauses that no position may break, however it came about."""

from __future__ import annotations

from hexwidget.rules import Finding, bars
from hexwidget.systems.frontiers.legality.timing import Findings
from hexwidget.systems.frontiers.position import FrontiersPosition


@bars("F6.2")
def one_occupies(position: FrontiersPosition) -> Findings:
    """F6.2: only one unit occupies a frontier."""
    for frontier in position.frontiers:
        holding = [unit.id for unit in position.units if unit.frontier == frontier and unit.occupying]
        if len(holding) > 1:
            data = {"units": position.all_called(holding), "frontier": frontier}
            yield Finding("F6.2", "shared", (f"frontier {frontier}",), data, "{units} occupy frontier {frontier}")


@bars("F7.2")
def one_settlement(position: FrontiersPosition) -> Findings:
    """F7.2: a player has one settlement on a frontier at most."""
    for seat, player in enumerate(position.players):
        on = [settlement.frontier for settlement in position.settlements[seat]]
        for frontier in sorted({each for each in on if on.count(each) > 1}):
            data = {"player": player, "frontier": frontier}
            yield Finding("F7.2", "shared", (f"frontier {frontier}",), data, "{player:has} two settlements on frontier {frontier}")  # fmt: skip


@bars("F8.1")
def alive(position: FrontiersPosition) -> Findings:
    """F8.1: every unit has health left."""
    for unit in position.units:
        if position.health(unit) <= 0:
            data = {"unit": position.called(unit), "damage": unit.damage, "health": position.card(unit).health}
            wording = "{unit:has} taken {damage} damage, and the card has a health of {health}"
            yield Finding("F8.1", "dead", (unit.id,), data, wording)


INTEGRITY = (one_occupies, one_settlement, alive)
"""The predicates on a position."""
