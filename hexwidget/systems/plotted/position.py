"""The immutable position of `plotted`: map, units, the pairs that are engaged, and the sealed orders; and the routes on it (P1.1, P1.3,
P1.5, P1.8).

A route is a walk: it may come back to a hex. The number of routes follows from the hexes one step further on:
N(at, left) = 1 + the sum of N(there, left - cost of there) over the hexes there next to at that can be entered. The 1 is
the route that ends at the hex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from hexwidget.english import phrase
from hexwidget.geometry import HexMap, Space
from hexwidget.limits import Limits
from hexwidget.rules import Reading, Settings, looked_up
from hexwidget.rules.description import Known
from hexwidget.rules.hints import UNIQUE, Example, Hex, ReadBy
from hexwidget.rules.reach import Reach, conditions
from hexwidget.systems.plotted.actions import LONGEST_ROUTE, ORDER, Order
from hexwidget.systems.plotted.units import ORDERS, REST, movement_value
from hexwidget.systems.position import BundledPosition
from hexwidget.systems.registry import system

if TYPE_CHECKING:
    from hexwidget.systems.plotted.system import Plotted


class Unit(NamedTuple):
    """A unit: number of its hex, seat of its owner, kind, strength points, and its name if it has one."""

    at: int
    owner: int
    kind: str
    strength: int
    name: str = ""

    @property
    def called(self) -> str:
        """Its name, or its kind."""
        return self.name or self.kind


DIE = 20
Pair = Annotated[tuple[Hex, Hex], UNIQUE, Example("two hexes", ["0203", "0303"])]
Charged = Annotated[tuple[bool, bool], Example("two of true and false", [True, False])]
Rolls = tuple[Annotated[int, Limits(1, DIE)], ...]


class Melee(NamedTuple):
    """A pair that fights (P4.7), its hexes ascending. ``charged``: True for a unit that has charged over 2 hexes or more;
    ``rolls``: the dice rolled so far, the first unit's first (P5.2)."""

    hexes: Pair
    charged: Charged
    rolls: Annotated[Rolls, Limits(most=2), Example("the dice rolled so far, at most two", [14])]


def _order(where: str, given: Any, known: Known) -> Order:
    found = None
    if not isinstance(given, str) or len(given) > LONGEST_ORDER:
        known.problems.expected(where, "an order such as 'march 0203-0303'", given)
    elif known.map is not None:
        found = ORDER.read(given, Reading(known, known.problems, where))
    return found or Order("", REST)


LONGEST_ORDER = 2000
"""The most characters of an order in a description."""
OrderText = Annotated[
    Order,
    ReadBy(_order, Annotated[str, Limits(most=LONGEST_ORDER)], lambda order, _: str(order)),
    Example("an order", "march 0203-0303"),
]


class CarriedOut(NamedTuple):
    """An order of the turn before, as it was revealed, and the number of hexes that its unit has gone."""

    order: OrderText
    walked: Annotated[int, Limits(0, LONGEST_ROUTE)]


