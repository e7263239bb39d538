"""The worker processes of ``hexwidget serve --database``, and the process that starts them.

All workers listen at the port of the command, and each at one of its own, by which a proxy and the other workers reach it. A worker ends with the
process that started it, however that one ends.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import monotonic, sleep
from typing import Any

from hexwidget.languages import language, set_language
from hexwidget.problems import InputError
from hexwidget.serving.background import SPAWN, keep_running, when_closed
from hexwidget.serving.server import BACK, LOCAL, ServerOptions, listening, make_server, own_address
from hexwidget.store.postgres.database import Database
from hexwidget.store.postgres.schema import prepare
from hexwidget.table.game_choice import Choosing, load_systems
from hexwidget.table.lobby import PATH, Lobby
from hexwidget.table.owner import owners_link
from hexwidget.table.shared_tables import SharedTables

MOST_WORKERS = 64
PAUSE = 0.1
"""The seconds between two tries to listen at a worker's own port, and between two looks if a worker runs."""
PATIENCE = 10.0
"""The seconds in which workers have to end."""


def serve_database(
    dsn: str, modules: Sequence[str], options: ServerOptions, ready: Callable[[SharedTables, str, str | None], None]
) -> None:
    """Serve all tables of a database by some processes, until this one is told to end.

    :param dsn: the address of the database
    :param modules: the modules of the rule systems of others that may run
    :param options: the workers' own ports are those after its port, or free ones
    :param ready: called once with the tables, the address of their page, and the owner's link; None if it is not kept
    :raises InputError: if they cannot be served
    """
    workers = 1 if options.workers is None else options.workers
    if not 1 <= workers <= MOST_WORKERS:
        raise InputError("so many workers cannot run", f"expected 1 to {MOST_WORKERS}, not {workers}", "--workers")
    with options.listen() as bound:
        ports = [options.port and options.port + number for number in range(1, workers + 1)]
        for each in filter(None, ports):
            listening(LOCAL, each).close()
        prepare(dsn)
        base, store = options.base(bound), Database(dsn)
        try:
            store.worker.lease()
            owner, token = owners_link(store, new_link=options.new_links)
            tables = SharedTables(store, load_systems(modules), most_tables=options.most_tables)
            tables.look_into_all()
            ready(tables, base, None if token is None else f"{base}{PATH}#{token}")
        finally:
            store.close()
        ours, theirs = SPAWN.Pipe(duplex=False)  # workers end when the second end is closed, as it is with this process
        with theirs:
            given = [(dsn, modules, options, base, owner, bound, port, ours, language()) for port in ports]
            asyncio.run(run_workers(given))


async def run_workers(workers: Sequence[tuple[Any, ...]]) -> None:
    """Run workers until this process is told to end.

    :param workers: the arguments of `run_worker` for each
    """
    running, ending = dict[int, BaseProcess](), asyncio.Event()
    loop = asyncio.get_running_loop()

    def end(*_: object) -> None:
        if ending.is_set():  # a second Ctrl+C ends at once
            for process in running.values():
                process.kill()
            os._exit(128 + signal.SIGINT)
        loop.call_soon_threadsafe(ending.set)

    async def live(number: int) -> None:
        process = SPAWN.Process(target=run_worker, args=workers[number], name=f"worker-{number + 1}")
        process.start()
        running[number] = process
        while process.is_alive():  # threads that wait would be fewer than workers may be
            await asyncio.sleep(PAUSE)

    before = {each: signal.signal(each, end) for each in (signal.SIGINT, signal.SIGTERM)}
    keeping = [keep_running(f"worker {n + 1}", partial(live, n)) for n in range(len(workers))]
    try:
        await ending.wait()
        for task in keeping:
            task.cancel()
        for process in running.values():
            process.terminate()  # they tell their viewers, and close their journals
        until = monotonic() + PATIENCE
        while any(process.is_alive() for process in running.values()) and monotonic() < until:
            await asyncio.sleep(0.01)
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        for process in running.values():
            process.kill()


def run_worker(
    dsn: str,
    modules: Sequence[str],
    options: ServerOptions,
    base: str,
    owner: str,
    bound: socket.socket,
    port: int,
    alive: Connection,
    language: str,
) -> None:
    """Serve the tables as one of the workers, until this process is told to end.

    :param base: the address of the pages
    :param owner: the digest of the owner's token
    :param bound: the socket that all workers listen at
    :param port: its own one; 0: a free one
    :param alive: the end of a pipe that is closed when the worker has to end
    :param language: that of the process that has started it
    """
    set_language(language)
    systems = load_systems(modules)
    with _listening(port) as own:
        store = Database(dsn, address=own_address(own))
        tables = SharedTables(store, systems, most_tables=options.most_tables, most_viewers=options.most_viewers)
        server = make_server(tables, Lobby(tables, Choosing(systems), owner, base).site(options), BACK)
        when_closed(alive, partial(setattr, server, "should_exit", True))
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
