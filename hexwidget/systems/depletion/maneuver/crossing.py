"""Ways over water: peasants wade, land units ride with vessels, and seats suffice or do not (D6.3, D7).

A ferried unit has a seat on one vessel for the whole maneuver, and every water hex that it enters must be near that
vessel. A *mask* says which vessels are near all of these hexes: bit n for the n-th hex with vessels. Riders with masks
are matched with vessels with seats. There are several such matchings where units join and leave on the way, or where a
peasant may wade::

    vessels on 0403 (bit 0) and 0502 (bit 1)     two archers enter 0402, next to both: masks 11, 11
    a third enters 0402 and 0501                 near both: 10, only the second vessel
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from math import prod
from typing import NamedTuple

from hexwidget.geometry import HexMap, Offset
from hexwidget.systems.depletion.units import GALLEY, PEASANTS, UNITS, WATER, Counts, parts_of_size

SEATS = 2
"""Units that a vessel ferries in one maneuver (D7.3)."""
DRY = -1
"""The mask of a unit that needs no seat."""
_MOST_PASSAGES = 60_000
"""The most passages of units in the crossings of a maneuver that are looked at. Armies of a sensible size have fewer."""


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
    :param taken: the seats of other groups of the corps: the masks of their riders, in each of their crossings
    :param moving: the hexes from which vessels move in the corps, so that these do not ferry
    :param free: False if another group of the corps has the free entry (D1.11)
    """

    def __init__(
        self,
        hexmap: HexMap,
        fleet: Mapping[int, int],
        taken: Sequence[tuple[int, ...]] = ((),),
        moving: Iterable[int] = (),
        free: bool = True,
    ) -> None:
        self.free = free
        self.moving: frozenset[int] = frozenset(moving)
        self.hexes: list[int] = sorted(at for at, number in fleet.items() if number > 0)
        self.seats: list[int] = [SEATS * fleet[at] for at in self.hexes]
        self._taken = tuple(taken)
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
        """True if a vessel is within so many steps of a hex."""
        return any(self._map.distance(at, there) <= steps for there in self.hexes)

    def fits(self, masks: Iterable[int]) -> bool:
        """True if there is a seat for each of some riders (D7.3), besides those that other groups take."""
        key = tuple(sorted(masks))
        if not key or len(key) > sum(self.seats):
            return not key
        found = self._fits.get(key)
        if found is None:
            found = self._fits[key] = any(seated((*key, *others), self.seats) is not None for others in self._taken)
        return found


NO_HARBOUR = Harbour(HexMap(1, 1, Offset.ODD_R, ("sea",), bytes(1)), {})
"""The harbour of a player without vessels, on every map."""


def harbour_with(hexmap: HexMap, fleet: tuple[tuple[int, int], ...]) -> Harbour:
    """The harbour of a fleet of which no vessel moves and none is taken. Most positions share the one before."""
    return hexmap.shape.memo(_harbours)(fleet) if fleet else NO_HARBOUR


def _harbours(shape: HexMap) -> Callable[[tuple[tuple[int, int], ...]], Harbour]:
    """The cached harbours on a map. The grounds do not count."""
    return lru_cache(maxsize=256)(lambda fleet: Harbour(shape, dict(fleet)))


def seated(masks: Sequence[int], seats: Sequence[int]) -> list[int] | None:
    """A vessel for each rider, by number; None if some rider has none."""
    holders = _holders(masks, seats)
    where = {rider: boat for boat, riders in enumerate(holders) for rider in riders}
    return [where[rider] for rider in range(len(masks))] if len(where) == len(masks) else None


def unseated(masks: Sequence[int], seats: Sequence[int]) -> int:
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


class Rider(NamedTuple):
    """A unit that needs a seat: the index of its group in the corps, its type, the vessels that it can ride with.
    ``named``: True if it takes a seat that the player has named."""

    group: int
    unit: int
    mask: int
    named: bool = False


class NamedSeat(NamedTuple):
    """A seat that the player has named: the group and the type of the unit, and the vessel (its number in the harbour)."""

    group: int
    unit: int
    boat: int


