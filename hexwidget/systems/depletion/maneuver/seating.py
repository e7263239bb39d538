"""Seats for the groups of a maneuver: each group gets over the water by the cheapest crossing for which there are seats
(D7.3, D7.4).

A crossing says by which `Way` each unit goes. Like units that go the same way are interchangeable, so a crossing is a number for each
way, and for each vessel whose seats they take (`best_numbers` finds the best numbers). As many units of a type go the ways from an index as
join there, and as many go the ways to an index as leave there; that is all that binds like units together. Riders share the seats of
their vessels, and seats that the player has named are filled by units of their group and type.

The costs bind no numbers. Under strict they depend on the hexes on which some peasant wades, under per_unit each way has costs of its
own. So the ways are allowed step by step, the cheapest first, until there are as many seats as if all were allowed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, NamedTuple

from hexwidget.geometry import HexMap
from hexwidget.systems.depletion.maneuver.costs import Costs
from hexwidget.systems.depletion.maneuver.crossing import DRY, Harbour, Passage, Way, seats_for
from hexwidget.systems.depletion.maneuver.packing import best_numbers
from hexwidget.systems.depletion.units import MOVEMENT, PEASANTS, WATER

if TYPE_CHECKING:
    from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan

MOST_WADED = 8
"""The most parts of a path that peasants may wade or not, each by itself, under strict. A path of more is too dear in any case, so
only the way in which fewest units ride and wade is looked at."""


class Crossing(NamedTuple):
    """The crossing of a maneuver's units: their passages over the water. ``costs``: what these cost; ``seats``: a vessel (its number
    in the harbour) for each unit that rides, None if there are too few."""

    passages: tuple[Passage, ...]
    costs: Costs
    seats: tuple[int, ...] | None

    @property
    def riders(self) -> list[Passage]:
        """The units that need a seat."""
        return [p for p in self.passages if p.rides != DRY]


class Rider(NamedTuple):
    """A unit that needs a seat: the index of its group in the corps, its type, and the vessels that it can ride with."""

    group: int
    unit: int
    mask: int


class Worth(NamedTuple):
    """The worth of units that go by a way, or of all: more is better, and what comes first counts first. Units without a seat are
    those with no vessel near some hex (``far``), those that no single vessel is near all along (``parted``), and those that find the
    seats taken (``lacking``). ``named``: those that take a seat that the player has named."""

    going: int
    far: int = 0
    parted: int = 0
    lacking: int = 0
    named: int = 0
    riding: int = 0
    spread: int = 0


class Taken(NamedTuple):
    """Units that go by a way: their group, their passage, their vessels (by number in the harbour; none without a seat), and how many
    they are."""

    group: int
    passage: Passage
    boats: tuple[int, ...]
    number: int


class Seated(NamedTuple):
    """A crossing of all groups, with seats as far as they go."""

    worth: Worth
    taken: list[Taken]


Allowed = frozenset[int] | None
"""The ways that a group may go, by number; None: all."""
Level = tuple[tuple[bool, int], Allowed]
"""True if the points do not suffice, the costs (or fewer points left), and the ways that are allowed then."""


class Seating:
    """The seats of the groups of a maneuver."""

    def __init__(self, plans: Sequence[ManeuverPlan], harbour: Harbour) -> None:
        self.plans = plans
        self.harbour = harbour
        self._ways: list[list[Way]] = [plan.ways for plan in plans]
        named = (seat for n, plan in enumerate(plans) for seat in _named_seats(n, plan, harbour))
        self._named: Counter[tuple[int, int, int]] = Counter(named)

    @cached_property
    def best(self) -> Seated:
        """The cheapest crossing for which there are seats, or else the crossing that lacks fewest seats."""
        found = every = self._seating([None] * len(self.plans))
        for _, allowed in self._levels if len(self._levels) > 1 else ():
            found = self._seating(allowed)
            if found.worth[:5] == every.worth[:5]:
                break
        return found

    def suffices(self, found: Seated) -> bool:
        """True if everybody has a seat, and those that are named are taken."""
        return not any(found.worth[1:4]) and found.worth.named == self._named.total()

    def has_room_for(self, masks: tuple[int, ...]) -> bool:
        """True if there are seats besides for some riders, in a crossing for which the points suffice."""
        units = sum([supply.number for plan in self.plans for supply in plan.supplies[0]]) + len(masks)
        seated = (self._seating(allowed, masks) for dear, allowed in self._levels if not dear)
        return any(self.suffices(found) and found.worth.going == units for found in seated)

    @property
    def pay(self) -> bool:
        """True if there are crossings for which the points of each group suffice."""
        return not self._levels[0][0]

    def named_seats_fit(self) -> bool:
        """True if the seats that are named can be taken. Where others lack seats, only those count that are named."""
        found = self._seating([None] * len(self.plans), alone=True) if self.best.worth.lacking else self.best
        return found.worth.named == self._named.total()

    # ------------------------------------------------------------------ costs
    @cached_property
    def _levels(self) -> list[tuple[int, list[Allowed]]]:
        """The ways that the groups may go, cheapest first, each with the number of groups whose points do not suffice."""
        every = product(*[self._levels_of(n) for n in range(len(self.plans))])
        levels = sorted(every, key=lambda made: (sum(dear for (dear, _), _ in made), [key for key, _ in made]))
        return [(sum(dear for (dear, _), _ in made), [allowed for _, allowed in made]) for made in levels]

    def _levels_of(self, n: int) -> list[Level]:
        plan, ways = self.plans[n], self._ways[n]
        if len({way.came for way in ways}) == len(ways):  # there is no choice
            costs = plan.cheapest(tuple(way.passage for way in ways))
            return [((costs.who is not None, costs.total), None)]
        strict = plan.position.settings["pace"] == "strict"
        return self._by_hexes_waded(plan, ways) if strict else self._by_points_left(plan, ways)

    def _by_hexes_waded(self, plan: ManeuverPlan, ways: list[Way]) -> list[Level]:
        """D4.9: the group pays for each hex on which some peasant wades. A part of the path between the indices where peasants join
        and leave is waded as a whole or not at all."""
        wading = [way.passage for way in ways if way.passage.wades]
        parts = [*pairwise(sorted({n for p in wading for n in (p.joined, p.left)}))]
        if len(parts) > MOST_WADED:
            costs = plan.cheapest(tuple(wading))
            return [((costs.who is not None, costs.total), None)]
        found: list[Level] = []
        for size in range(len(parts) + 1):
            for some in combinations(parts, size):
                costs = plan.cheapest(tuple(Passage(PEASANTS, i, j, wades=True) for i, j in some))
                waded = {n for i, j in some for n in range(i + 1, j + 1)}
                allowed = frozenset(
                    k
                    for k, (*_, p) in enumerate(ways)
                    if not p.wades or waded.issuperset(range(p.joined + 1, p.left + 1))
                )
                found.append(((costs.who is not None, costs.total), allowed))
        return found

    def _by_points_left(self, plan: ManeuverPlan, ways: list[Way]) -> list[Level]:
        """D4.7: each unit pays for its own part. The more points are left to the unit that is worst off, the better."""
        found: list[Level] = []
        entries: list[int | None] = [*plan.free_entries(frozenset())]
        for free in entries or [None]:
            left = [
                MOVEMENT[p.unit]
                + plan.march
                - switching
                - sum([plan.price(n, p.wades) for n in range(p.joined + 1, p.left + 1) if n != free])
                for *_, switching, p in ways
            ]
            for least in sorted(set(left)):
                found.append(((least < 0, -least), frozenset(k for k, points in enumerate(left) if points >= least)))
        return found

    # ------------------------------------------------------------------ seats
    def _seating(self, allowed: Sequence[Allowed], masks: tuple[int, ...] = (), *, alone: bool = False) -> Seated:
        """The best crossing of the ways that are allowed.

        :param masks: the riders of another group, who take seats, too
        :param alone: True if the seats that are named are filled as if all others were free
        """
        options: list[tuple[Worth, list[tuple[object, ...]], Taken | None]] = []
        limits: dict[tuple[object, ...], int] = {}
        fleets = self._alike(masks)
        for c, boats in enumerate(fleets):
            limits["seat", c] = sum([self.harbour.seats[boat] for boat in boats])
        for (group, unit, boat), number in self._named.items():
            limits["named", group, unit, boat] = number
            limits["named on", boat] = self.harbour.seats[boat] if boat < len(self.harbour.seats) else 0
        for group, (plan, ways) in enumerate(zip(self.plans, self._ways, strict=True)):
            came, went = plan.supplies
            limits |= {("came", group, n): supply.number for n, supply in enumerate(came)}
            limits |= {("went", group, n): supply.number for n, supply in enumerate(went)}
            may = allowed[group]
            for k, way in enumerate(ways):
                if may is None or k in may:
                    bound: list[tuple[object, ...]] = [("came", group, way.came), ("went", group, way.went)]
                    for worth, more, boats in self._rides(group, way.passage, fleets, alone):
                        options.append((worth, [*bound, *more], Taken(group, way.passage, boats, 0)))
        for mask, number in Counter(masks).items():
            limits["masks", mask] = number
            seats = [c for c, boats in enumerate(fleets) if mask >> boats[0] & 1]
            options += [(Worth(1), [("masks", mask), ("seat", c)], None) for c in seats]
        # No sum of a later part comes up to one of an earlier part.
        base = 1 + sum(limits.values()) * max([1, *(worth.spread for worth, _, _ in options)])
        signs = Worth(1, -1, -1, -1, 1, -1, -1)
        powers = [sign * base ** (len(signs) - n) for n, sign in enumerate(signs)]
        weights = [sum([power * part for power, part in zip(powers, worth, strict=True)]) for worth, _, _ in options]
        within: dict[tuple[object, ...], list[int]] = {limit: [] for limit in limits}
        for k, (_, bounds, _) in enumerate(options):
            for limit in bounds:
                within[limit].append(k)
        numbers = best_numbers(weights, [(some, limits[limit]) for limit, some in within.items() if some])
        chosen = [(worth, taken, n) for (worth, _, taken), n in zip(options, numbers, strict=True) if n]
        total = Worth(*[sum([worth[k] * n for worth, _, n in chosen]) for k in range(len(signs))])
        return Seated(total, [taken._replace(number=n) for _, taken, n in chosen if taken is not None])

    def _rides(
        self, group: int, passage: Passage, fleets: list[tuple[int, ...]], alone: bool
    ) -> Iterator[tuple[Worth, list[tuple[object, ...]], tuple[int, ...]]]:
        """Yield how units may go by a way: with which vessels, in a seat that is named or not, or without a seat."""
        spread, rides = (passage.left - passage.joined) ** 2, passage.rides
        if rides == DRY:
            yield Worth(1, spread=spread), [], ()
            return
        without = Worth(1, riding=1, spread=spread)
        seats: list[tuple[Worth, list[tuple[object, ...]], tuple[int, ...]]]
        if far_from_vessels(self.plans[group], passage):
            seats = [(without._replace(far=1), [], ())]
        elif not rides:
            seats = [(without._replace(parted=1), [], ())]
        else:
            seats = [(without._replace(lacking=1), [], ())]
            seats += [(without, [("seat", c)], boats) for c, boats in enumerate(fleets) if rides >> boats[0] & 1]
        yield from seats
        for boat in HexMap.members(rides):
            if (group, passage.unit, boat) in self._named:
                named: list[tuple[object, ...]] = [("named", group, passage.unit, boat)]
                for worth, bound, boats in seats:
                    if alone or boats == (boat,):
                        yield worth._replace(named=1), [*bound, *named, *([("named on", boat)] if alone else [])], boats

    def _alike(self, masks: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The vessels that nobody tells apart: near the same units, and not named."""
        every = sorted({way.passage.rides for ways in self._ways for way in ways} | {*masks})
        named = {boat for _, _, boat in self._named}
        found: dict[tuple[object, ...], list[int]] = {}
        for boat in range(len(self.harbour.hexes)):
            key = (boat if boat in named else None, *[mask > 0 and mask >> boat & 1 for mask in every])
            found.setdefault(key, []).append(boat)
        return [tuple(boats) for boats in found.values()]

    def crossings(self) -> list[Crossing]:
        """The crossing of each group."""
        units: list[list[tuple[Passage, int]]] = [[] for _ in self.plans]
        free = [*self.harbour.seats]
        for group, passage, boats, number in self.best.taken:
            for _ in range(number):
                boat = next((boat for boat in boats if free[boat]), -1)
                if boat >= 0:
                    free[boat] -= 1
                units[group].append((passage, boat))
        every = [tuple(passage for passage, _ in sorted(some)) for some in units]
        seats = [boat for some in units for passage, boat in sorted(some) if passage.rides != DRY]
        if not self._named:  # the first riders take the first vessels
            riding = [p.rides for passages in every for p in passages if p.rides != DRY]
            seats = seats_for(riding, self.harbour.seats) or []
        fits, found = self.suffices(self.best), list[Crossing]()
        for plan, passages in zip(self.plans, every, strict=True):
            number = sum([p.rides != DRY for p in passages])
            found.append(Crossing(passages, plan.cheapest(passages), tuple(seats[:number]) if fits else None))
            seats = seats[number:]
        return found


