"""Positions from and to plain data: Python keywords, or the same structure as JSON. An error lists all problems at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Literal

from hexwidget.limits import Limits
from hexwidget.problems import Problems, place, shown
from hexwidget.rules import Rulebook
from hexwidget.rules.description import UNIQUE, Given, Hex, Line, MapText, Matching, Player, Stagger, Told
from hexwidget.rules.reading import Reader
from hexwidget.systems.orders.consistency import note_what_does_not_fit
from hexwidget.systems.orders.legality import MOST_ATTACKERS, ORDERS_A_TURN
from hexwidget.systems.orders.position import (
    DEFENDING,
    LOST,
    Battle,
    Bolt,
    Building,
    OrdersPosition,
    Owed,
    Unit,
)
from hexwidget.systems.orders.roster import (
    DIE,
    LONGEST_NAME,
    MOST_BONUS,
    MOST_RANGE,
    TERRAINS,
    Roster,
    read_roster,
    write_roster,
)

MOST_PLAYERS = 6
MOST_POINTS = 9999
MOST_ID = 9999

Die = Annotated[int, Limits(1, DIE)]
Id = Annotated[int, Limits(1, MOST_ID)]
Name = Annotated[str, Matching(r"^[^\W\d]([^\W\d]|[_-])*$"), Limits(most=LONGEST_NAME)]
Symbol = Annotated[
    str, Limits(1, LONGEST_NAME), Told("The name of a drawing; of any other name the first letter is drawn.")
]
Bonus = Annotated[int, Limits(-MOST_BONUS, MOST_BONUS)]
Points = dict[str, Annotated[int, Limits(0, MOST_POINTS)]]


@dataclass
class UnitTypeGiven:
    """A kind of unit of a scenario's own."""

    attack: Bonus = 0
    defence: Bonus = 0
    builds: list[Name] = field(default_factory=list)
    spells: list[Name] = field(default_factory=list)
    symbol: Symbol = ""


@dataclass
class BuildingTypeGiven:
    """A kind of building of a scenario's own."""

    defence: Annotated[int, Limits(0, MOST_BONUS)] = 0
    symbol: Symbol = ""


@dataclass
class SpellGiven:
    """A spell of a scenario's own."""

    kind: Literal["bolt", "ward", "blink"]
    range: Annotated[list[Annotated[int, Limits(0, MOST_RANGE)]], Limits(2, 2)]
    at_least: Die = 1


@dataclass
class RosterGiven:
    """Kinds of a scenario's own, by name."""

    units: dict[Name, UnitTypeGiven] = field(default_factory=dict)
    buildings: dict[Name, BuildingTypeGiven] = field(default_factory=dict)
    spells: dict[Name, SpellGiven] = field(default_factory=dict)


@dataclass
class UnitGiven:
    """A unit. Its kind alone may stand for it."""

    unit: Name
    id: Id = 0
    ordered: bool = False
    defending: Literal["", "defend", "ward"] = ""
    lost: Literal["", "left", "attacked", "destroyed"] = ""
    attacked: Annotated[int, Limits(0, MOST_ATTACKERS)] = 0


UNIT_KEYS = tuple(f.name for f in fields(UnitGiven))


@dataclass
class OwedGiven:
    """The attack that a unit owes (O8.2), and the hex it came from."""

    unit: Id
    from_: Hex


@dataclass
class BattleGiven:
    """An attack whose dice are being rolled (O2.3)."""

    attackers: Annotated[list[Id], Limits(1, MOST_ATTACKERS), UNIQUE]
    defender: Id
    rolls: Annotated[list[Die], Limits(most=MOST_ATTACKERS)]
    from_: Hex | None


@dataclass
class BoltGiven:
    """A spell whose die is not yet rolled (O7.2)."""

    spell: Name
    caster: Id
    target: Id


@dataclass(kw_only=True)
class OrdersDescription:
    """The description of a position of `orders`, as plain data."""

    map: MapText
    offset: Stagger = None
    players: Annotated[list[Player], Limits(1, MOST_PLAYERS), UNIQUE]
    roster: Annotated[RosterGiven, Told("Kinds of one's own, over the bundled ones.")] = field(
        default_factory=RosterGiven
    )
    units: Annotated[dict[str, dict[Hex, Name | UnitGiven]], Told("Player, then hex, then the unit there.")] = field(
        default_factory=dict
    )
    buildings: dict[str, dict[Hex, list[Name]]] = field(default_factory=dict)
    points: Points = field(default_factory=dict)
    due: Points = field(default_factory=dict)
    initiative: Annotated[dict[str, list[Die]], Told("The dice of this game turn; several after ties.")] = field(
        default_factory=dict
    )
    queue: Annotated[list[str], UNIQUE, Told("The players who have still to take a turn, in order.")] = field(
        default_factory=list
    )
    left: Annotated[int, Limits(0, ORDERS_A_TURN)] = 0
    owed: OwedGiven | None = None
    battle: BattleGiven | None = None
    bolt: BoltGiven | None = None
    turn: Annotated[int, Limits(1, 1_000_000)] = 1
    title: Line = ""


