"""A store in a PostgreSQL: texts and lines are rows.

A process holds a key as long as its *line*, a connection, has the advisory lock of that key. Each holder has a number, its *term*, which each
statement that writes lines names: what an earlier holder still writes is refused. The processes of a class share the term of its server.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import platform
import re
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from copy import copy
from dataclasses import dataclass
from functools import partial
from secrets import token_urlsafe
from time import monotonic, sleep
from typing import Any, TypeAlias

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import InsufficientPrivilege, UndefinedTable

from hexwidget.problems import InputError, Problem
from hexwidget.store.store import MOST_BYTES, AwayError, ElsewhereError, JournalError, Lines, Store

PATIENCE = 3
"""The seconds in which a database has to let somebody in."""
LOCKS = 0x68657877
"""The first number of our advisory locks; the second one is that of a hold, or `SERVED`."""
SERVED = 0
"""The lock that servers share, so that nothing is copied while one runs."""
BEAT, STALLED_AFTER = 0.15, 0.5
"""The seconds between two signs of a worker, and after which one that gives none has to let go of a key that somebody waits for."""
FORGOTTEN_AFTER = 60.0
"""The seconds after which a worker that gives no sign is listed no longer."""
IDLE_MS = 5_000
"""The milliseconds after which the database ends a transaction whose process does nothing, so that nobody waits for its rows."""
LET_GO = 2.0
"""The seconds in which the database has to end the connection of a worker that is stalled, or has ended."""
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
SCHEMA = """
    CREATE SCHEMA hexwidget;
    CREATE TABLE hexwidget.version (version int NOT NULL);
    CREATE TABLE hexwidget.holds (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text COLLATE "C" NOT NULL UNIQUE, term bigint NOT NULL DEFAULT 0
    );
    CREATE SEQUENCE hexwidget.versions;
    CREATE TABLE hexwidget.texts (
        key text COLLATE "C" PRIMARY KEY, content text NOT NULL, version bigint NOT NULL DEFAULT nextval('hexwidget.versions')
    );
    CREATE TABLE hexwidget.lines (
        key text COLLATE "C" NOT NULL, number int NOT NULL, line text NOT NULL, PRIMARY KEY (key, number)
    );
    CREATE UNLOGGED TABLE hexwidget.workers (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        backend int NOT NULL, node text NOT NULL, address text NOT NULL,
        beat timestamptz NOT NULL DEFAULT clock_timestamp(), viewers int NOT NULL DEFAULT 0
    );
"""
VERSION = 3
"""The version of the schema. The first two had tables of their own for tables, and the second one for classes."""
MOVED_TABLES = """
    INSERT INTO hexwidget.holds (key, term) SELECT 'tables/' || name, term FROM earlier.tables ORDER BY id;
    INSERT INTO hexwidget.texts (key, content)
        SELECT 'tables/' || t.name || '.' || x.kind || '.json', x.content
        FROM earlier.texts x JOIN earlier.tables t ON t.id = x.of WHERE x.kind <> 'listed' AND x.kind NOT LIKE 'checked-%';
    INSERT INTO hexwidget.lines (key, number, line)
        SELECT 'tables/' || CASE WHEN t.closed IS NULL THEN '' ELSE 'closed/' END || t.name
            || CASE WHEN s.game = 1 THEN '' ELSE '.' || s.game END || '.jsonl', s.number, s.line
        FROM earlier.steps s JOIN earlier.tables t ON t.id = s.of;
    INSERT INTO hexwidget.texts (key, content)
        SELECT 'tables/owner' || each.ending, json_build_object('format', 'hexwidget.tables/1', 'owner', each.text)::text || E'\\n'
        FROM earlier.settings s CROSS JOIN LATERAL (VALUES
            ('.json', s.content::json ->> 'owner'), ('.link.json', s.content::json ->> 'token')) AS each (ending, text)
        WHERE s.kind = 'owner' AND each.text IS NOT NULL;
