"""The kinds of units (P1.3), of orders (P5.2) and of ground (P1.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hexwidget.geometry import Terrain


@dataclass(frozen=True, slots=True)
class UnitKind:
    """A class of units. ``slow`` is its movement value for marching, ``fast`` for running and charging (P1.3)."""

    key: str
    symbol: str
    slow: int
    fast: int


KINDS = {kind.key: kind for kind in (UnitKind("infantry", "spear", 1, 2), UnitKind("cavalry", "horse", 2, 4))}


@dataclass(frozen=True, slots=True)
class OrderKind:
    """A kind of order (P5.2).

    ``pace``: the movement value that it moves with, None if the unit stays. ``zone``: the zone that it gives the unit (P4.3):
    "control", "facing" (a defence zone of three hexes, P4.4) or "around" (a defence zone of six, P4.5).
    """

    key: str
    pace: Literal["slow", "fast"] | None
    zone: Literal["control", "facing", "around"]
    shortcut: str

    @property
    def faces(self) -> bool:
        """P4.4: True if the order has a facing."""
        return self.zone == "facing"


ORDERS = {
    kind.key: kind
    for kind in (
        OrderKind("march", "slow", "control", "m"),
        OrderKind("run", "fast", "control", "n"),
        OrderKind("charge", "fast", "control", "c"),
        OrderKind("retreat", "slow", "control", "t"),
        OrderKind("defend", None, "facing", "d"),
        OrderKind("all-around defence", None, "around", "a"),
        OrderKind("ambush", None, "facing", "b"),
        OrderKind("fire and retreat", None, "facing", "f"),
        OrderKind("rest", None, "control", "x"),
    )
}
REST = "rest"
"""P1.6: an order to rest is the same as no order."""

TERRAINS: tuple[Terrain, ...] = (
    Terrain("plains", "plains", "."),
    Terrain("forest", "forest", "%"),
    Terrain("hills", "hills", "^"),
    Terrain("water", "water", "~"),
    Terrain("cliffs", "cliffs", "*"),
)
"""The kinds of ground with their symbols in map texts."""

COSTS: dict[str, int | None] = {"plains": 1, "forest": 2, "hills": 2, "water": None, "cliffs": None}
"""P1.5: the default cost of entering a hex, in movement points; None for ground that cannot be entered."""


def movement_value(unit: str, order: str) -> int:
    """P1.3: the movement value of a kind of unit under a kind of order; 0 if the order does not move it."""
    pace = ORDERS[order].pace
    return 0 if pace is None else getattr(KINDS[unit], pace)
