"""Attacks, alone and together."""

from __future__ import annotations

from hexwidget.rules import Finding, bars
from hexwidget.systems.orders.actions import Attack, Cast
from hexwidget.systems.orders.legality.units import Findings
from hexwidget.systems.orders.position import OrdersPosition, Unit

MOST_ATTACKERS = 2
ORDERS_A_TURN = 2


def target_unit(position: OrdersPosition, seat: int, space: str, owner: str | None) -> Unit | None:
    """The opponent's unit that an order aims at; None if there is none."""
    there = position.opponents(seat, position.map.index(space))
    if owner is not None:
        there = [unit for unit in there if position.players[unit.owner] == owner]
    return there[0] if there else None


@bars("O1.7", "O2.1", "O7.2")
def an_opponent(position: OrdersPosition, seat: int, order: Attack | Cast, target: Unit | None) -> Findings:
    """O2.1, O7.2, O1.7: an opposing army unit stands on the hex."""
    if target is None:
        own = position.unit_of(seat, position.map.index(order.target))
        whose = f"unit of {order.owner}" if order.owner else "opposing army unit"
        clause = "O1.7" if own is not None else "O2.1" if isinstance(order, Attack) else "O7.2"
        yield Finding(clause, "no_opponent", (order.target,), {"whose": whose}, "no {whose} stands on {0}")


@bars("O2.1")
def within_reach(position: OrdersPosition, unit: Unit, order: Attack) -> Findings:
    """O2.1: in a hex adjacent to the target, or in the same hex."""
    there = position.map.index(order.target)
    if unit.at != there and not position.adjacent(unit.at, there):
        steps = position.map.distance(unit.at, there)
        names = (position.map.name(unit.at), order.target)
        yield Finding(
            "O2.1", "not_adjacent", names, {"steps": steps}, "{1} is {steps} hexes away from {0}, and 1 is the most"
        )


@bars("O2.2")
def at_most_two_attackers(position: OrdersPosition, target: Unit, attackers: int) -> Findings:
    """O2.2, O2.3: the attacks of all players on a unit in a game turn count."""
    if target.attacked + attackers > MOST_ATTACKERS:
        numbers = {"unit": position.called(target), "before": target.attacked, "most": MOST_ATTACKERS}
        wording = "{unit} on {0} has been attacked by {before} in this game turn, and {most} are the most"
        yield Finding("O2.2", "attacked_enough", (position.map.name(target.at),), numbers, wording)
