"""Texts and lines in the rows of a database."""

from __future__ import annotations

import logging
import multiprocessing
import os
import platform
import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from time import monotonic, sleep
from typing import Any

from hexwidget.problems import InputError
from hexwidget.store.postgres.connections import Rows, connect, database_errors, for_owner, rows_of, safe_address
from hexwidget.store.postgres.leases import LET_GO, Lease, Worker
from hexwidget.store.postgres.schema import LOCKS, VERSION, lock_out, prepare, version_of
from hexwidget.store.store import MOST_BYTES, AwayError, ElsewhereError, JournalError, Lines, Store

WAIT = 60.0
"""The seconds for which a process of a class waits for the database. Then it ends, and the next one goes on where the database says."""
PAUSE = 0.1
"""The seconds between two tries."""
LOOK = 1.0
"""The seconds between two looks of a class's server at its hold."""
TABLES = "tables/"
"""The beginning of the keys of tables."""
CHECKED, LISTED = ".checked", ".listed"
"""The ends of the keys of notes, which are made anew if they are lost: of checked steps, and of how a table stands."""
TAKEN = "another server has taken it over"
INSERT_HOLD = "INSERT INTO hexwidget.holds (key) VALUES (%s) ON CONFLICT DO NOTHING RETURNING id"
Fence = tuple[int, int]
"""The number of a hold, and a term of it."""


# ---------------------------------------------------------------------- lines
class RowLines(Lines):
    """Lines that are rows. This process holds their key as long as they are open, or shares a hold.

    A line that cannot be written because somebody else holds the key, or because the database has gone, ends them: what the database has is
    found when they are opened again. The lines of a class wait for the database, as their hold outlives it.
    """

    def __init__(self, store: Database, key: str) -> None:
        self._store, self._key = store, store.key(key)
        self.called = store.called(key)
        self._name = key.partition(".")[0]
        self._note = f"{key}{CHECKED}"
        self._lease: Lease | None = None
        self._fence = store.fence or (0, 0)
        self._is_open = self._made = False

    def _run(self, text: str, *values: Any, done: str = "written") -> Rows:
        if self._lease is None:
            return self._store.run(text, *values, done=done)
        with database_errors(self._lease.dsn, done), self._lease.working() as at:
            return rows_of(at, text, values)

    def read(self, most: int) -> bytes | None:
        """Return the lines; see `Lines`."""
        rows = self._run("SELECT line FROM hexwidget.lines WHERE key = %s ORDER BY number", self._key, done="read")
        return "".join(line for (line,) in rows).encode() if rows else None

    def open(self, most: int) -> bytes:
        """Hold the key, and return the lines; see `Lines`."""
        if self._store.fence is None:
            lease, number = self._store.worker.lease(), self._store.hold_number(self._name)
            self._fence = number, lease.hold(number, self._name)
            self._lease = lease
        self._is_open = True
        data = self.read(most) or b""
        self._made = not data
        return data

    def write(self, data: bytes, number: int) -> None:
        """Add rows; see `Lines`."""
        lines = [f"{line}\n" for line in data.decode().removesuffix("\n").split("\n")]
        text = """INSERT INTO hexwidget.lines (key, number, line)
            SELECT %s, %s + each.n - 1, each.line FROM hold CROSS JOIN unnest(%s::text[]) WITH ORDINALITY AS each (line, n)
            ON CONFLICT (key, number) DO UPDATE SET line = excluded.line WHERE lines.line = excluded.line"""
        try:
            written = self._run(under_hold(text), *self._fence, self._key, number, lines)
        except AwayError:
            if self._lease is not None:
                self._store.worker.lost(self._name)  # nobody knows if the lines are there
            raise
        if written != [(len(lines),)]:
            self._lose()
            raise self.error(TAKEN)

    def cut(self, size: int, number: int, after: int, end: bytes = b"") -> None:
        """Remove the rows from a number on, as far as they are ours; see `Lines`."""
        text = "DELETE FROM hexwidget.lines WHERE key = %s AND number >= %s AND EXISTS (SELECT FROM hold)"
        if self._is_open and not self._run(under_hold(text), *self._fence, self._key, number):
            raise self.error(TAKEN)

    def check(self, size: int, digest: str) -> None:
        """Check that the lines are open, as only then no other process writes them; see `Lines`."""
        if not self._is_open:
            raise self.error(f"it was closed, or {TAKEN}")

    def _lose(self) -> None:
        """End the lines of a holder whose key somebody else holds: the rows are theirs."""
        self._is_open = False
        if self._lease is not None:
            self._lease.let_go(self._fence[0])
            self._store.worker.lost(self._name)

    def note(self) -> str:
        """Return the note; see `Lines`."""
        return self._store.read(self._note) or ""

    def write_note(self, text: str) -> None:
        """Write a note; see `Lines`."""
        if self._lease is None or not self._lease.is_lost:
            with suppress(InputError):
                self._store.write(self._note, text)

    def close(self) -> None:
        """Let others hold the key."""
        if self._is_open:
            self._is_open = False
            if self._lease is not None:
                self._lease.let_go(self._fence[0])

    def discard(self, size: int) -> None:
        """Close the lines, and remove those that they have begun with; see `Lines`."""
        if self._is_open and self._made:
            with suppress(InputError):
                self.cut(0, 0, 0)
        self.close()


