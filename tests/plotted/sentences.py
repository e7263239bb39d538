"""The truth of the sentences of `plotted`, naively: of its findings, and of remedies that are words only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from hexwidget.rules import Finding, Settings
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.position import PlottedPosition, Unit
from tests.plotted.reference import CLAUSES, FACING, MOVES, VALUES, cost_of, unit_of

Truth = Callable[[PlottedPosition, Seal, Finding], bool]


def owned(position: PlottedPosition, unit: Unit) -> str:
    """A unit in words."""
    return f"{position.players[unit.owner]}'s {unit.name or unit.kind}"


def of_an_order(holds: Callable[[PlottedPosition, Seal, Order, Finding], bool]) -> Truth:
    """The truth of a sentence on the order for the hex that the finding names first: it holds for one of the orders."""
    return lambda position, sheet, finding: any(
        holds(position, sheet, order, finding) for order in sheet.orders if order.unit == finding.subjects[0]
    )


def says(finding: Finding, **numbers: Any) -> bool:
    """True if a finding has these numbers."""
    return all(finding.numbers[name] == value for name, value in numbers.items())


# ---------------------------------------------------------------------- the moment and the units
def over(position: PlottedPosition, sheet: Seal, finding: Finding) -> bool:
    end = position.outcome
    return end is not None and says(finding, result=end.text)


def no_units(position: PlottedPosition, sheet: Seal, finding: Finding) -> bool:
    seat = position.players.index(sheet.player)
    return says(finding, player=sheet.player) and not any(unit.owner == seat for unit in position.units)


def second_order(position: PlottedPosition, sheet: Seal, finding: Finding) -> bool:
    named = [order for order in sheet.orders if order.unit == finding.subjects[0]]
    if ("the unit on" in finding.text) != (unit_of(position, named[0]) is not None):
        return False
    return len(named) > 1 and says(finding, orders=len(named))


def no_unit(position: PlottedPosition, sheet: Seal, order: Order, finding: Finding) -> bool:
    own = [position.map.name(u.at) for u in position.units if position.players[u.owner] == sheet.player]
    stands = f"{', '.join(own[:-1])} and {own[-1]}" if len(own) > 1 else "".join(own)
    if unit_of(position, order) is not None or not says(finding, player=sheet.player, own=stands):
        return False
    return ("stand on" in finding.text) == bool(own)


def others_unit(position: PlottedPosition, sheet: Seal, order: Order, finding: Finding) -> bool:
    unit = unit_of(position, order)
    if unit is None or position.players[unit.owner] == sheet.player:
        return False
    return says(finding, unit=owned(position, unit), player=sheet.player)


# ---------------------------------------------------------------------- routes
def route_without_move(position: PlottedPosition, sheet: Seal, order: Order, finding: Finding) -> bool:
    if order.kind in MOVES or not order.route or not says(finding, kind=order.kind, hexes=len(order.route)):
        return False
    return (f"{len(order.route)} hexes" in finding.text) == (len(order.route) > 1)


def no_route(position: PlottedPosition, sheet: Seal, order: Order, finding: Finding) -> bool:
    return order.kind in MOVES and not order.route and says(finding, kind=order.kind)


def gap(position: PlottedPosition, sheet: Seal, finding: Finding) -> bool:
    """The two hexes follow each other in a route, and are not adjacent; or a hex follows itself."""
    a, b = finding.subjects
    ways = [(order.unit, *order.route) for order in sheet.orders if order.kind in MOVES]
    if not any((a, b) in pairwise(way) for way in ways):
        return False
    if b in map(position.map.name, position.map.neighbours(position.map.index(a))):
        return False
    return ("from itself" in finding.text) == (a == b)


def barred_ground(position: PlottedPosition, sheet: Seal, finding: Finding) -> bool:
    (space,) = finding.subjects
    named = any(space in order.route for order in sheet.orders if order.kind in MOVES)
    return named and cost_of(position, space) is None and says(finding, ground=position.map.terrain(space))


def beyond_the_value(position: PlottedPosition, sheet: Seal, order: Order, finding: Finding) -> bool:
    """The number of hexes, their cost, and the movement value of the unit are right, and one of them is too high."""
    unit = unit_of(position, order)
    if unit is None or order.kind not in MOVES:
        return False
    costs, value = [cost_of(position, space) for space in order.route], VALUES[unit.kind, MOVES[order.kind]]
    cost = sum(each for each in costs if each is not None)
    numbers = {"hexes": len(costs), "cost": cost, "value": value, "unit": unit.kind, "kind": order.kind}
    if not says(finding, **numbers):
        return False
    if finding.code == "too_many_hexes":
        return len(costs) > value
    return cost > value and ("that can be entered" in finding.text) == (None in costs)


# ---------------------------------------------------------------------- melees and facings
def engaged(position: PlottedPosition, sheet: Seal, order: Order, finding: Finding) -> bool:
    unit = unit_of(position, order)
    if unit is None or order.kind not in MOVES or order.kind == "retreat":
        return False
    enemies = sorted(
        position.map.name(at) for pair in position.engaged if unit.at in pair for at in pair if at != unit.at
    )
    if any(position.by_hex[position.map.index(name)].owner == unit.owner for name in enemies):
        return False
    told = f"{', '.join(enemies[:-1])} and {enemies[-1]}" if len(enemies) > 1 else "".join(enemies)
    return bool(enemies) and says(finding, kind=order.kind, enemies=told)


def no_facing(position: PlottedPosition, sheet: Seal, order: Order, finding: Finding) -> bool:
    sides = ", ".join(position.map.compass)
    return order.kind in FACING and order.facing is None and says(finding, kind=order.kind, sides=sides)


def facing_without_zone(position: PlottedPosition, sheet: Seal, order: Order, finding: Finding) -> bool:
    return order.kind not in FACING and says(finding, kind=order.kind, facing=order.facing)


SENTENCES: dict[tuple[str, str], Truth] = {
    ("P1.1", "gap"): gap,
    ("P1.1", "no_route"): of_an_order(no_route),
    ("P1.1", "route_without_move"): of_an_order(route_without_move),
    ("P1.3", "too_many_hexes"): of_an_order(beyond_the_value),
    ("P1.5", "barred_ground"): barred_ground,
    ("P1.5", "too_dear"): of_an_order(beyond_the_value),
    ("P1.7", "no_unit"): of_an_order(no_unit),
    ("P1.7", "no_units"): no_units,
    ("P1.7", "others_unit"): of_an_order(others_unit),
    ("P1.7", "second_order"): second_order,
    ("P1.9", "revealed"): lambda position, sheet, finding: bool(position.melees),
    ("P4.4", "facing_without_zone"): of_an_order(facing_without_zone),
    ("P4.4", "no_facing"): of_an_order(no_facing),
    ("P4.6", "engaged"): of_an_order(engaged),
    ("P5.3", "over"): over,
}
"""The truth of each sentence, by clause and code."""


def legal_with_one_hex(position: PlottedPosition, sheet: Seal, finding: Finding) -> bool:
    """The sheet is legal where P1.8 allows a single hex at any cost, and not as the position is."""
    settings = Settings({**position.settings, "minimum_move": "one_hex"})
    lenient = replace(position, settings=settings)
    return position.settings["minimum_move"] == "none" and not any(bars(lenient, sheet) for bars in CLAUSES.values())


REMEDY_WORDS: dict[tuple[str, str], Truth] = {("P1.5", "too_dear"): legal_with_one_hex}
"""The truth of remedies without an action."""
