"""Cards on a mat, and a wheel beside the board, as parts of an SVG picture."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin

from hexwidget.geometry import Point
from hexwidget.scene.page import (
    LEDGER_LINE,
    LETTER,
    MARGIN,
    ROW_CARD,
    ROW_HEAD,
    ROW_HEIGHT,
    WHEEL_RADIUS,
    Page,
    escape,
    ledger_notes,
)
from hexwidget.scene.scene import Card, Ledger, Row, Wheel


def card(page: Page, card: Card) -> str:
    """Draw a card on its space: a band with its title, a drawing, its figures. A pile shows the number of cards."""
    index = page.scene.map.index(card.space)
    corners = page.corners(index)
    (x, y), (right, bottom) = corners[0], corners[2]
    width, height = right - x, bottom - y
    r, ink = page.r, page.colours["ink"]
    fill, on_fill, *_ = page.colours["owner"][page.scene.players[card.owner].hue]
    title = f"<title>{escape('. '.join(card.details))}</title>"
    if card.pile:
        cx, cy = page.centre(index)
        return f"<g>{title}{page.label(str(card.count), cx, cy + r * 0.75, r * 0.7, ink, 600)}</g>"
    look = f'stroke="{fill}" stroke-width="{max(1.2, r * 0.05):.1f}"'
    back = page.colours["board"] if card.face else fill
    box = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    parts = [f'<rect {box} rx="{r * 0.14:.1f}" fill="{back}" {look}/>']
    size = min(r * 0.3, (width - r * 0.16) / (1.07 * LETTER * max(1, len(card.title))))
    middle = x + width / 2
    if not card.face:
        parts.append(page.label(card.title, middle, y + height * 0.3, size, on_fill, 600))
        parts.append(page.label(str(card.count), middle, y + height * 0.62, r * 0.7, on_fill, 700))
        return f"<g>{title}{''.join(parts)}</g>"
    band, round_ = r * 0.44, r * 0.14
    corner = (
        f"q0 {-round_:.1f} {round_:.1f} {-round_:.1f}H{right - round_:.1f}q{round_:.1f} 0 {round_:.1f} {round_:.1f}"
    )
    opacity = 0.45 if card.exerted else 1
    parts.append(
        f'<path d="M{x:.1f} {y + band:.1f}V{y + round_:.1f}{corner}V{y + band:.1f}z" fill="{fill}" fill-opacity="{opacity}"/>'
    )
    parts.append(page.label(card.title, middle, y + band / 2, size, ink if card.exerted else on_fill, 700))
    down = y + band + (height - band) * (0.36 if card.figures else 0.5)
    parts.append(page.symbol(card.symbol, middle, down, r * 0.34, page.colours["number"]))
    if card.cost:
        cx, cy = right - r * 0.3, y + band + r * 0.3
        parts.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{r * 0.2:.1f}" fill="none" {look}/>')
        parts.append(page.label(str(card.cost), cx, cy, r * 0.28, ink, 700))
    for k, (drawing, value) in enumerate(card.figures):
        fx, fy = x + width * (0.7 if k else 0.27), bottom - r * 0.3
        parts.append(page.symbol(drawing, fx - r * 0.2, fy, r * 0.17, page.colours["number"]))
        colour = page.colours["overlay"]["barred"] if card.hurt and k else ink
        parts.append(page.label(value, fx + r * 0.2, fy, r * (0.36 if len(value) < 3 else 0.3), colour, 700))
    if card.count > 1:
        parts.append(page.label(f"×{card.count}", x + r * 0.34, y + band + r * 0.28, r * 0.36, ink, 700))
    return f"<g>{title}{''.join(parts)}</g>"


def wheel(page: Page, wheel: Wheel) -> Iterable[str]:
    """Draw the wheel at the right of the map: wedges with names, and the players' markers at their rim."""
    cx, cy = page.beside + WHEEL_RADIUS, WHEEL_RADIUS + 4 * MARGIN
    n = len(wheel.wedges)
    fills = page.colours["ground"]["plains"][0], page.colours["ground"]["sea"][0]
    yield page.label(wheel.title, cx, 1.6 * MARGIN, 13, page.colours["ink"], 700)
    for k, name in enumerate(wheel.wedges):
        path, _ = wheel_wedge(k, n, cx, cy, WHEEL_RADIUS)
        yield f'<path d="{path}" fill="{fills[wheel.wedges.count(name) > 1]}" stroke="{page.colours["grid"]}"/>'
    for k, name in enumerate(wheel.wedges):
        _, (tx, ty) = wheel_wedge(k, n, cx, cy, WHEEL_RADIUS)
        size = min(10.5, 4.3 * WHEEL_RADIUS / n / (0.62 * len(name)) * 0.9)
        yield page.label(name, tx, ty, size, page.colours["ink"], 700 if wheel.wedges.count(name) > 1 else 500)
    for seat, wedge in wheel.markers:
        x, y = wheel_marker(wedge, n, [s for s, w in wheel.markers if w == wedge].index(seat), cx, cy, WHEEL_RADIUS)
        player = page.scene.players[seat]
        fill = page.colours["owner"][player.hue][0]
        title = f"<title>{escape(player.name)} on {escape(wheel.wedges[wedge])}</title>"
        yield f"<g>{title}{page.plate(player, x, y, 6.5, fill, page.colours['ink'])}</g>"
    if wheel.ledger is not None:
        yield from ledger(page, wheel.ledger, page.beside, 2 * WHEEL_RADIUS + 5 * MARGIN)


