"""The reach of a maneuver: planes where all units go alike, a search of every way where vessels are near. `plan` says
what a maneuver costs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from hexwidget.english import listing, possessive
from hexwidget.geometry import Frame, HexMap, WholeMap, frame_about
from hexwidget.problems import sure
from hexwidget.rules import Verdict
from hexwidget.rules.reach import FoundReach, Reach, cheapest, level_sets, level_sets_used, spread
from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.counts import afloat, fastest, moving, on_land, peasants_only, slowest
from hexwidget.systems.depletion.maneuver.costs import MARCH_POINTS, SWITCH_POINTS, bars_ground, entry_cost
from hexwidget.systems.depletion.maneuver.crossing import Harbour
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan
from hexwidget.systems.depletion.maneuver.voyage import Voyage
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import GALLEY, PEASANTS, UNEXPLORED, UNPACKED, WATER, Counts, nouns


def journey(position: DepletionPosition, seat: int, action: Maneuver, harbour: Harbour | None = None) -> ManeuverPlan:
    """A maneuver that has begun: the place of the group now, and the units that have joined or left so far."""
    return ManeuverPlan(position, action, seat, whose_turn=False, harbour=harbour, goes_on=True)


def going_on(so_far: ManeuverPlan, onward: list[int]) -> Maneuver:
    """The maneuver that goes on by a path, from where the group is (its first hex). Trebuchets that must be
    packed to move are packed (D1.10)."""
    action = so_far.action
    path = (*action.path, *map(so_far.position.map.name, onward[1:]))
    moves = len(path) > 1
    return replace(action, path=path, pack=so_far.taken[UNPACKED] if moves else action.pack)


_BARRED = 1_000_000
"""The price of a barred hex in a search: dearer than any way round it."""
_DETOUR = 10
"""The most hexes by which a path may be longer than the straight line. People mean no longer one."""
FAR = 60
"""Hexes further away than this are not searched for a path. They are too far without a search."""


def path_to(
    position: DepletionPosition, seat: int, units: Counts, here: int, goal: int, harbour: Harbour, *, past_bars: bool
) -> list[int] | None:
    """The path to a hex that a person would mean: over as few barred hexes as possible (any number with ``past_bars``),
    then the cheapest. Points do not count, nor does it whether the goal is barred. None if the map has no path at all."""
    enemies = position.enemy_hexes(seat)
    homes = position.homes(seat)
    hexmap = position.map
    straight = hexmap.distance(here, goal)
    wading = peasants_only(units)

    priced: dict[int, tuple[int, int, bool] | None] = {}
    """The hexes looked at: the cost of entering each, the fine for a barred one, and True for a home. None: a detour is too long."""

    def price(there: int) -> tuple[int, int, bool] | None:
        out = hexmap.distance(here, there)
        # So near to the origin no hex is too long a detour.
        if out > _DETOUR and out + hexmap.distance(there, goal) > straight + 2 * _DETOUR:
            return None
        terrain = hexmap.terrain(there)
        if past_bars or there == goal:
            barred = False
        elif bars_ground(terrain, units):
            barred = there in enemies or units[-1] > 0 or terrain not in WATER or not harbour.near(there)
        else:
            barred = there in enemies
        return entry_cost(terrain, wading), _BARRED if barred else 0, there in homes

    def steps(state: tuple[int, bool]) -> Iterator[tuple[tuple[int, bool], int]]:
        at, freed = state
        for there in hexmap.neighbours(at):
            if there not in priced:
                priced[there] = price(there)
            found = priced[there]
            if found is None:
                continue
            cost, fine, home = found
            yield (there, freed), cost + fine
            if home and not freed:
                yield (there, True), fine

    found = cheapest((here, False), steps, lambda state: state[0] == goal)
    return None if found is None else [at for at, _ in found[1]]


_EASY = ("plains", "forest")
_SLOW = ("mountain", "swamp")
LAND = (*_EASY, *_SLOW)
FRAME_ROOM = MARCH_POINTS + 2
"""The steps that a frame holds beyond the points of a group: one for a free home, and one for the rim."""
FERRY_ROOM = 3
"""The steps beyond the points of a group within which a vessel may serve it: a free home, the rim, and one from the vessel to the
water."""


class Planes(NamedTuple):
    """The planes that a group moves by, in one frame: hexes to enter for 1 and 2 points, homes, hexes that it may claim
    (for 2, as the last of a path), and what bars: enemies, and ground that is not the group's."""

    ones: int
    twos: int
    free: int
    claims: int
    enemies: int
    barred: int


