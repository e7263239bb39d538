"""The interface of every map, of hexes, provinces or cards.

A set of spaces is one Python integer, a *plane*: bit i is space i of the map.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import Annotated, Any, ClassVar

from hexwidget.geometry.hexsides import Hexsides
from hexwidget.geometry.places import NamedPlace
from hexwidget.problems import InputError, unknown

Space = str | tuple[int, int]
"""A space as users name it: a hex by its printed number ("0302": column 3, row 2) or as axial ``(q, r)``, a province by name."""
Plane = Annotated[int, "plane"]
"""A set of spaces as one integer: bit i is space i of the map. The hint tells a plane from a number where both occur."""
Point = tuple[float, float]
"""A point of a map. y grows downward; 1 is the radius of the room for pieces on a space."""


class SpaceMap(ABC):
    """A map: spaces with names, grounds, neighbours and outlines. Immutable; compares by content."""

    word: ClassVar[str]
    """The word for one of its spaces."""
    word_for_many: ClassVar[str]
    """The word for several of its spaces."""
    terrains: tuple[str, ...]
    """The kinds of ground, by the keys of the system's `Terrain`."""
    places: tuple[NamedPlace, ...] = ()
    """The places that its author has named (`hexwidget.geometry.places`). Only maps of hexes have some."""
    hexsides: tuple[Hexsides, ...] = ()
    """The rivers, ridges and other kinds of sides between its hexes (`hexwidget.geometry.hexsides`)."""

    @property
    @abstractmethod
    def _content(self) -> tuple[Any, ...]:
        """The parts by which maps compare; a `ListedMap` is made of them."""

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, type(self)) and self._content == other._content)

    @cached_property
    def _hash(self) -> int:
        return hash(self._content)

    def __hash__(self) -> int:
        return self._hash

    # ------------------------------------------------------------------ numbers and names
    @property
    @abstractmethod
    def full(self) -> int:
        """The plane of all spaces."""

    def __len__(self) -> int:
        """The number of spaces."""
        return self.full.bit_count()

    @abstractmethod
    def find(self, space: object) -> int | None:
        """Return the number (bit) of a space. None if the map has no such space."""

    def index(self, space: Space) -> int:
        """Return the number (bit) of a space.

        :raises InputError: if the map has no such space, with the nearest name
        """
        found = self.find(space)
        if found is None:
            raise InputError(f"no such {self.word}", self.explain_unknown(space))
        return found

    @abstractmethod
    def name(self, index: int) -> str:
        """Return the name of a space, which `find` knows."""

    def label(self, index: int) -> str:
        """Return the printed label of a space."""
        return self.name(index)

    @property
    def labels(self) -> Mapping[str, str]:
        """The printed labels by which sentences call the spaces, by name. Empty if sentences call all spaces by their names."""
        return {}

    def called(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return spaces by their printed labels, for sentences. Words that name no space stay as they are."""
        return tuple(self.labels.get(name, name) for name in names)

    @abstractmethod
    def names(self) -> Iterator[str]:
        """Yield the names of all spaces."""

    @abstractmethod
    def explain_unknown(self, space: object) -> str:
        """Return the sentence for a space that does not exist: the expected form, and the nearest name."""

    # ------------------------------------------------------------------ grounds and neighbours
    @abstractmethod
    def terrain(self, space: Space | int) -> str:
        """Return the terrain key of a space."""

    @abstractmethod
    def plane(self, *terrains: str) -> int:
        """Return the plane of all spaces with one of these terrains. Terrains that the map lacks add nothing."""

    @abstractmethod
    def neighbours(self, index: int) -> Iterator[int]:
        """Yield the numbers of the adjacent spaces."""

    def steps_from(self, index: int) -> dict[int, int]:
        """Return the number of steps over neighbours from a space to each space that can be reached, all by number."""
        found = {index: 0}
        queue = [index]
        for at in queue:  # it grows
            for there in self.neighbours(at):
                if there not in found:
                    found[there] = found[at] + 1
                    queue.append(there)
        return found

    @abstractmethod
    def walk_text(self, walk: Sequence[int]) -> str:
        """Return a walk from space to adjacent space as a short text, for the board's version of this map."""

    @staticmethod
    def members(plane: int) -> Iterator[int]:
        """Yield the numbers of the spaces in a plane, ascending."""
        bits = bin(plane)[:1:-1]
        at = bits.find("1")
        while at >= 0:
            yield at
            at = bits.find("1", at + 1)

    @staticmethod
    def plane_of(indices: Iterable[int]) -> int:
        """Return the plane of some spaces. Numbers below 0 are left out. Its time does not grow with the map for each of them.

        >>> SpaceMap.plane_of([3, 0, -2])
        9
        """
        places = [at for at in indices if at >= 0]
        bits = bytearray((max(places, default=0) >> 3) + 1)
        for at in places:
            bits[at >> 3] |= 1 << (at & 7)
        return int.from_bytes(bits, "little")

    # ------------------------------------------------------------------ where spaces lie
    @abstractmethod
    def centre(self, index: int) -> Point:
        """Return the place of the pieces on a space."""

    @abstractmethod
    def outline(self, index: int) -> tuple[Point, ...]:
        """Return the corners of a space, in order."""

    @abstractmethod
    def beyond(self, index: int) -> tuple[int | None, ...]:
        """Return the space beyond each side of the outline (from corner k to k + 1). None where there is no space."""

    @property
    @abstractmethod
    def name_up(self) -> float:
        """The distance of a space's name above its centre."""

    def label_room(self, index: int) -> float:
        """Return the greatest width of a space's name. 0: the name is not written."""
        return inf

    def border_lines(self) -> list[tuple[str, tuple[Point, ...]]]:
        """Return the borders of the map: the kind of each, and the corners of its line."""
        return []


class ListedMap(SpaceMap):
    """A map whose spaces are a list: provinces, or the places of a mat. `word` is the word for an unknown space, too."""

    def _list(self, places: Sequence[Any], grounds: Iterable[str]) -> None:
        """Number the spaces.

        :param places: the spaces: each has a ``name`` and a printed ``label``
        :param grounds: the terrain key of each space
        """
        self._places = places
        self._grounds = tuple(grounds)
        self._numbers = {place.name: n for n, place in enumerate(places)}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._content

    @property
    def full(self) -> int:
        return (1 << len(self._places)) - 1

    def find(self, space: object) -> int | None:
        return self._numbers.get(space) if isinstance(space, str) else None

    def name(self, index: int) -> str:
        name: str = self._places[index].name
        return name

    def label(self, index: int) -> str:
        label: str = self._places[index].label
        return label

    def names(self) -> Iterator[str]:
        return iter(self._numbers)

    def explain_unknown(self, space: object) -> str:
        return unknown(self.word, space, self._numbers)

    def terrain(self, space: Space | int) -> str:
        return self._grounds[space if isinstance(space, int) else self.index(space)]

    def plane(self, *terrains: str) -> int:
        return sum(1 << n for n, ground in enumerate(self._grounds) if ground in terrains)

    def walk_text(self, walk: Sequence[int]) -> str:
        """Return the numbers of the spaces after the first, with dots between."""
        return ".".join(map(str, walk[1:]))
