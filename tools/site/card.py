"""The picture that other sites show beside a link to ours: a board with an army's reach, and what the project is."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sphinx.application import Sphinx

import hexwidget as hw
from hexwidget.scene.png import to_png

NAME = "_static/card.png"
WIDTH, HEIGHT = 1200, 630
"""In pixels: the size that sites ask for."""
PANEL = 430
"""The width of the words, in pixels."""
LINES = ("Wargame rules on a board", "in your notebook: where can", "it go, and which clause", "says why not?")
ALT = "A board of hexes: an army's reach is lit, and numbers say what it costs. A rulebook you can click."
ICON = Path(__file__).parent / "static" / "icon.svg"


def board() -> str:
    """An army and its reach, as SVG."""
    position = hw.scenario("depletion/first-steps").position
    shown = hw.Board(position)
    shown.show(position.reach("0203"), "where it can go", hue="reach")
    return shown.to_svg(radius=50)


def drawn() -> str:
    """The card as SVG."""
    scene = board()
    icon = ICON.read_text(encoding="utf-8").replace("<svg ", '<svg x="52" y="60" width="150" height="150" ', 1)
    lines = "".join(
        f'<text x="56" y="{438 + 38 * n}" font-size="26" font-weight="400" fill="#dfe6e1">{line}</text>'
        for n, line in enumerate(LINES)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<g transform="translate({PANEL - 45} 0)">{scene}</g>'
        f'<path d="M0 0h{PANEL}v{HEIGHT}H0z" fill="#1e2a25"/><path d="M{PANEL} 0v{HEIGHT}" stroke="#fffdf0" stroke-width="4"/>{icon}'
        '<text x="54" y="296" font-size="60" font-weight="700" fill="#fffdf0">hexwidget</text>'
        '<text x="56" y="344" font-size="29" font-weight="700" fill="#d0d89c">A rulebook you can click</text>'
        f"{lines}</svg>"
    )


@cache
def card() -> bytes:
    """The card as PNG."""
    return to_png(drawn(), scale=1)


def write(app: Sphinx, error: Exception | None) -> None:
    """Put the card beside the theme's files."""
    if error is None and app.builder.format == "html":
        (Path(app.outdir) / NAME).write_bytes(card())


def setup(app: Sphinx) -> None:
    app.connect("build-finished", write)
