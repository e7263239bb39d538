"""The tilesets of a Tiled map: names for the numbers of tiles."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from hexwidget.files.disk import read_text
from hexwidget.files.maps.tiled.data import LONGEST_NAME, Found, properties
from hexwidget.files.maps.tiled.xml import tileset_of, xml_of
from hexwidget.files.scenario import MOST_CHARACTERS
from hexwidget.jsontext import parse_json
from hexwidget.problems import Problems, place, shown

MOST_TILESETS = 200


class Tileset(NamedTuple):
    """A tileset: the number of its first tile in the map, the words for its tiles by their own numbers, and its name."""

    first: int
    words: dict[int, str]
    name: str


def read_tilesets(data: Found, folder: Path | None, problems: Problems) -> list[Tileset]:
    """Read the tilesets of a map. The last one comes first.

    :param folder: the map's folder, which may hold tilesets in files of their own
    """
    found = []
    listed = data.get("tilesets", [])
    if isinstance(listed, list) and len(listed) > MOST_TILESETS:
        problems.add("tilesets", f"expected at most {MOST_TILESETS}, not {len(listed)}")
        listed = []
    for n, entry in enumerate(listed if isinstance(listed, list) else []):
        where = place("tilesets", n)
        if not isinstance(entry, Mapping) or type(entry.get("firstgid")) is not int:
            problems.add(where, f"expected a tileset with its firstgid, not {shown(entry)}")
            continue
        first = entry["firstgid"]
        if isinstance(entry.get("source"), str):
            entry = _outside(entry["source"], folder, where, problems)
        name = entry.get("name", f"tileset {n + 1}")
        if not isinstance(name, str) or len(name) > LONGEST_NAME:
            problems.add(f"{where}/name", f"expected at most {LONGEST_NAME} characters, not {shown(name)}")
            continue
        tiles = entry.get("tiles", [])
        words = {
            tile["id"]: word
            for tile in (tiles if isinstance(tiles, list) else [])
            if isinstance(tile, Mapping) and type(tile.get("id")) is int and (word := _word(tile))
        }
        found.append(Tileset(first, words, name))
    return sorted(found, key=lambda tileset: -tileset.first)


def code_of(number: int, tilesets: list[Tileset]) -> str | None:
    """Return the name of a tile: its word, or its tileset's name and its number there. None if no tileset has it.

    :param tilesets: the last one first
    """
    for tileset in tilesets[bisect_left(tilesets, -number, key=lambda each: -each.first) :][:1]:
        own = number - tileset.first
        return tileset.words.get(own, f"{tileset.name}:{own}")
    return None


def _outside(source: str, folder: Path | None, where: str, problems: Problems) -> Mapping[str, Any]:
    """Read a tileset that is a file of its own beside the map, or below it: a map must not make us read any other file."""
    try:
        path = None if folder is None else folder / source
        if path is None or folder is None or not path.resolve().is_relative_to(folder.resolve()) or not path.is_file():
            beside = "" if folder is None else " beside the map"
            what = f"the tileset {shown(source)} is not there: put the file{beside} in place, or embed it in Tiled"
            problems.add(f"{where}/source", f"{what} (Map, Embed Tilesets)")
            return {}
        text = read_text(path, MOST_CHARACTERS)
        if path.suffix == ".tsx":
            return tileset_of(xml_of(text, "tileset"))
        data = parse_json(text)
    except (OSError, ValueError) as error:  # an InputError is a ValueError, too
        problems.add(f"{where}/source", f"the tileset {shown(source)} cannot be read: {error}")
        return {}
    return data if isinstance(data, Mapping) else {}


def _word(tile: Mapping[str, Any]) -> str:
    """The name of a tile: its property "terrain" or "type", else its class, else the name of its picture without the ending."""
    own = properties(tile)
    named = own.get("terrain") or own.get("type") or tile.get("class") or tile.get("type")
    if not named and isinstance(tile.get("image"), str):
        named = PurePosixPath(tile["image"].replace("\\", "/")).stem
    return str(named or "")
