"""A maneuver or a corps at random. One walk makes a maneuver, among the steps that the searches go through (`search`, `ferry`).

A search lists thousands of maneuvers of a few armies. A walk asks the search at each hex what may be done there, and
does one of these things: it ends, has a unit join or leave, or goes on. So its result is legal for the same reasons,
and it can come to every maneuver that a search lists. Maneuvers that can be made in many ways come more often.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from hexwidget.rules.position import looked_up
from hexwidget.systems.depletion.actions import Corps, Maneuver, Pass, whole
from hexwidget.systems.depletion.counts import afloat
from hexwidget.systems.depletion.fast.corps import CorpsSearch
from hexwidget.systems.depletion.fast.ferry import FerrySearch, Leg, may_be_ferried
from hexwidget.systems.depletion.fast.ground import CLAIM, NO_DEEDS, Deeds, Gait, Ground, Step, drawn_to_set_out
from hexwidget.systems.depletion.fast.search import Setup, Where
from hexwidget.systems.depletion.maneuver.end import End
from hexwidget.systems.depletion.maneuver.voyage import Party
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import UNEXPLORED, Counts

TRIES = 30
"""The most walks that are begun for one maneuver. A walk may come to a hex where it can neither end nor go on."""
JOINING = 0.05
"""The probability that another army joins a corps, where it may."""
STAYING, FERRYING, ENDING, CHANGING = 0.1, 0.1, 0.25, 0.35
"""The probabilities that an army stays where it is, that it looks for vessels, that a walk ends on a hex, and that a unit joins or
leaves there, where it may."""
CLAIMS = -1
"""Stands in a walk's next steps, instead of the number of free entries used, for a step that claims a hex."""


def pick_action(position: DepletionPosition, rng: Random) -> Maneuver | Corps | Pass:
    """A pass or an army, all equally likely; for an army a maneuver or a march. Where a corps is possible, another army
    may join it, and another one."""
    seat, random = position.turn, rng.random
    armies = [*position.armies_of[seat].values(), None]
    army = armies[int(random() * len(armies))]
    while army is not None and army.cubes:
        army = armies[int(random() * len(armies))]
    if army is None:
        return Pass(position.players[seat])
    ground = Ground(position, seat)
    end = pick(ground, army, random() < 0.5, rng)
    if end is None:
        return Pass(position.players[seat])
    if random() < JOINING and position.corps_limit(seat) > 1:
        ends = _corps_ends(CorpsSearch(position, ground), end, rng)
        return whole(position.players[seat], [end.maneuver for end in ends]).pick(position, ends)
    return end.maneuver.pick(position, (end,))


def _corps_ends(search: CorpsSearch, end: End, rng: Random) -> list[End]:
    """A maneuver and those that other groups make with it, as many as may and are found."""
    board, ends = search.first, [end]
    while len(ends) < search.limit and not end.claims(search.position):
        board = search.after(board, end)
        following = pick(board.ground, rng.choice(board.ready), rng.random() < 0.5, rng) if board.ready else None
        if following is None or not search.fits(board, following):
            break
        end = following
        ends.append(end)
        if rng.random() >= JOINING:
            break
    return ends


def pick(ground: Ground, army: Army, march: bool, rng: Random) -> End | None:
    """The end of a maneuver of an army; None if it has none, or none was found."""
    walk = _Walk(ground, army, march, rng)
    for _ in range(TRIES):
        end = walk.maneuver()
        if end is not None:
            return end
    return None