@lru_cache(maxsize=4096)
def gait(units: Counts) -> str:
    """The way in which a group moves, as far as it decides which ground it may enter."""
    if units[-1] and any(units[:-1]):  # D7.5: the group stays
        return "stays, all peasants" if peasants_only(on_land(units)) else "stays"
    return (
        "afloat" if afloat(units) else "wading" if peasants_only(units) else "slow" if units[PEASANTS] else "claiming"
    )


def grounds(units: Counts, frame: Frame) -> Planes:
    """The planes of a group as far as the ground goes. A frame caches them."""
    key = gait(units)
    found: Planes | None = frame.memos.get(key)
    if found is None:
        found = frame.memos[key] = _grounds(key, units, frame)
    return found


def _grounds(key: str, units: Counts, frame: Frame) -> Planes:
    if key.startswith("stays"):
        sea = () if key == "stays, all peasants" else ("sea",)  # D6.3
        return Planes(0, 0, 0, 0, 0, frame.plane(*LAND, "ocean", UNEXPLORED, *sea))
    if key == "afloat":
        ones, twos, barred = frame.plane(*WATER), 0, frame.plane(*LAND)
    else:
        wading = ("sea",) if key == "wading" else ()
        ones, twos = frame.plane(*_EASY), frame.plane(*_SLOW, *wading)
        barred = frame.plane(*(WATER - set(wading)))
    unknown = frame.plane(UNEXPLORED)
    claims = 0 if units[PEASANTS] else unknown
    return Planes(ones, twos, 0, claims, 0, barred | unknown & ~claims)


def among(ground: Planes, enemies: int, homes: int) -> Planes:
    """The planes of a group, given those of its ground and the hexes with enemies and homes."""
    if not enemies and not homes:
        return ground
    ones, twos = ground.ones & ~enemies, ground.twos & ~enemies
    return Planes(ones, twos, homes & (ones | twos), ground.claims, enemies, ground.barred)


def planes(
    position: DepletionPosition, seat: int, units: Counts, frame: Frame, homes: set[int] | None = None
) -> Planes:
    """The hexes that a group may enter, by cost, and the hexes that it may not enter, by reason.

    :param homes: those of which it may enter one free; by default all of the player's
    """
    enemies, homes = position.enemy_hexes(seat), position.homes(seat) if homes is None else homes
    return among(grounds(units, frame), frame.plane_of(enemies), frame.plane_of(homes))


class Purse(NamedTuple):
    """The points that a group can go on with: in all, and how many fewer it has on each of the two chains.

    ``unused``: with the free entry still to come; ``used``: with it used before. None: there is no such chain.
    """

    points: int
    unused: int | None
    used: int | None


def purse(so_far: ManeuverPlan, more: int = 0) -> Purse:
    """The points that are left to go on with from the end of a path.

    :param more: points to be added
    """
    unused, used = so_far.left()
    unused, used = unused + more, -1 if used is None else used + more
    points = max(unused, used)
    if so_far.claims:  # D8.6: no unit goes on from a hex that is claimed
        return Purse(-1, None, None)
    if not so_far.action.moves and so_far.crossing.seats is not None:
        points = max(points, 0)  # staying costs nothing
        unused -= SWITCH_POINTS * (so_far.taken[UNPACKED] > 0)  # trebuchets are packed before the first step
    return Purse(points, points - unused if unused >= 0 else None, points - used if used >= 0 else None)


def chains(p: Planes, start: int, stays: bool, has: Purse, stride: int) -> tuple[list[int], ...]:
    """The level sets of a group: one chain, or two where it may enter, or has entered, a home free (D1.4).

    :param stays: True if staying where it is, for nothing, is among what is reached
    """
    if has.points < 0:
        return ([0],)
    if has.unused is None:
        levels = [0] * (has.points + 1)
    else:
        levels = [0] * has.unused + level_sets(start, p.ones, p.twos, has.points - has.unused, stride)
    found = [levels]
    if p.free or has.used is not None:
        used = (start, has.used) if has.used is not None else (0, 0)
        found.append(level_sets_used(levels, p.ones, p.twos, p.free, stride, *used))
    if p.claims:
        found = [_claiming(chain, p.claims, stride) for chain in found]
    if stays and not found[0][0]:
        found[0] = [level | start for level in found[0]]
    return tuple(found)


