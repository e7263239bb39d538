"""A class as its server sees it: who comes in by which link, and what learners and the teacher may ask.

A learner's link opens that learner's course, and nothing else. What a learner may ask beside the messages of a board are the wishes of `MINE`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from itertools import count
from typing import Any, cast

from hexwidget.classroom.crew import Crew, worker_of
from hexwidget.classroom.desks import Message
from hexwidget.classroom.folder import ClassFolder, Learner
from hexwidget.problems import InputError
from hexwidget.table.admission import Viewers
from hexwidget.table.app import NO_SUCH_LINK, in_words
from hexwidget.table.figures import Figures
from hexwidget.table.keeping import Place
from hexwidget.table.table import BEAT, Table, TableViewer
from hexwidget.table.viewer import REPLACED, Outbox
from hexwidget.widget.host import log
from hexwidget.widget.line import packed

MOST_VIEWERS = 400
MOST_LOOKS = 50
"""The most boards that the teacher has looked on at whose addresses still open them: the oldest is forgotten."""
LEARNER, ONLOOKER = "learner", ""
"""The places at a learner's course."""
MINE = ("file", "link", "forget")
"""The wishes of a learner: to get all that is kept of them, another link of their own, and to have all deleted."""


class ClassFigures(Figures):
    """The counts of a server whose courses lie in other processes."""

    def take(self, table: Table, content: object, viewer: TableViewer) -> None:
        """Have a message sent on."""
        table.take(content, viewer)


class Desk:
    """The course of a learner, which lies with a worker."""

    def __init__(self, room: ClassRoom, learner: str) -> None:
        self._room = room
        self.learner = learner

    def enter(self, place: Place, viewer: Outbox) -> None:
        """Show a viewer the board."""
        number = next(self._room.numbers)
        self._room.viewers_by_number[number] = viewer
        self._room.numbers_of[viewer] = number
        self._room.at[viewer] = self.learner, place
        self._room.show(viewer)

    def leave(self, place: Place, viewer: Outbox) -> None:
        """Show a viewer nothing more."""
        number = self._room.numbers_of.pop(viewer, None)
        if number is not None:
            del self._room.viewers_by_number[number], self._room.at[viewer]
            self._room.tell(self.learner, ["leave", self.learner, number])

    def take(self, content: object, viewer: Outbox) -> None:
        """Send a message on, or do what a learner wishes."""
        if viewer not in self._room.at:
            return
        if isinstance(content, Mapping) and "class" in content:
            if self._room.at[viewer][1] == LEARNER and content["class"] in MINE:
                self._room.wish(self.learner, str(content["class"]), viewer)
            return
        self._room.tell(self.learner, ["take", self.learner, self._room.numbers_of[viewer], content])


