"""Units along the way of a maneuver: those that join it, those that are dropped, and the trebuchets that are switched."""

from __future__ import annotations

from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import NO_UNITS, PACKED, UNPACKED, Counts, minus, moving, plus


def follow(
    position: DepletionPosition,
    action: Maneuver,
    seat: int,
    path: tuple[int, ...],
    group: Counts,
    there: dict[int, Counts],
    dropped: dict[int, Counts],
    goes_on: bool,
) -> tuple[list[Counts], list[Counts], Counts, Counts]:
    """Pick units up and drop them along the way. ``there`` and ``dropped`` are filled in. Return the units that come to
    each hex, those that the group has there, those that land, and those that were picked up to move. A group of which no
    unit sets out picks nobody up."""
    sets_out = any(group)
    pickups, drops = dict(action.pickups), dict(action.drops)
    groups, carried, picked = [], list[Counts](), NO_UNITS
    for n, at in enumerate(path):
        groups.append(group)
        for changes, sign in ((pickups, 1), (drops, -1)):
            if sign < 0:
                carried.append(group)
            if n not in changes or (sign > 0 and (n == 0 or not sets_out)):  # D4.10: not where the way begins
                continue
            if at not in there:
                army = position.army_of(seat, at)
                there[at] = army.units if army else NO_UNITS
            wanted = changes[n]
            if sign > 0:
                left = minus(there[at], dropped.get(at, NO_UNITS))  # D3.5: units that were dropped stay
                units = tuple(map(min, wanted, left))
                group, there[at] = plus(group, units), minus(there[at], units)
                picked = plus(picked, moving(units)) if goes_on or n < len(path) - 1 else picked
                group = moving(group) if len(path) > 1 else group
            else:
                units = tuple(map(min, wanted, group))
                group, there[at] = minus(group, units), plus(there[at], units)
                if any(units):
                    dropped[at] = plus(dropped.get(at, NO_UNITS), units)
    return groups, carried, group, picked


def switched(group: Counts, action: Maneuver, moves: bool) -> Counts:
    """The group that lands, with its trebuchets as they stand in the end."""
    found = list(group)
    if not moves:  # all stand as they stood, but for those that are switched
        packed, unpacked = min(action.pack, group[UNPACKED]), min(action.unpack, group[PACKED])
        found[PACKED] += packed - unpacked
        found[UNPACKED] += unpacked - packed
    else:
        unpacked = min(action.unpack, found[PACKED])
        found[PACKED] -= unpacked
        found[UNPACKED] += unpacked
    return tuple(found)
