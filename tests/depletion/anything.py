"""Positions and actions of depletion at random, for tests of every reason, remedy, sentence and listing.

- `random_position`: of any kind, with every decision that a game can come to
- `small_position`: at most 8 hexes and few units, on which `every_action` is short
- `random_action`: legal ones, near misses, and those of another player, phase or army
- `every_action`: everything that can be said on a small position
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, islice
from random import Random
from typing import Any

import hexwidget as hw
from hexwidget.geometry import HexMap, Offset
from hexwidget.geometry.hexmap import HOLE
from hexwidget.systems.depletion.actions import (
    Attack,
    Corps,
    DepletionAction,
    Lose,
    Maneuver,
    NoAttack,
    Pass,
    Rotate,
)
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import GALLEY, NO_UNITS, TERRAINS, UNITS, Counts
from tests.depletion.everything import every_action
from tests.depletion.strategies import LAND, LAND_UNITS, ONE_HEX

__all__ = ["beside_vessels", "every_action", "random_action", "random_position", "scattered", "small_position"]

WATER = ["sea", "ocean"]
DECISIONS = ("attack", "rotation", "losses")
"""The stages at which a player decides about something else than a maneuver."""
MOST_SAID = 4000
"""A small position with more actions to be said than this is not taken: its brute force would take seconds."""

BESIDE_VESSELS = 0.3
"""The share of small positions with vessels on several hexes: among positions at random they are rare."""


# ---------------------------------------------------------------------- positions
def random_position(rng: Random) -> DepletionPosition:
    """A position of any kind: maps of all staggers, players, phases, open decisions, options and parameters."""
    crowded = rng.random() < 0.3
    columns, rows = (rng.randint(2, 4), rng.randint(2, 3)) if crowded else (rng.randint(2, 6), rng.randint(2, 5))
    position = scattered(rng, columns=columns, rows=rows, most_units=20 if crowded else 12)
    return _played_on(position, rng, rng.choice([0, 0, 1, 2, 4, 8]))


def small_position(rng: Random) -> DepletionPosition:
    """A position of at most 8 hexes and few units, on which every action is soon said."""
    while True:
        columns, rows = rng.choice([(2, 2), (3, 2), (2, 3), (5, 1), (7, 1)])
        if rng.random() < BESIDE_VESSELS:
            position = beside_vessels(rng, rng.choice(["strict", "per_unit"]))
        else:
            position = scattered(rng, columns=columns, rows=rows, most_units=4)
            position = _played_on(position, rng, rng.choice([0, 0, 1, 2, 3, 6]))
        if position.to_act and position.chance is None:
            said = chain.from_iterable(every_action(position, player) for player in position.players)
            if sum(1 for _ in islice(said, MOST_SAID + 1)) <= MOST_SAID:
                return position


def extreme_position(rng: Random) -> DepletionPosition:
    """A position of up to 40 hexes with few or many armies, of up to 99 units a hex and of all kinds, at either pace."""
    columns, rows = rng.choice([(8, 5), (5, 8), (6, 4), (40, 1), (3, 3), (2, 2)])
    kinds = rng.choice([[0, 0, 0, 1, 2, 3, 4, 5, 6, HOLE], [0], [0, 0, 2, 4, 4, 5, 6], [4, 4, 4, 5, 0]])
    cells = bytes([0, *(rng.choice(kinds) for _ in range(columns * rows - 1))])
    hexmap = HexMap(columns, rows, rng.choice(list(Offset)), [t.key for t in TERRAINS], cells)
    players = rng.choice([["red"], ["red", "blue"], ["red", "blue", "Ada", "Bo"]])
    most = rng.choice([4, 12, 99])
    land, water = _names(hexmap, LAND), _names(hexmap, WATER)
    armies: dict[str, dict[str, dict[str, int]]] = {player: {} for player in players}
    deep = _names(hexmap, ["ocean"])
    spaces = rng.sample([*land, *water], min(len(land) + len(water), rng.choice([1, 2, 6, 40])))
    for space in spaces:
        kinds_there = (
            rng.sample(LAND_UNITS, rng.choice([1, 3, len(LAND_UNITS)])) if space in land else ["galley", "peasants"]
        )
        kinds_there = ["galley"] if space in deep else kinds_there
        units = {kind: rng.randint(1, max(1, most // len(kinds_there))) for kind in kinds_there}
        armies[rng.choice(players)][space] = units
    made = hw.system("depletion").position(
        map=hexmap,
        players=players,
        armies=armies,
        cubes={space: rng.choice([1, 3, 9]) for space in spaces if rng.random() < 0.3},
        cities={players[0]: [name for name in armies[players[0]] if name in land and rng.random() < 0.2]},
        **_exploration(rng, hexmap, len(players)),
        **{**_settings(rng), "army_size": 99},
        turn=rng.choice(players),
        round=rng.choice([1, 2]),
    )
    assert isinstance(made, DepletionPosition)
    return made


def beside_vessels(rng: Random, pace: str) -> DepletionPosition:
    """Slow armies beside a little water with vessels on most of it, which are mostly depleted and near the same hexes."""
    while True:
        columns, rows = rng.choice([(3, 2), (2, 3), (4, 2), (2, 4)])
        kinds = rng.choice([[0, 0, 2, 4, 4, 5], [0, 0, 0, 4, 5, 6], [0, 1, 3, 2, 4, 4]])
        cells = bytes(rng.choice(kinds) for _ in range(columns * rows))
        hexmap = HexMap(columns, rows, rng.choice(list(Offset)), [t.key for t in TERRAINS], cells)
        land, water = _names(hexmap, LAND), _names(hexmap, WATER)
        if land and len(water) > 1:
            break
    armies = {space: {"galley": rng.choice([1, 1, 2])} for space in rng.sample(water, rng.randint(2, len(water)))}
    cubes = {space: 1 for space in armies if rng.random() < 0.97}
    for space in rng.sample(land, min(len(land), rng.choice([1, 1, 1, 2]))):
        armies[space] = {rng.choice(["peasants", "archers", "catapult", *LAND_UNITS]): rng.choice([1, 1, 1, 2])}
    made = hw.system("depletion").position(
        map=hexmap,
        players=["red", "blue"],
        armies={"red": armies},
        cubes=cubes,
        cities={"red": rng.sample(land, int(rng.random() < 0.15))},
        **_exploration(rng, hexmap, 2),
        pace=pace,
        army_size=rng.choice([3, 4, 5]),
    )
    assert isinstance(made, DepletionPosition)
    return made


def scattered(rng: Random, *, columns: int, rows: int, most_units: int) -> DepletionPosition:
    """Armies, structures and unexplored provinces at random on a map at random."""
    kinds = rng.choice([[0, 0, 0, 1, 2, 3, 4, 5, 6, HOLE], [0, 0, 2, 4, 4, 5, 6], [0, 0, 1, 3], [0, 0, 0, 4, 6]])
    cells = bytes(rng.choice(kinds) for _ in range(columns * rows))
    place = rng.randrange(columns * rows)
    cells = cells[:place] + bytes([0]) + cells[place + 1 :]
    hexmap = HexMap(columns, rows, rng.choice(list(Offset)), [t.key for t in TERRAINS], cells)
    players = rng.choice([["red", "blue"], ["red", "blue"], ["red", "blue"], ["red", "blue", "Ada"], ["red"]])
    armies, cubes = _armies(rng, hexmap, players, most_units)
    owners = {space: player for player, places in armies.items() for space in places}
    homes: dict[str, dict[str, list[str]]] = {"cities": {}, "castles": {}, "capitals": {}}
    round_ = rng.randint(1, 3)
    land = _names(hexmap, LAND)
    for space in rng.sample(land, min(len(land), rng.choice([0, 0, 1, 2, 3]))):
        owner = owners.get(space) or rng.choice(players)
        kind = rng.choice(["cities", "castles", "castles", "capitals"])
        if kind == "capitals" and (round_ == 1 or owner in homes["capitals"]):  # D8.11 binds the start, and one at most
            kind = "castles"
        homes[kind].setdefault(owner, []).append(space)
    made = hw.system("depletion").position(
        map=hexmap,
        players=players,
        armies=armies,
        cubes=cubes,
        **homes,
        **_exploration(rng, hexmap, len(players)),
        **_settings(rng),
        turn=rng.choice(players),
        round=round_,
        passes=rng.randrange(len(players)),
    )
    assert isinstance(made, DepletionPosition)
    return made


def _names(hexmap: HexMap, grounds: Sequence[str]) -> list[str]:
    return [hexmap.name(at) for at in hexmap.members(hexmap.plane(*grounds))]


def _armies(
    rng: Random, hexmap: HexMap, players: list[str], most: int
) -> tuple[dict[str, dict[str, dict[str, int]]], dict[str, int]]:
    """Armies on land and water, of at most this many units together, and the depletion cubes under some."""
    armies: dict[str, dict[str, dict[str, int]]] = {player: {} for player in players}
    cubes: dict[str, int] = {}
    spaces = _names(hexmap, [*LAND, *WATER])
    rng.shuffle(spaces)
    left = rng.randint(1, most)
    favourites = rng.sample(LAND_UNITS, 3)
    mine = rng.choice(players)
    for space in spaces:
        if not left:
            break
        number = min(left, rng.choice([1, 1, 2, 2, 3, 4]))
        ground = hexmap.terrain(hexmap.index(space))
        if ground in LAND:
            chosen = [rng.choice(favourites) for _ in range(number)]
        else:
            chosen = [
                rng.choice(["galley", "galley", "peasants"][: 3 if ground == "sea" else 2]) for _ in range(number)
            ]
        owner = mine if rng.random() < 0.6 else rng.choice(players)
        armies[owner][space] = {key: chosen.count(key) for key in chosen}
        left -= number
        if rng.random() < 0.2:
            cubes[space] = rng.randint(1, 3)
    return armies, cubes


def _exploration(rng: Random, hexmap: HexMap, players: int) -> dict[str, Any]:
    """Provinces of one hex each on the unexplored hexes, with tiles, relics and events."""
    closed = _names(hexmap, ["unexplored"])
    if not closed:
        return {}
    kinds = [".", "^*", "~", "=", "%o", "~o", "&"]
    tiles = [rng.choice(kinds) for _ in range(len(closed) + rng.randint(0, 2))]
    return {
        "exploration": {
            "shape": ONE_HEX,
            "provinces": closed,
            "tiles": tiles,
            "stack": rng.choice(["shuffled", "fixed"]),
            "relics": [f"relic {n}" for n in range(rng.randint(0, players + 1))],
            "events": [rng.choice(["feast", "storm"]) for _ in range(rng.randint(0, 2))],
        }
    }


def _settings(rng: Random) -> dict[str, Any]:
    found: dict[str, Any] = {
        "pace": rng.choice(["strict", "per_unit"]),
        "free_entry": rng.choice(["maneuver", "group"]),
        "battle": rng.choice(["bag", "bag", "none"]),
        "rounds": rng.choice([1, 2, 3, 12]),
        "army_size": rng.choice([4, 4, 4, 5, 6, 12]),
    }
    if rng.random() < 0.3:
        found |= {"cubes_drawn": rng.randint(0, 4), "structure_defence": rng.randint(0, 3)}
        found |= {"structure_hit_points": rng.randint(1, 3)}
    return found


def _played_on(position: DepletionPosition, rng: Random, steps: int) -> DepletionPosition:
    """The position after some legal actions and chance outcomes at random, mostly up to the next decision that is not
    about a maneuver."""
    for _ in range(steps):
        if position.chance is not None:
            position = position.system.advance(position, position.chance.sample(rng))
        elif position.to_act:
            chosen = (position.legal_actions().pick(rng) for _ in range(4))
            action = next((a for a in chosen if not isinstance(a, Pass | NoAttack)), None)
            position = position.system.advance(position, action or position.legal_actions().pick(rng))
        if position.stage in DECISIONS and rng.random() < 0.5:
            break
    if position.chance is not None and rng.random() < 0.7:
        return _played_on(position, rng, 1)
    return position


# ---------------------------------------------------------------------- actions
def random_action(position: DepletionPosition, rng: Random) -> DepletionAction:
    """An action that can be said and is not malformed: a legal one, one with one to three things changed, or any."""
    player = position.players[position.acting] if rng.random() < 0.7 else rng.choice(position.players)
    action: DepletionAction | None = None
    if rng.random() < 0.5 and position.chance is None and player in position.to_act:
        action = position.legal_actions(player).pick(rng)
    if action is None:
        return _any_action(position, player, rng)
    if isinstance(action, Maneuver):
        for _ in range(rng.choice([0, 1, 1, 2, 3])):
            action = _with_a_change(position, action, rng)
    if rng.random() < 0.1:
        action = replace(action, player=rng.choice(position.players))
        if isinstance(action, Corps):
            action = replace(action, groups=tuple(replace(g, player=action.player) for g in action.groups))
    return action


def _any_action(position: DepletionPosition, player: str, rng: Random) -> DepletionAction:
    spaces = list(position.map.names())
    match rng.choice(["maneuver"] * 8 + ["corps"] * 4 + ["attack"] * 3 + ["no", "pass", "rotate", "lose", "stage"]):
        case "maneuver":
            return _any_maneuver(position, player, rng)
        case "corps":
            groups = [_any_maneuver(position, player, rng) for _ in range(rng.choice([2, 2, 3]))]
            return Corps(player, tuple(groups))
        case "attack":
            return Attack(player, rng.choice(spaces))
        case "no":
            return NoAttack(player)
        case "pass":
            return Pass(player)
        case "rotate":
            return Rotate(player, rng.randrange(6))
        case "lose":
            return _any_loss(position, player, rng)
    if position.stage == "rotation":
        return Rotate(player, rng.randrange(6))
    if position.stage == "losses":
        return _any_loss(position, player, rng)
    return Attack(player, rng.choice(spaces))


def _any_loss(position: DepletionPosition, player: str, rng: Random) -> Lose:
    name, units = position.map.name, []
    for army in position.armies:
        if rng.random() < (0.5 if position.players[army.owner] == player else 0.05):
            fallen = _some(rng, army.units)
            units += [(name(army.at), fallen)] if all(name(army.at) != space for space, _ in units) else []
    built = [(name(s.at), s.kind) for s in position.structures if rng.random() < 0.3]
    return Lose(player, tuple(units), tuple(built))


def _some(rng: Random, units: Counts) -> Counts:
    """A part of some units, at least one; now and then one more than there are."""
    types = [t for t, n in enumerate(units) for _ in range(n)]
    chosen = rng.sample(types, rng.randint(1, len(types)))
    if rng.random() < 0.08:
        chosen.append(rng.choice(types))
    return tuple(chosen.count(t) for t in range(len(units)))


def _one(unit: int) -> Counts:
    return tuple(int(t == unit) for t in range(len(NO_UNITS)))


def _any_maneuver(position: DepletionPosition, player: str, rng: Random) -> Maneuver:
    """A maneuver of some army, mostly the player's own, by a way that is mostly one."""
    seat, spaces = position.players.index(player), list(position.map.names())
    own = [position.map.name(army.at) for army in position.armies if army.owner == seat]
    others = [position.map.name(army.at) for army in position.armies]
    start = rng.choice(own) if own and rng.random() < 0.9 else rng.choice(others or spaces)
    start = start if rng.random() < 0.97 else rng.choice(spaces)
    path = [start]
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4])):
        near = [position.map.name(at) for at in position.map.neighbours(position.map.index(path[-1]))]
        path.append(rng.choice(near) if near and rng.random() < 0.97 else rng.choice(spaces))
    action = Maneuver(player, tuple(path), rng.random() < 0.25)
    there = position.by_hex.get(position.map.index(start))
    if there and rng.random() < 0.4:
        action = replace(action, units=_some(rng, there[0].units))
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        action = _with_a_change(position, action, rng)
    return action


