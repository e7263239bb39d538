"""Maps of provinces: their queries, and every error of a wrong map."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.geometry import Border, Province, ProvinceMap


def square(name: str, x: float, y: float = 0.0) -> Province:
    corners = ((x, y), (x + 2.0, y), (x + 2.0, y + 2.0), (x, y + 2.0))
    return Province(name, name.upper(), "land", corners, (x + 1.0, y + 1.0))


A, B, C = square("a", 0), square("b", 2), square("c", 4)
BORDERS = [Border("a", "b", "river"), Border("b", "c", "road")]


def made(provinces: Any = (A, B, C), borders: Any = BORDERS, terrains: Any = ("land", "sea")) -> ProvinceMap:
    return ProvinceMap(terrains, provinces, borders)


def test_a_map_knows_its_provinces_by_name_and_number() -> None:
    m = made()
    assert (len(m), list(m.names()), m.label(1), m.terrain("c")) == (3, ["a", "b", "c"], "B", "land")
    assert (m.find("b"), m.find("x"), m.find(7)) == (1, None, None)
    assert [list(m.neighbours(n)) for n in range(3)] == [[1], [0, 2], [1]]
    assert (m.kind(0, 1), m.kind(1, 0), m.kind(0, 2)) == ("river", "river", None)
    assert (m.plane("land"), m.plane("sea"), m.full) == (7, 0, 7)
    with pytest.raises(hw.InputError, match="no such province"):
        m.index("aa")


def test_lengths_are_in_rooms_for_pieces() -> None:
    m = made()
    assert m.unit == 1.0
    assert m.centre(1) == (3.0, 1.0)
    assert m.beyond(1) == (None, 2, None, 0)
    assert m.border_lines() == [("river", ((2.0, 0.0), (2.0, 2.0))), ("road", ((4.0, 0.0), (4.0, 2.0)))]


def test_maps_compare_by_content_and_survive_pickling() -> None:
    lists = [replace(p, outline=[list(c) for c in p.outline], at=list(p.at)) for p in (A, B, C)]
    assert made(lists) == made() == pickle.loads(pickle.dumps(made()))
    assert hash(made(lists)) == hash(made())
    assert made() != made(borders=[BORDERS[0], Border("b", "c", "river")])


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"borders": BORDERS[:1]}, "b and c touch, but no border between them is given"),
        ({"borders": [*BORDERS, Border("b", "a", "road")]}, "b and a have a border already"),
        ({"borders": [*BORDERS, Border("a", "a", "road")]}, "a cannot border on itself"),
        ({"borders": [*BORDERS, Border("a", "d", "road")]}, "unknown province 'd'"),
        ({"borders": [*BORDERS, ("a", "b", "road")]}, "expected a Border between two names"),
        ({"borders": [*BORDERS, Border(["a"], "b", "road")]}, "expected a Border between two names"),
        ({"provinces": [A, B, square("c", 40)], "borders": BORDERS[:1]}, "no border leads to c"),
        ({"provinces": [A, B, square("a", 4)]}, "'a' is the name of another province too"),
        ({"provinces": [A, B, replace(C, terrain="marsh")]}, "unknown terrain 'marsh'"),
        ({"provinces": [A, B, replace(C, at=(9.0, 9.0))]}, "the pieces of c would stand outside of its outline"),
        ({"provinces": [A, B, replace(C, at=None)]}, "expected two numbers, not None"),
        ({"provinces": [A, B, replace(C, outline=C.outline[:2])]}, "needs three different corners or more"),
        ({"provinces": [A, B, replace(C, outline=None)]}, "expected a list, not None"),
        ({"provinces": [A, B, replace(C, outline=((float("nan"), 0.0), *C.outline[1:]))]}, "expected two numbers"),
        ({"provinces": [A, B, replace(C, name="")]}, "expected a printable text"),
        ({"provinces": [A, B, replace(C, name=7)]}, "expected a printable text"),
        ({"provinces": [A, B, {"name": "c"}]}, "expected a Province"),
        ({"provinces": 7}, "expected a list, not 7"),
        ({"provinces": [], "borders": []}, "expected 1 to 2000 provinces"),
        ({"terrains": None}, "expected a list, not None"),
    ],
)
def test_every_error_of_a_map_is_reported(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(hw.InputError, match=complaint):
        made(**change)
