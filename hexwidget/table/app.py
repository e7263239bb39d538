"""The page of a table and its web socket, on Starlette.

A viewer's first message is the token of their link, or the place that a cookie of the browser opens. The page takes the token from
its address behind the ``#``, which browsers send to no server, and exchanges it for such a cookie (``/seat``). Then the viewer sends messages as a board's page does, and gets those of the board's line, who is there (``present``), and a
``beat`` where nothing else has come for a while.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hexwidget.english import capital
from hexwidget.jsontext import parse_json
from hexwidget.problems import InputError
from hexwidget.serving import messages
from hexwidget.serving.closing import CloseCode
from hexwidget.serving.cookies import exchange, is_from, key_in
from hexwidget.serving.forwarding import forward
from hexwidget.serving.links import Place
from hexwidget.serving.viewer import LONGEST_MESSAGE, Outbox, Rate, in_turn
from hexwidget.store.store import ElsewhereError
from hexwidget.table.admission import Tries
from hexwidget.table.figures import Figures
from hexwidget.table.table import Table
from hexwidget.table.tables import ServedTables
from hexwidget.widget.frontend import STATIC
from hexwidget.widget.host import ON_BINDER, log
from hexwidget.widget.idle import IdleCollector

FILES = ("board.js", "board.css", "table.js", "table.css")
BEATS = 0.8
"""The seconds between two beats. A page that hears nothing for some beats says that the line is cut."""
PATIENCE = 10.0
"""The seconds in which a viewer has to send a token, and in which a connection has to close."""
MOST_NAMELESS = 200
"""The most connections that have not sent a token yet."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",  # a browser asks each time if a file has changed
}
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>hexwidget</title><link rel="icon" href="data:,"><link rel="stylesheet" href="board.css"><link rel="stylesheet" href="table.css">
<script type="module" src="table.js"></script></head>
<body><header id="head"><div id="news"><p id="present" role="status">Connecting …</p></div></header>
<main><div id="board" class="hexwidget-pane"></div><div id="past" hidden></div></main>
<noscript>This page needs JavaScript.</noscript></body></html>
"""
DEMO = "<footer>A demo on Binder: who has the notebook’s address may do anything, and all of it is gone when nobody uses it.</footer>"
if ON_BINDER:
    PAGE = PAGE.replace("<noscript>", f"{DEMO}<noscript>")


Door = Callable[[Any, HTTPConnection], str]
"""Names what a viewer comes in by, from their first message and their connection; `ServedTables.find` knows it."""


def door_by_link(content: Any, asked: HTTPConnection) -> str:
    """Return the digest of the token that a message names."""
    return key_in(content, asked.cookies)


def table_app(
    tables: ServedTables,
    origin: str | None = None,
    tries: Tries | None = None,
    more: Sequence[BaseRoute] = (),
    *,
    figures: Figures | None = None,
    collects: bool = True,
    prefix: str = "",
    door: Door = door_by_link,
) -> Starlette:
    """Return the server's application.

    :param tables: its tables
    :param origin: the origin of the page, such as "https://games.example", where a proxy stands before this server; None: the one
        that the page was asked for at
    :param tries: the count of wrong links
    :param more: other pages, which may take the place of the table's
    :param figures: what is counted
    :param collects: True if it may choose when the process collects garbage
    :param prefix: the path of all its pages, such as "/services/tables"
    :param door: names what a viewer comes in by
    """
    counted = tries or Tries()
    measured = figures or Figures()
    collector = IdleCollector()

    async def known(door: str) -> object:
        try:
            return await tables.find(door)
        except ElsewhereError as error:
            return error

    async def seat(request: Request) -> Response:
        return await exchange(request, partial(admitted, known, address=address_of(request), tries=counted), origin)

    attend = _Sockets(tables, origin, counted, collector, measured, door).attend
    # A proxy may choose a worker by the table in the path.
    own = [route for path in ("/", "/t/{table}/") for route in _routes(path, seat, attend)]
    routes = [*more, *own]  # others may have pages at the same addresses
    return Starlette(
        routes=[Mount(prefix, routes=routes)] if prefix else routes,
        lifespan=_life(tables, measured, collector if collects else None),
        middleware=[Middleware(GZipMiddleware)],
    )


def _life(
    tables: ServedTables, measured: Figures, collector: IdleCollector | None
) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """Return what goes on while the server runs.

    :param collector: None if it may not choose when the process collects garbage
    """

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        if collector is not None:
            collector.begin()
        tasks = [asyncio.create_task(repeat(tables.beat, BEATS)), asyncio.create_task(measured.watch())]
        yield
        for task in tasks:
            task.cancel()
        if collector is not None:
            collector.end()
        tables.close()

    return life


async def _page(_: Request) -> Response:
    return HTMLResponse(PAGE, headers=HEADERS)


async def _file(request: Request) -> Response:
    return FileResponse(STATIC / request.url.path.rpartition("/")[2], headers=HEADERS)


Answer = Callable[[Request], Awaitable[Response]]


def _routes(path: str, seat: Answer, attend: Callable[[WebSocket], Awaitable[None]]) -> list[BaseRoute]:
    """Return the routes of a page and of all that it asks for."""
    return [
        Route(path, _page),
        Route(f"{path}seat", seat, methods=["POST"]),
        *(Route(f"{path}{name}", _file) for name in FILES),
        WebSocketRoute(f"{path}socket", attend),
    ]


class _Sockets:
    """The connections of viewers to some tables."""

    def __init__(
        self,
        tables: ServedTables,
        origin: str | None,
        tries: Tries,
        collector: IdleCollector,
        figures: Figures,
        door: Door,
    ) -> None:
        self._tables, self._origin, self._tries, self._collector = tables, origin, tries, collector
        self._figures, self._door_of = figures, door
        self._nameless = 0

    async def attend(self, ws: WebSocket) -> None:
        """Let somebody in by their token, and look on and play until one of us ends it."""
        if not is_from(ws.headers, self._origin) or self._nameless >= MOST_NAMELESS:
            await ws.close()
            return
        await ws.accept()
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):  # the viewer has gone
            greeting = await self._greeting(ws)
            try:
                code = await self._receive(ws, self._door_of(greeting, ws))
            except ElsewhereError as error:
                code = await forward(ws, greeting, error)
            await asyncio.wait_for(ws.close(code), PATIENCE)

    async def _greeting(self, ws: WebSocket) -> Any:
        """Return a viewer's first message, which names what they come in by."""
        self._nameless += 1
        try:
            return await asyncio.wait_for(hear(ws), PATIENCE)
        finally:
            self._nameless -= 1

    async def _receive(self, ws: WebSocket, door: str) -> int:
        tables, outbox = self._tables, Outbox()
        try:
            found = await admitted(tables.find, door, address_of(ws), self._tries)
            if found is not None:
                tables.viewers.enter(*found, outbox, door)
                found = await tables.find(door)  # another thread may have taken the link away meanwhile
            return await _attend(ws, *found, outbox, self._take) if found else CloseCode.NO_SUCH_LINK
        except ElsewhereError:
            raise
        except InputError as error:
            await asyncio.wait_for(ws.send_text(messages.Refused(in_words(error)).packed()), PATIENCE)
            return CloseCode.REFUSED
        finally:
            tables.viewers.leave(outbox)

    async def _take(self, table: Table, content: object, outbox: Outbox) -> None:
        """Have a message answered."""
        self._collector.heard()
        since = monotonic()
        await in_turn(partial(self._figures.take, table, content, outbox))
        self._figures.answered(monotonic() - since)


