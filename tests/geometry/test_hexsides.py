"""Hexsides: named kinds of the sides between hexes, in every form that they are given in, and as planes."""

import pickle
from random import Random

import pytest

from hexwidget import InputError
from hexwidget.geometry import HexMap, Offset, Window
from hexwidget.geometry.hexsides import CORNERS, hexsides_in_words, write_hexsides

COLUMNS, ROWS = 7, 6
OFFSETS = pytest.mark.parametrize("offset", Offset)


def field(offset=Offset.ODD_R, cells=bytes(COLUMNS * ROWS)):
    return HexMap(COLUMNS, ROWS, offset, ("plains", "wood"), cells)


def crossed(m, seed=1, kinds=("river", "ridge")):
    """A map with some of its sides of each kind, and by kind the pairs of hexes that they were given as."""
    rng, two = Random(seed), [(m.name(i), m.name(j)) for i in m.members(m.full) for j in m.neighbours(i)]
    pairs = {kind: rng.sample(two, len(two) // 5) for kind in kinds}
    return m.with_hexsides(pairs), {kind: {frozenset(pair) for pair in of} for kind, of in pairs.items()}


@OFFSETS
def test_the_side_between_two_hexes_has_its_kinds_in_either_order(offset):
    m, pairs = crossed(field(offset))
    for i in m.members(m.full):
        for j in m.neighbours(i):
            a, b = m.name(i), m.name(j)
            expected = tuple(kind for kind in ("ridge", "river") if {a, b} in pairs[kind])
            assert m.side(a, b) == m.side(b, a) == m.side(i, j) == expected


@OFFSETS
def test_planes_of_the_six_directions_hold_the_hexes_with_a_side_there(offset):
    m, pairs = crossed(field(offset))
    for kinds in (("river",), ("ridge",), ("river", "ridge"), (), ("wall",)):
        planes = m.side_planes(*kinds)
        for i in m.members(m.full):
            for k, step in enumerate(m.steps):
                there = i + step
                ends = {m.name(i), m.name(there)} if there in m.neighbours(i) else set()
                expected = any(ends in pairs[kind] for kind in kinds or pairs if kind in pairs)
                assert planes[k] >> i & 1 == expected
        window = Window(m, 1, 0, 4)
        inside = [n for n in range(4 * window.stride) if window.index(n) >= 0 and window.local(window.index(n)) == n]
        for plane, cut in zip(planes, window.side_planes(*kinds), strict=True):
            assert [cut >> n & 1 for n in inside] == [plane >> window.index(n) & 1 for n in inside]


@OFFSETS
def test_a_chain_of_corners_follows_the_sides_about_a_hex(offset):
    m = field(offset)
    round_it = [f"0303.{corner}" for corner in (*CORNERS[offset.pointy], CORNERS[offset.pointy][0])]
    walled = m.with_hexsides({"wall": [" ".join(round_it).lower()]})
    assert walled == m.with_hexsides({"wall": [("0303", m.name(n)) for n in m.neighbours(m.index("0303"))]})
    assert walled == m.with_hexsides({"wall": " ".join(f"{m.name(n)}-0303" for n in m.neighbours(m.index("0303")))})
    a, b = round_it[1:3]  # the side between these corners is that of direction 1
    assert m.with_hexsides({"wall": [f"{a} {b}"]}).side("0303", m.index("0303") + m.steps[1]) == ("wall",)


def test_they_are_part_of_a_map_as_a_value():
    m, _ = crossed(field())
    assert m != field()
    assert pickle.loads(pickle.dumps(m)) == m == field().with_hexsides(write_hexsides(m.hexsides))
    assert hash(pickle.loads(pickle.dumps(m))) == hash(m)
    painted = m.with_grounds({m.index("0303"): "wood"})
    assert painted.hexsides == m.with_places({"Aldwick": "village 0101"}).hexsides == m.hexsides
    assert m.shape is field().shape or m.shape == field().shape
    assert m.with_hexsides({"river": []}) == field()


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"river": ["0101-0303"]}, "hexsides/river: 0101-0303: these hexes do not touch"),
        ({"river": ["0101-0101"]}, "these hexes do not touch"),
        ({"river": ["0101.N 0101.NE"]}, "0101.N 0101.NE is the rim of the map"),
        ({"river": ["0101.S 0301.S"]}, "no hexside leads from '0101.S' to '0301.S'"),
        ({"river": ["0101.S 0101.E"]}, "name each corner as a hex with NE, SE, S, SW, NW, N"),
        ({"river": ["0101-0999"]}, "unknown hex '0999'"),
        ({"river": [7]}, "expected two hexes"),
        ({"river": ["0101"]}, "expected two hexes"),
        ({"": []}, "expected a kind of hexside"),
        (["0101-0102"], "expected at most 20 kinds by name"),
    ],
)
def test_what_is_no_hexside_is_refused(given, wrong):
    with pytest.raises(InputError, match="these hexsides cannot be read") as refused:
        field().with_hexsides(given)
    assert wrong in str(refused.value)


def test_hexes_that_do_not_touch_have_no_side():
    m = field(cells=bytes([255, *bytes(COLUMNS * ROWS - 1)]))
    assert m.side("0201", "0301") == ()
    with pytest.raises(InputError, match="0201 and 0401 do not touch"):
        m.side("0201", "0401")
    with pytest.raises(InputError, match="unknown hex '0101'"):
        m.side("0101", "0201")


def test_a_sentence_names_a_few_of_each_kind():
    assert hexsides_in_words(()) == ""
    m = field().with_hexsides({"river": ["0101-0201", "0101-0102"]})
    assert hexsides_in_words(m.hexsides) == " Hexsides: river 0101-0201, 0101-0102."
    many, pairs = crossed(field(), kinds=("river",))
    assert hexsides_in_words(many.hexsides).endswith(f" and {len(pairs['river']) - 12} more.")