def settle(plans: Sequence[ManeuverPlan], harbour: Harbour) -> bool:
    """Settle how the groups of a maneuver get over the water, all together, as they share the seats (D7.3) and perhaps the free entry
    (D1.11): in the cheapest crossings for which there are seats. The free entry goes to the group by which most groups can pay, and
    of these to the one that saves most.

    :returns: True if there are seats for all; if not, they take the crossings that lack fewest vessels and seats
    """
    tried: list[tuple[int, int, ManeuverPlan | None]] = []
    holders = _holders(plans)
    for holder in holders if len(holders) > 1 else ():
        _settle(plans, harbour, holder)
        costs = [plan.crossing.costs for plan in plans]
        saved = sum(plan.price(c.free, wades=False) for plan, c in zip(plans, costs, strict=True) if c.free is not None)
        tried.append((sum(c.who is not None for c in costs), -saved, holder))
    return _settle(plans, harbour, min(tried, key=lambda each: each[:2])[2] if tried else holders[0])


def _holders(plans: Sequence[ManeuverPlan]) -> list[ManeuverPlan | None]:
    """D1.11: the groups one of which has the free entry; None: each has its own. A group that names it has it."""
    if plans[0].position.settings["free_entry"] == "group":
        return [None]
    named = [plan for plan in plans if plan.action.free is not None] or plans
    return [plan for plan in named if plan.entries] or [named[0]]


