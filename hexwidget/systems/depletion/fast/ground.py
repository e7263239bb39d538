"""The ground of a search: the hexes that a player's groups may enter from each hex, and the units of an army that may
set out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import chain, product
from math import inf, prod
from random import Random
from typing import NamedTuple

from hexwidget.geometry import HexMap
from hexwidget.geometry.hexmap import HOLE
from hexwidget.rules import looked_up
from hexwidget.systems.depletion.counts import afloat, fastest, on_land, parts_of_size, peasants_only, vessels_of
from hexwidget.systems.depletion.language import Changes
from hexwidget.systems.depletion.maneuver.costs import MARCH_POINTS, bars_ground, entry_cost
from hexwidget.systems.depletion.maneuver.crossing import Harbour
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import GALLEY, MOVEMENT, ONE, PACKED, PEASANTS, UNEXPLORED, WATER, Counts

Step = tuple[int, int, bool, str]
"""A hex that may be entered: its number, its price, True if it is a home, its name."""
Steps = tuple[Step, ...]
Entries = tuple[tuple[int, int, str], ...]
"""Hexes that may be entered as far as the ground goes: number, price, name."""
Deeds = tuple[Changes, Changes]
"""The units that were dropped, and those that were picked up on a way."""
NO_DEEDS: Deeds = ((), ())
Rests = tuple[tuple[int, ...], ...]
"""Under per_unit, for each type the points that each unit has more than the one that is worst off."""
CLAIM = DEAREST = entry_cost(UNEXPLORED, wading=False)
"""The cost of claiming an unexplored hex (D1.3), as dear as the dearest ground."""
MOST_LEFT = max(MOVEMENT) + MARCH_POINTS + DEAREST
"""The most points that a group spends, with those that it saves by its free entry."""
FEW = 6
"""The most units of an army whose groups that may set out are cached."""
MANY = 1_000
"""An army from which more groups than this may set out (a hundred units have billions) does not list them: see `those_who_set_out`."""


class TooMuchWork(Exception):  # noqa: N818  (it is no error: the caller does without a list)
    """Searches have begun as many setups and legs as they may."""


@dataclass
class Work:
    """The number of setups and legs that the searches of a position may begin yet."""

    left: float = inf

    def spend(self, number: int = 1) -> None:
        """Count some.

        :raises TooMuchWork: if there are more than may be
        """
        self.left -= number
        if self.left < 0:
            raise TooMuchWork


ANY_WORK = Work()
"""The work that searches may do where nobody counts it. One for all grounds, as random games make one at each step."""


class Gait(IntEnum):
    """The way in which a group moves: the ground that it may enter, and at which price."""

    LAND = 0
    WADING = 1
    AFLOAT = 2
    FERRIED = 3
    """With vessels near, a group may enter any hex. The seats are checked elsewhere."""


@lru_cache(maxsize=4096)
def gait_of(group: Counts) -> Gait:
    """The gait of a group that is not ferried."""
    return Gait.AFLOAT if afloat(group) else Gait.WADING if peasants_only(group) else Gait.LAND


_LIKE = {Gait.LAND: ONE[PACKED], Gait.FERRIED: ONE[PACKED], Gait.WADING: ONE[PEASANTS], Gait.AFLOAT: ONE[GALLEY]}
"""For each gait a group that moves so."""


class ToWater(NamedTuple):
    """The ways to water that a vessel is near. Enemies and the free entry do not count.

    :param near: for each number of points, as far as any unit could go, the plane of the hexes from which it takes no more
    :param homes: the homes from which a group may come there, each with the least points that it takes
    """

    near: tuple[int, ...]
    homes: list[tuple[int, int]]


class Ground:
    """The hexes that a player's groups may enter from each hex, and the ends found so far: shared by all searches of a
    position.

    :param harbour: the vessels that may ferry; by default all that the player has
    :param apart: True if ends that differ only in the seats that the units take, or in the use of the one free entry (D1.11), count as
        different ends
    :param work: the work that the searches may do; by default any
    """

    def __init__(
        self,
        position: DepletionPosition,
        seat: int,
        harbour: Harbour | None = None,
        apart: bool = False,
        work: Work = ANY_WORK,
    ) -> None:
        self.apart = apart
        self.seat = seat
        self.enemies: set[int] = position.enemy_hexes(seat)
        built = position.built[seat]
        frees = harbour is None or harbour.free
        self.homes: set[int] = built.homes if frees else set()
        self.beside_homes: set[int] = built.beside_homes if frees else set()
        self.one_free: bool = position.settings["free_entry"] == "maneuver"
        """True if a corps has one free entry in all (D1.11)."""
        self.tells_free: bool = apart and self.one_free and bool(built.homes)
        """True if an end by a free entry counts as another end, where it is not reached without."""
        self.unexplored: int = position.map.plane(UNEXPLORED)
        self.position = position
        self.own: dict[int, Army] = position.armies_of[seat]
        """The armies of the player, by their hexes."""
        self.work: Work = work
        if harbour is not None:
            self.__dict__["harbour"] = harbour

    def under(self, board: DepletionPosition) -> Ground:
        """The ground of a board on which only units of the player have moved. No ends are found on it yet."""
        found = Ground(board, self.seat, self.harbour, self.apart, self.work)
        found.__dict__["_steps"] = self._steps
        return found

    @looked_up()
    def harbour(self) -> Harbour:
        """The vessels that may ferry."""
        return self.position.harbour(self.seat)

    @looked_up()
    def ended(self) -> tuple[dict[object, list[int]], ...]:
        """For maneuvers and for marches: setup -> for each number of trebuchets unpacked last the plane of its ends."""
        return {}, {}

    @looked_up()
    def seen(self) -> tuple[set[object], ...]:
        """The ends on hexes where own units stood before, each with all that was changed."""
        return set(), set()

    @looked_up()
    def _steps(self) -> tuple[dict[int, Steps], ...]:
        """The steps that were asked for, by gait."""
        return {}, {}, {}, {}

    @looked_up()
    def _to_stay(self) -> dict[tuple[int, bool, bool], tuple[int, int]]:
        """The points that were asked for: see `to_stay`."""
        return {}

    def steps(self, at: int, gait: Gait) -> Steps:
        """The steps from a hex that a group of a gait may take."""
        known = self._steps[gait]
        found = known.get(at)
        if found is None:
            enemies, homes = self.enemies, self.homes
            found = known[at] = tuple([
                (there, price, there in homes, name)
                for there, price, name in self.entries_from(at, gait)
                if there not in enemies
            ])  # fmt: skip
        return found

    def entries(self, gait: Gait) -> dict[int, Entries]:
        """The hexes next to each that `entries_from` was asked for."""
        about = self.position.map.about
        return about.get(gait) or about.setdefault(gait, {})

    def entries_from(self, at: int, gait: Gait) -> Entries:
        """The hexes next to one that a group of a gait may enter, as far as the ground goes: number, price, name."""
        hexmap, known = self.position.map, self.entries(gait)
        found = known.get(at)
        if found is None:
            grounds, prices = hexmap.grounds, _prices(hexmap.terrains, gait)
            found = known[at] = tuple([
                (there, price, hexmap.name(there))
                for step in hexmap.steps
                if (price := prices[grounds[there := at + step]]) is not None
            ])  # fmt: skip
        return found

    @looked_up()
    def to_water(self) -> ToWater:
        """The ways to water that a vessel is near."""
        return self.position.map.memo(_ways_to_water)(tuple(self.harbour.hexes), tuple(self.homes))

    def comes_to_water(self, at: int, points: int, *, free: bool) -> bool:
        """True if a group may come from a hex to water that a vessel is near. Under per_unit it may come to others and pick them up,
        who have all their points yet.

        :param free: True if it has its free entry yet
        """
        near, homes = self.to_water
        if points >= 0 and near[points] >> at & 1:
            return True
        distance = self.position.map.distance
        if free and any(at != home and distance(at, home) - 1 + more <= points for home, more in homes):
            return True
        return bool(self.relays) and any(distance(at, there) <= points + free for there in self.relays)

    @looked_up()
    def relays(self) -> list[int]:
        """Under per_unit, the hexes with land units that, once picked up, may come to water that a vessel is near, or to
        others of these hexes. Empty under strict, where nobody gets new points by being joined."""
        position, distance = self.position, self.position.map.distance
        if position.settings["pace"] == "strict":
            return []
        more = MARCH_POINTS + DEAREST * bool(self.homes)
        land = {army.at: on_land(army.units) for army in self.own.values() if not army.cubes}
        left = {at: fastest(units) + more for at, units in land.items() if any(units)}
        near_water = self.to_water.near
        found = [at for at, points in left.items() if near_water[points] >> at & 1]
        for near in found:  # it grows
            found += [at for at, points in left.items() if at not in found and distance(at, near) <= points]
        return found

    def to_stay(self, at: int, peasants: bool, free: bool) -> tuple[int, int]:
        """The fewest points that it takes a unit, ferried or not, to come to another hex where it may stay, and to come back to this
        one. There are seats and room for all. More than `MOST_LEFT` where it cannot.

        :param peasants: True for peasants, who may stay on sea (D6.3) and claim no hex (D8.1)
        :param free: True if the free entry is not used yet
        """
        key = (at, peasants, free)
        if key not in self._to_stay:
            self._to_stay[key] = self._points_to_stay(*key)
        return self._to_stay[key]

    def _points_to_stay(self, at: int, peasants: bool, free: bool) -> tuple[int, int]:
        terrain, seen = self.position.map.terrain, set[int]()
        elsewhere = again = MOST_LEFT + 1
        buckets: list[list[int]] = [[] for _ in range(elsewhere)]
        buckets[0].append(at)
        for spent, bucket in enumerate(buckets):
            for here in bucket:  # it grows by free entries
                if here in seen:
                    continue
                seen.add(here)
                if not peasants and self.claims(here):
                    elsewhere = min(elsewhere, spent + CLAIM)
                for there, price, home, _ in self.steps(here, Gait.FERRIED):
                    after = spent + (0 if home and free else price)
                    if there == at:
                        again = min(again, after)
                    elif terrain(there) not in WATER or (peasants and terrain(there) == "sea"):
                        elsewhere = min(elsewhere, after)
                    if after <= MOST_LEFT:
                        buckets[after].append(there)
            if spent >= max(elsewhere, again):
                break
        return elsewhere, again

    def claims(self, at: int) -> Sequence[tuple[int, str]]:
        """The unexplored hexes next to one."""
        hexmap = self.position.map
        known = hexmap.about.setdefault("claims", {})
        found: tuple[tuple[int, str], ...] | None = known.get(at)
        if found is None:
            near = [there for there in hexmap.neighbours(at) if hexmap.terrain(there) == UNEXPLORED]
            found = known[at] = tuple([(there, hexmap.name(there)) for there in near])
        return found


def those_who_set_out(units: Counts) -> Iterable[Counts]:
    """The groups of an army that may set out (D3.1), the whole army first. Of many, the smaller ones come first then: they go
    furthest, and find room."""
    if sum(units) <= FEW:
        return _of_few(units)
    kinds = _kinds(units)
    if _number_of(kinds) <= MANY:
        return _set_out(units)
    small = (taken for size in range(1, sum(units) + 1) for kind in kinds for taken in parts_of_size(kind, size))
    return chain(kinds, (taken for taken in small if taken not in kinds))


def drawn_to_set_out(units: Counts, rng: Random) -> Counts:
    """One of the groups of an army that may set out, all equally likely."""
    groups = those_who_set_out(units)
    if isinstance(groups, tuple):
        found: Counts = groups[int(rng.random() * len(groups))]
        return found
    kinds = _kinds(units)
    weights = [_number_of([kind]) for kind in kinds]
    while True:
        kind = rng.choices(kinds, weights)[0]
        found = tuple(int(rng.random() * (n + 1)) for n in kind)
        if any(found):
            return found


def _kinds(units: Counts) -> list[Counts]:
    """The vessels and the land units of an army: they do not set out together (D7.5)."""
    return [u for u in (on_land(units), vessels_of(units)) if any(u)]


def _number_of(kinds: Iterable[Counts]) -> int:
    """The number of groups that may set out."""
    return sum(prod(n + 1 for n in kind) - 1 for kind in kinds)


def _set_out(units: Counts) -> tuple[Counts, ...]:
    found = [t for kind in _kinds(units) for t in product(*(range(n, -1, -1) for n in kind)) if any(t)]
    return tuple(sorted(found, key=sum, reverse=True))


_of_few = lru_cache(maxsize=1024)(_set_out)


@lru_cache(maxsize=64)
def _prices(terrains: tuple[str, ...], gait: Gait) -> tuple[int | None, ...]:
    """For each number in the cells of a map the price at which a group of a gait enters; None where it may not."""
    prices: list[int | None] = [None] * (HOLE + 1)
    for n, terrain in enumerate(terrains):
        enters = not bars_ground(terrain, _LIKE[gait]) or (gait is Gait.FERRIED and terrain in WATER)
        if terrain != UNEXPLORED and enters:
            prices[n] = entry_cost(terrain, gait is Gait.WADING)
    return tuple(prices)


def _ways_to_water(hexmap: HexMap) -> Callable[[tuple[int, ...], tuple[int, ...]], ToWater]:
    """For vessels and homes on some hexes of a map `Ground.to_water`."""
    water, full, steps = hexmap.plane(*WATER), hexmap.full, hexmap.steps
    prices = dict(zip(hexmap.terrains, _prices(hexmap.terrains, Gait.FERRIED), strict=False))
    cheap, dear = (hexmap.plane(*[key for key, of in prices.items() if of == price]) for price in (1, DEAREST))

    @lru_cache(maxsize=256)
    def ways(vessels: tuple[int, ...], homes: tuple[int, ...]) -> ToWater:
        # A set, as two vessels may be near the same hex.
        reached = sum([1 << at for at in {at for boat in vessels for at in (boat, *hexmap.neighbours(boat))}]) & water
        found = [0, reached]
        for _ in range(MOST_LEFT):
            last = (found[-1] & cheap) | (found[-2] & dear)
            spread = found[-1]
            for step in steps:
                spread |= last << step if step > 0 else last >> -step
            found.append(spread & full)
        found = found[1:]
        points = [(home, [n for n, plane in enumerate(found) if plane >> home & 1]) for home in homes]
        return ToWater(tuple(found), [(home, least[0]) for home, least in points if least])

    return ways


def plus_one(units: Counts, unit: int, number: int) -> Counts:
    """Units with some more of one type; a negative number takes units away."""
    return (*units[:unit], units[unit] + number, *units[unit + 1 :])


def with_one(changes: Changes, here: int, unit: int) -> Changes:
    """Changes with one more unit on the last hex of the way."""
    if changes and changes[-1][0] == here:
        return (*changes[:-1], (here, plus_one(changes[-1][1], unit, 1)))
    return (*changes, (here, ONE[unit]))


@lru_cache(maxsize=16_384)
def purse_with(purse: Rests, unit: int, rest: int) -> tuple[int, Rests]:
    """A purse with one more unit, as `_least_and_rests` has it."""
    return _least_and_rests([[*of, rest] if t == unit else of for t, of in enumerate(purse)])


@lru_cache(maxsize=16_384)
def purse_without(purse: Rests, unit: int) -> tuple[int, Rests]:
    """A purse without the unit of a type that is worst off, as `_least_and_rests` has it."""
    return _least_and_rests([of[1:] if t == unit else of for t, of in enumerate(purse)])


def _least_and_rests(points: Sequence[Sequence[int]]) -> tuple[int, Rests]:
    """The points of the unit that is worst off, and how many more each unit has."""
    least = min([min(of) for of in points if of])
    return least, tuple([tuple(sorted([p - least for p in of])) for of in points])
