"""The movement step: all units at once, hex by hex (P2.2). It takes numbers and gives numbers.

In each step every unit with hexes left on its route wants the next one. Then, in this order:

- two adjacent units that want each other's hexes both stop (P3.4), and all that want the same hex stop (P3.2, P3.6);
- a unit whose hex is held by one that stays, stops and so stays itself, until nothing changes (P3.6);
- all others enter their hexes: columns move up, rings of three or more turn;
- of those that have moved, each that stands in an enemy's zone, or has an enemy in its own zone of control, stops (P4.1).

A worked example on a line of hexes, > going right and < going left, all with two hexes to go::

    a> .  .  <b      step 1: a and b enter the two middle hexes, stand next to each other and stop (P4.1)
    a> .  <b         step 1: both want the middle hex and stop (P3.2)
    a> b> c          step 1: c stays, so b is blocked, so a is blocked (P3.6)

The result depends on hexes and owners only, never on the order in which units are listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple


class Mover(NamedTuple):
    """A unit in the movement step: number of its hex, owner, the hexes that it will enter, whether it has a zone of
    control, and the steps from its hex to those of its zone of either kind (P4.3, P4.4)."""

    at: int
    owner: int
    route: tuple[int, ...]
    control: bool
    zone: frozenset[int]


class Reason(Enum):
    """The reasons for a unit to stop before the end of its route, in the order in which they are told."""

    ZONE = "zone"
    HEAD_ON = "head_on"
    CONTESTED = "contested"
    CROWDED = "crowded"
    BLOCKED = "blocked"


CLAUSES = {
    Reason.CONTESTED: "P3.2",
    Reason.HEAD_ON: "P3.4",
    Reason.CROWDED: "P3.6",
    Reason.BLOCKED: "P3.6",
    Reason.ZONE: "P4.1",
}
"""The clause of each reason."""


class Stop(NamedTuple):
    """A stop of a unit: the step (from 1), the number of the unit, the reason, the hex that it wanted (-1 at the end of its
    route), and the numbers of the other units that stop it."""

    step: int
    unit: int
    reason: Reason
    wanted: int
    others: tuple[int, ...]


class Movement(NamedTuple):
    """The result for all units: their hexes, the number of hexes that each has moved, the units that moved in each step, the
    stops, and the pairs that fight (P4.7), the lower number first."""

    ats: list[int]
    walked: list[int]
    steps: list[list[int]]
    stops: list[Stop]
    pairs: set[tuple[int, int]]


def move(units: Sequence[Mover], neighbours: Sequence[int]) -> Movement:
    """Carry out all routes.

    :param units: no two on one hex; the routes may be any
    :param neighbours: the steps between the numbers of adjacent hexes
    """
    run = _Run(units, neighbours)
    lengths = [len(unit.route) for unit in units]
    going = [n for n, length in enumerate(lengths) if length]
    while going:
        moved = run.enter_next_hexes(going)
        run.look_at_zones(moved)
        going = [n for n in moved if n not in run.stopped and run.taken < lengths[n]]
    return Movement(run.ats, run.walked, run.steps, run.stops, run.pairs)


class _Run:
    """A movement step under way. All units that still move have taken the same number of steps, ``taken``."""

    def __init__(self, units: Sequence[Mover], neighbours: Sequence[int]) -> None:
        self.units = units
        self.neighbours = tuple(neighbours)
        self.ats = [unit.at for unit in units]
        self.owners = [unit.owner for unit in units]
        self.routes = [unit.route for unit in units]
        self.walked = [0] * len(units)
        self.holder = {unit.at: n for n, unit in enumerate(units)}
        self.taken = 0
        self.stopped: set[int] = set()
        self.steps: list[list[int]] = []
        self.stops: list[Stop] = []
        self.pairs: set[tuple[int, int]] = set()
        # For each owner a byte a hex: 1 where one of its units stands. Read as one integer they are planes.
        highest = max(max(self.ats, default=0), max(map(max, filter(None, self.routes)), default=0))
        self._size = highest + max(map(abs, self.neighbours)) + 1
        self._held = {owner: bytearray(self._size) for owner in set(self.owners)}
        self._planes = [self._held[owner] for owner in self.owners]
        for at, plane in zip(self.ats, self._planes, strict=True):
            plane[at] = 1

    # ------------------------------------------------------------------ who enters the next hex
    def enter_next_hexes(self, going: list[int]) -> list[int]:
        """Take one step of all units that have hexes to go. Return the units that have moved."""
        ats, holder, routes, taken = self.ats, self.holder, self.routes, self.taken
        wants = {n: routes[n][taken] for n in going}
        self.taken += 1
        trying: dict[int, list[int]] = {}
        last = dict(zip(wants.values(), wants, strict=True))
        if len(last) < len(wants):
            for n, there in wants.items():
                if last[there] != n:
                    trying.setdefault(there, [last[there]]).append(n)
        onto = {last[there]: holder[there] for there in last.keys() & holder.keys()}
        onto.update((n, holder[there]) for there, crowd in trying.items() if there in holder for n in crowd)
        staying = self._meet_head_on(wants, onto)
        for there, crowd in trying.items():
            staying.update(crowd)
            self._meet_over(there, crowd)
        self._block(wants, onto, staying)
        moved = [n for n in going if n not in staying] if staying else going
        planes, walked = self._planes, self.walked
        for n in moved:
            del holder[ats[n]]
            planes[n][ats[n]] = 0
        for n in moved:
            ats[n] = there = wants[n]
            holder[there] = n
            planes[n][there] = 1
            walked[n] = self.taken
        self.steps.append(moved)
        return moved

    def _meet_head_on(self, wants: dict[int, int], onto: dict[int, int]) -> set[int]:
        """P3.4: stop adjacent units that want each other's hexes. Return them."""
        met = {n for n, facing in onto.items() if wants.get(facing) == self.ats[n]}
        for n in met:
            self._stop(Reason.HEAD_ON, n, wants[n], (onto[n],))
            self._fight(n, onto[n])
        return met

    def _meet_over(self, there: int, crowd: list[int]) -> None:
        """P3.2, P3.6: stop all units that want the same hex. Adjacent enemies among them fight (P4.7)."""
        reason = Reason.CONTESTED if len(crowd) == 2 else Reason.CROWDED
        for n in crowd:
            others = tuple(k for k in crowd if k != n)
            self._stop(reason, n, there, others)
            for k in others:
                if self.ats[k] - self.ats[n] in self.neighbours:
                    self._fight(n, k)

    def _block(self, wants: dict[int, int], onto: dict[int, int], staying: set[int]) -> None:
        """P3.6: stop each unit whose next hex is held by a unit that stays. It stays itself: ``staying`` grows."""
        behind: dict[int, list[int]] = {}
        for n, blocker in onto.items():
            if wants.get(blocker) != self.ats[n]:  # a pair that met head-on has P3.4 as its reason
                behind.setdefault(blocker, []).append(n)
        # Behind every unit that stays, those that want its hex; then behind them, and so on.
        last = [blocker for blocker in behind if blocker not in wants or blocker in staying]
        seen = set(last)
        while last:
            blocker = last.pop()
            for n in behind.get(blocker, ()):
                self._stop(Reason.BLOCKED, n, wants[n], (blocker,))
                self._fight(n, blocker)
                staying.add(n)
                if n not in seen:
                    seen.add(n)
                    last.append(n)

    # ------------------------------------------------------------------ zones
    def look_at_zones(self, moved: list[int]) -> None:
        """P4.1: after a step (P4.6), stop the units that moved in it and are in a zone."""
        units, ats, holder, owners = self.units, self.ats, self.holder, self.owners
        near = {owner: self._beside_enemies(owner) for owner in self._held}
        held: dict[int, tuple[int, ...]] = {}
        for n in [n for n in moved if near[owners[n]][ats[n]]]:
            beside = (holder.get(ats[n] + side) for side in self.neighbours)
            others = [k for k in beside if k is not None and owners[k] != owners[n]]
            enemies = tuple(k for k in others if units[n].control or ats[n] - ats[k] in units[k].zone)
            if enemies:
                held[n] = enemies
        for n, enemies in held.items():
            self._stop(Reason.ZONE, n, self._next(n), enemies)
            for k in enemies:
                self._fight(n, k)
            # P4.6: stopped in the same step, each on its way into the other's hex.
            facing = holder.get(self._next(n))
            if facing in held and self._next(facing) == ats[n] and owners[facing] != owners[n]:
                self._stop(Reason.HEAD_ON, n, ats[facing], (facing,))
                self._fight(n, facing)

    def _beside_enemies(self, owner: int) -> bytes:
        """A byte for each hex: not 0 where an enemy of the owner stands next to it. Six shifts cover the whole map."""
        enemies = 0
        for other, held in self._held.items():
            if other != owner:
                enemies |= int.from_bytes(held, "little")
        near = 0
        for side in self.neighbours:
            near |= enemies << 8 * side if side > 0 else enemies >> -8 * side
        return near.to_bytes(2 * self._size, "little")

    # ------------------------------------------------------------------ next hexes, stops and fights
    def _next(self, n: int) -> int:
        """The hex that a unit wants next; -1 at the end of its route."""
        route = self.routes[n]
        return route[self.taken] if self.taken < len(route) else -1

    def _stop(self, reason: Reason, n: int, wanted: int, others: tuple[int, ...]) -> None:
        self.stopped.add(n)
        self.stops.append(Stop(self.taken, n, reason, wanted, others))

    def _fight(self, a: int, b: int) -> None:
        """P4.7: two units fight if they are enemies."""
        if self.owners[a] != self.owners[b]:
            self.pairs.add((min(a, b), max(a, b)))
