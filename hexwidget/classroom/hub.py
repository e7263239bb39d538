"""A class as a service of JupyterHub: learners come by their hub names, and owners to the wall. Links open nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from hexwidget.classroom.channels import LEARNER, ONLOOKER, WALL, ClassChannels, is_wall
from hexwidget.classroom.games import TEACHER
from hexwidget.classroom.pages import SOCKETS, class_files, learners_page, wall_page
from hexwidget.classroom.serving import check_workers, kept_in
from hexwidget.classroom.storage import KeptClass, open_class
from hexwidget.classroom.workers import WorkerProcesses, Workers
from hexwidget.lessons import Course
from hexwidget.problems import InputError, is_alike
from hexwidget.serving.app import Site
from hexwidget.serving.background import Act
from hexwidget.serving.channels import Channel
from hexwidget.serving.entry_codes import LONGEST_NAME
from hexwidget.serving.hub import HubLogin, HubPeople, HubUser, Service, page_saying, parts
from hexwidget.serving.links import Place, key_in
from hexwidget.serving.pages import NOT_YOURS, page_of
from hexwidget.serving.server import ServerOptions, run
from hexwidget.table.pages import table_page

TEACHERS_ONLY = "The wall is for the teachers of the class: the hub's admins, and the people they have named."


class HubClassChannels(ClassChannels):
    """A class for the people of a hub. The word of a credential is that of the wall, or the digest of the token of a seat, or of that by which
    a teacher looks on."""

    joins = False

    def __init__(self, folder: KeptClass, workers: Workers, login: HubLogin, base: str = "") -> None:
        folder.tokens.clear()  # its links open nothing here
        super().__init__(folder, workers, base)
        self.people: HubPeople = HubPeople(login, self.viewers, self._may_stay)

    def credential(self, content: Any, connection: HTTPConnection) -> str:
        """Return the credential of a person."""
        return self.people.credential(connection, WALL.strip() if is_wall(connection) else key_in(content, {}))

    async def find(self, credential: str) -> tuple[Channel, Place] | None:
        """Return the wall for an owner, a learner's own course, the course that an owner looks on, or a table; see
        `hexwidget.serving.channels.Channels`."""
        user, word = await self.people.user(credential), parts(credential)[1]
        await self.start_workers()
        if word == WALL.strip():
            if not user.owns:
                raise InputError("this wall is not yours", TEACHERS_ONLY)
            return self.wall, None
        if (who := self.games.who(credential)) is not None:
            if who != (TEACHER if user.owns else self._learner(user.name)):
                raise InputError("this seat is not yours", "your own page leads to your tables")
            return await self.games.find(word)
        if not user.owns:
            return self._courses[self._learner(user.name)], LEARNER
        learner = self._looks.get(word)
        if learner is None:
            raise InputError("you are a teacher of this class", "look on at a board from the wall")
        return self._courses[learner], ONLOOKER

    def _learner(self, user: str) -> str:
        """Return the learner of an account, who is let in if they are new.

        :raises InputError: in words for the learner, if the class is full
        """
        learners = self.folder.learners.values()
        for each in learners:
            if each.user == user:
                return each.id
        short = user if len(user) <= LONGEST_NAME else f"{user[: LONGEST_NAME - 1]}…"
        names = (short if n == 1 else f"{short[: LONGEST_NAME - 6]} ({n})" for n in count(1))
        free = (name for name in names if not is_alike(name, (each.name for each in learners)))
        learner, _ = self.folder.admit(next(free), user)
        self.came(learner)
        return learner.id

    def renew(self, learner: str, *, alone: bool) -> str:
        """Refuse a link.

        :raises InputError: always
        """
        raise InputError("links open nothing here", "learners log in with the hub, on each device")

    def _may_stay(self, user: HubUser, place: Place, credential: str) -> bool:
        return user.owns != (place == LEARNER or self.games.who(credential) in self.folder.learners)

    def tasks(self) -> Sequence[tuple[str, Act, float]]:
        """Ask the hub again and again, too."""
        return [*super().tasks(), *self.people.tasks()]


def hub_site(channels: HubClassChannels, origin: str | None = None, *, prefix: str = "", collects: bool = True) -> Site:
    """Return the pages of a class.

    :param origin: of the pages in browsers; None: that of each request
    :param prefix: the path of all pages
    """
    login = channels.people.login

    def page(text: str, user: HubUser) -> Response:
        who = f'<body data-hub="{"owner" if user.owns else "learner"}" data-logout="{escape(login.logout)}"'
        return page_of(text.replace("<body", who, 1))

    async def learners(_: Request, user: HubUser) -> Response:
        return page(learners_page(), user)

    async def table(_: Request, user: HubUser) -> Response:
        return page_of(table_page())

    async def wall(_: Request, user: HubUser) -> Response:
        return page(wall_page(), user) if user.owns else page_saying(TEACHERS_ONLY, NOT_YOURS)

    own = {"/": learners, "/wall": wall, "/t/{table}/": table}
    routes = [*(Route(path, login.page(answer)) for path, answer in own.items()), *class_files(), *login.routes()]
    return Site(routes, SOCKETS, origin, prefix, collects=collects)


def serve_hub_class(
    folder: Path, course: Course | None, options: ServerOptions, ready: Callable[[str, str], None]
) -> None:
    """Serve a class to the people of a hub, until the process is told to end.

    :param course: of a new class; None: the class is there already
    :param folder: in a database, the name of the class
    :param ready: called once with the address of the class, and the title of the course
    :raises InputError: if it cannot be served
    """
    service = Service.read()
    check_workers(options.workers)
    with service.listen(options.origin) as at, kept_in(folder, options.database, at.own) as where:
        kept = open_class(where, course)
        login = HubLogin(service, options.owner_group, at.origin)
        channels = HubClassChannels(kept, WorkerProcesses(kept, options.workers), login, at.base)
        ready(at.base, channels.course.title)
        run(channels, hub_site(channels, at.origin, prefix=at.prefix), at.bound)
