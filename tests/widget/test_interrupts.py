"""Interrupts: a signal at any line of a change leaves every board on the session's position, and says whether the step was made.

A real SIGINT is raised from a line of our files while they run. Tested are the distinct lines on the path of each change, at
their first, second or third run, in turn: `STRIDES` says which of them. `make soak` takes all.
"""

from __future__ import annotations

import contextlib
import gc
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.play import interrupts
from hexwidget.widget import state
from hexwidget.widget.connections.conversation import DONE, NOTHING_DONE
from tests import inside
from tests.amounts import every
from tests.examples.test_toy import met
from tests.play.test_storage import same
from tests.widget.page import Page, sample

Line = tuple[CodeType, int]
PACKAGE = str(Path(hw.__file__).parent)
STRIDES = {"play": every(24), "widget": every(72), "others": every(480)}
"""Every 24th line is tried of the files in hexwidget/play and of contextlib, where interrupts are held back; and so on."""
START = hw.scenario("rondel/two-ways-to-pay").position
ACTION = "conquer ephesus with 2 legions"
EDITED = START.apply(ACTION).position
UNDONE = {
    "interrupted; nothing was played",
    "interrupted; nothing was taken back",
    "interrupted; nothing was played again",
    "interrupted; the game stayed at its step",
    "interrupted; nothing was changed",
    NOTHING_DONE,
}


def folder_of(line: Line) -> str:
    """The folder of the package in which a line lies, as `STRIDES` names it."""
    file = line[0].co_filename
    if file == contextlib.__file__:
        return "play"
    folder = Path(file).relative_to(PACKAGE).parts[0]
    return folder if folder in STRIDES else "others"


class Game:
    """A session with two boards, and a page of the first."""

    def __init__(self, journal: Path | None) -> None:
        self.path = journal
        self.session: hw.Session[Any] = hw.Session(START, journal, seed=1)
        self.boards = [hw.Board(self.session), hw.Board(self.session, player=START.players[0])]
        self.page = Page(self.boards[0])

    def check(self) -> None:
        """Each board shows the session's position, and the journal holds the session's steps."""
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        referee, player = self.boards
        assert referee.position is self.session.position
        assert player.position == self.session.position.observe(START.players[0]).seen
        for board in self.boards:
            fresh = hw.Board(self.session, player=START.players[0] if board is player else None)
            for trait in ("_scene", "_state", "_choices", "_timeline", "_status"):
                shown, right = dict(getattr(board, trait)), dict(getattr(fresh, trait))
                for numbers in (shown, right):
                    numbers.pop("revision", None), numbers.pop("version", None)
                assert shown == right, trait
            assert (
                inside.state(board)["revision"] == inside.choices(board)["revision"] == inside.status(board)["revision"]
            )
            fresh.close()
        self.close()
        if self.path is not None:
            assert same(hw.load(self.path), self.session)

    def close(self) -> None:
        for board in self.boards:
            board.close()
        self.session.close()


def lines_of(change: Callable[[], object]) -> Counter[Line]:
    """How often a change runs each line, in order."""
    found: Counter[Line] = Counter()

    def trace(frame: FrameType, event: str, _: object) -> Any:
        file = frame.f_code.co_filename
        # Python delivers no signal between the end of a `with` and the release of its lock, and a trace would.
        is_lock = file.endswith("play/game_lock.py") or frame.f_code.co_qualname.startswith("ContextDecorator.")
        if is_lock or not file.startswith((PACKAGE, contextlib.__file__)):
            return None
        found[frame.f_code, frame.f_lineno] += event == "line"
        return trace

    with traced(trace):
        change()
    return +found


@contextlib.contextmanager
def traced(trace: Any) -> Iterator[None]:
    gc.disable()  # it closes boards of other tests
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)
        gc.enable()


def interrupted(change: Callable[[], object], line: Line, run: int) -> KeyboardInterrupt | None:
    """Interrupt a change at a run of a line. Return the interrupt that came out of the change."""
    runs, code, number = 0, *line

    def inner(frame: FrameType, event: str, _: object) -> Any:
        nonlocal runs
        if event == "line" and frame.f_lineno == number:
            runs += 1
            if runs == run:
                signal.raise_signal(signal.SIGINT)
        return inner

    try:
        with traced(lambda frame, event, _: inner if frame.f_code is code else None):
            change()
    except KeyboardInterrupt as interrupt:
        return interrupt
    assert runs >= run, f"the change did not come to line {number} of {code.co_filename}"
    return None


