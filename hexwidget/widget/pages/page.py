"""Boards on pages: one file that holds all it needs, steps through a game without a kernel, and asks no host.

Clauses on boards link to the rulebooks of a site, if there is one. ``make site`` builds one; the environment variable HEXWIDGET_SITE
or `use_site` name its address.
"""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, TypedDict

from hexwidget.english import translated
from hexwidget.languages import language
from hexwidget.problems import InputError, mismatch
from hexwidget.scene import Scene
from hexwidget.scene.glyphs import outline_texts
from hexwidget.widget.frontend import front_end
from hexwidget.widget.pages.recording import page_text

_STYLE = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
_FRAME = Path(__file__).with_name("frame.css").read_text(encoding="utf-8")
"""The board fills the frame that the page stands in, and a button stands below it. In a low and narrow frame the panel gives
room to the map."""


_COURSE = Path(__file__).with_name("course.css").read_text(encoding="utf-8")
"""A course: its title in one line, one part a screen, and the way on below it. The board says the aim in place of the paragraph."""


class PageOptions(TypedDict, total=False):
    """The options of a page in one file; see `Board.to_html`."""

    title: str | None
    embed: bool
    play: str
    print: bool


def policy(script: str, style: str, *, markup: bool = False) -> str:
    """Return the content security policy of a page, as a tag for its head.

    The browser runs these scripts and takes these styles, and loads nothing from anywhere. Texts never become markup, and
    attributes with scripts or styles have no effect.

    :param script: sources as a policy names them: "'sha256-...'", "'self'"
    :param markup: True if the scripts may make markup of texts
    """
    rules = [
        "default-src 'none'",
        f"script-src {script}",
        f"style-src {style}",
        "img-src data: blob:",
        "base-uri 'none'",
        "form-action 'none'",
        *(() if markup else ("require-trusted-types-for 'script'", "trusted-types 'none'")),
    ]
    return f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(rules)}">'


def only(text: str) -> str:
    """Return the source that allows this text in the page, and no other."""
    return f"'sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode()}'"


def recorded_board(recording: dict[str, Any], picture: str) -> str:
    """Return a recorded board as a part of a page that has `page.js` and `board.css`. It shows its picture until it comes into
    view."""
    return packed_board(page_text(recording), picture)


def packed_board(recording: str, picture: str) -> str:
    """Return a recorded board as a part of a page, from its packed recording."""
    return (
        '<div class="hexwidget-recording">'
        f'<script type="application/x-hexwidget">{recording}</script>'
        f'<div class="hexwidget-still">{outline_texts(picture)}</div></div>'
    )


def play_button(address: str, link: str, label: str = "Play it") -> str:
    """Return the button that opens a position or a course where it can be played.

    :param address: of ``play.html``
    :param link: the position or the course as a link text
    """
    target = escape(f"{address}#{link}")
    return f'<p class="hexwidget-play"><a href="{target}" target="_blank" rel="noopener">{translated(label)}</a></p>'


def play_address() -> str:
    """Return the address of the site's ``play.html``; "" without a site."""
    return f"{site_address.rstrip('/')}/lab/play.html" if site_address else ""


def beyond(asked: dict[str, Any]) -> str:
    """Return the sentence on the choices that a page with exercises does not hold, as a part of the page; "" if it holds all."""
    told = dict.fromkeys(each["beyond"] for exercise in asked["exercises"] for each in exercise["variants"])
    return "".join(f'<p class="hexwidget-beyond">{escape(text)}</p>' for text in told if text)


def framed_page(title: str, board: str, foot: str) -> str:
    """Return a page for a frame in another page: a board that fills it.

    :param board: as `recorded_board` returns it
    :param foot: what stands below the board, such as a `play_button`; or ""
    """
    framed = f'<main class="hexwidget-pane" aria-label="{escape(title)}">{board}</main>{foot}'
    return _page(title, _STYLE + _FRAME, framed)


def whole_page(title: str, prose: str, board: str, foot: str, link: str = "") -> str:
    """Return a page in one file.

    :param prose: plain text, paragraphs between blank lines
    :param board: as `recorded_board` returns it
    :param foot: what stands below the board, such as a `play_button`; or ""
    :param link: the position as a link text, for readers to copy
    """
    words = f"<summary>{translated('The position as a link text')}</summary>"
    copied = f"<details>{words}<code>{escape(link)}</code></details>" if link else ""
    end = f"<footer>{copied}<p>{translated('Made with hexwidget.')}</p></footer>"
    return _page(title, _STYLE, f"<main><h1>{escape(title)}</h1>{paragraphs(prose)}{board}{foot}</main>{end}")


