"""Lives of journals: they are opened, played, edited by people and tools, fought over by processes, and cut off by exceptions.

``python -m tests.play.journal_life SECONDS [SEED]`` lives for that long and prints the sums. A life that fails prints its seed.

After each event, the file holds what was shown as saved, or the opening names the loss and what ``salvage`` gives. No file
of others is removed.
"""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from inspect import currentframe
from pathlib import Path
from random import Random
from typing import Any

import hexwidget as hw
from hexwidget.files.replay import is_replay
from hexwidget.play.game_lock import ALONE
from hexwidget.store import folder as store_folder
from tests.play.powerloss import every_line
from tests.play.test_storage import same
from tests.play.test_tree import act, check

PACKAGE = Path(hw.__file__).parent
# Where a lock is taken or given back, and the handler of interrupts changed, real signals come at fewer moments than lines begin.
LEFT_OUT = ("game_lock.py", "interrupts.py")
ALL = (
    *(f"{path.parent.name}/{path.name}" for room in ("play", "store") for path in (PACKAGE / room).glob("*.py")),
    "/contextlib.py",
)
TRACED = tuple(name for name in ALL if not name.endswith(LEFT_OUT))
EVENTS = 12
RACERS = 3
THEIRS = ("g.jsonl~", ".g.jsonl.swp", ".g.jsonl.x.part", ".s.jsonl.abcdefgh.part", "g.jsonl.orig")
GAMES = ("depletion/first-steps", "plotted/the-ford", "frontiers/combat")
MARK = b"\xef\xbb\xbf"
"""A byte order mark, as tools put it into files that they join."""
BLANK = (b"\n", b"  \n", b"\r\n", b"\n\n \n", b"\t\n", b"\r")


class OutOfTimeError(Exception):
    """A timeout, as decorators and test tools raise it from a handler of SIGALRM."""


RUN: set[tuple[str, int]] = set()
"""The lines that ran where exceptions are planted."""
CUT: set[tuple[str, int]] = set()
"""The lines at which exceptions were planted."""
ERRORS = (OutOfTimeError, MemoryError, KeyboardInterrupt, SystemExit)


def cut_at(
    line: int, change: Callable[[], object], error: type[BaseException] = OutOfTimeError, files: tuple[str, ...] = ALL
) -> bool:
    """Make a change, and plant an exception at its n-th line in some files. Return False if the change ends before."""
    left = line

    def moment() -> None:
        nonlocal left
        left -= 1
        frame = currentframe().f_back.f_back
        RUN.add((frame.f_code.co_filename, frame.f_lineno))
        if left == 0:
            CUT.add((frame.f_code.co_filename, frame.f_lineno))
            raise error

    # CPython 3.11 keeps an exception as "being handled" if another is planted just where a handler ends. In a generator, this
    # ends with the generator, and no later test meets it.
    def changing() -> Iterator[object]:
        yield change()

    try:
        with every_line(moment, files):
            next(changing())
    except error:
        # An exception planted where the lock is given back leaves it held, and other threads would wait for it forever. No real
        # signal comes there.
        with suppress(RuntimeError):
            while True:
                ALONE.release()
        return True
    return False