CHANGES: dict[str, tuple[int, Callable[[Game], object]]] = {
    "play": (0, lambda game: game.boards[0].play(ACTION)),
    "play for a player": (0, lambda game: game.boards[1].play(ACTION)),
    "undo": (1, lambda game: game.session.undo()),
    "redo": (1, lambda game: game.boards[0].redo()),
    "goto": (1, lambda game: game.boards[0].goto(0)),
    "edit": (0, lambda game: game.session.edit(EDITED)),
    "position": (0, lambda game: setattr(game.boards[0], "position", EDITED)),
    "step": (1, lambda game: setattr(game.boards[0], "step", 0)),
    "click": (0, lambda game: game.page.ask("play", action=ACTION)),
}
"""Each change of a game, and the number of steps that are played before it."""


def prepared(name: str, journal: Path | None) -> Game:
    made = Game(journal)
    if CHANGES[name][0]:
        made.session.play(ACTION)
    if name == "redo":
        made.session.undo()
    return made


def cases(name: str, journal: Path | None) -> Iterator[tuple[Line, int]]:
    """The lines that are tried, each with the run at which the signal comes."""
    CHANGES[name][1](prepared(name, None))  # fills caches
    found = lines_of(partial(CHANGES[name][1], prepared(name, journal)))
    shift = 2 * list(CHANGES).index(name) + (journal is None)
    for folder, stride in STRIDES.items():
        lines = [line for line in found if folder_of(line) == folder]
        yield from ((line, min(1 + n % 3, found[line])) for n, line in enumerate(lines[shift % stride :: stride]))


@pytest.mark.slow
@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("name", CHANGES)
def test_an_interrupt_at_any_line_leaves_boards_journal_and_words_in_step(
    name: str, kept: bool, tmp_path: Path
) -> None:
    said = Counter[str]()
    for n, (line, run) in enumerate(cases(name, tmp_path / "first.jsonl" if kept else None)):
        game = prepared(name, tmp_path / f"{n}.jsonl" if kept else None)
        before = game.session.step
        interrupt = interrupted(partial(CHANGES[name][1], game), line, run)
        made = game.session.step is not before
        game.check()
        text = str(interrupt) if interrupt and interrupt.args else ""
        if name == "click":
            reply = game.page.answers[-1] if game.page.answers else {"ok": False, "error": ""}
            text = reply.get("error") or ""
            assert reply["ok"] is made
            assert text in ("", DONE if made else NOTHING_DONE)
        else:
            # Before its first and after its last lines, the change has no say.
            assert (
                text.startswith("interrupted; ")
                or name in ("position", "step")
                or line[0].co_filename.endswith("play/interrupts.py")
            )
        if text:
            assert made is (text not in UNDONE)
        said[text] += 1
    assert len(set(said) - {""}) == 2 or name in ("position", "step")  # both outcomes came up


# ---------------------------------------------------------------- files
@pytest.mark.slow
def test_an_interrupt_at_any_line_of_keep_leaves_the_game_in_one_whole_file(tmp_path: Path) -> None:
    def game(folder: Path) -> hw.Session[Any]:
        folder.mkdir()
        session: hw.Session[Any] = hw.Session(START, folder / "old.jsonl", seed=1)
        session.play(ACTION)
        return session

    found = lines_of(partial(game(tmp_path / "first").keep, tmp_path / "first" / "new.jsonl"))
    kept = Counter[str]()
    for n, line in enumerate(list(found)[:: every(12)]):
        folder = tmp_path / str(n)
        session = game(folder)
        interrupt = interrupted(partial(session.keep, folder / "new.jsonl"), line, min(1 + n % 2, found[line]))
        assert interrupt is None or not interrupt.args or str(interrupt).startswith("interrupted")
        assert session.journal is not None
        kept[session.journal.name] += 1
        session.undo()
        session.close()
        assert same(
            hw.load(session.journal or folder / ("new.jsonl" if (folder / "new.jsonl").exists() else "old.jsonl")),
            session,
        )
        left = {path.name for path in folder.iterdir()}
        assert left <= {"old.jsonl", "new.jsonl"}
    assert set(kept) == {"old.jsonl", "new.jsonl"}


@pytest.mark.slow
def test_an_interrupt_at_any_line_of_save_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    session: hw.Session[Any] = hw.Session(START, seed=1)
    old = hw.save(session, tmp_path / "game.jsonl").read_text()
    session.play(ACTION)
    hw.save(session, tmp_path / "game.jsonl")  # fills caches
    found = lines_of(partial(hw.save, session, tmp_path / "game.jsonl"))
    saved = Counter[bool]()
    for n, line in enumerate(list(found)[:: every(12)]):
        (tmp_path / "game.jsonl").write_text(old)
        interrupted(partial(hw.save, session, tmp_path / "game.jsonl"), line, min(1 + n % 2, found[line]))
        text = (tmp_path / "game.jsonl").read_text()
        assert text in (old, session.to_replay())
        saved[text != old] += 1
        assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]
    assert set(saved) == {True, False}


# ---------------------------------------------------------------- what others do meanwhile
def interrupt(*_: object) -> Any:
    signal.raise_signal(signal.SIGINT)


