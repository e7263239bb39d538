"""Temples and new cities: the province, the price, and the tokens."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.english import counted, listing
from hexwidget.rules import Finding, bars
from hexwidget.systems.rondel.actions import Build, Found
from hexwidget.systems.rondel.atlas import GOODS
from hexwidget.systems.rondel.goods import FOUNDING, temples_left, tokens_left
from hexwidget.systems.rondel.legality.remedies import Kin, nearest
from hexwidget.systems.rondel.position import RondelPosition
from hexwidget.systems.rondel.words import city_in_words, goods_in_words

ANOTHER_TEMPLE = Kin("another city can have one: {action}", "R6.2")
ANOTHER_FOUNDING = Kin("a city can be founded elsewhere: {action}", "R6.5")


def a_temple_in_an_own_city(action: Build, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.2: an own city without a temple, the price, and a temple in the bank."""
    if position.whole:
        yield from a_city_without_a_temple(action, position, seat)
        yield from marble_for_a_temple(position, seat)
        yield from a_temple_in_the_bank(position)


@bars("R6.2")
def a_city_without_a_temple(action: Build, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.2: an own city stands in the province, and it has no temple."""
    city, offer = position.city_at.get(position.map.index(action.at)), nearest(position, action, ANOTHER_TEMPLE)
    if city is None or city.owner != seat:
        numbers = {"player": position.players[seat], "what": city_in_words(position, city)}
        wording = "{player:builds} temples in {player:its} own cities, and in {0} there is {what}"
        yield Finding("R6.2", "no_city", (action.at,), numbers, wording, offer)
    elif city.temple:
        wording = "the city in {0} has a temple already"
        yield Finding("R6.2", "temple", (action.at,), {}, wording, offer)


@bars("R6.2")
def marble_for_a_temple(position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.2: the nation has the marble that a temple costs."""
    price, have = position.settings["temple_price"], position.store(seat).marble
    if have < price:
        numbers = {"price": price, "have": have or "none", "player": position.players[seat]}
        yield Finding("R6.2", "price", (), numbers, "a temple costs {price} marble, and {player:has} {have}")


@bars("R6.2")
def a_temple_in_the_bank(position: RondelPosition) -> Iterator[Finding]:
    """R6.2: the bank has a temple left."""
    if temples_left(position) <= 0:
        numbers = {"words": counted(position.settings["temple_tokens"], "temple")}
        yield Finding("R6.2", "bank", (), numbers, "the bank of {words} is empty")


def a_city_on_free_land(action: Found, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.5: land without a city, an own unit and no foreign ones, the price, and a city token."""
    if position.whole:
        yield from land_without_a_city(action, position, seat)
        yield from own_units_alone(action, position, seat)
        yield from goods_for_a_city(position, seat)
        yield from a_token_for_a_city(position, seat)


@bars("R6.5")
def land_without_a_city(action: Found, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.5: cities are founded in land provinces that have none."""
    at = position.map.index(action.at)
    offer = nearest(position, action, ANOTHER_FOUNDING)
    if position.map.terrain(at) != "land":
        yield Finding("R6.5", "sea", (action.at,), {}, "cities are founded on land, and {0} is sea", offer)
    elif at in position.city_at:
        numbers = {"what": city_in_words(position, position.city_at[at])}
        yield Finding("R6.5", "city", (action.at,), numbers, "there is {what} in {0} already", offer)


@bars("R6.5")
def own_units_alone(action: Found, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.5: the nation has a unit in the province, and no other nation has."""
    at = position.map.index(action.at)
    offer = nearest(position, action, ANOTHER_FOUNDING)
    player = position.players[seat]
    if not position.groups(at, seat):
        yield Finding("R6.5", "no_unit", (action.at,), {"player": player}, "{player:has} no unit in {0}", offer)
    strangers = [position.players[other] for other in position.strangers(at, seat)]
    if strangers:
        numbers = {"player": player, "others": listing(strangers)}
        wording = "units of {others} stand in {0}, and {player} must be alone there"
        yield Finding("R6.5", "strangers", (action.at,), numbers, wording, offer)


@bars("R6.5")
def goods_for_a_city(position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.5: the nation has the goods that a city costs."""
    store = position.store(seat)
    lacking = [good for good, have, need in zip(GOODS, store, FOUNDING, strict=True) if have < need]
    if lacking:
        numbers = {
            "price": goods_in_words(FOUNDING),
            "lacking": listing(lacking, "or"),
            "player": position.players[seat],
        }
        yield Finding("R6.5", "goods", (), numbers, "a city costs {price}, and {player:has} no {lacking}")


@bars("R6.5")
def a_token_for_a_city(position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.5: the nation has a city token left; none of its cities may be given up for it."""
    if tokens_left(position, seat) <= 0:
        numbers = {"tokens": position.settings["city_tokens"], "player": position.players[seat]}
        yield Finding("R6.5", "token", (), numbers, "{player:has} no city token left of {tokens}")
