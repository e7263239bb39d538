"""The clauses that bar an order: own units, routes, ground, movement values, melees and facings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise

from hexwidget.rules import Finding, Remedy, Settings, bars
from hexwidget.systems.plotted.actions import Order
from hexwidget.systems.plotted.position import PlottedPosition, Unit
from hexwidget.systems.plotted.routes import cheapest_route, spent
from hexwidget.systems.plotted.units import ORDERS, movement_value


def objections_to_order(order: Order, position: PlottedPosition, seat: int) -> Iterator[Finding]:
    """The findings against one order by itself."""
    unit = position.by_hex.get(position.map.index(order.unit))
    yield from own_units_only(position, order, unit, seat)
    if ORDERS[order.kind].pace is None:
        yield from no_route(order)
    else:
        yield from each_hex_adjacent(position, order)
        yield from ground_that_can_be_entered(position, order)
        if unit is not None and unit.owner == seat:
            yield from within_the_movement_value(position, order, unit)
            yield from not_out_of_a_melee(position, order, unit)
    yield from facing(position, order)


@bars("P1.7")
def own_units_only(position: PlottedPosition, order: Order, unit: Unit | None, seat: int) -> Iterator[Finding]:
    """P1.7: a player writes orders for own units only."""
    player = position.players[seat]
    if unit is None:
        own = ", ".join(position.map.name(u.at) for u in position.units_of(seat)) or "nowhere"
        numbers = {"player": player, "own": own}
        yield Finding("P1.7", "no_unit", (order.unit,), numbers, "no unit stands on {0}; {player}'s stand on {own}")
    elif unit.owner != seat:
        numbers = {"unit": position.owned(unit), "player": player}
        yield Finding("P1.7", "others_unit", (order.unit,), numbers, "on {0} is {unit}, and {player} writes the order")


@bars("P1.1")
def no_route(order: Order) -> Iterator[Finding]:
    """P1.1: only movement orders name hexes to be entered."""
    if order.route:
        wording = "{kind} is no movement order, and {hexes} hexes are named"
        numbers = {"kind": order.kind, "hexes": len(order.route)}
        remedy = Remedy("march, run, charge or retreat takes a route", "P5.2")
        yield Finding("P1.1", "route_without_move", (order.unit,), numbers, wording, remedy)


@bars("P1.1")
def each_hex_adjacent(position: PlottedPosition, order: Order) -> Iterator[Finding]:
    """P1.1: at least one hex, each next to the one before."""
    if not order.route:
        remedy = Remedy("name the hexes that it enters, or let it rest", "P1.6")
        yield Finding("P1.1", "no_route", (order.unit,), {"kind": order.kind}, "{kind} names no hex to enter", remedy)
    index = position.map.index
    for a, b in pairwise((order.unit, *order.route)):
        if not position.adjacent(index(a), index(b)):
            steps = position.map.distance(index(a), index(b))
            wording = "{1} is not next to {0}" if a != b else "{0} is entered from itself"
            remedy = Remedy(f"name the {steps - 1} hex{'es' if steps > 2 else ''} between, too", "P1.1")
            yield Finding("P1.1", "gap", (a, b), {"steps": steps}, wording, remedy if steps > 1 else None)


@bars("P1.5")
def ground_that_can_be_entered(position: PlottedPosition, order: Order) -> Iterator[Finding]:
    """P1.5: the route enters no water, no cliffs, and no other ground that the scenario's table closes."""
    for name in dict.fromkeys(order.route):
        at = position.map.index(name)
        if position.cost(at) is None:
            numbers = {"ground": position.map.terrain(at)}
            offer = partial(_go_round, position, order)
            yield Finding("P1.5", "barred_ground", (name,), numbers, "{0} is {ground}, which cannot be entered", offer)


