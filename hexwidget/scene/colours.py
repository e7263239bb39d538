"""Colours of one's own: the figure on a counter of that colour, and its contrast."""

from __future__ import annotations

import re
from functools import cache

FIGURES = ("#fff9ea", "#17211c")
"""The colours of a figure on a counter: light and dark."""
LEAST_CONTRAST = 4.5
"""The least contrast (WCAG 2) of a figure to its counter."""
_STEPS = 100
_COLOUR = re.compile("#[0-9a-f]{6}")


def is_colour(text: str) -> bool:
    """True if a text is a colour as ``#rrggbb``, with small letters.

    >>> is_colour("#aa3300"), is_colour("#a30"), is_colour("red")
    (True, False, False)
    """
    return _COLOUR.fullmatch(text) is not None


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours (WCAG 2), from 1 to 21.

    >>> contrast("#ffffff", "#000000")
    21.0
    """
    dark, light = sorted(map(_luminance, (one, other)))
    return round((light + 0.05) / (dark + 0.05), 2)


def figure_on(colour: str) -> str:
    """The colour of a figure on a counter: light or dark, as the contrast is higher.

    >>> figure_on("#aa3300"), figure_on("#f0c83a")
    ('#fff9ea', '#17211c')
    """
    return max(FIGURES, key=lambda figure: contrast(figure, colour))


def is_readable(colour: str) -> bool:
    """True if a figure can be read on a counter of this colour."""
    return contrast(figure_on(colour), colour) >= LEAST_CONTRAST


@cache
def nearest_readable(colour: str) -> str:
    """The nearest darker or lighter colour on which a figure can be read.

    >>> nearest_readable("#b07850"), nearest_readable("#aa3300")
    ('#b17952', '#aa3300')
    """
    mixed = (_mix(colour, end, step / _STEPS) for step in range(_STEPS + 1) for end in ("#000000", "#ffffff"))
    return next(each for each in mixed if is_readable(each))


def _channels(colour: str) -> list[int]:
    return [int(colour[k : k + 2], 16) for k in (1, 3, 5)]


def _luminance(colour: str) -> float:
    parts = [n / 255 for n in _channels(colour)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def _mix(colour: str, end: str, part: float) -> str:
    pairs = zip(_channels(colour), _channels(end), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