def ledger(page: Page, ledger: Ledger, left: float, top: float) -> Iterable[str]:
    """Draw the belongings of the players in columns, and the notes below them."""
    ink, width = page.colours["ink"], 2 * WHEEL_RADIUS
    names = width * 0.32
    column = (width - names) / max(1, len(ledger.header) - 1)

    def line(n: int) -> float:
        return top + (n + 0.5) * LEDGER_LINE

    for k, word in enumerate(ledger.header[1:]):
        yield page.label(word, left + names + (k + 0.5) * column, line(0), 8.5, page.colours["number"], 600)
    for seat, cells in enumerate(ledger.rows):
        player = page.scene.players[seat]
        yield page.plate(player, left + 5, line(1 + seat), 4.5, page.colours["owner"][player.hue][0], ink)
        size = min(9.5, (names - 16) / (LETTER * max(1, len(cells[0]))))
        yield (
            f'<text x="{left + 14:.1f}" y="{line(1 + seat):.1f}" font-size="{size:.1f}" font-weight="600" fill="{ink}" '
            f'dominant-baseline="central">{escape(cells[0])}</text>'
        )
        for k, cell in enumerate(cells[1:]):
            yield page.label(cell, left + names + (k + 0.5) * column, line(1 + seat), 9.5, ink, 500)
    for n, note in enumerate(ledger_notes(ledger)):
        y = line(1 + len(ledger.rows) + n) + MARGIN / 2
        yield (
            f'<text x="{left:.1f}" y="{y:.1f}" font-size="9.5" fill="{page.colours["number"]}" '
            f'dominant-baseline="central">{escape(note)}</text>'
        )


def row(page: Page, row: Row) -> Iterable[str]:
    """Draw the cards below the map, with the markers on them."""
    ink, top = page.colours["ink"], page.below
    yield (
        f'<text x="{MARGIN:.1f}" y="{top + 10:.1f}" font-size="13" font-weight="700" fill="{ink}">{escape(row.title)}</text>'
        f'<text x="{MARGIN:.1f}" y="{top + 28:.1f}" font-size="11" fill="{ink}">{escape("; ".join(row.notes))}</text>'
    )
    for n, (title, seats) in enumerate(row.cards):
        line, place = divmod(n, row.length)
        x, y = MARGIN + place * ROW_CARD, top + ROW_HEAD + line * ROW_HEIGHT
        look = f'fill="{page.colours["ground"]["plains"][0]}" stroke="{page.colours["grid"]}"'
        yield f'<rect x="{x:.1f}" y="{y:.1f}" width="{ROW_CARD - 8:.1f}" height="{ROW_HEIGHT - 8:.1f}" rx="4" {look}/>'
        room = ROW_CARD - 20 - 14 * len(seats)
        size = min(11.0, room / (LETTER * max(1, len(title))))
        yield (f'<text x="{x + 6:.1f}" y="{y + 17:.1f}" font-size="{size:.1f}" fill="{ink}">{escape(title)}</text>')
        for k, seat in enumerate(seats):
            player = page.scene.players[seat]
            at = (x + ROW_CARD - 20 - 14 * k, y + (ROW_HEIGHT - 8) / 2)
            yield page.plate(player, *at, 5, page.colours["owner"][player.hue][0], ink)


def wheel_wedge(k: int, n: int, cx: float, cy: float, radius: float) -> tuple[str, Point]:
    """Return the outline of wedge k of n, clockwise from the top, and the place of its name."""
    a, b = (2 * pi * (k + t) / n - pi / 2 for t in (0, 1))
    rim = [(cx + radius * cos(t), cy + radius * sin(t)) for t in (a, b)]
    (ax, ay), (bx, by) = rim
    path = f"M{cx:.1f} {cy:.1f}L{ax:.1f} {ay:.1f}A{radius:.1f} {radius:.1f} 0 0 1 {bx:.1f} {by:.1f}z"
    middle = (a + b) / 2
    return path, (cx + 0.76 * radius * cos(middle), cy + 0.76 * radius * sin(middle))


def wheel_marker(k: int, n: int, place: int, cx: float, cy: float, radius: float) -> Point:
    """Return the place of the marker number ``place`` (from 0) on wedge k of n."""
    angle = 2 * pi * (k + 0.5) / n - pi / 2
    # Markers stand near the hub, two side by side, so that they do not cover names.
    far = (0.5 - 0.17 * (place // 2)) * radius
    off = 0.2 if place % 2 else -0.2
    return (cx + far * cos(angle + off), cy + far * sin(angle + off))
