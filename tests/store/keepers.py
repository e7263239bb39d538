"""What tests of the store know of the modules below it: a game, a table and a class that are opened, asked, closed and read again.

The tests themselves speak of messages, replies, and files. This module alone names the classes that keep them.
"""

from __future__ import annotations

import asyncio
import json
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import hexwidget as hw
from hexwidget.classroom.courses import Courses
from hexwidget.classroom.messages import AnswerTo, Deliver, Enter, Leave, Message, PassOn, TellPosition
from hexwidget.classroom.storage import KeptClass, open_class
from hexwidget.lessons import Course, Progress, course, exercise, stage
from hexwidget.serving.links import digest
from hexwidget.store.folder import Folder
from hexwidget.store.store import Store
from hexwidget.table.tables import Tables
from tests import inside
from tests.store.accepted import lines_in

QUESTION = "asked"
"""The id of the exercise of a class."""
WRONG = {"answer": "legal"}
"""An answer that can be given again and again."""
MARCH = "march 0202-0302-0402"
"""It reaches the aim of the stage of a class."""


def one_question() -> Course:
    """A course of one exercise."""
    position = hw.scenario("plotted/head-on").position
    asked = {"action": "red: march 0202-0302-0402-0502", "clauses": ["P1.3"], "id": QUESTION}
    return course([exercise("legal", position, **asked)], "Asked")


def one_stage() -> Course:
    """A course of one stage, which takes two turns at least."""
    parts = [
        stage("plotted/head-on", "Play.", goal=[{"at": "0602", "owner": "red"}], within=5, opponents={"blue": "random"})
    ]
    return course(parts, "Played")


def _append(store: Store) -> None:
    lines = store.lines("learners/log.jsonl")
    lines.open(100)
    lines.write(b"{}\n", 0)


CHANGES: dict[str, Callable[[Store], object]] = {
    "write a text": lambda store: store.write("class.json", "{}"),
    "write a new text": lambda store: store.write("new.json", "{}"),
    "remove": lambda store: store.remove("class.json"),
    "rename": lambda store: store.rename("class.json", "tables/class.json"),
    "clear a part": lambda store: store.below("learners/").clear(),
    "clear": lambda store: store.clear(),
    "append": _append,
}
"""All that changes a store."""


class RemoteViewer:
    """A viewer in this process, who keeps the replies, and what else was said."""

    begun = True

    def __init__(self) -> None:
        self.revision = 0
        self.replies: dict[str, dict[str, Any]] = {}
        self.texts: list[str] = []

    def put(self, text: str) -> None:
        """Take a message."""
        self.texts.append(text)
        message = json.loads(text)
        state = message.get("state", {})
        self.revision = (state.get("_status") or {}).get("revision", self.revision)
        for change in (state.get("_patch") or {}).values():
            self.revision = change.get("set", {}).get("revision", self.revision)
        if message["method"] == "custom":
            self.replies[message["content"]["id"]] = message["content"]

    def drop(self) -> None:
        """Nobody is shown out here."""

    def beat(self, text: str) -> None:
        """No sign is needed here."""

    @property
    def refused(self) -> bool:
        """True if the viewer was told that they cannot come in."""
        return any(json.loads(text)["method"] == "refused" for text in self.texts)


class HeldClass:
    """A class whose courses answer in this process.

    :param where: the folder of the class, or another store
    """

    def __init__(self, where: Path | Store, made: Course | None = None) -> None:
        self.kept: KeptClass = open_class(Folder(where) if isinstance(where, Path) else where, made)
        self._runner = asyncio.Runner()
        self._courses = Courses(self.kept, self._hear)
        self._remotes: dict[str, tuple[int, RemoteViewer]] = {}
        self._numbers = count(1)
        self.told: list[Message] = []
        """The messages of the courses to the server, but for those to learners."""

    def _hear(self, message: Message) -> None:
        if not isinstance(message, Deliver):
            self.told.append(message)
            return
        for number, remote in self._remotes.values():
            if number == message.viewer:
                remote.put(message.text)

    def tell(self, message: Message) -> None:
        """Send the courses a message."""

        async def tell() -> None:
            self._courses.carry_out(message)

        self._runner.run(tell())

    def join(self, name: str) -> str:
        """Let a learner in who is new; return their id."""
        return self.kept.admit(name)[0].id

    def id_of(self, name: str) -> str:
        """The id of a learner."""
        return next(id for id, each in self.kept.learners.items() if each.name == name)

    def come(self, learner: str) -> RemoteViewer:
        """Show a learner the board."""
        if learner not in self._remotes:
            self._remotes[learner] = next(self._numbers), RemoteViewer()
            self.tell(Enter(learner, self._remotes[learner][0], looks_on=False))
        return self._remotes[learner][1]

    def go(self, learner: str) -> None:
        """Close a learner's page."""
        self.tell(Leave(learner, self._remotes.pop(learner)[0]))

    def ask(self, learner: str, intent: str, at: str, **args: Any) -> dict[str, Any] | None:
        """Send what a page sends, and return the reply; None if there is none."""
        remote = self.come(learner)
        hello = {"id": f"{at} hello", "revision": 0, "intent": "hello", "args": {}}
        self.tell(PassOn(learner, self._remotes[learner][0], hello))
        content = {"id": at, "revision": remote.revision, "intent": intent, "args": args}
        self.tell(PassOn(learner, self._remotes[learner][0], content))
        return remote.replies.pop(at, None)

    def answer(self, learner: str, at: str) -> bool:
        """Give a wrong answer. True if the page is told that it was taken."""
        reply = self.ask(learner, "confirm", at, draft=WRONG)
        return reply is not None and bool(reply["ok"])

    def position(self, learner: str) -> str:
        """The position on a learner's board, as the text of a scenario."""
        self.tell(TellPosition(learner, next(self._numbers)))
        said = self.told[-1]
        assert isinstance(said, AnswerTo)
        return said.text

    def close(self) -> None:
        """End the courses, in order."""
        self._courses.close()
        self._runner.close()


