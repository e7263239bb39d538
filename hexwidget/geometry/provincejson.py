"""Maps of provinces as data: our own JSON, and GeoJSON polygons.

Our own::

    {"terrains": ["land", "sea"],
     "provinces": [{"name": "ostia", "label": "Ostia", "terrain": "land", "outline": [[0, 0], [4, 0], [4, 4]], "at": [3, 1]}],
     "borders": [{"a": "ostia", "b": "elba", "kind": "blue"}]}

GeoJSON: a FeatureCollection of polygons with the properties ``name``, ``label``, ``terrain`` and ``at`` (all but the name are
optional), and the same ``borders`` beside its ``features``. Provinces that share a side, or a part of one, are adjacent; the
caller's function returns the kind of the border, unless ``borders`` give it. These may also join provinces that do not touch, and
part those that do, by the kind null.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hexwidget.geometry.provinces import (
    MOST_AWAY,
    MOST_CORNERS,
    Border,
    Province,
    ProvinceMap,
    inside,
    is_length,
    room_at,
    touching,
)
from hexwidget.geometry.spaces import Point
from hexwidget.name_suggestions import did_you_mean
from hexwidget.problems import InputError, Problems, mismatch, place, within

CANNOT_READ = "this map cannot be read"
PROVINCE_KEYS = ("name", "label", "terrain", "outline", "at")
BORDER_KEYS = ("a", "b", "kind")
GRID = 24
"""The number of grid steps, in each direction, of the search for the middle of a province."""

KindOf = Callable[[Province, Province], str]
"""A function that returns the kind of the border between two provinces that share a side."""


def read_provinces(given: object, terrains: tuple[str, ...], kinds: Sequence[str], kind_of: KindOf) -> ProvinceMap:
    """Read a map from plain data.

    :param terrains: the known grounds
    :param kinds: the known kinds of borders
    :param kind_of: returns the kind of a derived border
    :raises InputError: listing everything that is wrong
    """
    if not isinstance(given, Mapping):
        raise mismatch(CANNOT_READ, "an object with provinces, or a FeatureCollection", given)
    problems = Problems()
    geo = given.get("type") == "FeatureCollection"
    known = ("type", "features", "borders") if geo else ("title", "terrains", "provinces", "borders")
    for key in given:
        # A FeatureCollection may have members of its own (RFC 7946, 6.1), but hardly one like ours.
        if key not in known and (not geo or did_you_mean(key, known)):
            problems.unknown(place(key), "entry", key, known)
    listed = given.get("features" if geo else "provinces")
    if not isinstance(listed, (list, tuple)):
        problems.expected("features" if geo else "provinces", "a list", listed)
        raise InputError(CANNOT_READ, problems.found)
    read = _feature if geo else _province
    provinces = [read(place("features" if geo else "provinces", n), p, problems) for n, p in enumerate(listed)]
    found = [province for province in provinces if province is not None]
    borders = [] if given.get("borders") is None else _borders(given["borders"], kinds, problems)
    problems.raise_any(CANNOT_READ)
    mentioned = {frozenset((border.a, border.b)) for border in borders}
    derived = [border for border in derive_borders(found, kind_of) if {border.a, border.b} not in mentioned]
    return ProvinceMap(terrains, found, borders + derived)


def provinces_to_json(m: ProvinceMap) -> dict[str, Any]:
    """Return a map as plain data. Reading it gives an equal map."""
    return {
        "provinces": [
            {"name": p.name, "label": p.label, "terrain": p.terrain, "outline": [list(c) for c in p.outline], "at": list(p.at)}
            for p in m.provinces
        ],
        "borders": [{"a": b.a, "b": b.b, "kind": b.kind} for b in m.borders],
    }  # fmt: skip


def derive_borders(provinces: Sequence[Province], kind_of: KindOf) -> list[Border]:
    """Return a border for each two provinces whose outlines share a side."""
    two = [(provinces[a], provinces[b]) for a, b in touching(provinces)]
    return [Border(a.name, b.name, kind_of(a, b)) for a, b in two]


def _province(where: str, given: object, problems: Problems) -> Province | None:
    if not isinstance(given, Mapping):
        problems.expected(where, "an object with name and outline", given)
        return None
    for key in given:
        problems.note_unknown(within(where, key), "entry", key, PROVINCE_KEYS)
    return _checked_province(where, given, given.get("outline"), problems)


def _feature(where: str, given: object, problems: Problems) -> Province | None:
    geometry = given.get("geometry") if isinstance(given, Mapping) else None
    kind = geometry.get("type") if isinstance(geometry, Mapping) else given
    rings = geometry.get("coordinates") if isinstance(geometry, Mapping) else None
    if kind == "MultiPolygon" and isinstance(rings, (list, tuple)) and len(rings) == 1:
        kind, rings = "Polygon", rings[0]
    if not isinstance(given, Mapping) or kind != "Polygon":
        problems.expected(where, "a feature with a Polygon", kind)
        return None
    if not isinstance(rings, (list, tuple)) or len(rings) != 1:
        problems.add(within(where, "geometry"), "expected a polygon of one ring: a province has no holes")
        return None
    properties = given.get("properties")
    named = properties if isinstance(properties, Mapping) else {}
    ring = rings[0]
    if isinstance(ring, (list, tuple)) and len(ring) > 1 and ring[0] == ring[-1]:
        ring = ring[:-1]  # GeoJSON repeats the first corner at the end
    turned = [_flip(corner) for corner in ring] if isinstance(ring, (list, tuple)) else ring
    at = named.get("at")
    return _checked_province(where, {**named, **({} if at is None else {"at": _flip(at)})}, turned, problems)


def _flip(corner: Any) -> Any:
    """Flip a corner, since GeoJSON's y grows upward. Its height is left out."""
    if isinstance(corner, (list, tuple)) and len(corner) >= 2 and type(corner[1]) in (int, float):
        return (corner[0], -corner[1])
    return corner


