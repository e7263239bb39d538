"""Positions from descriptions: Python keywords or the same structure as JSON. All errors at once, each with its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hexwidget.problems import Problems, place, shown, within
from hexwidget.rules import Rulebook
from hexwidget.rules.reading import Reader, read_description, read_line, read_players
from hexwidget.rules.settings import read_per_player, read_settings, write_per_player
from hexwidget.systems.rondel.atlas import WHEEL, read_map, write_map
from hexwidget.systems.rondel.battle import losses, most_pairs
from hexwidget.systems.rondel.outcome import OBJECTIVES
from hexwidget.systems.rondel.position import KINDS, KNOW_HOW, PHASES, Ask, City, RondelPosition, Toll
from hexwidget.systems.rondel.words import units_in_words

CANNOT_READ = "this position cannot be read"
MOST_PLAYERS = 6
MOST_UNITS = 99
KEYWORDS = (
    *("map", "players", "units", "cities", "know_how", "markers", "resources", "active", "phase", "asks", "toll"),
    *("round", "title"),
)
FIRST_WEDGE = 1
"""The default wedge of a marker: the first, three from a maneuver."""
UNITS_EXAMPLE = '"2 legions, 1 galley (lying)"'
_UNIT = re.compile(r"(?:(\d{1,3})\s+)?(legion|galley)s?(?:\s*\((?:(lying)|([0-3]) left)\))?", re.ASCII)


def build(rulebook: Rulebook, description: Mapping[str, Any]) -> RondelPosition:
    """A position from its description. It may still break clauses.

    :raises InputError: listing everything that cannot be read
    """
    problems = Problems()
    given = read_description(description, CANNOT_READ)
    found_map = read_map(given.pop("map", None), problems)
    players = read_players(given.pop("players", None), 2, MOST_PLAYERS, problems)
    # Without a map or players the rest is read all the same, to report everything that is wrong with it.
    read = _Reader(found_map, players, problems)
    know_how = read.know_how(given.pop("know_how", {}))
    units = read.units(given.pop("units", {}))
    cities = read.cities(given.pop("cities", {}))
    markers = read.by_player("markers", given.pop("markers", {}), 1, len(WHEEL), FIRST_WEDGE)
    resources = read.by_player("resources", given.pop("resources", {}), 0, 999, 0)
    active = read.player("active", given.pop("active", players[0] if players else ""))
    phase = given.pop("phase", "wheel")
    if not isinstance(phase, str) or phase not in PHASES:
        problems.unknown("phase", "phase", phase, PHASES)
        phase = "wheel"
    asks = read.asks(given.pop("asks", []))
    toll = read.toll(given.pop("toll", None))
    round_ = read.whole("round", given.pop("round", 1), 1, 1_000_000)
    title = read_line("title", given.pop("title", ""), problems)
    answers = read_per_player(rulebook.options["defenders"], given.pop("defenders", None), players, problems)
    allowed = [*rulebook.options, *rulebook.parameters]
    for name in [n for n in given if n not in allowed]:
        problems.unknown(place(name), "keyword, option or parameter", name, [*allowed, *KEYWORDS])
        del given[name]
    settings = read_settings(rulebook, given, problems, {}, {"objective": _objective})
    problems.raise_any(CANNOT_READ)
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
    _check_the_moment(position, units, problems)
    problems.raise_any(CANNOT_READ)
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
        "defenders": write_per_player(rulebook.options["defenders"], position.answers, players),
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


def _check_the_moment(position: RondelPosition, units: list[Any], problems: Problems) -> None:
    """Note what does not fit together: the phase, the questions, the units that are to be named and the actions left."""
    for at, seat, kind, left, _ in units:
        if left is not None and left != position.actions_of(seat, kind):
            where = place("units", position.players[seat], position.map.name(at))
            if seat != position.active or position.phase == "wheel":
                problems.add(where, "units have actions used only in the maneuver of their own nation")
            elif position.phase == "conquest" and left > 1:
                problems.add(where, "in the conquest phase a unit is upright (1 left) or lies")
    if position.phase == "conquest":
        for group in position.units:
            if group.owner == position.active and group.left > 1:
                where = place("units", position.players[group.owner], position.map.name(group.at))
                problems.add(where, "in the conquest phase write upright units as (1 left)")
    for n, ask in enumerate(position.asks):
        where = place("asks", n)
        if position.phase not in ("movement", "closing"):
            problems.add(where, "nations are asked in the movement phase, or when it ends")
        elif ask.seat == position.active:
            problems.add(where, "the active nation is not asked: it asks for battle itself")
        elif ask in position.asks[:n]:
            problems.add(where, "the same is asked already")
        elif (n or position.toll is None) and most_pairs(position, ask.at, ask.seat, ask.kind) == 0:
            problems.add(where, f"the two nations have no {ask.kind}s to fight with there")
        elif n == 0 and position.toll is None and position.answers[ask.seat] != "ask":
            problems.add(where, "this nation's answer is settled in advance")
    toll = position.toll
    if toll is not None:
        if position.phase not in ("movement", "closing") or toll.enemy == position.active:
            problems.add(
                "toll", "units are named for a battle with another nation, in the movement phase or at its end"
            )
        elif not _pairs_fit(position, toll):
            problems.add("toll/pairs", "there are not as many pairs, or more under battle_size='all'")
        elif len(list(losses(position, toll.at, toll.kind, toll.pairs))) < 2:
            problems.add("toll", "there is nothing to choose: all ways to lose units are alike")
    if position.phase == "closing" and not position.asks and toll is None:
        problems.add("phase", "nobody is asked any more: expected conquest")


def _pairs_fit(position: RondelPosition, toll: Toll) -> bool:
    most = most_pairs(position, toll.at, toll.enemy, toll.kind)
    return toll.pairs == most if position.settings["battle_size"] == "all" else 1 <= toll.pairs <= most


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
