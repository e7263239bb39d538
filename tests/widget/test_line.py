"""Boards over a line: several viewers share a board, which needs no notebook, and outlives its process in a journal."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.widget.connections import conversation, line
from hexwidget.widget.connections.line import LineBoard
from tests import inside
from tests.widget.page import Page, sample
from tests.widget.viewers import Ear

RED = {"army": "0102", "to": "0101"}


@pytest.mark.slow
def test_a_board_over_a_line_needs_no_notebook() -> None:
    code = """
import sys
for name in ("ipywidgets", "anywidget", "traitlets", "comm", "IPython"):
    sys.modules[name] = None
import hexwidget as hw
from hexwidget.widget.connections.line import LineBoard
class Ear:
    def put(self, text):
        print(text[:70])
session, ear = hw.Session("depletion/first-steps", seed=1), Ear()
board = LineBoard(session, opponents={"blue": "random"})
board.line.enter(ear)
revision = board._showing.sending.revision
board.answer({"id": "a", "revision": revision, "intent": "play", "args": {"action": "red: 0203-0303"}}, ear)
print(len(session.steps))
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    first, *_, reply, steps = ran.stdout.splitlines()
    assert first.startswith('{"method":"update","state":{')
    assert reply.startswith('{"method":"custom","content":{"id":"a","ok":true')
    assert steps == "3"


def test_a_reply_goes_to_its_asker_and_state_to_all() -> None:
    board = LineBoard(hw.Session(sample()), "red")
    one, two = Ear(board), Ear(board)
    one.ask("confirm", draft=RED)
    assert [reply["ok"] for reply in one.replies] == [True]
    assert two.replies == []
    assert two.log[-1] == one.log[-2]
    one.ask("hello", revision=0)
    assert len(two.log) == 2


