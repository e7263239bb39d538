"""The worker processes of ``hexwidget serve --database``, and the process that starts them.

All workers listen at the port of the command, and each at one of its own, by which a proxy and the other workers reach it. A worker ends with the
process that started it, however that one ends.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic, sleep
from typing import Any

from hexwidget.problems import InputError, Problem
from hexwidget.store.postgres.database import Database
from hexwidget.store.postgres.schema import prepare
from hexwidget.table.admission import MOST_VIEWERS, Tries
from hexwidget.table.choosing import Choosing, load_systems
from hexwidget.table.figures import Figures
from hexwidget.table.lobby import PATH, Lobby
from hexwidget.table.owner import owners_link
from hexwidget.table.serving import (
    BACK,
    address,
    check_limits,
    check_origin,
    listening,
    own_address,
    uvicorn_server,
)
from hexwidget.table.shared import SharedTables
from hexwidget.table.status import status_routes
from hexwidget.table.tables import MOST_TABLES
from hexwidget.widget.host import log

MOST_WORKERS = 64
LOCAL = "127.0.0.1"
"""The host of the workers' own ports: for a proxy, and each other, on this machine."""
PAUSE, WELL_AFTER, LONGEST_PAUSE = 0.1, 3.0, 2.0
"""The seconds until a worker that has ended is started again, which double each time, and the life after which it counts as well."""
PATIENCE = 10.0
"""The seconds in which workers have to end."""


@dataclass(frozen=True)
class Settings:
    """The settings that all workers share."""

    dsn: str
    modules: Sequence[str]
    origin: str | None
    base: str
    owner: str
    """The digest of the owner's token."""
    most_tables: int
    most_viewers: int
    metrics: bool


def serve_database(
    dsn: str,
    modules: Sequence[str] = (),
    *,
    workers: int,
    host: str,
    port: int,
    origin: str | None,
    new_links: bool,
    most_tables: int | None = None,
    most_viewers: int | None = None,
    metrics: bool = False,
    ready: Callable[[SharedTables, str, str | None], None],
) -> None:
    """Serve all tables of a database by some processes, until this one is told to end.

    :param dsn: the address of the database
    :param modules: the modules of the rule systems of others that may run
    :param workers: the number of processes
    :param port: 0: a free one; the workers' own are those after it, or free ones
    :param new_links: give the owner another link; players' links stay
    :param ready: called once with the tables, the address of their page, and the owner's link; None if it is not kept
    :raises InputError: if they cannot be served
    """
    check_origin(origin)
    check_limits(most_tables, most_viewers)
    if not 1 <= workers <= MOST_WORKERS:
        what = f"expected 1 to {MOST_WORKERS}, not {workers}"
        raise InputError("so many workers cannot run", [Problem("--workers", what)])
    with listening(host, port) as bound:
        ports = [port and port + number for number in range(1, workers + 1)]
        for each in filter(None, ports):
            listening(LOCAL, each).close()
        prepare(dsn)
        base = origin or address(host, bound.getsockname()[1])
        store = Database(dsn)
        try:
            store.worker.lease()
            owner, token = owners_link(store, new_link=new_links)
            most = most_tables or MOST_TABLES, most_viewers or MOST_VIEWERS
            settings = Settings(dsn, modules, origin, base, owner, *most, metrics)
            tables = SharedTables(store, load_systems(modules), most_tables=most[0])
            tables.look_into_all()
            ready(tables, base, None if token is None else f"{base}{PATH}#{token}")
        finally:
            store.close()
        Workers(settings, bound, ports).run()


