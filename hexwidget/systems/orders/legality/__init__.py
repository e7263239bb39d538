"""Legality: what bars an order.

Each predicate is named after what its clause says and marked with the clause. `timing` asks whether it is this player's time,
and about the unit that the order is given to, `attack`, `building`, `magic` and `movement` about the kind of order;
`integrity` says what a position may not be. `given_order` says in whose turn, and as whose, an order is judged; `remedies` finds
ways out of a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hexwidget.problems import InputError, Problem
from hexwidget.rules import Finding, Silence
from hexwidget.systems.orders.actions import GRAMMAR, Attack, Build, Cast, Defend, Destroy, Move, Order
from hexwidget.systems.orders.legality import attack, building, magic, movement, timing
from hexwidget.systems.orders.legality.given_order import Findings, GivenOrder
from hexwidget.systems.orders.legality.integrity import INTEGRITY as INTEGRITY
from hexwidget.systems.orders.position import OrdersPosition


def reasons(position: OrdersPosition, action: Order) -> Iterator[Finding]:
    """The findings against a well-formed order: on the moment, the unit, and the order itself. They are found one by one: a
    caller that needs a yes or no stops at the first.

    :raises InputError: if it does not say which of several units it aims at
    """
    seat = position.players.index(action.player)
    _check_aim(position, action, seat)
    given = GivenOrder(position, seat, action)
    yield from timing.the_moment(position, given.seat)
    yield from timing.an_order_left(given)
    yield from timing.owed_attack_first(given)
    yield from timing.own_units_only(given)
    yield from timing.one_order_a_unit(given)
    yield from objections(action, given)


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
def what_the_spell_needs(given: GivenOrder, order: Cast) -> Findings:
    """O7.2: the unit or the free ground that a kind of spell is cast on."""
    match given.position.roster.spells[order.spell].kind:
        case "bolt":
            yield from attack.an_opponent(given, order)
        case "ward":
            yield from magic.an_own_unit_without_enemies(given, order)
        case "blink":
            yield from movement.ground_that_can_be_entered(given, order)
            yield from magic.nobody_there(given, order)


OBJECTIONS: Mapping[type[Order], tuple[Callable[[GivenOrder, Any], Findings], ...]] = {
    Attack: (
        attack.an_opponent,
        attack.two_units_at_most,
        attack.both_orders_for_two,
        attack.within_reach,
        attack.at_most_two_attackers,
    ),
    Build: (building.what_it_can_build, building.no_opposing_tile, building.one_building_a_hex),
    Defend: (building.no_opposing_tile,),
    Destroy: (building.no_enemy_where_destroyed, building.a_building_that_stands),
    Cast: (magic.knows_the_spell, magic.in_range, what_the_spell_needs),
    Move: (movement.one_hex, movement.ground_that_can_be_entered, movement.no_own_unit_there, movement.into_the_enemy),
}
"""The predicates on each kind of order."""


def objections(order: Order, given: GivenOrder) -> Findings:
    """The findings against the order itself, given by a unit that may have it at this moment. Nothing bars an order of another
    kind."""
    for kind, predicates in OBJECTIONS.items():
        if isinstance(order, kind):
            for predicate in predicates:
                yield from predicate(given, order)


SILENCES: tuple[Silence, ...] = (
    Silence("O1.9", "over", ("O1.1", "O1.2"), "The game is over: there are no more turns and no dice for them."),
    Silence("O1.2", "initiative", ("O1.1",), "While the dice are rolled, nobody has the turn."),
    Silence(
        "O1.7", "no_unit", ("O1.4", "O3.1", "O3.4", "O7.1"), "No unit stands there that had an order, builds or casts."
    ),
    Silence("O2.1", "no_opponent", ("O2.2",), "No unit stands there that could have been attacked."),
)
"""The findings that keep other clauses unsaid. Every other clause is judged at every position."""
