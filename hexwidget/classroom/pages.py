"""The pages of a class, on Starlette."""

from __future__ import annotations

from starlette.routing import BaseRoute

from hexwidget.classroom.channels import ClassChannels
from hexwidget.serving.app import Site
from hexwidget.serving.pages import file_routes, page_route
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
    own = page_route("/", LEARNERS_PAGE), page_route("/wall", WALL_PAGE)
    return Site([*own, *class_files()], SOCKETS, origin, collects=collects)


def class_files() -> list[BaseRoute]:
    """Return the routes of the files that the pages of a class need, and those of its tables."""
    return [*file_routes(FILES), *file_routes(["draw.js"], below="/t/{table}/"), *table_pages()]
