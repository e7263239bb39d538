"""Legality: what bars an order.

Each predicate is named after what its clause says and marked with the clause. `moment` asks whether it is this player's time,
and about the unit that the order is given to, `attack`, `building`, `magic` and `movement` about the kind of order;
`integrity` says what a position may not be. `asked` says in whose turn, and as whose, an order is judged; `remedies` finds
ways out of a refusal; `silences` lists the findings that keep other clauses unsaid.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from hexwidget.problems import InputError, Problem
from hexwidget.rules import Finding
from hexwidget.systems.orders.actions import (
    GRAMMAR,
    Attack,
    Build,
    Cast,
    Defend,
    Destroy,
    Move,
    Order,
)
from hexwidget.systems.orders.legality.asked import Asked, Findings
from hexwidget.systems.orders.legality.attack import (
    an_opponent,
    at_most_two_attackers,
    both_orders_for_two,
    two_units_at_most,
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
from hexwidget.systems.orders.legality.moment import (
    an_order_left,
    one_order_a_unit,
    owed_attack_first,
    own_units_only,
    the_moment,
)
from hexwidget.systems.orders.legality.movement import (
    ground_that_can_be_entered,
    into_the_enemy,
    no_own_unit_there,
    one_hex,
)
from hexwidget.systems.orders.position import OrdersPosition


def reasons(position: OrdersPosition, action: Order) -> Iterator[Finding]:
    """The findings against a well-formed order: on the moment, the unit, and the order itself. They are found one by one: a
    caller that needs a yes or no stops at the first.

    :raises InputError: if it does not say which of several units it aims at
    """
    seat = position.players.index(action.player)
    _check_aim(position, action, seat)
    asked = Asked(position, seat, action)
    yield from the_moment(position, asked.seat)
    yield from an_order_left(asked)
    yield from owed_attack_first(asked)
    yield from own_units_only(asked)
    yield from one_order_a_unit(asked)
    yield from objections(action, asked)


def _check_aim(position: OrdersPosition, order: Order, seat: int) -> None:
    """Check that an order says which of several units it aims at.

    :raises InputError: if it does not
    """
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


# ---------------------------------------------------------------------- what bars each kind of order
@singledispatch
def objections(order: Order, asked: Asked) -> Findings:
    """The findings against the order itself, given by a unit that may have it at this moment. An order without an entry below
    has none."""
    return iter(())


@objections.register
def _attack(order: Attack, asked: Asked) -> Findings:
    yield from an_opponent(asked, order)
    yield from two_units_at_most(asked, order)
    yield from both_orders_for_two(asked, order)
    yield from within_reach(asked, order)
    yield from at_most_two_attackers(asked, order)


@objections.register
def _build(order: Build, asked: Asked) -> Findings:
    yield from what_it_can_build(asked, order)
    yield from no_opposing_tile(asked, order.unit, "O3.2", "build")
    yield from one_building_a_hex(asked, order)


@objections.register
def _defend(order: Defend, asked: Asked) -> Findings:
    yield from no_opposing_tile(asked, order.unit, "O4.1", "defend")


@objections.register
def _destroy(order: Destroy, asked: Asked) -> Findings:
    yield from no_enemy_where_destroyed(asked, order)
    yield from a_building_that_stands(asked, order)


@objections.register
def _cast(order: Cast, asked: Asked) -> Findings:
    yield from knows_the_spell(asked, order)
    yield from in_range(asked, order)
    match asked.position.roster.spells[order.spell].kind:
        case "bolt":
            yield from an_opponent(asked, order)
        case "ward":
            yield from an_own_unit_without_enemies(asked, order)
        case "blink":
            yield from ground_that_can_be_entered(asked, order)
            yield from nobody_there(asked, order)


@objections.register
def _move(order: Move, asked: Asked) -> Findings:
    yield from one_hex(asked, order)
    yield from ground_that_can_be_entered(asked, order)
    yield from no_own_unit_there(asked, order)
    yield from into_the_enemy(asked, order)
