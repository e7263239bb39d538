"""The scene: spaces, pieces, tokens, overlays and their names. Painters need nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Annotated, Literal

from hexwidget.geometry import Links, Plane, SpaceMap
from hexwidget.geometry.hexsides import hexsides_in_words
from hexwidget.geometry.images import Image
from hexwidget.geometry.places import NamedPlace, places_in_words
from hexwidget.limits import Limits

Seat = Annotated[int, Limits(0)]
"""The number of a player, in seating order."""
Number = Annotated[int, Limits(1)]
"""The number of like things that are drawn as one."""
Amount = Annotated[int, Limits(0)]
HUES = ("reach", "barred", "attack", "path", "mark", "focus")
"""The hues of overlays, arrows and notes, beside those of the players."""
HIDDEN = "hidden counter"
"""The name of a piece whose face is not seen."""
Theme = Literal["auto", "light", "dark", "light-contrast", "dark-contrast"]
"""The theme of a board; "auto": that of the page around it."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The look of a kind of ground. Each ground has a ``pattern`` beside its hue, for people who do not see the hue.

    ``hue`` and ``pattern`` name entries of ``palette.json``.
    """

    key: str
    label: str
    hue: str
    pattern: Literal["none", "trees", "peaks", "hills", "crags", "reeds", "waves", "deep", "closed"]


@dataclass(frozen=True, slots=True)
class BorderLook:
    """The look of a kind of border, hexside or link. Each has a ``stroke`` beside its hue, for people who do not see the hue. "river",
    "ridge" and "bridge" are drawings along a side, or across it; links have none."""

    key: str
    label: str
    hue: str
    stroke: Literal["solid", "dashed", "dotted", "river", "ridge", "bridge"]


@dataclass(frozen=True, slots=True)
class Player:
    """The look of a player's pieces, with the shape of the counters as a second mark. ``hue`` is a hue of the palette, or a colour
    of the player's own as "#rrggbb"; from such a colour painters derive the figure on it and the wall below."""

    name: str
    hue: str
    shape: Literal["square", "round", "diamond", "hexagon"]


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Piece:
    """A counter on a space. ``owner`` is the seat of its player; ``symbol`` names a drawing of ``symbols.json`` (for another
    name, its first letter is drawn), or is a code of an army symbol, such as "sfgpuci---" (`hexwidget.scene.army`); ``kind`` is the name of pieces with that symbol; ``label`` is the name of this piece."""

    id: str
    space: str
    owner: Seat
    symbol: str
    kind: str
    label: str
    count: Number = 1
    layer: Literal["structure", "unit"] = "unit"
    spent: bool = False
    """True if it can do no more in this round. It is drawn paler, with its tokens."""
    turned: bool = False
    """True if it lies on its side."""
    facing: int | None = None
    """The side of its hex that it faces, as the number of a direction."""
    pips: Amount = 0
    """The dots below it: the actions that it has left."""
    figures: tuple[tuple[str, str, str], ...] = ()
    """Its figures: a drawing, the text beside it, and its meaning, such as ("sword", "+3", "attack"). Figures without a drawing
    ("") are written in one row, as "4-4-4", at the foot of the counter. Figures that would be too small to be read are left out."""
    lost: Amount = 0
    """The steps that it has lost. The counter has a stripe for each, up to three; the board's words say them, too."""
    image: Image | None = field(default=None, repr=False)
    """A picture in place of the drawing: `hexwidget.scene.piece_image` reads it."""
    hidden: bool = field(default=False, repr=False)
    """True if its face is not seen. A scene holds nothing of a hidden piece but its space and its owner: see `Scene`."""


piece = lru_cache(maxsize=5000, typed=True)(Piece)
"""As `Piece`, with values that can be hashed: a counter that stays as it is is the same object from one scene to the next, and so what
it travels as is made once."""


@dataclass(frozen=True, slots=True)
class Token:
    """Small markers of one kind on a space. ``kind`` names an entry of the palette; ``name`` is the name of one marker;
    ``label`` has their number in words. Each kind has a ``shape`` beside its hue, for people who do not see the hue."""

    space: str
    kind: str
    name: str
    label: str
    count: Number = 1
    shape: Literal["square", "round", "diamond"] = "square"


