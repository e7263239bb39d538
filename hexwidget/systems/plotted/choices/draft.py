"""The orders in a draft.

The slots of a draft: ``unit``, the unit whose order is being written; ``order/0203``, ``route/0203`` (hexes between blanks)
and ``facing/0203`` for each unit; ``to``, a hex that the route goes on to; ``rest``, True if no unit gets an order.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from hexwidget.rules import Draft
from hexwidget.systems.plotted.actions import Order
from hexwidget.systems.plotted.position import PlottedPosition
from hexwidget.systems.plotted.units import ORDERS, REST


@dataclass
class OrdersDraft:
    """A draft as values. ``kinds``, ``routes`` and ``facings`` are by the name of the unit's hex, ``unit`` and ``to`` numbers."""

    unit: int | None = None
    to: int | None = None
    rest: bool = False
    kinds: dict[str, str] = field(default_factory=dict)
    routes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    facings: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, position: PlottedPosition, draft: Draft) -> OrdersDraft:
        """The values of a draft whose slots the grammar has read."""
        made = cls(rest=draft.get("rest") is True)
        for slot, value in draft.items():
            kind, _, name = slot.partition("/")
            if slot in ("unit", "to"):
                setattr(made, slot, position.map.index(str(value)))
            elif kind == "order" and value != REST:  # the same as nothing (P1.6)
                made.kinds[name] = str(value)
            elif kind == "route":
                made.routes[name] = tuple(str(value).split())
            elif kind == "facing":
                made.facings[name] = str(value)
        return made

    def order(self, name: str) -> Order | None:
        """The order for a unit, complete or not; None if it has none."""
        kind = self.kinds.get(name)
        if kind is None:
            return None
        route = self.routes.get(name, ()) if ORDERS[kind].pace else ()
        return Order(name, kind, route, self.facings.get(name) if ORDERS[kind].faces else None)

    def orders(self, position: PlottedPosition) -> tuple[Order, ...]:
        """All orders, by hex."""
        found = [order for name in self.kinds if (order := self.order(name)) is not None]
        return tuple(sorted(found, key=lambda order: position.map.index(order.unit)))

    def without_empty_routes(self) -> OrdersDraft:
        """The orders without movement orders that lack a route. Going on to another unit drops these."""
        kinds = {n: kind for n, kind in self.kinds.items() if self.routes.get(n) or not ORDERS[kind].pace}
        return replace(self, kinds=kinds, routes=dict(self.routes), facings=dict(self.facings))

    def can_become(self, name: str, order: Order | None) -> bool:
        """True if the draft of a unit's order can still become an order (None: to rest)."""
        kind, route, facing = self.kinds.get(name), self.routes.get(name, ()), self.facings.get(name)
        if order is None:
            return kind is None
        return (
            kind in (None, order.kind)
            and order.route[: len(route)] == (route if ORDERS[order.kind].pace else ())
            and (facing in (None, order.facing) or not ORDERS[order.kind].faces)
        )

    def draft(self, position: PlottedPosition) -> Draft:
        """The draft with these orders, without ``to``."""
        slots: dict[str, str | bool | int] = {}
        if self.rest:
            slots["rest"] = True
        if self.unit is not None:
            slots["unit"] = position.map.name(self.unit)
        for name, kind in self.kinds.items():
            slots[f"order/{name}"] = kind
        for name, route in self.routes.items():
            slots[f"route/{name}"] = " ".join(route)
        for name, facing in self.facings.items():
            slots[f"facing/{name}"] = facing
        return Draft(slots)


def open_ones(orders: tuple[Order, ...]) -> list[Order]:
    """The orders that still lack a route or a side."""
    kinds = ((order, ORDERS[order.kind]) for order in orders)
    return [o for o, kind in kinds if (kind.pace and not o.route) or (kind.faces and not o.facing)]
