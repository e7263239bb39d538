"""Editing by hand: the change that each brush makes to a description."""

from __future__ import annotations

from typing import Any

from hexwidget.rules.editing import ERASE, OWNER, Brush, ground_brushes, hand_over, take_all
from hexwidget.systems.depletion.counts import plus
from hexwidget.systems.depletion.language import UNIT_BY_KEY
from hexwidget.systems.depletion.position import STRUCTURE_KEYS, DepletionPosition
from hexwidget.systems.depletion.units import ONE, STRUCTURE_SYMBOLS, TERRAINS, UNEXPLORED, UNITS, write_units

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
    if brush.group == "unit":
        take_all(armies, space)
        standing = position.standing(position.players.index(player), position.map.index(space))
        armies.setdefault(player, {})[space] = write_units(plus(standing, ONE[UNIT_BY_KEY[brush.key]]))
    elif brush.group == "building":
        _take_down(described, space, STRUCTURE_KEYS[brush.key])
        described.setdefault(STRUCTURE_KEYS[brush.key], {}).setdefault(player, []).append(space)
    elif brush.key == CUBE:
        cubes[space] = cubes.get(space, 0) + 1
    else:
        hand_over(armies, brush, space, player)
        for key in STRUCTURE_KEYS.values():
            if _take_down(described, space, key) and brush == OWNER:
                described[key].setdefault(player, []).append(space)
        if brush == ERASE:
            cubes.pop(space, None)


def _take_down(described: dict[str, Any], space: str, key: str) -> bool:
    """Take the structures of a kind on a space away. Return True if there was one."""
    held = [own for own in described.get(key, {}).values() if space in own]
    for own in held:
        own.remove(space)
    return bool(held)
