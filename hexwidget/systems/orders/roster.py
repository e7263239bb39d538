"""The kinds of units, buildings and spells (O7.2): data of the scenario over the bundled set of ``roster.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from hexwidget.geometry import Terrain
from hexwidget.problems import Problems, is_line, place, shown
from hexwidget.rules.reading import read_whole

FARM = "farm"
"""The one building that may share a hex with another (O3.3)."""
SPELL_KINDS = ("bolt", "ward", "blink")
"""The kinds of spells: a bolt destroys an opposing unit by a die, a ward gives an own unit the DEFEND bonus, blink moves the
caster."""
DIE = 20
MOST_BONUS = 20
MOST_RANGE = 20
LONGEST_NAME = 30

TERRAINS: tuple[Terrain, ...] = (
    Terrain("open", "open land", "."),
    Terrain("impassable", "impassable", "X"),
)
"""The kinds of ground (O8.4) with their symbols in map texts."""


@dataclass(frozen=True, slots=True)
class UnitType:
    """A kind of army unit: its bonus to attack and defence rolls, the buildings it can build, the spells it knows."""

    attack: int
    defence: int
    builds: tuple[str, ...]
    spells: tuple[str, ...]
    symbol: str


@dataclass(frozen=True, slots=True)
class BuildingType:
    """A kind of building: its bonus to the defence of a unit of its owner in its hex."""

    defence: int
    symbol: str


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell: its kind, its range (hexes, both ends included), and for a bolt the least roll that destroys."""

    kind: str
    range: tuple[int, int]
    at_least: int = 0


@dataclass(frozen=True)
class Roster:
    """All kinds, as pairs of name and kind so that a roster hashes; `units`, `buildings` and `spells` look them up."""

    unit_types: tuple[tuple[str, UnitType], ...]
    building_types: tuple[tuple[str, BuildingType], ...]
    spell_types: tuple[tuple[str, Spell], ...]

    @cached_property
    def units(self) -> dict[str, UnitType]:
        """The kinds of units by name."""
        return dict(self.unit_types)

    @cached_property
    def buildings(self) -> dict[str, BuildingType]:
        """The kinds of buildings by name."""
        return dict(self.building_types)

    @cached_property
    def spells(self) -> dict[str, Spell]:
        """The spells by name."""
        return dict(self.spell_types)

    def __reduce__(self) -> tuple[Any, ...]:
        # Without the cached look-ups.
        return Roster, (self.unit_types, self.building_types, self.spell_types)


@cache
def bundled() -> dict[str, dict[str, dict[str, Any]]]:
    """The bundled set, as data."""
    found: dict[str, dict[str, dict[str, Any]]] = json.loads(
        (Path(__file__).parent / "roster.json").read_text(encoding="utf-8")
    )
    return found


def read_roster(given: object, problems: Problems) -> Roster:
    """The bundled set with a scenario's own kinds over it."""
    tables = {part: dict(kinds) for part, kinds in bundled().items()}
    if not isinstance(given, Mapping):
        problems.add("roster", f'expected a dict of "units", "buildings" and "spells", not {shown(given)}')
        given = {}
    for part, kinds in given.items():
        if not isinstance(part, str) or part not in tables:
            problems.unknown("roster", "part of a roster", part, tables)
        elif not isinstance(kinds, Mapping):
            problems.add(place("roster", part), f"expected a dict, not {shown(kinds)}")
        else:
            for name, kind in kinds.items():
                _name(place("roster", part, name), name, problems)
                tables[part][str(name)] = kind
    read = _Reader({part: set(kinds) for part, kinds in tables.items()}, problems)
    return Roster(
        tuple((name, read.unit(name, tables["units"][name])) for name in sorted(tables["units"])),
        tuple((name, read.building(name, tables["buildings"][name])) for name in sorted(tables["buildings"])),
        tuple((name, read.spell(name, tables["spells"][name])) for name in sorted(tables["spells"])),
    )


def write_roster(roster: Roster) -> dict[str, Any]:
    """The kinds that differ from the bundled set, as data."""
    usual = read_roster({}, Problems())
    found: dict[str, Any] = {}
    for name, unit in roster.unit_types:
        if unit != usual.units.get(name):
            made = {"attack": unit.attack, "defence": unit.defence, "builds": [*unit.builds], "spells": [*unit.spells]}
            found.setdefault("units", {})[name] = {**made, "symbol": unit.symbol}
    for name, building in roster.building_types:
        if building != usual.buildings.get(name):
            found.setdefault("buildings", {})[name] = {"defence": building.defence, "symbol": building.symbol}
    for name, spell in roster.spell_types:
        if spell != usual.spells.get(name):
            made_spell: dict[str, Any] = {"kind": spell.kind, "range": [*spell.range]}
            found.setdefault("spells", {})[name] = made_spell | ({"at_least": spell.at_least} if spell.at_least else {})
    return found


