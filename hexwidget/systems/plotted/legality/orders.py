"""The clauses that bar orders: their moment; own units, routes, ground, movement values, melees and facings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from hexwidget.english import listing
from hexwidget.rules import Finding, bars
from hexwidget.systems.plotted.actions import Order
from hexwidget.systems.plotted.position import PlottedPosition, Unit, cost_of
from hexwidget.systems.plotted.units import ORDERS, movement_value


class Case(NamedTuple):
    """An order on a position. ``seat``: the player who writes it; ``beside``: the other orders of the sheet."""

    position: PlottedPosition
    seat: int
    order: Order
    beside: tuple[Order, ...] = ()

    @property
    def unit(self) -> Unit | None:
        """The unit that the order is for; None if no unit stands on its hex."""
        return self.position.by_hex.get(self.position.map.index(self.order.unit))

    @property
    def player(self) -> str:
        """The name of the player who writes the order."""
        return self.position.players[self.seat]

    @property
    def value(self) -> int:
        """P1.3: the movement value of the unit under the order; 0 without a unit, or if the order does not move it."""
        unit = self.unit
        return 0 if unit is None else movement_value(unit.kind, self.order.kind)


@bars("P1.7", "P1.9", "P5.3")
def the_moment(position: PlottedPosition, seat: int) -> Iterator[Finding]:
    """P5.3, P1.9, P1.7: the game goes on, the orders are not revealed yet, and the player has units."""
    end = position.system.outcome(position)
    if end is not None:
        yield Finding("P5.3", "over", (), {"result": end.text}, "the game is over: {result}")
    if position.melees:
        yield Finding("P1.9", "revealed", (), {}, "the orders are revealed: they cannot be changed or cancelled")
    if seat not in position.writing:
        numbers = {"player": position.players[seat]}
        yield Finding("P1.7", "no_units", (), numbers, "{player:has} no units to write orders for")


# ---------------------------------------------------------------------- one order
def objections_to_order(case: Case) -> Iterator[Finding]:
    """The findings against one order by itself, without remedies. An order for another player's unit is judged as if it were
    an own unit."""
    unit = case.unit
    yield from own_units_only(case, unit)
    if ORDERS[case.order.kind].pace is None:
        yield from no_route(case)
    else:
        yield from each_hex_adjacent(case)
        yield from ground_that_can_be_entered(case)
        if unit is not None:
            yield from within_the_movement_value(case, unit)
            yield from not_out_of_a_melee(case, unit)
    yield from facing(case)


@bars("P1.7")
def own_units_only(case: Case, unit: Unit | None) -> Iterator[Finding]:
    """P1.7: a player writes orders for own units only."""
    position, name = case.position, case.order.unit
    if unit is not None and unit.owner == case.seat:
        return
    player = case.player
    if unit is None:
        own = [position.map.name(u.at) for u in position.units_of(case.seat)]
        numbers = {"player": player, "own": listing(own), "units": "a unit" if len(own) == 1 else "units"}
        wording = "no unit stands on {0}; {player:has} {units} on {own}" if own else "no unit stands on {0}"
        yield Finding("P1.7", "no_unit", (name,), numbers, wording)
    else:
        numbers = {"unit": position.owned(unit), "player": player}
        yield Finding("P1.7", "others_unit", (name,), numbers, "{player} cannot give orders to {unit} on {0}")


@bars("P1.1")
def no_route(case: Case) -> Iterator[Finding]:
    """P1.1: only movement orders name hexes to be entered."""
    order = case.order
    if order.route:
        numbers = {"kind": order.kind, "hexes": len(order.route)}
        wording = "{kind} does not move the unit, and the order names {hexes:hex} to enter"
        yield Finding("P1.1", "route_without_move", (order.unit,), numbers, wording)


@bars("P1.1")
def each_hex_adjacent(case: Case) -> Iterator[Finding]:
    """P1.1: at least one hex, each next to the one before."""
    position, order = case.position, case.order
    if not order.route:
        yield Finding("P1.1", "no_route", (order.unit,), {"kind": order.kind}, "{kind} names no hex to enter")
    index = position.map.index
    for a, b in pairwise((order.unit, *order.route)):
        if not position.map.adjacent(index(a), index(b)):
            steps = position.map.distance(index(a), index(b))
            wording = "{1} is not next to {0}" if a != b else "the route names {0} twice in a row"
            yield Finding("P1.1", "gap", (a, b), {"steps": steps}, wording)


@bars("P1.5")
def ground_that_can_be_entered(case: Case) -> Iterator[Finding]:
    """P1.5: the route enters no water, no cliffs, and no other ground that the scenario's table closes."""
    position = case.position
    for name in dict.fromkeys(case.order.route):
        at = position.map.index(name)
        if position.cost(at) is None:
            numbers = {"ground": position.map.terrain(at)}
            yield Finding("P1.5", "barred_ground", (name,), numbers, "{0} cannot be entered: its ground is {ground}")


@bars("P1.3", "P1.5")
def within_the_movement_value(case: Case, unit: Unit) -> Iterator[Finding]:
    """P1.3, P1.5, P1.8: the route has no more hexes, and costs no more, than the movement value."""
    position, order, value = case.position, case.order, movement_value(unit.kind, case.order.kind)
    route = tuple(map(position.map.index, order.route))
    hexes, cost = len(route), cost_of(position, route)
    if hexes == 1 and position.settings["minimum_move"] == "one_hex":
        return
    too_dear = cost > value and cost > hexes
    numbers = {"hexes": hexes, "cost": cost, "value": value, "unit": unit.kind, "kind": order.kind}
    if hexes > value:
        wording = "the route has {hexes:hex}, and {unit} may enter at most {value} by {kind}"
        yield Finding("P1.3", "too_many_hexes", (order.unit,), numbers, wording)
    if too_dear:
        barred = any(position.cost(at) is None for at in route)
        wording = "the hexes of the route that can be entered cost" if barred else "the route costs"
        wording += " {cost}, and {unit} has a movement value of {value} by {kind}"
        yield Finding("P1.5", "too_dear", (order.unit,), numbers, wording)


@bars("P4.6")
def not_out_of_a_melee(case: Case, unit: Unit) -> Iterator[Finding]:
    """P4.6: a unit that is engaged may not move except by RETREAT."""
    position, order = case.position, case.order
    if unit.at in position.in_melee and ORDERS[order.kind].pace and order.kind != "retreat":
        pairs = [pair for pair in position.engaged if unit.at in pair]
        enemies = sorted(position.map.name(b if a == unit.at else a) for a, b in pairs)
        numbers = {"kind": order.kind, "enemies": listing(enemies), "enemy": "enemies" if len(enemies) > 1 else "enemy"}
        wording = "the unit on {0} is in a melee with the {enemy} on {enemies} and cannot {kind}"
        yield Finding("P4.6", "engaged", (order.unit,), numbers, wording)


@bars("P4.4")
def facing(case: Case) -> Iterator[Finding]:
    """P4.4: DEFEND, AMBUSH and FIRE AND RETREAT face one of the six sides, and no other order has a facing."""
    order = case.order
    if ORDERS[order.kind].faces and order.facing is None:
        sides = listing(list(case.position.map.compass), "or")
        wording = "{kind} needs a side to face: {sides}"
        yield Finding("P4.4", "no_facing", (order.unit,), {"kind": order.kind, "sides": sides}, wording)
    elif order.facing is not None and not ORDERS[order.kind].faces:
        numbers = {"kind": order.kind, "facing": order.facing}
        wording = "{kind} has no facing, and {facing} is named"
        yield Finding("P4.4", "facing_without_zone", (order.unit,), numbers, wording)
