"""Every position that one army's maneuver can lead to, each once, with a way of getting there.

A *setup* is what has been changed so far: the units that set out, and those that were picked up and dropped, with the
hexes. Within one setup the group just walks: a bucket search by the points left finds the hexes that it comes to. On
any hex on the way one more unit may be picked up or dropped, which begins another setup there. Setups are worked off by
the number of units that have joined or left, layer by layer, so that all ways into a setup are known before it is walked.
(Where a layer is too wide, a setup is walked again if a better way comes up.) For example, two cavalry that may drop one on the way::

    setup 0   both set out                     walks 3 hexes; on each hex that it passes begins a setup 1
    setup 1   one of them dropped on hex X     walks on from X with the points that were left there

Two setups may leave the same units on the same hexes under the same cubes, having come about differently, or with other
points left. They share the record of their ends, so that no position is listed twice. Where own units stood before, an
end changes what another setup may have changed, too. Such ends are told apart by the units that stand there in the
end.

Where vessels may ferry, the units of a group no longer go alike: see `ferry`. Several groups are put together in `corps`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from operator import add, ge, lt
from typing import TypeVar

from hexwidget.problems import sure
from hexwidget.rules import looked_up
from hexwidget.systems.depletion.counts import minus, moving, on_land, slowest, vessels_of
from hexwidget.systems.depletion.fast.ground import (
    CLAIM,
    DEAREST,
    NO_DEEDS,
    Deeds,
    Gait,
    Ground,
    Rests,
    gait_of,
    plus_one,
    purse_with,
    purse_without,
    those_who_set_out,
    with_one,
)
from hexwidget.systems.depletion.maneuver.costs import MARCH_POINTS, SWITCH_POINTS, bars_ground
from hexwidget.systems.depletion.maneuver.end import End, cubes_of
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import GALLEY, MOVEMENT, NO_UNITS, ONE, PACKED, PEASANTS, UNPACKED, Counts

T = TypeVar("T")

NOWHERE: frozenset[int] = frozenset()
FREED = -2
"""Stands beside the riders of an end that takes the one free entry of a corps."""
WIDE, LEAST_WIDE, MANY_UNITS = 1_000, 5, 10
"""The most and the fewest setups of a layer that are walked before the next layer has its turn. There are fewer for each of so many
units, as a setup takes longer then, and layers are wider."""
Stop = tuple[int, int, int, tuple[str, ...], Deeds]
"""A hex of a way, the free entries used on it (0 or 1), the points left, and the path and the deeds so far."""
Where = tuple[int, int]
"""A hex, and the free entries used on the way there (0 or 1)."""
Sources = dict[Where, tuple[int, tuple[str, ...], Deeds]]
"""For each hex the points left, the way there, the deeds on it."""
Rearranged = tuple[Counts, dict[int, Counts], frozenset[int], int | Rests]
"""The setup once a unit has joined or left: the group, the units that stand behind, the hexes with dropped units, the purse."""


@dataclass(slots=True, eq=False)
class Setup:
    """The units that move now, those that stand where, and the hexes from which the group can walk on."""

    taken: Counts
    group: Counts
    there: dict[int, Counts]
    """The player's units on the hexes where some set out, joined or left."""
    dropped: frozenset[int]
    purse: int | Rests
    """The rest of the state of points: under strict the points of the slowest unit that moved."""
    ended: list[int]
    """For each number of trebuchets unpacked last, the plane of the hexes where it has ended."""
    riders: tuple[int, ...] = ()
    sources: Sources = field(default_factory=Sources)
    waits: bool = True
    """True if a walk will begin from some source at least."""
    size: int = field(init=False)
    gait: Gait = field(init=False)

    def __post_init__(self) -> None:
        self.size, self.gait = sum(self.group), gait_of(self.group)


