"""Army symbols of land units (APP-6, MIL-STD-2525C): the code of a symbol stands for outlines, which take a player's colours.

The outlines are those of milsymbol (``army.json``; its licence stands beside it). ``tools/draw-army-symbols.mjs`` writes them.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

_CODE = re.compile("[sS][a-zA-Z*-][gG][a-zA-Z*-]([uU][a-zA-Z*-]{5})(?:[a-zA-Z*-]([a-zA-Z*-]?))?[a-zA-Z*-]{0,3}")
"""Scheme, side, land, status, function, and what may follow: headquarters, size, country, order of battle."""


@cache
def _file() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads((Path(__file__).parent / "army.json").read_text(encoding="utf-8"))
    return found


@cache
def army_symbol(code: str) -> str | None:
    """Return the outlines of an army symbol: what is stroked, "|", and what is filled, in a box of 24 by 24. None: no code.

    The side and the status do not count: the counter shows them. A function that the file does not have is drawn as the
    function above it, as the standard asks for.

    >>> army_symbol("sfgpuci---")
    'M2 5.3h20v13.3h-20zM2 5.33L22 18.67M2 18.67L22 5.33|'
    >>> army_symbol("horse") is None
    True
    """
    found = _CODE.fullmatch(code)
    if found is None:
        return None
    functions, sizes = _file()["functions"], _file()["sizes"]
    function = found[1].upper().replace("*", "-").rstrip("-")
    while function and function not in functions:
        function = function[:-1]
    stroked, filled = functions.get(function, "|").split("|")
    more_stroked, more_filled = sizes.get((found[2] or "-").upper(), "|").split("|")
    return f"{_file()['frame']['unit']}{stroked}{more_stroked}|{filled}{more_filled}"
