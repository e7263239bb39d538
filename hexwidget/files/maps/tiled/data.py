"""The plain data of a Tiled map: its JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

CANNOT_READ = "this Tiled map cannot be read"
LONGEST_NAME = 200
"""The longest name of a tileset or object, in characters. Tiles without a name of their own repeat their tileset's."""
OFFSETS = {("x", "odd"): "odd-q", ("x", "even"): "even-q", ("y", "odd"): "odd-r", ("y", "even"): "even-r"}
"""The stagger of a map by Tiled's axis and index."""
Found = dict[str, Any]
"""The data of a map, a tileset or a layer."""


def as_float(value: Any) -> float:
    """Return a coordinate as a float. A value that is not a sensible number counts as 0."""
    return float(value) if isinstance(value, (int, float)) and abs(value) < 1e9 else 0.0


def properties(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the properties of a tile or object by name. Before Tiled 1.2, JSON held them by name."""
    listed = entry.get("properties", [])
    if isinstance(listed, Mapping):
        return {str(name): value for name, value in listed.items()}
    pairs = listed if isinstance(listed, list) else []
    return {str(p.get("name", "")): p.get("value") for p in pairs if isinstance(p, Mapping)}
