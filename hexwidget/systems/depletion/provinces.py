"""Provinces that nobody has seen yet, and the tiles that are laid on them (D8).

A tile is written as the symbols of its hexes in the order of its shape, the one with the relic symbol marked behind: ``*``
solid, ``o`` outlined. With the default shape the first is the middle, the others follow round it as the directions do::

    ..%*^~~.      plains in the middle, forest with a solid relic symbol at direction 1, sea at 4 and 5
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from hexwidget.geometry import DIRECTIONS, Hex, HexMap
from hexwidget.rules.verdict import listing
from hexwidget.systems.depletion.units import TERRAINS, UNEXPLORED, WATER

SIXTHS = 6

PER_ROW = 3
"""Event cards in a row (D8.8)."""

HIDDEN_CARD = "?"
"""What an observer has in the place of a card of the deck."""

_BY_SYMBOL = {t.symbol: t.key for t in TERRAINS if t.key != UNEXPLORED}

_SYMBOLS = {t.key: t.symbol for t in TERRAINS}

GROUNDS = " ".join(_BY_SYMBOL)
"""The symbols that a tile is made of."""


class Shape(NamedTuple):
    """The shape of tiles: its hexes about the first, and by how many sixths of a turn a tile may be rotated (D8.6)."""

    cells: tuple[Hex, ...]
    rotations: tuple[int, ...]


SEVEN = Shape((Hex(0, 0), *DIRECTIONS), tuple(range(SIXTHS)))
"""A hex and its six neighbours, in six rotations (D8.6)."""


class Tile(NamedTuple):
    """A province tile: the ground of each hex of its shape, and which has the relic symbol (None: none)."""

    grounds: tuple[str, ...]
    relic: int | None
    solid: bool


@lru_cache(maxsize=1000)
def tile_of(text: str) -> Tile:
    """The tile that a text stands for.

    :raises ValueError: with the sentence that says what is wrong with it
    """
    grounds: list[str] = []
    marks: list[tuple[int, bool]] = []
    for symbol in text:
        if symbol in "*o" and grounds:
            marks.append((len(grounds) - 1, symbol == "*"))
        elif symbol in _BY_SYMBOL:
            grounds.append(_BY_SYMBOL[symbol])
        else:
            raise ValueError(f"{symbol!r} is no ground of a tile; expected {GROUNDS}, and * or o behind one of them")
    if len(marks) > 1:
        raise ValueError("a tile has one relic symbol at most")
    return Tile(tuple(grounds), marks[0][0] if marks else None, bool(marks and marks[0][1]))


class Province(NamedTuple):
    """An unexplored province: where the first hex of the shape lies, and by how many sixths the shape is turned there."""

    anchor: int
    turn: int


class Exploration(NamedTuple):
    """What is there to explore, and what exploring has brought (D8).

    ``provinces`` unexplored; ``tiles`` and ``deck``: texts of the tiles and names of the event cards that are left, the top
    first if not ``shuffled``; ``relics`` not yet placed; ``placed``: relics with their hexes; ``laid``: event cards in their
    order, each with the seats of those whose voting cubes lie on it.
    """

    shape: Shape = SEVEN
    provinces: tuple[Province, ...] = ()
    tiles: tuple[str, ...] = ()
    shuffled: bool = True
    relics: tuple[str, ...] = ()
    placed: tuple[tuple[int, str], ...] = ()
    deck: tuple[str, ...] = ()
    laid: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def hidden(self) -> Exploration:
        """What every player sees: how many tiles and cards there are, and none of them (D8.2)."""
        tiles = ("?" * len(self.shape.cells),) * len(self.tiles)
        return self._replace(tiles=tiles, deck=(HIDDEN_CARD,) * len(self.deck))


NOTHING_TO_EXPLORE = Exploration()


def tile_is_hidden(found: Exploration) -> bool:
    """Whether the tiles are those of an observer, who sees their backs only."""
    return any("?" in text for text in found.tiles)


def places_relic(found: Exploration, tile: Tile, unexplored: int) -> bool:
    """D8.7: whether a relic is placed once a tile lies: on a solid symbol if one is left; on an outlined one if so many
    provinces are still unexplored (this one no longer counted) that each of the other relics needs one."""
    return tile.relic is not None and bool(found.relics) and (tile.solid or unexplored == len(found.relics) - 1)


def drawn(pile: tuple[str, ...], shuffled: bool) -> tuple[tuple[str, Fraction], ...]:
    """What may come off a pile, with its probability: each alike likely, or (not shuffled) the top one."""
    if not shuffled:
        return ((pile[0], Fraction(1)),)
    return tuple((text, Fraction(n, len(pile))) for text, n in sorted(Counter(pile).items()))


def without(pile: tuple[str, ...], text: str) -> tuple[str, ...]:
    """A pile without one of those that are alike."""
    at = pile.index(text)
    return pile[:at] + pile[at + 1 :]


def cells_of(hexmap: HexMap, shape: Shape, province: Province) -> tuple[int | None, ...]:
    """The hexes of a province, by number, in the order of the shape; None off the map."""
    anchor = hexmap.hex(province.anchor)
    return tuple(hexmap.find(anchor + cell.rotate(province.turn)) for cell in shape.cells)


@lru_cache(maxsize=200)
def province_hexes(hexmap: HexMap, shape: Shape, provinces: tuple[Province, ...]) -> dict[int, int]:
    """For each unexplored hex which of the provinces it belongs to."""
    return {at: n for n, province in enumerate(provinces) for at in cells_of(hexmap, shape, province) if at is not None}


def laid_out(hexmap: HexMap, shape: Shape, province: Province, rotation: int) -> tuple[int, ...] | None:
    """Which hex of the map each hex of a tile lies on if it is rotated so; None if it does not cover the province exactly
    (D8.4)."""
    place = {hexmap.hex(at) for at in cells_of(hexmap, shape, province) if at is not None}
    turned = [cell.rotate(rotation) for cell in shape.cells]
    shift = min(place) - min(turned) if place else Hex(0, 0)
    lies = [cell + shift for cell in turned]
    if set(lies) != place or len(place) != len(lies):
        return None
    return tuple(hexmap.index(at) for at in lies)


@lru_cache(maxsize=200)
def explored(hexmap: HexMap, lies: tuple[int, ...], grounds: tuple[str, ...]) -> HexMap:
    """The map with a tile laid on it."""
    cells = bytearray(hexmap.cells)
    for at, ground in zip(lies, grounds, strict=True):
        column, row = hexmap.column_row(at)
        cells[row * hexmap.columns + column] = hexmap.terrains.index(ground)
    return HexMap(hexmap.columns, hexmap.rows, hexmap.offset, hexmap.terrains, bytes(cells))


class Rotation(NamedTuple):
    """One way to lay a tile: by how many sixths it is rotated, where its hexes lie then (None: it does not cover the
    province), and what keeps it from meeting the conditions of D8.4, in words."""

    sixths: int
    lies: tuple[int, ...] | None
    first: str = ""
    second: str = ""


@lru_cache(maxsize=500)
def rotations(hexmap: HexMap, shape: Shape, province: Province, text: str) -> tuple[Rotation, ...]:
    """All rotations of a tile on a province, from 0 to 5 sixths, with what D8.4 says of each."""
    tile = tile_of(text)
    found = []
    for sixths in range(SIXTHS):
        lies = laid_out(hexmap, shape, province, sixths) if sixths in shape.rotations else None
        if lies is None:
            found.append(Rotation(sixths, None))
        else:
            found.append(Rotation(sixths, lies, _first(hexmap, lies, tile), _second(hexmap, lies, tile)))
    return tuple(found)


def _outside(hexmap: HexMap, at: int, lies: tuple[int, ...]) -> Iterator[str | None]:
    """The ground of the hexes next to one that do not belong to the tile; None off the map."""
    for there in hexmap.beyond(at):
        if there is None or there not in lies:
            yield None if there is None else hexmap.terrain(there)


def _first(hexmap: HexMap, lies: tuple[int, ...], tile: Tile) -> str:
    """D8.4, the first condition: every sea hex on the rim touches known water outside. What fails it, in words."""
    failing = []
    for at, ground in zip(lies, tile.grounds, strict=True):
        outside = list(_outside(hexmap, at, lies)) if ground == "sea" else []
        if outside and not any(there in WATER for there in outside):
            failing.append(hexmap.name(at))
    return f"its sea on {listing(failing)} touches no known water" if failing else ""


def _second(hexmap: HexMap, lies: tuple[int, ...], tile: Tile) -> str:
    """D8.4, the second condition: some land touches explored land outside."""
    for at, ground in zip(lies, tile.grounds, strict=True):
        if ground not in WATER:
            for there in _outside(hexmap, at, lies):
                if there is not None and there not in WATER and there != UNEXPLORED:
                    return ""
    return "none of its land touches explored land"


def unexplored_hexes(hexmap: HexMap) -> set[int]:
    """The unexplored hexes of a map, by number."""
    return set(HexMap.members(hexmap.plane(UNEXPLORED)))