def _checked_province(where: str, named: Mapping[str, Any], outline: object, problems: Problems) -> Province | None:
    name = named.get("name")
    if not isinstance(name, str) or not name or not name.isidentifier():
        what = "a name of letters, figures and underscores, as it is typed in moves"
        problems.expected(within(where, "name"), what, name)
        return None
    corners = tuple(tuple(c) if isinstance(c, (list, tuple)) else c for c in outline) if isinstance(outline, (list, tuple)) else ()  # fmt: skip
    sound = (
        len(corners) <= MOST_CORNERS
        and all(isinstance(c, tuple) and len(c) == 2 and all(map(is_length, c)) for c in corners)
        and len(set(corners)) > 2
    )
    if not sound:
        what = f"3 to {MOST_CORNERS} corners, each of two numbers up to {MOST_AWAY:.0e}"
        problems.expected(within(where, "outline"), what, outline)
        return None
    points = tuple((float(x), float(y)) for x, y in corners)
    at = named.get("at")
    at = middle(points) if at is None else tuple(at) if isinstance(at, list) else at
    return Province(name, named.get("label", name.capitalize()), named.get("terrain", "land"), points, at)


def middle(outline: tuple[Point, ...]) -> Point:
    """Return approximately the point of a polygon that is farthest from its sides."""
    left, right = min(x for x, _ in outline), max(x for x, _ in outline)
    top, bottom = min(y for _, y in outline), max(y for _, y in outline)
    grid = [
        (left + (right - left) * (i + 0.5) / GRID, top + (bottom - top) * (j + 0.5) / GRID)
        for i in range(GRID)
        for j in range(GRID)
    ]
    inner = [p for p in grid if inside(p, outline)]
    return max(inner or grid, key=lambda p: room_at(p, outline))


def _borders(given: object, kinds: Sequence[str], problems: Problems) -> list[Border]:
    found = []
    if not isinstance(given, (list, tuple)):
        problems.expected("borders", "a list", given)
        return []
    for n, border in enumerate(given):
        where = place("borders", n)
        named = isinstance(border, Mapping) and all(isinstance(border.get(key), str) for key in ("a", "b"))
        if not named or set(border) != set(BORDER_KEYS):
            problems.expected(where, '{"a": .., "b": .., "kind": ..}', border)
        elif border["kind"] is not None and border["kind"] not in kinds:
            problems.unknown(within(where, "kind"), "kind of border", border["kind"], kinds)
        else:
            found.append(Border(border["a"], border["b"], border["kind"]))
    return found
