"""Letters as outlines, so that a picture looks the same on every machine, with any fonts.

The outlines are those of DejaVu Sans (``glyphs.json``; its licence stands beside it), made as narrow as the fonts of the board.
"""

from __future__ import annotations

import json
import re
from functools import cache, partial
from html import unescape
from pathlib import Path
from typing import Any
from zlib import crc32

_BOLD_FROM = 600
_NARROW = {"regular": 0.9, "bold": 0.85}
"""The width of letters, as a share of those of the file."""
_SLANT = -12
"""The lean of italics, in degrees."""
_TEXT = re.compile(r"<text ([^>]*)>([^<]*)</text>")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
_FILL, _EDGE = ("fill", "fill-opacity"), ("stroke", "stroke-opacity")


@cache
def _glyphs() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((Path(__file__).parent / "glyphs.json").read_text(encoding="utf-8"))
    return data


UNKNOWN = "□"
"""The sign in place of a letter that cannot be drawn."""


def outline_texts(svg: str, *, whole: bool = False) -> str:
    """Return a picture of `hexwidget.scene.drawing` with its texts as outlines: each letter once, used wherever it stands. A text
    with unknown letters stays a text, which is drawn with the fonts of the reader.

    :param whole: True: there are no fonts, and a sign stands in place of each unknown letter

    >>> outline_texts('<svg><text x="5" y="9" font-size="10" font-weight="700" fill="#000">ll</text></svg>').count("<path")
    1
    """
    name, used = f"l{crc32(svg.encode('utf-8', 'replace')):x}-", dict[str, str]()
    drawn = _TEXT.sub(partial(_outline, name, used, whole), svg)
    outlines = "".join(f'<path id="{letter}" d="{path}"/>' for letter, path in used.items())
    return drawn.replace("</svg>", f"<defs>{outlines}</defs></svg>") if used else drawn


def _outline(name: str, used: dict[str, str], whole: bool, match: re.Match[str]) -> str:
    """The outline of a text.

    :param name: the start of the names of letters
    :param used: the paths of the letters by their names; those of the text are added
    """
    look = dict(_ATTRIBUTE.findall(match[1]))
    glyphs = _glyphs()
    face = "bold" if int(look.get("font-weight", "400")) >= _BOLD_FROM else "regular"
    letters, text = glyphs[face], unescape(match[2])
    if whole:
        text = "".join(letter if letter in letters else UNKNOWN for letter in text)
    elif any(letter not in letters for letter in text):
        return match[0]
    down = float(look["font-size"]) / glyphs["em"]
    across = down * _NARROW[face]
    space = float(look.get("letter-spacing", "0")) / across
    parts, width = [], 0.0
    for letter in text:
        advance, path = letters[letter]
        if path:
            used[each := f"{name}{face[0]}{ord(letter):x}"] = path
            parts.append(f'<use href="#{each}" x="{width:.6g}"/>')
        width += advance + space
    left = {"middle": width / 2, "end": width}.get(look.get("text-anchor", "start"), 0.0) * across
    lean = f" skewX({_SLANT})" if look.get("font-style") == "italic" else ""
    x, y = float(look["x"]) - left, float(look["y"])
    place = f'transform="translate({x:.6g} {y:.6g}) scale({across:.5g} {down:.5g}){lean}"'
    drawn = "".join(parts)
    edge = ""
    if "stroke" in look:  # below all letters, as it would cover the neighbours
        wide = float(look.get("stroke-width", "1")) / down
        edge = f'<g {place} fill="none"{_attributes(look, _EDGE)} stroke-width="{wide:.6g}">{drawn}</g>'
    return f"{edge}<g {place}{_attributes(look, _FILL)}>{drawn}</g>"


def _attributes(look: dict[str, str], names: tuple[str, ...]) -> str:
    return "".join(f' {name}="{look[name]}"' for name in names if name in look)
