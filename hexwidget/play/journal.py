"""A file that a session is written to, step by step, each on disk before it is shown."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, ClassVar
from weakref import WeakValueDictionary, finalize

from hexwidget.files.replay import Replay, first_line, read_replay, text_of
from hexwidget.problems import InputError, Problem
from hexwidget.rules import Position

try:
    import fcntl
except ImportError:  # pragma: no cover  (not on Windows, nor in a browser: there nothing else shares the file system)
    fcntl = None  # type: ignore[assignment]


class JournalError(InputError):
    """A journal that cannot be opened or written. Nothing was played."""


class Journal:
    """An open journal. One session writes it. A second one of this process takes it over, as happens when a notebook's
    cell is run again, and the first can play no more; one of another process is refused.

    :raises JournalError: if the file is another process's, another game's, or cannot be written
    :raises InputError: if it is there and cannot be read
    """

    _open: ClassVar[WeakValueDictionary[Path, Journal]] = WeakValueDictionary()

    def __init__(self, path: str | os.PathLike[str], start: Position, chance: Mapping[str, Any]) -> None:
        self.path = Path(path).resolve()
        earlier = self._open.get(self.path)
        if earlier is not None:
            earlier.close()
        try:
            # Opened for appending, so that nothing that is there can be written over.
            # Unbuffered, so that nothing of a line that was refused is written later.
            self._file: IO[bytes] = self.path.open("a+b", buffering=0)
        except OSError as error:
            raise self._error(f"it cannot be opened: {error.strerror or error}") from None
        # The file is let go of with the journal, also when nobody closes it.
        self._end = finalize(self, self._file.close)
        try:
            self._lock()
            self.replay: Replay | None = self._continue(start, chance)
        except BaseException:
            self.close()
            raise
        self._open[self.path] = self

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise self._error("another kernel is writing it; give this session a file of its own") from None

    def _continue(self, start: Position, chance: Mapping[str, Any]) -> Replay | None:
        """What the file holds already; a new file gets its first line."""
        self._file.seek(0)
        text = text_of(self._file.read())
        if not text:
            self.append(first_line(start, chance))
            return None
        replay = read_replay(text)
        if replay.start != start:
            raise self._error("it is of another game: it starts from another position (hw.load opens it as it is)")
        if replay.torn is not None:
            self._file.truncate(len(text[: replay.sound].encode("utf-8")))
        return replay

    def append(self, line: str) -> None:
        """Write a line and see it to the disk.

        :raises JournalError: if that fails; what was half written is taken back as far as can be
        """
        if self._file.closed:
            raise self._error("another session has taken it over, or it was closed; nothing was played")
        size = os.fstat(self._file.fileno()).st_size
        try:
            rest = line.encode("utf-8")
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except BaseException as error:  # an interrupt too leaves no half line behind
            self._take_back(size)
            if not isinstance(error, OSError):
                raise
            raise self._error(f"a step could not be saved and was not played: {error.strerror or error}") from None

    def _take_back(self, size: int) -> None:
        with suppress(OSError):  # if even that fails, the torn line is recognised when the journal is read
            os.ftruncate(self._file.fileno(), size)

    def close(self) -> None:
        """Let go of the file."""
        self._end()

    def _error(self, why: str) -> JournalError:
        return JournalError(f"the journal {str(self.path)!r} cannot be used", [Problem("", why)])
