"""Positions from and to plain data: Python keywords, or the same structure as JSON. An error lists all problems at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from hexwidget.geometry.provinces import MOST_PROVINCES
from hexwidget.limits import Limits
from hexwidget.problems import Problems, place, shown, within
from hexwidget.rules import Rulebook
from hexwidget.rules.description import (
    FREE,
    MAY_LACK,
    SETTING,
    UNIQUE,
    WRITTEN,
    Given,
    Line,
    Matching,
    Player,
    Told,
)
from hexwidget.rules.reading import Reader
from hexwidget.rules.settings import read_per_player, write_per_player
from hexwidget.systems.rondel.atlas import WHEEL, read_map, write_map
from hexwidget.systems.rondel.consistency import note_what_does_not_fit
from hexwidget.systems.rondel.outcome import OBJECTIVES
from hexwidget.systems.rondel.position import KINDS, KNOW_HOW, PHASES, Ask, City, RondelPosition, Toll
from hexwidget.systems.rondel.words import units_in_words

MOST_PLAYERS = 6
MOST_UNITS = 99
MOST_RESOURCES = 999
MOST_ROUNDS = 1_000_000
FIRST_WEDGE = 1
"""The default wedge of a marker: the first, three from a maneuver."""
UNITS_EXAMPLE = '"2 legions, 1 galley (lying)"'
UNIT = r"([0-9]{1,3}\s+)?(legion|galley)s?(\s*\((lying|[0-3] left)\))?"
_UNIT = re.compile(r"(?:(\d{1,3})\s+)?(legion|galley)s?(?:\s*\((?:(lying)|([0-3]) left)\))?", re.ASCII)

ProvinceName = Annotated[str, Matching(r"^\w+$")]
Kind = Literal["legion", "galley"]
Reply = Literal["ask", "always", "never"]
Ground = Literal["land", "sea"]
Point = Annotated[list[float], Limits(2, 2)]
Units = Annotated[str, Matching(rf"^\s*{UNIT}\s*(,\s*{UNIT}\s*)*$")]


# ---------------------------------------------------------------------- the entries
@dataclass
class ProvinceGiven:
    """A province by its outline."""

    name: ProvinceName
    outline: Annotated[list[Point], Limits(3)]
    label: str = ""
    terrain: Ground = "land"
    at: Annotated[Point | None, MAY_LACK] = None


@dataclass
class BorderGiven:
    """A border between two provinces."""

    a: ProvinceName
    b: ProvinceName
    kind: Literal["red", "blue", "both"]


Borders = Annotated[list[BorderGiven], Told("Left out, they are derived from the sides that provinces share.")]


@dataclass
class ProvincesGiven:
    """A map of provinces."""

    provinces: Annotated[list[ProvinceGiven], Limits(1, MOST_PROVINCES)]
    title: str = ""
    terrains: list[Ground] = field(default_factory=list)
    borders: Borders = field(default_factory=list)


@dataclass
class FeaturesGiven:
    """A map as a GeoJSON collection of features."""

    type: Literal["FeatureCollection"]
    features: Annotated[list[dict[str, Any]], Limits(1, MOST_PROVINCES)]
    borders: Borders = field(default_factory=list)


@dataclass
class AskGiven:
    """R3.6: a nation that is asked whether its units fight."""

    at: ProvinceName
    player: str
    unit: Kind


@dataclass
class TollGiven:
    """R3.5: a battle whose units the active nation has still to name."""

    at: ProvinceName
    enemy: str
    unit: Kind
    pairs: Annotated[int, Limits(1)]


@dataclass(kw_only=True)
class RondelDescription:
    """The description of a position of `rondel`, as plain data."""

    map: Annotated[
        Literal["inland_sea", "two_shores"] | ProvincesGiven | Annotated[FeaturesGiven, FREE],
        Told("The name of a bundled map, provinces with their borders, or GeoJSON polygons."),
    ]
    players: Annotated[list[Player], Limits(2, MOST_PLAYERS), UNIQUE]
    units: Annotated[
        dict[str, dict[ProvinceName, Units]],
        Told('Nation, then province, then the units there, such as "2 legions, 1 galley (1 left), 1 legion (lying)".'),
    ] = field(default_factory=dict)
    cities: dict[str, dict[ProvinceName, Literal["city", "temple"]]] = field(default_factory=dict)
    know_how: dict[str, list[Literal["WHEEL", "ROADS", "SAILING", "NAVIGATION", "MONARCHY", "DEMOCRACY"]]] = field(
        default_factory=dict
    )
    markers: Annotated[
        dict[str, Annotated[int, Limits(1, len(WHEEL))]], Told("Wedges of the wheel, from 1."), WRITTEN
    ] = field(default_factory=dict)
    resources: dict[str, Annotated[int, Limits(0, MOST_RESOURCES)]] = field(default_factory=dict)
    active: Annotated[str | None, MAY_LACK, WRITTEN, Told("The player whose turn it is.")] = None
    phase: Annotated[Literal["wheel", "movement", "closing", "conquest"], WRITTEN] = "wheel"
    asks: Annotated[list[AskGiven], Told("Nations that are asked whether they fight, in order (R3.6).")] = field(
        default_factory=list
    )
    toll: Annotated[
        TollGiven | None, Told("A battle for which the active nation has still to name its units (R3.5).")
    ] = None
    round: Annotated[int, Limits(1)] = 1
    title: Line = ""
    defenders: Annotated[Reply | dict[str, Reply], SETTING, Told("R3.6: the answer of all nations, or of each.")] = (
        "ask"
    )
    objective: Annotated[str, SETTING, Matching("^(most_cities|eliminate|cities [0-9]+)$")] = "most_cities"


# ---------------------------------------------------------------------- positions from and to descriptions
def build(rulebook: Rulebook, description: Mapping[str, Any]) -> RondelPosition:
    """A position from its description. It may still break clauses.

    :raises InputError: listing everything that cannot be read
    """
    given = Given(RondelDescription, description, rulebook)
    problems = given.problems
    found_map, players = read_map(given["map"], problems), given.players()
    # Without a map or players the rest is read all the same, so that the error lists all that is wrong with it.
    read = _Reader(found_map, players, problems)
    know_how = read.know_how(given["know_how"])
    units, cities = read.units(given["units"]), read.cities(given["cities"])
    markers = read.by_player("markers", given["markers"], 1, len(WHEEL), FIRST_WEDGE)
    resources = read.by_player("resources", given["resources"], 0, MOST_RESOURCES)
    active = read.player("active", description.get("active", players[0] if players else ""))
    phase = read.word("phase", given["phase"], PHASES)
    asks, toll = read.asks(given["asks"]), read.toll(given["toll"])
    round_ = read.whole("round", given["round"], 1, MOST_ROUNDS)
    title = given.title()
    answers = read_per_player(rulebook.options["defenders"], description.get("defenders"), players, problems)
    settings = given.settings({"objective": _objective})
    given.raise_any()
    assert found_map is not None  # noqa: S101  (raise_any has raised otherwise)
    position = RondelPosition(
        map=found_map,
        players=players,
        settings=settings,
        answers=answers,
        units=(),
        cities=tuple(sorted(cities)),
        know_how=know_how,
        markers=markers,
        resources=resources,
        active=active,
        phase=phase,
        asks=asks,
        toll=toll,
        round=round_,
        title=title,
    )
    position = position.with_units(
        ((at, seat, kind, position.actions_of(seat, kind) if left is None else left), n)
        for at, seat, kind, left, n in units
    )
    note_what_does_not_fit(position, units, problems)
    given.raise_any()
    return position


def describe(position: RondelPosition, rulebook: Rulebook) -> dict[str, Any]:
    """The description of a position, as plain data in canonical order: building it gives an equal position."""
    name, players = position.map.name, position.players
    units: dict[str, dict[str, str]] = {player: {} for player in players}
    cities: dict[str, dict[str, str]] = {player: {} for player in players}
    for at in position.occupied:
        for seat, player in enumerate(players):
            groups = position.groups(at, seat)
            if groups:
                units[player][name(at)] = units_in_words(position, groups)
    for city in position.cities:
        cities[players[city.owner]][name(city.at)] = "temple" if city.temple else "city"

    def given(tables: dict[str, Any]) -> dict[str, Any]:
        return {player: table for player, table in tables.items() if table}

    toll = position.toll
    return {
        **({"title": position.title} if position.title else {}),
        "map": write_map(position.map),
        "players": list(players),
        "units": given(units),
        "cities": given(cities),
        "know_how": given({p: [k for k in KNOW_HOW if k in position.know_how[s]] for s, p in enumerate(players)}),
        "markers": dict(zip(players, position.markers, strict=True)),
        "resources": given(dict(zip(players, position.resources, strict=True))),
        "active": players[position.active],
        "phase": position.phase,
        "asks": [{"at": name(a.at), "player": players[a.seat], "unit": a.kind} for a in position.asks],
        "toll": toll
        and {"at": name(toll.at), "enemy": players[toll.enemy], "unit": toll.kind, "pairs": toll.pairs},
        "round": position.round,
        "defenders": write_per_player(position.answers, players),
        **position.settings,
    }  # fmt: skip


def _objective(given: Any, problems: Problems) -> str:
    """R5.3: "most_cities", "cities 8" or "eliminate"."""
    words = given.split() if isinstance(given, str) else []
    if not words or words[0] not in OBJECTIVES:
        problems.unknown("objective", "objective (R5.3)", given, OBJECTIVES)
        return OBJECTIVES[0]
    number = words[1:]
    if (words[0] == "cities") != (len(number) == 1 and number[0].isascii() and number[0].isdigit() and int(number[0][:4]) > 0):  # fmt: skip
        problems.add("objective", f'expected "most_cities", "eliminate" or "cities 8" (a number), not {shown(given)}')
        return OBJECTIVES[0]
    return " ".join(words) if words[0] != "cities" else f"cities {int(number[0][:4])}"


class _Reader(Reader):
    """Reads units, cities, know-how and open decisions."""

    def units(self, given: object) -> list[tuple[int, int, str, int | None, int]]:
        found = []
        for where, at, seat, what in self.by_space("units", given, UNITS_EXAMPLE):
            parts = what.split(",") if isinstance(what, str) else []
            if not parts:
                self.problems.add(where, f"expected units such as {UNITS_EXAMPLE}, not {shown(what)}")
            for part in parts:
                match = _UNIT.fullmatch(part.strip())
                count = int(match[1] or 1) if match else 0
                if match is None or not 1 <= count <= MOST_UNITS:
                    self.problems.add(where, f"expected units such as {UNITS_EXAMPLE}, not {shown(part.strip())}")
                    continue
                left = 0 if match[3] else None if match[4] is None else int(match[4])
                found.append((at, seat, match[2], left, count))
        return found

    def cities(self, given: object) -> list[City]:
        found: list[City] = []
        for where, at, seat, what in self.by_space("cities", given, '"city" or "temple"'):
            if what not in ("city", "temple"):
                self.problems.unknown(where, "kind of city", what, ("city", "temple"))
            if at >= 0 and any(city.at == at for city in found):
                self.problems.add(where, "a city stands there already: a province has one")
            if at >= 0 and self.map is not None and self.map.terrain(at) == "sea":
                self.problems.add(where, "cities stand on land")
            found.append(City(at, seat, what == "temple"))
        return found

    def know_how(self, given: object) -> tuple[frozenset[str], ...]:
        found = [frozenset[str]() for _ in self.players]
        for player, names in self.table("know_how", given, 'a dict such as {"red": ["ROADS"]}').items():
            where = place("know_how", player)
            seat = self.player(where, player)
            read = self.list(where, names, 'a list such as ["ROADS"]')
            for n, each in enumerate(read):
                if not isinstance(each, str) or each not in KNOW_HOW:
                    self.problems.unknown(within(where, n), "know-how", each, KNOW_HOW)
            if found:
                found[seat] = frozenset(str(each) for each in read)
        return tuple(found)

    def kind(self, where: str, given: object) -> str:
        if not isinstance(given, str) or given not in KINDS:
            self.problems.unknown(where, "unit", given, KINDS)
            return KINDS[0]
        return given

    def asks(self, given: object) -> tuple[Ask, ...]:
        found = []
        for n, each in enumerate(self.list("asks", given, "a list of questions")):
            where = place("asks", n)
            record = self.record(where, each, "at", "player", "unit")
            if record is not None:
                at = self.space(within(where, "at"), record["at"])
                seat = self.player(within(where, "player"), record["player"])
                found.append(Ask(at, seat, self.kind(within(where, "unit"), record["unit"])))
        return tuple(found)

    def toll(self, given: object) -> Toll | None:
        record = self.record("toll", given, "at", "enemy", "unit", "pairs")
        if record is None:
            return None
        at, enemy = self.space("toll/at", record["at"]), self.player("toll/enemy", record["enemy"])
        return Toll(
            at, enemy, self.kind("toll/unit", record["unit"]), self.whole("toll/pairs", record["pairs"], 1, 999)
        )