class Life:
    """One journal, and the events of its life. ``tally`` counts them."""

    def __init__(self, folder: Path, seed: object, tally: Counter[str]) -> None:
        self.rng = Random(f"{seed}")
        self.tally = tally
        self.folder = folder
        self.path = folder / "g.jsonl"
        self.start: Any = hw.scenario(self.rng.choice(GAMES)).position
        for name in THEIRS:
            (folder / name).write_text(name)
            os.utime(folder / name, (0, 0))  # very old
        self.session = self.opened()
        self.left = {"g.jsonl"}
        """The files that the life has left behind."""
        self.story: list[str] = []

    def opened(self, rolls: Any = "ask") -> hw.Session[Any]:
        return hw.Session(self.start, journal=self.path, seed=1, rolls=rolls)

    def run(self) -> None:
        events = [self.play, self.play, self.planted, self.planted, self.timeout, self.edit, self.edit, self.save]
        for _ in range(EVENTS):
            event = self.rng.choice(events)
            self.story.append(event.__name__)
            event()
            self.tally["events"] += 1
            self.look()
        self.session.close()
        self.look()

    def look(self) -> None:
        """The file holds what the session shows, and all files of others are there."""
        assert same(hw.load(self.path), self.session)
        check(self.session, {})
        for name in THEIRS:
            assert (self.folder / name).read_text() == name
        assert self.files() <= {*self.left, "s.jsonl", "k0.jsonl", *THEIRS, self.path.name, f".{self.path.name}.writer"}

    def files(self) -> set[str]:
        return {path.name for path in self.folder.iterdir()}

    # ------------------------------------------------------------------ playing, and exceptions
    def play(self) -> None:
        for _ in range(self.rng.randrange(1, 4)):
            self.step(self.rng.random())

    def step(self, seed: float) -> None:
        rng = Random(seed)
        if self.session.position.chance is not None and rng.random() < 0.8:
            self.session.roll(rng.choice([None, self.session.position.chance.outcomes[0][0]]))
        else:
            with suppress(LookupError):  # the game is over for a player
                act(self.session, rng)

    def save(self) -> None:
        hw.save(self.session, self.folder / "s.jsonl")

    def change(self) -> Callable[[], object]:
        """Return a change that an exception is to cut off."""
        kind, seed = self.rng.random(), self.rng.random()
        if kind < 0.65:
            return lambda: self.step(seed)
        if kind < 0.75:
            return lambda: self.session.set_rolls("auto" if seed < 0.5 else "ask")
        if kind < 0.85:
            return lambda: self.session.keep(self.folder / f"k{seed * 1e9:.0f}.jsonl")
        if kind < 0.9:
            return self.end
        return self.again if kind < 0.97 else self.begin

    def end(self) -> None:
        self.session.close()

    def again(self) -> None:
        """Run the cell again: another session takes the journal over."""
        opened = hw.Session(self.start, journal=self.path, rolls="ask")
        assert same(opened, self.session)
        self.session = opened

    def begin(self) -> None:
        """Begin a game besides, or open it."""
        hw.Session(self.start, journal=self.folder / "k0.jsonl", rolls="ask").close()

    def cut_off(self, cut: Callable[[Callable[[], object]], bool]) -> None:
        """Make a change that an exception cuts off, and go on."""
        change = self.change()
        if came := cut(change):
            self.tally["exceptions"] += 1
        if not self.can_be_interrupted():
            self.tally["interrupts held back until the exception was freed"] += 1
            gc.collect()  # a context manager that the exception has left open ends with the exception
            assert self.can_be_interrupted()
        self.find(self.session.journal)
        assert change == self.again or same(hw.load(self.path), self.session)
        if came and change in (self.again, self.begin):
            change()
        elif self.session.journal is None:
            assert change == self.end
            assert f".{self.path.name}.writer" in self.left or f".{self.path.name}.writer" not in self.files()
            self.session = self.opened()
        assert same(hw.load(self.path), self.session)
        self.step(self.rng.random())

    def find(self, path: Path | None) -> None:
        """Go on in the file that the session writes: `keep` has come to its end, or has changed nothing."""
        if path not in (self.path, None):
            self.left.add(self.path.name)
            self.path = path

    def can_be_interrupted(self) -> bool:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            return True
        return False

    def planted(self) -> None:
        """An exception at one of the lines of hexwidget/play."""
        at, error = self.rng.randrange(self.rng.choice([30, 100, 400])), self.rng.choice(ERRORS)

        def cut(change: Callable[[], object]) -> bool:
            with suppress(hw.InputError):  # there was nothing to undo
                return cut_at(at, change, error, TRACED)
            return False

        self.cut_off(cut)

    def timeout(self) -> None:
        """Real signals at any moment, one or three."""
        after, rings = self.rng.random() * 0.004, self.rng.choice([1, 1, 3])

        def ring(*_: object) -> None:
            nonlocal rings
            rings -= 1
            if rings >= 0:
                raise OutOfTimeError

        def cut(change: Callable[[], object]) -> bool:
            came = False
            for _ in range(4):  # the next one may come outside of the change
                try:
                    if not came:
                        signal.setitimer(signal.ITIMER_REAL, after, 0.0002)
                        change()
                    break
                except OutOfTimeError:
                    came = True
                except hw.InputError:  # there was nothing to undo
                    break
            rings_over()
            return came

        def rings_over() -> None:
            nonlocal rings
            rings = 0
            signal.setitimer(signal.ITIMER_REAL, 0)

        signal.signal(signal.SIGALRM, ring)
        try:
            self.cut_off(cut)
        except OutOfTimeError:  # it has come outside of the change
            rings_over()
            self.find(self.session.journal)
            self.session = self.opened()
        # A signal can come when a file is made, and nothing knows of it yet.
        self.left |= self.files()

    # ------------------------------------------------------------------ people and tools
    def edit(self) -> None:
        """Close the journal, edit its file, and open it again."""
        self.session.close()
        data = self.path.read_bytes()
        lines = data.splitlines(keepends=True)
        kind = self.rng.choice(
            [self.harmless] * 2 + [self.inserted, self.torn, self.damaged, self.damaged] * (len(written(lines)) > 2)
        )
        edited, steps = kind(data, lines)
        self.story.append(kind.__name__)
        self.path.write_bytes(edited)
        self.tally["edits"] += 1
        before = self.session
        try:
            self.session = self.opened()
        except hw.InputError as refused:
            self.tally["edits refused"] += 1
            assert kind in (self.inserted, self.damaged)
            self.salvaged(before, steps, str(refused), edited)
            self.path.write_bytes(data)
            self.session = self.opened()
            assert same(self.session, before)
            return
        assert self.session.steps == before.steps[:steps]
        if kind == self.harmless:
            assert same(self.session, before)
        assert ("torn" in self.session.notice) == (kind != self.harmless)

    def salvaged(self, before: hw.Session[Any], steps: int, refused: str, edited: bytes) -> None:
        """A refusal leaves the file, and names the place and the number of steps that salvage gives."""
        assert self.path.read_bytes() == edited
        if "byte" in refused:  # the first line does not name its format any more
            assert steps == 0
            assert not is_replay(edited.decode("utf-8", "replace"))
            self.tally["edits after which nothing is loaded"] += 1
            return
        assert re.search(r"line \d+", refused), refused
        if "without its first line nothing of it is loaded" in refused:
            self.tally["edits after which nothing is loaded"] += 1
            assert steps == 0
            with suppress(hw.InputError):
                raise AssertionError(hw.load(self.path, salvage=True))
            return
        said = re.search(r"hw.load\(..., salvage=True\) leaves out (no|\d+) lines? and loads (\d+) steps?", refused)
        assert said, refused
        found = hw.load(self.path, salvage=True)
        assert len(found.steps) - 1 == int(said[2])
        if steps:
            assert found.steps == before.steps[:steps]
        else:  # the first line was changed
            assert "the first line has been changed" in found.notice
            assert [step.done for step in found.steps] == [step.done for step in before.steps[: len(found.steps)]]
        left = re.search(r"(\d+) lines? that cannot be read", found.notice)
        assert int(said[1].replace("no", "0")) == int(left[1] if left else 0) + ("torn" in found.notice)

    def harmless(self, data: bytes, lines: list[bytes]) -> tuple[bytes, int]:
        at, steps = self.rng.randrange(len(lines) + 1), len(self.session.steps)
        match self.rng.randrange(5):
            case 0:
                return b"".join([*lines[:at], self.rng.choice(BLANK), *lines[at:]]), steps
            case 1:
                return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r"), steps
            case 2:
                return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"), steps
            case 3:
                return b"".join([*lines[:at], MARK, *lines[at:]]), steps
        return data.rstrip(), steps

    def inserted(self, _: bytes, lines: list[bytes]) -> tuple[bytes, int]:
        """Lines that a tool has put in. At the end of the file, the last one is taken for a torn line."""
        at = self.rng.randrange(written(lines)[0] + 1, len(lines))
        more = [b"<<<<<<< here\n", lines[at], b"=======\n", lines[at].replace(b"key", b"yek"), b">>>>>>> there\n"]
        kind = self.rng.randrange(3)
        if kind == 0 and at in written(lines):
            return b"".join([*lines[:at], more[1], *lines[at:]]), len(self.session.steps)
        if kind == 1:
            return b"".join([*lines[:at], more[0], *lines[at:]]), len(self.session.steps)
        return b"".join([*lines[:at], *more, *lines[at + 1 :]]), len(self.session.steps)

    def torn(self, _: bytes, lines: list[bytes]) -> tuple[bytes, int]:
        at = self.rng.choice(written(lines)[1:])
        part = lines[at][: self.rng.randrange(lines[at].index(b"{") + 1, len(lines[at].rstrip()))]
        kept = b"".join(lines[:at])
        self.path.write_bytes(kept)
        return kept + part, len(hw.load(self.path).steps)

    def damaged(self, _: bytes, lines: list[bytes]) -> tuple[bytes, int]:
        """A line that was changed, taken out, or joined with the next one. A changed last line counts as torn. Without a whole
        first line, 0 steps are sure."""
        places = written(lines)
        at = self.rng.choice([places[0], *places])
        self.path.write_bytes(b"".join(lines[:at]))
        steps = 0 if at == places[0] else len(hw.load(self.path).steps)
        kind = self.rng.randrange(4)
        if at == places[-1] or kind < 2:
            place = self.rng.randrange(lines[at].index(b"{"), len(lines[at].rstrip()))
            changed = lines[at][:place] + (b"#", b"\xff")[kind % 2] + lines[at][place + 1 :]
            return b"".join([*lines[:at], changed, *lines[at + 1 :]]), steps
        following = places[places.index(at) + 1]
        joined = lines[at].rstrip() if kind == 2 else b""
        return b"".join([*lines[:at], joined, *lines[following:]]), steps