def paragraphs(prose: str) -> str:
    """Return a plain text as HTML: a paragraph for each part between blank lines."""
    return "".join(f"<p>{escape(part)}</p>" for part in prose.split("\n\n") if part.strip())


def notes_of(scene: Scene, numbered: bool = False) -> str:
    """Return the notes of a scene as a list in HTML, each with its space; "" if it has none. Pages show it on paper, where
    nothing opens."""
    spaces, kind = scene.map, "ol" if numbered else "ul"
    lines = [f"<li><b>{escape(spaces.label(spaces.index(n.space)))}</b> {escape(n.text)}</li>" for n in scene.notes]
    return f'<{kind} class="hexwidget-notes">{"".join(lines)}</{kind}>' if lines else ""


def course_page(title: str, parts: Iterable[tuple[str, Iterable[str], str]], kind: str = "") -> str:
    """Return a page of several boards, one below the other.

    :param parts: a heading, paragraphs of plain text, and a board as `recorded_board` returns it
    :param kind: a sentence about the page of a course. With it the page shows one part a screen, where scripts run
    """
    sections = "".join(
        f"<section>{f'<h2>{escape(heading)}</h2>' * bool(heading)}{''.join(f'<p>{escape(text)}</p>' for text in paragraphs)}{board}</section>"
        for heading, paragraphs, board in parts
    )
    foot = f"<footer><p>{translated('Made with hexwidget.')}</p></footer>"
    if kind:
        head = f"<header><h1>{escape(title)}</h1><p>{escape(kind)}</p></header>"
        return _page(title, _STYLE + _COURSE, f'{head}<main class="hexwidget-course">{sections}</main>{foot}')
    return _page(title, _STYLE, f"<main><h1>{escape(title)}</h1>{sections}</main>{foot}")


def _page(title: str, style: str, body: str) -> str:
    script = front_end("page.js").replace("</script", "<\\/script")
    style += front_end("board.css")
    return document(title, style, f"{body}<script>{script}</script>", only(script))


def document(title: str, style: str, body: str, script: str = "'none'") -> str:
    """Return a document of HTML.

    :param script: the source of its script, as `only` returns it
    """
    return (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        f"{policy(script, only(style))}"
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>"
        f"<body>{body}</body></html>\n"
    )


# ---------------------------------------------------------------- the rulebooks of a site
_SCHEMES = ("https://", "http://", "file:///", "./", "../", "/")
site_address = ""
own_player = ""


def use_site(address: str) -> None:
    """Let the clauses on boards made from now on link to the rulebooks of a site.

    :param address: of the folder that ``make site`` builds, such as "https://rules.example/hexwidget/"; "" for no links
    :raises InputError: if it is no address of a page
    """
    global site_address
    site_address = checked(address)


def checked(address: str) -> str:
    """Return an address of a page, or "".

    :raises InputError: if it is no address of a page: other addresses might run code
    """
    if not isinstance(address, str) or (address and not address.startswith(_SCHEMES)):
        raise mismatch("this is no address of a page", f"a text that begins with {', '.join(_SCHEMES)}", address)
    return address


def use_player(address: str) -> None:
    """Let links lead to a page that plays them, without a site about it: the page that runs this engine says where it lies."""
    global own_player
    own_player = checked(address)


def player_page() -> str:
    """Return the address of a page that plays links; "" if no such page is known."""
    return own_player or (f"{site_address.rstrip('/')}/lab/play.html" if site_address else "")


def player_address() -> str:
    """Return the address of a page that plays links.

    :raises InputError: if no such page is known
    """
    found = player_page()
    if not found:
        why = 'no site is known that plays it: `hw.use_site("https://...")` names the address where `make site` put one'
        raise InputError("this is no link that plays", why)
    return found


def rulebook_address(system: str) -> str:
    """Return the address of a system's rulebook, up to the number of a clause; "" without a site.

    >>> use_site("https://rules.example/hexwidget")
    >>> rulebook_address("depletion")
    'https://rules.example/hexwidget/rulebook/depletion.html#'
    >>> use_site("")
    """
    return f"{site_address.rstrip('/')}/rulebook/{system}.html#" if site_address else ""


use_site(os.environ.get("HEXWIDGET_SITE", ""))
