"""The pages of a class, on Starlette."""

from __future__ import annotations

from starlette.routing import BaseRoute

from hexwidget.classroom.channels import ClassChannels
from hexwidget.english import translated
from hexwidget.serving.app import Site
from hexwidget.serving.pages import app_page, file_routes, page_route
from hexwidget.table.pages import table_pages

FILES = ("learner.js", "learner.css", "wall.js", "wall.css", "draw.js", "lobby.css")
SOCKETS = ("/wall/socket", *Site.sockets)
_BODY = """<header id="head"><h1 id="title">{title}</h1><div id="news"><p id="present" role="status">{waits}</p></div></header>
<main><div id="join" hidden></div><section id="eyes" aria-label="{eyes}" hidden></section>
<div id="board" class="hexwidget-pane"></div></main>"""
_WALL = '<p id="said" role="status">{waits}</p><main id="wall" hidden></main>'


def learners_page() -> str:
    """Return the page of a learner."""
    title, waits, eyes = map(translated, ("Class", "Connecting …", "From your teacher"))
    body = _BODY.format(title=title, waits=waits, eyes=eyes)
    return app_page(f"{title} · hexwidget", ("board", "learner"), "learner", body)


def wall_page() -> str:
    """Return the page of the teacher."""
    waits = translated("Connecting …")
    return app_page(f"{translated('Wall')} · hexwidget", ["wall"], "wall", _WALL.format(waits=waits))


def class_site(channels: ClassChannels, origin: str | None = None, *, collects: bool = True) -> Site:
    """Return the pages of a class.

    :param origin: the address in browsers, where a proxy stands before the server
    """
    own = page_route("/", learners_page), page_route("/wall", wall_page)
    return Site([*own, *class_files()], SOCKETS, origin, collects=collects)


def class_files() -> list[BaseRoute]:
    """Return the routes of the files that the pages of a class need, and those of its tables."""
    return [*file_routes(FILES), *file_routes(["draw.js"], below="/t/{table}/"), *table_pages()]
