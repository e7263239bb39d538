"""A map of provinces: outlines, grounds, and borders of different kinds."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from math import dist, floor, hypot, inf, ulp
from statistics import median
from typing import Any, ClassVar

from hexwidget.geometry.spaces import ListedMap, Point
from hexwidget.problems import InputError, Problems, is_line, place, shown, sure, within

MOST_PROVINCES = 2000
MOST_CORNERS = 2000
LONGEST_NAME = 100
NEAR = 5
"""Provinces that touch with this multiple of the tolerance, and do not without, nearly touch."""
MOST_TESTED = 2_000_000
"""The most pairs of a side and a corner above or below it that are tested for one map."""
MOST_AWAY = 1e9
"""The largest coordinate of a corner. Areas and distances then stay finite."""


Outline = tuple[Point, ...]


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
    """A border: the names of two provinces, and the kind of the border. None: they touch, and are not adjacent."""

    a: str
    b: str
    kind: str | None


class ProvinceMap(ListedMap):
    """Provinces and the borders between them. Provinces with a border are adjacent. Provinces that share a side need one, or one that is
    None. `nearly` names those that nearly touch.

    :raises InputError: listing malformed parts, repeated names, pieces outside an outline, repeated borders, provinces that touch
        without a border, and provinces without a border

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
        kinds: dict[tuple[int, int], str | None] = {}
        for n, border in enumerate(self.borders):
            a, b = self._numbers[border.a], self._numbers[border.b]
            if (a, b) in kinds:
                problems.add(place("borders", n), f"{border.a} and {border.b} have a border already")
            kinds[a, b] = kinds[b, a] = border.kind
        self._kinds = {pair: kind for pair, kind in kinds.items() if kind is not None}
        self._check_touching(kinds, problems)
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

    def _check_touching(self, given: Mapping[tuple[int, int], str | None], problems: Problems) -> None:
        for a, b in touching(self.provinces):
            if (a, b) not in given:
                names = f"{self.provinces[a].name} and {self.provinces[b].name}"
                problems.add("borders", f"{names} touch, but no border between them is given")
        bordered = {n for pair in self._kinds for n in pair}
        for n, province in enumerate(self.provinces):
            if len(self.provinces) > 1 and n not in bordered:
                near = {name for pair in self.nearly if province.name in pair for name in pair} - {province.name}
                more = f"; it nearly touches {', '.join(sorted(near))}" if near else ""
                problems.add(place("provinces", n), f"no border leads to {province.name}{more}: give one in `borders`")

    @cached_property
    def nearly(self) -> tuple[tuple[str, str], ...]:
        """The pairs of provinces, by name, whose outlines nearly touch, and which have no border."""
        pairs = [pair for pair in touching(self.provinces, NEAR) if pair not in self._kinds]
        near = set(pairs) - set(touching(self.provinces))
        return tuple((self.provinces[a].name, self.provinces[b].name) for a, b in sorted(near))

    # ------------------------------------------------------------------ value
    @property
    def _content(self) -> tuple[Any, ...]:
        return (self.terrains, self.provinces, self.borders)

    def __repr__(self) -> str:
        near = ", ".join(f"{a} and {b}" for a, b in self.nearly)
        return f"<ProvinceMap of {len(self)} provinces{f'; {near} nearly touch' if near else ''}>"

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
        """Return the corners of a province, with those of its neighbours on its sides. Corners that nearly meet are one."""
        return tuple((x / self.unit, y / self.unit) for x, y in join_corners(self.provinces)[index])

    @cached_property
    def _sides(self) -> Mapping[frozenset[Point], list[int]]:
        """The provinces at each side of an outline. The direction of the outline does not matter."""
        return sides_of(join_corners(self.provinces))

    def beyond(self, index: int) -> tuple[int | None, ...]:
        outline = join_corners(self.provinces)[index]
        return tuple(next((n for n in self._sides[frozenset(side)] if n != index), None) for side in _lines(outline))

    def border_lines(self) -> list[tuple[str, tuple[Point, ...]]]:
        """Return the lines of all borders: the kind, and the corners. Consecutive sides form one line. Between provinces that do not
        touch, the line leads from corner to corner."""
        found: list[tuple[str, tuple[Point, ...]]] = []
        apart = {pair for pair in self._kinds if pair[0] < pair[1]} - set(touching(self.provinces))
        for a, b in sorted(apart):
            ends = ((one, other) for one in self.outline(a) for other in self.outline(b))
            found.append((self._kinds[a, b], min(ends, key=lambda pair: dist(*pair))))
        for n in range(len(self)):
            outline, beyond = self.outline(n), self.beyond(n)
            sides = [
                k for k, there in enumerate(beyond) if there is not None and there > n and (n, there) in self._kinds
            ]
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
        lines = _lines(outline)
        crossed = [ax + (y - ay) / (by - ay) * (bx - ax) for (ax, ay), (bx, by) in lines if (ay > y) != (by > y)]
        return 2 * min((abs(x - each) for each in crossed), default=0.0)

    @property
    def name_up(self) -> float:
        return 0.74


