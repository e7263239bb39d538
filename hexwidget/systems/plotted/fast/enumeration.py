"""The orders that a player may seal: a product over the units, counted and sampled without listing it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, product
from math import prod
from random import Random

from hexwidget.geometry import HexMap
from hexwidget.rules.listing import LegalActions
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.choices.draft import OrdersDraft
from hexwidget.systems.plotted.position import PlottedPosition, RouteTables, Unit, Walks, canonical, route_tables
from hexwidget.systems.plotted.units import ORDERS, REST, movement_value


class UnitOrders:
    """The orders that one unit may be given, by number: first no order (P1.6), then each kind with all its routes or sides.

    They depend on the unit's hex, on its kind and on a melee that it is engaged in. Nothing else of a position bars them.

    :param ways: the steps on the ground, see `routes`
    :param one_hex: True if a single hex is always allowed (P1.8)
    """

    def __init__(self, ways: RouteTables, hexmap: HexMap, at: int, kind: str, *, engaged: bool, one_hex: bool) -> None:
        self._name = hexmap.name(at)
        self._map = hexmap
        walks: dict[int, Walks] = {}
        self._kinds: list[tuple[str, Walks | tuple[str | None, ...]]] = []
        for key, order in ORDERS.items():
            if key == REST:
                continue
            if order.pace is None:
                self._kinds.append((key, tuple(hexmap.compass) if order.faces else (None,)))
            elif not engaged or key == "retreat":  # P4.6
                value = movement_value(kind, key)
                if value not in walks:
                    walks[value] = Walks(ways, at, value, one_hex=one_hex)
                self._kinds.append((key, walks[value]))
        self._starts = list(accumulate((len(what) for _, what in self._kinds), initial=1))
        """The number of the first order of each kind, and at the end the number of all orders."""

    def __len__(self) -> int:
        return self._starts[-1]

    def __getitem__(self, number: int) -> Order | None:
        """An order by its number; None: to rest."""
        if number == 0:
            return None
        n = bisect_right(self._starts, number) - 1
        kind, what = self._kinds[n]
        found = what[number - self._starts[n]]
        if isinstance(found, tuple):
            return Order(self._name, kind, tuple(map(self._map.name, found)))
        return Order(self._name, kind, (), found)

    def __iter__(self) -> Iterator[Order | None]:
        return iter(_list(self))


@lru_cache(maxsize=64)
def _list(orders: UnitOrders) -> list[Order | None]:
    """All orders of a unit. They are cached, as looking ahead lists those of the same units again and again."""
    return [orders[number] for number in range(len(orders))]


@lru_cache(maxsize=64)
def _orders_on(
    hexmap: HexMap, costs: tuple[tuple[str, int | None], ...], one_hex: bool
) -> Callable[[int, str, bool], UnitOrders]:
    """The orders that units may be given on a ground, by hex, kind and engagement. All positions on the ground share them, and
    each is made once."""
    ways = route_tables(hexmap, costs)
    return cache(lambda at, kind, engaged: UnitOrders(ways, hexmap, at, kind, engaged=engaged, one_hex=one_hex))


def orders_of(position: PlottedPosition, units: Sequence[Unit]) -> list[UnitOrders]:
    """The orders that each of some units may be given."""
    orders = _orders_on(position.map, position.costs, position.settings["minimum_move"] == "one_hex")
    engaged = position.in_melee
    return [orders(unit.at, unit.kind, unit.at in engaged) for unit in units]


class PlottedActions(LegalActions[Seal]):
    """All orders that a player may seal: a product over the units. Within a draft the orders of other units stand, and the
    chosen unit has all orders that its part of the draft can become."""

    position: PlottedPosition

    @property
    def _open(self) -> bool:
        """True if this player writes orders now."""
        position = self.position
        return self.seat in position.writing and not position.melees and position.outcome is None

    def _by_own_unit(self) -> list[UnitOrders]:
        return orders_of(self.position, self.position.units_of(self.seat))

    def __iter__(self) -> Iterator[Seal]:
        if not self._open:
            return
        if self.within:
            # The choices take a hex to go on to into the route.
            draft = self.position.choices(self.within, self.player).draft
            yield from self.in_draft(OrdersDraft.read(self.position, draft))
            return
        for orders in product(*self._by_own_unit()):
            yield Seal(self.player, tuple(order for order in orders if order is not None))

    def in_draft(self, written: OrdersDraft) -> Iterator[Seal]:
        position = self.position
        unit = None if written.unit is None else position.by_hex.get(written.unit)
        if unit is None:
            seal = Seal(self.player, written.orders(position))
            if seal in self:
                yield seal
        if unit is None or written.to is not None:
            return
        name = position.map.name(unit.at)
        others = tuple(order for order in written.orders(position) if order.unit != name)
        for order in orders_of(position, [unit])[0]:
            if written.can_become(name, order):
                made = Seal(self.player, canonical(position.map, [*others, *filter(None, [order])]))
                if made in self:
                    yield made

    def count(self) -> int:
        if self.within:
            return super().count()
        return prod(map(len, self._by_own_unit())) if self._open else 0

    def sample(self, rng: Random) -> Seal:
        if self.within or not self._open:
            return super().sample(rng)
        drawn = [orders[rng.randrange(len(orders))] for orders in self._by_own_unit()]
        return Seal(self.player, tuple([order for order in drawn if order is not None]))
