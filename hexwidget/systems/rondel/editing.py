"""Editing by hand: the effect of each brush on a description. Brushes do not change the provinces of the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexwidget.problems import InputError, Problem
from hexwidget.rules.editing import CANNOT_EDIT, ERASE, OWNER, Brush, hand_over, take_all
from hexwidget.systems.rondel.appearance import SYMBOLS
from hexwidget.systems.rondel.atlas import GOODS
from hexwidget.systems.rondel.position import KNOW_HOW, RondelPosition

CITIES = {"city": "town", "temple": "temple"}
EMPTY = "empty store"


def brushes(position: RondelPosition) -> tuple[Brush, ...]:
    """Brushes for legions, galleys, and cities with and without a temple; with the whole wheel also for the goods that provinces
    yield, and for stores and know-how, which may be put on any province."""
    units = [Brush(kind, kind, "unit", symbol, owned=True) for kind, symbol in SYMBOLS.items()]
    labels = {"city": "city", "temple": "city with a temple"}
    cities = [Brush(kind, labels[kind], "building", symbol, owned=True) for kind, symbol in CITIES.items()]
    return (*units, *cities, *(_of_the_whole_wheel() if position.whole else ()), OWNER, ERASE)


def _of_the_whole_wheel() -> Iterator[Brush]:
    for good in GOODS:
        yield Brush(good, f"yields {good}", "token")
    for good in GOODS:
        yield Brush(f"store {good}", f"add 1 {good} to the store", "belonging", owned=True)
    yield Brush(EMPTY, "empty the store", "belonging", owned=True)
    for name in KNOW_HOW:
        yield Brush(name, f"give {name}, or take it away", "belonging", owned=True)


def paint(position: RondelPosition, described: dict[str, Any], brush: Brush, space: str, player: str) -> None:
    """Add a unit to those of its nation, put a city in the place of another, or change what a province yields, or the belongings
    of a nation.

    :raises InputError: if a sea province is to yield something
    """
    units, cities = described["units"], described["cities"]
    if brush.group == "belonging":
        _change_belongings(described, brush, player)
        return
    if brush.group == "token":
        if position.map.terrain(space) != "land":
            raise InputError(CANNOT_EDIT, [Problem("space", "sea provinces yield nothing (R6.1)")])
        described.setdefault("yields", {})[space] = brush.key
        return
    if brush.group == "unit":
        own = units.setdefault(player, {})
        own[space] = ", ".join(filter(None, [own.get(space, ""), f"1 {brush.key}"]))
        return
    if brush.group == "building":
        take_all(cities, space)
        cities.setdefault(player, {})[space] = brush.key
        return
    hand_over(cities, brush, space, player)
    there = [own.pop(space) for own in units.values() if space in own]
    described.get("armed", {}).pop(space, None)
    if brush == ERASE:
        described.get("yields", {}).pop(space, None)
    elif there:
        units.setdefault(player, {})[space] = ", ".join(there)


def _change_belongings(described: dict[str, Any], brush: Brush, player: str) -> None:
    """Add a good to a store, empty it, or give a know-how, or take it away."""
    store = described.setdefault("stores", {}).setdefault(player, {})
    known = described["know_how"].setdefault(player, [])
    if brush.key == EMPTY:
        store.clear()
    elif brush.key in KNOW_HOW:
        (known.remove if brush.key in known else known.append)(brush.key)
    else:
        good = brush.key.removeprefix("store ")
        store[good] = store.get(good, 0) + 1
