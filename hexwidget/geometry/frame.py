"""The part of a map that a computation looks at: all of it, or a window about one hex.

On a large map a reach of six points touches a few dozen hexes; computing it on planes of a million bits would be waste.
A frame has its own numbering of hexes, in which one step in a direction is one shift, as on the whole map.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from hexwidget.geometry.hexmap import HexMap
from hexwidget.geometry.spaces import SpaceMap

WHOLE_MAP_HEXES = 5000
"""Up to this many hexes the whole map is one frame: below it, cutting a window costs more than it saves (measured)."""


class Frame(Protocol):
    """Planes in the numbering of one part of a map."""

    @property
    def stride(self) -> int:
        """How far apart, in numbers, hexes in the same place of neighbouring lines are."""

    @property
    def steps(self) -> Sequence[int]:
        """The difference in numbers for a step in each of the six directions."""

    def local(self, index: int) -> int | None:
        """The frame's number of a map hex, None if it lies outside."""

    def index(self, local: int) -> int:
        """The map's number of a frame hex."""

    def plane(self, *terrains: str) -> int:
        """The hexes with one of these terrains."""

    def plane_of(self, indices: Iterable[int]) -> int:
        """The plane of some map hexes; those outside are left out."""

    def to_map(self, plane: int) -> int:
        """A plane of the frame in the numbering of the map."""


class WholeMap:
    """The frame that is the map itself."""

    def __init__(self, hexmap: HexMap) -> None:
        self.stride = hexmap.stride
        self.steps = hexmap.steps
        self.plane = hexmap.plane

    def local(self, index: int) -> int | None:
        return index

    def index(self, local: int) -> int:
        return local

    def plane_of(self, indices: Iterable[int]) -> int:
        plane = 0
        for index in indices:
            plane |= 1 << index
        return plane

    def to_map(self, plane: int) -> int:
        return plane


class WholeGraph:
    """The frame of a map whose spaces have neighbours in no fixed directions: itself, without steps."""

    stride = 0
    steps = ()

    def __init__(self, spaces: SpaceMap) -> None:
        self.plane = spaces.plane

    def local(self, index: int) -> int | None:
        return index

    def index(self, local: int) -> int:
        return local

    def plane_of(self, indices: Iterable[int]) -> int:
        return sum(1 << index for index in set(indices))

    def to_map(self, plane: int) -> int:
        return plane


class Window:
    """A square of ``2 * radius + 1`` lines about one hex, numbered by axial offset from it."""

    def __init__(self, hexmap: HexMap, centre: int, radius: int) -> None:
        self._map = hexmap
        self._centre = centre
        self._radius = radius
        self._side = 2 * radius + 1
        self.stride = self._side + 1
        s = self.stride
        pointy = hexmap.offset.pointy
        self.steps: tuple[int, ...] = (1, s, s - 1, -1, -s, 1 - s) if pointy else (s, 1, 1 - s, -s, -1, s - 1)
        self._at = self._line_along(centre)

    def _line_along(self, index: int) -> tuple[int, int]:
        q, r = self._map.hex(index)
        return (r, q) if self._map.offset.pointy else (q, r)

    def local(self, index: int) -> int | None:
        line, along = self._line_along(index)
        line += self._radius - self._at[0]
        along += self._radius - self._at[1]
        return line * self.stride + along if 0 <= line < self._side and 0 <= along < self._side else None

    def index(self, local: int) -> int:
        line, along = divmod(local, self.stride)
        line += self._at[0] - self._radius
        along += self._at[1] - self._radius
        return line * self._map.stride + along

    def plane(self, *terrains: str) -> int:
        return self._map.window(self._centre, self._radius, *terrains)

    def plane_of(self, indices: Iterable[int]) -> int:
        plane = 0
        for index in indices:
            local = self.local(index)
            if local is not None:
                plane |= 1 << local
        return plane

    def to_map(self, plane: int) -> int:
        mask = (1 << self._side) - 1
        low = (self._at[0] - self._radius) * self._map.stride + self._at[1] - self._radius
        found = 0
        for line in range(self._side):
            bits = plane >> (line * self.stride) & mask
            if bits:
                at = low + line * self._map.stride
                found |= bits << at if at >= 0 else bits >> -at
        return found


def frame_about(hexmap: HexMap, centre: int, radius: int) -> Frame:
    """The frame in which everything within ``radius`` steps of a hex can be computed."""
    if hexmap.columns * hexmap.rows <= WHOLE_MAP_HEXES:
        return WholeMap(hexmap)
    return Window(hexmap, centre, radius)
