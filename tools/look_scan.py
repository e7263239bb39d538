"""The board of docs/look that shows a counter wargame on a drawn map: a picture below the grid, army symbols, figures, stripes."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from io import BytesIO
from math import cos, pi, sin
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image, ImageDraw, ImageFilter

sys.path.insert(0, str(Path(__file__).parents[1] / "examples" / "counters"))

import counters.system
from counters.system import TERRAINS, Counters

import hexwidget as hw
from hexwidget.geometry import HexMap
from hexwidget.rules import Observation
from hexwidget.scene import Scene, piece_image

ROWS = ". . . % % . . . . .\n . . ^ % . . . . . .\n. % ^ ^ . . . . % %\n . % . . . ~ ~ . % .\n. . . . . ~ . . . .\n . . ^ . . . . ^ ^ .\n. . . . % . . . . ."
SYMBOLS = {"infantry": "sfgpuci----f", "cavalry": "sfgpucrv---e", "guns": "sfgpucf----f"}
RADIUS, LEFT, TOP, TURN = 60.0, 96.0, 84.0, 0.012
"""The place of the grid on the drawing: the radius of a hex, its corner, and how much the scan is turned."""
SIZE = (1300, 850)


def middle(column: float, row: float) -> tuple[float, float]:
    """The middle of a hex on the drawing, in pixels."""
    x, y = LEFT + RADIUS * 3**0.5 * (column + 0.5 + (int(row) % 2) / 2), TOP + RADIUS * (1 + 1.5 * row)
    return x * cos(TURN) - y * sin(TURN), x * sin(TURN) + y * cos(TURN)


@cache
def drawn() -> bytes:
    """A map as a person draws it: paper, a road, a river, woods and hills, as a JPEG."""
    rng = Random(3)
    paper = Image.new("RGB", SIZE, "#e9dfc3")
    pen = ImageDraw.Draw(paper)

    def blot(x: float, y: float, r: float, ink: str, flat: float = 0.7) -> None:
        pen.ellipse((x - r, y - r * flat, x + r, y + r * flat), fill=ink)

    for _ in range(700):
        blot(
            rng.random() * SIZE[0],
            rng.random() * SIZE[1],
            12 + rng.random() * 46,
            rng.choice(["#e6dbbc", "#ece3ca", "#e3d7b4"]),
        )
    paper = paper.filter(ImageFilter.GaussianBlur(3))
    pen = ImageDraw.Draw(paper)
    rows = [row.split() for row in ROWS.splitlines()]
    lake = [middle(c, r) for r, row in enumerate(rows) for c, kind in enumerate(row) if kind == "~"]
    river = [
        (1010.0, 0.0),
        (960.0, 120.0),
        (1000.0, 260.0),
        *sorted(lake, reverse=True)[:1],
        (700.0, 620.0),
        (640.0, SIZE[1]),
    ]
    for ink, wide, more in (("#6f97ad", 26, 8), ("#a9cbd9", 18, 0)):
        pen.line(river, fill=ink, width=wide, joint="curve")
        for x, y in lake:
            for _ in range(16):
                blot(x + rng.gauss(0, 22), y + rng.gauss(0, 16), 40 + more, ink, 0.8)
    for r, row in enumerate(rows):
        for c, kind in enumerate(row):
            x, y = middle(c, r)
            for k in range({"%": 26, "^": 7}.get(kind, 0)):
                if kind == "%":
                    i, j = x + rng.gauss(0, 26), y + rng.gauss(0, 22)
                    blot(i + 2, j + 4, 11, "#5d7048", 1)
                    blot(i, j, 10, rng.choice(["#7f9a5d", "#8ca668", "#748f54"]), 1)
                else:
                    i, j, h = x + rng.gauss(0, 24), y + rng.gauss(0, 16), 18 + k
                    pen.polygon(
                        [(i - h, j + h * 0.6), (i, j - h * 0.6), (i + h, j + h * 0.6)],
                        fill="#c9b083",
                        outline="#8b7148",
                    )
                    pen.polygon([(i, j - h * 0.6), (i + h, j + h * 0.6), (i + h * 0.1, j + h * 0.6)], fill="#a98f60")
    road = [(0.0, 470.0), middle(1, 4), middle(3, 4), middle(4, 2), middle(7, 2), middle(9, 3), (float(SIZE[0]), 470.0)]
    pen.line(road, fill="#8a5a34", width=9, joint="curve")
    pen.line(road, fill="#e6c48f", width=5, joint="curve")
    out = BytesIO()
    paper.filter(ImageFilter.GaussianBlur(0.7)).save(out, "JPEG", quality=82)
    return out.getvalue()


@cache
def emblem() -> bytes:
    """A drawing on a counter, with transparent parts."""
    size = 96
    sheet = Image.new("RGBA", (size, size))
    pen = ImageDraw.Draw(sheet)
    middle_of, spokes = size / 2, 8
    pen.ellipse((10, 10, size - 10, size - 10), outline="#fff6e2", width=9)
    for k in range(spokes):
        i, j = cos(2 * pi * k / spokes), sin(2 * pi * k / spokes)
        pen.line((middle_of, middle_of, middle_of + 36 * i, middle_of + 36 * j), fill="#f0c83a", width=7)
    pen.ellipse((34, 34, size - 34, size - 34), fill="#fff6e2")
    out = BytesIO()
    sheet.save(out, "PNG")
    return out.getvalue()


class OnScan(Counters):
    """Counters with the symbols that armies use."""

    name = "counters"

    def scene(self, observation: Observation[Any]) -> Scene:
        scene, train = super().scene(observation), piece_image(emblem())
        shown = []
        for piece in scene.pieces:
            symbol = SYMBOLS.get(piece.kind, piece.symbol)
            more = {"r4": {"image": train}, "b2": {"facing": 3}, "b5": {"hidden": True}}.get(piece.id, {})
            shown.append(replace(piece, symbol=symbol, **more))
        return replace(scene, pieces=tuple(shown))


ON_SCAN = OnScan()


def board() -> hw.Board:
    """The board: units of both sides on the drawn map."""
    corners = {"0101": middle(0, 0), "1001": middle(9, 0), "0107": middle(0, 6)}
    found = HexMap.on_image(drawn(), 10, 7, points=corners, terrains=TERRAINS)
    kinds = {terrain.symbol: terrain.key for terrain in TERRAINS}
    rows = [row.split() for row in ROWS.splitlines()]
    painted = {found.at(c, r): kinds[kind] for r, row in enumerate(rows) for c, kind in enumerate(row)}
    units = [
        {"id": name, "owner": "rb".index(name[0]), "kind": kind, "at": at, "steps": steps}
        for name, kind, at, steps in (
            ("r1", "infantry", "0303", 2), ("r2", "cavalry", "0404", 2), ("r3", "guns", "0404", 1), ("r4", "guns", "0205", 2),
            ("r5", "infantry", "0504", 1), ("b1", "infantry", "0603", 2), ("b2", "cavalry", "0804", 2), ("b3", "infantry", "0803", 1),
            ("b4", "guns", "0803", 2), ("b5", "infantry", "0904", 2),
        )
    ]  # fmt: skip
    counters.system.COUNTERS = ON_SCAN  # positions ask it for their system
    hw.register(ON_SCAN)
    position = ON_SCAN.position(
        map=found.with_grounds(painted), players=["red", "blue"], towns={"0405": 0, "0803": 1, "1004": 1}, units=units
    )
    return hw.Board(hw.Session(position, seed=1))
