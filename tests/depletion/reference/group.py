"""Groups of units on their way, followed step by step as the rulebook tells it: slow and plain on purpose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import GALLEY, NO_UNITS, PACKED, PEASANTS, UNITS, UNPACKED, Counts

WATER = ("sea", "ocean")


@dataclass(frozen=True)
class Unit:
    """One unit of a group. It makes the steps behind ``joined`` up to ``left``, which are places on the path."""

    kind: int
    joined: int
    left: int
    set_out: bool
    wades: bool = False
    unpacks: bool = False
    packs: bool = False

    @property
    def steps(self) -> range:
        """The places on the path of the hexes that it enters."""
        return range(self.joined + 1, self.left + 1)

    @property
    def points(self) -> int:
        """Its movement points (D1.9)."""
        return UNITS[self.kind].movement


class Group:
    """A maneuver followed on a board. Units that are named and do not exist are left out of it, and noted."""

    def __init__(self, board: DepletionPosition, seat: int, action: Maneuver, before: DepletionPosition) -> None:
        self.board = board
        self.seat = seat
        self.before = before
        """The board on which another player's army is still that player's."""
        self.own = before.army_of(seat, board.map.index(action.path[0])) is not None
        self.action = action
        self.path = [board.map.index(space) for space in action.path]
        self.last = len(self.path) - 1
        self.army = board.army_of(seat, self.path[0])
        self.set_out = clipped(action.units or self._whole, self._whole)
        self.too_many_named = action.units is not None and self.set_out != action.units
        standing = {army.at: army.units for army in board.armies if army.owner == seat}
        if self.army is not None:
            standing[self.path[0]] = less(self.army.units, self.set_out)
        self.standing = standing
        self.at_first = dict(standing)
        """The units that stand on each hex when it has set out."""
        self.pick_faults: set[str] = set()
        self.drop_faults: set[str] = set()
        self.joined: dict[int, Counts] = {}
        self.dropped: dict[int, Counts] = {}
        self.carrying: list[Counts] = []
        """The units that it has on each hex of the path, with those that join there."""
        self._go()

    @property
    def _whole(self) -> Counts:
        return self.army.units if self.army is not None else NO_UNITS

    @property
    def moves(self) -> bool:
        """True if it moves one hex or more."""
        return self.last > 0

    @property
    def drop_hexes(self) -> set[int]:
        """The hexes where units were dropped."""
        return {self.path[n] for n in self.dropped}

    def _go(self) -> None:
        """Follow the way: units join and leave, and faults are noted by clause."""
        pickups, drops = dict(self.action.pickups), dict(self.action.drops)
        carried, gone_on = moved(self.set_out) if self.moves else self.set_out, True
        for n, at in enumerate(self.path):
            here = pickups.get(n, NO_UNITS)
            if any(here):
                carried = plus(carried, self._join(n, at, here))
            self.carrying.append(carried)
            leaving = drops.get(n, NO_UNITS)
            if any(leaving):
                carried = less(carried, self._leave(n, at, leaving, carried))
                gone_on = gone_on and (any(carried) or (n > 0 and self.path[n] == self.path[-1]))
        self.carried = carried
        if not gone_on:
            self.drop_faults.add("D3.5")

    def _join(self, n: int, at: int, units: Counts) -> Counts:
        """The units that join at a place of the path."""
        army = self.board.army_of(self.seat, at)
        if at in self.drop_hexes:
            self.pick_faults.add("D3.5")
        there, before = self.at_first.get(at, NO_UNITS), NO_UNITS
        for k, some in self.action.pickups:
            before = plus(before, some) if 0 < k < n and self.path[k] == at else before
        there = less(there, clipped(before, there))
        joining = clipped(units, there)
        if joining != units or (army is not None and army.cubes):
            self.pick_faults.add("D4.2")
        if units[UNPACKED]:
            self.pick_faults.add("D1.13")
        if n in (0, self.last):
            self.pick_faults.add("D4.10")
        if n == 0 or not any(self.set_out):  # nobody joins where the way begins, nor a group of nobody
            return NO_UNITS
        self.standing[at] = less(self.standing.get(at, NO_UNITS), joining)
        if any(joining):
            self.joined[n] = moved(joining)
        return moved(joining)

    def _leave(self, n: int, at: int, units: Counts, carried: Counts) -> Counts:
        """The units that leave at a place of the path."""
        joining = NO_UNITS
        for k, some in self.action.pickups:
            joining = plus(joining, some) if self.path[k] == at else joining
        if any(a and b for a, b in zip(units, joining, strict=True)):
            self.drop_faults.add("D4.10")
        leaving = clipped(units, carried)
        if leaving != units or n == 0:
            self.drop_faults.add("D3.2")
        if self.path[n] == self.path[-1] and n > 0:
            self.drop_faults.add("D3.5")
        if any(leaving):
            self.dropped[n] = leaving
            self.standing[at] = plus(self.standing.get(at, NO_UNITS), leaving)
        return leaving

    @property
    def landing(self) -> Counts:
        """The units that land, packed and unpacked as they are then."""
        units = list(self.carried)
        packed = 0 if self.moves else min(self.action.pack, units[UNPACKED])
        unpacked = min(self.action.unpack, units[PACKED])
        units[PACKED] += packed - unpacked
        units[UNPACKED] += unpacked - packed
        return tuple(units)

    # ------------------------------------------------------------------ the board after it
    def after(self) -> DepletionPosition:
        """The board after it: units where they stand now, and cubes where some landed or were dropped."""
        cubes = 2 if self.action.march else 1
        under = self.drop_hexes | ({self.path[-1]} if any(self.landing) else set())
        armies = [a for a in self.board.armies if a.owner != self.seat]
        standing = dict(self.standing)
        standing[self.path[-1]] = plus(standing.get(self.path[-1], NO_UNITS), self.landing)
        for at, units in standing.items():
            before = self.board.army_of(self.seat, at)
            lying = (before.cubes if before is not None else 0) + (cubes if at in under else 0)
            armies += [Army(at, self.seat, units, lying)] if any(units) else []
        return replace(self.board, armies=tuple(sorted(armies)))

    def ground(self, n: int) -> str:
        """The ground of the hex at a place of the path."""
        return self.board.map.terrain(self.path[n])

    def carries(self, n: int) -> list[int]:
        """The kinds of units that make the step to a place of the path."""
        return [kind for kind, number in enumerate(self.coming(n)) if number]

    def coming(self, n: int) -> Counts:
        """The units that make the step to a place of the path."""
        carried = moved(self.set_out)
        for k in range(n):
            carried = less(plus(carried, self.joined.get(k, NO_UNITS)), self.dropped.get(k, NO_UNITS))
        return carried

    def moving_vessels(self) -> dict[int, int]:
        """The hexes from which vessels of the group move away, with their number."""
        found: dict[int, int] = {}
        if self.moves:
            for at, units in [
                (self.path[0], self.set_out),
                *((self.path[n], u) for n, u in self.joined.items() if n < self.last),
            ]:
                if units[GALLEY]:
                    found[at] = found.get(at, 0) + units[GALLEY]
        return found

    # ------------------------------------------------------------------ every way to tell its units apart
    def ways(self) -> Iterator[list[Unit]]:
        """Yield the units of the group one by one: every choice of the like units that are dropped, that wade and that
        unpack."""
        for units in self._told_apart():
            crossing = [k for k, u in enumerate(units) if u.kind == PEASANTS and self.may_wade(u)]
            lands = [
                k for k, u in enumerate(units) if u.kind == PACKED and u.left == self.last
            ]  # those that may unpack
            number = min(self.action.unpack, len(lands))
            for wading in product((False, True), repeat=len(crossing)):
                for unpacking in combinations(lands, number):
                    way = list(units)
                    for k, wades in zip(crossing, wading, strict=True):
                        way[k] = replace(way[k], wades=wades)
                    for k in unpacking:
                        way[k] = replace(way[k], unpacks=True)
                    yield way

    def may_wade(self, unit: Unit) -> bool:
        """True if a peasant crosses water, and all of it is sea (D6.3)."""
        grounds = {self.ground(n) for n in unit.steps} & set(WATER)
        return grounds == {"sea"}

    def _told_apart(self) -> Iterator[list[Unit]]:
        """Yield every choice of the like units that are dropped."""
        todo: list[tuple[int, list[Unit], list[Unit]]] = [(0, self._setting_out(), [])]
        while todo:
            n, carried, done = todo.pop()
            if n > self.last:
                yield sorted(done + carried, key=lambda unit: (unit.kind, unit.joined, unit.left))
                continue
            for kind, number in enumerate(self.joined.get(n, NO_UNITS)):
                carried = carried + [Unit(kind, n, self.last, set_out=False)] * number
            choices: list[list[int]] = [[]]
            for kind, number in enumerate(moved(self.dropped.get(n, NO_UNITS))):
                alike = [k for k, unit in enumerate(carried) if unit.kind == kind]
                some = {tuple(carried[k] for k in chosen): list(chosen) for chosen in combinations(alike, number)}
                choices = [before + chosen for before in choices for chosen in some.values()]
            for leaving in choices:
                stays = [replace(carried[k], left=n) for k in leaving]
                todo.append((n + 1, [u for k, u in enumerate(carried) if k not in leaving], done + stays))

    def _setting_out(self) -> list[Unit]:
        packing = min(self.action.pack, self.set_out[UNPACKED])
        found = [Unit(PACKED, 0, self.last, set_out=True, packs=k < packing) for k in range(self.set_out[UNPACKED])]
        for kind, number in enumerate(self.set_out):
            found += [Unit(kind, 0, self.last, set_out=True)] * (0 if kind == UNPACKED else number)
        return found

    # ------------------------------------------------------------------ costs
    def affordable(self, way: Sequence[Unit], *, frees: bool = True) -> bool:
        """True if all units of a way can pay, with the best free entry, or the one that is named (D1.4, D1.11).

        :param frees: False if another group has the free entry
        """
        return any(not self.failing(way, free) for free in self.free_entries(frees=frees))

    def free_entries(self, *, frees: bool = True) -> list[int | None]:
        """The places on the path that may be entered free."""
        if not frees:
            return [None]
        homes = {s.at for s in self.board.structures if s.owner == self.seat}
        entered = [n for n in range(1, self.last + 1) if self.path[n] in homes]
        if self.action.free is not None:
            entered = [n for n in entered if self.action.path[n] == self.action.free]
        return list(entered or [None])

    def saves(self, way: Sequence[Unit], free: int | None) -> int:
        """The points that a free entry saves the units that make it."""
        return max((self.price(unit, free) for unit in way if free in unit.steps), default=0) if free else 0

    def failing(self, way: Sequence[Unit], free: int | None) -> list[Unit]:
        """The units whose points do not suffice, those that lack most points first."""
        more = 1 if self.action.march else 0
        strict = self.board.settings["pace"] == "strict"
        together = self.together(way, free) if strict else 0
        found = []
        for unit in way:
            own = sum(0 if n == free else self.price(unit, n) for n in unit.steps) + self.switches_of(unit)
            cost = together if strict else own
            if cost > unit.points + more and (unit.set_out or unit.steps):
                found.append((unit.points - cost, -cost, -unit.left, unit))
        return [unit for *_, unit in sorted(found, key=lambda made: made[:3])]

    @property
    def switches(self) -> int:
        """The points that switching trebuchets costs (D1.13)."""
        packs = self.action.pack > 0 and self.set_out[UNPACKED] > 0
        unpacks = self.action.unpack > 0 and (self.carried[PACKED] > 0 or self.carried[UNPACKED] > 0)
        return packs + unpacks if self.moves else int(packs or unpacks)

    def switches_of(self, unit: Unit) -> int:
        """The points that one trebuchet pays where each unit pays for itself (D4.7). One that stays is switched once."""
        return unit.packs + unit.unpacks if self.moves else int(unit.packs or unit.unpacks)

    def fits(self, way: Sequence[Unit], free: int | None, slow: Unit, points: int) -> bool:
        """True if units with so many points could go where a slow one fails: they neither wade nor pack (D1.15)."""
        strict = self.board.settings["pace"] == "strict"
        alike = [unit for unit in way if unit.points == points] if strict else []
        cost = self.switches if points <= UNITS[PACKED].movement else 0
        for n in range(1, self.last + 1) if strict else slow.steps:
            fast = replace(slow, wades=slow.wades and points <= UNITS[PEASANTS].movement)
            prices = [self.price(unit, n) for unit in (fast, *alike) if n in unit.steps]
            cost += 0 if n == free else max(prices, default=0)
        return cost <= points + (1 if self.action.march else 0)

    def together(self, way: Sequence[Unit], free: int | None) -> int:
        """The cost of the whole path: each step costs what its dearest moving unit pays (D4.9)."""
        cost = self.switches
        for n in range(1, self.last + 1):
            prices = [self.price(unit, n) for unit in way if n in unit.steps]
            cost += 0 if n == free else max(prices, default=0)
        return cost

    def price(self, unit: Unit, n: int) -> int:
        """The price that a unit pays for a step (D1.3, D6.3)."""
        ground = self.ground(n)
        return 2 if ground in ("mountain", "swamp", "unexplored") or (ground == "sea" and unit.wades) else 1

    def water(self, unit: Unit) -> list[int]:
        """The water hexes that a unit does not wade through: it rides over them."""
        if unit.kind == GALLEY or unit.wades:
            return []
        return [self.path[n] for n in unit.steps if self.ground(n) in WATER]


# ---------------------------------------------------------------------- numbers of units
def plus(a: Counts, b: Counts) -> Counts:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def less(a: Counts, b: Counts) -> Counts:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def clipped(units: Counts, there: Counts) -> Counts:
    """The part of some units that is there."""
    return tuple(min(x, y) for x, y in zip(units, there, strict=True))


def moved(units: Counts) -> Counts:
    """A group as it moves: its trebuchets packed (D1.10)."""
    packed = list(units)
    packed[PACKED], packed[UNPACKED] = units[PACKED] + units[UNPACKED], 0
    return tuple(packed)
