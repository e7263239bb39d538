"""Positions from descriptions: Python keywords or the same structure as JSON. All errors at once, each with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexwidget.geometry import HexMap, Offset
from hexwidget.problems import InputError, Problems, place, shown
from hexwidget.rules import Rulebook
from hexwidget.rules.settings import read_settings
from hexwidget.systems.depletion.position import Army, DeclaredAttack, DepletionPosition, Landing, Structure
from hexwidget.systems.depletion.units import TERRAINS, UNITS, read_units

CANNOT_READ = "this position cannot be read"
MOST_PLAYERS = 6
MOST_CUBES = 99
NAME_LENGTH = 40
TITLE_LENGTH = 200
STRUCTURE_KEYS = {"city": "cities", "castle": "castles"}
"""The kinds of structures, and the keywords under which they are described."""
KEYWORDS = (
    *("map", "offset", "players", "armies", "cubes", *STRUCTURE_KEYS.values()),
    *("turn", "round", "passes", "landing", "declared", "title"),
)
STAGGERS = [stagger.value for stagger in Offset]
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
    # Without a map or players the rest is read all the same, for what else may be wrong with it.
    read = _Reader(hexmap, players, problems)
    armies = read.armies(given.pop("armies", {}), given.pop("cubes", {}))
    structures = read.structures({kind: given.pop(key, {}) for kind, key in STRUCTURE_KEYS.items()})
    turn = read.player("turn", given.pop("turn")) if "turn" in given else 0
    number = read.whole("round", given.pop("round", 1), 1, 1001)
    passes = read.whole("passes", given.pop("passes", 0), 0, max(0, len(players) - 1))
    landing = read.landing(given.pop("landing", None), armies, turn)
    declared = read.declared(given.pop("declared", None))
    title = given.pop("title", "")
    if not isinstance(title, str) or not title.isprintable() or len(title) > TITLE_LENGTH:
        problems.add("title", f"expected a line of at most {TITLE_LENGTH} printable characters, not {shown(title)}")
    allowed = [*rulebook.options, *rulebook.parameters]
    for name in [n for n in given if n not in allowed]:
        problems.unknown(place(name), "keyword, option or parameter", name, [*allowed, *KEYWORDS])
        del given[name]
    settings = read_settings(rulebook, given, problems, OPTIONS_NOT_BUILT, {"objective": read.objective})
    problems.raise_any(CANNOT_READ)
    assert hexmap is not None  # noqa: S101  (raise_any has raised otherwise)
    return DepletionPosition(
        map=hexmap,
        players=players,
        settings=settings,
        armies=tuple(sorted(armies)),
        structures=tuple(sorted(structures)),
        turn=turn,
        round=number,
        passes=passes,
        landing=landing,
        declared=declared,
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
    built: dict[str, dict[str, list[str]]] = {kind: {player: [] for player in players} for kind in STRUCTURE_KEYS}
    for structure in position.structures:
        built[structure.kind][players[structure.owner]].append(name(structure.at))
    landing, declared = position.landing, position.declared
    return {
        **({"title": position.title} if position.title else {}),
        "map": position.map.to_text(TERRAINS).splitlines(),
        "offset": position.map.offset.value,
        "players": list(players),
        "armies": by_player(armies),
        "cubes": {name(army.at): army.cubes for army in position.armies if army.cubes},
        **{key: by_player(built[kind]) for kind, key in STRUCTURE_KEYS.items()},
        "turn": players[position.turn],
        "round": position.round,
        "passes": position.passes,
        "landing": landing
        and {
            "hex": name(landing.at),
            "player": players[landing.owner],
            "cubes_before": landing.cubes_before,
            "open": landing.open,
        },
        "declared": declared and {"from": name(declared.origin), "to": name(declared.target)},
        **position.settings,
    }


def _map(given: object, offset: object, problems: Problems) -> HexMap | None:
    if offset is not None and (not isinstance(offset, str) or offset not in STAGGERS):
        problems.unknown("offset", "stagger", offset, STAGGERS)
        return None
    if isinstance(given, HexMap):
        return _with_our_terrains(given, offset, problems)
    if isinstance(given, list) and all(isinstance(line, str) for line in given):
        given = "\n".join(given)
    if not isinstance(given, str):
        problems.add("map", f"expected the text of a map, not {shown(given)}")
        return None
    try:
        return HexMap.parse(given, TERRAINS, offset)
    except InputError as error:
        problems.found.extend(error.problems)
        return None


def _with_our_terrains(given: HexMap, offset: str | None, problems: Problems) -> HexMap | None:
    """The same map with its cells numbered by `TERRAINS`, as all maps of positions are."""
    keys = [terrain.key for terrain in TERRAINS]
    strange = [key for key in given.terrains if key not in keys]
    for key in strange:
        problems.unknown("map", "terrain", key, keys)
    if offset not in (None, given.offset.value):
        problems.add("offset", f"the map that is given is {given.offset.value}, not {offset}")
    if strange:
        return None
    numbers = bytes([*(keys.index(key) for key in given.terrains), *range(len(given.terrains), 256)])
    return HexMap(given.columns, given.rows, given.offset, keys, given.cells.translate(numbers))


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
        elif player != player.strip() or ":" in player:
            problems.add(f"players/{n}", f"a name has no colon and no blank at its ends, as {shown(player)} has")
        elif player in given[:n]:
            problems.add(f"players/{n}", f"{shown(player)} is named twice")
    return tuple(given)


class _Reader:
    """Reads the parts of a description that speak of hexes and players. Without a map every hex passes unread."""

    def __init__(self, hexmap: HexMap | None, players: tuple[str, ...], problems: Problems) -> None:
        self.map = hexmap
        self.players = players
        self.problems = problems

    def space(self, where: str, given: object) -> int:
        """The number of a hex; -1 if there is none."""
        if self.map is None:
            return -1
        at = self.map.find(given)
        if at is None:
            self.problems.add(where, self.map.explain_unknown(given))
        return -1 if at is None else at

    def player(self, where: str, given: object) -> int:
        if isinstance(given, str) and given in self.players:
            return self.players.index(given)
        if self.players:
            self.problems.unknown(where, "player", given, self.players)
        return 0

    def whole(self, where: str, given: object, low: int, high: int) -> int:
        if type(given) is int and low <= given <= high:
            return given
        self.problems.add(where, f"expected a whole number from {low} to {high}, not {shown(given)}")
        return low

    def table(self, where: str, given: object, example: str) -> Mapping[Any, Any]:
        if isinstance(given, Mapping):
            return given
        self.problems.add(where, f"expected {example}, not {shown(given)}")
        return {}

    def record(self, where: str, given: object, *names: str) -> Mapping[str, Any] | None:
        """An optional dict with exactly these entries."""
        if given is None:
            return None
        if isinstance(given, Mapping) and set(given) == set(names):
            return given
        self.problems.add(where, f"expected nothing or a dict of {', '.join(map(repr, names))}, not {shown(given)}")
        return None

    def armies(self, given: object, cubes: object) -> list[Army]:
        found: dict[tuple[int, int], Army] = {}
        for player, places in self.table("armies", given, 'a dict such as {"red": {"0101": "1 archer"}}').items():
            seat = self.player(place("armies", player), player)
            here = place("armies", player)
            for space, units in self.table(here, places, 'a dict such as {"0101": "1 archer"}').items():
                where = place("armies", player, space)
                at, counts = self.space(where, space), read_units(units, where, self.problems)
                if at >= 0 and (at, seat) in found:
                    self.problems.add(where, "this hex is named twice, by its number and as (q, r)")
                found[at, seat] = Army(at, seat, counts)
        seen: set[int] = set()
        for space, number in self.table("cubes", cubes, 'a dict such as {"0101": 1}').items():
            where = place("cubes", space)
            at, count = self.space(where, space), self.whole(where, number, 0, MOST_CUBES)
            there = [key for key in ((at, seat) for seat in range(len(self.players))) if key in found]
            if at >= 0 and not there:
                self.problems.add(where, "cubes lie only where an army stands, and there is none")
            if at in seen:
                self.problems.add(where, "this hex is named twice, by its number and as (q, r)")
            seen |= {at} if at >= 0 else set()
            for key in there:
                found[key] = found[key]._replace(cubes=count)
        return list(found.values())

    def structures(self, given: Mapping[str, object]) -> list[Structure]:
        found: list[Structure] = []
        seen: set[Structure] = set()
        for kind, owners in given.items():
            key = STRUCTURE_KEYS[kind]
            for player, spaces in self.table(key, owners, 'a dict such as {"red": ["0101"]}').items():
                where = place(key, player)
                seat = self.player(where, player)
                if not isinstance(spaces, (list, tuple)):
                    self.problems.add(where, f'expected a list of hexes such as ["0101"], not {shown(spaces)}')
                    continue
                for n, space in enumerate(spaces):
                    structure = Structure(self.space(place(key, player, n), space), seat, kind)
                    if structure.at >= 0 and structure in seen:
                        self.problems.add(place(key, player, n), f"this {kind} is named twice")
                    seen.add(structure)
                    found.append(structure)
        return found

    def landing(self, given: object, armies: list[Army], turn: int) -> Landing | None:
        """The landing of the last maneuver: on a hex where that player's army lies under the maneuver's cubes."""
        record = self.record("landing", given, "hex", "player", "cubes_before", "open")
        if record is None:
            return None
        at, owner = self.space("landing/hex", record["hex"]), self.player("landing/player", record["player"])
        before = self.whole("landing/cubes_before", record["cubes_before"], 0, MOST_CUBES)
        if type(record["open"]) is not bool:
            self.problems.add("landing/open", f"expected true or false, not {shown(record['open'])}")
        elif record["open"] and owner != turn:
            self.problems.add("landing/player", "only the player whose turn it is can have an attack to decide about")
        if at >= 0 and not any((army.at, army.owner) == (at, owner) and army.cubes > before for army in armies):
            self.problems.add("landing/hex", f"no army of that player lies there under more than {before} cubes")
        return Landing(at, owner, before, bool(record["open"]))

    def declared(self, given: object) -> DeclaredAttack | None:
        record = self.record("declared", given, "from", "to")
        if record is None:
            return None
        return DeclaredAttack(self.space("declared/from", record["from"]), self.space("declared/to", record["to"]))

    def objective(self, given: object, problems: Problems) -> str:
        """D1.16: "most_units", "eliminate", or "hold" and the hexes to be held."""
        words = given.split() if isinstance(given, str) else []
        if not words or words[0] not in OBJECTIVES:
            problems.unknown("objective", "objective (D1.16)", given, OBJECTIVES)
            return OBJECTIVES[0]
        if (words[0] == "hold") != (len(words) > 1):
            expected = '"most_units", "eliminate" or "hold 0101 0203" (hexes)'
            problems.add("objective", f"expected {expected}, not {shown(given)}")
        for word in words[1:]:
            self.space("objective", word)
        return " ".join(words)