def written(lines: list[bytes]) -> list[int]:
    """The numbers of the lines that hold more than blanks and byte order marks."""
    return [n for n, line in enumerate(lines) if b"{" in line]


# ---------------------------------------------------------------- races
def race(folder: Path, seed: object, tally: Counter[str]) -> None:
    """Processes open one new file at once. Each either has it for itself, or is refused and told so."""
    rng, path = Random(f"{seed} race"), folder / "g.jsonl"
    begun, shown = rng.random() < 0.3, list[str]()
    if begun:
        path.touch()
    pipes = [os.pipe() for _ in range(RACERS)]
    children = []
    ready = time.monotonic() + 0.01
    for reading, writing in pipes:
        child = os.fork()
        if child == 0:
            try:
                os.close(reading)
                run(path, f"{seed} {writing}", writing, ready)
                os._exit(0)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(1)
        os.close(writing)
        children.append(child)
    for (reading, _), child in zip(pipes, children, strict=True):
        with os.fdopen(reading) as file:
            shown += file.read().splitlines()
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    steps = hw.load(path).steps
    kept = [line.split() for line in shown if line != "refused"]
    assert kept
    for number, key in kept:
        assert steps[int(number)].position.key == key
    tally["races"] += 1
    tally["processes refused"] += shown.count("refused")
    tally["steps of races"] += len(kept)


