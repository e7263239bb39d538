"""Connections to a PostgreSQL that keeps tables: its schema, errors in words, and the line of a worker.

A worker owns a table as long as its *line* holds the table's advisory lock. It writes steps over that same connection, so that an owner that
has lost its lock writes nothing more. Besides, each owner of a table has a number, its *term*, which each step names.
"""

from __future__ import annotations

import platform
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from time import monotonic, sleep
from typing import Any, TypeAlias

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import InsufficientPrivilege, UndefinedTable

from hexwidget.problems import InputError, Problem
from hexwidget.table.storage import AwayError, ElsewhereError

SCHEMES = ("postgresql://", "postgres://")
PATIENCE = 3
"""The seconds in which a database has to let somebody in."""
LOCKS = 0x68657877
"""The first number of our advisory locks; the second one is a table's, or `SERVED`."""
SERVED = 0
"""The lock that servers share, so that nothing is copied while one runs."""
BEAT, STALLED_AFTER = 0.15, 0.5
"""The seconds between two signs of a worker, and after which one that gives none has to let go of a table that somebody waits for."""
FORGOTTEN_AFTER = 60.0
"""The seconds after which a worker that gives no sign is listed no longer."""
IDLE_MS = 5_000
"""The milliseconds after which the database ends a transaction whose process does nothing, so that nobody waits for its rows."""
LET_GO = 2.0
"""The seconds in which the database has to end the connection of a stalled worker."""
VERSIONS = (
    """
    CREATE SCHEMA hexwidget;
    CREATE TABLE hexwidget.version (version int NOT NULL);
    CREATE TABLE hexwidget.settings (kind text PRIMARY KEY, content text NOT NULL);
    CREATE TABLE hexwidget.tables (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL UNIQUE,
        term bigint NOT NULL DEFAULT 0,
        changed bigint NOT NULL DEFAULT 0,
        closed timestamptz
    );
    CREATE TABLE hexwidget.texts (
        of int NOT NULL REFERENCES hexwidget.tables ON DELETE CASCADE,
        kind text NOT NULL, content text NOT NULL, PRIMARY KEY (of, kind)
    );
    CREATE TABLE hexwidget.doors (
        digest text PRIMARY KEY, of int NOT NULL REFERENCES hexwidget.tables ON DELETE CASCADE, place text
    );
    CREATE INDEX ON hexwidget.doors (of);
    CREATE TABLE hexwidget.steps (
        of int NOT NULL REFERENCES hexwidget.tables ON DELETE CASCADE,
        game int NOT NULL, number int NOT NULL, line text NOT NULL, PRIMARY KEY (of, game, number)
    );
    CREATE UNLOGGED TABLE hexwidget.workers (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        backend int NOT NULL, node text NOT NULL, address text NOT NULL,
        beat timestamptz NOT NULL DEFAULT clock_timestamp(), viewers int NOT NULL DEFAULT 0
    );
    """,
    """
    CREATE TABLE hexwidget.classes (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL UNIQUE,
        term bigint NOT NULL DEFAULT 0,
        about text, course text, links text
    );
    CREATE TABLE hexwidget.learners (
        of int NOT NULL REFERENCES hexwidget.classes ON DELETE CASCADE,
        id text NOT NULL, about text NOT NULL, progress text, PRIMARY KEY (of, id)
    );
    CREATE TABLE hexwidget.learner_lines (
        of int NOT NULL, learner text NOT NULL, number int NOT NULL, line text NOT NULL,
        PRIMARY KEY (of, learner, number),
        FOREIGN KEY (of, learner) REFERENCES hexwidget.learners ON DELETE CASCADE
    );
    """,
)
"""The n-th text brings the schema from version n - 1 to version n."""

Connection: TypeAlias = "psycopg.Connection[tuple[Any, ...]]"


def is_database(where: str) -> bool:
    """True for the address of a database."""
    return where.startswith(SCHEMES)


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
def owner_told() -> Iterator[None]:
    """Tell the owner of the server why a database does not answer.

    :raises InputError: if it does not
    """
    try:
        yield
    except AwayError as error:
        place, _, reason = error.reason.rpartition(": ")
        raise InputError(place or error.title, [Problem("", reason or "it has just gone")]) from None


