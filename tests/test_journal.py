"""Journals: every step is on disk before it is shown, also if a process is killed or a disk fails. A file has one writer."""

from __future__ import annotations

import gc
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import hexwidget as hw
from tests.amounts import many
from tests.depletion.positions import scripted
from tests.games import play_at_random
from tests.test_storage import same, start


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


def test_a_journal_is_gone_on_with(tmp_path: Path) -> None:
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


def test_one_journal_has_one_writer_and_one_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    first = hw.Session(start(), journal=path)
    elsewhere = "import sys, hexwidget as hw; hw.Session(hw.load(sys.argv[1]).steps[0].position, journal=sys.argv[1])"
    refused = subprocess.run([sys.executable, "-c", elsewhere, path], capture_output=True, text=True)
    assert f"another kernel (process {os.getpid()} on '{platform.node()}', since 2" in refused.stderr
    assert "is writing it; give this session a file of its own" in refused.stderr
    # A cell that runs again takes the journal over, and the session before can play no more.
    second = hw.Session(start(), journal=path)
    second.play("pass")
    with pytest.raises(hw.JournalError, match="another session has taken it over"):
        first.play("0102-0202")
    assert len(first.steps) == 1
    second.close()
    with pytest.raises(hw.JournalError, match="cannot be opened"):
        hw.Session(start(), journal=tmp_path)
    with pytest.raises(hw.JournalError, match="of another game"):
        hw.Session(hw.scenario("depletion/first-steps").position, journal=path)
    with pytest.raises(hw.JournalError, match="cannot be opened"):
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
        commit = {"id": "a", "revision": 1, "intent": "commit", "args": {"draft": {"army": "0102", "to": "0202"}}}
        board._handle_custom_msg(commit, [])
        assert "No space left on device" in str(answers[0]["error"])
    assert (board.position, len(board.session.steps), path.read_bytes()) == (before, 1, sound)
    board.play("0102-0202")
    assert len(hw.load(path).steps) == 2


# ---------------------------------------------------------------- disks and interrupts
@pytest.mark.skipif(sys.platform == "win32", reason="limits of this kind are POSIX")
def test_a_line_refused_by_a_full_disk_never_comes_after_all(tmp_path: Path) -> None:
    """A real short write: a limit of the process lets the file grow by only a few bytes."""
    code = f"""
import resource, signal, os, hexwidget as hw
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = {str(tmp_path / "g.jsonl")!r}
session = hw.Session(hw.scenario("depletion/first-steps").position, journal=path)
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


# ---------------------------------------------------------------- killed
KILLS = many(25, 500, quick=3)
LIVES = 5
"""The number of processes that continue one file in turn."""


def live(path: Path, seed: int, shown: int) -> None:
    """Play on in a journal until killed, and print each step once it is shown."""
    session = hw.Session(
        hw.scenario("frontiers/combat" if seed % 2 else "depletion/first-steps").position, journal=path
    )
    rng = Random(seed)
    while True:
        os.write(shown, f"{len(session.steps)} {session.step.number} {session.position.key}\n".encode())
        if not play_at_random(session, rng):
            session.goto(0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked, so that hundreds can be killed")
def test_killed_processes_lose_nothing_that_they_had_shown(tmp_path: Path) -> None:
    """Processes are killed at random moments. In every third file the last line is also torn, as by a power failure."""
    rng, torn = Random(9), 0
    for kill in range(KILLS):
        game = kill // LIVES
        path = tmp_path / f"{game}.jsonl"
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                live(path, game, writing)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(1)  # never return into the tests
        os.close(writing)
        told, wanted = b"", rng.randrange(1, 9)
        while told.count(b"\n") < wanted:
            told += os.read(reading, 65536)
        time.sleep(rng.random() * 0.01)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while more := os.read(reading, 65536):
            told += more
        os.close(reading)
        steps, current, key = told.decode().splitlines()[-1].split()
        session = hw.load(path)
        assert hw.verify(path)
        # Beyond the shown steps the file holds at most the action in flight, with the outcomes of chance after it.
        assert sum(step.chance is None for step in session.steps[int(steps) :]) <= 1
        assert key == session.steps[int(current)].position.key
        if game % 3 == 0:
            data = path.read_bytes()
            ends = data.rfind(b"\n", 0, len(data) - 1) + 1
            if ends:  # not the first line, which is on disk before anything is shown
                path.write_bytes(data[: rng.randrange(ends + 1, len(data))])
                found = hw.verify(path)
                assert found, str(found)
                assert found.torn is not None
                torn += 1
    assert torn > 0


IN_A_KERNEL = """
import sys; sys.path.insert(0, {root!r})
from random import Random
import hexwidget as hw
from tests.games import play_at_random
session = hw.Session(hw.scenario("plotted/the-ford").position, journal={path!r})
board, rng = hw.Board(session), Random({seed})
while True:
    if not play_at_random(session, rng):
        session.goto(0)
    print(len(session.steps), session.step.number, board._timeline["current"], flush=True)
