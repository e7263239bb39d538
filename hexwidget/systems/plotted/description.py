"""Positions from and to plain data: Python keywords, or the same structure as JSON. An error lists all problems at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from hexwidget.english import phrase
from hexwidget.limits import Limits
from hexwidget.problems import Problems, place
from hexwidget.rules import hints
from hexwidget.rules.description import Given, Known, by_seat, by_space, convert, objective_of, table_of, write_entries
from hexwidget.rules.reading import NAME_LENGTH
from hexwidget.rules.values import entry_of
from hexwidget.systems.plotted.actions import Seal
from hexwidget.systems.plotted.outcome import OBJECTIVES
from hexwidget.systems.plotted.position import CarriedOut, Melee, OrderText, Pair, PlottedPosition, Unit, canonical
from hexwidget.systems.plotted.units import COSTS, KINDS, TERRAINS

MOST_PLAYERS = 4
MOST_STRENGTH = 99
MOST_COST = 99
MOST_TURNS = 1001


# ---------------------------------------------------------------------- the entries
PAIR = entry_of(Pair)


def _ascending(where: str, given: Any, known: Known) -> tuple[int, int]:
    a, b = PAIR.read(where, given, known)
    return (a, b) if a < b else (b, a)


def _unit(text: str) -> dict[str, Any] | None:
    """The record that "cavalry 3 mounted archers" stands for."""
    kind, number, name = [*text.split(maxsplit=2), "", "", ""][:3]
    if not number.isascii() or not number.isdigit() or len(number) > 4:
        return None
    return {"kind": kind, "strength": int(number), "name": name}


Orders = Annotated[tuple[OrderText, ...], hints.Doc('Such as "march 0203-0303" or "defend 0405 facing NE".')]
UnitText = Annotated[
    str,
    hints.Matching("^(infantry|cavalry) +[0-9]{1,2}( .*)?$"),
    hints.Doc("Kind, strength, and a name if it has one."),
]
Cost = Annotated[int, Limits(1, MOST_COST)] | None


@dataclass
class UnitGiven:
    """A unit. A text such as "cavalry 3" may stand for it."""

    kind: Annotated[str, hints.OneOf("kind of unit (P1.3)", KINDS)]
    strength: Annotated[int, Limits(1, MOST_STRENGTH)]
    name: Annotated[hints.Line, Limits(most=NAME_LENGTH)] = ""


UnitOrText = Annotated[
    UnitGiven,
    hints.Short(UnitText, _unit),
    hints.Example("a unit", "cavalry 3", {"kind": "cavalry", "strength": 3, "name": "mounted archers"}),
]


@dataclass(kw_only=True)
class PlottedDescription:
    """The description of a position of `plotted`, as plain data."""

    map: hints.MapText
    offset: hints.Stagger = None
    players: Annotated[tuple[hints.Player, ...], Limits(1, MOST_PLAYERS), hints.UNIQUE]
    units: Annotated[
        dict[hints.Seat, dict[hints.Hex, UnitOrText]], hints.Doc("Player, then hex, then the unit there.")
    ] = field(default_factory=dict)
    costs: Annotated[
        dict[Annotated[str, hints.OneOf("ground (P1.5)", COSTS)], Cost],
        hints.Example("a dict", {"hills": 3, "water": None}),
        hints.Doc("What a hex takes of the movement value to enter; null: it cannot be entered."),
    ] = field(default_factory=dict)
    engaged: Annotated[
        tuple[Annotated[tuple[int, int], hints.ReadBy(_ascending, Pair, PAIR.write)], ...],
        hints.UNIQUE,
        hints.Example("a list", [["0203", "0303"]]),
    ] = ()
    sealed: dict[hints.Seat, Orders] = field(default_factory=dict)
    melees: Annotated[tuple[Melee, ...], hints.Example("a list of pairs that fight")] = ()
    carried_out: Annotated[
        tuple[CarriedOut, ...],
        hints.Example("a list of orders, each with the number of hexes gone"),
        hints.Doc("The orders of the turn before, and how many hexes of each route were gone."),
    ] = ()
    turn: Annotated[int, Limits(1, MOST_TURNS)] = 1
    title: hints.Line = ""
    objective: Annotated[str, hints.SETTING, objective_of(OBJECTIVES, "P5.3")] = "most_strength"


# ---------------------------------------------------------------------- positions from and to descriptions
def build(given: Given[PlottedDescription]) -> PlottedPosition:
    """A position from its description. It may still break clauses.

    :raises InputError: listing everything that cannot be read
    """
    entries, problems = given.read(), given.problems
    given.raise_any()
    sealed = {seat: canonical(entries.map, orders) for seat, orders in entries.sealed.items()}
    position = convert(
        PlottedPosition,
        entries,
        settings=given.chosen,
        units=tuple(Unit(at, seat, unit.kind, unit.strength, unit.name) for at, seat, unit in by_space(entries.units)),
        costs=tuple({**COSTS, **entries.costs}.items()),
        engaged=tuple(sorted(entries.engaged)),
        melees=tuple(sorted(entries.melees)),
        sealed=by_seat(sealed, entries.players, None),
        carried_out=tuple(sorted(entries.carried_out, key=lambda each: entries.map.index(each.order.unit))),
    )
    _note_odd_melees(entries.melees, position, problems)
    _note_odd_orders(entries.carried_out, problems)
    given.raise_any()
    _note_odd_seals(position, problems)
    return position


def _note_odd_melees(melees: tuple[Melee, ...], position: PlottedPosition, problems: Problems) -> None:
    """Note pairs that cannot fight, or have fought already."""
    for n, each in enumerate(melees):
        if each.hexes[0] > each.hexes[1]:
            ascending = phrase("{0} before {1}", *map(position.map.name, sorted(each.hexes)))
            wording = "expected {hexes}: charged and rolls are in that order"
            problems.add(place("melees", n, "hexes"), wording, hexes=ascending)
    if melees and all(len(each.rolls) == 2 for each in melees):
        problems.add("melees", "all dice are rolled, so the losses would be taken already")
    if len({frozenset(each.hexes) for each in melees}) < len(melees):
        problems.add("melees", "a pair is named twice")
    for each in melees:
        if any(at not in position.by_hex for at in each.hexes):
            problems.add("melees", "no unit stands on one of the hexes of a pair")
    if melees and position.settings["melee"] == "none":
        problems.add("melees", "no dice are rolled where melee is none (P5.2)")


def _note_odd_orders(done: tuple[CarriedOut, ...], problems: Problems) -> None:
    """Note orders that cannot have been carried out."""
    for n, each in enumerate(done):
        if each.walked > len(each.order.route):
            wording = "expected a whole number from 0 to {most}, not {given}: the route ends there"
            where = place("carried_out", n, "walked")
            problems.add(where, wording, most=len(each.order.route), given=each.walked)
    if len({each.order.unit for each in done}) < len(done):
        problems.add("carried_out", "two orders are for the same unit")


def _note_odd_seals(position: PlottedPosition, problems: Problems) -> None:
    """Note sealed orders that the rules bar, and seals that would have been opened."""
    if position.units and all(position.sealed[seat] is not None for seat in position.writing):
        problems.add("sealed", "everybody has sealed, so the orders would be carried out already")
    unsealed = position.observe().seen
    for player, orders in zip(position.players, position.sealed, strict=True):
        if orders is not None:
            for finding in position.system.check(unsealed, Seal(player, orders)).findings:
                where = place("sealed", player)
                problems.add(where, "{finding} ({clause})", finding=finding.text, clause=finding.clause)


def to_json(position: PlottedPosition) -> dict[str, Any]:
    """The description of a position, as plain data in canonical order: building it gives an equal position."""
    entries = convert(
        PlottedDescription,
        position,
        units=table_of((unit.at, unit.owner, UnitGiven(*unit[2:])) for unit in position.units),
        costs={ground: cost for ground, cost in position.costs if cost != COSTS[ground]},
        sealed={seat: orders for seat, orders in enumerate(position.sealed) if orders is not None},
    )
    return {**write_entries(entries, TERRAINS), **position.settings}
