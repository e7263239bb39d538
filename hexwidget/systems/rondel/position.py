"""The immutable position of `rondel`: units, cities, know-how, the phase of a maneuver, and the open decisions."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, NamedTuple

from hexwidget.geometry import ProvinceMap, Space
from hexwidget.limits import Limits
from hexwidget.rules import Settings, changed, looked_up
from hexwidget.rules.hints import ON_MAP, Key, Matching, OneOf, Seat
from hexwidget.rules.reach import Reach, conditions
from hexwidget.systems.position import BundledPosition
from hexwidget.systems.registry import system
from hexwidget.systems.rondel.atlas import wedge_name

if TYPE_CHECKING:
    from hexwidget.systems.rondel.system import Rondel

KINDS = ("legion", "galley")
"""The kinds of units. Legions come before galleys, as in the questions of R3.6."""
KNOW_HOW = ("WHEEL", "ROADS", "SAILING", "NAVIGATION", "MONARCHY", "DEMOCRACY")
ACTIONS = {"legion": {"WHEEL": 2, "ROADS": 3}, "galley": {"SAILING": 2, "NAVIGATION": 3}}
"""R1.4: the number of actions that each know-how gives a unit."""
NEEDS = {"ROADS": "WHEEL", "NAVIGATION": "SAILING", "DEMOCRACY": "MONARCHY"}
"""R6.4: the know-how that a nation has before it obtains another one."""
PHASES = ("wheel", "movement", "closing", "conquest", "wedge", "founding")
"""The phases of a turn: the marker moves; units move and fight; the last battles are asked for; cities are
conquered. With the whole wheel also: temples are built, units set up or know-how obtained; cities are founded."""
MOST_PAIRS = 999
Here = Annotated[int, ON_MAP, Matching(r"^\w+$")]
Kind = Annotated[str, OneOf("unit", KINDS)]


class Group(NamedTuple):
    """Units that are alike: in one province, of one nation and kind, with equally many actions left."""

    at: int
    owner: int
    kind: str
    left: int
    size: int

    @property
    def key(self) -> tuple[int, int, str, int]:
        """Everything but the size."""
        return self[:4]


class Lot(NamedTuple):
    """Units as a description gives them: their kind, their actions left (None: all of them), and their number."""

    kind: str
    left: int | None
    size: int


class City(NamedTuple):
    """A city of a nation, with or without a temple."""

    at: int
    owner: int
    temple: bool


class Ask(NamedTuple):
    """R3.6: the question to a nation whether its units of a kind in a province fight."""

    at: Here
    seat: Annotated[Seat, Key("player")]
    kind: Annotated[Kind, Key("unit")]


class Toll(NamedTuple):
    """R3.5: a battle has been asked for, and the active nation has still to name its units that fall."""

    at: Here
    enemy: Seat
    kind: Annotated[Kind, Key("unit")]
    pairs: Annotated[int, Limits(1, MOST_PAIRS)]


class Store(NamedTuple):
    """R5.4: goods, in a nation's store or paid from it."""

    marble: int = 0
    iron: int = 0
    gold: int = 0

    @property
    def goods(self) -> int:
        """The number of all goods."""
        return self.marble + self.iron + self.gold

    def covers(self, price: Store) -> bool:
        """True if the store has as much of each good as a price."""
        return self.marble >= price.marble and self.iron >= price.iron and self.gold >= price.gold

    def less(self, paid: Store) -> Store:
        """The store after a payment."""
        return Store(self.marble - paid.marble, self.iron - paid.iron, self.gold - paid.gold)

    def more(self, brought: Store) -> Store:
        """The store with more goods."""
        return Store(self.marble + brought.marble, self.iron + brought.iron, self.gold + brought.gold)


@lru_cache(maxsize=1024)
def _actions(know_how: frozenset[str], kind: str) -> int:
    return max((n for name, n in ACTIONS[kind].items() if name in know_how), default=1)


