"""Axial coordinates: distances, rings, lines, rotation."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwidget.geometry import DIRECTIONS, Hex, Layout, disk, distance, line, ring

coordinates = st.builds(Hex, st.integers(-30, 30), st.integers(-30, 30))


@given(coordinates, coordinates, st.integers(-7, 7))
def test_distance_survives_turning_and_mirroring(a: Hex, b: Hex, sixths: int) -> None:
    assert distance(a.rotate(sixths), b.rotate(sixths)) == distance(a, b) == distance(a[::-1], b[::-1])


@given(coordinates, coordinates, coordinates)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert (distance(a, b) == 0) == (a == b)


def test_directions_are_one_step_and_turn_into_each_other() -> None:
    for n, direction in enumerate(DIRECTIONS):
        assert distance((0, 0), direction) == 1
        assert direction.rotate(1) == DIRECTIONS[(n + 1) % 6]
        assert direction.s == -direction.q - direction.r


@given(coordinates, st.integers(0, 8))
def test_ring_holds_exactly_the_hexes_at_its_radius(centre: Hex, radius: int) -> None:
    found = list(ring(centre, radius))
    assert len(found) == len(set(found)) == max(1, 6 * radius)
    assert {distance(centre, h) for h in found} == {radius}


def test_a_negative_radius_yields_nothing() -> None:
    assert list(ring((0, 0), -1)) == list(disk((0, 0), -1)) == []


@given(coordinates, st.integers(0, 6))
def test_disk_holds_everything_within_its_radius(centre: Hex, radius: int) -> None:
    assert len(set(disk(centre, radius))) == 1 + 3 * radius * (radius + 1)


@given(coordinates, coordinates)
def test_line_goes_step_by_step_from_end_to_end(a: Hex, b: Hex) -> None:
    found = line(a, b)
    assert found[0] == a
    assert found[-1] == b
    assert len(found) == distance(a, b) + 1
    assert all(distance(x, y) == 1 for x, y in pairwise(found))


@pytest.mark.parametrize("pointy", [True, False])
def test_neighbours_share_two_corners(pointy: bool) -> None:
    layout = Layout(pointy)
    mine = {(round(x, 6), round(y, 6)) for x, y in layout.corners((0, 0))}
    for direction in DIRECTIONS:
        assert len(mine & {(round(x, 6), round(y, 6)) for x, y in layout.corners(direction)}) == 2
