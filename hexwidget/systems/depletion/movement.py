"""How far a maneuver comes: planes for reach, a search for explanations. What it costs is `plan`'s to say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from hexwidget.geometry import Frame, HexMap, frame_about
from hexwidget.rules import Verdict
from hexwidget.rules.reach import Reach, cheapest, level_sets, level_sets_used, spread
from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.plan import (
    MARCH_POINTS,
    ROUGH,
    SWITCH_POINTS,
    ManeuverPlan,
    bars_water,
    entry_cost,
    plan_of,
)
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import (
    MOVEMENT,
    UNPACKED,
    WATER,
    Counts,
    fastest,
    moving,
    peasants_only,
    slowest,
    write_units,
)

_EASY = ("plains", "forest")

_MOST_POINTS = max(MOVEMENT) + MARCH_POINTS


def journey(position: DepletionPosition, seat: int, action: Maneuver) -> ManeuverPlan:
    """A maneuver on its way: where the group is now, and who has joined or left so far."""
    return plan_of(position, action, seat, tuple(map(position.map.index, action.path)), whose_turn=False)


def going_on(so_far: ManeuverPlan, way: list[int]) -> Maneuver:
    """The maneuver that goes on from where the group is by a way (its first hex is that one). What must be packed to move
    is packed (D1.10)."""
    action = so_far.action
    path = (*action.path, *map(so_far.position.map.name, way[1:]))
    moves = len(path) > 1
    return replace(action, path=path, pack=so_far.taken[UNPACKED] if moves else action.pack)


class Planes(NamedTuple):
    """The planes that a group moves by, in one frame: hexes to enter for 1 and 2, homes, and what bars."""

    ones: int
    twos: int
    free: int
    enemies: int
    water: int


def planes(position: DepletionPosition, seat: int, units: Counts, frame: Frame) -> Planes:
    """The hexes that a group may enter, by cost, and those that it may not, by reason."""
    enemies = frame.plane_of(position.enemy_hexes(seat))
    wading = ("sea",) if peasants_only(units) else ()
    ones = frame.plane(*_EASY) & ~enemies
    twos = frame.plane(*ROUGH, *wading) & ~enemies
    water = frame.plane(*(WATER - set(wading)))
    return Planes(ones, twos, frame.plane_of(position.homes(seat)) & (ones | twos), enemies, water)


class Purse(NamedTuple):
    """The points that a group can go on with: in all, and how many less it has on each of the two chains.

    ``unused``: with the free entry still to come; ``used``: with it used before. None: not so.
    """

    points: int
    unused: int | None
    used: int | None


def purse(so_far: ManeuverPlan, more: int = 0) -> Purse:
    """What is left to go on with from the end of a path. ``more``: so many points more than there are."""
    unused, used = so_far.left()
    unused, used = unused + more, -1 if used is None else used + more
    points = max(unused, used)
    if not so_far.moves:
        points = max(points, 0)  # staying costs nothing
        unused -= SWITCH_POINTS * (so_far.taken[UNPACKED] > 0)  # they are packed before the first step
    return Purse(points, points - unused if unused >= 0 else None, points - used if used >= 0 else None)


def chains(p: Planes, start: int, stays: bool, has: Purse, stride: int) -> tuple[list[int], ...]:
    """The level sets of a group: one chain, or two where it may enter, or has entered, a home free (D1.4).

    :param stays: whether staying where it is, for nothing, is to be among what is reached
    """
    if has.points < 0:
        return ([0],)
    levels = [0] * (has.points + 1)
    if has.unused is not None:
        levels[has.unused :] = level_sets(start, p.ones, p.twos, has.points - has.unused, stride)
    found = [levels]
    if p.free or has.used is not None:
        used = (start, has.used) if has.used is not None else (0, 0)
        found.append(level_sets_used(levels, p.ones, p.twos, p.free, stride, *used))
    if stays:
        found[0] = [level | start for level in levels]
    return tuple(found)


def reach_of(so_far: ManeuverPlan, why: Callable[[int], Verdict]) -> Reach:
    """Where a maneuver may end, given how it begins; nowhere if the army is depleted (D1.7). Whose turn it is does not
    count. Costs are counted from where the group is now."""
    position, here = so_far.position, so_far.path[-1]
    group = moving(so_far.landing)
    has = purse(so_far)
    # One step more than points may be taken, thanks to a free home, and the rim lies one further out.
    frame = frame_about(position.map, here, _MOST_POINTS + 2)
    local = frame.local(here)
    assert local is not None  # noqa: S101  (a frame holds its centre)
    p = planes(position, so_far.seat, group, frame)
    ends, full = _may_end(so_far, group, frame, p.water)
    land_and_water = frame.plane(*position.map.terrains)
    depleted = so_far.army is None or so_far.army.cubes > 0 or not any(group)
    reached = chains(p, 1 << local, not so_far.moves, has, frame.stride)

    def rim(reach: Reach) -> dict[str, int]:
        if depleted or has.points < 0:
            return {}
        near = spread(reach.passed, frame.stride) & land_and_water & ~reach.passed
        open_hexes = near & ~p.enemies & ~p.water

        if alike:
            # D1.15: whom to blame is asked where a group without the slow ones would get there.
            taken = so_far.taken
            carried = open_hexes & with_points(slowest(taken)) if any(so_far.picked) else 0
            slow = open_hexes & with_points(fastest(taken)) & ~carried
            dear = {"D4.3": carried, "D1.2": slow, "D1.1": open_hexes & ~slow & ~carried}
        else:
            dear = dict.fromkeys(("D4.3", "D1.2", "D1.1"), 0)
            for at in HexMap.members(open_hexes):
                clause = next((c for c in why(frame.index(at)).clauses if c in dear), "D1.1")
                dear[clause] |= 1 << at
        return {
            "D1.6": near & p.enemies,
            "D7.1": near & p.water,
            "D4.4": reach.passed & full & ~p.water,
            "D3.5": reach.passed & frame.plane_of(so_far.dropped) & ~p.water,
            **dear,
        }

    def with_points(of: int) -> int:
        """The hexes that would be reached if the slowest unit had so many points."""
        found = chains(p, 1 << local, not so_far.moves, purse(so_far, of - slowest(so_far.moved)), frame.stride)
        return found[0][-1] | found[-1][-1]

    # Where all pay alike, what bars a hex is seen on planes; else each hex is asked.
    alike = position.settings["pace"] == "strict" or not (so_far.action.pickups or so_far.action.drops)
    march = " (march)" if so_far.action.march else ""
    return Reach(
        hexmap=position.map,
        frame=frame,
        origin=here,
        chains=reached,
        entry={1: p.ones, 2: p.twos},
        free=p.free,
        ends=0 if depleted else ends,
        find_rim=rim,
        find_why=why,
        label=f"{position.players[so_far.seat]}'s {write_units(so_far.landing) or 'nobody'} on {position.map.name(here)}{march}",
        starts=(0,) if has.used is None else (0, 1),
    )


def _may_end(so_far: ManeuverPlan, group: Counts, frame: Frame, water: int) -> tuple[int, int]:
    """The plane of the hexes where a group may end, if it gets there, and the plane of those where too many would be
    (D4.4)."""
    position, seat = so_far.position, so_far.seat
    most = position.settings["army_size"]
    room = most - sum(group)
    standing = {a.at: a.units for a in position.armies if a.owner == seat} | so_far.there
    full = ~0 if room < 0 else frame.plane_of(at for at, units in standing.items() if sum(units) > room)
    # What lies behind must fit too: where it does not, no end is legal.
    overfull = any(sum(so_far.there[at]) > most for at in so_far.dropped)
    barred = frame.plane_of([*so_far.dropped, *([so_far.path[-1]] if so_far.changes_here else [])])
    return (0 if overfull else ~(full | water | barred)), full


_BARRED = 1_000_000
"""Price of a barred hex in a search: dearer than any way round it."""
_DETOUR = 10
"""How many hexes longer than the straight line a way is looked for: nobody means a longer one."""
FAR = 60
"""Hexes further away than this are not searched for a way: that they are too far needs none."""


def way_to(
    position: DepletionPosition, seat: int, units: Counts, here: int, goal: int, *, past_bars: bool
) -> list[int] | None:
    """The way to a hex that a person would mean: over as few barred hexes as can be (or, with ``past_bars``, whatever
    they are), then the cheapest; points do not count, nor does the goal's own bar. None if the map has no way at all."""
    enemies = position.enemy_hexes(seat)
    homes = position.homes(seat)
    hexmap = position.map
    straight = hexmap.distance(here, goal)
    wading = peasants_only(units)

    def steps(state: tuple[int, bool]) -> Iterator[tuple[tuple[int, bool], int]]:
        at, freed = state
        for there in hexmap.neighbours(at):
            if hexmap.distance(here, there) + hexmap.distance(there, goal) > straight + 2 * _DETOUR:
                continue
            terrain = hexmap.terrain(there)
            barred = there != goal and (there in enemies or bars_water(terrain, wading))
            fine = _BARRED if barred and not past_bars else 0
            yield (there, freed), entry_cost(terrain, wading) + fine
            if there in homes and not freed:
                yield (there, True), fine

    found = cheapest((here, False), steps, lambda state: state[0] == goal)
    return None if found is None else [at for at, _ in found[1]]
