"""The files of a folder of tables: each table's own, the owner's link, and the scenario that a game has started from.

A table NAME has the files of `keeping`, and ``NAME.scenario.json``: the words and drawings that a journal does not hold. A table without
it starts from its journal's first position. The folder's own files are ``owner.json``, the digest of the owner's token, and
``owner.link.json``, the token.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from glob import escape
from itertools import count
from pathlib import Path
from secrets import token_urlsafe
from typing import IO

from hexwidget.files import write_whole
from hexwidget.files.disk import read_text, refused
from hexwidget.jsontext import parse_json
from hexwidget.play.checked import note_of
from hexwidget.play.journal import LOCKS
from hexwidget.problems import InputError, Problem
from hexwidget.table.keeping import MOST_BYTES, TOKEN, Files, digest, made_folder
from hexwidget.table.storage import Storage

if LOCKS:
    import fcntl

FORMAT = "hexwidget.tables/1"
CLOSED = "closed"
"""The folder of the journals of closed tables."""
OWNER, OWNERS_LINK, LOCK = "owner.json", "owner.link.json", ".served"
SERVED = ".served"
"""The end of the name of the file that the server of a table alone holds."""


@contextmanager
def held(folder: Path, at: str = "") -> Iterator[None]:
    """Keep other servers out of a folder, which is made if there is none. If that fails, nothing new is left behind.

    :param at: the address of the server for this machine, which the lock tells
    :raises InputError: if it cannot be written, or another process serves it
    """
    with made_folder(folder):
        with refused(folder, "used"):
            lock = (folder / LOCK).open("ab")
        with lock:
            check_free(folder, lock)
            with refused(folder / LOCK, "written"):
                _sign(lock, at)
            try:
                yield
            finally:
                with suppress(OSError):
                    if {each.name for each in folder.iterdir()} == {LOCK}:
                        (folder / LOCK).unlink()


@contextmanager
def address_told(folder: Path, name: str, at: str) -> Iterator[None]:
    """Tell the address of the server of a table alone, in a file that is locked as long as the server lives.

    :raises InputError: if it cannot be written
    """
    path = folder / f"{name}{SERVED}"
    with refused(path, "written"):
        lock = path.open("ab")
    try:
        with lock:
            if LOCKS:
                with suppress(OSError):  # some file systems have no locks
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with refused(path, "written"):
                _sign(lock, at)
            yield
    finally:
        with suppress(OSError):
            path.unlink()


def _sign(lock: IO[bytes], at: str) -> None:
    """Write the address of the server into its lock."""
    lock.truncate(0)
    lock.write(json.dumps({"format": FORMAT, "address": at}).encode() + b"\n")
    lock.flush()


def is_held(path: Path) -> bool:
    """True if a process holds the lock of a file."""
    with suppress(OSError), path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def check_free(folder: Path, lock: IO[bytes] | None = None) -> None:
    """Check that no process serves a folder of tables.

    :param lock: its open lock, which is held until it is closed; None: it is only looked at
    :raises InputError: if another process has it
    """
    try:
        if lock is not None and LOCKS:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        elif LOCKS and (folder / LOCK).exists():
            with (folder / LOCK).open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        what = "another process serves all its tables; end that server, or give another --folder"
        raise InputError(f"the folder {str(folder)!r} is served already", [Problem("", what)]) from None
    except OSError:  # some file systems have no locks
        pass


def owners_door(folder: Path, *, new_link: bool) -> tuple[str, str | None]:
    """Return the digest of the owner's token, and the token; None if it is not kept. Both are made where there are none.

    :param new_link: make another one
    :raises InputError: if a file cannot be read or written
    """
    path, link = folder / OWNER, folder / OWNERS_LINK
    if path.exists() and not new_link:
        try:
            found = parse_json(read_text(path, MOST_BYTES))
            door = found["owner"] if found["format"] == FORMAT else None
        except InputError:
            raise
        except (ValueError, TypeError, KeyError):
            door = None
        if not isinstance(door, str):
            what = "expected the digest of the owner's link; --new-links gives another link"
            raise InputError(f"{str(path)!r} cannot be read", [Problem("", what)])
        with suppress(InputError, ValueError, TypeError, KeyError):
            token = parse_json(read_text(link, MOST_BYTES))["owner"]
            return door, token if digest(token) == door else None
        return door, None
    token, made = token_urlsafe(TOKEN), [each for each in (link, path) if not each.exists()]
    try:
        write_owner(folder, digest(token), token)
    except BaseException:
        for each in made:
            each.unlink(missing_ok=True)
        raise
    return digest(token), token


def write_owner(folder: Path, door: str, token: str | None) -> None:
    """Write the owner's token, for the owner of the folder only, and its digest.

    :param token: None: it is not kept
    :raises InputError: if a file cannot be written
    """
    link = folder / OWNERS_LINK
    if token is not None:
        with refused(link, "written"):
            os.close(os.open(link, os.O_WRONLY | os.O_CREAT, 0o600))
        write_whole(link, json.dumps({"format": FORMAT, "owner": token}) + "\n")
    write_whole(folder / OWNER, json.dumps({"format": FORMAT, "owner": door}) + "\n")


def kept_names(folder: Path) -> list[str]:
    """Return the names of the tables in a folder."""
    return sorted(path.name.removesuffix(".table.json") for path in folder.glob("*.table.json"))


def files_of(folder: Path, name: str) -> list[Path]:
    """Return the files of a table, whose name has no dots."""
    notes = (note_of(path) for path in folder.glob(f"{escape(name)}.*jsonl"))
    return [*folder.glob(f"{escape(name)}.*"), *(path for path in notes if path.exists())]


def free_name(folder: Path, wanted: str) -> str:
    """Return a name for a new table: the wanted one, or with a number behind it."""
    base = re.sub(r"[^\w-]+", "-", wanted)[:60].strip("-") or "table"
    taken = {path.name.partition(".")[0] for at in (folder, folder / CLOSED) for path in at.glob("*")}
    names = (base if number == 1 else f"{base}-{number}" for number in count(1))
    return next(name for name in names if name not in taken)


@dataclass(frozen=True)
class Folder(Storage):
    """The tables of a folder."""

    folder: Path

    def names(self) -> list[str]:
        """Return the names of the tables."""
        return kept_names(self.folder)

    def table(self, name: str) -> Files:
        """Return the files of a table."""
        return Files(self.folder, name)

    def free_name(self, wanted: str) -> str:
        """Return a name for a new table."""
        return free_name(self.folder, wanted)

    def put_away(self, name: str) -> None:
        """Close a table for good."""
        put_away(self.folder, name)

    def discard(self, name: str) -> None:
        """Remove all files of a table that was not made."""
        with suppress(OSError):
            for path in files_of(self.folder, name):
                path.unlink()


def put_away(folder: Path, name: str) -> None:
    """Close a table for good: its links open nothing, and its journals go to the folder of closed ones.

    :raises InputError: if a file cannot be moved
    """
    with refused(folder / name, "closed"):
        (folder / f"{name}.table.json").unlink(missing_ok=True)  # first, so that the links open nothing in any case
        for path in files_of(folder, name):
            if path.suffix == ".jsonl":
                (folder / CLOSED).mkdir(exist_ok=True)
                os.replace(path, folder / CLOSED / path.name)
            else:
                path.unlink()
