"""What bars sealed orders. Each predicate is named after what its clause says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise

from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Finding, Remedy, Rulebook, Settings, Status, Verdict
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.position import PlottedPosition, Unit
from hexwidget.systems.plotted.routes import cheapest_route, spent
from hexwidget.systems.plotted.units import ORDERS, REST, movement_value

Findings = Iterator[Finding]
BARRING = frozenset({"P1.1", "P1.3", "P1.5", "P1.7", "P1.9", "P3.1", "P4.4", "P4.6", "P4.7", "P5.3"})
"""The clauses that a finding may cite."""
LONGEST_ROUTE = 100
"""A route of more hexes is refused unread."""


def check(position: PlottedPosition, seal: Seal, rulebook: Rulebook) -> Verdict:
    """Whether orders may be sealed, and every clause that bars one of them.

    :raises InputError: if it is malformed
    """
    seat = _read(position, seal)
    findings = tuple(_moment(position, seat))
    if not findings:
        findings = tuple(_orders(position, seal, seat))
    return Verdict(Status.ILLEGAL if findings else Status.LEGAL, findings, str(seal), rulebook)


def check_order(position: PlottedPosition, seat: int, order: Order, rulebook: Rulebook) -> Verdict:
    """Whether one order may be written, whatever the others are."""
    findings = tuple(_order(position, order, seat))
    return Verdict(Status.ILLEGAL if findings else Status.LEGAL, findings, str(order), rulebook)


def _read(position: PlottedPosition, seal: Seal) -> int:
    problems = Problems()
    if not isinstance(seal, Seal):
        raise InputError("these orders cannot be read", [Problem("", f"expected sealed orders, not {shown(seal)}")])
    if seal.player not in position.players:
        problems.unknown("player", "player", seal.player, position.players)
    if not isinstance(seal.orders, tuple):
        raise InputError("these orders cannot be read", [Problem("", f"expected orders, not {shown(seal.orders)}")])
    hexmap = position.map
    for n, order in enumerate(seal.orders, 1):
        where = f"order {n}"
        if not isinstance(order, Order):
            problems.add(where, f"expected an order, not {shown(order)}")
            continue
        if not isinstance(order.kind, str) or order.kind not in ORDERS:
            problems.unknown(where, "order", order.kind, ORDERS)
        if order.facing is not None and order.facing not in hexmap.compass:
            problems.unknown(where, "side of a hex", order.facing, hexmap.compass)
        if not isinstance(order.route, tuple) or len(order.route) > LONGEST_ROUTE:
            problems.add(where, f"expected a route of at most {LONGEST_ROUTE} hexes, not {shown(order.route)}")
            continue
        for k, space in enumerate((order.unit, *order.route), 1):
            if hexmap.find(space) is None:
                problems.add(f"{where}, hex {k}", hexmap.explain_unknown(space))
            elif not isinstance(space, str):
                problems.add(f"{where}, hex {k}", f"expected a name such as {hexmap.name(hexmap.index(space))!r}")
    problems.raise_any("these orders cannot be read")
    return position.players.index(seal.player)


def _moment(position: PlottedPosition, seat: int) -> Findings:
    """P5.3, P1.9, P1.7: whether orders are written now, and by this player."""
    end = position.system.outcome(position)
    if end is not None:
        yield Finding("P5.3", "over", (), {"result": end.text}, "the game is over: {result}")
    elif position.melees:
        yield Finding("P1.9", "revealed", (), {}, "the orders are revealed: they cannot be changed or cancelled")
    elif seat not in position.writing:
        numbers = {"player": position.players[seat]}
        yield Finding("P1.7", "no_units", (), numbers, "{player} has no units to write orders for")


def _orders(position: PlottedPosition, seal: Seal, seat: int) -> Findings:
    """P1.7 and each order by itself."""
    for name, times in Counter(order.unit for order in seal.orders).items():
        if times > 1:
            numbers = {"orders": times}
            remedy = Remedy("write one order for it, for the whole turn", "P1.7")
            yield Finding("P1.7", "second_order", (name,), numbers, "the unit on {0} is given {orders} orders", remedy)
    for order in seal.orders:
        yield from _order(position, order, seat)


def _order(position: PlottedPosition, order: Order, seat: int) -> Findings:
    unit = position.by_hex.get(position.map.index(order.unit))
    yield from own_units_only(position, order, unit, seat)
    kind = ORDERS[order.kind]
    if kind.pace is None:
        yield from no_route(order)
    else:
        yield from each_hex_adjacent(position, order)
        yield from ground_that_can_be_entered(position, order)
        if unit is not None and unit.owner == seat:
            yield from within_the_movement_value(position, order, unit)
            yield from not_out_of_a_melee(position, order, unit)
    yield from facing(position, order)


def own_units_only(position: PlottedPosition, order: Order, unit: Unit | None, seat: int) -> Findings:
    """P1.7: a player writes orders for own units only."""
    player = position.players[seat]
    if unit is None:
        own = ", ".join(position.map.name(u.at) for u in position.units_of(seat)) or "nowhere"
        numbers = {"player": player, "own": own}
        yield Finding("P1.7", "no_unit", (order.unit,), numbers, "no unit stands on {0}; {player}'s stand on {own}")
    elif unit.owner != seat:
        numbers = {"unit": position.owned(unit), "player": player}
        yield Finding("P1.7", "others_unit", (order.unit,), numbers, "on {0} is {unit}, and {player} writes the order")


def no_route(order: Order) -> Findings:
    """P1.1: only movement orders name hexes to be entered."""
    if order.route:
        wording = "{kind} is no movement order, and {hexes} hexes are named"
        numbers = {"kind": order.kind, "hexes": len(order.route)}
        remedy = Remedy("march, run, charge or retreat takes a route", "P5.2")
        yield Finding("P1.1", "route_without_move", (order.unit,), numbers, wording, remedy)


def each_hex_adjacent(position: PlottedPosition, order: Order) -> Findings:
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


def ground_that_can_be_entered(position: PlottedPosition, order: Order) -> Findings:
    """P1.5: not water, not cliffs (or what the scenario's table says)."""
    for name in dict.fromkeys(order.route):
        at = position.map.index(name)
        if position.cost(at) is None:
            numbers = {"ground": position.map.terrain(at)}
            offer = partial(_round_it, position, order)
            yield Finding("P1.5", "barred_ground", (name,), numbers, "{0} is {ground}, which cannot be entered", offer)


def _round_it(position: PlottedPosition, order: Order) -> Remedy | None:
    """Another route to where this one leads, if one fits."""
    unit = position.by_hex.get(position.map.index(order.unit))
    if unit is None:
        return None
    there = position.map.index(order.route[-1])
    found = cheapest_route(position, unit.at, there, movement_value(unit.kind, order.kind))
    if found is None:
        return None
    round_it = replace(order, route=tuple(map(position.map.name, found)))
    return _if_legal(position, round_it, "go round it", "P1.1")


def within_the_movement_value(position: PlottedPosition, order: Order, unit: Unit) -> Findings:
    """P1.3, P1.5, P1.8: not too many hexes, and not too dear."""
    value = movement_value(unit.kind, order.kind)
    route = tuple(position.map.index(name) for name in order.route)
    hexes, cost = len(route), spent(position, route)
    if hexes == 1 and position.settings["minimum_move"] == "one_hex":
        return
    numbers = {"hexes": hexes, "cost": cost, "value": value, "unit": unit.kind, "kind": order.kind}
    running = replace(order, kind="run")
    faster = partial(_if_legal, position, running, f"legal with run: {movement_value(unit.kind, 'run')}", "P1.3")
    lenient = replace(position, settings=Settings({**position.settings, "minimum_move": "one_hex"}))
    one_hex = partial(_if_legal, lenient, order, "legal where minimum_move is one_hex", "P1.8", written=False)
    if hexes > value:
        wording = "the route has {hexes} hexes, and {unit} may go {value} by {kind}"
        yield Finding("P1.3", "too_many_hexes", (order.unit,), numbers, wording, faster)
    if cost > value and cost > hexes:
        wording = "the route takes {cost} of the movement value, and {unit} has {value} by {kind}"
        yield Finding("P1.5", "too_dear", (order.unit,), numbers, wording, lambda: faster() or one_hex())


def _if_legal(
    position: PlottedPosition, order: Order, text: str, clause: str, *, written: bool = True
) -> Remedy | None:
    """An order that would help, if nothing else bars it.

    :param written: whether it can be written as it is, and not only under another reading
    """
    unit = position.by_hex[position.map.index(order.unit)]
    if any(_order(position, order, unit.owner)):
        return None
    return Remedy(text, clause, str(order) if written else None)


def not_out_of_a_melee(position: PlottedPosition, order: Order, unit: Unit) -> Findings:
    """P4.6: a unit that is engaged may not move except by RETREAT."""
    if unit.at in position.in_melee and order.kind != "retreat":
        with_whom = sorted(
            position.map.name(b if a == unit.at else a) for a, b in position.engaged if unit.at in (a, b)
        )
        numbers = {"kind": order.kind, "enemies": " and ".join(with_whom)}
        wording = "the unit on {0} is engaged with {enemies} and cannot {kind}"
        yield Finding("P4.6", "engaged", (order.unit,), numbers, wording, Remedy("it may retreat", "P4.6"))


def facing(position: PlottedPosition, order: Order) -> Findings:
    """P4.4: DEFEND, AMBUSH and FIRE AND RETREAT face one of the six sides, no other order has a facing."""
    if ORDERS[order.kind].faces and order.facing is None:
        sides = ", ".join(position.map.compass)
        wording = "{kind} needs a side to face: {sides}"
        yield Finding("P4.4", "no_facing", (order.unit,), {"kind": order.kind, "sides": sides}, wording)
    elif order.facing is not None and not ORDERS[order.kind].faces:
        numbers = {"kind": order.kind, "facing": order.facing}
        wording = "{kind} has no facing, and {facing} is named"
        yield Finding("P4.4", "facing_without_zone", (order.unit,), numbers, wording)


def canonical(position: PlottedPosition, orders: Iterable[Order]) -> tuple[Order, ...]:
    """The orders as a position keeps them: by hex, without those to rest (P1.6)."""
    kept = [order for order in orders if order.kind != REST]
    return tuple(sorted(kept, key=lambda order: position.map.index(order.unit)))
