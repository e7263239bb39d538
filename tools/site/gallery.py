"""The directive ``{gallery}``: cards of all entries of ``docs/gallery.toml``, and the page of each entry.

An entry has a title, a sentence and Python code whose last expression is a board, a game, a position or a scenario. Each gets a
page ``gallery/<name>`` with the code and the board, and a card with its picture.
"""

from __future__ import annotations

import re
import tempfile
import tomllib
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import hexwidget as hw
from tools.site.boards import board_of
from tools.site.cells import run
from tools.site.thumbnails import thumbnail

FOLDER = "gallery"


def entries(source: Path) -> list[dict[str, str]]:
    """The entries, each with the name of its page."""
    found: list[dict[str, str]] = tomllib.loads((source / "gallery.toml").read_text(encoding="utf-8"))["entry"]
    return [{**entry, "name": re.sub(r"\W+", "-", entry["title"].lower()).strip("-")} for entry in found]


def made(entry: dict[str, str]) -> hw.Board:
    """The board of an entry."""
    with tempfile.TemporaryDirectory() as folder:
        _, value = run(entry["code"], {}, Path(folder), entry["title"])
    board = board_of(value)
    if board is None:
        raise ValueError(f"the code of {entry['title']!r} ends with no board but a {type(value).__name__}")
    return board


class Gallery(SphinxDirective):
    """The cards."""

    def run(self) -> list[nodes.Node]:
        source = Path(self.env.srcdir)
        self.env.note_dependency(source / "gallery.toml")
        cards = [
            f'<a class="card" href="{FOLDER}/{entry["name"]}.html">{thumbnail(self.env, made(entry), entry["name"])}'
            f"<b>{escape(entry['title'])}</b><span>{escape(entry['sentence'])}</span></a>"
            for entry in entries(source)
        ]
        return [nodes.raw("", f'<div class="cards">{"".join(cards)}</div>', format="html")]


def write_pages(app: Sphinx) -> None:
    """Write the sources of the entries' pages. They lie in a folder of their own, made anew in each build."""
    folder = Path(app.srcdir) / FOLDER
    folder.mkdir(exist_ok=True)
    found = entries(Path(app.srcdir))
    for old in {*folder.glob("*.md")} - {folder / f"{entry['name']}.md" for entry in found}:
        old.unlink()
    for entry in found:
        code = entry["code"].strip()
        text = f"---\norphan: true\n---\n# {entry['title']}\n\n{entry['sentence']}\n\n```{{cell}}\n{code}\n```\n\n[All of the gallery](../gallery.md)\n"
        path = folder / f"{entry['name']}.md"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.add_directive("gallery", Gallery)
    app.connect("builder-inited", write_pages)
