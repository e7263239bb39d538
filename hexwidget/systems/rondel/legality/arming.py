"""Arming: own cities, the number of units, galleys on the coast, and the price."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.english import counted, verb
from hexwidget.rules import Finding, bars
from hexwidget.systems.rondel.actions import Arm
from hexwidget.systems.rondel.goods import MOST_ARMED, armed_in, launches_galleys, room_to_arm
from hexwidget.systems.rondel.legality.remedies import Kin, anywhere, here, nearest
from hexwidget.systems.rondel.position import RondelPosition
from hexwidget.systems.rondel.words import city_in_words

OTHERS = [Kin("these can be set up: {action}", "R6.3", suits) for suits in (here, anywhere)]


def units_of_a_city(action: Arm, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.3: an own city, as many units as it may set up, galleys only on a coast, and the price."""
    if position.whole:
        yield from an_own_city_arms(action, position, seat)
        yield from as_many_as_the_city_sets_up(action, position, seat)
        yield from galleys_on_a_coast(action, position)
        yield from iron_for_units(action, position, seat)


@bars("R6.3")
def an_own_city_arms(action: Arm, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.3: an own city stands in the province."""
    city = position.city_at.get(position.map.index(action.at))
    if city is None or city.owner != seat:
        numbers = {"player": position.players[seat], "what": city_in_words(position, city)}
        wording = "{player:sets} up units in {player:its} own cities, and in {0} there is {what}"
        yield Finding("R6.3", "no_city", (action.at,), numbers, wording, nearest(position, action, *OTHERS))


@bars("R6.3")
def as_many_as_the_city_sets_up(action: Arm, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.3: at least one unit; over the whole turn at most one, or three in a city with a temple."""
    size = action.legions + action.galleys
    offer = nearest(position, action, *OTHERS)
    if size == 0:
        yield Finding("R6.3", "nothing", (action.at,), {}, "at least one unit must be set up", offer)
    city = position.city_at.get(position.map.index(action.at))
    if city is None or city.owner != seat or size <= room_to_arm(position, city):
        return
    done = armed_in(position, city.at)
    numbers = {
        "temple": "a temple" if city.temple else "no temple",
        "most": counted(MOST_ARMED[city.temple], "unit"),
        "done": done,
        "size": size,
        "are": verb("is", size),
    }
    wording = "the city in {0} has {temple} and sets up at most {most} in a turn: "
    wording += "{done} so far, and {size} more {are} too many" if done else "{size} {are} too many"
    yield Finding("R6.3", "room", (action.at,), numbers, wording, offer)


@bars("R6.3")
def galleys_on_a_coast(action: Arm, position: RondelPosition) -> Iterator[Finding]:
    """R6.3: galleys are set up only in a province that has a border for galleys."""
    if action.galleys and not launches_galleys(position, position.map.index(action.at)):
        wording = "no border of {0} lets a galley through, so no galley is set up there"
        yield Finding("R6.3", "galley", (action.at,), {}, wording, nearest(position, action, *OTHERS))


@bars("R6.3")
def iron_for_units(action: Arm, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R6.3: the nation has the iron that the units cost."""
    size = action.legions + action.galleys
    price, have = size * position.settings["unit_price"], position.store(seat).iron
    if have < price:
        numbers = {
            "size": f"{counted(size, 'unit')} {verb('costs', size)}",
            "price": price,
            "have": have or "none",
            "player": position.players[seat],
        }
        offer = nearest(position, action, *OTHERS)
        yield Finding("R6.3", "price", (), numbers, "{size} {price} iron, and {player:has} {have}", offer)
