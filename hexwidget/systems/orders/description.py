"""Positions from and to plain data: Python keywords, or the same structure as JSON. An error lists all problems at once."""

from __future__ import annotations

from dataclasses import astuple, dataclass, field
from typing import Annotated, Any

from hexwidget.limits import Limits
from hexwidget.rules.description import Given, by_seat, made_of, placed, seated, tabled, write_entries
from hexwidget.rules.hints import (
    UNIQUE,
    WRITTEN,
    Doc,
    Example,
    Hex,
    Line,
    MapText,
    OneOf,
    Player,
    Ref,
    Seat,
    Short,
    Stagger,
)
from hexwidget.systems.orders.consistency import note_odd_units, note_what_does_not_fit
from hexwidget.systems.orders.legality.asked import MOST_ATTACKERS, ORDERS_A_TURN
from hexwidget.systems.orders.position import DEFENDING, LOST, Battle, Bolt, Building, OrdersPosition, Owed, Unit
from hexwidget.systems.orders.roster import (
    TERRAINS,
    BuildingName,
    Die,
    Name,
    Roster,
    make_roster,
    note_odd_spells,
    of_the_roster,
    own_kinds,
)

MOST_PLAYERS = 6
MOST_POINTS = 9999
MOST_ID = 9999

Id = Annotated[int, Limits(1, MOST_ID)]
IdOfUnit = Annotated[Id, Ref("id of a unit", lambda given: ids_of(given))]
Dice = Annotated[tuple[Die, ...], Example("a list of the dice rolled so far", [14])]
Points = dict[Seat, Annotated[int, Limits(0, MOST_POINTS)]]


@dataclass
class UnitGiven:
    """A unit. Its kind alone may stand for it."""

    unit: Annotated[Name, Example("a kind of unit", "knight"), of_the_roster("unit of the roster", "units")]
    id: Annotated[Id, WRITTEN] = 0
    ordered: bool = False
    defending: Annotated[str, OneOf("reason to defend", DEFENDING)] = ""
    lost: Annotated[str, OneOf("reason to lose DEFEND", LOST)] = ""
    attacked: Annotated[int, Limits(0, MOST_ATTACKERS)] = 0


UnitOrKind = Annotated[
    UnitGiven,
    Short(Name, lambda kind: {"unit": kind}),
    Example("a unit", "knight", {"unit": "knight", "defending": "defend"}),
]


@dataclass
class OwedGiven:
    """The attack that a unit owes (O8.2), and the hex it came from."""

    unit: IdOfUnit
    from_: Hex


@dataclass
class BattleGiven:
    """An attack whose dice are being rolled (O2.3)."""

    attackers: Annotated[tuple[IdOfUnit, ...], Limits(1, MOST_ATTACKERS), UNIQUE]
    defender: IdOfUnit
    rolls: Annotated[Dice, Limits(most=MOST_ATTACKERS)]
    from_: Hex | None


@dataclass
class BoltGiven:
    """A spell whose die is not yet rolled (O7.2)."""

    spell: Annotated[Name, Ref("bolt", lambda given: make_roster(given.roster).bolts)]
    caster: IdOfUnit
    target: IdOfUnit


@dataclass(kw_only=True)
class OrdersDescription:
    """The description of a position of `orders`, as plain data."""

    map: MapText
    offset: Stagger = None
    players: Annotated[tuple[Player, ...], Limits(1, MOST_PLAYERS), UNIQUE]
    roster: Annotated[Roster, Doc("Kinds of one's own, over the bundled ones.")] = field(default_factory=Roster)
    units: Annotated[dict[Seat, dict[Hex, UnitOrKind]], Doc("Player, then hex, then the unit there.")] = field(
        default_factory=dict
    )
    buildings: dict[Seat, dict[Hex, tuple[BuildingName, ...]]] = field(default_factory=dict)
    points: Points = field(default_factory=dict)
    due: Points = field(default_factory=dict)
    initiative: Annotated[dict[Seat, Dice], Doc("The dice of this game turn; several after ties.")] = field(
        default_factory=dict
    )
    queue: Annotated[
        tuple[Seat, ...],
        UNIQUE,
        Example("a list of players", ["red", "blue"]),
        Doc("The players who have still to take a turn, in order."),
    ] = ()
    left: Annotated[int, Limits(0, ORDERS_A_TURN)] = 0
    owed: OwedGiven | None = None
    battle: BattleGiven | None = None
    bolt: BoltGiven | None = None
    turn: Annotated[int, Limits(1, 1_000_000)] = 1
    title: Line = ""


