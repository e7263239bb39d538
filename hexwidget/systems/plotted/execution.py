"""The movement step: all units at once, hex by hex (P2.2). Numbers in, numbers out.

In each step every unit with hexes left on its route wants the next one. Then, in this order:

- two adjacent units that want each other's hexes both stop (P3.4), and all that want the same hex stop (P3.2, P3.6);
- a unit whose hex is held by one that stays, stops and so stays itself, until nothing changes (P3.6);
- all others enter their hexes: columns move up, rings of three or more turn;
- of those that have moved, each that stands in an enemy's zone, or has an enemy in its own zone of control, stops (P4.1).

A worked example on a line of hexes, > going right and < going left, all with two hexes to go::

    a> .  .  <b      step 1: a and b enter the two middle hexes, stand next to each other and stop (P4.1)
    a> .  <b         step 1: both want the middle hex and stop (P3.2)
    a> b> c          step 1: c stays, so b is blocked, so a is blocked (P3.6)

What is decided depends on hexes and owners only, never on the order in which units are listed.
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
    """Why a unit stops before the end of its route; where several hold, in this order."""

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
"""The clause that stops a unit for each reason."""


class Stop(NamedTuple):
    """A unit stops: in which step (from 1), the number of the unit, why, the hex that it wanted (-1: it had no more to
    go), and the numbers of the units that are the reason."""

    step: int
    unit: int
    reason: Reason
    wanted: int
    others: tuple[int, ...]


class Movement(NamedTuple):
    """What has become of all units: their hexes, how many hexes each has moved, who entered what in each step, who stopped
    and why, and the pairs that fight (P4.7), the lower number first."""

    ats: list[int]
    walked: list[int]
    steps: list[list[tuple[int, int, int]]]
    stops: list[Stop]
    pairs: set[tuple[int, int]]


def move(units: Sequence[Mover], neighbours: Sequence[int]) -> Movement:
    """Carry out all routes.

    :param units: no two on one hex; the routes may be any
    :param neighbours: the steps between the numbers of adjacent hexes
    """
    run = _Run(units, neighbours)
    going = [n for n, unit in enumerate(units) if unit.route]
    step = 0
    while going:
        step += 1
        moved = run.step(going, step)
        run.look_at_zones(moved, step)
        going = [n for n in moved if n not in run.stopped and run.walked[n] < len(units[n].route)]
    return Movement(run.ats, run.walked, run.steps, run.stops, run.pairs)


class _Run:
    def __init__(self, units: Sequence[Mover], neighbours: Sequence[int]) -> None:
        self.units = units
        self.neighbours = neighbours
        self.ats = [unit.at for unit in units]
        self.walked = [0] * len(units)
        self.holder = {unit.at: n for n, unit in enumerate(units)}
        self.stopped: set[int] = set()
        self.steps: list[list[tuple[int, int, int]]] = []
        self.stops: list[Stop] = []
        self.pairs: set[tuple[int, int]] = set()

    def step(self, going: list[int], step: int) -> list[int]:
        """One step of all that have hexes to go; those that have moved."""
        units, ats, holder = self.units, self.ats, self.holder
        wants = {n: units[n].route[self.walked[n]] for n in going}
        trying: dict[int, list[int]] = {}
        for n, there in wants.items():
            trying.setdefault(there, []).append(n)
        staying = set()
        for n, there in wants.items():
            facing = holder.get(there)
            if facing is not None and wants.get(facing) == ats[n]:
                staying.add(n)
                self._stop(Stop(step, n, Reason.HEAD_ON, there, (facing,)))
                self._fight(n, facing)
            if len(trying[there]) > 1:
                staying.add(n)
                others = tuple(k for k in trying[there] if k != n)
                reason = Reason.CONTESTED if len(others) == 1 else Reason.CROWDED
                self._stop(Stop(step, n, reason, there, others))
                for k in others:
                    if ats[k] - ats[n] in self.neighbours:
                        self._fight(n, k)
        for n, there, blocker in self._blocked(wants, trying, staying):
            self._stop(Stop(step, n, Reason.BLOCKED, there, (blocker,)))
            self._fight(n, blocker)
        moved = [n for n in going if n not in staying]
        for n in moved:
            del holder[ats[n]]
        entered = []
        for n in moved:
            there = wants[n]
            entered.append((n, ats[n], there))
            ats[n] = there
            holder[there] = n
            self.walked[n] += 1
        self.steps.append(entered)
        return moved

    def _blocked(
        self, wants: dict[int, int], trying: dict[int, list[int]], staying: set[int]
    ) -> list[tuple[int, int, int]]:
        """P3.6: the units whose next hex is held by one that stays, each with that hex and that one. Whoever is blocked
        stays, too (``staying`` grows)."""
        ats, found = self.ats, []
        # Behind every unit that stays, those that want its hex; then behind them, and so on.
        last = [self.holder[there] for there in trying if there in self.holder and self.holder[there] not in wants]
        last += staying
        seen = set(last)
        while last:
            blocker = last.pop()
            for n in trying.get(ats[blocker], ()):
                if wants.get(blocker) == ats[n]:
                    continue  # P3.4 has been said of a pair that met head-on
                found.append((n, ats[blocker], blocker))
                staying.add(n)
                if n not in seen:
                    seen.add(n)
                    last.append(n)
        return found

    def look_at_zones(self, moved: list[int], step: int) -> None:
        """P4.1, after a step (P4.6), for every unit that moved in it."""
        units, ats, holder = self.units, self.ats, self.holder
        held: dict[int, tuple[int, ...]] = {}
        for n in moved:
            at, unit = ats[n], units[n]
            found = []
            for side in self.neighbours:
                k = holder.get(at + side)
                if k is not None and units[k].owner != unit.owner and (unit.control or -side in units[k].zone):
                    found.append(k)
            if found:
                held[n] = tuple(found)
        for n, enemies in held.items():
            self._stop(Stop(step, n, Reason.ZONE, self._next(n), enemies))
            for k in enemies:
                self._fight(n, k)
            # P4.6: stopped in the same step, each on its way into the other's hex.
            facing = holder.get(self._next(n))
            if facing in held and self._next(facing) == ats[n] and units[facing].owner != units[n].owner:
                self._stop(Stop(step, n, Reason.HEAD_ON, ats[facing], (facing,)))
                self._fight(n, facing)

    def _next(self, n: int) -> int:
        route = self.units[n].route
        return route[self.walked[n]] if self.walked[n] < len(route) else -1

    def _stop(self, stop: Stop) -> None:
        self.stopped.add(stop.unit)
        self.stops.append(stop)

    def _fight(self, a: int, b: int) -> None:
        """P4.7: only enemies do."""
        if self.units[a].owner != self.units[b].owner:
            self.pairs.add((min(a, b), max(a, b)))
