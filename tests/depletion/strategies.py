"""Random positions of depletion, and random walks through its games."""

from __future__ import annotations

from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.geometry import HexMap, Offset
from hexwidget.geometry.hexmap import HOLE
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import TERRAINS, UNITS

LAND = [t.key for t in TERRAINS if t.key not in ("sea", "ocean", "unexplored")]
LAND_UNITS = [u.key for u in UNITS if u.key != "galley"]
ONE_HEX = {"cells": [[0, 0]], "rotations": [0]}
"""A shape of tiles for small maps: every unexplored hex is a province."""


@st.composite
def positions(draw: st.DrawFn, most: int = 4, *, wet: bool = False) -> DepletionPosition:
    """Small maps of all staggers with two or three players, armies of at most this many units, vessels, homes, cubes,
    unexplored hexes, any turn and reading.

    :param wet: with more water, and vessels on it
    """
    columns, rows = draw(st.integers(2, 6)), draw(st.integers(2, 5))
    kinds = [0, 0, 2, 4, 4, 5, 6] if wet else [0, 0, 0, 1, 2, 3, 4, 5, 6, HOLE]
    cells = draw(st.lists(st.sampled_from(kinds), min_size=columns * rows, max_size=columns * rows))
    cells[draw(st.integers(0, columns * rows - 1))] = 0
    hexmap = HexMap(columns, rows, draw(st.sampled_from(Offset)), [t.key for t in TERRAINS], bytes(cells))
    land = [hexmap.name(i) for i in hexmap.members(hexmap.plane(*LAND))]
    players = draw(st.sampled_from([["red", "blue"], ["red", "blue", "Ada"]]))
    free = draw(st.permutations(land))
    armies: dict[str, dict[str, dict[str, int]]] = {p: {} for p in players}
    cubes: dict[str, int] = {}
    for space in free[: draw(st.integers(1, 6))]:
        chosen = draw(st.lists(st.sampled_from(LAND_UNITS), min_size=1, max_size=most))
        armies[draw(st.sampled_from(players))][space] = {key: chosen.count(key) for key in set(chosen)}
        if draw(st.booleans()) and draw(st.booleans()):
            cubes[space] = draw(st.integers(1, 3))
    water = draw(st.permutations([hexmap.name(i) for i in hexmap.members(hexmap.plane("sea", "ocean"))]))
    for space in water[: draw(st.integers(1 if wet else 0, 3))]:
        fleet = {"galley": draw(st.integers(1, 2))}
        if hexmap.terrain(space) == "sea" and draw(st.booleans()):
            fleet["peasants"] = 1
            if draw(st.booleans()):
                del fleet["galley"]
        armies[draw(st.sampled_from(players))][space] = fleet
        if draw(st.booleans()) and draw(st.booleans()):
            cubes[space] = 1
    closed = [hexmap.name(i) for i in hexmap.members(hexmap.plane("unexplored"))]
    tiles = draw(
        st.lists(st.sampled_from([".", "^*", "~", "=", "%o", "~o"]), min_size=len(closed), max_size=len(closed))
    )
    exploration = {
        "shape": ONE_HEX,
        "provinces": closed,
        "tiles": tiles,
        "stack": draw(st.sampled_from(["shuffled", "fixed"])),
        "events": draw(st.lists(st.sampled_from(["feast", "storm"]), max_size=2)),
    }
    owner = {space: p for p, places in armies.items() for space in places}
    homes: dict[str, list[str]] = {p: [] for p in players}
    for space in draw(st.lists(st.sampled_from(land), max_size=3, unique=True)):
        homes[owner.get(space) or draw(st.sampled_from(players))].append(space)
    made = hw.system("depletion").position(
        map=hexmap,
        players=players,
        armies=armies,
        cubes=cubes,
        **{draw(st.sampled_from(["cities", "castles"])): homes},
        exploration=exploration if closed else None,
        battle=draw(st.sampled_from(["bag", "none"])),
        turn=draw(st.sampled_from(players)),
        round=draw(st.integers(1, 3)),
        rounds=draw(st.integers(1, 3)),
        army_size=draw(st.integers(4, 6)),
        pace=draw(st.sampled_from(["strict", "per_unit"])),
    )
    assert isinstance(made, DepletionPosition)
    return made
