"""A map as another program wrote it: the codes of its hexes, and its objects.

Reading loses nothing. A table says what the codes mean for a system.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from hexwidget.english import counted
from hexwidget.geometry import HexMap, Offset, Terrain
from hexwidget.geometry.hexmap import HOLE
from hexwidget.problems import InputError, Problems, shown
from hexwidget.rules import RuleSystem
from hexwidget.systems.registry import system as system_of

CANNOT_TRANSLATE = "this map cannot be translated"
NO_HEX = "none"
"""The meaning of a code whose cell is not a hex of the map."""
GROUNDS: Mapping[str, Any] = json.loads(Path(__file__).with_name("grounds.json").read_text(encoding="utf-8"))
"""Tables of grounds for readers and writers: see its key "about"."""

Cell = tuple[str, ...]
"""The codes of one hex, the lowest first. Empty if there is no hex."""


@dataclass(frozen=True, slots=True)
class MapObject:
    """An object on a map: a starting place, a point, a polygon, a line.

    ``hexes``: the names of the hexes that it covers; ``properties``: its properties in the file; ``sides``: the hexsides that a line
    follows, each as two hexes.
    """

    name: str
    kind: str
    hexes: tuple[str, ...]
    properties: Mapping[str, Any] = field(default_factory=dict, hash=False)
    sides: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ForeignMap:
    """A hexagonal map of another program.

    ``cells``: the codes of each hex, row by row; ``table``: the usual meanings of the codes; ``frame``: the parts of the file
    beyond the map (rows of a border), to be written again; ``notes``: the parts that were left out.
    """

    format: str
    columns: int
    rows: int
    offset: Offset
    cells: tuple[Cell, ...]
    objects: tuple[MapObject, ...] = ()
    table: Mapping[str, str] = field(default_factory=dict, hash=False)
    frame: Mapping[str, Any] = field(default_factory=dict, hash=False)
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        counts = ((len(self.codes), "code"), (len(self.objects), "object"), (len(self.notes), "note"))
        held = ", ".join(f"{count} {word}{'s' * (count != 1)}" for count, word in counts if count)
        return f"<ForeignMap of {self.format}: {self.columns}x{self.rows} {self.offset.value}{', ' * bool(held)}{held}>"

    @property
    def shape(self) -> HexMap:
        """A map of the same columns, rows and stagger, for the names and places of hexes.

        :raises InputError: if it is too large
        """
        return HexMap(self.columns, self.rows, self.offset, ("hex",), bytes(0 if cell else HOLE for cell in self.cells))

    @property
    def codes(self) -> Counter[str]:
        """The number of hexes with each code, the most frequent code first."""
        return Counter(dict(Counter(code for cell in self.cells for code in cell).most_common()))

    @property
    def map(self) -> HexMap:
        """The map, not translated: the terrain of a hex is its codes, joined with "+".

        :raises InputError: if it is too large, or has more different hexes than a map can tell apart
        """
        kinds = list(dict.fromkeys("+".join(cell) for cell in self.cells if cell))
        if len(kinds) >= HOLE:
            what = f"it has {len(kinds)} different kinds of hexes, more than {HOLE - 1}: translate it (`to_map`)"
            raise InputError("this map cannot be made", what)
        numbers = {kind: n for n, kind in enumerate(kinds)}
        cells = bytes(numbers["+".join(cell)] if cell else HOLE for cell in self.cells)
        return HexMap(self.columns, self.rows, self.offset, kinds, cells)

    def where(self, code: str) -> tuple[str, ...]:
        """Return the names of the hexes with a code."""
        name, at = self.shape.name, self.shape.at
        return tuple(name(at(n % self.columns, n // self.columns)) for n, cell in enumerate(self.cells) if code in cell)

    def unknown(self, system: RuleSystem[Any, Any] | str, table: Mapping[str, str] | None = None) -> Counter[str]:
        """Return the codes of hexes that no table knows, with the number of hexes."""
        found = self.meanings([terrain.key for terrain in _terrains(system)], table)
        return Counter("+".join(cell) for cell, key in zip(self.cells, found, strict=True) if key is None)

    def to_map(
        self, system: RuleSystem[Any, Any] | str, table: Mapping[str, str] | None = None, *, other: str | None = None
    ) -> HexMap:
        """Return the map in a system's terrains, with the hexsides that the system knows: lines have their kinds as class.

        :param table: the meanings of codes: ``{"Gg": "plains", "W*": "sea", "^F*": "forest", "Xv": "none"}``, with ``*`` for
            any letters and "none" for no hex. It comes before the reader's own table. The longest pattern that fits counts.
            The topmost known code of a hex decides.
        :param other: the terrain of hexes that no table knows
        :raises InputError: if the table is wrong, or, without ``other``, listing all codes that no table knows

        >>> from hexwidget.files.maps import read_map_text
        >>> island = read_map_text("Ww,Ww,Ww,Ww\\nWw,Gg,Gs^Fp,Ww\\nWw,Ww,1 Gg,Ww\\nWw,Ww,Ww,Ww\\n")
        >>> print(island.to_map("depletion").terrain("0201"), island.objects[0].hexes)
        forest ('0202',)
        """
        keys = [terrain.key for terrain in _terrains(system)]
        found = self.meanings(keys, table, other)
        strange: dict[str, list[int]] = {}
        for n, (cell, key) in enumerate(zip(self.cells, found, strict=True)):
            if key is None:
                strange.setdefault("+".join(cell), []).append(n)
        problems = Problems()
        for code, places in sorted(strange.items(), key=lambda item: -len(item[1])):
            first = f"column {places[0] % self.columns + 1}, row {places[0] // self.columns + 1}"
            what = f"no table knows it ({counted(len(places), 'hex')}, the first at {first}): say what it is, as in"
            part = code.split("+")[0 if self.format == "wesnoth" else -1]  # an overlay of Wesnoth needs its base
            problems.add(shown(code), f'{what} table={{"{part}": "{keys[0]}"}}, or other="{keys[0]}"')
        problems.raise_any(CANNOT_TRANSLATE)
        numbers = {key: n for n, key in enumerate(keys)} | {NO_HEX: HOLE}
        made = HexMap(self.columns, self.rows, self.offset, keys, bytes(numbers[str(key)] for key in found))
        there = set(made.names())
        sides: dict[str, list[tuple[str, str]]] = {kind: [] for kind in _system(system).hexsides}
        for each in self.objects:
            if each.kind in sides:
                sides[each.kind] += [pair for pair in each.sides if there.issuperset(pair)]
        return made.with_hexsides(sides) if any(sides.values()) else made

    def meanings(
        self, keys: Sequence[str], table: Mapping[str, str] | None = None, other: str | None = None
    ) -> list[str | None]:
        """Return the terrain of each cell: one of ``keys``, "none" for no hex, or None if no table knows it.

        :raises InputError: if the table or ``other`` names something else
        """
        own = _check(table or {}, other, keys)
        grounds = {code: GROUNDS["closest"].get(ground, (ground,)) for code, ground in self.table.items()}
        usual = {code: next((key for key in near if key in keys), NO_HEX) for code, near in grounds.items()}
        usual = {key: key for key in keys} | usual  # a system's own words mean themselves
        known: dict[Cell, str | None] = {(): NO_HEX}
        for cell in set(self.cells) - {()}:
            # Words of Tiled do not differ by their capitals. Wesnoth's overlays change the meaning of the code below.
            words = [code.lower() for code in cell] if self.format == "tiled" else ["+".join(cell)]
            known_by = (cell, own), (words, usual)
            found = (_meaning(code, table) for codes, table in known_by for code in reversed(codes))
            known[cell] = next((key for key in found if key is not None), other)
        return [known[cell] for cell in self.cells]


def _system(system: RuleSystem[Any, Any] | str) -> RuleSystem[Any, Any]:
    return system_of(system) if isinstance(system, str) else system


def _terrains(system: RuleSystem[Any, Any] | str) -> tuple[Terrain, ...]:
    found = _system(system)
    if not found.terrains:
        raise InputError(CANNOT_TRANSLATE, f"{found.name} is not played on hexes")
    return found.terrains


def _check(table: Mapping[str, str], other: str | None, keys: Sequence[str]) -> Mapping[str, str]:
    problems = Problems()
    if not isinstance(table, Mapping) or not all(isinstance(part, str) for pair in table.items() for part in pair):
        problems.expected("table", f'a dict such as {{"Gg": "{keys[0]}"}}', table)
        table = {}
    for code, key in table.items():
        problems.note_unknown(f"table/{code}", "terrain", key, [*keys, NO_HEX])
    if other is not None:
        problems.note_unknown("other", "terrain", other, [*keys, NO_HEX])
    problems.raise_any(CANNOT_TRANSLATE)
    return table


def _meaning(code: str, table: Mapping[str, str]) -> str | None:
    if code in table:
        return table[code]
    fitting = [pattern for pattern in table if "*" in pattern and fnmatchcase(code, pattern)]
    return table[max(fitting, key=len)] if fitting else None
