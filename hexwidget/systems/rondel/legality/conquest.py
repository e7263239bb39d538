"""Conquests: a foreign city, enough upright units, the price, and the city tokens."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.english import counted
from hexwidget.rules import Finding, bars
from hexwidget.systems.rondel.actions import Conquer
from hexwidget.systems.rondel.battle import defence
from hexwidget.systems.rondel.legality.remedies import Kin, Offer, here, nearest
from hexwidget.systems.rondel.position import KINDS, City, RondelPosition

ANOTHER_CITY = Kin("another city can be conquered: {action}", "R4.1", lambda asked, it: it.at != asked.at)
ANOTHER_PAYMENT = Kin("pay the defence strength: {action}", "R4.5", here)


def strong_enough(action: Conquer, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R1.1, R4.1, R4.2, R4.5, R4.6: a foreign city that is not its owner's last, for a price that can be paid."""
    city = position.city_at.get(position.map.index(action.at))
    if city is None or city.owner == seat:
        yield from foreign_city(position, action, city)
    else:
        elsewhere = nearest(position, action, ANOTHER_CITY)
        yield from enough_upright_units(position, city, seat, elsewhere)
        yield from price_is_the_defence_strength(action, position, city)
        yield from paid_with_upright_units(action, position, seat)
        yield from not_the_last_city(position, city, elsewhere)
    yield from a_token_for_the_city(action, position, seat)


@bars("R1.1")
def foreign_city(position: RondelPosition, action: Conquer, city: City | None) -> Iterator[Finding]:
    """R1.1: another nation's city stands in the province. For a province with an own city, or with none."""
    wording = "the city in {0} belongs to {player} already" if city else "there is no city in {0} to conquer"
    offer = nearest(position, action, ANOTHER_CITY)
    yield Finding("R1.1", "no_foreign_city", (action.at,), {"player": action.player}, wording, offer)


@bars("R4.1", "R4.2")
def enough_upright_units(
    position: RondelPosition, city: City, seat: int, offer: Offer | None = None
) -> Iterator[Finding]:
    """R4.1, R4.2: the nation has at least as many upright units there as the city's defence strength.

    :param offer: the remedy
    """
    needed, name = defence(position, city), position.map.name(city.at)
    have = position.upright(city.at, seat)
    if have == 0:
        lying = position.count(city.at, seat)
        wording = "no upright unit of {player} stands in {0}"
        if lying:
            wording += f"; {{lying}} {'lies' if lying == 1 else 'lie'} there"
        yield Finding("R4.1", "nobody", (name,), {"player": position.players[seat], "lying": lying}, wording, offer)
    if have < needed.strength:
        short = needed.strength - have
        numbers = {"have": have, "needed": needed.strength, "player": position.players[seat], "short": short}
        units = "{have:upright unit}" if have else "no upright unit"
        wording = f"the defence strength of {{0}} is {needed}, and {{player:has}} {units} there: {{short}} too few"
        yield Finding("R4.2", "too_few", (name,), numbers, wording, offer)


@bars("R4.5")
def price_is_the_defence_strength(action: Conquer, position: RondelPosition, city: City) -> Iterator[Finding]:
    """R4.5: as many units are paid as the defence strength."""
    needed, paid = defence(position, city), action.legions + action.galleys
    if paid != needed.strength:
        numbers = {"paid": paid, "needed": needed.strength}
        units = "{paid:unit}" if paid else "nothing"
        wording = f"the payment for {{0}} is {units}, and its defence strength is {needed}"
        yield Finding("R4.5", "price", (action.at,), numbers, wording, nearest(position, action, ANOTHER_PAYMENT))


@bars("R4.5")
def paid_with_upright_units(action: Conquer, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R4.5: the units that are paid stand upright in the province."""
    at = position.map.index(action.at)
    for kind, paid in zip(KINDS, (action.legions, action.galleys), strict=True):
        have = position.upright(at, seat, kind)
        if paid > have:
            upright = f"only {have} upright" if have else "none upright"
            numbers = {"n": counted(paid, kind), "have": have, "words": upright, "player": position.players[seat]}
            wording = "the payment is {n}, and {player:has} {words} in {0}"
            yield Finding("R4.5", "payment", (action.at,), numbers, wording, nearest(position, action, ANOTHER_PAYMENT))


@bars("R4.6")
def not_the_last_city(position: RondelPosition, city: City, offer: Offer | None = None) -> Iterator[Finding]:
    """R4.6: the owner has another city.

    :param offer: the remedy
    """
    if len(position.cities_of(city.owner)) == 1:
        numbers = {"owner": position.players[city.owner]}
        wording = "{0} is the last city of {owner}, and cannot be conquered"
        yield Finding("R4.6", "last_city", (position.map.name(city.at),), numbers, wording, offer)


@bars("R4.6")
def a_token_for_the_city(action: Conquer, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R4.6: another own city is given up if, and only if, all tokens are on the map."""
    own, tokens = len(position.cities_of(seat)), position.settings["city_tokens"]
    tokens_left = f"{tokens - own} of {counted(tokens, 'city token')} left"
    numbers = {"own": own, "tokens": tokens, "left": tokens_left, "player": position.players[seat]}
    give_up = "give up one of your cities: {action}" if own >= tokens else "give up no city: {action}"
    offer = nearest(position, action, Kin(give_up, "R4.6", here))
    if action.giving is None:
        if own >= tokens:
            wording = "{player:has} no city token left of {tokens}: "
            wording += "another of {player:its} cities must be given up for {0}"
            yield Finding("R4.6", "no_token", (action.at,), numbers, wording, offer)
        return
    if own < tokens:
        wording = "{player:has} {left}, so no city is given up"
        yield Finding("R4.6", "token_left", (action.giving,), numbers, wording, offer)
    given = position.city_at.get(position.map.index(action.giving))
    if given is None or given.owner != seat:
        wording = "{player:has} no city in {0} to give up"
        yield Finding("R4.6", "not_own", (action.giving,), numbers, wording, offer)
    elif action.giving == action.at:
        yield Finding("R4.6", "same", (action.at,), numbers, "{0} cannot be given up for itself", offer)
