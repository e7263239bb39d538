"""Spells: the units that know them, their range, and their targets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexwidget.english import listing, verb, with_article
from hexwidget.problems import Problems
from hexwidget.rules import Finding, bars
from hexwidget.systems.orders.actions import Cast, Order, whose_unit
from hexwidget.systems.orders.legality.given_order import Findings, GivenOrder
from hexwidget.systems.orders.legality.remedies import Offer, after_making_room, another, first_of, nearest


@bars("O7.1")
def knows_the_spell(given: GivenOrder, order: Cast) -> Findings:
    """O7.1: a unit casts one of its spells."""
    unit = given.unit
    if unit is None:
        return
    known = given.position.type_of(unit).spells
    if order.spell not in known:
        numbers = {"kind": with_article(unit.kind), "spell": order.spell, "known": listing(known) or "no spell"}
        wording = "{kind} does not know {spell}; it knows {known}"

        def others() -> Iterator[Order]:
            for spell in known:
                yield whose_unit(given.position, replace(order, spell=spell, owner=None), Problems())

        offer = nearest(_another_caster(given), first_of(given, others, "cast another spell: {action}", "O7.1"))
        yield Finding("O7.1", "unknown_spell", (order.unit,), numbers, wording, offer)


@bars("O7.1")
def in_range(given: GivenOrder, order: Cast) -> Findings:
    """O7.1: the range depends on the spell."""
    position = given.position
    least, most = position.roster.spells[order.spell].range
    steps = position.map.distance(given.at, position.map.index(order.target))
    if not least <= steps <= most:
        numbers = {"steps": steps, "least": least, "most": most, "spell": order.spell}
        wording = "{1} is {steps:hex} away from {0}, and {spell} reaches "
        wording += "{least} to {most}" if least < most else "{most}"
        offer = nearest(_another_caster(given), _another_target(given, order))
        yield Finding("O7.1", "out_of_range", (order.unit, order.target), numbers, wording, offer)


@bars("O7.2")
def an_own_unit_without_enemies(given: GivenOrder, order: Cast) -> Findings:
    """O7.2: a ward is cast on an own unit. Opposing buildings in its hex do not bar it, opposing units do."""
    position = given.position
    there = position.map.index(order.target)
    if not any(given.is_own(unit) for unit in position.by_hex.get(there, ())):
        numbers = {"player": given.player, "spell": order.spell}
        wording = "{player:has} no unit on {0} to cast {spell} on"
        yield Finding("O7.2", "no_own_unit", (order.target,), numbers, wording, _another_target(given, order))
    enemies = given.opponents(there)
    if enemies:
        are = verb("is", len(enemies))
        numbers = {"enemies": listing(list(map(position.called, enemies))), "are": are, "spell": order.spell}
        wording = "{enemies} {are} on {0}: {spell} cannot be cast there"
        yield Finding("O7.2", "enemy_present", (order.target,), numbers, wording, _another_target(given, order))


@bars("O7.2")
def nobody_there(given: GivenOrder, order: Cast) -> Findings:
    """O7.2: blink leads to a hex without an army unit."""
    for unit in given.position.by_hex.get(given.position.map.index(order.target), ()):
        numbers = {"unit": given.position.called(unit), "spell": order.spell}
        offer = nearest(after_making_room(given, unit), _another_target(given, order))
        wording = "{unit} stands on {0}, and {spell} needs a hex without units"
        yield Finding("O7.2", "held", (order.target,), numbers, wording, offer)


def _another_caster(given: GivenOrder) -> Offer:
    """Offer the spell to another unit."""
    return another(given, "unit", "another unit can cast it: {action}", "O7.1")


def _another_target(given: GivenOrder, order: Cast) -> Offer:
    """Offer the spell at another target, the nearest to the one that was asked for first."""
    return another(given, "at", f"cast {order.spell} elsewhere: {{action}}", "O7.2")
