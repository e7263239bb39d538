"""Attacks, alone and together."""

from __future__ import annotations

from hexwidget.rules import Finding, bars
from hexwidget.systems.orders.actions import Attack, Cast
from hexwidget.systems.orders.legality.given_order import Findings, GivenOrder
from hexwidget.systems.orders.legality.remedies import Offer, another, by_fewer, first_of, nearest
from hexwidget.systems.orders.position import MOST_ATTACKERS, ORDERS_A_TURN


@bars("O2.1", "O7.2")
def an_opponent(given: GivenOrder, order: Attack | Cast) -> Findings:
    """O2.1, O7.2: the order aims at an opposing army unit (O1.7: one of another player)."""
    target = given.target
    if target is not None and not given.is_own(target):
        return
    clause, slot, word = ("O2.1", "target", "attack") if isinstance(order, Attack) else ("O7.2", "at", "aim at")
    offer = another(given, slot, f"{word} another unit: {{action}}", clause)
    if target is None:
        whose = f"unit of {order.owner}" if order.owner else "opposing army unit"
        yield Finding(clause, "no_opponent", (order.target,), {"whose": whose}, "no {whose} stands on {0}", offer)
        return
    does = "attack" if isinstance(order, Attack) else f"aim {order.spell} at"
    numbers = {"unit": given.position.called(target), "player": given.player, "does": does}
    wording = "{unit} on {0} is {player:'s} own unit: {player} can only {does} an opponent"
    if target in given.units:
        wording = "{unit} on {0} cannot {does} itself"
    yield Finding(clause, "own_unit", (order.target,), numbers, wording, offer)


@bars("O2.2")
def two_units_at_most(given: GivenOrder, order: Attack) -> Findings:
    """O2.2: one unit or two different ones attack."""
    if len(order.units) > MOST_ATTACKERS:
        numbers = {"units": len(order.units), "most": MOST_ATTACKERS}
        wording = "the attack names {units} units, and at most {most} may attack together"
        yield Finding("O2.2", "too_many", (order.target,), numbers, wording, _fewer(given, order, "attack with fewer"))
    if len(set(order.units)) < len(order.units):
        twice = tuple(dict.fromkeys(space for space in order.units if order.units.count(space) > 1))
        are = "are" if len(twice) > 1 else "is"
        wording = "{spaces} {are} named more than once, and two different units make a joint attack"
        yield Finding("O2.2", "same_unit", twice, {"are": are}, wording, _fewer(given, order, "name it once"))


@bars("O2.3")
def both_orders_for_two(given: GivenOrder, order: Attack) -> Findings:
    """O2.3: two units attack jointly with the player's two orders."""
    if len(order.units) == MOST_ATTACKERS and given.left < ORDERS_A_TURN:
        numbers = {"left": given.left or "none"}
        offer = _fewer(given, order, "one of them may attack alone")
        yield Finding("O2.3", "orders_left", (), numbers, "a joint attack takes both orders, and {left} is left", offer)


@bars("O2.1")
def within_reach(given: GivenOrder, order: Attack) -> Findings:
    """O2.1: each attacker in a hex adjacent to the target, or in the same hex."""
    position = given.position
    there = position.map.index(order.target)
    for space, here in dict(zip(given.spaces, given.hexes, strict=True)).items():
        steps = position.map.distance(here, there)
        if steps > 1:
            wording = "{1} is {steps} hexes away from {0}, and an attack reaches 1"
            numbers = {"steps": steps}
            yield Finding("O2.1", "not_adjacent", (space, order.target), numbers, wording, _nearer(given, order, space))


@bars("O2.2")
def at_most_two_attackers(given: GivenOrder, order: Attack) -> Findings:
    """O2.2, O2.3: the attacks of all players on a unit in a game turn count."""
    target = given.target
    if target is not None and target.attacked and target.attacked + len(order.units) > MOST_ATTACKERS:
        numbers = {"unit": given.position.called(target), "before": target.attacked, "most": MOST_ATTACKERS}
        wording = "{unit} on {0} has been attacked by {before:unit} in this game turn, and at most {most} may attack it"
        other = another(given, "target", "attack another unit: {action}", "O2.1")
        offer = nearest(_fewer(given, order, "one unit more may attack it"), other)
        yield Finding("O2.2", "attacked_enough", (order.target,), numbers, wording, offer)


def _fewer(given: GivenOrder, order: Attack, text: str) -> Offer:
    """Offer the attack by some of its units."""
    return first_of(given, lambda: by_fewer(order), f"{text}: {{action}}", "O2.2")


def _nearer(given: GivenOrder, order: Attack, space: str) -> Offer:
    """Offer the attack by another unit instead of the one on a hex, or by those that are near, or on a unit that is near."""
    return nearest(
        another(given, "unit", "a nearer unit may attack: {action}", "O2.1", lambda other: space not in other.units),
        _fewer(given, order, "the unit that is near may attack alone"),
        another(given, "target", "attack a unit that is near: {action}", "O2.1"),
    )
