"""A maneuver laid against a position: who moves on which step, what lies where when it is done, what it costs.

Nothing is judged here. A plan can be made of any maneuver whose names exist, also of one that the rules bar: where it
drops more than it carries, what is there goes, and the rest of it is followed all the same, so that every reason is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import (
    MOVEMENT,
    NO_UNITS,
    PACKED,
    PEASANTS,
    UNPACKED,
    WATER,
    Counts,
    fastest,
    minus,
    moving,
    peasants_only,
    plus,
    slowest,
)

MARCH_POINTS = 1
"""The extra movement point of a march (D2.1)."""
SWITCH_POINTS = 1
"""What packing or unpacking trebuchets costs (D1.10), however many they are (D1.13)."""
ROUGH = ("mountain", "swamp")


def entry_cost(terrain: str, wading: bool) -> int:
    """What entering a hex costs (D1.3), or costs peasants that wade (D6.3). Barred hexes are priced too, for explanations."""
    return 2 if terrain in ROUGH or (wading and terrain == "sea") else 1


def bars_water(terrain: str, wading: bool) -> bool:
    """Whether a hex is water that may not be entered without vessels (D7.1): only peasants alone wade, and in the sea."""
    return terrain in WATER and not (terrain == "sea" and wading)


class Expense(NamedTuple):
    """One thing that points are spent on: a step (``at``: which hex of the path is entered), or switching trebuchets."""

    at: int | None
    points: int


class Costs(NamedTuple):
    """What a maneuver costs with a certain free entry, and who has too few points for it.

    ``spent``: the expenses of the unit that is worst off (all pay alike under ``strict``), ``budget``: what it has.
    ``who``: the type that is to blame, and whether it set out (else it was picked up); None if points suffice.
    """

    free: int | None
    """Which hex of the path is entered free."""
    spent: tuple[Expense, ...]
    budget: int
    who: tuple[int, bool] | None

    @property
    def total(self) -> int:
        return sum(expense.points for expense in self.spent)


@dataclass(slots=True, eq=False)
class ManeuverPlan:
    """A maneuver followed hex by hex. Numbers of hexes, not names.

    ``whose_turn``: whether it counts whose turn it is; reach and its explanations ask for any player.
    """

    position: DepletionPosition
    action: Maneuver
    seat: int
    path: tuple[int, ...]
    whose_turn: bool
    army: Army | None
    """All units of the player on the origin."""
    taken: Counts
    """The units that set out."""
    groups: list[Counts]
    """The units that come to each hex of the path, the origin included, as they move."""
    moved: Counts
    """All units that move in it, wherever they join."""
    picked: Counts
    """Those of them that are picked up on the way."""
    there: dict[int, Counts]
    """What stands of the player on each hex that is touched, before the group lands."""
    dropped: dict[int, Counts]
    """What is dropped on each hex."""
    landing: Counts
    """The group that lands, trebuchets switched."""

    @property
    def moves(self) -> bool:
        """Whether the group leaves its hex."""
        return len(self.path) > 1

    @property
    def changes_here(self) -> bool:
        """Whether units join or leave on the last hex of the path."""
        end = len(self.path) - 1
        return any(n == end for n, _ in (*self.action.drops, *self.action.pickups))

    @property
    def march(self) -> int:
        """The points that the march adds."""
        return MARCH_POINTS * self.action.march

    def after(self, at: int) -> Counts:
        """What stands of the player on a hex when the maneuver is done."""
        stays = self.there.get(at)
        if stays is None:
            army = self.position.army_of(self.seat, at)
            stays = army.units if army else NO_UNITS
        return plus(stays, self.landing) if at == self.path[-1] else stays

    # ------------------------------------------------------------------ costs
    def costs(self) -> Costs:
        """What it costs, with the free entry that is named, else the one that saves most (D1.11): of those that do, one
        that makes the points suffice."""
        found = None
        for free in self._free_entries():
            costs = self._costs(free)
            if costs.who is None:
                return costs
            found = found or costs
        return found or self._costs(None)

    def _free_entries(self) -> list[int]:
        """The entries that may be the free one, dearest first."""
        homes = self.position.homes(self.seat)
        if not homes:
            return []
        named = self.action.free
        at = None if named is None else self.position.map.index(named)
        entries = [n for n, hex_ in enumerate(self.path) if n and hex_ in homes and at in (None, hex_)]
        return sorted(entries, key=lambda n: -self._price(n))

    def _price(self, n: int, per_type: int | None = None) -> int:
        """What entering a hex of the path costs the group (D4.9: its dearest unit), or a unit of one type."""
        wading = peasants_only(self.groups[n]) if per_type is None else per_type == PEASANTS
        return entry_cost(self.position.map.terrain(self.path[n]), wading)

    def _costs(self, free: int | None) -> Costs:
        if self.position.settings["pace"] == "per_unit":
            return self._costs_per_unit(free)
        action = self.action
        spent = [Expense(n, 0 if n == free else self._price(n)) for n in range(1, len(self.path))]
        if not self.moves:
            spent += [Expense(None, SWITCH_POINTS)] * bool(action.pack or action.unpack)
        else:
            spent[:0] = [Expense(None, SWITCH_POINTS)] * bool(action.pack)
            spent += [Expense(None, SWITCH_POINTS)] * bool(action.unpack)
        total = sum(expense.points for expense in spent)
        budget = slowest(self.taken) + self.march if any(self.taken) else 0
        if total > budget:
            return Costs(free, tuple(spent), budget, (_slow_one(self.taken), True) if any(self.taken) else None)
        if any(self.picked):
            of_picked = slowest(self.picked) + self.march
            if total > of_picked:
                return Costs(free, tuple(spent), of_picked, (_slow_one(self.picked), False))
            budget = min(budget, of_picked)
        return Costs(free, tuple(spent), budget, None)

    def _costs_per_unit(self, free: int | None) -> Costs:
        """D4.7, per_unit: each unit's own part of the way; of like units the first to join is the first to be dropped,
        which is the assignment that asks least of the worst off."""
        worst: tuple[tuple[bool, bool, int, int], Costs] | None = None
        for unit, joined, spent in self._parts(free):
            budget = MOVEMENT[unit] + self.march
            over = sum(expense.points for expense in spent) - budget
            # D1.15: a unit that set out is blamed before one that was picked up.
            weight = (over > 0, over > 0 and joined == 0, over, over + budget)
            if worst is None or weight > worst[0]:
                worst = (weight, Costs(free, spent, budget, (unit, joined == 0) if over > 0 else None))
        return worst[1] if worst else Costs(free, (), 0, None)

    def _parts(
        self, free: int | None, *, only_those_that_go_on: bool = False
    ) -> Iterator[tuple[int, int, tuple[Expense, ...]]]:
        """For each unit: its type, where it joins, and what it spends on its own part of the way."""
        for unit in (t for t, n in enumerate(self.moved) if n):
            stretches = list(self._stretches(unit))
            if only_those_that_go_on:
                stretches = stretches[len(stretches) - moving(self.landing)[unit] :]
            for joined, left, (packs, unpacks) in stretches:
                steps = (Expense(n, 0 if n == free else self._price(n, unit)) for n in range(joined + 1, left + 1))
                switch = Expense(None, SWITCH_POINTS)
                yield unit, joined, (*(switch,) * packs, *steps, *(switch,) * unpacks)

    def left(self) -> tuple[int, int | None]:
        """The points that the group has left to go on with from the end of this path: with the free entry still to come,
        and with it used (None if there was none). Below 0: it should not have come so far."""
        used = [self._left(free) for free in self._free_entries()]
        return self._left(None), max(used) if used else None

    def _left(self, free: int | None) -> int:
        costs = self._costs(free)
        if self.position.settings["pace"] == "strict" or costs.who is not None:
            return costs.budget - costs.total
        parts = self._parts(free, only_those_that_go_on=True)
        return min((MOVEMENT[unit] + self.march - sum(e.points for e in spent) for unit, _, spent in parts), default=-1)

    def _stretches(self, unit: int) -> Iterator[tuple[int, int, tuple[int, int]]]:
        """For each unit of a type: where on the path it joins and leaves, and whether it is packed first, unpacked last."""
        end = len(self.path) - 1
        joins = [0] * moving(self.taken)[unit]
        for n, units in self.action.pickups:
            joins += [n] * units[unit]
        leaves: list[int] = []
        for n, units in self.action.drops:
            leaves += [n] * units[unit]
        leaves += [end] * (len(joins) - len(leaves))
        switched = unit == PACKED
        pack = min(self.action.pack, len(joins)) if switched else 0
        unpack = self.action.unpack if switched else 0
        if not end and switched:  # staying: each trebuchet that is switched pays once
            pack, unpack = min(len(joins), pack + unpack), 0
        for k, (joined, left) in enumerate(zip(joins, leaves, strict=False)):
            yield joined, left, (int(k < pack), int(k >= len(joins) - unpack))


def plan_of(
    position: DepletionPosition, action: Maneuver, seat: int, path: tuple[int, ...], whose_turn: bool = True
) -> ManeuverPlan:
    """Lay a maneuver against a position."""
    army = position.army_of(seat, path[0])
    everybody = army.units if army else NO_UNITS
    taken = everybody if action.units is None else tuple(map(min, action.units, everybody))
    there = {path[0]: minus(everybody, taken) if action.units is not None else NO_UNITS}
    group = moving(taken)
    groups, picked = [group] * len(path), NO_UNITS
    dropped: dict[int, Counts] = {}
    if action.drops or action.pickups:
        groups, group, picked = _follow(position, action, seat, path, group, there, dropped)
    if group[PACKED] or group[UNPACKED]:
        group = _switched(group, taken, action, len(path) > 1)
    return ManeuverPlan(
        position,
        action,
        seat,
        path,
        whose_turn,
        army,
        taken,
        groups,
        plus(moving(taken), picked),
        picked,
        there,
        dropped,
        group,
    )


def _follow(
    position: DepletionPosition,
    action: Maneuver,
    seat: int,
    path: tuple[int, ...],
    group: Counts,
    there: dict[int, Counts],
    dropped: dict[int, Counts],
) -> tuple[list[Counts], Counts, Counts]:
    """Pick up and drop along the way; ``there`` and ``dropped`` are filled in. Returns who comes to each hex, who lands,
    and who was picked up."""
    pickups, drops = dict(action.pickups), dict(action.drops)
    groups, picked = [], NO_UNITS
    for n, at in enumerate(path):
        groups.append(group)
        for changes, sign in ((pickups, 1), (drops, -1)):
            if n not in changes:
                continue
            if at not in there:
                army = position.army_of(seat, at)
                there[at] = army.units if army else NO_UNITS
            wanted = changes[n]
            if sign > 0:
                units = tuple(map(min, wanted, there[at]))
                group, there[at] = plus(group, units), minus(there[at], units)
                picked = plus(picked, moving(units))
                group = moving(group)
            else:
                units = tuple(map(min, wanted, group))
                group, there[at] = minus(group, units), plus(there[at], units)
                dropped[at] = plus(dropped.get(at, NO_UNITS), units)
    return groups, group, picked


def _slow_one(units: Counts) -> int:
    """The first type that is as slow as any of them."""
    return min((t for t, n in enumerate(units) if n), key=lambda t: MOVEMENT[t])


def _switched(group: Counts, taken: Counts, action: Maneuver, moves: bool) -> Counts:
    """The group that lands, its trebuchets as they stand in the end."""
    found = list(group)
    if not moves:  # as they stood, but for those that are switched
        packed = max(0, taken[PACKED] + min(action.pack, taken[UNPACKED]) - min(action.unpack, taken[PACKED]))
        found[PACKED], found[UNPACKED] = packed, taken[PACKED] + taken[UNPACKED] - packed
    else:
        unpacked = min(action.unpack, found[PACKED])
        found[PACKED] -= unpacked
        found[UNPACKED] += unpacked
    return tuple(found)


def blamed_for_slowness(p: ManeuverPlan, costs: Costs) -> str:
    """D1.15: which clause is cited for a maneuver that is too dear."""
    assert costs.who is not None  # noqa: S101  (asked for such costs only)
    if not costs.who[1]:
        return "D4.3"
    return "D1.2" if any(p.taken) and costs.total <= fastest(p.taken) + p.march else "D1.1"
