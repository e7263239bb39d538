"""A Tiled map, read from its JSON form or its XML form.

The tiles of all visible tile layers lie on each other: a hex has the codes of all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hexwidget.english import counted
from hexwidget.files.entries import read_json
from hexwidget.files.maps.foreign import GROUNDS, Cell, ForeignMap
from hexwidget.files.maps.tiled.data import CANNOT_READ, OFFSETS, Found
from hexwidget.files.maps.tiled.layers import MOST_TILES, LayerReader, Numbers
from hexwidget.files.maps.tiled.objects import NUMBER, ObjectReader, PixelGrid
from hexwidget.files.maps.tiled.tilesets import Tileset, TilesetFolder, code_of, read_tilesets
from hexwidget.files.maps.tiled.xml import data_of, xml_of
from hexwidget.geometry import Offset
from hexwidget.geometry.hexmap import MAX_SIDE, MOST_HEXES
from hexwidget.problems import InputError, Problems, mismatch


def read_tiled_json(text: str, folder: Path | None = None, within: Path | None = None) -> ForeignMap:
    """Read a map in Tiled's JSON form.

    :param folder: the folder of the map, for tilesets and templates that are files of their own
    :param within: the folder that holds every file that the map may name; by default the map's folder
    :raises InputError: listing everything that is wrong, each with its place
    """
    data = read_json(text, CANNOT_READ, most=2 * MOST_TILES)
    if not isinstance(data, dict):
        raise mismatch(CANNOT_READ, "an object", data)
    return _read(data, TilesetFolder(folder, within))


def read_tmx(text: str, folder: Path | None = None, within: Path | None = None) -> ForeignMap:
    """Read a map in Tiled's XML form, TMX: see `read_tiled_json`."""
    try:
        data = data_of(xml_of(text, "map"))
    except RecursionError:
        raise InputError(CANNOT_READ, "nested too deeply", "layers") from None
    return _read(data, TilesetFolder(folder, within))


def _read(data: Found, folder: TilesetFolder) -> ForeignMap:
    try:
        return _Reader(data, folder).read()
    except RecursionError:
        raise InputError(CANNOT_READ, "nested too deeply", "layers") from None


class _Reader:
    """Reads the data of one map."""

    def __init__(self, data: Found, folder: TilesetFolder) -> None:
        self.data = data
        self.folder = folder
        self.problems = Problems()
        self.notes: list[str] = []
        self.left = self.top = 0
        """The first column and row of an infinite map that have tiles."""

    def read(self) -> ForeignMap:
        if self.data.get("orientation") != "hexagonal":
            kind = self.data.get("orientation", f"a {self.data['type']}" if "type" in self.data else None)
            raise mismatch(CANNOT_READ, "a hexagonal map", kind, "orientation")
        stagger = (self.data.get("staggeraxis"), self.data.get("staggerindex"))
        if not all(isinstance(part, str) for part in stagger) or stagger not in OFFSETS:
            what = 'the axis "x" or "y" and the index "odd" or "even"'
            self.problems.expected("staggeraxis, staggerindex", what, stagger)
        least = {"width": 1, "height": 1, "tilewidth": 2, "tileheight": 2, "hexsidelength": 0}
        sides = {key: self._whole(key, number) for key, number in least.items()}
        tilesets = read_tilesets(self.data, self.folder, self.problems)
        reader = LayerReader(self.problems, self.notes)
        layers = list(reader.visible(self.data.get("layers"), "layers"))
        grids = [(layer.where, reader.numbers(layer)) for layer in layers if layer.kind == "tilelayer"]
        if not grids:
            self.problems.add("layers", "there is no visible layer of tiles")
        if not self.problems.found and sides["width"] * sides["height"] > MOST_HEXES:
            self.problems.add("width, height", f"more than {MOST_HEXES:,} hexes")
        self.problems.raise_any(CANNOT_READ)
        columns, rows = self._extent([grid for _, grid in grids], sides["width"], sides["height"])
        cells = self._cells(grids, columns, rows, tilesets)
        offset = self._offset(stagger)
        self.problems.raise_any(CANNOT_READ)
        spaces = ForeignMap("tiled", columns, rows, offset, cells).shape
        grid = PixelGrid(sides, offset, self.left, self.top, columns, rows)
        objects = ObjectReader(spaces, grid, tilesets, self.folder, self.problems, self.notes)
        groups = [(each.data.get("objects"), each.shift) for each in layers if each.kind == "objectgroup"]
        listed = ((each, shift) for group, shift in groups if isinstance(group, list) for each in group)
        entries = [(each, shift) for each, shift in listed if isinstance(each, Mapping)]
        shown_ones = [each for each in entries if each[0].get("visible", True) not in (False, 0)]
        if hidden := len(entries) - len(shown_ones):
            self.notes.append(f"{counted(hidden, 'object')} not visible: passed over")
        found = tuple(objects.read(*each) for each in shown_ones)
        self.problems.raise_any(CANNOT_READ)
        return ForeignMap("tiled", columns, rows, offset, cells, found, GROUNDS["words"], {}, tuple(self.notes))

    def _whole(self, key: str, least: int) -> int:
        value = self.data.get(key, 0)
        if type(value) is not int or not least <= value <= MAX_SIDE:
            self.problems.expected(key, f"a whole number from {least} to {MAX_SIDE}", value)
            return max(1, least)
        return value

    def _offset(self, stagger: tuple[Any, Any]) -> Offset:
        """The stagger, counted from the first column or row with tiles: an infinite map may begin at an odd one."""
        found = Offset(OFFSETS[stagger])
        shifted = self.top % 2 if found.pointy else self.left % 2
        if not shifted:
            return found
        return Offset(found.value.replace("odd", "*").replace("even", "odd").replace("*", "even"))

    def _extent(self, grids: list[Numbers], width: int, height: int) -> tuple[int, int]:
        """The columns and rows of the map. An infinite map has the columns and rows with tiles."""
        if not self.data.get("infinite"):
            return width, height
        used = [at for grid in grids for at in grid] or [(0, 0)]
        self.left, self.top = min(x for x, _ in used), min(y for _, y in used)
        columns, rows = max(x for x, _ in used) - self.left + 1, max(y for _, y in used) - self.top + 1
        if max(columns, rows) > MAX_SIDE or columns * rows > MOST_HEXES:
            what = f"{columns} columns and {rows} rows: at most {MAX_SIDE} each, and {MOST_HEXES:,} hexes"
            self.problems.add("layers", what)
            self.problems.raise_any(CANNOT_READ)
        return columns, rows

    def _cells(
        self, grids: list[tuple[str, Numbers]], columns: int, rows: int, tilesets: list[Tileset]
    ) -> tuple[Cell, ...]:
        """The codes of each hex, row by row."""
        cells: list[list[str]] = [[] for _ in range(columns * rows)]
        named: dict[int, str | None] = {}
        flipped = 0
        for where, grid in grids:
            for (x, y), number in grid.items():
                column, row = x - self.left, y - self.top
                if not (0 <= column < columns and 0 <= row < rows):
                    continue
                bare = number & NUMBER
                flipped += number != bare
                if bare not in named:
                    named[bare] = code_of(bare, tilesets)
                    if named[bare] is None:
                        self.problems.add(where, f"tile {bare} at column {x}, row {y} belongs to no tileset")
                cells[row * columns + column].append(named[bare] or "")
        if flipped:
            self.notes.append(f"{flipped} tiles are flipped or turned, which is not kept")
        return tuple(map(tuple, cells))
