"""The looks of a position: from an observation to a scene."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from hexwidget.english import agree, capital, counted, listing, possessive
from hexwidget.rules import Observation
from hexwidget.scene import Arrow, Ground, Piece, Region, Row, Scene, Token, player_looks
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.provinces import NOTHING_TO_EXPLORE, PER_ROW, province_hexes
from hexwidget.systems.depletion.units import STRUCTURE_SYMBOLS, TERRAINS, UNITS, UnitType
from hexwidget.systems.depletion.words import banks, exploration_in_words, holdings

PATTERNS: tuple[Any, ...] = ("none", "trees", "peaks", "reeds", "waves", "deep", "closed")
"""The pattern of each of `TERRAINS`."""
GROUNDS = {t.key: Ground(t.key, t.label, t.key, pattern) for t, pattern in zip(TERRAINS, PATTERNS, strict=True)}


def _provinces(position: DepletionPosition) -> tuple[Region, ...]:
    """The unexplored provinces, each with its outline."""
    found: dict[int, int] = {}
    exploration = position.exploration
    for at, number in province_hexes(position.map, exploration.shape, exploration.provinces).items():
        found[number] = found.get(number, 0) | 1 << at
    return tuple(Region("unexplored province", plane) for plane in found.values())


def _events(position: DepletionPosition) -> Row | None:
    """The event cards that lie open (D8.8), with the voting cubes on them, and what is left to explore."""
    found = position.exploration
    if found == NOTHING_TO_EXPLORE:
        return None
    notes = (
        f"{counted(len(found.tiles), 'tile')} left",
        f"{counted(len(found.deck), 'event card')} left",
        f"relics left: {', '.join(found.relics) or 'none'}",
        f"voting cubes left: {', '.join(banks(position))}",
    )
    return Row("Events", found.laid, PER_ROW, notes)


def _figures(unit: UnitType) -> tuple[tuple[str, str, str], ...]:
    """The movement points of a unit, and its range where that is more than a hex."""
    found = [("boot", str(unit.movement), "movement")]
    if unit.attack_range is not None and unit.attack_range[1] > 1:
        found.append(("bow", "-".join(map(str, unit.attack_range)), "range"))
    return tuple(found)


def scene(observation: Observation[DepletionPosition]) -> Scene:
    """The scene: structures below units, one counter for each unit type, cubes as tokens. A depleted army is drawn
    spent."""
    position = observation.seen
    held = holdings(position).items()
    stands = "".join(f" {capital(agree(player, 'has'))} {listing(things) or 'nothing'}." for player, things in held)
    explored = "".join(f" {capital(line)}." for line in exploration_in_words(position))
    size = f"{counted(position.map.columns, 'column')} and {counted(position.map.rows, 'row')}"
    return Scene(
        regions=_provinces(position),
        row=_events(position),
        map=position.map,
        grounds=tuple(GROUNDS[key] for key in position.map.terrains),
        players=player_looks(position.players),
        pieces=(*_structures(position), *units(position)),
        tokens=tuple(_tokens(position)),
        arrows=tuple(_arrows(position)),
        spent="depleted",
        title=position.title or capital(" against ".join(position.players)),
        description=f"A map of {size}.{stands}{explored} {position.system.status(position)}.",
    )


def _structures(position: DepletionPosition) -> Iterator[Piece]:
    for structure in position.structures:
        space, owner, kind = position.map.name(structure.at), structure.owner, structure.kind
        label = f"{possessive(position.players[owner])} {kind}"
        yield Piece(f"{kind}-{space}", space, owner, STRUCTURE_SYMBOLS[kind], kind, label, layer="structure")


def units(position: DepletionPosition) -> list[Piece]:
    """One counter for each unit type of each army."""
    name, players = position.map.name, position.players
    return [each for army in position.armies for each in _counters(army, name(army.at), players[army.owner])]


@lru_cache(maxsize=5000)  # most armies stay as they are from step to step
def _counters(army: Army, space: str, player: str) -> tuple[Piece, ...]:
    owner, spent, found = army.owner, army.cubes > 0, []
    for n, unit in zip(army.units, UNITS, strict=True):
        if n:
            label = f"{possessive(player)} {unit.singular if n == 1 else unit.counted(n)}"
            name, figures = f"{owner}-{unit.key}-{space}", _figures(unit)
            found.append(Piece(name, space, owner, unit.symbol, unit.plural, label, n, spent=spent, figures=figures))
    return tuple(found)


def _tokens(position: DepletionPosition) -> Iterator[Token]:
    for army in position.armies:
        if army.cubes:
            cubes = counted(army.cubes, "depletion cube")
            yield Token(position.map.name(army.at), "cube", "depletion cube", cubes, army.cubes)
    for at, relic in position.exploration.placed:
        yield Token(position.map.name(at), "relic", "relic", f"relic {relic}", shape="diamond")


def _arrows(position: DepletionPosition) -> Iterator[Arrow]:
    """The attack that is declared or fought, and the claim of an adjacent hex."""
    name, attack, claim = position.map.name, position.declared or position.battle, position.claim
    if attack is not None:
        target = name(attack.target)
        yield from (Arrow((name(at), target), f"attack on {target}") for at in attack.origins)
    if claim is not None and claim.to_come and position.map.distance(claim.origin, claim.at) == 1:
        yield Arrow((name(claim.origin), name(claim.at)), f"claim of {name(claim.at)}", hue="path")