def _with_a_change(position: DepletionPosition, action: Maneuver, rng: Random) -> Maneuver:
    """A maneuver with one thing changed."""
    spaces = list(position.map.names())
    here = position.by_hex.get(position.map.index(action.origin))
    whole = action.units or (here[0].units if here else _one(rng.randrange(len(UNITS))))
    match rng.choice(["march", "on", "back", "hex", "units", "drop", "drop", "pick", "pick", "pack", "free", "ferry"]):
        case "march":
            return replace(action, march=not action.march)
        case "on":
            near = [position.map.name(at) for at in position.map.neighbours(position.map.index(action.path[-1]))]
            return replace(action, path=(*action.path, rng.choice(near or spaces)))
        case "back" if action.moves:
            keep = len(action.path) - 1
            drops = tuple(change for change in action.drops if change[0] < keep)
            pickups = tuple(change for change in action.pickups if change[0] < keep)
            return replace(action, path=action.path[:keep], drops=drops, pickups=pickups)
        case "hex" if action.moves:
            n = rng.randrange(1, len(action.path))
            return replace(action, path=(*action.path[:n], rng.choice(spaces), *action.path[n + 1 :]))
        case "units":
            return replace(action, units=rng.choice([None, _some(rng, whole), _one(rng.randrange(len(UNITS)))]))
        case "drop":
            return replace(action, drops=_with(action.drops, rng.randrange(len(action.path)), _some(rng, whole)))
        case "pick":
            n = rng.randrange(len(action.path))
            there = position.by_hex.get(position.map.index(action.path[n]))
            joining = _some(rng, there[0].units) if there else _one(rng.randrange(len(UNITS)))
            return replace(action, pickups=_with(action.pickups, n, joining))
        case "pack" if rng.random() < 0.5:
            return replace(action, pack=rng.randint(0, 2))
        case "pack":
            return replace(action, unpack=rng.randint(0, 2))
        case "free":
            homes = [position.map.name(s.at) for s in position.structures]
            return replace(action, free=rng.choice([None, *action.path, *homes]))
        case "ferry":
            vessels = [position.map.name(army.at) for army in position.armies if army.units[GALLEY]]
            space = rng.choice(vessels or spaces)
            return replace(action, ferries=((space, _some(rng, whole)),))
    return action


def _with(changes: tuple[tuple[int, Counts], ...], at: int, units: Counts) -> tuple[tuple[int, Counts], ...]:
    return tuple(sorted({**dict(changes), at: units}.items()))
