"""The immutable position of `rondel`: units, cities, know-how, the phase of a maneuver, and what is to be decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from hexwidget.geometry import ProvinceMap, Space
from hexwidget.rules import Position, Settings
from hexwidget.rules.position import changed
from hexwidget.rules.reach import Reach, conditions

if TYPE_CHECKING:
    from hexwidget.systems.rondel.system import Rondel

KINDS = ("legion", "galley")
"""Legions before galleys, as battles are asked for (R3.6)."""
KNOW_HOW = ("WHEEL", "ROADS", "SAILING", "NAVIGATION", "MONARCHY", "DEMOCRACY")
ACTIONS = {"legion": {"WHEEL": 2, "ROADS": 3}, "galley": {"SAILING": 2, "NAVIGATION": 3}}
"""R1.4: the actions of a unit that know-how gives."""
PHASES = ("wheel", "movement", "closing", "conquest")
"""Where a turn stands: the marker is to be moved; units move and fight; the last battles are asked for; cities are
conquered."""


class Group(NamedTuple):
    """Units that are alike: in one province, of one nation and kind, with as many actions left."""

    at: int
    owner: int
    kind: str
    left: int
    size: int

    @property
    def what(self) -> tuple[int, int, str, int]:
        """All but how many there are."""
        return self[:4]


class City(NamedTuple):
    """A city of a nation, with a temple or without."""

    at: int
    owner: int
    temple: bool


class Ask(NamedTuple):
    """R3.6: a nation is asked whether its units of a kind in a province fight."""

    at: int
    seat: int
    kind: str


class Toll(NamedTuple):
    """R3.5: a battle has been asked for, and the active nation has still to name its units that fall."""

    at: int
    enemy: int
    kind: str
    pairs: int


@lru_cache(maxsize=1024)
def _actions(know_how: frozenset[str], kind: str) -> int:
    return max((n for name, n in ACTIONS[kind].items() if name in know_how), default=1)


@dataclass(frozen=True)
class RondelPosition(Position):
    """A position of `rondel`. Compares and hashes by content; made by ``system("rondel").position(...)``.

    By seat: ``know_how``, ``markers`` (wedges of the wheel, from 1), ``resources``, and ``answers`` (R3.6: always, never,
    ask). ``active``: the seat whose turn it is. Units of others have all their actions.
    """

    map: ProvinceMap
    players: tuple[str, ...]
    settings: Settings
    answers: tuple[str, ...]
    units: tuple[Group, ...]
    cities: tuple[City, ...]
    know_how: tuple[frozenset[str], ...]
    markers: tuple[int, ...]
    resources: tuple[int, ...]
    active: int = 0
    phase: str = "wheel"
    asks: tuple[Ask, ...] = ()
    toll: Toll | None = None
    round: int = 1
    title: str = field(default="", compare=False)

    @property
    def system(self) -> Rondel:
        from hexwidget.systems.rondel.system import RONDEL

        return RONDEL

    @conditions
    def reach(
        self, space: Space, *, unit: str | None = None, player: str | None = None, assume: str | Sequence[str] = ()
    ) -> Reach:
        """Return the spaces that the piece on a space may go to: see `Rondel.reach` of the system."""
        return self.system.reach(self, space, unit=unit, player=player, assume=assume)

    def __reduce__(self) -> tuple[Any, ...]:
        # Only what it is, not what has been looked up in it.
        return type(self), tuple(getattr(self, f.name) for f in fields(self))

    # ------------------------------------------------------------------ look-ups
    @property
    def occupied(self) -> list[int]:
        """The provinces with units, in the map's order."""
        return sorted({g.at for g in self.units})

    @cached_property
    def city_at(self) -> dict[int, City]:
        """The city of each province that has one."""
        return {city.at: city for city in self.cities}

    def groups(self, at: int, seat: int, kind: str | None = None) -> list[Group]:
        """The units of a nation in a province, fewest actions left first."""
        return [g for g in self.units if g.at == at and g.owner == seat and kind in (None, g.kind)]

    def count(self, at: int, seat: int, kind: str | None = None) -> int:
        """How many units of a nation, of a kind, stand in a province."""
        return sum(g.size for g in self.groups(at, seat, kind))

    def upright(self, at: int, seat: int, kind: str | None = None) -> int:
        """R2.4: how many of them have actions left."""
        return sum(g.size for g in self.groups(at, seat, kind) if g.left)

    def strangers(self, at: int, seat: int) -> list[int]:
        """The other nations with units in a province, in turn order from the next one on."""
        there = {g.owner for g in self.units if g.at == at} - {seat}
        if not there:
            return []
        n = len(self.players)
        return [s for s in ((seat + k) % n for k in range(1, n)) if s in there]

    def actions_of(self, seat: int, kind: str, assume: Iterable[str] = ()) -> int:
        """R1.2 to R1.4: how many actions a unit of a nation has in a turn.

        :param assume: know-how that the nation is thought to have as well
        """
        known = self.know_how[seat]
        return _actions(known.union(assume) if assume else known, kind)

    def cities_of(self, seat: int) -> list[City]:
        """The cities of a nation."""
        return [city for city in self.cities if city.owner == seat]

    # ------------------------------------------------------------------ changed
    def with_units(self, changes: Iterable[tuple[tuple[int, int, str, int], int]]) -> RondelPosition:
        """The position with more (or fewer) of some units."""
        counts: dict[tuple[int, int, str, int], int] = {}
        for what, more in changes:
            counts[what] = counts.get(what, 0) + more
        units = []
        for group in self.units:
            if group[:4] in counts:
                counts[group[:4]] += group.size
            else:
                units.append(group)
        units += [Group(*what, n) for what, n in counts.items() if n]
        return changed(self, units=tuple(sorted(units)))

    def at_rest(self, seat: int) -> Iterator[Group]:
        """The units of all nations, those of one with all their actions."""
        rested = {kind: self.actions_of(seat, kind) for kind in KINDS}
        if not [g for g in self.units if g.owner == seat and g.left != rested[g.kind]]:
            return iter(self.units)
        counts: dict[tuple[int, int, str, int], int] = {}
        for g in self.units:
            left = rested[g.kind] if g.owner == seat else g.left
            counts[g.at, g.owner, g.kind, left] = counts.get((g.at, g.owner, g.kind, left), 0) + g.size
        return (Group(*what, n) for what, n in sorted(counts.items()))

    # ------------------------------------------------------------------ for people
    def __str__(self) -> str:
        return self.system.describe(self)

    __repr__ = __str__
