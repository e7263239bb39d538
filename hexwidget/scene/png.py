"""SVG pictures as PNG, by the resvg library."""

from __future__ import annotations

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
