"""Leases: how processes hold keys, and what they tell each other."""

from __future__ import annotations

import platform
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from secrets import token_urlsafe
from time import monotonic, sleep
from typing import Any

import psycopg

from hexwidget.problems import InputError
from hexwidget.store.postgres.connections import Connection, Rows, connect, database_errors, rows_of, safe_address
from hexwidget.store.postgres.schema import LOCKS, SERVED, VERSION, version_of
from hexwidget.store.store import AwayError, ElsewhereError

BEAT, STALLED_AFTER = 0.15, 0.5
"""The seconds between two signs of a worker, and after which one that gives none has to let go of a key that somebody waits for."""
FORGOTTEN_AFTER = 60.0
"""The seconds after which a worker that gives no sign is listed no longer."""
LET_GO = 2.0
"""The seconds in which the database has to end the connection of a worker that is stalled, or has ended."""


@dataclass
class _Hold:
    """The term of a key that a lease holds, and how many of this process need it."""

    name: str
    term: int
    count: int = 1


class Lease:
    """The connection by which a process holds keys, and writes lines. Once it is lost, it is lost for good.

    :param worker: the connections of the process
    :raises InputError: if the database cannot be used
    """

    def __init__(self, worker: Worker) -> None:
        self.dsn: str = worker.dsn
        self._worker = worker
        self._held: dict[int, _Hold] = {}
        self._changing = threading.RLock()
        self.is_lost: bool = False
        self.elsewhere: int = 0
        """The number of viewers of the other workers."""
        self._stalled: set[int] = set()
        """The workers that give no sign."""
        self._ended = threading.Event()
        self._connection = connect(self.dsn, worker.name)
        try:
            with database_errors(self.dsn, "used"):
                if version_of(self._connection, self.dsn) != VERSION:
                    what = "its schema is an older one: end its servers, and start this one again"
                    raise InputError(f"{safe_address(self.dsn)} cannot be used", what)
                self._sign(worker.address)
        except BaseException:
            self._connection.close()
            raise
        threading.Thread(target=self._beat, name="hexwidget-database", daemon=True).start()

    def _sign(self, address: str) -> None:
        """Enter this worker into the list."""
        if self._one("SELECT pg_try_advisory_lock_shared(%s, %s)", LOCKS, SERVED) == (False,):
            what = "its tables are being copied; try again when that has ended"
            raise InputError(f"{safe_address(self.dsn)} cannot be used", what)
        delete = "DELETE FROM hexwidget.workers WHERE beat < clock_timestamp() - make_interval(secs => %s)"
        self._connection.execute(delete, (FORGOTTEN_AFTER,))
        insert = "INSERT INTO hexwidget.workers (backend, node, address) VALUES (pg_backend_pid(), %s, %s) RETURNING id"
        self._id = self._one(insert, platform.node(), address)[0]

    def _one(self, text: Any, *values: Any) -> tuple[Any, ...]:
        """Return the one row of a statement."""
        found = self._connection.execute(text, values).fetchone()
        return () if found is None else found

    def _beat(self) -> None:
        """Give signs until the lease is closed or lost."""
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
                    found = self._one(text, STALLED_AFTER, self._id, self._worker.viewers(), self._id)
            except (AwayError, psycopg.Error):
                found = ()
            if not found:  # the database has gone, or has forgotten this worker
                self._lose()
                return
            self.elsewhere, self._stalled = int(found[0]), {*found[1]}

    @contextmanager
    def working(self) -> Iterator[Connection]:
        """Give the connection for a statement. If the database has gone, the lease is lost before the error is raised.

        :raises AwayError: if the lease is lost
        """
        try:
            if self.is_lost:
                raise psycopg.OperationalError("the lease is lost")
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
        self._worker.lost(None)

    def close(self) -> None:
        """End the lease, and let go of all keys."""
        self._ended.set()
        with suppress(psycopg.Error):
            self._connection.execute("DELETE FROM hexwidget.workers WHERE id = %s", (self._id,))
        with suppress(psycopg.Error):
            self._connection.close()

    def hold(self, number: int, name: str, term: int | None = None) -> int:
        """Hold a key, and return the term of this holder. A worker that holds it and gives no sign has to let go of it.

        :param number: of the hold
        :param name: for errors
        :param term: of before, where the lease of this process was lost; None: a new one
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
                raise InputError(f"{name!r} is lost", "another server has had it meanwhile")
            self._held[number] = _Hold(name, found[0])
            return self._held[number].term

    def term(self, number: int) -> int | None:
        """Return the term of a key that the lease holds. None if it does not."""
        held = None if self.is_lost else self._held.get(number)
        return None if held is None else held.term

    def owns(self, name: str) -> bool:
        """True if the lease holds a key."""
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
    """The connections of a process: a lease that holds keys, and one beside it for all but lines and holds.

    :param address: of the process, for this machine; empty: it serves nobody
    """

    def __init__(self, dsn: str, address: str = "") -> None:
        self.dsn: str = dsn
        self.address: str = address
        self.name: str = f"hexwidget-{token_urlsafe(9)}"
        """The name of all connections of this worker, and of no others."""
        self.viewers: Callable[[], int] = lambda: 0
        """Returns how many viewers this worker has."""
        self.lost: Callable[[str | None], None] = lambda _: None
        """Called, from any thread, with a key that this worker holds no more; None: it holds none."""
        self._using = threading.RLock()
        self._side: Connection | None = None
        self._within = 0
        """The number of transactions that use it, each within the one before."""
        self._opening = threading.Lock()
        self.present_lease: Lease | None = None
        """The lease that was opened last."""

    def lease(self) -> Lease:
        """Return the lease of this worker. A lost lease is replaced by another.

        :raises InputError: if the database cannot be used
        """
        with self._opening:
            if self.present_lease is None or self.present_lease.is_lost:
                self.present_lease = Lease(self)
            return self.present_lease

    def close(self) -> None:
        """Close the connections."""
        if self.present_lease is not None:
            self.present_lease.close()
        if self._side is not None:
            self._side.close()

    def _connect(self) -> Connection:
        if self._side is None or self._side.closed:
            self._side = connect(self.dsn, self.name)
        return self._side

    def run(self, text: Any, *values: Any, done: str = "read") -> Rows:
        """Carry out a statement that may be carried out twice, as nobody knows if one was whose reply was lost. Return its rows.

        :param done: the verb for the failed task
        :raises InputError: if the database cannot be used
        """
        with self._using, database_errors(self.dsn, done):
            is_used = self._side is not None and not self._within
            try:
                return rows_of(self._connect(), text, values)
            except psycopg.OperationalError:
                if not is_used:
                    raise
                self._side = None  # it has ended since its last use
                return rows_of(self._connect(), text, values)

    @contextmanager
    def transaction(self, done: str = "written") -> Iterator[Connection]:
        """Give a connection within a transaction, of which `run` is a part, too. A block within a block is a part of the same one.

        :param done: the verb for the failed task
        :raises InputError: if the database cannot be used
        """
        with self._using, database_errors(self.dsn, done), ExitStack() as stack:
            at = self._connect()
            try:
                stack.enter_context(at.transaction())
            except psycopg.OperationalError:
                if self._within:
                    raise
                self._side = None
                at = self._connect()
                stack.enter_context(at.transaction())
            self._within += 1
            try:
                yield at
            finally:
                self._within -= 1
