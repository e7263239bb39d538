"""Pictures of what a board shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Any

from hexwidget.rules import Choices, Rulebook
from hexwidget.scene import Scene
from hexwidget.scene.drawing import draw
from hexwidget.scene.png import for_a_cell
from hexwidget.widget.encode import encode


def picture(scene: Scene, now: Choices, rulebook: Rulebook, **look: Any) -> str:
    """Return a scene with the present choice on it, as the text of an SVG document.

    :param now: the present choice
    :param rulebook: the rulebook whose clauses the choice cites
    :param look: theme, radius, width, plain and caption: see `hexwidget.scene.drawing.draw`
    :raises InputError: if there is no such theme
    """
    return draw(scene, choices=encode(now, rulebook), **look)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A picture for a cell. ``svg`` is the SVG document, ``description`` the picture in words."""

    svg: str = field(repr=False)
    description: str

    def _repr_png_(self) -> tuple[bytes, dict[str, int]] | None:
        return for_a_cell(self.svg, 2.0)

    def _repr_html_(self) -> str | None:
        """Return the SVG, if no PNG can be made."""
        if self._repr_png_() is not None:
            return None
        return f'<div role="img" aria-label="{escape(self.description)}">{self.svg}</div>'
