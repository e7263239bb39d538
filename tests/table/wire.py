"""Viewers of a table over real web sockets: a server in a thread of the test, and clients."""

from __future__ import annotations

import asyncio
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from socket import socket
from typing import Any, TypeVar
from urllib.parse import urlsplit

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import hexwidget as hw
from hexwidget.serving.app import Site
from hexwidget.serving.channels import Channels
from hexwidget.serving.links import Place, digest
from hexwidget.serving.server import ServerOptions, listening, make_server, own_address
from hexwidget.store.folder import Folder
from hexwidget.table.game_choice import Choosing
from hexwidget.table.lobby import Lobby
from hexwidget.table.owner import owners_link
from hexwidget.table.pages import table_pages
from hexwidget.table.storage import OpenTable, places
from hexwidget.table.table import Table
from hexwidget.table.tables import OneTable, Tables
from tests.serving.pages import check

PATIENCE = 60.0
"""The seconds after which a test gives up: a busy machine takes long to start a process."""
T = TypeVar("T")


class Client:
    """A viewer, who keeps the texts that come.

    :param address: of the page, without a token
    :param token: that of a link; or another first message
    """

    def __init__(
        self, address: str, token: str | dict[str, str], origin: str | None = None, name: str = "m", **options: Any
    ) -> None:
        url = f"{address.replace('http', 'ws', 1)}/socket"
        parts = urlsplit(address)
        origin = origin or f"{parts.scheme}://{parts.netloc}"
        # While the test does something else, the client keeps all that comes: with a full queue it would answer no ping, and be dropped.
        options = {"max_queue": None, **options}
        made = connect(url, origin=origin, max_size=None, proxy=None, ping_interval=None, **options)
        self.socket = made.__enter__()  # it is closed with the server
        self.socket.send(json.dumps({"token": token} if isinstance(token, str) else token))
        self.texts: list[str] = []
        self.revision = 0
        self._ids = (f"{name}{n}" for n in count(1))
        self._pages = ("WallMessage",) if address.endswith("/wall") else ("TableMessage", "CourseMessage")

    def read(self) -> dict[str, Any]:
        """Wait for the next message that is no beat."""
        while True:
            text = str(self.socket.recv(timeout=PATIENCE))
            check(text, *self._pages)
            message: dict[str, Any] = json.loads(text)
            if message["method"] == "beat":
                continue
            self.texts.append(text)
            state = message.get("state", {})
            self.revision = (state.get("_status") or {}).get("revision", self.revision)
            for change in (state.get("_patch") or {}).values():
                self.revision = change.get("set", {}).get("revision", self.revision)
            return message

    def present(self) -> str:
        """Wait until the table says who is there."""
        return str(self.wait("present")["text"])

    def until(self, key: str) -> dict[str, Any]:
        """Wait until the table tells of the end (``over``), or of a request (``request``)."""
        while not (told := self.wait("present")).get(key):
            pass
        return told

    def wait(self, method: str) -> dict[str, Any]:
        """Wait for the next message of a kind."""
        while (message := self.read())["method"] != method:
            pass
        return message

    def wish(self, name: str, **more: Any) -> None:
        """Send a wish to the table."""
        self.socket.send(json.dumps({"table": name, **more}))

    def ask(self, intent: str, at: str = "", revision: int | None = None, **args: Any) -> dict[str, Any]:
        """Send an intent, and wait for the reply."""
        at = at or next(self._ids)
        revision = self.revision if revision is None else revision
        self.socket.send(json.dumps({"id": at, "revision": revision, "intent": intent, "args": args}))
        while True:
            message = self.read()
            if message["method"] == "custom" and message["content"]["id"] == at:
                return dict(message["content"])

    def closed(self) -> int | None:
        """Wait until the server ends the connection; return the code."""
        try:
            while True:
                self.socket.recv(timeout=PATIENCE)
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else None


