"""Read what cells show as an overlay (a reach, a dict, spaces, an array) into levels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any, NoReturn

from hexwidget.files.annotations import is_number
from hexwidget.geometry import HexMap, Space, SpaceMap
from hexwidget.geometry.hexmap import HOLE
from hexwidget.problems import InputError, Problem, shown
from hexwidget.rules.interpretations import Comparison
from hexwidget.rules.reach import Reach

Shown = Reach | Comparison | Mapping[Space, float] | Iterable[Any]
MOST_NUMBERS = 40
"""The most different numbers that an overlay writes on the spaces. More of them become `SHADES` shades without numbers."""
SHADES = 24
CANNOT_SHOW = "this cannot be shown"


@dataclass(frozen=True, slots=True)
class Levels:
    """The levels of an overlay: pairs of a number and the plane of the spaces that it is shown on.

    :param label: the name of the numbers; empty if they have no name
    :param numbers: True if the numbers are written on the spaces
    """

    levels: tuple[tuple[float, int], ...]
    label: str
    numbers: bool


def read_levels(what: Any, spaces: SpaceMap) -> Levels:
    """Read a value to show on a map.

    :raises InputError: if it is no such value, or names a space that the map lacks
    """
    if isinstance(what, Reach):
        return _of_reach(what, spaces)
    if hasattr(what, "tolist") and hasattr(what, "shape"):
        what = _of_array(what, spaces)
    if isinstance(what, str) or not isinstance(what, (Mapping, Iterable)):
        _refuse(f"expected a reach, a dict, spaces or an array, not {shown(what)}")
    counted = isinstance(what, Mapping)
    try:
        numbers = dict(what) if isinstance(what, Mapping) else dict.fromkeys(what, 0)
    except TypeError:
        _refuse(f"expected names of spaces, not {shown(what)}")
    problems = [Problem(shown(s), spaces.explain_unknown(s)) for s in numbers if spaces.find(s) is None]
    problems += [
        Problem(shown(s), f"expected a number, not {shown(n)}") for s, n in numbers.items() if not is_number(n)
    ]
    if problems:
        raise InputError(CANNOT_SHOW, problems)
    levels: dict[float, int] = {}
    for space, given in numbers.items():
        number = int(given) if isinstance(given, Integral) else float(given)
        levels[number] = levels.get(number, 0) | 1 << spaces.index(space)
    # A count with a name of its own, such as danger, is drawn darker the larger it is.
    label = getattr(what, "label", "")
    ordered = tuple(sorted(levels.items(), reverse=bool(label)))
    if len(ordered) > MOST_NUMBERS:
        return Levels(_shaded(ordered), label, False)
    return Levels(ordered, label, counted)


def _refuse(why: str) -> NoReturn:
    raise InputError(CANNOT_SHOW, [Problem("", why)])


def _of_reach(reach: Reach, spaces: SpaceMap) -> Levels:
    if reach.map != spaces:
        _refuse("it is a reach on another map than the board's")
    found, before = [], 0
    for cost, bits in enumerate(reach.levels()):
        found.append((cost, reach.frame.to_map(bits & ~before)))
        before = bits
    return Levels(tuple((cost, bits) for cost, bits in found if bits), f"{reach.label}: cost", True)


def _of_array(array: Any, spaces: SpaceMap) -> dict[str, Any] | list[str]:
    """The spaces where an array of truth values is true; of another array the number on each space that has one.

    The array has a row for each row of the map. A space whose entry is not a number (NaN) has none.
    """
    if not isinstance(spaces, HexMap):
        _refuse("an array has rows and columns, and this map has provinces; name them in a dict")
    if tuple(array.shape) != (spaces.rows, spaces.columns):
        _refuse(f"expected an array of {spaces.rows} rows and {spaces.columns} columns, not of shape {array.shape}")
    on_map = [
        (spaces.name(spaces.at(column, row)), value)
        for row, line in enumerate(array.tolist())
        for column, value in enumerate(line)
        if spaces.cells[row * spaces.columns + column] != HOLE
    ]
    if all(type(value) is bool for _, value in on_map):
        return [name for name, value in on_map if value]
    return {name: value for name, value in on_map if not (isinstance(value, float) and math.isnan(value))}


def _shaded(levels: tuple[tuple[float, int], ...]) -> tuple[tuple[float, int], ...]:
    """A few shades in place of many numbers. All shades stand for ranges of the same width, and each has the number in the
    middle of its range."""
    low, high = min(n for n, _ in levels), max(n for n, _ in levels)
    found: dict[int, int] = {}
    for number, plane in levels:
        shade = min(SHADES - 1, int((number - low) / (high - low) * SHADES))
        found[shade] = found.get(shade, 0) | plane
    width = (high - low) / SHADES
    return tuple((round(low + (shade + 0.5) * width, 6), plane) for shade, plane in found.items())
