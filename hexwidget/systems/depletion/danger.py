"""Which hexes armies can reach or attack next: danger and support, as a map of counts.

An army counts for a hex if it, or a part of it, can end a maneuver or march there, or attack it after one (D1.8, D5.3). A unit
alone comes further than with others, so the parts that count are single units; on the hex where one lands those that stand
there attack, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from hexwidget.geometry import HexMap, Space
from hexwidget.geometry.hexes import ring
from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.movement import by_ferry, journey, planes, reach_of
from hexwidget.systems.depletion.plan import MARCH_POINTS, ManeuverPlan
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import (
    MOVEMENT,
    PACKED,
    UNITS,
    UNPACKED,
    Counts,
    moving,
    of_types,
)

ENOUGH_FOR_ARRAYS = 10
"""From so many armies on arrays are faster than one army after the other (measured)."""
_MOST_CELLS = 50_000_000
"""Armies times hexes that are held at once."""

Range = tuple[int, int]


class Coverage(Mapping[str, int]):
    """How many armies can reach or attack each hex next; hexes that none can are left out.

    ``reached`` and ``attacked`` tell the two apart; `by` says which armies. A board shows it: ``board.show(coverage)``.

    >>> import hexwidget as hw
    >>> position = hw.system("depletion").position(map=". . . . .", players=["red", "blue"],
    ...     armies={"red": {"0101": "1 spearman"}, "blue": {"0501": "1 archer"}})
    >>> dict(position.danger("blue"))
    {'0101': 1, '0201': 1, '0301': 1, '0401': 1, '0501': 1}
    >>> position.danger("blue").by("0501"), position.danger("blue").attacked["0501"]
    (('0101',), 1)
    """

    def __init__(
        self,
        position: DepletionPosition,
        armies: Sequence[Army],
        label: str,
        counts: tuple[Mapping[int, int], Mapping[int, int], Mapping[int, int]],
    ) -> None:
        self.position = position
        self.label = label
        self._armies = tuple(armies)
        name = position.map.name
        self._counts, self.reached, self.attacked = (
            {name(at): number for at, number in sorted(found.items())} for found in counts
        )

    def by(self, space: Space) -> tuple[str, ...]:
        """The hexes of the armies that can reach or attack a hex.

        :raises InputError: if the map has no such hex
        """
        at, hexmap = self.position.map.index(space), self.position.map
        near = (army for army in self._armies if hexmap.distance(army.at, at) <= _FURTHEST)
        return tuple(hexmap.name(army.at) for army in near if any(p >> at & 1 for p in covered(self.position, army)))

    def __getitem__(self, space: str) -> int:
        return self._counts[space]

    def __iter__(self) -> Iterator[str]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __repr__(self) -> str:
        return f"<{self.label}: {len(self._armies)} armies cover {len(self)} hexes>"


_FURTHEST = (
    max(MOVEMENT) + MARCH_POINTS + 1 + max(high for u in UNITS if u.attack_range for _, high in [u.attack_range])
)
"""No army reaches or attacks further than this many hexes: points, a free entry, and the range."""


def coverage(position: DepletionPosition, seats: Sequence[int], label: str, *, arrays: bool | None = None) -> Coverage:
    """What the armies of some players cover.

    :param arrays: whether to compute on arrays; by default from about ten armies on, if NumPy is there
    """
    armies = [army for army in position.armies if army.owner in seats]
    if arrays is None:
        arrays = len(armies) >= ENOUGH_FOR_ARRAYS and _numpy_is_there()
    counts = _on_arrays(position, armies) if arrays else _one_by_one(position, armies)
    return Coverage(position, armies, label, counts)


def _numpy_is_there() -> bool:
    from importlib.util import find_spec

    return find_spec("numpy") is not None


Counted = tuple[Mapping[int, int], Mapping[int, int], Mapping[int, int]]
"""For hexes by number how many armies cover them, reach them, attack them."""


def _one_by_one(position: DepletionPosition, armies: Sequence[Army]) -> Counted:
    found: tuple[dict[int, int], dict[int, int], dict[int, int]] = ({}, {}, {})
    for army in armies:
        reached, attacked = covered(position, army)
        for counts, plane in zip(found, (reached | attacked, reached, attacked), strict=True):
            for at in HexMap.members(plane):
                counts[at] = counts.get(at, 0) + 1
    return found


# ---------------------------------------------------------------------- one army
class Part(NamedTuple):
    """One unit of an army that goes alone: its type, and the maneuver as it begins."""

    unit: int
    plan: ManeuverPlan


def parts(position: DepletionPosition, army: Army) -> list[Part]:
    """One unit of each type of an army that may maneuver."""
    if army.cubes:
        return []
    here, player = (position.map.name(army.at),), position.players[army.owner]
    return [
        Part(t, journey(position, army.owner, Maneuver(player, here, march=True, units=_one(t))))
        for t in of_types(army.units)
    ]


@lru_cache(maxsize=len(UNITS))
def _one(unit: int) -> Counts:
    return tuple(int(t == unit) for t in range(len(UNITS)))


def covered(position: DepletionPosition, army: Army) -> tuple[int, int]:
    """The planes of the hexes that an army can reach, and can attack."""
    reached = attacked = 0
    for part in parts(position, army):
        area = reach_of(part.plan, lambda _: _nobody_asks())
        ends, unpacked = _ends(area.levels(), part.unit)
        to_map = area.frame.to_map
        ends, unpacked = to_map(ends), to_map(unpacked)
        reached |= ends
        for reach, plane in attacks_from(position, army, part.unit, ends, unpacked):
            for at in HexMap.members(plane):
                attacked |= at_range(position.map, at, reach)
    return reached, attacked


def _nobody_asks() -> Any:
    raise AssertionError  # pragma: no cover  (no reason is asked for here)


def _ends(levels: list[int], unit: int) -> tuple[int, int]:
    """Where a unit may end, and where with a point left, for which a packed trebuchet is unpacked (D1.13)."""
    unpacked = levels[-2] if unit in (PACKED, UNPACKED) and len(levels) > 1 else 0
    return levels[-1], unpacked


def attacks_from(
    position: DepletionPosition, army: Army, unit: int, ends: int, unpacked: int
) -> list[tuple[Range, int]]:
    """From which hexes something may be attacked at which range once a unit has ended on one of some hexes: not from hexes
    that carried cubes (D5.3); those that stand there attack, too."""
    standing, tired = _standing(position, army.owner)
    able = ends & ~tired
    found: dict[Range, int] = {}
    own = UNITS[unit].attack_range
    if own is not None and unit != UNPACKED:
        found[own] = able
    if unpacked:
        loaded = UNITS[UNPACKED].attack_range
        assert loaded is not None  # noqa: S101  (D1.9)
        found[loaded] = found.get(loaded, 0) | (unpacked & ~tired)
    for reach, plane in standing.items():
        found[reach] = found.get(reach, 0) | (able & plane)
    return [(reach, plane) for reach, plane in found.items() if plane]


@lru_cache(maxsize=32)
def _standing(position: DepletionPosition, seat: int) -> tuple[dict[Range, int], int]:
    """The planes of the hexes where a player has units that attack at each range, and of those that carry cubes."""
    found: dict[Range, int] = {}
    tired = 0
    for army in position.armies:
        if army.owner == seat:
            tired |= (army.cubes > 0) << army.at
            for t in of_types(army.units):
                reach = UNITS[t].attack_range
                if reach is not None:
                    found[reach] = found.get(reach, 0) | 1 << army.at
    return found, tired


@lru_cache(maxsize=200_000)
def at_range(hexmap: HexMap, at: int, reach: Range) -> int:
    """The plane of the hexes at a range from one."""
    here, plane = hexmap.hex(at), 0
    for radius in range(reach[0], reach[1] + 1):
        for there in ring(here, radius):
            found = hexmap.find(there)
            if found is not None:
                plane |= 1 << found
    return plane


# ---------------------------------------------------------------------- many armies
def _on_arrays(position: DepletionPosition, armies: Sequence[Army]) -> Counted:
    """The same for many armies at once; those that vessels may ferry one by one."""
    import numpy as np

    from hexwidget.rules.reach.batch import Windows, levels_of_many, spread

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
            # An army of one that stands alone on land needs no plan to know that no vessel is near.
            near = any(by_ferry(part.plan) for part in parts(position, army)) if position.fleet(army.owner) else False
            if near or (any(army.units[:-1]) and army.units[-1]):
                for plane, into in zip(covered(position, army), (reached, attacked), strict=True):
                    into[n, list(HexMap.members(plane))] = True
            else:
                for t in of_types(army.units):
                    jobs.setdefault((army.owner, t), []).append((n, army))
        for (seat, unit), group in jobs.items():
            kind = moving(_one(unit))
            frame = _whole(hexmap)
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
                room = np.zeros((windows.side + 2, len(group)), np.uint32)
                for b in range(budget, 1, -1):
                    near_by = np.zeros_like(merged[0])
                    spread(merged[b - 2] & ~claims, near_by, room)
                    merged[b] |= near_by & claims
            # Staying is always possible; where others stand there must be room for one more.
            full = sum(
                1 << a.at for a in position.armies if a.owner == seat and a.size >= position.settings["army_size"]
            )
            ends_at = windows.cut(windows.words(hexmap.full & ~(full | p.barred)), starts)
            stay = np.zeros_like(ends_at)
            stay[windows.radius] = np.uint32(1 << windows.radius)
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
    """Mark what is attacked from where the units of one type end."""
    import numpy as np

    standing, tired = _standing(position, seat)
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
    import numpy as np

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


@lru_cache(maxsize=8)
def _whole(hexmap: HexMap) -> Any:
    from hexwidget.geometry.frame import WholeMap

    return WholeMap(hexmap)
