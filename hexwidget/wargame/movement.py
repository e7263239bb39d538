"""Movement: the cheapest ways of units, where they may end, and every reason against it. All of it comes from one declaration."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from operator import or_
from typing import Any, ClassVar

from hexwidget.geometry import HexMap, Links, SpaceMap, WholeMap
from hexwidget.problems import Problems
from hexwidget.rules.reach import FoundReach, HexReach, Reach
from hexwidget.rules.reach.hexes import along, sides_of
from hexwidget.rules.reach.levels import level_sets_across, one_step
from hexwidget.rules.verdict import Finding, Verdict
from hexwidget.wargame.base_classes import WargamePart, check_keys, next_to, plane_of
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
        check_keys(problems, "roads", "kind of link", self.roads, self.links.ways if self.links else ())

    # ------------------------------------------------------------------ planes
    def costs_for(self, unit: Any) -> Mapping[str, int]:
        """The points of the grounds for a unit."""
        return self.costs(unit) if callable(self.costs) else self.costs

    def beside(self, spaces: HexMap, plane: int) -> int:
        """The plane of the hexes next to those of a plane, but for those beyond a side that nobody crosses. Where there is no such side,
        the hexes themselves are among them."""
        found: int = _beside(spaces, plane, tuple(self.across.items()))
        return found

    def free(self, position: Any, unit: Any) -> int:
        """The plane of the hexes with room for a unit, however it comes there."""
        full = self.stacking.full(position, unit) if self.stacking else 0
        return self.open(position, unit) & ~int(position.enemies_of(unit.owner)) & ~full

    def open(self, position: Any, unit: Any) -> int:
        """The plane of the hexes that a unit can enter but for other units."""
        own = plane_of(position.map, tuple(self.places(position))) | self._along(position.map)
        return own | int(position.map.plane(*self.costs_for(unit)))

    def _along(self, spaces: HexMap) -> int:
        """The plane of the hexes on roads, which lead over any ground."""
        return SpaceMap.plane_of([at for _, pairs in self._roads(spaces) for pair in pairs for at in pair])

    def _entry(self, position: Any, unit: Any, *, alone: bool) -> tuple[Pairs, int]:
        """The planes of the hexes by the points that entering costs, and the plane of those where a unit stops."""
        zone, more, barred = 0, None, 0
        if not alone:
            barred = position.enemies_of(unit.owner)
            if self.stacking is not None and self.stacking.passing is not None:
                barred |= self.stacking.full(position, unit, self.stacking.passing)
            if self.zones is not None:
                zone, more = self.zones.against(position, unit.owner), self.zones.cost(position)
        costs, own = tuple(self.costs_for(unit).items()), tuple(self.places(position).items())
        roads = self._along(position.map)
        return _prices(position.map, costs, own, barred, zone, more or 0, roads), zone if more is None else 0

    def chain(self, position: Any, unit: Any, budget: int, *, alone: bool = False) -> tuple[int, ...]:
        """The planes of the hexes that at most 0, 1, ... points take a unit to.

        :param alone: True: as if there were no other units
        """
        (entry, stops), start = self._entry(position, unit, alone=alone), 1 << position.map.index(unit.at)
        roads = self._roads(position.map)
        found: tuple[int, ...] = _levels(position.map, start, entry, budget, tuple(self.across.items()), stops, roads)
        return found

    def _roads(self, spaces: HexMap) -> Pairs:
        index, ways = spaces.index, self.links.ways if self.links else {}
        pairs = ((cost, [(index(a), index(b)) for a, b in ways[kind]]) for kind, cost in self.roads.items())
        return tuple([(cost, tuple(of)) for cost, of in pairs])

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
        found &= ~(self.stacking.full(position, unit) if self.stacking else 0)
        for other in self.instead:
            found |= other.ends(position, unit)
        return found

    # ------------------------------------------------------------------ reasons
    def room(self, position: Any, unit: Any, there: str) -> Iterator[Finding]:
        """The findings against a unit on a hex, however it comes there."""
        at, stacking, enemies = position.map.index(there), self.stacking, position.enemies_of(unit.owner)
        full = stacking is not None and stacking.full(position, unit)
        clause, many = stacking.clause if stacking is not None else "", len(position.stacks.get(there, ()))
        yield from self.findings(
            (not self.open(position, unit) >> at & 1, "", "ground", "{0} is a {ground}", there),
            (enemies >> at & 1, self.enemies, "enemy", "an enemy unit stands on {0}", there),
            (full >> at & 1 and many > 1, clause, "full", "{many:unit} stand on {0} already", there),
            (full >> at & 1 and many < 2, clause, "full", "{many:unit} stands on {0} already", there),
            ground=position.map.terrain(at), many=many,
        )  # fmt: skip

    def objections(self, position: Any, unit: Any, there: str) -> Iterator[Finding]:
        """Every reason against the move of a unit to a hex."""
        at, name, points, zones = position.map.index(there), str(unit), self.points(position, unit), self.zones
        stays = (there == unit.at, "", "stays", "{unit} is on {0} already", there)
        yield from self.findings((unit.done, "", "moved", "{unit} has moved already", unit.at), stays, unit=name)
        if there == unit.at or any(other.ends(position, unit) >> at & 1 for other in self.instead):
            return
        yield from self.room(position, unit, there)
        now, alone = (self.cost(position, unit, there, alone=each) for each in (False, True))
        cost, side = alone if now is None else now, self._side(position.map, unit.at, there)
        far, wide = cost is not None and cost > points, bool(side and self.crossing)
        shut = not far and now is None is not alone and not position.enemies_of(unit.owner) >> at & 1
        stops = zones.clause if zones is not None and zones.cost(position) is None else ""
        costs = "{0} costs {unit} {cost:movement point}"
        yield from self.findings(
            (far and not wide, "", "far", costs + ", and it has {points}", there),
            (far and wide, self.crossing, "across", costs + " across the {side}, and it has {points}", there),
            (cost is None and self.open(position, unit) >> at & 1, "", "no_way", "no way over land leads {unit} to {0}", there),
            (shut and stops, stops, "zone", "enemy zones of control stop {unit} on every way to {0}", there),
            (shut and not stops, self.enemies, "surrounded", "enemies bar every way of {unit} to {0}", there),
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
        entry, stops = self._entry(position, unit, alone=False)
        own: dict[int, int | None] = dict.fromkeys(members(spaces.full))
        own |= {at: points for points, plane in entry for at in members(plane)}
        budget, roads = 0 if unit.done else min(self.points(position, unit), FARTHEST), self._roads(spaces)
        full = members(self.stacking.full(position, unit) if self.stacking else 0)
        found = HexReach(
            spaces, start, {}, budget, find_why, str(unit), across=self.across, own=own, stops=members(stops), passed=full, roads=roads
        )  # fmt: skip
        if not self.instead:
            return found
        arrivals: dict[int, tuple[int, tuple[int, ...]]] = {}
        for each in (*[other.reach(position, unit, find_why) for other in self.instead], found):
            arrivals |= {spaces.index(at): (each.cost(at), tuple(map(spaces.index, each.path(at)))) for at in each}
        most, ends = max([budget, *[cost for cost, _ in arrivals.values()]]), spaces.plane_of(arrivals)

        def rim(_: Reach) -> Mapping[str, int]:
            return {clause: found.frame.to_map(plane) & ~ends for clause, plane in found.rim_planes.items()}

        return FoundReach(spaces, start, arrivals, most, ends, 0, rim, find_why, str(unit))


@lru_cache(maxsize=16_384)
def _beside(spaces: HexMap, plane: int, across: Pairs) -> Any:
    walls = sides_of(spaces.memo(WholeMap), across, spaces.terrains).planes.get(None)
    if walls is None:
        return next_to(spaces, plane)
    return one_step(plane, [~side for side in walls], spaces.steps) & spaces.full


@lru_cache(maxsize=16_384)
def _prices(spaces: HexMap, costs: Pairs, places: Pairs, barred: int, zone: int, more: int, roads: int) -> Pairs:
    """The planes of the hexes by the points that entering costs.

    :param more: the points that hexes in the zone cost more
    :param roads: the plane of the hexes on roads: those that cost nothing of their own are entered along a road alone
    """
    found, own = dict[int, int](), SpaceMap.plane_of(spaces.index(name) for name, _ in places)
    priced = [(points, spaces.plane(ground) & ~own) for ground, points in costs]
    for points, plane in (*priced, *[(points, 1 << spaces.index(name)) for name, points in places]):
        for extra, part in ((0, plane & ~zone), (more, plane & zone)):
            found[points + extra] = found.get(points + extra, 0) | part & ~barred
    if alone := roads & ~barred & ~reduce(or_, found.values(), 0):
        found[NEVER] = alone
    return tuple(found.items())


@lru_cache(maxsize=16_384)
def _levels(spaces: HexMap, start: int, entry: Pairs, budget: int, across: Pairs, stops: int, roads: Pairs) -> Any:
    frame = spaces.memo(WholeMap)
    lines = [(points, along(spaces, frame, pairs)) for points, pairs in roads]
    sides = sides_of(frame, across, spaces.terrains)
    return tuple(level_sets_across(start, dict(entry), budget, spaces.steps, sides, stops, lines))
