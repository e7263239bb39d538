"""The pages of a class, on Starlette."""

from __future__ import annotations

from starlette.routing import BaseRoute

from hexwidget.classroom.channels import ClassChannels
from hexwidget.serving.app import Site
from hexwidget.serving.pages import app_page, file_routes, page_route
from hexwidget.table.pages import table_pages

FILES = ("learner.js", "learner.css", "wall.js", "wall.css", "draw.js", "lobby.css")
SOCKETS = ("/wall/socket", *Site.sockets)
_BODY = """<header id="head"><h1 id="title">Class</h1><div id="news"><p id="present" role="status">Connecting …</p></div></header>
<main><div id="join" hidden></div><section id="eyes" aria-label="From your teacher" hidden></section>
<div id="board" class="hexwidget-pane"></div></main>"""
LEARNERS_PAGE = app_page("Class · hexwidget", ("board", "learner"), "learner", _BODY)
_WALL = '<p id="said" role="status">Connecting …</p><main id="wall" hidden></main>'
WALL_PAGE = app_page("Wall · hexwidget", ["wall"], "wall", _WALL)


def class_site(channels: ClassChannels, origin: str | None = None, *, collects: bool = True) -> Site:
    """Return the pages of a class.

    :param origin: the address in browsers, where a proxy stands before the server
    """
    own = page_route("/", LEARNERS_PAGE), page_route("/wall", WALL_PAGE)
    return Site([*own, *class_files()], SOCKETS, origin, collects=collects)


def class_files() -> list[BaseRoute]:
    """Return the routes of the files that the pages of a class need, and those of its tables."""
    return [*file_routes(FILES), *file_routes(["draw.js"], below="/t/{table}/"), *table_pages()]