"""
MOVED_CLASSES = """
    CREATE TEMPORARY TABLE moving ON COMMIT DROP AS
        SELECT id, 'classes/' || replace(replace(name, '%', '%25'), '/', '%2F') AS key FROM earlier.classes;
    INSERT INTO hexwidget.holds (key, term) SELECT m.key, c.term FROM earlier.classes c JOIN moving m USING (id) ORDER BY id;
    INSERT INTO hexwidget.texts (key, content)
        SELECT m.key || '/' || each.name, each.text FROM earlier.classes c JOIN moving m USING (id) CROSS JOIN LATERAL (VALUES
            ('class.json', c.about), ('course.json', c.course), ('links.json', c.links)) AS each (name, text)
        WHERE each.text IS NOT NULL;
    INSERT INTO hexwidget.texts (key, content)
        SELECT m.key || '/learners/' || l.id || '/' || each.name, each.text
        FROM earlier.learners l JOIN moving m ON m.id = l.of CROSS JOIN LATERAL (VALUES
            ('learner.json', l.about), ('progress.json', l.progress)) AS each (name, text)
        WHERE each.text IS NOT NULL;
    INSERT INTO hexwidget.lines (key, number, line)
        SELECT m.key || '/learners/' || l.learner || '/log.jsonl',
            row_number() OVER (PARTITION BY l.of, l.learner ORDER BY l.number) - 1, l.line || E'\\n'
        FROM earlier.learner_lines l JOIN moving m ON m.id = l.of;
