"""The brushes of the editor, and their effects on a description."""

from __future__ import annotations

from typing import Any

from hexwidget.rules.editing import ERASE, OWNER, Brush, ground_brushes, hand_over, take_all
from hexwidget.systems.orders.position import OrdersPosition
from hexwidget.systems.orders.roster import FARM, TERRAINS


def brushes(position: OrdersPosition) -> tuple[Brush, ...]:
    """Grounds, and the units and buildings of the roster."""
    roster = position.roster
    units = [Brush(key, key, "unit", kind.symbol, owned=True) for key, kind in roster.units.items()]
    built = [Brush(key, key, "building", kind.symbol, owned=True) for key, kind in roster.buildings.items()]
    return (*ground_brushes(TERRAINS), *units, *built, OWNER, ERASE)


def paint(position: OrdersPosition, described: dict[str, Any], brush: Brush, space: str, player: str) -> None:
    """Apply a brush. A unit takes the place of another unit. A building takes the place of another, but a farm and one other
    building may share a hex (O3.3)."""
    units, buildings = described["units"], described["buildings"]
    if brush.group == "building":
        built = [b for b in take_all(buildings, space) or () if (b == FARM) != (brush.key == FARM)]
        buildings.setdefault(player, {})[space] = [*built, brush.key]
    elif brush.group == "unit":
        number = 1 + max((entry["id"] for own in units.values() for entry in own.values()), default=0)
        take_all(units, space)
        units.setdefault(player, {})[space] = {"unit": brush.key, "id": number}
    else:
        for table in (units, buildings):
            hand_over(table, brush, space, player)
