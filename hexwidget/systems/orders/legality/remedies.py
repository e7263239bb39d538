"""Ways out of a refusal: other orders, the nearest first, and steps after which the order is legal.

Each is looked for when its remedy is read, and offered only if it is legal on this very position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

from hexwidget.rules import Remedy, first_do, instead, likest
from hexwidget.systems.orders.actions import Attack, Destroy, EndTurn, Move, Order
from hexwidget.systems.orders.legality.requested_order import RequestedOrder
from hexwidget.systems.orders.position import MOST_ATTACKERS, ORDERS_A_TURN, Building, Unit

Offer = Callable[[], Remedy | None] | None


def offered(requested: RequestedOrder, orders: Callable[[], Iterable[Order]], text: str, clause: str) -> Offer:
    """Offer the first of some orders that is legal, to be given instead.

    :param text: the remedy in words; ``{action}`` stands for the order
    """
    return lambda: instead(requested.position, orders(), text, clause) if requested.may_act else None


def another(
    requested: RequestedOrder, slot: str, text: str, clause: str, suits: Callable[[Any], bool] = lambda order: True
) -> Offer:
    """Offer the nearest legal order that differs in one slot of the draft, such as its unit or its target."""
    order = requested.order
    odd = isinstance(order, Attack) and (len(order.units) > MOST_ATTACKERS or len(set(order.units)) < len(order.units))
    # No draft means an attack by three units, or by one unit twice.
    return lambda: (
        likest(requested.position, order, text, clause, suits, slot=slot) if requested.may_act and not odd else None
    )


def nearest(*offers: Offer) -> Offer:
    """Offer the first of some ways out that there is."""
    return lambda: next((remedy for offer in offers if offer and (remedy := offer()) is not None), None)


# ---------------------------------------------------------------------- first steps
def after_ending_the_turn(requested: RequestedOrder) -> Offer:
    """Offer to end the turn first, to a player who has no opponents: with others the dice and their orders come between."""

    def look() -> Remedy | None:
        position = requested.position
        if not requested.may_act or position.alive != [requested.seat]:
            return None
        text = "first end the turn; the orders left are lost, and it cannot be taken back"
        return first_do(position, EndTurn(requested.player), requested.order, text, "O1.6")

    return look


def after_making_room(requested: RequestedOrder, other: Unit) -> Offer:
    """Offer to move another unit of the player away first. It takes the other order of the turn."""

    def look() -> Remedy | None:
        position = requested.position
        if (
            not requested.may_act
            or requested.left < ORDERS_A_TURN
            or other.owner != requested.seat
            or other in requested.units
        ):
            return None
        here = position.map.name(other.at)
        for at in position.map.neighbours(other.at):
            step = Move(requested.player, here, position.map.name(at))
            if not position.opponents(requested.seat, at):  # such a move would owe its attack
                text = f"first {step}; it takes the other order of this turn, and cannot be taken back"
                remedy = first_do(position, step, requested.order, text, "O8.1")
                if remedy is not None and remedy.certain:
                    return remedy
        return None

    return look


# ---------------------------------------------------------------------- other orders
def by_fewer(order: Attack) -> Iterator[Attack]:
    """An attack by some of its units: two, or one."""
    units = tuple(dict.fromkeys(order.units))
    for number in range(min(MOST_ATTACKERS, len(order.units) - 1), 0, -1):
        yield from (replace(order, units=some) for some in combinations(units, number))


def attacks_inside(requested: RequestedOrder, unit: Unit) -> Iterator[Order]:
    """The attacks of a unit on the opponents in its hex."""
    return attacks_on(requested, requested.position.map.name(unit.at), requested.position.map.name(unit.at))


def attacks_on(requested: RequestedOrder, space: str, there: str) -> Iterator[Order]:
    """The attacks of the unit on a hex on the opponents on another."""
    for enemy in requested.position.opponents(requested.seat, requested.position.map.index(there)):
        yield Attack(requested.player, (space,), there, requested.position.players[enemy.owner])


def demolition(requested: RequestedOrder, text: str, *buildings: Building) -> Offer:
    """Offer to destroy a building in the hex of the unit: one of some, or any, opponents' buildings first. An opponent's is destroyed
    by O5.1, an own one by O5.2."""
    standing = sorted(
        buildings or requested.position.buildings_at(requested.at), key=lambda each: each.owner == requested.seat
    )
    clauses = ["O5.2" if each.owner == requested.seat else "O5.1" for each in standing]
    orders = [Destroy(requested.player, requested.spaces[0], each.kind) for each in standing]
    return nearest(
        *(
            offered(requested, partial(list, [order]), text, clause)
            for order, clause in zip(orders, clauses, strict=True)
        )
    )
