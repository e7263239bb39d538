"""Estimates of the whole wheel for searches: rules of thumb, which are no part of the rulebook.

A search looks one action ahead. A store is therefore worth a part of its purchases, and a wedge a part of its actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt

from hexwidget.geometry import ProvinceMap
from hexwidget.systems.rondel import goods
from hexwidget.systems.rondel.atlas import GOODS, crossings
from hexwidget.systems.rondel.battle import defence
from hexwidget.systems.rondel.position import RondelPosition

GOODS_IN_STORE = 0.25
"""The worth of the first good of a kind, in cities; of n goods, as much times the square root of n."""
SET = 0.15
"""The worth of a set of all goods: the price of a city."""
TEMPLE = 0.7
"""The worth of a temple."""
KNOWN = {"WHEEL": 0.75, "SAILING": 0.75, "MONARCHY": 0.7, "ROADS": 0.65, "NAVIGATION": 0.65, "DEMOCRACY": 0.65}
"""The worth of each know-how."""
UNIT, LATER_UNIT, MANY = 0.14, 0.06, 7
"""The worth of a unit, of one of many, and the number that is many."""
SITE = 0.2
"""The worth of a province where a city may be founded as soon as there are goods for it."""
SITE_PAID = 0.3
"""The worth of the goods for a city, if there is a province for it."""
NEAR = 0.09
"""The worth of a unit that is one movement from such a province."""
SPARE = 2
"""The number of such provinces beyond those that can be paid."""
OVER = 0.01
"""The worth of having ended the movement phase."""
MOVE = 0.07
"""The worth of a movement of a unit to such a province, before it is made."""
CONQUEST = 0.3
"""The worth of a conquest, before it is made."""
YIELD = 0.03
"""The worth of a good that the wedge will bring."""
LATE = 4
"""The number of last rounds in which all but cities is worth less and less."""


def prospects(position: RondelPosition, seat: int) -> float:
    """The worth of a nation's stores, temples, know-how, yields, and provinces for new cities."""
    store, own = position.store(seat), position.cities_of(seat)
    units = sum(group.size for group in position.units if group.owner == seat)
    found = GOODS_IN_STORE * sum(map(sqrt, store)) + SET * min(*store, 3)
    found += UNIT * min(units, MANY) + LATER_UNIT * max(0, units - MANY)
    found += TEMPLE * sum(city.temple for city in own)
    found += sum(KNOWN[name] for name in position.know_how[seat])
    found += YIELD * sum(goods.harvest(position, seat, good).goods for good in GOODS)
    return _patience(position) * found + _sites(position, seat)


def _patience(position: RondelPosition) -> float:
    """The part of their worth that things other than cities have: less and less in the last rounds."""
    left: int = position.settings["rounds"] - position.round + 1
    return min(1.0, left / LATE)


def _sites(position: RondelPosition, seat: int) -> float:
    """R6.5: the provinces where the nation may found, or where it may soon. More of them than goods allow are worth nothing."""
    sites, goals = _land_for_cities(position, seat)
    can = min(len(sites), *position.store(seat), goods.tokens_left(position, seat))
    wanted = SPARE + can - len(sites)
    found = SITE_PAID * can + SITE * min(len(sites), can + SPARE)
    if wanted > 0:
        near = sorted(1 / n for n, size in _walks(position, seat, sites, goals) for _ in range(min(size, 2)))
        found += NEAR * sum(near[-wanted:])
    return found


def _land_for_cities(position: RondelPosition, seat: int) -> tuple[list[int], list[int]]:
    """The provinces where own units stand alone on land without a city, and those where nobody stands."""
    mine = {group.at for group in position.units if group.owner == seat}
    taken = {group.at for group in position.units if group.owner != seat}
    free = [at for at in _land(position.map) if at not in position.city_at and at not in taken]
    return [at for at in free if at in mine], [at for at in free if at not in mine]


def _walks(position: RondelPosition, seat: int, sites: list[int], goals: list[int]) -> Iterator[tuple[int, int]]:
    """The units that are not needed where they stand: the movements to the nearest goal, and their number."""
    kept = set(sites)
    for group in position.units:
        if group.owner != seat:
            continue
        size = group.size - (group.at in kept)
        kept.discard(group.at)
        ways = [n for n in (crossings(position.map, group.kind, goal).get(group.at) for goal in goals) if n]
        if size and ways:
            yield min(ways), size


def _moves(position: RondelPosition, seat: int) -> float:
    """The worth of the movements that are left: towards land for new cities, and of the conquests after them."""
    sites, goals = _land_for_cities(position, seat)
    wanted = SPARE + min(len(sites), *position.store(seat)) - len(sites)
    upright = sum(group.size for group in position.units if group.owner == seat and group.left)
    can = min(wanted, upright, len(goals))
    return MOVE * max(0, can) + CONQUEST * _conquests(position, seat)


def _conquests(position: RondelPosition, seat: int) -> int:
    """The number of foreign cities that upright units may be enough for in this turn."""
    found = 0
    own = [group for group in position.units if group.owner == seat and group.left]
    for city in position.conquerable(seat):
        strong = 0
        for group in own:
            n = crossings(position.map, group.kind, city.at).get(group.at)
            reach = group.left - 1 if position.phase == "movement" else 0
            strong += group.size if n is not None and n <= reach else 0
        found += strong >= defence(position, city).strength
    return min(found, 2)


@lru_cache(maxsize=64)
def _land(m: ProvinceMap) -> tuple[int, ...]:
    return tuple(at for at in range(len(m)) if m.terrain(at) == "land")


def chances(position: RondelPosition, seat: int) -> float:
    """The worth of the actions that a nation may still do in its turn."""
    if position.active != seat:
        return 0.0
    if position.phase == "movement":
        return _moves(position, seat)
    if position.phase in ("closing", "conquest"):
        return OVER + CONQUEST * _conquests(position, seat)
    return _purchases(position, seat) if position.phase == "wedge" else 0.0


def _purchases(position: RondelPosition, seat: int) -> float:
    """The worth of the temples, units and know-how that a nation may still buy on its wedge."""
    settings, (marble, iron, gold), patience = position.settings, position.store(seat), _patience(position)
    if position.wedge == "temple":
        room = min(sum(not city.temple for city in position.cities_of(seat)), goods.temples_left(position))
        return _buying(marble, settings["temple_price"], room, patience * TEMPLE)
    if position.wedge == "arming":
        room = sum(goods.room_to_arm(position, city) for city in position.cities_of(seat))
        return _buying(iron, settings["unit_price"], room, UNIT)
    unknown = goods.obtainable(position, seat)
    worth = (_buying(gold, goods.price_of_know_how(position, name), 1, patience * KNOWN[name]) for name in unknown)
    return max(worth, default=0.0)


def _buying(have: int, price: int, most: int, worth: float) -> float:
    """The worth of the best purchase: of as many as make up for their price."""
    n = min(most, have // price) if price else most
    return max(k * worth - GOODS_IN_STORE * (sqrt(have) - sqrt(have - k * price)) for k in range(max(0, n) + 1))
