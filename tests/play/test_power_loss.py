"""When the power fails, what was shown is on disk; or the loss is named, and the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.files.replay import read_replay
from tests.amounts import chances, many
from tests.play.games import play_at_random
from tests.play.powerloss import Disk, every_line
from tests.play.test_storage import start

CRASHES = many(80, 10_000, quick=20)
FILES = (
    "files/disk.py", "play/journal.py", "play/replay_lines.py", "play/storage.py", "store/folder.py", "store/journal.py", "store/lock_holder.py"
)  # fmt: skip
STEPS = 6
State = tuple[int, int, str]


def state(session: hw.Session) -> State:
    """Return the number of steps, the present step, and the key of its position."""
    return len(session.steps), session.step.number, session.position.key


class Life:
    """A game that is played in a folder, and the crashes that it is tried with."""

    def __init__(self, folder: Path, rng: Random) -> None:
        self.folder = folder / "disk"
        self.folder.mkdir()
        self.after = folder / "after"
        self.after.mkdir()
        self.rng = rng
        self.disk = Disk(self.folder, lambda: self.moment(0.5))
        self.crashes = 0
        self.session: hw.Session | None = None
        self.looking = False
        """True while the test looks at what a crash has left. It writes files then, and no crash is to come of these."""
        self.check: Callable[[Path], None] = lambda _: None

    def moment(self, often: float = 0.05) -> None:
        """Crash here, now and then, and look at what is left."""
        if self.looking or self.rng.random() > often:
            return
        self.crashes += 1
        self.looking = True
        for left in self.after.iterdir():
            left.unlink()
        for name, content in self.disk.crashed(self.rng).items():
            (self.after / name).write_bytes(content)
        self.check(self.after)
        self.looking = False

    def during(self, act: Callable[[], object], check: Callable[[Path], None]) -> None:
        """Do something while the power may fail.

        :param check: looks at what a crash has left
        """
        self.check = check
        with every_line(self.moment, FILES):
            act()

    def begin(self) -> None:
        """Begin the game, or go on in another process."""
        if self.session is not None:
            self.session.close()
        before = state(hw.Session(start())) if self.session is None else state(self.session)
        self.during(self._open, partial(opened, "g.jsonl", {before}, may_lack=self.session is None))

    def _open(self) -> None:
        self.session = hw.Session(start(), journal=self.folder / "g.jsonl")


def opened(name: str, allowed: set[State], folder: Path, *, may_lack: bool = False) -> None:
    """Open a journal after a crash: it is in an allowed state and goes on."""
    path = folder / name
    if may_lack and not path.exists():
        return
    session = hw.Session(start(), journal=path, rolls="ask")
    assert state(session) in allowed, session.notice
    act(session, 0.5)
    after = state(session)
    session.close()
    again = hw.load(path)
    assert state(again) == after
    again.close()


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_a_journal_after_a_power_failure_has_what_was_shown(tmp_path: Path) -> None:
    crashes, game = 0, 0
    while crashes < CRASHES:
        game += 1
        (tmp_path / str(game)).mkdir()
        life = Life(tmp_path / str(game), chances(game, "journal"))
        life.begin()
        for _ in range(STEPS):
            session, seed = life.session, life.rng.random()
            assert session is not None
            allowed = {state(session), *states_on_the_way(session, seed)}
            life.during(partial(act, session, seed), partial(opened, "g.jsonl", allowed))
            assert state(session) in allowed
            if life.rng.random() < 0.2:
                life.begin()
        life.session.close()
        life.disk.close()
        crashes += life.crashes
    tried("power failures: journals", crashes)


def act(session: hw.Session, seed: float) -> None:
    """Play, take back, or go to a step: one or two changes."""
    rng = Random(seed)
    if session.can_undo and rng.random() < 0.2:
        session.undo()
    elif not play_at_random(session, rng):
        session.goto(0)


def states_on_the_way(session: hw.Session, seed: float) -> set[State]:
    """The states that `act` leads to, one after another."""
    beside = hw.Session.from_replay(read_replay(session.to_replay()))
    found: set[State] = set()
    stop = beside.watch(lambda: found.add(state(beside)))
    act(beside, seed)
    stop()
    # An action and what chance decides after it are steps of their own. They may be there already, from before an undo.
    few = beside.line[: beside.step.depth + 1][-3:]
    sizes = range(len(session.steps), len(beside.steps) + 1)
    return found | {(size, step.number, step.position.key) for step in few for size in sizes}


def saved(now: State, before: State | None, folder: Path) -> None:
    """Look at what a crash in `save` has left: the journal, and the old file or the new one.

    :param before: the state that was saved before; None: there was no file
    """
    opened("g.jsonl", {now}, folder)
    if before is not None or (folder / "s.jsonl").exists():
        assert state(hw.load(folder / "s.jsonl")) in (now, before)


def kept(now: State, folder: Path) -> None:
    """Look at what a crash in `keep` has left: the journal, and a part of the game in the new file."""
    opened("g.jsonl", {now}, folder)
    if (folder / "k.jsonl").exists():
        hw.Session(start(), journal=folder / "k.jsonl").close()


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_saving_and_keeping_leave_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    crashes, game = 0, 0
    while crashes < CRASHES:
        game += 1
        (tmp_path / str(game)).mkdir()
        life = Life(tmp_path / str(game), chances(game, "files"))
        session = hw.Session(start(), journal=life.folder / "g.jsonl")
        before: State | None = None
        for _ in range(STEPS):
            now = state(session)
            life.during(partial(hw.save, session, life.folder / "s.jsonl"), partial(saved, now, before))
            before = now
            life.check = partial(opened, "s.jsonl", {now})
            life.moment()
            act(session, life.rng.random())
        now = state(session)
        life.during(partial(session.keep, life.folder / "k.jsonl"), partial(kept, now))
        life.check = partial(opened, "k.jsonl", {now})
        for _ in range(20):
            life.moment()
        session.close()
        life.disk.close()
        crashes += life.crashes
    tried("power failures: save and keep", crashes)
