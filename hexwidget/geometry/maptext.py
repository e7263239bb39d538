"""Maps as text: one symbol a hex with blanks between, staggered like the hexes.

Pointy-top (``odd-r``, ``even-r``): a text line is a row. Rows that are shoved right are indented further, which tells the
stagger::

    .  .  ^            0101 0201 0301
      .  %  .             0102 0202 0302          odd-r: the second, fourth ... row is shoved
    .  .  .            0103 0203 0303

Flat-top (``odd-q``, ``even-q``; the stagger must be given): a row takes two text lines, first the higher columns, then the
columns that are shoved down::

    .     ^            0101      0301
       %                    0201                   odd-q: the second, fourth ... column is shoved
    .     .            0102      0302
       ~                    0202

``#`` is a place without a hex. The system defines the other symbols: one character each, no blank and no ``/``.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from hexwidget.english import as_phrase, phrase
from hexwidget.geometry.hexmap import HOLE, HOLE_SYMBOL, MAX_SIDE, MOST_HEXES, HexMap, Terrain
from hexwidget.geometry.offset import Offset
from hexwidget.problems import Problems, shown

LONGEST = 8 * MOST_HEXES
"""The most characters of a map as text. A longer text is refused before it is taken apart."""
MOST_LINES = 3 * MAX_SIDE
"""The most lines of a map as text. A row of flat-top hexes takes two; some may be blank."""


def parse(text: str, terrains: tuple[Terrain, ...], offset: str | Offset | None = None) -> HexMap:
    """Read a map.

    :param text: the map in the form above; blank lines before and after are ignored
    :param terrains: the kinds of ground with their symbols
    :param offset: the stagger; for pointy-top maps it defaults to that of the indentation
    :raises InputError: listing every unknown symbol and every ragged row, with line and column
    """
    problems = Problems()
    if len(text) > LONGEST or text.count("\n") > MOST_LINES:
        wording = "a map has at most {hexes} hexes: {characters} characters, and {lines} lines"
        problems.add("map", wording, hexes=f"{MOST_HEXES:,}", characters=f"{LONGEST:,}", lines=f"{MOST_LINES:,}")
        problems.raise_any("this map cannot be read")
    lines = [(n, line.rstrip()) for n, line in enumerate(text.splitlines(), 1)]
    written = [k for k, (_, line) in enumerate(lines) if line]
    lines = lines[written[0] : written[-1] + 1] if written else []
    if not lines:
        problems.add("map", "expected at least one row of symbols, found none")
        problems.raise_any("this map cannot be read")
    stagger = _stagger(lines, offset, problems)
    problems.raise_any("this map cannot be read")
    assert stagger is not None  # noqa: S101  (raise_any has raised otherwise)
    rows = [(n, line.split()) for n, line in lines]
    if not stagger.pointy:
        rows = _interleave(rows, stagger, problems)
        problems.raise_any("this map cannot be read")
    columns = max(len(cells) for _, cells in rows)
    usual = Counter(len(cells) for _, cells in rows).most_common(1)[0][0]
    numbers = {t.symbol: n for n, t in enumerate(terrains)} | {HOLE_SYMBOL: HOLE}
    cells = bytearray()
    for n, row in rows:
        if len(row) != usual:
            wording = "ragged: {n} hexes where the other rows have {usual}"
            problems.add(f"map/line {n}", wording, n=len(row), usual=usual)
        for column, symbol in enumerate(row, 1):
            kind = numbers.get(symbol)
            if kind is None:
                crowded = all(character in numbers for character in symbol)
                remedy = "put a blank between two hexes" if crowded else "expected one of: {symbols}"
                where, wording = f"map/line {n}/hex {column}", f"unknown symbol {{symbol}}; {remedy}"
                problems.add(where, wording, symbol=shown(symbol), symbols=_symbols(terrains))
            cells.append(HOLE if kind is None else kind)
    if max(columns, len(rows)) > MAX_SIDE or columns * len(rows) > MOST_HEXES:
        wording = "{columns} columns and {rows} rows: at most {most} each, and {hexes} hexes"
        problems.add("map", wording, columns=columns, rows=len(rows), most=MAX_SIDE, hexes=f"{MOST_HEXES:,}")
    problems.raise_any("this map cannot be read")
    return HexMap(columns, len(rows), stagger, tuple(t.key for t in terrains), bytes(cells))


def _symbols(terrains: tuple[Terrain, ...]) -> str:
    """The symbols of a map, each with its meaning."""
    kinds = [*((kind.symbol, kind.label) for kind in terrains), (HOLE_SYMBOL, "no hex")]
    wording = " ".join(f"{symbol * 2 if symbol in '{}' else symbol} ({{{n}}})" for n, (symbol, _) in enumerate(kinds))
    return phrase(wording, *(as_phrase(label) for _, label in kinds))


def _stagger(lines: list[tuple[int, str]], offset: str | Offset | None, problems: Problems) -> Offset | None:
    if offset is not None:
        try:
            return Offset(offset)
        except ValueError:
            problems.unknown("offset", "stagger", offset, [o.value for o in Offset])
            return None
    indents = [len(line) - len(line.lstrip()) for _, line in lines]
    if len(lines) == 1 or all(a < b for a, b in _pairs(indents)):
        return Offset.ODD_R
    if all(a > b for a, b in _pairs(indents)):
        return Offset.EVEN_R
    wrong = next(n for n, (a, b) in enumerate(_pairs(indents), 1) if (a < b) != (indents[0] < indents[1]) or a == b)
    problems.add(
        f"map/line {lines[wrong][0]}",
        "the stagger cannot be seen: indent every second row further (pointy-top), "
        'or say offset="odd-r", "even-r", "odd-q" or "even-q"',
    )
    return None


def _pairs(indents: list[int]) -> list[tuple[int, int]]:
    """Return the indents of neighbouring lines, the even-numbered line first."""
    return [(indents[n - n % 2], indents[n - 1 + n % 2]) for n in range(1, len(indents))]


def _interleave(rows: list[tuple[int, list[str]]], stagger: Offset, problems: Problems) -> list[tuple[int, list[str]]]:
    """Merge each two text lines of a flat-top map into a row."""
    if len(rows) % 2:  # with one column, the other line of the last (or first) row is empty
        rows = [*rows, (0, [])] if stagger.odd else [(0, []), *rows]
    found = []
    for (n, upper), (_, lower) in zip(rows[::2], rows[1::2], strict=True):
        first, second = (upper, lower) if stagger.odd else (lower, upper)
        if not 0 <= len(first) - len(second) <= 1:
            wording = "ragged: {upper} hexes in the upper and {lower} in the lower line of one row"
            problems.add(f"map/line {n}", wording, upper=len(upper), lower=len(lower))
            continue
        row = [""] * (len(first) + len(second))
        row[::2], row[1::2] = first, second
        found.append((n, row))
    return found


@lru_cache(maxsize=4)  # the key of every position of a game has the text of its map
def write(hexmap: HexMap, terrains: tuple[Terrain, ...]) -> str:
    """Return the text form of a map, with symbols three apart. `parse` returns an equal map (given the stagger, if it is flat-top)."""
    signs = _signs(hexmap, terrains)
    out = []
    for row in range(hexmap.rows):
        line = signs[row * hexmap.columns : (row + 1) * hexmap.columns]
        if hexmap.offset.pointy:
            indent = "  " if (row & 1) == hexmap.offset.odd else ""
            out.append(indent + "   ".join(line))
        else:
            evens, odds = "     ".join(line[::2]), "   " + "     ".join(line[1::2])
            out += [evens, odds] if hexmap.offset.odd else [odds, evens]
    return "\n".join(s.rstrip() for s in out) + "\n"


def _signs(hexmap: HexMap, terrains: tuple[Terrain, ...]) -> list[str]:
    """Return the symbols of all places, row by row."""
    symbol = {t.key: t.symbol for t in terrains}
    of_cells = {n: symbol[key] for n, key in enumerate(hexmap.terrains) if key in symbol} | {HOLE: HOLE_SYMBOL}
    return [*map(of_cells.__getitem__, hexmap.cells)]


def write_rows(hexmap: HexMap, terrains: tuple[Terrain, ...]) -> str:
    """Return a map on one line: its rows without blanks, with slashes between. The stagger is not part of it."""
    signs, columns = _signs(hexmap, terrains), hexmap.columns
    return "/".join("".join(signs[r * columns : (r + 1) * columns]) for r in range(hexmap.rows))


def rows_to_text(rows: str, stagger: str) -> str:
    """Turn the one-line form of a map into the form that `parse` reads, with two lines a row for flat-top hexes.

    >>> print(rows_to_text("..^/...", "odd-r"))
    . . ^
    . . .
    """
    lines = []
    for row in rows.split("/"):
        if stagger.endswith("q"):
            halves = [" ".join(row[::2]), " ".join(row[1::2])]
            lines += halves if stagger.startswith("odd") else halves[::-1]
        else:
            lines.append(" ".join(row))
    return "\n".join(lines)
