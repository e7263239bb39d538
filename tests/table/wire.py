"""Viewers of a table over real web sockets: a server in a thread of the test, and clients."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import hexwidget as hw
from hexwidget.table.app import table_app
from hexwidget.table.keeping import Place, digest, places
from hexwidget.table.serving import listening, uvicorn_server
from hexwidget.table.table import Table
from hexwidget.table.tables import OneTable

PATIENCE = 20.0


class Client:
    """A viewer, who keeps the texts that come.

    :param address: of the page, without a token
    """

    def __init__(self, address: str, token: str, origin: str | None = None, name: str = "m", **options: Any) -> None:
        url = f"{address.replace('http', 'ws', 1)}/socket"
        made = connect(url, origin=origin or address, max_size=None, proxy=None, **options)  # type: ignore[arg-type]
        self.socket = made.__enter__()  # it is closed with the server
        self.socket.send(json.dumps({"token": token}))
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
        while (message := self.read())["method"] != "present":
            pass
        return str(message["text"])

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

    def sit(self, place: Place, **options: Any) -> Client:
        """Come by the link of a place, and look around."""
        client = Client(self.address, self.tokens[place], **options)
        client.present()
        return client


@contextmanager
def served(session: hw.Session[Any], origin: str | None = None) -> Iterator[Serving]:
    """Serve a table in a thread. The tokens are the places' names."""
    tokens = {place: f"the token of {place}" for place in places(session.position)}
    table = Table(session)
    with listening("127.0.0.1", 0) as bound:
        house = OneTable(table, {digest(token): place for place, token in tokens.items()})
        server = uvicorn_server(table_app(house, origin))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
        thread.start()
        try:
            yield Serving(table, f"http://127.0.0.1:{bound.getsockname()[1]}", tokens)
        finally:
            server.should_exit = True
            thread.join(30)
            assert not thread.is_alive()
