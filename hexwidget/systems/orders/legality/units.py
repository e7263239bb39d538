"""The units that an order is given to."""

from __future__ import annotations

from hexwidget.english import listing
from hexwidget.rules import Finding, Remedy, bars
from hexwidget.systems.orders.legality.asked import Asked, Findings
from hexwidget.systems.orders.legality.remedies import Offer, after_ending_the_turn, another, nearest, words
from hexwidget.systems.orders.outcome import outcome
from hexwidget.systems.orders.position import Unit

LATER = Remedy("this unit may have an order again in the next game turn", "O1.4")


@bars("O1.7")
def own_units_only(asked: Asked) -> Findings:
    """O1.7: orders are given to one's own army units."""
    position, player = asked.position, asked.player
    for space, unit in zip(asked.spaces, asked.units, strict=True):
        if unit is None:
            offer = _another(asked, "O1.7")
            own = [position.map.name(each.at) for each in position.units if each.owner == asked.seat]
            numbers = {"player": player, "own": listing(own), "units": "a unit" if len(own) == 1 else "units"}
            wording = "no unit stands on {0}; {player:has} {units} on {own}" if own else "no unit stands on {0}"
            yield Finding("O1.7", "no_unit", (space,), numbers, wording, offer)
        elif unit.owner != asked.seat:
            numbers = {"unit": position.called(unit), "player": player}
            wording = "{unit} stands on {0}, and {player:has} no unit there"
            yield Finding("O1.7", "others_unit", (space,), numbers, wording, _another(asked, "O1.7"))


@bars("O1.4")
def one_order_a_unit(asked: Asked) -> Findings:
    """O1.4: one order in a game turn, except the attack that is owed (O8.2)."""
    for space, unit in zip(asked.spaces, asked.units, strict=True):
        if unit is not None and unit.ordered and not asked.pays_what_is_owed:
            numbers = {"unit": asked.position.called(unit)}
            wording = "{unit} on {0} has had its order in this game turn"
            yield Finding("O1.4", "had_its_order", (space,), numbers, wording, _another_or_later(asked, unit))


def _another(asked: Asked, clause: str) -> Offer:
    """Offer the order to another unit of the player."""
    return another(asked, "unit", "another unit may have the order: {action}", clause)


def _another_or_later(asked: Asked, unit: Unit) -> Offer:
    """Offer the order to another unit, or to this one in the next game turn."""
    goes_on = unit.owner == asked.seat and outcome(asked.position) is None
    return nearest(_another(asked, "O1.4"), after_ending_the_turn(asked), words(LATER, goes_on))