@dataclass(frozen=True, repr=False)
class PlottedPosition(BundledPosition):
    """A position of `plotted`. Compares and hashes by content; made by ``system("plotted").position(...)``.

    ``units`` are in the order of their hexes. ``engaged``: the pairs of hexes whose units were in melee when the turn began;
    ``sealed``: by seat the orders sealed this turn, None for a player who has not sealed; ``melees``: the pairs whose dice
    are being rolled; ``carried_out``: the orders of the turn before.
    """

    map: HexMap
    players: tuple[str, ...]
    settings: Settings
    units: tuple[Unit, ...]
    costs: tuple[tuple[str, int | None], ...]
    engaged: tuple[tuple[int, int], ...] = ()
    sealed: tuple[tuple[Order, ...] | None, ...] = ()
    melees: tuple[Melee, ...] = ()
    carried_out: tuple[CarriedOut, ...] = ()
    turn: int = 1
    title: str = field(default="", compare=False)

    @property
    def system(self) -> Plotted:
        return system("plotted")

    @conditions
    def reach(self, space: Space, *, order: str = "march") -> Reach:
        """Return the hexes that a route of the unit on a hex can lead to, by an order of a kind. Costs are points of the
        unit's movement value (P1.3) after the grounds that it enters (P1.5).

        ``reach.path("0304")`` is the route; ``reach.rim`` has the barred hexes beside it with their clauses,
        ``reach.why("0601")`` every reason, with numbers and remedies.

        :param space: the hex of the unit, such as "0301"
        :param order: "march", "run", "charge" or "retreat": the movement value depends on it (P1.3)
        :raises InputError: if there is no unit, or a condition is unknown

        >>> import hexwidget as hw
        >>> ford = hw.scenario("plotted/the-ford").position
        >>> len(ford.reach("0301")), len(ford.reach("0301", order="run"))
        (9, 19)
        """
        return self.system.reach(self, space, order=order).on(self)

    # ------------------------------------------------------------------ look-ups
    @looked_up("units")
    def by_hex(self) -> dict[int, Unit]:
        """The unit on each hex (P3.1)."""
        return {unit.at: unit for unit in self.units}

    @looked_up("engaged")
    def in_melee(self) -> frozenset[int]:
        """The hexes of the units that were engaged when the turn began (P4.3)."""
        return frozenset(at for pair in self.engaged for at in pair)

    @looked_up("costs")
    def _costs(self) -> dict[str, int | None]:
        return dict(self.costs)

    def cost(self, at: int) -> int | None:
        """P1.5: the cost of entering a hex; None if it cannot be entered."""
        return self._costs[self.map.terrain(at)]

    def units_of(self, seat: int) -> list[Unit]:
        """The units of a player, in the order of their hexes."""
        return [unit for unit in self.units if unit.owner == seat]

    @looked_up("units")
    def writing(self) -> list[int]:
        """The seats that write orders in a turn: those with units."""
        return sorted({unit.owner for unit in self.units})

    def owned(self, unit: Unit) -> str:
        """A unit in words: its owner and its name."""
        return with_owner(self.players[unit.owner], unit.called)

    def order_for(self, unit: Unit) -> Order | None:
        """The order sealed for a unit, if it can be seen."""
        orders = self._orders
        return orders.get((unit.owner, self.map.name(unit.at))) if orders else None

    @looked_up("sealed")
    def _orders(self) -> dict[tuple[int, str], Order]:
        return {(seat, order.unit): order for seat, orders in enumerate(self.sealed) for order in orders or ()}

    # ------------------------------------------------------------------ zones
    def zone(self, unit: Unit, order: Order | None) -> tuple[bool, frozenset[int]]:
        """P4.3, P4.4, P4.5: True if a unit has a zone of control, and the steps from its hex to the hexes of its zone of
        either kind."""
        if unit.at in self.in_melee:
            return False, frozenset()
        kind = ORDERS[order.kind].zone if order else "control"
        facing = order.facing if order and kind == "facing" else None
        return kind == "control", _zone(self.map, facing)

    def zones(self, seat: int) -> int:
        """The plane of the hexes in zones of a player's units. Orders that cannot be seen count as no orders."""
        alike, found = dict[frozenset[int], list[int]](), 0
        for unit in self.units_of(seat):
            alike.setdefault(self.zone(unit, self.order_for(unit))[1], []).append(unit.at)
        for steps, places in alike.items():
            plane = self.map.plane_of(places)
            for step in steps:
                found |= plane << step if step > 0 else plane >> -step
        return found & self.map.full


@lru_cache(maxsize=512)
def with_owner(player: str, called: str) -> str:
    """A unit in words: its owner and its name."""
    return phrase("{owner:'s} {kind}", owner=player, kind=called)


@lru_cache(maxsize=512)
def _zone(hexmap: HexMap, facing: str | None) -> frozenset[int]:
    """P4.4: the steps to the three hexes ahead of a facing; without a facing to all six."""
    if facing is None:
        return frozenset(hexmap.steps)
    ahead = hexmap.compass.index(facing)
    return frozenset(hexmap.steps[(ahead + turn) % 6] for turn in (-1, 0, 1))


def canonical(spaces: HexMap, orders: Iterable[Order]) -> tuple[Order, ...]:
    """The orders as a position on a map keeps them: by hex, without orders to rest (P1.6)."""
    return tuple(sorted([order for order in orders if order.kind != REST], key=lambda order: spaces.index(order.unit)))


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
        while True:
            for there, left, ways in steps:
                if number < ways:
                    route.append(there)
                    steps = self._ways.steps(there, left)
                    break
                number -= ways
            else:
                raise IndexError(number)
            if number == 0:  # the route ends at this hex
                return tuple(route)
            number -= 1


def cost_of(position: PlottedPosition, route: tuple[int, ...]) -> int:
    """P1.5: the cost of a route. Hexes that cannot be entered cost nothing."""
    return sum(position.cost(at) or 0 for at in route)


def left_of(position: PlottedPosition, unit: Unit, order: str, route: tuple[int, ...]) -> int:
    """The rest of the movement value after a route; 0 after a route that is too dear."""
    return max(0, movement_value(unit.kind, order) - cost_of(position, route))


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