"""

Connection: TypeAlias = "psycopg.Connection[tuple[Any, ...]]"
Rows = list[tuple[Any, ...]]
Fence = tuple[int, int]
"""The number of a hold, and a term of it."""


# ---------------------------------------------------------------------- connections, and errors in words
def called(dsn: str) -> str:
    """Return the address of a database without a password.

    >>> called("postgresql://anna:secret@db.example/club")
    'postgresql://anna@db.example/club'
    """
    try:
        parts = conninfo_to_dict(dsn)
    except psycopg.Error:
        return "the database"
    user, host, port = (str(parts.get(name) or "") for name in ("user", "host", "port"))
    at = host if "/" not in host else ""
    return f"postgresql://{user}{'@' * bool(user)}{at}{f':{port}' * bool(port and at)}/{parts.get('dbname') or ''}"


def connect(dsn: str, name: str = "hexwidget") -> Connection:
    """Connect to a database. Each statement is a transaction of its own.

    :param name: of the process, in the database's list of connections
    :raises InputError: if it refuses this user; the words never show the password
    :raises AwayError: if it cannot be reached now
    """
    try:
        conninfo_to_dict(dsn)
    except psycopg.Error:
        what = "expected an address such as postgresql://anna@db.example/club"
        raise InputError("this is no address of a database", [Problem("--database", what)]) from None
    options: dict[str, Any] = {"connect_timeout": PATIENCE, "keepalives_idle": 5, "keepalives_interval": 2}
    options |= {"keepalives_count": 3, "tcp_user_timeout": 10_000, "application_name": name}
    try:
        made = psycopg.connect(dsn, autocommit=True, **options)
        made.execute(f"SET idle_in_transaction_session_timeout = {IDLE_MS}")
        return made
    except psycopg.OperationalError as error:
        said = _hidden(str(error), dsn)
        refused = any(
            word in said for word in ("authentication failed", "does not exist", "no pg_hba.conf", "password")
        )
        if not refused:
            raise AwayError(f"{called(dsn)} cannot be reached: {said}") from None
        raise InputError(f"{called(dsn)} lets nobody in", [Problem("", said)]) from None


def _hidden(text: str, dsn: str) -> str:
    """Return the reason in an error, without the password."""
    lines = [
        line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("Is the server")
    ]
    said = re.split(r"FATAL:|failed: ", lines[-1])[-1].strip() if lines else "it gives no reason"
    password = str(conninfo_to_dict(dsn).get("password") or "")
    return said.replace(password, "…") if password else said


@contextmanager
def for_owner() -> Iterator[None]:
    """Tell the owner of the server why a database does not answer.

    :raises InputError: if it does not
    """
    try:
        yield
    except AwayError as error:
        place, _, reason = error.reason.rpartition(": ")
        raise InputError(place or error.title, [Problem("", reason or "it has just gone")]) from None


@contextmanager
def database_errors(dsn: str, done: str) -> Iterator[None]:
    """Turn an error of a database into an `InputError`, or `AwayError` if it has gone.

    :param done: the verb for the failed task: "read", "written"
    """
    try:
        yield
    except InputError:
        raise
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise AwayError() from error
    except psycopg.Error as error:
        what = _hidden(error.diag.message_primary or str(error), dsn)
        if isinstance(error, InsufficientPrivilege):
            what = f"{what}: give its user the right, or name a user who may create a schema"
        raise InputError(f"{called(dsn)} cannot be {done}", [Problem("", what)]) from None


# ---------------------------------------------------------------------- the schema
def prepare(dsn: str) -> None:
    """Make the schema, or move the data of an older one: all of it, or nothing.

    :raises InputError: if that is not allowed, a server uses the older one, or the schema is a newer one
    """
    with for_owner(), database_errors(dsn, "written"), connect(dsn) as at, at.transaction():
        at.execute("SELECT pg_advisory_xact_lock(%s, %s)", (LOCKS, -1))  # one at a time
        now = version_of(at, dsn)
        if now == VERSION:
            return
        if now:
            what = "its schema is an older one, and servers use it: end them first"
            _lock_out(at, dsn, "SELECT pg_try_advisory_xact_lock(%s, %s)", what)
            at.execute("ALTER SCHEMA hexwidget RENAME TO earlier")
        at.execute(SCHEMA)
        if now:
            at.execute(MOVED_TABLES + MOVED_CLASSES * (now > 1))
            at.execute("DROP SCHEMA earlier CASCADE")
        at.execute("INSERT INTO hexwidget.version VALUES (%s)", (VERSION,))


def _lock_out(at: Connection, dsn: str, text: str, what: str) -> None:
    """Keep servers out. One that has just ended may take a moment.

    :param text: the statement that takes the lock
    :raises InputError: if a server runs
    """
    until = monotonic() + LET_GO / 2
    while at.execute(text, (LOCKS, SERVED)).fetchone() == (False,):
        if monotonic() > until:
            raise InputError(f"{called(dsn)} is served now", [Problem("", what)])
        sleep(PAUSE / 2)


@contextmanager
def alone(dsn: str, prefix: str = TABLES) -> Iterator[Database]:
    """Give a part of a database within a block, and keep servers out.

    :raises InputError: if one serves it
    """
    prepare(dsn)
    store = Database(dsn, prefix)
    try:
        with for_owner(), database_errors(dsn, "used"), connect(dsn) as at:
            _lock_out(at, dsn, "SELECT pg_try_advisory_lock(%s, %s)", "end its servers first")
            yield store
    finally:
        store.close()


def version_of(at: Connection, dsn: str) -> int:
    """Return the version of the schema; 0 for a database without our tables.

    :raises InputError: if it is a newer one, or not ours
    """
    if at.execute("SELECT to_regnamespace('hexwidget')").fetchone() == (None,):
        return 0
    try:
        with at.transaction():
            found = at.execute("SELECT version FROM hexwidget.version").fetchall()
    except UndefinedTable:
        found = []
    if len(found) != 1 or not found[0][0] > 0:
        what = "it has a schema 'hexwidget' without its version: name another database, or drop that schema"
        raise InputError(f"{called(dsn)} cannot be used", [Problem("", what)])
    version = int(found[0][0])
    if version > VERSION:
        what = f"its schema has version {version}, and this hexwidget knows {VERSION}: install a newer hexwidget"
        raise InputError(f"{called(dsn)} cannot be used", [Problem("", what)])
    return version


# ---------------------------------------------------------------------- holding keys
@dataclass
class _Hold:
    """The term of a key that a line holds, and how many of this process need it."""

    name: str
    term: int
    count: int = 1


class Line:
    """The connection by which a process holds keys, and writes lines. Once it is lost, it is lost for good.

    :param address: of the worker, for this machine; empty: it serves nobody
    :param name: of all connections of the worker, and of no others
    :param lost: called once, from any thread, when the line is lost
    :param viewers: returns how many viewers the worker has
    :raises InputError: if the database cannot be used
    """

    def __init__(
        self,
        dsn: str,
        address: str = "",
        name: str = "hexwidget",
        lost: Callable[[Line], None] = lambda _: None,
        viewers: Callable[[], int] = lambda: 0,
    ) -> None:
        self.dsn: str = dsn
        self._lost, self._viewers = lost, viewers
        self._held: dict[int, _Hold] = {}
        self._changing = threading.RLock()
        self.is_lost: bool = False
        self.elsewhere: int = 0
        """The number of viewers of the other workers."""
        self._stalled: set[int] = set()
        """The workers that give no sign."""
        self._ended = threading.Event()
        self._connection = connect(dsn, name)
        try:
            with database_errors(dsn, "used"):
                if version_of(self._connection, dsn) != VERSION:
                    what = "its schema is an older one: end its servers, and start this one again"
                    raise InputError(f"{called(dsn)} cannot be used", [Problem("", what)])
                self._sign(address)
        except BaseException:
            self._connection.close()
            raise
        threading.Thread(target=self._beat, name="hexwidget-database", daemon=True).start()

    def _sign(self, address: str) -> None:
        """Say who this is."""
        if self._one("SELECT pg_try_advisory_lock_shared(%s, %s)", LOCKS, SERVED) == (False,):
            what = "its tables are being copied; try again when that has ended"
            raise InputError(f"{called(self.dsn)} cannot be used", [Problem("", what)])
        self._connection.execute(
            "DELETE FROM hexwidget.workers WHERE beat < clock_timestamp() - make_interval(secs => %s)",
            (FORGOTTEN_AFTER,),
        )
        insert = "INSERT INTO hexwidget.workers (backend, node, address) VALUES (pg_backend_pid(), %s, %s) RETURNING id"
        self._id = self._one(insert, platform.node(), address)[0]

    def _one(self, text: Any, *values: Any) -> tuple[Any, ...]:
        """Return the one row of a statement."""
        found = self._connection.execute(text, values).fetchone()
        return () if found is None else found

    def _beat(self) -> None:
        """Give signs until the line is closed or lost."""
        text = """WITH others AS (
                SELECT id, viewers, beat < clock_timestamp() - make_interval(secs => %s) AS is_stalled
                FROM hexwidget.workers WHERE id <> %s
            )
            UPDATE hexwidget.workers SET beat = clock_timestamp(), viewers = %s WHERE id = %s RETURNING
            (SELECT coalesce(sum(viewers), 0) FROM others WHERE NOT is_stalled),
            (SELECT coalesce(array_agg(id), '{}') FROM others WHERE is_stalled)"""
        while not self._ended.wait(BEAT):
            try:
                with self.working():
                    found = self._one(text, STALLED_AFTER, self._id, self._viewers(), self._id)
            except (AwayError, psycopg.Error):
                found = ()
            if not found:  # the database has gone, or has forgotten this worker
                self._lose()
                return
            self.elsewhere, self._stalled = int(found[0]), {*found[1]}

    @contextmanager
    def working(self) -> Iterator[Connection]:
        """Give the connection for a statement. If the database has gone, the line is lost before the error is raised.

        :raises AwayError: if the line is lost
        """
        try:
            if self.is_lost:
                raise psycopg.OperationalError("the line is lost")
            yield self._connection
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            self._lose()
            raise AwayError() from error

    def _lose(self) -> None:
        with self._changing:
            if self.is_lost or self._ended.is_set():
                return
            self.is_lost = True
        with suppress(psycopg.Error):
            self._connection.close()
        self._lost(self)

    def close(self) -> None:
        """End the line, and let go of all keys."""
        self._ended.set()
        with suppress(psycopg.Error):
            self._connection.execute("DELETE FROM hexwidget.workers WHERE id = %s", (self._id,))
        with suppress(psycopg.Error):
            self._connection.close()

    def hold(self, number: int, name: str, term: int | None = None) -> int:
        """Hold a key, and return the term of this holder. A worker that holds it and gives no sign has to let go of it.

        :param number: of the hold
        :param name: for errors
        :param term: of before, where the line of this process was lost; None: a new one
        :raises ElsewhereError: if another worker holds it
        :raises AwayError: if the database has gone
        :raises InputError: if another worker has held it meanwhile
        """
        with self._changing, database_errors(self.dsn, "used"), self.working():
            if number in self._held:
                self._held[number].count += 1
                return self._held[number].term
            if not self._try(number):
                self._take_over(number, name)
            found = self._one(RAISE if term is None else "SELECT term FROM hexwidget.holds WHERE id = %s", number)
            if not found or term not in (None, found[0]):
                self._unlock(number)
                raise InputError(f"{name!r} is lost", [Problem("", "another server has had it meanwhile")])
            self._held[number] = _Hold(name, found[0])
            return self._held[number].term

    def term(self, number: int) -> int | None:
        """Return the term of a key that the line holds. None if it does not."""
        held = None if self.is_lost else self._held.get(number)
        return None if held is None else held.term

    def owns(self, name: str) -> bool:
        """True if the line holds a key."""
        return not self.is_lost and any(hold.name == name for hold in list(self._held.values()))

    def let_go(self, number: int) -> None:
        """Hold a key no more, once nobody of this process needs it."""
        with self._changing:
            if number not in self._held:
                return
            self._held[number].count -= 1
            if self._held[number].count == 0:
                del self._held[number]
                with suppress(AwayError), self.working():
                    self._unlock(number)

    def _is_stalled(self, worker: int) -> bool:
        return worker in self._stalled or self.is_lost

    def _try(self, number: int) -> bool:
        return self._one("SELECT pg_try_advisory_lock(%s, %s)", LOCKS, number) == (True,)

    def _unlock(self, number: int) -> None:
        self._one("SELECT pg_advisory_unlock(%s, %s)", LOCKS, number)

    def _take_over(self, number: int, name: str) -> None:
        """Hold a key whose holder is stalled.

        :raises ElsewhereError: if its holder is well
        """
        until = monotonic() + LET_GO
        while not self._try(number):
            found = self._one(HOLDER, STALLED_AFTER, LOCKS, number)
            if not found:  # it has let go just now, or is no worker
                if monotonic() > until:
                    raise ElsewhereError(name, "")
            else:
                worker, backend, node, address, is_stalled = found
                if not is_stalled or monotonic() > until:
                    address = address if node == platform.node() else ""
                    raise ElsewhereError(name, address, partial(self._is_stalled, worker))
                self._one(END, backend)
            sleep(0.01)


RAISE = "UPDATE hexwidget.holds SET term = term + 1 WHERE id = %s RETURNING term"
HOLDER = """SELECT w.id, w.backend, w.node, w.address, w.beat < clock_timestamp() - make_interval(secs => %s)
    FROM pg_locks l JOIN hexwidget.workers w ON w.backend = l.pid
    WHERE l.locktype = 'advisory' AND l.classid = %s::oid AND l.objid = %s::oid AND l.objsubid = 2 AND l.granted
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ORDER BY w.id DESC LIMIT 1"""
END = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = (SELECT application_name FROM pg_stat_activity WHERE pid = %s)"""
"""Ends all connections of a worker: one may be within a transaction."""