def made_class(where: Path | Store, made: Course | None = None, *names: str) -> None:
    """Make a class with some learners."""
    held = HeldClass(where, made or one_question())
    for name in names or ("Anna",):
        held.join(name)
    held.close()


@contextmanager
def held_class(where: Path | Store) -> Iterator[HeldClass]:
    """Hold a class open within a block."""
    held = HeldClass(where)
    try:
        yield held
    finally:
        held.close()


def log_file(folder: Path, learner: str) -> Path:
    """The file of a learner's log."""
    return folder / "learners" / learner / "log.jsonl"


def answers(folder: Path, learner: str) -> list[str]:
    """The ids of the answers in a learner's log."""
    path = log_file(folder, learner)
    return [line["id"] for line in lines_in(path.read_bytes() if path.exists() else b"") if line.get("did") == "answer"]


def tries(folder: Path, learner: str) -> int:
    """The number of answers in a learner's progress."""
    return Progress(folder / "learners" / learner / "progress.json")[QUESTION].tries


class HeldTables:
    """The tables of a folder, whose boards answer in this process."""

    def __init__(self, where: Any) -> None:
        self._runner = asyncio.Runner()
        self.tables = Tables(where if isinstance(where, Store) else Folder(where))
        self._tokens: dict[str, dict[Any, str]] = {}

    def make(self, scenario: str = "depletion/first-steps", name: str = "duel") -> str:
        """Make a table; return its name."""
        return self.tables.make(hw.scenario(scenario), name, {})

    def tokens(self, name: str) -> dict[Any, str]:
        """The tokens of a table's links, which are read once."""
        if name not in self._tokens:
            self._tokens[name] = self.tables.tokens(name)
        return self._tokens[name]

    def ask(self, name: str, seat: str, action: str, at: str) -> dict[str, Any] | None:
        """Play an action, and return the reply; None if there is none.

        :raises InputError: if the table cannot be opened
        """
        return self._runner.run(self._ask(name, seat, action, at))

    async def _ask(self, name: str, seat: str, action: str, at: str) -> dict[str, Any] | None:
        found = await self.tables.find(digest(self.tokens(name)[seat]))
        assert found is not None
        table, place = found
        remote = RemoteViewer()
        table.enter(place, remote)
        table.handle({"id": f"{at} hello", "revision": 0, "intent": "hello", "args": {}}, remote)
        content = {"id": at, "revision": remote.revision, "intent": "play", "args": {"action": f"{seat}: {action}"}}
        table.handle(content, remote)
        table.leave(place, remote)
        return remote.replies.get(at)

    def session(self, name: str) -> Any:
        """The game of a table that is awake or wakes now.

        :raises InputError: if the table cannot be opened
        """

        async def woken() -> Any:
            found = await self.tables.find(digest(next(iter(self.tokens(name).values()))))
            assert found is not None
            return found[0].session

        return self._runner.run(woken())

    def sleep(self, name: str) -> None:
        """Let a table sleep, as after five minutes without a viewer."""
        inside.send_to_sleep(self.tables, name)

    def close(self) -> None:
        """Close all tables."""
        self.tables.close()
        self._runner.close()


@contextmanager
def held_tables(where: Any) -> Iterator[HeldTables]:
    """Hold the tables of a folder open within a block."""
    held = HeldTables(where)
    try:
        yield held
    finally:
        held.close()


@contextmanager
def full_disk(most: int) -> Iterator[None]:
    """Let no file grow beyond so many bytes within a block, as on a full disk: a write may be cut off within."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def played(path: Path, steps: int = 4) -> list[str]:
    """Play a game that a file keeps; return the texts of its steps."""
    session: Any = hw.Session("depletion/first-steps", journal=path)
    actions = two_players()
    for _ in range(steps):
        session.play(actions(session))
    session.close()
    return [step.text for step in session.steps]


def two_players() -> Callable[[Any], str]:
    """Return a function that gives the first legal action of who has to act."""

    def action(session: Any) -> str:
        player = sorted(session.position.to_act)[0]
        return f"{player}: {next(iter(session.position.legal_actions(player)))}"

    return action
