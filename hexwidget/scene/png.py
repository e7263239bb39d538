"""A scene's SVG picture as PNG, by the resvg library where it is installed."""

from __future__ import annotations


def to_png(svg: str, scale: float = 2.0) -> bytes:
    """An SVG document as a PNG picture.

    :param scale: pixels of the picture for each of the document's
    :raises ImportError: if resvg is missing: ``pip install "hexwidget[png]"``
    """
    try:
        import resvg_py
    except ImportError:
        raise ImportError('PNG pictures need resvg: pip install "hexwidget[png]"') from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=scale))