def build(rulebook: Rulebook, description: Mapping[str, Any]) -> OrdersPosition:
    """A position from its description. It may still break clauses.

    :raises InputError: listing everything that cannot be read
    """
    given = Given(OrdersDescription, description, rulebook)
    problems = given.problems
    hexmap, players = given.map(TERRAINS), given.players()
    roster = read_roster(given["roster"], problems)
    # Without a map or players the rest is read all the same, so that the error lists all that is wrong with it.
    read = _Reader(hexmap, players, problems, roster)
    units, buildings = read.units(given["units"]), read.buildings(given["buildings"])
    points, due = (read.by_player(key, given[key], 0, MOST_POINTS) for key in ("points", "due"))
    rolls, queue = read.rolls(given["initiative"]), read.queue(given["queue"])
    left, turn = (given.whole(read, name) for name in ("left", "turn"))
    title, settings = given.title(), given.settings()
    given.raise_any()
    assert hexmap is not None  # noqa: S101  (raise_any has raised otherwise)
    position = OrdersPosition(
        map=hexmap,
        players=players,
        settings=settings,
        roster=roster,
        units=tuple(sorted(units)),
        buildings=tuple(sorted(buildings)),
        points=points,
        due=due,
        rolls=rolls,
        queue=queue,
        left=left,
        owed=read.owed(given["owed"], units),
        battle=read.battle(given["battle"], units),
        bolt=read.bolt(given["bolt"], units),
        turn=turn,
        title=title,
    )
    given.raise_any()
    note_what_does_not_fit(position, problems)
    given.raise_any()
    return position


def describe(position: OrdersPosition) -> dict[str, Any]:
    """The description of a position, as plain data in canonical order: building it gives an equal position."""
    name, players = position.map.name, position.players
    units: dict[str, dict[str, Any]] = {player: {} for player in players}
    for unit in position.units:
        what: dict[str, Any] = {"unit": unit.kind, "id": unit.id}
        for key in UNIT_KEYS[2:]:
            if getattr(unit, key):
                what[key] = getattr(unit, key)
        units[players[unit.owner]][name(unit.at)] = what
    buildings: dict[str, dict[str, list[str]]] = {player: {} for player in players}
    for building in position.buildings:
        buildings[players[building.owner]].setdefault(name(building.at), []).append(building.kind)

    def by_player(values: tuple[Any, ...]) -> dict[str, Any]:
        return {player: value for player, value in zip(players, values, strict=True) if value}

    owed, battle, bolt = position.owed, position.battle, position.bolt
    return {
        **({"title": position.title} if position.title else {}),
        "map": position.map.to_text(TERRAINS).splitlines(),
        "offset": position.map.offset.value,
        "players": list(players),
        "roster": write_roster(position.roster),
        "units": {player: stands for player, stands in units.items() if stands},
        "buildings": {player: stands for player, stands in buildings.items() if stands},
        "points": by_player(position.points),
        "due": by_player(position.due),
        "initiative": {player: list(dice) for player, dice in by_player(position.rolls).items()},
        "queue": [players[seat] for seat in position.queue],
        "left": position.left,
        "owed": owed and {"unit": owed.unit, "from": name(owed.back)},
        "battle": battle
        and {
            "attackers": list(battle.attackers),
            "defender": battle.defender,
            "rolls": list(battle.rolls),
            "from": None if battle.back < 0 else name(battle.back),
        },
        "bolt": bolt and {"spell": bolt.spell, "caster": bolt.caster, "target": bolt.target},
        "turn": position.turn,
        **position.settings,
    }


