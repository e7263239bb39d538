"""A class that is served in a thread of the test, and learners over real web sockets."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget as hw
from hexwidget.classroom.channels import ClassChannels
from hexwidget.classroom.pages import class_site
from hexwidget.classroom.storage import KeptClass, open_class
from hexwidget.classroom.workers import OneWorker, Workers
from hexwidget.lessons import Course, course, exercise, stage
from hexwidget.serving.server import listening
from hexwidget.store.folder import Folder
from hexwidget.store.store import Store
from tests.table.wire import PATIENCE, Client, running

MARCH = "march 0202-0302-0402"
"""It reaches the aim of the first part."""


def a_course() -> Course:
    """A stage, an exercise, and a stage that is only played."""
    head_on = hw.scenario("plotted/head-on").position
    parts = [
        stage(
            "plotted/head-on", "Bring a red unit to 0402.", goal=[{"at": "0402", "owner": "red"}], within=2, id="first"
        ),
        exercise(
            "legal", head_on, action="red: march 0202-0302-0402-0502", clauses=["P1.3"], question="May it?", id="asked"
        ),
        stage("plotted/the-ford", "Play a turn.", within=2, opponents={"blue": "random"}, id="last"),
    ]
    return course(parts, "Orders in secret")


class Served:
    """A class that is served."""

    def __init__(self, folder: Any, channels: ClassChannels, address: str, loop: asyncio.AbstractEventLoop) -> None:
        self.folder = folder
        """The class."""
        self.channels = channels
        self.address = address
        self.loop = loop

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in the loop of the server."""
        called: Future[Any] = Future()
        self.loop.call_soon_threadsafe(lambda: called.set_result(function(*arguments)))
        return called.result(PATIENCE)

    def post(self, path: str, body: object, origin: str | None = None) -> tuple[int, dict[str, Any]]:
        """Send a request; return the status and the answer."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/{path}", data, {"Origin": origin or self.address})  # noqa: S310  (our own server)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as reply:  # noqa: S310
                return reply.status, json.loads(reply.read() or b"{}")
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read() or b"{}")

    def join(self, name: object) -> str:
        """Come in by the class's link; return the token of the learner's own."""
        status, answer = self.post("join", {"token": self.folder.tokens["class"], "name": name})
        assert status == 200, answer
        return str(answer["token"])

    def sit(self, token: str, **options: Any) -> Client:
        """Come by a learner's link, and look around."""
        client = Client(self.address, token, **options)
        client.wait("present")
        return client


def room_of(kept: KeptClass, learner: str) -> Path:
    """The folder of a learner."""
    assert isinstance(kept.store, Folder)
    return kept.store.path / "learners" / learner


@contextmanager
def served_class(
    path: Path | Store, made: Course | None = None, workers: Callable[[KeptClass], Workers] = OneWorker
) -> Iterator[Served]:
    """Serve the class of a folder, or a new one."""
    is_kept = isinstance(path, Path) and (path / "class.json").exists()
    store = Folder(path) if isinstance(path, Path) else path
    folder = open_class(store, made or (None if is_kept else a_course()))
    channels = ClassChannels(folder, workers(folder), remedy="give another host")
    with listening("127.0.0.1", 0) as bound, running(bound, channels, class_site(channels)) as (address, loop):
        yield Served(folder, channels, address, loop)
