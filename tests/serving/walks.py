"""The files on the way of a message through a server, measured: ``python -m tests.serving.walks`` prints them.

A walk notes the functions that are at work (those on the stack) each time the message, or what follows from it, is handed on: when it comes from
a socket, when bytes go to the disk or to another process, when a frame is put before a viewer, and when it is sent.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from inspect import currentframe
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import hexwidget as hw
from hexwidget.classroom import courses, workers
from hexwidget.classroom.channels import ClassChannels
from hexwidget.classroom.pages import class_site
from hexwidget.classroom.storage import KeptClass, open_class
from hexwidget.serving.app import Site, make_app
from hexwidget.store.folder import Folder
from hexwidget.table.storage import open_table
from hexwidget.table.table import Table
from hexwidget.table.tables import OneTable
from tests.classroom.serving import MARCH, a_course

PACKAGE = str(Path(hw.__file__).parent) + "/"
PATIENCE = 60.0
HANDING_ON = {"os.fsync", "_SelectorSocketTransport.write", "Outbox.put"}
"""The functions by which something is handed on, with their modules where they are built in."""


class Walk:
    """The functions at work when a message is handed on, by their files, in order."""

    def __init__(self) -> None:
        self.files: dict[str, dict[str, None]] = {}

    def begin(self) -> None:
        """Note what is at work now, and each time something is handed on."""
        self.note(currentframe())
        sys.setprofile(self._profile)

    def end(self) -> None:
        """Note what is at work now, and nothing more."""
        sys.setprofile(None)
        self.note(currentframe())

    def note(self, at: FrameType | None) -> None:
        """Note the functions on a stack."""
        stack = []
        while at is not None:
            stack.append(at.f_code)
            at = at.f_back
        for code in reversed(stack):
            if code.co_filename.startswith(PACKAGE):
                self.files.setdefault(code.co_filename.removeprefix(PACKAGE), {})[code.co_qualname] = None

    def _profile(self, frame: FrameType, event: str, called: Any) -> None:
        if (event == "call" and frame.f_code.co_qualname in HANDING_ON) or (
            event == "c_call" and f"{called.__module__}.{called.__name__}".replace("posix", "os") in HANDING_ON
        ):
            self.note(frame)


class Page:
    """A viewer's page, without a network."""

    def __init__(self, app: Any, token: str, path: str = "/socket") -> None:
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        self.came = list[dict[str, Any]]()
        self.walk: Walk | None = None
        """The walk that begins when the page's next message comes."""
        self.awaited: tuple[str, Callable[[], None]] = "", print
        """What is called when a message of a kind is sent to the page."""
        headers = [(b"host", b"walks"), (b"origin", b"http://walks")]
        scope = {"type": "websocket", "path": path, "query_string": b"", "headers": headers, "client": ("127.0.0.1", 1)}
        self.say({"token": token})
        self._served = asyncio.create_task(
            app({**scope, "scheme": "ws", "server": ("walks", 80)}, self._receive, self._send)
        )

    def say(self, content: object) -> None:
        """Send a message."""
        self._in.put_nowait({"type": "websocket.receive", "text": json.dumps(content)})

    async def _receive(self) -> dict[str, Any]:
        message = await self._in.get()
        if self.walk is not None:
            self.walk.begin()
            self.walk = None
        return message

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.came.append(json.loads(message["text"]))
            if self.came[-1]["method"] == self.awaited[0]:
                self.awaited[1]()

    async def until(self, method: str) -> dict[str, Any]:
        """Wait for a message of a kind."""
        while not (found := [message for message in self.came if message["method"] == method]):
            await asyncio.sleep(0.01)
        return found[0]

    async def walk_to(self, other: Page, method: str, intent: str, **args: Any) -> Walk:
        """Send an intent, and return the walk to a frame of another page."""
        revision = (await self.until("update"))["state"]["_status"]["revision"]
        await asyncio.sleep(1)  # until nothing else goes on
        walk, arrived = Walk(), asyncio.Event()

        def arrive() -> None:
            walk.end()
            arrived.set()

        other.awaited, self.walk = (method, arrive), walk
        self.say({"id": "m1", "revision": revision, "intent": intent, "args": args})
        await asyncio.wait_for(arrived.wait(), PATIENCE)
        return walk


async def action_at_a_table(folder: Path) -> Walk:
    """Walk from an action at a table, kept in its journal, to the other seat's page."""
    start = hw.scenario("depletion/first-steps")
    kept = open_table(folder, "walk", start.position)
    table = Table(kept.session, start, kept)
    app = make_app(OneTable(table, kept.doors), Site())
    assert kept.tokens
    red, blue = Page(app, kept.tokens["red"]), Page(app, kept.tokens["blue"])
    await blue.until("update")
    walk = await red.walk_to(blue, "update", "play", action="red: 0203-0303")
    table.close()
    return walk


class Inhouse:
    """A worker's process that runs in the loop of the walk."""

    def __init__(self, target: object, args: tuple[KeptClass, Any, str], name: str) -> None:
        self._share, end, _ = args
        self._end = end.dup()
        self._loop = asyncio.get_running_loop()

    def start(self) -> None:
        """Begin to work."""
        self._loop.call_soon_threadsafe(self._begin)

    def _begin(self) -> None:
        self._work = self._loop.create_task(courses.serve_learners(self._share, self._end))

    def join(self, seconds: float) -> None:
        """There is nothing to wait for; see `end`."""

    async def end(self) -> None:
        """Wait until it has closed its courses."""
        await self._work


async def answer_in_a_class(folder: Path) -> Walk:
    """Walk from a learner's answer, by way of a worker, to the teacher's wall."""
    kept = open_class(Folder(folder), a_course())
    made: list[Inhouse] = []

    def make(*args: Any, **kwargs: Any) -> Inhouse:
        made.append(Inhouse(*args, **kwargs))
        return made[-1]

    processes = workers.WorkerProcesses(kept, 2, make=make)
    channels = ClassChannels(kept, processes)
    app = make_app(channels, class_site(channels))
    learner = Page(app, channels.join("Anna"))
    await learner.until("games")
    wall = Page(app, kept.tokens["teacher"], "/wall/socket")
    await wall.until("scene")
    walk = await learner.walk_to(wall, "learner", "play", action=f"red: {MARCH}")
    processes.close()
    for each in made:
        await each.end()
    return walk


def measured(walk: Callable[[Path], Awaitable[Walk]]) -> Walk:
    """Return a walk."""

    async def go(folder: Path) -> Walk:
        return await walk(folder)

    with TemporaryDirectory() as folder:
        return asyncio.run(go(Path(folder) / "kept"))


if __name__ == "__main__":
    for each in (action_at_a_table, answer_in_a_class):
        found = measured(each).files
        print(f"{each.__doc__} {len(found)} files.")
        for file, functions in found.items():
            print(f"  {file}: {', '.join(functions)}")
