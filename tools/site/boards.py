"""Values as parts of a page: a board that steps without a kernel, a figure, a picture, or text."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from html import escape
from typing import Any

import hexwidget as hw
from hexwidget.widget.page import play_button, use_site


@contextlib.contextmanager
def clauses_of(docname: str) -> Iterator[None]:
    """Let the clauses on boards link to the site's own rulebooks.

    :param docname: the page that the boards stand on, as Sphinx names it
    """
    use_site(up(docname) or "./")
    try:
        yield
    finally:
        use_site("")


def up(docname: str) -> str:
    """The relative path from a page to the first one."""
    return "../" * docname.count("/")


def board_of(value: Any) -> hw.Board | None:
    """The board that shows a value, or None if no board does."""
    if isinstance(value, hw.Board):
        return value
    if isinstance(value, hw.lessons.Desk):
        return value.board
    if isinstance(value, (hw.Session, hw.Scenario)) or hasattr(value, "notation"):
        return hw.Board(value)
    return None


def recorded(board: hw.Board, docname: str, *, still: bool = True) -> str:
    """A board as HTML. It steps through its game, or asks its question, without a kernel.

    :param still: False: without its picture, which is most of it; it is shown once a reader asks for it
    """
    with clauses_of(docname):
        return board._sharing.board_and_foot(still=still)[0]


def play(start: Any, docname: str) -> str:
    """The button that opens a position or scenario in a page that runs Python in the browser."""
    return play_button(f"{up(docname)}lab/play.html", hw.link(start))


def shown(value: Any, docname: str) -> str:
    """A value as HTML: a board, a figure as data that `figures.js` draws, the value's own HTML or SVG, or its text."""
    board = board_of(value)
    if board is not None:
        return recorded(board, docname)
    if hasattr(value, "to_plotly_json"):  # its own HTML loads plotly from another host
        return f'<div class="plotly-graph-div value"><script type="application/json">{value.to_json()}</script></div>'
    for name in ("_repr_html_", "_repr_svg_"):
        found = getattr(value, name, None)
        text = found() if callable(found) else None
        if text:
            return f'<div class="value">{text}</div>'
    return f'<pre class="value">{escape(str(value))}</pre>'
