"""Maps: names, numbers, planes, windows, texts."""

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwidget.geometry import HexMap, Offset, Terrain, Window, frame_about
from hexwidget.geometry.hexmap import HOLE
from hexwidget.problems import InputError

TERRAINS = (Terrain("plains", "plains", "."), Terrain("sea", "sea", "~"), Terrain("mountain", "mountain", "^"))
KEYS = tuple(t.key for t in TERRAINS)


@st.composite
def maps(draw: st.DrawFn) -> HexMap:
    columns, rows = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    cells = draw(st.lists(st.sampled_from([0, 1, 2, HOLE]), min_size=columns * rows, max_size=columns * rows))
    return HexMap(columns, rows, draw(st.sampled_from(Offset)), KEYS, bytes(cells))


@pytest.mark.slow
@given(maps())
def test_numbers_names_and_coordinates_name_the_same_hex(m: HexMap) -> None:
    names = list(m.names())
    assert len(names) == len(set(names)) == len(m)
    for name in names:
        index = m.index(name)
        assert m.name(index) == name
        assert m.index(tuple(m.hex(index))) == index
        assert m.at(*m.column_row(index)) == index


@pytest.mark.slow
@given(maps())
def test_neighbours_are_those_of_axial_geometry(m: HexMap) -> None:
    for index in m.members(m.full):
        expected = {m.find(h) for h in m.hex(index).neighbours()} - {None}
        assert set(m.neighbours(index)) == expected
        assert m.beyond(index) == tuple(m.find(h) for h in m.hex(index).neighbours())


@pytest.mark.slow
@given(maps())
def test_planes_split_the_map_by_terrain(m: HexMap) -> None:
    planes = [m.plane(key) for key in KEYS]
    assert planes[0] | planes[1] | planes[2] == m.full
    assert sum(p.bit_count() for p in planes) == m.full.bit_count()
    for key, plane in zip(KEYS, planes, strict=True):
        assert all(m.terrain(i) == key for i in m.members(plane))


@pytest.mark.slow
@given(maps(), st.data())
def test_a_map_with_other_grounds_is_the_map_that_is_made_of_them(m: HexMap, data: st.DataObject) -> None:
    hexes = list(m.members(m.full))
    changes = data.draw(st.dictionaries(st.sampled_from(hexes), st.sampled_from(KEYS))) if hexes else {}
    assert all(m.find(name) is not None and m.hex(name) for name in m.names())
    before = [hash(m), *(m.plane(key) for key in KEYS), *(m.window(0, 0, 4, key) for key in KEYS)]
    cells = bytearray(m.cells)
    for index, key in changes.items():
        column, row = m.column_row(index)
        cells[row * m.columns + column] = KEYS.index(key)
    made, expected = m.with_grounds(changes), HexMap(m.columns, m.rows, m.offset, KEYS, bytes(cells))
    assert made == expected
    assert hash(made) == hash(expected)
    assert made.full == expected.full
    assert [made.plane(key) for key in KEYS] == [expected.plane(key) for key in KEYS]
    assert [made.window(0, 0, 4, key) for key in KEYS] == [expected.window(0, 0, 4, key) for key in KEYS]
    assert [made.terrain(index) for index in hexes] == [expected.terrain(index) for index in hexes]
    assert list(made.names()) == list(expected.names())
    assert [hash(m), *(m.plane(key) for key in KEYS), *(m.window(0, 0, 4, key) for key in KEYS)] == before


def test_maps_that_differ_in_terrain_share_their_shape_and_no_other_caches() -> None:
    m = HexMap(3, 2, Offset.ODD_R, KEYS, bytes([0, 1, HOLE, 0, 0, 2]))
    other = m.with_grounds({m.index("0101"): KEYS[2]})
    assert other.shape is m.shape is m.shape.shape
    assert m.shape.cells == bytes([0, 0, HOLE, 0, 0, 0])
    assert m.shape.memo(HexMap.names) is other.shape.memo(HexMap.names)
    assert list(m.memo(terrains_of)) != list(other.memo(terrains_of))
    assert m.memo(terrains_of) is m.memo(terrains_of)


def terrains_of(m: HexMap) -> list[str]:
    return [m.terrain(name) for name in m.names()]


@pytest.mark.slow
@given(maps(), st.integers(1, 4), st.data())
def test_a_window_shows_the_map_as_it_is(m: HexMap, radius: int, data: st.DataObject) -> None:
    hexes = list(m.members(m.full))
    if not hexes:
        return
    centre = data.draw(st.sampled_from(hexes))
    line, along = m.line_along(centre)
    window = Window(m, line - radius, along - radius, 2 * radius + 1)
    near = {i for i in hexes if window.local(i) is not None}
    assert {i for i in hexes if m.distance(centre, i) <= radius} <= near
    for index in near:
        local = window.local(index)
        assert local is not None
        assert window.index(local) == index
        assert [key for key in KEYS if window.plane(key) >> local & 1] == [m.terrain(index)]
    plane = window.plane_of(hexes)
    assert window.to_map(plane) == sum(1 << i for i in near)


@pytest.mark.slow
@pytest.mark.parametrize("offset", Offset)
def test_the_windows_of_a_large_map_are_shared_and_wide_enough(offset: Offset) -> None:
    rng = Random(5)
    m = HexMap(90, 70, offset, KEYS, bytes(rng.choices(range(len(KEYS)), k=90 * 70)))
    corners = [m.at(column, row) for column in (0, 89) for row in (0, 69)]
    for centre in [*corners, *(m.at(rng.randrange(90), rng.randrange(70)) for _ in range(30))]:
        frame = frame_about(m, centre, 6)
        near = [i for i in m.members(m.full) if m.distance(centre, i) <= 6]
        locals_ = [frame.local(i) for i in near]
        assert None not in locals_
        assert [frame.index(at) for at in locals_ if at is not None] == near
        for key in KEYS:
            assert [frame.plane(key) >> at & 1 for at in locals_ if at is not None] == [
                m.terrain(i) == key for i in near
            ]
    assert frame_about(m, corners[0], 6) is frame_about(m, corners[0], 7)
    assert len(m.windows) < 34


