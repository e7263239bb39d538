"""The clauses that a position breaks, however it came about."""

from __future__ import annotations

from hexwidget.rules import Finding, bars
from hexwidget.systems.orders.legality.given_order import Findings
from hexwidget.systems.orders.legality.movement import impassable
from hexwidget.systems.orders.position import OrdersPosition
from hexwidget.systems.orders.roster import FARM


@bars("O1.5")
def own_units_apart(position: OrdersPosition) -> Findings:
    """O1.5: a hex holds one unit of a player."""
    for at, units in sorted(position.by_hex.items()):
        for seat in sorted({unit.owner for unit in units}):
            own = [unit.kind for unit in units if unit.owner == seat]
            if len(own) > 1:
                numbers = {"player": position.players[seat], "units": " and ".join(own)}
                yield Finding("O1.5", "shared", (position.map.name(at),), numbers, "{player:'s} {units} stand on {0}")


@bars("O8.3")
def enemies_apart(position: OrdersPosition) -> Findings:
    """O8.3: enemies share a hex only where an attack from inside is owed or fought, or after_tie is "stay"."""
    inside = set()
    if position.owed is not None:
        inside.add(position.by_id[position.owed.unit].at)
    if position.battle is not None and position.battle.back is not None:
        inside.add(position.by_id[position.battle.defender].at)
    for at, units in sorted(position.by_hex.items()):
        if len({unit.owner for unit in units}) > 1 and at not in inside and position.settings["after_tie"] != "stay":
            numbers = {"units": " and ".join(map(position.called, units))}
            wording = "{units} stand on {0}, which only after_tie='stay' allows"
            yield Finding("O8.3", "shared", (position.map.name(at),), numbers, wording)


@bars("O3.3")
def buildings_apart(position: OrdersPosition) -> Findings:
    """O3.3: a hex holds one building, or a farm and one other."""
    for at in sorted({building.at for building in position.buildings}):
        standing = position.buildings_at(at)
        for farms in (True, False):
            kinds = [position.called(b) for b in standing if (b.kind == FARM) == farms]
            if len(kinds) > 1:
                numbers = {"kinds": " and ".join(kinds)}
                yield Finding("O3.3", "shared", (position.map.name(at),), numbers, "{kinds} stand on {0}")


def none_on_impassable_ground(position: OrdersPosition) -> Findings:
    """O8.4: no unit stands on impassable ground."""
    for unit in position.units:
        yield from impassable(position, position.map.name(unit.at))


INTEGRITY = (own_units_apart, enemies_apart, buildings_apart, none_on_impassable_ground)
"""The predicates on a position."""
