"""The clauses on ferries (D7.1, D7.3, D7.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import product

from hexwidget.systems.depletion.actions import DepletionAction
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import GALLEY
from tests.depletion.reference.group import WATER, Group, Unit
from tests.depletion.reference.groups import Answer, either, groups, of_units

Ways = tuple[tuple[Unit, ...], ...]
"""The units of each group one by one, as they cross the water."""


def vessels(position: DepletionPosition, found: Iterable[Group]) -> dict[int, int]:
    """The hexes with vessels that may ferry, and their seats: vessels that move do not ferry (D7.3, D7.4)."""
    groups_of = list(found)
    seat = groups_of[0].seat
    fleet = {army.at: army.units[GALLEY] for army in position.armies if army.owner == seat and army.units[GALLEY]}
    for group in groups_of:
        for at, number in group.moving_vessels().items():
            fleet[at] = fleet.get(at, 0) - number
    return {at: 2 * number for at, number in fleet.items() if number > 0}


def near(position: DepletionPosition, vessel: int, water: Iterable[int]) -> bool:
    """True if a vessel is on or beside every one of some water hexes."""
    return all(position.map.distance(vessel, at) <= 1 for at in water)


@lru_cache(maxsize=64)
def crossings(position: DepletionPosition, action: DepletionAction) -> tuple[frozenset[str], tuple[Ways, ...]]:
    """The clauses that bar the crossing of the water, and the ways over it that are left.

    A clause bars if it bars every way that the clauses before it allow: D7.1, then D7.4, D7.3, and the seats that are
    named.
    """
    found = groups(position, action)
    fleet = vessels(position, found)
    ways: list[Ways] = [tuple(map(tuple, way)) for way in product(*(group.ways() for group in found))]
    barred = set[str]()

    def riders(way: Ways) -> list[tuple[int, Unit, list[int]]]:
        return [(n, u, found[n].water(u)) for n, units in enumerate(way) for u in units if found[n].water(u)]

    def far(way: Ways) -> int:
        return sum(lonely(water) for _, _, water in riders(way))

    def lonely(water: list[int]) -> bool:
        return any(not any(near(position, v, [at]) for v in fleet) for at in water)

    def without_one(way: Ways) -> int:
        """D7.4: for the units that D7.1 does not bar."""
        return sum(not lonely(w) and not any(near(position, v, w) for v in fleet) for _, _, w in riders(way))

    def choices(way: Ways) -> list[list[int]]:
        return [[v for v in fleet if near(position, v, water)] for _, _, water in riders(way)]

    def lacking(way: Ways) -> int:
        return unseated([some for some in choices(way) if some], fleet)

    for clause, trouble in (("D7.1", far), ("D7.4", without_one), ("D7.3", lacking)):
        least = min(map(trouble, ways))
        ways = [way for way in ways if trouble(way) == least]
        barred |= {clause} if least else set()
    named = [
        (n, position.map.index(space), kind)
        for n, group in enumerate(found)
        if any(group.set_out)
        for space, counts in group.action.ferries
        for kind, number in enumerate(counts)
        for _ in range(number)
    ]
    if named:
        alone = "D7.3" in barred
        fine = [way for way in ways if seated_as_named(riders(way), choices(way), named, fleet, alone)]
        barred |= named_in_vain(position, found, fleet) or (set() if fine else {"D7.4"})
        ways = fine or ways
    return frozenset(barred), tuple(ways)


def unseated(riders: list[list[int]], seats: dict[int, int]) -> int:
    """The number of riders without a seat, if as many as possible have one."""
    if not riders:
        return 0
    least = 1 + unseated(riders[1:], seats)
    for vessel in riders[0]:
        if seats.get(vessel, 0) > 0:
            least = min(least, unseated(riders[1:], {**seats, vessel: seats[vessel] - 1}))
    return least


def seated_as_named(
    riders: list[tuple[int, Unit, list[int]]],
    choices: list[list[int]],
    named: list[tuple[int, int, int]],
    fleet: dict[int, int],
    alone: bool,
    taken: tuple[int, ...] = (),
) -> bool:
    """True if the named seats can be taken by units of their kind, and, unless only they count, the others find seats."""
    if not named:
        wanting = [some for k, some in enumerate(choices) if some and (not alone or k in taken)]
        return unseated(wanting, fleet) == 0
    group, vessel, kind = named[0]
    return any(
        seated_as_named(
            riders, [[vessel] if m == k else c for m, c in enumerate(choices)], named[1:], fleet, alone, (*taken, k)
        )
        for k, (n, unit, _) in enumerate(riders)
        if (n, unit.kind) == (group, kind) and vessel in choices[k] and k not in taken
    )


def named_in_vain(
    position: DepletionPosition,
    found: tuple[Group, ...],
    fleet: dict[int, int],
) -> set[str]:
    """The clauses that bar the seats that are named: no own vessel is there (D7.1), it has too few seats (D7.3), or it
    cannot serve these units (D7.4)."""
    barred = set[str]()
    for group in found:
        for space, counts in group.action.ferries if any(group.set_out) else ():
            at = position.map.index(space)
            if at not in fleet:
                owns = any((a.at, a.owner) == (at, group.seat) and a.units[GALLEY] for a in position.armies)
                moves = owns and any(at in g.moving_vessels() for g in found)
                barred.add("D7.4" if moves else "D7.1")
                continue
            if sum(counts) > fleet[at]:
                barred.add("D7.3")
            for kind, number in enumerate(counts):
                waters = ([group.water(u) for u in way if u.kind == kind and group.water(u)] for way in group.ways())
                if number > max(sum(near(position, at, water) for water in each) for each in waters):
                    barred.add("D7.4")
    return barred


def ferried(clause: str) -> Callable[[DepletionPosition, DepletionAction], Answer]:
    """D7.1, D7.3, D7.4: the clauses on crossing water."""

    def judge(position: DepletionPosition, action: DepletionAction) -> Answer:
        found = groups(position, action)
        if not found:
            return False
        if clause in crossings(position, action)[0]:
            return True
        wet = [g for g in found if any(g.ground(n) in WATER for n in range(1, g.last + 1)) or g.action.ferries]
        return either(of_units(group, False) for group in wet)

    return judge
