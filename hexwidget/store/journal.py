"""A journal: lines of JSON, each with its sum, that one process writes. A line counts once the change that it tells of is made.

A half-written line is removed, at the latest before the next one. Lines that something else has added, cut off or changed are noticed before
the next line. A subclass says what its lines hold.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from hexwidget.files.disk import AnyPath, real, why
from hexwidget.files.line_sums import MOST_CHARACTERS, MOST_STEPS, with_sum
from hexwidget.problems import InputError
from hexwidget.store.folder import FileLines
from hexwidget.store.store import AwayError, JournalError, Lines

Content = TypeVar("Content")


class Sound(NamedTuple, Generic[Content]):
    """The sound lines of a journal.

    :param content: what they hold
    :param lines: their number
    :param sum: that of the last one; None: the journal has no sums
    """

    content: Content
    lines: int
    sum: str | None


class End(NamedTuple):
    """The end of a journal: its size in bytes, the number of its lines, the sum of the last one, and a digest of all bytes."""

    size: int
    lines: int
    sum: str | None
    digest: blake2b


class Journal(ABC, Generic[Content]):
    """An open journal, written by one owner.

    Another journal of this process takes its file over, as happens when a notebook's cell runs again. The first one then cannot be
    written any more. A journal of another process is refused, with the name of the process that has it.

    :param goes_on: True: existing lines are continued; False: a file that is not empty is refused
    :raises JournalError: if another process has the lines, they are of another owner, or cannot be written
    :raises InputError: if they cannot be read
    """

    _open: ClassVar[WeakValueDictionary[Path, Journal[Any]]] = WeakValueDictionary()
    first: str | None = None
    """The line that a new journal begins with; None: it is empty at first."""
    begun_anew = ""
    failed = "the line could not be written"
    full = "it is full"
    remedy = "nothing was written"

    def __init__(self, lines: Lines, *, goes_on: bool = True) -> None:
        self._lines = lines
        self._sound = End(0, 0, "", blake2b())
        self._pending: tuple[End, Callable[[], bool]] | None = None
        """The end that the journal has with its last lines, and a function that returns True once the change that they tell of is made."""
        self.notice: str = ""
        """A remark about a journal that was begun anew."""
        earlier = self._open.get(lines.path) if lines.path else None
        if earlier is not None:
            if not goes_on:
                raise lines.error("a session of this process writes it; name another file")
            data = lines.read(4 * MOST_CHARACTERS)
            if data is not None:  # else the file is gone, and a new one is begun
                self._read(data)  # an error leaves the journal to the earlier owner
            earlier.close()
        try:
            with self._journal_errors("it cannot be opened"):
                self.content: Content | None = self._continue(lines.open(MOST_CHARACTERS), goes_on)
                if lines.path:
                    self._open[lines.path] = self
        except BaseException:
            self.discard()
            raise

    @property
    def path(self) -> Path | None:
        """The file of the journal; None: the lines are kept elsewhere."""
        return self._lines.path

    @abstractmethod
    def _read(self, data: bytes) -> Sound[Content] | None:
        """Return the content of the sound lines. None: there is at most a part of the first line, and the journal begins anew.

        :raises InputError: if the lines cannot be read
        """

    def _continue(self, data: bytes, goes_on: bool) -> Content | None:
        """Return the content of the lines, or begin with the first line."""
        if data and not goes_on:
            raise self.error("there is a file of that name; name another, or move it away")
        found = self._read(data)
        if found is None:
            if data:
                self.notice = self.begun_anew
                self._lines.cut(0, 0, len(data))
            if self.first is not None:
                self.append(self.first)
            return None
        kept = b"".join(data.splitlines(keepends=True)[: found.lines])
        end = b"" if not kept or kept.endswith((b"\n", b"\r")) else b"\n"
        if end or len(kept) < len(data):
            self._lines.cut(len(kept), found.lines, len(data), end)
        self._sound = End(len(kept + end), found.lines, found.sum, blake2b(kept + end))
        self._continue_from(found.content, kept + end)
        return found.content

    def _continue_from(self, content: Content, data: bytes) -> None:
        """Take note of the lines that are continued."""

    def append(self, *lines: str, is_made: Callable[[], bool] = lambda: True) -> None:
        """Write lines of one change, so that a loss of power keeps them.

        :param lines: each a JSON object, and a line feed
        :param is_made: returns True once the change that they tell of is made; see `settle`
        :raises JournalError: if that fails
        """
        with self._journal_errors(self.failed):
            self._settle()
            before = self._sound
            try:
                self._lines.check(before.size, before.digest.hexdigest())
            except JournalError as error:
                found = [*(each.message for each in error.problems), *[self.remedy] * (self.path is not None)]
                raise self.error("; ".join(found)) from None
            data, total, digest = b"", before.sum, before.digest.copy()
            for line in lines:
                line, total = (line, None) if total is None else with_sum(line, total)
                data += line.encode("utf-8")
            digest.update(data)
            after = End(before.size + len(data), before.lines + len(lines), total, digest)
            if after.lines > MOST_STEPS or after.size > MOST_CHARACTERS:
                raise self.error(self.full)
            self._pending = after, is_made
            self._lines.write(data, before.lines)

    def settle(self) -> None:
        """Keep the last lines if their change is made, else remove them. If that fails, it is done before the next ones."""
        with suppress(OSError, InputError):
            self._settle()

    def _settle(self) -> None:
        if self._pending is None:
            return
        after, is_made = self._pending
        if is_made():
            self._sound = after
        else:
            self._lines.cut(self._sound.size, self._sound.lines, after.size)
        self._pending = None

    def close(self) -> None:
        """Let others have the journal."""
        self.settle()
        self._lines.close()
        if self.path and self._open.get(self.path) is self:
            del self._open[self.path]

    def discard(self) -> None:
        """Close the journal, and remove it if this one has made it, and nothing else has written to it."""
        self._lines.discard((self._sound if self._pending is None else self._pending[0]).size)

    @contextmanager
    def _journal_errors(self, what: str) -> Iterator[None]:
        """Turn an error of the operating system, or of a name that no file can have, into a `JournalError`."""
        try:
            yield
        except AwayError as error:
            raise self.error(f"{what}: {error.title}") from error
        except InputError:
            raise
        except (OSError, ValueError) as error:
            raise self.error(f"{what}: {why(self.path or '', error)}") from None

    def error(self, why: str) -> JournalError:
        """Return an error that names the journal."""
        return self._lines.error(why)


def _close_in_fork() -> None:
    """Close the parent's journals in a forked process."""
    for journal in list(Journal._open.values()):
        if isinstance(journal._lines, FileLines):
            journal._lines.leave_to_parent()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_in_fork)


def writer_of(path: AnyPath) -> str | None:
    """Return the name of the session, kernel or other program that has a file open as its journal, or None."""
    with suppress(OSError, ValueError):  # no file can have that name, or no file has it
        return "a session of this process" if real(path) in Journal._open else FileLines(path).writer()
    return None
