"""The only action: a player seals the orders for all units at once.

The text is ``march 0203-0303-0304; defend 0405 facing NE; all-around defence 0501``. Units that are not named rest (P1.6);
``all rest`` seals no order at all.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexwidget.rules import Action

ALL_REST = "all rest"


@dataclass(frozen=True, slots=True)
class Order:
    """An order for one unit (P5.2): the hex of the unit, the kind of order, and its route or facing.

    ``route`` names the hexes that the unit will enter (P1.1), without its own hex. ``facing`` is a side of its hex by compass
    (P4.4), such as "NE".
    """

    unit: str
    kind: str
    route: tuple[str, ...] = ()
    facing: str | None = None

    def __str__(self) -> str:
        way = "-".join((self.unit, *self.route))
        return f"{self.kind} {way}" + (f" facing {self.facing}" if self.facing else "")


@dataclass(frozen=True, slots=True, repr=False)
class Seal(Action):
    """A player's orders for this turn (P1.9). Until all players have sealed, they replace earlier ones."""

    orders: tuple[Order, ...]

    def __str__(self) -> str:
        return "; ".join(map(str, self.orders)) or ALL_REST