def _read(
    terrains: object, provinces: object, borders: object, problems: Problems
) -> tuple[tuple[str, ...], tuple[Province, ...], tuple[Border, ...]]:
    """Return the parts of a map with checked types. Add the problems of malformed parts."""
    kinds = tuple(_list_of("terrains", terrains, problems))
    made, drawn = [], []
    for n, given in enumerate(_list_of("provinces", provinces, problems)):
        where = place("provinces", n)
        if not isinstance(given, Province):
            problems.expected(where, "a Province", given)
            continue
        for word, text in (("name", given.name), ("label", given.label), ("terrain", given.terrain)):
            if not is_line(text, LONGEST_NAME, 1):
                problems.expected(within(where, word), f"a printable text of 1 to {LONGEST_NAME} characters", text)
        outline = tuple(_point(within(where, "outline"), p, problems) for p in _list_of(where, given.outline, problems))
        if len(outline) > MOST_CORNERS:
            problems.add(where, f"the outline has {len(outline)} corners; at most {MOST_CORNERS} are read")
        elif len(set(outline)) < 3:
            problems.add(where, f"the outline of {shown(given.name)} needs three different corners or more")
        made.append(replace(given, outline=outline, at=_point(within(where, "at"), given.at, problems)))
    for n, border in enumerate(_list_of("borders", borders, problems)):
        words = (border.a, border.b, border.kind or "") if isinstance(border, Border) else ()
        if not words or not all(isinstance(text, str) for text in words):
            problems.expected(place("borders", n), "a Border between two names", border)
        else:
            drawn.append(border)
    for kind in kinds:
        if not isinstance(kind, str):
            problems.expected("terrains", "names of terrains", kind)
    return kinds, tuple(made), tuple(drawn)


def _list_of(where: str, given: object, problems: Problems) -> list[Any]:
    if isinstance(given, Iterable) and not isinstance(given, str):
        return list(given)
    problems.expected(where, "a list", given)
    return []


def _point(where: str, given: object, problems: Problems) -> Point:
    if isinstance(given, (tuple, list)) and len(given) == 2 and all(map(is_length, given)):
        return (float(given[0]), float(given[1]))
    problems.expected(where, "two numbers", given)
    return (0.0, 0.0)


def is_length(value: object) -> bool:
    """True for a number that a corner may have."""
    return isinstance(value, (int, float)) and type(value) in (int, float) and abs(value) <= MOST_AWAY


def sides_of(outlines: Iterable[Outline]) -> dict[frozenset[Point], list[int]]:
    """Return the numbers of the outlines at each side."""
    found: dict[frozenset[Point], list[int]] = {}
    for n, outline in enumerate(outlines):
        for side in _lines(outline):
            found.setdefault(frozenset(side), []).append(n)
    return found


