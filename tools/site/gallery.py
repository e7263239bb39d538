"""The directive ``{gallery}``: cards of entries of ``docs/gallery.toml``, and the page of each entry.

An entry has a title, a sentence and Python code whose last expression is a board, a game, a position or a scenario. Each gets a
page ``gallery/<name>`` with the code and the board, and a card with its picture. ``{gallery} figure`` has those whose last expression
is a figure: a browser draws it, so its picture is kept in ``docs/figures`` (``python -m tools.figure_pictures``).
"""

from __future__ import annotations

import re
import shutil
import tempfile
import tomllib
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import hexwidget as hw
from tools.site.boards import board_of
from tools.site.cells import run
from tools.site.thumbnails import THEMES, images, pictures, thumbnail

FOLDER = "gallery"


def entries(source: Path) -> list[dict[str, str]]:
    """The entries, each with the name of its page."""
    found: list[dict[str, str]] = tomllib.loads((source / "gallery.toml").read_text(encoding="utf-8"))["entry"]
    return [{**entry, "name": re.sub(r"\W+", "-", entry["title"].lower()).strip("-")} for entry in found]


def value_of(entry: dict[str, str]) -> Any:
    """The value of an entry's code."""
    with tempfile.TemporaryDirectory() as folder:
        return run(entry["code"], {}, Path(folder), entry["title"])[1]


def made(entry: dict[str, str]) -> hw.Board:
    """The board of an entry."""
    value = value_of(entry)
    board = board_of(value)
    if board is None:
        raise ValueError(f"the code of {entry['title']!r} ends with no board but a {type(value).__name__}")
    return board


class Gallery(SphinxDirective):
    """The cards."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        source = Path(self.env.srcdir)
        self.env.note_dependency(source / "gallery.toml")
        kind = (self.arguments or ["board"])[0]
        cards = [
            f'<a class="card" href="{FOLDER}/{entry["name"]}.html">{self.picture(entry)}'
            f"<b>{escape(entry['title'])}</b><span>{escape(entry['sentence'])}</span></a>"
            for entry in entries(source)
            if entry.get("kind", "board") == kind
        ]
        return [nodes.raw("", f'<div class="cards">{"".join(cards)}</div>', format="html")]

    def picture(self, entry: dict[str, str]) -> str:
        """The picture of a card."""
        if entry.get("kind") != "figure":
            return thumbnail(self.env, made(entry), entry["name"])
        for theme in THEMES:
            shutil.copy(Path(self.env.srcdir) / "figures" / f"{entry['name']}-{theme}.webp", pictures(self.env))
        return images(self.env, entry["name"])


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
