"""Positions from descriptions: Python keywords or the same structure as JSON. All errors at once, each with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexwidget.problems import Problems, place, shown
from hexwidget.rules import Rulebook
from hexwidget.rules.reading import Reader, read_description, read_line, read_map, read_players
from hexwidget.rules.settings import read_settings
from hexwidget.systems.depletion.position import Army, DeclaredAttack, DepletionPosition, Landing, Structure
from hexwidget.systems.depletion.units import TERRAINS, UNITS, read_units

CANNOT_READ = "this position cannot be read"
MOST_PLAYERS = 6
MOST_CUBES = 99
STRUCTURE_KEYS = {"city": "cities", "castle": "castles"}
"""The kinds of structures, and the keywords under which they are described."""
KEYWORDS = (
    *("map", "offset", "players", "armies", "cubes", *STRUCTURE_KEYS.values()),
    *("turn", "round", "passes", "landing", "declared", "title"),
)
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
    given = read_description(description, CANNOT_READ)
    hexmap = read_map(given.pop("map", None), given.pop("offset", None), TERRAINS, problems)
    players = read_players(given.pop("players", None), 1, MOST_PLAYERS, problems)
    # Without a map or players the rest is read all the same, for what else may be wrong with it.
    read = _Reader(hexmap, players, problems)
    armies = read.armies(given.pop("armies", {}), given.pop("cubes", {}))
    structures = read.structures({kind: given.pop(key, {}) for kind, key in STRUCTURE_KEYS.items()})
    turn = read.player("turn", given.pop("turn")) if "turn" in given else 0
    number = read.whole("round", given.pop("round", 1), 1, 1001)
    passes = read.whole("passes", given.pop("passes", 0), 0, max(0, len(players) - 1))
    landing = read.landing(given.pop("landing", None), armies, turn)
    declared = read.declared(given.pop("declared", None))
    title = read_line("title", given.pop("title", ""), problems)
    allowed = [*rulebook.options, *rulebook.parameters]
    for name in [n for n in given if n not in allowed]:
        problems.unknown(place(name), "keyword, option or parameter", name, [*allowed, *KEYWORDS])
        del given[name]
    settings = read_settings(
        rulebook, given, problems, OPTIONS_NOT_BUILT, {"objective": read.objective(OBJECTIVES, "D1.16")}
    )
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


class _Reader(Reader):
    """Reads armies, structures and what goes with them."""

    def armies(self, given: object, cubes: object) -> list[Army]:
        found = {
            (at, seat): Army(at, seat, read_units(units, where, self.problems))
            for where, at, seat, units in self.by_space("armies", given, '"1 archer"')
        }
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