class ManeuverSearch:
    """The ends of the maneuvers of one army, as marches or not. Iterate over it.

    :param ground: shared by the searches of one position
    """

    def __init__(self, ground: Ground, army: Army, march: bool) -> None:
        self.ground = ground
        self.position: DepletionPosition = ground.position
        self.army = army
        self.march = march
        self.cubes: int = cubes_of(march)
        self.player: str = self.position.players[army.owner]
        self.strict: bool = self.position.settings["pace"] == "strict"
        self.most: int = self.position.settings["army_size"]
        self.own: dict[int, Army] = ground.own
        self._begun: dict[object, list[tuple[int, ...]]] = {}
        """The states in which walks have begun: see `_no_better`."""

    def __iter__(self) -> Iterator[End]:
        return (end for end in self.paced() if end is not None)

    @looked_up()
    def wide(self) -> int:
        """The number of setups of a layer that are walked before the next layer has its turn."""
        return max(LEAST_WIDE, WIDE // max(1, sum([army.size for army in self.own.values()]) // MANY_UNITS))

    def paced(self) -> Iterator[End | None]:
        """Yield the ends, and None now and then: other searches may have a turn (see `in_turns`)."""
        yield from self._stays()
        yield from self._walks()

    def _walks(self) -> Iterator[End | None]:
        """Yield the ends of maneuvers that move, for each group that may set out, and None after every `wide` setups. Of a wide layer
        some setups are walked, then some of the next layer, and so on, and then some more of each."""
        beginning, spend = self._beginning(), self.ground.work.spend
        wide = self.wide
        layers = [dict[object, Setup](islice(beginning, wide))]
        first, walked = True, 0
        while layers:
            for n, layer in enumerate(layers):  # it grows
                following = layers[n + 1] if n + 1 < len(layers) else {}
                for setup in islice((each for each in layer.values() if each.waits), wide):
                    setup.waits, before = False, len(following)
                    ends = self._walk(setup, following, first and not n)
                    spend(1 + len(following) - before)
                    yield from ends
                    walked += 1
                    if walked % wide == 0:
                        yield None
                if following and n + 1 == len(layers):
                    layers.append(following)
            if first:
                layers[0] = dict(islice(beginning, wide))
                first = bool(layers[0])
            while layers and not any(setup.waits for setup in layers[0].values()):
                del layers[0]  # no more setups come to it

    def _beginning(self) -> Iterator[tuple[object, Setup]]:
        """Yield the setups in which some units set out."""
        here, units = (self.position.map.name(self.army.at),), self.army.units
        if not self.ground.steps(self.army.at, Gait.LAND) and not self.ground.claims(self.army.at):
            units = tuple([n if t in (PEASANTS, GALLEY) else 0 for t, n in enumerate(units)])  # soldiers cannot set out
        for taken in those_who_set_out(units):
            begun = self._begin(taken)
            if begun is not None:
                setup, left = begun
                setup.sources[self.army.at, 0] = (left, here, NO_DEEDS)
                yield taken, setup

    # ------------------------------------------------------------------ how it begins
    def _stays(self) -> Iterator[End]:
        """Yield the ends of maneuvers that stay (D1.5): with the whole army, as a part would make no difference."""
        for end in map(self._stay, self._packings()):
            self.ground.seen[self.march].add((self.army.at, frozenset({(self.army.at, end.landing)}), NOWHERE))
            yield end

    def _packings(self) -> list[int]:
        """The numbers of packed trebuchets with which the army may stay: they may be switched (D1.13)."""
        units, terrain = self.army.units, self.position.map.terrain(self.army.at)
        # Units that must not stand there may not stay, either.
        if sum(units) > self.most or any(
            bars_ground(terrain, u) for u in (on_land(units), vessels_of(units)) if any(u)
        ):
            return []
        trebuchets = units[PACKED] + units[UNPACKED]
        return [units[PACKED], *(n for n in range(trebuchets + 1) if n != units[PACKED])]

    def _stay(self, packed: int) -> End:
        at, units, final = self.army.at, self.army.units, list(self.army.units)
        final[PACKED], final[UNPACKED] = packed, units[PACKED] + units[UNPACKED] - packed
        pack, unpack = max(0, packed - units[PACKED]), max(0, units[PACKED] - packed)
        written = (self.player, (self.position.map.name(at),), self.march, None, None, (), (), pack, unpack)
        return End(written, at, at, tuple(final), {at: NO_UNITS}, NOWHERE, self.cubes)

    def _begin(self, taken: Counts) -> tuple[Setup, int] | None:
        """The setup in which some units set out, and the points that they have; None if they may not."""
        group, left, purse, behind = _setting_out(self.army.units, taken, self.march, self.strict)
        if left < 0 or sum(behind) > self.most:
            return None
        there = {self.army.at: behind}
        return Setup(taken, group, there, NOWHERE, purse, self._record(there, NOWHERE)), left

    def _record(self, there: dict[int, Counts], dropped: frozenset[int]) -> list[int]:
        """The record of the ends of all setups that leave the same units on the same hexes under the same cubes."""
        return self.ground.ended[self.march].setdefault((frozenset(there.items()), dropped), [0])

    # ------------------------------------------------------------------ walking
    def _walk(self, setup: Setup, following: dict[object, Setup], first: bool) -> list[End]:
        """Walk a setup as far as its points go. Return the ends of the maneuvers; further setups are begun on the
        way."""
        steps, gait, size, packed = self.ground.steps, setup.gait, setup.size, setup.group[PACKED]
        explores = self._explores(setup)
        found: list[End] = []
        sources = setup.sources if first else self._not_dominated(setup)
        most = max([left for left, _, _ in sources.values()], default=-1)
        # Where it counts if the free entry is used, the ways on which it is come behind all others.
        later = most + 1 if self.ground.tells_free else 0
        buckets: list[list[tuple[int, int, tuple[str, ...], Deeds, bool]]] = [[] for _ in range(most + 1 + later)]
        best: dict[int, int] = {}  # hex and layer -> points left
        for (at, used), (left, path, deeds) in sources.items():
            buckets[most - left + later * used].append((at, used, path, deeds, True))
        # Under per_unit a group may have points again once it drops the unit that is worst off.
        stuck = (self.strict and not self.ground.homes, self.strict)
        for n, bucket in enumerate(buckets):
            left = most - n if n <= most else most - n + later
            for at, used, path, deeds, source in bucket:  # it grows by free entries meanwhile
                if not source:
                    if best[2 * at + used] != left:
                        continue
                    if self._may_end(size, setup.there, setup.dropped, at):
                        self._end(setup, self._may_unpack(setup, left) if packed else 0, (at, used), path, deeds, found)
                if left == 0 and stuck[used]:
                    continue  # there is no hex to go on to
                if not (source and first) and (size > 1 or at in self.own):
                    self._change(setup, following, (at, used, left, path, deeds))
                if explores and left >= CLAIM:
                    for there, name in self.ground.claims(at):
                        unpack = self._may_unpack(setup, left - CLAIM) if packed else 0
                        self._claim(setup, unpack, (there, used), (*path, name), deeds, found)
                for there, price, home, name in steps(at, gait):
                    rest = left - price
                    if rest >= 0 and best.get(2 * there + used, -1) < rest:
                        best[2 * there + used] = rest
                        buckets[most - rest + later * used].append((there, used, (*path, name), deeds, False))
                    if home and not used and best.get(2 * there + 1, -1) < left:
                        best[2 * there + 1] = left
                        buckets[most - left + later].append((there, 1, (*path, name), deeds, False))
        return found

    def _not_dominated(self, setup: Setup) -> Sources:
        """The sources from which no walk has begun with as many points of each unit, where as many units of each type set out, and
        the same stand everywhere. The setups with the same record of ends differ in nothing else."""
        sources, purse = Sources(), setup.purse
        if isinstance(purse, int):
            return setup.sources
        for (at, used), source in setup.sources.items():
            state = (-used, *setup.taken, *[source[0] + rest for of in purse for rest in of])
            if not self._no_better((id(setup.ended), at), state):
                sources[at, used] = source
        return sources

    def _no_better(self, key: object, state: tuple[int, ...]) -> bool:
        """True if a state is known with the same key and no smaller number anywhere. Else it is known from now on."""
        known = self._begun.setdefault(key, [])
        found = any(all(map(ge, other, state)) for other in known)
        if not found:
            known.append(state)
        return found

    def _end(
        self, setup: Setup, may_unpack: int, where: Where, path: tuple[str, ...], deeds: Deeds, found: list[End]
    ) -> None:
        """Find the maneuvers of a setup that end on a hex where they may (`_may_end`): one, and one more for each number of
        trebuchets unpacked there."""
        at, used = where
        if at not in self.own:
            for unpack in range(may_unpack + 1):
                if self._new(setup.ended, unpack, where):
                    found.append(self._make_end(setup, where, path, deeds, unpack))
            return
        standing, seen = self._standing(setup.there, at), self.ground.seen[self.march]
        for unpack in range(may_unpack + 1):
            final = tuple(map(add, standing, unpack_some(setup.group, unpack)))
            key = (at, frozenset({**setup.there, at: final}.items()), setup.dropped, *self._marks_of(setup.riders))
            frees = used and self.ground.tells_free
            if key not in seen and not (frees and (*key, FREED) in seen):
                seen.add((*key, FREED) if frees else key)
                found.append(self._make_end(setup, where, path, deeds, unpack))

    def _explores(self, setup: Setup) -> bool:
        """True if a setup may claim hexes, if it has the points."""
        return not setup.group[PEASANTS] and setup.size <= self.most and bool(self.ground.unexplored)

    def _may_end(self, size: int, there: Mapping[int, Counts], dropped: frozenset[int], at: int) -> bool:
        """True if a group of a size may end on a hex: no unit was dropped there, and the army is not too large then (D4.4)."""
        standing = sum(self._standing(there, at)) if at in self.own else 0
        return size + standing <= self.most and at not in dropped

    def _claim(
        self, setup: Setup, may_unpack: int, where: Where, path: tuple[str, ...], deeds: Deeds, found: list[End]
    ) -> None:
        """Find the maneuvers that claim a hex. The origin counts, as the army is there again if the claim fails."""
        lies = (frozenset(setup.there.items()), setup.dropped, *self._marks_of(setup.riders))
        ended = self.ground.ended[self.march].setdefault((lies, self.army.at), [0])
        for unpack in range(may_unpack + 1):
            if self._new(ended, unpack, where):
                found.append(self._make_end(setup, where, path, deeds, unpack))

    def _marks_of(self, riders: tuple[int, ...]) -> tuple[int, ...]:
        """The riders, if ends with other riders count as other ends."""
        return riders if self.ground.apart else ()

    def _new(self, ended: list[int], unpack: int, where: Where) -> bool:
        """Record an end with a number of trebuchets unpacked. Return True if it was not recorded before."""
        (at, used), tells = where, self.ground.tells_free
        kind = 2 * unpack + used if tells else unpack
        while len(ended) <= kind:
            ended.append(0)
        if ended[kind] >> at & 1 or (tells and used and ended[kind - 1] >> at & 1):
            return False
        ended[kind] |= 1 << at
        return True

    def _make_end(self, setup: Setup, where: Where, path: tuple[str, ...], deeds: Deeds, unpack: int) -> End:
        (at, used), taken, landing = where, setup.taken, setup.group
        units = None if taken == self.army.units else taken
        written = (self.player, path, self.march, None, units, *deeds, taken[UNPACKED], unpack)
        if unpack:
            landing = unpack_some(landing, unpack)
        return End(written, self.army.at, at, landing, setup.there, setup.dropped, self.cubes, setup.riders, used > 0)

    def _may_unpack(self, setup: Setup, left: int) -> int:
        """The number of trebuchets that may be unpacked with the points left (D1.13)."""
        purse = setup.purse
        if isinstance(purse, int):
            return setup.group[PACKED] if left >= SWITCH_POINTS else 0
        return sum(left + rest >= SWITCH_POINTS for rest in purse[PACKED])

    def _standing(self, there: Mapping[int, Counts], at: int) -> Counts:
        """The player's units on a hex now.

        :param there: those on the hexes where some set out, joined or left
        """
        found = there.get(at)
        if found is None and at in self.own:
            return self.own[at].units
        return found or NO_UNITS

    # ------------------------------------------------------------------ joining and leaving
    def _change(self, setup: Setup, following: dict[object, Setup], stop: Stop) -> None:
        """Pick up or drop one more unit on a hex of the way (D4.2, D3.2)."""
        at, used, left, path, deeds = stop
        standing = self._standing(setup.there, at)
        here = len(path) - 1
        own = self.own.get(at)
        base = own.units if own else NO_UNITS
        if at == self.army.at:
            base = minus(base, setup.taken)
        if own is not None and not own.cubes and at not in setup.dropped:
            for unit, number in enumerate(standing):
                # D7.5: vessels and land units are not one group.
                if number and unit != UNPACKED and (unit == GALLEY) == (setup.gait is Gait.AFLOAT):
                    rest, purse = self._join(setup, unit, left)
                    if rest >= 0:
                        group, there = plus_one(setup.group, unit, 1), plus_one(standing, unit, -1)
                        new = (group, {**setup.there, at: there}, setup.dropped, purse)
                        done = (deeds[0], with_one(deeds[1], here, unit))
                        self._follow(setup, following, new, (at, used, rest, path, done))
        if (
            setup.size > 1
            and sum(standing) < self.most
            and not self._one_is_back(setup.taken, setup.there, setup.dropped, at)
        ):
            only = self._stuck_type(setup, stop)
            for unit, number in enumerate(setup.group):
                # D4.10: what was picked up on this hex is not dropped there.
                if number and standing[unit] >= base[unit] and only in (None, unit):
                    rest, purse = self._leave(setup, unit, left)
                    group, there = plus_one(setup.group, unit, -1), plus_one(standing, unit, 1)
                    new = (group, {**setup.there, at: there}, setup.dropped | {at}, purse)
                    done = (with_one(deeds[0], here, unit), deeds[1])
                    self._follow(setup, following, new, (at, used, rest, path, done))

    def _one_is_back(self, taken: Counts, there: Mapping[int, Counts], dropped: frozenset[int], at: int) -> bool:
        """True if a hex is the origin, and a unit that set out was dropped there: then no other is dropped there, unless some were
        picked up elsewhere.

        The result would be the same if the unit that was dropped before had not set out. The other one is with the group as long, so
        that somebody makes every step, and the cubes are its own. One unit less takes no point and no seat from the others. An
        unpacked trebuchet comes back packed, so it makes a difference.
        """
        if at != self.army.at or at not in dropped or taken[UNPACKED]:
            return False
        elsewhere = ((on, units) for on, units in there.items() if on != at and on in self.own)
        return not any(any(map(lt, units, self.own[on].units)) for on, units in elsewhere)

    def _stuck_type(self, setup: Setup, stop: Stop) -> int | None:
        """The type of a unit that cannot leave a hex, under per_unit. It is dropped before all others: the order makes no difference."""
        (at, used, left, _, _), purse = stop, setup.purse
        if isinstance(purse, int) or left >= DEAREST:
            return None
        for unit, of in enumerate(purse):
            if of and not of[0]:
                steps = self.ground.steps(at, gait_of(ONE[unit]))
                if not any(price <= left or (home and not used) for _, price, home, _ in steps):
                    return unit
        return None

    def _follow(self, setup: Setup, following: dict[object, Setup], new: Rearranged, stop: Stop) -> None:
        """Begin a setup on a hex, if the group can go on from there: a path does not end where a unit was dropped or
        joined."""
        (group, there, dropped, purse), (at, used, left, path, deeds) = new, stop
        # Under per_unit the unit that is worst off may be dropped yet.
        hope = left if isinstance(purse, int) else left + max([of[-1] for of in purse if of])
        steps = self.ground.steps(at, gait_of(group))
        if group[PEASANTS]:  # once the others are dropped too, peasants may wade
            steps += self.ground.steps(at, Gait.WADING)
        elif self.ground.unexplored and hope >= CLAIM and self.ground.claims(at):
            steps += ((at, 0, False, ""),)
        for _, price, home, _ in steps:
            if price <= hope or (home and not used):
                break
        else:
            return
        lies = (frozenset(there.items()), dropped)
        key = (lies, setup.taken, purse)
        found = following.get(key)
        if found is None:
            found = following[key] = Setup(setup.taken, group, there, dropped, purse, self._record(there, dropped))
        known = found.sources.get((at, used))
        if known is None or known[0] < left:
            found.sources[at, used] = (left, path, deeds)
            found.waits = True

    def _join(self, setup: Setup, unit: int, left: int) -> tuple[int, int | Rests]:
        """The points left once a unit has joined, and the rest of the purse: D4.3, or D4.7 under per_unit."""
        purse = setup.purse
        if isinstance(purse, int):
            slow = min(purse, MOVEMENT[unit])
            return left - (purse - slow), slow
        more, rests = purse_with(purse, unit, MOVEMENT[unit] + MARCH_POINTS * self.march - left)
        return left + more, rests

    def _leave(self, setup: Setup, unit: int, left: int) -> tuple[int, int | Rests]:
        """The points left once a unit has left, and the rest of the purse. Of like units under per_unit the one that
        has come furthest leaves."""
        purse = setup.purse
        if isinstance(purse, int):
            return left, purse
        more, rests = purse_without(purse, unit)
        return left + more, rests


def in_turns(searches: Iterable[Iterator[T | None]]) -> Iterator[T | None]:
    """Yield the finds of some searches, and their None, at which the next one begins or goes on. There may be very many."""
    waiting, beginning = deque[Iterator[T | None]](), iter(searches)
    begun = next(beginning, None)
    while begun is not None or waiting:
        for search in (begun, waiting.popleft() if waiting else None):
            for found in search or ():
                yield found
                if found is None:
                    waiting.append(sure(search))
                    break
        begun = next(beginning, None)


@lru_cache(maxsize=4096)
def _setting_out(units: Counts, taken: Counts, march: bool, strict: bool) -> tuple[Counts, int, int | Rests, Counts]:
    """The group that sets out of an army, its points, the rest of its purse, and the units that stay behind."""
    packs = SWITCH_POINTS if taken[UNPACKED] else 0
    extra = MARCH_POINTS * march
    group, behind = moving(taken), minus(units, taken)
    left = slowest(group) + extra - packs
    if strict:
        return group, left, slowest(group), behind
    rests = [[MOVEMENT[t] + extra - left] * n for t, n in enumerate(group)]
    for k in range(taken[UNPACKED]):
        rests[PACKED][k] -= packs
    return group, left, tuple(map(tuple, rests)), behind


def unpack_some(units: Counts, number: int) -> Counts:
    """Units with so many of their trebuchets unpacked."""
    found = list(units)
    found[PACKED] -= number
    found[UNPACKED] += number
    return tuple(found)
