"""Saving, loading, journals: nothing that was shown is lost, nothing is half-done, damage is named."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import hexwidget as hw
from tests.depletion.positions import scripted


def start() -> object:
    return scripted({"0102": "1 archer"}, {"0602": "1 archer"}, title="A test")


def played() -> hw.Session:
    """A session with a branch, an edit, and a step gone back to."""
    session = hw.Session(start(), seed=1)
    session.play("0102-0202")
    session.play("0602-0502 march")
    session.goto(1)
    session.play("pass")
    session.edit(session.position.put("blue", "0101", "1 spearman"))
    session.undo()
    return session


def same(a: hw.Session, b: hw.Session) -> bool:
    return a.steps == b.steps and a.step == b.step and a.line == b.line


# ---------------------------------------------------------------- saving and loading
def test_a_session_comes_back_whole(tmp_path: Path) -> None:
    path = hw.save(played(), tmp_path / "game.jsonl")
    again = hw.load(path)
    assert same(again, played())
    assert path.read_text() == again.to_replay() == played().to_replay()
    assert hw.verify(path)
    assert str(hw.verify(path)) == "4 steps played again; each led where the file says"


def test_positions_scenarios_and_boards_are_saved_too(tmp_path: Path) -> None:
    scenario = hw.scenario("depletion/first-steps")
    loaded = hw.load(hw.save(scenario, tmp_path / "s.json"))
    assert (loaded.title, loaded.prose, loaded.position) == (scenario.title, scenario.prose, scenario.position)
    assert hw.load(hw.save(start(), tmp_path / "p.json")).position == start()
    board = hw.Board(played())
    assert same(hw.load(hw.save(board, tmp_path / "b.jsonl")), board.session)
    with pytest.raises(hw.InputError, match="expected a position, a scenario"):
        hw.save(7, tmp_path / "x")


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = hw.save(played(), tmp_path / "game.jsonl")
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(hw.InputError, match="No space left on device"):
        hw.save(hw.Session(start()), path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["game.jsonl"]
    with pytest.raises(hw.InputError, match="cannot be written"):
        hw.save(start(), tmp_path / "nowhere" / "p.json")
    with pytest.raises(hw.InputError, match="cannot be read"):
        hw.load(tmp_path / "nothing.json")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(hw.InputError, match="byte 0: not a UTF-8 text"):
        hw.load(tmp_path / "bytes")


def test_a_replay_cut_anywhere_is_named_and_what_is_sound_is_kept(tmp_path: Path) -> None:
    text = played().to_replay()
    path = tmp_path / "cut.jsonl"
    lines = text.split("\n")
    ends = [sum(len(line) + 1 for line in lines[: n + 1]) for n in range(len(lines) - 1)]
    for cut in range(0, len(text), 7):
        path.write_text(text[:cut])
        if cut < ends[0]:
            with pytest.raises(hw.InputError):
                hw.load(path)
            continue
        session = hw.load(path)
        whole = sum(end <= cut for end in ends) - 1
        assert len(session.steps) - 1 == min(whole, 4)
        assert ("torn" in session.notice) == (cut not in ends)
        assert (hw.verify(path).torn is not None) == (cut not in ends)


@pytest.mark.parametrize(
    ("line", "change", "complaint"),
    [
        (0, {"format": "hexwidget.replay/2"}, "it is of format 'hexwidget.replay/2'; this version reads"),
        (0, {"key": "0"}, "the start does not match its key"),
        (0, {"system": "chess"}, "unknown system 'chess'"),
        (0, {"start": {"map": "!"}}, "line 1/start/map/line 1/hex 1"),
        (1, {"action": "0102-0302"}, "step 1: 0102-0302: illegal"),
        (1, {"action": "0102-0201"}, "step 1: the position that it leads to is not the one that was saved"),
        (1, {"player": "green"}, "step 1: player: unknown player 'green'"),
        (1, {"step": 2}, "line 2: expected step 1, not 2"),
        (1, {"parent": 1}, "line 2: expected as parent a number from 0 to 0, not 1"),
        (1, {"more": 1}, "line 2: expected an action, an edit or a step gone to"),
        (3, {"at": 9}, "line 4: expected as step a number from 0 to 2"),
        (4, {"key": 7}, "line 5: expected a text as key"),
    ],
)
def test_a_replay_that_was_changed_is_refused_with_the_place(
    tmp_path: Path, line: int, change: dict[str, object], complaint: str
) -> None:
    session = played()
    journal = tmp_path / "journal.jsonl"
    live = hw.Session(start(), journal=journal)
    for step in ("0102-0202", "0602-0502 march"):
        live.play(step)
    live.goto(1)
    live.play("pass")
    live.close()
    lines = journal.read_text().splitlines()
    lines[line] = json.dumps(json.loads(lines[line]) | change)
    journal.write_text("\n".join(lines) + "\n")
    with pytest.raises(hw.InputError, match=complaint.replace("(", r"\(")):
        hw.load(journal)
    if line:
        assert not hw.verify(journal)
        assert len(hw.load(journal, salvage=True).steps) - 1 < len(session.steps) - 1
        assert complaint.split(": ", 1)[1] in str(hw.verify(journal))


# ---------------------------------------------------------------- journals
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
    assert "another kernel is writing it" in refused.stderr
    # A cell that is run again takes the journal over, and the session before it plays no more.
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


def test_a_killed_process_loses_nothing_that_it_had_shown(tmp_path: Path) -> None:
    """Twenty processes are killed at random moments; what they had printed is in the file."""
    code = """
import sys, hexwidget as hw
position = hw.scenario("depletion/first-steps").position
session = hw.Session(position, journal=sys.argv[1])
rng = __import__("random").Random(int(sys.argv[2]))
print("ready", flush=True)
while True:
    if session.position.to_act and rng.random() < 0.9:
        session.play(session.position.legal_actions().sample(rng))
    else:
        session.goto(rng.randrange(len(session.steps)))
    print(len(session.steps) - 1, session.step.number, session.position.key, flush=True)
"""
    rng = random.Random(1)
    for seed in range(20):
        path = tmp_path / f"{seed}.jsonl"
        child = subprocess.Popen([sys.executable, "-c", code, path, str(seed)], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        shown = [child.stdout.readline() for _ in range(rng.randrange(1, 25))]
        child.send_signal(signal.SIGKILL)
        shown += child.stdout.read().splitlines(keepends=True)
        child.wait()
        steps, _, key = shown[-1].split() if shown[-1].endswith("\n") else shown[-2].split()
        session = hw.load(path)
        assert len(session.steps) - 1 - int(steps) in (0, 1)  # at most the step in flight is more than was shown
        assert key in {step.position.key for step in session.steps}
        assert hw.verify(path)


# ---------------------------------------------------------------- disks and interrupts
@pytest.mark.skipif(sys.platform == "win32", reason="limits of this kind are POSIX")
def test_a_line_refused_by_a_full_disk_never_comes_after_all(tmp_path: Path) -> None:
    """A real short write: the process may not make the file longer than it is by a few bytes."""
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
    assert cut > data.rfind(b"\n", 0, len(data) - 1)  # within the last line, in the middle of a letter
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
