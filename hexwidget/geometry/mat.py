"""A mat: zones for cards, and the cards in them. It says what each zone is; a board lays the zones out for the width that it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from hexwidget.geometry.spaces import ListedMap, Point

Role = Literal["hand", "pile", "row", "lane", "cell"]


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone of a mat: its name in texts, its printed label and its ground.

    :param role: a ``hand`` of cards, a ``pile`` that shows only the number of its cards, a ``row`` of cards that lie open, a ``lane``
        of cards between the players, or a ``cell`` for pieces
    :param owner: the seat of its player; None: it belongs to nobody
    :param group: the label of a column of zones, such as the lanes of one frontier; "": the zone stands by itself
    """

    name: str
    label: str
    ground: str
    role: Role = "row"
    owner: int | None = None
    group: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """The space of a card in a zone: its name in texts, its printed label, its ground, and the name of its zone."""

    name: str
    label: str
    ground: str
    zone: str


class MatMap(ListedMap):
    """Zones, and slots for the cards in them, in this order. Immutable; compares by content.

    The geometry of this class is a list: each zone is a row below the one before, and its slots stand side by side in it. Only
    plain pictures use it; `placed` gives it the geometry of a board.

    :param ways: pairs of names that units move between
    :param below: the seat of the player who looks on, whose zones lie at the bottom; None: the player to act

    >>> m = MatMap(("zone", "card"), [Zone("home", "Home", "zone", owner=0)], [Slot("scout1", "Scout", "card", "home")])
    >>> m.label(0), m.zone_of(m.index("scout1"))
    ('Home', 0)
    """

    word: ClassVar[str] = "place"
    word_for_many: ClassVar[str] = "places"

    def __init__(
        self,
        terrains: Iterable[str],
        zones: Iterable[Zone],
        slots: Iterable[Slot] = (),
        ways: Iterable[tuple[str, str]] = (),
        below: int | None = None,
    ) -> None:
        self.terrains: tuple[str, ...] = tuple(terrains)
        self.zones: tuple[Zone, ...] = tuple(zones)
        self.slots: tuple[Slot, ...] = tuple(slots)
        self.ways: tuple[tuple[str, str], ...] = tuple(ways)
        self.below = below
        places: tuple[Zone | Slot, ...] = (*self.zones, *self.slots)
        self._list(places, (place.ground for place in places))
        near: dict[int, list[int]] = {}
        for a, b in self.ways:
            m, n = self._numbers[a], self._numbers[b]
            near.setdefault(m, []).append(n)
            near.setdefault(n, []).append(m)
        self._near = near
        self._outlines: tuple[tuple[Point, ...], ...] | None = None

    def placed(self, outlines: Mapping[str, Iterable[Point]]) -> MatMap:
        """Return this mat with places: the corners of each space, as a board or a picture has laid it out. A card that it does
        not show, because its observer may not see it, has the place of its zone."""
        found = MatMap(*self._content)
        zones = (self._places[self.zone_of(n)].name for n in range(len(self)))
        shown = (outlines.get(name, outlines[zone]) for name, zone in zip(self._numbers, zones, strict=True))
        found._outlines = tuple(tuple((x, y) for x, y in corners) for corners in shown)
        return found

    @property
    def _content(self) -> tuple[Any, ...]:
        return (self.terrains, self.zones, self.slots, self.ways, self.below)

    def __repr__(self) -> str:
        return f"<MatMap of {len(self.zones)} zones and {len(self.slots)} slots>"

    # ------------------------------------------------------------------ zones and neighbours
    def zone_of(self, index: int) -> int:
        """Return the number of the zone that a slot lies in. A zone lies in itself."""
        place = self._places[index]
        return self._numbers[place.zone] if isinstance(place, Slot) else index

    def neighbours(self, index: int) -> Iterator[int]:
        return iter(self._near.get(index, ()))

    # ------------------------------------------------------------------ the geometry of a list
    def centre(self, index: int) -> Point:
        (left, top), _, (right, bottom), _ = self.outline(index)
        return ((left + right) / 2, (top + bottom) / 2)

    def outline(self, index: int) -> tuple[Point, ...]:
        if self._outlines is not None:
            return self._outlines[index]
        zone = self.zone_of(index)
        mates = [n for n in range(len(self.zones), len(self._places)) if self.zone_of(n) == zone]
        x, y, width, height = 0.0, 3.0 * zone, 2.2 * max(3, len(mates)) + 0.2, 2.6
        if index != zone:
            x, y, width, height = 0.2 + 2.2 * mates.index(index), y + 0.3, 2.0, 2.0
        return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))

    def beyond(self, index: int) -> tuple[int | None, ...]:
        return (None, None, None, None)

    @property
    def name_up(self) -> float:
        return 0.62
