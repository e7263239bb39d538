"""The moment at which a player may give an order, and the units that it is given to."""

from __future__ import annotations

from hexwidget.english import listing
from hexwidget.rules import Finding, Remedy, bars
from hexwidget.systems.orders.actions import EndTurn
from hexwidget.systems.orders.legality import remedies
from hexwidget.systems.orders.legality.given_order import Findings, GivenOrder
from hexwidget.systems.orders.outcome import outcome
from hexwidget.systems.orders.position import OrdersPosition, Unit


@bars("O1.1", "O1.2", "O1.9", "O2.3", "O7.1")
def the_moment(position: OrdersPosition, seat: int) -> Findings:
    """O1.9, O1.2, O2.3, O7.1, O1.1: it is not this player's time to give an order."""
    end = outcome(position)
    player = position.players[seat]
    if end is not None:
        yield Finding("O1.9", "over", (), {"result": end.text}, "the game is over: {result}")
        return
    if seat not in position.alive:
        yield Finding("O1.9", "out", (), {"player": player}, "{player:has} no army units left and can give no orders")
    if not position.queue:
        yield Finding("O1.2", "initiative", (), {}, "first everybody rolls for initiative")
        return
    if position.battle is not None:
        yield Finding("O2.3", "dice", (), {}, "first the dice decide the attack")
    if position.bolt is not None:
        yield Finding("O7.1", "dice", (), {}, "first the die decides the spell")
    if position.queue[0] != seat:
        numbers = {"player": player, "first": position.players[position.queue[0]]}
        yield Finding("O1.1", "not_your_turn", (), numbers, "it is {first:'s} turn, not {player:'s}")


@bars("O1.1")
def an_order_left(given: GivenOrder) -> Findings:
    """O1.1: two orders a turn. Both may be used while dice are still to be rolled."""
    if given.position.left == 0 and given.in_turn and not isinstance(given.order, EndTurn):
        numbers = {"player": given.player}
        yield Finding("O1.1", "no_orders_left", (), numbers, "{player:has} used both orders of this turn")


@bars("O8.2")
def owed_attack_first(given: GivenOrder) -> Findings:
    """O8.2: the second order must be the attack of the unit that has moved in, on an opponent in its hex."""
    unit = given.owing if given.position.owed is not None else None
    if unit is None or given.pays_what_is_owed:
        return
    here = given.position.map.name(unit.at)
    numbers = {"unit": given.position.called(unit)}
    offer = remedies.first_of(
        given, lambda: remedies.attacks_inside(given, unit), "attack from inside the hex: {action}", "O8.2"
    )
    wording = "{unit} has moved into {0}, and must attack there first"
    yield Finding("O8.2", "owes_attack", (here,), numbers, wording, offer)


# ---------------------------------------------------------------------- units
LATER = Remedy("this unit may have an order again in the next game turn", "O1.4")


@bars("O1.7")
def own_units_only(given: GivenOrder) -> Findings:
    """O1.7: orders are given to one's own army units."""
    position, player = given.position, given.player
    for space, unit in zip(given.spaces, given.units, strict=True):
        if unit is None:
            offer = _another(given, "O1.7")
            own = [position.map.name(each.at) for each in position.units if each.owner == given.seat]
            numbers = {"player": player, "own": listing(own), "units": "a unit" if len(own) == 1 else "units"}
            wording = "no unit stands on {0}; {player:has} {units} on {own}" if own else "no unit stands on {0}"
            yield Finding("O1.7", "no_unit", (space,), numbers, wording, offer)
        elif unit.owner != given.seat:
            numbers = {"unit": position.called(unit), "player": player}
            wording = "{unit} stands on {0}, and {player:has} no unit there"
            yield Finding("O1.7", "others_unit", (space,), numbers, wording, _another(given, "O1.7"))


@bars("O1.4")
def one_order_a_unit(given: GivenOrder) -> Findings:
    """O1.4: one order in a game turn, except the attack that is owed (O8.2)."""
    for space, unit in zip(given.spaces, given.units, strict=True):
        if unit is not None and unit.ordered and not given.pays_what_is_owed:
            numbers = {"unit": given.position.called(unit)}
            wording = "{unit} on {0} has had its order in this game turn"
            yield Finding("O1.4", "had_its_order", (space,), numbers, wording, _another_or_later(given, unit))


def _another(given: GivenOrder, clause: str) -> remedies.Offer:
    """Offer the order to another unit of the player."""
    return remedies.another(given, "unit", "another unit may have the order: {action}", clause)


def _another_or_later(given: GivenOrder, unit: Unit) -> remedies.Offer:
    """Offer the order to another unit, or to this one in the next game turn."""
    goes_on = unit.owner == given.seat and outcome(given.position) is None
    return remedies.nearest(
        _another(given, "O1.4"), remedies.after_ending_the_turn(given), (lambda: LATER) if goes_on else None
    )
