"""Provinces, tiles, relics and event cards (D8), read and written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexwidget.geometry import Hex, HexMap
from hexwidget.problems import Problems, place, shown
from hexwidget.rules.reading import Reader
from hexwidget.systems.depletion.description.entries import MOST_CELLS, ExplorationGiven, keys_of
from hexwidget.systems.depletion.provinces import (
    NOTHING_TO_EXPLORE,
    SEVEN,
    SIXTHS,
    Exploration,
    Province,
    Shape,
    cells_of,
    tile_of,
    unexplored_hexes,
)

ENTRIES = keys_of(ExplorationGiven)
STACKS = ("shuffled", "fixed")
MOST_CARDS = 500
NAME_LENGTH = 40
A_NAME = "a name of printable characters without colon"


def write_exploration(found: Exploration, hexmap: HexMap, players: tuple[str, ...]) -> dict[str, Any] | None:
    """The description of the things that there are to explore; None if there neither are nor were any."""
    if found == NOTHING_TO_EXPLORE:
        return None
    name = hexmap.name
    shape = {"cells": [list(cell) for cell in found.shape.cells], "rotations": list(found.shape.rotations)}
    return {
        **({} if found.shape == SEVEN else {"shape": shape}),
        "provinces": [name(p.anchor) + (f"/{p.turn}" if p.turn else "") for p in found.provinces],
        "tiles": list(found.tiles),
        "stack": STACKS[not found.shuffled],
        "relics": list(found.relics),
        "placed": {name(at): relic for at, relic in found.placed},
        "events": list(found.deck),
        "row": [{"card": card, "votes": [players[seat] for seat in votes]} for card, votes in found.laid],
    }


def read_exploration(read: Reader, given: object) -> Exploration:
    """The things that there are to explore. Problems are noted."""
    problems, hexmap = read.problems, read.map if isinstance(read.map, HexMap) else None
    if given is None:
        closed = unexplored_hexes(hexmap) if hexmap is not None else set()
        if closed and hexmap is not None:
            names = ", ".join(hexmap.name(at) for at in sorted(closed)[:5])
            problems.add(
                "exploration", f"the map has unexplored hexes ({names} ...): say which provinces they belong to"
            )
        return NOTHING_TO_EXPLORE
    if not isinstance(given, Mapping):
        problems.add(
            "exploration", f'expected an object such as {{"provinces": ["0305"], "tiles": [...]}}, not {shown(given)}'
        )
        return NOTHING_TO_EXPLORE
    for name in given:
        if name not in ENTRIES:
            problems.unknown(f"exploration/{place(name)}", "entry", name, ENTRIES)
    shape = _shape(given.get("shape"), problems)
    stack = given.get("stack", STACKS[0])
    if stack not in STACKS:
        problems.unknown("exploration/stack", "way to stack", stack, STACKS)
    shuffled = stack != "fixed"
    tiles = _texts("tiles", given.get("tiles", []), problems)
    for n, text in enumerate(tiles):
        check_tile(f"exploration/tiles/{n}", text, shape, problems)
    deck = _texts("events", given.get("events", []), problems)
    provinces = _provinces(read, given.get("provinces", []), shape)
    placed = _placed(read, given.get("placed", {}))
    relics = given.get("relics")
    if relics is None:  # D8.7: as many as players, plus one
        number = len(read.players) + 1 - len(placed) if provinces else 0
        relics = [f"relic {n}" for n in range(1, number + 1)]
    return Exploration(
        shape,
        provinces,
        tuple(sorted(tiles)) if shuffled else tiles,
        shuffled,
        tuple(sorted(_texts("relics", relics, problems))),
        placed,
        tuple(sorted(deck)) if shuffled else deck,
        _row(read, given.get("row", [])),
    )


def _texts(key: str, given: object, problems: Problems) -> tuple[str, ...]:
    where = f"exploration/{key}"
    if not isinstance(given, (list, tuple)) or len(given) > MOST_CARDS:
        problems.add(where, f"expected a list of at most {MOST_CARDS} texts, not {shown(given)}")
        return ()
    for n, text in enumerate(given):
        if not _is_name(text) or (key != "tiles" and text == "?"):
            problems.add(f"{where}/{n}", f"expected {A_NAME}, not {shown(text)}")
    return tuple(text for text in given if isinstance(text, str))


def _is_name(text: object) -> bool:
    if not isinstance(text, str) or not 0 < len(text) <= max(NAME_LENGTH, 2 * MOST_CELLS):
        return False
    return text.strip() == text and text.isprintable() and ":" not in text


def _placed(read: Reader, given: object) -> tuple[tuple[int, str], ...]:
    """The relics that are placed, with their hexes."""
    where, found = "exploration/placed", []
    for space, relic in read.table(where, given, '{"0305": "crown"}').items():
        here = f"{where}/{place(space)}"
        if not _is_name(relic) or relic == "?":
            read.problems.add(here, f"expected {A_NAME}, not {shown(relic)}")
        found.append((read.space(here, space), str(relic)))
    return tuple(sorted(found))


def check_tile(where: str, text: str, shape: Shape, problems: Problems) -> None:
    """Note everything that is wrong with a tile."""
    try:
        tile = tile_of(text)
    except ValueError as error:
        problems.add(where, str(error))
        return
    if len(tile.grounds) != len(shape.cells):
        expected = f"expected the grounds of the {len(shape.cells)} hexes of a province (D8.6)"
        problems.add(where, f"{expected}, not of {len(tile.grounds)}: {shown(text)}")


def _shape(given: object, problems: Problems) -> Shape:
    if given is None:
        return SEVEN
    where = "exploration/shape"
    if not isinstance(given, Mapping) or set(given) != {"cells", "rotations"}:
        problems.add(where, f'expected {{"cells": [[0, 0], [1, 0]], "rotations": [0, 3]}}, not {shown(given)}')
        return SEVEN
    cells, turns = given["cells"], given["rotations"]
    if not isinstance(cells, (list, tuple)) or not 1 <= len(cells) <= MOST_CELLS or not all(map(_is_axial, cells)):
        problems.add(f"{where}/cells", f"expected 1 to {MOST_CELLS} pairs of axial coordinates, not {shown(cells)}")
        return SEVEN
    if len({tuple(cell) for cell in cells}) < len(cells):
        problems.add(f"{where}/cells", "a hex is given twice")
    if not isinstance(turns, (list, tuple)) or not turns or not all(type(t) is int and 0 <= t < SIXTHS for t in turns):
        problems.add(f"{where}/rotations", f"expected sixths of a turn from 0 to {SIXTHS - 1}, not {shown(turns)}")
        return SEVEN
    return Shape(tuple(Hex(*cell) for cell in cells), tuple(sorted(set(turns))))


def _is_axial(cell: object) -> bool:
    return isinstance(cell, (list, tuple)) and len(cell) == 2 and all(type(v) is int and abs(v) < 100 for v in cell)


def _provinces(read: Reader, given: object, shape: Shape) -> tuple[Province, ...]:
    """The provinces. A text names the hex that the first of the shape lies on, "0305", or "0305/2" if the shape is
    turned there."""
    problems, hexmap = read.problems, read.map
    where = "exploration/provinces"
    if not isinstance(given, (list, tuple)):
        problems.add(where, f'expected a list of hexes such as ["0305"], not {shown(given)}')
        return ()
    if not isinstance(hexmap, HexMap):
        return ()
    found: list[Province] = []
    covered: dict[int, int] = {}
    for n, text in enumerate(given):
        here = f"{where}/{n}"
        space, slash, turn = text.partition("/") if isinstance(text, str) else (text, "", "")
        at = read.space(here, space)
        if slash and turn not in map(str, range(SIXTHS)):
            problems.add(here, f"expected sixths of a turn from 0 to {SIXTHS - 1} behind the slash, not {shown(turn)}")
            continue
        if at < 0:
            continue
        province = Province(at, int(turn or 0))
        for cell in cells_of(hexmap, shape, province):
            if cell is None:
                problems.add(here, "the province lies partly off the map (D8.4: a tile covers it exactly)")
                break
            if hexmap.terrain(cell) != "unexplored":
                problems.add(
                    here, f"{hexmap.name(cell)} belongs to it and is {hexmap.terrain(cell)}, not unexplored (?)"
                )
                break
            if cell in covered:
                problems.add(here, f"{hexmap.name(cell)} belongs to {given[covered[cell]]} already")
                break
            covered[cell] = n
        found.append(province)
    lonely = sorted(unexplored_hexes(hexmap) - set(covered))
    if lonely and not problems.found:
        names = ", ".join(map(hexmap.name, lonely[:5]))
        problems.add(where, f"unexplored hexes belong to no province: {names}")
    return tuple(sorted(found))


def _row(read: Reader, given: object) -> tuple[tuple[str, tuple[int, ...]], ...]:
    problems, where = read.problems, "exploration/row"
    if not isinstance(given, (list, tuple)) or len(given) > MOST_CARDS:
        problems.add(where, f'expected a list such as [{{"card": "harvest", "votes": ["red"]}}], not {shown(given)}')
        return ()
    found = []
    for n, entry in enumerate(given):
        here = f"{where}/{n}"
        if (
            not isinstance(entry, Mapping)
            or set(entry) != {"card", "votes"}
            or not isinstance(entry["votes"], (list, tuple))
        ):
            problems.add(here, f'expected {{"card": "harvest", "votes": ["red"]}}, not {shown(entry)}')
            continue
        if not isinstance(entry["card"], str) or not entry["card"].isprintable() or len(entry["card"]) > NAME_LENGTH:
            problems.add(f"{here}/card", f"expected a name, not {shown(entry['card'])}")
        votes = tuple(read.player(f"{here}/votes/{k}", voter) for k, voter in enumerate(entry["votes"]))
        found.append((str(entry["card"]), votes))
    return tuple(found)
