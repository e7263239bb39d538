"""The two parts of a scene as they travel to the front end: what stays the same in a game, and what changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Annotated, Any

from hexwidget.english import translated, worded
from hexwidget.geometry import HexMap, MatMap, Offset, Plane, Point, Role, SpaceMap
from hexwidget.geometry.places import NamedPlace
from hexwidget.languages import catalogue_now
from hexwidget.limits import MAY_LACK, Limits
from hexwidget.scene import scene as scenes
from hexwidget.scene.army import army_symbol
from hexwidget.scene.palette import SYMBOLS
from hexwidget.scene.scene import Amount, Number, Piece, Scene, Seat, Theme


@dataclass(frozen=True, slots=True)
class Province:
    """A space of a map of provinces."""

    name: str
    label: str
    ground: Amount
    at: Point
    outline: Annotated[tuple[Point, ...], Limits(3)]
    room: float
    """The width that the label may have."""
    beyond: tuple[Annotated[int, Limits(-1)], ...]
    """For each side of the outline the number of the province beyond it; -1: no province."""


@dataclass(frozen=True, slots=True)
class ProvinceBorder:
    """A border between provinces, as a line."""

    kind: str
    line: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Provinces:
    """A map whose spaces are provinces."""

    name_up: float
    size: Point
    provinces: tuple[Province, ...]
    borders: tuple[ProvinceBorder, ...]

    @classmethod
    def of(cls, m: SpaceMap) -> Provinces:
        """The provinces of a map, moved so that the leftmost and topmost corners lie at 0."""
        outlines = [m.outline(n) for n in range(len(m))]
        left, top = (min(p[axis] for outline in outlines for p in outline) for axis in (0, 1))

        def moved(point: Point) -> Point:
            return (round(point[0] - left, 4), round(point[1] - top, 4))

        corners = [moved(p) for outline in outlines for p in outline]
        return cls(
            m.name_up,
            (max(x for x, _ in corners), max(y for _, y in corners)),
            tuple(
                Province(
                    m.name(n),
                    m.label(n),
                    m.terrains.index(m.terrain(n)),
                    moved(m.centre(n)),
                    tuple(moved(p) for p in outlines[n]),
                    round(min(m.label_room(n), 1000.0), 4),
                    tuple(-1 if there is None else there for there in m.beyond(n)),
                )
                for n in range(len(m))
            ),
            tuple(ProvinceBorder(kind, tuple(moved(p) for p in line)) for kind, line in m.border_lines()),
        )


@dataclass(frozen=True, slots=True)
class MatZone:
    """A zone of a mat. ``role``, ``owner`` (a seat; null: nobody) and ``group`` (the label of a column of zones; empty: the zone
    stands by itself) say what it is, not where it lies."""

    name: str
    label: str
    ground: Amount
    role: Role
    owner: Seat | None
    group: str


@dataclass(frozen=True, slots=True)
class MatSlot:
    """The space of a card. ``zone`` is the number of its zone."""

    name: str
    label: str
    ground: Amount
    zone: Amount


@dataclass(frozen=True, slots=True)
class Mat:
    """A map whose spaces are the zones of a mat, then the cards in them. The front end lays them out."""

    zones: tuple[MatZone, ...]
    slots: tuple[MatSlot, ...]
    below: Seat | None
    """The seat of the player who looks on, whose zones lie at the bottom; null: the player to act."""

    @classmethod
    def of(cls, m: MatMap) -> Mat:
        """The zones and slots of a mat."""
        return cls(
            tuple(MatZone(z.name, z.label, m.terrains.index(z.ground), z.role, z.owner, z.group) for z in m.zones),
            tuple(MatSlot(s.name, s.label, m.terrains.index(s.ground), m.index(s.zone)) for s in m.slots),
            m.below,
        )


@lru_cache(maxsize=16)
def provinces_of(m: SpaceMap) -> Provinces:
    """The provinces of a map, from a cache: a map of provinces stays the same in a game, and takes milliseconds."""
    return Provinces.of(m)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of the page, and the names of players, in a language: for each in English its forms."""

    language: str
    said: Mapping[str, tuple[str, ...]] = field(hash=False)

    @classmethod
    def of(cls, names: Iterable[str]) -> Words | None:
        """The words in the language of the reader; None for English."""
        found = catalogue_now()
        if found is None:
            return None
        return cls(found.code, {**{name: (translated(name),) for name in names}, **found.page})


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A picture below the map. Its pixel (x, y) lies at (a x + c y + e, b x + d y + f) of the map; ``matrix`` is a b c d e f."""

    href: str
    """The picture as an address that holds it."""
    width: Number
    height: Number
    matrix: Annotated[tuple[float, ...], Limits(6, 6)]

    @classmethod
    def of(cls, m: SpaceMap) -> MapPicture | None:
        """The picture below a map. None for a map without a picture."""
        shown = m.image if isinstance(m, HexMap) else None
        return None if shown is None else cls(shown.image.href, shown.image.width, shown.image.height, shown.matrix)


@dataclass(frozen=True, slots=True)
class SidesOfKind:
    """The hexsides of a kind: for each of the first three directions the hexes that have one there."""

    kind: str
    planes: tuple[Plane, Plane, Plane]

    @classmethod
    def of(cls, m: SpaceMap) -> tuple[SidesOfKind, ...] | None:
        """The hexsides of a map. None for a map without any."""
        if not isinstance(m, HexMap) or not m.hexsides:
            return None
        planes = [(each.kind, m.side_planes(each.kind)) for each in m.hexsides]
        return tuple([cls(kind, (first, second, third)) for kind, (first, second, third, *_) in planes])


@dataclass(frozen=True, slots=True)
class StaticScene:
    """The part of a scene that does not change in a game: the map and how everything looks."""

    title: str
    prose: str
    """A few words about the scenario, with blank lines between paragraphs."""
    rulebook: str
    """The address of the system's rulebook as a page, up to the number of a clause; empty: it has no page."""
    spent: str
    """The meaning of a piece that is drawn spent; empty: no piece is."""
    track_hover: bool
    theme: Theme
    offset: Offset
    columns: Amount
    rows: Amount
    cells: bytes
    """The ground of each hex, row by row."""
    provinces: Provinces | None
    """The map, where its spaces are provinces and not hexes."""
    mat: Mat | None
    """The map, where its spaces are zones and cards."""
    borders: tuple[scenes.BorderLook, ...]
    """The look of each kind of border and hexside."""
    grounds: tuple[scenes.Ground, ...]
    players: tuple[scenes.Player, ...]
    picture: Annotated[MapPicture | None, MAY_LACK]
    """The picture below the map. Hexes with the first ground show it; other grounds tint it."""
    places: Annotated[tuple[NamedPlace, ...] | None, MAY_LACK]
    """The places of the map, by name."""
    hexsides: Annotated[tuple[SidesOfKind, ...] | None, MAY_LACK]
    """The rivers, ridges and other kinds of sides of the map."""
    words: Annotated[Words | None, MAY_LACK]
    """The words of the page in another language than English."""

    @classmethod
    def of(
        cls,
        scene: Scene,
        rulebook: str = "",
        *,
        title: str | None = None,
        prose: str = "",
        track_hover: bool = False,
        theme: Theme = "auto",
    ) -> StaticScene:
        """The static part of a scene.

        :param rulebook: the address of the system's rulebook as a page, up to the clause; empty: it has no page
        :param title: the title to show; None: the scene's own
        :param prose: a few words about the scenario
        :param theme: of the board; "auto": that of the page around it
        """
        m = scene.map
        return cls(
            scene.title if title is None else title,
            prose,
            rulebook,
            scene.spent,
            track_hover,
            theme,
            *((m.offset, m.columns, m.rows, m.cells) if isinstance(m, HexMap) else (Offset.ODD_R, 0, 0, b"")),
            None if isinstance(m, (HexMap, MatMap)) else provinces_of(m),
            Mat.of(m) if isinstance(m, MatMap) else None,
            scene.borders,
            scene.grounds,
            scene.players,
            MapPicture.of(m),
            tuple(replace(place, name=translated(place.name)) for place in scene.places) or None,
            SidesOfKind.of(m),
            Words.of([player.name for player in scene.players]),
        )


