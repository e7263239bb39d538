"""Positions from and to plain data: Python keywords, or the same structure as JSON. An error lists all problems at once.

- `entries`: the entries of a description, with their limits
- `reading`: armies, structures, and what is under way
- `exploring`: provinces, tiles, relics and event cards, read and written
- `line`: a position on one line
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hexwidget.rules import Rulebook
from hexwidget.rules.description import Given
from hexwidget.systems.depletion.description.entries import DepletionDescription
from hexwidget.systems.depletion.description.exploring import read_exploration, write_exploration
from hexwidget.systems.depletion.description.reading import OBJECTIVES, DepletionReader
from hexwidget.systems.depletion.position import STRUCTURE_KEYS, Battle, Claim, DepletionPosition
from hexwidget.systems.depletion.units import TERRAINS, UNITS, Counts

__all__ = ["DepletionDescription", "build", "describe"]

ADDED: Mapping[str, Any] = {"capitals": {}, "voting_cubes": 12}
"""The entries that a description leaves out where they have these values. Files that were written before the rules knew
them stay as they are."""


def build(rulebook: Rulebook, description: Mapping[str, Any]) -> DepletionPosition:
    """A position from its description. It may still break clauses.

    :raises InputError: listing everything that cannot be read
    """
    given = Given(DepletionDescription, description, rulebook)
    hexmap, players = given.map(TERRAINS), given.players()
    # Without a map or players the rest is read all the same, so that the error lists all that is wrong with it.
    read = DepletionReader(hexmap, players, given.problems)
    armies = read.armies(given["armies"], given["cubes"])
    structures = read.structures({kind: given[key] for kind, key in STRUCTURE_KEYS.items()})
    turn = read.player("turn", given["turn"]) if "turn" in description else 0
    made: dict[str, Any] = {
        "round": given.whole(read, "round"),
        "passes": read.whole("passes", given["passes"], 0, max(0, len(players) - 1)),
        "landing": read.landing(given["landing"], armies, turn),
        "declared": read.declared(given["declared"]),
    }
    exploration = read_exploration(read, given["exploration"])
    made["claim"] = read.claim(given["claim"], exploration)
    made["battle"] = read.battle(given["fight"], armies, structures, turn)
    made["title"] = given.title()
    settings = given.settings({"objective": read.objective(OBJECTIVES, "D1.16")})
    given.raise_any()
    assert hexmap is not None  # noqa: S101  (raise_any has raised otherwise)
    return DepletionPosition(
        map=hexmap,
        players=players,
        settings=settings,
        armies=tuple(sorted(armies)),
        structures=tuple(sorted(structures)),
        turn=turn,
        exploration=exploration,
        **made,
    )


def describe(position: DepletionPosition) -> dict[str, Any]:
    """The description of a position, as plain data in canonical order. Building it gives an equal position."""
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
        **{key: there for kind, key in STRUCTURE_KEYS.items() if (there := by_player(built[kind])) or key not in ADDED},
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
        **{name: value for name, value in position.settings.items() if ADDED.get(name) != value},
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