class Serving:
    """A table that is served."""

    def __init__(
        self,
        channels: OneTable,
        table: Table,
        address: str,
        tokens: Mapping[Place, str],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self.channels = channels
        self.table = table
        self.address = address
        self.tokens = tokens
        self.loop = loop

    def call(self, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function in the loop of the server."""
        called: Future[T] = Future()
        self.loop.call_soon_threadsafe(lambda: called.set_result(function(*arguments)))
        return called.result(PATIENCE)

    def sit(self, place: Place, **options: Any) -> Client:
        """Come by the link of a place, and look around."""
        client = Client(self.address, self.tokens[place], **options)
        client.present()
        return client


@contextmanager
def served(
    session: hw.Session[Any], origin: str | None = None, kept: OpenTable | None = None, **options: Any
) -> Iterator[Serving]:
    """Serve a table in a thread. The tokens are the places' names, or those of the table that is kept."""
    tokens = (
        kept.tokens if kept and kept.tokens else {each: f"the token of {each}" for each in places(session.position)}
    )
    doors = {digest(token): place for place, token in tokens.items()}
    table = Table(session, kept=kept, **options)
    tables = OneTable(table, kept.doors if kept else doors)
    if kept and kept.tokens:
        tables.open_entrance(kept.tokens, kept)
    site = Site(table_pages(), origin=origin)
    with listening("127.0.0.1", 0) as bound, running(bound, tables, site) as (address, loop):
        yield Serving(tables, table, address, tokens, loop)


@contextmanager
def running(bound: socket, channels: Channels, site: Site) -> Iterator[tuple[str, asyncio.AbstractEventLoop]]:
    """Run a server in a thread. Its address and its event loop are given. It leaves the garbage collector of the tests alone: a full
    collection of all that tests have loaded takes longer than most of these tests."""
    server, loop = make_server(channels, replace(site, collects=False)), asyncio.new_event_loop()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(server.serve(sockets=[bound]))

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield f"http://127.0.0.1:{bound.getsockname()[1]}", loop
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


class Owner:
    """The owner of a folder of tables that is served."""

    def __init__(self, tables: Tables, address: str, token: str) -> None:
        self.tables = tables
        self.address = address
        self.token = token

    def ask(self, path: str, method: str = "GET", body: object = None, token: str | None = None) -> Any:
        """Send a request, and return the answer; that of an error, too."""
        request = urllib.request.Request(f"{self.address}/owner/{path}", method=method)  # noqa: S310  (our own server)
        request.add_header("Authorization", f"Bearer {self.token if token is None else token}")
        data = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else None
        try:
            with urllib.request.urlopen(request, data, timeout=PATIENCE) as reply:  # noqa: S310
                read, kind = reply.read(), reply.headers["content-type"]
        except urllib.error.HTTPError as error:
            read, kind = error.read(), error.headers["content-type"]
        return json.loads(read) if kind == "application/json" else read

    def make(self, scenario: str = "depletion/first-steps", **more: Any) -> str:
        """Make a table, and return its name."""
        made = self.ask("tables", "POST", {"scenario": scenario, **more})
        assert "made" in made, made
        return str(made["made"])

    def links(self, name: str) -> dict[Place, str]:
        """The tokens of a table's places."""
        return {each["place"]: each["token"] for each in self.ask(f"tables/{name}/links")["links"]}

    def sit(self, token: str) -> Client:
        """Come by a link, and look around."""
        client = Client(self.address, token)
        client.present()
        return client


@contextmanager
def served_folder(folder: Path, *systems: str, **limits: int) -> Iterator[Owner]:
    """Serve all tables of a folder in a thread."""
    with listening("127.0.0.1", 0) as bound, Folder(folder).hold(address=own_address(bound)):
        tables = Tables(Folder(folder), systems, **limits)
        owner, token = owners_link(Folder(folder), new_link=False)
        assert token is not None
        lobby = Lobby(tables, Choosing(systems), owner, "http://tables.example")
        with running(bound, tables, lobby.site(ServerOptions(metrics=True))) as (address, _):
            yield Owner(tables, address, token)