def test_state_is_written_once_for_all_viewers_and_not_at_all_without_any(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    packed = line.json_text

    def counted(method: str, **data: Any) -> str:
        written.append(method)
        return packed(method, **data)

    monkeypatch.setattr(line, "json_text", counted)
    session = hw.Session(sample())
    board = LineBoard(session, spectator=True)
    session.play("0102-0101")
    assert written == []
    ears = [Ear(board) for _ in range(50)]
    written.clear()
    session.play("pass")
    assert written == ["update"]
    assert {ear.log[-1] for ear in ears} == {ears[0].log[-1]}


def states_of(ear: Ear) -> dict[str, Any]:
    """The state that a viewer has, with the versions of what changed by patches."""
    state: dict[str, Any] = {}
    for text in ear.log:
        message = json.loads(text)
        if message["method"] == "update":
            for name, change in (message["state"].get("_patch") or {}).items():
                assert state[name]["version"] == change["since"]  # else the viewer would have to ask again
                state[name] = {**state[name], "version": change["version"]}
            state |= {name: value for name, value in message["state"].items() if name != "_patch"}
    return state


def test_a_viewer_who_comes_later_gets_changes_of_what_they_have() -> None:
    session = hw.Session(sample())
    board = LineBoard(session)
    first = Ear(board)
    session.play("0102-0101")
    second = Ear(board)
    session.play("pass")
    assert "_patch" in second.log[-1]
    assert states_of(first).keys() == states_of(second).keys()
    board.line.leave(first)
    was = len(first.log)
    session.undo()
    assert len(first.log) == was
    board.line.leave(second)
    session.redo()
    states_of(Ear(board))


# ---------------------------------------------------------------- lives
def life(path: Path, player: str | None = "red") -> tuple[hw.Session, LineBoard[Any], Ear]:
    """A new life of a server that keeps a game."""
    session = hw.Session(sample(), path)
    board: LineBoard[Any] = LineBoard(session, player)
    return session, board, Ear(board)


def test_what_is_sent_again_after_a_restart_is_done_once(tmp_path: Path) -> None:
    session, board, ear = life(tmp_path / "game.jsonl")
    message = {
        "id": "m1",
        "revision": inside.showing(board).sending.revision,
        "intent": "confirm",
        "args": {"draft": RED},
    }
    board.answer(message, ear)
    session.close()  # the reply was lost
    session, board, ear = life(tmp_path / "game.jsonl")
    board.answer(message, ear)
    assert ear.replies == [{"id": "m1", "ok": True, "revision": inside.showing(board).sending.revision}]
    assert len(session.steps) == 2
    session.close()


@pytest.mark.parametrize("undone", [False, True])
def test_what_was_not_done_before_a_restart_is_done_afterwards_at_the_same_step_alone(
    undone: bool, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    session, board, ear = life(path, None)
    ear.ask("confirm", draft=RED)
    late = {"id": "m2", "revision": inside.showing(board).sending.revision, "intent": "undo", "args": {}}
    if undone:
        session.undo()
    session.close()  # before the message came
    session, board, ear = life(path, None)
    for _ in range(2):
        board.answer(late, ear)
    assert session.step.number == 0
    assert [reply.get("stale") for reply in ear.replies] == ([True] * 2 if undone else [None] * 2)
    session.close()
    session, board, ear = life(path, None)
    session.goto(1)
    board.answer(late, ear)  # at its own step again
    assert session.step.number == (0 if undone else 1)
    assert ear.replies[0]["ok"]
    session.close()


def test_a_step_has_the_same_revision_in_each_life_and_a_notebook_counts() -> None:
    session = hw.Session(sample())
    revisions = {inside.showing(LineBoard(session, player)).sending.revision for player in ("red", "blue", None) * 5}
    assert len(revisions) == 3
    assert {len(str(each)) for each in revisions} == {16}
    board = LineBoard(session, "red")
    found = [inside.showing(board).sending.revision]
    for _ in range(2):
        session.play("0102-0101")
        found.append(inside.showing(board).sending.revision)
        session.undo()
        found.append(inside.showing(board).sending.revision)
    assert found == [*found[:2], *found[:2], found[0]]
    assert found[0] != found[1]
    assert inside.status(hw.Board(session))["revision"] == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["orders/three-marches", "rondel/first-maneuver", "plotted/the-ford", "frontiers/combat"]
)
def test_another_process_finds_the_same_revisions(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    start, rng = hw.scenario(name).position, Random(name)
    session = hw.Session(start, path)
    for _ in range(12):
        player = sorted(session.position.to_act)[0]
        session.play(session.position.legal_actions(player).sample(rng))
    session.undo()
    here = [inside.showing(LineBoard(session, player)).sending.revision for player in (*start.players, None)]
    session.close()
    text = f"""
import hexwidget as hw
from hexwidget.widget.connections.line import LineBoard
start = hw.scenario({name!r}).position
session = hw.Session(start, {str(path)!r})
print([LineBoard(session, player)._showing.sending.revision for player in (*start.players, None)])
"""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout) == here


def test_the_id_of_one_player_says_nothing_to_another(tmp_path: Path) -> None:
    session, _board, ear = life(tmp_path / "game.jsonl")
    ear.ask("confirm", at="m1", draft=RED)
    blue = LineBoard(session, "blue")
    asker = Ear(blue)
    asker.ask("confirm", at="m1", draft={"pass": True})
    assert [step.text for step in session.line] == ["start", "red: 0102-0101", "blue: pass"]
    session.close()


def test_only_the_step_that_was_asked_for_has_the_message(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session, _board, ear = life(path, None)
    session.play("0102-0101")
    ear.ask("undo", at="back")
    session.play("pass")
    session.close()
    lines = [json.loads(text) for text in path.read_text().splitlines()]
    assert [each.get("message") for each in lines] == [None, None, [None, "back"], None]
    assert hw.Session(sample(), path).messages == {(None, "back")}
    assert "message" not in hw.load(path).to_replay()


def test_a_notebooks_journal_notes_no_messages(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    page = Page(hw.Board(hw.Session(sample(), path)))
    assert page.ask("confirm", draft=RED)["ok"]
    assert "message" not in path.read_text()


@pytest.mark.parametrize("message", ['"m"', "[]", '["red"]', "[1,2]", '["red",7]', "null"])
def test_a_note_in_a_journal_that_cannot_be_read_is_refused(message: str, tmp_path: Path) -> None:
    session = hw.Session(sample(), rolls="ask")
    session.play("0102-0101")
    text = session.to_replay().replace("replay/3", "replay/1")
    kept = [json.dumps({k: v for k, v in json.loads(each).items() if k != "sum"}) for each in text.splitlines()]
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join([kept[0], kept[1][:-1] + f', "message": {message}' + "}"]) + "\n")
    with pytest.raises(hw.InputError, match="expected a player and an id as message"):
        hw.load(path)


# ---------------------------------------------------------------- replies
def test_replies_that_are_remembered_have_a_bound_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "REMEMBERED", 20_000)
    board = LineBoard(hw.Session(sample()), "red")
    ear = Ear(board)
    for _ in range(100):
        ear.ask("explain", draft={"army": "0102"}, space="0502")
    replies = inside.conversation(board).replies
    assert 2 < len(replies) < 100
    assert sum(map(len, replies.values())) < 30_000
    was = len(ear.replies)
    ear.ask("explain", at=next(reversed(replies)), revision=1, draft={}, space="0502")
    assert ear.replies[was]["ok"]  # as before, although the revision is stale


# ---------------------------------------------------------------- words
@pytest.mark.slow
def test_no_word_over_a_line_speaks_of_kernels_and_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    session = hw.Session(sample())
    boards = [LineBoard(session, "red"), LineBoard(session, spectator=True), LineBoard(session)]
    ears = [Ear(board) for board in boards]

    def broken(*_: object) -> None:
        raise RuntimeError

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    for ear in ears:
        for intent in ("undo", "redo", "confirm", "hello", "edit", "suggest"):
            ear.ask(intent, **({"on": True} if intent in ("edit", "suggest") else {}))
        for action in ("blue: pass", "die: 6", "what"):
            ear.ask("play", action=action)
    for fail in (broken, interrupted):
        monkeypatch.setattr(session, "play", fail)
        for ear in ears:
            ear.ask("play", action="red: pass")
    monkeypatch.undo()
    session.watch(lambda: broken())
    ears[0].ask("play", action="red: pass")
    said = [reply["error"] for ear in ears for reply in ear.replies if "error" in reply]
    assert len(said) > 15
    texts = [text for ear in ears for text in ear.log]
    assert not [text for text in texts if "kernel" in text.lower() or "a cell" in text.lower()]
