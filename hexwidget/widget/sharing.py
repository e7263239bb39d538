"""The forms in which a board leaves the notebook: pictures, and pages that need no kernel."""

from __future__ import annotations

import os
from base64 import b64encode
from pathlib import Path
from typing import Any

from hexwidget.files import read_words, write_whole
from hexwidget.play.links import link_or_nothing
from hexwidget.problems import InputError, Problem, Problems
from hexwidget.rules.position import MOST_DRAWN
from hexwidget.scene.cell import MOST_PIXELS, for_a_cell
from hexwidget.scene.drawing import draw, is_plain
from hexwidget.scene.png import to_png
from hexwidget.widget.activity import Activity
from hexwidget.widget.addresses import checked, rulebook_address
from hexwidget.widget.encode import encode
from hexwidget.widget.page import framed_page, play_button, recorded_board, whole_page
from hexwidget.widget.pictures import Snapshot
from hexwidget.widget.recording import record
from hexwidget.widget.saving import Saving
from hexwidget.widget.showing import Showing

RADIUS = 34.0
"""The radius of a hex in a picture, in pixels."""
IN_A_CELL = "A picture of the board: run the cell to play on it. Trust this notebook to see a game that was saved."
Bundle = tuple[dict[str, Any], dict[str, Any]] | None
"""A representation for a cell: data by type of media, and metadata."""


class Sharing:
    """Draws a board as it is now, and records its game."""

    def __init__(self, activity: Activity, showing: Showing) -> None:
        self._activity = activity
        self._audience = activity.audience
        self._showing = showing
        self.saving: Saving | None = None
        """Makes the recordings for notebooks. None in an exercise, which has no recording."""

    def svg(self, theme: str | None = None, radius: float = RADIUS, most: float | None = None, **look: Any) -> str:
        """Return the picture of the board; see `Board.to_svg`."""
        spaces = len(self._audience.seen.map)
        if spaces > MOST_DRAWN and (most is None or is_plain()):
            what = f"it has {spaces:,} spaces, and a picture holds {MOST_DRAWN:,}"
            raise InputError("this map cannot be drawn as a picture", [Problem("", what)])
        return draw(self._showing.scene, radius=radius, most=most, **self._look(theme), **look)

    def _look(self, theme: str | None = None) -> dict[str, Any]:
        """Return the theme of a picture and the present choice, which is drawn on it."""
        now = self._activity.choices(self._showing.draft)
        theme = theme or self._showing.looks.picture_theme
        return {"theme": theme, "choices": encode(now, self._audience.system.rulebook)}

    def png(self, theme: str | None, scale: float) -> bytes:
        """Return the picture of the board as PNG; see `Board.to_png`."""
        return to_png(self.svg(theme), scale)

    def snapshot(self, theme: str | None = None) -> Snapshot:
        """Return the picture of the board for a cell; see `Board.snapshot`."""
        scene = self._showing.scene
        recording = self.saving.made() if self.saving is not None else ""
        return Snapshot(self.svg(theme, most=MOST_PIXELS), f"{scene.title}. {scene.description}", recording)

    def with_picture(self, bundle: Bundle | dict[str, Any]) -> Bundle | dict[str, Any]:
        """Add the picture of the board as PNG to its live representation, for readers without a kernel. Neither SVG nor HTML:
        converters of notebooks would prefer them, or break other formats over them."""
        png = for_a_cell(self._showing.scene, plain=True, caption=IN_A_CELL, **self._look())
        if bundle is None or png is None:
            return bundle
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        pixels, size = png
        return {**data, "image/png": b64encode(pixels).decode()}, {**metadata, "image/png": size}

    def recorded(self) -> str:
        """Return the game as a part of a page: see `hexwidget.widget.page.recorded_board`."""
        audience, showing = self._audience, self._showing
        rulebook = rulebook_address(audience.system.name)
        recording = record(audience.session, audience.player, showing.drawings, rulebook, showing.looks)
        return recorded_board(recording, self.svg(plain=True))

    def page(
        self, path: str | os.PathLike[str] | None, title: str | None, prose: str, embed: bool = False, play: str = ""
    ) -> str | Path:
        """Return the game as a page, or write it to a file; see `Board.to_html`."""
        problems = Problems()
        read_words("" if title is None else title, prose, problems)
        audience, showing = self._audience, self._showing
        if embed and prose:
            problems.add("prose", "a page for a frame has none: write it on the page about the frame")
        # The link opens a whole position, and a player sees only a part of it.
        copied = link_or_nothing(audience.session.position) if audience.player is None else ""
        if checked(play) and not copied:
            problems.add(
                "play", "the position cannot be linked to: it is a player's view, breaks clauses, or is too large"
            )
        problems.raise_any("this page cannot be made")
        heading = showing.scene.title if title is None else title
        board = self.recorded()
        button = play_button(play, copied) if play else ""
        text = framed_page(heading, board, button) if embed else whole_page(heading, prose, board, button, copied)
        return text if path is None else write_whole(path, text)
