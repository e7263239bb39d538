"""The cheapest way through states, where planes do not suffice: costs of several parts, borders, barred hexes with a price."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import TypeVar

S = TypeVar("S")


def cheapest(
    start: S, steps: Callable[[S], Iterable[tuple[S, int]]], arrived: Callable[[S], bool]
) -> tuple[int, list[S]] | None:
    """The least total cost from ``start`` to a state that has ``arrived``, with the states on the way.

    :param steps: the states next to a state, each with the cost (0 or more) of going there
    :returns: cost and path, start included; None if no state arrives. Of equal ways the one with fewer steps is taken.
    """
    heap: list[tuple[int, int, int]] = [(0, 0, 0)]
    # each state and the index of the state before it, in the order of discovery
    seen: list[tuple[S, int]] = [(start, -1)]
    settled: set[S] = set()
    best: dict[S, tuple[int, int]] = {}  # cost and length of the best way to a state so far
    while heap:
        cost, length, at = heappop(heap)
        state = seen[at][0]
        if state in settled:
            continue
        settled.add(state)
        if arrived(state):
            path = []
            while at >= 0:
                state, at = seen[at]
                path.append(state)
            return cost, path[::-1]
        for there, price in steps(state):
            way = (cost + price, length + 1)
            if there not in settled and (there not in best or way < best[there]):
                best[there] = way
                heappush(heap, (*way, len(seen)))
                seen.append((there, at))
    return None
