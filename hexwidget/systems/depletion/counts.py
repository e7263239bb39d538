"""The counts of an army's units: added, taken away, sorted by what they can do (D1.2, D1.9, D1.10, D7.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import compress
from operator import add, sub
from typing import TypeVar

from hexwidget.systems.depletion.units import MOVEMENT, NO_UNITS, PACKED, UNITS, UNPACKED, Counts

T = TypeVar("T")


def plus(a: Counts, b: Counts) -> Counts:
    """Two groups together."""
    return tuple(map(add, a, b))


def parts_of_size(units: Counts, size: int) -> Iterator[Counts]:
    """Yield the parts of some units that have a size."""
    if len(units) == 1:
        yield (size,)
        return
    first, rest = units[0], units[1:]
    for n in range(min(first, size), max(0, size - sum(rest)) - 1, -1):
        for part in parts_of_size(rest, size - n):
            yield (n, *part)


def minus(a: Counts, b: Counts) -> Counts:
    """A group without another. A number below 0 means that there were not so many units."""
    return tuple(map(sub, a, b))


def moving(units: Counts) -> Counts:
    """A group as it moves: all its trebuchets packed (D1.10)."""
    if not units[UNPACKED]:
        return units
    together = list(units)
    together[PACKED] += together[UNPACKED]
    together[UNPACKED] = 0
    return tuple(together)


def slowest(units: Counts) -> int:
    """The movement points of the slowest unit (D1.2)."""
    return min(compress(MOVEMENT, units))


def fastest(units: Counts) -> int:
    """The movement points of the fastest unit."""
    return max(compress(MOVEMENT, units))


def peasants_only(units: Counts) -> bool:
    """True if there is no military unit among them."""
    return not any(units[1:])


def afloat(units: Counts) -> bool:
    """True if a group consists of vessels (D7.5)."""
    return units[-1] > 0 and not any(units[:-1])


def on_land(units: Counts) -> Counts:
    """The land units of a group."""
    return (*units[:-1], 0) if units[-1] else units


def vessels_of(units: Counts) -> Counts:
    """The vessels of a group."""
    return (*NO_UNITS[:-1], units[-1])


def counts_of(types: Iterable[int]) -> Counts:
    """The counts of some units, given the type of each."""
    found = [*NO_UNITS]
    for unit in types:
        found[unit] += 1
    return tuple(found)


def by_place(units: Iterable[tuple[T, int, int]]) -> dict[T, Counts]:
    """Units by their places, given a place, a type and a number of units for each."""
    found: dict[T, list[int]] = {}
    for place_, unit, number in units:
        found.setdefault(place_, [*NO_UNITS])[unit] += number
    return {place_: tuple(counts) for place_, counts in found.items()}


def of_types(units: Counts) -> list[int]:
    """The types that a group has units of."""
    return [t for t, n in enumerate(units) if n]


def classes_of(units: Counts) -> set[str]:
    """The classes of a group's units (D1.9)."""
    return {UNITS[t].kind for t in of_types(units)}


# ---------------------------------------------------------------------- attack ranges
Range = tuple[int, int]
"""The least and the most distance, in hexes."""


@lru_cache(maxsize=4096)
def attack_distances(units: Counts) -> frozenset[int]:
    """Every distance at which some of the units attack."""
    return distances(*(u.attack_range for n, u in zip(units, UNITS, strict=True) if n and u.attack_range))


@lru_cache(maxsize=4096)
def distances(*ranges: Range) -> frozenset[int]:
    """Every distance that lies in one of some ranges."""
    return frozenset(far for low, high in ranges for far in range(low, high + 1))
