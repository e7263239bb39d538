"""Movement: the cheapest ways of units, where they may end, and every reason against it. All of it comes from one declaration."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import Any, ClassVar

from hexwidget.geometry import HexMap, Links, SpaceMap, WholeMap
from hexwidget.problems import Problems
from hexwidget.rules.reach import FoundReach, HexReach, Reach
from hexwidget.rules.reach.hexes import along, sides_of
from hexwidget.rules.reach.levels import Across, level_sets_across
from hexwidget.rules.verdict import Finding, Verdict
from hexwidget.wargame.base_classes import WargamePart, check_keys, next_to
from hexwidget.wargame.stacking import Stacking
from hexwidget.wargame.zones import Zones

NEVER = 10_000
"""More points than any unit has: the hexes that are entered along a road alone."""
FARTHEST = 200
"""The most points of a way: no map of a wargame has a dearer one."""
Pairs = tuple[tuple[Any, Any], ...]
"""A table as a key of caches."""


@dataclass(frozen=True, eq=False)
class Movement(WargamePart):
    """The movement of units over hexes.

    :param clause: the clause of costs and points
    :param costs: the points that entering a ground costs, 1 or more; others are barred. Or a function of the unit that gives them
    :param points: a function of the position and a unit: its movement points
    :param across: by kind of hexside the points that crossing costs more; None: nobody crosses it. Of several kinds the last decides
    :param crossing: the clause of hexsides; ``enemies``: that which bars hexes with enemies. By default both are ``clause``
    :param places: a function of the position: the points of hexes with a cost of their own, by name
    :param links: roads and rails; ``roads``: by their kind the points of a step along one, whatever the ground and the side cost
    :param instead: other ways to move, such as by rail, each with its own costs and points: a unit goes by one of them
    """

    clause: str
    costs: Mapping[str, int] | Callable[[Any], Mapping[str, int]]
    points: Callable[[Any, Any], int]
    across: Mapping[str, int | None] = field(default_factory=dict)
    crossing: str = ""
    enemies: str = ""
    places: Callable[[Any], Mapping[str, int]] = lambda position: {}
    zones: Zones | None = None
    stacking: Stacking | None = None
    links: Links | None = None
    roads: Mapping[str, int] = field(default_factory=dict)
    instead: tuple[Movement, ...] = ()
    barring: ClassVar[tuple[str, ...]] = ("clause", "crossing", "enemies")
    codes: ClassVar[str] = "not_own moved stays ground enemy full zone surrounded no_way far across"
    names: ClassVar[Mapping[str, str]] = {"costs": "ground", "across": "kind of hexside"}

    def check(self, problems: Problems) -> None:
        for name, given in (("costs", {} if callable(self.costs) else self.costs), ("roads", self.roads)):
            for key, points in given.items():
                if points < 1:
                    problems.add(f"{name}/{key}", f"a hex costs at least 1 point, not {points}")
        for key, more in self.across.items():
            if more is not None and more < 0:
                problems.add(f"across/{key}", f"a side costs no points or more, not {more}")
        if self.roads and self.links is None:
            problems.add("links", "roads lead along links: name them")
        check_keys(problems, "roads", "kind of link", self.roads, self.links.ways if self.links else self.roads)

    @cached_property
    def _across(self) -> tuple[tuple[str, int | None], ...]:
        return (*self.across.items(),)

    @cached_property
    def _without_sides(self) -> Movement:
        return replace(self, across={}, instead=())

    @cached_property
    def _without_zones(self) -> Movement:
        return replace(self, zones=None, instead=())

    # ------------------------------------------------------------------ planes
    def prices(self, position: Any, unit: Any) -> Prices:
        """The points that hexes and sides cost a unit if it is alone on the map."""
        costs = self.costs(unit) if callable(self.costs) else self.costs
        return _prices(self, position.map, (*costs.items(),), (*self.places(position).items(),))

    def beside(self, spaces: HexMap, plane: int) -> int:
        """The plane of the hexes next to those of a plane, but for those beyond a side that nobody crosses."""
        return next_to(spaces, plane, self._across)

    def free(self, position: Any, unit: Any) -> int:
        """The plane of the hexes with room for a unit, however it comes there."""
        full = self.stacking.full(position, unit) if self.stacking else 0
        return self.prices(position, unit).open & ~int(position.enemies[unit.owner]) & ~full

    def _others(self, position: Any, unit: Any) -> tuple[int, int, int | None]:
        """The effect of other units on a way: the planes of the hexes that they bar and of their zones, and what entering these costs more."""
        zones, barred = self.zones, position.enemies[unit.owner]
        if self.stacking is not None and self.stacking.passing is not None:
            barred |= self.stacking.full(position, unit, self.stacking.passing)
        return (barred, zones.against(position, unit.owner), zones.cost(position)) if zones else (barred, 0, 0)

    def chain(self, position: Any, unit: Any, budget: int, *, alone: bool = False) -> tuple[int, ...]:
        """The planes of the hexes that at most 0, 1, ... points take a unit to.

        :param alone: True: as if there were no other units
        """
        prices, start = self.prices(position, unit), position.map.index(unit.at)
        found = _levels(prices, start, budget, 0, 0, 0)
        barred, zone, more = (0, 0, 0) if alone else self._others(position, unit)
        # Enemies farther away do not matter, and without them the cache has fewer cases.
        if (barred | zone) & found[-1]:
            found = _levels(prices, start, budget, barred & found[-1], zone & found[-1], more)
        return found

    def cost(self, position: Any, unit: Any, there: str, *, alone: bool = False) -> int | None:
        """The points of the cheapest way of a unit to a hex, whatever it has; None: there is no way."""
        at, chain = position.map.index(there), self.chain(position, unit, FARTHEST, alone=alone)
        return next((spent for spent, plane in enumerate(chain) if plane >> at & 1), None)

    def ends(self, position: Any, unit: Any) -> int:
        """The plane of the hexes where a unit may end its move."""
        if unit.done:
            return 0
        budget = min(self.points(position, unit), FARTHEST)
        found: int = self.chain(position, unit, budget)[-1] & ~(1 << position.map.index(unit.at))
        for other in self.instead:
            found |= other.ends(position, unit)
        return found & ~(self.stacking.full(position, unit) if self.stacking else 0)

    def by(self, position: Any, unit: Any, there: str) -> Movement:
        """The way to move that takes a unit to a hex: the cheapest for which it has the points, and of equal ones the usual one."""
        if not self.instead:
            return self
        ways = (self, *[other.by(position, unit, there) for other in self.instead])
        costs = [(way.cost(position, unit, there), n) for n, way in enumerate(ways)]
        able = [(cost, n) for cost, n in costs if cost is not None and cost <= ways[n].points(position, unit)]
        return ways[min(able, default=(0, 0))[1]]

    # ------------------------------------------------------------------ reasons
    def room(self, position: Any, unit: Any, there: str) -> Iterator[Finding]:
        """The findings against a unit on a hex, however it comes there."""
        at, stacking, enemies = position.map.index(there), self.stacking, position.enemies[unit.owner]
        words, many, full, clause, taken, most = "", len(here := position.on(there)), 0, "", 0, 0
        if stacking is not None:
            full, clause, most = stacking.full(position, unit), stacking.clause, stacking.most
            taken, more = sum(map(stacking.size, here)), stacking.size(unit)
            words = "{many:unit} " + ("stand" if many > 1 else "stands") + " on {0} already"
            words = words if (taken, more) == (many, 1) else "{taken:point} of {most} are taken on {0}"
        yield from self.findings(
            (not self.prices(position, unit).open >> at & 1, "", "ground", "{0} is a {ground}", there),
            (enemies >> at & 1, self.enemies, "enemy", "an enemy unit stands on {0}", there),
            (full >> at & 1, clause, "full", words, there),
            ground=position.map.terrain(at), many=many, taken=taken, most=most,
        )  # fmt: skip

    def objections(self, position: Any, unit: Any, there: str) -> Iterator[Finding]:
        """Every reason against the move of a unit to a hex."""
        at, name = position.map.index(there), str(unit)
        stays = (there == unit.at, "", "stays", "{unit} is on {0} already", there)
        yield from self.findings((unit.done, "", "moved", "{unit} has moved already", unit.at), stays, unit=name)
        if there == unit.at or (self.instead and self.ends(position, unit) >> at & 1):
            return
        yield from self.room(position, unit, there)
        rides = [other for other in self.instead if other.cost(position, unit, there, alone=True) is not None]
        found = [each for way in (self, *rides) for each in way._against_way(position, unit, there)]
        yield from {(each.clause, each.code): each for each in found}.values()  # one clause may bar several ways

    def _against_way(self, position: Any, unit: Any, there: str) -> Iterator[Finding]:
        """Every reason against the ways of a unit to a hex, whatever stands there."""
        at, name, points, zones = position.map.index(there), str(unit), self.points(position, unit), self.zones
        now, alone = (self.cost(position, unit, there, alone=each) for each in (False, True))
        cost, side = alone if now is None else now, self._side(position.map, unit.at, there)
        far = cost is not None and cost > points
        plain = self._without_sides.cost(position, unit, there, alone=now is None) if far and self.crossing else None
        wide, over = plain is not None and plain <= points, " across the {side}" if side else " by the sides on its way"
        others = alone is not None and alone <= points and (far or now is None)  # other units alone are in the way
        others = others and not position.enemies[unit.owner] >> at & 1
        free = self._without_zones.cost(position, unit, there) if others else None
        zone = zones.clause if zones is not None and free is not None and free <= points else ""
        costs, has = "{0} costs {unit} {cost:movement point}", ", and it has {points}"
        stopped = "enemy zones of control stop {unit} on every way to {0}"
        shut = "enemies bar every way of {unit} to {0}"
        if far:
            stopped, shut = (costs + by + has for by in (" because of enemy zones of control", " because of enemies"))
        yield from self.findings(
            (far and not wide and not others, "", "far", costs + has, there),
            (far and wide, self.crossing, "across", costs + over + has, there),
            (cost is None and self.prices(position, unit).open >> at & 1, "", "no_way", "no way over land leads {unit} to {0}", there),
            (others and zone, zone, "zone", stopped, there),
            (others and not zone, self.enemies, "surrounded", shut, there),
            unit=name, cost=cost, points=points, side=side,
        )  # fmt: skip

    def _side(self, spaces: HexMap, a: str, b: str) -> str:
        """The kind of the side between two hexes, if crossing it costs more."""
        kinds = spaces.side(a, b) if spaces.adjacent(spaces.index(a), spaces.index(b)) else ()
        last = ([""] + [kind for kind in self.across if kind in kinds])[-1]
        return last if self.across.get(last) else ""

    # ------------------------------------------------------------------ reach
    def reach(self, position: Any, unit: Any, find_why: Callable[[int], Verdict]) -> Reach:
        """The reach of a unit, with the points that are left, ways and padlocks.

        :param find_why: the verdict on ending the move on a hex, by number
        """
        spaces, start, members = position.map, position.map.index(unit.at), SpaceMap.members
        prices, others = self.prices(position, unit), self._others(position, unit)
        own: dict[int, int | None] = dict.fromkeys(members(spaces.full))
        own |= {at: points for points, plane in _entry(prices, *others).items() for at in members(plane)}
        budget = 0 if unit.done else min(self.points(position, unit), FARTHEST)
        stops = others[1] if others[2] is None else 0
        full = members(self.stacking.full(position, unit) if self.stacking else 0)
        found = HexReach(
            spaces, start, {}, budget, find_why, str(unit), across=self.across, own=own, stops=members(stops), passed=full, roads=prices.roads
        )  # fmt: skip
        if not self.instead:
            return found
        arrivals, budgets, ends = dict[int, tuple[int, tuple[int, ...]]](), dict[int, int](), self.ends(position, unit)
        for each in (found, *[other.reach(position, unit, find_why) for other in self.instead]):
            for name, cost in each.costs().items():
                at = spaces.index(name)
                if ends >> at & 1 and (at not in arrivals or cost < arrivals[at][0]):
                    arrivals[at] = cost, tuple(map(spaces.index, each.path(name)))
                    budgets[at] = cost + each.left(name)

        def rim(_: Reach) -> Mapping[str, int]:
            return {clause: found.frame.to_map(plane) & ~ends for clause, plane in found.rim_planes.items()}

        most = max([budget, *budgets.values()])
        joined = FoundReach(spaces, start, arrivals, most, ends, 0, rim, find_why, str(unit))
        joined.budgets = budgets
        return joined


@dataclass(frozen=True, eq=False)
class Prices:
    """The points that hexes and sides cost a unit.

    :param entered: the planes of the hexes by the points that entering costs
    :param roads: the pairs of hexes along roads, by the points of a step
    """

    spaces: HexMap
    entered: Mapping[int, int]
    sides: Across
    roads: Pairs

    @cached_property
    def open(self) -> int:
        """The plane of the hexes that can be entered."""
        return reduce(or_, self.entered.values(), 0)

    @cached_property
    def lines(self) -> list[tuple[int, Sequence[int]]]:
        """The planes of the roads, by the points of a step."""
        return [(points, along(self.spaces, self.spaces.memo(WholeMap), pairs)) for points, pairs in self.roads]


def _entry(prices: Prices, barred: int, zone: int, more: int | None) -> dict[int, int]:
    """The planes of the hexes by the points that entering costs, where some are barred, and those of a zone cost more."""
    if not more:
        return {points: plane & ~barred for points, plane in prices.entered.items()}
    found = {points: plane & ~barred & ~zone for points, plane in prices.entered.items()}
    for points, plane in prices.entered.items():
        found[points + more] = found.get(points + more, 0) | plane & ~barred & zone
    return found


@lru_cache(maxsize=4096)
def _prices(movement: Movement, spaces: HexMap, costs: Pairs, places: Pairs) -> Prices:
    index, ways = spaces.index, movement.links.ways if movement.links else {}
    roads = tuple(
        [(cost, tuple([(index(a), index(b)) for a, b in ways[kind]])) for kind, cost in movement.roads.items()]
    )
    own, found = spaces.plane_of(index(name) for name, _ in places), dict[int, int]()
    planes = [(points, spaces.plane(ground) & ~own) for ground, points in costs]
    for points, plane in [*planes, *[(points, 1 << index(name)) for name, points in places]]:
        found[points] = found.get(points, 0) | plane
    on_roads = spaces.plane_of([at for _, pairs in roads for pair in pairs for at in pair])
    if alone := on_roads & ~reduce(or_, found.values(), 0):  # they are entered along a road alone
        found[NEVER] = alone
    return Prices(spaces, found, sides_of(spaces.memo(WholeMap), movement._across, spaces.terrains), roads)


@lru_cache(maxsize=16_384)
def _levels(prices: Prices, start: int, budget: int, barred: int, zone: int, more: int | None) -> tuple[int, ...]:
    entry, stops = _entry(prices, barred, zone, more), zone if more is None else 0
    return tuple(level_sets_across(1 << start, entry, budget, prices.spaces.steps, prices.sides, stops, prices.lines))