@pytest.mark.slow
@given(maps())
def test_map_texts_round_trip(m: HexMap) -> None:
    assert HexMap.parse(m.to_text(TERRAINS), TERRAINS, m.offset) == m
    if m.offset.pointy and m.rows > 1:
        assert HexMap.parse(m.to_text(TERRAINS), TERRAINS) == m


def test_the_indentation_tells_the_stagger() -> None:
    odd = HexMap.parse(". .\n . ~\n. .", TERRAINS)
    even = HexMap.parse("  . .\n. ~\n  . .", TERRAINS)
    assert (odd.offset, even.offset) == (Offset.ODD_R, Offset.EVEN_R)
    assert odd.terrain("0202") == even.terrain("0202") == "sea"


def test_flat_top_maps_take_two_lines_a_row() -> None:
    m = HexMap.parse(".   ^\n  ~\n.   .\n  .", TERRAINS, "odd-q")
    assert (m.columns, m.rows) == (3, 2)
    assert [m.terrain(name) for name in ("0101", "0201", "0301", "0202")] == ["plains", "sea", "mountain", "plains"]
    # In an odd-q map, the second column is lower: 0201 touches both hexes of the first column.
    assert m.index("0201") in set(m.neighbours(m.index("0102")))


def test_names_are_padded_to_the_widest() -> None:
    assert next(HexMap(5, 4, Offset.ODD_R, KEYS, bytes(20)).names()) == "0101"
    assert next(HexMap(120, 2, Offset.ODD_R, KEYS, bytes(240)).names()) == "001001"


@pytest.mark.parametrize(
    ("text", "offset", "complaints"),
    [
        ("", None, ["found none"]),
        (". .\n. .", None, ["map/line 2: the stagger cannot be seen"]),
        (". .\n . . .\n. .", None, ["map/line 2: ragged: 3 hexes where the other rows have 2"]),
        (". x\n ? .", None, ["map/line 1/hex 2: unknown symbol 'x'", "map/line 2/hex 1: unknown symbol '?'"]),
        (". .\n .. .", "odd-r", ["map/line 2/hex 1: unknown symbol '..'; put a blank between two hexes"]),
        (". .", "odd", ["unknown stagger 'odd'; did you mean 'odd-r'"]),
        (". .\n\n . .", None, ["stagger cannot be seen"]),
    ],
)
def test_a_map_that_cannot_be_read_says_where(text: str, offset: str | None, complaints: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        HexMap.parse(text, TERRAINS, offset)
    for complaint in complaints:
        assert complaint in str(caught.value)
    assert len(caught.value.problems) == len(complaints)


@pytest.mark.parametrize(
    "space", ["9999", "202", "", "02023", "٠٢٠٢", None, 3, (9, 9), (1.0, 1), ("a", 1), [1, 1], (1, 1, 1)]
)
def test_a_hex_that_does_not_exist_is_refused(space: object) -> None:
    m = HexMap(5, 4, Offset.ODD_R, KEYS, bytes(20))
    assert m.find(space) is None
    with pytest.raises(InputError, match="no such hex"):
        m.index(space)


def test_a_close_name_is_suggested() -> None:
    with pytest.raises(InputError, match="did you mean '0302'"):
        HexMap(5, 4, Offset.ODD_R, KEYS, bytes(20)).index("302")


@pytest.mark.parametrize(
    ("columns", "rows", "offset", "terrains", "cells"),
    [
        (0, 1, Offset.ODD_R, KEYS, b""),
        (1, 0, Offset.ODD_R, KEYS, b""),
        (10_000, 1, Offset.ODD_R, KEYS, bytes(10_000)),
        ("2", 1, Offset.ODD_R, KEYS, bytes(2)),
        (2, 2, Offset.ODD_R, KEYS, bytes(3)),
        (1, 1, "odd-r", KEYS, bytes(1)),
        (1, 1, Offset.ODD_R, KEYS, bytes([7])),
        (1, 1, Offset.ODD_R, ("a", "a"), bytes(1)),
        (1, 1, Offset.ODD_R, tuple(map(str, range(300))), bytes(1)),
    ],
)
def test_an_impossible_map_is_refused(
    columns: int, rows: int, offset: Offset, terrains: tuple[str, ...], cells: bytes
) -> None:
    with pytest.raises(InputError, match="this map cannot be made"):
        HexMap(columns, rows, offset, terrains, cells)


def test_a_map_means_the_same_in_another_process() -> None:
    m = HexMap(2, 1, Offset.ODD_R, KEYS, bytes(2))
    hash(m)
    again = pickle.loads(pickle.dumps(m))
    assert (again, hash(again)) == (m, hash(m))
    assert b"_hash" not in pickle.dumps(m)


@pytest.mark.parametrize(
    ("symbol", "why"),
    [
        ("#", "'#' means no hex"),
        ("/", "'/' means the end of a row"),
        (" ", "a blank between hexes"),
        ("", "is not one character"),
        ("^^", "is not one character"),
    ],
)
def test_a_terrain_does_not_take_a_symbol_that_map_texts_use(symbol: str, why: str) -> None:
    with pytest.raises(InputError, match=r"Terrain\('land'\)/symbol") as refused:
        Terrain("land", "land", symbol)
    assert why in str(refused.value)
    assert 'take another symbol, such as "." or a letter' in str(refused.value)
