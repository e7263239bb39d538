"""Danger and support: the number of armies that can reach or attack each hex next.

An army counts for a hex if it, or a part of it, can end a maneuver or march there, or attack it afterwards (D1.8,
D5.3). A unit alone comes further than with others, so that the parts that count are single units. The units that stand
on the hex where it lands attack, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import NamedTuple

from hexwidget.deferred import deferred
from hexwidget.frozen_mapping import FrozenMapping
from hexwidget.geometry import HexMap, Space
from hexwidget.problems import sure
from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.counts import Range, distances, of_types
from hexwidget.systems.depletion.legality.landing import explained_reach
from hexwidget.systems.depletion.maneuver.costs import MARCH_POINTS
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan
from hexwidget.systems.depletion.maneuver.reach import journey
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import MOVEMENT, ONE, PACKED, UNITS, UNPACKED

ENOUGH_FOR_ARRAYS = 10
"""The number of armies from which on setting up arrays pays."""
Counted = tuple[Mapping[int, int], Mapping[int, int], Mapping[int, int]]
"""For hexes by number, the number of armies that cover them, reach them, attack them."""


class Coverage(FrozenMapping[str, int]):
    """The number of armies that can reach or attack each hex next. Hexes that no army covers are left out.

    ``reached`` and ``attacked`` tell the two apart, and `by` names the armies. A board shows it:
    ``board.show(coverage)``.

    >>> import hexwidget as hw
    >>> position = hw.system("depletion").position(map=". . . . .", players=["red", "blue"],
    ...     armies={"red": {"0101": "1 spearman"}, "blue": {"0501": "1 archer"}})
    >>> dict(position.danger("blue"))
    {'0101': 1, '0201': 1, '0301': 1, '0401': 1, '0501': 1}
    >>> position.danger("blue").by("0501"), position.danger("blue").attacked["0501"]
    (('0101',), 1)
    """

    def __init__(self, position: DepletionPosition, armies: Sequence[Army], label: str, counts: Counted) -> None:
        self.position = position
        self.label = label
        self._armies = tuple(armies)
        name = position.map.name
        self.reached: dict[str, int]
        self.attacked: dict[str, int]
        every, self.reached, self.attacked = (
            {name(at): number for at, number in sorted(found.items())} for found in counts
        )
        super().__init__(every)

    def by(self, space: Space) -> tuple[str, ...]:
        """The hexes of the armies that can reach or attack a hex.

        :raises InputError: if the map has no such hex
        """
        at, hexmap = self.position.map.index(space), self.position.map
        near = (army for army in self._armies if hexmap.distance(army.at, at) <= _FURTHEST)
        return tuple(hexmap.name(army.at) for army in near if any(p >> at & 1 for p in threats(self.position, army)))

    def __repr__(self) -> str:
        return f"<{self.label}: {len(self._armies)} armies cover {len(self)} hexes>"


_FURTHEST = max(MOVEMENT) + MARCH_POINTS + 1 + max(unit.attack_range[1] for unit in UNITS if unit.attack_range)
"""No army reaches or attacks further than this many hexes: points, a free entry, and the range."""


def coverage(position: DepletionPosition, seats: Sequence[int], label: str, *, arrays: bool | None = None) -> Coverage:
    """The coverage of the armies of some players.

    :param arrays: True to compute on arrays; by default from about ten armies on, if NumPy is installed
    """
    armies = [army for army in position.armies if army.owner in seats]
    if arrays is None:
        arrays = len(armies) >= ENOUGH_FOR_ARRAYS and find_spec("numpy") is not None
    if arrays:
        return Coverage(position, armies, label, deferred("arrays.depletion.danger").on_arrays(position, armies))
    return Coverage(position, armies, label, _one_by_one(position, armies))


def _one_by_one(position: DepletionPosition, armies: Sequence[Army]) -> Counted:
    found: tuple[dict[int, int], dict[int, int], dict[int, int]] = ({}, {}, {})
    for army in armies:
        reached, attacked = threats(position, army)
        for counts, plane in zip(found, (reached | attacked, reached, attacked), strict=True):
            for at in HexMap.members(plane):
                counts[at] = counts.get(at, 0) + 1
    return found


# ---------------------------------------------------------------------- one army
class Part(NamedTuple):
    """One unit of an army that goes alone: its type, and its maneuver as it begins."""

    unit: int
    plan: ManeuverPlan


def parts(position: DepletionPosition, army: Army) -> list[Part]:
    """One unit of each type of an army that may maneuver."""
    if army.cubes:
        return []
    here, player = (position.map.name(army.at),), position.players[army.owner]
    alone = ((t, Maneuver(player, here, march=True, units=ONE[t])) for t in of_types(army.units))
    return [Part(t, journey(position, army.owner, maneuver)) for t, maneuver in alone]


def threats(position: DepletionPosition, army: Army) -> tuple[int, int]:
    """The planes of the hexes that an army can reach, and can attack."""
    reached = attacked = 0
    for part in parts(position, army):
        area = explained_reach(part.plan)
        ends, unpacked = _ends(area.levels(), part.unit)
        to_map = area.frame.to_map
        ends, unpacked = to_map(ends), to_map(unpacked)
        reached |= ends
        for reach, plane in attacks_from(position, army, part.unit, ends, unpacked):
            for at in HexMap.members(plane):
                attacked |= at_range(position.map, at, reach)
    return reached, attacked


def _ends(levels: list[int], unit: int) -> tuple[int, int]:
    """The hexes where a unit may end, and those where it ends with a point left, which unpacks a packed trebuchet
    (D1.13)."""
    unpacked = levels[-2] if unit in (PACKED, UNPACKED) and len(levels) > 1 else 0
    return levels[-1], unpacked


def attacks_from(
    position: DepletionPosition, army: Army, unit: int, ends: int, unpacked: int
) -> list[tuple[Range, int]]:
    """Pairs of a range and the hexes from which something may be attacked at that range, once a unit has ended on one
    of some hexes: not from hexes that carried cubes (D5.3). The units that stand there attack, too."""
    standing, tired = standing_of(position, army.owner)
    able = ends & ~tired
    found: dict[Range, int] = {}
    own = UNITS[unit].attack_range
    if own is not None and unit != UNPACKED:
        found[own] = able
    if unpacked:
        loaded = sure(UNITS[UNPACKED].attack_range)  # D1.9
        found[loaded] = found.get(loaded, 0) | (unpacked & ~tired)
    for reach, plane in standing.items():
        found[reach] = found.get(reach, 0) | (able & plane)
    return [(reach, plane) for reach, plane in found.items() if plane]


@lru_cache(maxsize=32)
def standing_of(position: DepletionPosition, seat: int) -> tuple[dict[Range, int], int]:
    """For each range the plane of the hexes where a player has units that attack at it; and the plane of those that
    carry cubes."""
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
    return sum([1 << there for there in hexmap.at_distances(at, distances(reach))])
