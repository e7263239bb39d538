"""The points of hexes in the plane. The unit is the distance from the centre of a hex to a corner; y grows downward."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin, sqrt

ROOT3 = sqrt(3.0)


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of hexes in the plane. The centre of hex (0, 0) is the origin.

    ``pointy``: True if hexes have a corner on top, False if they have a side on top.

    >>> Layout(pointy=False).centre((2, -1))
    (3.0, 0.0)
    """

    pointy: bool

    def centre(self, at: tuple[int, int]) -> tuple[float, float]:
        """Return the centre of a hex."""
        q, r = at
        if self.pointy:
            return ROOT3 * (q + r / 2), 1.5 * r
        return 1.5 * q, ROOT3 * (r + q / 2)

    def corners(self, at: tuple[int, int]) -> tuple[tuple[float, float], ...]:
        """Return the six corners of a hex, clockwise on a screen."""
        x, y = self.centre(at)
        start = -pi / 6 if self.pointy else 0.0
        return tuple((x + cos(start + k * pi / 3), y + sin(start + k * pi / 3)) for k in range(6))