def touching(provinces: Sequence[Province], times: int = 1) -> list[tuple[int, int]]:
    """Return the numbers of each two provinces that share a side, or a part of one.

    :param times: the tolerance, as a multiple of the usual one
    """
    sides = sides_of(join_corners(provinces, times)).values()
    return sorted({pair for owners in sides if len(owners) > 1 for pair in combinations(sorted({*owners}), 2)})


def tolerance_of(outlines: Sequence[Outline]) -> float:
    """Return the distance from its place, in the unit of the outlines, up to which a corner may be drawn: a thousandth of the usual
    side, and never less than numbers of that size can tell apart."""
    sides = [dist(*pair) for outline in outlines for pair in _lines(outline)]
    most = max((abs(v) for outline in outlines for corner in outline for v in corner), default=0.0)
    return max(median(sides or [0.0]) / 1000, 8 * ulp(most))


def join_corners(provinces: Sequence[Province], times: int = 1) -> tuple[Outline, ...]:
    """Return the outlines of provinces, with corners within twice the tolerance made one, and with a corner in each side on which
    another outline has one.

    :param times: the tolerance, as a multiple of `tolerance_of`
    :raises InputError: if there are too many corners beside each other
    """
    return _join_corners_of(tuple(province.outline for province in provinces), times)


@lru_cache(maxsize=8)
def _join_corners_of(outlines: tuple[Outline, ...], times: int) -> tuple[Outline, ...]:
    reach = 2 * times * tolerance_of(outlines)
    cells: dict[tuple[int, int], list[Point]] = {}

    def snap(corner: Point) -> Point:
        column, row = (floor(v / reach) for v in corner)
        around = ((column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
        near = [other for cell in around for other in cells.get(cell, ()) if dist(other, corner) <= reach]
        if not near:
            cells.setdefault((column, row), []).append(corner)
        return min(near, key=lambda other: dist(other, corner), default=corner)

    rings = []
    for outline in outlines:
        snapped = [snap(corner) for corner in outline]
        ring = tuple(corner for n, corner in enumerate(snapped) if corner != snapped[n - 1])
        rings.append(ring if len(set(ring)) > 2 else outline)
    alone = {side for side, owners in sides_of(rings).items() if len(owners) == 1}
    ends = sorted({corner for side in alone for corner in side})
    tested = 0
    for n, ring in enumerate(rings):
        found: list[Point] = []
        for a, b in pairwise((*ring, ring[0])):
            found.append(a)
            if {a, b} in alone:
                left, right = min(a[0], b[0]) - reach, max(a[0], b[0]) + reach
                top, bottom = min(a[1], b[1]) - reach, max(a[1], b[1]) + reach
                beside = ends[bisect_left(ends, (left, -inf)) : bisect_right(ends, (right, inf))]
                near = [corner for corner in beside if top <= corner[1] <= bottom and corner not in (a, b)]
                tested += len(beside) + 10 * len(near)  # as their costs are
                if tested > MOST_TESTED:
                    raise InputError("this map cannot be made", "too many corners lie side by side")
                on = [corner for corner in near if _distance(corner, a, b) <= reach]
                found += sorted(on, key=lambda corner: dist(a, corner))
        rings[n] = tuple(found)
    return tuple(rings)


def room_at(at: Point, outline: tuple[Point, ...]) -> float:
    """Return the distance of a point from the nearest side of an outline."""
    return min(_distance(at, a, b) for a, b in _lines(outline))


def inside(at: Point, outline: tuple[Point, ...]) -> bool:
    """True if a point is inside an outline: a ray to the right crosses it an odd number of times."""
    x, y = at
    lines = _lines(outline)
    crossed = [(ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax) for (ax, ay), (bx, by) in lines]
    return sum(crossed) % 2 == 1


def _lines(outline: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    """The sides of an outline, from corner to corner."""
    return pairwise((*outline, outline[0]))


def _distance(at: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from the line between two others."""
    (x, y), (ax, ay), (bx, by) = at, a, b
    length = (bx - ax) ** 2 + (by - ay) ** 2
    t = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) if length else 0.0
    return hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay))
