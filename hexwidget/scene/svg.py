"""A scene as a static SVG picture, for documents, tests and places without a browser.

It draws the same as the browser's painter, with the same proportions. ``<title>`` and ``<desc>`` describe it in words.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, cos, hypot, pi, sin

from hexwidget.geometry import HexMap, ProvinceMap, SpaceMap
from hexwidget.scene.cards import card, row, wheel
from hexwidget.scene.page import LETTER, Page, escape
from hexwidget.scene.scene import Ground, Note, Overlay, Piece, Scene

_PLACES: tuple[tuple[float, tuple[tuple[float, float], ...]], ...] = (
    (0.42, ((0, -0.04),)),
    (0.34, ((-0.37, 0.04), (0.37, 0.04))),
    (0.29, ((-0.33, -0.22), (0.33, -0.22), (0, 0.31))),
    (0.28, ((-0.31, -0.24), (0.31, -0.24), (-0.31, 0.34), (0.31, 0.34))),
    (0.22, tuple((dx, dy) for dy in (-0.24, 0.32) for dx in (-0.5, 0.0, 0.5))),
    (0.18, tuple((dx, dy) for dy in (-0.38, 0.02, 0.42) for dx in (-0.45, 0.0, 0.45))),
)
"""The half size and the places, in radii, of up to 1, 2, 3, 4, 6 and 9 counters on a space."""
_STRUCTURES = (((0.5, 0.0, 0.0),), ((0.36, -0.36, 0.04), (0.36, 0.36, 0.04)))
_STRUCTURES_SHARED = ((0.27, -0.5, -0.42), (0.27, -0.5, 0.34))
"""The half size and place, in radii, of one and of two structures on a hex: without units, and beside units."""
_CLOSED = (-0.34, 0.0, 0.34)
"""The places of the strokes on closed ground."""
_MOST_PIPS = 4
_MOST_TOKENS = 3
"""The most tokens of a kind that are drawn singly. More are drawn as one token with their number."""


_LINE = 28
"""The letters in a line of a note."""


def _wrapped(text: str) -> list[str]:
    """Wrap a text into at most three lines. A longer text is cut."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + len(word) < _LINE:
            lines[-1] += f" {word}"
        else:
            lines.append(word[:_LINE])
    return [*lines[:2], f"{lines[2]} …"] if len(lines) > 3 else lines or [""]


def draw(scene: Scene, *, theme: str = "light", radius: float = 34.0) -> str:
    """Return the picture of a scene, as the text of an SVG document.

    :param theme: "light" or "dark", or either with "-contrast" for more contrast
    :param radius: the radius of a hex, in pixels
    """
    return _Picture(scene, theme, radius).text()


