"""Borders from outlines whose corners do not meet exactly: corners are snapped, and sides may share a part."""

from __future__ import annotations

import json
from itertools import pairwise
from math import cos, pi, sin
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.geometry import Border, Province, ProvinceMap
from hexwidget.geometry.provinces import Outline, tolerance_of, touching
from tests.amounts import examples

SIDE = 4
"""The rows and columns of a grid."""
GRIDS: dict[str, Any] = json.loads((Path(__file__).parent / "grids.json").read_text())


def provinces(outlines: list[Outline]) -> list[Province]:
    return [Province(f"p{n}", f"P{n}", "land", outline, outline[0]) for n, outline in enumerate(outlines)]


def squares() -> tuple[list[Outline], set[tuple[int, int]]]:
    cells = [(x, y) for y in range(SIDE) for x in range(SIDE)]
    outlines = [((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)) for x, y in cells]
    return outlines, pairs_of(cells, [(1, 0), (0, 1)])


def bricks() -> tuple[list[Outline], set[tuple[int, int]]]:
    """Rows of a wall: each second row is half a brick further on, so that sides share their halves."""
    cells = [(2 * x + y % 2, y) for y in range(SIDE) for x in range(SIDE)]
    outlines = [((x, y), (x + 2.0, y), (x + 2.0, y + 1.0), (x, y + 1.0)) for x, y in cells]
    return outlines, pairs_of(cells, [(2, 0), (1, 1), (-1, 1)])


def hexagons() -> tuple[list[Outline], set[tuple[int, int]]]:
    cells = [(2 * x + y % 2, y) for y in range(SIDE) for x in range(SIDE)]
    turns = [pi / 6 + pi / 3 * k for k in range(6)]
    half = cos(pi / 6)
    outlines = [tuple((x * half + cos(t), y * 1.5 + sin(t)) for t in turns) for x, y in cells]
    return outlines, pairs_of(cells, [(2, 0), (1, 1), (-1, 1)])


def pairs_of(cells: list[tuple[int, int]], steps: list[tuple[int, int]]) -> set[tuple[int, int]]:
    numbers = {cell: n for n, cell in enumerate(cells)}
    return {(n, numbers[x + i, y + j]) for (x, y), n in numbers.items() for i, j in steps if (x + i, y + j) in numbers}


def placed(outlines: list[Outline], turn: float, scale: float, shift: tuple[float, float]) -> list[Outline]:
    """Turned, scaled and shifted outlines."""
    c, s = scale * cos(turn), scale * sin(turn)
    return [tuple((x * c - y * s + shift[0], x * s + y * c + shift[1]) for x, y in outline) for outline in outlines]


anywhere = {
    "turn": st.floats(0, 7),
    "scale": st.floats(0.01, 1e6),
    "shift": st.tuples(st.floats(-1e8, 1e8), st.floats(-1e8, 1e8)),
}


@pytest.mark.slow
@pytest.mark.parametrize("grid", [squares, bricks, hexagons])
@examples(40)
@given(seed=st.integers(0, 10**9), **anywhere)
def test_corners_disturbed_below_the_tolerance_leave_the_borders(
    grid: Any, seed: int, turn: float, scale: float, shift: tuple[float, float]
) -> None:
    outlines, pairs = grid()
    found = placed(outlines, turn, scale, shift)
    rng, most = Random(seed), 0.99 * tolerance_of(found)
    for n, outline in enumerate(found):
        ways = [(most * rng.random(), 2 * pi * rng.random()) for _ in outline]
        found[n] = tuple((x + r * cos(t), y + r * sin(t)) for (x, y), (r, t) in zip(outline, ways, strict=True))
    assert {*touching(provinces(found))} == pairs


