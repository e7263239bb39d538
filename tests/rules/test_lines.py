"""Pieces that go in straight lines: rays, and their reach with padlocks in tafl (`examples/tafl.py`)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.candidates import example
from hexwidget import rules
from hexwidget.geometry import DIRECTIONS, HexMap, Offset
from hexwidget.problems import InputError
from hexwidget.rules.reach import in_lines
from tests.amounts import many

TAFL = example("tafl")
START = TAFL.START


def test_a_line_ends_at_a_piece_and_passes_a_castle() -> None:
    position = replace(START, pieces=(("0805",), ("0404", "0205")))
    reach = position.reach("0205")
    assert {"0305", "0405", "0605", "0705"} <= {*reach}
    assert "0505" not in reach  # a castle: a line goes on behind it
    assert "0805" not in reach
    assert {space: reach.rim[space] for space in ("0505", "0805")} == {"0505": "T2", "0805": "T2"}
    assert [finding.code for finding in reach.why("0805").findings] == ["taken"]
    assert reach.path("0605") == ("0205", "0305", "0405", "0505", "0605")
    assert reach.costs()["0605"] == 4


@pytest.mark.parametrize("seed", range(3))
def test_the_reach_of_every_piece_is_what_is_legal(seed: int) -> None:
    position, rng = START, Random(seed)
    for _ in range(many(6, 120)):
        if not position.to_act:
            break
        legal = [*position.legal_actions()]
        for piece in filter(None, position.pieces[position.turn]):
            assert {*position.reach(piece)} == {move.to for move in legal if move.piece == piece}
        position = position.apply(rng.choice(legal)).position


def test_only_a_piece_has_a_reach() -> None:
    with pytest.raises(InputError, match="no piece stands on 0304"):
        START.reach("0304")


def test_a_capture_at_the_end_of_a_line_and_the_most_hexes_of_one() -> None:
    spaces, allowed = START.map, rules.Verdict(rules.Status.LEGAL)
    here, enemy = spaces.index("0205"), spaces.index("0505")
    reach = in_lines(spaces, here, lambda n: n == enemy, lambda n: allowed, "the rook")
    assert {"0305", "0405", "0505"} <= {*reach}
    assert "0605" not in reach
    assert set(in_lines(spaces, here, bool, lambda n: allowed, "the king", most=1)) == {
        spaces.name(n) for n in spaces.neighbours(here)
    }


def test_the_clauses_of_the_example_bar() -> None:
    TAFL.each_clause_bars()


@given(st.sampled_from(list(Offset)), st.integers(1, 6), st.integers(1, 6), st.data())
def test_a_ray_holds_the_hexes_straight_ahead(offset: Offset, columns: int, rows: int, data: st.DataObject) -> None:
    spaces = HexMap(columns, rows, offset, ("field",), bytes(columns * rows))
    at = spaces.at(data.draw(st.integers(0, columns - 1)), data.draw(st.integers(0, rows - 1)))
    for n, direction in enumerate(DIRECTIONS):
        expected, there = list[int](), spaces.hex(at) + direction
        while (found := spaces.find(there)) is not None:
            expected.append(found)
            there += direction
        assert list(spaces.ray(at, n)) == expected