class _Reader(Reader):
    """Reads units, buildings, dice, queue and pending decisions."""

    def __init__(self, hexmap: Any, players: tuple[str, ...], problems: Problems, roster: Roster) -> None:
        super().__init__(hexmap, players, problems)
        self.roster = roster

    def units(self, given: object) -> list[Unit]:
        found = self.by_space("units", given, '"knight"')
        return self._numbered([self._unit(where, what)._replace(at=at, owner=seat) for where, at, seat, what in found])

    def _unit(self, where: str, given: object) -> Unit:
        if isinstance(given, str):
            given = {"unit": given}
        table = self.table(where, given, 'a unit such as "knight" or {"unit": "knight", "defending": "defend"}')
        for key in table:
            if key not in UNIT_KEYS:
                self.problems.unknown(where, "entry", key, UNIT_KEYS)
        kind = table.get("unit")
        if not isinstance(kind, str) or kind not in self.roster.units:
            self.problems.unknown(where, "unit of the roster", kind, self.roster.units)
        defending, lost = table.get("defending", ""), table.get("lost", "")
        if not isinstance(defending, str) or defending not in DEFENDING:
            self.problems.unknown(f"{where}/defending", "reason to defend", defending, DEFENDING[1:])
        if not isinstance(lost, str) or lost not in LOST:
            self.problems.unknown(f"{where}/lost", "reason to lose DEFEND", lost, [*LOST][1:])
        if defending and lost:
            self.problems.add(where, "a unit that defends has not lost the bonus")
        return Unit(
            0,
            0,
            str(kind),
            self.whole(f"{where}/id", table["id"], 1, MOST_ID) if "id" in table else 0,
            self.truth(f"{where}/ordered", table.get("ordered", False)),
            str(defending),
            str(lost),
            self.whole(f"{where}/attacked", table.get("attacked", 0), 0, MOST_ATTACKERS),
        )

    def _numbered(self, found: list[Unit]) -> list[Unit]:
        """The units, each with its own number: units without one take the free numbers, by seat and hex."""
        given = [unit.id for unit in found if unit.id]
        for number in sorted({n for n in given if given.count(n) > 1}):
            self.problems.add("units", f"two units have the id {number}")
        free = (n for n in range(1, MOST_ID + len(found) + 1) if n not in given)
        made = sorted(found, key=lambda unit: (unit.owner, unit.at))
        return [unit if unit.id else unit._replace(id=next(free)) for unit in made]

    def buildings(self, given: object) -> list[Building]:
        found: list[Building] = []
        for where, at, seat, kinds in self.by_space("buildings", given, '["farm"]'):
            for n, kind in enumerate(self.list(where, kinds, 'a list such as ["farm"]')):
                if not isinstance(kind, str) or kind not in self.roster.buildings:
                    self.problems.unknown(f"{where}/{n}", "building of the roster", kind, self.roster.buildings)
                found.append(Building(at, seat, str(kind)))
        return found

    def rolls(self, given: object) -> tuple[tuple[int, ...], ...]:
        found: list[tuple[int, ...]] = [()] * len(self.players)
        for player, dice in self.table("initiative", given, 'a dict such as {"red": [14]}').items():
            where = place("initiative", player)
            seat = self.player(where, player)
            values = self.list(where, dice, "the dice rolled so far, such as [14]")
            read = tuple(self.whole(f"{where}/{n}", value, 1, DIE) for n, value in enumerate(values))
            if found:
                found[seat] = read
        return tuple(found)

    def queue(self, given: object) -> tuple[int, ...]:
        names = self.list("queue", given, 'a list of players such as ["red", "blue"]')
        seats = tuple(self.player(place("queue", n), player) for n, player in enumerate(names))
        if len(set(seats)) < len(seats):
            self.problems.add("queue", "a player is named twice")
        return seats

    # ------------------------------------------------------------------ what is under way
    def _known(self, where: str, given: object, units: list[Unit]) -> int:
        ids = {unit.id for unit in units}
        if type(given) is not int or given not in ids:
            self.problems.add(where, f"expected the id of a unit, not {shown(given)}")
            return next(iter(ids), 0)
        return given

    def owed(self, given: object, units: list[Unit]) -> Owed | None:
        record = self.record("owed", given, "unit", "from")
        if record is None:
            return None
        unit = self._known("owed/unit", record["unit"], units)
        back = self.space("owed/from", record["from"])
        self._shares_with_an_enemy("owed", unit, units)
        return Owed(unit, back)

    def _shares_with_an_enemy(self, where: str, number: int, units: list[Unit]) -> None:
        unit = next((u for u in units if u.id == number), None)
        if unit is not None and not any(u.at == unit.at and u.owner != unit.owner for u in units):
            self.problems.add(where, "no opponent stands in the hex of that unit")

    def battle(self, given: object, units: list[Unit]) -> Battle | None:
        record = self.record("battle", given, "attackers", "defender", "rolls", "from")
        if record is None:
            return None
        attackers = self.list("battle/attackers", record["attackers"], "one id or two")
        ids = tuple(self._known(f"battle/attackers/{n}", each, units) for n, each in enumerate(attackers))
        defender = self._known("battle/defender", record["defender"], units)
        owners = {unit.owner for unit in units if unit.id in ids}
        theirs = {unit.owner for unit in units if unit.id == defender}
        if not 1 <= len(ids) <= MOST_ATTACKERS or len(set(ids)) < len(ids) or len(owners) > 1 or owners & theirs:
            self.problems.add("battle", "expected one or two units of one player, and an opponent")
        dice = self.list("battle/rolls", record["rolls"], "the dice rolled so far")
        rolls = tuple(self.whole(f"battle/rolls/{n}", value, 1, DIE) for n, value in enumerate(dice))
        if len(rolls) > len(ids):
            self.problems.add("battle/rolls", "all dice are rolled, so the attack would be decided already")
        back = -1 if record["from"] is None else self.space("battle/from", record["from"])
        return Battle(tuple(sorted(ids)), defender, rolls, back)

    def bolt(self, given: object, units: list[Unit]) -> Bolt | None:
        record = self.record("bolt", given, "spell", "caster", "target")
        if record is None:
            return None
        spell = record["spell"]
        if not isinstance(spell, str) or spell not in self.roster.spells or self.roster.spells[spell].kind != "bolt":
            bolts = [name for name, each in self.roster.spells.items() if each.kind == "bolt"]
            self.problems.unknown("bolt/spell", "bolt", spell, bolts)
        caster, target = (self._known(f"bolt/{key}", record[key], units) for key in ("caster", "target"))
        return Bolt(str(spell), caster, target)
