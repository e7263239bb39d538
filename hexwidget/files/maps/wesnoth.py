"""Wesnoth ``.map`` files.

Hexes are flat-top. A row is a list of cells, each ``[name SPACE] base [^overlay]``. The file has a border of one hex around
the map; without the border, columns are odd-q. The border's codes are kept and written again. Wesnoth's own table of terrains
(``wesnoth.json``) says what the codes mean.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hexwidget.english import counted
from hexwidget.files.maps.foreign import GROUNDS, NO_HEX, Cell, ForeignMap, MapObject
from hexwidget.geometry import HexMap, Offset
from hexwidget.geometry.hexmap import HOLE, MOST_HEXES
from hexwidget.problems import InputError, Problems, shown, sure

CANNOT_READ = "this Wesnoth map cannot be read"
_TABLE: Mapping[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
"""Wesnoth's terrains: see its key "about"."""
_TYPES = {code: types for of in _TABLE["codes"].values() for types, codes in of.items() for code in codes.split()}
_EASIEST = list(_TABLE["grounds"])
_NO_HEX_CODE = "_off^_usr"
_CELL = re.compile(r"(?:(?P<name>\S+) +)?(?!\^?$)(?P<base>[^\s^]{0,4})(?:\^(?P<overlay>[^\s^]{0,4}))?")
_IN_SCENARIO = re.compile(r'^[ \t]*map_(?:data|file)\s*=\s*(?:_\s*)?(?:"([^"]*)"|<<([^<>]*)>>|(\S+))', re.MULTILINE)
"""The map in a scenario file of Wesnoth, or the name of its file."""
_USUAL_BORDER = 1


def read_wesnoth(text: str) -> ForeignMap:
    """Read a Wesnoth map.

    :raises InputError: listing everything that is wrong, by line
    """
    header, body, skipped = _header(text.replace("\r\n", "\n"))
    problems = Problems()
    border = _border(header, problems)
    lines = [(n, line) for n, line in enumerate(body.split("\n"), skipped + 1) if line.strip()]
    rows = [[cell.strip() for cell in line.split(",")] for _, line in lines]
    usual = len(rows[0]) if rows else 0
    if not rows:
        problems.add("", "there is no row of cells in it")
    if usual * len(rows) > MOST_HEXES:
        problems.add("", f"{usual} by {len(rows)} cells: at most {MOST_HEXES:,} are read")
        problems.raise_any(CANNOT_READ)
    for (n, _), row in zip(lines, rows, strict=True):
        if len(row) != usual:
            problems.add(f"line {n}", f"ragged: {len(row)} cells where the first row has {usual}")
        for column, cell in enumerate(row, 1):
            if not _CELL.fullmatch(cell):
                problems.expected(f"line {n}, cell {column}", "a code such as Gg or 1 Gs^Fp", cell)
    width, height = usual - 2 * border, len(rows) - 2 * border
    if not problems.found and (width < 1 or height < 1):
        problems.add("", f"{usual} by {len(rows)} cells leave no hex inside a border of {border}")
    problems.raise_any(CANNOT_READ)
    offset = Offset.ODD_Q  # columns are counted without the border, of any width
    inside = [row[border : border + width] for row in rows[border : border + height]]
    cells, objects = [], []
    for r, row in enumerate(inside):
        for c, cell in enumerate(row):
            found = sure(_CELL.fullmatch(cell))  # matched above
            cells.append(tuple(filter(None, (found["base"], found["overlay"] and f"^{found['overlay']}"))))
            if found["name"]:
                objects.append((found["name"], c, r))
    bare = ForeignMap("wesnoth", width, height, offset, tuple(cells))
    name, at = bare.shape.name, bare.shape.at
    places = tuple(MapObject(label, "place", (name(at(c, r)),)) for label, c, r in objects)
    notes = tuple(f"{key}={value}" for key, value in header.items() if (key, value) not in _USUAL_HEADER)
    counts = Counter(cells)
    table = {"+".join(cell): _TABLE["grounds"][known[1]] for cell in counts if (known := _meaning(cell))}
    notes += tuple(_notes(counts))
    frame = {"border": border, "rows": tuple(map(tuple, rows)), "header": dict(header)}
    return ForeignMap("wesnoth", width, height, offset, tuple(cells), places, table, frame, notes)


def wesnoth_in_scenario(text: str) -> str | None:
    """Return the text of the map in a scenario file. None if the text is no scenario file.

    :raises InputError: if the map is a file of its own, or there are several
    """
    found = dict.fromkeys(next(filter(None, each), "") for each in _IN_SCENARIO.findall(text))
    if not found:
        return None
    if len(found) > 1:
        what = f"it has {len(found)} maps: save the one that you mean as a file of its own, .map"
        raise InputError(CANNOT_READ, what, "map_data")
    (inner,) = found
    if "," not in inner:
        what = f"the map is a file of its own, {shown(inner.strip('{}'))}: read that file"
        raise InputError(CANNOT_READ, what, "map_data")
    return inner.lstrip()


