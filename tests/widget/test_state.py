"""The state of a board is made from its session, and making it changes nothing."""

from __future__ import annotations

import pytest

import hexwidget as hw
from tests import inside
from tests.widget.page import sample
from tests.widget.wire import Line


@pytest.mark.parametrize("player", [None, "red"])
def test_making_the_state_of_a_board_changes_nothing(line: None, player: str | None) -> None:
    board = hw.Board(sample(), player=player, opponents={"blue": "random"})
    board.show(["0101"], "mine")
    board.select("0102")
    showing = inside.showing(board)
    sent, traits = len(board.comm.sent), dict(showing.sending.traits)
    held = {name: value for name, value in vars(showing.state).items() if name != "memory"}
    states = showing.state.states()
    assert states == showing.state.states()
    assert states.traits == traits
    assert showing.state.status == traits["_status"]
    assert {name: value for name, value in vars(showing.state).items() if name != "memory"} == held
    assert showing.sending.traits == traits
    assert isinstance(board.comm, Line)
    assert len(board.comm.sent) == sent
    board.close()


def test_asking_for_the_status_leaves_an_error_of_the_author_to_be_said() -> None:
    board = hw.Board(sample())
    showing, guarded = inside.showing(board), inside.showing(board).audience.guarded
    guarded.bundled = False
    assert guarded.attempt("scene", lambda: 1 / 0, lambda: 0.0) == 0.0
    assert showing.state.status["said"] != []
    assert inside.status(board)["said"] == []
    showing.say_authors()
    assert "ZeroDivisionError" in inside.status(board)["said"][0]["lines"][0]["text"]
    guarded.forget_errors()
    assert showing.state.status["said"] == []
    showing.say_authors()
    assert inside.status(board)["said"] == []
    board.close()
