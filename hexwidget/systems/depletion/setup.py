"""Positions from descriptions: Python keywords or the same structure as JSON. All errors at once, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hexwidget.geometry import HexMap
from hexwidget.problems import InputError, Problems, shown
from hexwidget.rules import Rulebook
from hexwidget.rules.settings import read_settings
from hexwidget.systems.depletion.position import Army, DeclaredAttack, DepletionPosition, Landing, Structure
from hexwidget.systems.depletion.units import STRUCTURES, TERRAINS, UNITS, read_units

CANNOT_READ = "this position cannot be read"
MOST_PLAYERS = 6
MOST_CUBES = 99
NAME_LENGTH = 40
OBJECTIVES = ("most_units", "eliminate", "hold")
OPTIONS_NOT_BUILT = {
    ("battle", "bag"): "battles by the bag (D9.1) cannot be fought yet; with battle='none' attacks are declared and "
    "you settle them by hand (put, remove)"
}


def build(rulebook: Rulebook, description: Mapping[str, Any]) -> DepletionPosition:
    """A position from its description; whether it breaks clauses is not looked at here.

    :raises InputError: listing everything that cannot be read
    """
    problems = Problems()
    given = dict(description)
    hexmap = _map(given.pop("map", None), given.pop("offset", None), problems)
    players = _players(given.pop("players", None), problems)
    if hexmap is None or not players:
        problems.raise_any(CANNOT_READ)
    assert hexmap is not None  # noqa: S101  (raise_any has raised otherwise)
    read = _Reader(hexmap, players, problems)
    armies = read.armies(given.pop("armies", {}), given.pop("cubes", {}))
    structures = [
        s
        for kind, key in zip(STRUCTURES, ("cities", "castles"), strict=True)
        for s in read.structures(kind, key, given.pop(key, {}))
    ]
    turn = read.player("turn", given.pop("turn", players[0]))
    number = read.whole("round", given.pop("round", 1), 1, 1001)
    passes = read.whole("passes", given.pop("passes", 0), 0, len(players))
    landing = read.pair("landing", given.pop("landing", None), ("hex", read.space), ("cubes_before", read.cubes))
    declared = read.pair("declared", given.pop("declared", None), ("from", read.space), ("to", read.space))
    title = given.pop("title", "")
    if not isinstance(title, str):
        problems.add("title", f"expected a text, not {shown(title)}")
    known = (
        "map",
        "offset",
        "players",
        "armies",
        "cubes",
        "cities",
        "castles",
        "turn",
        "round",
        "passes",
        "landing",
        "declared",
        "title",
    )
    allowed = [*rulebook.options, *rulebook.parameters]
    for name in [n for n in given if n not in allowed]:
        problems.unknown(str(name), "keyword, option or parameter", name, [*allowed, *known])
        del given[name]
    settings = read_settings(rulebook, given, problems, OPTIONS_NOT_BUILT, {"objective": read.objective})
    problems.raise_any(CANNOT_READ)
    return DepletionPosition(
        map=hexmap,
        players=players,
        settings=settings,
        armies=tuple(sorted(armies)),
        structures=tuple(sorted(structures)),
        turn=turn,
        round=number,
        passes=passes,
        landing=None if landing is None else Landing(*landing),
        declared=None if declared is None else DeclaredAttack(*declared),
        title=title,
    )


def describe(position: DepletionPosition) -> dict[str, Any]:
    """The description of a position, as plain data in canonical order: building it gives an equal position."""
    name = position.map.name
    players = position.players

    def by_player(things: Mapping[str, Any]) -> dict[str, Any]:
        return {player: things[player] for player in players if things.get(player)}

    armies: dict[str, dict[str, dict[str, int]]] = {player: {} for player in players}
    for army in position.armies:
        armies[players[army.owner]][name(army.at)] = {u.key: n for n, u in zip(army.units, UNITS, strict=True) if n}
    built: dict[str, dict[str, list[str]]] = {kind: {player: [] for player in players} for kind in STRUCTURES}
    for structure in position.structures:
        built[structure.kind][players[structure.owner]].append(name(structure.at))
    landing, declared = position.landing, position.declared
    return {
        "map": position.map.to_text(TERRAINS).splitlines(),
        "offset": position.map.offset.value,
        "players": list(players),
        "armies": by_player(armies),
        "cubes": {name(army.at): army.cubes for army in position.armies if army.cubes},
        "cities": by_player(built["city"]),
        "castles": by_player(built["castle"]),
        "turn": players[position.turn],
        "round": position.round,
        "passes": position.passes,
        "landing": landing and {"hex": name(landing.at), "cubes_before": landing.cubes_before},
        "declared": declared and {"from": name(declared.origin), "to": name(declared.target)},
        **position.settings,
    }


def _map(given: object, offset: object, problems: Problems) -> HexMap | None:
    if isinstance(given, HexMap):
        unknown_keys = [key for key in given.terrains if key not in {t.key for t in TERRAINS}]
        for key in unknown_keys:
            problems.unknown("map", "terrain", key, [t.key for t in TERRAINS])
        return None if unknown_keys else given
    if isinstance(given, list) and all(isinstance(line, str) for line in given):
        given = "\n".join(given)
    if not isinstance(given, str):
        problems.add("map", f"expected the text of a map, not {shown(given)}")
        return None
    if offset is not None and not isinstance(offset, str):
        problems.add("offset", f'expected a stagger such as "odd-r", not {shown(offset)}')
        return None
    try:
        return HexMap.parse(given, TERRAINS, offset)
    except InputError as error:
        problems.found.extend(error.problems)
        return None


def _players(given: object, problems: Problems) -> tuple[str, ...]:
    if not isinstance(given, (list, tuple)) or not 1 <= len(given) <= MOST_PLAYERS:
        problems.add(
            "players", f'expected a list of 1 to {MOST_PLAYERS} names such as ["red", "blue"], not {shown(given)}'
        )
        return ()
    for n, player in enumerate(given):
        if not isinstance(player, str) or not player.strip() or len(player) > NAME_LENGTH or not player.isprintable():
            problems.add(
                f"players/{n}", f"expected a name of 1 to {NAME_LENGTH} printable characters, not {shown(player)}"
            )
        elif ":" in player:
            problems.add(f"players/{n}", f"a name may hold no colon, as {shown(player)} does")
        elif player in given[:n]:
            problems.add(f"players/{n}", f"{shown(player)} is named twice")
    return tuple(given)


class _Reader:
    """Reads the parts of a description that speak of hexes and players."""

    def __init__(self, hexmap: HexMap, players: tuple[str, ...], problems: Problems) -> None:
        self.map = hexmap
        self.players = players
        self.problems = problems

    def space(self, place: str, given: object) -> int:
        at = self.map.find(given)
        if at is None:
            self.problems.add(place, self.map.explain_unknown(given))
        return -1 if at is None else at

    def player(self, place: str, given: object) -> int:
        if given in self.players:
            return self.players.index(given)
        self.problems.unknown(place, "player", given, self.players)
        return 0

    def whole(self, place: str, given: object, low: int, high: int) -> int:
        if type(given) is int and low <= given <= high:
            return given
        self.problems.add(place, f"expected a whole number from {low} to {high}, not {shown(given)}")
        return low

    def cubes(self, place: str, given: object) -> int:
        return self.whole(place, given, 0, MOST_CUBES)

    def table(self, place: str, given: object, example: str) -> Mapping[Any, Any]:
        if isinstance(given, Mapping):
            return given
        self.problems.add(place, f"expected {example}, not {shown(given)}")
        return {}

    def armies(self, given: object, cubes: object) -> list[Army]:
        found: list[Army] = []
        for player, places in self.table("armies", given, 'a dict such as {"red": {"0101": "1 archer"}}').items():
            seat = self.player(f"armies/{player}", player)
            for space, units in self.table(f"armies/{player}", places, 'a dict such as {"0101": "1 archer"}').items():
                place = f"armies/{player}/{space}"
                at, counts = self.space(place, space), read_units(units, place, self.problems)
                if any(army.at == at and army.owner == seat for army in found) and at >= 0:
                    self.problems.add(place, "this hex is named twice, by its number and as (q, r)")
                found.append(Army(at, seat, counts))
        for space, number in self.table("cubes", cubes, 'a dict such as {"0101": 1}').items():
            at, count = self.space(f"cubes/{space}", space), self.cubes(f"cubes/{space}", number)
            if at >= 0 and not any(army.at == at for army in found):
                self.problems.add(f"cubes/{space}", "cubes lie only where an army stands, and there is none")
            found = [army._replace(cubes=count) if army.at == at else army for army in found]
        return found

    def structures(self, kind: str, key: str, given: object) -> list[Structure]:
        found = []
        for player, spaces in self.table(key, given, 'a dict such as {"red": ["0101"]}').items():
            seat = self.player(f"{key}/{player}", player)
            if isinstance(spaces, str) or not isinstance(spaces, (list, tuple)):
                self.problems.add(f"{key}/{player}", f'expected a list of hexes such as ["0101"], not {shown(spaces)}')
                continue
            found += [Structure(self.space(f"{key}/{player}/{n}", space), seat, kind) for n, space in enumerate(spaces)]
        return found

    def pair(
        self, place: str, given: object, *parts: tuple[str, Callable[[str, object], int]]
    ) -> tuple[int, int] | None:
        """An optional dict of exactly two entries."""
        if given is None:
            return None
        names = [name for name, _ in parts]
        if not isinstance(given, Mapping) or set(given) != set(names):
            self.problems.add(place, f"expected nothing or a dict of {names[0]!r} and {names[1]!r}, not {shown(given)}")
            return None
        first, second = (reader(f"{place}/{name}", given[name]) for name, reader in parts)
        return first, second

    def objective(self, given: object, problems: Problems) -> str:
        """D1.16: "most_units", "eliminate", or "hold" and the hexes to be held."""
        words = given.split() if isinstance(given, str) else []
        if not words or words[0] not in OBJECTIVES:
            problems.unknown("objective", "objective (D1.16)", given, OBJECTIVES)
            return OBJECTIVES[0]
        if (words[0] == "hold") != (len(words) > 1):
            problems.add(
                "objective", f'expected "most_units", "eliminate" or "hold 0101 0203" (hexes), not {shown(given)}'
            )
        for word in words[1:]:
            self.space("objective", word)
        return " ".join(words)
