"""The remedies of orders that are barred: whole sheets that are legal, the nearest first.

`SUGGESTIONS` names the other orders that come into question for each kind of violation. Each is tried on the position,
in a sheet with the other orders, before it is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from hexwidget.english import worded
from hexwidget.rules import Finding, Remedy, Settings, changed, legal
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.legality.orders import Case
from hexwidget.systems.plotted.position import Unit, canonical, cheapest_route
from hexwidget.systems.plotted.units import ORDERS, REST, movement_value

MOST_MENDS = 3
"""The most things that are put right in one order."""


class Suggestion(NamedTuple):
    """An order that may help: the order, the remedy in words, and the clause that allows it."""

    order: Order
    words: str
    clause: str


def with_remedy(finding: Finding, case: Case) -> Finding:
    """The finding with its remedy, which is looked for when it is read."""
    return replace(finding, offer=lambda: remedy(case, finding))


def remedy(case: Case, finding: Finding) -> Remedy | None:
    """A legal sheet near the one that was asked for; None if the player may write no orders now.

    First come other orders in place of the one that is barred, then the reading that allows it, then orders with more than
    one thing changed, then the sheet without the order.
    """
    if not legal(case.position, Seal(case.player, ())):
        return None
    return (
        _first_legal(case, ((each, each.order) for each in SUGGESTIONS[finding.code](case)))
        or _lenient(case, finding)
        or _first_legal(case, _mended_suggestions(case, finding))
        or _omission(case)
    )


def _first_legal(case: Case, tried: Iterator[tuple[Suggestion, Order]]) -> Remedy | None:
    """The first of some orders that is legal, in a legal sheet."""
    for suggestion, order in tried:
        if legal(case.position, Seal(case.player, (order,))):
            others = _others(case, order.unit)
            words, whole = suggestion.words, order == suggestion.order and others == case.beside
            words = words if whole else worded("{words}, with everything else put right", words=words)
            return _offer(case, (order, *others), words, suggestion.clause)
    return None


def _mended_suggestions(case: Case, finding: Finding) -> Iterator[tuple[Suggestion, Order]]:
    """The suggestions that no longer break the clause of a finding in the same way, each with the legal orders that come
    of it."""
    tried: dict[Order, int] = {}
    for suggestion in SUGGESTIONS[finding.code](case):
        findings = case.position.check(Seal(case.player, (suggestion.order,))).findings
        if (finding.clause, finding.code) not in [(each.clause, each.code) for each in findings]:
            yield from ((suggestion, order) for order in _mend(case, suggestion.order, tried))


def _offer(case: Case, orders: tuple[Order, ...], words: str, clause: str) -> Remedy | None:
    sheet = Seal(case.player, canonical(case.position.map, orders))
    return Remedy(words, clause, sheet) if legal(case.position, sheet) else None


def _others(case: Case, unit: str) -> tuple[Order, ...]:
    """The other orders of the sheet, each put right if it is barred; orders that cannot be put right are left out.

    :param unit: the hex of a unit that has its order already
    """
    kept: dict[str, Order] = {}
    for other in case.beside:
        mended = next(_mend(case, other, {}), None)
        if mended is not None and mended.unit not in (unit, *kept):
            kept[mended.unit] = mended
    return tuple(kept.values())


def _mend(case: Case, order: Order, tried: dict[Order, int], most: int = MOST_MENDS) -> Iterator[Order]:
    """The legal orders for the same unit that an order becomes when its faults are put right, one after another.

    :param tried: the orders that were tried, each with the most faults that were put right in it then. They are tried once
    """
    if tried.get(order, -1) >= most:
        return
    tried[order] = most
    findings = case.position.check(Seal(case.player, (order,))).findings
    if not findings:
        yield order
    elif most and findings[0].clause != "P1.7":
        for suggestion in SUGGESTIONS[findings[0].code](Case(case.position, case.seat, order)):
            yield from _mend(case, suggestion.order, tried, most - 1)


def _omission(case: Case) -> Remedy | None:
    """P1.6: the sheet without the order."""
    others = _others(case, case.order.unit)
    wording = (
        "leave this order out" if others == case.beside else "leave this order out, with everything else put right"
    )
    return _offer(case, others, worded(wording), "P1.6")


def _lenient(case: Case, finding: Finding) -> Remedy | None:
    """P1.8: the reading that allows a single hex at any cost, if it allows the whole sheet."""
    if finding.code != "too_dear":
        return None
    settings = Settings({**case.position.settings, "minimum_move": "one_hex"})
    if not legal(changed(case.position, settings=settings), Seal(case.player, (case.order, *case.beside))):
        return None
    return Remedy(worded("another reading of the rules lets a unit enter one hex at any cost"), "P1.8")


# ---------------------------------------------------------------------- P1.7: the unit
def _for_an_own_unit(case: Case) -> Iterator[Suggestion]:
    """The same order for an own unit without one, the nearest first; a movement order leads to the same hex."""
    position, order = case.position, case.order
    at = position.map.index(order.unit)
    end = position.map.index(order.route[-1] if order.route else order.unit)
    taken = {other.unit for other in case.beside}
    for own in sorted(position.units_of(case.seat), key=lambda own: position.map.distance(own.at, at)):
        name = position.map.name(own.at)
        if name in taken or order.kind == REST:
            continue
        if ORDERS[order.kind].pace is None:
            words = worded("the {unit} on {0} may have this order", name, unit=own.called)
            yield Suggestion(replace(order, unit=name), words, "P1.7")
            continue
        route = cheapest_route(position, own.at, end, movement_value(own.kind, order.kind))
        if route is not None:
            other = replace(order, unit=name, route=tuple(map(position.map.name, route)))
            where = (name, position.map.name(end))
            words = worded("the {unit} on {0} may {kind} to {1}", *where, unit=own.called, kind=order.kind)
            yield Suggestion(other, words, "P1.7")


def _one_of_them(case: Case) -> Iterator[Suggestion]:
    """One of several orders for a unit, the first that is legal."""
    same = [other for other in (case.order, *case.beside) if other.unit == case.order.unit]
    yield from (Suggestion(order, worded("write one order for it, for the whole turn"), "P1.7") for order in same)


# ---------------------------------------------------------------------- P1.1, P1.3, P1.5: the route
def _another_kind(case: Case) -> Iterator[Suggestion]:
    """P5.2: a movement order with the hexes that are named, or the order without them. An order to rest along hexes is
    more likely a movement order."""
    order = case.order
    without = Suggestion(replace(order, route=()), worded("{kind} without naming hexes", kind=order.kind), "P1.1")
    if order.kind != REST:
        yield without
    for kind in (key for key, kind in ORDERS.items() if kind.pace):
        yield Suggestion(replace(order, kind=kind, facing=None), worded("{kind} along this route", kind=kind), "P5.2")
    if order.kind == REST:
        yield without


def _one_hex(case: Case) -> Iterator[Suggestion]:
    """P1.1: the order with a route of one hex."""
    position = case.position
    for there in position.map.neighbours(position.map.index(case.order.unit)):
        name = position.map.name(there)
        words = worded("name a hex that it enters, such as {0}", name)
        yield Suggestion(replace(case.order, route=(name,)), words, "P1.1")


def _without_gaps(case: Case) -> Iterator[Suggestion]:
    """P1.1: the route with the hexes between, at the pace of the order or at a run."""
    position, order, unit = case.position, case.order, case.unit
    if unit is None:
        return
    index, most = position.map.index, movement_value(unit.kind, "run")
    route = list[int]()
    for a, b in pairwise(map(index, (order.unit, *order.route))):
        if a != b:
            between = (b,) if position.map.adjacent(a, b) else cheapest_route(position, a, b, most)
            if between is None:
                break
            route += between
    else:
        added = len(route) - len(order.route)
        short, at_a_run = "name each hex once", "name each hex once, and run"
        if added > 0:
            short, at_a_run = "name the {n:hex} between, too", "name the {n:hex} between, too, and run"
        full = replace(order, route=tuple(map(position.map.name, route)))
        yield Suggestion(full, worded(short, n=added), "P1.1")
        yield Suggestion(replace(full, kind="run"), worded(at_a_run, n=added), "P1.1")
    yield from _part_of_the_way(case)


def _round(case: Case) -> Iterator[Suggestion]:
    """P1.5: another route to the same hex, at the pace of the order or at a run, or the route up to ground that is barred."""
    unit = case.unit
    if unit is None or not case.order.route:
        return
    yield from _another_route(case, unit, "go round it", "P1.1")
    yield from _part_of_the_way(case)


def _another_route(case: Case, unit: Unit, words: str, clause: str) -> Iterator[Suggestion]:
    """Another route to the same hex, at the pace of the order or at a run."""
    position, order = case.position, case.order
    there = position.map.index(order.route[-1])
    for kind, pace in ((order.kind, "{words}"), ("run", "{words} at a run")):
        found = cheapest_route(position, unit.at, there, movement_value(unit.kind, kind))
        if found is not None:
            other = replace(order, kind=kind, route=tuple(map(position.map.name, found)))
            yield Suggestion(other, worded(pace, words=words), clause)


def _faster_or_shorter(case: Case) -> Iterator[Suggestion]:
    """P1.3, P1.5: the route at a run, another route to the same hex, or a part of the route."""
    unit = case.unit
    if unit is None:
        return
    value = movement_value(unit.kind, "run")
    yield Suggestion(replace(case.order, kind="run"), worded("legal with run: {value}", value=value), "P1.3")
    yield from _another_route(case, unit, "another route leads there", "P1.5")
    yield from _part_of_the_way(case)


def _part_of_the_way(case: Case) -> Iterator[Suggestion]:
    """A part of the route, or another route to a hex nearer to its end, the nearest first."""
    yield from _shorter(case)
    position, order, unit = case.position, case.order, case.unit
    if unit is None:
        return
    far, end = position.map.distance, position.map.index(order.route[-1])
    near = {unit.at}
    for _ in range(case.value):
        near |= {there for at in near for there in position.map.neighbours(at)}
    for there in sorted(near, key=lambda at: (far(at, end), at)):
        route = cheapest_route(position, unit.at, there, case.value) if far(there, end) < far(unit.at, end) else None
        if route is not None:
            other = replace(order, route=tuple(map(position.map.name, route)))
            yield Suggestion(other, worded("go towards it, as far as {0}", other.route[-1]), "P1.3")


def _shorter(case: Case) -> Iterator[Suggestion]:
    """The first hexes of the route, as many as fit."""
    route = case.order.route
    for hexes in range(len(route) - 1, 0, -1):
        yield Suggestion(replace(case.order, route=route[:hexes]), worded("go as far as {0}", route[hexes - 1]), "P1.3")


# ---------------------------------------------------------------------- P4.4, P4.6: melees and facings
def _retreat(case: Case) -> Iterator[Suggestion]:
    """P4.6: a retreat along the route, along a part of it, or to a hex beside the unit."""
    away = case._replace(order=replace(case.order, kind="retreat"))
    for part in (away.order, *(each.order for each in (*_shorter(away), *_one_hex(away)))):
        yield Suggestion(part, worded("it may retreat"), "P4.6")


def _with_facing(case: Case) -> Iterator[Suggestion]:
    """P4.4: the order facing a side, the side nearest to an enemy first."""
    position, order = case.position, case.order
    at, spaces = position.map.index(order.unit), position.map
    enemies = [unit.at for unit in position.units if unit.owner != case.seat and unit.at != at]
    beyond = zip(spaces.compass, spaces.beyond(at), strict=True)

    def away(side: tuple[str, int | None]) -> float:
        there = side[1]
        return float("inf") if there is None or not enemies else min(spaces.distance(there, e) for e in enemies)

    for side, _ in sorted(beyond, key=away):
        yield Suggestion(replace(order, facing=side), worded("face {side}, for example", side=side), "P4.4")


def _without_facing(case: Case) -> Iterator[Suggestion]:
    """P4.4: the order without a facing, or an order that has one."""
    yield Suggestion(replace(case.order, facing=None), worded("leave the facing out"), "P4.4")
    for kind in (key for key, kind in ORDERS.items() if kind.faces):
        yield Suggestion(replace(case.order, kind=kind, route=()), worded("{kind} with this facing", kind=kind), "P4.4")


SUGGESTIONS: Mapping[str, Callable[[Case], Iterator[Suggestion]]] = {
    "no_unit": _for_an_own_unit,
    "others_unit": _for_an_own_unit,
    "second_order": _one_of_them,
    "route_without_move": _another_kind,
    "no_route": _one_hex,
    "gap": _without_gaps,
    "barred_ground": _round,
    "too_many_hexes": _faster_or_shorter,
    "too_dear": _faster_or_shorter,
    "engaged": _retreat,
    "no_facing": _with_facing,
    "facing_without_zone": _without_facing,
}
"""The orders that come into question, by the code of a finding."""
