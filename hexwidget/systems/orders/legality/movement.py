"""Moving, and moving into the enemy."""

from __future__ import annotations

from collections.abc import Callable

from hexwidget.english import listing
from hexwidget.rules import Finding, bars
from hexwidget.systems.orders.actions import Cast, Move
from hexwidget.systems.orders.legality.given_order import Findings, GivenOrder
from hexwidget.systems.orders.legality.remedies import Offer, after_making_room, another, attacks_on, first_of, nearest
from hexwidget.systems.orders.position import MOST_ATTACKERS, ORDERS_A_TURN, OrdersPosition


@bars("O8.1")
def one_hex(given: GivenOrder, order: Move) -> Findings:
    """O8.1: a move goes to a neighbouring hex."""
    position = given.position
    there = position.map.index(order.to)
    if not position.map.adjacent(given.at, there):
        steps = position.map.distance(given.at, there)
        away, here = "{1} is {steps} hexes away from {0}, and a move goes 1", "a move leads to another hex than {0}"
        spells = position.roster.spells.items()
        blinks = [Cast(order.player, order.unit, name, order.to) for name, spell in spells if spell.kind == "blink"]
        offer = nearest(
            first_of(given, lambda: blinks, "magic goes there: {action}", "O7.2"),
            _beside(given, "go one hex towards it: {action}", lambda to: position.map.distance(to, there) < steps),
            _beside(given),
        )
        yield Finding("O8.1", "not_one_hex", (order.unit, order.to), {"steps": steps}, away if steps else here, offer)


@bars("O8.4")
def impassable(position: OrdersPosition, space: str, offer: Offer = None) -> Findings:
    """O8.4: impassable hexes cannot be entered."""
    if position.map.terrain(space) == "impassable":
        yield Finding("O8.4", "impassable", (space,), {}, "{0} is impassable", offer)


def ground_that_can_be_entered(given: GivenOrder, order: Move | Cast) -> Findings:
    """O8.4: impassable hexes cannot be entered, by a move or by magic."""
    if isinstance(order, Move):
        yield from impassable(given.position, order.to, _beside(given))
    else:
        yield from impassable(given.position, order.target, another(given, "at", "go elsewhere: {action}", "O7.2"))


@bars("O1.5")
def no_own_unit_there(given: GivenOrder, order: Move) -> Findings:
    """O1.5: a hex holds one unit of a player."""
    other = given.position.unit_of(given.seat, given.position.map.index(order.to))
    if other is not None and other is not given.unit:
        offer = nearest(after_making_room(given, other), _beside(given))
        numbers = {"unit": given.position.called(other), "player": given.player}
        wording = "{unit} stands on {0}, and {player} can have only one unit there"
        yield Finding("O1.5", "own_unit", (order.to,), numbers, wording, offer)


@bars("O8.2")
def into_the_enemy(given: GivenOrder, order: Move) -> Findings:
    """O8.2: only with both orders unused, and if the unit may then attack."""
    opponents = given.opponents(given.position.map.index(order.to))
    if not opponents:
        return
    if given.left < ORDERS_A_TURN:
        wording = "moving into the enemy on {0} takes both orders, and {left} is left"
        numbers = {"left": given.left or "none"}
        offer = first_of(
            given, lambda: attacks_on(given, order.unit, order.to), "attack from where it stands: {action}", "O2.1"
        )
        yield Finding("O8.2", "orders_left", (order.to,), numbers, wording, offer)
    if all(unit.attacked >= MOST_ATTACKERS for unit in opponents):
        numbers = {"units": listing(list(map(given.position.called, opponents))), "most": MOST_ATTACKERS}
        several = len(opponents) > 1
        wording = "{units} on {0} " + ("have" if several else "has") + " been attacked by {most} units"
        wording += (" each" if several else "") + " in this game turn, and cannot be attacked again (O2.2)"
        yield Finding("O8.2", "cannot_attack", (order.to,), numbers, wording, _beside(given))


def _beside(
    given: GivenOrder, text: str = "go elsewhere: {action}", suits: Callable[[int], bool] = lambda to: True
) -> Offer:
    """Offer another neighbouring hex without opponents, the nearest to the one that was asked for."""
    position = given.position

    def free(move: Move) -> bool:
        to = position.map.index(move.to)
        return not position.opponents(given.seat, to) and suits(to)

    return another(given, "to", text, "O8.1", free)