class ClassRoom:
    """A class that is served; see `hexwidget.table.tables.ServedTables`."""

    def __init__(self, folder: ClassFolder, crew: Crew) -> None:
        self.viewers = Viewers(MOST_VIEWERS)
        self.folder = folder
        self.course = folder.course(checked=True)
        self.numbers = count(1)
        self.viewers_by_number: dict[int, Outbox] = {}
        self.numbers_of: dict[Outbox, int] = {}
        self.at: dict[Outbox, tuple[str, Place]] = {}
        """The learner at whose course each viewer is, and the place."""
        self._crew = crew
        self._begun: asyncio.Task[None] | None = None
        self._desks: dict[str, Desk] = {}
        self._doors: dict[str, str] = {}
        self._looks: dict[str, str] = {}
        self._asked: dict[int, asyncio.Future[str]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        for learner in folder.learners.values():
            self._admit(learner)

    def _admit(self, learner: Learner) -> None:
        """Let the links of a learner open their course, and no others."""
        self._desks.setdefault(learner.id, Desk(self, learner.id))
        self._doors = {door: id for door, id in self._doors.items() if id != learner.id}
        self._doors |= dict.fromkeys(learner.doors, learner.id)

    # ------------------------------------------------------------------ what the server asks
    async def find(self, door: str) -> tuple[Table, Place] | None:
        """Return the course and the place that a link leads to; see `ServedTables`."""
        await self.begin()
        for doors, place in ((self._doors, LEARNER), (self._looks, ONLOOKER)):
            if door in doors:
                # The server only lets viewers enter, leave and send messages: that is all a desk has of a table.
                return cast(Table, self._desks[doors[door]]), place
        return None

    async def begin(self) -> None:
        """Begin the workers, once."""
        if self._begun is None:
            self._begun = asyncio.create_task(self._crew.begin(self.hear))
        await asyncio.shield(self._begun)

    def beat(self) -> None:
        """Let every viewer know that the line holds."""
        if self._begun is None:
            self._do(self.begin())
        for viewer in list(self.at):
            viewer.beat(BEAT)

    def states(self) -> dict[str, int]:
        """Return the number of courses; see `ServedTables`."""
        awake = len({learner for learner, _ in self.at.values()})
        return {"awake": awake, "asleep": len(self.folder.learners) - awake, "broken": 0}

    def close(self) -> None:
        """End the workers."""
        self._crew.close()

    def _do(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ------------------------------------------------------------------ workers
    def tell(self, learner: str, message: Message) -> None:
        """Send a message to the worker of a learner."""
        self._crew.tell(worker_of(learner, self._crew.number), message)

    async def ask(self, learner: str, kind: str) -> str:
        """Have a learner's worker do something. Return what is wrong, in words; empty: it is done."""
        number = next(self.numbers)
        self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            self.tell(learner, [kind, learner, number])
            return await asyncio.wait_for(self._asked[number], 10)
        except TimeoutError:
            return "That took too long; try again in a moment."
        finally:
            del self._asked[number]

    def hear(self, worker: int, message: Message) -> None:
        """Take what a worker says."""
        match message:
            case ["put", int(number), str(text)]:
                if number in self.viewers_by_number:
                    self.viewers_by_number[number].put(text)
            case ["done", int(number), str(problem)]:
                if number in self._asked and not self._asked[number].done():
                    self._asked[number].set_result(problem)
            case ["lost"]:  # the pages come back, and ask again for what was not answered
                for viewer in self._viewers_of(worker):
                    viewer.drop()
            case ["begun"]:
                for viewer in self._viewers_of(worker):  # they have come while there was nobody to show them a board
                    self.show(viewer)

    def _viewers_of(self, worker: int) -> list[Outbox]:
        return [viewer for viewer, (learner, _) in self.at.items() if worker_of(learner, self._crew.number) == worker]

    def show(self, viewer: Outbox) -> None:
        """Have a viewer shown the board where they are."""
        learner, place = self.at[viewer]
        self.tell(learner, ["enter", learner, self.numbers_of[viewer], place == ONLOOKER])

    # ------------------------------------------------------------------ learners
    def join(self, name: object) -> str:
        """Let a learner in who is new, and return the token of their link.

        :raises InputError: in words for the learner
        """
        learner, token = self.folder.admit(name)
        self._admit(learner)
        self.tell(learner.id, ["admit", learner.id, learner.name])
        return token

    def wish(self, learner: str, name: str, viewer: Outbox) -> None:
        """Do what a learner wishes."""
        self._do(self._wish(learner, name, viewer))

    async def _wish(self, learner: str, name: str, viewer: Outbox) -> None:
        try:
            if name == "file":
                text = await asyncio.to_thread(self.folder.text_of, learner)
                title = f"{self.course.title} {self.folder.learners[learner].name}"
                viewer.put(packed("file", name=title, kind="json", text=text))
            elif name == "link":
                token = self.renew(learner, alone=False)
                viewer.put(packed("link", token=token))
            else:
                await self.forget(learner)
        except InputError as error:
            viewer.put(packed("said", text=in_words(error)))
        except KeyError:
            pass  # the teacher has deleted them meanwhile
        except Exception:
            log().exception("a wish of a learner failed")
            viewer.put(packed("said", text="That failed. The server's log says why."))

    def renew(self, learner: str, *, alone: bool) -> str:
        """Give a learner another link, and return its token.

        :param alone: True: the links before open nothing any more, and those who came by them are cut
        :raises InputError: if that cannot be written
        """
        token = self.folder.renew(learner, alone=alone)
        self._admit(self.folder.learners[learner])
        if alone:
            self._cut(learner, REPLACED, LEARNER)
        return token

    async def forget(self, learner: str) -> None:
        """Delete everything of a learner, and cut those who look at their course.

        :raises InputError: if a file cannot be deleted
        """
        self._doors = {door: id for door, id in self._doors.items() if id != learner}
        self._looks = {door: id for door, id in self._looks.items() if id != learner}
        problem = await self.ask(learner, "forget")
        if problem:
            log().error("a process of the class did not let go of a learner: %s", problem)
        try:
            await asyncio.to_thread(self.folder.forget, learner)
        finally:
            self._cut(learner, NO_SUCH_LINK, LEARNER, ONLOOKER)
            self._desks.pop(learner, None)

    def _cut(self, learner: str, why: int, *places: Place) -> None:
        for viewer, at in list(self.at.items()):
            if at[0] == learner and at[1] in places:
                viewer.cut(why)
