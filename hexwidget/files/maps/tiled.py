"""Tiled maps of hexagons, as JSON and as TMX.

Both are read into the same plain data first (that of the JSON form). The cells of all visible tile layers lie one on the
other; objects (points, rectangles, polygons) cover the hexes whose middles lie in them.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from math import hypot
from pathlib import Path
from typing import Any

from hexwidget.files.maps.foreign import Cell, ForeignMap, MapObject
from hexwidget.files.maps.tiled_layers import TornError, decoded
from hexwidget.files.maps.tiled_writing import OFFSETS
from hexwidget.files.maps.tiled_xml import CANNOT_READ, Found, map_of, tileset_of, xml_of
from hexwidget.files.scenario import MOST_CHARACTERS
from hexwidget.geometry import HexMap, Offset
from hexwidget.geometry.hexmap import MAX_SIDE, MOST_HEXES
from hexwidget.geometry.provinces import inside
from hexwidget.problems import InputError, Problem, Problems, place, shown

MOST_TILES = 2_000_000
"""So many tiles all layers may have together."""
MOST_TILESETS = 200
LONGEST_NAME = 200
"""A tileset's name, in characters: every tile of it that has no name of its own is called by it."""
MOST_LOOKED_AT = 500_000
"""How many sides of polygons times hexes are looked at in all."""
_NUMBER = 0x0FFFFFFF
"""The part of a tile's number that is no flip or turn."""
USUAL = {
    **{word: word for word in ("plains", "forest", "hills", "mountain", "swamp", "sea", "ocean", "water")},
    "open": "plains",
    "grass": "plains",
    "grassland": "plains",
    "woods": "forest",
    "hill": "hills",
    "mountains": "mountain",
    "marsh": "swamp",
    "none": "none",
}
"""What a tile is whose class, or whose property "terrain", is one of these words."""


# ---------------------------------------------------------------------- reading
def read_tiled_json(text: str, folder: Path | None = None) -> ForeignMap:
    """Read a map in Tiled's JSON form.

    :param folder: where tilesets lie that are files of their own
    :raises InputError: listing everything wrong with it, each with its place
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(CANNOT_READ, [Problem("", f"no JSON: {error}")]) from None
    if not isinstance(data, dict):
        raise InputError(CANNOT_READ, [Problem("", f"expected an object, not {shown(data)}")])
    return _read(data, folder)


def _read(data: Found, folder: Path | None) -> ForeignMap:
    try:
        return _Reader(data, folder).read()
    except RecursionError:
        raise InputError(CANNOT_READ, [Problem("layers", "nested too deeply")]) from None


def read_tmx(text: str, folder: Path | None = None) -> ForeignMap:
    """Read a map in Tiled's XML form, TMX; see `read_tiled_json`."""
    try:
        data = map_of(xml_of(text, "map"))
    except RecursionError:
        raise InputError(CANNOT_READ, [Problem("layers", "nested too deeply")]) from None
    return _read(data, folder)