@dataclass(frozen=True, slots=True)
class Overlay:
    """Marked hexes. ``levels`` pairs a number with the plane of the hexes that show it. The planes do not intersect.

    It is drawn as a line about its hexes with a faint tint. In a player's hue it is a zone: a front line with teeth in the
    shape of the player's counters. Several levels without numbers are shades of the hue.

    :param hue: of the palette, or of a player
    :param fill: the opacity of the first shade, 0 to 1; ``darkening``: how much paler the last shade is, 0 to 1
    :param border: the width of the line; 2 is the usual one, 0 draws none
    :param numbers: True: the number of each level is written on its hexes
    :param stroke: the line's stroke, which tells several overlays on a hex apart
    :param on_demand: True: a view hides it until the viewer asks for it
    """

    name: str
    label: str
    levels: tuple[tuple[float, Plane], ...]
    hue: str = "reach"
    fill: float = 0.5
    darkening: float = 0.5
    border: float = 2.0
    numbers: bool = True
    stroke: Literal["solid", "dashed", "dotted"] = "solid"
    on_demand: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """A path from hex to hex. ``hue`` is a hue of overlays or players. A ``trail`` is the way that a piece has come: it has no
    head and lies below the pieces. The label of a ``written`` arrow is drawn on it."""

    spaces: tuple[str, ...]
    label: str = ""
    hue: str = "attack"
    trail: bool = False
    written: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A few words at a space. ``hue`` is a hue of overlays or players."""

    space: str
    text: str
    hue: str = "mark"


@dataclass(frozen=True, slots=True)
class Card:
    """A card that fills a space of a mat, or a pile of cards on one. ``owner`` is the seat of its player.

    :param title: the printed title; ``kind``: the name of such cards, for the legend
    :param symbol: a drawing of ``symbols.json``; "": no drawing
    :param figures: pairs of a drawing and a text beside it, such as damage and health
    :param face: True if its face is up; ``exerted``: True if it is turned; ``hurt``: True if a figure is reduced
    :param count: the number of equal cards there; ``pile``: True for a pile, which shows only the number of its cards
    :param details: the whole card, in sentences
    """

    space: str
    owner: Seat
    title: str
    kind: str
    symbol: str
    cost: Amount = 0
    figures: tuple[tuple[str, str], ...] = ()
    count: Amount = 1
    face: bool = True
    exerted: bool = False
    hurt: bool = False
    pile: bool = False
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """A number that a player has, such as life. It is shown with the player's zones of a mat. ``owner``: the seat."""

    owner: Seat
    label: str
    value: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """A table beside the board. ``rows`` are those of the players, by seat, and have a cell for each entry of ``header``.
    ``notes`` are sentences below the table."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel beside the board: its wedges in order, and the markers on it as pairs of seat and wedge (from 0).

    A click on wedge n sets the draft's ``slot`` to ``values[n]``. ``ledger``: the belongings of the players, below the wheel.
    """

    title: str
    wedges: Annotated[tuple[str, ...], Limits(2)]
    markers: tuple[tuple[int, int], ...]
    slot: str
    values: tuple[int, ...]
    ledger: Ledger | None = None


@dataclass(frozen=True, slots=True)
class Region:
    """Spaces that belong together. Their outline is drawn on the ground. ``plane`` has the map's numbers."""

    label: str
    plane: Plane


@dataclass(frozen=True, slots=True)
class Row:
    """Open cards beside the board, ``length`` in a row: pairs of the printed text and the seats of the players with markers on
    the card. ``notes``: other facts to show beside them, such as the number of cards left."""

    title: str
    cards: tuple[tuple[str, tuple[int, ...]], ...]
    length: Number
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a painter draws. ``description`` says it in words, for people who cannot see it.

    Hidden pieces come last, by space, and have lost everything else: their ids and their order would tell which is which.
    """

    map: SpaceMap
    grounds: tuple[Ground, ...]
    """The look of each of ``map.terrains``, in that order."""
    players: tuple[Player, ...]
    pieces: tuple[Piece, ...] = ()
    tokens: tuple[Token, ...] = ()
    cards: tuple[Card, ...] = ()
    tallies: tuple[Tally, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    notes: tuple[Note, ...] = ()
    borders: tuple[BorderLook, ...] = ()
    """The look of each kind of border on the map, of each kind of its hexsides, and of each kind of `links`."""
    spent: str = ""
    """The meaning of pieces that are drawn spent, for the legend."""
    wheel: Wheel | None = None
    regions: tuple[Region, ...] = ()
    row: Row | None = None
    title: str = ""
    description: str = ""
    ledger: Ledger | None = None
    """The belongings of the players, beside the board. A wheel's own stand below the wheel."""
    links: Links | None = None
    """The links to draw on the map."""

    def __post_init__(self) -> None:
        if any(piece.hidden for piece in self.pieces):
            object.__setattr__(self, "pieces", _with_backs(self.pieces))
        said = places_in_words(self.map.places) + hexsides_in_words(self.map.hexsides)
        if not self.description.endswith(said):
            object.__setattr__(self, "description", self.description + said)

    @property
    def places(self) -> tuple[NamedPlace, ...]:
        """The places of the map, which its author has named."""
        return self.map.places

    def adding(
        self, overlays: Iterable[Overlay] = (), arrows: Iterable[Arrow] = (), notes: Iterable[Note] = ()
    ) -> Scene:
        """Return this scene with more overlays, arrows and notes."""
        overlays, arrows, notes = (*self.overlays, *overlays), (*self.arrows, *arrows), (*self.notes, *notes)
        return replace(self, overlays=overlays, arrows=arrows, notes=notes)


def _with_backs(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return pieces with those that are hidden replaced by backs, which tell nothing but a space and an owner."""
    hidden = enumerate(sorted((piece.space, piece.owner) for piece in pieces if piece.hidden))
    look = ("hidden", HIDDEN, HIDDEN)
    backs = (Piece(f"hidden {n} {space}", space, owner, *look, hidden=True) for n, (space, owner) in hidden)
    return (*(piece for piece in pieces if not piece.hidden), *backs)


_HUES = ("red", "blue", "green", "yellow", "purple", "black")
_SHAPES: tuple[Literal["square", "round", "diamond", "hexagon"], ...] = ("square", "round", "diamond", "hexagon")


def player_looks(names: Iterable[str]) -> tuple[Player, ...]:
    """Return the looks of players by seat. A player named after a colour of the palette gets it; the others get the rest.

    >>> [p.hue for p in player_looks(["blue", "Ada"])]
    ['blue', 'red']
    """
    names = tuple(names)
    left = [hue for hue in _HUES if hue not in names]
    looks = []
    for seat, name in enumerate(names):
        hue = name if name in _HUES and name not in names[:seat] else left.pop(0) if left else _HUES[seat % len(_HUES)]
        looks.append(Player(name, hue, _SHAPES[seat % len(_SHAPES)]))
    return tuple(looks)