def under_hold(text: str, *, fenced: bool = True) -> str:
    """Return a statement that changes rows as long as ``hold``, a part of it, has a row. It gives a row with their number; none without that hold.

    :param text: the change
    :param fenced: True: the values begin with the number of the hold and its term; False: no hold is needed
    """
    hold = "SELECT FROM hexwidget.holds WHERE id = %s AND term = %s FOR SHARE" if fenced else "SELECT"
    return f"WITH hold AS ({hold}), done AS ({text} RETURNING 1) SELECT (SELECT count(*) FROM done) FROM hold"  # noqa: S608  (our own text)


# ---------------------------------------------------------------------- the store
class Database(Store):
    """A store in a database.

    :param dsn: its address, such as "postgresql://anna@db.example/club"
    :param prefix: of the keys, with "/" at its end
    :param address: of this worker, for this machine; empty: it serves nobody
    :param fence: the hold under which everything is written; None: each thing has a hold of its own
    """

    def __init__(self, dsn: str, prefix: str = TABLES, *, address: str = "", fence: Fence | None = None) -> None:
        self.worker: Worker = Worker(dsn, address)
        self.prefix: str = prefix
        self.fence: Fence | None = fence

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Database, fence=self.fence), (self.worker.dsn, self.prefix)

    def __str__(self) -> str:
        return safe_address(self.worker.dsn)

    def close(self) -> None:
        """Close the connections."""
        self.worker.close()

    def run(self, text: str, *values: Any, done: str = "read") -> Rows:
        """Carry out a statement that may be carried out twice. Processes of a class wait for a database that is away.

        :param done: the verb for the failed task
        :raises InputError: if the database cannot be used
        """
        waits, until = self.fence is not None and multiprocessing.parent_process() is not None, monotonic() + WAIT
        while True:
            try:
                return self.worker.run(text, *values, done=done)
            except AwayError:
                if not waits:
                    raise
                if monotonic() > until:
                    os._exit(1)  # a reply whose line is not kept must not go out
            sleep(PAUSE)

    # ------------------------------------------------------------------ keys
    def below(self, prefix: str) -> Database:
        """Return a part of the store, on the same connections; see `Store`."""
        part = Database.__new__(Database)
        vars(part).update(vars(self), prefix=self.prefix + prefix)
        return part

    def key(self, key: str) -> str:
        """Return the key of a row."""
        return self.prefix + key

    def _range(self, prefix: str) -> tuple[str, str]:
        """Return the first key that begins so, and the first one behind them."""
        whole = self.prefix + prefix
        return whole, whole[:-1] + chr(ord(whole[-1]) + 1)

    def called(self, key: str) -> str:
        """Return the name of a text; see `Store`."""
        return f"{key!r} of {self}"

    def read(self, key: str, most: int = MOST_BYTES) -> str | None:
        """Return a text; see `Store`."""
        found = self.run("SELECT content FROM hexwidget.texts WHERE key = %s", self.key(key))
        if found and len(found[0][0].encode()) > most:
            raise InputError(f"{self.called(key)} cannot be read", f"it has more than {most:,} bytes")
        return str(found[0][0]) if found else None

    def _change(self, key: str, text: str, *values: Any, fence: Fence | None = None) -> None:
        """Carry out a statement for `under_hold`.

        :param key: for errors
        :param fence: the hold that is needed; None: that of all
        :raises JournalError: if another server has it
        """
        fence = fence or self.fence
        if not self.run(under_hold(text, fenced=bool(fence)), *(fence or ()), *values, done="written"):
            self.worker.lost(key.partition(".")[0])
            raise JournalError(f"{self.called(key)} cannot be written", TAKEN)

    def write(self, key: str, text: str, *, held: bool = False) -> None:
        """Write a text; see `Store`."""
        fence = self.fence
        if held and fence is None:
            number = self.hold_number(key.partition(".")[0])
            fence = number, self.worker.lease().term(number) or -1
        upsert = """INSERT INTO hexwidget.texts (key, content) SELECT %s, %s FROM hold
            ON CONFLICT (key) DO UPDATE SET content = excluded.content, version = nextval('hexwidget.versions')"""
        self._change(key, upsert, self.key(key), text, fence=fence)

    def _delete(self, key: str, where: str, *values: Any) -> None:
        for table in ("texts", "lines"):
            self._change(key, f"DELETE FROM hexwidget.{table} WHERE {where} AND EXISTS (SELECT FROM hold)", *values)  # noqa: S608  (our own names)

    def remove(self, key: str) -> None:
        """Remove a text or lines, and their note; see `Store`."""
        self._delete(key, "key IN (%s, %s)", self.key(key), self.key(f"{key}{CHECKED}"))

    def clear(self) -> None:
        """Remove everything; see `Store`."""
        self._delete("", "key >= %s AND key < %s", *self._range(""))

    def rename(self, key: str, to: str) -> None:
        """Give lines another key; see `Store`."""
        update = "UPDATE hexwidget.lines SET key = %s WHERE key = %s AND EXISTS (SELECT FROM hold)"
        self._change(key, update, self.key(to), self.key(key))
        self.remove(key)

    def names(self, prefix: str = "", *, hidden: bool = False) -> list[str]:
        """Return the keys that begin so; see `Store`."""
        text = """SELECT key FROM hexwidget.texts WHERE key >= %s AND key < %s
            UNION SELECT key FROM hexwidget.lines WHERE key >= %s AND key < %s AND number = 0 ORDER BY key"""
        found = (key.removeprefix(self.prefix) for (key,) in self.run(text, *self._range(prefix) * 2))
        return [key for key in found if hidden or not key.endswith((CHECKED, LISTED))]

    def lines(self, key: str) -> RowLines:
        """Return lines; see `Store`."""
        return RowLines(self, key)

    def write_lines(self, key: str, text: str) -> None:
        """Write the lines of a copy; see `Store`."""
        if "/" not in key:
            self.hold_number(key.partition(".")[0])  # the name is taken
        lines = text.removesuffix("\n").split("\n") if text else []
        statement = "COPY hexwidget.lines (key, number, line) FROM STDIN"
        with self.worker.transaction() as at, at.cursor() as cursor, cursor.copy(statement) as rows:
            for number, line in enumerate(lines):
                rows.write_row((self.key(key), number, f"{line}\n"))

    def claim(self, key: str) -> bool:
        """Make a hold for a name; see `Store`."""
        return bool(self.run(INSERT_HOLD, self.key(key), done="written"))

    def revoke(self, key: str) -> None:
        """Raise the term of a hold, and forget what was noted; see `Store`."""
        self.run("UPDATE hexwidget.holds SET term = term + 1 WHERE key = %s", self.key(key), done="written")
        self.remove(f"{key}{LISTED}")

    @contextmanager
    def changing(self, key: str) -> Iterator[None]:
        """Make the changes of a block together; see `Store`."""
        with self.worker.transaction() as at:
            at.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (LOCKS + 1, self.key(key)))
            yield

    # ------------------------------------------------------------------ holds
    def hold_number(self, key: str) -> int:
        """Return the number of the hold of a key. A missing hold is made."""
        name = self.key(key).removesuffix("/")
        while not (found := self.run("SELECT id FROM hexwidget.holds WHERE key = %s", name)):
            self.run(INSERT_HOLD, name, done="written")
        return int(found[0][0])

    @contextmanager
    def holding(self, key: str) -> Iterator[None]:
        """Hold a key within a block. Lines that are opened there hold it further on; see `Store`. The server of a class has a hold of all."""
        if self.fence:
            yield
            return
        lease, number = self.worker.lease(), self.hold_number(key)
        lease.hold(number, key)
        try:
            yield
        finally:
            lease.let_go(number)

    # ------------------------------------------------------------------ what workers tell each other
    def versions(self) -> dict[str, int]:
        """Return the keys of texts, those of the oldest things first, each with a number that changes with each change of the text."""
        text = """SELECT t.key, t.version FROM hexwidget.texts t LEFT JOIN hexwidget.holds h ON h.key = split_part(t.key, '.', 1)
            WHERE t.key >= %s AND t.key < %s ORDER BY h.id, t.key"""
        return {key.removeprefix(self.prefix): int(version) for key, version in self.run(text, *self._range(""))}

    def note(self, texts: Mapping[str, str]) -> None:
        """Keep how tables stand, by their names, for the lists of all workers."""
        for name, text in texts.items():
            self.write(f"{name}{LISTED}", text)

    @property
    def elsewhere(self) -> int:
        """The number of viewers of the other workers."""
        lease = self.worker.present_lease
        return 0 if lease is None else lease.elsewhere

    def owns(self, name: str) -> bool:
        """True if this worker holds a table."""
        lease = self.worker.present_lease
        return lease is not None and lease.owns(name)

    def held(self) -> set[str]:
        """Return the names of the tables that some worker holds."""
        text = """SELECT h.key FROM hexwidget.holds h JOIN pg_locks l ON l.objid = h.id::oid
            WHERE h.key >= %s AND h.key < %s AND l.locktype = 'advisory' AND l.classid = %s::oid AND l.granted
            AND l.objsubid = 2 AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"""
        return {key.removeprefix(self.prefix) for (key,) in self.run(text, *self._range(""), LOCKS)}

    def workers(self) -> list[str]:
        """Return the addresses of this machine's workers that have given a sign of late, the first one first."""
        text = """SELECT address FROM hexwidget.workers WHERE address <> '' AND node = %s
            AND beat > clock_timestamp() - interval '3 s' ORDER BY id"""
        return list(dict.fromkeys(str(address) for (address,) in self.run(text, platform.node())))