class _Reader:
    """Reads the data of one map."""

    def __init__(self, data: Found, folder: Path | None) -> None:
        self.data = data
        self.folder = folder
        self.problems = Problems()
        self.notes: list[str] = []
        self.left = self.top = self.tiles = self.looked_at = 0

    def read(self) -> ForeignMap:
        if self.data.get("orientation") != "hexagonal":
            what = f"expected a hexagonal map, not {shown(self.data.get('orientation'))}"
            raise InputError(CANNOT_READ, [Problem("orientation", what)])
        stagger = (self.data.get("staggeraxis"), self.data.get("staggerindex"))
        if not all(isinstance(part, str) for part in stagger) or stagger not in OFFSETS:
            what = f'expected the axis "x" or "y" and the index "odd" or "even", not {shown(stagger)}'
            self.problems.add("staggeraxis, staggerindex", what)
        sides = {
            key: self._whole(key, least)
            for key, least in (("width", 1), ("height", 1), ("tilewidth", 2), ("tileheight", 2), ("hexsidelength", 0))
        }
        tilesets = self._tilesets()
        layers = list(self._flat(self.data.get("layers"), "layers"))
        grids = [(where, self._grid(layer, where)) for where, layer, _ in layers if layer.get("type") == "tilelayer"]
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
        grid = _Grid(sides, offset, self.left, self.top, columns, rows)
        objects = tuple(
            self._object(entry, spaces, grid, shift)
            for _, layer, shift in layers
            if layer.get("type") == "objectgroup" and isinstance(layer.get("objects"), list)
            for entry in layer["objects"]
            if isinstance(entry, Mapping) and entry.get("visible", True) not in (False, 0)
        )
        self.problems.raise_any(CANNOT_READ)
        return ForeignMap("tiled", columns, rows, offset, cells, objects, USUAL, {}, tuple(self.notes))

    def _whole(self, key: str, least: int) -> int:
        value = self.data.get(key, 0)
        if type(value) is not int or not least <= value <= MAX_SIDE:
            self.problems.add(key, f"expected a whole number from {least} to {MAX_SIDE}, not {shown(value)}")
            return max(1, least)
        return value

    def _offset(self, stagger: tuple[Any, Any]) -> Offset:
        """The stagger, by the first column or row that there is: an infinite map may begin at an odd one."""
        found = Offset(OFFSETS[stagger])
        shifted = self.top % 2 if found.pointy else self.left % 2
        return (
            found
            if not shifted
            else Offset(found.value.replace("odd", "*").replace("even", "odd").replace("*", "even"))
        )

    # ------------------------------------------------------------------ tilesets
    def _tilesets(self) -> list[tuple[int, dict[int, str], str]]:
        """First number, words for tiles, and name of each, the last first."""
        found = []
        listed = self.data.get("tilesets", [])
        if isinstance(listed, list) and len(listed) > MOST_TILESETS:
            self.problems.add("tilesets", f"expected at most {MOST_TILESETS}, not {len(listed)}")
            listed = []
        for n, entry in enumerate(listed if isinstance(listed, list) else []):
            where = place("tilesets", n)
            if not isinstance(entry, Mapping) or type(entry.get("firstgid")) is not int:
                self.problems.add(where, f"expected a tileset with its firstgid, not {shown(entry)}")
                continue
            first = entry["firstgid"]
            if isinstance(entry.get("source"), str):
                entry = self._outside(entry["source"], where)
            name = entry.get("name", f"tileset {n + 1}")
            if not isinstance(name, str) or len(name) > LONGEST_NAME:
                self.problems.add(f"{where}/name", f"expected at most {LONGEST_NAME} characters, not {shown(name)}")
                continue
            tiles = entry.get("tiles", [])
            words = {
                tile["id"]: word
                for tile in (tiles if isinstance(tiles, list) else [])
                if isinstance(tile, Mapping) and type(tile.get("id")) is int and (word := _word(tile))
            }
            found.append((first, words, name))
        return sorted(found, key=lambda item: -item[0])

    def _outside(self, source: str, where: str) -> Mapping[str, Any]:
        """A tileset in a file of its own, beside the map."""
        try:
            path = None if self.folder is None else self.folder / source
            if path is None or self.folder is None or not _lies_in(path, self.folder) or not path.is_file():
                beside = "" if self.folder is None else " beside the map"
                what = f"the tileset {shown(source)} is not there: put the file{beside} in place, or embed it in Tiled"
                self.problems.add(f"{where}/source", f"{what} (Map, Embed Tilesets)")
                return {}
            if path.stat().st_size > MOST_CHARACTERS:
                raise ValueError(f"it has more than {MOST_CHARACTERS:,} bytes")
            text = path.read_text(encoding="utf-8")
            if path.suffix == ".tsx":
                return tileset_of(xml_of(text, "tileset"))
            data = json.loads(text)
        except (OSError, ValueError, RecursionError) as error:  # an InputError is a ValueError, too
            self.problems.add(f"{where}/source", f"the tileset {shown(source)} cannot be read: {error}")
            return {}
        return data if isinstance(data, Mapping) else {}

    # ------------------------------------------------------------------ layers
    def _flat(
        self, layers: Any, where: str, x: float = 0.0, y: float = 0.0
    ) -> Iterator[tuple[str, Mapping[str, Any], tuple[float, float]]]:
        """All visible layers, those in groups among them, each with how far it is shifted."""
        for n, layer in enumerate(layers if isinstance(layers, list) else []):
            at = place(where, n)
            if not isinstance(layer, Mapping):
                self.problems.add(at, f"expected a layer, not {shown(layer)}")
            elif layer.get("visible", True) in (False, 0):
                self.notes.append(f"{at} ({layer.get('name', '')}) is not visible: passed over")
            else:
                shift = x + _float(layer.get("offsetx")), y + _float(layer.get("offsety"))
                yield from self._one(layer, at, shift)

    def _one(
        self, layer: Mapping[str, Any], at: str, shift: tuple[float, float]
    ) -> Iterator[tuple[str, Mapping[str, Any], tuple[float, float]]]:
        if layer.get("type") == "group":
            yield from self._flat(layer.get("layers"), f"{at}/layers", *shift)
        elif layer.get("type") in ("tilelayer", "objectgroup"):
            yield at, layer, shift
        else:
            self.notes.append(f"{at} ({layer.get('name', '')}) holds neither tiles nor objects: passed over")

    def _grid(self, layer: Mapping[str, Any], where: str) -> dict[tuple[int, int], int]:
        """The numbers of a layer by column and row, those that are not 0."""
        chunks = layer.get("chunks")
        if not isinstance(chunks, list):
            chunks = [
                {"x": 0, "y": 0, "width": layer.get("width"), "height": layer.get("height"), "data": layer.get("data")}
            ]
            parts = [(where, chunks[0])]
        else:
            parts = [(f"{where}/chunks/{n}", chunk) for n, chunk in enumerate(chunks)]
        found: dict[tuple[int, int], int] = {}
        for at, chunk in parts:
            box: list[Any] = []
            if isinstance(chunk, Mapping):
                box = [chunk.get(key) for key in ("x", "y", "width", "height")]
            if len(box) != 4 or not all(type(v) is int for v in box) or not all(0 < v <= MAX_SIDE for v in box[2:]):
                self.problems.add(at, f"expected x, y, width and height as whole numbers, not {shown(box)}")
                continue
            x, y, width, height = map(int, box)
            self.tiles += width * height
            if self.tiles > MOST_TILES or width * height > MOST_HEXES:
                what = f"more than {MOST_HEXES:,} tiles in a layer, or {MOST_TILES:,} in all"
                self.problems.add(at, what)
                continue
            numbers = self._numbers(chunk.get("data"), layer, width * height, f"{at}/data")
            for k, number in enumerate(numbers):
                if number:
                    found[x + k % width, y + k // width] = number
        return found

    def _numbers(self, data: Any, layer: Mapping[str, Any], many: int, where: str) -> list[int]:
        try:
            found = decoded(data, str(layer.get("encoding", "csv")), str(layer.get("compression", "")), many)
        except TornError as torn:
            self.problems.add(where, str(torn))
            return []
        if len(found) != many:
            self.problems.add(where, f"expected {many} numbers of tiles, not {len(found)}")
            return []
        return found

    def _extent(self, grids: list[dict[tuple[int, int], int]], width: int, height: int) -> tuple[int, int]:
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
        self,
        grids: list[tuple[str, dict[tuple[int, int], int]]],
        columns: int,
        rows: int,
        tilesets: list[tuple[int, dict[int, str], str]],
    ) -> tuple[Cell, ...]:
        cells: list[list[str]] = [[] for _ in range(columns * rows)]
        named: dict[int, str | None] = {}
        flipped = 0
        for where, grid in grids:
            for (x, y), number in grid.items():
                column, row = x - self.left, y - self.top
                if not (0 <= column < columns and 0 <= row < rows):
                    continue
                bare = number & _NUMBER
                flipped += number != bare
                if bare not in named:
                    named[bare] = _code(bare, tilesets)
                    if named[bare] is None:
                        self.problems.add(where, f"tile {bare} at column {x}, row {y} belongs to no tileset")
                cells[row * columns + column].append(named[bare] or "")
        if flipped:
            self.notes.append(f"{flipped} tiles are flipped or turned, which is not kept")
        return tuple(map(tuple, cells))

    # ------------------------------------------------------------------ objects
    def _object(self, entry: Mapping[str, Any], spaces: HexMap, grid: _Grid, shift: tuple[float, float]) -> MapObject:
        x, y, width, height = (_float(entry.get(key)) for key in ("x", "y", "width", "height"))
        x, y = x + shift[0], y + shift[1]
        if "gid" in entry:
            y -= height  # a tile stands on its point
        kind, name = (_cut(entry.get(key, "")) for key in ("class" if "class" in entry else "type", "name"))
        listed = entry.get("polygon")
        if isinstance(listed, list):
            ring = [(x + _float(p.get("x")), y + _float(p.get("y"))) for p in listed if isinstance(p, Mapping)]
        elif width and height:
            ring = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        else:
            ring = []
        for part, meant in (
            ("rotation", "as if it were not turned"),
            ("ellipse", "as its box"),
            ("polyline", "as a point"),
        ):
            if entry.get(part):
                self.notes.append(f"the object {name!r} has {part}: it is read {meant}")
        places = grid.places(ring or [(x, y)])
        self.looked_at += len(places) * max(1, len(ring))
        if self.looked_at > MOST_LOOKED_AT:
            self.problems.add("layers", f"too many objects, or too large ones, from {name!r} on")
            self.problems.raise_any(CANNOT_READ)
        centres = {place: grid.centre(*place) for place in places}
        if ring:
            found = [place for place, centre in centres.items() if inside(centre, tuple(ring))]
        else:
            near = min(centres, key=lambda place: _apart(centres[place], (x, y)), default=None)
            found = [near] if near is not None and _apart(centres[near], (x, y)) <= grid.reach else []
        indices = (spaces.at(*place) for place in found)
        hexes = tuple(spaces.name(index) for index in indices if spaces.full >> index & 1)
        return MapObject(name, kind, hexes, _properties(entry))


