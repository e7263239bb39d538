"""Editing by hand: the effect of each brush on a description. Brushes do not change the provinces of the map."""

from __future__ import annotations

from typing import Any

from hexwidget.rules.editing import ERASE, OWNER, Brush
from hexwidget.systems.rondel.appearance import SYMBOLS
from hexwidget.systems.rondel.position import RondelPosition

CITIES = {"city": "town", "temple": "temple"}


def brushes(position: RondelPosition) -> tuple[Brush, ...]:
    """Brushes for legions, galleys, and cities with and without a temple."""
    units = [Brush(kind, kind, "unit", symbol, owned=True) for kind, symbol in SYMBOLS.items()]
    labels = {"city": "city", "temple": "city with a temple"}
    cities = [Brush(kind, labels[kind], "building", symbol, owned=True) for kind, symbol in CITIES.items()]
    return (*units, *cities, OWNER, ERASE)


def paint(position: RondelPosition, described: dict[str, Any], brush: Brush, space: str, player: str) -> None:
    """Add a unit to those of its nation, or put a city in the place of another."""
    units, cities = described["units"], described["cities"]
    if brush.group == "unit":
        own = units.setdefault(player, {})
        own[space] = ", ".join(filter(None, [own.get(space, ""), f"1 {brush.key}"]))
        return
    city = next((own.pop(space) for own in cities.values() if space in own), None)
    if brush.group == "building":
        cities.setdefault(player, {})[space] = brush.key
        return
    there = [own.pop(space) for own in units.values() if space in own]
    if brush == OWNER:
        if city is not None:
            cities.setdefault(player, {})[space] = city
        if there:
            units.setdefault(player, {})[space] = ", ".join(there)
