"""The grid of a hex map: the numbers, names and middles of its hexes, which follow from its size and stagger alone.

Hexes are numbered line by line (rows if hexes are pointy-top, columns if flat-top) so that the number of ``(q, r)`` is
``r * stride + q`` (or ``q * stride + r``). This number is linear in axial coordinates. So one step in a direction is one shift of a whole
plane, for every stagger. A line is ``stride - 2`` hexes long. The two empty places after it absorb the half-hex lean, and keep shifts from
wrapping.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from hexwidget.geometry.hexes import Hex
from hexwidget.geometry.layout import ROOT3, Layout
from hexwidget.geometry.offset import Offset
from hexwidget.geometry.spaces import Point, Space, SpaceMap

if TYPE_CHECKING:
    from hexwidget.geometry.hexmap import HexMap


class Grid:
    """The places of a map's hexes: the numbers that follow from its size and stagger, and caches. Maps that differ only in terrain or
    picture share it."""

    def __init__(self, columns: int, rows: int, offset: Offset) -> None:
        self.digits: int = max(2, len(str(max(columns, rows))))
        self.lines: int = rows if offset.pointy else columns
        self.length: int = columns if offset.pointy else rows
        self.stride: int = self.length + 2
        s = self.stride
        self.steps: tuple[int, ...] = (1, s, s - 1, -1, -s, 1 - s) if offset.pointy else (s, 1, 1 - s, -s, -1, s - 1)
        self.leans: tuple[int, ...] = tuple(map(offset.lean, range(self.lines)))
        self.lean_of_second: int = offset.lean(1)
        self.numbers: dict[str, int] = {}  # by name
        self.names: dict[int, str] = {}  # by number
        self.axial: dict[int, Hex] = {}  # by number
        self.at_distances: dict[tuple[int, frozenset[int]], frozenset[int]] = {}
        self.map: HexMap | None = None  # once it is asked for


class HexGrid(SpaceMap):
    """A map whose spaces are hexes in columns and rows."""

    word: ClassVar[str] = "hex"
    word_for_many: ClassVar[str] = "hexes"
    columns: int
    rows: int
    offset: Offset

    def _lie_on(self, grid: Grid) -> None:
        """Take over where the hexes lie."""
        self._grid = grid
        self.digits: int = grid.digits
        """The number of digits of a column, and of a row, in a hex's name."""
        self.lines: int = grid.lines
        self.length: int = grid.length
        self.stride: int = grid.stride
        self.steps: tuple[int, ...] = grid.steps
        """The shift of a bit for each of the six `DIRECTIONS`."""
        # Every name that is read needs them.
        self._pointy = self.offset.pointy
        self._numbers, self._names, self._axial = grid.numbers, grid.names, grid.axial
        self._leans, self._lean_of_second = grid.leans, grid.lean_of_second

    # ------------------------------------------------------------------ numbers, names, coordinates
    def index(self, space: Space) -> int:
        known = self._numbers.get(space) if isinstance(space, str) else None
        return super().index(space) if known is None else known

    def at(self, column: int, row: int) -> int:
        """Return the number (bit) of the hex at a column and row, both counted from 0 and inside the map."""
        line, place = (row, column) if self._pointy else (column, row)
        return line * self.stride + place - self._leans[line]

    def line_along(self, index: int) -> tuple[int, int]:
        """Return the line of a hex's number (bit), and the axial place along it: row and q for pointy-top hexes, else column and r."""
        # Two lines together lean by one hex, so every pair of lines has 2 * stride - 1 numbers.
        pair, place = divmod(index, 2 * self.stride - 1)
        second = self.stride - self._lean_of_second
        line = 2 * pair
        if place >= second:
            line, place = line + 1, place - second
        return line, place - self._leans[line]

    def column_row(self, index: int) -> tuple[int, int]:
        """Return the column and row, counted from 0, of a hex's number (bit)."""
        line, along = self.line_along(index)
        place = along + self._leans[line]
        return (place, line) if self._pointy else (line, place)

    def hex(self, space: Space | int) -> Hex:
        """Return the axial coordinates of a hex, given by name or number."""
        index = space if isinstance(space, int) else self.index(space)
        known = self._axial.get(index)
        if known is None:
            known = self._axial[index] = self.offset.to_axial(*self.column_row(index))
        return known

    def name(self, index: int) -> str:
        """Return the printed number of a hex: column, then row, counted from 1 and padded with zeros."""
        known = self._names.get(index)
        if known is None:
            column, row = self.column_row(index)
            known = self._names[index] = f"{column + 1:0{self.digits}d}{row + 1:0{self.digits}d}"
        return known

    # ------------------------------------------------------------------ single hexes
    def adjacent(self, a: int, b: int) -> bool:
        """Return True if two hexes, given by number, are next to each other."""
        return b - a in self.steps

    def walk_text(self, walk: Sequence[int]) -> str:
        """Return a digit for the direction (0 to 5) of each step. A step between hexes that do not touch has none: a unit in a box off the
        map arrives so.

        >>> from hexwidget.geometry import HexMap
        >>> m = HexMap(3, 2, Offset.ODD_R, ("plains",), bytes(6))
        >>> m.walk_text([m.index("0101"), m.index("0201"), m.index("0202")])
        '01'
        """
        return "".join(str(self.steps.index(b - a)) for a, b in pairwise(walk) if b - a in self.steps)

    def distance(self, a: int, b: int) -> int:
        """Return the number of steps between two hexes, given by number."""
        axial = self._axial  # called so often that one call less matters
        (q, r), (to_q, to_r) = axial.get(a) or self.hex(a), axial.get(b) or self.hex(b)
        q, r = to_q - q, to_r - r
        return (abs(q) + abs(r) + abs(q + r)) // 2

    # ------------------------------------------------------------------ where hexes lie
    @cached_property
    def _layout(self) -> Layout:
        return Layout(self.offset.pointy)

    def centre(self, index: int) -> Point:
        return self._layout.centre(self.hex(index))

    def outline(self, index: int) -> tuple[Point, ...]:
        return self._layout.corners(self.hex(index))

    def place_of(self, index: int) -> Point:
        """The middle of a hex as a board has it: the leftmost and topmost corners of the map lie at 0."""
        x, y = self.centre(index)
        start = ROOT3 / 2 * (1 + (self.lines > 1 and self._lean_of_second))
        return (x + start, y + 1) if self._pointy else (x + 1, y + start)

    @property
    def extent(self) -> Point:
        """The width and height of the whole map, where the radius of a hex is 1."""
        along, across = ROOT3 * (self.length + (self.lines > 1) / 2), 1.5 * self.lines + 0.5
        return (along, across) if self._pointy else (across, along)

    @cached_property
    def corner_hexes(self) -> tuple[str, ...]:
        """The names of three hexes that lie far apart: the upper left one, the upper right one and the lower left one."""
        places = {name: self.place_of(self.index(name)) for name in self.names()}
        ways = ((-1, -1), (1, -1), (-1, 1))
        return tuple(max(places, key=lambda name: i * places[name][0] + j * places[name][1]) for i, j in ways)

    @property
    def compass(self) -> tuple[str, ...]:
        """The names of the six `DIRECTIONS` on this map.

        >>> from hexwidget.geometry import HexMap
        >>> HexMap(1, 1, Offset.ODD_R, ("plains",), bytes(1)).compass
        ('E', 'SE', 'SW', 'W', 'NW', 'NE')
        """
        return ("E", "SE", "SW", "W", "NW", "NE") if self._pointy else ("SE", "S", "SW", "NW", "N", "NE")

    @property
    def name_up(self) -> float:
        return 0.66 if self.offset.pointy else 0.68
