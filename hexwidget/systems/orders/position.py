"""The immutable position of `orders`: units, buildings, initiative, orders left, and the dice that are being rolled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from hexwidget.english import possessive
from hexwidget.geometry import HexMap, Space
from hexwidget.limits import Limits
from hexwidget.rules import Settings, changed, looked_up
from hexwidget.rules.hints import UNIQUE, Example, Hex, Key, Ref
from hexwidget.rules.reach import Reach, conditions
from hexwidget.systems.orders.roster import Die, Name, Roster, UnitType, make_roster
from hexwidget.systems.position import BundledPosition
from hexwidget.systems.registry import system

if TYPE_CHECKING:
    from hexwidget.systems.orders.system import Orders

MOST_ATTACKERS = 2
ORDERS_A_TURN = 2
MOST_ID = 9999
Id = Annotated[int, Limits(1, MOST_ID)]
IdOfUnit = Annotated[Id, Ref("id of a unit", lambda given: ids_of(given))]
NameOfBolt = Annotated[Name, Ref("bolt", lambda given: make_roster(given.roster).bolts)]
Dice = Annotated[tuple[Die, ...], Example("a list of the dice rolled so far", [14])]
DEFENDING = ("", "defend", "ward")
"""The sources of the DEFEND bonus; empty if a unit has none (O4.2, O7.2)."""
LOST = {"": "", "left": "it left its hex", "attacked": "it attacked", "destroyed": "it destroyed something in its hex"}
"""The reasons for the last loss of the bonus, in words (O4.4)."""


class Unit(NamedTuple):
    """An army unit: number of its hex, seat of its owner, kind, and a number that tells it from all others.

    ``ordered``: True if it has had its order in this game turn (O1.4); ``defending`` and ``lost``: the DEFEND bonus
    (`DEFENDING`, `LOST`); ``attacked``: the number of units that have attacked it in this game turn (O2.2).
    """

    at: int
    owner: int
    kind: str
    id: int
    ordered: bool = False
    defending: str = ""
    lost: str = ""
    attacked: int = 0


class Building(NamedTuple):
    """A building of a player."""

    at: int
    owner: int
    kind: str


class Battle(NamedTuple):
    """An attack whose dice are being rolled (O2.3): the ids of the attackers and the defender, the dice so far (attackers
    first), and the hex that the attacker came from if it has moved in (O8.2)."""

    attackers: Annotated[tuple[IdOfUnit, ...], Limits(1, MOST_ATTACKERS), UNIQUE]
    defender: IdOfUnit
    rolls: Annotated[Dice, Limits(most=MOST_ATTACKERS)]
    back: Annotated[Hex | None, Key("from")]


class Bolt(NamedTuple):
    """A spell whose die is not yet rolled (O7.2): its name, the ids of caster and target."""

    spell: NameOfBolt
    caster: IdOfUnit
    target: IdOfUnit


class Owed(NamedTuple):
    """O8.2: the unit (by id) that has moved into an enemy's hex and owes its attack; the hex that it came from."""

    unit: IdOfUnit
    back: Annotated[Hex, Key("from")]


def units_of(entries: Mapping[int, Mapping[int, Any]]) -> list[Unit]:
    """The units of a description, each with its own number: units without one take the free numbers, by seat and hex.

    :param entries: by seat and hex dataclasses with the fields of a `Unit` behind its hex and owner
    """
    stands = [(at, seat, each) for seat, own in sorted(entries.items()) for at, each in sorted(own.items())]
    found = [Unit(at, seat, *astuple(each)) for at, seat, each in stands]
    taken = {unit.id for unit in found}
    free = (n for n in range(1, MOST_ID + len(found) + 1) if n not in taken)
    return [unit if unit.id else unit._replace(id=next(free)) for unit in found]


def ids_of(entries: Any) -> list[int] | None:
    """The ids of the units of a description; None if anything is wrong: a unit may be missing."""
    return None if entries.problems.found else [unit.id for unit in units_of(entries.units)]


