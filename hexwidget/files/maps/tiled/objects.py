"""The objects on a Tiled map, and the hexes that they cover.

A rectangle or polygon covers the hexes whose centres lie in it; a point covers the nearest hex. A line follows the hexsides that it lies
on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist
from typing import Any

from hexwidget.files.maps.foreign import MapObject
from hexwidget.files.maps.tiled.data import CANNOT_READ, LONGEST_NAME, Found, as_float, properties
from hexwidget.files.maps.tiled.tilesets import MOST_TILESETS, Tileset, TilesetFolder, read_tilesets, tileset_of
from hexwidget.geometry import HexMap, Offset
from hexwidget.geometry.provinces import inside
from hexwidget.problems import Problems

NUMBER = 0x0FFFFFFF
"""The bits of a tile's number that are not flips or turns."""
_ACROSS, _DOWN = {"left": 0.0, "": 0.5, "right": 1.0}, {"top": 0.0, "": 0.5, "bottom": 1.0}
ALIGNMENTS = {down + across or "center": (_ACROSS[across], _DOWN[down]) for across in _ACROSS for down in _DOWN}
"""The point of a tile that stands at an object's place, as parts of its width and height. Unspecified, it is the lower left."""
MOST_TESTED = 500_000
"""The most pairs of a polygon's side and a hex that are tested for one map."""


