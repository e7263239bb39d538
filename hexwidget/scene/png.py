"""A scene's SVG picture as PNG, by the resvg library where it is installed."""

from __future__ import annotations

from hexwidget.scene.glyphs import outlined


def to_png(svg: str, scale: float = 2.0) -> bytes:
    """An SVG document as a PNG picture. Texts are drawn as outlines, so that it does not depend on the fonts that are there.

    :param scale: pixels of the picture for each of the document's
    :raises ImportError: if resvg is missing: ``pip install "hexwidget[png]"``
    """
    try:
        import resvg_py
    except ImportError:
        raise ImportError('PNG pictures need resvg: pip install "hexwidget[png]"') from None
    return bytes(resvg_py.svg_to_bytes(svg_string=outlined(svg), zoom=scale))


def for_a_cell(svg: str) -> tuple[bytes, dict[str, int]] | None:
    """A picture for a notebook's cell: a PNG, shown at half its pixels so that it is crisp on any screen; None where resvg is
    missing."""
    try:
        png = to_png(svg, 2.0)
    except ImportError:
        return None
    # A PNG names its width and height, four bytes each, in its first chunk.
    sides = {"width": png[16:20], "height": png[20:24]}
    return png, {side: int.from_bytes(pixels, "big") // 2 for side, pixels in sides.items()}
