"""The predicates on positions, however they came about."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.rules import Finding, bars
from hexwidget.systems.depletion.counts import on_land, peasants_only
from hexwidget.systems.depletion.position import DepletionPosition, Structure
from hexwidget.systems.depletion.provinces import hexes_below
from hexwidget.systems.depletion.units import GALLEY, PEASANTS, UNEXPLORED, WATER


@bars("D1.6", "D8.1")
def no_hex_is_shared(position: DepletionPosition) -> Iterator[Finding]:
    """D1.6: enemies never share a hex. D8.1: nothing stands in an unexplored province."""
    owners: dict[int, set[int]] = {}
    held = [(a.at, a.owner) for a in position.armies] + [(s.at, s.owner) for s in position.structures]
    for at, owner in held:
        owners.setdefault(at, set()).add(owner)
    for at, seats in sorted(owners.items()):
        name = position.map.name(at)
        there = " and ".join(position.objects_at(at))
        if len(seats) > 1:
            wording = "{0} holds {held}: enemies never share a hex"
            yield Finding("D1.6", "shared", (name,), {"held": there}, wording)
        if position.map.terrain(at) == UNEXPLORED:
            wording = "{0} is unexplored, so it cannot hold {held}"
            yield Finding("D8.1", "unexplored", (name,), {"held": there}, wording)


@bars("D4.4", "D6.1", "D6.3", "D7.2")
def armies_may_stand_there(position: DepletionPosition) -> Iterator[Finding]:
    """D4.4: an army has at most so many units. D6.1: vessels stand on water. D7.2: soldiers stand on land. D6.3: peasants
    stand no deeper than the sea."""
    most = position.settings["army_size"]
    for army in position.armies:
        name, terrain = position.map.name(army.at), position.map.terrain(army.at)
        told = {"terrain": terrain}
        if army.size > most:
            wording = "{size:unit} stand on {0}, and an army has at most {most}"
            yield Finding("D4.4", "too_many", (name,), {"size": army.size, "most": most}, wording)
        land = on_land(army.units)
        if army.units[GALLEY] and terrain not in WATER and terrain != UNEXPLORED:
            wording = "a vessel stands on {0}, which is {terrain}: vessels keep to water"
            yield Finding("D6.1", "vessel_on_land", (name,), told, wording)
        if terrain in WATER and not peasants_only(land):
            wording = "soldiers stand on {0}, which is {terrain}: they stand only on land"
            yield Finding("D7.2", "on_water", (name,), told, wording)
        elif terrain == "ocean" and land[PEASANTS]:
            wording = "peasants stand on {0}, which is {terrain}: they go no deeper than the sea"
            yield Finding("D6.3", "on_water", (name,), told, wording)


@bars("D8.2")
def enough_tiles(position: DepletionPosition) -> Iterator[Finding]:
    """D8.2: there is a tile for each unexplored province."""
    found = position.exploration
    # A tile that has been turned over and not laid yet is no longer among those that are left.
    turned = position.claim is not None and position.claim.stage == "rotation"
    if len(found.tiles) + turned < len(found.provinces):
        numbers = {"tiles": len(found.tiles), "provinces": len(found.provinces)}
        wording = "{provinces:unexplored province} cannot be covered by {tiles:tile}"
        yield Finding("D8.2", "too_few_tiles", (), numbers, wording)


@bars("D8.4")
def tiles_fit_the_provinces(position: DepletionPosition) -> Iterator[Finding]:
    """D8.4: some rotation of a tile covers each province exactly."""
    found, hexmap = position.exploration, position.map
    for province in found.provinces:
        covering = [k for k in found.shape.rotations if hexes_below(hexmap, found.shape, province, k) is not None]
        if not covering:
            wording = "no rotation of a tile covers the province at {0} exactly"
            yield Finding("D8.4", "does_not_fit", (hexmap.name(province.anchor),), {}, wording)


@bars("D8.7")
def relics_are_not_too_many(position: DepletionPosition) -> Iterator[Finding]:
    """D8.7: there are as many relics as players, plus one."""
    found = position.exploration
    most, relics = len(position.players) + 1, len(found.relics) + len(found.placed)
    if relics > most:
        wording = "{relics} relics are too many: there is one for each player and one more, {most} in all"
        yield Finding("D8.7", "too_many_relics", (), {"relics": relics, "most": most}, wording)


@bars("D8.11")
def at_most_one_capital(position: DepletionPosition) -> Iterator[Finding]:
    """D8.11: a player has one capital at most."""
    for seat, player in enumerate(position.players):
        spaces = tuple(position.map.name(s.at) for s in _capitals(position) if s.owner == seat)
        if len(spaces) > 1:
            wording = "{player:has} {number} capitals, on {spaces}: a player has one at most"
            yield Finding("D8.11", "several_capitals", spaces, {"player": player, "number": len(spaces)}, wording)


@bars("D8.10", "D8.11")
def each_begins_with_a_capital(position: DepletionPosition) -> Iterator[Finding]:
    """D8.10, D8.11: at the start of a scenario that names capitals every player has one, on explored land, apart from
    the objects of others."""
    capitals = _capitals(position)
    if not capitals or not _at_the_start(position):
        return
    for seat, player in enumerate(position.players):
        if all(capital.owner != seat for capital in capitals):
            wording = "{player:begins} without a capital, and this scenario names capitals"
            yield Finding("D8.10", "no_capital", (), {"player": player}, wording)
    for capital in capitals:
        told = {"player": position.players[capital.owner], "terrain": position.map.terrain(capital.at)}
        name = position.map.name(capital.at)
        if told["terrain"] == UNEXPLORED:
            wording = "{player:'s} capital stands on {0}, which is {terrain}: a starting province is explored"
            yield Finding("D8.10", "capital_unexplored", (name,), told, wording)
        elif told["terrain"] in WATER:
            wording = "{player:'s} capital stands on {0}, which is {terrain}: it must stand on land"
            yield Finding("D8.11", "capital_on_water", (name,), told, wording)
        near = (capital.at, *position.map.neighbours(capital.at))
        for there in sorted(set(near) & position.enemy_hexes(capital.owner)):
            told = {"player": told["player"], "held": " and ".join(position.objects_at(there, but=capital.owner))}
            wording = (
                "{1} holds {held}: at the start nothing of another player is on or beside {player:'s} capital on {0}"
            )
            yield Finding("D8.11", "capital_in_contact", (name, position.map.name(there)), told, wording)


def _capitals(position: DepletionPosition) -> list[Structure]:
    return [structure for structure in position.structures if structure.kind == "capital"]


def _at_the_start(position: DepletionPosition) -> bool:
    """True in round 1 before any action: the first player is to act, and no maneuver, pass or event has left a trace."""
    untouched = (position.landing, position.declared, position.claim, position.battle) == (None,) * 4
    first = (position.round, position.turn, position.passes) == (1, 0, 0)
    return first and untouched and not any(army.cubes for army in position.armies)


INTEGRITY = (
    no_hex_is_shared,
    armies_may_stand_there,
    enough_tiles,
    tiles_fit_the_provinces,
    relics_are_not_too_many,
    at_most_one_capital,
    each_begins_with_a_capital,
)
"""The predicates on a position."""
