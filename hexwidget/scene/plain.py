"""A plain picture of a scene, for places without the library that draws the landscape. It says so at its foot."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape as _escape
from typing import Any

from hexwidget.geometry import SpaceMap
from hexwidget.scene.palette import PALETTES
from hexwidget.scene.scene import Scene

Palette = Mapping[str, Any]
CAPTION = "Plain picture: install quickjs-ng for the landscape"
_MARGIN, _FOOT = 10.0, 20.0
_LETTER = 0.6
"""The approximate width of a letter, in font sizes."""
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def escape(text: str) -> str:
    """Escape a text for XML."""
    return _escape(_NO_XML.sub("\ufffd", text))


def plain_picture(scene: Scene, theme: str, radius: float) -> str:
    """Return the spaces of a scene in the tone of their ground, with letters for pieces and cards, as an SVG document."""
    colours, spaces = PALETTES[theme], scene.map
    corners = [corner for index in SpaceMap.members(spaces.full) for corner in spaces.outline(index)] or [(0.0, 0.0)]
    left, top = (min(corner[axis] for corner in corners) * radius - _MARGIN for axis in (0, 1))
    right, foot = (max(corner[axis] for corner in corners) * radius + _MARGIN for axis in (0, 1))
    width, height = right - left, foot - top + _FOOT
    drawn = "".join([*_spaces(scene, colours, radius), *_pieces(scene, colours, radius)])
    caption = _text(CAPTION, _MARGIN, height - _FOOT / 2 - 2, 11, colours["dim"], "start")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.1f} {height:.1f}" role="img" font-family="sans-serif">'
        f"<title>{escape(scene.title)}</title><desc>{escape(scene.description)}</desc>"
        f'<rect width="100%" height="100%" fill="{colours["stage"]}"/>'
        f'<g transform="translate({-left:.1f} {-top:.1f})">{drawn}</g>{caption}</svg>\n'
    )


def _spaces(scene: Scene, colours: Palette, r: float) -> Iterator[str]:
    """Draw the spaces of each ground, and above them the names that have room."""
    spaces = scene.map
    for key, ground in zip(spaces.terrains, scene.grounds, strict=True):
        outlines = (spaces.outline(index) for index in SpaceMap.members(spaces.plane(key)))
        path = "".join("M" + "L".join(f"{x * r:.1f} {y * r:.1f}" for x, y in corners) + "z" for corners in outlines)
        if path:
            yield f'<path d="{path}" fill="{colours["ground"][ground.hue][0]}" stroke="{colours["dim"]}"/>'
    for index in SpaceMap.members(spaces.full):
        room, label = spaces.label_room(index), spaces.label(index)
        if room and label:
            x, y = spaces.centre(index)
            size = min(11.0, 0.27 * r, room * r / (_LETTER * len(label)))
            yield _text(label, x * r, (y - spaces.name_up) * r, size, colours["ink"])
    for place in scene.places:
        x, y = spaces.centre(spaces.index(place.spaces[len(place.spaces) // 2]))
        yield _text(place.name, x * r, (y + spaces.name_up) * r, min(11.0, 0.27 * r), colours["ink"])


def _pieces(scene: Scene, colours: Palette, r: float) -> Iterator[str]:
    """Write what lies on each space: the number and the first letter of pieces, the titles of cards."""
    lines: dict[str, list[tuple[str, int]]] = {}
    for piece in scene.pieces:
        count = str(piece.count) if piece.count > 1 else ""
        lines.setdefault(piece.space, []).append((f"{count}{(piece.kind or piece.symbol)[:1].upper()}", piece.owner))
    for card in scene.cards:
        lines.setdefault(card.space, []).append((str(card.count) if card.pile else card.title, card.owner))
    for space, written in lines.items():
        x, y = scene.map.centre(scene.map.index(space))
        high = 0.46 * r
        for n, (text, owner) in enumerate(written):
            down = (n - (len(written) - 1) / 2) * high
            hue = scene.players[owner].hue
            yield _text(text, x * r, y * r + down, high, colours["owner"].get(hue, [hue])[0], weight=700)


def _text(text: str, x: float, y: float, size: float, fill: str, anchor: str = "middle", weight: int = 500) -> str:
    return (
        f'<text x="{x:.1f}" y="{y + 0.36 * size:.1f}" font-size="{size:.1f}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{escape(fill)}">{escape(text)}</text>'
    )