class PixelGrid:
    """The places of hexes on Tiled's canvas, in pixels.

    :param left: the column of the canvas where the map that was read begins; ``top``: the row
    """

    def __init__(self, sides: Mapping[str, int], offset: Offset, left: int, top: int, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.width: int = sides["tilewidth"] & ~1  # Tiled draws hexes of even sizes only
        self.height: int = sides["tileheight"] & ~1
        side_x, side_y = (0, sides["hexsidelength"]) if offset.pointy else (sides["hexsidelength"], 0)
        off_x, off_y = (self.width - side_x) // 2, (self.height - side_y) // 2
        self.column: int = off_x + side_x
        self.row: int = off_y + side_y
        self.side: float = sides["hexsidelength"] or self.width / 2
        self.offset = offset
        self.left = left
        self.top = top
        self.reach: float = float(max(self.width, self.height))
        """A point that is farther from every centre lies on no hex."""

    def centre(self, column: int, row: int) -> tuple[float, float]:
        """The centre of a hex, whose column and row are counted from the first of the map that was read."""
        x, y = column + self.left, row + self.top
        if self.offset.pointy:
            shoved = self.column if bool(row % 2) == self.offset.odd else 0
            return x * self.column * 2 + shoved + self.width / 2, y * self.row + self.height / 2
        shoved = self.row if bool(column % 2) == self.offset.odd else 0
        return x * self.column + self.width / 2, y * self.row * 2 + shoved + self.height / 2

    def places(self, points: list[tuple[float, float]]) -> list[tuple[int, int]]:
        """The columns and rows of the hexes around points, and one more on each side, row by row."""
        wide, high = (2 * self.column, self.row) if self.offset.pointy else (self.column, 2 * self.row)

        def span(values: list[float], half: float, step: int, first: int, many: int) -> range:
            low, high = (min(values) - half) // max(1, step) - first, (max(values) - half) // max(1, step) - first
            return range(max(0, int(low) - 1), min(many, int(high) + 3))

        columns = span([x for x, _ in points], self.width / 2, wide, self.left, self.columns)
        rows = span([y for _, y in points], self.height / 2, high, self.top, self.rows)
        return [(column, row) for row in rows for column in columns]


@dataclass
class ObjectReader:
    """Reads the objects of one map. Adds to its problems and notes."""

    spaces: HexMap
    grid: PixelGrid
    tilesets: list[Tileset]
    folder: TilesetFolder
    problems: Problems
    notes: list[str]
    tested: int = 0
    templates: dict[str, Found] = field(default_factory=dict)

    def read(self, entry: Mapping[str, Any], shift: tuple[float, float]) -> MapObject:
        """Read an object.

        :param shift: of its layer, in pixels
        :raises InputError: if the objects of the map are too many or too large
        """
        if isinstance(entry.get("template"), str):
            entry = self._fill(entry, entry["template"])
        x, y, width, height = (as_float(entry.get(key)) for key in ("x", "y", "width", "height"))
        x, y = x + shift[0], y + shift[1]
        if type(number := entry.get("gid")) is int:
            tileset = tileset_of(number & NUMBER, self.tilesets)
            aligned = entry.get("objectalignment") or (tileset and tileset.alignment)
            right, down = ALIGNMENTS.get(str(aligned), (0, 1))
            x, y = x - width * right, y - height * down
        of_kind = "class" if "class" in entry else "type"
        kind, name = (str(entry.get(key, ""))[:LONGEST_NAME] for key in (of_kind, "name"))
        ring, drawn = self._points(entry, "polygon", x, y), self._points(entry, "polyline", x, y)
        sides = tuple(dict.fromkeys(self._hexsides_along(drawn, name)))
        if width and height and not isinstance(entry.get("polygon"), list):
            ring = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        read = {"rotation": "as if it were not turned", "ellipse": "as its box", "polyline": "as a point"}
        for part, meant in read.items():
            if entry.get(part) and not (part == "polyline" and sides):
                self.notes.append(f"the object {name!r} has {part}: it is read {meant}")
        indices = (self.spaces.at(*place) for place in self._within((x, y), ring, name))
        hexes = tuple(self.spaces.name(index) for index in indices if self.spaces.full >> index & 1)
        return MapObject(name, kind, hexes, properties(entry), sides)

    @staticmethod
    def _points(entry: Mapping[str, Any], part: str, x: float, y: float) -> list[tuple[float, float]]:
        """The points of a polygon or line of an object that lies at (x, y)."""
        listed = entry.get(part)
        points = [each for each in listed if isinstance(each, Mapping)] if isinstance(listed, list) else []
        return [(x + as_float(each.get("x")), y + as_float(each.get("y"))) for each in points]

    def _fill(self, entry: Mapping[str, Any], source: str) -> Found:
        """Fill an object with what its template says and it does not."""
        if source not in self.templates and len(self.templates) < MOST_TILESETS:
            found = self.folder.read(source, "template", "template", self.problems)
            tileset = found.get("tileset")
            held = found.get("object")
            held = {**held} if isinstance(held, Mapping) else {}
            if isinstance(tileset, Mapping):  # numbers of tiles in a template are those of its own tileset
                (own,) = read_tilesets({"tilesets": [tileset]}, self.folder.of(source), self.problems) or (None,)
                held["objectalignment"] = (own and own.alignment) or "unspecified"
            self.templates[source] = held
        template = self.templates.get(source, {})
        return {**template, **entry, "properties": {**properties(template), **properties(entry)}}

    def _hexsides_along(self, line: list[tuple[float, float]], name: str) -> Iterator[tuple[str, str]]:
        """Yield the hexsides that a line lies on, each as the names of its hexes: their centres are as far from its middle."""
        for (x, y), end in pairwise(line):
            long = dist((x, y), end)
            parts = max(1, round(long / self.grid.side)) if long < MOST_TESTED else MOST_TESTED
            for k in range(parts):
                at = (x + (end[0] - x) * (k + 0.5) / parts, y + (end[1] - y) * (k + 0.5) / parts)
                near = sorted((dist(self.grid.centre(*place), at), place) for place in self._near([at], 1, name))[:2]
                if len(near) == 2 and near[0][0] <= self.grid.reach and near[1][0] - near[0][0] < self.grid.side / 3:
                    ends = [self.spaces.at(*place) for _, place in near]
                    if self.spaces.adjacent(*ends) and all(self.spaces.full >> index & 1 for index in ends):
                        yield self.spaces.name(min(ends)), self.spaces.name(max(ends))

    def _near(self, points: list[tuple[float, float]], sides: int, name: str) -> list[tuple[int, int]]:
        """The columns and rows of the hexes around points, which are counted.

        :raises InputError: if the objects of the map are too many or too large
        """
        places = self.grid.places(points)
        self.tested += max(1, len(places)) * sides
        if self.tested > MOST_TESTED:
            self.problems.add("layers", f"too many objects, or too large ones, from {name!r} on")
            self.problems.raise_any(CANNOT_READ)
        return places

    def _within(self, point: tuple[float, float], ring: list[tuple[float, float]], name: str) -> list[tuple[int, int]]:
        """The columns and rows of the hexes that a polygon covers; without a polygon, of the hex nearest to a point."""
        grid = self.grid
        places = self._near(ring or [point], max(1, len(ring)), name)
        centres = {place: grid.centre(*place) for place in places}
        if ring:
            return [place for place, centre in centres.items() if inside(centre, tuple(ring))]
        near = min(centres, key=lambda place: dist(centres[place], point), default=None)
        return [near] if near is not None and dist(centres[near], point) <= grid.reach else []
