"""The lines of a journal, wherever they are kept: their sums, their limits, and the last one, which counts once its change is made."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from hexwidget.files.replay import MOST_CHARACTERS, MOST_STEPS, Replay, first_line, read_replay, summed, text_of
from hexwidget.problems import InputError
from hexwidget.rules import Position

_REST = re.compile(r"[^{}]*(?:\{[^{}]*(?:\}[^{}]*)?)?\}?")
"""The end of a first line, or a part of it: seed, draws and sum. Where lines were joined, more follows."""
_REST_WITH_ZEROS = re.compile(r"[^{}]*\{?[^{}]*\}?[^{}]*\}?[^{}]*")
"""The same with zeros instead of some characters, which may have been braces."""
OTHERS = 100
"""The most characters that a torn first line has besides those of a new one: its sum, and another seed."""


class JournalError(InputError):
    """A journal cannot be opened or written. Nothing was played."""


class End(NamedTuple):
    """The end of a journal: its size in bytes, the number of its lines, the sum of the last one, and a digest of all bytes."""

    size: int
    lines: int
    sum: str | None
    digest: blake2b


class Lines(ABC):
    """An open journal, written by one session."""

    path: Path | None
    """The file of the journal; None: the lines are kept elsewhere."""
    replay: Replay | None
    """The game that the journal held when it was opened; None: it is a new one."""

    def __init__(self) -> None:
        self._sound = End(0, 0, "", blake2b())
        self._pending: tuple[End, Callable[[], bool]] | None = None
        """The end that the journal has with its last line, and a function that returns True once the change of that line is made."""
        self.checked: int = 0
        """The number of the first steps that have been checked, as a note beside the journal says."""
        self.notice: str = ""
        """A remark for the player about a journal that was begun anew."""

    def append(self, line: str, is_made: Callable[[], bool] = lambda: True) -> None:
        """Write a line, so that a loss of power keeps it.

        :param is_made: returns True once the change that the line tells of is made; see `settle`
        :raises JournalError: if that fails; a half-written line is removed, at the latest before the next line
        """
        with self._told("a step could not be saved and was not played"):
            self._settle()
            self._check()
            before = self._sound
            line, total = (line, None) if before.sum is None else summed(line, before.sum)
            data = line.encode("utf-8")
            digest = before.digest.copy()
            digest.update(data)
            after = End(before.size + len(data), before.lines + 1, total, digest)
            if after.lines > MOST_STEPS or after.size > MOST_CHARACTERS:
                raise self._error(
                    "it is full; nothing was played; session.fork() begins another game here, to be kept elsewhere"
                )
            self._pending = after, is_made
            self._write(data)

    def settle(self) -> None:
        """Keep the last line if its change is made, else remove it. If that fails, it is done before the next line."""
        with suppress(OSError):
            self._settle()

    def _settle(self) -> None:
        if self._pending is None:
            return
        after, is_made = self._pending
        if is_made():
            self._sound = after
        else:
            self._take_back(after)
        self._pending = None

    def note_checked(self, steps: int, system: str) -> None:
        """Note beside the journal that all its steps have been checked.

        :param steps: their number
        """
        if steps > self.checked and self._pending is None:
            self._note(steps, self._sound.size, self._sound.digest.hexdigest(), system)
            self.checked = steps

    @abstractmethod
    def close(self) -> None:
        """Let other sessions have the journal."""

    @abstractmethod
    def discard(self) -> None:
        """Close the journal, and remove it if this session has made it."""

    @abstractmethod
    def _write(self, data: bytes) -> None:
        """Write a line."""

    @abstractmethod
    def _take_back(self, after: End) -> None:
        """Remove the last line, if it was written.

        :raises OSError: if that fails
        """

    @abstractmethod
    def _check(self) -> None:
        """Check that only this journal has written its lines.

        :raises JournalError: if something else has
        """

    @abstractmethod
    def _note(self, steps: int, size: int, digest: str, system: str) -> None:
        """Write the note of checked steps. If that fails, they are checked again."""

    @abstractmethod
    def _told(self, what: str) -> AbstractContextManager[None]:
        """Turn the errors of the place where lines are kept into a `JournalError`."""

    @abstractmethod
    def _error(self, why: str) -> JournalError:
        """Return an error that names the journal."""

    def _read(self, data: bytes, start: Position, chance: Mapping[str, Any]) -> Replay | None:
        """Return the replay in a journal. None if it holds at most a part of its first line.

        :raises InputError: if it is not a replay, or of another game
        """
        text = text_of(data)
        try:
            replay = read_replay(text, goes_on=True)
        except InputError:
            longest = len(first_line(start, chance)) + OTHERS
            if len(text) <= longest and _is_torn_first_line(text, first_line(start, {}).removesuffix("}\n")):
                return None
            raise
        if replay.start != start:
            raise self._error("it is of another game: it starts from another position (hw.load opens it as it is)")
        return replay


class JournalPlace(Protocol):
    """A place for a session's journal other than a file."""

    def open(self, start: Position, chance: Mapping[str, Any]) -> Lines:
        """Open the journal, and go on with it; see `journal.Journal`."""


def _is_torn_first_line(text: str, own: str) -> bool:
    """True for a part of the first line of a journal. A power failure may leave zeros instead of written characters.

    :param own: what the line begins with
    """
    first, newline, more = text.removeprefix("\ufeff").replace("\r", "\n").partition("\n")
    whole = bool(newline) and "\0" not in first
    begun = all(sign in ("\0", was) for sign, was in zip(first, own, strict=False))
    rest = _REST_WITH_ZEROS if "\0" in first else _REST
    return not whole and not more and begun and rest.fullmatch(first[len(own) :]) is not None
