"""A class as its server sees it: the links that let people in, and the requests that learners and the teacher may make.

A learner's link opens the course of this learner and their games. A learner sends the messages of a board and the wishes in `hexwidget.classroom.wishes.CourseWish`.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hmac import compare_digest
from itertools import count
from secrets import randbits, token_urlsafe
from typing import TYPE_CHECKING, Any, ClassVar, get_args

from hexwidget.classroom import messages as of_workers
from hexwidget.classroom.games import ServedGames
from hexwidget.classroom.messages import CourseStatus, Message
from hexwidget.classroom.storage import KeptClass, Learner
from hexwidget.classroom.wall import Wall
from hexwidget.classroom.wishes import CourseWish
from hexwidget.classroom.workers import Workers, worker_of
from hexwidget.english import translated
from hexwidget.files import Scenario, scenario
from hexwidget.files.scenario import read_scenario, scenarios_of
from hexwidget.jsontext import parse_json
from hexwidget.languages import language, speaking_of
from hexwidget.lessons.courses.course import Course
from hexwidget.problems import InputError, shown
from hexwidget.serving import messages
from hexwidget.serving.admission import Viewers
from hexwidget.serving.background import Act
from hexwidget.serving.channels import Channel, Channels
from hexwidget.serving.close_codes import CloseCode
from hexwidget.serving.links import TOKEN, Place, digest
from hexwidget.serving.pages import in_words
from hexwidget.serving.viewer import Outbox
from hexwidget.widget.host import log

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

MOST_VIEWERS = 400
MOST_NOTES = 20
LEARNER, ONLOOKER = "learner", ""
"""The places at a learner's course."""
TOO_LONG = "That took too long; try again in a moment."
MINE = get_args(CourseWish)
NOTHING_SHOWN = messages.ShownBoard(None, None, "").packed()
"""The message that takes away a position that was shown to all."""
WALL = "wall "
"""The beginning of the credential of a wall. The digest of a token has no such letters."""
LOOK = 1.0
"""The seconds between two looks at who is stuck."""


def is_wall(connection: HTTPConnection) -> bool:
    """True if a connection is a wall's."""
    return connection.url.path.endswith(("/wall/socket", "/wall/seat"))


@dataclass
class Screen:
    """A viewer of a learner's course."""

    viewer: Outbox
    learner: str
    place: Place
    number: int
    is_shown: bool = False
    """True once the board is shown: a page expects its state first."""


class CourseChannel:
    """The course of a learner, which lies with a worker."""

    def __init__(self, channels: ClassChannels, learner: str) -> None:
        self._channels = channels
        self.learner = learner

    def enter(self, place: Place, viewer: Outbox) -> None:
        """Show a viewer the board."""
        screen = self._channels.screens[viewer] = Screen(viewer, self.learner, place, next(self._channels.numbers))
        self._channels.numbered[screen.number] = screen
        self._channels.show(screen)

    def leave(self, place: Place, viewer: Outbox) -> None:
        """Show a viewer nothing more."""
        if (screen := self._channels.screens.pop(viewer, None)) is not None:
            del self._channels.numbered[screen.number]
            self._channels.send_to_worker(self.learner, of_workers.Leave(self.learner, screen.number))
            self._channels.wall.look()

    def handle(self, content: object, viewer: Outbox) -> bool:
        """Send a message on, or do what a learner wishes."""
        if (screen := self._channels.screens.get(viewer)) is None:
            return False
        if not isinstance(content, Mapping) or "class" not in content:
            self._channels.send_to_worker(self.learner, of_workers.PassOn(self.learner, screen.number, content))
        elif screen.place == LEARNER and content["class"] in MINE:
            self._channels.do(self._channels.wish(self.learner, str(content["class"]), viewer))
        return False


