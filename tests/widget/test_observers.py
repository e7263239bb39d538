"""Observers of boards: they are called when all boards show a change, and one that fails harms nobody."""

from __future__ import annotations

from typing import Any

import ipywidgets
import pytest
import traitlets

import hexwidget as hw
from tests import inside
from tests.widget.page import sample
from tests.widget.wire import told

pytestmark = pytest.mark.usefixtures("line")


def test_all_boards_show_a_change_before_any_observer_is_called() -> None:
    session = hw.Session(sample())
    boards = [hw.Board(session), hw.Board(session, player="red"), hw.Board(session, opponents={"blue": "random"})]
    found: list[set[int]] = []

    def look(_change: object) -> None:
        found.append({inside.timeline(each)["depth"] for each in boards})
        assert {each.step for each in boards} == {inside.timeline(each)["current"] for each in boards}
        assert boards[0].position is session.position

    for name in ("step", "position", "last_action", "selected", "last_step"):
        boards[0].observe(look, name)
    boards[0].play("0102-0101")
    assert found
    assert all(len(depths) == 1 for depths in found)
    assert 1 in set().union(*found)  # before the opponent has answered
    assert len(set().union(*found)) > 1  # and after that


def test_an_observer_gets_the_value_that_is_there() -> None:
    board = hw.Board(sample())
    seen: list[tuple[int, int, int]] = []

    def play_on(change: Any) -> None:
        if change["new"] < 3:
            board.play("pass")

    board.observe(play_on, "step")
    board.observe(lambda change: seen.append((change["old"], change["new"], board.step)), "step")
    board.play("0102-0101")
    assert board.step == 3
    assert all(new == there for _, new, there in seen)
    assert (seen[0][0], seen[-1][1]) == (0, 3)


def test_an_observer_that_fails_is_told_once_and_harms_nobody(
    board: hw.Board, capsys: pytest.CaptureFixture[str]
) -> None:
    other, seen = hw.Board(board.session), list[str]()

    def broken(_change: object) -> None:
        raise ZeroDivisionError("no plot today")

    board.observe(broken, "position")
    board.observe(lambda change: seen.append("mine"), "position")
    other.observe(lambda change: seen.append("other"), "position")
    board.play("0402-0403")
    board.undo()
    assert board.session.step.number == board.step == other.step == 1
    assert seen == ["mine", "other"] * 2
    assert told(board) == "ZeroDivisionError: no plot today (broken)"
    assert told(other) == ""
    printed = capsys.readouterr().err
    assert printed.count("Traceback") == 1
    assert "in broken" in printed
    assert "_call_all" not in printed
    board.unobserve(broken, "position")
    assert told(board) == ""


def test_the_page_of_a_player_is_not_told_why_an_observer_fails() -> None:
    session = hw.Session(sample())
    red, referee = hw.Board(session, player="red"), hw.Board(session)

    def broken(_change: object) -> None:
        raise ValueError(f"blue plans {session.position!r}")

    red.observe(broken, "position")
    referee.observe(broken, "position")
    session.play("0102-0202")
    assert told(red) == "Python's output says why."
    assert "blue plans" in told(referee)
    referee.player = "red"
    assert "blue plans" not in told(referee)


def test_a_click_succeeds_where_an_observer_fails(board: hw.Board) -> None:
    text = ipywidgets.Text()
    board.select("0402")
    traitlets.link((board, "selected"), (text, "value"))
    board.play("0402-0403")  # a Text refuses None
    assert board.position is board.session.position
    assert told(board).startswith("TraitError: ")
    assert told(board).endswith(" (the link to Text.value)")
    before, draft = len(board.session.steps), {"pass": True}
    message = {"id": "1", "revision": inside.status(board)["revision"], "intent": "confirm", "args": {"draft": draft}}
    inside.receive(board, message)
    assert len(board.session.steps) == before + 1
    reply = next(m["content"] for m in reversed(board.comm.sent) if m.get("method") == "custom")
    assert reply["ok"]
    assert "error" not in reply


def test_observers_without_end_are_ended(capsys: pytest.CaptureFixture[str]) -> None:
    board = hw.Board(sample())
    board.observe(lambda change: setattr(board, "theme", "dark" if change["new"] == "light" else "light"), "theme")
    board.theme = "dark"
    assert "have changed boards 1,000 times in a row" in told(board)
    assert "RecursionError" in capsys.readouterr().err
    board.play("0102-0202")
    assert board.step == 1


def test_an_interrupt_of_an_observer_is_raised_when_the_others_have_been_called(board: hw.Board) -> None:
    seen: list[int] = []

    def interrupted(_change: object) -> None:
        raise KeyboardInterrupt

    board.observe(interrupted, "step")
    board.observe(lambda change: seen.append(change["new"]), "step")
    with pytest.raises(KeyboardInterrupt):
        board.step = 2
    assert (seen, board.step) == ([2], 2)


def test_observers_by_decorator_are_observers_too() -> None:
    class Mine(hw.Board[Any]):
        seen: tuple[int, ...] = ()

        @traitlets.observe("step")
        def _stepped(self, change: Any) -> None:
            self.seen = (*self.seen, change["new"])
            if change["new"] == 2:
                raise ValueError("two")

    board = Mine(sample())
    board.play("0102-0101")
    board.play("pass")
    assert board.seen == (1, 2)
    assert "ValueError: two" in told(board)


def test_traits_that_are_set_together_are_told_together(board: hw.Board) -> None:
    seen: list[tuple[str, object]] = []
    board.observe(lambda change: seen.append((change["name"], change["new"])), ["step", "theme"])
    with board.hold_trait_notifications():
        board.step = 2
        board.theme = "dark"
        assert seen == []
    assert sorted(seen) == [("step", 2), ("theme", "dark")]