# ---------------------------------------------------------------------- a part that one server has
@contextmanager
def alone(dsn: str, prefix: str = TABLES) -> Iterator[Database]:
    """Give a part of a database within a block, and keep servers out.

    :raises InputError: if one serves it
    """
    prepare(dsn)
    store = Database(dsn, prefix)
    try:
        with for_owner(), database_errors(dsn, "used"), connect(dsn) as at:
            lock_out(at, dsn, "SELECT pg_try_advisory_lock(%s, %s)", "end its servers first")
            yield store
    finally:
        store.close()


@contextmanager
def own(dsn: str, prefix: str, name: str) -> Iterator[Database]:
    """Hold a part of a database within a block, and keep other servers out of it. If it gets lost, this process ends.

    :param prefix: of its keys, with "/" at its end
    :param name: for errors: "the class '7b'"
    :raises InputError: if the database cannot be used, or another process serves it
    """
    prepare(dsn)
    store, ended = Database(dsn, prefix), threading.Event()
    try:
        with for_owner():
            number = store.hold_number("")
            store.fence = number, _hold(store.worker, number, name)
        threading.Thread(target=_watch, args=(store, name, ended), name="hexwidget-database", daemon=True).start()
        yield store
    finally:
        ended.set()
        store.close()


def _hold(worker: Worker, number: int, name: str) -> int:
    """Return the term of a new hold. A server that has just ended may take a moment to let go."""
    until = monotonic() + LET_GO
    while True:
        try:
            return worker.lease().hold(number, name)
        except ElsewhereError:
            if monotonic() > until:
                raise InputError(f"{name} is served already", "end its server first") from None
        sleep(PAUSE)


def _watch(store: Database, name: str, ended: threading.Event) -> None:
    """Hold a part again after the database was away."""
    number, term = store.fence or (0, 0)
    while not ended.wait(LOOK):
        lease = store.worker.present_lease
        if lease is None or not lease.is_lost:
            continue
        try:
            store.worker.lease().hold(number, name, term)
        except AwayError:
            continue
        except InputError as error:
            logging.getLogger("hexwidget").error("%s", error)
            os.kill(os.getpid(), signal.SIGTERM)
            return


@contextmanager
def snapshot(dsn: str, prefix: str = TABLES) -> Iterator[Database]:
    """Give a part of a database as it is at one moment, to read: its servers go on.

    :raises InputError: if the database cannot be used
    """
    store = Database(dsn, prefix)
    try:
        with for_owner(), store.worker.transaction("read") as at:
            at.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            if version_of(at, dsn) != VERSION:
                what = "its schema is an older one, or it has none: start a server for it once"
                raise InputError(f"{store} cannot be read", what)
            yield store
    finally:
        store.close()
