"""The application of a server, on Starlette: its pages, and a web socket for each viewer.

A viewer's first message is the token of their link, or the place that a cookie of the browser opens. The page takes the token from
its address behind the ``#``, which browsers send to no server, and exchanges it for such a cookie (``/seat``). Then the viewer sends messages as
a board's page does, and gets those of the channel where they are, and a ``beat`` where nothing else has come for a while.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hexwidget.english import translated
from hexwidget.jsontext import parse_json
from hexwidget.problems import InputError
from hexwidget.serving import messages
from hexwidget.serving.background import repeat
from hexwidget.serving.channels import Channel, Channels
from hexwidget.serving.close_codes import CloseCode
from hexwidget.serving.cookies import LONGEST, exchange, is_from
from hexwidget.serving.entry_codes import read_code
from hexwidget.serving.forwarding import forward
from hexwidget.serving.links import Place, digest
from hexwidget.serving.metrics import LOOK, Metrics
from hexwidget.serving.pages import HEADERS, NOT_YOURS, TOO_LONG, WRONG, TooLongError, address_of, in_words, read_object
from hexwidget.serving.status import status_routes
from hexwidget.serving.viewer import LONGEST_MESSAGE, Outbox, Rate, in_turn
from hexwidget.store.store import ElsewhereError
from hexwidget.widget.garbage_collection import IdleCollector
from hexwidget.widget.host import log

BEATS = 0.8
"""The seconds between two beats. A page that hears nothing for some beats says that the line is cut."""
PATIENCE = 10.0
"""The seconds in which a viewer has to send a token, and in which a connection has to close."""
MOST_NAMELESS = 200
"""The most connections that have not sent a token yet. A further one takes the place of the first."""

NO_CLASS = "This link opens no class. Ask your teacher for it."


@dataclass(frozen=True)
class Site:
    """The pages of a server, and the way to them.

    :param pages: its pages
    :param sockets: the paths of the web sockets
    :param origin: the origin of the pages, such as "https://games.example", where a proxy stands before this server; None: the one
        that the page was asked for at
    :param prefix: the path of all pages, such as "/services/tables"
    :param opens: tells if the digest of a token is that of the owner, who may ask how the server is; None: it tells nobody
    :param metrics: True: there is a page for Prometheus
    :param collects: True if it may choose when the process collects garbage
    """

    pages: Sequence[BaseRoute] = ()
    sockets: Sequence[str] = ("/socket", "/t/{table}/socket")  # a proxy may choose a worker by the table in the path
    origin: str | None = None
    prefix: str = ""
    opens: Callable[[str], bool] | None = None
    metrics: bool = False
    collects: bool = True


def make_app(channels: Channels, site: Site) -> Starlette:
    """Return the application of a server."""
    figures, collector = Metrics(), IdleCollector()
    sockets = _Sockets(channels, site.origin, collector, figures)
    routes = [*site.pages]
    if site.opens is not None:
        # A request through a hub's proxy may seem to come from this machine: the figures need the owner's token.
        is_behind = site.origin is not None or bool(site.prefix)
        routes += status_routes(channels, figures, site.opens, metrics=site.metrics, is_behind=is_behind)
    routes.append(Route("/join", sockets.join, methods=["POST"]))
    seats = [path.removesuffix("socket") + "seat" for path in site.sockets]
    routes += [Route(path, sockets.exchange, methods=["POST"]) for path in seats]
    routes += [WebSocketRoute(path, sockets.attend) for path in site.sockets]

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        if site.collects:
            collector.collect_when_idle()
        tasks = [
            repeat("the beat to all viewers", channels.viewers.beat, BEATS),
            repeat("the beat of the server", channels.beat, BEATS),
            repeat("the look at the clock", figures.look, LOOK),
            *(repeat(*each) for each in channels.tasks()),
        ]
        yield
        for task in tasks:
            task.cancel()
        if site.collects:
            collector.end()
        channels.close()

    found = [Mount(site.prefix, routes=routes)] if site.prefix else routes
    return Starlette(routes=found, lifespan=life, middleware=[Middleware(GZipMiddleware)])


class _Sockets:
    """The web sockets of viewers."""

    def __init__(self, channels: Channels, origin: str | None, collector: IdleCollector, figures: Metrics) -> None:
        self._channels, self._origin, self._collector, self._figures = channels, origin, collector, figures
        self._nameless: dict[asyncio.Timeout, None] = {}
        """The connections that have not sent a token yet, by the ends of their time, the first of them first."""

    async def exchange(self, request: Request) -> Response:
        """Give a browser a cookie for the token of a link."""

        async def known(door: str) -> object:
            try:
                return await self._channels.find(self._channels.credential_at(door, request))
            except ElsewhereError as error:
                return error

        admitted = partial(self._channels.viewers.tries.admitted, known, address_of(request))
        return await exchange(request, admitted, self._origin)

    async def join(self, request: Request) -> Response:
        """Tell somebody with a code, or with a link for all, what it opens; with a name, let them in."""
        channels, address = self._channels, address_of(request)
        try:
            given = await read_object(request, LONGEST)
            if not is_from(request.headers, self._origin):
                return JSONResponse({}, NOT_YOURS, HEADERS)
            if "code" in given:
                found = await channels.viewers.codes.found(partial(channels.by_code, read_code(given["code"])), address)
            else:
                token = digest(str(given.get("token")))
                found = await channels.viewers.tries.admitted(channels.by_link, address, token)
            if found is None:
                return JSONResponse({} if "code" in given else {"error": translated(NO_CLASS)}, NOT_YOURS, HEADERS)
            more = await found.admit(given) if "name" in given else {}
            return JSONResponse({**found.about(), **more}, headers=HEADERS)
        except InputError as error:
            status = TOO_LONG if isinstance(error, TooLongError) else WRONG
            return JSONResponse({"error": in_words(error)}, status, HEADERS)

    async def attend(self, ws: WebSocket) -> None:
        """Let somebody in with their token, and look on and play until one of us ends it."""
        if not is_from(ws.headers, self._origin):
            await ws.close()
            return
        await ws.accept()
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):  # the viewer has gone
            greeting = await self._greeting(ws)
            try:
                code = await self._receive(ws, self._channels.credential(greeting, ws))
            except ElsewhereError as error:
                code = await forward(ws, greeting, error)
            await asyncio.wait_for(ws.close(code), PATIENCE)

    async def _greeting(self, ws: WebSocket) -> Any:
        """Return a viewer's first message, which holds their credential.

        :raises TimeoutError: if it does not come in time, or too many others wait behind this viewer
        """
        async with asyncio.timeout(PATIENCE) as time:
            self._nameless[time] = None
            if len(self._nameless) > MOST_NAMELESS:
                first = next(iter(self._nameless))
                del self._nameless[first]
                if not first.expired():
                    first.reschedule(0)
            try:
                return await _next_message(ws)
            finally:
                self._nameless.pop(time, None)

    async def _receive(self, ws: WebSocket, credential: str) -> int:
        """Let a viewer in. Return why their connection ends."""
        channels, outbox = self._channels, Outbox()
        try:
            found = await channels.viewers.tries.admitted(channels.find, address_of(ws), credential)
            if found is None:
                return CloseCode.NO_SUCH_LINK
            # Nothing is awaited in between: the thread that takes a link away has those cut in this loop who have come by it.
            channels.viewers.enter(*found, outbox, credential)
            return await self._serve(ws, *found, outbox)
        except ElsewhereError:
            raise
        except InputError as error:
            await asyncio.wait_for(ws.send_text(messages.Refused(in_words(error)).packed()), PATIENCE)
            return CloseCode.REFUSED
        finally:
            channels.viewers.leave(outbox)

    async def _serve(self, ws: WebSocket, channel: Channel, place: Place, outbox: Outbox) -> int:
        """Let a viewer look on, and play, until one of us ends it. Return the reason."""
        await in_turn(partial(channel.enter, place, outbox))
        listening = asyncio.create_task(self._listen(ws, channel, outbox))
        tasks = [listening, asyncio.create_task(_write(ws, outbox)), asyncio.create_task(outbox.full.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            try:
                await in_turn(partial(channel.leave, place, outbox))
            finally:
                for task in tasks:
                    task.add_done_callback(_report)
                    task.cancel()
        if outbox.out:
            return outbox.out
        return listening.result() if listening.done() else CloseCode.COME_BACK

    async def _listen(self, ws: WebSocket, channel: Channel, outbox: Outbox) -> int:
        """Have the messages of a viewer answered. Return why there are no more."""
        rate = Rate()
        while (content := await _next_message(ws)) is not None and rate.allows():
            self._collector.note_message()
            since = monotonic()
            has_acted = await in_turn(partial(channel.handle, content, outbox))
            self._figures.answered(monotonic() - since, has_acted=has_acted)
        return CloseCode.TOO_MUCH


async def _write(ws: WebSocket, outbox: Outbox) -> None:
    while True:
        text = await outbox.take()
        try:
            await ws.send_text(text)
        except RuntimeError:  # so uvicorn says that the viewer has just gone
            raise WebSocketDisconnect from None


async def _next_message(ws: WebSocket) -> Any:
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


def _report(task: asyncio.Task[Any]) -> None:
    """Say why a task has failed, unless its viewer has just gone."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, WebSocketDisconnect | OSError):
        log().error("a viewer was dropped", exc_info=error)
