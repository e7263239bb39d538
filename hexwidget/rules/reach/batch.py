"""The reach of many pieces at once, on arrays. Needs NumPy; only imported for many pieces, never at the start.

Each piece has a window of ``2 * radius + 1`` lines about it, a line of it one unsigned integer; a whole batch of pieces
advances by one movement point with a dozen array operations. The numbers of hexes are linear in lines (see
`hexwidget.geometry.HexMap`), so the windows of all pieces are cut from one array by their first numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hexwidget.geometry import HexMap

Words = Any
"""An array of unsigned integers: a line of each window."""


class Windows:
    """Windows of one size on a map."""

    def __init__(self, hexmap: HexMap, radius: int) -> None:
        if radius > 15:
            raise ValueError(f"a line of a window has at most 31 hexes, not {2 * radius + 1}")
        self.map = hexmap
        self.radius = radius
        self.side: int = 2 * radius + 1
        self.kind: Any = np.uint16 if self.side <= 16 else np.uint32
        """The integers that hold a line of a window."""
        self._words: dict[int, Words] = {}
        self._pad = radius * hexmap.stride + radius + 1
        # For each place in a window how far in numbers its hex is from the one that the window is about.
        width = np.dtype(self.kind).itemsize * 8
        line, along = np.divmod(np.arange(self.side * width), width)
        self._places = len(line)
        self._shifts = (line - radius) * hexmap.stride + along - radius
        self._length = hexmap.full.bit_length() + 2 * self._pad

    def bits(self, plane: int) -> Any:
        """A plane as an array of 0 and 1, in the numbers of the map."""
        size = self.map.full.bit_length()
        data = np.frombuffer(plane.to_bytes((size + 7) // 8, "little"), np.uint8)
        return np.unpackbits(data, bitorder="little")[:size]

    def words(self, plane: int) -> Words:
        """For each number the line of a window that begins there; kept, as many batches ask for the same planes."""
        if plane in self._words:
            return self._words[plane]
        padded = np.zeros(self._length + self.side, self.kind)
        bits = self.bits(plane)
        padded[self._pad : self._pad + len(bits)] = bits
        found = np.zeros(self._length, self.kind)
        for j in range(self.side):
            found |= padded[j : j + self._length] << self.kind(j)
        self._words[plane] = found
        return found

    def cut(self, words: Words, starts: Any) -> Words:
        """The windows about some hexes: lines by pieces."""
        lines = (np.arange(self.side) - self.radius) * self.map.stride
        return words[self._pad + starts - self.radius + lines[:, None]]

    def offsets(self, at: Any, starts: Any) -> tuple[Any, Any]:
        """The line and place of each hex ``at`` in the window about its start, all by number. A hex outside the window has a line
        or place below 0 or not below ``side``."""
        lines = self._line(at), self._line(starts)
        return (lines[0] - lines[1] + self.radius, at - starts - (lines[0] - lines[1]) * self.map.stride + self.radius)

    def _line(self, at: Any) -> Any:
        # As `HexMap.column_row`: two lines together lean by one hex.
        pair, place = np.divmod(at, 2 * self.map.stride - 1)
        return 2 * pair + (place >= self.map.stride - self.map.offset.lean(1))

    def with_marks(self, starts: Any, at: Any, which: Any) -> Words:
        """Windows with some hexes of each piece's own.

        :param at: pieces by hexes, by number; ``which`` of them are marked
        """
        line, along = self.offsets(at, starts[:, None])
        inside = which & (line >= 0) & (line < self.side) & (along >= 0) & (along < self.side)
        piece, nth = np.nonzero(inside)
        found = np.zeros((self.side, len(starts)), self.kind)
        np.bitwise_or.at(found, (line[piece, nth], piece), self.kind(1) << along[piece, nth].astype(self.kind))
        return found

    def members(self, windows: Words, starts: Any) -> tuple[Any, Any]:
        """The hexes in windows: pairs of arrays, which piece and which hex."""
        by_piece = np.ascontiguousarray(windows.T)
        by_piece = by_piece.astype(by_piece.dtype.newbyteorder("<"), copy=False)
        # All bits in one row: a line has as many places as its integer has bits. As truths they are gone through much faster.
        bits = np.unpackbits(by_piece.view(np.uint8), bitorder="little").view(bool)
        piece, where = np.divmod(np.flatnonzero(bits), self._places)
        return piece, starts[piece] + self._shifts[where]


def spread(x: Words, out: Words, room: Words) -> None:
    """All hexes of some windows and those next to them. ``out`` is written, ``room`` is scratch of two lines more."""
    one = x.dtype.type(1)
    inner = room[1:-1]
    np.left_shift(x, one, out=inner)
    np.bitwise_or(inner, x, out=inner)  # x and the hex after it: what the line before gives
    np.right_shift(x, one, out=out)
    np.bitwise_or(out, inner, out=out)
    np.bitwise_or(out, room[:-2] >> one, out=out)
    np.bitwise_or(out, room[2:], out=out)


def levels_of_many(
    windows: Windows, starts: Any, ones: int, twos: int, budget: int, free: int = 0
) -> tuple[Words, Words]:
    """The windows reached for at most 0, 1, ... ``budget`` points, of all pieces: with the free entry still to come, and with
    it used (see `hexwidget.rules.reach.level_sets`); where no entry is free the same array twice.

    :param starts: where the pieces stand, by number
    :returns: two arrays of levels by lines by pieces
    """
    where = np.asarray(starts)
    one, two, home = (windows.cut(windows.words(plane), where) if plane else None for plane in (ones, twos, free))
    if one is None:
        one = np.zeros((windows.side, len(where)), windows.kind)
    return levels_in(one, two, budget, home)


def levels_in(one: Words, two: Words | None, budget: int, home: Words | None = None) -> tuple[Words, Words]:
    """The same for windows that are cut already: each piece may have ground of its own.

    :param one: the hexes that cost 1 to enter; ``two``: those that cost 2; ``home``: those that one entry is free into
    """
    side, pieces = one.shape
    kind: Any = one.dtype.type
    levels = np.zeros((budget + 1, side, pieces), kind)
    levels[0, side // 2] = kind(1 << side // 2)
    used = levels if home is None else np.zeros_like(levels)
    # The hexes next to the last two levels, in turn, of both chains; and what spreading needs room for.
    near, before, near_used, before_used = (np.zeros((side, pieces), kind) for _ in range(4))
    room = np.zeros((side + 2, pieces), kind)
    if home is not None:
        spread(levels[0], near, room)
        np.bitwise_and(near, home, out=used[0])
    for b in range(1, budget + 1):
        spread(levels[b - 1], near, room)
        _advance(levels, b, near, before, one, two)
        if home is not None:
            spread(used[b - 1], near_used, room)
            _advance(used, b, near_used, before_used, one, two)
            near_used, before_used = before_used, near_used
            spread(levels[b], near_used, room)
            near_used &= home
            used[b] |= near_used
        near, before = before, near
    return levels, used


def _advance(levels: Words, b: int, near: Words, before: Words, one: Words, two: Words | None) -> None:
    """One level more of a chain, from what lies next to the two before it."""
    np.bitwise_and(near, one, out=levels[b])
    levels[b] |= levels[b - 1]
    if b > 1 and two is not None:
        before &= two
        levels[b] |= before
