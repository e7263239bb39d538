"""Pictures of what a board shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

from hexwidget.problems import InputError, Problem, unknown
from hexwidget.rules import Choices
from hexwidget.scene import Arrow, Overlay, Scene
from hexwidget.scene.palette import PALETTES
from hexwidget.scene.png import for_a_cell
from hexwidget.scene.svg import draw
from hexwidget.widget.shown import read_levels


def picture(scene: Scene, now: Choices, theme: str, radius: float) -> str:
    """Return a scene with the present choice on it, as the text of an SVG document.

    :param now: the present choice
    :param radius: of a hex, in pixels
    :raises InputError: if there is no such theme
    """
    if theme not in PALETTES:
        raise InputError("this cannot be drawn", [Problem("theme", unknown("theme", theme, PALETTES))])
    if now.field is not None:
        levels = read_levels(now.field.reach, scene.map).levels
        budget = now.field.reach.budget
        left = tuple((budget - cost, bits) for cost, bits in levels)
        reach = Overlay("reach", now.field.label, left, numbers=now.field.numbers)
        goal = now.draft.get(now.field.slot)
        way = now.field.reach.path(str(goal)) if goal is not None and str(goal) in now.field.reach else ()
        arrows = [Arrow((*now.field.lead[:-1], *way), hue="path")] if len(way) > 1 else []
        scene = scene.adding([reach], arrows)
    return draw(scene.adding(arrows=now.arrows), theme=theme, radius=radius)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A picture for a cell. ``svg`` is the SVG document, ``description`` the picture in words."""

    svg: str = field(repr=False)
    description: str

    def _repr_png_(self) -> tuple[bytes, dict[str, int]] | None:
        return for_a_cell(self.svg)

    def _repr_html_(self) -> str | None:
        """Return the SVG, if no PNG can be made."""
        if self._repr_png_() is not None:
            return None
        return f'<div role="img" aria-label="{escape(self.description)}">{self.svg}</div>'
