"""The hexes that a route can go on to (P1.1, P1.3, P1.5, P1.8)."""

from __future__ import annotations

from typing import cast
from weakref import proxy

from hexwidget.english import worded
from hexwidget.geometry import HexMap, Space, hexes
from hexwidget.problems import Problems
from hexwidget.rules import Observation, Status, Verdict, seen
from hexwidget.rules.reach import CANNOT_COMPUTE, GraphReach, Reach, check_piece
from hexwidget.systems.plotted.actions import Order
from hexwidget.systems.plotted.legality import check_order
from hexwidget.systems.plotted.position import PlottedPosition, Unit, left_of, route_tables
from hexwidget.systems.plotted.units import ORDERS, movement_value


class RouteReach(GraphReach):
    """The hexes that the route of a unit can still go on to.

    :param order: the kind of the order
    :param route: the hexes that the route enters so far
    :param left_out: hexes of own units, which the route may enter, but by a button: a click chooses the unit
    :param others: the orders of other units in the draft. Remedies name them, too
    """

    def __init__(
        self,
        position: PlottedPosition,
        unit: Unit,
        order: str,
        route: tuple[int, ...] = (),
        left_out: frozenset[int] = frozenset(),
        others: tuple[Order, ...] = (),
    ) -> None:
        value = movement_value(unit.kind, order)
        left = left_of(position, unit, order, route)
        first = not route and position.settings["minimum_move"] == "one_hex"
        end = route[-1] if route else unit.at
        hexmap, this = position.map, proxy(self)  # a reach that held itself would wait for the garbage collector

        near = route_tables(hexmap, position.costs).near

        def steps(at: int) -> list[tuple[int, int]]:
            if not first or at != end:
                return near(at)
            # P1.8: a single hex that can be entered costs no more than the movement value.
            return [(there, min(cost, value)) for there, cost in near(at)]

        def why(there: int) -> Verdict:
            if there == end:
                return Verdict(Status.INCOMPLETE, (), worded("the route ends on {0} now", hexmap.name(there)))
            if out >> there & 1 and hexmap.name(there) in RouteReach(position, unit, order, route):
                wording = "the route can enter {0}: from a hex beside it, a button goes on to your unit there"
                words = worded(wording, hexmap.name(there))
                return Verdict(Status.INCOMPLETE, (), words)
            names = tuple(map(hexmap.name, (*route, *this._way(there))))
            return check_order(position, unit.owner, Order(hexmap.name(unit.at), order, names), others)

        label = worded("{unit} on {0}, {kind}", hexmap.name(unit.at), unit=position.owned(unit), kind=order)
        super().__init__(hexmap, end, steps, left, None, {}, why, label)
        out = self.frame.plane_of(left_out)
        self.may_end &= ~out
        most = value - len(route)
        self.find_rim = lambda reach: cast("RouteReach", reach)._bars(position, most)

    def _way(self, there: int) -> tuple[int, ...]:
        """The hexes that lead to a hex: by the way that would be taken, else in a straight line."""
        name = self.map.name(there)
        if name in self:
            return tuple(map(self.map.index, self.path(name)[1:]))
        return self._straight(there)

    def _straight(self, there: int) -> tuple[int, ...]:
        """The hexes of a straight line to a hex; where it leaves the map, that hex alone."""
        assert isinstance(self.map, HexMap)  # noqa: S101  (this system is played on hexes)
        line = [self.map.find(tuple(at)) for at in hexes.line(self.map.hex(self.origin), self.map.hex(there))]
        return (there,) if None in line else tuple(at for at in line[1:] if at is not None)

    def _bars(self, position: PlottedPosition, most: int) -> dict[str, int]:
        """The planes of the hexes beside the reach, by clause.

        :param most: the most hexes that a route can still enter (P1.3)
        """
        found: dict[str, int] = {}
        for at in self.map.members(self.passed):
            for there in self.map.neighbours(at):
                if not self.passed >> there & 1 and not any(plane >> there & 1 for plane in found.values()):
                    clause = self._bar(position, there, most)
                    found[clause] = found.get(clause, 0) | 1 << there
        return found

    def _bar(self, position: PlottedPosition, there: int, most: int) -> str:
        """The clause that bars a hex by the way that `why` judges: a gap in it, ground or cost, or too many hexes."""
        if position.cost(there) is None:
            return "P1.5"
        way = self._straight(there)
        if len(way) == 1 and there not in self.map.neighbours(self.origin):
            return "P1.1"
        return "P1.3" if len(way) > most and None not in map(position.cost, way) else "P1.5"


def reach_from(
    observation: PlottedPosition | Observation[PlottedPosition], space: Space, *, order: str = "march"
) -> Reach:
    """The hexes that a route of a unit can lead to: see `PlottedPosition.reach`.

    :raises InputError: if there is no unit, or the order is no movement order
    """
    position, problems = seen(observation), Problems()
    moves = [key for key, kind in ORDERS.items() if kind.pace]
    problems.note_unknown("order", "movement order", order, moves)
    check_piece(position.map, space, position.by_hex, "unit units", problems)
    problems.raise_any(CANNOT_COMPUTE)
    return RouteReach(position, position.by_hex[position.map.index(space)], order)
