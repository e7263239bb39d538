"""Tiled's XML as the data that its JSON form has."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

from hexwidget.problems import InputError, Problem

CANNOT_READ = "this Tiled map cannot be read"
Found = dict[str, Any]
"""The data of a map, a tileset, a layer, as JSON would give it."""


def xml_of(text: str, root: str) -> ET.Element:
    # Entities can make much of little; no map has any.
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise InputError(CANNOT_READ, [Problem("", "it declares entities, which maps do not")])
    try:
        # It is a text already, whatever encoding it names.
        parser = ET.XMLParser(encoding="utf-8")  # noqa: S314  (no entities in it, see above)
        found = ET.fromstring(text.encode("utf-8", "replace"), parser)  # noqa: S314
    except ET.ParseError as error:
        line, column = error.position
        raise InputError(CANNOT_READ, [Problem(f"line {line}, column {column + 1}", "no XML from here on")]) from None
    if found.tag != root:
        raise InputError(CANNOT_READ, [Problem("", f"expected <{root}>, not <{found.tag}>")])
    return found


def map_of(root: ET.Element) -> Found:
    """TMX as the data that the JSON form has."""
    data: Found = _plain(root)
    data["infinite"] = root.get("infinite", "0") == "1"
    data["tilesets"] = [tileset_of(each) for each in root.findall("tileset")]
    data["layers"] = list(_layers_of(root))
    return data


def _plain(element: ET.Element) -> Found:
    """Attributes, numbers as numbers, and properties."""
    found: Found = {key: _number(value) if key in _NUMBERS else value for key, value in element.items()}
    properties = element.find("properties")
    if properties is not None:
        found["properties"] = [{"name": p.get("name", ""), "value": _value(p)} for p in properties]
    return found


_NUMBERS = frozenset(
    [
        "id",
        "gid",
        "firstgid",
        "width",
        "height",
        "tilewidth",
        "tileheight",
        "hexsidelength",
        "x",
        "y",
        "visible",
        "offsetx",
        "offsety",
        "rotation",
    ]
)
"""The attributes that are numbers; names that look like numbers (of hexes: 0304) stay as they are."""


def _value(element: ET.Element) -> Any:
    """A property, by the type that it says it has."""
    text = element.get("value", element.text or "")
    match element.get("type", "string"):
        case "int" | "float":
            return _number(text)
        case "bool":
            return text == "true"
    return text


def _number(text: str) -> Any:
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text


def tileset_of(element: ET.Element) -> Found:
    return {**_plain(element), "tiles": [_plain(tile) for tile in element.findall("tile")]}


def _layers_of(parent: ET.Element) -> Iterator[Found]:
    for element in parent:
        if element.tag == "group":
            yield {**_plain(element), "type": "group", "layers": list(_layers_of(element))}
        elif element.tag == "objectgroup":
            yield {**_plain(element), "type": "objectgroup", "objects": [_object_of(o) for o in element.iter("object")]}
        elif element.tag == "layer":
            yield {**_plain(element), "type": "tilelayer", **_data_of(element.find("data"))}


def _data_of(data: ET.Element | None) -> Found:
    if data is None:
        return {}
    chunks = [{**_plain(c), "data": _tiles_of(c, data)} for c in data.findall("chunk")]
    head = {"encoding": data.get("encoding", "csv"), "compression": data.get("compression", "")}
    return {**head, **({"chunks": chunks} if chunks else {"data": _tiles_of(data, data)})}


def _tiles_of(element: ET.Element, data: ET.Element) -> Any:
    if data.get("encoding") is None:
        return [_number(tile.get("gid", "0")) for tile in element.findall("tile")]
    return (element.text or "").strip()


def _object_of(element: ET.Element) -> Found:
    found = _plain(element)
    found["point"] = element.find("point") is not None
    found["ellipse"] = element.find("ellipse") is not None
    found["polyline"] = element.find("polyline") is not None
    polygon = element.find("polygon")
    if polygon is not None:
        pairs = [pair.split(",") for pair in polygon.get("points", "").split()]
        found["polygon"] = [{"x": _number(x), "y": _number(y)} for x, y in (p for p in pairs if len(p) == 2)]
    return found
