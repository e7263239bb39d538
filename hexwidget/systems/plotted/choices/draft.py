"""The orders in a draft.

The slots of a draft: ``unit``, the unit whose order is being written; ``order/0203``, ``route/0203`` (hexes between blanks)
and ``facing/0203`` for each unit; ``to``, a hex that the route goes on to; ``rest``, True if no unit gets an order.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from hexwidget.problems import Problems, shown
from hexwidget.rules import Draft
from hexwidget.systems.plotted.actions import LONGEST_ROUTE, Order
from hexwidget.systems.plotted.position import PlottedPosition
from hexwidget.systems.plotted.units import ORDERS, REST

SLOTS = ("unit", "to", "rest", "order/0203", "route/0203", "facing/0203")


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
        """Read a draft.

        :raises InputError: if it has slots or values that cannot be
        """
        problems = Problems()
        made = cls()
        for slot, value in draft.items():
            if isinstance(slot, str) and isinstance(value, (str, bool)):
                made._read_slot(position, slot, value, problems)
            else:
                problems.add(f"draft/{slot}", f"expected a text, or true or false, not {shown(value)}")
        problems.raise_any("this draft cannot be read")
        return made

    def _read_slot(self, position: PlottedPosition, slot: str, value: object, problems: Problems) -> None:
        hexmap, where = position.map, f"draft/{slot}"
        kind, slash, name = slot.partition("/")
        if slash and hexmap.find(name) is None:
            problems.add(where, hexmap.explain_unknown(name))
        elif slot in ("unit", "to"):
            at = hexmap.find(value)
            if at is None:
                problems.add(where, hexmap.explain_unknown(value))
            setattr(self, slot, at)
        elif slot == "rest":
            if type(value) is not bool:
                problems.add(where, f"expected true or false, not {shown(value)}")
            self.rest = value is True
        elif kind == "order" and slash:
            if value not in ORDERS:
                problems.unknown(where, "order", value, ORDERS)
            if value != REST:  # the same as nothing (P1.6)
                self.kinds[name] = str(value)
        elif kind == "facing" and slash:
            if value not in hexmap.compass:
                problems.unknown(where, "side of a hex", value, hexmap.compass)
            self.facings[name] = str(value)
        elif kind == "route" and slash:
            route = tuple(str(value).split())
            if not isinstance(value, str) or len(route) > LONGEST_ROUTE:
                problems.add(where, f"expected at most {LONGEST_ROUTE} hexes between blanks, not {shown(value)}")
            for space in route[: LONGEST_ROUTE + 1]:
                if hexmap.find(space) is None:
                    problems.add(where, hexmap.explain_unknown(space))
            self.routes[name] = route
        else:
            problems.unknown(where, "slot", slot, SLOTS)

    # ------------------------------------------------------------------ as orders
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

    def open_orders(self, position: PlottedPosition) -> list[Order]:
        """The orders that still lack a route or a side."""
        return [
            order
            for order in self.orders(position)
            if (ORDERS[order.kind].pace and not order.route) or (ORDERS[order.kind].faces and not order.facing)
        ]

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