class ClassChannels(Channels):
    """A class that is served; see `hexwidget.serving.channels.Channels`.

    :param base: the address of its pages in browsers, as far as the server knows it
    :param remedy: how to let others than this machine open them, for the teacher
    """

    joins: ClassVar[bool] = True
    """New learners join with the code, or with the link for all."""

    def __init__(self, folder: KeptClass, workers: Workers, base: str = "", remedy: str = "") -> None:
        self.viewers: Viewers = Viewers(MOST_VIEWERS, always=True)
        self.folder, self.base, self.remedy = folder, base, remedy
        self.course: Course = folder.course(checked=True)
        self.subject: object = self.course
        self.numbers: count[int] = count(randbits(48))
        """The numbers of screens and questions. Each life of the server has other numbers."""
        self.screens: dict[Outbox, Screen] = {}
        self.numbered: dict[int, Screen] = {}
        """The screens by their numbers."""
        self._workers = workers
        self._begun: asyncio.Task[None] | None = None
        self._courses: dict[str, CourseChannel] = {}
        self._doors: dict[str, str] = {}
        self._looks: dict[str, str] = {}
        self._asked: dict[int, asyncio.Future[str]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._look_tokens: dict[str, str] = {}
        self.statuses: dict[str, CourseStatus | None] = {}
        """The state of each learner, as `Pupil.status` tells it, while a wall is open; None: it cannot be told."""
        self.statics: dict[str, Any] = {}
        self.scenes: dict[str, tuple[str, Any]] = {}
        """The scene of each learner's board: the key of its part in ``statics``, and the part that changes."""
        self.shown: str | None = None
        """The message that shows a position to all; None while no position is shown."""
        self._shown_of: str | None = None
        """The learner on whose board it stands."""
        self._notes: defaultdict[str, deque[str]] = defaultdict(partial(deque, maxlen=MOST_NOTES))
        """The notes of each learner that wait until a board of theirs is shown: the last ones."""
        self._seeing: set[Outbox] = set()
        """The screens at tables that have been told what is shown."""
        self._watched = False
        self.wall: Wall = Wall(self)
        with speaking_of(self.course):
            self.games: ServedGames = ServedGames(folder, self.viewers, self.course.system.name, self._tell_games)
        for learner in folder.learners.values():
            self._admit(learner)

    def _admit(self, learner: Learner) -> None:
        """Let the links of a learner open their course, and no others."""
        self._courses.setdefault(learner.id, CourseChannel(self, learner.id))
        self._doors = {door: id for door, id in self._doors.items() if id != learner.id}
        self._doors |= dict.fromkeys(learner.doors, learner.id)

    # ------------------------------------------------------------------ what the server asks
    def credential_at(self, door: str, connection: HTTPConnection) -> str:
        """Return the digest of a token, for the wall with a word before it."""
        return f"{WALL}{door}" if is_wall(connection) else door

    async def find(self, credential: str) -> tuple[Channel, Place] | None:
        """Return the wall, or the course or table and the place, that a link leads to; see `hexwidget.serving.channels.Channels`."""
        await self.start_workers()
        if credential.startswith(WALL):
            return (self.wall, None) if compare_digest(credential, f"{WALL}{self.folder.teacher}") else None
        for doors, place in ((self._doors, LEARNER), (self._looks, ONLOOKER)):
            if credential in doors:
                return self._courses[doors[credential]], place
        return await self.games.find(credential)

    @property
    def code(self) -> str:
        """The code by which learners come in; empty: the door is closed, or they log in."""
        return self.folder.code if self.joins else ""

    def by_code(self, code: str) -> ClassChannels | None:
        """Return this class, if it has this code."""
        return self if self.code and compare_digest(code.encode(), self.code.encode()) else None

    async def by_link(self, door: str) -> ClassChannels | None:
        """Return this class, if the link for all learners has this digest."""
        return self if self.joins and compare_digest(door, self.folder.door) else None

    def about(self) -> dict[str, Any]:
        """Return the course, if the class is over, and the class's name in browsers that come back."""
        told = {"title": translated(self.course.title), "language": language(), "over": self.folder.over}
        return {**told, "known": self.folder.tokens.get("class", self.folder.door)[:8]}

    async def admit(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Let a learner in who is new; see `hexwidget.serving.entry_codes.Entrance`."""
        if not self.folder.code:
            raise InputError("the door is closed", "ask your teacher to open it")
        await self.start_workers()
        return {"token": self.join(given["name"])}

    async def start_workers(self) -> None:
        """Begin the workers, once."""
        if self._begun is None:
            self._begun = asyncio.create_task(self._workers.start(self.hear))
        await asyncio.shield(self._begun)

    def beat(self) -> None:
        """Begin the workers, and see how the games stand."""
        if self._begun is None:
            self.do(self.start_workers())
        self.games.beat()
        self._show_at_tables(self.shown or NOTHING_SHOWN)

    def tasks(self) -> Sequence[tuple[str, Act, float]]:
        """See again and again who is stuck."""
        return [("the look at the learners for the wall", self.wall.look, LOOK)]

    def states(self) -> dict[str, int]:
        """Return the number of courses; see `hexwidget.serving.channels.Channels`."""
        awake = len({screen.learner for screen in self.screens.values()})
        return {"awake": awake, "asleep": len(self.folder.learners) - awake, "broken": 0}

    def close(self) -> None:
        """End the workers, and close the games."""
        self._workers.close()
        self.games.close()

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside the answers."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ------------------------------------------------------------------ workers
    def send_to_worker(self, learner: str, message: Message) -> None:
        """Send a message to the worker of a learner."""
        self._workers.send(worker_of(learner, self._workers.number), message)

    def tell_all(self, message: Message) -> None:
        """Send a message to all workers."""
        for worker in range(self._workers.number):
            self._workers.send(worker, message)

    async def ask(self, learner: str, kind: Callable[[str, int], Message]) -> str:
        """Have a learner's worker do something. Return its answer: what is wrong, in words; empty: it is done."""
        return await self._ask(worker_of(learner, self._workers.number), partial(kind, learner))

    async def open(self, part: int) -> dict[str, str]:
        """Open a part of the course for all learners. Return the reason of each failure, by the learner's name."""
        workers = range(self._workers.number)
        answers = await asyncio.gather(*(self._ask(worker, partial(of_workers.OpenPart, part)) for worker in workers))
        left = dict[str, str]()
        for worker, answer in zip(workers, answers, strict=True):
            mine = [each for each in self.folder.learners.values() if worker_of(each.id, len(workers)) == worker]
            failed = parse_json(answer) if answer.startswith("{") else {each.id: answer for each in mine if answer}
            left |= {each.name: failed[each.id] for each in mine if each.id in failed}
        return left

    async def _ask(self, worker: int, question: Callable[[int], Message]) -> str:
        """Have a worker do something, and return its answer.

        :param question: makes the message of a number
        """
        number = next(self.numbers)
        self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            self._workers.send(worker, question(number))
            return await asyncio.wait_for(self._asked[number], 10)
        except TimeoutError:
            return translated(TOO_LONG)
        finally:
            del self._asked[number]

    def hear(self, worker: int, message: Message) -> None:
        """Handle a worker's message."""
        match message:
            case of_workers.Deliver(number, text):
                self._put(number, text)
            case of_workers.AnswerTo(number, text):
                if number in self._asked and not self._asked[number].done():
                    self._asked[number].set_result(text)
            case of_workers.Lost():  # the pages come back, and ask again for what was not answered
                for screen in self._screens_of(worker):
                    if screen.is_shown:  # else the board is shown by the next process
                        screen.viewer.finish()
            case of_workers.Begun():
                for screen in self._screens_of(worker):  # they have come while there was nobody to show them a board
                    self.show(screen)
                if self._watched:
                    self._workers.send(worker, of_workers.Watch(True))
            case of_workers.NewStatus(learner, status) if learner in self.folder.learners:
                self.statuses[learner] = status
                self.wall.look()
            case messages.BoardGround(key, scene):
                self.statics[key] = scene
                self.wall.put(message)
            case messages.BoardDrawing(learner, key, scene) if learner in self.folder.learners:
                self.scenes[learner] = key, scene
                self.wall.put(message)

    def _put(self, number: int, text: str) -> None:
        if (screen := self.numbered.get(number)) is None or screen.viewer.is_let_go:
            return  # the notes wait for the next screen
        screen.viewer.put(text)
        was_shown, screen.is_shown = screen.is_shown, True
        if not was_shown and screen.place == LEARNER:
            # The page may have come back with what was shown before.
            notes = self._notes.pop(screen.learner, ())
            for each in (self.games.of(screen.learner).packed(), self.shown or NOTHING_SHOWN, *notes):
                screen.viewer.put(each)

    def _screens_of(self, worker: int) -> list[Screen]:
        return [screen for screen in self.screens.values() if worker_of(screen.learner, self._workers.number) == worker]

    def show(self, screen: Screen) -> None:
        """Have a viewer shown the board where they are."""
        self.send_to_worker(screen.learner, of_workers.Enter(screen.learner, screen.number, screen.place == ONLOOKER))
        self.wall.look()

    # ------------------------------------------------------------------ learners
    def join(self, name: object) -> str:
        """Let a learner in who is new, and return the token of their link.

        :raises InputError: in words for the learner
        """
        learner, token = self.folder.admit(name)
        self.came(learner)
        return token

    def came(self, learner: Learner) -> None:
        """Have a learner known who is new."""
        self._admit(learner)
        self.send_to_worker(learner.id, of_workers.Admit(learner.id, learner.name))
        self.wall.look()

    async def wish(self, learner: str, name: str, viewer: Outbox) -> None:
        """Carry out a learner's wish."""
        try:
            if name == "file":
                text = await self.text_of(learner)
                title = f"{translated(self.course.title)} {self.folder.learners[learner].name}"
                viewer.put(messages.Download(title, "json", text).packed())
            elif name == "link":
                viewer.put(messages.OwnLink(self.renew(learner, alone=False)).packed())
            else:
                await self.forget(learner)
        except KeyError:
            pass  # the teacher has deleted them meanwhile
        except Exception as error:
            log().exception("a wish of a learner failed")
            # Errors of files name these; those of links are in words for learners.
            said = in_words(error) if name == "link" and isinstance(error, InputError) else messages.WISH_FAILED
            viewer.put(messages.Remark(translated(said)).packed())

    async def text_of(self, learner: str) -> str:
        """Return everything that is kept of a learner, as a text in JSON; see `KeptClass.text_of`."""
        return await asyncio.to_thread(self.folder.text_of, learner, self.games.of(learner).games)

    def renew(self, learner: str, *, alone: bool) -> str:
        """Give a learner another link, and return its token.

        :param alone: True: the links before open nothing any more, and those who came by them are cut
        :raises InputError: if that cannot be written
        """
        token = self.folder.renew(learner, alone=alone)
        self._admit(self.folder.learners[learner])
        if alone:
            self._cut(learner, CloseCode.REPLACED, LEARNER)
        return token

    async def forget(self, learner: str) -> None:
        """Delete everything of a learner, and cut those who look at their course.

        :raises InputError: if a file cannot be deleted
        """
        self._doors = {door: id for door, id in self._doors.items() if id != learner}
        problem = await self.ask(learner, of_workers.ForgetLearner)
        if problem:
            log().error("a process of the class did not let go of a learner: %s", problem)
        try:
            try:
                await self.games.delete(learner)
            finally:
                await asyncio.to_thread(self.folder.forget, learner)
        finally:
            self._cut(learner, CloseCode.NO_SUCH_LINK, LEARNER, ONLOOKER)
            self._looks = {door: id for door, id in self._looks.items() if id != learner}
            for known in (self._courses, self._look_tokens, self._notes, self.statuses, self.scenes):
                known.pop(learner, None)
            if self._shown_of == learner:
                self.show_to_all(None, "")
            self.wall.forget(learner)

    def _cut(self, learner: str, why: CloseCode, *places: Place) -> None:
        for screen in list(self.screens.values()):
            if screen.learner == learner and screen.place in places:
                screen.viewer.cut(why)

    # ------------------------------------------------------------------ the teacher
    def watch(self, *, watched: bool) -> None:
        """Start or stop sending the learners' progress to the wall."""
        self._watched = watched
        self.tell_all(of_workers.Watch(watched))

    def here(self, learner: str) -> int:
        """Return the screens at which a learner is."""
        return sum(screen.learner == learner for screen in self._learners_there())

    def _learners_there(self) -> list[Screen]:
        return [each for each in self.screens.values() if each.place == LEARNER and not each.viewer.is_let_go]

    def look(self, learner: str) -> str:
        """Return the token that lets the teacher look on at a learner's board, as long as this server lives."""
        if learner not in self._look_tokens:
            token = self._look_tokens[learner] = token_urlsafe(TOKEN)
            self._looks[digest(token)] = learner
        return self._look_tokens[learner]

    def send(self, text: str, learner: str | None = None, *, waits: bool = True) -> set[str]:
        """Send a message to the screens of a learner, or of all, at the course and at tables. Return the learners who are there.

        :param waits: True: the message waits for a learner who is here, and whose board is not shown yet
        """
        told = set[str]()
        # Boards that are shown come first: a note waits only for a learner who has none.
        for screen in sorted(self._learners_there(), key=lambda each: not each.is_shown):
            if learner not in (None, screen.learner):
                continue
            if screen.is_shown:
                screen.viewer.put(text)
            elif waits and screen.learner not in told:
                self._notes[screen.learner].append(text)
            told.add(screen.learner)
        for viewer in self.games.screens(learner):
            viewer.put(text)
        known = self.folder.learners if learner is None else (learner,)
        return told | {each for each in known if self.games.here(each)}

    def show_to_all(self, learner: str | None, words: str) -> None:
        """Show all learners the position on a learner's board, without the name; None: nothing more.

        :raises InputError: if the learner has no board yet
        """
        if learner is not None and learner not in self.scenes:
            raise InputError("there is no board to show", "the learner has not begun")
        text = NOTHING_SHOWN
        if learner is not None:
            key, scene = self.scenes[learner]
            text = messages.ShownBoard(self.statics.get(key), scene, words).packed()
        self.shown, self._shown_of = None if learner is None else text, learner
        self._seeing = {*self.games.screens()}
        self.send(text, waits=False)  # with its board each gets what is shown
        self.wall.show_class()

    def _show_at_tables(self, text: str) -> None:
        """Show those who have come to a table since then what is shown to all."""
        here = {*self.games.screens()}
        for viewer in here - self._seeing:
            viewer.put(text)
        self._seeing = here

    # ------------------------------------------------------------------ games
    def _tell_games(self) -> None:
        """Tell the learners who are here their games, and the wall all of them."""
        for screen in self.screens.values():
            if screen.place == LEARNER and screen.is_shown:
                screen.viewer.put(self.games.of(screen.learner).packed())
        self.wall.show_games()

    async def start(self, named: str) -> Scenario[Any]:
        """Return the position that games begin from.

        :param named: "scenario NAME", "part NUMBER", or "board LEARNER": the position on a learner's board
        :raises InputError: if there is no such position
        """
        kind, _, name = named.partition(" ")
        system, parts = self.course.system.name, self.course.parts
        if kind == "scenario" and name in scenarios_of(system):
            return scenario(name)
        if kind == "part" and name.isdecimal() and int(name) < len(parts):
            part = parts[int(name)]
            return Scenario(system, translated(part.name), "", part.position)
        if kind == "board" and name in self.folder.learners:
            text = await self.ask(name, of_workers.TellPosition)
            if text.startswith("{"):  # else it took too long
                return read_scenario(text)
        raise InputError("there is no such position", shown(named))

    def end(self, *, over: bool) -> None:
        """End the class for all, or open it again.

        :raises InputError: if that cannot be written
        """
        self.folder.end(over=over)
        self.tell_all(of_workers.EndClass(over))
        self.games.shut()
        self.wall.show_class()
