"""Building, and the room that a building or a defence needs."""

from __future__ import annotations

from hexwidget.rules import Finding, Remedy, bars
from hexwidget.systems.orders.actions import Destroy
from hexwidget.systems.orders.legality.units import Findings, Offer, first_legal
from hexwidget.systems.orders.position import OrdersPosition, Unit
from hexwidget.systems.orders.roster import FARM


@bars("O3.1", "O3.4")
def what_it_can_build(position: OrdersPosition, unit: Unit, building: str) -> Findings:
    """O3.1, O3.4: the kind of the unit says what it builds; every unit builds farms unless its kind says otherwise."""
    can = position.type_of(unit).builds
    if building not in can:
        numbers = {"kind": unit.kind, "building": building, "can": ", ".join(can) or "nothing"}
        clause = "O3.4" if building == FARM else "O3.1"
        where = position.map.name(unit.at)
        yield Finding(
            clause, "cannot_build", (where,), numbers, "a {kind} cannot build a {building}; it can build {can}"
        )


@bars("O3.2", "O4.1")
def no_opposing_tile(position: OrdersPosition, unit: Unit, clause: str, what: str) -> Findings:
    """O3.2, O4.1: no unit and no building of another player in the hex."""
    tiles = position.opposing_tiles(unit.owner, unit.at)
    if tiles:
        numbers = {"tiles": " and ".join(tiles), "what": what}
        where = position.map.name(unit.at)
        yield Finding(clause, "opposing_tile", (where,), numbers, "{tiles} on {0}: nobody can {what} there")


@bars("O3.3")
def one_building_a_hex(position: OrdersPosition, unit: Unit, building: str) -> Findings:
    """O3.3: a farm may share with one building of another kind, never with another farm."""
    for other in position.buildings_at(unit.at):
        if (other.kind == FARM) == (building == FARM):
            numbers = {"other": position.built(other), "building": building}
            where = position.map.name(unit.at)
            remedy: Offer = Remedy("a farm and one other building may share a hex", "O3.3")
            if building != FARM:
                destroy = [Destroy(position.players[unit.owner], where, other.kind)]
                remedy = first_legal(position, destroy, f"destroy the {other.kind} first", "O5.2")
            yield Finding(
                "O3.3", "occupied", (where,), numbers, "{other} stands on {0}, no room for a {building}", remedy
            )


@bars("O5.1")
def no_enemy_where_destroyed(position: OrdersPosition, unit: Unit) -> Findings:
    """O5.1: nothing is destroyed while an enemy stands in the hex."""
    enemies = position.opponents(unit.owner, unit.at)
    if enemies:
        where, numbers = position.map.name(unit.at), {"enemies": " and ".join(map(position.called, enemies))}
        remedy = Remedy("attack from inside the hex", "O8.3")
        wording = "{enemies} on {0}: nothing can be destroyed"
        yield Finding("O5.1", "enemy_present", (where,), numbers, wording, remedy)


@bars("O5.1")
def a_building_that_stands(position: OrdersPosition, unit: Unit, building: str) -> Findings:
    """O5.1: the building stands in the hex of the unit."""
    standing = [b.kind for b in position.buildings_at(unit.at)]
    if building not in standing:
        numbers = {"building": building, "standing": " and ".join(standing) or "nothing"}
        wording = "no {building} stands on {0}, but {standing}" if standing else "no {building} stands on {0}"
        yield Finding("O5.1", "no_building", (position.map.name(unit.at),), numbers, wording)
