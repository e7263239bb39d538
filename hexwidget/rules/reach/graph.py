"""Reach where costs lie on borders or on steps, by a search by cost, and reach whose paths are all given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice

from hexwidget.geometry import DIRECTIONS, HexMap, SpaceMap, WholeGraph
from hexwidget.rules.reach.reach import Reach
from hexwidget.rules.verdict import Status, Verdict

MOST_IN_LINE = 999
"""More hexes than a line across a map has that a person plays on."""


class GraphReach(Reach):
    """The reach of a piece by steps that each have a cost.

    :param steps: the spaces that may be entered from a space, each with the cost (0 or more) of going there
    :param budget: movement points
    :param ends: the spaces where the move may end; None: every space that the piece comes to, but the origin
    :param barred: for each clause the spaces at the rim that it bars
    :param find_why: the verdict on ending the move on a space, by number
    :param label: the piece that this is the reach of, in words
    """

    def __init__(
        self,
        spaces: SpaceMap,
        origin: int,
        steps: Callable[[int], Iterable[tuple[int, int]]],
        budget: int,
        ends: Iterable[int] | None,
        barred: Mapping[str, Iterable[int]],
        find_why: Callable[[int], Verdict],
        label: str,
        *,
        priced: bool = True,
    ) -> None:
        self._before: dict[int, int] = {}
        costs = {origin: 0}
        buckets: list[list[int]] = [[origin], *([] for _ in range(budget))]
        for spent, bucket in enumerate(buckets):
            for at in bucket:  # it grows by entries that cost nothing
                if costs[at] != spent:
                    continue
                for there, price in steps(at):
                    cost = spent + price
                    if cost <= budget and cost < costs.get(there, budget + 1):
                        costs[there], self._before[there] = cost, at
                        buckets[cost].append(there)
        frame = WholeGraph(spaces)
        levels, plane = list[int](), 0
        for spent, bucket in enumerate(buckets):
            plane |= frame.plane_of(at for at in bucket if costs[at] == spent)
            levels.append(plane)
        rim = {clause: frame.plane_of(at) for clause, at in barred.items()}
        final = plane & ~(1 << origin) if ends is None else frame.plane_of(ends)
        super().__init__(spaces, frame, origin, (levels,), {}, 0, final, lambda _: rim, find_why, label)
        self.priced = priced

    def _walk(self, local: int, layer: int, cost: int) -> tuple[int, ...]:
        path = [local]
        while path[-1] != self.origin:
            path.append(self._before[path[-1]])
        return tuple(path[::-1])


def one_step(
    spaces: SpaceMap, origin: int, among: Iterable[int], verdict: Callable[[int], Verdict], label: str
) -> GraphReach:
    """The reach of a piece that goes one step: to those of some spaces that a verdict allows.

    :param verdict: the verdict on going to a space, by number
    :param label: the piece that this is the reach of, in words
    """
    ends, barred = list[int](), dict[str, list[int]]()
    for there in among:
        found = verdict(there)
        if found.status is Status.ILLEGAL:
            barred.setdefault(found.clauses[0], []).append(there)
        else:
            ends.append(there)
    steps = {origin: [(there, 1) for there in ends]}
    return GraphReach(spaces, origin, lambda at: steps.get(at, ()), 1, ends, barred, verdict, label, priced=False)


def in_lines(
    spaces: HexMap,
    origin: int,
    blocks: Callable[[int], object],
    verdict: Callable[[int], Verdict],
    label: str,
    most: int = MOST_IN_LINE,
) -> GraphReach:
    """The reach of a piece that goes any number of hexes in a straight line, as a rook does. It ends on the hexes that a verdict
    allows; a hex that the verdict bars has a padlock.

    :param blocks: tells of a hex, by number, if no line goes on behind it
    :param verdict: the verdict on going to a hex, by number
    :param label: the piece that this is the reach of, in words
    :param most: the most hexes of a line
    """
    ends, barred, longest = list[int](), dict[str, list[int]](), 1
    steps: dict[int, list[tuple[int, int]]] = {}
    for direction in range(len(DIRECTIONS)):
        before = origin
        for far, there in enumerate(islice(spaces.ray(origin, direction), most), 1):
            found, stops = verdict(there), blocks(there)
            if found.status is Status.ILLEGAL:
                barred.setdefault(found.clauses[0], []).append(there)
            else:
                ends.append(there)
            if found.status is not Status.ILLEGAL or not stops:
                steps.setdefault(before, []).append((there, 1))
                before, longest = there, max(longest, far)
            if stops:
                break
    return GraphReach(spaces, origin, lambda at: steps.get(at, ()), longest, ends, barred, verdict, label, priced=False)


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
        costs = [(at, cost) for at, (cost, _) in arrivals.items()]
        levels = [frame.plane_of(at for at, cost in costs if cost <= spent) for spent in range(budget + 1)]
        super().__init__(spaces, frame, origin, (levels,), {}, 0, ends, find_rim, find_why, label, last=last)
        self._arrivals = arrivals

    def _walk(self, local: int, layer: int, cost: int) -> tuple[int, ...]:
        return self._arrivals[local][1]
