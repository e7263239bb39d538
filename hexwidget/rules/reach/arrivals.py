"""Reach found by looking at every way, for pieces whose steps depend on more than the space they are on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexwidget.geometry import SpaceMap, WholeGraph
from hexwidget.rules.reach.reach import Reach
from hexwidget.rules.verdict import Verdict


class FoundReach(Reach):
    """The reach of a piece whose paths are all given.

    :param arrivals: for each space that the piece can come to the cost and the path, origin and space included
    :param budget: movement points
    :param ends: plane of the spaces where the move may end; ``last``: of those that may be entered, but not left again
    :param find_rim: the barred spaces next to those passed, as {clause: plane}
    :param find_why: the verdict on ending the move on a space, by number
    :param label: the piece that this is the reach of, in words
    """

    def __init__(
        self,
        spaces: SpaceMap,
        origin: int,
        arrivals: Mapping[int, tuple[int, tuple[int, ...]]],
        budget: int,
        ends: int,
        last: int,
        find_rim: Callable[[Reach], Mapping[str, int]],
        find_why: Callable[[int], Verdict],
        label: str,
    ) -> None:
        frame = WholeGraph(spaces)
        levels = [
            frame.plane_of(at for at, (cost, _) in arrivals.items() if cost <= spent) for spent in range(budget + 1)
        ]
        super().__init__(spaces, frame, origin, (levels,), {}, 0, ends, find_rim, find_why, label, last=last)
        self._arrivals = arrivals

    def _walk(self, local: int, layer: int, cost: int) -> tuple[int, ...]:
        return self._arrivals[local][1]
