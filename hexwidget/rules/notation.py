"""A position on one line. On hexes: the rows of its map, the stagger, and the rest as JSON without a blank::

    ..^../.%.. odd-r {"players":["red","blue"],"units":{"red":{"0101":"cavalry\\u00203"}}}

On other maps: the JSON alone, with the map in it. Default values are left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hexwidget.english import phrase
from hexwidget.geometry import HexMap, Terrain
from hexwidget.geometry.maptext import rows_to_text, write_rows
from hexwidget.jsontext import parse_object
from hexwidget.problems import InputError, Problem, mismatch

CANNOT_READ = "this notation cannot be read"
LONGEST = 2_000_000
"""A notation of more characters is refused unread. The largest map takes half of it."""


def write(
    hexmap: HexMap, terrains: tuple[Terrain, ...], description: Mapping[str, Any], defaults: Mapping[str, Any]
) -> str:
    """The notation of a position from its description; reading it gives back an equal description."""
    rest = {key: value for key, value in description.items() if key not in ("map", "offset")}
    return " ".join([write_rows(hexmap, terrains), hexmap.offset.value, write_data(rest, defaults)])


def write_data(description: Mapping[str, Any], defaults: Mapping[str, Any]) -> str:
    """The notation of a position on a map without hexes: its description as JSON without a blank."""
    plain = {key: value for key, value in description.items() if key not in defaults or value != defaults[key]}
    rest = {key: value for key, value in plain.items() if key != "title"}
    # Blanks occur only inside texts, where an escape can stand for them.
    return json.dumps(rest, ensure_ascii=False, separators=(",", ":")).replace(" ", "\\u0020")


def read_data(text: str) -> dict[str, Any]:
    """The description that such a notation stands for.

    :raises InputError: if it is not a JSON object
    """
    found = parse_object(text) if isinstance(text, str) and len(text) <= LONGEST else None
    if found is None:
        raise mismatch(CANNOT_READ, 'an object such as {"map":..,"players":["red","blue"]}', text)
    return found


def read(text: str) -> dict[str, Any]:
    """The description that a notation stands for.

    :raises InputError: if it cannot be taken apart
    """
    fields = text.split(maxsplit=2) if isinstance(text, str) and len(text) <= LONGEST else []
    rest = parse_object(fields[2]) if len(fields) == 3 else None
    if rest is None:
        example = '..^/... odd-r {"players":["red","blue"],...}'
        raise mismatch(CANNOT_READ, phrase("rows, stagger and an object, such as {example}", example=example), text)
    twice = [key for key in ("map", "offset") if key in rest]
    if twice:
        what = "is given twice: the rows and the stagger come first"
        raise InputError(CANNOT_READ, [Problem(key, what) for key in twice])
    return {"map": rows_to_text(fields[0], fields[1]), "offset": fields[1], **rest}
