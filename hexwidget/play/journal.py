"""The journal of a session: a file that each step is written to before it is shown."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, ClassVar
from weakref import WeakValueDictionary, finalize

from hexwidget.files.disk import AnyPath, available, flush_folder, named, open_regular, read_bytes, real, why
from hexwidget.files.replay import MOST_CHARACTERS, Replay, first_line
from hexwidget.play.alone import alone
from hexwidget.play.checked import checked_steps, note_checked
from hexwidget.play.lines import End, JournalError, Lines
from hexwidget.play.writer import Writer
from hexwidget.problems import InputError, Problem
from hexwidget.rules import Position

try:
    import fcntl
except ImportError:  # pragma: no cover  (on Windows)
    fcntl = None  # type: ignore[assignment]  # a module, or None

LOCKS = hasattr(fcntl, "flock")
"""False on Windows, and in a browser, whose module is empty: there no other process shares the files."""
MODE = 0o600
"""The permissions of a new journal: it holds what is hidden from players."""


class Journal(Lines):
    """An open journal in a file, written by one session.

    Another session of this process takes it over, as happens when a notebook's cell runs again. The first session then cannot
    play any more. A session of another process is refused, with the name of the process that has the journal.

    :param goes_on: True: an existing file is continued; False: a file that is not empty is refused
    :raises JournalError: if another process has the file, it is of another game, or it cannot be written
    :raises InputError: if it exists and cannot be read
    """

    _open: ClassVar[WeakValueDictionary[Path, Journal]] = WeakValueDictionary()

    @alone
    def __init__(self, path: AnyPath, start: Position, chance: Mapping[str, Any], *, goes_on: bool = True) -> None:
        super().__init__()
        try:
            self.path: Path = real(path)
        except ValueError as error:  # no file can have that name
            raise _error(path, f"it cannot be opened: {error}") from None
        earlier = self._open.get(self.path)
        if earlier is not None:
            if not goes_on:
                raise self._error("a session of this process writes it; name another file")
            if os.path.exists(self.path):  # else the file is gone, and a new one is begun
                self._read(
                    read_bytes(self.path, 4 * MOST_CHARACTERS), start, chance
                )  # an error leaves the journal to the earlier session
            earlier.close()
        self._made = False
        self._writer = Writer(self.path)
        self._closing = finalize(self, self._writer.leave)
        try:
            with self._told("it cannot be opened"):
                self._open_file()
                self._writer.sign(os.fstat(self._file.fileno()).st_mode & 0o666)
                self.replay: Replay | None = self._continue(start, chance, goes_on)
                if self._made:
                    flush_folder(self.path.parent)
                self._open[self.path] = self
        except BaseException:
            self.discard()
            raise

    def _open_file(self) -> None:
        """Open and lock the file, and note whether it is new.

        Between the two, another process may lock the file, write it or remove it: then the file is that process's.
        """
        # Opened for appending, so that existing lines cannot be overwritten.
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
        while True:
            try:
                try:
                    self._file, self._made = self._opened(flags | os.O_EXCL), True
                except FileExistsError:
                    self._file, self._made = self._opened(flags), False
            except InputError as error:
                raise self._error("; ".join(problem.message for problem in error.problems)) from None
            # The file is closed when the journal is garbage-collected.
            self._closing = finalize(self, partial(_release, self._file, self._writer))
            self._lock(self._file)
            if _leads_to(self.path, self._file):
                self._made = self._made and not os.fstat(self._file.fileno()).st_size
                return
            self._closing()

    def _opened(self, flags: int) -> IO[bytes]:
        """Open the file, unbuffered, so that no part of a refused line is written later."""
        return os.fdopen(open_regular(self.path, flags, MODE), "a+b", buffering=0)

    def _lock(self, file: IO[bytes]) -> None:
        if LOCKS:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                who = Writer(self.path).who()
                raise self._error(f"{who} is writing it; give this session a file of its own") from None
            except OSError:  # some file systems have no locks
                pass

    def _continue(self, start: Position, chance: Mapping[str, Any], goes_on: bool) -> Replay | None:
        """Return the replay in the file, or begin a new file with its first line."""
        if os.fstat(self._file.fileno()).st_size > MOST_CHARACTERS:
            raise self._error(f"it has more than {MOST_CHARACTERS:,} characters; name another file")
        self._file.seek(0)
        data = available(self._file.read())
        if data and not goes_on:
            raise self._error("there is a file of that name; name another, or move it away")
        replay = self._read(data, start, chance)
        if replay is None:
            if data:
                self.notice = "the first line was torn: the game begins anew"
                self._file.truncate(0)
            self.append(first_line(start, chance))
            return None
        kept = b"".join(data.splitlines(keepends=True)[: replay.lines])
        if len(kept) < len(data):
            self._file.truncate(len(kept))
        end = b"" if kept.endswith((b"\n", b"\r")) else b"\n"
        if end or len(kept) < len(data):
            self._file.write(end)
            os.fsync(self._file.fileno())  # else parts of the torn line may show again after the next one
        self._sound = End(len(kept + end), replay.lines, replay.sum, blake2b(kept + end))
        self.checked = checked_steps(self.path, kept + end, start.system.name)
        return replay

    def _write(self, data: bytes) -> None:
        while data:
            data = data[self._file.write(data) :]
        os.fsync(self._file.fileno())

    def _take_back(self, after: End) -> None:
        if not self._file.closed and os.fstat(self._file.fileno()).st_size <= after.size:  # nothing else has written
            os.ftruncate(self._file.fileno(), self._sound.size)
            os.fsync(self._file.fileno())

    def _check(self) -> None:
        """Check that the path still leads to the file of this journal, and that only this journal has written to it."""
        remedy = "nothing was played; session.keep('another.jsonl') goes on in another file"
        if self._file.closed:
            raise self._error(f"another session has taken it over, or it was closed; {remedy}")
        try:
            if not _leads_to(self.path, self._file):
                raise self._error(f"another file has been put in its place; {remedy}")
        except OSError as error:
            raise self._error(f"it is gone ({error.strerror}); {remedy}") from None
        size = os.fstat(self._file.fileno()).st_size
        if size < self._sound.size:
            raise self._error(f"something else has cut it short; {remedy}")
        if size > self._sound.size:
            raise self._error(f"something else has written to it; {remedy}")

    def _note(self, steps: int, size: int, digest: str, system: str) -> None:
        note_checked(self.path, steps, size, digest, system)

    def close(self) -> None:
        """Close the file, and release its lock."""
        self.settle()
        self._closing()
        self._file.close()  # an exception may have kept an earlier call from it

    def discard(self) -> None:
        """Close the file. A file that this journal has made is removed, unless another process has written to it."""
        end = self._sound if self._pending is None else self._pending[0]
        with suppress(OSError, JournalError):
            if self._made:
                self._lock(self._file)  # else another process may have it, and has written nothing yet
            ours = self._made and _leads_to(self.path, self._file)
            ours = ours and os.fstat(self._file.fileno()).st_size <= end.size
            if not LOCKS:  # Windows removes no open file
                self._closing()
            if ours:
                self.path.unlink()
        self._closing()

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """Turn an error of the operating system, or of a name that no file can have, into a `JournalError`."""
        try:
            yield
        except InputError:
            raise
        except (OSError, ValueError) as error:
            raise self._error(f"{what}: {why(self.path, error)}") from None

    def _error(self, why: str) -> JournalError:
        return _error(self.path, why)


def _error(path: AnyPath, why: str) -> JournalError:
    return JournalError(f"the journal {named(path)} cannot be used", [Problem("", why)])


def _leads_to(path: Path, file: IO[bytes]) -> bool:
    """True if a path leads to an open file.

    :raises OSError: if it leads nowhere
    """
    return os.path.samestat(os.stat(path), os.fstat(file.fileno()))


def _release(file: IO[bytes], writer: Writer) -> None:
    try:
        writer.leave()
    finally:
        file.close()


def _close_in_fork() -> None:
    """Close the parent's journals in a forked process, so that it neither writes them nor keeps them locked."""
    for journal in list(Journal._open.values()):
        journal._closing.detach()
        journal._file.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_in_fork)


def written_by(path: AnyPath) -> str | None:
    """Return the session, kernel or other program that has a file open as its journal, in words. None if none has."""
    with suppress(OSError, ValueError):  # no file can have that name, or there is none
        target = real(path)
        if target in Journal._open:
            return "a session of this process"
        if LOCKS and target.is_file():
            with os.fdopen(open_regular(target, os.O_RDONLY), "rb") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                except BlockingIOError:
                    return Writer(target).who()
    return None
