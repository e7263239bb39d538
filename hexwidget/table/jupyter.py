"""An extension of the Jupyter server: tables on its port. A table's link opens without the Jupyter's login, and reaches nothing else.

The extension hands pages and web sockets on to servers of this machine: those of kernels, whose cells have made a table, and a child process
that serves the folder of tables beside the notebooks. So nothing that takes long runs in the Jupyter server.

jupyter-server-proxy would hand on the owner's cookies and any port, and only for those who are logged in.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import subprocess
import sys
from asyncio import Task
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hmac import compare_digest
from html import escape
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.httputil import HTTPHeaders, HTTPServerRequest
from tornado.ioloop import IOLoop
from tornado.simple_httpclient import SimpleAsyncHTTPClient
from tornado.web import RequestHandler, addslash, authenticated, stream_request_body
from tornado.websocket import WebSocketClientConnection, WebSocketClosedError, WebSocketHandler, websocket_connect

from hexwidget.serving.close_codes import CloseCode
from hexwidget.table import jupyter_files
from hexwidget.table.jupyter_files import AT, FOLDER

LONGEST = 64_000
"""The most bytes of a message or request of a viewer; the tables' servers have the same limit."""
MOST_REQUESTS = 100
"""The most requests at once that wait for tables. Jupyter's own client has ten, which must not wait for ours."""
PATIENCE = 30.0
"""The seconds in which a table's server has to answer."""
PINGS = 10.0
"""The seconds after which a viewer is asked for a sign."""
IN_PLAY = timedelta(hours=2)
"""The time after the last message of a player in which a page that is open keeps the kernel, and the server, from counting as idle."""
BY_ITSELF = 2
"""The first messages of each connection, which a page sends without its player."""
ASKED = ("Accept-Encoding", "Content-Type", "If-Modified-Since", "If-None-Match", "Origin")
"""The headers of a request that are handed on. The Jupyter's own login is not among them."""
ANSWERED = (
    "Cache-Control", "Content-Encoding", "Content-Security-Policy", "Content-Type", "ETag", "Last-Modified", "Referrer-Policy",
    "Vary", "X-Content-Type-Options",
)  # fmt: skip
"""The headers of an answer that are handed back."""
CLOSED = (
    "This table is closed, or its notebook's kernel has ended. A journal of the game, or the folder of the class, keeps what was played. "
    "Ask the notebook's owner to open it again."
)
SILENT = "The table's server does not answer. Try again."
FAILED = {"error": "The tables cannot be served. The log of the Jupyter server says why."}