def _settle(plans: Sequence[ManeuverPlan], harbour: Harbour, holder: ManeuverPlan | None) -> bool:
    """Settle the crossings if a group has the free entry: see `settle`."""
    for plan in plans:
        plan.frees = holder in (None, plan)
    seating = Seating(plans, harbour)
    for plan, crossing in zip(plans, seating.crossings(), strict=True):
        plan.settled = crossing
    return seating.suffices(seating.best)


def far_from_vessels(plan: ManeuverPlan, rider: Passage) -> list[int]:
    """The places on the path of the water hexes that a unit enters with no vessel near (D7.1)."""
    ridden = range(rider.joined + 1, rider.left + 1)
    return [n for n in ridden if plan.grounds[n] in WATER and not plan.harbour.near(plan.path[n])]


def without_single_vessel(plan: ManeuverPlan, rider: Passage) -> bool:
    """True if each water hex of a unit has a vessel near, and no vessel is near all of them (D7.4)."""
    return not rider.rides and not far_from_vessels(plan, rider)


def riders_with_vessels(crossings: Sequence[tuple[Passage, ...]]) -> list[Rider]:
    """The units of some groups that could ride with some vessel all along."""
    return [Rider(n, p.unit, p.rides) for n, each in enumerate(crossings) for p in each if p.rides not in (DRY, 0)]


