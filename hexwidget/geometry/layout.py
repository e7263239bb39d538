"""The points of hexes in a picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin, sqrt

_ROOT3 = sqrt(3.0)


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of hexes in the plane. y grows downward; lengths are in pixels (or any other unit).

    ``pointy``: True if hexes have a corner on top, False if they have a side on top. ``size``: the distance from the centre of
    a hex to a corner. ``origin``: the centre of hex (0, 0).

    >>> Layout(pointy=False, size=10).centre((2, -1))
    (30.0, 0.0)
    """

    pointy: bool
    size: float = 1.0
    origin: tuple[float, float] = (0.0, 0.0)

    def centre(self, at: tuple[int, int]) -> tuple[float, float]:
        """Return the centre of a hex."""
        q, r = at
        if self.pointy:
            x, y = _ROOT3 * (q + r / 2), 1.5 * r
        else:
            x, y = 1.5 * q, _ROOT3 * (r + q / 2)
        return self.origin[0] + self.size * x, self.origin[1] + self.size * y

    def corners(self, at: tuple[int, int]) -> tuple[tuple[float, float], ...]:
        """Return the six corners of a hex, clockwise on a screen."""
        x, y = self.centre(at)
        start = -pi / 6 if self.pointy else 0.0
        return tuple(
            (x + self.size * cos(start + k * pi / 3), y + self.size * sin(start + k * pi / 3)) for k in range(6)
        )