@dataclass(frozen=True, slots=True)
class Link:
    """A link between two spaces, with the key of its look among the borders."""

    kind: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class ChangingScene:
    """The part of a scene that changes: pieces, tokens, overlays, arrows, and all of it in words."""

    pieces: tuple[Piece, ...]
    tokens: tuple[scenes.Token, ...]
    cards: tuple[scenes.Card, ...]
    tallies: tuple[scenes.Tally, ...]
    overlays: tuple[scenes.Overlay, ...]
    arrows: tuple[scenes.Arrow, ...]
    notes: tuple[scenes.Note, ...]
    wheel: scenes.Wheel | None
    regions: tuple[scenes.Region, ...]
    row: scenes.Row | None
    description: str
    ledger: Annotated[scenes.Ledger | None, MAY_LACK]
    """The belongings of the players, where no wheel has them."""
    links: Annotated[tuple[Link, ...] | None, MAY_LACK]
    images: Annotated[dict[str, str] | None, MAY_LACK]
    """The pictures of pieces by the names that stand in their ``symbol``, each as an address that holds it."""

    @classmethod
    def of(cls, scene: Scene) -> ChangingScene:
        """The changing part of a scene. The labels of pieces say what else their counters show."""
        parts: dict[str, Any] = {entry.name: getattr(scene, entry.name, None) for entry in fields(cls)}
        parts["links"] = tuple(Link(*link) for link in scene.links) if scene.links is not None else None
        if any(p.lost or p.facing is not None or p.image or p.symbol not in SYMBOLS for p in scene.pieces):
            parts["pieces"] = tuple(_as_it_travels(piece, scene.map) for piece in scene.pieces)
            images = {f"image:{piece.image.name}": piece.image.href for piece in scene.pieces if piece.image}
            parts["images"] = images or None
        if catalogue_now() is not None:
            parts["pieces"] = tuple(replace(piece, kind=translated(piece.kind)) for piece in parts["pieces"])
        return cls(**parts)


def _as_it_travels(piece: Piece, m: SpaceMap) -> Piece:
    """Return a piece with its drawing, and with a label that says where it faces and what it has lost."""
    said = [piece.label]
    if piece.facing is not None and isinstance(m, HexMap):
        said.append(worded("facing {side}", side=m.compass[piece.facing]))
    if piece.lost:
        said.append(worded("{n:step} lost", n=piece.lost))
    symbol = f"image:{piece.image.name}" if piece.image else army_symbol(piece.symbol) or piece.symbol
    return replace(piece, label=", ".join(said), symbol=symbol)


def other_map(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """True if the spaces of two static scenes, encoded, are numbered differently: planes mean other spaces then."""
    kinds = ("offset", "columns", "rows")
    return any(one[key] != other[key] for key in kinds) or _names(one) != _names(other)


def _names(scene: Mapping[str, Any]) -> list[str]:
    if scene["mat"] is not None:
        return [place["name"] for part in ("zones", "slots") for place in scene["mat"][part]]
    return [] if scene["provinces"] is None else [province["name"] for province in scene["provinces"]["provinces"]]
