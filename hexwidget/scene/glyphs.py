"""Letters as outlines, so that a picture looks the same on every machine, with any fonts.

The outlines are those of DejaVu Sans (``glyphs.json``; its licence stands beside it).
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

_MIDDLE = 0.36
"""The height of a capital's middle above the baseline, in font sizes."""
_BOLD_FROM = 600
_TEXT = re.compile(r"<text ([^>]*)>([^<]*)</text>")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


@cache
def _glyphs() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((Path(__file__).parent / "glyphs.json").read_text(encoding="utf-8"))
    return data


def outlined(svg: str) -> str:
    """Return a picture of `hexwidget.scene.svg` with its texts as outlines. A text with unknown letters stays a text.

    >>> outlined('<text x="5.0" y="9.0" font-size="10" font-weight="700" fill="#000">l</text>')
    '<g fill="#000" transform="translate(5.00 9.00) scale(0.01000)"><path d="M84 -760H259V0H84Z" transform="translate(0 0)"/></g>'
    """
    return _TEXT.sub(_outline, svg)


def _outline(match: re.Match[str]) -> str:
    look = dict(_ATTRIBUTE.findall(match[1]))
    glyphs = _glyphs()
    face = glyphs["bold" if int(look.get("font-weight", "400")) >= _BOLD_FROM else "regular"]
    text = unescape(match[2])
    if any(letter not in face for letter in text):
        return match[0]
    size, em = float(look["font-size"]), glyphs["em"]
    width = sum(face[letter][0] for letter in text)
    left = {"middle": width / 2, "end": width}.get(look.get("text-anchor", "start"), 0.0) * size / em
    down = _MIDDLE * size if look.get("dominant-baseline") == "central" else 0.0
    x, y = float(look["x"]) - left, float(look["y"]) + down
    parts, at = [], 0
    for letter in text:
        advance, path = face[letter]
        if path:
            parts.append(f'<path d="{path}" transform="translate({at} 0)"/>')
        at += advance
    place = f"translate({x:.2f} {y:.2f}) scale({size / em:.5f})"
    return f'<g fill="{look.get("fill", "#000")}" transform="{place}">{"".join(parts)}</g>'
