"""A worker of a class: it has the courses of some learners, and carries out the messages of the server (`hexwidget.classroom.messages`)."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any
from zlib import crc32

from hexwidget.classroom import messages as of_workers
from hexwidget.classroom.learner_course import NotKeptError, Pupil, status
from hexwidget.classroom.logbook import Logbook
from hexwidget.classroom.messages import Message, line_of, message_of
from hexwidget.classroom.storage import KeptClass, Learner
from hexwidget.english import capital, translated, words_of_class
from hexwidget.languages import set_language
from hexwidget.lessons.learners.records import Bookmark
from hexwidget.problems import InputError
from hexwidget.serving import messages
from hexwidget.widget.connections.intents import KNOWS_NOTHING
from hexwidget.widget.connections.messages import Reply
from hexwidget.widget.garbage_collection import IdleCollector
from hexwidget.widget.host import log

LONGEST = 1 << 26
"""The most bytes of a message between processes."""
SOON = 0.3
"""The seconds between two reports to the wall."""
AGAIN = "This could not be saved, and does not count. Try again in a moment; if it fails again, tell your teacher."
CANNOT_COME = "Your progress cannot be read. Tell your teacher: the server's log says why."


class RemoteViewer:
    """A viewer, as a process knows them that has only their number."""

    def __init__(self, number: int, emit: Callable[[Message], None], learner: str, *, looks_on: bool) -> None:
        self.learner, self.looks_on = learner, looks_on
        self._number = number
        self._emit = emit

    def put(self, text: str) -> None:
        """Send a message on."""
        self._emit(of_workers.Deliver(self._number, text))


class Courses:
    """The courses of learners.

    :param emit: takes the messages to the server
    """

    def __init__(self, folder: KeptClass, emit: Callable[[Message], None]) -> None:
        self._folder = folder
        self._course = folder.course()
        self._sends = emit
        self._held: list[Message] | None = None
        """The messages that wait while another one is answered: a reply goes out after the log is written."""
        self._pupils: dict[str, Pupil] = {}
        self._remotes: dict[int, RemoteViewer] = {}
        self._watched = False
        self._changed: set[str] = set()
        self._telling: asyncio.TimerHandle | None = None
        self._told: dict[str, Any] = {}
        """The last status and picture of each learner that was told."""
        self._statics: set[str] = set()

    def carry_out(self, message: Message) -> None:
        """Carry out a message. Nothing raises here."""
        self._held = []
        try:
            self._answer(message)
        except NotKeptError as error:
            log().error("%s", error)
        except Exception:
            log().exception("a message to the courses of a class failed: %s", type(message).__name__)
        finally:
            held, self._held = self._held, None
            for each in held:
                self._sends(each)

    def _answer(self, message: Message) -> None:
        """Carry out a message by the method that is named after its class."""
        getattr(self, f"_{words_of_class(type(message).__name__, '_')}")(*vars(message).values())

    def _emit(self, message: Message) -> None:
        if self._held is None:
            self._sends(message)
        else:
            self._held.append(message)

    def close(self) -> None:
        """Close all courses."""
        if self._telling is not None:
            self._telling.cancel()
        for pupil in self._pupils.values():
            pupil.close()

    # ------------------------------------------------------------------ learners
    def _pupil(self, learner: str) -> Pupil:
        """Return the course of a learner. A newly opened course is shown to its connected viewers."""
        if learner not in self._pupils:
            pupil = self._pupils[learner] = Pupil(self._folder, learner, self._course)
            for remote in [remote for remote in self._remotes.values() if remote.learner == learner]:
                pupil.look_on(remote) if remote.looks_on else pupil.come(remote, again=True)
        return self._pupils[learner]

    def _enter(self, learner: str, viewer: int, looks_on: bool) -> None:
        if viewer not in self._remotes:
            remote = RemoteViewer(viewer, self._emit, learner, looks_on=looks_on)
            with self._saying(learner, remote), self._undoing(learner):
                pupil = self._pupil(learner)
                (pupil.look_on if looks_on else pupil.come)(remote)
            self._remotes[viewer] = remote
            self._note(learner)

    @contextmanager
    def _saying(self, learner: str, remote: RemoteViewer) -> Iterator[None]:
        """Tell a viewer that a learner's course cannot be opened, if that fails within a block."""
        try:
            yield
        except Exception:
            log().exception("the learner %s of %s cannot come in", learner, self._folder.store)
            remote.put(messages.Refused(translated(CANNOT_COME)).packed())

    @contextmanager
    def _undoing(self, learner: str) -> Iterator[None]:
        """Let go of a learner's course if what a block has done could not be kept: nobody is told of it, and the course is opened anew
        for the next message.

        :raises NotKeptError: in that case
        """
        said = len(self._held or ())
        try:
            yield
        except NotKeptError:
            if self._held is not None:
                del self._held[said:]
            self._pupils.pop(learner).close()
            raise

    def _leave(self, learner: str, viewer: int) -> None:
        remote = self._remotes.pop(viewer, None)
        if remote is not None and learner in self._pupils:
            self._pupils[learner].leave(None, remote)
            self._note(learner)

    def _pass_on(self, learner: str, viewer: int, content: object) -> None:
        remote = self._remotes.get(viewer)
        if remote is None:
            return
        with self._saying(learner, remote):
            self._pupil(learner)
        if learner in self._pupils:
            try:
                with self._undoing(learner):
                    self._pupils[learner].handle(content, remote)
            except NotKeptError:
                at = content.get("id") if isinstance(content, Mapping) else None
                remote.put(messages.Answered(Reply(at, False, KNOWS_NOTHING, translated(AGAIN))).packed())
                raise
            finally:
                self._note(learner)

    def _admit(self, id: str, name: str) -> None:
        self._folder.learners.setdefault(id, Learner(id, name))
        self._note(id)

    def _forget_learner(self, learner: str, number: int) -> None:
        """Let go of a learner: nothing of them is written any more."""
        pupil = self._pupils.pop(learner, None)
        self._folder.learners.pop(learner, None)
        self._changed.discard(learner)
        for each in (learner, f"{learner} scene"):
            self._told.pop(each, None)
        if pupil is not None:
            pupil.close()
        self._emit(of_workers.AnswerTo(number, ""))

    # ------------------------------------------------------------------ the teacher
    def _tell_position(self, learner: str, number: int) -> None:
        self._emit(of_workers.AnswerTo(number, self._pupil(learner).position))

    def _give_hint(self, learner: str, number: int) -> None:
        try:
            with self._undoing(learner):
                self._pupil(learner).hint(f"hint {number}")
        except InputError as error:
            self._emit(of_workers.AnswerTo(number, f"{capital(error.said[0])}."))
        else:
            self._emit(of_workers.AnswerTo(number, ""))
        self._note(learner)

    def _open_part(self, part: int, number: int) -> None:
        """Open a part of the course for all learners. Answer with the reason of each failure, by the learner's id."""
        failed = dict[str, str]()
        for learner in self._folder.learners:
            try:
                if learner in self._pupils:
                    with self._undoing(learner):
                        self._pupils[learner].open(part)
                else:  # a course that nobody has opened yet begins there
                    at = Bookmark(self._course.parts[part].record)
                    self._folder.progress(learner).went(self._course.digest, at)
            except Exception as error:  # the others go on
                log().error("the learner %s cannot be put before a part: %s", learner, error)
                failed[learner] = f"{error.said[1][0] if isinstance(error, InputError) else type(error).__name__}."
            self._note(learner)
        self._emit(of_workers.AnswerTo(number, json.dumps(failed) if failed else ""))

    def _end_class(self, over: bool) -> None:
        self._folder.over = over
        for pupil in self._pupils.values():
            pupil.end(over=over)

    def _watch(self, watched: bool) -> None:
        self._watched = watched
        self._told.clear()
        self._statics.clear()
        for learner in self._folder.learners:
            self._note(learner)

    # ------------------------------------------------------------------ what the wall is told
    def _note(self, learner: str) -> None:
        """Tell the wall of a learner soon."""
        self._changed.add(learner)
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(SOON, self._tell)

    def _tell(self) -> None:
        self._telling = None
        changed, self._changed = self._changed, set()
        if self._watched:
            for learner in changed & self._folder.learners.keys():
                try:
                    self.tell_of(learner)
                except Exception:
                    log().exception("the wall cannot be told of the learner %s of %s", learner, self._folder.store)
                    self._emit(of_workers.NewStatus(learner, None))

    def tell_of(self, learner: str) -> None:
        pupil = self._pupils.get(learner)
        now = self._asleep(learner) if pupil is None else pupil.status
        if self._told.get(learner) != now:
            self._told[learner] = now
            self._emit(of_workers.NewStatus(learner, now))
        if pupil is not None:
            static, changing = pupil.picture
            text = json.dumps(static)
            key = f"{crc32(text.encode()):x}"
            if key not in self._statics:
                self._statics.add(key)
                self._emit(messages.BoardGround(key, static))
            if self._told.get(f"{learner} scene") != changing:
                self._told[f"{learner} scene"] = changing
                self._emit(messages.BoardDrawing(learner, key, changing))

    def _asleep(self, learner: str) -> of_workers.CourseStatus:
        """The status of a learner whose course nobody has opened yet."""
        progress = self._folder.progress(learner)
        at = progress.place(self._course.digest)
        records = [part.record for part in self._course.parts]
        place = records.index(at.part) if at is not None and at.part in records else 0
        return status(self._course, progress, Logbook(self._folder, learner, progress), place)


# ---------------------------------------------------------------------- a process of its own
def work(folder: KeptClass, end: socket.socket, language: str) -> None:
    """Serve some learners of a class in a language until the other end of a socket is closed."""
    set_language(language)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which ends this process
    with suppress(OSError):
        asyncio.run(serve_learners(folder, end))


async def serve_learners(folder: KeptClass, end: socket.socket) -> None:
    reader, writer = await asyncio.open_connection(sock=end, limit=LONGEST)
    courses, collector = Courses(folder, lambda message: writer.write(line_of(message))), IdleCollector()
    collector.collect_when_idle()
    while line := await reader.readline():
        collector.note_message()
        message = message_of(line)
        courses.carry_out(message)
        if not isinstance(message, of_workers.OF_VIEWERS):
            writer.write(line_of(of_workers.Taken()))
    courses.close()