class Worker:
    """The connections of a process: a line that holds keys, and one beside it for all but lines and holds."""

    def __init__(self, dsn: str, address: str = "") -> None:
        self.dsn: str = dsn
        self._address = address
        self._name = f"hexwidget-{token_urlsafe(9)}"
        self.viewers: Callable[[], int] = lambda: 0
        """Returns how many viewers this worker has."""
        self.lost: Callable[[str | None], None] = lambda _: None
        """Called, from any thread, with a key that this worker holds no more; None: it holds none."""
        self._using = threading.RLock()
        self._side: Connection | None = None
        self._within = 0
        """The number of transactions that use it, each within the one before."""
        self._opening = threading.Lock()
        self._line: Line | None = None

    @property
    def present_line(self) -> Line | None:
        """The line that was opened last."""
        return self._line

    def line(self) -> Line:
        """Return the line of this worker. One that was lost is replaced by another.

        :raises InputError: if the database cannot be used
        """
        with self._opening:
            if self._line is None or self._line.is_lost:
                lost: Callable[[Line], None] = lambda _: self.lost(None)  # noqa: E731  (a method would keep its first value)
                self._line = Line(self.dsn, self._address, self._name, lost, lambda: self.viewers())
            return self._line

    def close(self) -> None:
        """Close the connections."""
        if self._line is not None:
            self._line.close()
        if self._side is not None:
            self._side.close()

    def _connected(self) -> Connection:
        if self._side is None or self._side.closed:
            self._side = connect(self.dsn, self._name)
        return self._side

    def run(self, text: Any, *values: Any, done: str = "read") -> Rows:
        """Carry out a statement that may be carried out twice, as nobody knows if one was whose reply was lost. Return its rows.

        :param done: the verb for the failed task
        :raises InputError: if the database cannot be used
        """
        with self._using, database_errors(self.dsn, done):
            is_used = self._side is not None and not self._within
            try:
                return _rows(self._connected(), text, values)
            except psycopg.OperationalError:
                if not is_used:
                    raise
                self._side = None  # it has ended since its last use
                return _rows(self._connected(), text, values)

    @contextmanager
    def transaction(self, done: str = "written") -> Iterator[Connection]:
        """Give a connection within a transaction, of which `run` is a part, too. A block within a block is a part of the same one.

        :param done: the verb for the failed task
        :raises InputError: if the database cannot be used
        """
        with self._using, database_errors(self.dsn, done), ExitStack() as stack:
            at = self._connected()
            try:
                stack.enter_context(at.transaction())
            except psycopg.OperationalError:
                if self._within:
                    raise
                self._side = None
                at = self._connected()
                stack.enter_context(at.transaction())
            self._within += 1
            try:
                yield at
            finally:
                self._within -= 1


