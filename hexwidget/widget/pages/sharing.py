"""The forms in which a board leaves the notebook: pictures, snapshots with the steps of the game, pages that need no kernel, and
text for a terminal."""

from __future__ import annotations

import os
from base64 import b64encode
from dataclasses import dataclass, field
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from hexwidget.deferred import deferred
from hexwidget.english import translated
from hexwidget.files import read_words, write_whole
from hexwidget.geometry.places import places_in_words
from hexwidget.languages import in_its_language
from hexwidget.play.links import link_or_nothing
from hexwidget.problems import InputError, Problems
from hexwidget.refusals import present_shell
from hexwidget.rules import Position
from hexwidget.rules.position import MOST_DRAWN
from hexwidget.scene.cell import MOST_PIXELS, Picture, for_a_cell, sized_png, small_png
from hexwidget.scene.drawing import draw, is_plain
from hexwidget.widget.activity import Activity
from hexwidget.widget.audience import BoardPart
from hexwidget.widget.connections.encode import encode
from hexwidget.widget.frontend import front_end, parts, version
from hexwidget.widget.pages import page
from hexwidget.widget.pages.handout import Sheet, handout
from hexwidget.widget.pages.notebook_recording import Saving
from hexwidget.widget.pages.recording import recording_of, run_to_end
from hexwidget.widget.showing import Showing

SHARPNESS = 2.0
"""The pixels of a snapshot for each pixel of the page."""
_brought: list[object] = []
"""The cell whose output holds the front end, and the number of its run."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A picture for a cell, and where scripts run the steps of the game. ``svg`` is the SVG document, ``description`` the
    picture in words."""

    svg: str = field(repr=False)
    description: str
    recording: str = field(default="", repr=False, compare=False)
    """The packed recording; empty: only the picture is shown."""

    def _repr_png_(self) -> Picture | None:
        try:
            return sized_png(small_png(self.svg, SHARPNESS), SHARPNESS)
        except ImportError:
            return None

    def _repr_html_(self) -> str | None:
        """Return the picture with the recording, which replaces it where scripts run."""
        picture = self._repr_png_()
        if picture is None:
            still = f'<div role="img" aria-label="{escape(self.description)}">{self.svg}</div>'
        else:
            data, size = picture
            source = f"data:image/png;base64,{b64encode(data).decode()}"
            look = f'width="{size["width"]}" style="max-width:100%"'
            still = f'<img alt="{escape(self.description)}" {look} src="{source}">'
        if not self.recording:
            return still
        return (
            f'<div class="hexwidget-snapshot" data-version="{version()}">'
            f'<script type="application/x-hexwidget">{self.recording}</script>'
            f'<div class="hexwidget-still">{still}</div></div>{_parts()}<script>{front_end("snapshot.js")}</script>'
        )


def _parts() -> str:
    """Return the front end as a script, for the first snapshot of a notebook; empty for the others.

    A cell that is run again gets it again, as its output is replaced.
    """
    cell, run = _present_cell()
    if cell is not None:
        if _brought and (_brought[0] != cell or _brought[1] == run):
            return ""
        _brought[:] = [cell, run]
    return f'<script type="application/x-hexwidget-parts" data-version="{version()}">{parts()}</script>'


def _present_cell() -> tuple[object, int]:
    """Return the id of the cell that runs, or its number where the page tells no id, and the number of the run. None: there are
    no cells, and each snapshot brings the front end."""
    shell = present_shell()
    kernel = getattr(shell, "kernel", None)
    if kernel is None:
        return None, 0
    told = kernel.get_parent().get("metadata", {}).get("cellId")
    return told or shell.execution_count, shell.execution_count


MOST_SPACES = 400
"""The text of a larger map is left out, as it fills the screen."""
MOST_LINES = 30
MOST_COLUMNS = 120
HINT = 'A notebook shows this board to click; board.to_html("board.html") writes it as a page for a browser.'


def as_text(seen: Position, title: str, status: str) -> str:
    """Return a board as text: its title and status, the small map and the pieces that its player sees, and a hint."""
    head = f"<Board: {title}, {status}>"
    if len(seen.map) > MOST_SPACES:
        return f"{head}\n{seen.map!r}\n{translated(HINT)}"
    lines = [line for line in str(seen).splitlines() if line not in (title, status)]
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = ["…"]
    short = [line if len(line) <= MOST_COLUMNS else f"{line[: MOST_COLUMNS - 1]}…" for line in lines]
    places = [places_in_words(seen.map.places).strip()] if seen.map.places else []
    return "\n".join([head, *short, *places, translated(HINT)])


RADIUS = 34.0
"""The radius of a hex in a picture, in pixels."""
IN_A_CELL = "A picture of the board: run the cell to play on it. Trust this notebook to see a game that was saved."
Bundle = tuple[dict[str, Any], dict[str, Any]] | None
"""A representation for a cell: data by type of media, and metadata."""


