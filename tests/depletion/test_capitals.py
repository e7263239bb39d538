"""Capitals: D8.10, D8.11, and the clauses that they touch."""

from __future__ import annotations

from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import editing
from hexwidget.systems.depletion.position import DepletionPosition
from tests.depletion.positions import codes, played, scripted

clause = pytest.mark.clause
BOTH = {"red": ["0101"], "blue": ["0604"]}


def with_capitals(red: dict[str, str], capitals: dict[str, list[str]] | None = None, **more: Any) -> DepletionPosition:
    """A position of red and blue, each with a capital."""
    return scripted(red, more.pop("blue", {"0504": "1 archer"}), capitals=capitals or BOTH, **more)


def breaks(**described: Any) -> list[tuple[str, str]]:
    """Clause and code of every clause that a position breaks."""
    position = with_capitals(described.pop("red", {"0102": "1 archer"}), strict=False, **described)
    return [(f.clause, f.code) for f in position.system.check_position(position).findings]


# ---------------------------------------------------------------- the start
@clause("D8.10")
@clause("D8.11")
def test_each_begins_with_a_capital_in_an_explored_province() -> None:
    position = hw.scenario("depletion/the-capitals").position
    assert [(position.map.name(s.at), s.kind, s.owner) for s in position.structures] == [
        ("0203", "capital", 0),
        ("1103", "capital", 1),
    ]
    assert position.system.check_position(position)
    assert breaks() == []


@clause("D8.10", bars=True)
def test_nobody_begins_without_a_capital() -> None:
    assert breaks(capitals={"red": ["0101"]}) == [("D8.10", "no_capital")]
    with pytest.raises(hw.IllegalPosition, match=r"D8\.10: Blue begins without a capital"):
        with_capitals({"0102": "1 archer"}, {"red": ["0101"]})


@clause("D8.10", bars=True)
def test_a_starting_province_is_explored() -> None:
    exploration = {"shape": {"cells": [[0, 0]], "rotations": [0]}, "provinces": ["0101"], "tiles": ["."]}
    found = breaks(
        map="?  .  .  .", red={}, blue={}, capitals={"red": ["0101"], "blue": ["0401"]}, exploration=exploration
    )
    assert found == [("D8.1", "unexplored"), ("D8.10", "capital_unexplored")]


@clause("D8.11", bars=True)
@pytest.mark.parametrize(
    ("described", "code"),
    [
        ({"capitals": {"red": ["0101", "0301"], "blue": ["0604"]}}, "several_capitals"),
        (
            {"map": "~  .  .  .", "red": {}, "blue": {}, "capitals": {"red": ["0101"], "blue": ["0401"]}},
            "capital_on_water",
        ),
        ({"blue": {"0201": "1 archer"}}, "capital_in_contact"),
        ({"capitals": {"red": ["0101"], "blue": ["0201"]}}, "capital_in_contact"),
    ],
)
def test_a_capital_begins_alone_on_land_and_apart_from_others(described: dict[str, Any], code: str) -> None:
    assert set(breaks(**described)) == {("D8.11", code)}


@clause("D8.11", bars=True)
def test_no_others_object_stands_on_a_capital_at_the_start() -> None:
    assert breaks(blue={"0101": "1 archer"}, red={}) == [("D1.6", "shared"), ("D8.11", "capital_in_contact")]


@clause("D8.11")
def test_the_start_alone_is_bound() -> None:
    """Later a capital may have fallen, and enemies may stand beside one."""
    later = {"blue": {"0201": "1 archer"}, "capitals": {"red": ["0101"]}}
    assert breaks(**later, round=2) == []
    assert breaks(**later, turn="blue") == []
    assert breaks(**later, cubes={"0201": 1}) == []


@clause("D8.11", bars=True)
def test_a_player_never_has_two_capitals() -> None:
    assert breaks(capitals={"red": ["0101", "0301"]}, round=2) == [("D8.11", "several_capitals")]


# ---------------------------------------------------------------- a capital is a city
@clause("D8.11")
@clause("D1.4")
def test_entering_a_capital_is_free_once() -> None:
    position = with_capitals({"0301": "1 catapult"}, {"red": ["0201"], "blue": ["0604"]})
    transition = position.apply("0301-0201-0101")
    assert [e.subjects for e in transition.events if e.kind == "free_entry"] == [("0201",)]


@clause("D8.11")
@clause("D5.2")
def test_a_capital_counts_as_a_castle_for_the_corps_limit() -> None:
    position = with_capitals({"0102": "1 archer", "0103": "1 archer", "0104": "1 archer"})
    assert position.corps_limit(0) == 2
    assert codes(position, "0102-0202; 0103-0203") == []
    (finding,) = position.check("0102-0202; 0103-0203; 0104-0204").findings
    assert finding.text == (
        "3 armies would move at once, and the corps size limit is 2: 1 plus 1 castle, the capital counted as one (D5.2)"
    )


@clause("D8.11")
@clause("D9.2")
def test_a_capital_defends_as_a_city_and_one_that_falls_is_gone() -> None:
    position = with_capitals({"0503": "4 swordsmen"}, blue={"0601": "1 archer"})
    position = played(position, "0503-0504", "attack 0604").position
    assert position.battle_odds().bag[1].defence == position.settings["structure_defence"]
    fallen = played(position, "the bag: red 2, blue 0").position
    assert [(s.owner, s.kind) for s in fallen.structures] == [(0, "capital")]
    assert fallen.system.read(fallen.notation) == fallen


# ---------------------------------------------------------------- written, edited, drawn
def test_capitals_are_written_where_there_are_some() -> None:
    position = with_capitals({"0102": "1 archer"})
    assert position.system.to_json(position)["capitals"] == BOTH
    assert "0101=capital" in position.notation
    assert position.system.read(position.notation) == position
    assert position.parse("lose capital on 0101").structures == (("0101", "capital"),)
    assert "capitals" not in scripted({"0102": "1 archer"}).system.to_json(scripted({"0102": "1 archer"}))


def test_a_brush_puts_a_capital_and_the_eraser_takes_it_away() -> None:
    position = scripted({"0102": "1 archer"})
    built = editing.paint(position, "capital", ["0101"], "red")
    assert [(s.at, s.owner, s.kind) for s in built.structures] == [(0, 0, "capital")]
    assert editing.paint(built, "owner", ["0101"], "blue").structures[0].owner == 1
    assert editing.paint(built, editing.ERASER, ["0101"]).structures == ()


def test_a_capital_has_its_own_drawing() -> None:
    scene = with_capitals({"0102": "1 archer"}).scene()
    assert [(p.space, p.symbol, p.label) for p in scene.pieces if p.layer == "structure"] == [
        ("0101", "capital", "red's capital"),
        ("0604", "capital", "blue's capital"),
    ]
