"""Positions from and to plain data: Python keywords, or the same structure as JSON. An error lists all problems at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from hexwidget.geometry import ProvinceMap
from hexwidget.geometry.provinces import MOST_PROVINCES
from hexwidget.limits import Limits
from hexwidget.problems import shown
from hexwidget.rules import changed
from hexwidget.rules.description import Given, Known, by_seat, by_space, convert, seated, table_of, write_entries
from hexwidget.rules.hints import (
    FREE,
    MAY_LACK,
    OMITTED,
    SETTING,
    UNIQUE,
    WRITTEN,
    Doc,
    Example,
    Line,
    Matching,
    OneOf,
    Player,
    ReadBy,
    Seat,
)
from hexwidget.rules.rulebook import read_per_player, write_per_player
from hexwidget.systems.rondel.atlas import GOODS, WHEEL, read_map, write_map
from hexwidget.systems.rondel.consistency import note_what_does_not_fit, note_what_needs_the_whole_wheel
from hexwidget.systems.rondel.outcome import BY_UNITS, OBJECTIVES
from hexwidget.systems.rondel.position import KNOW_HOW, PHASES, Ask, City, Group, Here, Lot, RondelPosition, Store, Toll
from hexwidget.systems.rondel.words import units_in_words

MOST_PLAYERS = 6
MOST_RESOURCES = 999
MOST_ROUNDS = 1_000_000
MOST_UNITS = 99
MOST_GOODS = 1_000_000_000
"""The most goods in an entry: more than the cities of a nation can yield in the longest game."""
FIRST_WEDGE = 1
"""The default wedge of a marker: the first, three from a maneuver."""
WHOLE = ("stores", "yields", "armed")
"""The entries of the whole wheel. They are written only where they are not empty."""
WRITTEN_ALWAYS = ("battle_size", "city_tokens", "objective", "rounds")
"""The options and parameters that are written in every description; others only if they differ from the default."""
UNIT = r"([0-9]{1,3}\s+)?(legion|galley)s?(\s*\((lying|[0-3] left)\))?"
UNITS_EXAMPLE = "2 legions, 1 galley (lying)"
_UNIT = re.compile(UNIT, re.ASCII)


def _units(where: str, given: Any, known: Known) -> tuple[Lot, ...]:
    """The units of a nation in a province, of a text."""
    found = []
    for part in given.split(",") if isinstance(given, str) else [given]:
        match = _UNIT.fullmatch(part.strip()) if isinstance(part, str) else None
        count = int(match[1] or 1) if match else 0
        if match is None or not 1 <= count <= MOST_UNITS:
            unread = part.strip() if isinstance(part, str) else part
            known.problems.add(where, f'expected units such as "{UNITS_EXAMPLE}", not {shown(unread)}')
            continue
        left = None if match[4] is None else int(match[4].removesuffix(" left").replace("lying", "0"))
        found.append(Lot(match[2], left, count))
    return tuple(found)


def _objective(where: str, given: Any, known: Known) -> str:
    """R5.3: "most_cities", "cities 8" or "eliminate"."""
    words = given.split() if isinstance(given, str) else []
    if not words or words[0] not in OBJECTIVES:
        known.problems.unknown(where, "objective (R5.3)", given, OBJECTIVES)
        return OBJECTIVES[0]
    number = int(words[1][:4]) if len(words) == 2 and words[1].isascii() and words[1].isdigit() else 0
    if given == BY_UNITS:
        return BY_UNITS
    fine = words[0] == "cities" if number else words in (["most_cities"], ["eliminate"])
    if not fine:
        expected = 'expected "most_cities", "eliminate" or "cities 8" (a number)'
        known.problems.add(where, f"{expected}, not {shown(given)}")
    return f"cities {number}" if number else words[0]


ProvinceName = Annotated[str, Matching(r"^\w+$")]
Reply = Literal["ask", "always", "never"]
Ground = Literal["land", "sea"]
Good = Annotated[str, OneOf("good", GOODS)]
KnowHow = Annotated[str, OneOf("know-how", KNOW_HOW)]
Towns = Annotated[
    dict[Here, Annotated[str, OneOf("kind of city", ("city", "temple"))]], Example("a dict of cities and temples")
]
Point = Annotated[list[float], Limits(2, 2)]
Units = Annotated[
    tuple[Lot, ...],
    ReadBy(_units, Annotated[str, Matching(rf"^\s*{UNIT}\s*(,\s*{UNIT}\s*)*$")]),
    Example("units", UNITS_EXAMPLE),
]


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
    kind: Annotated[Literal["red", "blue", "both"] | None, Doc("null: they touch, and are not adjacent")]


Borders = Annotated[list[BorderGiven], Doc("Those left out are derived from the sides that provinces share.")]


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


@dataclass(kw_only=True)
class RondelDescription:
    """The description of a position of `rondel`, as plain data."""

    map: Annotated[
        ProvinceMap,
        ReadBy(
            lambda _, given, known: read_map(given, known.problems),
            Literal["inland_sea", "two_shores"] | ProvincesGiven | Annotated[FeaturesGiven, FREE],
            lambda found, _: write_map(found),
        ),
        Doc("The name of a bundled map, provinces with their borders, or GeoJSON polygons."),
    ]
    players: Annotated[tuple[Player, ...], Limits(2, MOST_PLAYERS), UNIQUE]
    units: Annotated[
        dict[Seat, dict[Here, Units]],
        Doc('Nation, then province, then the units there, such as "2 legions, 1 galley (1 left), 1 legion (lying)".'),
    ] = field(default_factory=dict)
    cities: Annotated[dict[Seat, Towns], Example("a dict of cities and temples")] = field(default_factory=dict)
    know_how: dict[Seat, Annotated[tuple[KnowHow, ...], Example("a list", ["ROADS"])]] = field(default_factory=dict)
    markers: Annotated[
        dict[Seat, Annotated[int, Limits(1, len(WHEEL))]], Doc("Wedges of the wheel, from 1."), WRITTEN
    ] = field(default_factory=dict)
    resources: dict[Seat, Annotated[int, Limits(0, MOST_RESOURCES)]] = field(default_factory=dict)
    active: Annotated[Seat, WRITTEN, Doc("The player whose turn it is.")] = 0
    phase: Annotated[str, OneOf("phase", PHASES), WRITTEN] = "wheel"
    asks: Annotated[
        tuple[Ask, ...],
        Example("a list of questions"),
        Doc("Nations that are asked whether they fight, in order (R3.6)."),
    ] = ()
    toll: Annotated[Toll | None, Doc("A battle for which the active nation has still to name its units (R3.5).")] = None
    round: Annotated[int, Limits(1, MOST_ROUNDS)] = 1
    stores: Annotated[
        dict[Seat, dict[Good, Annotated[int, Limits(0, MOST_GOODS)]]],
        OMITTED,
        Doc("With the whole wheel: nation, then good, then the number of it in the store (R5.4)."),
    ] = field(default_factory=dict)
    yields: Annotated[
        dict[Here, Good], OMITTED, Doc("With the whole wheel: the good that each land province yields (R6.1).")
    ] = field(default_factory=dict)
    armed: Annotated[
        dict[Here, Annotated[int, Limits(1, MOST_GOODS)]],
        OMITTED,
        Doc("The number of units that have been set up in a province in this turn (R6.3)."),
    ] = field(default_factory=dict)
    unarmed: Annotated[
        Annotated[tuple[Seat, ...], UNIQUE] | None,
        MAY_LACK,
        OMITTED,
        Doc("The nations that began without units and whose first turn is not over, where that counts (R5.3)."),
    ] = None
    title: Line = ""
    defenders: Annotated[
        Reply | dict[str, Reply] | None, SETTING, Doc("R3.6: the answer of all nations, or of each.")
    ] = "ask"
    objective: Annotated[
        str,
        SETTING,
        ReadBy(_objective, Annotated[str, Matching(r"^\s*(most_cities|eliminate(\s+units)?|cities\s+[0-9]+)\s*$")]),
    ] = "most_cities"


# ---------------------------------------------------------------------- positions from and to descriptions
def build(given: Given[RondelDescription]) -> RondelPosition:
    """A position from its description. It may still break clauses.

    :raises InputError: listing everything that cannot be read
    """
    entries, problems, settings = given.read(), given.problems, given.chosen
    players, yields = entries.players, entries.yields
    answers = read_per_player(given.rulebook.options["defenders"], given.rest.get("defenders"), players, problems)
    given.raise_any()
    position = convert(
        RondelPosition,
        entries,
        settings=settings,
        answers=answers,
        unarmed=(),
        units=(),
        cities=tuple(City(at, seat, kind == "temple") for at, seat, kind in by_space(entries.cities)),
        know_how=tuple(map(frozenset, by_seat(entries.know_how, players, ()))),
        markers=by_seat(entries.markers, players, FIRST_WEDGE),
        resources=by_seat(entries.resources, players, 0),
        stores=tuple(Store(**store) for store in by_seat(entries.stores, players, {}))
        if settings["wheel"] == "whole"
        else (),
        yields=tuple([yields.get(at, "") for at in range(len(entries.map))]) if yields else (),
        armed=tuple(sorted(entries.armed.items())),
    )
    units = [(at, seat, *lot) for at, seat, lots in by_space(entries.units) for lot in lots]
    position = position.with_units(
        ((at, seat, kind, position.actions_of(seat, kind) if left is None else left), n)
        for at, seat, kind, left, n in units
    )
    unarmed = _without_units(position) if entries.unarmed is None else tuple(sorted(entries.unarmed))
    position = changed(position, unarmed=unarmed)
    note_what_does_not_fit(position, units, problems)
    note_what_needs_the_whole_wheel(position, [name for name in WHOLE if given[name]], problems)
    return position


def to_json(position: RondelPosition) -> dict[str, Any]:
    """The description of a position, as plain data in canonical order: building it gives an equal position."""
    seats = range(len(position.players))
    standing = ((at, seat, position.groups(at, seat)) for at in position.occupied for seat in seats)
    know_how = [tuple(each for each in KNOW_HOW if each in own) for own in position.know_how]
    entries = convert(
        RondelDescription,
        position,
        units=table_of(
            (at, seat, units_in_words(position, list(_in_entries(own)))) for at, seat, own in standing if own
        ),
        cities=table_of((city.at, city.owner, "temple" if city.temple else "city") for city in position.cities),
        know_how=seated(know_how),
        markers=dict(enumerate(position.markers)),
        resources=seated(position.resources),
        stores=seated([{good: n for good, n in zip(GOODS, store, strict=True) if n} for store in position.stores]),
        yields={at: good for at, good in enumerate(position.yields) if good},
        armed=dict(position.armed),
        unarmed=None if position.unarmed == _without_units(position) else position.unarmed,
    )
    defenders = write_per_player(position.answers, position.players)
    return {**write_entries(entries), "defenders": defenders, **_settings(position)}


def _without_units(position: RondelPosition) -> tuple[int, ...]:
    """R5.3: the nations without units whose first turn is not over, if the game has just begun."""
    if position.settings["objective"] != "eliminate" or position.round > 1:
        return ()
    armed = {group.owner for group in position.units}
    return tuple(seat for seat in range(position.active, len(position.players)) if seat not in armed)


def _in_entries(groups: list[Group]) -> Iterator[Group]:
    """The units of a province in groups that an entry may have: arming may have set up more."""
    for group in groups:
        if group.size <= MOST_UNITS:
            yield group
            continue
        for done in range(0, group.size, MOST_UNITS):
            yield group._replace(size=min(MOST_UNITS, group.size - done))


def _settings(position: RondelPosition) -> dict[str, Any]:
    """The options and parameters: those of the whole wheel only if they differ from the default."""
    settings, defaults = position.settings, position.system.defaults
    return {name: value for name, value in settings.items() if name in WRITTEN_ALWAYS or value != defaults[name]}