def _name(where: str, given: object, problems: Problems) -> None:
    if not isinstance(given, str) or not given.replace("_", "").replace("-", "").isalpha() or len(given) > LONGEST_NAME:
        problems.add(where, f"expected a name of at most {LONGEST_NAME} letters and hyphens, not {shown(given)}")


class _Reader:
    """Reads kinds. The names in them must be among ``known``."""

    def __init__(self, known: Mapping[str, set[str]], problems: Problems) -> None:
        self.known = known
        self.problems = problems

    def unit(self, name: str, given: object) -> UnitType:
        where = place("roster", "units", name)
        table = self._table(where, given, ("attack", "defence", "builds", "spells", "symbol"))
        return UnitType(
            self._whole(f"{where}/attack", table.get("attack", 0), -MOST_BONUS, MOST_BONUS),
            self._whole(f"{where}/defence", table.get("defence", 0), -MOST_BONUS, MOST_BONUS),
            # O3.4: every unit can build farms, unless its description says otherwise.
            self._names(f"{where}/builds", table.get("builds", [FARM]), "buildings"),
            self._names(f"{where}/spells", table.get("spells", []), "spells"),
            self._text(f"{where}/symbol", table.get("symbol", name)),
        )

    def building(self, name: str, given: object) -> BuildingType:
        where = place("roster", "buildings", name)
        table = self._table(where, given, ("defence", "symbol"))
        defence = self._whole(f"{where}/defence", table.get("defence", 0), 0, MOST_BONUS)
        return BuildingType(defence, self._text(f"{where}/symbol", table.get("symbol", name)))

    def spell(self, name: str, given: object) -> Spell:
        where = place("roster", "spells", name)
        table = self._table(where, given, ("kind", "range", "at_least"))
        kind = table.get("kind")
        if not isinstance(kind, str) or kind not in SPELL_KINDS:
            self.problems.unknown(f"{where}/kind", "kind of spell", kind, SPELL_KINDS)
        given_range = table.get("range")
        if not isinstance(given_range, (list, tuple)) or len(given_range) != 2:
            self.problems.add(f"{where}/range", f"expected two distances such as [1, 2], not {shown(given_range)}")
            given_range = (0, 0)
        least, most = (self._whole(f"{where}/range/{n}", each, 0, MOST_RANGE) for n, each in enumerate(given_range))
        if least > most:
            self.problems.add(f"{where}/range", f"expected the lesser distance first, not {shown(given_range)}")
        at_least = 0
        if kind == "bolt":
            at_least = self._whole(f"{where}/at_least", table.get("at_least"), 1, DIE)
        elif "at_least" in table:
            self.problems.add(f"{where}/at_least", "only a bolt has a least roll")
        return Spell(str(kind), (least, most), at_least)

    def _table(self, where: str, given: object, keys: tuple[str, ...]) -> Mapping[str, Any]:
        if not isinstance(given, Mapping):
            self.problems.add(where, f"expected a dict of {', '.join(keys)}, not {shown(given)}")
            return {}
        for key in given:
            if key not in keys:
                self.problems.unknown(where, "entry", key, keys)
        return given

    def _whole(self, where: str, given: object, low: int, high: int) -> int:
        return read_whole(where, given, low, high, self.problems)

    def _names(self, where: str, given: object, part: str) -> tuple[str, ...]:
        if not isinstance(given, (list, tuple)):
            self.problems.add(where, f"expected a list of names, not {shown(given)}")
            return ()
        for name in given:
            if not isinstance(name, str) or name not in self.known[part]:
                self.problems.unknown(where, part[:-1], name, sorted(self.known[part]))
            elif list(given).count(name) > 1:
                self.problems.add(where, f"{shown(name)} is named twice")
        return tuple(map(str, given))

    def _text(self, where: str, given: object) -> str:
        if is_line(given, LONGEST_NAME, 1):
            return given
        self.problems.add(where, f"expected the name of a drawing, not {shown(given)}")
        return "?"
