"""Unexplored provinces, and the tiles that are laid on them (D8).

A tile is written as the symbols of its hexes, in the order of its shape. A mark behind a symbol says that the hex has
the relic symbol: ``*`` solid, ``o`` outlined. With the default shape the first hex is the middle, and the others follow
round it as the directions do::

    ..%*^~~.      plains in the middle, forest with a solid relic symbol at direction 1, sea at 4 and 5
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Annotated, NamedTuple

from hexwidget.english import listing
from hexwidget.geometry import DIRECTIONS, Hex, HexMap
from hexwidget.limits import Limits
from hexwidget.rules.hints import Example, Matching
from hexwidget.systems.depletion.units import TERRAINS, UNEXPLORED, WATER

SIXTHS = 6
MOST_CELLS = 61
PER_ROW = 3
"""Event cards in a row (D8.8)."""
HIDDEN_CARD = "?"
"""An observer sees this in the place of each card of the deck."""
_BY_SYMBOL = {t.symbol: t.key for t in TERRAINS if t.key != UNEXPLORED}


class Shape(NamedTuple):
    """The shape of tiles: its hexes about the first, and the sixths of a turn by which a tile may be rotated (D8.6)."""

    cells: tuple[Hex, ...]
    rotations: tuple[int, ...]


SEVEN = Shape((Hex(0, 0), *DIRECTIONS), tuple(range(SIXTHS)))
"""A hex and its six neighbours, in six rotations (D8.6)."""


A_TILE = Example(
    "the grounds of a tile (. % ^ & ~ =, and one relic symbol at most, * or o behind its ground)", "..%*.~~."
)
TileText = Annotated[str, Matching("^[.%^&~=]+([*o][.%^&~=]*)?$"), Limits(most=MOST_CELLS + 1), A_TILE]
TileOrNone = Annotated[str, Matching("^([.%^&~=]+([*o][.%^&~=]*)?)?$"), Limits(most=MOST_CELLS + 1), A_TILE]


class Tile(NamedTuple):
    """A province tile: the ground of each hex of its shape, and the index of the hex with the relic symbol (None: no
    symbol)."""

    grounds: tuple[str, ...]
    relic: int | None
    solid: bool


@lru_cache(maxsize=1000)
def tile_of(text: str) -> Tile:
    """The tile that a text stands for (`TileText`)."""
    relic, grounds = None, list[str]()
    for symbol in text:
        if symbol in "*o":
            relic = len(grounds) - 1
        else:
            grounds.append(_BY_SYMBOL[symbol])
    return Tile(tuple(grounds), relic, "*" in text)


class Province(NamedTuple):
    """An unexplored province: the hex that the first hex of the shape lies on, and the sixths by which the shape is
    turned there."""

    anchor: int
    turn: int


class Exploration(NamedTuple):
    """The things that there are to explore, and those that exploring has brought (D8).

    ``provinces``: unexplored; ``tiles`` and ``deck``: texts of the tiles and names of the event cards that are left,
    the top first if not ``shuffled``; ``relics``: not yet placed; ``placed``: relics with their hexes; ``laid``: event
    cards in their order, each with the seats of the players whose voting cubes lie on it.
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
        """The view of every player: the numbers of tiles and cards, and their backs only (D8.2)."""
        tiles = ("?" * len(self.shape.cells),) * len(self.tiles)
        return self._replace(tiles=tiles, deck=(HIDDEN_CARD,) * len(self.deck))

    def next_of(self, pile: tuple[str, ...]) -> tuple[str, ...]:
        """The tiles or cards of a pile that may come next: all, or the top one of a pile in a fixed order."""
        return pile if self.shuffled else pile[:1]

    def guess(self, rng: Random) -> Exploration:
        """The tiles and cards that may be behind what players see: any grounds, a relic symbol or none, and cards without a name."""
        grounds = [*_BY_SYMBOL]
        tiles = tuple(
            "".join(rng.choices(grounds, k=len(tile))) + rng.choice(("", "*", "o")) if HIDDEN_CARD in tile else tile
            for tile in self.tiles
        )
        deck = tuple(f"event {n}" if card == HIDDEN_CARD else card for n, card in enumerate(self.deck, 1))
        return self._replace(tiles=tiles, deck=deck)


NOTHING_TO_EXPLORE = Exploration()