class _Grid:
    """Where Tiled draws hexes, in pixels."""

    def __init__(self, sides: Mapping[str, int], offset: Offset, left: int, top: int, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.width, self.height = sides["tilewidth"], sides["tileheight"]
        side_x, side_y = (0, sides["hexsidelength"]) if offset.pointy else (sides["hexsidelength"], 0)
        off_x, off_y = (self.width - side_x) // 2, (self.height - side_y) // 2
        self.column, self.row = off_x + side_x, off_y + side_y
        self.offset, self.left, self.top = offset, left, top
        self.reach = float(max(self.width, self.height))
        """Further off than this a point lies on no hex."""

    def centre(self, column: int, row: int) -> tuple[float, float]:
        """The middle of a hex whose column and row are counted from those of the map that was read."""
        x, y = column + self.left, row + self.top
        if self.offset.pointy:
            shoved = self.column if bool(row % 2) == self.offset.odd else 0
            return x * self.column * 2 + shoved + self.width / 2, y * self.row + self.height / 2
        shoved = self.row if bool(column % 2) == self.offset.odd else 0
        return x * self.column + self.width / 2, y * self.row * 2 + shoved + self.height / 2

    def places(self, points: list[tuple[float, float]]) -> list[tuple[int, int]]:
        """Columns and rows of the hexes about these points, and one further on each side, row by row."""
        wide, high = (2 * self.column, self.row) if self.offset.pointy else (self.column, 2 * self.row)

        def span(values: list[float], half: float, step: int, first: int, many: int) -> range:
            low, high = (min(values) - half) // max(1, step) - first, (max(values) - half) // max(1, step) - first
            return range(max(0, int(low) - 1), min(many, int(high) + 3))

        columns = span([x for x, _ in points], self.width / 2, wide, self.left, self.columns)
        rows = span([y for _, y in points], self.height / 2, high, self.top, self.rows)
        return [(column, row) for row in rows for column in columns]


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _float(value: Any) -> float:
    return float(value) if isinstance(value, (int, float)) and abs(value) < 1e9 else 0.0


def _lies_in(path: Path, folder: Path) -> bool:
    """Whether a file lies where a map may send us: in the folder of the map or below it."""
    return path.resolve().is_relative_to(folder.resolve())


def _word(tile: Mapping[str, Any]) -> str:
    """What a tile is called: its property "terrain", else its class."""
    return str(_properties(tile).get("terrain", "") or tile.get("class", "") or tile.get("type", ""))


def _cut(name: object) -> str:
    """What an object is called, as far as anybody would read it."""
    return str(name)[:LONGEST_NAME]


def _properties(entry: Mapping[str, Any]) -> dict[str, Any]:
    listed = entry.get("properties", [])
    pairs = listed if isinstance(listed, list) else []
    return {str(p.get("name", "")): p.get("value") for p in pairs if isinstance(p, Mapping)}


def _code(number: int, tilesets: list[tuple[int, dict[int, str], str]]) -> str | None:
    """What a tile is called; the tilesets stand with the last first."""
    for first, words, name in tilesets[bisect_left(tilesets, -number, key=lambda item: -item[0]) :][:1]:
        return words.get(number - first, f"{name}:{number - first}")
    return None
