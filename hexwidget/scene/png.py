"""SVG pictures as PNG, by the resvg library."""

from __future__ import annotations

from functools import cache

from hexwidget.scene.glyphs import outline_texts


def to_png(svg: str, scale: float = 2.0) -> bytes:
    """Return an SVG document as a PNG picture. Texts are drawn as outlines, so that it does not depend on installed fonts. Texts with
    letters beyond Latin are drawn with the fonts of the system, and a box stands in place of a letter that no font has.

    :param scale: pixels of the picture for each pixel of the document
    :raises ImportError: if resvg is missing: ``pip install resvg-py``
    """
    try:
        import resvg_py
    except ImportError:
        raise ImportError("PNG pictures need resvg: pip install resvg-py") from None
    drawn = outline_texts(svg)
    if "<text" in drawn and not _has_fonts():
        drawn = outline_texts(svg, whole=True)
    # Looking for the fonts of the system takes a while.
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, zoom=scale, skip_system_fonts="<text" not in drawn))


@cache
def _has_fonts() -> bool:
    """True if the system has fonts: without any, resvg draws no letter at all."""
    import resvg_py

    empty, letter = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="8" font-size="9">{text}</text></svg>'
        for text in ("", "A")
    )
    return bool(resvg_py.svg_to_bytes(svg_string=letter) != resvg_py.svg_to_bytes(svg_string=empty))
