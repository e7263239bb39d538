"""Snapshots: pictures of a board for cells, with the steps of the game."""

from __future__ import annotations

import sys
from base64 import b64encode
from dataclasses import dataclass, field
from html import escape
from typing import Any

from hexwidget.scene.cell import Picture, sized, small_png
from hexwidget.widget.frontend import parts, version
from hexwidget.widget.page import front_end

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
            return sized(small_png(self.svg, SHARPNESS), SHARPNESS)
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
            still = (
                f'<img alt="{escape(self.description)}" width="{size["width"]}" style="max-width:100%" src="{source}">'
            )
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


def present_shell() -> Any:
    """Return IPython's shell, which has a ``kernel`` in a notebook and none in a terminal. None outside IPython."""
    return sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None


def _present_cell() -> tuple[object, int]:
    """Return the id of the cell that runs, or its number where the page tells no id, and the number of the run. None: there are
    no cells, and each snapshot brings the front end."""
    shell = present_shell()
    kernel = getattr(shell, "kernel", None)
    if kernel is None:
        return None, 0
    told = kernel.get_parent().get("metadata", {}).get("cellId")
    return told or shell.execution_count, shell.execution_count
