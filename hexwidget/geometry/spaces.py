"""What every map can be asked, whatever its spaces are: hexes, provinces.

A set of spaces is one Python integer, a *plane*: bit i is space i of the map.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from math import inf
from typing import Annotated, ClassVar

from hexwidget.problems import InputError, Problem

Space = str | tuple[int, int]
"""How users name a space: a hex by its printed number ("0302": column 3, row 2) or as axial ``(q, r)``, a province by name."""
Plane = Annotated[int, "plane"]
"""A set of spaces as one integer: bit i is space i of the map. The hint tells a plane from a number where both occur."""
Point = tuple[float, float]
"""A place on a map; y grows downward, 1 is the radius of the room that pieces have on a space."""


class SpaceMap(ABC):
    """Spaces with names, grounds, neighbours and outlines. Immutable; compares by content."""

    word: ClassVar[str]
    """What one of its spaces is called."""
    word_for_many: ClassVar[str]
    """What several of them are called."""
    terrains: tuple[str, ...]
    """The kinds of ground, by the keys of the system's `Terrain`."""

    # ------------------------------------------------------------------ numbers and names
    @property
    @abstractmethod
    def full(self) -> int:
        """The plane of all spaces."""

    def __len__(self) -> int:
        """How many spaces the map has."""
        return self.full.bit_count()

    @abstractmethod
    def find(self, space: object) -> int | None:
        """The number (bit) of a space, or None if the map has no such space."""

    def index(self, space: Space) -> int:
        """The number (bit) of a space.

        :raises InputError: if the map has no such space; says which name is close
        """
        found = self.find(space)
        if found is None:
            raise InputError(f"no such {self.word}", [Problem("", self.explain_unknown(space))])
        return found

    @abstractmethod
    def name(self, index: int) -> str:
        """The name of a space, by which it is found."""

    def label(self, index: int) -> str:
        """What is printed on a space."""
        return self.name(index)

    @abstractmethod
    def names(self) -> Iterator[str]:
        """The names of all spaces."""

    @abstractmethod
    def explain_unknown(self, space: object) -> str:
        """The sentence for a space that does not exist: what was expected and, where one is near, what was meant."""

    # ------------------------------------------------------------------ grounds and neighbours
    @abstractmethod
    def terrain(self, space: Space | int) -> str:
        """The terrain key of a space."""

    @abstractmethod
    def plane(self, *terrains: str) -> int:
        """The plane of all spaces with one of these terrains (terrains that the map lacks give nothing)."""

    @abstractmethod
    def neighbours(self, index: int) -> Iterator[int]:
        """The numbers of the adjacent spaces."""

    @abstractmethod
    def walk_text(self, walk: Sequence[int]) -> str:
        """A walk from space to adjacent space as the short text that the board's counterpart of this map follows."""

    @staticmethod
    def members(plane: int) -> Iterator[int]:
        """The numbers of the spaces in a plane, ascending."""
        bits = bin(plane)[:1:-1]
        at = bits.find("1")
        while at >= 0:
            yield at
            at = bits.find("1", at + 1)

    def to_bytes(self, plane: int) -> bytes:
        """A plane as bytes, little-endian, without the zeros behind its highest space."""
        return plane.to_bytes((plane.bit_length() + 7) // 8, "little")

    # ------------------------------------------------------------------ where spaces lie
    @abstractmethod
    def centre(self, index: int) -> Point:
        """Where the pieces of a space stand."""

    @abstractmethod
    def outline(self, index: int) -> tuple[Point, ...]:
        """The corners of a space, in order."""

    @abstractmethod
    def beyond(self, index: int) -> tuple[int | None, ...]:
        """For each side of the outline (from corner k to k + 1) the space beyond, if there is one."""

    @property
    @abstractmethod
    def name_up(self) -> float:
        """How far above its middle the name of a space stands."""

    def label_room(self, index: int) -> float:
        """How wide the name of a space may be; 0: it is not written."""
        return inf

    def border_lines(self) -> list[tuple[str, tuple[Point, ...]]]:
        """The borders that the map has: the kind of each, and the corners of its line."""
        return []

    @property
    @abstractmethod
    def badge_down(self) -> float:
        """How far below its middle a badge stands."""