def _rows(at: Connection, text: Any, values: tuple[Any, ...]) -> Rows:
    done = at.execute(text, values)
    return done.fetchall() if done.description else []


# ---------------------------------------------------------------------- lines
class RowLines(Lines):
    """Lines that are rows. This process holds their key as long as they are open, or shares a hold.

    A line that cannot be written because somebody else holds the key, or because the database has gone, ends them: what the database has is
    found when they are opened again. The lines of a class wait for the database, as their hold outlives it.
    """

    def __init__(self, store: Database, key: str) -> None:
        self._store, self._key = store, key
        self.called = store.called(key)
        self._name = key.partition(".")[0]
        self._line: Line | None = None
        self._fence = store.fence or (0, 0)
        self._is_open = self._made = False

    def _run(self, text: str, *values: Any) -> Rows:
        if self._line is None:
            return self._store.run(text, *values, done="written")
        with database_errors(self._line.dsn, "written"), self._line.working() as at:
            return _rows(at, text, values)

    def read(self, most: int) -> bytes | None:
        """Return the lines; see `Lines`."""
        text = "SELECT line FROM hexwidget.lines WHERE key = %s ORDER BY number"
        rows = (
            self._run(text, self._store.key(self._key))
            if self._line
            else self._store.run(text, self._store.key(self._key))
        )
        return "".join(line for (line,) in rows).encode() if rows else None

    def is_empty(self) -> bool:
        """True if there is no row."""
        text = "SELECT EXISTS (SELECT FROM hexwidget.lines WHERE key = %s)"
        return self._store.run(text, self._store.key(self._key)) == [(False,)]

    def open(self, most: int) -> bytes:
        """Hold the key, and return the lines; see `Lines`."""
        if self._store.fence is None:
            line, number = self._store.worker.line(), self._store.hold_number(self._name)
            self._fence = number, line.hold(number, self._name)
            self._line = line
        self._is_open = True
        data = self.read(most) or b""
        self._made = not data
        return data

    def write(self, data: bytes, number: int) -> None:
        """Add rows; see `Lines`."""
        lines = [f"{line}\n" for line in data.decode().removesuffix("\n").split("\n")]
        text = """INSERT INTO hexwidget.lines (key, number, line)
            SELECT %s, %s + each.n - 1, each.line
            FROM hexwidget.holds h CROSS JOIN unnest(%s::text[]) WITH ORDINALITY AS each (line, n)
            WHERE h.id = %s AND h.term = %s FOR SHARE OF h
            ON CONFLICT (key, number) DO UPDATE SET line = excluded.line WHERE lines.line = excluded.line RETURNING number"""
        try:
            written = self._run(text, self._store.key(self._key), number, lines, *self._fence)
        except AwayError:
            if self._line is not None:
                self._store.worker.lost(self._name)  # nobody knows if the lines are there
            raise
        if len(written) < len(lines):
            self._lose()
            raise self.error(TAKEN)

    def cut(self, size: int, number: int, end: bytes = b"") -> None:
        """Remove the rows from a number on; see `Lines`."""
        text = """DELETE FROM hexwidget.lines WHERE key = %s AND number >= %s
            AND EXISTS (SELECT FROM hexwidget.holds WHERE id = %s AND term = %s)"""
        self._run(text, self._store.key(self._key), number, *self._fence)

    def take_back(self, size: int, number: int, after: int) -> None:
        """Remove the rows from a number on, as far as they are ours; see `Lines`."""
        if self._is_open and not (self._line is not None and self._line.is_lost):
            self.cut(size, number)

    def check(self, size: int, digest: str) -> None:
        """Check that the lines are open, as only then no other process writes them; see `Lines`."""
        if not self._is_open:
            raise self.error(f"it was closed, or {TAKEN}")

    def _lose(self) -> None:
        """End the lines of a holder whose key somebody else holds: the rows are theirs."""
        self._is_open = False
        if self._line is not None:
            self._line.let_go(self._fence[0])
            self._store.worker.lost(self._name)

    def note(self) -> str:
        """Return the note; see `Lines`."""
        return self._store.read(f"{self._key}{CHECKED}") or ""

    def write_note(self, text: str) -> None:
        """Write a note; see `Lines`."""
        if self._line is None or not self._line.is_lost:
            with suppress(InputError):
                self._store.write(f"{self._key}{CHECKED}", text)

    def close(self) -> None:
        """Let others hold the key."""
        if self._is_open:
            self._is_open = False
            if self._line is not None:
                self._line.let_go(self._fence[0])

    def discard(self, size: int) -> None:
        """Close the lines, and remove those that they have begun with; see `Lines`."""
        if self._is_open and self._made:
            with suppress(InputError):
                self.cut(0, 0)
        self.close()


