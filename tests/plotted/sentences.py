"""The truth of the sentences of `plotted`: each is put together once more, naively, from the position and the orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from hexwidget.english import agree, possessive
from hexwidget.rules import Finding, Settings
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.position import PlottedPosition
from tests.plotted.reference import CLAUSES, FACING, MOVES, VALUES, cost_of, the_end, unit_of
from tests.refusals.words import in_a_row

Truth = Callable[[PlottedPosition, Any, Finding], bool]


def one_of(sentences: Callable[[PlottedPosition, Seal], Iterable[str]]) -> Truth:
    """The truth of a finding about the orders: its sentence is one of those that are true."""
    return lambda position, sheet, finding: finding.text in sentences(position, sheet)


def of_an_order(sentences: Callable[[PlottedPosition, Seal, Order], Iterable[str]]) -> Truth:
    """The truth of a finding about one of the orders: its sentence is one of those that are true."""
    return one_of(
        lambda position, sheet: (each for order in sheet.orders for each in sentences(position, sheet, order))
    )


# ---------------------------------------------------------------------- the moment and the units
def over(position: PlottedPosition, sheet: Seal) -> Iterator[str]:
    yield f"the game is over: {the_end(position)}"


def no_units(position: PlottedPosition, sheet: Seal) -> Iterator[str]:
    if all(position.players[unit.owner] != sheet.player for unit in position.units):
        yield f"{agree(sheet.player, 'has')} no units to write orders for"


def second_order(position: PlottedPosition, sheet: Seal, order: Order) -> Iterator[str]:
    times = sum(other.unit == order.unit for other in sheet.orders)
    if times > 1:
        what = order.unit if unit_of(position, order) is None else f"the unit on {order.unit}"
        yield f"{what} is given {times} orders, and may have only one"


def no_unit(position: PlottedPosition, sheet: Seal, order: Order) -> Iterator[str]:
    own = [position.map.name(u.at) for u in position.units if position.players[u.owner] == sheet.player]
    rest = f"; {agree(sheet.player, 'has')} {'a unit' if len(own) == 1 else 'units'} on {in_a_row(own)}" if own else ""
    if unit_of(position, order) is None:
        yield f"no unit stands on {order.unit}{rest}"


def others_unit(position: PlottedPosition, sheet: Seal, order: Order) -> Iterator[str]:
    unit = unit_of(position, order)
    if unit is not None and position.players[unit.owner] != sheet.player:
        called = f"{possessive(position.players[unit.owner])} {unit.name or unit.kind}"
        yield f"{sheet.player} cannot give orders to {called} on {order.unit}"


# ---------------------------------------------------------------------- routes
def route_without_move(position: PlottedPosition, sheet: Seal, order: Order) -> Iterator[str]:
    hexes = "1 hex" if len(order.route) == 1 else f"{len(order.route)} hexes"
    if order.kind not in MOVES and order.route:
        yield f"{order.kind} does not move the unit, and the order names {hexes} to enter"


def no_route(position: PlottedPosition, sheet: Seal, order: Order) -> Iterator[str]:
    if order.kind in MOVES and not order.route:
        yield f"{order.kind} names no hex to enter"


def gap(position: PlottedPosition, sheet: Seal, order: Order) -> Iterator[str]:
    """Two hexes follow each other in a route, and are not adjacent; or a hex follows itself."""
    for a, b in pairwise((order.unit, *order.route)) if order.kind in MOVES else ():
        near = map(position.map.name, position.map.neighbours(position.map.index(a)))
        if a == b:
            yield f"the route names {a} twice in a row"
        elif b not in near:
            yield f"{b} is not next to {a}"


def barred_ground(position: PlottedPosition, sheet: Seal, order: Order) -> Iterator[str]:
    for space in order.route if order.kind in MOVES else ():
        if cost_of(position, space) is None:
            yield f"{space} cannot be entered: its ground is {position.map.terrain(space)}"


def too_many_hexes(position: PlottedPosition, sheet: Seal, order: Order) -> Iterator[str]:
    unit = unit_of(position, order)
    if unit is not None and order.kind in MOVES:
        hexes, value = len(order.route), VALUES[unit.kind, MOVES[order.kind]]
        if hexes > value:
            yield f"the route has {hexes} hex{'' if hexes == 1 else 'es'}, and {unit.kind} may enter at most {value} by {order.kind}"


def too_dear(position: PlottedPosition, sheet: Seal, order: Order) -> Iterator[str]:
    unit = unit_of(position, order)
    if unit is not None and order.kind in MOVES:
        costs, value = [cost_of(position, space) for space in order.route], VALUES[unit.kind, MOVES[order.kind]]
        cost = sum(each for each in costs if each is not None)
        start = "the hexes of the route that can be entered cost" if None in costs else "the route costs"
        if cost > value and cost > len(costs):
            yield f"{start} {cost}, and {unit.kind} has a movement value of {value} by {order.kind}"


# ---------------------------------------------------------------------- melees and facings
def engaged(position: PlottedPosition, sheet: Seal, order: Order) -> Iterator[str]:
    unit = unit_of(position, order)
    if unit is None or order.kind not in MOVES or order.kind == "retreat":
        return
    others = [at for pair in position.engaged if unit.at in pair for at in pair if at != unit.at]
    enemies = sorted(position.map.name(at) for at in others if position.by_hex[at].owner != unit.owner)
    if enemies and len(enemies) == len(others):
        on = f"the {'enemy' if len(enemies) == 1 else 'enemies'} on {in_a_row(enemies)}"
        yield f"the unit on {order.unit} is in a melee with {on} and cannot {order.kind}"


def no_facing(position: PlottedPosition, sheet: Seal, order: Order) -> Iterator[str]:
    if order.kind in FACING and order.facing is None:
        yield f"{order.kind} needs a side to face: {in_a_row(position.map.compass, 'or')}"


def facing_without_zone(position: PlottedPosition, sheet: Seal, order: Order) -> Iterator[str]:
    if order.kind not in FACING:
        yield f"{order.kind} has no facing, and {order.facing} is named"


SENTENCES: dict[tuple[str, str], Truth] = {
    ("P1.1", "gap"): of_an_order(gap),
    ("P1.1", "no_route"): of_an_order(no_route),
    ("P1.1", "route_without_move"): of_an_order(route_without_move),
    ("P1.3", "too_many_hexes"): of_an_order(too_many_hexes),
    ("P1.5", "barred_ground"): of_an_order(barred_ground),
    ("P1.5", "too_dear"): of_an_order(too_dear),
    ("P1.7", "no_unit"): of_an_order(no_unit),
    ("P1.7", "no_units"): one_of(no_units),
    ("P1.7", "others_unit"): of_an_order(others_unit),
    ("P1.7", "second_order"): of_an_order(second_order),
    ("P1.9", "revealed"): lambda position, sheet, finding: bool(position.melees),
    ("P4.4", "facing_without_zone"): of_an_order(facing_without_zone),
    ("P4.4", "no_facing"): of_an_order(no_facing),
    ("P4.6", "engaged"): of_an_order(engaged),
    ("P5.3", "over"): one_of(over),
}
"""The truth of each sentence, by clause and code."""


def legal_with_one_hex(position: PlottedPosition, sheet: Seal, finding: Finding) -> bool:
    """The sheet is legal where P1.8 allows a single hex at any cost, and not as the position is."""
    settings = Settings({**position.settings, "minimum_move": "one_hex"})
    lenient = replace(position, settings=settings)
    return position.settings["minimum_move"] == "none" and not any(bars(lenient, sheet) for bars in CLAUSES.values())


REMEDY_WORDS: dict[tuple[str, str], Truth] = {("P1.5", "too_dear"): legal_with_one_hex}
"""The truth of remedies without an action."""
