"""Copies of a session are games of their own."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.explore.opponents import Opponents

Copy = Callable[[hw.Session], hw.Session]
COPIES: tuple[Copy, ...] = (copy.copy, copy.deepcopy, lambda session: pickle.loads(pickle.dumps(copy.copy(session))))


def game(journal: Path | None = None) -> hw.Session:
    """A game with a branch and a step taken back."""
    session = hw.Session("depletion/first-steps", journal, seed=1)
    session.play("0203-0303")
    session.undo()
    session.play("0203-0204")
    session.play("pass")
    session.undo()
    return session


@pytest.mark.parametrize("make", COPIES)
@pytest.mark.parametrize("shown", [False, True])
@pytest.mark.parametrize("kept", [False, True])
def test_a_copy_is_the_same_game_of_its_own(make: Copy, shown: bool, kept: bool, tmp_path: Path) -> None:
    session = game(tmp_path / "game.jsonl" if kept else None)
    board = hw.Board(session) if shown else None
    other = make(session)
    assert [step.text for step in other.steps] == [step.text for step in session.steps]
    assert (other.step.number, dict(other.tree.ahead)) == (session.step.number, dict(session.tree.ahead))
    assert (other.seed, other.rolls, other.journal) == (session.seed, session.rolls, None)
    was, written = session.step, (tmp_path / "game.jsonl").read_bytes() if kept else b""
    other.redo()
    other.play(next(iter(other.position.legal_actions())))
    assert session.step is was
    assert len(other.steps) == len(session.steps) + 1
    assert not kept or (tmp_path / "game.jsonl").read_bytes() == written
    session.undo()
    assert other.step.number == len(other.steps) - 1
    if board is not None:
        assert board.position == session.position
        board.close()


def test_a_deep_copy_has_opponents_of_its_own() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    theirs = Opponents(session, {"blue": "random"})
    theirs.act()
    board = hw.Board(session)
    other = copy.deepcopy(session)
    other.play("0203-0303")
    assert other.step.action is not None
    assert other.step.action.player == "blue"
    assert len(session.steps) == 1
    session.play("0203-0303")
    assert [step.text for step in session.steps] == [step.text for step in other.steps]
    theirs.stop()
    number = len(session.steps)
    for each, answered in ((session, False), (other, True)):
        each.play(next(iter(each.position.legal_actions("red"))))
        assert (len(each.steps) > number + 1) is answered
    board.close()


def test_an_environment_in_text_is_copied_with_its_opponents() -> None:
    env = hw.environments.text("depletion/first-steps", player="red")
    env.reset(seed=1)
    other = copy.deepcopy(env)
    assert other.step("0203-0303").text == env.step("0203-0303").text
    assert other.session is not env.session


@pytest.mark.parametrize("kept", [False, True])
def test_a_session_that_cannot_be_pickled_says_what_to_do(kept: bool, tmp_path: Path) -> None:
    session = game(tmp_path / "game.jsonl" if kept else None)
    board = None if kept else hw.Board(session)
    with pytest.raises(TypeError, match=r"cannot be pickled: copy\.copy\(session\) is the same game without them"):
        pickle.dumps(session)
    if board is not None:
        board.close()
