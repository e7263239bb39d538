"""Lives of what is kept: random orders of messages, kills, power failures, torn bytes, full and read-only disks, second writers, edits by hand.

A process of its own keeps a game, a table or a class, and is killed. The test knows which messages were answered. After each start all of these
are there once, in their order, and no other counts twice; or the words name the file that is damaged, and what lies beside it goes on.
"""

from __future__ import annotations

import json
import logging
import os
import pickle
import resource
import shutil
import signal
import socket
import tempfile
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import hexwidget as hw
from hexwidget.problems import InputError
from hexwidget.refusals import Refusal
from hexwidget.store.folder import Folder
from hexwidget.widget.host import log
from tests.play.powerloss import Disk, every_line
from tests.store.accepted import noted_in
from tests.store.keepers import HeldClass, HeldTables, answers, log_file, made_class, tries, two_players

NOBODY = 65534
"""A user who may not write what is read-only. The user root may."""
SIGNS = ("", "\u2028", "\u2029", "\u0085", "\0", "\x0b", "ä", "\U0001f600", "\n", "\r\n", '"', "{", "}")
"""What ids of messages hold."""
EVENTS = 10
WRITING = (
    "classroom/storage.py", "classroom/logbook.py", "files/disk.py", "play/journal.py", "store/folder.py", "store/journal.py", "store/lock_holder.py",
)  # fmt: skip
"""The files whose lines of code the power may fail at."""
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108  (each life makes a folder of its own there)
"""A disk in memory, where to flush takes no time."""
MARK = b"\xef\xbb\xbf"


class Keeper(ABC):
    """Something that is kept, within the process that keeps it."""

    file: ClassVar[str]
    """The end of the name of the file that tests tear and edit."""
    has_ids: ClassVar[bool] = True
    """True if a message that is sent again is done once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @staticmethod
    @abstractmethod
    def make(folder: Path) -> None:
        """Make it, and another one beside it."""

    @abstractmethod
    def do(self, at: str, which: str = "first") -> bool:
        """Do what a message asks for. True if its sender is told that it is done.

        :param which: "first", or "other" for the one beside it
        :raises InputError: in words, if it cannot be opened
        """

    @abstractmethod
    def close(self) -> None:
        """End it in order."""

    def let_go(self) -> None:  # noqa: B027  (most keepers have no worker)
        """Let another server begin while this process goes on, as where the server is killed and its worker is not."""

    @staticmethod
    @abstractmethod
    def path(folder: Path) -> Path:
        """The file."""

    @staticmethod
    @abstractmethod
    def done(folder: Path) -> list[str]:
        """The ids of the messages that are done, as the files say, each as often as it is done."""

    @classmethod
    def counted(cls, folder: Path) -> int:
        """The number of messages that are done, where a second file tells it."""
        return len(cls.done(folder))


class GameKeeper(Keeper):
    """A session with a journal. It notes messages."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._sessions: dict[str, Any] = {}

    @staticmethod
    def make(folder: Path) -> None:
        for name in ("first", "other"):
            hw.Session("depletion/first-steps", journal=folder / f"{name}.jsonl").close()

    def do(self, at: str, which: str = "first") -> bool:
        if which not in self._sessions:
            self._sessions[which] = hw.Session("depletion/first-steps", journal=self.folder / f"{which}.jsonl")
        session = self._sessions[which]
        if ("red", at) in session.messages:
            return True
        try:
            with session.noting(("red", at)):
                if session.position.to_act:
                    session.play(two_players()(session))
                else:
                    session.edit(session.steps[0].position)
        except hw.JournalError:
            self._sessions.pop(which).close()
            raise
        return True

    def close(self) -> None:
        for session in self._sessions.values():
            session.close()

    @staticmethod
    def path(folder: Path) -> Path:
        return folder / "first.jsonl"

    @staticmethod
    def done(folder: Path) -> list[str]:
        return noted_in((folder / "first.jsonl").read_bytes())


