"""Positions from and to plain data: Python keywords, or the same structure as JSON. An error lists all problems at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from hexwidget.geometry.provinces import MOST_PROVINCES
from hexwidget.limits import Limits
from hexwidget.problems import Problems, shown
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
from hexwidget.rules.settings import read_per_player, write_per_player
from hexwidget.systems.rondel.atlas import GOODS, WHEEL, read_map, write_map
from hexwidget.systems.rondel.consistency import note_what_does_not_fit, note_what_needs_the_whole_wheel
from hexwidget.systems.rondel.outcome import OBJECTIVES
from hexwidget.systems.rondel.position import KNOW_HOW, PHASES, Group, RondelPosition
from hexwidget.systems.rondel.reader import MOST_GOODS, MOST_UNITS, RondelReader
from hexwidget.systems.rondel.words import units_in_words

MOST_PLAYERS = 6
MOST_RESOURCES = 999
MOST_ROUNDS = 1_000_000
FIRST_WEDGE = 1
"""The default wedge of a marker: the first, three from a maneuver."""
WHOLE = ("stores", "yields", "armed")
"""The entries of the whole wheel. They are written only where they are not empty."""
WRITTEN_ALWAYS = ("battle_size", "city_tokens", "objective", "rounds")
"""The options and parameters that are written in every description; others only if they differ from the default."""
UNIT = r"([0-9]{1,3}\s+)?(legion|galley)s?(\s*\((lying|[0-3] left)\))?"

ProvinceName = Annotated[str, Matching(r"^\w+$")]
Kind = Literal["legion", "galley"]
Reply = Literal["ask", "always", "never"]
Ground = Literal["land", "sea"]
Good = Literal["marble", "iron", "gold"]
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
    phase: Annotated[Literal["wheel", "movement", "closing", "conquest", "wedge", "founding"], WRITTEN] = "wheel"
    asks: Annotated[list[AskGiven], Told("Nations that are asked whether they fight, in order (R3.6).")] = field(
        default_factory=list
    )
    toll: Annotated[
        TollGiven | None, Told("A battle for which the active nation has still to name its units (R3.5).")
    ] = None
    round: Annotated[int, Limits(1)] = 1
    stores: Annotated[
        dict[str, dict[Good, Annotated[int, Limits(0, MOST_GOODS)]]],
        Told("With the whole wheel: nation, then good, then the number of it in the store (R5.4)."),
    ] = field(default_factory=dict)
    yields: Annotated[
        dict[ProvinceName, Good], Told("With the whole wheel: the good that each land province yields (R6.1).")
    ] = field(default_factory=dict)
    armed: Annotated[
        dict[ProvinceName, Annotated[int, Limits(1, MOST_GOODS)]],
        Told("The number of units that have been set up in a province in this turn (R6.3)."),
    ] = field(default_factory=dict)
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
    read = RondelReader(found_map, players, problems)
    know_how = read.know_how(given["know_how"])
    units, cities = read.units(given["units"]), read.cities(given["cities"])
    markers = read.by_player("markers", given["markers"], 1, len(WHEEL), FIRST_WEDGE)
    resources = read.by_player("resources", given["resources"], 0, MOST_RESOURCES)
    active = read.player("active", description.get("active", players[0] if players else ""))
    phase = read.word("phase", given["phase"], PHASES)
    asks, toll = read.asks(given["asks"]), read.toll(given["toll"])
    round_ = read.whole("round", given["round"], 1, MOST_ROUNDS)
    stores, yields, armed = read.stores(given["stores"]), read.yields(given["yields"]), read.armed(given["armed"])
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
        stores=stores if settings["wheel"] == "whole" else (),
        yields=yields,
        armed=armed,
    )
    position = position.with_units(
        ((at, seat, kind, position.actions_of(seat, kind) if left is None else left), n)
        for at, seat, kind, left, n in units
    )
    note_what_does_not_fit(position, units, problems)
    note_what_needs_the_whole_wheel(position, [name for name in WHOLE if given[name]], problems)
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
                units[player][name(at)] = units_in_words(position, list(_in_entries(groups)))
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
        **{key: table for key, table in _of_the_whole_wheel(position).items() if table},
        "defenders": write_per_player(position.answers, players),
        **_settings(position, rulebook),
    }  # fmt: skip


def _in_entries(groups: list[Group]) -> Iterator[Group]:
    """The units of a province in groups that an entry may have: arming may have set up more."""
    for group in groups:
        for done in range(0, group.size, MOST_UNITS):
            yield group._replace(size=min(MOST_UNITS, group.size - done))


def _of_the_whole_wheel(position: RondelPosition) -> dict[str, Any]:
    """The entries of the whole wheel."""
    name = position.map.name
    stores = zip(position.players, position.stores, strict=False)  # there are none without the whole wheel
    found = {player: {good: n for good, n in zip(GOODS, store, strict=True) if n} for player, store in stores}
    return {
        "stores": {player: store for player, store in found.items() if store},
        "yields": {name(at): good for at, good in enumerate(position.yields) if good},
        "armed": {name(at): n for at, n in position.armed},
    }


def _settings(position: RondelPosition, rulebook: Rulebook) -> dict[str, Any]:
    """The options and parameters: those of the whole wheel only if they differ from the default."""
    defaults = {option.name: option.values[0] for option in rulebook.options.values()}
    defaults |= {parameter.name: parameter.default for parameter in rulebook.parameters.values()}
    return {
        name: value for name, value in position.settings.items() if name in WRITTEN_ALWAYS or value != defaults[name]
    }


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
