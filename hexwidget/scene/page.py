"""The page of a picture: the places of its parts, their colours, and basic SVG shapes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import cos, pi, sin
from textwrap import wrap
from typing import Any
from xml.sax.saxutils import escape as _escape
from xml.sax.saxutils import quoteattr

from hexwidget.geometry import Point, SpaceMap
from hexwidget.scene.colours import figure_on, is_colour
from hexwidget.scene.palette import PALETTES, SYMBOLS
from hexwidget.scene.scene import Ledger, Piece, Player, Scene

_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def escape(text: str) -> str:
    """Escape a text for XML."""
    return _escape(_NO_XML.sub("\ufffd", text))


MARGIN = 10.0
LETTER = 0.6
"""The approximate width of a letter, in font sizes."""
WHEEL_RADIUS = 92.0
ROW_HEAD, ROW_HEIGHT, ROW_CARD = 40.0, 34.0, 130.0
"""The cards below the map: the height of the title, the height of a row, the width of a card."""
LEDGER_LINE, LEDGER_LETTERS = 16.0, 38
"""The ledger below the wheel: the height of a line, the letters in a line of a note."""


def ledger_notes(ledger: Ledger) -> list[str]:
    """The lines of a ledger's notes."""
    return [line for note in ledger.notes for line in wrap(note, LEDGER_LETTERS)]


def ledger_height(ledger: Ledger) -> float:
    """The height of a ledger: its header, its rows and its notes."""
    return (1 + len(ledger.rows) + len(ledger_notes(ledger))) * LEDGER_LINE + 2 * MARGIN


class Page:
    """A page for a scene, with ``radius`` pixels for the room of a space."""

    def __init__(self, scene: Scene, theme: str, radius: float) -> None:
        self.scene = scene
        own = {p.hue: (p.hue, figure_on(p.hue)) for p in scene.players if is_colour(p.hue)}
        self.colours: Mapping[str, Any] = {**PALETTES[theme], "owner": {**PALETTES[theme]["owner"], **own}}
        self.r = radius
        corners = [p for i in SpaceMap.members(scene.map.full) for p in scene.map.outline(i)] or [(0.0, 0.0)]
        self.left: float = min(x for x, _ in corners) * radius
        self.top: float = min(y for _, y in corners) * radius
        self.width: float = max(x for x, _ in corners) * radius - self.left + 2 * MARGIN
        self.height: float = max(y for _, y in corners) * radius - self.top + 2 * MARGIN
        self.beside: float = self.width
        if scene.wheel is not None:
            self.width += 2 * WHEEL_RADIUS + 2 * MARGIN
            ledger = scene.wheel.ledger
            low = 2 * WHEEL_RADIUS + 5 * MARGIN + (ledger_height(ledger) if ledger is not None else 0.0)
            self.height = max(self.height, low)
        self.below: float = self.height
        if scene.row is not None:
            lines = -(-len(scene.row.cards) // scene.row.length)
            self.height += ROW_HEAD + lines * ROW_HEIGHT + MARGIN
            self.width = max(self.width, 2 * MARGIN + scene.row.length * ROW_CARD)

    def on_page(self, point: Point) -> Point:
        return (point[0] * self.r - self.left + MARGIN, point[1] * self.r - self.top + MARGIN)

    def centre(self, index: int) -> Point:
        return self.on_page(self.scene.map.centre(index))

    def corners(self, index: int) -> list[Point]:
        return [self.on_page(corner) for corner in self.scene.map.outline(index)]

    def space(self, index: int) -> str:
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in self.corners(index)) + "z"

    def hue(self, name: str) -> str:
        """Return the colour of a hue of overlays, or of a player."""
        return str(self.colours["overlay"].get(name) or self.colours["owner"].get(name, [self.colours["ink"]])[0])

    def owner(self, piece: Piece) -> tuple[str, str]:
        fill, ink, *_ = self.colours["owner"][self.scene.players[piece.owner].hue]
        return fill, ink

    def symbol(
        self, name: str, x: float, y: float, half: float, fill: str, more: str = "", *, turned: bool = False
    ) -> str:
        if name not in SYMBOLS:
            return self.label(name[:1].upper(), x, y, half * 1.7, fill, 700)
        place = f"translate({x - half:.1f} {y - half:.1f}) scale({half / 12:.3f})"
        if turned:
            place = f"rotate(90 {x:.1f} {y:.1f}) {place}"
        return f'<path d={quoteattr(SYMBOLS[name])} transform="{place}" fill="{fill}" fill-rule="evenodd"{more}/>'

    def label(self, text: str, x: float, y: float, size: float, fill: str, weight: int) -> str:
        return (
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" font-weight="{weight}" fill="{fill}" '
            f'text-anchor="middle" dominant-baseline="central">{escape(text)}</text>'
        )

    def plate(self, player: Player, x: float, y: float, half: float, fill: str, edge: str) -> str:
        look = f'fill="{fill}" stroke="{edge}" stroke-width="{max(1.0, half * 0.1):.1f}"'
        match player.shape:
            case "round":
                return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{half * 1.06:.1f}" {look}/>'
            case "diamond":
                d = half * 1.3
                return f'<path d="M{x:.1f} {y - d:.1f}L{x + d:.1f} {y:.1f}L{x:.1f} {y + d:.1f}L{x - d:.1f} {y:.1f}z" {look}/>'
            case "hexagon":
                corners = (
                    f"{x + 1.15 * half * cos(k * pi / 3):.1f},{y + 1.15 * half * sin(k * pi / 3):.1f}" for k in range(6)
                )
                return f'<polygon points="{" ".join(corners)}" {look}/>'
        side = f'width="{2 * half:.1f}" height="{2 * half:.1f}" rx="{half * 0.3:.1f}"'
        return f'<rect x="{x - half:.1f}" y="{y - half:.1f}" {side} {look}/>'
