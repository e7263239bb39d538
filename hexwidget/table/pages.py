"""The page of a table, and its files."""

from __future__ import annotations

from starlette.routing import Route

from hexwidget.english import translated
from hexwidget.serving.pages import app_page, file_routes, page_route
from hexwidget.widget.host import ON_BINDER

FILES = ("board.js", "board.css", "table.js", "table.css")
_BODY = """<header id="head"><div id="news"><p id="present" role="status">{}</p></div></header>
<main><h1 class="unseen" id="title">hexwidget</h1><div id="board" class="hexwidget-pane"></div><div id="past" hidden></div></main>"""
DEMO = "A demo on Binder: who has the notebook’s address may do anything, and all of it is gone when nobody uses it."


def table_page() -> str:
    """Return the page of a table."""
    demo = f"<footer>{translated(DEMO)}</footer>" if ON_BINDER else ""
    return app_page("hexwidget", ("board", "table"), "table", _BODY.format(translated("Connecting …")) + demo)


def table_pages() -> list[Route]:
    """Return the routes of the pages of tables: one for all, and one for each."""
    paths = "/", "/t/{table}/"
    return [route for path in paths for route in (page_route(path, table_page), *file_routes(FILES, below=path))]