@dataclass(frozen=True, repr=False)
class OrdersPosition(BundledPosition):
    """A position of `orders`. Compares and hashes by content; made by ``system("orders").position(...)``.

    ``rolls``: by seat the dice for initiative in this game turn (O1.2; more than one after a tie); ``queue``: the seats that
    have still to take their turn, the one to act first, empty while the dice are rolled; ``left``: the orders left to it.
    ``points`` and ``due``: by seat the resource points, and those that come with the next turn (O6.1).
    """

    map: HexMap
    players: tuple[str, ...]
    settings: Settings
    roster: Roster
    units: tuple[Unit, ...]
    buildings: tuple[Building, ...] = ()
    points: tuple[int, ...] = ()
    due: tuple[int, ...] = ()
    rolls: tuple[tuple[int, ...], ...] = ()
    queue: tuple[int, ...] = ()
    left: int = 0
    owed: Owed | None = None
    battle: Battle | None = None
    bolt: Bolt | None = None
    turn: int = 1
    title: str = field(default="", compare=False)

    @property
    def system(self) -> Orders:
        return system("orders")

    @conditions
    def reach(self, space: Space) -> Reach:
        """Return the hexes that the unit on a hex may move to: its neighbours (O8.1), those with enemies included (O8.2). Each
        costs 1 step. The unit is that of the player to act, else the first there.

        ``reach.rim`` has the barred hexes beside it with their clauses, ``reach.why("0601")`` every reason, with numbers and
        remedies.

        :param space: the hex of the unit, such as "0402"
        :raises InputError: if there is no unit, or a condition is given: this system has none

        >>> import hexwidget as hw
        >>> sorted(hw.scenario("orders/two-on-one").position.reach("0402"))
        ['0302', '0401', '0403', '0501', '0502', '0503']
        """
        return self.system.reach(self, space).on(self)

    # ------------------------------------------------------------------ look-ups
    @looked_up("units")
    def by_id(self) -> dict[int, Unit]:
        """The units by their number."""
        return {unit.id: unit for unit in self.units}

    @looked_up("units")
    def by_hex(self) -> dict[int, tuple[Unit, ...]]:
        """The units on each hex; several only of different players (O1.5, O8.3)."""
        found: dict[int, tuple[Unit, ...]] = {}
        for unit in self.units:
            found[unit.at] = (*found[unit.at], unit) if unit.at in found else (unit,)
        return found

    @looked_up("units")
    def alive(self) -> list[int]:
        """O1.9: the seats with army units."""
        return sorted({unit.owner for unit in self.units})

    def unit_of(self, seat: int, at: int) -> Unit | None:
        """The unit of a player on a hex."""
        return next((unit for unit in self.by_hex.get(at, ()) if unit.owner == seat), None)

    def opponents(self, seat: int, at: int) -> list[Unit]:
        """O1.7: the units of any other player on a hex."""
        return [unit for unit in self.by_hex.get(at, ()) if unit.owner != seat]

    def buildings_at(self, at: int) -> list[Building]:
        """The buildings on a hex."""
        return [building for building in self.buildings if building.at == at]

    def type_of(self, unit: Unit) -> UnitType:
        """The kind of a unit, from the roster."""
        return self.roster.units[unit.kind]

    def bonus(self, unit: Unit) -> int:
        """O7.2: the bonus to its defence from the buildings of its owner in its hex."""
        return sum(self.roster.buildings[b.kind].defence for b in self.buildings_at(unit.at) if b.owner == unit.owner)

    def called(self, thing: Unit | Building) -> str:
        """A unit or a building in words: its owner and its kind."""
        return _with_owner(self.players[thing.owner], thing.kind)

    # ------------------------------------------------------------------ changed
    def changing(self, old: Unit, **more: Any) -> OrdersPosition:
        """The position with one unit changed."""
        return changed(self, units=self.units_with(old, **more))

    def units_with(self, old: Unit, **more: Any) -> tuple[Unit, ...]:
        """The units, one of them changed."""
        return tuple(sorted([old._replace(**more) if unit is old else unit for unit in self.units]))

    def without(self, gone: Unit) -> OrdersPosition:
        """The position without a unit."""
        return changed(self, units=tuple(unit for unit in self.units if unit.id != gone.id))


@lru_cache(maxsize=512)
def _with_owner(player: str, kind: str) -> str:
    return f"{possessive(player)} {kind}"
