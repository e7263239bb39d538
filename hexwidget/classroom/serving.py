"""The server of a class, on the server of tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import uvicorn

from hexwidget.classroom.app import class_routes
from hexwidget.classroom.crew import Processes
from hexwidget.classroom.folder import open_class
from hexwidget.classroom.games import renew_teachers_links
from hexwidget.classroom.room import ClassFigures, ClassRoom
from hexwidget.lessons import Course
from hexwidget.problems import InputError, Problem
from hexwidget.table.admission import Tries
from hexwidget.table.folder import held
from hexwidget.table.serving import BACK, address, check_origin, listening, own_address, uvicorn_server

JOIN = "join="
"""The beginning of the class's link behind the ``#``."""


def serve_class(
    folder: Path,
    course: Course | None,
    *,
    host: str,
    port: int,
    origin: str | None,
    new_links: bool,
    workers: int | None = None,
    ready: Callable[[dict[str, str] | None, str], None],
) -> None:
    """Serve a class until the process is told to end.

    :param course: of a new class; None: the class is there already
    :param workers: the processes that have the courses; None: one for each processor, 2 to 8
    :param ready: called once with the links, or None if they are not kept, and the title of the course
    :raises InputError: if it cannot be served
    """
    check_origin(origin)
    if workers is not None and workers < 1:
        raise InputError("this class cannot be served", [Problem("--workers", f"expected 1 or more, not {workers}")])
    with listening(host, port) as bound, held(folder, own_address(bound)):
        kept = open_class(folder, course, new_links=new_links)
        if new_links:
            renew_teachers_links(folder)
        room = ClassRoom(kept, Processes(kept, workers))
        server = class_server(room, origin)
        base = origin or address(host, bound.getsockname()[1])
        both = (("class", f"/#{JOIN}"), ("teacher", "/wall#"))
        links = (
            {name: f"{base}{path}{kept.tokens[name]}" for name, path in both} if len(kept.tokens) == len(both) else None
        )
        ready(links, room.course.title)
        server.run(sockets=[bound])


def class_server(room: ClassRoom, origin: str | None = None) -> uvicorn.Server:
    """Return the server of a class."""
    tries = Tries()
    routes = class_routes(room, tries, origin)
    return uvicorn_server(room, origin, last_words=BACK, tries=tries, more=routes, figures=ClassFigures())
