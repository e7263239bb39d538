"""Positions from descriptions: Python keywords or the same structure as JSON. All errors at once, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hexwidget.geometry import HexMap
from hexwidget.problems import Problems, place, shown
from hexwidget.rules import Rulebook
from hexwidget.rules.reading import Reader, read_description, read_line, read_map, read_players
from hexwidget.rules.settings import read_settings
from hexwidget.systems.depletion.description.exploring import check_tile, read_exploration, write_exploration
from hexwidget.systems.depletion.position import (
    STRUCTURE_KEYS,
    Army,
    Battle,
    Claim,
    DeclaredAttack,
    DepletionPosition,
    Landing,
    Spot,
    Structure,
)
from hexwidget.systems.depletion.provinces import Exploration, province_hexes
from hexwidget.systems.depletion.units import NO_UNITS, TERRAINS, UNITS, Counts, read_units

CANNOT_READ = "this position cannot be read"

MOST_PLAYERS = 6

MOST_CUBES = 99


KEYWORDS = (
    *("map", "offset", "players", "armies", "cubes", *STRUCTURE_KEYS.values()),
    *("turn", "round", "passes", "landing", "declared", "exploration", "claim", "fight", "title"),
)

OBJECTIVES = ("most_units", "eliminate", "hold")

CLAIM_STAGES = ("tile", "rotation", "relic", "event")


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
    exploration = read_exploration(read, given.pop("exploration", None))
    claim = read.claim(given.pop("claim", None), exploration)
    battle = read.battle(given.pop("fight", None), armies, structures, turn)
    title = read_line("title", given.pop("title", ""), problems)
    allowed = [*rulebook.options, *rulebook.parameters]
    for name in [n for n in given if n not in allowed]:
        problems.unknown(place(name), "keyword, option or parameter", name, [*allowed, *KEYWORDS])
        del given[name]
    settings = read_settings(rulebook, given, problems, {}, {"objective": read.objective(OBJECTIVES, "D1.16")})
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
        exploration=exploration,
        claim=claim,
        battle=battle,
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
        armies[players[army.owner]][name(army.at)] = _units(army.units)
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
            "player": players[landing.owner],
            "open": landing.open,
            "armies": [
                {"hex": name(spot.at), "cubes_before": spot.cubes_before, "claim_failed": spot.failed}
                for spot in landing.spots
            ],
        },
        "declared": declared and {"from": [name(at) for at in declared.origins], "to": name(declared.target)},
        "exploration": write_exploration(position.exploration, position.map, players),
        "claim": position.claim and _describe_claim(position.claim, name),
        "fight": position.battle and _describe_battle(position.battle, position),
        **position.settings,
    }


def _units(units: Counts) -> dict[str, int]:
    return {u.key: n for n, u in zip(units, UNITS, strict=True) if n}


def _describe_claim(claim: Claim, name: Callable[[int], str]) -> dict[str, Any]:
    return {
        "from": name(claim.origin),
        "to": name(claim.at),
        "cubes": claim.cubes,
        "units": _units(claim.units),
        "stand": {name(at): _units(units) for at, units in claim.stand},
        "dropped": [name(at) for at in claim.dropped],
        "stage": claim.stage,
        "tile": claim.tile,
        "relic_at": name(claim.relic_at) if claim.relic_at >= 0 else None,
    }


def _describe_battle(battle: Battle, position: DepletionPosition) -> dict[str, Any]:
    return {
        "from": [position.map.name(at) for at in battle.origins],
        "to": position.map.name(battle.target),
        "defender": position.players[battle.defender],
        "hits": battle.hits and list(battle.hits),
        "losers": [position.players[seat] for seat in battle.losers],
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

    def spaces(self, where: str, given: object) -> tuple[int, ...]:
        if not isinstance(given, (list, tuple)):
            self.problems.add(where, f'expected a list of hexes such as ["0101"], not {shown(given)}')
            return ()
        return tuple(self.space(f"{where}/{n}", space) for n, space in enumerate(given))

    def landing(self, given: object, armies: list[Army], turn: int) -> Landing | None:
        """The landing of the last maneuver: on hexes where that player's armies lie under the maneuver's cubes."""
        record = self.record("landing", given, "player", "open", "armies")
        if record is None:
            return None
        owner = self.player("landing/player", record["player"])
        if type(record["open"]) is not bool:
            self.problems.add("landing/open", f"expected true or false, not {shown(record['open'])}")
        elif record["open"] and owner != turn:
            self.problems.add("landing/player", "only the player whose turn it is can have an attack to decide about")
        spots = []
        if not isinstance(record["armies"], (list, tuple)):
            self.problems.add("landing/armies", f"expected a list, not {shown(record['armies'])}")
        for n, entry in enumerate(record["armies"] if isinstance(record["armies"], (list, tuple)) else ()):
            where = f"landing/armies/{n}"
            spot = self.record(where, entry, "hex", "cubes_before", "claim_failed")
            if spot is None:
                continue
            at, before = self.space(f"{where}/hex", spot["hex"]), spot["cubes_before"]
            before = self.whole(f"{where}/cubes_before", before, 0, MOST_CUBES)
            spots.append(Spot(at, before, self.truth(f"{where}/claim_failed", spot["claim_failed"])))
            if at >= 0 and not any((army.at, army.owner) == (at, owner) and army.cubes > before for army in armies):
                self.problems.add(f"{where}/hex", f"no army of that player lies there under more than {before} cubes")
        return Landing(owner, tuple(spots), bool(record["open"]))

    def declared(self, given: object) -> DeclaredAttack | None:
        record = self.record("declared", given, "from", "to")
        if record is None:
            return None
        return DeclaredAttack(self.spaces("declared/from", record["from"]), self.space("declared/to", record["to"]))

    def claim(self, given: object, exploration: Exploration) -> Claim | None:
        keys = ("from", "to", "cubes", "units", "stand", "dropped", "stage", "tile", "relic_at")
        record = self.record("claim", given, *keys)
        if record is None:
            return None
        stage, tile, problems = record["stage"], record["tile"], self.problems
        if stage not in CLAIM_STAGES:
            problems.unknown("claim/stage", "stage", stage, CLAIM_STAGES)
        before = stage in ("tile", "rotation")  # later the army has landed, and nothing of it is kept
        units = read_units(record["units"], "claim/units", problems) if before else NO_UNITS
        stand = tuple(
            sorted(
                (
                    self.space(f"claim/stand/{place(space)}", space),
                    read_units(there, f"claim/stand/{place(space)}", problems) if there else NO_UNITS,
                )
                for space, there in self.table("claim/stand", record["stand"], '{"0202": {"archers": 1}}').items()
            )
        )
        at = self.space("claim/to", record["to"])
        if isinstance(self.map, HexMap) and at >= 0 and before:
            if at not in province_hexes(self.map, exploration.shape, exploration.provinces):
                problems.add("claim/to", "expected an unexplored hex of a province")
            elif stage == "tile" and not exploration.tiles:
                problems.add("claim/stage", "no tile is left to be turned over")
        if stage == "relic" and not exploration.relics:
            problems.add("claim/stage", "no relic is left to be placed")
        if stage == "event" and not exploration.deck:
            problems.add("claim/stage", "no event card is left to be laid open")
        if stage == "rotation":
            check_tile("claim/tile", tile if isinstance(tile, str) else "", exploration.shape, problems)
        relic = record["relic_at"]
        return Claim(
            self.space("claim/from", record["from"]),
            at,
            self.whole("claim/cubes", record["cubes"], 0, 2),
            units,
            stand,
            tuple(sorted(self.spaces("claim/dropped", record["dropped"]))),
            str(stage),
            str(tile),
            -1 if relic is None else self.space("claim/relic_at", relic),
        )

    def battle(self, given: object, armies: list[Army], structures: list[Structure], turn: int) -> Battle | None:
        record = self.record("fight", given, "from", "to", "defender", "hits", "losers")
        if record is None:
            return None
        problems, hits, losers = self.problems, record["hits"], record["losers"]
        origins, target = self.spaces("fight/from", record["from"]), self.space("fight/to", record["to"])
        defender = self.player("fight/defender", record["defender"])
        if not origins or not all(any((a.at, a.owner) == (at, turn) for a in armies) for at in origins):
            problems.add("fight/from", "expected hexes with armies of the player whose turn it is")
        held = {(a.at, a.owner) for a in armies} | {(s.at, s.owner) for s in structures}
        if (target, defender) not in held:
            problems.add("fight/to", "expected a hex with something of the defender's")
        fine = (
            isinstance(hits, (list, tuple)) and len(hits) == 2 and all(type(h) is int and 0 <= h < 1000 for h in hits)
        )
        if hits is not None and not fine:
            problems.add("fight/hits", f"expected two numbers, of attacker and defender, not {shown(hits)}")
        if not isinstance(losers, (list, tuple)) or bool(losers) != (hits is not None):
            problems.add("fight/losers", "expected those who say what falls, once the cubes are drawn")
            losers = ()
        seats = tuple(self.player(f"fight/losers/{n}", loser) for n, loser in enumerate(losers))
        if not set(seats) <= {turn, defender}:
            problems.add("fight/losers", "expected attacker or defender")
        return Battle(origins, target, defender, tuple(hits) if fine else None, seats)
