"""Tables that are rows of a database: `Rows` is what `Files` is in a folder, and `DatabaseStorage` what `Folder` is."""

from __future__ import annotations

import json
import platform
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from hashlib import blake2b
from itertools import count
from secrets import token_urlsafe
from typing import Any

import psycopg
from psycopg.errors import UniqueViolation

from hexwidget.files.replay import first_line
from hexwidget.jsontext import parse_json
from hexwidget.play.checked import note, steps_in
from hexwidget.play.lines import End, JournalError, JournalPlace, Lines
from hexwidget.problems import InputError, Problem
from hexwidget.rules import Position
from hexwidget.table.database import LOCKS, Connection, Line, called, connect, told
from hexwidget.table.keeping import COURSE, DOORS, MOST_BYTES, TOKEN, Keeping, Place, digest
from hexwidget.table.storage import AwayError, Storage

OWNER = "owner"
"""The setting that holds the owner's token and its digest."""
LISTED, NOTES = "listed", "checked-"
"""The kinds of texts that no folder has: how a table stands, and which of its steps are checked."""


class DatabaseStorage(Storage):
    """The tables of a database.

    :param dsn: its address, such as "postgresql://anna@db.example/club"
    :param address: of this worker, for this machine; empty: it serves nobody
    :param is_late: True: the database need not be there yet
    :param is_alone: True: no worker may serve the tables meanwhile
    :raises InputError: if the database cannot be used
    """

    def __init__(self, dsn: str, address: str = "", *, is_late: bool = False, is_alone: bool = False) -> None:
        self.dsn: str = dsn
        self.is_alone: bool = is_alone
        self._address = address
        self._name = f"hexwidget-{token_urlsafe(9)}"
        self.viewers: Callable[[], int] = lambda: 0
        """Returns how many viewers this worker has."""
        self.lost: Callable[[str | None], None] = lambda _: None
        """Called, from any thread, with a table that this worker owns no more; None: it owns none."""
        self._using = threading.RLock()
        self._side: Connection | None = None
        """The connection for all but steps and locks."""
        self._within = 0
        """The number of blocks that use it, each within the one before."""
        self._opening = threading.Lock()
        self._line: Line | None = None
        if not is_alone and not is_late:
            self.line()

    def __str__(self) -> str:
        return called(self.dsn)

    @property
    def elsewhere(self) -> int:
        """The number of viewers of the other workers."""
        return self._line.elsewhere if self._line else 0

    def line(self) -> Line:
        """Return the line of this worker. One that was lost is replaced by another.

        :raises InputError: if the database cannot be used
        """
        with self._opening:
            if self._line is None or self._line.is_lost:
                self._line = Line(
                    self.dsn, self._address, self._name, lambda _: self.lost(None), lambda: self.viewers()
                )
            return self._line

    def close(self) -> None:
        """Close the connections."""
        if self._line is not None:
            self._line.close()
        if self._side is not None:
            self._side.close()

    @contextmanager
    def using(self, done: str = "read") -> Iterator[Connection]:
        """Give a connection within a transaction. A block within a block is a part of the same one.

        :param done: the verb for the failed task
        :raises InputError: if the database cannot be used
        """
        with self._using, told(self.dsn, done), ExitStack() as stack:
            try:
                if self._side is None or self._side.closed:
                    self._side = connect(self.dsn, self._name)
                stack.enter_context(self._side.transaction())
            except psycopg.OperationalError:
                if self._within:
                    raise
                self._side = connect(self.dsn, self._name)  # the one before has ended since its last use
                stack.enter_context(self._side.transaction())
            self._within += 1
            try:
                yield self._side
            finally:
                self._within -= 1

    # ------------------------------------------------------------------ all tables
    def names(self) -> list[str]:
        """Return the names of the tables."""
        return sorted(self.glance())

    def glance(self) -> dict[str, tuple[int, str | None]]:
        """Return for each table, the oldest first, a number that rises with each change of its links, and its text `LISTED`."""
        text = """SELECT t.name, t.changed, l.content FROM hexwidget.tables t
            JOIN hexwidget.texts d ON d.of = t.id AND d.kind = %s
            LEFT JOIN hexwidget.texts l ON l.of = t.id AND l.kind = %s WHERE t.closed IS NULL ORDER BY t.id"""
        with self.using() as at:
            return {str(name): (int(changed), said) for name, changed, said in at.execute(text, (DOORS, LISTED))}

    def note(self, texts: Mapping[str, str]) -> None:
        """Keep how tables stand, for the lists of all workers."""
        upsert = """INSERT INTO hexwidget.texts SELECT id, %s, %s FROM hexwidget.tables WHERE name = %s AND closed IS NULL
            ON CONFLICT (of, kind) DO UPDATE SET content = excluded.content"""
        with self.using("written") as at:
            for name, text in texts.items():
                at.execute(upsert, (LISTED, text, name))

    def owns(self, name: str) -> bool:
        """True if this worker owns a table."""
        return self._line is not None and self._line.owns(name)

    def held(self) -> set[str]:
        """Return the names of the tables that some worker owns."""
        text = """SELECT t.name FROM hexwidget.tables t JOIN pg_locks l ON l.objid = t.id::oid
            WHERE l.locktype = 'advisory' AND l.classid = %s::oid AND l.granted AND l.objsubid = 2
            AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"""
        with self.using() as at:
            return {str(name) for (name,) in at.execute(text, (LOCKS,))}

    def workers(self) -> list[str]:
        """Return the addresses of this machine's workers that have given a sign of late, the first one first."""
        text = """SELECT address FROM hexwidget.workers WHERE address <> '' AND node = %s
            AND beat > clock_timestamp() - interval '3 s' ORDER BY id"""
        with self.using() as at:
            return list(dict.fromkeys(str(address) for (address,) in at.execute(text, (platform.node(),))))

    def door(self, door: str) -> tuple[str, Place] | None:
        """Return the table and the place that the digest of a token opens."""
        text = (
            "SELECT t.name, d.place FROM hexwidget.doors d JOIN hexwidget.tables t ON t.id = d.of WHERE d.digest = %s"
        )
        with self.using() as at:
            found = at.execute(text, (door,)).fetchone()
        return None if found is None else (str(found[0]), found[1])

    def table(self, name: str) -> Rows:
        """Return the rows of a table."""
        return Rows(self, name)

    def free_name(self, wanted: str) -> str:
        """Return a name for a new table, which nobody else gets."""
        base = re.sub(r"[^\w-]+", "-", wanted)[:60].strip("-") or "table"
        with self.using("written") as at:
            for number in count(1):
                name = base if number == 1 else f"{base}-{number}"
                insert = "INSERT INTO hexwidget.tables (name) VALUES (%s) ON CONFLICT DO NOTHING"
                if at.execute(insert, (name,)).rowcount:
                    return name
        raise AssertionError("numbers end")  # pragma: no cover

    def put_away(self, name: str) -> None:
        """Close a table for good."""
        with self.using("written") as at:
            update = "UPDATE hexwidget.tables SET closed = now(), term = term + 1 WHERE name = %s RETURNING id"
            for (number,) in at.execute(update, (name,)).fetchall():
                at.execute("DELETE FROM hexwidget.texts WHERE of = %s", (number,))
                at.execute("DELETE FROM hexwidget.doors WHERE of = %s", (number,))

    def discard(self, name: str) -> None:
        """Remove a table that was not made."""
        with suppress(InputError), self.using("written") as at:
            at.execute("DELETE FROM hexwidget.tables WHERE name = %s", (name,))

    def owners_door(self, *, new_link: bool = False) -> tuple[str, str | None]:
        """Return the digest of the owner's token, and the token; None if it is not kept; see `folder.owners_door`."""
        with self.using("written") as at:
            at.execute("LOCK TABLE hexwidget.settings IN SHARE ROW EXCLUSIVE MODE")
            found = self.owner()
            if found is not None and not new_link:
                return found
            token = token_urlsafe(TOKEN)
            self.set_owner(digest(token), token)
            return digest(token), token

    def owner(self) -> tuple[str, str | None] | None:
        """Return the digest of the owner's token, and the token, if they are kept."""
        with self.using() as at:
            found = at.execute("SELECT content FROM hexwidget.settings WHERE kind = %s", (OWNER,)).fetchone()
        if found is None:
            return None
        said = parse_json(found[0])
        return said["owner"], said.get("token")

    def set_owner(self, door: str, token: str | None) -> None:
        """Keep the owner's token, and its digest."""
        content = json.dumps({"owner": door, "token": token})
        with self.using("written") as at:
            upsert = """INSERT INTO hexwidget.settings VALUES (%s, %s)
                ON CONFLICT (kind) DO UPDATE SET content = excluded.content"""
            at.execute(upsert, (OWNER, content))


