"""A class as a service of JupyterHub: learners come by their hub names, and owners to the wall. Links open nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import count
from pathlib import Path
from typing import Any, cast

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from hexwidget.classroom.app import LEARNERS_PAGE, WALL_PAGE, Walls, file_routes
from hexwidget.classroom.crew import Crew, Processes
from hexwidget.classroom.games import TEACHER
from hexwidget.classroom.kept import LONGEST_NAME, KeptClass, open_class
from hexwidget.classroom.room import LEARNER, ONLOOKER, ClassFigures, ClassRoom
from hexwidget.classroom.serving import check_workers, kept_in
from hexwidget.lessons import Course
from hexwidget.problems import InputError, Problem
from hexwidget.serving.closing import CloseCode
from hexwidget.serving.cookies import key_in
from hexwidget.serving.links import Place
from hexwidget.serving.viewer import Outbox
from hexwidget.table.admission import Tries
from hexwidget.table.app import HEADERS, PAGE
from hexwidget.table.hub.login import FORBIDDEN, IN_USE, Asking, HubLogin, HubUser, Service, told
from hexwidget.table.hub.tables import BY_NAME, LOGIN_FIRST
from hexwidget.table.serving import BACK, check_origin, listening, own_address, uvicorn_server
from hexwidget.table.table import Table

NOT_YOURS = "The wall is for the teachers of the class: the hub's admins, and those whom they have named."


class HubRoom(ClassRoom):
    """A class for the people of a hub. A door is a ticket, and behind it the digest of the token by which a teacher looks on."""

    def __init__(self, folder: KeptClass, crew: Crew, login: HubLogin) -> None:
        folder.tokens.clear()  # its links open nothing here
        super().__init__(folder, crew)
        self.login: HubLogin = login
        self.walls: dict[Outbox, str] = {}
        """The door by which each wall was opened."""
        self._asking = Asking(login)

    def door(self, content: Any, asked: HTTPConnection) -> str:
        """Return what somebody comes in by."""
        return f"{BY_NAME}{self.login.ticket(asked)} {key_in(content, {})}"

    async def user(self, door: str) -> HubUser:
        """Return the person who comes.

        :raises InputError: if they have not logged in, or the hub does not answer
        """
        user = await self.login.user(_parts(door)[0]) if door.startswith(BY_NAME) else None
        if user is None:
            raise InputError(LOGIN_FIRST, [Problem("", "load this page again")])
        return user

    async def find(self, door: str) -> tuple[Table, Place] | None:
        """Return a learner's own course, or for an owner the one that they look on, or a table; see `ServedTables`."""
        user = await self.user(door)
        await self.begin()
        if (who := self.games.who(door)) is not None:
            if who != (TEACHER if user.owns else self._learner(user.name)):
                raise InputError("this seat is not yours", [Problem("", "your own page leads to your tables")])
            return await self.games.find(_parts(door)[1])
        if not user.owns:
            return cast(Table, self._desks[self._learner(user.name)]), LEARNER
        learner = self._looks.get(_parts(door)[1])
        if learner is None:
            raise InputError("you are a teacher of this class", [Problem("", "look on at a board from the wall")])
        return cast(Table, self._desks[learner]), ONLOOKER

    def _learner(self, user: str) -> str:
        """Return the learner of an account, who is let in if they are new.

        :raises InputError: in words for the learner, if the class is full
        """
        learners = self.folder.learners.values()
        for each in learners:
            if each.user == user:
                return each.id
        taken = {each.name.casefold() for each in learners}
        short = user if len(user) <= LONGEST_NAME else f"{user[: LONGEST_NAME - 1]}…"
        names = (short if n == 1 else f"{short[: LONGEST_NAME - 6]} ({n})" for n in count(1))
        learner, _ = self.folder.admit(next(name for name in names if name.casefold() not in taken), user)
        self.came(learner)
        return learner.id

    def renew(self, learner: str, *, alone: bool) -> str:
        """Refuse a link.

        :raises InputError: always
        """
        raise InputError("links open nothing here", [Problem("", "learners log in with the hub, on each device")])

    def beat(self) -> None:
        """Let every viewer know that the line holds, and show those out who may stay no more."""
        super().beat()
        learners = self.folder.learners
        here = [
            (at, place == LEARNER or self.games.who(door) in learners, door) for at, place, door in self.viewers.here()
        ]
        here += [(outbox, False, door) for outbox, door in self.walls.items()]
        for outbox, learns, door in here:
            user = self.login.last(_parts(door)[0])
            if user is None or user.owns == learns:
                outbox.cut(CloseCode.MOVED)
        self._asking.beat({_parts(door)[0] for _, _, door in here})

    def close(self) -> None:
        """End the workers."""
        self._asking.close()
        super().close()