def reach_of(so_far: ManeuverPlan, why: Callable[..., Verdict]) -> Reach:
    """The hexes where a maneuver may end, given how it begins; none if the army is depleted (D1.7). It does not count
    whose turn it is. Costs are counted from where the group is now.

    :param why: the verdict on ending on a hex, by number; ``path=`` names the path there, if one is known
    """
    if by_ferry(so_far):
        return _reach_by_ferry(so_far, why)
    position, here = so_far.position, so_far.path[-1]
    group = moving(so_far.landing)
    has = purse(so_far)
    frame = frame_about(position.map, here, (fastest(group) if any(group) else 0) + FRAME_ROOM)
    p = planes(position, so_far.seat, group, frame, so_far.homes)
    ends, full = _may_end(so_far, group, frame, p.barred)
    depleted = so_far.army is None or so_far.army.cubes > 0 or not any(group)
    stays = depleted or has.points < 0
    return Reach(
        map=position.map,
        frame=frame,
        origin=here,
        chains=_chains(so_far, frame, p, has),
        entry={1: p.ones, 2: p.twos | p.claims},
        free=p.free,
        may_end=0 if depleted else ends,
        find_rim=lambda reach: {} if stays else _rim(reach, so_far, frame, p, full, why),
        find_why=why,
        label=_label(so_far),
        starts=(0,) if has.used is None else (0, 1),
        last=p.claims,
    )


def _chains(so_far: ManeuverPlan, frame: Frame, p: Planes, has: Purse) -> tuple[list[int], ...]:
    """The level sets of a group from where it is now."""
    local = sure(frame.local(so_far.path[-1]))  # a frame holds its centre
    return chains(p, 1 << local, not so_far.action.moves, has, frame.stride)


def _rim(
    reach: Reach, so_far: ManeuverPlan, frame: Frame, p: Planes, full: int, why: Callable[..., Verdict]
) -> dict[str, int]:
    """The planes of the barred hexes around a reach, by the clause that bars them."""
    group, grounds = moving(so_far.landing), frame.plane(*so_far.position.map.terrains)
    if group[-1] and any(group[:-1]):
        return {"D7.5": spread(reach.passed, frame.stride) & grounds & ~reach.passed}
    near = spread(reach.left_again, frame.stride) & grounds & ~reach.passed
    ground = p.barred & ~frame.plane(UNEXPLORED)
    return {
        "D1.6": near & p.enemies,
        "D6.1" if afloat(group) else "D7.1": near & ground,
        "D8.1": near & p.barred & ~ground & ~p.enemies,
        "D4.4": reach.passed & full & ~p.barred,
        "D3.5": reach.passed & frame.plane_of(so_far.dropped) & ~p.barred,
        **_too_far(near & ~p.enemies & ~p.barred, so_far, frame, p, why),
    }


def _too_far(
    open_hexes: int, so_far: ManeuverPlan, frame: Frame, p: Planes, why: Callable[..., Verdict]
) -> dict[str, int]:
    """The open hexes at the rim by the clause that makes them too dear: units that were carried along, slow units, or the points."""
    if so_far.position.settings["pace"] != "strict" and (so_far.action.pickups or so_far.action.drops):
        # The units do not pay alike: each hex is asked.
        dear = dict.fromkeys(("D4.3", "D1.2", "D1.1"), 0)
        for at in HexMap.members(open_hexes):
            clause = next((c for c in why(frame.index(at)).clauses if c in dear), "D1.1")
            dear[clause] |= 1 << at
        return dear

    def with_points(of: int) -> int:
        """The hexes that would be reached if the slowest unit had so many points."""
        found = _chains(so_far, frame, p, purse(so_far, of - slowest(so_far.moved)))
        return found[0][-1] | found[-1][-1]

    # D1.15: a hex is blamed on slow units if a group without them would get there.
    taken = so_far.taken
    carried = open_hexes & with_points(slowest(taken)) if any(so_far.picked) else 0
    # Without the slow units no trebuchet is packed.
    packs = SWITCH_POINTS if taken[UNPACKED] and fastest(taken) > slowest(taken) else 0
    slow = open_hexes & with_points(fastest(taken) + packs) & ~carried
    return {"D4.3": carried, "D1.2": slow, "D1.1": open_hexes & ~slow & ~carried}


def _label(so_far: ManeuverPlan) -> str:
    position, march = so_far.position, " (march)" if so_far.action.march else ""
    here = position.map.name(so_far.path[-1])
    return f"{possessive(position.players[so_far.seat])} {listing(nouns(so_far.landing)) or 'army'} on {here}{march}"


def _claiming(chain: list[int], claims: int, stride: int) -> list[int]:
    """Level sets with the hexes that may be claimed from them (D8.2), for 2 points. No path goes on from there."""
    price = entry_cost(UNEXPLORED, wading=False)
    return [level | (spread(chain[n - price], stride) & claims if n >= price else 0) for n, level in enumerate(chain)]


def by_ferry(so_far: ManeuverPlan) -> bool:
    """True if the reach depends on vessels, or on how each unit has come over water. Then every way is looked at."""
    group = so_far.landing
    if not any(group) or group[-1] or (so_far.army is not None and so_far.army.cubes):
        return False
    if so_far.harbour:
        far = max(0, purse(so_far).points) + FERRY_ROOM
        if so_far.harbour.within(so_far.path[-1], far):
            return True
    return so_far.position.settings["pace"] == "per_unit" and bool(so_far.crossing.riders)