class Workers:
    """Worker processes, which are started again when they end by themselves."""

    def __init__(self, settings: Settings, bound: socket.socket, ports: Sequence[int]) -> None:
        self._settings, self._bound, self._ports = settings, bound, ports
        self._context = multiprocessing.get_context("spawn")
        self._alive, self._theirs = self._context.Pipe(duplex=False)
        """Both ends of a pipe. Workers end when the second one is closed, as it is with this process."""
        self._running: dict[int, tuple[BaseProcess, float]] = {}
        self._due: dict[int, tuple[float, float]] = {}
        """The workers that wait to be started, each with the moment, and the pause before it."""
        self._pauses: dict[int, float] = {}
        self._ending = threading.Event()

    def run(self) -> None:
        """Run the workers until this process is told to end."""
        before = {each: signal.signal(each, self._end) for each in (signal.SIGINT, signal.SIGTERM)}
        self._due = dict.fromkeys(range(len(self._ports)), (0.0, PAUSE))
        try:
            while not self._ending.is_set():
                self._start_due()
                sentinels = [process.sentinel for process, _ in self._running.values()]
                wait(sentinels, timeout=PAUSE)
                self._note_ended()
            self._stop()
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)
            for process, _ in self._running.values():
                process.kill()

    def _end(self, *_: Any) -> None:
        if self._ending.is_set():  # a second Ctrl+C ends at once
            for process, _started in self._running.values():
                process.kill()
            os._exit(128 + signal.SIGINT)
        self._ending.set()

    def _start_due(self) -> None:
        for number, (moment, pause) in list(self._due.items()):
            if monotonic() >= moment:
                del self._due[number]
                arguments = self._settings, self._bound, self._ports[number], self._alive
                process = self._context.Process(target=run_worker, args=arguments, name=f"worker-{number + 1}")
                process.start()
                self._running[number] = process, monotonic()
                self._pauses[number] = pause

    def _note_ended(self) -> None:
        for number, (process, started) in list(self._running.items()):
            if process.exitcode is not None and not self._ending.is_set():
                del self._running[number]
                well = monotonic() - started > WELL_AFTER
                pause = PAUSE if well else min(2 * self._pauses[number], LONGEST_PAUSE)
                log().error("worker %d has ended (%s) and is started again", number + 1, process.exitcode)
                self._due[number] = monotonic() + pause, pause

    def _stop(self) -> None:
        """End all workers in order: they tell their viewers, and close their journals."""
        for process, _ in self._running.values():
            if process.pid is not None and process.exitcode is None:
                with suppress(ProcessLookupError):
                    os.kill(process.pid, signal.SIGTERM)
        until = monotonic() + PATIENCE
        for process, _ in self._running.values():
            process.join(max(0.0, until - monotonic()))


def run_worker(settings: Settings, bound: socket.socket, port: int, alive: Connection) -> None:
    """Serve the tables as one of the workers, until this process is told to end.

    :param bound: the socket that all workers listen at
    :param port: its own one; 0: a free one
    :param alive: the end of a pipe that is closed when the worker has to end
    """
    systems = load_systems(settings.modules)
    with _listening(port) as own:
        store = Database(settings.dsn, address=own_address(own))
        tables = SharedTables(store, systems, most_tables=settings.most_tables, most_viewers=settings.most_viewers)
        tries, figures = Tries(), Figures()
        lobby = Lobby(tables, Choosing(systems), settings.owner, settings.base, tries)
        more = status_routes(tables, figures, lobby.opens, tries, metrics=settings.metrics, origin=settings.origin)
        more = [*more, *lobby.routes()]
        server = uvicorn_server(tables, settings.origin, last_words=BACK, tries=tries, more=more, figures=figures)
        threading.Thread(target=_end_with, args=(alive, server), daemon=True).start()
        with suppress(KeyboardInterrupt):
            server.run(sockets=[bound, own])


def _listening(port: int) -> socket.socket:
    """Return the worker's own socket. The one before may have just been killed."""
    until = monotonic() + PATIENCE
    while True:
        try:
            return listening(LOCAL, port)
        except InputError:
            if monotonic() > until:
                raise
            sleep(PAUSE)


def _end_with(alive: Connection, server: Any) -> None:
    """End the server when the process that started this one has ended."""
    with suppress(OSError, EOFError):
        alive.recv()
    server.should_exit = True
