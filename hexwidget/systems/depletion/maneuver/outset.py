"""The reach of an army that sets out, read from the position alone. A plan is made only when somebody asks for more than spaces and
costs: the label, a path, the rim, a verdict."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hexwidget.geometry import frame_about
from hexwidget.problems import sure
from hexwidget.rules.reach import Reach, level_sets
from hexwidget.systems.depletion.maneuver.costs import MARCH_POINTS
from hexwidget.systems.depletion.maneuver.reach import (
    FERRY_ROOM,
    FRAME_ROOM,
    Purse,
    among,
    chains,
    grounds,
    met,
)
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import GALLEY, UNPACKED, Counts, afloat, fastest, slowest

ByPlan = Callable[[DepletionPosition, Army, bool, Counts | None], Reach]


class OutsetReach(Reach):
    """The reach of an army that sets out. The attributes that it was made without are those of the reach by a plan."""

    def __init__(self, known: dict[str, Any]) -> None:
        self.__dict__ = known

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            by_plan = self.__dict__.get("_by_plan")
            found = vars(by_plan[0](*by_plan[1:])) if by_plan else {}
            if name not in found:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
            self.__dict__ = found | self.__dict__
            return found[name]


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
    size, points, radius, by_oar = group
    hexmap, armies = position.map, position.armies
    room = position.settings["army_size"] - size
    span = (points + FERRY_ROOM) * hexmap.stride
    first = bisect_left(armies, (at - span,))
    near = armies[first : bisect_left(armies, (at + span + 1,), first)]
    enemies, full, vessels = met(near, seat, room, at, size)
    if vessels and not by_oar:
        return by_plan(position, army, march, taken)
    homes: list[int] = []
    for there, owner, _ in position.structures:
        (homes if owner == seat else enemies).append(there)
    frame = frame_about(hexmap, at, radius)
    ground = grounds(units if taken is None else taken, frame)
    if enemies or homes:
        ground = among(ground, frame.plane_of(enemies), frame.plane_of(homes))
    start = 1 << sure(frame.local(at))
    if ground.free or ground.claims:
        found = chains(ground, start, True, Purse(points, 0, None), frame.stride)
    else:
        found = (level_sets(start, ground.ones, ground.twos, points, frame.stride),)
    barred = ground.barred if room >= 0 else ~0
    if full:
        barred |= frame.plane_of(full)
    passed = found[0][-1] | found[-1][-1]
    return OutsetReach({
        "map": hexmap, "position": position, "origin": at, "frame": frame, "chains": found, "last": ground.claims,
        "passed": passed, "may_end": ~barred, "ends": passed & ~barred, "_by_plan": (by_plan, position, army, march, taken),
    })  # fmt: skip


@lru_cache(maxsize=4096)
def _group(units: Counts, march: bool) -> tuple[int, int, int, bool] | None:
    """A group that sets out: its size, its points, the radius of its frame, and True if it goes by oar; None if it takes a plan."""
    if units[UNPACKED] or not any(units) or (units[GALLEY] and not afloat(units)):
        return None
    return sum(units), slowest(units) + MARCH_POINTS * march, fastest(units) + FRAME_ROOM, afloat(units)
