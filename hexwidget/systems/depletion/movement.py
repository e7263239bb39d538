"""What moving costs (D1.3, D1.4, D6.3) and how far an army comes: planes for reach, a search for explanations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hexwidget.geometry import Frame, frame_about
from hexwidget.rules import Verdict
from hexwidget.rules.reach import Reach, cheapest, level_sets, level_sets_one_free, spread
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import WATER

MARCH_POINTS = 1
"""The extra movement point of a march (D2.1)."""
ROUGH = ("mountain", "swamp")
EASY = ("plains", "forest")


def budget(army: Army, march: bool) -> int:
    """The movement points of an army's maneuver (D1.2, D2.1)."""
    return army.movement + MARCH_POINTS * march


def entry_cost(terrain: str, army: Army) -> int:
    """What entering a hex costs an army (D1.3; D6.3 for peasants on sea). Barred hexes are priced too, for explanations."""
    return 2 if terrain in ROUGH or (terrain == "sea" and army.peasants_only) else 1


def bars_water(terrain: str, army: Army) -> bool:
    """Whether a hex is water that this army may not enter without vessels (D7.1)."""
    return terrain in WATER and not (terrain == "sea" and army.peasants_only)


class PathCost(NamedTuple):
    """What a path costs. ``prices``: for each hex after the first; ``free``: number of the home entered free, if any."""

    prices: tuple[int, ...]
    free: int | None

    @property
    def total(self) -> int:
        return sum(self.prices)


def path_cost(position: DepletionPosition, army: Army, path: Sequence[int], free: int | None) -> PathCost:
    """The price of each step of a path, with one free entry into a home (D1.4): the one named, else the dearest (D1.11)."""
    prices = [entry_cost(position.map.terrain(at), army) for at in path[1:]]
    homes = position.homes(army.owner)
    saving = [n for n, at in enumerate(path[1:]) if at in homes and free in (None, at)]
    if not saving:
        return PathCost(tuple(prices), None)
    best = max(saving, key=lambda n: prices[n])
    prices[best] = 0
    return PathCost(tuple(prices), path[1:][best])


class Planes(NamedTuple):
    """The planes that an army moves by, in one frame: hexes to enter for 1 and 2, homes, and what bars."""

    ones: int
    twos: int
    free: int
    enemies: int
    water: int


def planes(position: DepletionPosition, army: Army, frame: Frame) -> Planes:
    """The hexes that an army may enter, by cost, and those that it may not, by reason."""
    enemies = frame.plane_of(position.enemy_hexes(army.owner))
    wading = ("sea",) if army.peasants_only else ()
    ones = frame.plane(*EASY) & ~enemies
    twos = frame.plane(*ROUGH, *wading) & ~enemies
    water = frame.plane(*(WATER - set(wading)))
    return Planes(ones, twos, frame.plane_of(position.homes(army.owner)) & (ones | twos), enemies, water)


def chains(p: Planes, start: int, points: int, stride: int) -> tuple[list[int], ...]:
    """The level sets of an army: one chain, or two where it may enter a home free (D1.4)."""
    if p.free:
        return level_sets_one_free(start, p.ones, p.twos, p.free, points, stride)
    return (level_sets(start, p.ones, p.twos, points, stride),)


def size_after(position: DepletionPosition, army: Army, at: int) -> int:
    """How many units of the player stand on a hex if this army lands there (D4.8)."""
    there = position.army_of(army.owner, at) if at != army.at else None
    return army.size + (there.size if there else 0)


def may_end(position: DepletionPosition, army: Army, frame: Frame, water: int) -> int:
    """The plane of the hexes where an army may end, if it gets there: not too many units (D4.4), not on barred water."""
    most = position.settings["army_size"]
    if army.cubes or army.size > most:
        return 0
    room = most - army.size
    full = [a.at for a in position.armies if a.owner == army.owner and a.at != army.at and a.size > room]
    return ~(frame.plane_of(full) | water)


def reach_of(position: DepletionPosition, army: Army, march: bool, why: Callable[[int], Verdict]) -> Reach:
    """Where a maneuver of an army may end; nowhere if it is depleted (D1.7). Whose turn it is does not count."""
    points = budget(army, march)
    # One step more than points may be taken, thanks to a free home, and the rim lies one further out.
    frame = frame_about(position.map, army.at, army.fastest + MARCH_POINTS + 2)
    local = frame.local(army.at)
    assert local is not None  # noqa: S101  (a frame holds its centre)
    p = planes(position, army, frame)
    ends = may_end(position, army, frame, p.water)
    land_and_water = frame.plane(*position.map.terrains)

    def rim(reach: Reach) -> dict[str, int]:
        if army.cubes:
            return {}
        near = spread(reach.passed, frame.stride) & land_and_water & ~reach.passed
        open_hexes = near & ~p.enemies & ~p.water
        # D1.15: the slowest unit is to blame where the fastest would get there.
        faster = chains(p, 1 << local, army.fastest + MARCH_POINTS * march, frame.stride)
        slow = open_hexes & (faster[0][-1] | faster[-1][-1])
        return {
            "D1.6": near & p.enemies,
            "D7.1": near & p.water,
            "D4.4": reach.passed & ~ends & ~p.water,
            "D1.2": slow,
            "D1.1": open_hexes & ~slow,
        }

    return Reach(
        hexmap=position.map,
        frame=frame,
        origin=army.at,
        chains=chains(p, 1 << local, points, frame.stride),
        entry={1: p.ones, 2: p.twos},
        free=p.free,
        ends=ends,
        find_rim=rim,
        find_why=why,
        label=f"{position.players[army.owner]}'s {army} on {position.map.name(army.at)}{' (march)' if march else ''}",
    )


_BARRED = 1_000_000
"""Price of a barred hex in a search: dearer than any way round it."""
_DETOUR = 10
"""How many hexes longer than the straight line a way is looked for: nobody means a longer one."""
FAR = 60
"""Hexes further away than this are not searched for a way: that they are too far needs none."""


def way_to(position: DepletionPosition, army: Army, goal: int, *, past_bars: bool) -> list[int] | None:
    """The way to a hex that a person would mean: over as few barred hexes as can be (or, with ``past_bars``, whatever
    they are), then the cheapest; points do not count, nor does the goal's own bar. None if the map has no way at all."""
    enemies = position.enemy_hexes(army.owner)
    homes = position.homes(army.owner)
    hexmap = position.map
    straight = hexmap.distance(army.at, goal)

    def steps(state: tuple[int, bool]) -> Iterator[tuple[tuple[int, bool], int]]:
        at, freed = state
        for there in hexmap.neighbours(at):
            if hexmap.distance(army.at, there) + hexmap.distance(there, goal) > straight + 2 * _DETOUR:
                continue
            terrain = hexmap.terrain(there)
            barred = there != goal and (there in enemies or bars_water(terrain, army))
            fine = _BARRED if barred and not past_bars else 0
            yield (there, freed), entry_cost(terrain, army) + fine
            if there in homes and not freed:
                yield (there, True), fine

    found = cheapest((army.at, False), steps, lambda state: state[0] == goal)
    return None if found is None else [at for at, _ in found[1]]
