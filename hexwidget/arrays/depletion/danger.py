"""Danger and support of many armies at once, on arrays. It is loaded only where there are many armies, and agrees with
`hexwidget.systems.depletion.fast.danger`, which looks at one army after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from hexwidget.geometry import HexMap, WholeMap, ring
from hexwidget.rules.reach.batch import Windows, levels_of_many, spread
from hexwidget.systems.depletion.counts import Range, moving, of_types
from hexwidget.systems.depletion.fast.danger import Counted, parts, standing_of, threats
from hexwidget.systems.depletion.maneuver.costs import MARCH_POINTS
from hexwidget.systems.depletion.maneuver.reach import by_ferry, planes
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import MOVEMENT, ONE, PACKED, UNITS, UNPACKED

_MOST_CELLS = 50_000_000
"""The most cells, armies times hexes, that are held at once."""


def on_arrays(position: DepletionPosition, armies: Sequence[Army]) -> Counted:
    """The coverage of many armies at once. Armies that vessels may ferry are looked at one by one."""
    hexmap = position.map
    size = hexmap.full.bit_length()
    totals = [np.zeros(size, np.int64) for _ in range(3)]
    chunk = max(1, _MOST_CELLS // max(1, size))
    for first in range(0, len(armies), chunk):
        some = armies[first : first + chunk]
        reached = np.zeros((len(some), size), bool)
        attacked = np.zeros((len(some), size), bool)
        jobs: dict[tuple[int, int], list[tuple[int, Army]]] = {}
        for n, army in enumerate(some):
            if army.cubes:
                continue
            # A player without vessels needs no plans: no vessel is near.
            near = any(by_ferry(part.plan) for part in parts(position, army)) if position.fleet(army.owner) else False
            if near or (any(army.units[:-1]) and army.units[-1]):
                for plane, into in zip(threats(position, army), (reached, attacked), strict=True):
                    into[n, list(HexMap.members(plane))] = True
            else:
                for t in of_types(army.units):
                    jobs.setdefault((army.owner, t), []).append((n, army))
        for (seat, unit), group in jobs.items():
            kind = moving(ONE[unit])
            frame = hexmap.memo(WholeMap)
            p = planes(position, seat, kind, frame)
            packs = unit == UNPACKED
            budget = MOVEMENT[unit] + MARCH_POINTS - packs
            windows = Windows(hexmap, MOVEMENT[unit] + MARCH_POINTS + 2)
            rows = np.array([n for n, _ in group])
            starts = np.array([army.at for _, army in group])
            levels, used = levels_of_many(windows, starts, p.ones, p.twos, budget, p.free)
            merged = levels | used
            if p.claims:
                claims = windows.cut(windows.words(p.claims), starts)
                room = np.zeros((windows.side + 2, len(group)), windows.kind)
                for b in range(budget, 1, -1):
                    near_by = np.zeros_like(merged[0])
                    spread(merged[b - 2] & ~claims, near_by, room)
                    merged[b] |= near_by & claims
            # Staying is always possible. Where other units stand there must be room for one more.
            least = position.settings["army_size"]
            full = sum(1 << a.at for a in position.armies if a.owner == seat and a.size >= least)
            ends_at = windows.cut(windows.words(hexmap.full & ~(full | p.barred)), starts)
            stay = np.zeros_like(ends_at)
            stay[windows.radius] = windows.kind(1 << windows.radius)
            merged &= ends_at
            merged |= stay
            piece, there = windows.members(merged[-1], starts)
            reached[rows[piece], there] = True
            _attack(position, seat, unit, windows, merged, budget, starts, rows, attacked)
        for total, cells in zip(totals, (reached | attacked, reached, attacked), strict=True):
            total += cells.sum(axis=0)
    found = [{int(at): int(total[at]) for at in np.flatnonzero(total)} for total in totals]
    return found[0], found[1], found[2]


def _attack(
    position: DepletionPosition,
    seat: int,
    unit: int,
    windows: Any,
    merged: Any,
    budget: int,
    starts: Any,
    rows: Any,
    attacked: Any,
) -> None:
    """Mark the hexes that are attacked from the ends of the units of one type."""
    standing, tired = standing_of(position, seat)
    fresh = position.map.full & ~tired
    own, loaded = UNITS[unit].attack_range, UNITS[UNPACKED].attack_range
    wanted: list[tuple[Range, int, int]] = []
    if own is not None and unit != UNPACKED:
        wanted.append((own, budget, fresh))
    if unit in (PACKED, UNPACKED) and budget >= 1 and loaded is not None:
        wanted.append((loaded, budget - 1, fresh))
    wanted += [(reach, budget, fresh & plane) for reach, plane in standing.items()]
    for reach, level, plane in wanted:
        able = merged[level] & windows.cut(windows.words(plane), starts)
        piece, there = windows.members(able, starts)
        targets = _annulus(position.map, reach)[there]
        pieces = np.broadcast_to(rows[piece][:, None], targets.shape)
        known = targets >= 0
        attacked[pieces[known], targets[known]] = True


@lru_cache(maxsize=32)
def _annulus(hexmap: HexMap, reach: Range) -> Any:
    """For each hex of a map, by number, the hexes at a range from it; -1 off the map."""
    around = [offset for radius in range(reach[0], reach[1] + 1) for offset in ring((0, 0), radius)]
    size = hexmap.full.bit_length()
    found = np.full((size, len(around)), -1, np.int64)
    for at in HexMap.members(hexmap.full):
        here = hexmap.hex(at)
        for k, offset in enumerate(around):
            there = hexmap.find(here + offset)
            if there is not None:
                found[at, k] = there
    return found