@contextmanager
def told(dsn: str, done: str) -> Iterator[None]:
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


def prepare(dsn: str) -> None:
    """Make the schema, or bring an older one up to date.

    :raises InputError: if that is not allowed, or the schema is a newer one
    """
    with owner_told(), told(dsn, "written"), connect(dsn) as line, line.transaction():
        line.execute("SELECT pg_advisory_xact_lock(%s, %s)", (LOCKS, -1))  # one at a time
        now = version_of(line, dsn)
        for text in VERSIONS[now:]:
            line.execute(text)
        if now < len(VERSIONS):
            line.execute("DELETE FROM hexwidget.version")
            line.execute("INSERT INTO hexwidget.version VALUES (%s)", (len(VERSIONS),))


def version_of(line: Connection, dsn: str) -> int:
    """Return the version of the schema; 0 for a database without our tables.

    :raises InputError: if it is a newer one, or not ours
    """
    if line.execute("SELECT to_regnamespace('hexwidget')").fetchone() == (None,):
        return 0
    try:
        with line.transaction():
            found = line.execute("SELECT version FROM hexwidget.version").fetchall()
    except UndefinedTable:
        found = []
    if len(found) != 1 or not found[0][0] > 0:
        what = "it has a schema 'hexwidget' without its version: name another database, or drop that schema"
        raise InputError(f"{called(dsn)} cannot be used", [Problem("", what)])
    version = int(found[0][0])
    if version > len(VERSIONS):
        what = f"its schema has version {version}, and this hexwidget knows {len(VERSIONS)}: install a newer hexwidget"
        raise InputError(f"{called(dsn)} cannot be used", [Problem("", what)])
    return version


@dataclass
class _Hold:
    """The term of a table that a line owns, and how many of this process need it."""

    name: str
    term: int
    count: int = 1


class Line:
    """The connection by which a worker owns tables and writes their steps. Once it is lost, it is lost for good.

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
            with told(dsn, "used"):
                if version_of(self._connection, dsn) != len(VERSIONS):
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
        """End the line, and let go of all tables."""
        self._ended.set()
        with suppress(psycopg.Error):
            self._connection.execute("DELETE FROM hexwidget.workers WHERE id = %s", (self._id,))
        with suppress(psycopg.Error):
            self._connection.close()

    # ------------------------------------------------------------------ tables
    def hold(self, number: int, name: str) -> int:
        """Own a table, and return the term of this owner. A worker that owns it and gives no sign has to let go of it.

        :raises ElsewhereError: if another worker owns it
        :raises AwayError: if the database has gone
        """
        with self._changing, told(self.dsn, "used"), self.working():
            if number in self._held:
                self._held[number].count += 1
                return self._held[number].term
            if not self._try(number):
                self._take_over(number, name)
            update = "UPDATE hexwidget.tables SET term = term + 1 WHERE id = %s AND closed IS NULL RETURNING term"
            found = self._one(update, number)
            if not found:
                self._unlock(number)
                raise InputError(f"the table {name!r} cannot be opened", [Problem("", "it is closed")])
            self._held[number] = _Hold(name, found[0])
            return self._held[number].term

    def term(self, number: int) -> int | None:
        """Return the term of a table that the line owns. None if it does not."""
        held = None if self.is_lost else self._held.get(number)
        return None if held is None else held.term

    def owns(self, name: str) -> bool:
        """True if the line owns a table."""
        return not self.is_lost and any(hold.name == name for hold in list(self._held.values()))

    def let_go(self, number: int) -> None:
        """Own a table no more, once nobody of this process needs it."""
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
        """Own a table whose owner is stalled.

        :raises ElsewhereError: if its owner is well
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


HOLDER = """SELECT w.id, w.backend, w.node, w.address, w.beat < clock_timestamp() - make_interval(secs => %s)
    FROM pg_locks l JOIN hexwidget.workers w ON w.backend = l.pid
    WHERE l.locktype = 'advisory' AND l.classid = %s::oid AND l.objid = %s::oid AND l.objsubid = 2 AND l.granted
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ORDER BY w.id DESC LIMIT 1"""
END = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = (SELECT application_name FROM pg_stat_activity WHERE pid = %s)"""
"""Ends all connections of a worker: one may be within a transaction."""
