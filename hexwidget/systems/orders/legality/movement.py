"""Moving, and moving into the enemy."""

from __future__ import annotations

from hexwidget.rules import Finding, bars
from hexwidget.systems.orders.actions import Move
from hexwidget.systems.orders.legality.attack import MOST_ATTACKERS, ORDERS_A_TURN
from hexwidget.systems.orders.legality.units import Findings, attacks_of, first_legal
from hexwidget.systems.orders.position import OrdersPosition, Unit


@bars("O8.1")
def one_hex(position: OrdersPosition, order: Move, unit: Unit) -> Findings:
    """O8.1: a move goes to a neighbouring hex."""
    there = position.map.index(order.to)
    if not position.adjacent(unit.at, there):
        steps = position.map.distance(unit.at, there)
        names, numbers = (order.unit, order.to), {"steps": steps}
        yield Finding("O8.1", "not_one_hex", names, numbers, "{1} is {steps} hexes away from {0}, and a move goes 1")


@bars("O8.4")
def ground_that_can_be_entered(position: OrdersPosition, space: str) -> Findings:
    """O8.4: impassable hexes cannot be entered."""
    if position.map.terrain(space) == "impassable":
        yield Finding("O8.4", "impassable", (space,), {}, "{0} is impassable")


@bars("O1.5")
def no_own_unit_there(position: OrdersPosition, order: Move, unit: Unit) -> Findings:
    """O1.5: a hex holds one unit of a player."""
    other = position.unit_of(unit.owner, position.map.index(order.to))
    if other is not None and other != unit:
        yield Finding("O1.5", "own_unit", (order.to,), {"unit": position.called(other)}, "{unit} stands on {0}")


@bars("O8.2")
def into_the_enemy(position: OrdersPosition, seat: int, order: Move, there: int) -> Findings:
    """O8.2: only with both orders unused, and if the unit may then attack."""
    if position.left < ORDERS_A_TURN:
        wording = "moving into the enemy on {0} takes both orders, and {left} is left"
        unit = position.unit_of(seat, position.map.index(order.unit))
        attacks = attacks_of(position, unit, there) if unit is not None else iter(())
        remedy = first_legal(position, attacks, "attack from where it stands", "O2.1")
        yield Finding("O8.2", "orders_left", (order.to,), {"left": position.left}, wording, remedy)
    if all(unit.attacked >= MOST_ATTACKERS for unit in position.opponents(seat, there)):
        wording = "who is on {0} has been attacked by {most} in this game turn, so it could not be attacked (O2.2)"
        yield Finding("O8.2", "cannot_attack", (order.to,), {"most": MOST_ATTACKERS}, wording)
