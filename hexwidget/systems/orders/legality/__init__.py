"""Legality: what bars an order.

Each predicate is named after what its clause says and marked with the clause. `moment` asks whether it is this player's time,
and about the unit that the order is given to, `attack`, `building`, `magic` and `movement` about the kind of order;
`integrity` says what a position may not be. `asked` says in whose turn, and as whose, an order is judged; `remedies` finds
ways out of a refusal; `silences` lists the findings that keep other clauses unsaid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

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
def what_the_spell_needs(asked: Asked, order: Cast) -> Findings:
    """O7.2: the unit or the free ground that a kind of spell is cast on."""
    match asked.position.roster.spells[order.spell].kind:
        case "bolt":
            yield from an_opponent(asked, order)
        case "ward":
            yield from an_own_unit_without_enemies(asked, order)
        case "blink":
            yield from ground_that_can_be_entered(asked, order)
            yield from nobody_there(asked, order)


OBJECTIONS: Mapping[type[Order], tuple[Callable[[Asked, Any], Findings], ...]] = {
    Attack: (an_opponent, two_units_at_most, both_orders_for_two, within_reach, at_most_two_attackers),
    Build: (what_it_can_build, no_opposing_tile, one_building_a_hex),
    Defend: (no_opposing_tile,),
    Destroy: (no_enemy_where_destroyed, a_building_that_stands),
    Cast: (knows_the_spell, in_range, what_the_spell_needs),
    Move: (one_hex, ground_that_can_be_entered, no_own_unit_there, into_the_enemy),
}
"""The predicates on each kind of order."""


def objections(order: Order, asked: Asked) -> Findings:
    """The findings against the order itself, given by a unit that may have it at this moment. Nothing bars an order of another
    kind."""
    for kind, predicates in OBJECTIONS.items():
        if isinstance(order, kind):
            for predicate in predicates:
                yield from predicate(asked, order)