def run(path: Path, seed: str, shown: int, ready: float) -> None:
    """One of the processes: it is slow between the moments that matter."""
    rng = Random(seed)
    for name in ("open", "stat", "unlink", "link"):
        setattr(os, name, slowly(getattr(os, name), rng))
    if store_folder.LOCKS:
        store_folder.fcntl.flock = slowly(store_folder.fcntl.flock, rng)
    time.sleep(max(0.0, ready - time.monotonic()))
    try:
        session = hw.Session("depletion/first-steps", journal=path)
    except hw.JournalError as error:
        os.write(shown, b"refused\n" if "is writing it" in str(error) else b"wrong\n")
        return
    for _ in range(rng.randrange(1, 5)):
        session.edit(session.position) if not session.position.to_act else session.play("pass")
        os.write(shown, f"{session.step.number} {session.position.key}\n".encode())
    if rng.random() < 0.7:  # else it ends without closing it
        session.close()


def slowly(function: Callable[..., Any], rng: Random) -> Callable[..., Any]:
    def late(*arguments: Any, **more: Any) -> Any:
        time.sleep(rng.choice([0, 0, 0.001, 0.003]))
        found = function(*arguments, **more)
        time.sleep(rng.choice([0, 0, 0.001, 0.003]))
        return found

    return late


# ---------------------------------------------------------------- runs
@contextmanager
def prepared() -> Iterator[None]:
    """Give the handlers back, and flush nothing: here, no power fails. A timeout inside a finalizer can be raised to nobody, and
    the next one would cut off the tool that reports it."""
    before, flush, report = signal.getsignal(signal.SIGALRM), os.fsync, sys.unraisablehook

    def other_errors(lost: Any) -> None:
        if not isinstance(lost.exc_value, ERRORS):
            report(lost)

    os.fsync, sys.unraisablehook = lambda _: None, other_errors
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, before)
        os.fsync, sys.unraisablehook = flush, report


def live(folder: Path, seed: object, tally: Counter[str]) -> None:
    """Live one life, in a folder of its own; every fourth time, run a race besides."""
    made = Path(tempfile.mkdtemp(dir=folder))
    life = Life(made, seed, tally)
    try:
        life.run()
    except BaseException as failure:
        failure.add_note(f"life {seed}: {', '.join(life.story)}")
        raise
    tally["lives"] += 1
    if tally["lives"] % 4 == 0:
        (made / "race").mkdir()
        race(made / "race", seed, tally)


def main(seconds: float, seed: str) -> int:
    tally, number, until = Counter[str](), 0, time.monotonic() + seconds
    tally["lost"] = 0
    with tempfile.TemporaryDirectory() as folder, prepared():
        while time.monotonic() < until:
            number += 1
            try:
                live(Path(folder), f"{seed} {number}", tally)
            except Exception:
                tally["lost"] += 1
                traceback.print_exc()
    tally["lines with an exception"] = len(CUT)
    print(*(f"{count:>9,} {what}" for what, count in sorted(tally.items())), sep="\n")
    for file in sorted({file for file, _ in RUN}):
        print(f"{Path(file).name}, lines without an exception:", *sorted(line for at, line in RUN - CUT if at == file))
    return int(tally["lost"] > 0)


if __name__ == "__main__":
    raise SystemExit(main(float(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "1"))
