"""What can be shown as an overlay: a reach, a dict, spaces, an array; read into levels."""

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
from hexwidget.rules.reach import Reach
from hexwidget.rules.readings import Comparison

Shown = Reach | Comparison | Mapping[Space, float] | Iterable[Any]
MOST_NUMBERS = 40
"""With more different numbers than this they are shown as so many shades, and not written."""
SHADES = 24
CANNOT_SHOW = "this cannot be shown"


@dataclass(frozen=True, slots=True)
class Levels:
    """Pairs of a number and the spaces that it is shown on; ``label``: what is counted, where that has a name."""

    levels: tuple[tuple[float, int], ...]
    label: str
    numbers: bool


def read_levels(what: Any, spaces: SpaceMap) -> Levels:
    """Read what is to be shown on a map.

    :raises InputError: if it is something else, or names a space that the map lacks
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
    # What is counted, as danger is, has a name of its own, and is the darker the more it is.
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
    """An array of a row for each row of the map: of truth values the spaces where it is true, else numbers; where it is not
    a number there is none."""
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
    """Many numbers as a few: each shade stands for as wide a range, and is called by its middle."""
    low, high = min(n for n, _ in levels), max(n for n, _ in levels)
    found: dict[int, int] = {}
    for number, plane in levels:
        shade = min(SHADES - 1, int((number - low) / (high - low) * SHADES))
        found[shade] = found.get(shade, 0) | plane
    width = (high - low) / SHADES
    return tuple((round(low + (shade + 0.5) * width, 6), plane) for shade, plane in found.items())
