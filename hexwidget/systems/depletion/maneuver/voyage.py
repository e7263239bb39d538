"""A group on its way where vessels are near: every unit on its own, with its points, its seat, or wading (D7).

A *party* holds what decides where a group can go on to: the points left and, for each unit, how it has come over water.
Stepping on a hex may lead to several parties, as peasants may wade or ride. Reach and the search for all maneuvers walk
parties. `plan` has the final word on the cost of a maneuver, and tests compare both with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import chain, combinations_with_replacement, product
from typing import NamedTuple

from hexwidget.systems.depletion.counts import moving, of_types, slowest
from hexwidget.systems.depletion.maneuver.costs import MARCH_POINTS, SWITCH_POINTS, entry_cost
from hexwidget.systems.depletion.maneuver.crossing import Harbour
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import GALLEY, MOVEMENT, PACKED, PEASANTS, UNEXPLORED, UNPACKED, WATER, Counts

DRY, WADES = -1, -2
"""The way in which a unit has come: over no water yet, or wading. Else a mask of the vessels that it can still ride
with."""


class Member(NamedTuple):
    """A unit of a party: its type, its points under pace per_unit (0 under strict), and how it has come."""

    unit: int
    points: int
    seat: int


class Party(NamedTuple):
    """A group on its way. ``points``: left under strict, for the slowest unit that moved (``slow``); ``gone``: the
    vessels that the dropped units can ride with."""

    points: int
    slow: int
    members: tuple[Member, ...]
    gone: tuple[int, ...] = ()

    @property
    def left(self) -> int:
        """The points of the unit that has fewest."""
        return min([points for _, points, _ in self.members], default=0) + self.points

    @property
    def most(self) -> int:
        """The points of the unit that has most."""
        return max([points for _, points, _ in self.members], default=0) + self.points


class Rules(NamedTuple):
    """The surroundings of the parties of one maneuver."""

    position: DepletionPosition
    harbour: Harbour
    strict: bool
    march: int
    known: dict[int, str]
    """The grounds that have been looked up."""
    entered: dict[tuple[Party, str, int, bool], list[Party]]
    """The parties after entering a hex, as far as they have been looked up, by what decides them."""

    def terrain(self, at: int) -> str:
        """The ground of a hex."""
        found = self.known.get(at)
        if found is None:
            found = self.known[at] = self.position.map.terrain(at)
        return found

    def begin(self, taken: Counts, *, kept: int = 0) -> Party | None:
        """The party that sets out.

        :param kept: points that are kept for the end
        """
        return _first_party(taken, self.strict, self.march, kept)

    def join(self, party: Party, unit: int) -> Party | None:
        """The party with one more unit (D4.2)."""
        if self.strict:
            slow = min(party.slow, MOVEMENT[unit] + self.march)
            party = party._replace(points=party.points - (party.slow - slow), slow=slow)
        member = Member(unit, 0 if self.strict else MOVEMENT[unit] + self.march, DRY)
        party = party._replace(members=tuple(sorted((*party.members, member))))
        return party if party.left >= 0 else None

    def drop(self, party: Party, unit: int) -> Iterator[Party]:
        """Yield the party without one unit of a type (D3.2): for each of the units of this type that are not alike."""
        for member in sorted({m for m in party.members if m.unit == unit}):
            rest = list(party.members)
            rest.remove(member)
            gone = tuple(sorted((*party.gone, member.seat))) if member.seat >= 0 else party.gone
            yield party._replace(members=tuple(rest), gone=gone)

    def enter(self, party: Party, at: int, *, free: bool = False) -> list[Party]:
        """The parties after entering a hex, as far as points and seats suffice."""
        terrain = self.terrain(at)
        key = party, terrain, self.harbour.near(at) if terrain in WATER else 0, free
        found = self.entered.get(key)
        if found is None:
            found = self.entered[key] = self._enter(*key)
        return found

    def _enter(self, party: Party, terrain: str, near: int, free: bool) -> list[Party]:
        wading, riding = (0 if free else entry_cost(terrain, wading) for wading in (True, False))
        if terrain not in WATER or party.members[0].unit == GALLEY:
            return [self._pay(party, dict.fromkeys(party.members, riding))] if party.left >= riding else []
        deep = terrain == "ocean"
        options: list[Iterable[tuple[Member, ...]]] = []
        for member, number in Counter(party.members).items():  # like members are interchangeable
            choices, left = [], member.points + party.points
            if member.unit == PEASANTS and member.seat in (DRY, WADES) and not deep and left >= wading:
                choices.append(member._replace(seat=WADES))
            if member.seat != WADES and left >= riding:
                mask = near if member.seat == DRY else member.seat & near
                if mask:
                    choices.append(member._replace(seat=mask))
            if not choices:
                return []
            options.append(combinations_with_replacement(choices, number))
        return [
            self._pay(party._replace(members=members), {m: wading if m.seat == WADES else riding for m in set(members)})
            for members in {tuple(sorted(chain(*chosen))) for chosen in product(*options)}
            if self.harbour.fits([*[m.seat for m in members if m.seat >= 0], *party.gone])
        ]

    def _pay(self, party: Party, prices: dict[Member, int]) -> Party:
        """The party once each member, or under strict all of it for the dearest, has paid."""
        if self.strict:
            return Party(party.points - max(prices.values()), party.slow, party.members, party.gone)
        paid = {m: Member(m.unit, m.points - price, m.seat) for m, price in prices.items()}
        return Party(party.points, party.slow, tuple(sorted([paid[m] for m in party.members])), party.gone)


@lru_cache(maxsize=4096)
def _first_party(taken: Counts, strict: bool, march: int, kept: int) -> Party | None:
    """The party that sets out: see `Rules.begin`."""
    packs = SWITCH_POINTS if taken[UNPACKED] else 0
    group = moving(taken)
    if strict:
        slow = slowest(group) + march
        points = slow - packs - kept
        members = [Member(t, 0, DRY) for t in of_types(group) for _ in range(group[t])]
    else:
        slow = points = 0
        members = [Member(t, MOVEMENT[t] + march, DRY) for t in of_types(group) for _ in range(group[t])]
        for k, n in enumerate(n for n, m in enumerate(members) if m.unit == PACKED):
            if k < taken[UNPACKED]:
                members[n] = members[n]._replace(points=members[n].points - packs)
    party = Party(points, slow, tuple(sorted(members)))
    return party if party.left >= 0 else None


class Voyage:
    """A maneuver that goes on from the end of its path.

    :param so_far: the maneuver as it begins
    """

    def __init__(self, so_far: ManeuverPlan) -> None:
        self.so_far = so_far
        position = so_far.position
        strict = position.settings["pace"] == "strict"
        self.rules: Rules = Rules(position, so_far.harbour, strict, MARCH_POINTS * so_far.action.march, {}, {})
        self.homes: set[int] = so_far.homes
        self.enemies: set[int] = position.enemy_hexes(so_far.seat)

    @cached_property
    def starts(self) -> set[tuple[bool, Party]]:
        """The parties that may have come to the end of the path, each with True if the free entry is used."""
        so_far, rules = self.so_far, self.rules
        action = so_far.action
        named = None if action.free is None else so_far.position.map.index(action.free)
        kept = SWITCH_POINTS if action.unpack and rules.strict else 0
        begun = rules.begin(so_far.taken, kept=kept)
        states = {(False, begun)} if begun is not None else set()
        pickups, drops = dict(action.pickups), dict(action.drops)
        for n, at in enumerate(so_far.path):
            if n:
                entered = {(used, p) for used, party in states for p in rules.enter(party, at)}
                if at in self.homes and named in (None, at):
                    entered |= {
                        (True, p) for used, party in states if not used for p in rules.enter(party, at, free=True)
                    }
                states = entered
            for unit in of_types(pickups.get(n, ())):
                for _ in range(pickups[n][unit]):
                    states = {(used, p) for used, party in states if (p := rules.join(party, unit)) is not None}
            for unit in of_types(drops.get(n, ())):
                for _ in range(drops[n][unit]):
                    states = {(used, p) for used, party in states for p in rules.drop(party, unit)}
        return {(used, party) for used, party in states if party.members}

    def arrivals(self, budget: int) -> dict[int, tuple[int, tuple[int, ...]]]:
        """For each hex that can be reached the least cost, and the path.

        :param budget: the most points that there are to go on with
        """
        so_far, rules, here = self.so_far, self.rules, self.so_far.path[-1]
        hexmap = so_far.position.map
        found: dict[int, tuple[int, tuple[int, ...]]] = {}
        seen = {(here, *start) for start in self.starts}
        buckets: list[list[tuple[int, bool, Party, tuple[int, ...]]]] = [[] for _ in range(budget + 1)]
        for used, party in sorted(self.starts):
            buckets[budget - party.left].append((here, used, party, (here,)))
        for cost, bucket in enumerate(buckets):
            for at, used, party, path in bucket:  # it grows by entries that are free
                if at not in found:
                    found[at] = (cost, path)
                if rules.terrain(at) == UNEXPLORED:
                    continue
                for there in hexmap.neighbours(at):
                    if there in self.enemies:
                        continue
                    claims = rules.terrain(there) == UNEXPLORED
                    if claims and any(m.unit == PEASANTS for m in party.members):
                        continue
                    entries = ((used, False), (True, True)) if there in self.homes and not used else ((used, False),)
                    for then, free in entries:
                        for after in rules.enter(party, there, free=free):
                            state = there, then, after
                            # A party has always come for the same points, and with the free entry still to come it goes as far.
                            if state not in seen and (there, False, after) not in seen:
                                seen.add(state)
                                buckets[budget - after.left].append((*state, (*path, there)))
        return found
