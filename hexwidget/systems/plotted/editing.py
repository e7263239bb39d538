"""Editing by hand: the effect of each brush on a description."""

from __future__ import annotations

from typing import Any

from hexwidget.english import phrase
from hexwidget.rules.editing import ERASE, OWNER, Brush, ground_brushes, hand_over, take_all
from hexwidget.systems.plotted.position import PlottedPosition
from hexwidget.systems.plotted.units import KINDS, TERRAINS

USUAL_STRENGTH = 4
"""The strength of a new unit."""


def brushes(position: PlottedPosition) -> tuple[Brush, ...]:
    """Brushes for grounds and kinds of units. Each click on a unit of the kind adds one to its strength."""
    units = [
        Brush(key, phrase("{kind} (again: stronger)", kind=key), "unit", kind.symbol, owned=True)
        for key, kind in KINDS.items()
    ]
    return (*ground_brushes(TERRAINS), *units, OWNER, ERASE)


def paint(position: PlottedPosition, described: dict[str, Any], brush: Brush, space: str, player: str) -> None:
    """Put a unit on a hex, in the place of another."""
    units = described["units"]
    if brush.group == "unit":
        before = take_all(units, space) or {}
        same = {**before, "strength": before["strength"] + 1} if before.get("kind") == brush.key else None
        units.setdefault(player, {})[space] = same or {"kind": brush.key, "strength": USUAL_STRENGTH}
    else:
        hand_over(units, brush, space, player)
