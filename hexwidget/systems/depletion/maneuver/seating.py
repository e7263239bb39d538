"""Seats for the groups of a maneuver: each group gets over the water by the cheapest crossing for which there are seats
(D7.3, D7.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from hexwidget.systems.depletion.maneuver.costs import Costs
from hexwidget.systems.depletion.maneuver.crossing import DRY, Harbour, NamedSeat, Passage, Rider, assignment, unseated
from hexwidget.systems.depletion.units import WATER

if TYPE_CHECKING:
    from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan


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


Priced = tuple[tuple[Passage, ...], Costs]
"""The passages of a crossing, with their costs."""


def seats_needed(passages: tuple[Passage, ...]) -> int:
    """The number of units that ride in a crossing."""
    return sum(p.rides != DRY for p in passages)


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
    crossings = [plan.crossings() for plan in plans]
    named = [seat for n, plan in enumerate(plans) for seat in _named_seats(n, plan, harbour)]
    best: tuple[int, tuple[Priced, ...], list[int]] | None = None
    for made in product(*crossings):
        riders = [Rider(n, p.unit, p.rides) for n, (passages, _) in enumerate(made) for p in passages if p.rides != DRY]
        too_dear = sum(costs.who is not None for _, costs in made)
        if best is not None and best[0] <= too_dear:
            continue
        boats: list[int] | None = [] if not riders and not named else assignment(riders, harbour, named)
        if boats is not None:
            best = (too_dear, made, boats)
            if not too_dear:
                break
    if best is None:
        lacking = [_lacking_least(plan, every) for plan, every in zip(plans, crossings, strict=True)]
        together = min(product(*lacking), key=lambda made: _trouble(plans, made, harbour))
        for plan, (passages, costs) in zip(plans, together, strict=True):
            plan.settled = Crossing(passages, costs, None)
        return False
    _, made, boats = best
    for plan, (passages, costs) in zip(plans, made, strict=True):
        number = seats_needed(passages)
        plan.settled = Crossing(passages, costs, tuple(boats[:number]))
        boats = boats[number:]
    return True


def far_from_vessels(plan: ManeuverPlan, rider: Passage) -> list[int]:
    """The places on the path of the water hexes that a unit enters with no vessel near (D7.1)."""
    return [
        n
        for n in range(rider.joined + 1, rider.left + 1)
        if plan.grounds[n] in WATER and not plan.harbour.near(plan.path[n])
    ]


def without_single_vessel(plan: ManeuverPlan, rider: Passage) -> bool:
    """True if each water hex of a unit has a vessel near, and no vessel is near all of them (D7.4)."""
    return not rider.rides and not far_from_vessels(plan, rider)


def _lacking_least(plan: ManeuverPlan, crossings: list[Priced]) -> list[Priced]:
    """The crossings in which fewest units are far from all vessels, and of those the ones in which fewest lack a single one."""

    def lacks(made: Priced) -> tuple[int, int]:
        riders = [p for p in made[0] if p.rides != DRY]
        far = sum(bool(far_from_vessels(plan, p)) for p in riders)
        return far, sum(without_single_vessel(plan, p) for p in riders)

    least = min(map(lacks, crossings))
    return [made for made in crossings if lacks(made) == least]


def _trouble(plans: Sequence[ManeuverPlan], made: Sequence[Priced], harbour: Harbour) -> tuple[int, bool, int, int]:
    """The seats that some crossings lack, True if the named seats cannot be taken in them, and their costs."""
    riders = riders_with_vessels([passages for passages, _ in made])
    lacking = unseated([r.mask for r in riders], harbour.seats)
    named = [seat for n, plan in enumerate(plans) for seat in _named_seats(n, plan, harbour)]
    fits = not named or assignment(riders, harbour, named, alone=lacking > 0) is not None
    return lacking, not fits, sum(c.who is not None for _, c in made), sum(c.total for _, c in made)


def riders_with_vessels(crossings: Sequence[tuple[Passage, ...]]) -> list[Rider]:
    """The units of some groups that could ride with some vessel all along."""
    return [Rider(n, p.unit, p.rides) for n, each in enumerate(crossings) for p in each if p.rides not in (DRY, 0)]


def named_seats_fit(plans: Sequence[ManeuverPlan], harbour: Harbour) -> bool:
    """True if the seats that are named can be taken in one of the crossings that lack fewest vessels and seats."""
    if not any(plan.action.ferries for plan in plans):
        return True
    crossings = [_lacking_least(plan, plan.crossings()) for plan in plans]
    _, in_vain, _, _ = min(_trouble(plans, made, harbour) for made in product(*crossings))
    return not in_vain


def _named_seats(group: int, plan: ManeuverPlan, harbour: Harbour) -> Iterator[NamedSeat]:
    """Yield the seats that a group names. A seat on a hex without vessels is one on a vessel with which no unit can
    ride."""
    for space, units in plan.action.ferries if any(plan.taken) else ():
        at = plan.position.map.index(space)
        boat = harbour.hexes.index(at) if at in harbour.hexes else len(harbour.hexes)
        for unit, number in enumerate(units):
            for _ in range(number):
                yield NamedSeat(group, unit, boat)