def named_seats_fit(plans: Sequence[ManeuverPlan], harbour: Harbour) -> bool:
    """True if the seats that are named can be taken in one of the crossings that lack fewest vessels and seats."""
    return not any(plan.action.ferries for plan in plans) or Seating(plans, harbour).named_seats_fit()


def most_near(plan: ManeuverPlan, unit: int, boat: int) -> tuple[int, int]:
    """The number of units of a type that move in a maneuver, and the most of them that can ride with a vessel, as if it had seats for
    all."""
    came, went = plan.supplies
    ways = [way for way in plan.ways if way.passage.unit == unit and not way.passage.wades]
    number = sum([supply.number for supply in came if supply.unit == unit])
    near = [way.passage.rides > 0 and way.passage.rides >> boat & 1 for way in ways]
    limits = [([k for k, way in enumerate(ways) if way.came == n], supply.number) for n, supply in enumerate(came)]
    limits += [([k for k, way in enumerate(ways) if way.went == n], supply.number) for n, supply in enumerate(went)]
    numbers = best_numbers([1 + number + one for one in near], limits)  # all of them move
    return number, sum([n for n, one in zip(numbers, near, strict=True) if one])


def _named_seats(group: int, plan: ManeuverPlan, harbour: Harbour) -> Iterator[tuple[int, int, int]]:
    """Yield the seats that a group names: group, type and vessel. A seat on a hex without vessels is one on a vessel with which no unit
    can ride."""
    for space, units in plan.action.ferries if any(plan.taken) else ():
        at = plan.position.map.index(space)
        boat = harbour.hexes.index(at) if at in harbour.hexes else len(harbour.hexes)
        for unit, number in enumerate(units):
            yield from [(group, unit, boat)] * number
