"""Seats for the groups of a maneuver: each group gets over the water in the cheapest way for which there are seats
(D7.3, D7.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from hexwidget.systems.depletion.maneuver.costs import Costs
from hexwidget.systems.depletion.maneuver.crossing import DRY, Harbour, NamedSeat, Passage, Rider, assignment
from hexwidget.systems.depletion.units import NO_UNITS, plus

if TYPE_CHECKING:
    from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan


class Crossing(NamedTuple):
    """The way of a maneuver's units over the water. ``costs``: the costs of that way; ``seats``: a vessel (its number
    in the harbour) for each unit that rides, None if there are too few."""

    passages: tuple[Passage, ...]
    costs: Costs
    seats: tuple[int, ...] | None

    @property
    def riders(self) -> list[Passage]:
        """The units that need a seat."""
        return [p for p in self.passages if p.rides != DRY]


def seats_needed(way: tuple[Passage, ...]) -> int:
    return sum(p.rides != DRY for p in way)


def settle(plans: Sequence[ManeuverPlan], harbour: Harbour) -> bool:
    """Settle how the groups of a maneuver get over the water, all together, as they share the seats (D7.3): in the
    cheapest ways for which there are seats.

    :returns: True if there are seats for all; if not, each group has the way that needs fewest
    """
    ways = [plan.ways_over() for plan in plans]
    named = [seat for n, plan in enumerate(plans) for seat in _named_seats(n, plan, harbour)]
    combinations = product(*ways) if any(len(w) > 1 for w in ways) else [tuple(w[0] for w in ways)]
    best: tuple[int, list[tuple[tuple[Passage, ...], Costs]], list[int]] | None = None
    for combination in combinations:
        made = list(combination)
        riders = [Rider(n, p.unit, p.rides) for n, (way, _) in enumerate(made) for p in way if p.rides != DRY]
        too_dear = sum(costs.who is not None for _, costs in made)
        if best is not None and best[0] <= too_dear:
            continue
        boats: list[int] | None = [] if not riders and not named else assignment(riders, harbour, named)
        if boats is not None:
            best = (too_dear, made, boats)
            if not too_dear:
                break
    if best is None:
        for plan, every in zip(plans, ways, strict=True):
            found = [made for made in every if _rides_as_named(plan, made[0])] or every
            way, costs = min(found, key=lambda made: (seats_needed(made[0]), made[1].who is not None, made[1].total))
            plan.settled = Crossing(way, costs, None)
        return False
    _, made, boats = best
    for plan, (way, costs) in zip(plans, made, strict=True):
        number = seats_needed(way)
        plan.settled = Crossing(way, costs, tuple(boats[:number]))
        boats = boats[number:]
    return True


def seated_alone(plan: ManeuverPlan) -> bool:
    """True if there are seats for a group as it names them, if no other group took any."""
    named = list(_named_seats(0, plan, plan.harbour))
    ways = ([Rider(0, p.unit, p.rides) for p in way if p.rides != DRY] for way, _ in plan.ways_over())
    return any(assignment(riders, plan.harbour, named) is not None for riders in ways)


def _rides_as_named(plan: ManeuverPlan, way: tuple[Passage, ...]) -> bool:
    """True if as many units ride as have named seats: a peasant with a seat does not wade."""
    named = NO_UNITS
    for _, units in plan.action.ferries:
        named = plus(named, units)
    return all(sum(p.unit == t and p.rides != DRY for p in way) >= n for t, n in enumerate(named) if n)


def _named_seats(group: int, plan: ManeuverPlan, harbour: Harbour) -> Iterator[NamedSeat]:
    """Yield the seats that a group names. A seat on a hex without vessels is one on a vessel with which no unit can
    ride."""
    for space, units in plan.action.ferries:
        at = plan.position.map.index(space)
        boat = harbour.hexes.index(at) if at in harbour.hexes else len(harbour.hexes)
        for unit, number in enumerate(units):
            for _ in range(number):
                yield NamedSeat(group, unit, boat)
