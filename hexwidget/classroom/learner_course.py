"""The course of a learner, as a table with one place. Its log keeps what the learner does, and its status says how they stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from hexwidget.classroom.logbook import DEEDS, Logbook
from hexwidget.classroom.messages import CourseStatus
from hexwidget.classroom.storage import KeptClass, KeptProgress
from hexwidget.english import translated
from hexwidget.files import Scenario, write_scenario
from hexwidget.lessons import Course, Exercise, Progress
from hexwidget.lessons.courses.activity import BUTTON, CourseActivity
from hexwidget.lessons.exercises.activity import not_here
from hexwidget.lessons.learners.knowledge_map import KnowledgeMap
from hexwidget.problems import InputError
from hexwidget.rules import Draft
from hexwidget.scene.encode import Encoding
from hexwidget.scene.scene_messages import ChangingScene, StaticScene
from hexwidget.serving import messages
from hexwidget.table.one_person import Single
from hexwidget.table.wishes import is_wish
from hexwidget.widget.connections.intents import Intent
from hexwidget.widget.connections.line import Viewer
from hexwidget.widget.connections.messages import Reply

OVER = "the class is over: your teacher has ended it"
LOOKING_ON = "you look on: this is a learner's board"
NOT_KEPT = "this could not be saved, and does not count"
_ENCODING = Encoding()


class NotKeptError(InputError):
    """A change could not be kept. The pupil does not know which changes count any more."""


class ClassGuide(CourseActivity):
    """A course whose board may be shut.

    ``shut`` says why only those who look on may ask anything; empty: it is open.
    """

    shut = ""
    offers_due = False  # the teacher's report and log are about the parts of the course

    def allow(self, intent: Intent) -> None:
        """Let an intent pass that a course lets pass, and while the board is shut only those of spectators.

        :raises InputError: for others
        """
        if self.shut and intent.role != "spectator":
            raise not_here(self.shut)
        super().allow(intent)

    @property
    def revision(self) -> int:
        """The revision of the board."""
        return self._showing.sending.revision


class Pupil(Single):
    """The course of a learner. Learner and teacher see the same board; only the learner plays.

    :raises InputError: if a file of the learner cannot be read
    """

    def __init__(self, folder: KeptClass, learner: str, course: Course) -> None:
        self.progress: KeptProgress = folder.progress(learner)
        self.guide: ClassGuide = ClassGuide(course.parts, self.progress, course=course.digest)
        self.guide.resume()
        self.name: str = folder.learners[learner].name
        self.over: bool = folder.over
        self.log: Logbook = Logbook(folder, learner, self.progress)
        self._onlookers: set[Viewer] = set()
        self._course = course
        super().__init__(self.guide)

    # ------------------------------------------------------------------ viewers
    def look_on(self, viewer: Viewer) -> None:
        """Show a viewer the board who only looks on."""
        self._onlookers.add(viewer)
        self.enter("", viewer)

    def come(self, viewer: Viewer, *, again: bool = False) -> None:
        """Show the learner the board.

        :param again: True: they have been there
        """
        if not self.screens and not again:
            with self._keeping(None):  # the report calls a learner without a file absent
                self.progress.note("came")
        self.enter(self.name, viewer)

    def leave(self, link: str | None, viewer: Viewer) -> None:
        """Show a viewer nothing more."""
        super().leave(self._viewers.get(viewer, link), viewer)
        self._onlookers.discard(viewer)

    def close(self) -> None:
        """Close the board and the log."""
        super().close()
        self.log.close()

    @property
    def screens(self) -> int:
        """The screens at which the learner is."""
        return len(self._viewers) - len(self._onlookers)

    def seat(self, link: str | None) -> str | None:
        """Return the one seat that there is."""
        return None

    def _tell_present(self) -> None:
        for viewer in list(self._viewers):
            looks = viewer in self._onlookers
            title = translated(self._course.title)
            viewer.put(messages.CoursePresent(looks, self.name, title, self.screens, self.over).packed())

    def end(self, *, over: bool) -> None:
        """Shut the board for the learner, or open it again."""
        self.over = over
        self._tell_present()

    # ------------------------------------------------------------------ what is done
    def handle(self, content: object, viewer: Viewer) -> bool:
        """Answer a message, and log what it has done."""
        if is_wish(content):
            return False  # there is nobody to ask for something
        at = content.get("id") if isinstance(content, Mapping) else None
        if isinstance(at, str) and at in self.log.carried_out:
            viewer.put(messages.Answered(Reply(at, True, self.guide.revision)).packed())
            return False
        self.guide.shut = LOOKING_ON if viewer in self._onlookers else OVER if self.over else ""
        with self._keeping(at if isinstance(at, str) else None):
            try:
                return super().handle(content, viewer)
            finally:
                self.guide.shut = ""

    @contextmanager
    def _keeping(self, at: str | None) -> Iterator[None]:
        """Keep the changes of a block together: what was done in the log, then the progress that counts it.

        :param at: the message that has asked for them; None: no message has
        :raises NotKeptError: if that fails; the files are as they were before, and the pupil must be opened anew
        """
        self.progress.deeds = []
        try:
            with self.progress.waiting():
                yield
        finally:
            # A stage ends while its last action is played, which the log tells first.
            deeds = sorted(self.progress.deeds, key=lambda each: DEEDS.index(each[0]))
            try:
                self.log.keep(self.guide.part.record, deeds, at)
            except InputError as error:
                raise NotKeptError(NOT_KEPT, error.problems) from error

    # ------------------------------------------------------------------ what the teacher does
    def hint(self, at: str) -> None:
        """Give the learner the next step of a hint.

        :param at: the id of the message that asks for it, which may come again after a restart
        :raises InputError: if there is no hint now
        """
        if at in self.log.carried_out:
            return
        with self._keeping(at):
            self._board(None)  # nobody may have been here yet
            self.guide.choose(Draft({f"{BUTTON}hint": True}))

    def open(self, place: int) -> None:
        """Put the learner before a part of the course. Solved parts stay solved."""
        if place != self.guide.place:
            with self._keeping(None):
                self._board(None)
                self.guide.open(place)

    @property
    def position(self) -> str:
        """The position on the board, as the text of a scenario."""
        found = self.guide.audience.session.position
        return write_scenario(Scenario(found.system.name, self.guide.part.name, "", found))

    @property
    def picture(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The scene of the board: the part that stays in a game, and the part that changes."""
        audience = self.guide.audience
        scene = audience.session.position.scene(audience.player)
        return _ENCODING.encode(StaticScene.of(scene)), _ENCODING.encode(ChangingScene.of(scene))

    @property
    def status(self) -> CourseStatus:
        """The state of the learner, for the teacher."""
        guide, found = self.guide, status(self._course, self.progress, self.log, self.guide.place)
        if isinstance(guide.part, Exercise):
            return found
        return replace(found, stands=guide.teaching.state, left=tuple(guide.teaching.left))


def status(course: Course, progress: Progress, log: Logbook, place: int) -> CourseStatus:
    """Return how a learner stands, from the learner's files.

    :param place: the number of the learner's part
    """
    known = KnowledgeMap(course.system.rulebook, progress.knowledge(course.system.rulebook.name), progress)
    done = tuple(_part_progress(progress, log, part.record) for part in course.parts)
    words = {clause: word for clause, word in known.items() if word != "new"}
    return CourseStatus(place, done, words, tuple(log.refusals), int(log.progressed))


def _part_progress(progress: Progress, log: Logbook, part: str) -> messages.PartProgress:
    """The record of a learner in a part of the course, with the time."""
    record = progress[part]
    counts = record.tries, record.hints, record.shown
    return messages.PartProgress(record.solved, record.begun, *counts, round(log.seconds[part]))
