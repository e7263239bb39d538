"""Editing by hand: what each brush does to a description."""

from __future__ import annotations

from typing import Any

from hexwidget.rules.editing import ERASE, OWNER, Brush, ground_brushes, repaint
from hexwidget.systems.plotted.position import PlottedPosition
from hexwidget.systems.plotted.units import KINDS, TERRAINS

USUAL_STRENGTH = 4


def brushes(position: PlottedPosition) -> tuple[Brush, ...]:
    """Grounds and kinds of units; strength goes up by one with each click on a unit of the kind."""
    units = [Brush(key, f"{key} (again: stronger)", "unit", kind.symbol, owned=True) for key, kind in KINDS.items()]
    return (*ground_brushes(TERRAINS), *units, OWNER, ERASE)


def paint(position: PlottedPosition, described: dict[str, Any], brush: Brush, space: str, player: str) -> None:
    """One unit a hex: it takes the place of another."""
    if brush.group == "ground":
        repaint(described, position.map, space, brush.key, TERRAINS)
        return
    units = described["units"]
    before = next((own.pop(space) for own in units.values() if space in own), None)
    if brush.group == "unit":
        same = before is not None and before["kind"] == brush.key
        made = {**before, "strength": before["strength"] + 1} if before is not None and same else None
        units.setdefault(player, {})[space] = made or {"kind": brush.key, "strength": USUAL_STRENGTH}
    elif brush == OWNER and before is not None:
        units.setdefault(player, {})[space] = before
