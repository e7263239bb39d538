"""Every crossing of the water by brute force: each pairing of like units that join with those that leave, each choice of the peasants
that wade, and each choice of named seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from hexwidget.systems.depletion.counts import minus, moving, parts_of_size
from hexwidget.systems.depletion.maneuver.costs import Costs
from hexwidget.systems.depletion.maneuver.crossing import DRY, Harbour, Passage, seatless, seats_for
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan
from hexwidget.systems.depletion.maneuver.seating import far_from_vessels, without_single_vessel
from hexwidget.systems.depletion.units import GALLEY, PEASANTS, UNITS, WATER

Priced = tuple[tuple[Passage, ...], Costs]


def crossings_of(plan: ManeuverPlan) -> list[Priced]:
    """The passages of the units of a maneuver in every crossing, with their costs."""
    path, hexmap, end = plan.path, plan.position.map, len(plan.path) - 1
    joins = {0: moving(plan.taken), **plan.joined}
    leaves = {n: minus(plan.carried[n], plan.groups[n + 1]) for n, _ in plan.action.drops if n < end}
    leaves[end] = moving(plan.carried[end])
    water = [n for n, at in enumerate(path) if n and hexmap.terrain(at) in WATER]
    deep = {n for n in water if hexmap.terrain(path[n]) == "ocean"}

    def mask(joined: int, left: int) -> int:
        found = DRY
        for n in water:
            if joined < n <= left:
                found = plan.harbour.near(path[n]) if found == DRY else found & plan.harbour.near(path[n])
        return found

    def of_type(unit: int) -> Iterator[tuple[Passage, ...]]:
        came = [n for n in sorted(joins) for _ in range(joins[n][unit])]
        went = [n for n in sorted(leaves) for _ in range(leaves[n][unit])]
        for pairs in _matched([*Counter(came).items()], Counter(went)):
            made = [Passage(unit, i, j, DRY if unit == GALLEY else mask(i, j)) for i, j in pairs]
            may_wade = [
                unit == PEASANTS and p.rides != DRY and not any(p.joined < n <= p.left for n in deep) for p in made
            ]
            yield from _wading(made, may_wade)

    every = (
        tuple(p for some in chosen for p in some) for chosen in product(*[list(of_type(u)) for u in range(len(UNITS))])
    )
    return [(passages, plan.cheapest(passages)) for passages in every]


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
    """Yield every way in which the peasants that may wade do so or ride."""
    classes = Counter(p for p, may in zip(made, may_wade, strict=True) if may)
    fixed = [p for p, may in zip(made, may_wade, strict=True) if not may]
    kinds = list(classes)
    for riding in product(*(range(classes[p] + 1) for p in kinds)):
        chosen = [*fixed]
        for p, k in zip(kinds, riding, strict=True):
            chosen += [p] * k + [p._replace(rides=DRY, wades=True)] * (classes[p] - k)
        yield tuple(sorted(chosen))


# ---------------------------------------------------------------------- seats
class Rider(NamedTuple):
    """A unit that needs a seat: its group, its type, its vessels, and True if it takes a seat that is named."""

    group: int
    unit: int
    mask: int
    named: bool = False


def assigned(
    riders: Sequence[Rider], harbour: Harbour, named: Sequence[tuple[int, int, int]], *, alone: bool = False
) -> bool:
    """True if the seats that are named can be taken, and all riders have seats, or only those in named ones."""
    if not named:
        return seats_for([r.mask for r in riders if r.named or not alone], harbour.seats) is not None
    (group, unit, boat), *rest = named
    tried = set[int]()
    for n, rider in enumerate(riders):
        if (rider.group, rider.unit, rider.named) == (group, unit, False) and rider.mask >> boat & 1:
            if rider.mask in tried:
                continue
            tried.add(rider.mask)
            taken = [*riders[:n], rider._replace(mask=1 << boat, named=True), *riders[n + 1 :]]
            if assigned(taken, harbour, rest, alone=alone):
                return True
    return False


class Answer(NamedTuple):
    """The answer to all questions about seats. ``costs``: for each group True if its points do not suffice, and its total, in the
    cheapest crossing with seats for all, if there is one; ``lacking``: the units that are far from vessels, without a single one, and
    without a seat, in the crossings that lack fewest; ``named``: True if the seats that are named can be taken then."""

    costs: list[tuple[bool, int]] | None
    lacking: tuple[int, int, int]
    named: bool


def answer(plans: Sequence[ManeuverPlan], harbour: Harbour) -> Answer:
    """The answer by looking at every crossing of every group."""
    named = [
        (n, unit, harbour.hexes.index(at) if at in harbour.hexes else len(harbour.hexes))
        for n, plan in enumerate(plans)
        for space, units in (plan.action.ferries if any(plan.taken) else ())
        for at in [plan.position.map.index(space)]
        for unit, number in enumerate(units)
        for _ in range(number)
    ]
    found: list[tuple[int, list[tuple[bool, int]]]] = []
    lacking: list[tuple[tuple[int, int, int], bool]] = []
    for made in product(*map(crossings_of, plans)):
        riders = [Rider(n, p.unit, p.rides) for n, (some, _) in enumerate(made) for p in some if p.rides != DRY]
        if all(r.mask for r in riders) and assigned(riders, harbour, named):
            dear = [(costs.who is not None, costs.total) for _, costs in made]
            found.append((sum(d for d, _ in dear), dear))
        of = [(plan, p) for plan, (some, _) in zip(plans, made, strict=True) for p in some if p.rides != DRY]
        some = [r for r in riders if r.mask]
        lacks = (
            sum(bool(far_from_vessels(plan, p)) for plan, p in of),
            sum(without_single_vessel(plan, p) for plan, p in of),
            seatless([r.mask for r in some], harbour.seats),
        )
        lacking.append((lacks, not named or assigned(some, harbour, named, alone=lacks[2] > 0)))
    least = min(lacks for lacks, _ in lacking)
    fits = any(fine for lacks, fine in lacking if lacks == least)
    return Answer(min(found)[1] if found else None, least, fits)
