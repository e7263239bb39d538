"""A copy of all tables of a folder in a database, or of a database in a folder: ``hexwidget tables copy``.

The lines of the journals, the links and the owner's link stay as they are. A copy is whole, or nothing of it is left.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import monotonic, sleep

from hexwidget.files import write_whole
from hexwidget.files.disk import read_text, refused
from hexwidget.files.replay import MOST_CHARACTERS, read_replay
from hexwidget.play.journal import MODE, written_by
from hexwidget.problems import InputError, Problem
from hexwidget.table.database import LOCKS, SERVED, called, connect, is_database, owner_told, prepare, told
from hexwidget.table.folder import CLOSED, OWNER, held, kept_names, owners_door, write_owner
from hexwidget.table.keeping import Files, read_doors
from hexwidget.table.rows import LISTED, NOTES, DatabaseStorage, lines_of

LARGEST = 4 * MOST_CHARACTERS
"""The most bytes of a text."""
ENDING = 1.0
"""The seconds in which the database notices that a server has just ended."""


@dataclass
class Copied:
    """A table in a copy: its texts by their kinds, and the lines of its games by their numbers."""

    texts: dict[str, str] = field(default_factory=dict)
    games: dict[int, list[str]] = field(default_factory=dict)
    is_closed: bool = False


@dataclass
class _All:
    tables: dict[str, Copied]
    owner: tuple[str, str | None] | None
    """The digest of the owner's token, and the token."""


def copy(source: str, target: str) -> list[str]:
    """Copy all tables. Return the names of those that are open.

    :param source: a folder, or the address of a database
    :param target: the other one; it has no tables yet
    :raises InputError: if the source is served or cannot be read, or the target has tables or cannot be written
    """
    if is_database(source) == is_database(target):
        what = "expected a folder and the address of a database such as postgresql://anna@db.example/club"
        raise InputError("tables are copied from a folder to a database, or back", [Problem("", what)])
    if is_database(target):
        with _read_folder(Path(source)) as found:
            _write_database(found, target)
    else:
        with _read_database(source) as found:
            _write_folder(found, Path(target))
    return [name for name, table in found.tables.items() if not table.is_closed]


# ---------------------------------------------------------------------- folders
@contextmanager
def _read_folder(folder: Path) -> Iterator[_All]:
    """Read a folder, and keep servers out of it within a block."""
    if not folder.is_dir():
        raise InputError(f"there is no folder {str(folder)!r}", [Problem("", "name a folder of tables")])
    with held(folder):
        tables = {name: _table(folder, name) for name in kept_names(folder)}
        closed = sorted({path.name.partition(".")[0] for path in (folder / CLOSED).glob("*.jsonl")})
        for name in closed:
            tables.setdefault(name, Copied(games=_games(folder / CLOSED, name), is_closed=True))
        yield _All(tables, owners_door(folder, new_link=False) if (folder / OWNER).exists() else None)


def _table(folder: Path, name: str) -> Copied:
    files = Files(folder, name)
    read_doors(files)  # only links that can be read open the copy
    return Copied({kind: files.read(kind, LARGEST) for kind in files.kinds()}, _games(folder, name))


