"""The scene: spaces, pieces, tokens, overlays and their names. Painters read nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from hexwidget.geometry import Plane, SpaceMap


@dataclass(frozen=True, slots=True)
class Ground:
    """How one kind of ground looks. ``pattern`` goes with the hue: no ground is told by hue alone.

    ``hue`` and ``pattern`` name entries of ``palette.json``.
    """

    key: str
    label: str
    hue: str
    pattern: Literal["none", "trees", "peaks", "hills", "crags", "reeds", "waves", "deep", "closed"]


@dataclass(frozen=True, slots=True)
class BorderLook:
    """How one kind of border looks. ``stroke`` goes with the hue: no border is told by hue alone."""

    key: str
    label: str
    hue: str
    stroke: Literal["solid", "dashed", "dotted"]


@dataclass(frozen=True, slots=True)
class Player:
    """How one player's pieces look: a hue of the palette and, as a second mark, the shape of the counters."""

    name: str
    hue: str
    shape: Literal["square", "round", "diamond", "hexagon"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter on a space. ``owner`` is the seat of its player; ``symbol`` names a drawing of ``symbols.json`` (of another
    name the first letter is drawn), ``kind`` is what pieces with that symbol are called; ``label`` names this one."""

    id: str
    space: str
    owner: int
    symbol: str
    kind: str
    label: str
    count: int = 1
    layer: Literal["structure", "unit"] = "unit"
    spent: bool = False
    """Whether it is done for this round: drawn paler, with its tokens."""
    turned: bool = False
    """Whether it lies on its side."""
    facing: int | None = None
    """The side of its hex that it faces, by the number of the map's direction."""
    pips: int = 0
    """How much it can still do: so many dots below it."""


@dataclass(frozen=True, slots=True)
class Token:
    """Small markers of one kind on a space. ``kind`` names an entry of the palette, ``name`` is what one of them is called,
    ``label`` says how many there are. ``shape`` goes with the hue: no kind is told by hue alone."""

    space: str
    kind: str
    name: str
    label: str
    count: int = 1
    shape: Literal["square", "round", "diamond"] = "square"


@dataclass(frozen=True, slots=True)
class Overlay:
    """Hexes to be marked. ``levels`` pairs a number with the plane (map numbers) of the hexes that it is shown on; the
    planes do not intersect. Fill, darkening and border are separate settings.

    :param hue: of the palette, or of a player; ``fill``: how opaque, 0 to 1
    :param darkening: how much paler the last level is filled than the first, 0 to 1
    :param border: width of the outline of the whole, in pixels
    :param numbers: whether to write each level's number on its hexes
    :param hatch: lines across its hexes: with several overlays on one hex, each is told by the direction of its own
    """

    name: str
    label: str
    levels: tuple[tuple[float, Plane], ...]
    hue: str = "reach"
    fill: float = 0.5
    darkening: float = 0.5
    border: float = 2.0
    numbers: bool = True
    hatch: Literal["none", "rising", "falling", "level", "upright"] = "none"


@dataclass(frozen=True, slots=True)
class Arrow:
    """A path from hex to hex. ``hue`` is one of overlays or players; a ``trail`` says where something has come from: it has
    no head and lies below the pieces."""

    spaces: tuple[str, ...]
    label: str = ""
    hue: str = "attack"
    trail: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A few words at a space. ``hue`` is one of overlays or players."""

    space: str
    text: str
    hue: str = "mark"


@dataclass(frozen=True, slots=True)
class Card:
    """A card that fills a space of a mat, or a pile of cards on one. ``owner`` is the seat of its player.

    :param title: what is printed on it; ``kind``: what such cards are called, for the legend
    :param symbol: a drawing of ``symbols.json``; "": none
    :param figures: pairs of a drawing and what stands beside it, such as damage and health
    :param face: whether its face is seen; ``exerted``: whether it is turned; ``hurt``: whether a figure is less than it was
    :param count: how many alike lie there; ``pile``: whether it is a pile, which shows only how many
    :param details: all about it, in sentences
    """

    space: str
    owner: int
    title: str
    kind: str
    symbol: str
    cost: int = 0
    figures: tuple[tuple[str, str], ...] = ()
    count: int = 1
    face: bool = True
    exerted: bool = False
    hurt: bool = False
    pile: bool = False
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel beside the board: its wedges in order, and the markers on it as pairs of seat and wedge (from 0).

    ``slot``: of the draft, which a click on wedge n sets to ``values[n]``.
    """

    title: str
    wedges: tuple[str, ...]
    markers: tuple[tuple[int, int], ...]
    slot: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """Spaces that belong together: their outline is drawn on the ground. ``plane``: in the map's numbers."""

    label: str
    plane: Plane


@dataclass(frozen=True, slots=True)
class Row:
    """Cards that lie open beside the board, so many in a row: pairs of what is printed on one and the seats of those whose
    markers lie on it. ``notes``: what else there is to know beside them, such as how many cards are left."""

    title: str
    cards: tuple[tuple[str, tuple[int, ...]], ...]
    length: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a painter draws. ``description`` says it in words, for those who cannot see it."""

    map: SpaceMap
    grounds: tuple[Ground, ...]
    """The look of each of ``map.terrains``, in that order."""
    players: tuple[Player, ...]
    pieces: tuple[Piece, ...] = ()
    tokens: tuple[Token, ...] = ()
    cards: tuple[Card, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    notes: tuple[Note, ...] = ()
    borders: tuple[BorderLook, ...] = ()
    """The look of each kind of border that the map has."""
    spent: str = ""
    """What it means that a piece is drawn spent, for the legend."""
    wheel: Wheel | None = None
    regions: tuple[Region, ...] = ()
    row: Row | None = None
    title: str = ""
    description: str = ""

    def adding(
        self, overlays: Iterable[Overlay] = (), arrows: Iterable[Arrow] = (), notes: Iterable[Note] = ()
    ) -> Scene:
        """This scene with more overlays, arrows and notes on it."""
        return replace(
            self,
            overlays=(*self.overlays, *overlays),
            arrows=(*self.arrows, *arrows),
            notes=(*self.notes, *notes),
        )


_HUES = ("red", "blue", "green", "yellow", "purple", "black")
_SHAPES: tuple[Literal["square", "round", "diamond", "hexagon"], ...] = ("square", "round", "diamond", "hexagon")


def player_looks(names: Iterable[str]) -> tuple[Player, ...]:
    """Looks for players by seat. Somebody called by a colour of the palette gets it; the others take what is left.

    >>> [p.hue for p in player_looks(["blue", "Ada"])]
    ['blue', 'red']
    """
    names = tuple(names)
    left = [hue for hue in _HUES if hue not in names]
    looks = []
    for seat, name in enumerate(names):
        hue = (
            name if name in _HUES and name not in names[:seat] else (left.pop(0) if left else _HUES[seat % len(_HUES)])
        )
        looks.append(Player(name, hue, _SHAPES[seat % len(_SHAPES)]))
    return tuple(looks)