def _reach_by_ferry(so_far: ManeuverPlan, why: Callable[..., Verdict]) -> Reach:
    """The reach where vessels are near: every way is looked at that the group's units can go, ride and wade."""
    position, here = so_far.position, so_far.path[-1]
    group = moving(so_far.landing)
    frame = WholeMap(position.map)
    barred = frame.plane("ocean") if peasants_only(group) else frame.plane(*WATER)
    ends, full = _may_end(so_far, group, frame, barred)
    if not so_far.action.moves:
        ends |= 0 if full >> here & 1 or barred >> here & 1 else 1 << here
    voyage = Voyage(so_far)
    # The units may have come over the water in several ways, some of which leave more points than others.
    budget = max(0, purse(so_far).points, *(party.left for _, party in voyage.starts))
    arrivals = voyage.arrivals(budget)
    if not so_far.action.moves:
        arrivals[here] = (0, (here,))
    claims = 0 if group[PEASANTS] else frame.plane(UNEXPLORED)

    def rim(reach: Reach) -> dict[str, int]:
        found: dict[str, int] = {}
        near = {n for at in HexMap.members(reach.left_again) for n in position.map.neighbours(at)}
        inside = HexMap.members(reach.passed & ~reach.ends)
        for at in sorted(near - set(arrivals)) + list(inside):
            clauses = why(at).clauses
            clause = next((c for c in _AT_THE_RIM if c in clauses), clauses[0] if clauses else "D1.1")
            found[clause] = found.get(clause, 0) | 1 << at
        return found

    def find_why(at: int) -> Verdict:
        return why(at, path=list(arrivals[at][1]) if reach.ends >> at & 1 else None)

    reach = FoundReach(position.map, here, arrivals, budget, ends, claims, rim, find_why, _label(so_far))
    return reach


_AT_THE_RIM = ("D1.6", "D7.1", "D7.4", "D7.3", "D8.1", "D7.2", "D6.3", "D4.4", "D3.5", "D4.3", "D1.2", "D1.1")
"""The clauses at the rim of a reach. If several bar a hex, the first of them is shown."""


def _may_end(so_far: ManeuverPlan, group: Counts, frame: Frame, ground: int) -> tuple[int, int]:
    """The plane of the hexes where a group may end, if it gets there, and the plane of those where an army would be too
    large (D4.4)."""
    position, seat = so_far.position, so_far.seat
    most = position.settings["army_size"]
    room = most - sum(group)
    there = so_far.there
    untouched = (army for army in position.armies_of[seat].values() if army.at not in there)
    _, crowded, _ = met([*untouched, *(Army(at, seat, units) for at, units in there.items())], seat, room)
    full = ~0 if room < 0 else frame.plane_of(crowded)
    # The army that stays behind must not be too large. If it is, no end is legal.
    overfull = any(sum(so_far.there[at]) > most for at in so_far.dropped)
    last, action = len(so_far.path) - 1, so_far.action
    changed = {so_far.path[n] for n, _ in (*action.drops, *action.pickups) if n == last}
    barred = frame.plane_of(changed.union(so_far.dropped))
    return (0 if overfull else ~(full | ground | barred)), full


_MOST_BULKS = 4096
_bulks: dict[Counts, int] = {}
"""The size of each army without vessels that was met, by its counts: looked up twice as fast as `sum` adds it up. An army with vessels,
which is looked at more closely, has a size beyond every room."""


def _learn_bulks(armies: Collection[Army]) -> None:
    if len(_bulks) > _MOST_BULKS:
        _bulks.clear()
    _bulks.update({army.units: 1_000_000 if army.units[GALLEY] else army.size for army in armies})


def met(
    armies: Collection[Army], seat: int, room: int, here: int = -1, leave: int = 0
) -> tuple[list[int], list[int], bool]:
    """The hexes of some armies with enemies, those with an own army that leaves no room for a group (D4.4), and True if own vessels
    are among them.

    :param room: the most units that may stand on a hex besides the group
    :param leave: the number of units that leave the army ``here``
    """
    enemies: list[int] = []
    full: list[int] = []
    vessels, bulks = False, _bulks
    try:
        for army in armies:
            if army[1] != seat:  # by number: names take twice as long
                enemies.append(army[0])
            elif bulks[army[2]] > room:
                at, _, units, _ = army
                if units[GALLEY]:
                    vessels = True
                if sum(units) > room and (at != here or sum(units) - leave > room):
                    full.append(at)
    except KeyError:
        _learn_bulks(armies)
        return met(armies, seat, room, here, leave)
    return enemies, full, vessels
