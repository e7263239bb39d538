"""The part of a map that a computation uses: the whole map, or a window around one hex.

On a large map, a reach of six points touches a few dozen hexes; planes of a million bits would waste time. A frame has its own
numbering of hexes. One step in a direction is one shift in it, as on the whole map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

from hexwidget.geometry.hexmap import HexMap
from hexwidget.geometry.spaces import SpaceMap

TILE = 16
"""The side of a tile: the hexes that share a window. Wider windows are fewer, and slower to compute in."""
_ROOM = 4
"""The room around a tile is a multiple of this, so that pieces of different speed share windows, too."""
WHOLE_MAP_HEXES = 5000
"""The most hexes of a map that is one frame. A window would save hardly any time (measured)."""


class WholeMap:
    """A frame of the whole map, with the map's own numbers.

    ``memos``: caches of systems, each under a key of the system: things that follow from the grounds.
    """

    stride: int
    """The difference in numbers between hexes at the same place of neighbouring lines."""
    steps: tuple[int, ...]
    """The difference in numbers for a step in each of the six directions."""
    plane: Callable[..., int]
    """A function that returns the plane of the hexes with some terrains."""
    side_planes: Callable[..., Sequence[int]]
    """A function that returns for each direction the plane of the hexes whose side there has one of some kinds."""

    def __init__(self, hexmap: HexMap) -> None:
        self.stride = hexmap.stride
        self.steps = hexmap.steps
        self.plane = hexmap.plane
        self.side_planes = hexmap.side_planes
        self._map: SpaceMap = hexmap
        self.memos: dict[str, Any] = {}

    @cached_property
    def names(self) -> list[tuple[str, int] | None]:
        """The names of the spaces, each with its plane, by the bit length of this plane; None before it is written there."""
        return [None] * (self._map.full.bit_length() + 1)

    def local(self, index: int) -> int | None:
        """Return the frame's number of a map hex. None if the hex lies outside."""
        return index

    def index(self, local: int) -> int:
        """Return the map's number of a frame hex."""
        return local

    def plane_of(self, indices: Iterable[int]) -> int:
        """Return the plane of some map hexes. Hexes outside are left out."""
        plane = 0
        for index in indices:
            plane |= 1 << index
        return plane

    def to_map(self, plane: int) -> int:
        """Return a plane of the frame in the numbering of the map."""
        return plane


class WholeGraph(WholeMap):
    """A frame of a whole map without fixed directions. It has no steps."""

    def __init__(self, spaces: SpaceMap) -> None:
        self.stride, self.steps, self.plane, self.memos, self._map = 0, (), spaces.plane, {}, spaces


class Window:
    """The square of ``side`` lines that begins at a line and an axial place along it, numbered by axial offset from there. Both may
    lie off the map. It caches its planes."""

    def __init__(self, hexmap: HexMap, line: int, along: int, side: int) -> None:
        self._map = hexmap
        self._line, self._along = line, along
        self._side = side
        self.stride: int = side + 1
        s = self.stride
        pointy = hexmap.offset.pointy
        self.steps: tuple[int, ...] = (1, s, s - 1, -1, -s, 1 - s) if pointy else (s, 1, 1 - s, -s, -1, s - 1)
        self._first = line * hexmap.stride + along
        self._longer = hexmap.stride - s
        self._planes: dict[tuple[str, ...], int] = {}
        self.memos: dict[str, Any] = {}

    @cached_property
    def names(self) -> list[tuple[str, int] | None]:
        return [None] * (self._side * self.stride + 1)

    def local(self, index: int) -> int | None:
        line, along = self._map.line_along(index)
        line -= self._line
        along -= self._along
        return line * self.stride + along if 0 <= line < self._side and 0 <= along < self._side else None

    def index(self, local: int) -> int:
        # ``_longer`` is the difference in length between a line of the map and one of the window.
        return self._first + local + local // self.stride * self._longer

    def plane(self, *terrains: str) -> int:
        found = self._planes.get(terrains)
        if found is None:
            found = self._planes[terrains] = self._map.window(self._line, self._along, self._side, *terrains)
        return found

    def plane_of(self, indices: Iterable[int]) -> int:
        plane, last = 0, self._first + self._side * self._map.stride
        for index in indices:
            if self._first <= index <= last:  # most hexes of a large map are far
                local = self.local(index)
                if local is not None:
                    plane |= 1 << local
        return plane

    def side_planes(self, *kinds: str) -> Sequence[int]:
        return tuple(map(self.plane_of, self._map.beside(*kinds)))

    def to_map(self, plane: int) -> int:
        mask = (1 << self._side) - 1
        found = 0
        for line in range(self._side):
            bits = plane >> (line * self.stride) & mask
            if bits:
                at = self._first + line * self._map.stride
                found |= bits << at if at >= 0 else bits >> -at
        return found


Frame = WholeMap | Window
"""Planes in the numbering of one part of a map."""


def frame_about(hexmap: HexMap, centre: int, radius: int) -> Frame:
    """Return a frame for computations within ``radius`` steps of a hex.

    On a large map, this is a window that is wide enough for all hexes of a tile. The map caches windows, so the next question
    in the same tile finds its planes ready.
    """
    if hexmap.whole is not None:
        return hexmap.whole
    if hexmap.columns * hexmap.rows <= WHOLE_MAP_HEXES:
        hexmap.whole = WholeMap(hexmap)
        return hexmap.whole
    line, along = hexmap.line_along(centre)
    room = -(-radius // _ROOM) * _ROOM
    tile = line // TILE, along // TILE, room
    window = hexmap.windows.get(tile)
    if window is None:
        corner = line // TILE * TILE - room, along // TILE * TILE - room
        window = hexmap.windows[tile] = Window(hexmap, *corner, TILE + 2 * room)
    return window
