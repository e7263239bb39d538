"""Ways over water: peasants wade, land units ride with vessels, and seats suffice or do not (D6.3, D7).

A ferried unit has a seat on one vessel for the whole maneuver, and every water hex that it enters must be near that
vessel. A *mask* says which vessels are near all of these hexes: bit n for the n-th hex with vessels. Riders with masks
are matched with vessels with seats: see `seating`. Like units may be told apart in several ways where they join and leave on the way,
and a peasant may wade::

    vessels on 0403 (bit 0) and 0502 (bit 1)     two archers enter 0402, next to both: masks 11, 11
    a third enters 0402 and 0501                 near both: 10, only the second vessel
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from hexwidget.geometry import HexMap, Offset
from hexwidget.systems.depletion.units import GALLEY, PEASANTS, WATER

SEATS = 2
"""Units that a vessel ferries in one maneuver (D7.3)."""
DRY = -1
"""The mask of a unit that needs no seat."""


class Passage(NamedTuple):
    """One unit's own part of the way: its type, the indices in the path where it joins and leaves, the vessels that it
    can ride with (`DRY`: it needs none), and True if it wades."""

    unit: int
    joined: int
    left: int
    rides: int = DRY
    wades: bool = False


class Harbour:
    """The vessels of a player that may ferry in a maneuver.

    :param fleet: the number of vessels on each hex
    :param moving: the hexes from which vessels move in the corps, so that these do not ferry
    :param beside: True for the masks of riders that find seats beside the other groups of the corps; by default there are no other groups
    :param free: False if another group of the corps has the free entry (D1.11)
    """

    def __init__(
        self,
        hexmap: HexMap,
        fleet: Mapping[int, int],
        moving: Iterable[int] = (),
        beside: Callable[[tuple[int, ...]], bool] | None = None,
        *,
        free: bool = True,
    ) -> None:
        self.free = free
        self.moving: frozenset[int] = frozenset(moving)
        self.hexes: list[int] = sorted(at for at, number in fleet.items() if number > 0)
        self.seats: list[int] = [SEATS * fleet[at] for at in self.hexes]
        self._beside = beside or (lambda masks: seats_for(masks, self.seats) is not None)
        self._map = hexmap
        self._near: dict[int, int] = {}
        self._fits: dict[tuple[int, ...], bool] = {}

    def __bool__(self) -> bool:
        return bool(self.hexes)

    def near(self, at: int) -> int:
        """The mask of the vessels on a hex or adjacent to it."""
        found = self._near.get(at) if self.hexes else 0
        if found is None:
            about = {at, *self._map.neighbours(at)}
            found = self._near[at] = sum(1 << n for n, there in enumerate(self.hexes) if there in about)
        return found

    def within(self, at: int, steps: int) -> bool:
        """True if a vessel is within a number of steps of a hex."""
        return any(self._map.distance(at, there) <= steps for there in self.hexes)

    def fits(self, masks: Iterable[int]) -> bool:
        """True if there is a seat for each of some riders (D7.3), besides those that other groups take."""
        key = tuple(sorted(masks))
        if not key or len(key) > sum(self.seats):
            return not key
        found = self._fits.get(key)
        if found is None:
            found = self._fits[key] = self._beside(key)
        return found


NO_HARBOUR = Harbour(HexMap(1, 1, Offset.ODD_R, ("sea",), bytes(1)), {})
"""The harbour of a player without vessels, on every map."""


def harbour_with(hexmap: HexMap, fleet: tuple[tuple[int, int], ...]) -> Harbour:
    """The harbour of a fleet of which no vessel moves and none is taken. Most positions share the one before."""
    return hexmap.shape.memo(_harbours)(fleet) if fleet else NO_HARBOUR


def _harbours(shape: HexMap) -> Callable[[tuple[tuple[int, int], ...]], Harbour]:
    """The cached harbours on a map. The grounds do not count."""
    return lru_cache(maxsize=256)(lambda fleet: Harbour(shape, dict(fleet)))


def seats_for(masks: Sequence[int], seats: Sequence[int]) -> list[int] | None:
    """A vessel for each rider, by number; None if some rider has none."""
    holders = _holders(masks, seats)
    where = {rider: boat for boat, riders in enumerate(holders) for rider in riders}
    return [where[rider] for rider in range(len(masks))] if len(where) == len(masks) else None


def seatless(masks: Sequence[int], seats: Sequence[int]) -> int:
    """The number of riders without a seat, when as many as possible have one."""
    return len(masks) - sum(map(len, _holders(masks, seats)))


def _holders(masks: Sequence[int], seats: Sequence[int]) -> list[list[int]]:
    """The riders on each vessel: as many as possible."""
    holders: list[list[int]] = [[] for _ in seats]

    def place(rider: int, asked: set[int]) -> bool:
        for boat in HexMap.members(masks[rider]):
            if boat in asked:
                continue
            asked.add(boat)
            if len(holders[boat]) < seats[boat]:
                holders[boat].append(rider)
                return True
            for n, other in enumerate(holders[boat]):
                if place(other, asked):  # the rider of that seat finds another
                    holders[boat][n] = rider
                    return True
        return False

    for rider in range(len(masks)):
        place(rider, set())
    return holders


class Supply(NamedTuple):
    """Like units that join on a hex of the path, or leave there: the type, the index in the path, the points that each pays there for
    switching, and their number."""

    unit: int
    at: int
    switching: int
    number: int


class Way(NamedTuple):
    """A passage that units may take: how they join and leave, by number in the supplies, and the points that each pays for switching."""

    came: int
    went: int
    switching: int
    passage: Passage


def every_way(
    path: Sequence[int], came: Sequence[Supply], went: Sequence[Supply], hexmap: HexMap, harbour: Harbour
) -> list[Way]:
    """Every way that some unit takes in some crossing of the water on a path. A peasant that may wade has two.

    A unit that joins at one index may be the one that leaves at another if its type is with the group all the time between. For then
    the others can be told apart, too: the first to join is the first to leave.
    """
    water = [n for n, at in enumerate(path) if n and hexmap.terrain(at) in WATER]
    deep = [n for n in water if hexmap.terrain(path[n]) == "ocean"]
    found: list[Way] = []
    for a, (unit, joined, packs, _) in enumerate(came):
        alone = [n for n in range(joined, len(path)) if _going_on(unit, n, came, went) == 0]
        for b, (other, left, unpacks, _) in enumerate(went):
            if unit != other or not joined <= left or (alone and alone[0] < left):
                continue
            rides = DRY
            for n in water if unit != GALLEY else ():
                if joined < n <= left:
                    rides = harbour.near(path[n]) if rides == DRY else rides & harbour.near(path[n])
            found.append(Way(a, b, packs + unpacks, Passage(unit, joined, left, rides)))
            if unit == PEASANTS and rides != DRY and not [n for n in deep if joined < n <= left]:
                found.append(Way(a, b, 0, Passage(unit, joined, left, wades=True)))
    return found


def _going_on(unit: int, at: int, came: Sequence[Supply], went: Sequence[Supply]) -> int:
    """The units of a type that go on from an index of the path."""
    joined, left = (sum([s.number for s in some if s.unit == unit and s.at <= at]) for some in (came, went))
    return joined - left