class _Picture(Page):
    def text(self) -> str:
        s = self.scene
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:.0f}" height="{self.height:.0f}" '
            f'viewBox="0 0 {self.width:.1f} {self.height:.1f}" role="img" font-family="sans-serif">'
            f"<title>{escape(s.title)}</title><desc>{escape(s.description)}</desc>"
            f'<rect width="100%" height="100%" fill="{self.colours["board"]}"/>'
        )
        body = [
            *self.ground(),
            *self.borders(),
            *self.regions(),
            *(part for o in s.overlays for part in self.overlay(o)),
            *self.trails(),
            *self.numbers(),
            *self.pieces(),
            *self.tokens(),
            *(card(self, each) for each in s.cards),
            *self.arrows(),
            *map(self.note, s.notes),
            *(wheel(self, s.wheel) if s.wheel is not None else ()),
            *(row(self, s.row) if s.row is not None else ()),
        ]
        return head + "".join(body) + "</svg>\n"

    # ------------------------------------------------------------------ ground
    def ground(self) -> Iterable[str]:
        hexmap = self.scene.map
        for key, ground in zip(hexmap.terrains, self.scene.grounds, strict=True):
            fill, mark = self.colours["ground"][ground.hue]
            hexes = list(SpaceMap.members(hexmap.plane(key)))
            if not hexes:
                continue
            outline = "".join(self.space(i) for i in hexes)
            yield f'<path d="{outline}" fill="{fill}" stroke="{self.colours["grid"]}" stroke-width="0.9" stroke-linejoin="round"/>'
            pattern = "".join(self.pattern(ground, self.centre(i)) for i in hexes)
            if pattern:
                yield (
                    f'<path d="{pattern}" fill="{mark if ground.pattern == "trees" else "none"}" stroke="{mark}" '
                    f'stroke-width="{max(1.0, self.r * 0.055):.1f}" stroke-linecap="round"/>'
                )

    def borders(self) -> Iterable[str]:
        """Draw the borders on a light casing. Kinds of borders differ in hue and stroke."""
        if not isinstance(self.scene.map, ProvinceMap):
            return
        looks = {look.key: look for look in self.scene.borders}
        unit = self.r * 0.09
        dashes = {"solid": "", "dashed": f"{3 * unit:.1f} {2 * unit:.1f}", "dotted": f"0 {2 * unit:.1f}"}
        lines = [
            (looks[kind], "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in map(self.on_page, line)))
            for kind, line in self.scene.map.border_lines()
            if kind in looks
        ]
        casing = "".join(path for _, path in lines)
        if casing:
            wide = f'stroke="{self.colours["board"]}" stroke-width="{self.r * 0.13:.1f}"'
            yield f'<path d="{casing}" fill="none" {wide} stroke-linejoin="round"/>'
        for look, path in lines:
            dash = f' stroke-dasharray="{dashes[look.stroke]}"' if dashes[look.stroke] else ""
            cap = "round" if look.stroke == "dotted" else "butt"
            yield (
                f'<path d="{path}" fill="none" stroke="{self.colours["border"][look.hue]}" '
                f'stroke-width="{self.r * 0.085:.1f}" stroke-linejoin="round" stroke-linecap="{cap}"{dash}>'
                f"<title>{escape(look.label)}</title></path>"
            )

    def regions(self) -> Iterable[str]:
        for region in self.scene.regions:
            yield (
                f'<path d="{self.outline(region.plane)}" fill="none" stroke="{self.colours["number"]}" '
                f'stroke-width="{max(1.5, self.r * 0.07):.1f}" stroke-linecap="round"><title>{escape(region.label)}</title></path>'
            )

    def numbers(self) -> Iterable[str]:
        """Draw the printed numbers, above all fills."""
        hexmap = self.scene.map
        size = max(8.0, min(11.0, self.r * 0.27))
        up = self.r * hexmap.name_up
        for index in SpaceMap.members(hexmap.full):
            (x, y), text = self.centre(index), hexmap.label(index)
            if not hexmap.label_room(index):
                continue
            fits = min(size, max(6.0, hexmap.label_room(index) * self.r / (LETTER * max(1, len(text)))))
            yield self.label(text, x, y - up, fits, self.colours["number"], 500)

    def pattern(self, ground: Ground, at: tuple[float, float]) -> str:
        """Return the pattern of a ground, as path data."""

        def line(*points: tuple[float, float], close: bool = False) -> str:
            moved = [f"{at[0] + x * self.r:.1f} {at[1] + y * self.r:.1f}" for x, y in points]
            return "M" + "L".join(moved) + ("z" if close else "")

        match ground.pattern:
            case "trees":
                tops = ((-0.34, 0.02), (0.02, -0.2), (0.36, 0.04), (-0.14, 0.36), (0.2, 0.38))
                return "".join(
                    line((x, y - 0.2), (x + 0.13, y + 0.08), (x - 0.13, y + 0.08), close=True) for x, y in tops
                )
            case "peaks":
                return (
                    line((-0.58, 0.4), (-0.2, -0.3), (0.02, 0.08), (0.22, -0.16), (0.58, 0.4))
                    + line((-0.2, -0.3), (-0.08, 0.02), (-0.17, 0.16), (-0.06, 0.4))
                    + line((0.22, -0.16), (0.3, 0.1), (0.24, 0.24))
                )
            case "hills":
                return self.arc(at, -0.56, 0.02, 0.3) + self.arc(at, -0.14, 0.3, -0.06) + self.arc(at, 0.02, 0.56, 0.32)
            case "crags":
                return (
                    line((-0.5, 0.42), (-0.42, -0.1), (-0.24, -0.2), (-0.16, 0.42))
                    + line((-0.1, 0.2), (0.02, -0.36), (0.24, -0.3), (0.3, 0.2))
                    + line((0.34, 0.44), (0.4, 0.06), (0.54, 0.1), (0.58, 0.44))
                )
            case "reeds":
                tufts = ((-0.3, -0.08), (0.24, -0.14), (-0.02, 0.24), (0.4, 0.28), (-0.46, 0.34))
                return "".join(
                    line((x - 0.1, y - 0.08), (x - 0.04, y + 0.1))
                    + line((x, y - 0.16), (x, y + 0.1))
                    + line((x + 0.1, y - 0.08), (x + 0.04, y + 0.1))
                    + line((x - 0.16, y + 0.12), (x + 0.16, y + 0.12))
                    for x, y in tufts
                )
            case "closed":
                return "".join(line((x - 0.16, y + 0.16), (x + 0.16, y - 0.16)) for x in _CLOSED for y in _CLOSED)
            case "waves" | "deep":
                crests = (
                    ((-0.2, -0.22), (0.26, 0.06), (-0.22, 0.34))
                    if ground.pattern == "waves"
                    else ((-0.32, -0.26), (0.3, -0.26), (0, -0.02), (-0.36, 0.22), (0.34, 0.22), (0, 0.46))
                )
                return "".join(self.wave(at, x, y) for x, y in crests)
        return ""

    def arc(self, at: tuple[float, float], left: float, right: float, foot: float) -> str:
        """Return the rounded top of a hill between two feet, in hex radii around a point."""
        x, y, r = *at, self.r
        top = y + (foot - 0.46) * r
        return (
            f"M{x + left * r:.1f} {y + foot * r:.1f}"
            f"Q{x + (left + right) / 2 * r:.1f} {top:.1f} {x + right * r:.1f} {y + foot * r:.1f}"
        )

    def wave(self, at: tuple[float, float], dx: float, dy: float) -> str:
        x, y, r = at[0] + dx * self.r, at[1] + dy * self.r, self.r
        return (
            f"M{x - 0.24 * r:.1f} {y:.1f}Q{x - 0.12 * r:.1f} {y - 0.12 * r:.1f} {x:.1f} {y:.1f}"
            f"Q{x + 0.12 * r:.1f} {y + 0.12 * r:.1f} {x + 0.24 * r:.1f} {y:.1f}"
        )

    # ------------------------------------------------------------------ overlays
    def overlay(self, overlay: Overlay) -> Iterable[str]:
        colour = self.hue(overlay.hue)
        last = max(1, len(overlay.levels) - 1)
        yield f"<g><title>{escape(overlay.label)}</title>"
        every = 0
        for level, (_, plane) in enumerate(overlay.levels):
            every |= plane
            hexes = "".join(self.space(i) for i in SpaceMap.members(plane))
            yield f'<path d="{hexes}" fill="{colour}" fill-opacity="{overlay.fill * (1 - overlay.darkening * level / last):.3f}"/>'
        if overlay.border:
            yield f'<path d="{self.outline(every)}" fill="none" stroke="{colour}" stroke-width="{overlay.border}" stroke-linecap="round"/>'
        if overlay.numbers:
            low = self.r * self.scene.map.badge_down
            for value, plane in overlay.levels:
                for index in SpaceMap.members(plane):
                    x, y = self.centre(index)
                    yield self.label(f"{value:.6g}", x, y + low, self.r * 0.3, colour, 700)
        yield "</g>"

    def outline(self, plane: int) -> str:
        """Return the outline of a set of hexes: the sides towards hexes outside it."""
        hexmap = self.scene.map
        sides = []
        for index in SpaceMap.members(plane):
            corners = self.corners(index)
            for k, there in enumerate(hexmap.beyond(index)):
                if there is None or not plane >> there & 1:
                    (ax, ay), (bx, by) = corners[k], corners[(k + 1) % len(corners)]
                    sides.append(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}")
        return "".join(sides)

    # ------------------------------------------------------------------ pieces
    def pieces(self) -> Iterable[str]:
        stacks: dict[str, list[Piece]] = {}
        for piece in self.scene.pieces:
            stacks.setdefault(piece.space, []).append(piece)
        for space, pieces in stacks.items():
            x, y = self.centre(self.scene.map.index(space))
            units = [p for p in pieces if p.layer == "unit"]
            shared = 0 < len(units) < len(pieces)
            yield f"<g><title>{escape(', '.join(p.label for p in pieces))}</title>"
            built = [p for p in pieces if p.layer == "structure"]
            # Structures fill the hex. With units, they stand at its left, so that nothing is covered.
            rooms = _STRUCTURES_SHARED if units else _STRUCTURES[min(len(built), len(_STRUCTURES)) - 1]
            for piece, (half, dx, dy) in zip(built, rooms, strict=False):
                edge = f' stroke="{self.colours["board"]}" stroke-width="1.2" paint-order="stroke"'
                at = (x + dx * self.r, y + dy * self.r)
                yield self.symbol(piece.symbol, *at, half * self.r, self.owner(piece)[0], edge)
            k, down = (0.86, 0.14) if shared else (1.0, 0.0)
            half, places = next((p for p in _PLACES if len(p[1]) >= len(units)), _PLACES[-1])
            for piece, (dx, dy) in zip(units, places, strict=False):
                yield self.counter(piece, x + dx * k * self.r, y + (dy * k + down) * self.r, half * k * self.r)
            yield "</g>"

    def counter(self, piece: Piece, x: float, y: float, half: float) -> str:
        fill, ink = self.owner(piece)
        # A spent piece is drawn inverted: the symbol in its owner's hue, on a bare plate.
        ground, drawn, edge = (self.colours["board"], fill, fill) if piece.spent else (fill, ink, self.colours["ink"])
        parts = [
            self.plate(self.scene.players[piece.owner], x, y, half, ground, edge),
            self.symbol(piece.symbol, x, y, half * 0.7, drawn, turned=piece.turned),
        ]
        if piece.facing is not None and isinstance(self.scene.map, HexMap):
            parts.append(self.wedge(piece.facing, x, y, half))
        for n in range(min(piece.pips, _MOST_PIPS)):
            px = x + (n - (min(piece.pips, _MOST_PIPS) - 1) / 2) * half * 0.5
            look = f'fill="{self.colours["ink"]}" stroke="{self.colours["board"]}" stroke-width="1"'
            parts.append(f'<circle cx="{px:.1f}" cy="{y + half * 1.32:.1f}" r="{max(2.0, half * 0.16):.1f}" {look}/>')
        if piece.count > 1:
            cx, cy, r = x + half * 0.8, y + half * 0.72, max(5.5, half * 0.48)
            disc = f'fill="{self.colours["board"]}" stroke="{fill}" stroke-width="1.5"'
            parts.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{r:.1f}" {disc}/>')
            parts.append(self.label(str(piece.count), cx, cy, r * 1.5, self.colours["ink"], 700))
        return f"<g>{''.join(parts)}</g>"

    def wedge(self, direction: int, x: float, y: float, half: float) -> str:
        """Return a wedge at the rim of a counter, for its facing."""
        turn = direction * pi / 3 + (0.0 if self.pointy else pi / 6)
        points = [(1.75 * half, turn), (1.2 * half, turn - 0.42), (1.2 * half, turn + 0.42)]
        corners = " ".join(f"{x + far * cos(angle):.1f},{y + far * sin(angle):.1f}" for far, angle in points)
        return f'<polygon points="{corners}" fill="{self.colours["ink"]}" stroke="{self.colours["board"]}"/>'

    @property
    def pointy(self) -> bool:
        return isinstance(self.scene.map, HexMap) and self.scene.map.offset.pointy

    def tokens(self) -> Iterable[str]:
        side = max(6.0, self.r * 0.26)
        taken: dict[str, int] = {}
        for token in self.scene.tokens:
            fill, edge = self.colours["token"].get(token.kind, (self.colours["ink"], self.colours["board"]))
            x, y = self.centre(self.scene.map.index(token.space))
            shown = 1 if token.count > _MOST_TOKENS else token.count
            before = taken.get(token.space, 0)
            taken[token.space] = before + shown
            right, top = x + self.r * 0.62 - before * side * 1.14, y - self.r * 0.52
            squares = "".join(self.token(token.shape, right - (k + 1) * side * 1.14, top, side) for k in range(shown))
            look = f'fill="{fill}" stroke="{edge}" stroke-width="{max(1.0, side * 0.14):.1f}"'
            yield f"<g {look}><title>{escape(token.label)}</title>{squares}</g>"
            if shown < token.count:
                yield self.label(
                    str(token.count), right - side * 1.9, top + side / 2, side * 1.1, self.colours["ink"], 700
                )

    def token(self, shape: str, x: float, y: float, side: float) -> str:
        h = side / 2
        if shape == "round":
            return f'<circle cx="{x + h:.1f}" cy="{y + h:.1f}" r="{h * 1.08:.1f}"/>'
        if shape == "diamond":
            d = h * 1.25
            return f'<path d="M{x + h:.1f} {y + h - d:.1f}l{d:.1f} {d:.1f}l{-d:.1f} {d:.1f}l{-d:.1f} {-d:.1f}z"/>'
        return f'<rect x="{x:.1f}" y="{y:.1f}" width="{side:.1f}" height="{side:.1f}" rx="{side * 0.16:.1f}"/>'

    def note(self, note: Note) -> str:
        """Draw a note in a box above a space, inside the page."""
        x, y = self.centre(self.scene.map.index(note.space))
        lines, size = _wrapped(note.text), 11.5
        width = max(len(line) for line in lines) * size * LETTER + 14
        height = len(lines) * size * 1.3 + 8
        left = min(max(4.0, x - width / 2), self.width - width - 4)
        top = max(4.0, y - self.r * 0.8 - height)
        foot = top + height
        box = f'x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" rx="5"'
        colour = self.hue(note.hue)
        said = "".join(
            f'<text x="{left + 7:.1f}" y="{top + 4 + size * 1.3 * (k + 0.5):.1f}" font-size="{size}" font-weight="600" '
            f'fill="{self.colours["ink"]}" dominant-baseline="central">{escape(line)}</text>'
            for k, line in enumerate(lines)
        )
        return (
            f'<g><title>{escape(note.text)}</title><rect {box} fill="{self.colours["board"]}" fill-opacity="0.94" '
            f'stroke="{colour}" stroke-width="1.5"/>'
            f'<path d="M{x - 5:.1f} {foot:.1f}l5 6l5 -6z" fill="{colour}"/>{said}</g>'
        )

    def trails(self) -> Iterable[str]:
        for arrow in self.scene.arrows:
            if arrow.trail:
                points = [self.centre(self.scene.map.index(space)) for space in arrow.spaces]
                path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
                look = (
                    f'fill="none" stroke="{self.hue(arrow.hue)}" stroke-opacity="0.6" stroke-width="{self.r * 0.1:.1f}"'
                )
                (x, y), r = points[0], self.r * 0.13
                yield (
                    f"<g><title>{escape(arrow.label)}</title>"
                    f'<path d="{path}" {look} stroke-linecap="round" stroke-linejoin="round"/>'
                    f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{self.hue(arrow.hue)}" fill-opacity="0.6"/></g>'
                )

    def arrows(self) -> Iterable[str]:
        casing = self.colours["board"]
        for arrow in self.scene.arrows:
            if arrow.trail:
                continue
            colour = self.hue(arrow.hue)
            points = [self.centre(self.scene.map.index(space)) for space in arrow.spaces]
            (bx, by), (ex, ey) = points[-2], points[-1]
            # The line begins beside the moving piece, not on it.
            (sx, sy), (nx, ny) = points[0], points[1]
            away = min(0.3, 0.52 * self.r / max(1.0, hypot(nx - sx, ny - sy)))
            points[0] = (sx + (nx - sx) * away, sy + (ny - sy) * away)
            angle, head = atan2(ey - by, ex - bx), max(6.0, self.r * 0.34)
            points[-1] = (ex - head * 0.7 * cos(angle), ey - head * 0.7 * sin(angle))
            path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            wings = [f"{ex + head * cos(angle + t):.1f} {ey + head * sin(angle + t):.1f}" for t in (2.6, -2.6)]
            yield f"<g><title>{escape(arrow.label)}</title>"
            for width, stroke in ((self.r * 0.2, casing), (self.r * 0.11, colour)):
                yield f'<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{width:.1f}" stroke-linecap="round" stroke-linejoin="round"/>'
            # Every hex on the way gets a dot, so that steps can be counted.
            for x, y in points[1:-1]:
                yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{max(1.5, self.r * 0.05):.1f}" fill="{casing}"/>'
            yield f'<path d="M{ex:.1f} {ey:.1f}L{wings[0]}L{wings[1]}z" fill="{colour}" stroke="{casing}" stroke-width="1.5"/></g>'
