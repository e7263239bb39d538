"""A position on one line. On hexes: the rows of its map, the stagger, and the rest as JSON without a blank::

    ..^../.%.. odd-r {"players":["red","blue"],"units":{"red":{"0101":"cavalry\\u00203"}}}

On other maps: the JSON alone, with the map in it. Default values are left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hexwidget.geometry import HexMap, Terrain
from hexwidget.geometry.maptext import rows_to_text, write_rows
from hexwidget.jsontext import parse_json
from hexwidget.problems import Problems, shown

CANNOT_READ = "this notation cannot be read"
LONGEST = 2_000_000
"""A notation of more characters is refused unread. The largest map takes half of it."""


def write(
    hexmap: HexMap, terrains: tuple[Terrain, ...], description: Mapping[str, Any], defaults: Mapping[str, Any]
) -> str:
    """The notation of a position from its description; reading it gives back an equal description."""
    rest = {
        key: value
        for key, value in description.items()
        if key not in ("map", "offset", "title") and (key not in defaults or value != defaults[key])
    }
    # Blanks occur only inside texts, where an escape can stand for them.
    text = json.dumps(rest, ensure_ascii=False, separators=(",", ":")).replace(" ", "\\u0020")
    return " ".join([write_rows(hexmap, terrains), hexmap.offset.value, text])


def write_data(description: Mapping[str, Any], defaults: Mapping[str, Any]) -> str:
    """The notation of a position on a map without hexes: its description as JSON without a blank."""
    rest = {
        key: value
        for key, value in description.items()
        if key != "title" and (key not in defaults or value != defaults[key])
    }
    return json.dumps(rest, ensure_ascii=False, separators=(",", ":")).replace(" ", "\\u0020")


def read_data(text: str) -> dict[str, Any]:
    """The description that such a notation stands for.

    :raises InputError: if it is not a JSON object
    """
    problems = Problems()
    found: object = None
    if isinstance(text, str) and len(text) <= LONGEST:
        try:
            found = parse_json(text)
        except ValueError:
            found = None
    if not isinstance(found, dict):
        problems.add("", f'expected an object such as {{"map":..,"players":["red","blue"]}}, not {shown(text)}')
        problems.raise_any(CANNOT_READ)
        raise AssertionError  # pragma: no cover  (raise_any has raised)
    return found


def read(text: str) -> dict[str, Any]:
    """The description that a notation stands for.

    :raises InputError: if it cannot be taken apart
    """
    problems = Problems()
    fields = text.split(maxsplit=2) if isinstance(text, str) and len(text) <= LONGEST else []
    rest: object = None
    if len(fields) == 3:
        try:
            rest = parse_json(fields[2])
        except ValueError:
            rest = None
    if not isinstance(rest, dict):
        example = '..^/... odd-r {"players":["red","blue"],...}'
        problems.add("", f"expected rows, stagger and an object, such as {example}, not {shown(text)}")
        problems.raise_any(CANNOT_READ)
        raise AssertionError  # pragma: no cover  (raise_any has raised)
    for key in ("map", "offset"):
        if key in rest:
            problems.add(key, "is given twice: the rows and the stagger come first")
    problems.raise_any(CANNOT_READ)
    return {"map": rows_to_text(fields[0], fields[1]), "offset": fields[1], **rest}
