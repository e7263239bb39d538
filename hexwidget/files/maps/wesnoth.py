"""Wesnoth ``.map`` files.

Hexes are flat-top. A row is a list of cells, each ``[name SPACE] base [^overlay]``. The file has a border of one hex around
the map; without the border, columns are odd-q. The border's codes are kept and written again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from hexwidget.english import counted
from hexwidget.files.maps.foreign import NO_HEX, Cell, ForeignMap, MapObject
from hexwidget.geometry import HexMap, Offset
from hexwidget.geometry.hexmap import HOLE, MOST_HEXES
from hexwidget.problems import InputError, Problem, Problems, shown, sure

CANNOT_READ = "this Wesnoth map cannot be read"
USUAL = {
    "^F*": "forest",
    "^B*": "plains",  # bridges
    "^T*": "forest",  # mushrooms
    "T*": "forest",
    "^X*": "impassable",
    "^Q*": "none",
    "M*": "mountain",
    "H*": "hills",
    "S*": "swamp",
    "Wo*": "ocean",
    "W*": "sea",
    "Xv": "none",  # void
    "X*": "impassable",
    "_s*": "unexplored",  # shroud
    "Q*": "none",
    "_off": "none",
    "_f*": "none",
    **dict.fromkeys(["G*", "R*", "D*", "A*", "C*", "K*", "U*", "I*"], "plains"),
}
"""The usual meanings of codes, by their first letters. ``^`` begins an overlay; a known overlay decides."""
WRITTEN = {
    "plains": "Gg",
    "open": "Gg",
    "forest": "Gs^Fp",
    "hills": "Hh",
    "mountain": "Mm",
    "cliffs": "Mm^Xm",
    "impassable": "Xu",
    "swamp": "Ss",
    "sea": "Ww",
    "water": "Ww",
    "ocean": "Wo",
    "unexplored": "_s",
}
"""The codes for terrains that were not read from a Wesnoth map."""
_NO_HEX_CODE = "_off^_usr"
_CELL = re.compile(r"(?:(?P<name>\S+) +)?(?P<base>[^\s^]{1,4})(?:\^(?P<overlay>[^\s^]{1,4}))?")
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
                problems.add(f"line {n}, cell {column}", f"expected a code such as Gg or 1 Gs^Fp, not {shown(cell)}")
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
            cells.append((found["base"], *([f"^{found['overlay']}"] if found["overlay"] else [])))
            if found["name"]:
                objects.append((found["name"], c, r))
    bare = ForeignMap("wesnoth", width, height, offset, tuple(cells))
    name, at = bare.shape.name, bare.shape.at
    places = tuple(MapObject(label, "place", (name(at(c, r)),)) for label, c, r in objects)
    notes = tuple(f"{key}={value}" for key, value in header.items() if (key, value) not in _USUAL_HEADER)
    notes += tuple(_blocked(cells))
    frame = {"border": border, "rows": tuple(map(tuple, rows)), "header": dict(header)}
    return ForeignMap("wesnoth", width, height, offset, tuple(cells), places, USUAL, frame, notes)


def _blocked(cells: Iterable[Cell]) -> Iterator[str]:
    """Yield notes on hexes that nothing enters."""
    tops = [cell[-1] for cell in cells if cell]
    void = tops.count("Xv")
    if void:
        yield f"{counted(void, 'void hex')} (Xv): no {'hex' if void == 1 else 'hexes'} of the map"
    impassable = sum(top.startswith(("X", "^X")) for top in tops) - void
    if impassable:
        ends = "it is no hex" if impassable == 1 else "they are no hexes"
        yield f"{counted(impassable, 'impassable hex')} (X*, ^X*): {ends} in a system without impassable ground"


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
        problems.add("border_size", f"expected a whole number, not {shown(given)}")
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
        raise InputError("this cannot be written as a Wesnoth map", [Problem("", what)])
    if like is not None and (like.format, like.columns, like.rows) != ("wesnoth", hexmap.columns, hexmap.rows):
        what = f"expected the Wesnoth map that it was read from, {hexmap.columns} by {hexmap.rows} hexes, not {like!r}"
        raise InputError("this cannot be written as a Wesnoth map", [Problem("like", what)])
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
        code = _NO_HEX_CODE if key == NO_HEX else WRITTEN.get(key, key)
        cells[row + border][column + border] = f"{name} {code}" if name else code
    head = (
        "".join(f"{k}={v}\n" for k, v in like.frame["header"].items()) + "\n" if like and like.frame["header"] else ""
    )
    return head + "".join(", ".join(row) + "\n" for row in cells)
