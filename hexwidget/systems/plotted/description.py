"""Positions from and to plain data: Python keywords, or the same structure as JSON. An error lists all problems at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, Literal

from hexwidget.limits import Limits
from hexwidget.problems import place, shown, within
from hexwidget.rules import Rulebook
from hexwidget.rules.description import (
    CANNOT_READ,
    SETTING,
    UNIQUE,
    Given,
    Hex,
    Line,
    MapText,
    Matching,
    Player,
    Stagger,
    Told,
)
from hexwidget.rules.kinds import Reading
from hexwidget.rules.reading import NAME_LENGTH, Reader, read_line
from hexwidget.systems.plotted.actions import LONGEST_ROUTE, ORDER, Order, Seal
from hexwidget.systems.plotted.melee import DIE
from hexwidget.systems.plotted.outcome import OBJECTIVES
from hexwidget.systems.plotted.position import CarriedOut, Melee, PlottedPosition, Unit, canonical
from hexwidget.systems.plotted.units import COSTS, KINDS, TERRAINS

MOST_PLAYERS = 4
MOST_STRENGTH = 99
MOST_COST = 99
MOST_TURNS = 1001
LONGEST_ORDER = 2000
"""The most characters of an order in a description."""
UNIT_EXAMPLE = 'a unit such as "cavalry 3" or {"kind": "cavalry", "strength": 3, "name": "mounted archers"}'

Pair = Annotated[list[Hex], Limits(2, 2), UNIQUE]
OrderText = Annotated[str, Limits(most=LONGEST_ORDER)]
Orders = Annotated[list[OrderText], Told('Such as "march 0203-0303" or "defend 0405 facing NE".')]
UnitText = Annotated[
    str, Matching("^(infantry|cavalry) +[0-9]{1,2}( .*)?$"), Told("Kind, strength, and a name if it has one.")
]
Cost = Annotated[int, Limits(1, MOST_COST)] | None


# ---------------------------------------------------------------------- the entries
@dataclass
class UnitGiven:
    """A unit. A text such as "cavalry 3" may stand for it."""

    kind: Literal["infantry", "cavalry"]
    strength: Annotated[int, Limits(1, MOST_STRENGTH)]
    name: Annotated[str, Limits(most=NAME_LENGTH)] = ""


@dataclass
class MeleeGiven:
    """P4.7: a pair that fights, with its dice."""

    hexes: Pair
    charged: Annotated[list[bool], Limits(2, 2)]
    rolls: Annotated[list[Annotated[int, Limits(1, DIE)]], Limits(most=2)]


@dataclass
class CarriedOutGiven:
    """An order of the turn before, and the number of hexes that its unit has gone."""

    order: OrderText
    walked: Annotated[int, Limits(0, LONGEST_ROUTE)]


UNIT_KEYS = tuple(f.name for f in fields(UnitGiven))
CARRIED_OUT_KEYS = tuple(f.name for f in fields(CarriedOutGiven))


@dataclass(kw_only=True)
class PlottedDescription:
    """The description of a position of `plotted`, as plain data."""

    map: MapText
    offset: Stagger = None
    players: Annotated[list[Player], Limits(1, MOST_PLAYERS), UNIQUE]
    units: Annotated[dict[str, dict[Hex, UnitText | UnitGiven]], Told("Player, then hex, then the unit there.")] = (
        field(default_factory=dict)
    )
    costs: Annotated[
        dict[Literal["plains", "forest", "hills", "water", "cliffs"], Cost],
        Told("What a hex takes of the movement value to enter; null: it cannot be entered."),
    ] = field(default_factory=dict)
    engaged: Annotated[list[Pair], UNIQUE] = field(default_factory=list)
    sealed: dict[str, Orders] = field(default_factory=dict)
    melees: list[MeleeGiven] = field(default_factory=list)
    carried_out: Annotated[
        list[CarriedOutGiven], Told("The orders of the turn before, and how many hexes of each route were gone.")
    ] = field(default_factory=list)
    turn: Annotated[int, Limits(1, MOST_TURNS)] = 1
    title: Line = ""
    objective: Annotated[str, SETTING, Matching("^(most_strength|eliminate|hold( [0-9]+)+)$")] = "most_strength"


# ---------------------------------------------------------------------- positions from and to descriptions
def build(rulebook: Rulebook, description: Mapping[str, Any]) -> PlottedPosition:
    """A position from its description. It may still break clauses.

    :raises InputError: listing everything that cannot be read
    """
    given = Given(PlottedDescription, description, rulebook)
    hexmap, players = given.map(TERRAINS), given.players()
    # Without a map or players the rest is read all the same, so that the error lists all that is wrong with it.
    read = _Reader(hexmap, players, given.problems)
    units, costs = read.units(given["units"]), read.costs(given["costs"])
    engaged, melees = read.pairs("engaged", given["engaged"]), read.melees(given["melees"])
    turn, title = given.whole(read, "turn"), given.title()
    settings = given.settings({"objective": read.objective(OBJECTIVES, "P5.3")})
    given.raise_any()
    assert hexmap is not None  # noqa: S101  (raise_any has raised otherwise)
    position = PlottedPosition(
        map=hexmap,
        players=players,
        settings=settings,
        units=tuple(sorted(units)),
        costs=costs,
        engaged=tuple(sorted(engaged)),
        sealed=(None,) * len(players),
        melees=tuple(sorted(melees)),
        turn=turn,
        title=title,
    )
    return read.orders(position, given["sealed"], given["carried_out"])


def describe(position: PlottedPosition) -> dict[str, Any]:
    """The description of a position, as plain data in canonical order: building it gives an equal position."""
    name = position.map.name
    units: dict[str, dict[str, Any]] = {player: {} for player in position.players}
    for unit in position.units:
        what: dict[str, Any] = {"kind": unit.kind, "strength": unit.strength}
        units[position.players[unit.owner]][name(unit.at)] = what | ({"name": unit.name} if unit.name else {})
    return {
        **({"title": position.title} if position.title else {}),
        "map": position.map.to_text(TERRAINS).splitlines(),
        "offset": position.map.offset.value,
        "players": list(position.players),
        "units": {player: stands for player, stands in units.items() if stands},
        "costs": {ground: cost for ground, cost in position.costs if cost != COSTS[ground]},
        "engaged": [[name(a), name(b)] for a, b in position.engaged],
        "sealed": {
            player: list(map(str, orders))
            for player, orders in zip(position.players, position.sealed, strict=True)
            if orders is not None
        },
        "melees": [
            {"hexes": [*map(name, pair.hexes)], "charged": [*pair.charged], "rolls": [*pair.rolls]}
            for pair in position.melees
        ],
        "carried_out": [{"order": str(done.order), "walked": done.walked} for done in position.carried_out],
        "turn": position.turn,
        **position.settings,
    }


class _Reader(Reader):
    """Reads units, costs, pairs and melees."""

    def units(self, given: object) -> list[Unit]:
        found = self.by_space("units", given, '"cavalry 3"')
        return [self._unit(where, what)._replace(at=at, owner=seat) for where, at, seat, what in found]

    def _unit(self, where: str, given: object) -> Unit:
        if isinstance(given, str):
            words = given.split(maxsplit=2)
            number = words[1] if len(words) > 1 else ""
            if not number.isascii() or not number.isdigit() or len(number) > 4:
                self.problems.add(where, f"expected {UNIT_EXAMPLE}, not {shown(given)}")
                return Unit(0, 0, "infantry", 1)
            given = {"kind": words[0], "strength": int(number), "name": words[2] if len(words) > 2 else ""}
        table = self.table(where, given, UNIT_EXAMPLE)
        for key in table:
            if key not in UNIT_KEYS:
                self.problems.unknown(where, "entry", key, UNIT_KEYS)
        kind = table.get("kind")
        if not isinstance(kind, str) or kind not in KINDS:
            self.problems.unknown(where, "kind of unit (P1.3)", kind, KINDS)
        strength = self.whole(f"{where}/strength", table.get("strength"), 1, MOST_STRENGTH)
        name = read_line(f"{where}/name", table.get("name", ""), self.problems, NAME_LENGTH)
        return Unit(0, 0, str(kind), strength, name)

    def costs(self, given: object) -> tuple[tuple[str, int | None], ...]:
        """P1.5: the costs of the scenario over the default ones; None for ground that cannot be entered."""
        table = self.table("costs", given, 'a dict such as {"hills": 3, "water": null}')
        for ground, cost in table.items():
            if ground not in COSTS:
                self.problems.unknown(place("costs", ground), "ground (P1.5)", ground, COSTS)
            elif cost is not None:
                self.whole(place("costs", ground), cost, 1, MOST_COST)
        return tuple((ground, table.get(ground, usual)) for ground, usual in COSTS.items())

    def pair(self, where: str, given: object) -> tuple[int, int]:
        """Two different hexes, ascending."""
        if not isinstance(given, (list, tuple)) or len(given) != 2:
            self.problems.add(where, f'expected two hexes such as ["0203", "0303"], not {shown(given)}')
            return (-1, -1)
        a, b = (self.space(f"{where}/{n}", space) for n, space in enumerate(given))
        if a == b >= 0:
            self.problems.add(where, "the two hexes are the same")
        return (min(a, b), max(a, b))

    def pairs(self, where: str, given: object) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for n, each in enumerate(self.list(where, given, 'a list such as [["0203", "0303"]]')):
            pair = self.pair(within(where, n), each)
            if pair in found and pair[0] >= 0:
                self.problems.add(within(where, n), "this pair is named twice")
            found.append(pair)
        return found

    def melees(self, given: object) -> list[Melee]:
        found: list[Melee] = []
        for n, each in enumerate(self.list("melees", given, "a list of pairs that fight")):
            where = place("melees", n)
            record = self.record(where, each, "hexes", "charged", "rolls")
            if record is None:
                if each is None:
                    self.problems.add(where, "expected a dict of 'hexes', 'charged' and 'rolls', not None")
                continue
            pair = self.pair(f"{where}/hexes", record["hexes"])
            if self.map is not None and pair[0] >= 0 and self.map.find(record["hexes"][0]) != pair[0]:
                ascending = " before ".join(map(self.map.name, pair))
                self.problems.add(f"{where}/hexes", f"expected {ascending}: charged and rolls are in that order")
            charged = self.list(f"{where}/charged", record["charged"], "two of true and false")
            if len(charged) != 2 or any(type(side) is not bool for side in charged):
                self.problems.add(f"{where}/charged", f"expected two of true and false, not {shown(charged)}")
                charged = (False, False)
            rolls = self.list(f"{where}/rolls", record["rolls"], "the dice rolled so far")
            if len(rolls) > 2:
                self.problems.add(f"{where}/rolls", f"expected at most two dice, not {shown(rolls)}")
            values = tuple(self.whole(f"{where}/rolls/{k}", roll, 1, DIE) for k, roll in enumerate(rolls))
            found.append(Melee(pair, (charged[0], charged[1]), values))
        if found and all(len(pair.rolls) == 2 for pair in found):
            self.problems.add("melees", "all dice are rolled, so the losses would be taken already")
        if len({pair.hexes for pair in found}) < len(found):
            self.problems.add("melees", "a pair is named twice")
        return found

    def orders(self, position: PlottedPosition, given: object, carried_out: object) -> PlottedPosition:
        """The position with the orders that are sealed and those that were carried out.

        :raises InputError: listing everything that is wrong with them
        """
        sealed: list[tuple[Order, ...] | None] = [None] * len(self.players)
        table = self.table("sealed", given, 'a dict such as {"red": ["march 0203-0303"]}')
        for player, texts in table.items():
            seat = self.player(place("sealed", player), player)
            sealed[seat] = self._written(position, place("sealed", player), texts)
        done = self._carried_out(position, carried_out)
        if len({each.order.unit for each in done}) < len(done):
            self.problems.add("carried_out", "two orders are for the same unit")
        for pair in position.melees:
            if any(at not in position.by_hex for at in pair.hexes):
                self.problems.add("melees", "no unit stands on one of the hexes of a pair")
        if position.melees and position.settings["melee"] == "none":
            self.problems.add("melees", "no dice are rolled where melee is none (P5.2)")
        self.problems.raise_any(CANNOT_READ)
        made = replace(position, sealed=tuple(sealed), carried_out=done)
        if made.units and all(made.sealed[seat] is not None for seat in made.writing):
            self.problems.add("sealed", "everybody has sealed, so the orders would be carried out already")
        for seat, orders in enumerate(made.sealed):
            verdict = position.system.check(position, Seal(self.players[seat], orders or ()))
            for finding in verdict.findings if orders is not None else ():
                self.problems.add(place("sealed", self.players[seat]), f"{finding.text} ({finding.clause})")
        self.problems.raise_any(CANNOT_READ)
        return made

    def _carried_out(self, position: PlottedPosition, given: object) -> tuple[CarriedOut, ...]:
        found = []
        for n, each in enumerate(
            self.list("carried_out", given, "a list of orders, each with the number of hexes gone")
        ):
            where = place("carried_out", n)
            table = self.table(where, each, 'a dict such as {"order": "march 0203-0303", "walked": 1}')
            for key in table:
                if key not in CARRIED_OUT_KEYS:
                    self.problems.unknown(where, "entry", key, CARRIED_OUT_KEYS)
            for order in self._written(position, f"{where}/order", [table.get("order")]):
                found.append(CarriedOut(order, self.whole(f"{where}/walked", table.get("walked"), 0, len(order.route))))
        return tuple(sorted(found, key=lambda done: position.map.index(done.order.unit)))

    def _written(self, position: PlottedPosition, where: str, given: object) -> tuple[Order, ...]:
        texts = self.list(where, given, 'a list such as ["march 0203-0303"]')
        found = []
        for n, text in enumerate(texts):
            if not isinstance(text, str):
                self.problems.add(within(where, n), f"expected an order such as 'march 0203-0303', not {shown(text)}")
                continue
            order = ORDER.read(text, Reading(position, self.problems, within(where, n)))
            if order is not None:
                found.append(order)
        # Orders are sorted by hex, which works only if all hexes exist.
        if self.problems.found:
            return ()
        return canonical(position, found)