class Rows(Keeping):
    """The rows of a table."""

    def __init__(self, storage: DatabaseStorage, name: str) -> None:
        self._storage = storage
        self.name = name
        self._number: int | None = None

    @property
    def number(self) -> int:
        """The key of the table's row.

        :raises InputError: if there is none
        """
        if self._number is None:
            with self._storage.using() as at:
                found = at.execute("SELECT id FROM hexwidget.tables WHERE name = %s", (self.name,)).fetchone()
            if found is None:
                raise InputError(f"there is no table {self.name!r}", [Problem("", "it was closed, or never made")])
            self._number = int(found[0])
        return self._number

    def called(self, kind: str) -> str:
        """Return the name of a text."""
        return f"'{self.name}.{kind}' of {self._storage}"

    def has(self, kind: str) -> bool:
        """True if there is such a text."""
        return self._read(kind) is not None

    def _read(self, kind: str) -> str | None:
        text = (
            "SELECT content FROM hexwidget.texts x JOIN hexwidget.tables t ON t.id = x.of WHERE name = %s AND kind = %s"
        )
        with self._storage.using() as at:
            found = at.execute(text, (self.name, kind)).fetchone()
        return None if found is None else str(found[0])

    def read(self, kind: str, most: int = MOST_BYTES) -> str:
        """Return a text."""
        found = self._read(kind)
        if found is None or len(found.encode()) > most:
            what = "there is none" if found is None else f"it has more than {most:,} bytes"
            raise InputError(f"{self.called(kind)} cannot be read", [Problem("", what)])
        return found

    def write(self, kind: str, text: str) -> None:
        """Write a text; with `DOORS`, the rows of the digests too."""
        upsert = """INSERT INTO hexwidget.texts VALUES (%s, %s, %s)
            ON CONFLICT (of, kind) DO UPDATE SET content = excluded.content"""
        with self._storage.using("written") as at:
            if kind == COURSE and not self._storage.is_alone:
                self._check_owned(at)
            at.execute(upsert, (self.number, kind, text))
            if kind == DOORS:
                at.execute("DELETE FROM hexwidget.doors WHERE of = %s", (self.number,))
                for place, door in parse_json(text)["places"]:
                    at.execute("INSERT INTO hexwidget.doors VALUES (%s, %s, %s)", (door, self.number, place))
                at.execute("UPDATE hexwidget.tables SET changed = changed + 1 WHERE id = %s", (self.number,))

    def _check_owned(self, at: Connection) -> None:
        """Check that this worker owns the table, until the end of the transaction.

        :raises JournalError: if it does not
        """
        term = self._storage.line().term(self.number)
        text = "SELECT FROM hexwidget.tables WHERE id = %s AND term = %s FOR SHARE"
        if term is None or not at.execute(text, (self.number, term)).rowcount:
            self._storage.lost(self.name)
            what = "another server has taken the table over"
            raise JournalError(f"{self.called(COURSE)} cannot be written", [Problem("", what)])

    def remove(self, kind: str) -> None:
        """Remove a text."""
        with self._storage.using("written") as at:
            at.execute("DELETE FROM hexwidget.texts WHERE of = %s AND kind = %s", (self.number, kind))
            if kind == DOORS:
                at.execute("DELETE FROM hexwidget.doors WHERE of = %s", (self.number,))

    def kinds(self) -> list[str]:
        """Return the kinds of the texts."""
        with self._storage.using() as at:
            found = at.execute("SELECT kind FROM hexwidget.texts WHERE of = %s ORDER BY kind", (self.number,))
            return [str(kind) for (kind,) in found]

    def journal(self, number: int = 1) -> JournalPlace:
        """Return the journal of a game."""
        return _JournalOfRows(self._storage, self, number)

    def journal_called(self, number: int = 1) -> str:
        """Return the name of a journal."""
        return f"'{self.name}{f'.{number}' * (number > 1)}' of {self._storage}"

    def has_journal(self, number: int = 1) -> bool:
        """True if a game has lines."""
        text = "SELECT EXISTS (SELECT FROM hexwidget.steps WHERE of = %s AND game = %s)"
        with self._storage.using() as at:
            return bool(at.execute(text, (self.number, number)).fetchone() == (True,))

    def read_journal(self, number: int = 1) -> str:
        """Return the lines of a journal."""
        with self._storage.using() as at:
            return "".join(lines_of(at, self.number, number))

    def remove_journal(self) -> None:
        """Remove the lines of the first journal."""
        with self._storage.using("written") as at:
            at.execute("DELETE FROM hexwidget.steps WHERE of = %s AND game = 1", (self.number,))

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Keep other workers from changing the texts within a block."""
        with self._storage.using("written") as at:
            at.execute("SELECT FROM hexwidget.tables WHERE id = %s FOR UPDATE", (self.number,))
            yield

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Own the table within a block. Its session owns it further on."""
        line, number = self._storage.line(), self.number
        line.hold(number, self.name)
        try:
            yield
        finally:
            line.let_go(number)