TAKEN = "another server has taken it over"


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
        return called(self.worker.dsn)

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
        part = copy(self)
        part.prefix = self.prefix + prefix
        return part

    def __copy__(self) -> Database:
        made = Database.__new__(Database)
        vars(made).update(vars(self))
        return made

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
            raise InputError(f"{self.called(key)} cannot be read", [Problem("", f"it has more than {most:,} bytes")])
        return str(found[0][0]) if found else None

    def write(self, key: str, text: str, *, private: bool = False, held: bool = False) -> None:
        """Write a text; see `Store`."""
        fence, name = self.fence, key.partition(".")[0]
        if held and fence is None:
            number = self.hold_number(name)
            fence = number, self.worker.line().term(number) or -1
        of_holder = "FROM hexwidget.holds WHERE id = %s AND term = %s FOR SHARE" if fence else ""
        upsert = f"""INSERT INTO hexwidget.texts (key, content) SELECT %s, %s {of_holder} ON CONFLICT (key)
            DO UPDATE SET content = excluded.content, version = nextval('hexwidget.versions') RETURNING key"""
        if not self.run(upsert, self.key(key), text, *(fence or ()), done="written"):
            self.worker.lost(name)
            raise JournalError(f"{self.called(key)} cannot be written", [Problem("", TAKEN)])

    def _delete(self, where: str, *values: Any) -> None:
        fence = " AND EXISTS (SELECT FROM hexwidget.holds WHERE id = %s AND term = %s)" if self.fence else ""
        for table in ("texts", "lines"):
            text = f"DELETE FROM hexwidget.{table} WHERE {where}{fence}"  # noqa: S608
            self.run(text, *values, *(self.fence or ()), done="written")

    def remove(self, key: str) -> None:
        """Remove a text or lines, and their note; see `Store`."""
        self._delete("key IN (%s, %s)", self.key(key), self.key(f"{key}{CHECKED}"))

    def clear(self) -> None:
        """Remove everything; see `Store`."""
        self._delete("key >= %s AND key < %s", *self._range(""))

    def rename(self, key: str, to: str) -> None:
        """Give lines another key; see `Store`."""
        self.run("UPDATE hexwidget.lines SET key = %s WHERE key = %s", self.key(to), self.key(key), done="written")
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

    def write_lines(self, key: str, data: bytes) -> None:
        """Write the lines of a copy; see `Store`."""
        if "/" not in key:
            self.hold_number(key.partition(".")[0])  # the name is taken
        lines = data.decode().removesuffix("\n").split("\n") if data else []
        statement = "COPY hexwidget.lines (key, number, line) FROM STDIN"
        with self.worker.transaction() as at, at.cursor() as cursor, cursor.copy(statement) as rows:
            for number, line in enumerate(lines):
                rows.write_row((self.key(key), number, f"{line}\n"))

    def claim(self, key: str) -> bool:
        """Make a hold for a name; see `Store`."""
        insert = "INSERT INTO hexwidget.holds (key) VALUES (%s) ON CONFLICT DO NOTHING RETURNING id"
        return bool(self.run(insert, self.key(key), done="written"))

    def revoke(self, key: str) -> None:
        """Raise the term of a hold, and forget what was noted; see `Store`."""
        self.run("UPDATE hexwidget.holds SET term = term + 1 WHERE key = %s", self.key(key), done="written")
        self.remove(f"{key}{LISTED}")

    def changing(self, key: str) -> AbstractContextManager[object]:
        """Make the changes of a block together; see `Store`. The server of a class does all alone."""
        return nullcontext() if self.fence else self._changing(key)

    @contextmanager
    def _changing(self, key: str) -> Iterator[None]:
        with self.worker.transaction() as at:
            at.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (LOCKS + 1, self.key(key)))
            yield

    # ------------------------------------------------------------------ holds
    def hold_number(self, key: str) -> int:
        """Return the number of the hold of a key. A missing hold is made."""
        text = "SELECT id FROM hexwidget.holds WHERE key = %s"
        found = self.run(text, self.key(key).removesuffix("/"))
        if not found:
            insert = "INSERT INTO hexwidget.holds (key) VALUES (%s) ON CONFLICT DO NOTHING"
            self.run(insert, self.key(key).removesuffix("/"), done="written")
            found = self.run(text, self.key(key).removesuffix("/"))
        return int(found[0][0])

    def holding(self, key: str) -> AbstractContextManager[object]:
        """Hold a key within a block. Lines that are opened there hold it further on; see `Store`."""
        return nullcontext() if self.fence else self._holding(key)

    @contextmanager
    def _holding(self, key: str) -> Iterator[None]:
        line, number = self.worker.line(), self.hold_number(key)
        line.hold(number, key)
        try:
            yield
        finally:
            line.let_go(number)

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
        line = self.worker.present_line
        return 0 if line is None else line.elsewhere

    def owns(self, name: str) -> bool:
        """True if this worker holds a table."""
        line = self.worker.present_line
        return line is not None and line.owns(name)

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
def owned(dsn: str, prefix: str, name: str) -> Iterator[Database]:
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
            return worker.line().hold(number, name)
        except ElsewhereError:
            if monotonic() > until:
                raise InputError(f"{name} is served already", [Problem("", "end its server first")]) from None
        sleep(PAUSE)


def _watch(store: Database, name: str, ended: threading.Event) -> None:
    """Hold a part again after the database was away."""
    number, term = store.fence or (0, 0)
    while not ended.wait(LOOK):
        line = store.worker.present_line
        if line is None or not line.is_lost:
            continue
        try:
            store.worker.line().hold(number, name, term)
        except AwayError:
            continue
        except InputError as error:
            logging.getLogger("hexwidget").error("%s", error)
            os.kill(os.getpid(), signal.SIGTERM)
            return


@contextmanager
def seen(dsn: str, prefix: str = TABLES) -> Iterator[Database]:
    """Give a part of a database as it is at one moment, to read: its servers go on.

    :raises InputError: if the database cannot be used
    """
    store = Database(dsn, prefix)
    try:
        with for_owner(), store.worker.transaction("read") as at:
            at.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            if version_of(at, dsn) != VERSION:
                what = "its schema is an older one, or it has none: start a server for it once"
                raise InputError(f"{store} cannot be read", [Problem("", what)])
            yield store
    finally:
        store.close()