def _meaning(cell: Cell) -> tuple[tuple[str, ...], str] | None:
    """Return the movement types of a hex, and the one that counts: the best or the worst of them, as Wesnoth's table says.

    An overlay that the table lacks, as add-ons have, does not count. None if the table lacks a code that counts.
    """
    words = _TYPES.get("".join(cell)) or _TYPES.get(cell[-1]) or _TYPES.get(cell[0], "base")
    worst = " and " in words
    types = [word for word in words.split(" and " if worst else " or ") if word != "base"]
    ranked = list(types)
    if "base" in words:
        below = _meaning(cell[:1]) if cell[0] in _TYPES and not cell[0].startswith("^") else None
        if below is None and (not types or not cell[0].startswith("^")):
            return None
        if below is not None:
            types += below[0]
            ranked += below[0] if worst else below[1:]
    return tuple(dict.fromkeys(types)), (max if worst else min)(ranked, key=_EASIEST.index)


def _notes(counts: Mapping[Cell, int]) -> Iterator[str]:
    """Yield a note for each kind of hexes that nothing enters, or that are more than the ground that they are read as."""
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for cell, count in counts.items():
        types, chosen = _meaning(cell) or ((), "void")
        ground = _TABLE["grounds"][chosen]
        more = [word for word in types if word in _TABLE["less"] or _TABLE["grounds"][word] != ground]
        lost = [word for word in more if word != "flat"]
        if cell[-1] not in _TYPES and "".join(cell) not in _TYPES and types:
            kinds["unknown to Wesnoth, only the code below counts"][cell[-1]] += count
        if cell == ("Xv",):
            kinds["void, no hexes of the map"]["Xv"] += count
        elif ground == "impassable":
            kinds["impassable, no hexes in a system without impassable ground"]["".join(cell)] += count
        elif lost and ground != "none":
            kinds[f"read as {ground}, though also {' and '.join(lost)}"]["".join(cell)] += count
    for kind, codes in kinds.items():
        listed = ", ".join([code for code, _ in codes.most_common(_MOST_CODES)] + ["…"] * (len(codes) > _MOST_CODES))
        yield f"{counted(codes.total(), 'hex')} ({listed}): {kind}"


_MOST_CODES = 6
"""The most codes in a note."""
_USUAL_HEADER = (("border_size", "1"), ("usage", "map"))


def _header(text: str) -> tuple[dict[str, str], str, int]:
    """Split off the lines ``key=value`` before an empty line, if the text begins with such lines.

    Return them, the rest of the text, and the number of lines before it.
    """
    head, empty, body = text.partition("\n\n")
    if not empty or "," in head:
        return {}, text, 0
    pairs = (line.partition("=") for line in head.split("\n") if line.strip())
    return {key.strip(): value.strip() for key, _, value in pairs}, body, head.count("\n") + 2


def _border(header: Mapping[str, str], problems: Problems) -> int:
    given = header.get("border_size", str(_USUAL_BORDER))
    if not given.isdecimal() or len(given) > 2:
        problems.expected("border_size", "a whole number", given)
        return _USUAL_BORDER
    return int(given)


def write_wesnoth(
    hexmap: HexMap, like: ForeignMap | None = None, table: Mapping[str, str] | None = None, other: str | None = None
) -> str:
    """Return a map as a Wesnoth file.

    :param like: the map that it was read from: a hex with the same meaning is written as it was, as are border and places
    :param table: and ``other``: as they were given to `ForeignMap.to_map`

    :raises InputError: if the hexes are not flat-top with odd columns shoved, or ``like`` is another map
    """
    if hexmap.offset is not Offset.ODD_Q:
        what = f"Wesnoth's columns are odd-q, and these are {hexmap.offset.value}"
        raise InputError("this cannot be written as a Wesnoth map", what)
    if like is not None and (like.format, like.columns, like.rows) != ("wesnoth", hexmap.columns, hexmap.rows):
        what = f"expected the Wesnoth map that it was read from, {hexmap.columns} by {hexmap.rows} hexes, not {like!r}"
        raise InputError("this cannot be written as a Wesnoth map", what, "like")
    border = _USUAL_BORDER if like is None else int(like.frame["border"])
    width, height = hexmap.columns + 2 * border, hexmap.rows + 2 * border
    if like is None:
        cells = [[_NO_HEX_CODE] * width for _ in range(height)]
        before: list[str | None] = [None] * len(hexmap.cells)
    else:
        cells = [list(row) for row in like.frame["rows"]]
        before = like.meanings(hexmap.terrains, table, other)
    for n, (cell, was) in enumerate(zip(hexmap.cells, before, strict=True)):
        row, column = divmod(n, hexmap.columns)
        key = hexmap.terrains[cell] if cell != HOLE else NO_HEX
        if key == was:
            continue
        name, _, _ = cells[row + border][column + border].rpartition(" ")
        code = _NO_HEX_CODE if key == NO_HEX else GROUNDS["codes"].get(key, key)
        cells[row + border][column + border] = f"{name} {code}" if name else code
    header = like.frame["header"] if like else {}
    head = "".join(f"{key}={value}\n" for key, value in header.items()) + "\n" * bool(header)
    return head + "".join(", ".join(row) + "\n" for row in cells)
