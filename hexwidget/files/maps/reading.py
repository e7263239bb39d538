"""Maps of other programs, read and written by path."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hexwidget.files.disk import path_text, read_text, write_whole
from hexwidget.files.maps.foreign import ForeignMap
from hexwidget.files.maps.tiled import picture_of, read_tiled_json, read_tmx, tiled_json, tmx
from hexwidget.files.maps.wesnoth import read_wesnoth, wesnoth_in_scenario, write_wesnoth
from hexwidget.files.scenario import MOST_CHARACTERS
from hexwidget.geometry import HexMap
from hexwidget.problems import InputError, check_name, mismatch

ENDINGS = (".map", ".tmx", ".tmj", ".json")
"""The endings of the maps that are written."""
VASSAL = (".vmod", ".vmdx", ".vsav", ".vlog")
"""The endings of VASSAL's modules, extensions, saved games and logs."""


OTHERS = (
    (r"return \{", "an export of Tiled in Lua"),
    (r"\(function\s*\(name,\s*data\)", "an export of Tiled in JavaScript"),
    (r"[-\d\s,]+$", "an export of Tiled as CSV, which has no words for its numbers"),
)
"""The beginnings of files that are not read, and what they are."""


def read_map(path: str | os.PathLike[str], *, within: str | os.PathLike[str] | None = None) -> ForeignMap:
    """Read a map of Tiled (``.tmx``, ``.tmj``, ``.json``) or Wesnoth (``.map``; ``.cfg``: a scenario file).

    :param within: a folder that you trust: the map's tilesets and templates may lie anywhere in it, such as ``"../sets"`` within
        ``".."``. By default they lie in the map's folder or below it.
    :raises InputError: if the file cannot be read, listing everything that is wrong
    """
    if Path(path).suffix.lower() in VASSAL:
        what = (
            "files of VASSAL are not read: the licence of the library that reads them (pywargame, CC-BY-SA-4.0) does not fit"
            " hexwidget's; save the map's picture from the module and lay hexes on it (HexMap.on_image, docs/maps.md)"
        )
        raise InputError(f"{path_text(path)}: this map cannot be read", what)
    text = read_text(path, MOST_CHARACTERS)
    try:
        return read_map_text(text, Path(path).parent, None if within is None else Path(within))
    except InputError as error:
        raise InputError(f"{path_text(path)}: {error.title}", error.problems) from None


def read_map_text(text: str, folder: Path | None = None, within: Path | None = None) -> ForeignMap:
    """Read the text of a map. Its first character tells the format.

    :param folder: the folder of a Tiled map, for its tilesets and templates; ``within``: see `read_map`
    :raises InputError: listing everything that is wrong
    """
    if not isinstance(text, str):
        raise mismatch("this map cannot be read", "the text of a map", text)
    inner = wesnoth_in_scenario(text)
    if inner is not None:
        return read_wesnoth(inner)
    for beginning, kind in OTHERS:
        if re.match(beginning, text.lstrip()):
            what = f"it is {kind}: open the map in Tiled and save it as .tmx or .tmj"
            raise InputError("this map cannot be read", what)
    start = text.lstrip()[:1]
    if start == "<":
        return read_tmx(text.lstrip(), folder, within)
    return read_tiled_json(text, folder, within) if start == "{" else read_wesnoth(text)


def write_map(
    thing: Any,
    path: str | os.PathLike[str],
    *,
    like: ForeignMap | None = None,
    table: Mapping[str, str] | None = None,
    other: str | None = None,
) -> Path:
    """Write a map of hexes, or the map of a position or scenario, for Tiled (``.tmx``, ``.tmj``, ``.json``) or Wesnoth
    (``.map``). Return the path. The file is written completely or not at all.

    A map for Tiled has the picture of its tiles beside it, ``isle.terrain.png`` for ``isle.tmx``.

    :param like: for Wesnoth, the map that it was read from: a hex with the same meaning keeps its codes
    :param table: and ``other``: as they were given to `ForeignMap.to_map`
    :raises InputError: if it has no hexes, or cannot be written, or if a setting has no effect
    """
    found = getattr(getattr(thing, "position", thing), "map", thing)
    if not isinstance(found, HexMap):
        raise mismatch("this map cannot be written", "a map of hexes, or a position on one", thing)
    if like is not None and not isinstance(like, ForeignMap):
        raise mismatch("this map cannot be written", "the map that it was read from", like, "like")
    ending = Path(path).suffix
    if ending != ".map" and (like, table, other) != (None, None, None):
        what = "only maps of Wesnoth (.map) are written like another map; a map of Tiled has one tile for each terrain"
        raise InputError("this map cannot be written", what)
    if like is None and (table, other) != (None, None):
        what = "`table` and `other` need `like`, the map that was read with them"
        raise InputError("this map cannot be written", what, "like")
    check_name("this map cannot be written", "ending", ending, ENDINGS)
    if ending == ".map":
        return write_whole(path, write_wesnoth(found, like, table, other))
    picture = write_whole(Path(path).with_suffix(".terrain.png"), picture_of(found))
    return write_whole(path, (tmx if ending == ".tmx" else tiled_json)(found, picture.name))
