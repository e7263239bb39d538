"""The journal of a session: a file that each step is written to before it is shown."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, ClassVar
from weakref import WeakValueDictionary, finalize

from hexwidget.files.disk import AnyPath, flush_folder, named, open_regular, read_bytes, real, why
from hexwidget.files.replay import (
    MOST_CHARACTERS,
    MOST_STEPS,
    Replay,
    first_line,
    read_replay,
    summed,
    text_of,
)
from hexwidget.play.alone import alone
from hexwidget.play.writer import Writer
from hexwidget.problems import InputError, Problem
from hexwidget.rules import Position

try:
    import fcntl
except ImportError:  # pragma: no cover  (on Windows)
    fcntl = None  # type: ignore[assignment]  # a module, or None

LOCKS = hasattr(fcntl, "flock")
"""False on Windows, and in a browser, whose module is empty: there no other process shares the files."""


class JournalError(InputError):
    """A journal cannot be opened or written. Nothing was played."""


class Journal:
    """An open journal, written by one session.

    Another session of this process takes it over, as happens when a notebook's cell runs again. The first session then cannot
    play any more. A session of another process is refused, with the name of the process that has the journal.

    :param goes_on: True: an existing file is continued; False: a file that is not empty is refused
    :raises JournalError: if another process has the file, it is of another game, or it cannot be written
    :raises InputError: if it exists and cannot be read
    """

    _open: ClassVar[WeakValueDictionary[Path, Journal]] = WeakValueDictionary()

    @alone
    def __init__(self, path: AnyPath, start: Position, chance: Mapping[str, Any], *, goes_on: bool = True) -> None:
        try:
            self.path: Path = real(path)
        except ValueError as error:  # no file can have that name
            raise _error(path, f"it cannot be opened: {error}") from None
        earlier = self._open.get(self.path)
        if earlier is not None:
            if not goes_on:
                raise self._error("a session of this kernel writes it; name another file")
            if self.path.exists():  # else the file is gone, and a new one is begun
                self._read(
                    read_bytes(self.path, 4 * MOST_CHARACTERS), start
                )  # an error leaves the journal to the earlier session
            earlier.close()
        self._file, made = self._opened()
        self._writer = Writer(self.path)
        # The file is closed when the journal is garbage-collected.
        self._end = finalize(self, _release, self._file, self._writer)
        try:
            self._lock()
            self._size = os.fstat(self._file.fileno()).st_size
            self._lines = 0
            self._torn = False
            self._sum: str | None = ""
            self.replay: Replay | None = self._continue(start, chance, goes_on)
            if made:
                flush_folder(self.path.parent)
        except BaseException:
            self.close()
            if made:
                self.path.unlink(missing_ok=True)
            raise
        self._open[self.path] = self

    def _opened(self) -> tuple[IO[bytes], bool]:
        """Open the file. Return it, and True if it is new."""
        # Opened for appending, so that existing lines cannot be overwritten.
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
        try:
            try:
                handle, made = open_regular(self.path, flags | os.O_EXCL), True
            except FileExistsError:
                handle, made = open_regular(self.path, flags), False
        except InputError as error:
            raise self._error("; ".join(problem.message for problem in error.problems)) from None
        except (OSError, ValueError) as error:
            raise self._error(f"it cannot be opened: {why(self.path, error)}") from None
        # Unbuffered, so that no part of a refused line is written later.
        return os.fdopen(handle, "a+b", buffering=0), made

    def _lock(self) -> None:
        if LOCKS:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise self._error(f"{self._writer.who()} is writing it; give this session a file of its own") from None
            except OSError:  # some file systems have no locks
                pass
        self._writer.sign()

    def _continue(self, start: Position, chance: Mapping[str, Any], goes_on: bool) -> Replay | None:
        """Return the replay in the file, or begin a new file with its first line."""
        if self._size > MOST_CHARACTERS:
            raise self._error(f"it has more than {MOST_CHARACTERS:,} characters; name another file")
        self._file.seek(0)
        data = self._file.read()
        if data and not goes_on:
            raise self._error("there is a file of that name; name another, or move it away")
        replay = self._read(data, start)
        if replay is None:
            self._size = 0
            self._file.truncate(0)
            self.append(first_line(start, chance))
            return None
        if replay.torn is not None:
            self._size = len(text_of(data, goes_on=True)[: replay.sound].encode("utf-8"))
            self._file.truncate(self._size)
            os.fsync(self._file.fileno())  # else parts of the torn line may show again after the next one
        self._sum, self._lines = replay.sum, 1 + len(replay.entries)
        return replay

    def _read(self, data: bytes, start: Position) -> Replay | None:
        """Return the replay in a file. None if it holds at most a part of its first line.

        :raises InputError: if it is not a replay, or of another game
        """
        text = text_of(data, goes_on=True)
        if _is_torn_first_line(text, first_line(start, {}).removesuffix("}\n")):
            return None
        replay = read_replay(text, goes_on=True)
        if replay.start != start:
            raise self._error("it is of another game: it starts from another position (hw.load opens it as it is)")
        return replay

    def append(self, line: str) -> None:
        """Write a line and flush it to the disk.

        :raises JournalError: if that fails; a half-written line is removed, at the latest before the next line
        """
        self._check()
        line, total = (line, None) if self._sum is None else summed(line, self._sum)
        data = line.encode("utf-8")
        if self._lines >= MOST_STEPS or self._size + len(data) > MOST_CHARACTERS:
            raise self._error(
                "it is full; nothing was played; session.fork() begins another game here, to be kept elsewhere"
            )
        try:
            if self._torn:  # a half-written line could not be removed before
                self._remove_half_line()
            rest = data
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except BaseException as error:  # an interrupt must not leave half a line behind, either
            self._torn = True
            with suppress(OSError):
                self._remove_half_line()
            if not isinstance(error, OSError):
                raise
            raise self._error(f"a step could not be saved and was not played: {error.strerror or error}") from None
        self._size, self._sum, self._lines = self._size + len(data), total, self._lines + 1

    def _check(self) -> None:
        """Check that the path still leads to the file of this journal, and that only this journal has written to it."""
        remedy = "nothing was played; session.keep('another.jsonl') goes on in another file"
        if self._file.closed:
            raise self._error(f"another session has taken it over, or it was closed; {remedy}")
        ours = os.fstat(self._file.fileno())
        try:
            there = os.stat(self.path)
        except OSError as error:
            raise self._error(f"it is gone ({error.strerror}); {remedy}") from None
        if (ours.st_dev, ours.st_ino) != (there.st_dev, there.st_ino):
            raise self._error(f"another file has been put in its place; {remedy}")
        if ours.st_size < self._size:
            raise self._error(f"something else has cut it short; {remedy}")
        if ours.st_size > self._size and not self._torn:
            raise self._error(f"something else has written to it; {remedy}")

    def _remove_half_line(self) -> None:
        os.ftruncate(self._file.fileno(), self._size)
        os.fsync(self._file.fileno())
        self._torn = False

    def close(self) -> None:
        """Close the file, and release its lock."""
        self._end()

    def _error(self, why: str) -> JournalError:
        return _error(self.path, why)


def _error(path: AnyPath, why: str) -> JournalError:
    return JournalError(f"the journal {named(path)} cannot be used", [Problem("", why)])


def _is_torn_first_line(text: str, own: str) -> bool:
    """True for a part of the first line of a journal. A power failure may leave zeros instead of written characters.

    :param own: what the line begins with
    """
    first, newline, more = text.partition("\n")
    whole = bool(newline) and "\0" not in first
    return not whole and not more and all(sign in ("\0", was) for sign, was in zip(first, own, strict=False))


def _release(file: IO[bytes], writer: Writer) -> None:
    writer.leave()
    file.close()


def _close_in_fork() -> None:
    """Close the parent's journals in a forked process, so that it neither writes them nor keeps them locked."""
    for journal in list(Journal._open.values()):
        journal._end.detach()
        journal._file.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_in_fork)


def written_by(path: AnyPath) -> str | None:
    """Return the session or kernel that has a file open as its journal, in words. None if none has."""
    with suppress(OSError, ValueError):  # no file can have that name, or there is none
        target = real(path)
        if target in Journal._open:
            return "a session of this kernel"
        if LOCKS and target.is_file():
            with os.fdopen(open_regular(target, os.O_RDONLY), "rb") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                except BlockingIOError:
                    return Writer(target).who()
    return None
