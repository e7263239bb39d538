"""A mat: zones for cards, and the cards on them. Each is a rectangle. At a point, a card is found before its zone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hexwidget.geometry.spaces import Point, Space, SpaceMap
from hexwidget.problems import unknown

_NAME_UP = 0.62
_BELOW_EDGE = 0.26
"""The distance of a zone's name from the upper edge of the zone."""


@dataclass(frozen=True, slots=True)
class Place:
    """A space of a mat: its name in texts, its printed label, its ground, and its rectangle: left, top, width and height.
    ``card``: True for a card, which shows its name itself."""

    name: str
    label: str
    ground: str
    box: tuple[float, float, float, float]
    card: bool = False


class MatMap(SpaceMap):
    """Zones and cards. Later places lie on earlier ones. Immutable; compares by content.

    :param ways: pairs of names that units move between

    >>> m = MatMap(("zone", "card"), [Place("home", "Home", "zone", (0, 0, 6, 3)), Place("scout1", "Scout", "card", (1, 1, 2, 2), True)])
    >>> m.centre(m.index("scout1")), m.label(0)
    ((2.0, 2.0), 'Home')
    """

    word: ClassVar[str] = "place"
    word_for_many: ClassVar[str] = "places"

    def __init__(self, terrains: Iterable[str], places: Iterable[Place], ways: Iterable[tuple[str, str]] = ()) -> None:
        self.terrains: tuple[str, ...] = tuple(terrains)
        self.places: tuple[Place, ...] = tuple(places)
        self.ways: tuple[tuple[str, str], ...] = tuple(ways)
        self._numbers = {place.name: n for n, place in enumerate(self.places)}
        near: dict[int, list[int]] = {}
        for a, b in self.ways:
            m, n = self._numbers[a], self._numbers[b]
            near.setdefault(m, []).append(n)
            near.setdefault(n, []).append(m)
        self._near = near

    def __eq__(self, other: object) -> bool:
        mine = (self.terrains, self.places, self.ways)
        return isinstance(other, MatMap) and mine == (other.terrains, other.places, other.ways)

    def __hash__(self) -> int:
        return hash((self.terrains, self.places))

    def __reduce__(self) -> tuple[Any, ...]:
        return MatMap, (self.terrains, self.places, self.ways)

    def __repr__(self) -> str:
        return f"<MatMap of {len(self)} places>"

    # ------------------------------------------------------------------ numbers and names
    @property
    def full(self) -> int:
        return (1 << len(self.places)) - 1

    def find(self, space: object) -> int | None:
        return self._numbers.get(space) if isinstance(space, str) else None

    def name(self, index: int) -> str:
        return self.places[index].name

    def label(self, index: int) -> str:
        return self.places[index].label

    def names(self) -> Iterator[str]:
        return iter(self._numbers)

    def explain_unknown(self, space: object) -> str:
        return unknown("place", space, self._numbers)

    # ------------------------------------------------------------------ grounds and neighbours
    def terrain(self, space: Space | int) -> str:
        return self.places[space if isinstance(space, int) else self.index(space)].ground

    def plane(self, *terrains: str) -> int:
        return sum(1 << n for n, place in enumerate(self.places) if place.ground in terrains)

    def neighbours(self, index: int) -> Iterator[int]:
        return iter(self._near.get(index, ()))

    def walk_text(self, walk: Sequence[int]) -> str:
        return ".".join(map(str, walk[1:]))

    # ------------------------------------------------------------------ where they lie
    def centre(self, index: int) -> Point:
        """Return the centre of a card, or the middle of a zone below its name."""
        place = self.places[index]
        x, y, width, height = place.box
        return (x + width / 2, y + height / 2) if place.card else (x + width / 2, y + _BELOW_EDGE + _NAME_UP)

    def outline(self, index: int) -> tuple[Point, ...]:
        x, y, width, height = self.places[index].box
        return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))

    def beyond(self, index: int) -> tuple[int | None, ...]:
        return (None, None, None, None)

    def label_room(self, index: int) -> float:
        return 0.0 if self.places[index].card else max(self.places[index].box[2] - 0.3, 0.1)

    @property
    def name_up(self) -> float:
        return _NAME_UP

    @property
    def badge_down(self) -> float:
        return 0.7