class HubWalls(Walls):
    """The connections of the owners to the wall."""

    def __init__(self, room: HubRoom, tries: Tries, origin: str | None) -> None:
        super().__init__(room, tries, origin)
        self._hub = room
        room.walls = self.here

    def _door(self, content: Any, ws: WebSocket) -> str:
        return self._hub.door({}, ws)

    async def _find(self, door: str) -> bool | None:
        user = await self._hub.user(door)
        if not user.owns:
            raise InputError("this wall is not yours", [Problem("", NOT_YOURS)])
        return True


def _parts(door: str) -> tuple[str, str]:
    """Return the ticket, and the digest of the token by which a teacher looks on."""
    ticket, _, look = door.removeprefix(BY_NAME).rpartition(" ")
    return ticket, look


def hub_routes(room: HubRoom, tries: Tries, origin: str | None) -> list[BaseRoute]:
    """Return the routes of a class's pages. They come before those of a table.

    :param tries: the count of wrong links
    :param origin: of the pages in browsers; None: that of each request
    """
    login = room.login

    def page(text: str, user: HubUser) -> Response:
        who = f'<body data-hub="{"owner" if user.owns else "learner"}" data-logout="{escape(login.logout)}">'
        return HTMLResponse(text.replace("<body>", who), headers=HEADERS)

    async def learners(_: Request, user: HubUser) -> Response:
        return page(LEARNERS_PAGE, user)

    async def table(_: Request, user: HubUser) -> Response:
        return HTMLResponse(PAGE, headers=HEADERS)

    async def wall(_: Request, user: HubUser) -> Response:
        return page(WALL_PAGE, user) if user.owns else told(NOT_YOURS, FORBIDDEN)

    return [
        Route("/", login.page(learners)),
        Route("/wall", login.page(wall)),
        Route("/t/{table}/", login.page(table)),
        WebSocketRoute("/wall/socket", HubWalls(room, tries, origin).attend),
        *file_routes(),
        *login.routes(),
    ]


def serve_hub_class(
    folder: Path,
    course: Course | None,
    *,
    groups: Sequence[str] = (),
    origin: str | None = None,
    workers: int | None = None,
    database: str | None = None,
    ready: Callable[[str, str], None],
) -> None:
    """Serve a class to the people of a hub, until the process is told to end.

    :param course: of a new class; None: the class is there already
    :param groups: the groups of the hub whose members are teachers, beside the hub's admins
    :param workers: the processes that have the courses; None: one for each processor, 2 to 8
    :param database: see `serve_class`
    :param ready: called once with the address of the class, and the title of the course
    :raises InputError: if it cannot be served
    """
    service = Service.read()
    origin = origin or service.origin
    check_origin(origin)
    check_workers(workers)
    prefix = service.prefix.rstrip("/")
    service.end_with_hub()
    with listening(*service.bound, IN_USE) as bound, kept_in(folder, database, own_address(bound) + prefix) as where:
        kept, tries = open_class(where, course), Tries()
        room = HubRoom(kept, Processes(kept, workers), HubLogin(service, groups, origin))
        options: dict[str, Any] = {"tries": tries, "more": hub_routes(room, tries, origin), "figures": ClassFigures()}
        server = uvicorn_server(room, origin, last_words=BACK, prefix=prefix, door=room.door, **options)
        ready(f"{origin or own_address(bound)}{prefix}", room.course.title)
        server.run(sockets=[bound])
