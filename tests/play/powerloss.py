"""A disk that loses power: what it may hold afterwards.

A write is safe once its file is flushed; a name is safe once its folder is. Any other part may be kept or lost: single pages
of a file, its new length, a name. `Disk` watches a folder while a program writes to it, and gives the content that a crash at
this moment may leave.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

PAGES = (1, 7, 64, 512, 4096)
"""The sizes of pages that are tried: small ones, so that pages are lost within a line, too."""


class Disk:
    """A folder, and what of it is safe. Until `close`, it sees what is flushed.

    :param folder: what is there already is safe
    :param before_flush: called before anything is flushed: most is at stake then
    """

    def __init__(self, folder: Path, before_flush: Callable[[], None]) -> None:
        self.folder = folder
        self._held: dict[int, int] = {}
        """A descriptor of each file that was seen: its number is not given to another file meanwhile."""
        self._safe: dict[int, bytes] = {}
        """The content of files when they were flushed last, by their numbers."""
        self._safe_names: dict[str, int] = {}
        self._before_flush = before_flush
        self._flush = os.fsync
        for number in self._names().values():
            self._safe[number] = self._content(number)
        self._safe_names = self._names()
        os.fsync = self.flush

    def close(self) -> None:
        """Forget the files."""
        os.fsync = self._flush
        for handle in self._held.values():
            os.close(handle)

    def _names(self) -> dict[str, int]:
        """The files by their names, as programs see them now."""
        found = {}
        for path in self.folder.iterdir():
            number = path.lstat().st_ino
            if number not in self._held:
                self._held[number] = os.open(path, os.O_RDONLY)
            found[path.name] = number
        return found

    def _content(self, number: int) -> bytes:
        handle = self._held[number]
        return os.pread(handle, os.fstat(handle).st_size, 0)

    def flush(self, handle: int) -> None:
        """Make a file or folder safe, as `os.fsync` does."""
        self._before_flush()
        self._flush(handle)
        found = os.fstat(handle)
        names = self._names()
        if found.st_ino == self.folder.stat().st_ino:
            self._safe_names = names
        elif found.st_ino in self._held:
            self._safe[found.st_ino] = self._content(found.st_ino)

    def crashed(self, rng: Random) -> dict[str, bytes]:
        """Return one possible content of the folder after a crash at this moment, by file name."""
        now, safe = self._names(), self._safe_names
        found = {}
        for name in now.keys() | safe.keys():
            number = rng.choice([now.get(name), safe.get(name)])
            if number is not None:
                found[name] = self._left_of(number, rng)
        return found

    def _left_of(self, number: int, rng: Random) -> bytes:
        """Return one possible content of a file: some pages are the present ones, the others those that were flushed last."""
        safe, now = self._safe.get(number, b""), self._content(number)
        size = rng.choice([len(safe), len(now), rng.randint(*sorted((len(safe), len(now))))])
        page, share = rng.choice(PAGES), rng.choice((0, 0.3, 0.7, 1))
        old, new = safe.ljust(size, b"\0")[:size], now.ljust(size, b"\0")[:size]
        parts = [(new if rng.random() < share else old)[at : at + page] for at in range(0, size, page)]
        return b"".join(parts)


@contextmanager
def every_line(moment: Callable[[], None], files: tuple[str, ...]) -> Iterator[None]:
    """Call a function before each line that is run of some files.

    :param files: the ends of their paths
    """
    tracer = sys.gettrace()

    def lines(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            moment()
        return lines

    def calls(frame: FrameType, _event: str, _argument: Any) -> Any:
        return lines if frame.f_code.co_filename.endswith(files) else None

    sys.settrace(calls)
    try:
        yield
    finally:
        sys.settrace(tracer)
