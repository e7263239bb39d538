"""The maneuvers of one army where vessels may ferry: every party (see `voyage`) that can come about is walked on its
own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from hexwidget.rules import looked_up
from hexwidget.systems.depletion.counts import counts_of, fastest, minus, of_types, on_land
from hexwidget.systems.depletion.fast.ground import (
    MOST_LEFT,
    Deeds,
    Gait,
    Ground,
    Step,
    plus_one,
    those_who_set_out,
    with_one,
)
from hexwidget.systems.depletion.fast.search import LEAST_WIDE, ManeuverSearch, Setup, in_turns
from hexwidget.systems.depletion.maneuver.costs import MARCH_POINTS, SWITCH_POINTS
from hexwidget.systems.depletion.maneuver.end import End
from hexwidget.systems.depletion.maneuver.voyage import DRY, Member, Party, Rules
from hexwidget.systems.depletion.position import Army
from hexwidget.systems.depletion.units import (
    GALLEY,
    MOVEMENT,
    NO_UNITS,
    PACKED,
    PEASANTS,
    UNEXPLORED,
    UNPACKED,
    WATER,
    Counts,
)


class Leg(NamedTuple):
    """A party on its way: its hex, whether the free entry is used, the player's units on the hexes where some joined or
    left, the hexes where some were dropped, and the way it has come."""

    at: int
    used: int
    party: Party
    there: frozenset[tuple[int, Counts]]
    dropped: frozenset[int]
    path: tuple[str, ...]
    deeds: Deeds
    changed: bool
    """True if a unit has joined or left on this very hex. Then the path goes on."""


class FerrySearch(ManeuverSearch):
    """The search where vessels may ferry. Every party that can come about is walked on its own."""

    def _walks(self) -> Iterator[End | None]:
        # The maneuvers that need no vessel come first.
        return in_turns(chain([super()._walks()], map(self._rides, self._groups())))

    def _groups(self) -> Iterator[Counts]:
        """Yield the groups of land units that may set out, with at most one unit that has to come back (see `_is_of_no_use`), or some
        trebuchets of one type that have to: to come back packed and unpacked ones would change no more than the difference of both."""
        units, at, free = on_land(self.army.units), self.army.at, bool(self.ground.homes)
        going, back = [*NO_UNITS], list[tuple[int, int]]()
        for unit in of_types(units):
            points = MOVEMENT[unit] + MARCH_POINTS * self.march - SWITCH_POINTS * (unit == UNPACKED)
            elsewhere, again = self.ground.to_stay(at, unit == PEASANTS, free)
            if points >= elsewhere:
                going[unit] = units[unit]
            elif points >= again:
                most = units[unit] if unit in (PACKED, UNPACKED) else 1
                back += [(unit, number) for number in range(1, most + 1)]
        yield from those_who_set_out(tuple(going)) if any(going) else ()
        for unit, number in back:
            yield plus_one(NO_UNITS, unit, number)
            for taken in those_who_set_out(tuple(going)) if any(going) else ():
                yield plus_one(taken, unit, number)

    def _rides(self, taken: Counts) -> Iterator[End | None]:
        """Yield the ends of the maneuvers of a group that may ride: of those in which fewest units join and leave first. Yield None after
        the first of these layers, and after every few legs."""
        begun, walked, first = iter(self._first_legs(taken)), 0, True
        while True:
            stops, further = list[Leg](), list[Leg]()
            for leg in chain(begun, further):  # it grows
                self.ground.work.spend()
                yield from self._ends(leg, taken)
                if self.position.map.terrain(leg.at) != UNEXPLORED:
                    further += [after for after in self._onward(leg) if self._leads_on(after, taken)]
                    if len(leg.path) > 1:
                        stops.append(leg)
                walked += 1
                if walked % LEAST_WIDE == 0 and not first:
                    yield None
            if first:  # other groups may set out before any unit joins or leaves
                yield None
            if not stops:
                return
            first = False
            begun = (after for leg in stops for after in self._changes(leg, taken) if self._leads_on(after, taken))

    def _leads_on(self, leg: Leg, taken: Counts) -> bool:
        """True if a leg may come to an end that no leg before it comes to."""
        return self._comes_to_water(leg) and self._may_stay_somewhere(leg, taken) and not self._is_dominated(leg, taken)

    def _is_dominated(self, leg: Leg, taken: Counts) -> bool:
        """True if a leg is known that differs in nothing but more points of some units, or more units that set out."""
        party = leg.party
        members = sorted([(unit, seat, points) for unit, points, seat in party.members])
        kinds = tuple([(unit, seat) for unit, seat, _ in members])
        key = (leg.at, leg.used, leg.there, leg.dropped, leg.changed, party.slow, kinds, party.gone)
        return self._no_better(key, (*taken, party.points, *[points for _, _, points in members]))

    @looked_up()
    def _rules(self) -> Rules:
        return Rules(self.position, self.ground.harbour, self.strict, MARCH_POINTS * self.march, {}, {})

    def _first_legs(self, taken: Counts) -> list[Leg]:
        """The leg from which some units set out; none if they cannot, or do not come to water."""
        begun = self._rules.begin(taken)
        if begun is None or sum(self.army.units) - sum(taken) > self.most:
            return []
        there = frozenset({(self.army.at, minus(self.army.units, taken))})
        here = (self.position.map.name(self.army.at),)
        leg = Leg(self.army.at, 0, begun, there, frozenset(), here, ((), ()), False)
        return [leg] if self._comes_to_water(leg) else []

    def _coming_back(self, leg: Leg) -> list[Member]:
        """The units of a party that have too few points to come to another hex where they may stay, like ones once."""
        party, to_stay, free = leg.party, self.ground.to_stay, not leg.used
        least = to_stay(leg.at, False, free)[0] - party.points, to_stay(leg.at, True, free)[0] - party.points
        return [member for member in dict.fromkeys(party.members) if member[1] < least[member[0] == PEASANTS]]

    def _may_stay_somewhere(self, leg: Leg, taken: Counts) -> bool:
        """False if some unit of a party can stay nowhere in the end, so that the party comes to no end."""
        at, party, free = leg.at, leg.party, not leg.used
        if self.position.map.terrain(at) == UNEXPLORED:
            return True
        for member in self._coming_back(leg):
            if not self._may_stay(member.unit, at):
                return False
            if len(leg.path) > 1 and (not leg.changed or self._may_be_dropped(leg, taken, member.unit)):
                continue  # it lands here now, or is dropped
            # It has to come back. On a hex where another unit is dropped, as it cannot go on, the path cannot end.
            _, again = self.ground.to_stay(at, member.unit == PEASANTS, free)
            steps = self.ground.steps(at, Gait.FERRIED)
            least = min([0 if home and free else price for _, price, home, _ in steps], default=MOST_LEFT)
            ends = at not in leg.dropped and party.left >= least
            if member.points + party.points < again or not (ends or len(leg.path) == 1):
                return False
        return True

    def _may_be_dropped(self, leg: Leg, taken: Counts, unit: int) -> bool:
        """True if no unit of a type was picked up where a party is (D4.10)."""
        own = self.own.get(leg.at)
        base = own.units[unit] if own else 0
        base -= taken[unit] if leg.at == self.army.at else 0
        return self._standing(dict(leg.there), leg.at)[unit] >= base

    @staticmethod
    def _wet(party: Party) -> bool:
        """True if some unit of it has been on water."""
        return bool(party.gone) or any(seat != DRY for _, _, seat in party.members)

    def _comes_to_water(self, leg: Leg) -> bool:
        """True if a party has been on water, or may still come to water that a vessel is near, and lands then. Other parties are
        walked already."""
        party = leg.party
        if self._wet(party):
            return party.points >= self._to_land(leg) or self.position.map.terrain(leg.at) not in WATER
        return self.ground.comes_to_water(leg.at, self._to_spend(leg), free=not leg.used)

    def _to_spend(self, leg: Leg) -> int:
        """The most points that a party may spend on its way to water."""
        points, distance = leg.party.points, self.position.map.distance
        if not self.strict:
            return leg.party.most
        to_land = self._to_land(leg)
        # A party that picks up peasants on the way need not land: the peasants go on alone, and ride for less than they wade.
        if to_land and any(distance(leg.at, there) <= points + 1 for there in self._peasants):
            return points
        return points - to_land

    def _to_land(self, leg: Leg) -> int:
        """The least points that it takes to land: none on a home, none for peasants, who can end in the sea, and none under per_unit,
        where others may be picked up, who have all their points."""
        if not self.strict or leg.party.members[0].unit == PEASANTS:
            return 0
        return int(leg.used or all(points > 1 for _, points in self.ground.to_water.homes))

    @looked_up()
    def _peasants(self) -> list[int]:
        """The hexes with peasants who may be picked up."""
        return [army.at for army in self.own.values() if army.units[PEASANTS] and not army.cubes]

    def _may_end_here(self, leg: Leg) -> bool:
        """True if maneuvers end where a party is."""
        if leg.changed or len(leg.path) == 1 or not self._wet(leg.party):
            return False
        members, terrain = leg.party.members, self.position.map.terrain(leg.at)
        if terrain == UNEXPLORED:
            return len(members) <= self.most
        if terrain in WATER and (terrain == "ocean" or not {m.unit for m in members} <= {PEASANTS}):
            return False
        return self._may_end(len(members), dict(leg.there), leg.dropped, leg.at)

    def _ends(self, leg: Leg, taken: Counts) -> list[End]:
        """The ends of maneuvers where a party is."""
        found: list[End] = []
        if not self._may_end_here(leg):
            return found
        setup = self._setup_of(leg, taken)
        setup.ended = self.ground.ended[self.march].setdefault(
            (leg.there, leg.dropped, *self._marks_of(setup.riders)), [0]
        )
        ending = self._claim if self.position.map.terrain(leg.at) == UNEXPLORED else self._end
        ending(setup, self._switchable(leg.party), (leg.at, leg.used), leg.path, leg.deeds, found)
        return found

    def _setup_of(self, leg: Leg, taken: Counts) -> Setup:
        """The setup in which a party ends."""
        riders = tuple(sorted((*leg.party.gone, *[m.seat for m in leg.party.members if m.seat >= 0])))
        group = counts_of([m.unit for m in leg.party.members])
        return Setup(taken, group, dict(leg.there), leg.dropped, leg.party.points, [], riders)

    def _switchable(self, party: Party) -> int:
        """The number of trebuchets that may be unpacked with the points left (D1.13)."""
        able = [m.points + party.points >= SWITCH_POINTS for m in party.members if m.unit == PACKED]
        return sum(able) if not self.strict or all(able) else 0

    def _onward(self, leg: Leg) -> Iterator[Leg]:
        """Yield the legs of a party that steps on, or claims a hex."""
        for step in self.ground.steps(leg.at, Gait.FERRIED):
            yield from self._entering(leg, step)
        yield from self._claiming(leg)

    def _entering(self, leg: Leg, step: Step) -> list[Leg]:
        there, _, home, name = step
        return [
            Leg(there, leg.used | free, after, leg.there, leg.dropped, (*leg.path, name), leg.deeds, False)
            for free in ((False, True) if home and not leg.used else (False,))
            for after in self._rules.enter(leg.party, there, free=free)
        ]

    def _enters(self, leg: Leg) -> Callable[[Step], bool]:
        """A quick test of steps, which `_entering` and `_comes_to_water` test in full: False if a step is too dear, or leads a party
        away from the water."""
        party, free, ground = leg.party, not leg.used, self.ground
        least, most, wet = party.points if self.strict else party.left, self._to_spend(leg), self._wet(party)

        def enters(step: Step) -> bool:
            there, price, home, _ = step
            if home and not leg.used:
                return True
            return price <= least and (wet or ground.comes_to_water(there, most - price, free=free))

        return enters

    def _claiming(self, leg: Leg) -> Iterator[Leg]:
        claims = self.ground.claims(leg.at)
        if claims and not any(m.unit == PEASANTS for m in leg.party.members):
            for there, name in claims:
                for after in self._rules.enter(leg.party, there):
                    yield leg._replace(at=there, party=after, path=(*leg.path, name), changed=False)

    def _changes(self, leg: Leg, taken: Counts) -> Iterator[Leg]:
        """Yield the legs of a party that picks up a unit, or drops one."""
        party, at, here = leg.party, leg.at, len(leg.path) - 1
        there = dict(leg.there)
        own = self.own.get(at)
        base = own.units if own else NO_UNITS
        standing = there.get(at, base)
        if at == self.army.at:
            base = minus(base, taken)
        if own is not None and not own.cubes and at not in leg.dropped:
            for unit in of_types(standing):
                joined = None if unit in (UNPACKED, GALLEY) else self._rules.join(party, unit)
                if joined is not None and not (unit != PACKED and self._is_of_no_use(leg, joined, unit)):
                    stands = frozenset({**there, at: plus_one(standing, unit, -1)}.items())
                    deeds = (leg.deeds[0], with_one(leg.deeds[1], here, unit))
                    yield leg._replace(party=joined, there=stands, deeds=deeds, changed=True)
        back = self._one_is_back(taken, there, leg.dropped, at)
        if len(party.members) > 1 and sum(standing) < self.most and not back:
            for unit in dict.fromkeys([member.unit for member in party.members]):
                if standing[unit] >= base[unit]:  # D4.10: what was picked up on this hex is not dropped there
                    stands = frozenset({**there, at: plus_one(standing, unit, 1)}.items())
                    deeds = (with_one(leg.deeds[0], here, unit), leg.deeds[1])
                    for rest in self._rules.drop(party, unit):
                        if self._may_stay(unit, at):
                            dropped = leg.dropped | {at}
                            yield leg._replace(party=rest, there=stands, dropped=dropped, deeds=deeds, changed=True)

    def _is_of_no_use(self, leg: Leg, joined: Party, unit: int) -> bool:
        """True if a unit that is picked up has to come back where it was, and another one comes there, too.

        The path ends there then: of one type no unit is picked up and dropped on a hex (D4.10). So the result is the same if the unit
        stays where it is. The other one is with the group all the time, so that somebody makes every step. One unit less takes no
        point and no seat from the others. (A trebuchet may be unpacked where the path ends, so it makes a difference.) So it is with
        two units that set out, where the one that is dropped first, or lands with the other, stays behind.
        """
        new = Member(unit, 0 if self.strict else MOVEMENT[unit] + MARCH_POINTS * self.march, DRY)
        coming = self._coming_back(leg._replace(party=joined))
        return new in coming and bool(self._coming_back(leg))

    def _may_stay(self, unit: int, at: int) -> bool:
        """True if a unit may be dropped on a hex: soldiers on land (D7.2), peasants no deeper than the sea (D6.3)."""
        terrain = self.position.map.terrain(at)
        return terrain not in WATER or (unit == PEASANTS and terrain == "sea")


def may_be_ferried(ground: Ground, army: Army) -> bool:
    """True if a vessel is near enough for some unit of an army."""
    land = on_land(army.units)
    if not ground.harbour or not any(land):
        return False
    return ground.comes_to_water(army.at, fastest(land) + MARCH_POINTS, free=bool(ground.homes))


def search_for(ground: Ground, army: Army, march: bool) -> ManeuverSearch:
    """The search for one army's maneuvers: by parties where its units may be ferried."""
    return FerrySearch(ground, army, march) if may_be_ferried(ground, army) else ManeuverSearch(ground, army, march)
