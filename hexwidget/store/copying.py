"""A copy of a store, from a folder to a database or back. It is whole, or nothing of it is left."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from hexwidget.files import disk
from hexwidget.files.line_sums import MOST_CHARACTERS
from hexwidget.jsontext import parse_json
from hexwidget.problems import InputError
from hexwidget.store.folder import Folder
from hexwidget.store.journal import writer_of
from hexwidget.store.store import Store, is_database

LARGEST = 4 * MOST_CHARACTERS
"""The most bytes of a text."""
Opening = Callable[[str], AbstractContextManager[Any]]
"""Returns a block that gives the store in a database, by its address."""


def copy(source: str, target: str, what: str, reading: Opening, writing: Opening, last: str = "") -> None:
    """Copy all texts and lines.

    :param source: a folder, or the address of a database
    :param target: the other one; it has nothing yet
    :param what: what is copied: "tables are"
    :param last: the key without which nothing is there
    :raises InputError: if something cannot be read or written, is served, or is there already
    """
    if is_database(source) == is_database(target):
        words = "expected a folder and the address of a database such as postgresql://anna@db.example/club"
        raise InputError(f"{what} copied from a folder to a database, or back", words)
    if is_database(source):
        with reading(source) as store, disk.new_folder(Path(target)) as part:
            _copy_keys(store, Folder(part), last)
        return
    folder = Folder(Path(source))
    if not folder.path.is_dir() or (last and folder.read(last) is None):
        raise InputError(f"there is nothing to copy in {source!r}", "name a folder that keeps it")
    with folder.hold(), writing(target) as store, store.worker.transaction():
        if store.names():
            raise InputError(f"{store} cannot be written", "something is there already; name another database")
        _copy_keys(folder, store, last)


def _copy_keys(source: Store, target: Store, last: str) -> None:
    for key in sorted(source.names(), key=lambda each: each == last):
        if key.endswith(".jsonl"):
            target.write_lines(key, _whole_lines(source, key))
        else:
            target.write(key, source.read(key, LARGEST) or "")


def _whole_lines(source: Store, key: str) -> str:
    """Return lines, each with its end. A torn last one is left out.

    :raises InputError: if a process has them open, or one is no text
    """
    lines = source.lines(key)
    if lines.path and (writer := writer_of(lines.path)):
        raise InputError(f"{str(lines.path)!r} is served now", f"{writer} has it open; end that first")
    data = (lines.read(LARGEST) or b"").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    begun, _, last = data.rpartition(b"\n")
    try:
        parse_json(last.decode())
    except ValueError:
        last = b""
    whole = b"".join(each + b"\n" for each in (begun, last) if each)
    try:
        return whole.decode()
    except UnicodeDecodeError as error:
        raise lines.error(f"byte {error.start} is not UTF-8") from None