def _go_round(position: PlottedPosition, order: Order) -> Remedy | None:
    """The remedy of another route to the same hex, if one fits."""
    unit = position.by_hex.get(position.map.index(order.unit))
    if unit is None:
        return None
    there = position.map.index(order.route[-1])
    found = cheapest_route(position, unit.at, there, movement_value(unit.kind, order.kind))
    if found is None:
        return None
    other = replace(order, route=tuple(map(position.map.name, found)))
    return _if_legal(position, other, "go round it", "P1.1")


@bars("P1.3", "P1.5")
def within_the_movement_value(position: PlottedPosition, order: Order, unit: Unit) -> Iterator[Finding]:
    """P1.3, P1.5, P1.8: the route has no more hexes, and costs no more, than the movement value."""
    value = movement_value(unit.kind, order.kind)
    route = tuple(position.map.index(name) for name in order.route)
    hexes, cost = len(route), spent(position, route)
    if hexes == 1 and position.settings["minimum_move"] == "one_hex":
        return
    too_dear = cost > value and cost > hexes
    if hexes <= value and not too_dear:
        return
    numbers = {"hexes": hexes, "cost": cost, "value": value, "unit": unit.kind, "kind": order.kind}
    running = replace(order, kind="run")
    faster = partial(_if_legal, position, running, f"legal with run: {movement_value(unit.kind, 'run')}", "P1.3")
    lenient = replace(position, settings=Settings({**position.settings, "minimum_move": "one_hex"}))
    one_hex = partial(_if_legal, lenient, order, "legal where minimum_move is one_hex", "P1.8", written=False)
    if hexes > value:
        wording = "the route has {hexes} hexes, and {unit} may go {value} by {kind}"
        yield Finding("P1.3", "too_many_hexes", (order.unit,), numbers, wording, faster)
    if too_dear:
        wording = "the route takes {cost} of the movement value, and {unit} has {value} by {kind}"
        yield Finding("P1.5", "too_dear", (order.unit,), numbers, wording, lambda: faster() or one_hex())


def _if_legal(
    position: PlottedPosition, order: Order, text: str, clause: str, *, written: bool = True
) -> Remedy | None:
    """The remedy of another order, if nothing bars that order.

    :param written: False for an order that is legal only under another reading, and cannot be written as it is
    """
    unit = position.by_hex[position.map.index(order.unit)]
    if any(objections_to_order(order, position, unit.owner)):
        return None
    return Remedy(text, clause, str(order) if written else None)


@bars("P4.6")
def not_out_of_a_melee(position: PlottedPosition, order: Order, unit: Unit) -> Iterator[Finding]:
    """P4.6: a unit that is engaged may not move except by RETREAT."""
    if unit.at in position.in_melee and ORDERS[order.kind].pace and order.kind != "retreat":
        pairs = [pair for pair in position.engaged if unit.at in pair]
        enemies = sorted(position.map.name(b if a == unit.at else a) for a, b in pairs)
        numbers = {"kind": order.kind, "enemies": " and ".join(enemies)}
        wording = "the unit on {0} is engaged with {enemies} and cannot {kind}"
        yield Finding("P4.6", "engaged", (order.unit,), numbers, wording, Remedy("it may retreat", "P4.6"))


@bars("P4.4")
def facing(position: PlottedPosition, order: Order) -> Iterator[Finding]:
    """P4.4: DEFEND, AMBUSH and FIRE AND RETREAT face one of the six sides, and no other order has a facing."""
    if ORDERS[order.kind].faces and order.facing is None:
        sides = ", ".join(position.map.compass)
        wording = "{kind} needs a side to face: {sides}"
        yield Finding("P4.4", "no_facing", (order.unit,), {"kind": order.kind, "sides": sides}, wording)
    elif order.facing is not None and not ORDERS[order.kind].faces:
        numbers = {"kind": order.kind, "facing": order.facing}
        wording = "{kind} has no facing, and {facing} is named"
        yield Finding("P4.4", "facing_without_zone", (order.unit,), numbers, wording)
