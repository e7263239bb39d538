"""The moment at which a player may give an order: turns, dice that are still to be rolled, an attack that is owed."""

from __future__ import annotations

from hexwidget.rules import Finding, bars
from hexwidget.systems.orders.actions import Attack, Order
from hexwidget.systems.orders.legality.units import Findings, attacks_of, first_legal
from hexwidget.systems.orders.outcome import outcome
from hexwidget.systems.orders.position import OrdersPosition


@bars("O1.1", "O1.2", "O1.9", "O2.3", "O7.1")
def the_moment(position: OrdersPosition, seat: int) -> Findings:
    """O1.9, O1.2, O2.3, O7.1, O1.1: it is not this player's time to give an order."""
    end = outcome(position)
    player = position.players[seat]
    if end is not None:
        yield Finding("O1.9", "over", (), {"result": end.text}, "the game is over: {result}")
    elif seat not in position.alive:
        yield Finding("O1.9", "out", (), {"player": player}, "{player} has no army units and is out")
    elif not position.queue:
        yield Finding("O1.2", "initiative", (), {}, "first the dice say who goes first")
    elif position.battle is not None:
        yield Finding("O2.3", "dice", (), {}, "first the dice decide the attack")
    elif position.bolt is not None:
        yield Finding("O7.1", "dice", (), {}, "first the die decides the spell")
    elif position.queue[0] != seat:
        numbers = {"player": player, "first": position.players[position.queue[0]]}
        yield Finding("O1.1", "not_your_turn", (), numbers, "it is {first}'s turn, not {player}'s")


@bars("O8.2")
def owed_attack_first(position: OrdersPosition, order: Order) -> Findings:
    """O8.2: the second order must be the attack of the unit that has moved in, on an opponent in its hex."""
    if position.owed is None:
        return
    unit = position.by_id[position.owed.unit]
    here = position.map.name(unit.at)
    if not (isinstance(order, Attack) and order.units == (here,) and order.target == here):
        numbers = {"unit": position.called(unit)}
        offer = first_legal(position, attacks_of(position, unit, unit.at), "attack from inside the hex", "O8.2")
        yield Finding("O8.2", "owes_attack", (here,), numbers, "{unit} has moved into {0} and owes its attack", offer)
