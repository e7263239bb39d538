"""An extension of the Jupyter server: tables on its port. A table's link opens without the Jupyter's login, and reaches nothing else.

The extension hands pages and web sockets on to servers of this machine: those of kernels, whose cells have made a table, and a child process
that serves the folder of tables beside the notebooks. So nothing that takes long runs in the Jupyter server.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import subprocess
import sys
from asyncio import Task
from collections.abc import Awaitable
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.httputil import HTTPHeaders, HTTPServerRequest
from tornado.ioloop import IOLoop
from tornado.web import RequestHandler, authenticated, stream_request_body
from tornado.websocket import WebSocketClientConnection, WebSocketClosedError, WebSocketHandler, websocket_connect

from hexwidget.table import behind
from hexwidget.table.behind import AT
from hexwidget.table.folder import OWNER

TABLES = "tables"
"""The folder of tables, in the Jupyter server's own."""
LONGEST = 64_000
"""The most bytes of a message or request of a viewer; the tables' servers have the same limit."""
PATIENCE = 60.0
"""The seconds in which a table's server has to answer."""
GONE = 4404
"""The reason for the end of a web socket whose page then does not come back."""
ASKED = ("Accept-Encoding", "Content-Type", "If-Modified-Since", "If-None-Match", "Origin")
"""The headers of a request that are handed on. The Jupyter's own login is none of them."""
ANSWERED = (
    "Cache-Control", "Content-Encoding", "Content-Security-Policy", "Content-Type", "ETag", "Last-Modified", "Referrer-Policy",
    "Vary", "X-Content-Type-Options",
)  # fmt: skip
"""The headers of an answer that are handed back."""
CLOSED = "This table is closed, or the notebook's kernel that it belongs to has ended."


class Tables:
    """The servers that viewers are handed on to.

    :param folder: the folder of tables that a child process serves
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._child: subprocess.Popen[str] | None = None
        self._told: dict[str, Any] = {}
        self._starting = asyncio.Lock()

    async def port(self, name: str) -> int | None:
        """Return the port of a table's server; None if it is gone.

        :param name: that of a kernel's table; "folder": the folder of tables, once the owner has opened its page
        """
        if name != "folder":
            return behind.port_of(name)
        return (await self.folder()).get("port") if (self._folder / OWNER).is_file() else None

    async def folder(self) -> dict[str, Any]:
        """Return the ``port`` of the child process and the owner's ``link``, or its ``error``; start it if it does not run."""
        async with self._starting:
            if self._child is None or self._child.poll() is not None:
                self._child = subprocess.Popen(  # noqa: S603  (our own module)
                    [sys.executable, "-m", "hexwidget.table.behind", str(self._folder)],
                    stdin=subprocess.PIPE,  # the child ends when this process does
                    stdout=subprocess.PIPE,
                    text=True,
                )
                line = await asyncio.to_thread(self._child.stdout.readline) if self._child.stdout else ""
                what = "the tables cannot be served; the log of the Jupyter server says why (pip install 'hexwidget[serve]')"
                self._told = json.loads(line or json.dumps({"error": what}))
        return self._told


def handed_on(request: HTTPServerRequest) -> HTTPHeaders:
    """Return the headers of a request to a table's server. They hold what the table's own page has sent, and none of the cookies of Jupyter."""
    headers = HTTPHeaders({name: request.headers[name] for name in ASKED if name in request.headers})
    given = request.headers.get("Authorization", "")
    if given.startswith("Bearer "):  # the owner's token, which no browser adds by itself
        headers["Authorization"] = given
    cookies = [f"{name}={each.value}" for name, each in request.cookies.items() if name.startswith("hexwidget-")]
    if cookies:
        headers["Cookie"] = "; ".join(cookies)
    headers["Host"] = request.host
    headers["X-Forwarded-For"] = str(request.remote_ip)
    headers["X-Forwarded-Proto"] = request.protocol
    return headers


