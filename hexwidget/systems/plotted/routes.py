"""Routes: how many there are, each by its number, and how far one may go on (P1.1, P1.3, P1.5, P1.8).

A route is a walk: it may come back to a hex. Their number follows from the hexes one step further on, without making them:
N(at, left) = 1 + the sum of N(there, left - cost of there) over the hexes there next to at that can be entered, where the
1 is the route that ends here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from hexwidget.geometry import HexMap, hexes
from hexwidget.rules.reach import GraphReach
from hexwidget.rules.verdict import Status, Verdict
from hexwidget.systems.plotted.position import PlottedPosition, Unit
from hexwidget.systems.plotted.units import movement_value

Explain = Callable[[tuple[int, ...]], Verdict]
"""The verdict on a whole route."""


Step = tuple[int, int, int]
"""A hex that may come next, what is left of the movement value there, and the number of routes that go on from there."""


class Ways:
    """Where a route may go on to on a ground, and in how many ways: tables that are filled in as they are asked, and shared by
    all positions on it."""

    def __init__(self, hexmap: HexMap, costs: tuple[tuple[str, int | None], ...]) -> None:
        self._map = hexmap
        self._costs = dict(costs)
        self._near: dict[int, list[tuple[int, int]]] = {}
        self._steps: dict[tuple[int, int], list[Step]] = {}
        self._counts: dict[tuple[int, int], int] = {}

    def near(self, at: int) -> list[tuple[int, int]]:
        """P1.5: the hexes next to one that can be entered, each with what it takes."""
        found = self._near.get(at)
        if found is None:
            costs = ((there, self._costs[self._map.terrain(there)]) for there in self._map.neighbours(at))
            found = self._near[at] = [(there, cost) for there, cost in costs if cost is not None]
        return found

    def steps(self, at: int, left: int) -> list[Step]:
        """The hexes that may come next, with so much left of the movement value."""
        found = self._steps.get((at, left))
        if found is None:
            afford = ((there, left - cost) for there, cost in self.near(at) if cost <= left)
            found = self._steps[at, left] = [(there, rest, self.count(there, rest)) for there, rest in afford]
        return found

    def count(self, at: int, left: int) -> int:
        """The number of routes that go on from a hex, with the one that ends there."""
        found = self._counts.get((at, left))
        if found is None:
            found = self._counts[at, left] = 1 + sum(ways for _, _, ways in self.steps(at, left))
        return found


ways_on = lru_cache(maxsize=64)(Ways)
"""The ways on a map with a table of costs."""


class Walks:
    """The routes of one hex or more that a unit may be ordered to go.

    :param value: the movement value of the order
    :param one_hex: whether a single hex is always allowed (P1.8)
    """

    def __init__(self, ways: Ways, start: int, value: int, *, one_hex: bool) -> None:
        self._ways = ways
        self._first = ways.steps(start, value)
        if one_hex and value > 0:
            afforded = {there for there, _, _ in self._first}
            self._first = [
                (there, value - cost if there in afforded else 0, ways.count(there, max(0, value - cost)))
                for there, cost in ways.near(start)
            ]
        self._number = sum(ways for _, _, ways in self._first)

    def __len__(self) -> int:
        return self._number

    def __getitem__(self, number: int) -> tuple[int, ...]:
        """A route by its number, from 0: the hexes that are entered."""
        if not 0 <= number < self._number:
            raise IndexError(number)
        steps, route = self._first, list[int]()
        number += 1
        while number:  # of what goes on from a hex, 0 is the route that ends there
            there, left, number = _gone_on(steps, number - 1)
            route.append(there)
            steps = self._ways.steps(there, left)
        return tuple(route)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return self._from(self._first, ())

    def _from(self, steps: list[Step], route: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for there, left, _ in steps:
            yield (*route, there)
            yield from self._from(self._ways.steps(there, left), (*route, there))


def _gone_on(steps: list[Step], number: int) -> Step:
    """Where the route of a number goes on to, what is left there, and its number among those that go on from there."""
    for there, left, ways in steps:
        if number < ways:
            return there, left, number
        number -= ways
    raise IndexError(number)


def spent(position: PlottedPosition, route: tuple[int, ...]) -> int:
    """P1.5: what a route takes of the movement value; hexes that cannot be entered count nothing."""
    return sum(position.cost(at) or 0 for at in route)


def left_of(position: PlottedPosition, unit: Unit, order: str, route: tuple[int, ...]) -> int:
    """What is left of the movement value after a route; 0 also after one that is too long."""
    return max(0, movement_value(unit.kind, order) - spent(position, route))


def cheapest_route(position: PlottedPosition, start: int, there: int, value: int) -> tuple[int, ...] | None:
    """A cheapest route to a hex, if one takes no more than a movement value (P1.5)."""
    before, costs = {start: start}, {start: 0}
    for spent_here in range(value + 1):
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


class RouteReach(GraphReach):
    """The hexes that a route can still go on to, from where it has come to.

    :param explain: the verdict on a whole route
    :param left_out: hexes that are passed through but not chosen
    """

    def __init__(
        self,
        position: PlottedPosition,
        unit: Unit,
        order: str,
        route: tuple[int, ...],
        explain: Explain,
        left_out: frozenset[int] = frozenset(),
    ) -> None:
        value = movement_value(unit.kind, order)
        left = left_of(position, unit, order, route)
        first = not route and position.settings["minimum_move"] == "one_hex"
        end = route[-1] if route else unit.at
        hexmap = position.map

        def steps(at: int) -> Iterator[tuple[int, int]]:
            for there in hexmap.neighbours(at):
                cost = position.cost(there)
                if cost is not None:
                    # P1.8: a single hex that can be entered takes no more than there is.
                    yield there, min(cost, value) if first and at == end else cost

        label = f"{position.owned(unit)} on {hexmap.name(unit.at)}, {order}"
        ends = [at for at in hexmap.members(hexmap.full) if at != end and at not in left_out]
        super().__init__(hexmap, end, steps, left, ends, {}, lambda there: self._on_to(there, route, explain), label)
        self._find_rim = lambda _: self._barred(position)

    def _on_to(self, there: int, route: tuple[int, ...], explain: Explain) -> Verdict:
        """The verdict on going on to a hex: by the way that would be taken, else in a straight line."""
        name = self.map.name(there)
        if there == self.origin:
            return Verdict(Status.INCOMPLETE, (), f"{name} is where the route has come to")
        if name in self:
            return explain((*route, *map(self.map.index, self.path(name)[1:])))
        assert isinstance(self.map, HexMap)  # noqa: S101  (this system is played on hexes)
        ends = (self.map.hex(self.origin), self.map.hex(there))
        line = [self.map.find(tuple(at)) for at in hexes.line(*ends)]
        return explain((*route, *([there] if None in line else [at for at in line[1:] if at is not None])))

    def _barred(self, position: PlottedPosition) -> dict[str, int]:
        """P1.5: next to what can be reached, what cannot be entered or is too dear; P1.3: what is one hex too far."""
        found = {"P1.3": 0, "P1.5": 0}
        levels = self.chains[0]
        for at in self.map.members(self.passed):
            spent_here = next(cost for cost, level in enumerate(levels) if level >> at & 1)
            for there in self.map.neighbours(at):
                if not self.passed >> there & 1:
                    dear = position.cost(there) is None or spent_here < self.budget
                    found["P1.5" if dear else "P1.3"] |= 1 << there
        found["P1.3"] &= ~found["P1.5"]
        return {clause: plane for clause, plane in found.items() if plane}
