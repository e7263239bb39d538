"""Maps written for Tiled, as JSON and as TMX."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import xml.etree.ElementTree as ET

from hexwidget.files.maps.tiled.data import OFFSETS, Found
from hexwidget.geometry import HexMap
from hexwidget.geometry.hexmap import HOLE


def tiled_json(hexmap: HexMap) -> str:
    """Return a map in Tiled's JSON form: one tile a terrain, whose class is the terrain's key. Reading it gives the same map."""
    return json.dumps(_document(hexmap), ensure_ascii=False, indent=1) + "\n"


def tmx(hexmap: HexMap) -> str:
    """Return a map as TMX: see `tiled_json`. The layer is compressed."""
    data = _document(hexmap)
    layer, tileset = data["layers"][0], data["tilesets"][0]
    root = ET.Element(
        "map", {k: str(v) for k, v in data.items() if isinstance(v, (str, int)) and k not in ("type", "infinite")}
    )
    root.set("infinite", "0")
    sets = ET.SubElement(root, "tileset", {k: str(tileset[k]) for k in ("firstgid", "name", "tilewidth", "tileheight")})
    sets.set("tilecount", str(tileset["tilecount"]))
    sets.set("columns", "0")
    for tile in tileset["tiles"]:
        ET.SubElement(sets, "tile", {"id": str(tile["id"]), "class": tile["class"]})
    made = ET.SubElement(root, "layer", {k: str(layer[k]) for k in ("id", "name", "width", "height")})
    packed = gzip.compress(struct.pack(f"<{len(layer['data'])}I", *layer["data"]), mtime=0)
    inner = ET.SubElement(made, "data", {"encoding": "base64", "compression": "gzip"})
    inner.text = base64.b64encode(packed).decode()
    ET.indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _document(hexmap: HexMap) -> Found:
    axis, index = next(pair for pair, name in OFFSETS.items() if name == hexmap.offset.value)
    used = [key for n, key in enumerate(hexmap.terrains) if n in hexmap.cells]
    numbers = {n: used.index(key) + 1 for n, key in enumerate(hexmap.terrains) if key in used} | {HOLE: 0}
    width, height, side = (28, 32, 16) if hexmap.offset.pointy else (32, 28, 16)
    tiles = [{"id": n, "class": key} for n, key in enumerate(used)]
    tileset = {"firstgid": 1, "name": "terrain", "tilewidth": width, "tileheight": height, "tilecount": len(used)}
    shared = {"width": hexmap.columns, "height": hexmap.rows}
    ground = {"id": 1, "name": "ground", "type": "tilelayer", "visible": True, "opacity": 1, "x": 0, "y": 0, **shared}
    return {
        "type": "map",
        "version": "1.10",
        "tiledversion": "1.10.0",
        "orientation": "hexagonal",
        "renderorder": "right-down",
        **shared,
        "tilewidth": width,
        "tileheight": height,
        "hexsidelength": side,
        "staggeraxis": axis,
        "staggerindex": index,
        "infinite": False,
        "nextlayerid": 2,
        "nextobjectid": 1,
        "tilesets": [{**tileset, "columns": 0, "tiles": tiles}],
        "layers": [{**ground, "data": [numbers[cell] for cell in hexmap.cells]}],
    }