class TableKeeper(Keeper):
    """A table of a folder, and another one."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._held = HeldTables(folder)

    @staticmethod
    def make(folder: Path) -> None:
        held = HeldTables(folder)
        held.make(name="first")
        held.make(name="other")
        held.close()

    def do(self, at: str, which: str = "first") -> bool:
        session = self._held.session(which)
        before = next((player for player, message in session.messages if message == at), None)
        if before is None and not session.position.to_act:
            session.edit(session.steps[0].position)
        player = before or sorted(session.position.to_act)[0]
        action = next(iter(session.position.legal_actions(player)), "pass")
        reply = self._held.ask(which, player, str(action), at)
        if reply is not None and not reply["ok"]:
            LOGGED.write(reply["error"])
        return bool(reply and reply["ok"])

    def close(self) -> None:
        self._held.close()

    @staticmethod
    def path(folder: Path) -> Path:
        return folder / "first.jsonl"

    @staticmethod
    def done(folder: Path) -> list[str]:
        return noted_in((folder / "first.jsonl").read_bytes())


class ClassKeeper(Keeper):
    """A learner of a class, and another one. The worker that has them is in the process of the server."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._server = ExitStack()
        store = Folder(folder)
        self._server.enter_context(store.hold())
        try:
            self._held = HeldClass(pickle.loads(pickle.dumps(store)))
        except BaseException:
            self._server.close()
            raise

    @staticmethod
    def make(folder: Path) -> None:
        made_class(folder, None, "first", "other")

    def do(self, at: str, which: str = "first") -> bool:
        learner = self._held.id_of(which)
        if self._held.come(learner).refused:
            self._held.go(learner)  # the page is loaded anew
            raise InputError(LOGGED.getvalue(), [])
        return self._held.answer(learner, at)

    def close(self) -> None:
        self._held.close()
        self._server.close()

    def let_go(self) -> None:
        self._server.close()

    @staticmethod
    def path(folder: Path) -> Path:
        return log_file(folder, learner_in(folder))

    @staticmethod
    def done(folder: Path) -> list[str]:
        return answers(folder, learner_in(folder))

    @staticmethod
    def counted(folder: Path) -> int:
        return tries(folder, learner_in(folder))


def learner_in(folder: Path) -> str:
    """The id of the first learner."""
    names = {
        json.loads(path.read_text("utf-8"))["name"]: path.parent.name for path in folder.glob("learners/*/learner.json")
    }
    return names["first"]


KEEPERS: dict[str, type[Keeper]] = {"game": GameKeeper, "table": TableKeeper, "class": ClassKeeper}
LOGGED = StringIO()
"""The log of the process that keeps something."""