T = TypeVar("T")
Take = Callable[[Table, object, Outbox], Awaitable[None]]


async def admitted(find: Callable[[str], Awaitable[T | None]], door: str, address: str, tries: Tries) -> T | None:
    """Return the place that a link leads to; None if it leads nowhere.

    :raises InputError: if too many wrong links came from an address, or the table cannot be opened
    """
    tries.check(address, door)
    found = await find(door)
    if found is None:
        tries.failed(address)
    else:
        tries.came_in(address, door)
    return found


def address_of(asked: HTTPConnection) -> str:
    """Return the address that a request comes from."""
    return asked.client.host if asked.client else ""


def in_words(error: InputError) -> str:
    """Return an error as a sentence of a page."""
    return f"{capital(error.title)}: {'; '.join(str(problem) for problem in error.problems)}."


async def repeat(act: Callable[[], None], seconds: float) -> None:
    """Do something again and again until this is cancelled, also after it has failed.

    :param seconds: the pause before each time
    """
    while True:
        await asyncio.sleep(seconds)
        try:
            act()
        except Exception:
            log().exception("%s failed, and is done again in %s s", act, seconds)


async def hear(ws: WebSocket) -> Any:
    """Return the value of the next message; None if it cannot be read."""
    message = await ws.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    text = message.get("text") or ""
    if len(text.encode("utf-8", "replace")) > LONGEST_MESSAGE:
        return None
    try:
        return parse_json(text)
    except ValueError:
        return None


async def _attend(ws: WebSocket, table: Table, place: Place, outbox: Outbox, take: Take) -> int:
    """Let a viewer look on, and play, until one of us ends it. Return the reason."""
    rate = Rate()
    await in_turn(partial(table.enter, place, outbox))

    async def listen() -> int:
        while (content := await hear(ws)) is not None and rate.allows():
            await take(table, content, outbox)
        return CloseCode.TOO_MUCH

    async def write() -> None:
        while True:
            await ws.send_text(await outbox.take())

    listening = asyncio.create_task(listen())
    tasks = [listening, asyncio.create_task(write()), asyncio.create_task(outbox.full.wait())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        try:
            await in_turn(partial(table.leave, place, outbox))
        finally:
            for task in tasks:
                task.add_done_callback(partial(_report))
                task.cancel()
    if outbox.out:
        return outbox.out
    return listening.result() if listening.done() else CloseCode.COME_BACK


def _report(task: asyncio.Task[Any]) -> None:
    """Say why a task has failed, unless its viewer has just gone."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, WebSocketDisconnect | OSError):
        log().error("a viewer of a table was dropped", exc_info=error)
