"""Journals: every step is on disk before it is shown, also if a process is killed or a disk fails. A file has one writer."""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import hexwidget as hw
from tests import inside
from tests.depletion.positions import scripted
from tests.play.test_storage import same, start


def test_every_step_is_on_disk_before_it_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = hw.Session(start(), journal=path)
    on_disk: list[bool] = []
    session.watch(lambda: on_disk.append(same(hw.load(path), session)))
    session.play("0102-0202")
    session.undo()
    session.redo()
    session.goto(0)
    session.play("pass")
    session.edit(session.position.remove("red", "0102"))
    assert on_disk == [True] * 6


def test_a_journal_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    first = hw.Session(start(), journal=path)
    first.play("0102-0202")
    first.play("pass")
    first.undo()
    first.close()
    again = hw.Session(start(), journal=path)
    assert same(again, first)
    again.play("0602-0502")
    again.close()
    assert same(hw.load(path), again)


def test_a_torn_last_line_is_named_dropped_and_play_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    first = hw.Session(start(), journal=path)
    first.play("0102-0202")
    first.close()
    sound = path.read_bytes()
    path.write_bytes(sound + '{"step": 2, "parent": 1, "player": "blü'.encode())
    again = hw.Session(start(), journal=path)
    assert "the last line was torn and is left out" in again.notice
    assert path.read_bytes() == sound
    again.play("pass")
    again.close()
    assert len(hw.load(path).steps) == 3


@pytest.mark.slow
def test_one_journal_has_one_writer_and_one_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    first = hw.Session(start(), journal=path)
    elsewhere = "import sys, hexwidget as hw; hw.Session(hw.load(sys.argv[1]).steps[0].position, journal=sys.argv[1])"
    refused = subprocess.run([sys.executable, "-c", elsewhere, path], capture_output=True, text=True)
    assert f"another program (process {os.getpid()} on '{platform.node()}', since 2" in refused.stderr
    assert "is writing it; give this session a file of its own" in refused.stderr
    # A cell that runs again takes the journal over, and the session before can play no more.
    second = hw.Session(start(), journal=path)
    second.play("pass")
    with pytest.raises(hw.JournalError, match="another session has taken it over"):
        first.play("0102-0202")
    assert len(first.steps) == 1
    second.close()
    with pytest.raises(hw.JournalError, match="it is a folder, not a file"):
        hw.Session(start(), journal=tmp_path)
    with pytest.raises(hw.JournalError, match="of another game"):
        hw.Session("depletion/first-steps", journal=path)
    with pytest.raises(hw.JournalError, match="there is no folder"):
        hw.Session(start(), journal=tmp_path / "nowhere" / "game.jsonl")
    (tmp_path / "other").write_text("something else\n")
    with pytest.raises(hw.InputError, match="cannot be read"):
        hw.Session(start(), journal=tmp_path / "other")
    assert (tmp_path / "other").read_text() == "something else\n"


def test_a_step_that_cannot_be_saved_is_not_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    board = hw.Board(hw.Session(start(), journal=path))
    before, sound = board.position, path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(hw.JournalError, match="could not be saved and was not played: No space left"):
            board.play("0102-0202")
        answers: list[dict[str, object]] = []
        board.send = lambda content, buffers=None: answers.append(content)
        commit = {"id": "a", "revision": 1, "intent": "confirm", "args": {"draft": {"army": "0102", "to": "0202"}}}
        inside.receive(board, commit)
        assert "No space left on device" in str(answers[0]["error"])
    assert (board.position, len(board.session.steps), path.read_bytes()) == (before, 1, sound)
    board.play("0102-0202")
    assert len(hw.load(path).steps) == 2


# ---------------------------------------------------------------- disks and interrupts
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="limits of this kind are POSIX")
def test_a_line_refused_by_a_full_disk_never_comes_after_all(tmp_path: Path) -> None:
    """A real short write: a limit of the process lets the file grow by only a few bytes."""
    code = f"""
import resource, signal, os, hexwidget as hw
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = {str(tmp_path / "g.jsonl")!r}
session = hw.Session("depletion/first-steps", journal=path)
session.play("0203-0303")
size = os.path.getsize(path)
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20, resource.RLIM_INFINITY))
try:
    session.play("0702-0701")
except hw.JournalError:
    print("refused", os.path.getsize(path) == size, len(session.steps))
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
session.play("0702-0802")
session.close()
print([s.text for s in hw.load(path).steps])
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["refused True 2", "['start', 'red: 0203-0303', 'blue: 0702-0802']"]


def test_a_last_line_torn_within_a_letter_costs_that_line_only(tmp_path: Path) -> None:
    position = scripted({"0101": "1 archer"})
    named = position.system.from_json({**position.system.to_json(position), "players": ["röd", "blå"],
                                       "armies": {"röd": {"0101": {"archers": 1}}}, "turn": "röd"})  # fmt: skip
    path = tmp_path / "g.jsonl"
    session = hw.Session(named, journal=path)
    session.play("0101-0201")
    session.close()
    data = path.read_bytes()
    cut = data.rfind("ö".encode()) + 1
    assert cut > data.rfind(b"\n", 0, len(data) - 1)  # within the last line, in the middle of a character
    path.write_bytes(data[:cut])
    assert len(hw.load(path).steps) == 1
    assert hw.verify(path).torn is not None
    again = hw.Session(named, journal=path)
    assert "torn" in again.notice
    again.play("0101-0102")
    again.close()
    assert hw.verify(path)


def test_an_interrupt_while_a_step_is_written_leaves_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.jsonl"
    session = hw.Session(scripted({"0101": "1 archer"}, {"0501": "1 archer"}), journal=path)
    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            session.play("0101-0201")
    assert len(session.steps) == 1
    session.play("0101-0102")
    session.close()
    assert [s.text for s in hw.load(path).steps] == ["start", "red: 0101-0102"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is nothing to fork")
def test_a_process_forked_while_something_is_played_can_play() -> None:
    held, go = threading.Event(), threading.Event()
    session = hw.Session(start())

    def slow() -> None:
        held.set()
        go.wait(1)

    stop = session.watch(slow)
    thread = threading.Thread(target=session.play, args=("0102-0202",))
    thread.start()
    held.wait()
    child = os.fork()  # it waits until no move is in progress
    if child == 0:
        try:
            stop()
            signal.alarm(20)
            hw.Session(start()).play("0102-0202")
            os._exit(7)
        finally:
            os._exit(1)
    go.set()
    thread.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


@pytest.mark.slow
@pytest.mark.parametrize("written", ["", "{", "[]", "7", '{"process": "x"}', "\xff" * 9000])
def test_a_name_that_cannot_be_read_names_nobody(tmp_path: Path, written: str) -> None:
    path = tmp_path / "g.jsonl"
    session = hw.Session(start(), journal=path)
    path.with_name(".g.jsonl.writer").write_text(written)
    code = "import sys, hexwidget as hw; hw.Session(hw.load(sys.argv[1]).steps[0].position, journal=sys.argv[1])"
    refused = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True)
    assert "another program is writing it" in refused.stderr
    session.close()