@pytest.mark.slow
@pytest.mark.parametrize("grid", [squares, bricks, hexagons])
@examples(40)
@given(gap=st.floats(2.01, 8), **anywhere)
def test_gaps_above_twice_the_tolerance_stay_gaps(
    grid: Any, gap: float, turn: float, scale: float, shift: tuple[float, float]
) -> None:
    outlines, pairs = grid()
    far = gap * tolerance_of(outlines) / cos(pi / 6)  # as far at the sides of hexagons, which lean
    upper, lower = outlines[: SIDE * SIDE // 2], outlines[SIDE * SIDE // 2 :]
    apart = [*upper, *placed(lower, 0, 1, (0, far))]
    across = {(a, b) for a, b in pairs if a < len(upper) <= b}
    m = provinces(placed(apart, turn, scale, shift))
    assert {*touching(m)} == pairs - across
    assert {*touching(m, 5)} == pairs  # and all of them nearly touch


@pytest.mark.parametrize("name", GRIDS)
def test_grids_of_other_programs_have_all_their_borders(name: str) -> None:
    rings = [[(float(x), float(y)) for x, y in ring] for ring in GRIDS[name]["outlines"]]
    assert touching(provinces([tuple(ring) for ring in rings])) == [(a, b) for a, b in GRIDS[name]["pairs"]]


def test_a_brick_wall_is_a_map_with_all_its_corners() -> None:
    outlines, pairs = bricks()
    given = [{"name": f"p{n}", "outline": [list(corner) for corner in outline]} for n, outline in enumerate(outlines)]
    m = hw.system("rondel").position(map={"provinces": given}, players=["red", "blue"]).map
    assert {(m.index(b.a), m.index(b.b)) for b in m.borders} == pairs
    middle = m.index("p5")
    assert [there for there in m.beyond(middle) if there is not None] == [0 + 1, 2, 6, 10, 9, 4]
    assert len(m.outline(middle)) == 6  # a corner of its neighbours on two of its four sides
    lengths = [abs(ax - bx) + abs(ay - by) for _, line in m.border_lines() for (ax, ay), (bx, by) in pairwise(line)]
    assert sum(lengths) * m.unit == pytest.approx(len(pairs))


def square(x: float, y: float = 0.0, side: float = 1.0) -> Outline:
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def own(outlines: dict[str, Outline], **more: Any) -> Any:
    listed = [{"name": name, "outline": [list(corner) for corner in outline]} for name, outline in outlines.items()]
    return hw.system("rondel").position(map={"provinces": listed, **more}, players=["red", "blue"]).map


def test_squares_that_meet_at_a_rounded_number_are_adjacent() -> None:
    m = own({"west": square(0, side=0.3), "east": square(0.1 + 0.2, side=0.3)})
    assert m.kind(0, 1) == "red"


def test_provinces_that_nearly_touch_are_named() -> None:
    apart = {"west": square(0), "middle": square(1), "isle": square(2.004)}
    with pytest.raises(
        hw.InputError, match=r"no border leads to isle; it nearly touches middle: give one in `borders`"
    ):
        own(apart)
    m = own(apart | {"rock": square(2.004, 1)}, borders=[{"a": "rock", "b": "west", "kind": "blue"}])
    assert m.nearly == (("middle", "isle"),)
    assert repr(m) == "<ProvinceMap of 4 provinces; middle and isle nearly touch>"


def test_borders_by_hand_add_and_remove() -> None:
    three = {"west": square(0), "middle": square(1), "isle": square(4)}
    m = own(three, borders=[{"a": "isle", "b": "middle", "kind": "blue"}])
    assert [(b.a, b.b, b.kind) for b in m.borders] == [("isle", "middle", "blue"), ("west", "middle", "red")]
    assert [m.name(n) for n in m.neighbours(m.index("middle"))] == ["west", "isle"]
    ways = [line for kind, line in m.border_lines() if kind == "blue"]
    assert [[(x * m.unit, y * m.unit) for x, y in way] for way in ways] == [[(2, 0), (4, 0)]]
    walled = [{"a": "west", "b": "middle", "kind": None}, {"a": "isle", "b": "middle", "kind": "blue"}]
    m = own(three, borders=[*walled, {"a": "isle", "b": "west", "kind": "both"}])
    assert m.kind(0, 1) is None
    assert not m.nearly
    position = hw.system("rondel").position(map=m, players=["red", "blue"])
    assert hw.system("rondel").read(position.notation).map == m


def test_a_border_that_is_none_is_one_of_the_map() -> None:
    a, b, c = provinces([square(0), square(1), square(2)])
    a, b, c = (Province(p.name, p.label, "land", p.outline, (p.at[0] + 0.5, 0.5)) for p in (a, b, c))
    m = ProvinceMap(
        ("land",), [a, b, c], [Border("p0", "p1", None), Border("p0", "p2", "road"), Border("p1", "p2", "road")]
    )
    assert [list(m.neighbours(n)) for n in range(3)] == [[2], [2], [0, 1]]


def feature(outline: Outline, name: str, **more: Any) -> dict[str, Any]:
    ring = [list(corner) for corner in (*outline, outline[0])]
    return {
        "type": "Feature",
        "properties": {"name": name},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
        **more,
    }


def test_the_members_of_rfc_7946_are_allowed() -> None:
    west, east = feature(square(0), "west", id=7, bbox=[0, 0, 1, 1]), feature(square(1), "east")
    east["geometry"] = {"type": "MultiPolygon", "coordinates": [east["geometry"]["coordinates"]], "bbox": [1, 0, 2, 1]}
    given = {"type": "FeatureCollection", "features": [west, east], "bbox": [0, 0, 2, 1], "crs": {}, "generator": "x"}
    m = hw.system("rondel").position(map=given, players=["red", "blue"]).map
    assert [(b.a, b.b) for b in m.borders] == [("west", "east")]
    with pytest.raises(hw.InputError, match="unknown entry 'border'; did you mean 'borders'"):
        hw.system("rondel").position(map=given | {"border": []}, players=["red", "blue"])


def test_outlines_with_too_many_corners_side_by_side_are_refused() -> None:
    """Two combs, whose teeth all stand above each other."""
    teeth = [(float(n % 2), float(n)) for n in range(1900)]
    combs = [(*((x + k / 10, y) for x, y in teeth), (-9.0, 1.0)) for k in range(4)]
    with pytest.raises(hw.InputError, match="too many corners lie side by side"):
        touching(provinces(combs))
