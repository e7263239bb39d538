"""The pages of a class, on Starlette."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexwidget.classroom.channels import ClassChannels
from hexwidget.problems import InputError
from hexwidget.serving.app import Site
from hexwidget.serving.cookies import LONGEST, is_from
from hexwidget.serving.links import digest
from hexwidget.serving.pages import (
    HEADERS,
    NOT_YOURS,
    TOO_LONG,
    WRONG,
    TooLongError,
    address_of,
    file_routes,
    in_words,
    page_route,
    read_object,
)
from hexwidget.table.pages import table_pages

FILES = ("learner.js", "learner.css", "wall.js", "wall.css", "draw.js", "lobby.css")
SOCKETS = ("/wall/socket", *Site.sockets)
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


def class_site(channels: ClassChannels, origin: str | None = None, *, collects: bool = True) -> Site:
    """Return the pages of a class.

    :param origin: the address in browsers, where a proxy stands before the server
    """

    async def join(request: Request) -> Response:
        """Tell somebody with the class's link about the class; with a name, let them in."""
        try:
            given = await read_object(request, LONGEST)
            if not is_from(request.headers, origin):
                return JSONResponse({}, NOT_YOURS, HEADERS)
            if (
                await channels.viewers.tries.admitted(
                    channels.find_class, address_of(request), digest(str(given.get("token")))
                )
                is None
            ):
                return JSONResponse({"error": "This link opens no class. Ask your teacher for it."}, NOT_YOURS, HEADERS)
            told = {"title": channels.course.title, "over": channels.folder.over}
            if "name" in given:
                await channels.begin()
                told["token"] = channels.join(given["name"])
            return JSONResponse(told, headers=HEADERS)
        except InputError as error:
            status = TOO_LONG if isinstance(error, TooLongError) else WRONG
            return JSONResponse({"error": in_words(error)}, status, HEADERS)

    own = page_route("/", LEARNERS_PAGE), page_route("/wall", WALL_PAGE), Route("/join", join, methods=["POST"])
    return Site([*own, *class_files()], SOCKETS, origin, collects=collects)


def class_files() -> list[BaseRoute]:
    """Return the routes of the files that the pages of a class need, and those of its tables."""
    return [*file_routes(FILES), *file_routes(["draw.js"], below="/t/{table}/"), *table_pages()]
