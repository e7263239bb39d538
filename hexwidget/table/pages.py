"""The page of a table, and its files."""

from __future__ import annotations

from starlette.routing import Route

from hexwidget.serving.pages import app_page, file_routes, page_route
from hexwidget.widget.host import ON_BINDER

FILES = ("board.js", "board.css", "table.js", "table.css")
_BODY = """<header id="head"><div id="news"><p id="present" role="status">Connecting …</p></div></header>
<main><h1 class="unseen" id="title">hexwidget</h1><div id="board" class="hexwidget-pane"></div><div id="past" hidden></div></main>"""
PAGE = app_page("hexwidget", ("board", "table"), "table", _BODY)
DEMO = "<footer>A demo on Binder: who has the notebook’s address may do anything, and all of it is gone when nobody uses it.</footer>"
if ON_BINDER:
    PAGE = PAGE.replace("<noscript>", f"{DEMO}<noscript>")


def table_pages() -> list[Route]:
    """Return the routes of the pages of tables: one for all, and one for each."""
    paths = "/", "/t/{table}/"
    return [route for path in paths for route in (page_route(path, PAGE), *file_routes(FILES, below=path))]
