"""An order as it is judged: in its sheet, on its position."""

from __future__ import annotations

from typing import NamedTuple

from hexwidget.systems.plotted.actions import Order
from hexwidget.systems.plotted.position import PlottedPosition, Unit
from hexwidget.systems.plotted.units import movement_value


class Case(NamedTuple):
    """An order on a position. ``seat``: the player who writes it; ``beside``: the other orders of the sheet."""

    position: PlottedPosition
    seat: int
    order: Order
    beside: tuple[Order, ...] = ()

    @property
    def unit(self) -> Unit | None:
        """The unit that the order is for; None if no unit stands on its hex."""
        return self.position.by_hex.get(self.position.map.index(self.order.unit))

    @property
    def player(self) -> str:
        """The name of the player who writes the order."""
        return self.position.players[self.seat]

    @property
    def value(self) -> int:
        """P1.3: the movement value of the unit under the order; 0 without a unit, or if the order does not move it."""
        unit = self.unit
        return 0 if unit is None else movement_value(unit.kind, self.order.kind)