def lines_of(at: Connection, table: int, game: int) -> list[str]:
    """Return the lines of a game."""
    text = "SELECT line FROM hexwidget.steps WHERE of = %s AND game = %s ORDER BY number"
    return [str(line) for (line,) in at.execute(text, (table, game))]


class _JournalOfRows:
    """The place of a game's journal; see `JournalPlace`."""

    def __init__(self, storage: DatabaseStorage, rows: Rows, game: int) -> None:
        self._storage, self._rows, self._game = storage, rows, game

    def open(self, start: Position, chance: Mapping[str, Any]) -> Lines:
        return RowJournal(self._storage, self._rows, self._game, start, chance)


class RowJournal(Lines):
    """An open journal whose lines are rows. The worker owns the table as long as it is open.

    A line that cannot be written because somebody else owns the table, or because the database has gone, ends the journal: what the database
    holds is found when the table is opened again.
    """

    path = None

    def __init__(
        self, storage: DatabaseStorage, rows: Rows, game: int, start: Position, chance: Mapping[str, Any]
    ) -> None:
        super().__init__()
        self._storage, self._rows, self._game, self._table = storage, rows, game, rows.number
        self._line = storage.line()
        self._is_open = True
        self._made = False
        self._term = self._line.hold(self._table, rows.name)
        try:
            with told(storage.dsn, "used"):
                self.replay = self._continue(start, chance)
        except BaseException:
            self.discard()
            raise

    def _continue(self, start: Position, chance: Mapping[str, Any]) -> Any:
        with self._line.working() as at:
            lines = lines_of(at, self._table, self._game)
        data = "".join(lines).encode()
        replay = self._read(data, start, chance)
        if replay is None or replay.lines < len(lines):
            self._delete(replay.lines if replay else 0)
        if replay is None:
            self._made = not data
            self.append(first_line(start, chance))
            return None
        kept = "".join(lines[: replay.lines]).encode()
        self._sound = End(len(kept), replay.lines, replay.sum, blake2b(kept))
        if self._rows.has(self._note_kind):
            self.checked = steps_in(self._rows.read(self._note_kind), kept, start.system.name)
        return replay

    @property
    def _note_kind(self) -> str:
        return f"{NOTES}{self._game}"

    def _write(self, data: bytes) -> None:
        text = """INSERT INTO hexwidget.steps (of, game, number, line) SELECT id, %s, %s, %s FROM hexwidget.tables
            WHERE id = %s AND term = %s AND closed IS NULL FOR SHARE"""
        values = self._game, self._sound.lines, data.decode(), self._table, self._term
        try:
            with self._line.working() as at:
                written = at.execute(text, values).rowcount
        except AwayError:
            self._storage.lost(self._rows.name)  # nobody knows if the line is there
            raise
        except UniqueViolation:
            written = 0
        if not written:
            self._lose()
            raise self._error("another server has taken the table over")

    def _delete(self, number: int) -> None:
        """Remove the lines from a number on."""
        text = """DELETE FROM hexwidget.steps WHERE of = %s AND game = %s AND number >= %s
            AND EXISTS (SELECT FROM hexwidget.tables WHERE id = %s AND term = %s)"""
        with self._line.working() as at:
            at.execute(text, (self._table, self._game, number, self._table, self._term))

    def _take_back(self, after: End) -> None:
        if self._is_open and not self._line.is_lost:
            self._delete(self._sound.lines)

    def settle(self) -> None:
        """Keep the last line if its change is made, else remove it; see `Lines`."""
        with suppress(AwayError, psycopg.Error):
            self._settle()

    def _check(self) -> None:
        if not self._is_open:
            raise self._error("it was closed, or another server has taken the table over")

    def _lose(self) -> None:
        """End the journal of an owner whose table somebody else owns."""
        self._is_open = False
        self._pending = None  # the row is theirs
        self._line.let_go(self._table)
        self._storage.lost(self._rows.name)

    def _note(self, steps: int, size: int, digest: str, system: str) -> None:
        if not self._line.is_lost and (text := note(steps, size, digest, system)):
            with suppress(InputError):
                self._rows.write(self._note_kind, text)

    def close(self) -> None:
        """Let other workers own the table."""
        if self._is_open:
            self.settle()
            self._is_open = False
            self._line.let_go(self._table)

    def discard(self) -> None:
        """Close the journal, and remove the line that it has begun with."""
        if self._is_open and self._made:
            with suppress(AwayError, psycopg.Error):
                self._delete(0)
        self._pending = None
        self.close()

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        try:
            yield
        except AwayError as error:
            raise self._error(f"{what}: {error.title}") from error
        except psycopg.Error as error:
            raise self._error(f"{what}: {type(error).__name__}") from error

    def _error(self, why: str) -> JournalError:
        return JournalError(f"the journal {self._rows.journal_called(self._game)} cannot be used", [Problem("", why)])
