"""A bucket Dijkstra in C (``bench/dial.c``), compiled if there is a C compiler and called through ctypes."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from bench.maps import Ground

MOST_HEXES = 4096
MARGIN = 16


@cache
def library() -> Any:
    """The compiled search, or None if there is no C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    built = Path(tempfile.mkdtemp(prefix="hexwidget-bench-")) / "dial.so"
    source = Path(__file__).with_name("dial.c")
    subprocess.run([compiler, "-O3", "-shared", "-fPIC", "-o", str(built), str(source)], check=True)
    return ctypes.CDLL(str(built))


class Dial:
    """The search on one map."""

    def __init__(self, ground: Ground) -> None:
        import numpy as np

        costs = ground.slanted
        rows, columns = costs.shape
        self._width = columns + 2 * MARGIN
        padded = np.zeros((rows + 2 * MARGIN, self._width), np.uint8)
        padded[MARGIN:-MARGIN, MARGIN:-MARGIN] = costs
        self._ground = ground
        self._cost = padded.ravel().copy()
        self._steps = np.array([1, self._width, self._width - 1, -1, -self._width, 1 - self._width], np.int32)
        self._spent = np.full(self._cost.size, 255, np.uint8)
        self._where, self._much = np.zeros(MOST_HEXES, np.int32), np.zeros(MOST_HEXES, np.uint8)
        self._reach = library().reach
        # The pointers are made once, as making them takes longer than the search.
        self._arrays = [ctypes.c_void_p(a.ctypes.data) for a in (self._cost, self._steps)]
        self._found = [ctypes.c_void_p(a.ctypes.data) for a in (self._spent, self._where, self._much)]

    def place(self, index: int) -> int:
        """The number of a hex in the search."""
        row, column = self._ground.axial(index)
        return (row + MARGIN) * self._width + column + MARGIN

    def __call__(self, place: int, budget: int) -> int:
        """Return the number of hexes that are reached. The search's own arrays hold them until the next call."""
        found: int = self._reach(*self._arrays, place, budget, *self._found)
        return found

    def found(self, number: int) -> tuple[Any, Any]:
        """The hexes and costs of the last call."""
        return self._where[:number].copy(), self._much[:number].copy()

    def costs(self, number: int) -> dict[int, int]:
        """The costs of the last call, by the map's numbers of hexes."""
        room = self._ground.map.offset.lean(self._ground.side - 1)
        rows, columns = divmod(self._where[:number], self._width)
        index = (rows - MARGIN) * self._ground.map.stride + columns - MARGIN - room
        return dict(zip(index.tolist(), self._much[:number].tolist(), strict=True))
