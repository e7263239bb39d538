"""Offset coordinates: columns and rows of a rectangular map, in the four usual staggers."""

from __future__ import annotations

from enum import Enum

from hexwidget.geometry.hexes import Hex


class Offset(Enum):
    """The stagger of a rectangular map: the lines that are shoved by half a hex.

    ``ODD_Q`` and ``EVEN_Q`` are flat-top (columns are shoved down), ``ODD_R`` and ``EVEN_R`` are pointy-top (rows are shoved
    right). Lines are counted from 0, as in the literature.

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
        """True if hexes have a corner on top, and rows are shoved."""
        return self in (Offset.ODD_R, Offset.EVEN_R)

    @property
    def odd(self) -> bool:
        """True if the odd lines (counted from 0) are shoved."""
        return self in (Offset.ODD_Q, Offset.ODD_R)

    def lean(self, line: int) -> int:
        """Return how many hexes the axial start of a line lies before that of line 0."""
        return (line - (line & 1)) // 2 if self.odd else (line + (line & 1)) // 2

    def to_axial(self, column: int, row: int) -> Hex:
        """Return the hex at a column and row, both counted from 0."""
        if self.pointy:
            return Hex(column - self.lean(row), row)
        return Hex(column, row - self.lean(column))

    def from_axial(self, at: tuple[int, int]) -> tuple[int, int]:
        """Return the column and row of a hex, both counted from 0."""
        q, r = at
        if self.pointy:
            return q + self.lean(r), r
        return q, r + self.lean(q)