class Servers:
    """The servers of tables.

    :param folder: the folder of tables that a child process serves
    :param activity: the times at which extensions of the Jupyter server were active
    :param kernels: the manager of the server's kernels
    """

    def __init__(self, folder: Path, activity: dict[str, datetime], kernels: Any) -> None:
        self._folder, self._activity, self._kernels = folder, activity, kernels
        self._played: dict[str, datetime] = {}
        self._child: subprocess.Popen[str] | None = None
        self._told: dict[str, Any] = {}
        self._starting = asyncio.Lock()
        self.client: AsyncHTTPClient = SimpleAsyncHTTPClient(force_instance=True, max_clients=MOST_REQUESTS)

    async def port(self, name: str) -> int | None:
        """Return the port of a table's server; None if it is gone.

        :param name: that of a kernel's table; "folder": the folder of tables, if there is one
        """
        if name != "folder":
            return jupyter_files.port_of(name)
        if self._folder.is_dir() and "error" not in self._told:  # else its owner has to ask for it
            await self.folder()
        return self._told.get("port")

    async def folder(self) -> dict[str, Any]:
        """Return the ``port`` of the child process and the owner's ``token``, or its ``error``; start it if it does not run."""
        async with self._starting:
            if self._child is None or self._child.poll() is not None:
                self._child = subprocess.Popen(  # noqa: S603  (our own module)
                    [sys.executable, "-m", "hexwidget.table.jupyter_files", str(self._folder)],
                    stdin=subprocess.PIPE,  # the child ends when this process does
                    stdout=subprocess.PIPE,
                    text=True,
                    start_new_session=True,  # Ctrl+C asks the Jupyter server only
                )
                line = await asyncio.to_thread(self._child.stdout.readline) if self._child.stdout else ""
                self._told = json.loads(line) if line else FAILED
        return self._told

    def here(self, name: str, *, played: bool) -> None:
        """Note that a viewer is here. While a table is in play, neither its kernel nor this server counts as idle.

        :param played: True if the viewer has sent a message
        """
        now = datetime.now(UTC)
        if played:
            self._played[name] = now
        if name not in self._played or now - self._played[name] > IN_PLAY:
            return
        self._activity["hexwidget"] = now
        if (found := jupyter_files.told(name, jupyter_files.KernelFile)) and found.kernel in self._kernels:
            self._kernels.get_kernel(found.kernel).last_activity = self._kernels.last_kernel_activity = now

    def handed_on(self, request: HTTPServerRequest, name: str) -> HTTPHeaders:
        """Return the headers of a request to a table's server: what the table's own page has sent, and nothing of Jupyter's login."""
        headers = HTTPHeaders({each: request.headers[each] for each in ASKED if each in request.headers})
        given, token = request.headers.get("Authorization", ""), self._told.get("token")
        if name == "folder" and token and compare_digest(given.encode(), f"Bearer {token}".encode()):
            headers["Authorization"] = given
        cookies = [f"{key}={each.value}" for key, each in request.cookies.items() if key.startswith("hexwidget-")]
        if cookies:
            headers["Cookie"] = "; ".join(cookies)
        headers["Host"] = request.host
        headers["X-Forwarded-For"] = str(request.remote_ip)
        headers["X-Forwarded-Proto"] = request.protocol
        return headers


class OfServers:
    """A handler of requests that has the servers of tables."""

    def initialize(self, servers: Servers) -> None:
        """Take the servers."""
        self._servers = servers


@stream_request_body
class Pages(OfServers, RequestHandler):
    """The pages, files and requests of tables."""

    def set_default_headers(self) -> None:
        """Let a page without a policy of its own do nothing."""
        self.set_header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
        self.set_header("X-Content-Type-Options", "nosniff")

    def prepare(self) -> None:
        """Limit the request's body."""
        self._body = bytearray()
        connection: Any = self.request.connection
        connection.set_max_body_size(LONGEST)

    def data_received(self, chunk: bytes) -> None:
        """Keep a part of the request's body."""
        self._body += chunk

    def check_xsrf_cookie(self) -> None:
        """Leave it to the table's server, which compares the origin, or asks for the owner's token."""

    @allow_unauthenticated
    async def get(self, name: str, path: str) -> None:
        """Hand a request on, without its query: no table asks for one, and it might be the Jupyter's token."""
        port = await self._servers.port(name)
        if port is None:
            self._tell(404, CLOSED)
            return
        request = HTTPRequest(
            f"http://127.0.0.1:{port}/{quote(path)}",
            str(self.request.method),
            self._servers.handed_on(self.request, name),
            bytes(self._body) or None,
            request_timeout=PATIENCE,
            follow_redirects=False,
            decompress_response=False,
            allow_nonstandard_methods=True,
        )
        try:
            answer = await self._servers.client.fetch(request, raise_error=False)
        except (OSError, HTTPClientError):
            self._tell(502, SILENT)
            return
        self.set_status(answer.code)
        for header in ANSWERED:
            if header in answer.headers:
                self.set_header(header, answer.headers[header])
        for line in answer.headers.get_list("Set-Cookie"):
            for key, cookie in SimpleCookie(line).items():
                if key.startswith("hexwidget-"):
                    cookie.update({"path": self.request.path.removesuffix(quote(path)), "domain": ""})
                    self.add_header("Set-Cookie", cookie.OutputString())
        if answer.body:
            self.write(answer.body)

    post = get
    delete = get

    def _tell(self, code: int, text: str) -> None:
        self.set_status(code)
        self.write(page_of(text))


