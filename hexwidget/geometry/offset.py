"""Offset coordinates: column and row of a rectangular map, in the four usual staggers."""

from __future__ import annotations

from enum import Enum

from hexwidget.geometry.hexes import Hex


class Offset(Enum):
    """Which lines of a rectangular map are shoved by half a hex.

    ``ODD_Q`` and ``EVEN_Q`` are flat-top (columns shoved down), ``ODD_R`` and ``EVEN_R`` pointy-top (rows shoved right).
    Odd and even count from 0, as the literature does.

    >>> Offset("odd-r").to_axial(1, 1)
    Hex(q=1, r=1)
    >>> Offset("odd-r").from_axial(Hex(1, 1))
    (1, 1)
    """

    ODD_Q = "odd-q"
    EVEN_Q = "even-q"
    ODD_R = "odd-r"
    EVEN_R = "even-r"

    @property
    def pointy(self) -> bool:
        """Whether hexes have a corner on top (and rows are shoved) rather than a side."""
        return self in (Offset.ODD_R, Offset.EVEN_R)

    @property
    def odd(self) -> bool:
        """Whether it is the odd lines (counted from 0) that are shoved."""
        return self in (Offset.ODD_Q, Offset.ODD_R)

    def lean(self, line: int) -> int:
        """By how many hexes the axial start of this line lies before that of line 0."""
        return (line - (line & 1)) // 2 if self.odd else (line + (line & 1)) // 2

    def to_axial(self, column: int, row: int) -> Hex:
        """The hex at this column and row, both counted from 0."""
        if self.pointy:
            return Hex(column - self.lean(row), row)
        return Hex(column, row - self.lean(column))

    def from_axial(self, at: tuple[int, int]) -> tuple[int, int]:
        """Column and row of a hex, both counted from 0."""
        q, r = at
        if self.pointy:
            return q + self.lean(r), r
        return q, r + self.lean(q)
