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
from hexwidget.systems.orders.legality.given_order import GivenOrder
from hexwidget.systems.orders.position import MOST_ATTACKERS, ORDERS_A_TURN, Building, Unit

Offer = Callable[[], Remedy | None] | None


def first_of(given: GivenOrder, orders: Callable[[], Iterable[Order]], text: str, clause: str) -> Offer:
    """Offer the first of some orders that is legal, to be given instead.

    :param text: the remedy in words; ``{action}`` stands for the order
    """
    return lambda: instead(given.position, orders(), text, clause) if given.may_act else None


def another(
    given: GivenOrder, slot: str, text: str, clause: str, suits: Callable[[Any], bool] = lambda order: True
) -> Offer:
    """Offer the nearest legal order that differs in one slot of the draft, such as its unit or its target."""
    order = given.order
    odd = isinstance(order, Attack) and (len(order.units) > MOST_ATTACKERS or len(set(order.units)) < len(order.units))
    # No draft means an attack by three units, or by one unit twice.
    return lambda: likest(given.position, order, text, clause, suits, slot=slot) if given.may_act and not odd else None


def nearest(*offers: Offer) -> Offer:
    """Offer the first of some ways out that there is."""
    return lambda: next((remedy for offer in offers if offer and (remedy := offer()) is not None), None)


# ---------------------------------------------------------------------- first steps
def after_ending_the_turn(given: GivenOrder) -> Offer:
    """Offer to end the turn first, to a player who has no opponents: with others the dice and their orders come between."""

    def look() -> Remedy | None:
        position = given.position
        if not given.may_act or position.alive != [given.seat]:
            return None
        text = "first end the turn; the orders left are lost, and it cannot be taken back"
        return first_do(position, EndTurn(given.player), given.order, text, "O1.6")

    return look


def after_making_room(given: GivenOrder, other: Unit) -> Offer:
    """Offer to move another unit of the player away first. It takes the other order of the turn."""

    def look() -> Remedy | None:
        position = given.position
        if not given.may_act or given.left < ORDERS_A_TURN or other.owner != given.seat or other in given.units:
            return None
        here = position.map.name(other.at)
        for at in position.map.neighbours(other.at):
            step = Move(given.player, here, position.map.name(at))
            if not position.opponents(given.seat, at):  # such a move would owe its attack
                text = f"first {step}; it takes the other order of this turn, and cannot be taken back"
                remedy = first_do(position, step, given.order, text, "O8.1")
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


def attacks_inside(given: GivenOrder, unit: Unit) -> Iterator[Order]:
    """The attacks of a unit on the opponents in its hex."""
    return attacks_on(given, given.position.map.name(unit.at), given.position.map.name(unit.at))


def attacks_on(given: GivenOrder, space: str, there: str) -> Iterator[Order]:
    """The attacks of the unit on a hex on the opponents on another."""
    for enemy in given.position.opponents(given.seat, given.position.map.index(there)):
        yield Attack(given.player, (space,), there, given.position.players[enemy.owner])


def demolition(given: GivenOrder, text: str, *buildings: Building) -> Offer:
    """Offer to destroy a building in the hex of the unit: one of some, or any, opponents' buildings first. An opponent's is destroyed
    by O5.1, an own one by O5.2."""
    standing = sorted(buildings or given.position.buildings_at(given.at), key=lambda each: each.owner == given.seat)
    clauses = ["O5.2" if each.owner == given.seat else "O5.1" for each in standing]
    orders = [Destroy(given.player, given.spaces[0], each.kind) for each in standing]
    return nearest(
        *(first_of(given, partial(list, [order]), text, clause) for order, clause in zip(orders, clauses, strict=True))
    )
