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


@lru_cache(maxsize=64)
def _known(
    hexmap: HexMap, costs: tuple[tuple[str, int | None], ...]
) -> tuple[dict[int, list[tuple[int, int]]], dict[tuple[int, int], int]]:
    """Tables to be filled in for a ground: the neighbours that can be entered with their cost, and the number of routes by hex
    and movement value left."""
    return {}, {}


class Walks:
    """The routes of one hex or more that a unit may be ordered to go.

    :param value: the movement value of the order
    """

    def __init__(self, position: PlottedPosition, start: int, value: int) -> None:
        self.start = start
        self.value = value
        self._position = position
        self._one_hex = position.settings["minimum_move"] == "one_hex"
        # What follows from the ground alone is the same in all positions on it; the single hex that is always allowed (P1.8)
        # belongs to this unit.
        self._near, counts = _known(position.map, position.costs)
        self._counts = {} if self._one_hex else counts

    def _steps(self, at: int, left: int) -> Iterator[tuple[int, int]]:
        """The hexes that may come next, each with what is left there."""
        if at not in self._near:
            costs = ((there, self._position.cost(there)) for there in self._position.map.neighbours(at))
            self._near[at] = [(there, cost) for there, cost in costs if cost is not None]
        first = self._one_hex and at == self.start and left == self.value
        for there, cost in self._near[at]:
            if cost <= left:
                yield there, left - cost
            elif first and self.value > 0:
                yield there, 0  # P1.8: a single hex is always allowed

    def _count(self, at: int, left: int) -> int:
        known = self._counts.get((at, left))
        if known is None:
            known = 1 + sum(self._count(there, rest) for there, rest in self._steps(at, left))
            self._counts[at, left] = known
        return known

    def __len__(self) -> int:
        return self._count(self.start, self.value) - 1

    def __getitem__(self, number: int) -> tuple[int, ...]:
        """A route by its number, from 0: the hexes that are entered."""
        at, left, route = self.start, self.value, list[int]()
        number += 1
        while number:
            number -= 1
            for there, rest in self._steps(at, left):
                behind = self._count(there, rest)
                if number < behind:
                    route.append(there)
                    at, left = there, rest
                    break
                number -= behind
            else:
                raise IndexError(number)
        return tuple(route)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return self._from(self.start, self.value, ())

    def _from(self, at: int, left: int, route: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for there, rest in self._steps(at, left):
            yield (*route, there)
            yield from self._from(there, rest, (*route, there))


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