class Process:
    """The process that keeps something. It answers each command with a line."""

    def __init__(self, kind: str, folder: Path) -> None:
        ours, theirs = socket.socketpair()
        self._child = os.fork()
        if self._child == 0:
            ours.close()
            _serve(KEEPERS[kind], folder, theirs)
        theirs.close()
        self._line = ours.makefile("rw", encoding="utf-8")
        self._socket = ours

    def send(self, *command: Any) -> None:
        """Send a command."""
        self._line.write(json.dumps(command) + "\n")
        self._line.flush()

    def hear(self) -> tuple[str, str] | None:
        """Wait for the answer: "ok", "refused", or "told" with its words; None: the process has ended."""
        with suppress(OSError):
            answer = self._line.readline()
            if answer.endswith("\n"):
                kind, words = json.loads(answer)
                return str(kind), str(words)
        return None

    def ask(self, *command: Any) -> tuple[str, str] | None:
        """Send a command, and wait for the answer."""
        try:
            self.send(*command)
        except OSError:
            return None
        return self.hear()

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it."""
        if self._child:
            with suppress(ProcessLookupError):
                os.kill(self._child, how)
            os.waitpid(self._child, 0)
            self._child = 0
            with suppress(OSError):
                self._line.close()
            self._socket.close()


def _serve(kind: type[Keeper], folder: Path, end: socket.socket) -> None:
    """Keep something until the process is killed, or told to end."""
    try:
        log().addHandler(logging.StreamHandler(LOGGED))
        line, keeper = end.makefile("rw", encoding="utf-8"), None
        for text in line:
            command, *rest = json.loads(text)
            answer = "ok", ""
            try:
                if command == "end":
                    if keeper is not None:
                        keeper.close()
                    break
                if command == "locked" and os.geteuid() == 0:
                    os.seteuid(NOBODY)
                if command == "full":
                    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
                    resource.setrlimit(resource.RLIMIT_FSIZE, (hard if rest[0] is None else rest[0], hard))
                elif command == "let go":
                    assert keeper is not None
                    keeper.let_go()
                elif command == "power":
                    _lose_power(kind, folder, line, *rest)
                else:
                    keeper = kind(folder) if keeper is None else keeper
                    answer = "ok" if keeper.do(*rest) else "refused", LOGGED.getvalue()
            except Refusal as error:
                answer = "told", f"{error}\n{LOGGED.getvalue()}"
            finally:
                if os.getuid() == 0:
                    os.seteuid(0)
            line.write(json.dumps(answer) + "\n")
            line.flush()
    except BaseException as error:
        with suppress(BaseException):
            line.write(json.dumps(("failed", f"{type(error).__name__}: {error}")) + "\n")
            line.flush()
    finally:
        os._exit(0)


def _lose_power(kind: type[Keeper], folder: Path, line: Any, at: str, seed: float, lines: int) -> None:
    """Answer a message until the power fails, or has failed after the reply. Tell the reply, and what the disk holds then; end.

    :param lines: the number of lines of code that are run before the power fails
    """
    rng, left, reply = Random(seed), lines, None

    def crash() -> None:
        files = {name: list(content) for name, content in disk.crashed(rng).items()}
        line.write(json.dumps(("crashed", json.dumps((reply, files)))) + "\n")
        line.flush()
        os._exit(0)

    def moment() -> None:
        nonlocal left
        left -= 1
        if not left:
            crash()

    disk = Disk(kind.path(folder).parent, moment)
    with every_line(moment, WRITING):
        keeper = kind(folder)
        reply = "ok" if keeper.do(at) else "refused"
    crash()


class Life:
    """One thing that is kept, and the events of its life."""

    def __init__(self, kind: str, seed: object, tally: Counter[str]) -> None:
        self.kind = kind
        self.keeper = KEEPERS[kind]
        self.rng = Random(f"{kind} {seed}")
        self.tally = tally
        self.folder = self._place()
        self.answered: list[str] = []
        """The ids of the messages that were answered, in their order."""
        self.waiting: str | None = None
        """The id of a message that was not answered: it may be done or not, and is sent again."""
        self.sent = 0
        self.process: Process | None = None
        self.keeper.make(self.folder)

    def _place(self) -> Path:
        """A new place."""
        folder = Path(tempfile.mkdtemp(prefix="hexwidget-life-", dir=MEMORY))
        folder.chmod(0o755)
        return folder

    def _events(self) -> list[tuple[Callable[[], None], int]]:
        """What happens, and how often."""
        return [
            (self.send, 6),
            (self.kill, 2),
            (self.kill_within, 3),
            (self.restart, 1),
            (self.tear, 2),
            (self.lose_power, 3),
            (self.fill, 2),
            (self.lock, 1),
            (self.write_twice, 1),
            (self.end_lines_otherwise, 1),
            (self.damage, 2),
            *([(self.outlive, 2)] if self.kind == "class" else []),
        ]

    def live(self) -> None:
        """Let some events happen, and look at the end."""
        events = self._events()
        try:
            for _ in range(EVENTS):
                (event,) = self.rng.choices([event for event, _ in events], [often for _, often in events])
                self.tally[event.__name__] += 1
                event()
            self.restart()
            self.send()
        finally:
            if self.process is not None:
                self.process.end()
            shutil.rmtree(self.folder, ignore_errors=True)

    # ------------------------------------------------------------------ messages
    def _at(self) -> str:
        if self.waiting is None:
            self.sent += 1
            self.waiting = f"{self.rng.choice(SIGNS)}{self.sent}"
        return self.waiting

    def _alive(self) -> Process:
        if self.process is None:
            self.process = Process(self.kind, self.folder)
        return self.process

    def send(self) -> None:
        """Send a message, which is done; and one that was answered before, which is not done again."""
        at = self._at()
        answer = self._alive().ask("do", at)
        assert answer is not None, "the process has ended"
        assert answer[0] == "ok", answer
        self._answered(at)
        if self.answered and self.rng.random() < 0.3:
            again = self.rng.choice(self.answered)
            answer = self._alive().ask("do", again)
            assert answer is not None
            assert answer[0] == "ok", answer
        self.look()

    def _answered(self, at: str) -> None:
        self.answered.append(at)
        self.waiting = None

    def _heard(self, at: str, answer: str) -> None:
        """Take an answer that a fault of the disk may have changed. A page does not send again what was refused."""
        if answer == "ok":
            self._answered(at)
        elif answer == "refused":
            self.waiting = None

    def look(self) -> None:
        """Compare the files with what was answered."""
        found = self.keeper.done(self.folder)
        waits = int(self.waiting is not None)
        if waits and found[len(self.answered) :] == [self.waiting]:
            found = found[:-1]
        assert found == self.answered, (found, self.answered, self.waiting)
        assert 0 <= self.keeper.counted(self.folder) - len(self.answered) <= waits, "the log and the progress differ"

    # ------------------------------------------------------------------ ends
    def kill(self) -> None:
        """Kill the process between two messages."""
        if self.process is not None:
            self.process.end()
            self.process = None
            self.look()

    def kill_within(self) -> None:
        """Kill the process while it answers."""
        at, process = self._at(), self._alive()
        if self.rng.random() < 0.5:
            process.ask("full", None)  # it has begun
        process.send("do", at)
        self._pause()
        process.end()
        self.process = None
        if self.keeper.path(self.folder).exists():
            self.look()

    def _pause(self) -> None:
        """Wait for about as long as an answer takes, at most."""
        time.sleep(self.rng.random() * 0.02)

    def restart(self) -> None:
        """End the process in order, and start another one."""
        if self.process is not None:
            self.process.send("end")
            self.process.hear()
            self.process.end()
            self.process = None
            self.look()

    # ------------------------------------------------------------------ disks
    def tear(self) -> None:
        """Kill the process, and leave a part of a line behind, as a kill or a power failure within a write does."""
        self.kill()
        path = self.keeper.path(self.folder)
        if not path.exists():
            return
        data = path.read_bytes()
        whole = data.splitlines(keepends=True)
        line = self.rng.choice(whole) if whole else b"{}"
        cut = line[: self.rng.randrange(1, max(2, len(line)))].rstrip(b"\n")
        zeros = b"\0" * self.rng.randrange(1, 200)
        part = self.rng.choice([cut, zeros, cut + zeros, zeros + cut, "ä".encode()[:1]])
        with path.open("ab") as file:
            file.write(part)

    def lose_power(self) -> None:
        """Let the power fail while the first message of a process is answered, or just after that."""
        self.kill()
        at, lines = self._at(), self.rng.choice([30, 300, 3000])
        told = self._alive().ask("power", at, self.rng.random(), self.rng.randrange(1, lines))
        assert told is not None
        assert told[0] == "crashed", told
        reply, files = json.loads(told[1])
        assert reply in (None, "ok"), reply
        self.process.end()  # type: ignore[union-attr]
        self.process = None
        folder = self.keeper.path(self.folder).parent
        for each in folder.iterdir():
            each.unlink()
        for name, content in files.items():
            (folder / name).write_bytes(bytes(content))
        self.tally[f"power, answered: {reply}"] += 1
        if reply:
            self._answered(at)
        self.look()

    def fill(self) -> None:
        """Fill the disk while messages come; then there is room again."""
        at, process = self._at(), self._alive()
        path = self.keeper.path(self.folder)
        size = path.stat().st_size if path.exists() else 0
        if self.rng.random() < 0.7:
            self.send()
            at, process, size = self._at(), self._alive(), path.stat().st_size
        process.ask("full", self.rng.choice([0, size, size + self.rng.randrange(1, 300), max(0, size - 30), 700]))
        answer = process.ask("do", at)
        assert answer is not None
        assert answer[0] != "failed", answer
        self._heard(at, answer[0])
        assert process.ask("full", None) is not None
        self.look()
        if self.rng.random() < 0.5:
            self.kill()

    def lock(self) -> None:
        """Let nobody write the folder while messages come."""
        self.send()  # what the process needs is loaded
        at, process = self._at(), self._alive()
        folders = [self.folder, *(each for each in self.folder.rglob("*") if each.is_dir())]
        files = [each for each in self.folder.rglob("*") if each.is_file()]
        how = self.rng.choice(["folders", "files", "all"])
        locked = {"folders": folders, "files": files, "all": [*folders, *files]}[how]
        modes = {each: each.stat().st_mode & 0o777 for each in locked}
        for each in locked:
            each.chmod(0o555 if each.is_dir() else 0o444)
        try:
            answer = process.ask("locked", at)
            assert answer is not None
            assert answer[0] != "failed", answer
            self._heard(at, answer[0])
        finally:
            for each, mode in modes.items():
                with suppress(FileNotFoundError):
                    each.chmod(mode)
        self.look()

    # ------------------------------------------------------------------ others
    def write_twice(self) -> None:
        """Let another process write, too. It is refused, or has taken over; no message is done twice."""
        self.send()
        second = Process(self.kind, self.folder)
        try:
            answer = second.ask("do", "of another process")
            assert answer is not None
            assert answer[0] == "told", answer
            assert ("is served already" if self.kind == "class" else self.keeper.path(self.folder).name) in answer[1]
        finally:
            second.end()
        self.send()

    def outlive(self) -> None:
        """Kill the server, but not its worker. Another server begins, and the worker writes nothing more."""
        self.send()
        first = self._alive()
        try:
            assert first.ask("let go") == ("ok", "")
            self.process = None
            self.send()
            answer = first.ask("do", self._at())
            assert answer is not None
            assert answer[0] == "refused", answer
        finally:
            first.end()
        self.look()
        self.send()

    def end_lines_otherwise(self) -> None:
        """Let a program of another system write the line ends, marks and blank lines of the file anew."""
        self.restart()
        path = self.keeper.path(self.folder)
        if not path.exists():
            return
        lines = path.read_bytes().replace(b"\r\n", b"\n").removeprefix(MARK).split(b"\n")
        end = self.rng.choice([b"\r\n", b"\n", b"\r", b"\n\n", b"\n  \n"])
        path.write_bytes(self.rng.choice([MARK, b"", b"\n"]) + end.join(lines))
        self.send()

    def damage(self) -> None:
        """Let somebody damage the file between two lives: the words name it, the other goes on, and the file put back is whole."""
        self.restart()
        self.send()
        self.restart()
        path = self.keeper.path(self.folder)
        before = path.read_bytes()
        lines = [line for line in before.removeprefix(MARK).splitlines(keepends=True) if line.strip(b"\0 \r\n")]
        if len(lines) < 3:
            return
        path.write_bytes(edited := self._edited(lines))
        again = self.rng.choice(self.answered)
        answer = self._alive().ask("do", again)
        assert answer is not None
        assert answer[0] in ("told", "ok"), answer
        if answer[0] == "told":
            assert path.name in answer[1], answer
            assert path.read_bytes() == edited
        other = self._alive().ask("do", f"other {self.sent}", "other")
        assert other is not None
        assert other[0] == "ok", other
        self.process.end()  # type: ignore[union-attr]
        self.process = None
        assert answer[0] == "told", f"nobody was told of the damage: {edited[-1500:]!r} for {before[-1500:]!r}"
        path.write_bytes(before)
        self.look()

    def _edited(self, lines: list[bytes]) -> bytes:
        at = self.rng.randrange(0, len(lines) - 1)
        swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        line, place = bytearray(lines[at]), self.rng.randrange(1, len(lines[at]) - 2)
        line[place] ^= self.rng.choice((1, 2, 4))
        changed = [*lines[:at], bytes(line[:-1]).replace(b"\n", b"x") + b"\n", *lines[at + 1 :]]
        gone = self.rng.randrange(
            0, len(lines) - 2
        )  # a last line that does not follow the one before looks like a torn one
        missing = [*lines[:gone], *lines[gone + 1 :]]
        joined = [*lines[:at], lines[at].rstrip(b"\r\n"), *lines[at + 1 :]]
        emptied = [b""] * (self.kind != "game")  # a session begins a new game in an empty file
        return self.rng.choice([*emptied, b"".join(swapped), b"".join(changed), b"".join(missing), b"".join(joined)])
