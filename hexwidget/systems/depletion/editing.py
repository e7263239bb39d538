"""Editing by hand: the change that each brush makes to a description."""

from __future__ import annotations

from typing import Any

from hexwidget.rules.editing import ERASE, OWNER, Brush, ground_brushes, repaint
from hexwidget.systems.depletion.language import UNIT_BY_KEY
from hexwidget.systems.depletion.position import STRUCTURE_KEYS, DepletionPosition
from hexwidget.systems.depletion.units import ONE, STRUCTURE_SYMBOLS, TERRAINS, UNEXPLORED, UNITS, plus, write_units

CUBE = "cube"


def brushes(position: DepletionPosition) -> tuple[Brush, ...]:
    """The brushes: grounds (but for unexplored ones, which belong to provinces), kinds of units, structures, cubes."""
    grounds = ground_brushes(t for t in TERRAINS if t.key != UNEXPLORED)
    units = [Brush(u.key, u.plural, "unit", u.symbol, owned=True) for u in UNITS]
    buildings = [Brush(kind, kind, "building", STRUCTURE_SYMBOLS[kind], owned=True) for kind in STRUCTURE_KEYS]
    return (*grounds, *units, *buildings, Brush(CUBE, "depletion cube", "token"), OWNER, ERASE)


def paint(position: DepletionPosition, described: dict[str, Any], brush: Brush, space: str, player: str) -> None:
    """Apply a brush. Units are added one by one; a structure or a cube takes the place of those that are there."""
    armies, cubes = described["armies"], described["cubes"]
    if brush.group == "ground":
        repaint(described, position.map, space, brush.key, TERRAINS)
    elif brush.group == "unit":
        for other in position.players:
            if other != player:
                armies.get(other, {}).pop(space, None)
        standing = position.standing(position.players.index(player), position.map.index(space))
        armies.setdefault(player, {})[space] = write_units(plus(standing, ONE[UNIT_BY_KEY[brush.key]]))
    elif brush.group == "building":
        _take(described, space, (STRUCTURE_KEYS[brush.key],))
        described.setdefault(STRUCTURE_KEYS[brush.key], {}).setdefault(player, []).append(space)
    elif brush.key == CUBE:
        cubes[space] = cubes.get(space, 0) + 1
    else:
        held = next((own.get(space) for own in armies.values() if space in own), None)
        built = [key for key in STRUCTURE_KEYS.values() if any(space in own for own in described.get(key, {}).values())]
        _take(described, space, ("armies", *STRUCTURE_KEYS.values()))
        if brush == OWNER:
            if held is not None:
                armies.setdefault(player, {})[space] = held
            for key in built:
                described[key].setdefault(player, []).append(space)
        else:
            cubes.pop(space, None)


def _take(described: dict[str, Any], space: str, keys: tuple[str, ...]) -> None:
    for key in keys:
        for own in described.get(key, {}).values():
            if space in own:
                own.pop(space) if isinstance(own, dict) else own.remove(space)
