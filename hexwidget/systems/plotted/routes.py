"""Routes: their number, each route by its number, and their costs (P1.1, P1.3, P1.5, P1.8).

A route is a walk: it may come back to a hex. The number of routes follows from the hexes one step further on:
N(at, left) = 1 + the sum of N(there, left - cost of there) over the hexes there next to at that can be entered. The 1 is
the route that ends at the hex.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from hexwidget.geometry import HexMap
from hexwidget.systems.plotted.position import PlottedPosition, Unit
from hexwidget.systems.plotted.units import movement_value

Step = tuple[int, int, int]
"""A next hex, the rest of the movement value there, and the number of routes that go on from there."""


class RouteTables:
    """The steps of routes on a ground, and the number of ways to go on. All positions on the ground share these tables, which
    are filled lazily."""

    def __init__(self, hexmap: HexMap, costs: tuple[tuple[str, int | None], ...]) -> None:
        self._map = hexmap
        self._costs = dict(costs)
        self.near: Callable[[int], list[tuple[int, int]]] = cache(self._near)
        self.steps: Callable[[int, int], list[Step]] = cache(self._steps)
        self.count: Callable[[int, int], int] = cache(self._count)

    def _near(self, at: int) -> list[tuple[int, int]]:
        """P1.5: the hexes next to a hex that can be entered, each with its cost."""
        costs = ((there, self._costs[self._map.terrain(there)]) for there in self._map.neighbours(at))
        return [(there, cost) for there, cost in costs if cost is not None]

    def _steps(self, at: int, left: int) -> list[Step]:
        """The hexes that a route may enter next.

        :param left: the rest of the movement value
        """
        afford = ((there, left - cost) for there, cost in self.near(at) if cost <= left)
        return [(there, rest, self.count(there, rest)) for there, rest in afford]

    def _count(self, at: int, left: int) -> int:
        """The number of routes that go on from a hex, with the route that ends there."""
        return 1 + sum(ways for _, _, ways in self.steps(at, left))


route_tables: Callable[..., RouteTables] = lru_cache(maxsize=64)(RouteTables)
"""The ways on a map with a table of costs."""


class Walks:
    """The routes of one hex or more that a unit may be ordered to go.

    :param value: the movement value of the order
    :param one_hex: True if a single hex is always allowed (P1.8)
    """

    def __init__(self, ways: RouteTables, start: int, value: int, *, one_hex: bool) -> None:
        self._ways = ways
        self._first = ways.steps(start, value)
        if one_hex:  # nothing follows a hex that is too dear
            self._first = [(there, value - cost, ways.count(there, value - cost)) for there, cost in ways.near(start)]
        self._number = sum(ways for _, _, ways in self._first)

    def __len__(self) -> int:
        return self._number

    def __getitem__(self, number: int) -> tuple[int, ...]:
        """A route by its number, from 0: the hexes that are entered."""
        steps, route = self._first, list[int]()
        number += 1
        while number:  # 0 is the route that ends at the hex
            there, left, number = _gone_on(steps, number - 1)
            route.append(there)
            steps = self._ways.steps(there, left)
        return tuple(route)


def _gone_on(steps: list[Step], number: int) -> Step:
    """The next hex of the route with a number, the rest of the movement value there, and the number of the route among those
    that go on from there."""
    for there, left, ways in steps:
        if number < ways:
            return there, left, number
        number -= ways
    raise IndexError(number)


def spent(position: PlottedPosition, route: tuple[int, ...]) -> int:
    """P1.5: the cost of a route. Hexes that cannot be entered cost nothing."""
    return sum(position.cost(at) or 0 for at in route)


def left_of(position: PlottedPosition, unit: Unit, order: str, route: tuple[int, ...]) -> int:
    """The rest of the movement value after a route; 0 after a route that is too dear."""
    return max(0, movement_value(unit.kind, order) - spent(position, route))


def cheapest_route(position: PlottedPosition, start: int, there: int, value: int) -> tuple[int, ...] | None:
    """A cheapest route to a hex, if it costs no more than a movement value (P1.5)."""
    before, costs = {start: start}, {start: 0}
    for spent_here in range(value):
        for at in [a for a, c in costs.items() if c == spent_here]:
            for near in position.map.neighbours(at):
                cost = position.cost(near)
                if cost is not None and spent_here + cost < costs.get(near, value + 1):
                    costs[near], before[near] = spent_here + cost, at
    if there == start or there not in costs:
        return None
    route = [there]
    while before[route[-1]] != start:
        route.append(before[route[-1]])
    return tuple(route[::-1])
