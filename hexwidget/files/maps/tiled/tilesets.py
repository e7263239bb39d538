"""The tilesets of a Tiled map: names for the numbers of tiles."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from hexwidget.files.disk import read_text
from hexwidget.files.maps.tiled.data import LONGEST_NAME, Found, properties
from hexwidget.files.maps.tiled.xml import data_of, xml_of
from hexwidget.files.scenario import MOST_CHARACTERS
from hexwidget.jsontext import parse_json
from hexwidget.problems import Problems, place, shown

MOST_TILESETS = 200


class Tileset(NamedTuple):
    """A tileset: the number of its first tile in the map, the words for its tiles by their own numbers, its name, and the point of
    a tile that stands at the place of an object (``objectalignment``)."""

    first: int
    words: dict[int, str]
    name: str
    alignment: str


class TilesetFolder(NamedTuple):
    """The folder of a map, and the folder that holds every file that the map may name: a map must not make us read others."""

    path: Path | None
    within: Path | None

    def read(self, source: str, kind: str, where: str, problems: Problems) -> Found:
        """Read a tileset or template that is a file of its own. Empty, with a problem, if it cannot be read.

        :param kind: "tileset" or "template"
        """
        try:
            path = ((self.path or Path()) / source).resolve()
            if self.path and not path.is_relative_to((self.within or self.path).resolve()):
                both = os.path.commonpath([path, self.path.resolve()])
                near = min(both, os.path.relpath(both), key=len)
                what = f"name a folder that holds both: hw.read_map(..., within={near!r})"
                what = f"lies outside of the map's folder. If you trust the map, {what}"
            elif self.path is None or not path.is_file():
                beside = "" if self.path is None else " beside the map"
                what = f"is not there: put the file in place{beside}, or embed it in Tiled (Map, Embed Tilesets)"
            else:
                text = read_text(path, MOST_CHARACTERS)
                data = data_of(xml_of(text, kind)) if text.lstrip()[:1] == "<" else parse_json(text)
                return data if isinstance(data, dict) else {}
        except (OSError, ValueError) as error:  # an InputError is a ValueError, too
            what = f"cannot be read: {error}"
        problems.add(where, f"the {kind} {shown(source)} {what}")
        return {}

    def of(self, source: str) -> TilesetFolder:
        """The folder of a file that the map names, for the files that this one names."""
        return TilesetFolder(self.path and (self.path / source).parent, self.within or self.path)


def read_tilesets(data: Found, folder: TilesetFolder, problems: Problems) -> list[Tileset]:
    """Read the tilesets of a map. The last one comes first."""
    found = []
    listed = data.get("tilesets", [])
    if isinstance(listed, list) and len(listed) > MOST_TILESETS:
        problems.add("tilesets", f"expected at most {MOST_TILESETS}, not {len(listed)}")
        listed = []
    for n, entry in enumerate(listed if isinstance(listed, list) else []):
        where = place("tilesets", n)
        if not isinstance(entry, Mapping) or type(entry.get("firstgid")) is not int:
            problems.expected(where, "a tileset with its firstgid", entry)
            continue
        first = entry["firstgid"]
        if isinstance(entry.get("source"), str):
            entry = folder.read(entry["source"], "tileset", f"{where}/source", problems)
        name = entry.get("name", f"tileset {n + 1}")
        if not isinstance(name, str) or len(name) > LONGEST_NAME:
            problems.expected(f"{where}/name", f"at most {LONGEST_NAME} characters", name)
            continue
        words = {tile["id"]: word for tile in _tiles(entry) if (word := _word(tile))}
        found.append(Tileset(first, words, name, str(entry.get("objectalignment", ""))))
    return sorted(found, key=lambda tileset: -tileset.first)


def _tiles(entry: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the tiles of a tileset that have a number. Before Tiled 1.2, JSON held them, and their properties, by number."""
    for key in ("tiles", "tileproperties"):
        held = entry.get(key)
        if isinstance(held, Mapping):
            held = [
                {**(tile if key == "tiles" else {"properties": tile}), "id": int(number)}
                for number, tile in held.items()
                if len(number) < 9 and number.isdecimal() and isinstance(tile, Mapping)
            ]
        for tile in held if isinstance(held, list) else []:
            if isinstance(tile, Mapping) and type(tile.get("id")) is int:
                yield tile


def tileset_of(number: int, tilesets: list[Tileset]) -> Tileset | None:
    """Return the tileset of a tile. None if no tileset has it.

    :param tilesets: the last one first
    """
    return next(iter(tilesets[bisect_left(tilesets, -number, key=lambda each: -each.first) :]), None)


def code_of(number: int, tilesets: list[Tileset]) -> str | None:
    """Return the name of a tile: its word, or its tileset's name and its number there. None if no tileset has it.

    :param tilesets: the last one first
    """
    found = tileset_of(number, tilesets)
    return found and found.words.get(number - found.first, f"{found.name}:{number - found.first}")


def _word(tile: Mapping[str, Any]) -> str:
    """The name of a tile: its property "terrain" or "type", else its class, else the name of its picture without the ending."""
    own = properties(tile)
    named = own.get("terrain") or own.get("type") or tile.get("class") or tile.get("type")
    if not named and isinstance(tile.get("image"), str):
        named = PurePosixPath(tile["image"].replace("\\", "/")).stem
    return str(named or "")
