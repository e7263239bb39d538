"""Conversion between hexes and points of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from hexwidget.geometry.hexes import Hex

_ROOT3 = sqrt(3.0)


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of hexes in the plane. y grows downward; lengths are in pixels (or any other unit).

    ``pointy``: True if hexes have a corner on top, False if they have a side on top. ``size``: the distance from the centre of
    a hex to a corner. ``origin``: the centre of hex (0, 0).

    >>> Layout(pointy=True, size=10).hex_at(17.0, 1.0)
    Hex(q=1, r=0)
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

    def hex_at(self, x: float, y: float) -> Hex:
        """Return the hex that contains a point."""
        px, py = (x - self.origin[0]) / self.size, (y - self.origin[1]) / self.size
        if self.pointy:
            q, r = px / _ROOT3 - py / 3, py * 2 / 3
        else:
            q, r = px * 2 / 3, py / _ROOT3 - px / 3
        s = -q - r
        rq, rr, rs = round(q), round(r), round(s)
        dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
        if dq > dr and dq > ds:
            rq = -rr - rs
        elif dr > ds:
            rr = -rq - rs
        return Hex(rq, rr)