"""


@pytest.mark.slow
def test_killed_kernels_lose_nothing_that_their_boards_had_shown(tmp_path: Path) -> None:
    """Real kernels with a board. Each continues the file of the one before."""
    from jupyter_client.manager import start_new_kernel

    rng, path = Random(4), tmp_path / "g.jsonl"
    for seed in range(many(2, 20)):
        kernel, client = start_new_kernel(kernel_name="python3", cwd=str(tmp_path))
        try:
            root = str(Path(__file__).parent.parent)
            client.execute(IN_A_KERNEL.format(root=root, path=str(path), seed=seed))
            told = ""
            deadline = time.monotonic() + rng.random()
            while "\n" not in told or time.monotonic() < deadline:
                message = client.get_iopub_msg(timeout=60)
                assert message["msg_type"] != "error", message["content"]
                told += message["content"]["text"] if message["msg_type"] == "stream" else ""
            os.kill(kernel.provisioner.pid, signal.SIGKILL)
        finally:
            kernel.shutdown_kernel(now=True)
            client.stop_channels()
        steps, current, shown = map(int, told[: told.rindex("\n")].splitlines()[-1].split())
        assert shown == current
        session = hw.load(path)
        assert hw.verify(path)
        assert len(session.steps) >= steps
        text = path.read_text()
        assert f'"step":{steps - 1},' in text or steps == 1


# ---------------------------------------------------------------- files that vanish or are replaced
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
    assert board._status["kept"] == {"file": "g.jsonl", "problem": ""}
    session.play("0102-0202")
    revision = board._status["revision"]
    board.select("0602")
    happens(folder / "g.jsonl")
    for _ in range(2):
        with pytest.raises(
            hw.JournalError, match=rf"{words}.*; nothing was played; session.keep\('another.jsonl'\) goes on"
        ):
            board.play("0602-0502")
    # The board reports it, and the draft stays.
    assert words in board._status["kept"]["problem"]
    assert (len(session.steps), board._status["revision"], board.selected) == (2, revision, "0602")
    session.keep(tmp_path / "another.jsonl")
    assert board._status["kept"] == {"file": "another.jsonl", "problem": ""}
    assert session.journal == (tmp_path / "another.jsonl").resolve()
    session.play("0602-0502")
    assert same(hw.load(tmp_path / "another.jsonl"), session)
    session.close()
    assert board._status["kept"] == {"file": "", "problem": ""}
    board.close()


def test_a_players_board_says_no_more_than_that_it_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    session = hw.Session(start(), journal=path)
    board = hw.Board(session, player="red")
    assert board._status["kept"] == {"file": "", "problem": ""}
    path.unlink()
    with pytest.raises(hw.JournalError):
        board.play("0102-0202")
    assert board._status["kept"] == {"file": "", "problem": "the game could not be saved; the referee can see why"}


def test_keeping_a_game_elsewhere_is_done_wholly_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = hw.Session(start(), journal=tmp_path / "g.jsonl")
    session.play("0102-0202")
    session.undo()
    (tmp_path / "there").write_text("something\n")
    with pytest.raises(hw.JournalError, match="there is a file of that name; name another"):
        session.keep(tmp_path / "there")
    with pytest.raises(hw.JournalError, match="a session of this kernel writes it"):
        session.keep(tmp_path / "g.jsonl")
    with pytest.raises(hw.JournalError, match=r"there is no folder .*; make it first"):
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


def test_no_file_is_saved_over_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    session = hw.Session(start(), journal=path)
    with pytest.raises(
        hw.InputError, match="a session of this kernel keeps its journal there, step by step; name another"
    ):
        hw.save(session, path)
    code = "import sys, hexwidget as hw; hw.save(hw.scenario('depletion/first-steps'), sys.argv[1])"
    refused = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True)
    assert f"another kernel (process {os.getpid()} on" in refused.stderr
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


def test_where_nothing_may_be_written_it_is_said(tmp_path_factory: pytest.TempPathFactory) -> None:
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


def test_what_something_else_has_written_is_left_there_and_said(tmp_path: Path) -> None:
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


def test_a_journal_that_cannot_be_taken_over_stays_with_its_session(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    session = hw.Session(start(), journal=path)
    with pytest.raises(hw.JournalError, match="of another game"):
        hw.Session(hw.scenario("depletion/first-steps").position, journal=path)
    session.play("0102-0202")
    assert same(hw.load(path), session)


def test_a_journal_is_full_before_it_is_longer_than_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hexwidget.files import replay
    from hexwidget.play import journal, storage

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


def test_an_interrupt_at_any_moment_leaves_a_journal_that_is_gone_on_with(tmp_path: Path) -> None:
    """A test interrupts a move at each of its moments: the move is on disk and was made, or neither."""
    gc.collect()  # closes the journals of other tests now, and not within a traced move
    moment, came = 0, True
    while came:
        moment += 1
        path = tmp_path / f"{moment}.jsonl"
        session = hw.Session(start(), journal=path)
        count, came = 0, False

        def trace(frame: object, event: str, argument: object, moment: int = moment) -> object:
            nonlocal count, came
            # Traced interrupts are left out in play/alone.py: within its `with`, a real interrupt comes at its end.
            folder, _, name = frame.f_code.co_filename.rpartition("/")  # type: ignore[attr-defined]
            if not folder.endswith("hexwidget/play") or name == "alone.py":
                return None
            count += 1
            if count == moment and not came:
                came = True
                signal.raise_signal(signal.SIGINT)
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            session.play("0102-0202")
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(before)
        session.play("pass")
        session.close()
        assert same(hw.load(path), session)
    assert moment > 60


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


@pytest.mark.parametrize("said", ["", "{", "[]", "7", '{"process": "x"}', "\xff" * 9000])
def test_a_name_that_cannot_be_read_names_nobody(tmp_path: Path, said: str) -> None:
    path = tmp_path / "g.jsonl"
    session = hw.Session(start(), journal=path)
    path.with_name(".g.jsonl.writer").write_text(said)
    code = "import sys, hexwidget as hw; hw.Session(hw.load(sys.argv[1]).steps[0].position, journal=sys.argv[1])"
    refused = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True)
    assert "another kernel is writing it" in refused.stderr
    session.close()
