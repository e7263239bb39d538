"""Spells: the units that know them, their range, and their targets."""

from __future__ import annotations

from hexwidget.rules import Finding, Remedy, bars
from hexwidget.systems.orders.actions import Cast
from hexwidget.systems.orders.legality.units import Findings
from hexwidget.systems.orders.position import OrdersPosition, Unit


@bars("O7.1")
def knows_the_spell(position: OrdersPosition, unit: Unit, order: Cast) -> Findings:
    """O7.1: a unit casts one of its spells."""
    known = position.type_of(unit).spells
    if order.spell not in known:
        numbers = {"kind": unit.kind, "spell": order.spell, "known": ", ".join(known) or "none"}
        yield Finding(
            "O7.1", "unknown_spell", (order.unit,), numbers, "a {kind} does not know {spell}; it knows {known}"
        )


@bars("O7.1")
def in_range(position: OrdersPosition, unit: Unit, order: Cast) -> Findings:
    """O7.1: the range depends on the spell."""
    least, most = position.roster.spells[order.spell].range
    steps = position.map.distance(unit.at, position.map.index(order.target))
    if not least <= steps <= most:
        numbers = {"steps": steps, "least": least, "most": most, "spell": order.spell}
        wording = "{1} is {steps} away from {0}, and {spell} reaches {least} to {most}"
        remedy = Remedy(f"go nearer by {steps - most}", "O8.1") if steps > most else None
        yield Finding("O7.1", "out_of_range", (order.unit, order.target), numbers, wording, remedy)


@bars("O7.2")
def an_own_unit_without_enemies(position: OrdersPosition, seat: int, order: Cast, there: int) -> Findings:
    """O7.2: a ward is cast on an own unit. Opposing buildings in its hex do not bar it, opposing units do."""
    if position.unit_of(seat, there) is None:
        yield Finding("O7.2", "no_own_unit", (order.target,), {}, "no own unit stands on {0} to be warded")
    enemies = position.opponents(seat, there)
    if enemies:
        numbers = {"enemies": " and ".join(map(position.called, enemies))}
        yield Finding("O7.2", "enemy_present", (order.target,), numbers, "{enemies} on {0}: no ward there")


@bars("O7.2")
def nobody_there(position: OrdersPosition, order: Cast, there: int) -> Findings:
    """O7.2: blink leads to a hex without an army unit."""
    for unit in position.by_hex.get(there, ()):
        numbers = {"unit": position.called(unit)}
        yield Finding("O7.2", "held", (order.target,), numbers, "{unit} stands on {0}")
