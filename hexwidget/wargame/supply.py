"""Supply: a way from a unit to a source, and the hex that cuts it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from hexwidget.english import worded
from hexwidget.geometry import HexMap, Links, SpaceMap
from hexwidget.rules.event import Chronicle
from hexwidget.rules.reach.search import cheapest
from hexwidget.wargame.base_classes import WargamePart, next_to, plane_of
from hexwidget.wargame.zones import Zones

UNBOUNDED = 999
"""More hexes than a way has."""


@dataclass(frozen=True, eq=False)
class Supply(WargamePart):
    """The supply of units: a way to a source, free of enemies and of their zones.

    :param clause: the clause that explains it. It bars nothing by itself: strengths and points may depend on `is_supplied`
    :param sources: a function of the position and a seat: the names of its sources
    :param over: the grounds that a way leads over; a unit on another ground, such as a box, is in supply. ``walls``: kinds of hexsides that it does not cross
    :param links: links that a way may follow, too, over any ground
    :param most: the most hexes of a way
    :param zones: the zones that cut a way, but for hexes with an own unit
    :param in_force: tells of a position if the rule holds; otherwise all units are in supply
    """

    clause: str
    sources: Callable[[Any, int], Iterable[str]]
    over: Iterable[str]
    walls: tuple[str, ...] = ()
    links: Links | None = None
    most: int = UNBOUNDED
    zones: Zones | None = None
    in_force: Callable[[Any], bool] = lambda position: True
    barring: ClassVar[tuple[str, ...]] = ()
    codes: ClassVar[str] = "lacking supply cut nowhere far"
    names: ClassVar[Mapping[str, str]] = {"over": "ground", "walls": "kind of hexside"}

    def _trace(self, position: Any, seat: int) -> tuple[int, int, int]:
        """The planes of the sources of a seat, of the hexes that bar a way, and of the grounds that it leads over."""
        zones = self.zones.against(position, seat) & ~position.held[seat] if self.zones else 0
        sources = plane_of(position.map, tuple(self.sources(position, seat)))
        return sources, position.enemies[seat] | zones, position.map.plane(*self.over)

    def area(self, position: Any, seat: int) -> int:
        """The plane of the hexes where units of a seat are in supply."""
        if not self.in_force(position):
            return int(position.map.full)
        sources, barred, over = self._trace(position, seat)
        found = flood(position.map, sources, barred, self.most, over, self.walls, self.links)
        return found | int(position.map.full) & ~over  # a unit in a box off the map lacks nothing

    def is_supplied(self, position: Any, unit: Any) -> bool:
        """True if a unit is in supply."""
        return bool(self.area(position, unit.owner) >> position.map.index(unit.at) & 1)

    def way(self, position: Any, unit: Any) -> tuple[tuple[str, ...], str]:
        """The way of a unit's supply: its hexes, from the unit to a source, and the first one that cuts it, "" if the unit is in supply.

        Where the way is cut it is the one with the fewest hexes that cut it. It is empty if nothing leads to a source.
        """
        spaces, (sources, barred, over) = position.map, self._trace(position, unit.owner)

        def beside(at: int) -> Iterator[tuple[int, int]]:
            near = SpaceMap.members(_near(spaces, 1 << at, over | sources, self.walls, self.links))
            return ((there, 1 + UNBOUNDED * (barred >> there & 1)) for there in near)

        found = cheapest(spaces.index(unit.at), beside, lambda at: bool(sources >> at & 1))
        path = tuple(map(spaces.name, found[1])) if found else ()
        cuts = (name for name in path if barred >> spaces.index(name) & 1)
        return path, "" if self.is_supplied(position, unit) else next(cuts, path[-1] if path else unit.at)

    def in_words(self, unit: Any, path: Sequence[str], cut: str) -> str:
        """The sentence for a unit out of supply, with its way and the hex that cuts it, as `way` gives them."""
        code, words = "cut", "{unit} is out of supply: {0} cuts its way"
        if not path:
            code, words = "nowhere", "{unit} is out of supply: no way leads to a source"
        elif cut == path[-1] and len(path) - 1 > self.most:
            code, words = "far", "{unit} is out of supply: {0} is {hexes:hex} away, and a way has at most {most}"
        hexes = len(path) - 1
        return worded(self.words.get(code, words), cut, unit=str(unit), hexes=hexes, most=self.most)

    def tell_changes(self, log: Chronicle, before: Any, after: Any) -> None:
        """Tell of the units whose supply has changed."""
        for unit in after.units:
            was, now = before.by_id.get(unit.id), self.is_supplied(after, unit)
            if was is not None and now != self.is_supplied(before, was):
                usual = "{unit} is in supply again" if now else "{unit} is out of supply"
                self.tell(log, "supply" if now else "lacking", self.clause, usual, unit.at, unit=str(unit))


def _near(spaces: HexMap, plane: int, over: int, walls: tuple[str, ...], links: Links | None) -> int:
    """The hexes that a way leads to from those of a plane."""
    linked = [links.beside(spaces.name(at)) for at in SpaceMap.members(plane)] if links else []
    return next_to(spaces, plane, tuple([(kind, None) for kind in walls])) & over | plane_of(
        spaces, tuple([name for names in linked for name in names])
    )


@lru_cache(maxsize=4096)
def flood(spaces: HexMap, sources: int, barred: int, most: int, *land: Any) -> int:
    """The plane of the hexes that ways from some sources lead to."""
    found = fresh = sources & ~barred
    while fresh and (most := most - 1) >= 0:
        fresh = _near(spaces, fresh, *land) & ~barred & ~found
        found |= fresh
    return found
