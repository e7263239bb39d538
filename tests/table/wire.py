"""Viewers of a table over real web sockets: a server in a thread of the test, and clients."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import count
from typing import Any, TypeVar

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import hexwidget as hw
from hexwidget.table.keeping import Kept, Place, digest, places
from hexwidget.table.serving import listening, uvicorn_server
from hexwidget.table.table import Table

PATIENCE = 20.0
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
        made = connect(url, origin=origin or address, max_size=None, proxy=None, **options)  # type: ignore[arg-type]
        self.socket = made.__enter__()  # it is closed with the server
        self.socket.send(json.dumps({"token": token} if isinstance(token, str) else token))
        self.texts: list[str] = []
        self.revision = 0
        self._ids = (f"{name}{n}" for n in count(1))

    def read(self) -> dict[str, Any]:
        """Wait for the next message that is no beat."""
        while True:
            text = str(self.socket.recv(timeout=PATIENCE))
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

    def __init__(self, table: Table, address: str, tokens: Mapping[Place, str]) -> None:
        self.table = table
        self.address = address
        self.tokens = tokens
        self.loop: asyncio.AbstractEventLoop

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
def served(session: hw.Session[Any], origin: str | None = None, kept: Kept | None = None) -> Iterator[Serving]:
    """Serve a table in a thread. The tokens are the places' names, or those of the table that is kept."""
    tokens = (
        kept.tokens if kept and kept.tokens else {each: f"the token of {each}" for each in places(session.position)}
    )
    doors = {digest(token): place for place, token in tokens.items()}
    table = Table(session, kept=kept)
    with listening("127.0.0.1", 0) as bound:
        server = uvicorn_server(table, kept.doors if kept else doors, origin)
        serving = Serving(table, f"http://127.0.0.1:{bound.getsockname()[1]}", tokens)

        async def run() -> None:
            serving.loop = asyncio.get_running_loop()
            await server.serve(sockets=[bound])

        thread = threading.Thread(target=asyncio.run, args=[run()])
        thread.start()
        try:
            yield serving
        finally:
            server.should_exit = True
            thread.join(30)
            assert not thread.is_alive()
