"""The reach of an army that sets out, read from the position alone. A plan is made only when somebody asks for more than spaces and
costs: the label, a path, the rim, a verdict."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from hexwidget.geometry import Frame, HexMap, frame_about
from hexwidget.problems import sure
from hexwidget.rules.reach import Reach, level_sets
from hexwidget.systems.depletion.counts import afloat, fastest, slowest
from hexwidget.systems.depletion.maneuver.costs import MARCH_POINTS
from hexwidget.systems.depletion.maneuver.reach import FERRY_ROOM, FRAME_ROOM, Purse, among, chains, gait, grounds, met
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import GALLEY, UNPACKED, Counts

ByPlan = Callable[[DepletionPosition, Army, bool, Counts | None], Reach]


class OutsetReach(Reach):
    """The reach of an army that sets out. The attributes that it was made without are those of the reach by a plan (`_OfPlan`).

    :param barred: the plane of the hexes where the army may not end
    :param by_plan: makes the reach by a plan, from the arguments that follow it
    """

    def __init__(
        self,
        frame: Frame,
        chains: tuple[list[int], ...],
        barred: int,
        by_plan: tuple[ByPlan, DepletionPosition, Army, bool, Counts | None],
    ) -> None:
        # Making all that a reach has would take longer than finding the hexes.
        self.map: HexMap = by_plan[1].map
        self.frame = frame
        self.chains = chains
        self.may_end: int = ~barred
        self._by_plan = by_plan


class _OfPlan:
    """An attribute that `OutsetReach` takes from the reach by a plan when it is asked for. With a ``__getattr__`` all others would be
    slow."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, reach: OutsetReach | None, _: type[OutsetReach]) -> Any:
        if reach is None:
            return self
        known = vars(reach)
        by_plan, position, army, march, taken = reach._by_plan
        for name, value in vars(by_plan(position, army, march, taken)).items():
            known.setdefault(name, value)
        return known[self._name]


for _name in ("position", "origin", "entry", "free", "last", "find_rim", "find_why", "label", "_walked"):
    setattr(OutsetReach, _name, _OfPlan(_name))


FEW = 24
"""So many armies are looked at in less time than those that are near are found."""


def first_on(armies: tuple[Army, ...], at: int) -> Army | None:
    """The first army on a hex, of armies in the order of their hexes."""
    n = bisect_left(armies, (at,))
    return armies[n] if n < len(armies) and armies[n][0] == at else None


def outset(position: DepletionPosition, army: Army, march: bool, taken: Counts | None, by_plan: ByPlan) -> Reach:
    """The reach of an army that sets out.

    :param taken: the units that set out; None: all
    :param by_plan: makes it by a plan, which cubes, unpacked trebuchets and own vessels near take
    """
    at, seat, units, cubes = army
    group = _group(units if taken is None else taken, march)
    if cubes or group is None:
        return by_plan(position, army, march, taken)
    size, points, radius, by_oar, key = group
    hexmap, armies = position.map, position.armies
    if len(armies) > FEW:  # those that are near
        span = (points + FERRY_ROOM) * hexmap.stride
        first = bisect_left(armies, (at - span,))
        armies = armies[first : bisect_left(armies, (at + span + 1,), first)]
    room = position.settings["army_size"] - size
    enemies, full, vessels = met(armies, seat, room, at, size)
    if vessels and not by_oar:
        return by_plan(position, army, march, taken)
    homes: list[int] = []
    for there, owner, _ in position.structures:
        (homes if owner == seat else enemies).append(there)
    frame = hexmap.whole or frame_about(hexmap, at, radius)
    ground = frame.memos.get(key) or grounds(units if taken is None else taken, frame)
    if enemies or homes:
        ground = among(ground, frame.plane_of(enemies), frame.plane_of(homes))
    ones, twos, free, claims, _, barred = ground
    start = 1 << (at if hexmap.whole else sure(frame.local(at)))  # a frame holds its centre
    if free or claims:
        found = chains(ground, start, True, Purse(points, 0, None), frame.stride)
    else:
        found = (level_sets(start, ones, twos, points, frame.stride),)
    if room < 0:
        barred = ~0
    elif full:
        barred |= frame.plane_of(full)
    return OutsetReach(frame, found, barred, (by_plan, position, army, march, taken))


@lru_cache(maxsize=4096)
def _group(units: Counts, march: bool) -> tuple[int, int, int, bool, str] | None:
    """A group that sets out: its size, its points, the radius of its frame, and True if it goes by oar; None if it takes a plan."""
    if units[UNPACKED] or not any(units) or (units[GALLEY] and not afloat(units)):
        return None
    return sum(units), slowest(units) + MARCH_POINTS * march, fastest(units) + FRAME_ROOM, afloat(units), gait(units)
