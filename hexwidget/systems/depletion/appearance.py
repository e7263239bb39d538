"""The looks of a position: from an observation to a scene."""

from __future__ import annotations

from hexwidget.rules import Observation
from hexwidget.scene import Arrow, Ground, Piece, Region, Row, Scene, Token, player_looks
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.provinces import NOTHING_TO_EXPLORE, PER_ROW, province_hexes
from hexwidget.systems.depletion.units import STRUCTURE_SYMBOLS, UNITS, UnitType
from hexwidget.systems.depletion.words import banks, exploration_in_words, inventory

GROUNDS = {
    g.key: g
    for g in (
        Ground("plains", "plains", "plains", "none"),
        Ground("forest", "forest", "forest", "trees"),
        Ground("mountain", "mountain", "mountain", "peaks"),
        Ground("swamp", "swamp", "swamp", "reeds"),
        Ground("sea", "sea", "sea", "waves"),
        Ground("ocean", "ocean", "ocean", "deep"),
        Ground("unexplored", "unexplored", "unexplored", "closed"),
    )
}


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
        f"{len(found.tiles)} tiles left",
        f"{len(found.deck)} event cards left",
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


def scene(observation: Observation[DepletionPosition], status: str) -> Scene:
    """The scene: structures below units, one counter for each unit type, cubes as tokens. A depleted army is drawn
    spent."""
    position = observation.seen
    pieces: list[Piece] = []
    tokens: list[Token] = []
    for structure in position.structures:
        space = position.map.name(structure.at)
        label = f"{position.players[structure.owner]}'s {structure.kind}"
        pieces.append(
            Piece(
                f"{structure.kind}-{space}",
                space,
                structure.owner,
                STRUCTURE_SYMBOLS[structure.kind],
                structure.kind,
                label,
                layer="structure",
            )
        )
    for army in position.armies:
        space = position.map.name(army.at)
        for n, unit in zip(army.units, UNITS, strict=True):
            if n:
                label = f"{position.players[army.owner]}'s {n} {unit.singular if n == 1 else unit.plural}"
                name = f"{army.owner}-{unit.key}-{space}"
                pieces.append(
                    Piece(
                        name,
                        space,
                        army.owner,
                        unit.symbol,
                        unit.plural,
                        label,
                        n,
                        spent=army.cubes > 0,
                        figures=_figures(unit),
                    )
                )
        if army.cubes:
            cubes = f"{army.cubes} depletion cube{'s' if army.cubes > 1 else ''}"
            tokens.append(Token(space, "cube", "depletion cube", cubes, army.cubes))
    stands = "; ".join(
        f"{player} has {', '.join(things) or 'nothing'}" for player, things in inventory(position).items()
    )
    explored = "".join(f"{line[0].upper()}{line[1:]}. " for line in exploration_in_words(position))
    arrows: tuple[Arrow, ...] = ()
    attack = position.declared or position.battle
    if attack is not None:
        target = position.map.name(attack.target)
        arrows = tuple(Arrow((position.map.name(at), target), f"attack on {target}") for at in attack.origins)
    for at, relic in position.exploration.placed:
        tokens.append(Token(position.map.name(at), "relic", "relic", f"relic {relic}", shape="diamond"))
    if position.claim is not None and position.claim.to_come:
        way = (position.map.name(position.claim.origin), position.map.name(position.claim.at))
        if position.map.distance(position.claim.origin, position.claim.at) == 1:
            arrows += (Arrow(way, f"claim of {way[1]}", hue="path"),)
    return Scene(
        regions=_provinces(position),
        row=_events(position),
        map=position.map,
        grounds=tuple(GROUNDS[key] for key in position.map.terrains),
        players=player_looks(position.players),
        pieces=tuple(pieces),
        tokens=tuple(tokens),
        arrows=arrows,
        spent="depleted",
        title=position.title or " against ".join(position.players),
        description=f"A map of {position.map.columns} columns and {position.map.rows} rows. {stands}. {explored}{status}.",
    )