@stream_request_body
class Pages(RequestHandler):
    """The pages, files and requests of tables."""

    def initialize(self, tables: Tables) -> None:
        """Take the tables."""
        self._tables = tables

    def prepare(self) -> None:
        """Limit what a request may bring."""
        self._body = bytearray()
        connection: Any = self.request.connection
        connection.set_max_body_size(LONGEST)

    def data_received(self, chunk: bytes) -> None:
        """Take a part of what a request brings."""
        self._body += chunk

    def check_xsrf_cookie(self) -> None:
        """Leave it to the table's server, which compares the origin, or asks for the owner's token."""

    @allow_unauthenticated
    async def get(self, name: str, path: str) -> None:
        """Hand a request on."""
        port = await self._tables.port(name)
        if port is None:
            self._tell(404, CLOSED)
            return
        query = f"?{self.request.query}" if self.request.query else ""
        request = HTTPRequest(
            f"http://127.0.0.1:{port}/{quote(path)}{query}",
            str(self.request.method),
            handed_on(self.request),
            bytes(self._body) or None,
            request_timeout=PATIENCE,
            follow_redirects=False,
            decompress_response=False,
            allow_nonstandard_methods=True,
        )
        try:
            answer = await AsyncHTTPClient().fetch(request, raise_error=False)
        except OSError:
            self._tell(502, CLOSED)
            return
        if answer.code == 599:  # tornado's own, for a server that does not answer
            self._tell(504, "The table's server does not answer. Try again.")
            return
        self.set_status(answer.code)
        for header in ANSWERED:
            if header in answer.headers:
                self.set_header(header, answer.headers[header])
        for cookie in answer.headers.get_list("Set-Cookie"):
            if cookie.startswith("hexwidget-"):
                self.add_header("Set-Cookie", cookie.replace("Path=/;", f"Path={self._own(path)};", 1))
        if answer.code != 304:
            self.write(answer.body)

    post = get
    delete = get

    def _own(self, path: str) -> str:
        """Return the address of the table, to which its cookies belong."""
        return self.request.path.removesuffix(quote(path))

    def _tell(self, code: int, text: str) -> None:
        self.set_status(code)
        self.set_header("Content-Security-Policy", "default-src 'none'")
        self.write(f'<!doctype html><html lang="en"><title>hexwidget</title><p>{escape(text)}</p></html>')


class Sockets(WebSocketHandler):
    """The web sockets of tables."""

    max_message_size = LONGEST

    def initialize(self, tables: Tables) -> None:
        """Take the tables."""
        self._tables = tables
        self._table: WebSocketClientConnection | None = None
        self._handing: Task[None] | None = None

    def get_compression_options(self) -> dict[str, Any]:
        """Compress messages, as a table's own server does."""
        return {}

    @allow_unauthenticated
    def get(self, *args: Any, **options: Any) -> Awaitable[None]:  # type: ignore[override]  # it returns what that returns
        """Begin a connection."""
        return super().get(*args, **options)

    async def open(self, name: str) -> None:
        """Connect to the table's server."""
        port = await self._tables.port(name)
        request = HTTPRequest(
            f"ws://127.0.0.1:{port}/socket", headers=handed_on(self.request), connect_timeout=PATIENCE
        )
        try:
            if port is None:
                raise ConnectionRefusedError
            self._table = await websocket_connect(request, max_message_size=1 << 30)
        except OSError:
            self.close(GONE)
            return
        self._handing = asyncio.create_task(self._hand_back(self._table))

    async def on_message(self, message: str | bytes) -> None:
        """Hand a message on."""
        if self._table is not None:
            with suppress(WebSocketClosedError):
                await self._table.write_message(message, binary=isinstance(message, bytes))

    async def _hand_back(self, table: WebSocketClientConnection) -> None:
        """Hand the messages of the table back, no faster than the viewer takes them."""
        with suppress(WebSocketClosedError):
            while (message := await table.read_message()) is not None:
                await self.write_message(message, binary=isinstance(message, bytes))
        self.close(table.close_code)

    def on_close(self) -> None:
        """Let the table know that the viewer has gone."""
        if self._table is not None:
            self._table.close()


class Owner(JupyterHandler):
    """The page of the folder of tables, for those who are logged in."""

    def initialize(self, tables: Tables) -> None:
        """Take the tables."""
        self._tables = tables

    @authenticated
    async def get(self) -> None:
        """Lead to the page."""
        told = await self._tables.folder()
        if told.get("link") is None:
            self.set_status(500)
            lost = "the owner's link is not kept; `hexwidget serve --new-links` gives another one"
            self.finish(f"<!doctype html><title>hexwidget</title><p>{escape(told.get('error', lost))}</p>")
            return
        self.redirect(f"{self.request.path.rstrip('/')}/folder/make#{told['link'].partition('#')[2]}")


def _load_jupyter_server_extension(app: Any) -> None:
    """Add the addresses of tables to a Jupyter server."""
    base = app.web_app.settings["base_url"]
    shared = {"tables": Tables(Path(app.root_dir) / TABLES)}
    table = url_path_join(base, AT, "([0-9a-f]{16}|folder)")
    app.web_app.add_handlers(
        ".*$",
        [
            (url_path_join(base, AT), Owner, shared),
            (f"{table}/socket", Sockets, shared),
            (f"{table}/(.*)", Pages, shared),
        ],
    )
    path = behind.told_in() / f"server-{os.getpid()}.json"

    def tell() -> None:
        path.write_text(json.dumps({"address": behind.public_address(app.connection_url)}), encoding="utf-8")

    atexit.register(path.unlink, missing_ok=True)
    IOLoop.current().add_callback(tell)  # once the server knows its port


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "hexwidget.table.jupyter"}]