@dataclass(frozen=True, repr=False)
class RondelPosition(BundledPosition):
    """A position of `rondel`. Compares and hashes by content; made by ``system("rondel").position(...)``.

    By seat: ``know_how``, ``markers`` (wedges of the wheel, from 1), ``resources``, and ``answers`` (R3.6: always, never,
    ask). ``active`` is the seat whose turn it is. Units of other nations have all their actions.

    With the whole wheel also: ``stores`` by seat (R5.4), ``yields``, the good of each province or "" (R6.1), and ``armed``, the
    provinces in which units have been set up in this turn, each with their number (R6.3).

    ``unarmed``: the seats of the nations that began without units and whose first turn is not over, where that counts (R5.3).
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
    stores: tuple[Store, ...] = ()
    yields: tuple[str, ...] = ()
    armed: tuple[tuple[int, int], ...] = ()
    unarmed: tuple[int, ...] = ()

    @property
    def system(self) -> Rondel:
        return system("rondel")

    @conditions
    def reach(
        self, space: Space, *, unit: str | None = None, player: str | None = None, assume: str | Sequence[str] = ()
    ) -> Reach:
        """Return the provinces that a unit can get to with the actions that it has left, each action crossing one border
        (R1.2, R1.3), over borders that let it through (R2.2). Costs are actions.

        ``reach.rim`` has the barred provinces beside it with their clauses, ``reach.why("roma")`` every reason, with numbers and
        remedies.

        :param space: the province of the unit, such as "corinth"
        :param unit: "legion" or "galley"; None: the first unit there that can move
        :param player: the owner; None: the active player if that player has units there, else the first owner
        :param assume: know-how that the nation is assumed to have as well: one name or several, as in the rulebook
        :raises InputError: if there is no such unit, or a condition cannot be read

        >>> import hexwidget as hw
        >>> sorted(hw.scenario("rondel/first-maneuver").position.reach("corinth"))
        ['athens', 'ephesus', 'sparta', 'thebes']
        """
        return self.system.reach(self, space, unit=unit, player=player, assume=assume).on(self)

    # ------------------------------------------------------------------ look-ups
    @property
    def acting(self) -> int:
        """The seat that decides now: of the nation that is asked (R3.6), else of the active one."""
        return self.asks[0].seat if self.asks and self.toll is None else self.active

    @property
    def occupied(self) -> list[int]:
        """The provinces with units, in the map's order."""
        return [*dict.fromkeys([g.at for g in self.units])]

    @looked_up("cities")
    def city_at(self) -> dict[int, City]:
        """The city of each province that has one."""
        return {city.at: city for city in self.cities}

    def standing(self, seat: int) -> dict[int, list[Group]]:
        """The units of a nation by province, in the map's order."""
        found: dict[int, list[Group]] = {}
        for group in self.units:
            if group.owner == seat:
                found.setdefault(group.at, []).append(group)
        return found

    def groups(self, at: int, seat: int, kind: str | None = None) -> list[Group]:
        """The units of a nation in a province, fewest actions left first."""
        first, end = bisect_left(self.units, (at, seat)), bisect_left(self.units, (at, seat + 1))  # they are in order
        return [g for g in self.units[first:end] if kind in (None, g.kind)]

    def count(self, at: int, seat: int, kind: str | None = None) -> int:
        """The number of units of a nation, of a kind, in a province."""
        return sum(g.size for g in self.groups(at, seat, kind))

    def upright(self, at: int, seat: int, kind: str | None = None) -> int:
        """R2.4: the number of units of a nation, of a kind, in a province that have actions left."""
        return sum(g.size for g in self.groups(at, seat, kind) if g.left)

    def strangers(self, at: int, seat: int) -> list[int]:
        """The other nations with units in a province, in turn order from the next one on."""
        there = {g.owner for g in self.units if g.at == at} - {seat}
        if not there:
            return []
        n = len(self.players)
        return [s for s in ((seat + k) % n for k in range(1, n)) if s in there]

    def actions_of(self, seat: int, kind: str, assume: Iterable[str] = ()) -> int:
        """R1.2 to R1.4: the number of actions that a unit of a nation has in a turn.

        :param assume: know-how that the nation is assumed to have as well
        """
        known = self.know_how[seat]
        return _actions(known.union(assume) if assume else known, kind)

    def cities_of(self, seat: int) -> list[City]:
        """The cities of a nation."""
        return [city for city in self.cities if city.owner == seat]

    def conquerable(self, seat: int) -> list[City]:
        """R4.6: the cities of other nations, but for the last one of each."""
        return [city for city in self.cities if city.owner != seat and len(self.cities_of(city.owner)) > 1]

    # ------------------------------------------------------------------ the whole wheel
    @property
    def whole(self) -> bool:
        """R5.2: True if every wedge of the wheel is built, False if only the maneuver is. Only the whole wheel has stores (R5.4)."""
        return bool(self.stores)

    @property
    def wedge(self) -> str:
        """The wedge of the active nation's marker."""
        return wedge_name(self.markers[self.active])

    def store(self, seat: int) -> Store:
        """R5.4: the goods of a nation; none without the whole wheel."""
        return self.stores[seat] if self.stores else Store()

    def means(self, seat: int) -> int:
        """R5.1, R5.4: the number of wedges that a nation can pay for."""
        return self.stores[seat].goods if self.stores else self.resources[seat]

    def with_store(self, seat: int, store: Store) -> RondelPosition:
        """The position with another store of a nation."""
        return changed(self, stores=tuple([store if s == seat else each for s, each in enumerate(self.stores)]))

    # ------------------------------------------------------------------ changed
    def with_units(self, changes: Iterable[tuple[tuple[int, int, str, int], int]]) -> RondelPosition:
        """The position with more (or fewer) of some units.

        :param changes: pairs of a group's key and the difference in its size
        """
        units = [*self.units]  # they are in order
        for key, more in changes:
            at = bisect_left(units, key)
            known = at < len(units) and units[at][:4] == key
            size = units[at].size + more if known else more
            units[at : at + known] = [Group(*key, size)] if size else []
        return changed(self, units=tuple(units))

    def with_left(self, groups: Iterable[Group], left: Mapping[str, int]) -> RondelPosition:
        """The position where some units have other numbers of actions left.

        :param left: the number by kind
        """
        moved = (((g.key, -g.size), ((*g.key[:3], left[g.kind]), g.size)) for g in groups)
        return self.with_units(change for changes in moved for change in changes)