class Sharing(BoardPart):
    """Draws a board as it is now, and records its game."""

    def __init__(self, activity: Activity, showing: Showing) -> None:
        self._activity = activity
        self.audience = activity.audience
        self._showing = showing
        self.saving: Saving | None = None
        """Makes the recordings for notebooks. None where a notebook keeps no recording, as at the board of a course."""

    def svg(self, theme: str | None = None, radius: float = RADIUS, most: float | None = None, **look: Any) -> str:
        """Return the picture of the board; see `Board.to_svg`."""
        return self.drawing(theme, radius, most, **look)()

    @in_its_language
    def drawing(
        self, /, theme: str | None = None, radius: float = RADIUS, most: float | None = None, **look: Any
    ) -> partial[str]:
        """Return the work of drawing the board as it is now, which another process may do.

        :raises InputError: if the map is too large for a picture
        """
        spaces = len(self.audience.seen.map)
        if spaces > MOST_DRAWN and (most is None or is_plain()):
            what = f"it has {spaces:,} spaces, and a picture holds {MOST_DRAWN:,}"
            raise InputError("this map cannot be drawn as a picture", what)
        return partial(draw, self._showing.state.scene, radius=radius, most=most, **self._look(theme), **look)

    def _look(self, theme: str | None = None) -> dict[str, Any]:
        """Return the theme of a picture and the present choice, which is drawn on it."""
        now = self._activity.choices(self._showing.state.draft)
        theme = theme or self._showing.state.looks.theme
        return {"theme": "light" if theme == "auto" else theme, "choices": encode(now, self.audience.system.rulebook)}

    @in_its_language
    def snapshot(self, theme: str | None = None) -> Snapshot:
        """Return the picture of the board for a cell; see `Board.snapshot`."""
        scene = self._showing.state.scene
        recording = self.saving.recording() if self.saving is not None else ""
        return Snapshot(self.svg(theme, most=MOST_PIXELS), f"{scene.title}. {scene.description}", recording)

    @in_its_language
    def with_picture(self, bundle: Bundle | dict[str, Any]) -> Bundle | dict[str, Any]:
        """Add the picture of the board as PNG to its live representation, for readers without a kernel. Neither SVG nor HTML:
        converters of notebooks would prefer them, or break other formats over them."""
        scene = self._showing.state.scene
        png = for_a_cell(scene, plain=True, caption=translated(IN_A_CELL), **self._look())
        if bundle is None or png is None:
            return bundle
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        pixels, size = png
        told = {**size, "alt": f"{scene.title}. {scene.description}"}
        return {**data, "image/png": b64encode(pixels).decode()}, {**metadata, "image/png": told}

    def recorded(self, play: str = "") -> str:
        """Return the game, or the exercises, as a part of a page, with what stands below it: see `board_and_foot`."""
        return "".join(self.board_and_foot(play))

    @in_its_language
    def board_and_foot(self, play: str = "", *, still: bool = True) -> tuple[str, str]:
        """Return the game, or the exercises, as a part of a page (`hexwidget.widget.pages.page.recorded_board`), and what stands below.

        :param play: the address of ``play.html`` for a button below the board. Where exercises have more choices than a page
            holds, the site's (`use_site`) is the default
        :param still: False: without the picture that stands there until the board comes into view
        :raises InputError: if the game is too long for a page
        """
        audience, showing = self.audience, self._showing
        drawings, looks = showing.state.drawings, showing.state.looks
        picture = self.svg(plain=True) if still else ""
        if (made := self._activity.for_page(drawings, looks, brief=False)) is not None:
            held = run_to_end(made)
            told = page.beyond(held)
            button = self._button(play or (page.play_address() if told else ""))
            return page.recorded_board(held, picture), told + button
        rulebook = page.rulebook_address(audience.system.name)
        recording = run_to_end(recording_of(audience.session, audience.player, drawings, rulebook, looks))
        return page.recorded_board(recording, picture), self._button(play)

    def _button(self, play: str) -> str:
        """The button that opens the position where it can be played; "" without an address."""
        link = play and self._link
        return page.play_button(play, deferred("widget.pages.preview").with_preview(link)) if link else ""

    @property
    def _link(self) -> str:
        """The position as a link text; "" if it cannot be linked to."""
        # The link opens a whole position, and a player sees only a part of it.
        audience = self.audience
        return link_or_nothing(audience.session.position) if audience.player is None else ""

    @in_its_language
    def page(
        self,
        path: str | os.PathLike[str] | None,
        title: str | None,
        prose: str | None,
        embed: bool = False,
        play: str = "",
        *,
        on_paper: bool = False,
    ) -> str | Path:
        """Return the game as a page, or write it to a file; see `Board.to_html`."""
        problems = Problems()
        read_words("" if title is None else title, "" if prose is None else prose, problems)
        if embed and prose:
            problems.add("prose", "a page for a frame has none: write it on the page about the frame")
        if on_paper and (embed or play):
            problems.add("print", "paper has neither a frame nor a button: leave out `embed` and `play`")
        copied = self._link
        if page.checked(play) and not copied:
            what = "the position cannot be linked to: it is a player's view, breaks clauses, or is too large"
            problems.add("play", what)
        problems.raise_any("this page cannot be made")
        scene = self._showing.state.scene
        heading = self._activity.present.title(scene) if title is None else title
        words = translated(self._showing.state.drawings.content.prose) if prose is None else prose
        if on_paper:
            text = handout(heading, self._activity.sheets() or [Sheet("", scene)], words)
        elif embed:
            text = page.framed_page(heading, *self.board_and_foot(play))
        else:
            board, foot = self.board_and_foot(play)
            text = page.whole_page(heading, words, board, page.notes_of(scene) + foot, copied)
        return text if path is None else write_whole(path, text)
