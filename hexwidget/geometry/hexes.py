"""Axial hex coordinates: distances, rotations, rings and lines.

A hex is a pair ``(q, r)``; the third cube coordinate is ``-q - r``. The six directions are numbered 0 to 5 in the order
of rotation, so that turning a direction by 60 degrees adds 1 (modulo 6).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Hex(NamedTuple):
    """One hex in axial coordinates. A plain ``(q, r)`` tuple is accepted wherever a hex is.

    >>> Hex(1, 2) + Hex(0, -1)
    Hex(q=1, r=1)
    >>> Hex(2, -1).rotate(3)
    Hex(q=-2, r=1)
    """

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate: ``q + r + s == 0``."""
        return -self.q - self.r

    def __add__(self, other: tuple[int, int]) -> Hex:  # type: ignore[override]  # a vector sum, not a longer tuple
        return Hex(self.q + other[0], self.r + other[1])

    def __sub__(self, other: tuple[int, int]) -> Hex:
        return Hex(self.q - other[0], self.r - other[1])

    def rotate(self, sixths: int) -> Hex:
        """Return this vector, turned about the origin by ``sixths`` times 60 degrees, in the order of `DIRECTIONS`."""
        q, r, s = self.q, self.r, self.s
        for _ in range(sixths % 6):
            q, r, s = -r, -s, -q
        return Hex(q, r)

    def neighbours(self) -> tuple[Hex, ...]:
        """Return the six adjacent hexes, in the order of `DIRECTIONS`."""
        return tuple(self + d for d in DIRECTIONS)


DIRECTIONS: tuple[Hex, ...] = (Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1))
"""The six unit vectors. Each is the one before it, turned by 60 degrees."""


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return the number of steps between two hexes.

    >>> distance((0, 0), (2, -1))
    2
    """
    q, r = a[0] - b[0], a[1] - b[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def ring(centre: tuple[int, int], radius: int) -> Iterator[Hex]:
    """Yield the hexes exactly ``radius`` steps from ``centre``, in order around it. Radius 0 yields the centre, a negative one nothing.

    >>> len(list(ring((0, 0), 2)))
    12
    """
    at = Hex(*centre)
    if radius <= 0:
        yield from [at] * (radius == 0)
        return
    for _ in range(radius):
        at += DIRECTIONS[4]
    for direction in DIRECTIONS:
        for _ in range(radius):
            at += direction
            yield at


def disk(centre: tuple[int, int], radius: int) -> Iterator[Hex]:
    """Yield the hexes at most ``radius`` steps from ``centre``, ring by ring outward. A negative radius yields nothing.

    >>> len(list(disk((0, 0), 2)))
    19
    """
    for k in range(radius + 1):
        yield from ring(centre, k)


def line(a: tuple[int, int], b: tuple[int, int]) -> list[Hex]:
    """Return the hexes on the straight line from ``a`` to ``b``, including both. Each is adjacent to the next.

    If the line runs exactly between two hexes, the same side is taken everywhere.

    >>> line((0, 0), (2, -1))
    [Hex(q=0, r=0), Hex(q=1, r=0), Hex(q=2, r=-1)]
    """
    steps = distance(a, b)
    if steps == 0:
        return [Hex(*a)]
    # Integers only: coordinates times 6*steps, nudged by (1, 1, -2) so that ties always break the same way.
    unit = 6 * steps
    found = []
    for k in range(steps + 1):
        q = 6 * (a[0] * (steps - k) + b[0] * k) + 1
        r = 6 * (a[1] * (steps - k) + b[1] * k) + 1
        found.append(_nearest(q, r, unit))
    return found


def _nearest(q: int, r: int, unit: int) -> Hex:
    """Return the hex nearest to the point ``(q, r) / unit``."""
    s = -q - r
    rounded = [(2 * v + unit) // (2 * unit) for v in (q, r, s)]
    off = [abs(v * unit - exact) for v, exact in zip(rounded, (q, r, s), strict=True)]
    if off[0] > off[1] and off[0] > off[2]:
        rounded[0] = -rounded[1] - rounded[2]
    elif off[1] > off[2]:
        rounded[1] = -rounded[0] - rounded[2]
    return Hex(rounded[0], rounded[1])
