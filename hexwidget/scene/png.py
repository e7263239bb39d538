"""SVG pictures as PNG, by the resvg library."""

from __future__ import annotations

from functools import lru_cache

from hexwidget.scene.glyphs import outlined


def to_png(svg: str, scale: float = 2.0) -> bytes:
    """Return an SVG document as a PNG picture. Texts are drawn as outlines, so that it does not depend on installed fonts.

    :param scale: pixels of the picture for each pixel of the document
    :raises ImportError: if resvg is missing: ``pip install resvg-py``
    """
    try:
        import resvg_py
    except ImportError:
        raise ImportError("PNG pictures need resvg: pip install resvg-py") from None
    drawn = outlined(svg)
    # Looking for the fonts of the system takes a while.
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, zoom=scale, skip_system_fonts="<text" not in drawn))


_last_pngs = lru_cache(maxsize=4)(to_png)
"""A board that is shown again has its picture already."""


def for_a_cell(svg: str, scale: float = 1.0) -> tuple[bytes, dict[str, int]] | None:
    """Return a PNG for a notebook's cell, and the size at which it is shown. None without resvg.

    :param scale: 2: twice as many pixels as are needed, so that it is sharp on any screen, in three times the time
    """
    try:
        png = _last_pngs(svg, scale)
    except ImportError:
        return None
    # The first chunk of a PNG has its width and height, four bytes each.
    sides = {"width": png[16:20], "height": png[20:24]}
    return png, {side: round(int.from_bytes(pixels, "big") / scale) for side, pixels in sides.items()}
