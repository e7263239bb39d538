"""Boards with opponents: their state while policies think, and when a policy fails."""

from __future__ import annotations

from typing import Any

import pytest

import hexwidget as hw
from hexwidget.explore.policies import PolicyError
from tests import inside

STEPS = hw.scenario("depletion/first-steps").position
RED = "Round 1 of 6: Red to act"


def told(board: hw.Board) -> list[tuple[str, list[str]]]:
    """The texts of the status from now on, each with the opponents who think."""
    found = []
    board.observe(lambda change: found.append((change["new"]["text"], change["new"]["thinking"])), "_status")
    return found


def replies(board: hw.Board, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The replies to views from now on."""
    found: list[Any] = []
    monkeypatch.setattr(board, "send", lambda content, *rest: found.append(content))
    return found


def commit(board: hw.Board, action: str, **more: Any) -> None:
    """A click on Confirm."""
    army, to = action.split("-")
    content = {
        "id": "v-1",
        "revision": inside.status(board)["revision"],
        "intent": "confirm",
        "args": {"draft": {"army": army, "to": to}, **more},
    }
    inside.receive(board, content)


def test_what_was_played_is_shown_before_the_opponent_thinks() -> None:
    board = hw.Board(hw.Session(STEPS, seed=1), opponents={"blue": "random"})
    found = told(board)
    board.play("0203-0303")
    assert [thinking for _, thinking in found] == ["Blue is thinking", ""]
    assert "Blue" in found[0][0]
    assert found[-1][0].endswith("Red to act")
    assert board.last_action.player == "blue"


@pytest.mark.parametrize("player", [None, "red"])
def test_what_happened_is_what_happened_since_the_person_decided(player: str | None) -> None:
    board = hw.Board(hw.Session(STEPS, seed=1), opponents={"blue": "random"}, player=player)
    board.play("0203-0303")
    told = [event["text"] for event in inside.timeline(board)["events"]]
    assert told[0].startswith("Red's archer and 2 cavalry move from 0203 to 0303")
    assert any(text.startswith("Blue's") for text in told)


def test_an_opponent_who_begins_has_begun() -> None:
    board = hw.Board(hw.Session(STEPS, seed=1), opponents={"red": "random"})
    assert board.session.step.depth == 1
    assert board.position.to_act == {"blue"}
    assert inside.status(board)["thinking"] == ""


def test_a_click_is_answered_when_the_opponent_has_acted(monkeypatch: pytest.MonkeyPatch) -> None:
    board = hw.Board(hw.Session(STEPS, seed=1), opponents={"blue": "random"}, player="red", pause=0)
    found = replies(board, monkeypatch)
    commit(board, "0203-0303")
    assert found[0]["ok"]
    assert board.session.step.depth == 2


def pauses(monkeypatch: pytest.MonkeyPatch, board: hw.Board) -> list[tuple[float, str]]:
    """The pauses from now on, in seconds: each with the last player that the board shows to have acted."""
    found: list[tuple[float, str]] = []

    def pause(seconds: float) -> None:
        found.append((seconds, board.last_action.player if board.last_action else ""))

    monkeypatch.setattr("hexwidget.explore.opponents.sleep", pause)
    return found


def test_an_opponent_pauses_after_a_click_so_that_the_own_action_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    board = hw.Board(hw.Session(STEPS, seed=1), opponents={"blue": "random"}, pause=2.0)
    found = pauses(monkeypatch, board)
    commit(board, "0203-0303")
    ((seconds, seen),) = found
    assert 0 < seconds <= 2  # the time that the policy took counts
    assert seen == "red"
    assert board.last_action.player == "blue"


def test_cells_and_views_without_motion_are_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for pause in (0, 2.0):
        board = hw.Board(hw.Session(STEPS, seed=1), opponents={"blue": "random"}, pause=pause)
        found = pauses(monkeypatch, board)
        commit(board, "0203-0303", at_once=pause > 0)
        board.play(str(next(iter(board.position.legal_actions()))))
        assert board.session.step.depth >= 4  # more, if blue attacks
        assert not sum(seconds for seconds, _ in found)


def test_a_pause_that_cannot_be_is_refused() -> None:
    for wrong in (-1, 11, "long", True):
        with pytest.raises(hw.InputError, match="pause: expected seconds from 0 to 10"):
            hw.Board(STEPS, opponents={"blue": "random"}, pause=wrong)


def test_undo_on_the_board_goes_back_past_the_opponent() -> None:
    board = hw.Board(hw.Session(STEPS, seed=1), opponents={"blue": "random"})
    board.play("0203-0303")
    board.undo()
    assert (board.session.step.depth, inside.status(board)["text"], inside.status(board)["thinking"]) == (0, RED, "")


@pytest.mark.parametrize("player", [None, "red"])
def test_one_that_fails_is_told_and_nobody_thinks_any_more(player: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(position: Any, who: str, rng: Any) -> str:
        raise ZeroDivisionError("a secret")

    board = hw.Board(STEPS, opponents={"blue": fails}, player=player, pause=0)
    found = replies(board, monkeypatch)
    commit(board, "0203-0303")
    (reply,) = found
    assert reply["ok"]
    assert reply["error"].startswith("It was done, but")
    assert ("a secret" in reply["error"]) is (player is None)
    assert inside.status(board)["thinking"] == ""
    assert board.session.step.depth == 1
    board.session.undo()
    with pytest.raises(PolicyError) as error:
        board.play("0203-0303")
    assert ("a secret" in str(error.value)) is (player is None)
    assert (error.value.__context__ is None) is (player is not None)
    whose = {"player": "blue"} if player else {}
    with pytest.raises(PolicyError) as error:
        hw.Board(STEPS, opponents={"red": fails}, **whose)
    assert ("a secret" in str(error.value)) is (player is None)
    assert (error.value.__context__ is None) is (player is not None)


def test_what_can_be_no_opponent_is_refused() -> None:
    with pytest.raises(hw.InputError, match="unknown policy"):
        hw.Board(STEPS, opponents={"blue": "clever"})
    with pytest.raises(hw.InputError, match="this is blue's own board"):
        hw.Board(STEPS, opponents={"blue": "random"}, player="blue")


def test_a_board_that_is_closed_leaves_the_seat() -> None:
    session = hw.Session(STEPS)
    board = hw.Board(session, opponents={"blue": "random"})
    board.close()
    session.play("0203-0303")
    assert session.position.to_act == {"blue"}
