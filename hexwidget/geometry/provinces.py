"""A map of provinces: outlines, grounds, and borders of different kinds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import Any, ClassVar

from hexwidget.geometry.spaces import ListedMap, Point
from hexwidget.problems import Problems, is_line, place, shown, sure, within

MOST_PROVINCES = 2000
MOST_CORNERS = 2000
LONGEST_NAME = 100
MOST_AWAY = 1e9
"""The largest coordinate of a corner. Areas and distances then stay finite."""


@dataclass(frozen=True, slots=True)
class Province:
    """A province: its name in texts and files, its printed label, its ground, the corners of its outline, and the place of its
    pieces (inside the outline). Lengths are in any unit."""

    name: str
    label: str
    terrain: str
    outline: tuple[Point, ...]
    at: Point


@dataclass(frozen=True, slots=True)
class Border:
    """A border: the names of two provinces that touch, and the kind of the border."""

    a: str
    b: str
    kind: str


class ProvinceMap(ListedMap):
    """Provinces and the borders between them. Provinces with a border are adjacent; they must share a side.

    :raises InputError: listing malformed parts, repeated names, pieces outside an outline, borders between provinces that do not
        touch, repeated borders, provinces that touch without a border, and provinces without a border

    >>> square = lambda x: ((x, 0.0), (x + 2.0, 0.0), (x + 2.0, 2.0), (x, 2.0))
    >>> m = ProvinceMap(("land",), [Province("a", "A", "land", square(0), (1, 1)), Province("b", "B", "land", square(2), (3, 1))],
    ...     [Border("a", "b", "river")])
    >>> [m.name(n) for n in m.neighbours(m.index("a"))], m.kind(0, 1)
    (['b'], 'river')
    """

    word: ClassVar[str] = "province"
    word_for_many: ClassVar[str] = "provinces"

    def __init__(self, terrains: Iterable[str], provinces: Iterable[Province], borders: Iterable[Border]) -> None:
        self.terrains: tuple[str, ...]
        self.provinces: tuple[Province, ...]
        self.borders: tuple[Border, ...]
        problems = Problems()
        self.terrains, self.provinces, self.borders = _read(terrains, provinces, borders, problems)
        problems.raise_any("this map cannot be made")
        self._list(self.provinces, (p.terrain for p in self.provinces))
        self._labels = {p.name: p.label for p in self.provinces if p.label != p.name}
        self._check(problems)
        problems.raise_any("this map cannot be made")
        self._kinds: dict[tuple[int, int], str] = {}
        for n, border in enumerate(self.borders):
            a, b = self._numbers[border.a], self._numbers[border.b]
            if (a, b) in self._kinds:
                problems.add(place("borders", n), f"{border.a} and {border.b} have a border already")
            self._kinds[a, b] = self._kinds[b, a] = border.kind
        self._check_touching(problems)
        problems.raise_any("this map cannot be made")

    def _check(self, problems: Problems) -> None:
        if not 1 <= len(self.provinces) <= MOST_PROVINCES:
            problems.add("provinces", f"expected 1 to {MOST_PROVINCES} provinces, not {len(self.provinces)}")
        for n, province in enumerate(self.provinces):
            where = place("provinces", n)
            if self._numbers[province.name] != n:
                problems.add(where, f"{shown(province.name)} is the name of another province too")
            if province.terrain not in self.terrains:
                problems.unknown(where, "terrain", province.terrain, self.terrains)
            if not inside(province.at, province.outline):
                problems.add(where, f"the pieces of {province.name} would stand outside of its outline")
        for n, border in enumerate(self.borders):
            for name in (border.a, border.b):
                if name not in self._numbers:
                    problems.unknown(place("borders", n), "province", name, self._numbers)
            if border.a == border.b:
                problems.add(place("borders", n), f"{border.a} cannot border on itself")

    def _check_touching(self, problems: Problems) -> None:
        touching = {(n, there) for n, _ in enumerate(self.provinces) for there in self.beyond(n) if there is not None}
        for n, border in enumerate(self.borders):
            pair = (self._numbers[border.a], self._numbers[border.b])
            if pair not in touching:
                problems.add(place("borders", n), f"{border.a} and {border.b} share no side of their outlines")
        for a, b in sorted(touching):
            if a < b and (a, b) not in self._kinds:
                names = f"{self.provinces[a].name} and {self.provinces[b].name}"
                problems.add("borders", f"{names} touch, but no border between them is given")
        if len(self.provinces) > 1:
            for n, province in enumerate(self.provinces):
                if not any(n in pair for pair in self._kinds):
                    problems.add(place("provinces", n), f"no border leads to {province.name}")

    # ------------------------------------------------------------------ value
    @property
    def _content(self) -> tuple[Any, ...]:
        return (self.terrains, self.provinces, self.borders)

    def __repr__(self) -> str:
        return f"<ProvinceMap of {len(self)} provinces>"

    # ------------------------------------------------------------------ numbers and names
    @property
    def labels(self) -> Mapping[str, str]:
        return self._labels

    # ------------------------------------------------------------------ neighbours
    @cached_property
    def _neighbours(self) -> Mapping[int, tuple[int, ...]]:
        return {n: tuple(sorted(b for a, b in self._kinds if a == n)) for n, _ in enumerate(self.provinces)}

    def neighbours(self, index: int) -> Iterator[int]:
        return iter(self._neighbours[index])

    def kind(self, a: int, b: int) -> str | None:
        """Return the kind of the border between two provinces. None if they have no border."""
        return self._kinds.get((a, b))

    # ------------------------------------------------------------------ where provinces lie
    @cached_property
    def unit(self) -> float:
        """The scale of pieces: the radius of a circle, in the unit of the outlines, that fits into three quarters of the
        provinces at the place of their pieces."""
        rooms = sorted(room_at(p.at, p.outline) for p in self.provinces)
        return rooms[len(rooms) // 4] or 1.0

    def centre(self, index: int) -> Point:
        x, y = self.provinces[index].at
        return (x / self.unit, y / self.unit)

    def outline(self, index: int) -> tuple[Point, ...]:
        return tuple((x / self.unit, y / self.unit) for x, y in self.provinces[index].outline)

    @cached_property
    def _sides(self) -> Mapping[frozenset[Point], list[int]]:
        """The provinces at each side of an outline. The direction of the outline does not matter."""
        return sides_of(self.provinces)

    def beyond(self, index: int) -> tuple[int | None, ...]:
        outline = self.provinces[index].outline
        return tuple(
            next((n for n in self._sides[frozenset(side)] if n != index), None)
            for side in pairwise((*outline, outline[0]))
        )

    def border_lines(self) -> list[tuple[str, tuple[Point, ...]]]:
        """Return the lines of all borders: the kind, and the corners. Consecutive sides form one line."""
        found: list[tuple[str, tuple[Point, ...]]] = []
        for n in range(len(self)):
            outline, beyond = self.outline(n), self.beyond(n)
            sides = [k for k, there in enumerate(beyond) if there is not None and there > n]
            # A line begins after a side of another border.
            for k in [k for k in sides if beyond[k - 1] != beyond[k] or (len(set(beyond)) == 1 and k == 0)]:
                there, line, at = sure(beyond[k]), [outline[k]], k
                while beyond[at % len(outline)] == there and at - k < len(outline):
                    at += 1
                    line.append(outline[at % len(outline)])
                found.append((self._kinds[n, there], tuple(line)))
        return found

    def label_room(self, index: int) -> float:
        """Return twice the distance from the name to the nearer side of the province, at the height of the name."""
        (x, y), outline = self.centre(index), self.outline(index)
        y -= self.name_up
        crossed = [
            ax + (y - ay) / (by - ay) * (bx - ax)
            for (ax, ay), (bx, by) in pairwise((*outline, outline[0]))
            if (ay > y) != (by > y)
        ]
        return 2 * min((abs(x - each) for each in crossed), default=0.0)

    @property
    def name_up(self) -> float:
        return 0.74


def _read(
    terrains: object, provinces: object, borders: object, problems: Problems
) -> tuple[tuple[str, ...], tuple[Province, ...], tuple[Border, ...]]:
    """Return the parts of a map with checked types. Add the problems of malformed parts."""
    kinds = tuple(_listed("terrains", terrains, problems))
    made, drawn = [], []
    for n, given in enumerate(_listed("provinces", provinces, problems)):
        where = place("provinces", n)
        if not isinstance(given, Province):
            problems.add(where, f"expected a Province, not {shown(given)}")
            continue
        for word, text in (("name", given.name), ("label", given.label), ("terrain", given.terrain)):
            if not is_line(text, LONGEST_NAME, 1):
                what = f"expected a printable text of 1 to {LONGEST_NAME} characters"
                problems.add(within(where, word), f"{what}, not {shown(text)}")
        outline = tuple(_point(within(where, "outline"), p, problems) for p in _listed(where, given.outline, problems))
        if len(outline) > MOST_CORNERS:
            problems.add(where, f"the outline has {len(outline)} corners; at most {MOST_CORNERS} are read")
        elif len(set(outline)) < 3:
            problems.add(where, f"the outline of {shown(given.name)} needs three different corners or more")
        made.append(replace(given, outline=outline, at=_point(within(where, "at"), given.at, problems)))
    for n, border in enumerate(_listed("borders", borders, problems)):
        if not isinstance(border, Border) or not all(isinstance(t, str) for t in (border.a, border.b, border.kind)):
            problems.add(place("borders", n), f"expected a Border between two names, not {shown(border)}")
        else:
            drawn.append(border)
    for kind in kinds:
        if not isinstance(kind, str):
            problems.add("terrains", f"expected names of terrains, not {shown(kind)}")
    return kinds, tuple(made), tuple(drawn)


def _listed(where: str, given: object, problems: Problems) -> list[Any]:
    if isinstance(given, Iterable) and not isinstance(given, str):
        return list(given)
    problems.add(where, f"expected a list, not {shown(given)}")
    return []


def _point(where: str, given: object, problems: Problems) -> Point:
    if isinstance(given, (tuple, list)) and len(given) == 2 and all(map(is_length, given)):
        return (float(given[0]), float(given[1]))
    problems.add(where, f"expected two numbers, not {shown(given)}")
    return (0.0, 0.0)


def is_length(value: object) -> bool:
    """True for a number that a corner may have."""
    return isinstance(value, (int, float)) and type(value) in (int, float) and abs(value) <= MOST_AWAY


def sides_of(provinces: Iterable[Province]) -> dict[frozenset[Point], list[int]]:
    """Return the numbers of the provinces at each side of an outline."""
    found: dict[frozenset[Point], list[int]] = {}
    for n, province in enumerate(provinces):
        for side in pairwise((*province.outline, province.outline[0])):
            found.setdefault(frozenset(side), []).append(n)
    return found


def room_at(at: Point, outline: tuple[Point, ...]) -> float:
    """Return the distance of a point from the nearest side of an outline."""
    return min(_distance(at, a, b) for a, b in pairwise((*outline, outline[0])))


def inside(at: Point, outline: tuple[Point, ...]) -> bool:
    """True if a point is inside an outline: a ray to the right crosses it an odd number of times."""
    x, y = at
    crossed = [
        (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax)
        for (ax, ay), (bx, by) in pairwise((*outline, outline[0]))
    ]
    return sum(crossed) % 2 == 1


def _distance(at: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from the line between two others."""
    (x, y), (ax, ay), (bx, by) = at, a, b
    length = (bx - ax) ** 2 + (by - ay) ** 2
    t = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) if length else 0.0
    return hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay))