def test_an_interrupt_during_the_write_comes_after_all_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(tmp_path / "g.jsonl")
    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", interrupt)
        with pytest.raises(KeyboardInterrupt, match="the step was played"):
            game.session.play(ACTION)
    assert len(game.session.steps) == 2
    game.check()


def test_an_observer_is_interrupted_and_harms_no_board() -> None:
    game = Game(None)
    seen: list[str] = []
    game.boards[0].observe(interrupt, "last_action")
    game.boards[0].observe(lambda _: seen.append("position"), "position")
    game.session.watch(lambda: seen.append("session"))
    with pytest.raises(KeyboardInterrupt, match="the step was played"):
        game.boards[0].play(ACTION)
    assert seen == ["position", "session"]
    game.check()


def test_a_function_that_watches_the_session_is_interrupted_and_harms_no_board() -> None:
    session = hw.Session(START)
    session.watch(interrupt)
    board = hw.Board(session)
    with pytest.raises(KeyboardInterrupt, match="the step was played"):
        board.play(ACTION)
    assert board.position is session.position


def duel(policy: Any) -> hw.Board[Any]:
    return hw.Board(hw.scenario("depletion/first-steps"), opponents={"blue": policy})


def test_an_opponent_is_interrupted_while_it_thinks_and_can_act_later() -> None:
    thinks = [interrupt]

    def policy(position: Any, player: str, rng: Any) -> Any:
        if thinks:
            thinks.pop()()
        return "pass"

    board = duel(policy)
    with pytest.raises(KeyboardInterrupt, match="the step was played"):
        board.play("0203-0303")
    assert [step.text for step in board.session.steps] == ["start", "red: 0203-0303"]
    assert board.position is board.session.position
    assert not inside.status(board)["thinking"]
    assert board.opponents is not None
    board.opponents.act()
    assert board.session.step.text == "blue: pass"
    board.undo()
    assert board.session.step.number == 0


def test_an_opponent_does_not_begin_to_think_after_an_interrupt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    session = hw.Session("depletion/first-steps", tmp_path / "g.jsonl")
    hw.Board(session, opponents={"blue": lambda position, player, rng: asked.append(player) or "pass"})
    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", interrupt)
        with pytest.raises(KeyboardInterrupt, match="the step was played"):
            session.play("0203-0303")
    assert not asked


def test_an_opponents_answer_that_is_interrupted_as_it_is_played_stands() -> None:
    board = duel(lambda position, player, rng: "pass")
    board.session.watch(lambda: interrupt() if board.session.step.depth == 2 else None)
    with pytest.raises(KeyboardInterrupt, match="the step was played"):
        board.play("0203-0303")
    assert board.session.step.text == "blue: pass"
    assert board.position is board.session.position


def test_a_roll_that_is_interrupted_is_whole() -> None:
    session = hw.Session(met().apply("bribe").position, rolls="ask")
    board = hw.Board(session)
    board.observe(interrupt, "position")
    with pytest.raises(KeyboardInterrupt, match="the step was played"):
        board.roll()
    assert session.step.number == 1
    assert board.position is session.position


# ---------------------------------------------------------------- the signal itself
def test_a_second_interrupt_ends_a_change_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupts, "PATIENCE", 0.0)
    board = hw.Board(sample())
    hangs = [True]

    class Hangs:
        def __call__(self, *about: Any) -> Any:
            while hangs:
                interrupt()
            return right(*about)

    right = state.timeline
    monkeypatch.setattr(state, "timeline", Hangs())
    with pytest.raises(KeyboardInterrupt, match="the step was played"):
        board.play("0102-0202")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    hangs.clear()
    page = Page(board)
    assert page.ask("hello", revision=1)["ok"]  # whatever a view says, the board catches up first
    assert board.position is board.session.position


def test_a_handler_that_raises_nothing_is_called_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    came: list[int] = []
    session = hw.Session(START)
    session.watch(lambda: came.append(len(session.steps)))
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        with interrupts.hold_interrupts():
            interrupt()
            session.play(ACTION)
    finally:
        signal.signal(signal.SIGINT, before)
    assert came == [signal.SIGINT, 2]


@pytest.mark.parametrize("handler", [signal.SIG_IGN, signal.SIG_DFL])
def test_without_a_handler_of_python_nothing_is_held_back(handler: Any) -> None:
    before = signal.signal(signal.SIGINT, handler)
    try:
        with interrupts.hold_interrupts(), interrupts.interruptible():
            assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_play_too() -> None:
    game, failures = Game(None), list[BaseException]()

    def play() -> None:
        try:
            game.session.play(ACTION)
        except BaseException as failure:
            failures.append(failure)

    thread = threading.Thread(target=play)
    thread.start()
    thread.join()
    assert not failures
    game.check()
