"""The ground of a search: the hexes that a player's groups may enter from each hex, and the units of an army that may
set out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from enum import IntEnum
from functools import lru_cache
from itertools import product

from hexwidget.geometry import HexMap
from hexwidget.geometry.hexmap import HOLE
from hexwidget.rules import looked_up
from hexwidget.systems.depletion.language import Changes
from hexwidget.systems.depletion.maneuver.costs import MARCH_POINTS, bars_ground, entry_cost
from hexwidget.systems.depletion.maneuver.crossing import Harbour
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import (
    GALLEY,
    MOVEMENT,
    ONE,
    PACKED,
    PEASANTS,
    UNEXPLORED,
    WATER,
    Counts,
    afloat,
    fastest,
    on_land,
    peasants_only,
    vessels_of,
)

Step = tuple[int, int, bool, str]
"""A hex that may be entered: its number, its price, True if it is a home, its name."""
Steps = tuple[Step, ...]
Deeds = tuple[Changes, Changes]
"""The units that were dropped, and those that were picked up on a way."""
Rests = tuple[tuple[int, ...], ...]
"""Under per_unit, for each type the points that each unit has more than the one that is worst off."""
MOST_LEFT = max(MOVEMENT) + MARCH_POINTS
CLAIM = entry_cost(UNEXPLORED, wading=False)
"""The cost of claiming an unexplored hex (D1.3)."""
FEW = 6
"""For armies of up to so many units, the groups that may set out are cached. Of a hundred units there are too many
groups."""


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


class Ground:
    """The hexes that a player's groups may enter from each hex, and the ends found so far: shared by all searches of a
    position.

    :param harbour: the vessels that may ferry; by default all that the player has
    :param apart: True if ends that differ only in the seats that the units take count as different ends
    """

    def __init__(
        self, position: DepletionPosition, seat: int, harbour: Harbour | None = None, apart: bool = False
    ) -> None:
        self.apart = apart
        self.seat = seat
        self.enemies: set[int] = position.enemy_hexes(seat)
        self.homes: set[int] = position.homes(seat)
        self.harbour: Harbour = position.harbour(seat) if harbour is None else harbour
        self._steps: tuple[dict[int, Steps], ...] = ({}, {}, {}, {})  # by gait
        self.unexplored: int = position.map.plane(UNEXPLORED)
        self._stand_on(position)

    def under(self, board: DepletionPosition) -> Ground:
        """The ground of a board on which only units of the player have moved. No ends are found on it yet."""
        found = copy(self)
        found.__dict__.pop("relays", None)
        found._stand_on(board)
        return found

    def _stand_on(self, board: DepletionPosition) -> None:
        self.position = board
        self.own: dict[int, Army] = board.armies_of[self.seat]
        """The armies of the player, by their hexes."""
        self.ended: tuple[dict[object, list[int]], ...] = ({}, {})
        """For maneuvers and for marches: setup -> for each number of trebuchets unpacked last the plane of its ends."""
        self.seen: tuple[set[object], ...] = (set(), set())
        """The ends on hexes where own units stood before, each with all that was changed."""

    def steps(self, at: int, gait: Gait) -> Steps:
        """The steps from a hex that a group of a gait may take."""
        known = self._steps[gait]
        found = known.get(at)
        if found is None:
            enemies, homes = self.enemies, self.homes
            found = known[at] = tuple([
                (there, price, there in homes, name)
                for there, price, name in _entries(self.position.map, gait, at)
                if there not in enemies
            ])  # fmt: skip
        return found

    @looked_up()
    def near_water(self) -> tuple[int, ...]:
        """For each number of steps, as far as any unit could go, the plane of the hexes from which so many steps lead to water that
        a vessel is near."""
        return self.position.map.memo(_near_water)(tuple(self.harbour.hexes))

    def comes_to_water(self, at: int, steps: int) -> bool:
        """True if a group that takes at most so many steps from a hex may come to water that a vessel is near. Under
        per_unit it may come to others whom it picks up, who have all their points yet."""
        if self.near_water[min(steps, MOST_LEFT + 1)] >> at & 1:
            return True
        return bool(self.relays) and any(self.position.map.distance(at, there) <= steps for there in self.relays)

    @looked_up()
    def relays(self) -> list[int]:
        """Under per_unit, the hexes with land units that, once picked up, may come to water that a vessel is near, or to
        others of these hexes. Empty under strict, where nobody gets new points by being joined."""
        position, distance = self.position, self.position.map.distance
        if position.settings["pace"] == "strict":
            return []
        left = {
            army.at: fastest(on_land(army.units)) + MARCH_POINTS + bool(self.homes)
            for army in self.own.values()
            if not army.cubes and any(on_land(army.units))
        }
        found = [at for at, steps in left.items() if self.near_water[min(steps, MOST_LEFT + 1)] >> at & 1]
        for near in found:  # it grows
            found += [at for at, steps in left.items() if at not in found and distance(at, near) <= steps]
        return found

    def claims(self, at: int) -> Sequence[tuple[int, str]]:
        """The unexplored hexes next to one."""
        hexmap = self.position.map
        known = hexmap.about.setdefault("claims", {})
        found: tuple[tuple[int, str], ...] | None = known.get(at)
        if found is None:
            near = [there for there in hexmap.neighbours(at) if hexmap.terrain(there) == UNEXPLORED]
            found = known[at] = tuple([(there, hexmap.name(there)) for there in near])
        return found


def those_who_set_out(units: Counts) -> Sequence[Counts]:
    """The groups of an army that may set out (D3.1), the whole army first."""
    return _of_few(units) if sum(units) <= FEW else _set_out(units)


def _set_out(units: Counts) -> tuple[Counts, ...]:
    kinds = [u for u in (on_land(units), vessels_of(units)) if any(u)]  # D7.5: vessels or land units
    found = [taken for kind in kinds for taken in product(*(range(n, -1, -1) for n in kind)) if any(taken)]
    return tuple(sorted(found, key=sum, reverse=True))


_of_few = lru_cache(maxsize=1024)(_set_out)


def _entries(hexmap: HexMap, gait: Gait, at: int) -> tuple[tuple[int, int, str], ...]:
    """The hexes next to one that a group of a gait may enter, as far as the ground goes: number, price, name."""
    known = hexmap.about.setdefault(gait, {})
    found = known.get(at)
    if found is None:
        grounds, prices = hexmap.grounds, _prices(hexmap.terrains, gait)
        found = known[at] = tuple([
            (there, price, hexmap.name(there))
            for step in hexmap.steps
            if (price := prices[grounds[there := at + step]]) is not None
        ])  # fmt: skip
    return found


@lru_cache(maxsize=64)
def _prices(terrains: tuple[str, ...], gait: Gait) -> tuple[int | None, ...]:
    """For each number in the cells of a map the price at which a group of a gait enters; None where it may not."""
    prices: list[int | None] = [None] * (HOLE + 1)
    for n, terrain in enumerate(terrains):
        enters = not bars_ground(terrain, _LIKE[gait]) or (gait is Gait.FERRIED and terrain in WATER)
        if terrain != UNEXPLORED and enters:
            prices[n] = entry_cost(terrain, gait is Gait.WADING)
    return tuple(prices)


def _near_water(hexmap: HexMap) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """For vessels on some hexes of a map the planes of `Ground.near_water`."""
    water, full, steps = hexmap.plane(*WATER), hexmap.full, hexmap.steps

    @lru_cache(maxsize=256)
    def planes(vessels: tuple[int, ...]) -> tuple[int, ...]:
        # A set, as two vessels may be near the same hex.
        reached = sum([1 << at for at in {at for boat in vessels for at in (boat, *hexmap.neighbours(boat))}]) & water
        found = [reached]
        for _ in range(MOST_LEFT + 1):
            spread = reached
            for step in steps:
                spread |= reached << step if step > 0 else reached >> -step
            reached = spread & full
            found.append(reached)
        return tuple(found)

    return planes


def plus_one(units: Counts, unit: int, number: int) -> Counts:
    """Units with some more of one type; a negative number takes units away."""
    return (*units[:unit], units[unit] + number, *units[unit + 1 :])


def with_one(changes: Changes, here: int, unit: int) -> Changes:
    """Changes with one more unit on the last hex of the way."""
    if changes and changes[-1][0] == here:
        return (*changes[:-1], (here, plus_one(changes[-1][1], unit, 1)))
    return (*changes, (here, ONE[unit]))
