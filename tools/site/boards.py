"""Values as parts of a page: a board that steps without a kernel, a figure, a picture, or text."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from typing import Any

from sphinx.environment import BuildEnvironment

import hexwidget as hw
from hexwidget.scene.glyphs import outline_texts
from hexwidget.widget.pages.page import play_button, use_site
from tools.site.thumbnails import pictures

STILL = '<div class="hexwidget-still">'
"""The place of the picture of a recorded board (`hexwidget.widget.pages.page.packed_board`)."""
PICTURE = re.compile(
    r'<svg [^>]*? width="(?P<width>\d+)" height="(?P<height>\d+)"[^>]*><title>(?P<title>[^<"]*)</title><desc>(?P<words>[^<"]*)</desc>'
)
"""The start of the picture of a board."""


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
    if isinstance(value, (hw.Session, hw.Scenario)) or hasattr(value, "notation"):
        return hw.Board(value)
    return None


def recorded(board: hw.Board, env: BuildEnvironment, *, still: bool = True) -> str:
    """A board as HTML. It steps through its game, or asks its question, without a kernel. Its picture is a file of its own: it is
    most of a board, and a browser loads it only when a reader comes near it.

    :param env: of the page that the board stands on
    :param still: False: without the picture; the board is shown once a reader asks for it
    """
    with clauses_of(env.docname):
        html = board._sharing.board_and_foot(still=False)[0]
    return html.replace(f"{STILL}</div>", f"{STILL}{picture(board, env)}</div>") if still else html


def picture(board: hw.Board, env: BuildEnvironment) -> str:
    """Write the picture of a board, once for all pages that show it, and return it as HTML."""
    svg = board.to_svg(plain=True)
    found = PICTURE.match(svg)
    if found is None:
        raise ValueError(f"the picture of a board begins with no size and title: {svg[:300]}")
    name = f"board-{sha256(svg.encode()).hexdigest()[:16]}.svg"
    (pictures(env) / name).write_text(outline_texts(svg), encoding="utf-8")
    return (
        f'<img src="{up(env.docname)}_images/{name}" alt="{found["title"]}. {found["words"]}" loading="lazy" '
        f'width="{found["width"]}" height="{found["height"]}">'
    )


def play(start: str, docname: str) -> str:
    """The button that opens a link text, or a bundled scenario by name, in a page that runs Python in the browser."""
    return play_button(f"{up(docname)}lab/play.html", start)


def shown(value: Any, env: BuildEnvironment) -> str:
    """A value as HTML: a board, a figure as data that `figures.js` draws, the value's own HTML or SVG, or its text."""
    board = board_of(value)
    if board is not None:
        return recorded(board, env)
    if hasattr(value, "to_plotly_json"):  # its own HTML loads plotly from another host
        return f'<div class="plotly-graph-div value"><script type="application/json">{value.to_json()}</script></div>'
    for name in ("_repr_html_", "_repr_svg_"):
        found = getattr(value, name, None)
        text = found() if callable(found) else None
        if text:
            return f'<div class="value">{text}</div>'
    return f'<pre class="value" tabindex="0">{escape(str(value))}</pre>'
