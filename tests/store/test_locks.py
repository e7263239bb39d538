"""Locks of a folder end when their holder lets go, whatever else starts in that moment."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO
from unittest.mock import patch

import pytest

from hexwidget.store.folder import LOCKS, SERVED, FileLines, Folder, lock_file

pytestmark = pytest.mark.skipif(not LOCKS, reason="Windows has no locks that a copy of a file keeps")
MOST = 1000
"""The most characters of the lines here."""


@contextmanager
def copied(path: Path) -> Iterator[None]:
    """Have a copy of each open descriptor of a file within a block, as a process has that is being started."""
    copies = []
    for number in map(int, os.listdir("/dev/fd")):
        with suppress(OSError):  # the listing's own
            if os.path.samestat(os.fstat(number), path.stat()):
                copies.append(os.dup(number))
    assert copies
    try:
        yield
    finally:
        for each in copies:
            os.close(each)


def lines(folder: Path) -> None:
    """Open lines, and open them again after others were let go."""
    first, again = FileLines(folder / "game.jsonl"), FileLines(folder / "game.jsonl")
    first.open(MOST)
    with copied(folder / "game.jsonl"):
        first.close()
        again.open(MOST)
    again.close()


def server(folder: Path) -> None:
    """Hold a folder, and hold it again after it was let go."""
    with ExitStack() as stack:
        with Folder(folder).hold():
            stack.enter_context(copied(folder / SERVED))
        with Folder(folder).hold():
            pass


def asked(folder: Path) -> None:
    """Ask who has lines open, which takes their lock for a moment, and open them."""
    game, copies = FileLines(folder / "game.jsonl"), list[int]()
    game.open(MOST)
    game.close()

    def copying(file: IO[bytes], **options: bool) -> bool:
        copies.append(os.dup(file.fileno()))
        return lock_file(file, **options)

    with patch("hexwidget.store.folder.lock_file", copying):
        assert game.writer() is None
    again = FileLines(folder / "game.jsonl")
    again.open(MOST)
    again.close()
    for each in copies:
        os.close(each)


@pytest.mark.parametrize("again", [lines, server, asked])
def test_who_lets_go_keeps_nobody_out(again: Callable[[Path], None], tmp_path: Path) -> None:
    (tmp_path / "kept.txt").write_text("a folder with a file of its own stays", encoding="utf-8")
    again(tmp_path)
