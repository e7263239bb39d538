"""Pictures for the cells of a notebook: small files, of maps of any size. A notebook keeps each of them.

A map that is too large for hexes of the usual size has smaller ones, down to a picture from afar. Pillow reduces the colours.
Where resvg or Pillow is missing no picture is made.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from hexwidget.scene.drawing import draw, is_plain
from hexwidget.scene.png import to_png
from hexwidget.scene.scene import Scene

RADIUS = 26.0
"""The largest radius of a hex, in pixels."""
MOST_PIXELS = 325_000
"""The most pixels of a map."""
MOST_BYTES = 80_000
"""A picture with more bytes is drawn again, without drawings on the ground."""
COLOURS = (64, 40)
"""A picture has the first of these numbers of colours. If it is too large it has the next one."""
MOST_PLAIN = 2500
"""The most spaces of a map where the library that draws the landscape is missing. The plain picture draws each space."""
Picture = tuple[bytes, dict[str, int]]
"""A PNG, and the width and height at which it is shown, in pixels of the page."""


def for_a_cell(scene: Scene, *, radius: float = RADIUS, **look: Any) -> Picture | None:
    """Return the picture of a scene. None if it cannot be made.

    :param radius: the largest radius of a hex, in pixels
    :param look: theme, plain, caption and choices: see `hexwidget.scene.drawing.draw`
    """
    if not (find_spec("resvg_py") and find_spec("PIL") and is_drawn(scene)):
        return None

    def painted(far: bool) -> bytes:
        return small_png(draw(scene, radius=radius, most=MOST_PIXELS, far=far, **look))

    png = painted(far=False)
    return sized_png(png if len(png) <= MOST_BYTES else painted(far=True))


def is_drawn(scene: Scene) -> bool:
    """Return False if the map of a scene is too large for a plain picture and no other can be drawn."""
    return len(scene.map) <= MOST_PLAIN or not is_plain()


def sized_png(png: bytes, scale: float = 1.0) -> Picture:
    """Return a PNG and the size at which it is shown.

    :param scale: pixels of the PNG for each pixel of the page
    """
    # The first chunk of a PNG has its width and height, four bytes each.
    sides = {"width": png[16:20], "height": png[20:24]}
    return png, {side: round(int.from_bytes(pixels, "big") / scale) for side, pixels in sides.items()}


@lru_cache(maxsize=8)  # a board that is shown again has its picture already
def small_png(svg: str, scale: float = 1.0) -> bytes:
    """Return an SVG document as a PNG in few colours: it has a fourth of the bytes.

    :param scale: pixels of the PNG for each pixel of the document
    :raises ImportError: if resvg or Pillow is missing
    """
    from PIL import Image

    full = Image.open(BytesIO(to_png(svg, scale))).convert("RGB")
    for colours in COLOURS:
        # Of Pillow's methods the octree alone keeps colours that few pixels have, such as those of the players.
        few = full.quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        out = BytesIO()
        few.save(out, "PNG")
        if out.tell() <= MOST_BYTES:
            break
    return out.getvalue()
