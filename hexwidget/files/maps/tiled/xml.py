"""Tiled's XML form, turned into the data of its JSON form."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

from hexwidget.files.maps.tiled.data import CANNOT_READ, Found
from hexwidget.problems import InputError


def xml_of(text: str, root: str) -> ET.Element:
    """Parse the XML of a map or tileset.

    :param root: the tag that it must begin with
    :raises InputError: if it is not XML, begins with another tag, or declares entities
    """
    # A few entities can expand to gigabytes. Maps have none. Old ones name Tiled's DTD, which is not read.
    text = _DTD.sub("", text, count=1)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise InputError(CANNOT_READ, "it declares entities, which maps do not")
    try:
        # The text is decoded already, so the encoding that it names does not count.
        parser = ET.XMLParser(encoding="utf-8")  # noqa: S314  (no entities in it, see above)
        found = ET.fromstring(text.encode("utf-8", "replace"), parser)  # noqa: S314
    except ET.ParseError as error:
        line, column = error.position
        raise InputError(CANNOT_READ, "not XML from here on", f"line {line}, column {column + 1}") from None
    if found.tag != root:
        raise InputError(CANNOT_READ, f"expected <{root}>, not <{found.tag}>")
    return found


_DTD = re.compile(r"<!DOCTYPE [^<>\[\]]*>")
"""The name of a DTD, without declarations of its own."""


def data_of(element: ET.Element) -> Found:
    """Return the data of a map, a tileset or a template."""
    if element.tag != "template":
        return (_map_of if element.tag == "map" else _tileset_of)(element)
    parts = (("tileset", _plain), ("object", _object_of))
    return {tag: read(part) for tag, read in parts if (part := element.find(tag)) is not None}


def _map_of(root: ET.Element) -> Found:
    data: Found = _plain(root)
    data["infinite"] = root.get("infinite", "0") == "1"
    data["tilesets"] = [_tileset_of(each) for each in root.findall("tileset")]
    data["layers"] = list(_layers_of(root))
    return data


def _plain(element: ET.Element) -> Found:
    """The attributes of an element, with numbers as numbers, and its properties."""
    found: Found = {key: value if key in _TEXTS else _number(value) for key, value in element.items()}
    properties = element.find("properties")
    if properties is not None:
        found["properties"] = [{"name": p.get("name", ""), "value": _value(p)} for p in properties]
    return found


_TEXTS = frozenset({"name", "type", "class", "source", "template"})
"""The attributes that may look like numbers (the name of a hex: 0304), and stay texts."""


def _value(element: ET.Element) -> Any:
    """The value of a property, by the type that it names."""
    text = element.get("value", element.text or "")
    match element.get("type", "string"):
        case "int" | "float":
            return _number(text)
        case "bool":
            return text == "true"
    return text


def _number(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _tileset_of(element: ET.Element) -> Found:
    return {**_plain(element), "tiles": [_tile_of(tile) for tile in element.findall("tile")]}


def _tile_of(element: ET.Element) -> Found:
    image = element.find("image")
    return {**_plain(element), **({"image": image.get("source", "")} if image is not None else {})}


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
    found |= {part: True for part in ("point", "ellipse") if element.find(part) is not None}
    for part in ("polygon", "polyline"):
        drawn = element.find(part)
        if drawn is not None:
            pairs = [pair.split(",") for pair in drawn.get("points", "").split()]
            found[part] = [{"x": _number(x), "y": _number(y)} for x, y in (p for p in pairs if len(p) == 2)]
    return found
