"""The pages of a class, beside those of a table (`hexwidget.table.app`), on Starlette."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from hmac import compare_digest
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hexwidget.classroom.room import ClassRoom
from hexwidget.classroom.wall import Wall
from hexwidget.jsontext import parse_json
from hexwidget.problems import InputError
from hexwidget.serving import messages
from hexwidget.serving.closing import CloseCode
from hexwidget.serving.cookies import LONGEST, is_from, key_in
from hexwidget.serving.links import digest
from hexwidget.serving.viewer import Outbox, Rate
from hexwidget.table.admission import Tries
from hexwidget.table.app import HEADERS, PATIENCE, address_of, admitted, hear, in_words
from hexwidget.widget.frontend import STATIC

FILES = ("learner.js", "learner.css", "wall.js", "wall.css", "draw.js")
WRONG, NOT_YOURS, WAIT, TOO_LONG = 400, 403, 429, 413
LEARNERS_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Class · hexwidget</title><link rel="icon" href="data:,"><link rel="stylesheet" href="board.css"><link rel="stylesheet" href="learner.css">
<script type="module" src="learner.js"></script></head>
<body><header id="head"><h1 id="title">Class</h1><div id="news"><p id="present" role="status">Connecting …</p></div></header>
<main><div id="join" hidden></div><section id="eyes" aria-label="From your teacher" hidden></section>
<div id="board" class="hexwidget-pane"></div></main>
<noscript>This page needs JavaScript.</noscript></body></html>
"""
WALL_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Wall · hexwidget</title><link rel="icon" href="data:,"><link rel="stylesheet" href="wall.css">
<script type="module" src="wall.js"></script></head>
<body><p id="said" role="status">Connecting …</p><main id="wall" hidden></main>
<noscript>This page needs JavaScript.</noscript></body></html>
"""


def class_routes(room: ClassRoom, tries: Tries, origin: str | None) -> list[BaseRoute]:
    """Return the routes of a class's pages. They come before those of a table.

    :param tries: the count of wrong links
    :param origin: the address in browsers, where a proxy stands before the server
    """

    async def page(_: Request) -> Response:
        return HTMLResponse(LEARNERS_PAGE, headers=HEADERS)

    async def join(request: Request) -> Response:
        """Tell somebody with the class's link about the class; with a name, let them in."""
        given = await _given(request)
        if isinstance(given, Response):
            return given
        if not is_from(request.headers, origin):
            return JSONResponse({}, NOT_YOURS, HEADERS)
        address, door = address_of(request), digest(str(given.get("token")))
        try:
            tries.check(address, door)
            if not compare_digest(door, room.folder.door):
                tries.failed(address)
                return JSONResponse({"error": "This link opens no class. Ask your teacher for it."}, NOT_YOURS, HEADERS)
            tries.came_in(address, door)
            told = {"title": room.course.title, "over": room.folder.over}
            if "name" in given:
                await room.begin()
                told["token"] = room.join(given["name"])
            return JSONResponse(told, headers=HEADERS)
        except InputError as error:
            return JSONResponse({"error": in_words(error)}, WRONG, HEADERS)

    async def wall_page(_: Request) -> Response:
        return HTMLResponse(WALL_PAGE, headers=HEADERS)

    return [
        Route("/", page),
        Route("/wall", wall_page),
        WebSocketRoute("/wall/socket", Walls(room, tries, origin).attend),
        *file_routes(),
        Route("/join", join, methods=["POST"]),
    ]


def file_routes() -> list[BaseRoute]:
    """Return the routes of the files that the pages of a class ask for."""

    async def file(request: Request) -> Response:
        return FileResponse(STATIC / request.url.path.rpartition("/")[2], headers=HEADERS)

    return [*(Route(f"/{name}", file) for name in FILES), Route("/t/{table}/draw.js", file)]


async def _given(request: Request) -> dict[str, Any] | Response:
    """Return the object that a request brings, or the answer to one that brings none."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST:
            return Response(status_code=TOO_LONG)
    try:
        found = parse_json(body.decode())
    except ValueError:
        found = None
    return found if isinstance(found, dict) else Response(status_code=WRONG)


class Walls:
    """The connections of the teacher."""

    def __init__(self, room: ClassRoom, tries: Tries, origin: str | None) -> None:
        self._room, self._tries, self._origin = room, tries, origin
        self._wall = Wall(room)
        room.beats = self._wall.beat
        self.here: dict[Outbox, str] = {}
        """The door by which each wall was opened."""

    async def attend(self, ws: WebSocket) -> None:
        """Show the teacher the class, and do what they wish, until one of us ends it."""
        if not is_from(ws.headers, self._origin):
            await ws.close()
            return
        await ws.accept()
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):  # the teacher has gone
            door = self._door(await asyncio.wait_for(hear(ws), PATIENCE), ws)
            try:
                found = await admitted(self._find, door, address_of(ws), self._tries)
            except InputError as error:
                await ws.send_text(messages.Refused(in_words(error)).packed())
                await ws.close(CloseCode.REFUSED)
                return
            if found is None:
                await ws.close(CloseCode.NO_SUCH_LINK)
                return
            await self._room.begin()
            await self._serve(ws, door)

    def _door(self, content: Any, ws: WebSocket) -> str:
        """Return what the teacher comes in by."""
        return key_in(content, {})

    async def _find(self, door: str) -> bool | None:
        return True if compare_digest(door, self._room.folder.teacher) else None

    async def _serve(self, ws: WebSocket, door: str) -> None:
        outbox, rate = Outbox(), Rate()

        async def write() -> None:
            while True:
                await ws.send_text(await outbox.take())

        self._wall.enter(outbox)
        self.here[outbox] = door
        writing = [asyncio.create_task(write()), asyncio.create_task(outbox.full.wait())]
        listening = asyncio.create_task(self._listen(ws, outbox, rate))
        try:
            await asyncio.wait([*writing, listening], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._wall.leave(outbox)
            del self.here[outbox]
            for task in (*writing, listening):
                task.cancel()
            await asyncio.gather(*writing, listening, return_exceptions=True)
        await ws.close(outbox.out or CloseCode.COME_BACK)

    async def _listen(self, ws: WebSocket, outbox: Outbox, rate: Rate) -> None:
        while (content := await hear(ws)) is not None and rate.allows():
            await self._wall.take(content, outbox)
