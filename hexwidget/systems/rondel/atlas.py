"""The ground: kinds of provinces and borders, the bundled maps, and the wheel."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from hexwidget.geometry import Province, ProvinceMap
from hexwidget.geometry.provincejson import provinces_to_json, read_provinces
from hexwidget.problems import Problems, place, shown
from hexwidget.rules.reading import strange_terrains

TERRAINS = ("land", "sea")
"""The kinds of provinces."""
BORDERS: dict[str, tuple[str, ...]] = {"red": ("legion",), "blue": ("galley",), "both": ("legion", "galley")}
"""R2.2: the kinds of borders, and the units that each lets through."""
WHEEL = ("marble", "iron", "gold", "maneuver", "temple", "arming", "know-how", "maneuver")
"""R5.1: the wedges in their order, numbered from 1; the two maneuvers are opposite each other."""
GOODS = WHEEL[:3]
"""R6.1: the goods, in the order in which equal stores pay (R5.4)."""
FREE_WEDGES = 3
"""R5.1: the wedges that a marker moves in a turn for free."""
_FOLDER = Path(__file__).parent / "maps"


def kind_of(a: Province, b: Province) -> str:
    """The default kind of a border: red between two lands, blue beside sea."""
    return "red" if a.terrain == b.terrain == "land" else "blue"


@cache
def map_names() -> tuple[str, ...]:
    """The names of the bundled maps."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.json")))


@cache
def bundled_map(name: str) -> ProvinceMap:
    """A bundled map."""
    text = (_FOLDER / f"{name}.json").read_text(encoding="utf-8")
    return read_provinces(json.loads(text), TERRAINS, [*BORDERS], kind_of)


def read_map(given: object, problems: Problems) -> ProvinceMap | None:
    """A map: the name of a bundled one, plain data (see `hexwidget.geometry.provincejson`) or a `ProvinceMap`."""
    if isinstance(given, ProvinceMap):
        _check_kinds(given, problems)
        return given
    if isinstance(given, str):
        if given in map_names():
            return bundled_map(given)
        problems.unknown("map", "map", given, map_names())
    elif given is None:
        expected = f"expected the name of a map ({', '.join(map_names())}) or its provinces"
        problems.add("map", f"{expected}, not {shown(given)}")
    else:
        with problems.noting("map"):
            return read_provinces(given, TERRAINS, [*BORDERS], kind_of)
    return None


def write_map(m: ProvinceMap) -> str | dict[str, Any]:
    """A map as `read_map` reads it: a bundled map by its name."""
    return next((name for name in map_names() if bundled_map(name) == m), None) or provinces_to_json(m)


def _check_kinds(given: ProvinceMap, problems: Problems) -> None:
    for n, border in enumerate(given.borders):
        if border.kind is not None and border.kind not in BORDERS:
            problems.unknown(place("map", "borders", n), "kind of border", border.kind, BORDERS)
    strange = [terrain for terrain in given.terrains if terrain not in TERRAINS]
    if strange:
        problems.add("map/terrains", strange_terrains(strange, "rondel", TERRAINS))


@lru_cache(maxsize=64)
def ways(m: ProvinceMap, kind: str) -> tuple[tuple[int, ...], ...]:
    """R2.2: for each province the provinces that a unit of a kind can enter from it."""
    return tuple(
        tuple(there for there in m.neighbours(at) if kind in BORDERS[m.kind(at, there) or ""]) for at in range(len(m))
    )


@lru_cache(maxsize=1024)
def crossings(m: ProvinceMap, kind: str, at: int) -> Mapping[int, int]:
    """R2.2: the least number of borders that a unit of a kind crosses from a province to each that it can get to. The way back
    crosses as many."""
    found, queue = {at: 0}, [at]
    for here in queue:
        for there in ways(m, kind)[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def wedge_after(wedge: int, steps: int) -> int:
    """R5.1: the wedge that a marker comes to from another one."""
    return (wedge - 1 + steps) % len(WHEEL) + 1


def wedge_name(wedge: int) -> str:
    """The name of a wedge of the wheel, numbered from 1."""
    return WHEEL[wedge - 1]