def _games(folder: Path, name: str) -> dict[int, list[str]]:
    """Return the lines of all games of a table, without a torn last line."""
    games: dict[int, list[str]] = {}
    for number in count(1):
        path = Files(folder, name).journal(number)
        if not path.exists():
            return games
        if writer := written_by(path):
            raise InputError(
                f"{str(path)!r} is served now", [Problem("", f"{writer} has it open; end that server first")]
            )
        text = read_text(path, LARGEST)
        lines = text.encode().splitlines(keepends=True)[: read_replay(text, goes_on=True).lines]
        games[number] = [line.decode() for line in lines]
        if games[number] and not games[number][-1].endswith("\n"):
            games[number][-1] += "\n"
    return games


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Give a folder to write within a block. At its end it becomes the folder that is asked for; else nothing of it is left.

    :raises InputError: if that folder is there, or cannot be written
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{str(folder)!r} cannot be written", [Problem("", "it is there already; name a new folder")])
    with refused(folder, "written"):
        folder.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=f".{folder.name[:40]}.", dir=folder.parent))
    try:
        yield part
        with refused(folder, "written"):
            os.replace(part, folder)  # an empty folder is replaced
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def _write_folder(found: _All, folder: Path) -> None:
    with new_folder(folder) as part:
        for name, table in found.tables.items():
            files = Files(part / CLOSED if table.is_closed else part, name)
            files.folder.mkdir(exist_ok=True)
            for number, lines in table.games.items():
                with refused(folder, "written"):
                    os.close(os.open(files.journal(number), os.O_WRONLY | os.O_CREAT, MODE))
                write_whole(files.journal(number), "".join(lines))
            for kind, text in table.texts.items():
                files.write(kind, text)
        if found.owner is not None:
            write_owner(part, *found.owner)


# ---------------------------------------------------------------------- databases
@contextmanager
def _alone(dsn: str) -> Iterator[None]:
    """Keep servers out of a database within a block.

    :raises InputError: if one serves it
    """
    with owner_told(), told(dsn, "used"), connect(dsn) as at:
        until = monotonic() + ENDING
        while at.execute("SELECT pg_try_advisory_lock(%s, %s)", (LOCKS, SERVED)).fetchone() == (False,):
            if monotonic() < until:
                sleep(0.05)
                continue
            raise InputError(f"{called(dsn)} is served now", [Problem("", "end its servers first")])
        yield


@contextmanager
def _read_database(dsn: str) -> Iterator[_All]:
    """Read a database, and keep servers out of it within a block."""
    with _alone(dsn):
        storage = DatabaseStorage(dsn, is_alone=True)
        try:
            with storage.using() as at:
                at.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                tables = {}
                for number, name, is_closed in at.execute("SELECT id, name, closed IS NOT NULL FROM hexwidget.tables"):
                    texts = at.execute("SELECT kind, content FROM hexwidget.texts WHERE of = %s", (number,)).fetchall()
                    games = at.execute("SELECT DISTINCT game FROM hexwidget.steps WHERE of = %s", (number,)).fetchall()
                    lines = {game: lines_of(at, number, game) for (game,) in sorted(games)}
                    kept = {kind: text for kind, text in texts if kind != LISTED and not kind.startswith(NOTES)}
                    if kept or is_closed:
                        tables[name] = Copied(kept, lines, is_closed)
                yield _All(tables, storage.owner())
        finally:
            storage.close()


def _write_database(found: _All, dsn: str) -> None:
    prepare(dsn)
    with _alone(dsn):
        storage = DatabaseStorage(dsn, is_alone=True)
        try:
            with storage.using("written") as at:
                if at.execute("SELECT FROM hexwidget.tables LIMIT 1").fetchone() is not None:
                    what = "it has tables already; name another database"
                    raise InputError(f"{storage} cannot be written", [Problem("", what)])
                for name, table in found.tables.items():
                    at.execute("INSERT INTO hexwidget.tables (name) VALUES (%s)", (name,))
                    rows = storage.table(name)
                    key = rows.number  # not within the copying: a connection does one thing at a time
                    for kind, text in table.texts.items():
                        rows.write(kind, text)
                    with at.cursor() as cursor, cursor.copy("COPY hexwidget.steps FROM STDIN") as steps:
                        for game, lines in table.games.items():
                            for number, line in enumerate(lines):
                                steps.write_row((key, game, number, line))
                    if table.is_closed:
                        at.execute("UPDATE hexwidget.tables SET closed = now() WHERE name = %s", (name,))
                if found.owner is not None:
                    storage.set_owner(*found.owner)
        finally:
            storage.close()
