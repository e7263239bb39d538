"""Journals whose files vanish, are replaced or cannot be written: the game is kept elsewhere, and the player is told."""

from __future__ import annotations

import copy
import os
import pickle
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from tests import inside
from tests.play.test_storage import same, start


def gone(path: Path) -> None:
    path.unlink()


def folder_gone(path: Path) -> None:
    path.rename(path.parent.parent / "aside.jsonl")
    path.with_name(f".{path.name}.writer").unlink()
    path.parent.rmdir()


def replaced(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    other.replace(path)


def cut(path: Path) -> None:
    os.truncate(path, 10)


@pytest.mark.parametrize(
    ("happens", "words"),
    [
        (gone, "it is gone"),
        (folder_gone, "it is gone"),
        (replaced, "another file has been put in its place"),
        (cut, "something else has cut it short"),
    ],
)
def test_a_file_that_is_not_there_any_more_is_said_and_the_game_kept_elsewhere(
    tmp_path: Path, happens: Callable[[Path], None], words: str
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    session = hw.Session(start(), journal=folder / "g.jsonl")
    board = hw.Board(session)
    assert inside.status(board)["kept"] == {"file": "g.jsonl", "problem": ""}
    session.play("0102-0202")
    revision = inside.status(board)["revision"]
    board.select("0602")
    happens(folder / "g.jsonl")
    for _ in range(2):
        with pytest.raises(
            hw.JournalError, match=rf"{words}.*; nothing was played; session.keep\('another.jsonl'\) goes on"
        ):
            board.play("0602-0502")
    # The board reports it, and the draft stays.
    assert words in inside.status(board)["kept"]["problem"]
    assert (len(session.steps), inside.status(board)["revision"], board.selected) == (2, revision, "0602")
    session.keep(tmp_path / "another.jsonl")
    assert inside.status(board)["kept"] == {"file": "another.jsonl", "problem": ""}
    assert session.journal == (tmp_path / "another.jsonl").resolve()
    session.play("0602-0502")
    assert same(hw.load(tmp_path / "another.jsonl"), session)
    session.close()
    assert inside.status(board)["kept"] == {"file": "", "problem": ""}
    board.close()


def test_a_players_board_says_no_more_than_that_it_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    session = hw.Session(start(), journal=path)
    board = hw.Board(session, player="red")
    assert inside.status(board)["kept"] == {"file": "", "problem": ""}
    path.unlink()
    with pytest.raises(hw.JournalError):
        board.play("0102-0202")
    assert inside.status(board)["kept"] == {
        "file": "",
        "problem": "the game could not be saved; the referee can see why",
    }


def test_keeping_a_game_elsewhere_is_done_wholly_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = hw.Session(start(), journal=tmp_path / "g.jsonl")
    session.play("0102-0202")
    session.undo()
    (tmp_path / "there").write_text("something\n")
    with pytest.raises(hw.JournalError, match="there is a file of that name; name another"):
        session.keep(tmp_path / "there")
    with pytest.raises(hw.JournalError, match="a session of this process writes it"):
        session.keep(tmp_path / "g.jsonl")
    with pytest.raises(hw.JournalError, match=r"there is no folder .*: make it first"):
        session.keep(tmp_path / "nowhere" / "g.jsonl")
    times = []

    def full(_: int) -> None:
        times.append(1)
        if len(times) > 2:
            raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(hw.JournalError, match="No space left"):
            session.keep(tmp_path / "full.jsonl")
    assert not (tmp_path / "full.jsonl").exists()
    assert (tmp_path / "there").read_text() == "something\n"
    assert session.journal == (tmp_path / "g.jsonl").resolve()
    session.redo()
    assert same(hw.load(tmp_path / "g.jsonl"), session)
    assert sorted(p.name for p in tmp_path.iterdir()) == [".g.jsonl.writer", "g.jsonl", "there"]


def test_what_could_not_be_taken_back_is_before_the_next_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "g.jsonl"
    session = hw.Session(start(), journal=path)
    sound = path.stat().st_size

    def broken(*_: object) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", broken)
        patched.setattr(os, "ftruncate", broken)
        with pytest.raises(hw.JournalError, match="Input/output error"):
            session.play("0102-0202")
    assert path.stat().st_size > sound
    session.play("0102-0101")
    assert same(hw.load(path), session)


@pytest.mark.slow
def test_no_file_is_saved_over_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    session = hw.Session(start(), journal=path)
    with pytest.raises(
        hw.InputError, match="a session of this process keeps its journal there, step by step; name another"
    ):
        hw.save(session, path)
    code = "import sys, hexwidget as hw; hw.save(hw.scenario('depletion/first-steps'), sys.argv[1])"
    refused = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True)
    assert f"another program (process {os.getpid()} on" in refused.stderr
    session.play("0102-0202")
    session.close()
    hw.save(session, path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["g.jsonl"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is nothing to fork")
def test_a_forked_process_writes_nothing_of_its_parents(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    session = hw.Session(start(), journal=path)
    before = path.read_bytes()
    child = os.fork()
    if child == 0:
        try:
            session.play("0102-0202")
        except hw.JournalError:
            os._exit(7)
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert path.read_bytes() == before
    session.play("0102-0202")
    assert same(hw.load(path), session)


@pytest.mark.slow
def test_a_folder_where_nothing_may_be_written_is_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The code runs as a user without permission, as root may write anything."""
    folder, warm = Path(tempfile.mkdtemp()), tmp_path_factory.mktemp("warm") / "g.jsonl"
    hw.save(start(), folder / "s.json")
    code = """
import os, sys, hexwidget as hw
start = hw.load(sys.argv[1] + "/s.json").position
hw.Session(start, journal=sys.argv[2]).close()  # all that it needs is loaded now
if hasattr(os, "setuid") and os.getuid() == 0:
    os.setuid(65534)
for path in ("/new.jsonl", "/s.json"):
    try:
        hw.Session(start, journal=sys.argv[1] + path)
    except hw.JournalError as error:
        print(error.problems[0])
"""
    (folder / "s.json").chmod(0o444)
    folder.chmod(0o555)
    try:
        ran = subprocess.run([sys.executable, "-c", code, folder, warm], capture_output=True, text=True)
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)
    assert ran.stdout.splitlines() == ["it cannot be opened: Permission denied"] * 2, ran.stderr


def appended(path: Path) -> None:
    with path.open("a") as file:
        file.write("something\n")


def test_what_something_else_has_written_is_left_there_and_reported(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    session = hw.Session(start(), journal=path)
    appended(path)
    before = path.read_bytes()
    with pytest.raises(hw.JournalError, match=r"something else has written to it; nothing was played; session\.keep"):
        session.play("0102-0202")
    assert path.read_bytes() == before


def test_where_files_cannot_be_locked_a_journal_is_kept_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")

    def unsupported(*_: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", unsupported)
    session = hw.Session(start(), journal=tmp_path / "g.jsonl")
    session.play("0102-0202")
    assert same(hw.load(tmp_path / "g.jsonl"), session)


WITHOUT_LOCKS = """
import sys, types
sys.modules["fcntl"] = types.ModuleType("fcntl")  # as in a browser
import hexwidget as hw
session = hw.Session("depletion/first-steps", journal=sys.argv[1])
session.play("0203-0303")
print(hw.load(sys.argv[1]).position == session.position)
"""


@pytest.mark.slow
def test_a_python_without_locks_keeps_a_journal_all_the_same(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_LOCKS, str(tmp_path / "g.jsonl")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.returncode) == ("True", 0), done.stderr


def test_a_journal_that_cannot_be_taken_over_stays_with_its_session(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    session = hw.Session(start(), journal=path)
    with pytest.raises(hw.JournalError, match="of another game"):
        hw.Session("depletion/first-steps", journal=path)
    session.play("0102-0202")
    assert same(hw.load(path), session)


def test_a_journal_is_full_before_it_is_longer_than_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hexwidget.files import replay
    from hexwidget.play import storage
    from hexwidget.store import journal

    for module in (journal, storage, replay):
        monkeypatch.setattr(module, "MOST_STEPS", 5)
    session = hw.Session(start(), journal=tmp_path / "g.jsonl")
    session.play("0102-0202")
    for _ in range(3):
        session.goto(1 - session.step.number)
    with pytest.raises(hw.JournalError, match=r"it is full; nothing was played; session.fork\(\) begins another game"):
        session.undo() if session.step.number else session.redo()
    assert hw.load(tmp_path / "g.jsonl").step == session.step
    other = hw.Session(start())
    for _ in range(3):
        other.play("pass")
        other.edit(other.position)
    with pytest.raises(hw.InputError, match="this game is too long"):
        hw.save(other, tmp_path / "long.jsonl")
    monkeypatch.setattr(replay, "MOST_STEPS", 3)
    with pytest.raises(hw.InputError, match="at most 3 are read"):
        hw.load(tmp_path / "g.jsonl")
    assert len(hw.load(tmp_path / "g.jsonl", salvage=True).steps) == 2


def test_a_first_line_that_was_torn_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    hw.Session(start(), journal=path).close()
    whole = path.read_bytes()
    for cut in (1, 40, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:cut])
        session = hw.Session(start(), journal=path)
        assert session.notice == ("the first line was torn: the game begins anew" if cut < len(whole) - 1 else "")
        session.play("0102-0202")
        session.close()
        assert same(hw.load(path), session)
    path.write_bytes(b"a line of something else")
    with pytest.raises(hw.InputError):
        hw.Session(start(), journal=path)
    assert path.read_bytes() == b"a line of something else"


def test_a_watcher_that_fails_while_a_game_is_kept_elsewhere_costs_nothing(tmp_path: Path) -> None:
    session = hw.Session(start(), journal=tmp_path / "g.jsonl")

    def fail() -> None:
        raise RuntimeError

    stop = session.watch(fail)
    with pytest.raises(RuntimeError):
        session.keep(tmp_path / "other.jsonl")
    stop()
    session.play("0102-0202")
    assert session.journal == (tmp_path / "other.jsonl").resolve()
    assert same(hw.load(tmp_path / "other.jsonl"), session)


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="there are no links to follow")
def test_a_writers_name_is_written_through_no_link(tmp_path: Path) -> None:
    important = tmp_path / "important"
    important.write_text("something\n")
    (tmp_path / ".g.jsonl.writer").symlink_to(important)
    session = hw.Session(start(), journal=tmp_path / "g.jsonl")
    session.play("0102-0202")
    session.close()
    assert important.read_text() == "something\n"


@pytest.mark.parametrize("junk", [bytes(30), b"\xff" * 30, b"x" * 30])
def test_a_last_line_that_is_damaged_within_is_dropped_and_named(tmp_path: Path, junk: bytes) -> None:
    """When the power fails, the system may have written the end of a line and not its middle."""
    path = tmp_path / "g.jsonl"
    session = hw.Session(start(), journal=path)
    for _ in range(3):
        session.play("pass")
    session.close()
    data = bytearray(path.read_bytes())
    begun = data.rstrip(b"\n").rfind(b"\n") + 1
    data[begun + 10 : begun + 40] = junk
    path.write_bytes(data)
    with pytest.raises(hw.InputError):
        hw.load(path)
    again = hw.Session(start(), journal=path)
    assert "the last line was torn and is left out" in again.notice
    assert len(again.steps) == 3
    again.play("pass")
    again.close()
    assert hw.verify(path)
    assert len(hw.load(path).steps) == 4


def test_a_line_that_is_damaged_before_the_last_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    session = hw.Session(start(), journal=path)
    for _ in range(3):
        session.play("pass")
    session.close()
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b"pass", b"p\0ss")
    path.write_bytes(b"".join(lines))
    before = path.read_bytes()
    with pytest.raises(hw.InputError, match="line 3"):
        hw.Session(start(), journal=path)
    assert path.read_bytes() == before


def test_a_journal_with_a_byte_order_mark_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    session = hw.Session(start(), journal=path)
    session.play("pass")
    session.close()
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes() + b'{"step":2,')
    again = hw.Session(start(), journal=path)
    assert "torn" in again.notice
    again.play("pass")
    again.close()
    assert len(hw.load(path).steps) == 3
    assert hw.verify(path)


def test_a_new_journal_that_cannot_be_begun_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    for begin in (
        lambda: hw.Session(start(), journal=tmp_path / "g.jsonl"),
        lambda: hw.Session(start()).keep(tmp_path / "g.jsonl"),
    ):
        with pytest.raises(hw.JournalError, match="No space left"):
            begin()
        assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- files that people and tools have changed
def changed(path: Path) -> hw.Session:
    """A game of three steps in a journal that is closed."""
    session = hw.Session(start(), journal=path)
    for _ in range(3):
        session.play("pass")
    session.close()
    return session


def goes_on(path: Path, before: hw.Session) -> hw.Session:
    """Open a journal that holds a game, and play on: nothing is lost, and nothing is said. Return the closed session."""
    again = hw.Session(start(), journal=path)
    assert again.notice == ""
    assert same(again, before)
    again.play("pass")
    again.close()
    assert same(hw.load(path), again)
    return again


@pytest.mark.parametrize("blank", ["\n", "\r\n", "  \n", "\n \n\n", "\t", "\r"])
@pytest.mark.parametrize("at", [0, 1, 2, 4])
def test_blank_lines_lose_no_step(tmp_path: Path, blank: str, at: int) -> None:
    path = tmp_path / "g.jsonl"
    before = changed(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:at], blank.encode(), *lines[at:]]))
    again = goes_on(path, before)
    assert hw.verify(path)
    assert same(hw.Session(start(), journal=path), again)


@pytest.mark.parametrize("end", [b"\r", b"\r\n"])
def test_the_line_ends_of_other_systems_lose_no_step(tmp_path: Path, end: bytes) -> None:
    path = tmp_path / "g.jsonl"
    before = changed(path)
    path.write_bytes(path.read_bytes().replace(b"\n", end))
    again = goes_on(path, before)
    path.write_bytes(path.read_bytes() + b'{"step":5,"par')
    assert "torn" in hw.Session(start(), journal=path).notice
    assert same(hw.load(path), again)


def test_a_last_line_whose_end_an_editor_has_removed_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    before = changed(path)
    path.write_bytes(path.read_bytes().rstrip())
    goes_on(path, before)


@pytest.mark.parametrize("first", [0, 1])
def test_lines_that_were_joined_are_refused_and_stay(tmp_path: Path, first: int) -> None:
    path = tmp_path / "g.jsonl"
    changed(path)
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([*lines[:first], b"".join(lines[first:])]))
    before = path.read_bytes()
    with pytest.raises(hw.InputError, match=f"line {first + 1}: expected one JSON object"):
        hw.Session(start(), journal=path)
    assert path.read_bytes() == before


def test_zeros_for_line_ends_empty_no_file(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    changed(path)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\0"))
    before = path.read_bytes()
    with pytest.raises(hw.InputError):
        hw.Session(start(), journal=path)
    assert path.read_bytes() == before


def test_zeros_that_are_longer_than_a_first_line_stay(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    path.write_bytes(bytes(5_000))
    with pytest.raises(hw.InputError, match="the first line is torn or missing"):
        hw.Session(start(), journal=path)
    assert path.read_bytes() == bytes(5_000)


def test_a_first_line_that_a_power_failure_has_left_with_zeros_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    hw.Session(start(), journal=path, seed=1).close()
    whole = path.read_bytes()
    for lost in (b"{", b"}", b'"', b"\n"):
        path.write_bytes(whole.replace(lost, b"\0"))
        session = hw.Session(start(), journal=path, seed=1)
        assert len(session.steps) == 1
        session.close()
        assert path.read_bytes() == whole


def test_salvage_goes_on_behind_lines_that_something_else_has_written(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    before = changed(path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:2], "<<<<<<< here\n", lines[2], lines[2], ">>>>>>> there\n", lines[3]]))
    with pytest.raises(hw.InputError, match=r"line 3: .*\n.*salvage=True\) leaves out 3 lines and loads 3 steps"):
        hw.Session(start(), journal=path)
    found = hw.load(path, salvage=True)
    assert same(found, before)
    assert found.notice == "3 lines that cannot be read are left out"


def test_byte_order_marks_and_blanks_within_a_journal_lose_no_step(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    before = changed(path)
    mark, lines = b"\xef\xbb\xbf", path.read_bytes().splitlines(keepends=True)
    path.write_bytes(mark + b"\n  " + mark + b" ".join(mark + line for line in lines))
    assert same(hw.load(path), before)
    goes_on(path, before)


@pytest.mark.parametrize("in_first", [False, True])
def test_one_byte_that_is_not_utf_8_costs_its_line_only(tmp_path: Path, in_first: bool) -> None:
    path = tmp_path / "g.jsonl"
    before = changed(path)
    lines = path.read_bytes().splitlines(keepends=True)
    at, word, damaged = (0, b"A test", b"A t\xffst") if in_first else (3, b"pass", b"p\xffss")
    lines[at] = lines[at].replace(word, damaged)
    path.write_bytes(b"".join(lines))
    words = "line 1: .*loads 3 steps" if in_first else "line 4: .*leaves out 1 line and loads 2 steps"
    with pytest.raises(hw.InputError, match=f"(?s){words}"):
        hw.load(path)
    assert [s.done for s in hw.load(path, salvage=True).steps] == [s.done for s in before.steps[: at or 4]]


def test_a_first_line_that_was_changed_loses_no_step(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    before = changed(path)
    whole = path.read_text()
    path.write_text(whole.replace('"A test"', '"Another"'))
    what = (
        r"line 1: it does not match its sum.*\n.*hw\.load\(\.\.\., salvage=True\) leaves out no lines and loads 3 steps"
    )
    with pytest.raises(hw.InputError, match=what):
        hw.Session(start(), journal=path)
    assert not hw.verify(path)
    found = hw.load(path, salvage=True)
    assert found.notice == "the first line has been changed since it was written"
    assert [step.done for step in found.steps] == [step.done for step in before.steps]
    for damaged in (whole.replace('"key":"', '"key":"0', 1), whole.replace("{", "#", 1)):
        path.write_text(damaged)
        for salvage in (False, True):
            with pytest.raises(hw.InputError, match="without its first line nothing of it is loaded"):
                hw.load(path, salvage=salvage)


def test_the_opening_counts_each_line_that_salvage_leaves_out(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    before = changed(path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:2], "#" + lines[2], lines[3]]))
    with pytest.raises(hw.InputError, match=r"salvage=True\) leaves out 2 lines and loads 1 step"):
        hw.Session(start(), journal=path)
    found = hw.load(path, salvage=True)
    assert found.notice == "2 lines that cannot be read are left out"
    assert found.steps == before.steps[:2]


# ---------------------------------------------------------------- files of other processes
@pytest.mark.slow
def test_a_kernel_that_is_refused_leaves_the_file_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process opens the new file before this one has locked it."""
    fcntl, path = pytest.importorskip("fcntl"), tmp_path / "g.jsonl"
    hw.save(start(), tmp_path / "s.json")
    code = """
import sys, hexwidget as hw
session = hw.Session(hw.load(sys.argv[1]).position, journal=sys.argv[2])
session.play("pass")
print(flush=True)
input()
session.play("pass")
"""
    lock, others = fcntl.flock, list[subprocess.Popen[bytes]]()

    def late(*arguments: Any) -> None:
        if not others:
            command = [sys.executable, "-c", code, str(tmp_path / "s.json"), str(path)]
            others.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
            others[0].stdout.readline()
        lock(*arguments)

    monkeypatch.setattr(fcntl, "flock", late)
    with pytest.raises(hw.JournalError, match="is writing it"):
        hw.Session(start(), journal=path)
    others[0].communicate(b"\n")
    assert len(hw.load(path).steps) == 3


def test_a_file_that_is_replaced_while_it_is_opened_is_opened_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl, path = pytest.importorskip("fcntl"), tmp_path / "g.jsonl"
    before, lock = changed(path), fcntl.flock

    def late(*arguments: Any) -> None:
        lock(*arguments)
        monkeypatch.setattr(fcntl, "flock", lock)
        replaced(path)

    monkeypatch.setattr(fcntl, "flock", late)
    again = hw.Session(start(), journal=path)
    again.play("pass")
    assert len(hw.load(path).steps) == len(before.steps) + 1


def test_a_new_journal_can_be_read_by_its_owner_only(tmp_path: Path) -> None:
    path, writer = tmp_path / "g.jsonl", tmp_path / ".g.jsonl.writer"
    mask = os.umask(0o022)
    try:
        session = hw.Session(start(), journal=path)
        assert [stat.S_IMODE(file.stat().st_mode) for file in (path, writer)] == [0o600, 0o600]
        session.close()
        path.chmod(0o644)
        session = hw.Session(start(), journal=path)
        assert [stat.S_IMODE(file.stat().st_mode) for file in (path, writer)] == [0o644, 0o644]
    finally:
        os.umask(mask)


@pytest.mark.skipif(
    not Path("/proc/self/mem").exists(), reason="only Linux has this file, which cannot be read at its start"
)
def test_a_disk_that_fails_while_a_journal_is_read_is_said() -> None:
    with pytest.raises(hw.JournalError, match="it cannot be opened: "):
        hw.Session(start(), journal="/proc/self/mem")


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_board_that_cannot_be_copied_says_what_to_do_instead(make: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match=r"a board cannot be copied or pickled: hw\.Board\(board\.session\)"):
        make(hw.Board(hw.Session(start())))
