"""Pictures of what a board shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

from hexwidget.scene.cell import Picture, sized, small_png

SHARPNESS = 2.0
"""The pixels of a snapshot for each pixel of the page."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A picture for a cell. ``svg`` is the SVG document, ``description`` the picture in words."""

    svg: str = field(repr=False)
    description: str

    def _repr_png_(self) -> Picture | None:
        try:
            return sized(small_png(self.svg, SHARPNESS), SHARPNESS)
        except ImportError:
            return None

    def _repr_html_(self) -> str | None:
        """Return the SVG, if no PNG can be made."""
        if self._repr_png_() is not None:
            return None
        return f'<div role="img" aria-label="{escape(self.description)}">{self.svg}</div>'
