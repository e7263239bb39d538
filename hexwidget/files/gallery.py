"""Scenarios as pictures in a cell: one with its words, all bundled ones as a gallery of thumbnails."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any

from hexwidget.systems.registry import system

if TYPE_CHECKING:
    from hexwidget.files.scenario import Scenario
    from hexwidget.scene import Scene

RADIUS = 18.0
"""The largest radius of a hex in the picture of a scenario, in pixels."""
WIDTH, HEIGHT = 168.0, 116.0
"""The most pixels of a thumbnail on the page."""
SMALLEST, LARGEST = 10.5, 13.0
"""The radius of a hex in a thumbnail, in pixels: smaller ones have no woods and symbols, so that they are drawn larger and scaled."""
SHARPNESS = 1.25
"""The pixels of a thumbnail for each pixel of the page."""


def scene_of(shown: Scenario[Any]) -> Scene:
    """Return the scene of a scenario with its author's drawings. It shows everything: a cell that has the scenario has all of it."""
    from hexwidget.rules.position import Observation
    from hexwidget.scene.paper import in_colours

    position, drawn = shown.position, shown.annotations
    scene: Scene = position.system.scene(Observation(None, position))
    return in_colours(scene, dict(drawn.colours)).adding(drawn.overlays, drawn.arrows, drawn.notes)


def picture(shown: Scenario[Any]) -> str | None:
    """Return the picture of a scenario as an SVG document. None if its map is too large for a plain picture."""
    from hexwidget.scene.cell import MOST_PIXELS, is_drawn
    from hexwidget.scene.drawing import draw

    scene = scene_of(shown)
    return draw(scene, radius=RADIUS, most=MOST_PIXELS) if is_drawn(scene) else None


def scenario_html(shown: Scenario[Any]) -> str:
    """Return a scenario as HTML: its title, its picture and its words."""
    prose = "".join(f"<p>{escape(part)}</p>" for part in shown.prose.split("\n\n") if part.strip())
    svg = picture(shown)
    image = "" if svg is None else _image(svg, shown.title)
    return f'<div style="max-width:46em"><h4>{escape(shown.title)}</h4>{image}{prose}</div>'


class Scenarios(list[str]):
    """The names of scenarios: a list, which a cell shows as a gallery."""

    def _repr_html_(self) -> str:
        """Return the gallery: for each scenario its thumbnail, its title, and its name to copy."""
        parts = []
        for owner, names in groupby(self, key=lambda name: name.partition("/")[0]):
            shown = "".join(map(_entry, names))
            style = "display:flex;flex-wrap:wrap;gap:16px;align-items:flex-end"
            parts.append(f'<h4>{escape(system(owner).title)}</h4><div style="{style}">{shown}</div>')
        return f'<div style="max-width:1000px">{"".join(parts)}</div>'


@lru_cache(maxsize=200)
def _entry(name: str) -> str:
    """A scenario in the gallery. A click on its name selects all of it."""
    from hexwidget.files.scenario import scenario

    found = scenario(name)
    image = page_thumbnail(found)
    words = f'{escape(found.title)}<br><code style="user-select:all;-webkit-user-select:all">{escape(name)}</code>'
    return f'<figure style="margin:0;width:{WIDTH:.0f}px">{image}<figcaption>{words}</figcaption></figure>'


def page_thumbnail(shown: Scenario[Any]) -> str:
    """A small picture as an element of HTML."""
    svg = small_picture(shown)
    width, height = _sides(svg)
    return _image(svg, shown.title, min(1.0, WIDTH / width, HEIGHT / height))


def thumbnail(shown: Scenario[Any], theme: str = "light") -> tuple[str, bytes]:
    """Return a small picture of ground and pieces: its media type, and the file."""
    svg = small_picture(shown, theme)
    width, height = _sides(svg)
    return _file(svg, min(1.0, WIDTH / width, HEIGHT / height))


def small_picture(shown: Scenario[Any], theme: str = "light") -> str:
    """Return a small picture of ground and pieces as an SVG document."""
    from hexwidget.rules.position import Observation
    from hexwidget.scene.drawing import ground_picture

    position = shown.position
    corners = [corner for index in range(len(position.map)) for corner in position.map.outline(index)]
    wide, high = (max(c[axis] for c in corners) - min(c[axis] for c in corners) for axis in (0, 1))
    scene = position.system.scene(Observation(None, position))
    return ground_picture(scene, theme, max(SMALLEST, min(LARGEST, WIDTH / wide, HEIGHT / high))).svg


def _image(svg: str, words: str, scale: float = 1.0) -> str:
    """A picture as an element of HTML."""
    width = round(_sides(svg)[0] * scale)
    kind, data = _file(svg, scale)
    source = f"data:{kind};base64,{b64encode(data).decode()}"
    look = "max-width:100%;height:auto;border-radius:6px"
    return f'<img alt="{escape(words)}" width="{width}" style="{look}" src="{source}">'


def _file(svg: str, scale: float) -> tuple[str, bytes]:
    """A picture as a file, with its media type: a PNG, or the SVG where no PNG can be made."""
    from hexwidget.scene.cell import small_png

    try:
        return "image/png", small_png(svg, SHARPNESS * scale)
    except ImportError:
        return "image/svg+xml", svg.encode()


def _sides(svg: str) -> tuple[float, float]:
    """The width and height of an SVG document, in pixels."""
    width, height = (float(re.search(f'{side}="([0-9.]+)"', svg)[1]) for side in ("width", "height"))  # type: ignore[index]
    return width, height
