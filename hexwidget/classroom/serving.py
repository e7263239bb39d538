"""The server of ``hexwidget class``."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from hexwidget.classroom.channels import ClassChannels
from hexwidget.classroom.games import renew_teachers_links
from hexwidget.classroom.pages import class_site
from hexwidget.classroom.storage import in_database, open_class
from hexwidget.classroom.workers import WorkerProcesses
from hexwidget.lessons import Course
from hexwidget.problems import InputError
from hexwidget.serving.server import FOR_ALL, ServerOptions, own_address, run
from hexwidget.store.folder import Folder
from hexwidget.store.store import Store

__all__ = ["ClassChannels", "class_site", "renew_teachers_links"]


def serve_class(
    folder: Path, course: Course | None, options: ServerOptions, ready: Callable[[ClassChannels], None]
) -> None:
    """Serve a class until the process is told to end.

    :param folder: in a database, the name of the class
    :param course: of a new class; None: the class is there already
    :param ready: called once with the class, before anybody can come
    :raises InputError: if it cannot be served
    """
    check_workers(options.workers)
    with listening_again(folder, options) as bound, kept_in(folder, options.database, own_address(bound)) as where:
        kept = open_class(where, course, new_links=options.new_links)
        if options.new_links:
            renew_teachers_links(kept)
        channels = ClassChannels(kept, WorkerProcesses(kept, options.workers), options.base(bound), FOR_ALL)
        ready(channels)
        run(channels, class_site(channels, options.origin), bound)


def kept_in(folder: Path, database: str | None, at: str) -> AbstractContextManager[Store]:
    """Return a block that gives the place of a class, and keeps other servers out of it; see `serve_class`.

    :param at: the address of the server, for this machine
    :raises InputError: if it cannot be used, or another process serves it
    :raises ImportError: if the extra is not installed
    """
    return Folder(folder).hold(address=at) if database is None else in_database(database, str(folder))


def check_workers(workers: int | None) -> None:
    """Check the number of processes that somebody asks for.

    :raises InputError: if it is below 1
    """
    if workers is not None and workers < 1:
        raise InputError("this class cannot be served", f"expected 1 or more, not {workers}", "workers")


def listening_again(folder: Path, options: ServerOptions) -> socket.socket:
    """Return a socket that waits for learners. Without a port it is that at which the class was served last, if it is free, so that links
    stay.

    :raises InputError: if the port is in use, or the host is not this machine's
    """
    if not options.port:
        with suppress(InputError, ValueError):
            return replace(options, port=urlsplit(Folder(folder).address() or "").port or 0).listen()
    return options.listen()