class _Walk(FerrySearch):
    """Walks at random. No end is remembered: each walk is the first."""

    def __init__(self, ground: Ground, army: Army, march: bool, rng: Random) -> None:
        super().__init__(ground, army, march)
        self._rng = rng

    @looked_up()
    def _by_ferry(self) -> bool:
        return may_be_ferried(self.ground, self.army)

    def _is_of_no_use(self, leg: Leg, joined: Party, unit: int) -> bool:
        return False  # a walk may take units along in vain

    def _record(self, there: dict[int, Counts], dropped: frozenset[int]) -> list[int]:
        return []

    def maneuver(self) -> End | None:
        """The end that a walk comes to; None if it comes to none."""
        random = self._rng.random
        if random() < STAYING:
            packings = self._packings()
            return self._stay(self._rng.choice(packings)) if packings else None
        taken = drawn_to_set_out(self.army.units, self._rng)
        if random() < FERRYING and not afloat(taken) and self._by_ferry:
            return self._ferry(taken)
        return self._on_foot(taken)

    def _on_foot(self, taken: Counts) -> End | None:
        """A walk without a vessel, as `ManeuverSearch` walks."""
        random, own, ground, begun = self._rng.random, self.own, self.ground, self._begin(taken)
        if begun is None:
            return None
        enemies, doors = ground.enemies, ground.beside_homes
        (setup, left), at, used, deeds = begun, self.army.at, 0, NO_DEEDS
        path: tuple[str, ...] = (self.position.map.name(at),)
        changed = True  # on the first hex no unit joins or leaves, and no path ends
        explores, entries = self._explores(setup), ground.entries(setup.gait)
        while True:
            if not changed and random() < ENDING and self._may_end(setup.size, setup.there, setup.dropped, at):
                return self._one_end(setup, self._may_unpack(setup, left), (at, used), path, deeds)
            if len(path) > 1 and (setup.size > 1 or at in own) and random() < CHANGING:
                following: dict[object, Setup] = {}
                self._change(setup, following, (at, used, left, path, deeds))
                if following:
                    setup = self._rng.choice(list(following.values()))
                    (((at, used), (left, path, deeds)),) = setup.sources.items()
                    changed, explores, entries = True, self._explores(setup), ground.entries(setup.gait)
                    continue
            onward = self._claims(setup, at, left) if explores and left >= CLAIM else []
            by_home = not used and at in doors
            if left or by_home:
                near = entries.get(at) or ground.entries_from(at, setup.gait)
                if near and not onward and not by_home:
                    # Mostly any of these hexes may be entered. So one is drawn before all are tried.
                    there, price, name = near[int(random() * len(near))]
                    if price <= left and there not in enemies:
                        at, left, path, changed = there, left - price, (*path, name), False
                        continue
                for there, price, home, name in ground.steps(at, setup.gait):
                    if price <= left:
                        onward.append((there, name, used, left - price))
                    if home and not used:
                        onward.append((there, name, 1, left))
            if not onward:
                may_end = not changed and self._may_end(setup.size, setup.there, setup.dropped, at)
                return self._one_end(setup, self._may_unpack(setup, left), (at, used), path, deeds) if may_end else None
            there, name, now_used, rest = onward[int(random() * len(onward))]
            if now_used == CLAIMS:
                return self._make_end(setup, (there, used), (*path, name), deeds, unpack=rest)
            at, used, left, path, changed = there, now_used, rest, (*path, name), False

    def _one_end(self, setup: Setup, may_unpack: int, where: Where, path: tuple[str, ...], deeds: Deeds) -> End:
        """One of the maneuvers that end on a hex, which differ in the number of trebuchets unpacked there."""
        return self._make_end(setup, where, path, deeds, self._rng.randint(0, may_unpack) if may_unpack else 0)

    def _claims(self, setup: Setup, at: int, left: int) -> list[tuple[int, str, int, int]]:
        """The hexes next to one that may be claimed, each with its name, `CLAIMS`, and a number of trebuchets unpacked there."""
        unpacks = range(self._may_unpack(setup, left - CLAIM) + 1)
        return [(there, name, CLAIMS, unpack) for there, name in self.ground.claims(at) for unpack in unpacks]

    def _ferry(self, taken: Counts) -> End | None:
        """A walk with the vessels that are near, as `FerrySearch` walks."""
        legs = self._first_legs(taken)
        while legs:
            leg = legs.pop()
            may_end = self._may_end_here(leg)
            after = None if may_end and self._rng.random() < ENDING else self._next_leg(leg, taken)
            if after is not None:
                legs.append(after)
            elif may_end:
                return self._one_end(
                    self._setup_of(leg, taken), self._switchable(leg.party), (leg.at, leg.used), leg.path, leg.deeds
                )
        return None

    def _next_leg(self, leg: Leg, taken: Counts) -> Leg | None:
        """One of the legs that `_onward` lists. Only as many legs are worked out as it takes to find it."""
        rng = self._rng
        if self.position.map.terrain(leg.at) == UNEXPLORED:
            return None
        changes = len(leg.path) > 1
        first = changes and rng.random() < CHANGING
        after = self._one_of(self._changes(leg, taken)) if first else None
        steps: list[Step | None] = [*self.ground.steps(leg.at, Gait.FERRIED), None]  # None: a claim
        enters = self._enters(leg)
        while steps and after is None:
            n = int(rng.random() * len(steps))
            step, steps[n] = steps[n], steps[-1]
            steps.pop()
            if step is None:
                after = self._one_of(self._claiming(leg))
            elif enters(step):
                after = self._one_of(self._entering(leg, step))
        return self._one_of(self._changes(leg, taken)) if after is None and changes and not first else after

    def _one_of(self, legs: Iterable[Leg]) -> Leg | None:
        """One of some legs that may still come to water."""
        found = [leg for leg in legs if self._comes_to_water(leg)]
        return self._rng.choice(found) if found else None
