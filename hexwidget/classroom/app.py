"""The pages of a class, beside those of a table (`hexwidget.table.app`), on Starlette."""

from __future__ import annotations

from hmac import compare_digest
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexwidget.classroom.room import ClassRoom
from hexwidget.jsontext import parse_json
from hexwidget.problems import InputError
from hexwidget.table.admission import Tries
from hexwidget.table.app import HEADERS, address_of, in_words
from hexwidget.table.cookies import LONGEST, is_from
from hexwidget.table.keeping import digest
from hexwidget.widget.frontend import STATIC

FILES = ("learner.js", "learner.css")
WRONG, NOT_YOURS, WAIT, TOO_LONG = 400, 403, 429, 413
LEARNERS_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Class · hexwidget</title><link rel="icon" href="data:,"><link rel="stylesheet" href="board.css"><link rel="stylesheet" href="learner.css">
<script type="module" src="learner.js"></script></head>
<body><header id="head"><h1 id="title">Class</h1><div id="news"><p id="present" role="status">Connecting …</p></div></header>
<main><div id="join" hidden></div><div id="board" class="hexwidget-pane"></div></main>
<noscript>This page needs JavaScript.</noscript></body></html>
"""


def class_routes(room: ClassRoom, tries: Tries, origin: str | None) -> list[BaseRoute]:
    """Return the routes of a class's pages. They come before those of a table.

    :param tries: the count of wrong links
    :param origin: the address in browsers, where a proxy stands before the server
    """

    async def page(_: Request) -> Response:
        return HTMLResponse(LEARNERS_PAGE, headers=HEADERS)

    async def file(request: Request) -> Response:
        return FileResponse(STATIC / request.url.path[1:], headers=HEADERS)

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

    return [
        Route("/", page),
        *(Route(f"/{name}", file) for name in FILES),
        Route("/join", join, methods=["POST"]),
    ]


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