def build(given: Given[OrdersDescription]) -> OrdersPosition:
    """A position from its description. It may still break clauses.

    :raises InputError: listing everything that cannot be read
    """
    entries, problems = given.read(), given.problems
    units, players = units_of(entries), entries.players
    note_odd_spells(entries.roster, problems)
    note_odd_units(units, problems, given.known)
    given.raise_any()
    buildings = [Building(at, seat, kind) for at, seat, kinds in placed(entries.buildings) for kind in kinds]
    owed, battle, bolt = entries.owed, entries.battle, entries.bolt
    position = made_of(
        OrdersPosition,
        entries,
        settings=given.chosen,
        roster=make_roster(entries.roster),
        units=tuple(sorted(units)),
        buildings=tuple(sorted(buildings)),
        points=by_seat(entries.points, players, 0),
        due=by_seat(entries.due, players, 0),
        rolls=by_seat(entries.initiative, players, ()),
        owed=Owed(owed.unit, owed.from_) if owed else None,
        battle=_battle(battle) if battle else None,
        bolt=Bolt(bolt.spell, bolt.caster, bolt.target) if bolt else None,
    )
    note_what_does_not_fit(position, problems)
    return position


def _battle(given: BattleGiven) -> Battle:
    back = -1 if given.from_ is None else given.from_
    return Battle(tuple(sorted(given.attackers)), given.defender, given.rolls, back)


def units_of(entries: OrdersDescription) -> list[Unit]:
    """The units, each with its own number: units without one take the free numbers, by seat and hex."""
    found = [
        Unit(at, seat, *astuple(each))  # the same fields in the same order, behind the hex and the owner
        for seat, stands in sorted(entries.units.items())
        for at, each in sorted(stands.items())
    ]
    taken = {unit.id for unit in found}
    free = (n for n in range(1, MOST_ID + len(found) + 1) if n not in taken)
    return [unit if unit.id else unit._replace(id=next(free)) for unit in found]


def ids_of(entries: Any) -> list[int] | None:
    """The ids of the units; None if anything is wrong: a unit may be missing."""
    return None if entries.problems.found else [unit.id for unit in units_of(entries)]


def to_json(position: OrdersPosition) -> dict[str, Any]:
    """The description of a position, as plain data in canonical order: building it gives an equal position."""
    seats = range(len(position.players))
    buildings: list[dict[int, tuple[str, ...]]] = [{} for _ in seats]
    for at, owner, kind in position.buildings:
        buildings[owner][at] = (*buildings[owner].get(at, ()), kind)
    owed, battle, bolt = position.owed, position.battle, position.bolt
    entries = made_of(
        OrdersDescription,
        position,
        roster=own_kinds(position.roster),
        units=tabled((unit.at, unit.owner, UnitGiven(*unit[2:])) for unit in position.units),
        buildings=seated(buildings),
        points=seated(position.points),
        due=seated(position.due),
        initiative=seated(position.rolls),
        owed=OwedGiven(*owed) if owed else None,
        battle=BattleGiven(*battle[:3], None if battle.back < 0 else battle.back) if battle else None,
        bolt=BoltGiven(*bolt) if bolt else None,
    )
    return {**write_entries(entries, TERRAINS), **position.settings}