def places_relic(found: Exploration, tile: Tile, unexplored: int) -> bool:
    """D8.7: True if a relic is placed once a tile lies. On a solid symbol it is, if one is left. On an outlined symbol
    it is if each of the other relics needs one of the provinces that are still unexplored.

    :param unexplored: the number of provinces that are unexplored once this tile lies
    """
    return tile.relic is not None and bool(found.relics) and (tile.solid or unexplored == len(found.relics) - 1)


def cells_of(hexmap: HexMap, shape: Shape, province: Province) -> tuple[int | None, ...]:
    """The hexes of a province, by number, in the order of the shape; None off the map."""
    anchor = hexmap.hex(province.anchor)
    return tuple(hexmap.find(anchor + cell.rotate(province.turn)) for cell in shape.cells)


@lru_cache(maxsize=200)
def province_hexes(hexmap: HexMap, shape: Shape, provinces: tuple[Province, ...]) -> dict[int, int]:
    """The unexplored hexes, each with the index of its province."""
    return {at: n for n, province in enumerate(provinces) for at in cells_of(hexmap, shape, province) if at is not None}


@lru_cache(maxsize=500)
def hexes_below(hexmap: HexMap, shape: Shape, province: Province, rotation: int) -> tuple[int, ...] | None:
    """For each hex of a rotated tile the hex of the map that it lies on; None if the tile does not cover the province
    exactly (D8.4).

    :param hexmap: a map's `bare` form: the grounds do not count
    """
    place = {hexmap.hex(at) for at in cells_of(hexmap, shape, province) if at is not None}
    turned = [cell.rotate(rotation) for cell in shape.cells]
    shift = min(place) - min(turned) if place else Hex(0, 0)
    lies = [cell + shift for cell in turned]
    if set(lies) != place or len(place) != len(lies):
        return None
    return tuple(hexmap.index(at) for at in lies)


@lru_cache(maxsize=200)
def lay_tile(hexmap: HexMap, lies: tuple[int, ...], grounds: tuple[str, ...]) -> HexMap:
    """The map with a tile laid on it."""
    return hexmap.with_grounds(dict(zip(lies, grounds, strict=True)))


class Rotation(NamedTuple):
    """One way to lay a tile. ``sixths``: its rotation; ``lies``: the hexes that it lies on, None if it does not cover
    the province; ``first``, ``second``: what keeps it from meeting each condition of D8.4, in words, empty if it meets
    it."""

    sixths: int
    lies: tuple[int, ...] | None
    first: str = ""
    second: str = ""


@lru_cache(maxsize=500)
def rotations(hexmap: HexMap, shape: Shape, province: Province, text: str) -> tuple[Rotation, ...]:
    """All rotations of a tile on a province, from 0 to 5 sixths, with the words for D8.4."""
    tile = tile_of(text)
    found = []
    for sixths in range(SIXTHS):
        lies = hexes_below(hexmap.shape, shape, province, sixths) if sixths in shape.rotations else None
        if lies is None:
            found.append(Rotation(sixths, None))
        else:
            found.append(Rotation(sixths, lies, _first(hexmap, lies, tile), _second(hexmap, lies, tile)))
    return tuple(found)


def _outside(hexmap: HexMap, at: int, lies: tuple[int, ...]) -> Iterator[str | None]:
    """The ground of each hex that is next to one and does not belong to the tile; None off the map."""
    for there in hexmap.beyond(at):
        if there is None or there not in lies:
            yield None if there is None else hexmap.terrain(there)


def _first(hexmap: HexMap, lies: tuple[int, ...], tile: Tile) -> str:
    """D8.4, the first condition: every sea hex on the rim touches known water outside. Return the fault in words; empty without one."""
    failing = []
    for at, ground in zip(lies, tile.grounds, strict=True):
        outside = list(_outside(hexmap, at, lies)) if ground == "sea" else []
        if outside and not any(there in WATER for there in outside):
            failing.append(hexmap.name(at))
    return f"its sea on {listing(failing)} touches no known water" if failing else ""


def _second(hexmap: HexMap, lies: tuple[int, ...], tile: Tile) -> str:
    """D8.4, the second condition: some land touches explored land outside. Return the fault in words; empty without one."""
    for at, ground in zip(lies, tile.grounds, strict=True):
        if ground not in WATER:
            for there in _outside(hexmap, at, lies):
                if there is not None and there not in WATER and there != UNEXPLORED:
                    return ""
    return "none of its land touches explored land"


def unexplored_hexes(hexmap: HexMap) -> set[int]:
    """The unexplored hexes of a map, by number."""
    return set(HexMap.members(hexmap.plane(UNEXPLORED)))
