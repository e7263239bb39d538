"""A ledger, the belongings of the players, stands beside any map."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import hexwidget as hw
from hexwidget.scene import Ledger, faults
from hexwidget.scene.drawing import draw
from hexwidget.scene.scene_messages import ChangingScene

SCENE = hw.scenario("plotted/the-ford").position.scene()
NAMES = [player.name for player in SCENE.players]
LEDGER = Ledger(
    ("", "tickets"), tuple((name, f"{n} taxis") for n, name in enumerate(NAMES, start=4)), ("Two are spent",)
)
WHEELED = hw.scenario("rondel/inland-sea-whole-wheel").position.scene()


def test_it_is_drawn_at_the_right_of_the_map() -> None:
    plain, picture = draw(SCENE), draw(replace(SCENE, ledger=LEDGER))
    for text in ("tickets", "4 taxis", "5 taxis", "Two are spent"):
        assert f">{text}<" in picture
        assert text not in plain


def test_the_wheel_s_own_stays_below_the_wheel() -> None:
    assert WHEELED.wheel is not None
    assert WHEELED.wheel.ledger is not None
    alone = replace(WHEELED, ledger=WHEELED.wheel.ledger, wheel=replace(WHEELED.wheel, ledger=None))
    one, other = (
        re.sub("h[0-9a-f]{8}-", "", draw(scene)) for scene in (alone, WHEELED)
    )  # ids that follow from the content
    assert one == other


def test_it_travels_to_boards_and_is_absent_without_one() -> None:
    assert ChangingScene.of(SCENE).ledger is None
    assert ChangingScene.of(replace(SCENE, ledger=LEDGER)).ledger == LEDGER


@pytest.mark.parametrize(
    ("ledger", "wrong"),
    [
        (replace(LEDGER, rows=(("red",),)), "ledger/rows/0: expected a cell for each of 2 headings, not 1"),
        (replace(LEDGER, rows=LEDGER.rows * 2), f"ledger/rows: expected a row for each of {len(NAMES)} players, not 4"),
    ],
)
def test_rows_that_do_not_fit_are_named(ledger: Ledger, wrong: str) -> None:
    assert faults(replace(SCENE, ledger=LEDGER)) == []
    assert wrong in map(str, faults(replace(SCENE, ledger=ledger)))


def test_two_ledgers_are_refused() -> None:
    assert faults(WHEELED) == []
    both = replace(WHEELED, ledger=Ledger(("",), ()))
    assert list(map(str, faults(both))) == ["ledger: the wheel has a ledger already; a board shows one"]