def assignment(
    riders: Sequence[Rider], harbour: Harbour, named: Sequence[NamedSeat] = (), *, alone: bool = False
) -> list[int] | None:
    """A vessel for each rider, such that the named seats are taken as named; None if there is no such assignment.

    :param alone: True if only the riders with named seats need one
    """
    if not named:
        return seated([r.mask for r in riders if r.named or not alone], harbour.seats)
    first, rest = named[0], named[1:]
    held = 1 << first.boat
    tried: set[int] = set()
    for n, rider in enumerate(riders):
        alike = (rider.group, rider.unit) == (first.group, first.unit) and not rider.named
        if alike and rider.mask & held and rider.mask not in tried:
            tried.add(rider.mask)
            found = assignment(
                [*riders[:n], rider._replace(mask=held, named=True), *riders[n + 1 :]], harbour, rest, alone=alone
            )
            if found is not None:
                return found
    return None


def every_crossing(
    path: Sequence[int],
    joins: Mapping[int, Counts],
    leaves: Mapping[int, Counts],
    hexmap: HexMap,
    harbour: Harbour,
) -> Iterator[tuple[Passage, ...]]:
    """Yield every crossing of the water on a path: the passages of the units of a maneuver. The first pairs like
    units so that the first to join is the first to leave.

    :param joins: the units that join at each index of the path (0: they set out)
    :param leaves: the units that leave at each index (the last: they land)
    """
    water = [n for n, at in enumerate(path) if n and hexmap.terrain(at) in WATER]
    deep = {n for n in water if hexmap.terrain(path[n]) == "ocean"}

    def mask(joined: int, left: int) -> int:
        found = DRY
        for n in water:
            if joined < n <= left:
                found = harbour.near(path[n]) if found == DRY else found & harbour.near(path[n])
        return found

    def of_type(unit: int) -> Iterator[tuple[Passage, ...]]:
        came = [n for n in sorted(joins) for _ in range(joins[n][unit])]
        went = [n for n in sorted(leaves) for _ in range(leaves[n][unit])]
        for pairs in islice(_pairings(came, went), most):
            made = [Passage(unit, i, j, DRY if unit == GALLEY else mask(i, j)) for i, j in pairs]
            if unit != PEASANTS:
                yield tuple(made)
                continue
            may_wade = [p.rides != DRY and not any(p.joined < n <= p.left for n in deep) for p in made]
            yield from _wading(made, may_wade)

    most = _MOST_PASSAGES // max(1, sum(map(sum, joins.values())))
    options = [list(islice(of_type(unit), most)) for unit in range(len(UNITS))]
    if prod(map(len, options)) > most:  # then those come first in which fewest units need a seat
        options = [sorted(some, key=lambda made: sum(p.rides != DRY for p in made)) for some in options]
    for every in islice(product(*options), most):
        yield tuple(passage for some in every for passage in some)


def _pairings(came: list[int], went: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield every pairing of like units with the indices where they leave, each once. In the first, the first to come
    is the first to leave."""
    straight = list(zip(came, went, strict=False))
    yield straight
    if len(set(came)) < 2 or len(set(went)) < 2:
        return
    yield from (pairs for pairs in _matched([*Counter(came).items()], Counter(went)) if pairs != straight)


def _matched(came: list[tuple[int, int]], went: Mapping[int, int]) -> Iterator[list[tuple[int, int]]]:
    """Yield the pairings of the number of units that came at each index with those that left."""
    if not came:
        yield []
        return
    (start, number), *later = came
    ends = [end for end in went if end >= start]
    if number <= sum(went[end] for end in ends):
        for part in parts_of_size(tuple(went[end] for end in ends), number):
            leaving = dict(zip(ends, part, strict=True))
            pairs = [(start, end) for end, n in leaving.items() for _ in range(n)]
            for rest in _matched(later, {end: n - leaving.get(end, 0) for end, n in went.items()}):
                yield [*pairs, *rest]


def _wading(made: list[Passage], may_wade: list[bool]) -> Iterator[tuple[Passage, ...]]:
    """Yield every way in which the peasants that may wade do so or ride. Peasants with the same part of the way are
    alike."""
    classes = Counter(p for p, may in zip(made, may_wade, strict=True) if may)
    fixed = [p for p, may in zip(made, may_wade, strict=True) if not may]
    kinds = list(classes)
    for riding in product(*(range(classes[p] + 1) for p in kinds)):
        chosen = [*fixed]
        for p, k in zip(kinds, riding, strict=True):
            chosen += [p] * k + [p._replace(rides=DRY, wades=True)] * (classes[p] - k)
        yield tuple(sorted(chosen))
