"""Positions from and to plain data: Python keywords, or the same structure as JSON. An error lists all problems at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from hexwidget.limits import Limits
from hexwidget.rules.description import Given, by_seat, by_space, convert, seated, table_of, write_entries
from hexwidget.rules.hints import UNIQUE, WRITTEN, Doc, Example, Hex, Line, MapText, OneOf, Player, Seat, Short, Stagger
from hexwidget.systems.orders.consistency import note_odd_units, note_what_does_not_fit
from hexwidget.systems.orders.position import (
    DEFENDING,
    LOST,
    MOST_ATTACKERS,
    ORDERS_A_TURN,
    Battle,
    Bolt,
    Building,
    Dice,
    Id,
    OrdersPosition,
    Owed,
    units_of,
)
from hexwidget.systems.orders.roster import (
    TERRAINS,
    BuildingName,
    Name,
    Roster,
    make_roster,
    note_odd_spells,
    of_the_roster,
    own_kinds,
)

MOST_PLAYERS = 6
MOST_POINTS = 9999

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
    owed: Owed | None = None
    battle: Battle | None = None
    bolt: Bolt | None = None
    turn: Annotated[int, Limits(1, 1_000_000)] = 1
    title: Line = ""


def build(given: Given[OrdersDescription]) -> OrdersPosition:
    """A position from its description. It may still break clauses.

    :raises InputError: listing everything that cannot be read
    """
    entries, problems = given.read(), given.problems
    units, players, battle = units_of(entries.units), entries.players, entries.battle
    note_odd_spells(entries.roster, problems)
    note_odd_units(units, problems, given.known)
    given.raise_any()
    buildings = [Building(at, seat, kind) for at, seat, kinds in by_space(entries.buildings) for kind in kinds]
    position = convert(
        OrdersPosition,
        entries,
        settings=given.chosen,
        roster=make_roster(entries.roster),
        units=tuple(sorted(units)),
        buildings=tuple(sorted(buildings)),
        points=by_seat(entries.points, players, 0),
        due=by_seat(entries.due, players, 0),
        rolls=by_seat(entries.initiative, players, ()),
        battle=battle and battle._replace(attackers=tuple(sorted(battle.attackers))),
    )
    note_what_does_not_fit(position, problems)
    return position


def to_json(position: OrdersPosition) -> dict[str, Any]:
    """The description of a position, as plain data in canonical order: building it gives an equal position."""
    seats = range(len(position.players))
    buildings: list[dict[int, tuple[str, ...]]] = [{} for _ in seats]
    for at, owner, kind in position.buildings:
        buildings[owner][at] = (*buildings[owner].get(at, ()), kind)
    entries = convert(
        OrdersDescription,
        position,
        roster=own_kinds(position.roster),
        units=table_of((unit.at, unit.owner, UnitGiven(*unit[2:])) for unit in position.units),
        buildings=seated(buildings),
        points=seated(position.points),
        due=seated(position.due),
        initiative=seated(position.rolls),
    )
    return {**write_entries(entries, TERRAINS), **position.settings}
