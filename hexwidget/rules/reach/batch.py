"""The reach of many pieces at once, on arrays. Needs NumPy; imported by whoever has many pieces, never at the start.

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
        self.side = 2 * radius + 1
        self.kind: Any = np.uint16 if self.side <= 16 else np.uint32
        """The integers that hold a line of a window."""
        self._words: dict[int, Words] = {}
        self._pad = radius * hexmap.stride + radius + 1
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

    def members(self, windows: Words, starts: Any) -> tuple[Any, Any]:
        """The hexes in windows: pairs of arrays, which piece and which hex."""
        by_piece = np.ascontiguousarray(windows.T)
        by_piece = by_piece.astype(by_piece.dtype.newbyteorder("<"))
        data = by_piece.view(np.uint8).reshape(*by_piece.shape, by_piece.itemsize)
        spread_out = np.unpackbits(data, axis=2, bitorder="little")
        piece, line, place = np.nonzero(spread_out[:, :, : self.side])
        return piece, starts[piece] + (line - self.radius) * self.map.stride + place - self.radius


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
    one, two = (windows.cut(windows.words(plane), where) for plane in (ones, twos))
    shape, kind = one.shape, windows.kind
    frees = bool(free)
    levels = np.zeros((budget + 1, *shape), kind)
    used = np.zeros((budget + 1, *shape), kind) if frees else levels
    levels[0, windows.radius] = kind(1 << windows.radius)
    room = np.zeros((shape[0] + 2, shape[1]), kind)
    near, before = np.zeros(shape, kind), np.zeros(shape, kind)
    if frees:
        home = windows.cut(windows.words(free), where)
        near_used, before_used = np.zeros(shape, kind), np.zeros(shape, kind)
        spread(levels[0], near, room)
        np.bitwise_and(near, home, out=used[0])
    for b in range(1, budget + 1):
        spread(levels[b - 1], near, room)
        np.bitwise_and(near, one, out=levels[b])
        levels[b] |= levels[b - 1]
        if b > 1:
            levels[b] |= before & two
        if frees:
            spread(used[b - 1], near_used, room)
            used[b] = used[b - 1] | near_used & one
            if b > 1:
                used[b] |= before_used & two
            fresh = np.zeros(shape, kind)
            spread(levels[b], fresh, room)
            used[b] |= fresh & home
            near_used, before_used = before_used, near_used
        near, before = before, near
    return levels, used
