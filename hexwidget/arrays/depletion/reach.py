"""The reach of one army in each of many games."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from hexwidget.rules.reach.batch import Windows

Array = Any
"""An array of NumPy."""


class ReachOfMany:
    """The hexes where one army of each game may end its maneuver. Index by game.

    ``starts``: numbers of the hexes that the armies set out from; ``packing``: the points that packing costs each
    before it moves (D1.10); ``ends``: a window of lines about each (see `hexwidget.rules.reach.batch.Windows`), lines
    by games.
    """

    def __init__(self, windows: Windows, starts: Array, packing: Array, levels: Array, ends: Array) -> None:
        self.windows = windows
        self.starts = starts
        self.packing = packing
        self.ends = ends
        self._levels = levels

    def __len__(self) -> int:
        return len(self.starts)

    @cached_property
    def members(self) -> tuple[Array, Array]:
        """All ends as two arrays: the game, and the number of the hex. They are in the order of the games, then of the
        map."""
        return self.windows.members(self.ends, self.starts)

    @cached_property
    def counts(self) -> Array:
        """The number of ends of each game."""
        return np.bincount(self.members[0], minlength=len(self))

    @cached_property
    def costs(self) -> Array:
        """The cost of each end, in the order of `members`, in movement points."""
        game, at = self.members
        windows = self.windows
        line, along = windows.offsets(at, self.starts[game])
        reached = self._levels[:, line, game] >> along.astype(windows.kind) & 1
        return (reached == 0).sum(axis=0) + np.where(at == self.starts[game], 0, self.packing[game])

    def names(self, game: int) -> list[str]:
        """The ends of one game by name, in the map's numbering."""
        return [self.windows.map.name(at) for at in self._of(game)]

    def plane(self, game: int) -> int:
        """The plane of the ends of one game."""
        return sum(1 << at for at in self._of(game))

    def _of(self, game: int) -> list[int]:
        which, at = self.members
        first, last = np.searchsorted(which, [game, game + 1])
        found: list[int] = at[first:last].tolist()
        return found
