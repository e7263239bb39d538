"""Maps written for Tiled, as JSON and as TMX."""

from __future__ import annotations

import json
import struct
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Iterator

from hexwidget.files.maps.foreign import GROUNDS
from hexwidget.files.maps.tiled.data import OFFSETS, Found
from hexwidget.files.maps.tiled.objects import PixelGrid
from hexwidget.geometry import HexMap, Layout
from hexwidget.geometry.hexmap import HOLE
from hexwidget.geometry.layout import ROOT3
from hexwidget.scene.palette import PALETTES


def tiled_json(hexmap: HexMap, picture: str = "") -> str:
    """Return a map in Tiled's JSON form: one tile a terrain, whose class is the terrain's key, and a line for each hexside, whose class is
    its kind. Reading it gives the same map.

    :param picture: the name of the file beside it that has the picture of the tiles
    """
    return json.dumps(_document(hexmap, picture), ensure_ascii=False, indent=1) + "\n"


def tmx(hexmap: HexMap, picture: str = "") -> str:
    """Return a map as TMX: see `tiled_json`."""
    data = _document(hexmap, picture)
    layer, tileset = data["layers"][0], data["tilesets"][0]
    root = ET.Element("map", _attributes(data, "type"))
    sets = ET.SubElement(root, "tileset", _attributes(tileset, "image", "imagewidth", "imageheight"))
    if picture:
        size = {"width": str(tileset["imagewidth"]), "height": str(tileset["imageheight"])}
        ET.SubElement(sets, "image", {"source": picture, **size})
    for tile in tileset["tiles"]:
        ET.SubElement(sets, "tile", _attributes(tile))
    made = ET.SubElement(root, "layer", {k: str(layer[k]) for k in ("id", "name", "width", "height")})
    ET.SubElement(made, "data", {"encoding": "csv"}).text = ",".join(map(str, layer["data"]))
    for group in data["layers"][1:]:
        lines = ET.SubElement(root, "objectgroup", {"id": str(group["id"]), "name": group["name"]})
        for each in group["objects"]:
            line = ET.SubElement(lines, "object", {key: str(each[key]) for key in ("id", "type", "x", "y")})
            points = " ".join(f"{point['x']},{point['y']}" for point in each["polyline"])
            ET.SubElement(line, "polyline", {"points": points})
    ET.indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _attributes(data: Found, *but: str) -> dict[str, str]:
    return {k: str(int(v) if v is False else v) for k, v in data.items() if isinstance(v, (str, int)) and k not in but}


def picture_of(hexmap: HexMap) -> bytes:
    """Return the picture of the tiles as PNG: for each terrain a hex in its colour, side by side."""
    width, height, _ = _size(hexmap)
    colours = [bytes.fromhex(_colour(key)[1:]) for key in _used_terrains(hexmap)]
    rows, order = [], 1 if hexmap.offset.pointy else -1
    for y in range(height):
        # Twice the distances from the middle, along the short axis of a hex first.
        away = [(abs(2 * x + 1 - width), abs(2 * y + 1 - height))[::order] for x in range(width)]
        within = [short * 16 / 28 + long <= 32 for short, long in away]
        rows.append(b"\0" + b"".join(colour + b"\xff" if a else bytes(4) for colour in colours for a in within))
    head = struct.pack(">IIBBBBB", width * len(colours), height, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(b"".join(rows))), (b"IEND", b""))
    chunks = (struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts)  # fmt: skip
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _colour(key: str) -> str:
    palette = PALETTES["light"]
    return str(palette.get(GROUNDS["colours"].get(key, key), palette["atlas"]))


def _size(hexmap: HexMap) -> tuple[int, int, int]:
    """The width and height of a tile, and the length of its side, in pixels."""
    return (28, 32, 16) if hexmap.offset.pointy else (32, 28, 16)


def _used_terrains(hexmap: HexMap) -> list[str]:
    return [key for n, key in enumerate(hexmap.terrains) if n in hexmap.cells]


def _document(hexmap: HexMap, picture: str) -> Found:
    axis, index = next(pair for pair, name in OFFSETS.items() if name == hexmap.offset.value)
    used = _used_terrains(hexmap)
    numbers = {n: used.index(key) + 1 for n, key in enumerate(hexmap.terrains) if key in used} | {HOLE: 0}
    width, height, side = _size(hexmap)
    tiles = [{"id": n, "type": key} for n, key in enumerate(used)]
    tileset = {"firstgid": 1, "name": "terrain", "tilewidth": width, "tileheight": height, "tilecount": len(used)}
    tileset |= {"columns": len(used) if picture else 0, "spacing": 0, "margin": 0}
    if picture:
        tileset |= {"image": picture, "imagewidth": width * len(used), "imageheight": height}
    shared = {"width": hexmap.columns, "height": hexmap.rows}
    above = {"visible": True, "opacity": 1, "x": 0, "y": 0}
    ground = {"id": 1, "name": "ground", "type": "tilelayer", **above, **shared}
    sizes = {"tilewidth": width, "tileheight": height, "hexsidelength": side}
    lines = list(_lines(hexmap, PixelGrid(sizes, hexmap.offset, 0, 0, 0, 0)))
    group = {"id": 2, "name": "hexsides", "type": "objectgroup", "draworder": "index", **above, "objects": lines}
    return {
        "type": "map",
        "version": "1.10",
        "tiledversion": "1.10.0",
        "orientation": "hexagonal",
        "renderorder": "right-down",
        **shared,
        **sizes,
        "staggeraxis": axis,
        "staggerindex": index,
        "infinite": False,
        "nextlayerid": 3 if lines else 2,
        "nextobjectid": len(lines) + 1,
        "tilesets": [{**tileset, "tiles": tiles}],
        "layers": [{**ground, "data": [numbers[cell] for cell in hexmap.cells]}, *([group] if lines else [])],
    }


def _lines(hexmap: HexMap, grid: PixelGrid) -> Iterator[Found]:
    """Yield a line for each hexside, from corner to corner."""
    across, along = (ROOT3, 2) if hexmap.offset.pointy else (2, ROOT3)
    wide, high = grid.width / across, grid.height / along
    corners = [(x * wide, y * high) for x, y in Layout(hexmap.offset.pointy).corners((0, 0))]
    sides = ((each.kind, hexmap.index(a), hexmap.index(b)) for each in hexmap.hexsides for a, b in each.pairs)
    for n, (kind, a, b) in enumerate(sides, start=1):
        k, (x, y) = hexmap.steps.index(b - a), grid.centre(*hexmap.column_row(a))
        (left, top), (right, foot) = corners[k], corners[(k + 1) % len(corners)]
        points = [{"x": 0, "y": 0}, {"x": round(right - left, 2), "y": round(foot - top, 2)}]
        shape = {"width": 0, "height": 0, "rotation": 0, "visible": True, "polyline": points}
        yield {"id": n, "name": "", "type": kind, "x": round(x + left, 2), "y": round(y + top, 2), **shape}