def page_of(text: str) -> str:
    """Return a page that says something."""
    return f'<!doctype html><html lang="en"><title>hexwidget</title><p>{escape(text)}</p></html>'


class TableSockets(OfServers, WebSocketHandler):
    """The web sockets of tables."""

    max_message_size = LONGEST
    ping_interval = PINGS
    _table: WebSocketClientConnection | None = None
    _name = ""
    _messages = 0
    _handing: Task[None]

    def get_compression_options(self) -> dict[str, Any]:
        """Compress messages, as a table's own server does."""
        return {}

    @allow_unauthenticated
    async def get(self, *args: Any, **options: Any) -> None:
        """Begin a connection."""
        await super().get(*args, **options)

    async def open(self, name: str, wall: str | None = None) -> None:
        """Connect to the table's server.

        :param wall: the path of a class's wall; None: it is no wall
        """
        self._name = name
        port = await self._servers.port(name)
        if port is None:
            IOLoop.current().call_later(PATIENCE, self.close, CloseCode.REFUSED)  # its first message gets words before
            return
        headers = self._servers.handed_on(self.request, name)
        request = HTTPRequest(f"ws://127.0.0.1:{port}/{wall or ''}socket", headers=headers, connect_timeout=PATIENCE)
        try:
            self._table = await websocket_connect(request, max_message_size=1 << 30)
        except (OSError, HTTPClientError):  # the page tries again
            self.close()
            return
        self._handing = asyncio.create_task(self._hand_back(self._table))

    async def on_message(self, message: str | bytes) -> None:
        """Hand a message on."""
        with suppress(WebSocketClosedError):
            if self._table is None:
                await self.write_message({"method": "refused", "text": CLOSED})
                self.close(CloseCode.REFUSED)
                return
            self._messages += 1
            self._servers.here(self._name, played=self._messages > BY_ITSELF)
            await self._table.write_message(message, binary=isinstance(message, bytes))

    def on_pong(self, data: bytes) -> None:
        """Note that the viewer is still here."""
        self._servers.here(self._name, played=False)

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


class Slashless(RequestHandler):
    """The address of a table as `Table` tells it. The names of the page's files are relative to the address with a slash."""

    @allow_unauthenticated
    @addslash
    def get(self, _: str) -> None:
        """Lead to the page."""


class Owner(OfServers, JupyterHandler):
    """The page of the folder of tables, for those who are logged in."""

    @authenticated
    async def get(self) -> None:
        """Lead to the page."""
        told = await self._servers.folder()
        if told.get("token") is None:
            self.set_status(500)
            lost = "The owner's link is not kept. `hexwidget serve --new-links` with the folder gives another one."
            self.finish(page_of(told.get("error", lost)))
            return
        self.redirect(f"{self.request.path.rstrip('/')}/folder/make#{told['token']}")


def _load_jupyter_server_extension(app: Any) -> None:
    """Add the addresses of tables to a Jupyter server."""
    settings = app.web_app.settings
    folder = Path(app.root_dir) / FOLDER
    shared = {"servers": Servers(folder, settings["last_activity_times"], settings["kernel_manager"])}
    base = settings["base_url"]
    table = url_path_join(base, AT, "([0-9a-f]{16}|folder)")
    pages: list[Any] = [(f"{url_path_join(base, AT)}?", Owner, shared), (table, Slashless)]
    pages += [(f"{table}/(wall/)?socket", TableSockets, shared), (f"{table}/(.*)", Pages, shared)]
    app.web_app.add_handlers(".*$", pages)

    def tell() -> None:
        own = jupyter_files.public_address(app.custom_display_url or app.connection_url)
        atexit.register(jupyter_files.ProcessFile(f"server-{os.getpid()}", jupyter_files.JupyterFile(own)).close)

    if jupyter_files.LOCKS:
        IOLoop.current().add_callback(tell)  # once the server knows its port


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "hexwidget.table.jupyter"}]
