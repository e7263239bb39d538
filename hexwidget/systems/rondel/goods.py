"""The goods of the wheel: yields, prices, the payments that make them up, and the tokens that are left."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hexwidget.rules.lazy_sequences import Takings
from hexwidget.systems.rondel.atlas import FREE_WEDGES, GOODS, ways
from hexwidget.systems.rondel.position import KNOW_HOW, NEEDS, City, RondelPosition, Store

MOST_ARMED = {False: 1, True: 3}
"""R6.3: the most units that a city sets up in a turn, without and with a temple."""
FOUNDING = Store(1, 1, 1)
"""R6.5: the price of a city."""


def yielding(position: RondelPosition, seat: int, good: str) -> Iterator[tuple[City, int]]:
    """R6.1: the cities of a nation whose provinces yield a good, each with the number that it brings."""
    if position.yields:
        for city in position.cities:
            if city.owner == seat and position.yields[city.at] == good:
                yield city, position.settings["temple_yield" if city.temple else "city_yield"]


def harvest(position: RondelPosition, seat: int, good: str) -> Store:
    """R6.1: the goods that a wedge of a good brings a nation."""
    brought = sum(n for _, n in yielding(position, seat, good))
    return Store(*[brought if name == good else 0 for name in GOODS])


def temples_left(position: RondelPosition) -> int:
    """R6.2: the temples in the bank. It may be less than 0 where a position breaks the clause."""
    return int(position.settings["temple_tokens"]) - sum(city.temple for city in position.cities)


def tokens_left(position: RondelPosition, seat: int) -> int:
    """R4.6: the city tokens of a nation that are not on the map."""
    return int(position.settings["city_tokens"]) - len(position.cities_of(seat))


def arms_in(position: RondelPosition, at: int) -> int:
    """R6.3: the number of units that have been set up in a province in this turn."""
    return next((n for place, n in position.armed if place == at), 0)


def room_to_arm(position: RondelPosition, city: City) -> int:
    """R6.3: the number of units that may still be set up in a city's province in this turn."""
    return max(0, MOST_ARMED[city.temple] - arms_in(position, city.at))


def can_arm(position: RondelPosition, city: City) -> int:
    """R6.3: the number of units that a city can set up now, and that its owner can pay."""
    price, room = position.settings["unit_price"], room_to_arm(position, city)
    return min(room, position.store(city.owner).iron // price) if price else room


def launches_galleys(position: RondelPosition, at: int) -> bool:
    """R6.3: True if a province has a border that galleys may cross."""
    return bool(ways(position.map, "galley")[at])


def obtainable(position: RondelPosition, seat: int) -> list[str]:
    """R6.4: the know-how that a nation does not have, and whose needs it has."""
    known = position.know_how[seat]
    return [name for name in KNOW_HOW if name not in known and (name not in NEEDS or NEEDS[name] in known)]


def can_found(position: RondelPosition, seat: int, at: int) -> bool:
    """R6.5: True if a nation may found a city in a province, apart from the goods and the token that it needs."""
    there = {group.owner for group in position.units if group.at == at}
    return position.map.terrain(at) == "land" and at not in position.city_at and there == {seat}


# ---------------------------------------------------------------------- prices and payments
def price_of_wedges(wedges: int) -> int:
    """R5.1: the goods that a move of the marker costs."""
    return max(0, wedges - FREE_WEDGES)


@lru_cache(maxsize=4096)
def payments(store: Store, price: int) -> tuple[Store, ...]:
    """R5.4: the ways to pay a number of goods of any kind. The default comes first; none, if the store has too few."""
    if store.goods < price:
        return ()
    first = default_payment(store, price)
    return (first, *(Store(*paid) for paid in Takings(store, price) if paid != first))


def default_payment(store: Store, price: int) -> Store:
    """R5.4: the payment where no goods are named. The largest store pays all that it can, then the next; of equals, marble, iron,
    gold.

    >>> default_payment(Store(1, 3, 3), 4)
    Store(marble=0, iron=3, gold=1)
    """
    paid = [0, 0, 0]
    for n in sorted(range(len(GOODS)), key=lambda n: -store[n]):
        paid[n] = min(store[n], price - sum(paid))
    return Store(*paid)


def price_of_know_how(position: RondelPosition, name: str) -> int:
    """R6.4: the gold that a know-how costs."""
    return int(position.settings["later_price" if any(name in known for known in position.know_how) else "first_price"])
