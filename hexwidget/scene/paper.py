"""Pictures for paper, in black and white: shapes, tones and strokes tell apart what colours tell on a screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal, TypeVar

from hexwidget.english import capital, listing, phrase, translated, worded
from hexwidget.scene.scene import Arrow, Note, Overlay, Player, Scene

PAPER = "print"
"""The theme of pictures for paper."""
TONES = {
    "light grey": "#c4c4c4",
    "black": "#242424",
    "dark grey": "#6e6e6e",
    "pale": "#e6e6e6",
    "grey": "#989898",
    "white": "#ffffff",
}
"""The tones of the players' counters, by seat."""
_COUNTERS = {"square": "squares", "round": "discs", "diamond": "diamonds", "hexagon": "hexagons"}
_STROKES: tuple[Literal["solid", "dashed", "dotted"], ...] = ("solid", "dashed", "dotted")
_COLOUR = re.compile('"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})"')
Coloured = TypeVar("Coloured", Player, Overlay, Arrow, Note)


def in_colours(scene: Scene, colours: Mapping[str, str]) -> Scene:
    """Return a scene with other hues of players, and of their overlays, arrows and notes, too.

    :param colours: hues of the palette or colours as "#rrggbb", by player
    """
    players = tuple(replace(each, hue=colours.get(each.name, each.hue)) for each in scene.players)
    hues = {was.hue: now.hue for was, now in zip(scene.players, players, strict=True)}

    def coloured(things: Iterable[Coloured]) -> tuple[Coloured, ...]:
        return tuple(replace(each, hue=hues.get(each.hue, each.hue)) for each in things)

    overlays, arrows, notes = coloured(scene.overlays), coloured(scene.arrows), coloured(scene.notes)
    return replace(scene, players=players, overlays=overlays, arrows=arrows, notes=notes)


def on_paper(scene: Scene) -> Scene:
    """Return a scene in tones of grey. The lines of its overlays differ, where their author has not chosen other strokes."""
    areas = _areas(scene)
    if all(area.stroke == "solid" for area in areas):
        strokes = {area.name: _STROKES[n % len(_STROKES)] for n, area in enumerate(areas)}
        overlays = tuple(replace(o, stroke=strokes.get(o.name, o.stroke)) for o in scene.overlays)
        scene = replace(scene, overlays=overlays)
    return in_colours(scene, {p.name: tone for p, tone in zip(scene.players, TONES.values(), strict=False)})


def in_grey(svg: str) -> str:
    """Return a picture with each colour as the grey of its lightness.

    >>> in_grey('<path fill="#ff0000" stroke="#ffffff"/>')
    '<path fill="#4c4c4c" stroke="#ffffff"/>'
    """

    return _COLOUR.sub(lambda found: f'"#{f"{grey(*(int(part, 16) for part in found.groups())):02x}" * 3}"', svg)


def grey(red: int, green: int, blue: int) -> int:
    """Return the lightness of a colour, from 0 to 255."""
    return round(0.299 * red + 0.587 * green + 0.114 * blue)


def key(scene: Scene) -> list[str]:
    """Return in words how players and overlays look on paper."""
    shown = on_paper(scene)
    sides = [
        phrase("{player:has} {tone} {shapes}", player=player.name, tone=tone, shapes=_COUNTERS[player.shape])
        for player, tone in zip(shown.players, TONES, strict=False)
    ]
    areas = [worded(f"{capital(area.stroke)} line: {{label}}.", label=area.label) for area in _areas(shown)]
    return [*([f"{capital(translated(listing(sides)))}."] if sides else []), *areas]


def _areas(scene: Scene) -> list[Overlay]:
    """The overlays that are lines, and not zones of players."""
    hues = {player.hue for player in scene.players}
    return [o for o in scene.overlays if o.hue not in hues and o.border and not o.on_demand]
