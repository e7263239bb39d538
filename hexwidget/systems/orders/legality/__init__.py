"""Legality: what bars an order.

Each predicate is named after what its clause says and marked with the clause. `moment` asks whether it is this player's time,
`units` about the unit that the order is given to, `attack`, `building`, `magic` and `movement` about the kind of order;
`integrity` says what a position may not be.
"""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from hexwidget.problems import InputError, Problem
from hexwidget.rules import Finding, Rulebook, Verdict, bars, judged
from hexwidget.systems.orders.actions import (
    GRAMMAR,
    Attack,
    Build,
    Cast,
    Defend,
    Destroy,
    Disband,
    EndTurn,
    Move,
    Order,
)
from hexwidget.systems.orders.legality.attack import (
    MOST_ATTACKERS,
    ORDERS_A_TURN,
    an_opponent,
    at_most_two_attackers,
    target_unit,
    within_reach,
)
from hexwidget.systems.orders.legality.building import (
    a_building_that_stands,
    no_enemy_where_destroyed,
    no_opposing_tile,
    one_building_a_hex,
    what_it_can_build,
)
from hexwidget.systems.orders.legality.magic import (
    an_own_unit_without_enemies,
    in_range,
    knows_the_spell,
    nobody_there,
)
from hexwidget.systems.orders.legality.moment import owed_attack_first, the_moment
from hexwidget.systems.orders.legality.movement import (
    ground_that_can_be_entered,
    into_the_enemy,
    no_own_unit_there,
    one_hex,
)
from hexwidget.systems.orders.legality.units import Findings, first_legal, own_unit, ready_unit
from hexwidget.systems.orders.position import OrdersPosition

__all__ = [
    "MOST_ATTACKERS",
    "ORDERS_A_TURN",
    "Findings",
    "check",
    "ground_that_can_be_entered",
    "objections",
    "own_unit",
    "target_unit",
    "the_moment",
]


def check(position: OrdersPosition, order: Order, rulebook: Rulebook) -> Verdict:
    """The verdict on an order, with every clause that bars it.

    :raises InputError: if it is malformed
    """
    seat = seat_of(position, order)
    findings = tuple(the_moment(position, seat))
    if not findings:
        findings = (*owed_attack_first(position, order), *objections(order, position, seat))
    return judged(position, order, findings, rulebook)


def seat_of(position: OrdersPosition, order: Order) -> int:
    """The seat of the player who gives an order.

    :raises InputError: if the order is malformed, or does not say which of several units it aims at
    """
    seat = GRAMMAR.check(position, order)
    if isinstance(order, (Attack, Cast)):
        there = position.opponents(seat, position.map.index(order.target))
        bolt = isinstance(order, Attack) or position.roster.spells[order.spell].kind == "bolt"
        if order.owner is not None and not bolt:
            what = f"{order.spell} is cast on a hex, not on somebody's unit" if isinstance(order, Cast) else ""
            raise InputError(GRAMMAR.title, [Problem("target", what)])
        if len(there) > 1 and bolt and order.owner is None:
            whose = ", ".join(position.players[unit.owner] for unit in there)
            what = f"several opponents have units on {order.target}: {whose}; name one of them"
            raise InputError("this order is ambiguous", [Problem("target", what)])
    return seat


# ---------------------------------------------------------------------- what bars each kind of order
@singledispatch
def objections(order: Order, position: OrdersPosition, seat: int) -> Findings:
    """The findings against an order that is given at its time."""
    raise NotImplementedError(order)


@objections.register
def _end_turn(order: EndTurn, position: OrdersPosition, seat: int) -> Findings:
    yield from ()


@objections.register
@bars("O2.2", "O2.3")
def _attack(order: Attack, position: OrdersPosition, seat: int) -> Findings:
    target = target_unit(position, seat, order.target, order.owner)
    yield from an_opponent(position, seat, order, target)
    if len(order.units) > MOST_ATTACKERS:
        numbers = {"units": len(order.units), "most": MOST_ATTACKERS}
        yield Finding("O2.2", "too_many", (order.target,), numbers, "{units} units attack, and at most {most} may")
    if len(set(order.units)) < len(order.units):
        yield Finding("O2.2", "same_unit", order.units, {}, "a unit attacks jointly with another, not with itself")
    if len(order.units) == MOST_ATTACKERS and position.left < ORDERS_A_TURN:
        numbers = {"left": position.left}
        alone = (replace(order, units=(unit,)) for unit in order.units)
        remedy = first_legal(position, alone, "one of them may attack alone", "O2.1")
        wording = "a joint attack takes both orders, and {left} is left"
        yield Finding("O2.3", "orders_left", (), numbers, wording, remedy)
    for space in order.units:
        unit = yield from ready_unit(position, seat, space)
        if unit is not None:
            yield from within_reach(position, unit, order)
    if target is not None:
        yield from at_most_two_attackers(position, target, len(order.units))


@objections.register
def _build(order: Build, position: OrdersPosition, seat: int) -> Findings:
    unit = yield from ready_unit(position, seat, order.unit)
    if unit is not None:
        yield from what_it_can_build(position, unit, order.building)
        yield from no_opposing_tile(position, unit, "O3.2", "build")
        yield from one_building_a_hex(position, unit, order.building)


@objections.register
def _defend(order: Defend, position: OrdersPosition, seat: int) -> Findings:
    unit = yield from ready_unit(position, seat, order.unit)
    if unit is not None:
        yield from no_opposing_tile(position, unit, "O4.1", "defend")


@objections.register
def _destroy(order: Destroy, position: OrdersPosition, seat: int) -> Findings:
    unit = yield from ready_unit(position, seat, order.unit)
    if unit is not None:
        yield from no_enemy_where_destroyed(position, unit)
        yield from a_building_that_stands(position, unit, order.building)


@objections.register
def _disband(order: Disband, position: OrdersPosition, seat: int) -> Findings:
    yield from ready_unit(position, seat, order.unit)


@objections.register
def _cast(order: Cast, position: OrdersPosition, seat: int) -> Findings:
    unit = yield from ready_unit(position, seat, order.unit)
    if unit is None:
        return
    yield from knows_the_spell(position, unit, order)
    yield from in_range(position, unit, order)
    there = position.map.index(order.target)
    match position.roster.spells[order.spell].kind:
        case "bolt":
            yield from an_opponent(position, seat, order, target_unit(position, seat, order.target, order.owner))
        case "ward":
            yield from an_own_unit_without_enemies(position, seat, order, there)
        case "blink":
            yield from ground_that_can_be_entered(position, order.target)
            yield from nobody_there(position, order, there)


@objections.register
def _move(order: Move, position: OrdersPosition, seat: int) -> Findings:
    unit = yield from ready_unit(position, seat, order.unit)
    if unit is None:
        return
    there = position.map.index(order.to)
    yield from one_hex(position, order, unit)
    yield from ground_that_can_be_entered(position, order.to)
    yield from no_own_unit_there(position, order, unit)
    if position.opponents(seat, there):
        yield from into_the_enemy(position, seat, order, there)
