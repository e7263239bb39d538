"""Positions in words."""

from __future__ import annotations

from hexwidget.english import agree, capital
from hexwidget.systems.plotted.actions import Seal
from hexwidget.systems.plotted.position import PlottedPosition
from hexwidget.systems.plotted.units import TERRAINS


def describe(position: PlottedPosition) -> str:
    """A position for a terminal: the map as text, the units of each player, and the state of the game."""
    lines = [position.title] if position.title else []
    lines += [position.map.to_text(TERRAINS).rstrip()]
    lines += [f"{capital(player)}: {'; '.join(stands) or 'nothing'}" for player, stands in inventory(position).items()]
    if position.engaged:
        pairs = (f"{position.map.name(a)} and {position.map.name(b)}" for a, b in position.engaged)
        lines.append(f"Engaged: {'; '.join(pairs)}")
    for player, orders in zip(position.players, position.sealed, strict=True):
        if orders is not None:
            lines.append(f"{capital(agree(player, 'has'))} sealed: {Seal(player, orders)}")
    return "\n".join([*lines, position.system.status(position)])


def inventory(position: PlottedPosition) -> dict[str, list[str]]:
    """The units of each player, hex by hex."""
    found: dict[str, list[str]] = {player: [] for player in position.players}
    for unit in position.units:
        where = position.map.name(unit.at)
        found[position.players[unit.owner]].append(f"{unit.called} on {where} (strength {unit.strength})")
    return found
