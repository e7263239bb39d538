"""The board as text: the map with a mark for each player's pieces, beside what the position says of itself."""

from __future__ import annotations

import re
import textwrap
from typing import Any

from hexwidget.geometry import HexMap
from hexwidget.rules import Observation

WIDEST = 60
"""Maps of more columns are written without marks and labels, as lines would be too long to follow."""
MOST_NAMED = 40
"""The most spaces of an overlay, or of a kind of token, that are named."""
COLOURS = (31, 34, 32, 33, 35, 36)
"""The codes of terminals for the players' colours, by seat."""


def board_text(observation: Observation[Any]) -> str:
    """Return a position as a player sees it: its map with pieces, its own words, and the stage of the game.

    >>> import hexwidget as hw
    >>> position = hw.system("depletion").position(map=". % .", players=["red"], armies={"red": {"0101": "2 archers"}})
    >>> print(board_text(position.observe("red")))
          01  02  03
      01  .R  %   .
    R: red
    . plains, % forest
    red: 0101 2 archers
    Round 1 of 12: Red to act
    """
    seen = observation.seen
    spaces, terrains = seen.map, seen.system.terrains
    writes: object = type(seen).__str__
    text = _in_words(observation) if writes is object.__str__ else str(seen)
    if not isinstance(spaces, HexMap) or spaces.columns > WIDEST:
        return text
    plain = spaces.to_text(terrains).rstrip()
    marked = "\n".join([_mark_pieces(observation, plain), *_drawing_lines(observation, text)])
    return text.replace(plain, marked, 1) if plain in text else f"{marked}\n{text}"


def _in_words(observation: Observation[Any]) -> str:
    """Return a position whose class has no `__str__` as its scene shows it: the title, each player's pieces, and the stage."""
    seen = observation.seen
    spaces, scene = seen.map, seen.system.scene(observation)
    lines = [scene.title] if scene.title else []
    for seat, player in enumerate(scene.players):
        own = [f"{p.label} on {spaces.label(spaces.index(p.space))}" for p in scene.pieces if p.owner == seat]
        lines.append(f"{player.name}: {', '.join(own) or 'no pieces'}")
    return "\n".join([*lines, seen.system.status(seen)])


def _mark_pieces(observation: Observation[Any], plain: str) -> str:
    """Return a map's text with the players' initials behind the signs of the spaces with their pieces, capitals for units."""
    seen = observation.seen
    spaces, scene = seen.map, seen.system.scene(observation)
    initials = _initials([player.name for player in scene.players])
    marks: dict[str, str] = {}
    for piece in sorted(scene.pieces, key=lambda each: each.layer == "unit"):  # units are written over structures
        sign = initials[piece.owner]
        marks[piece.space] = sign if piece.layer == "unit" else sign.lower()
    lines = [list(line.ljust(4 * spaces.columns + 2)) for line in plain.splitlines()]
    flat = not spaces.offset.pointy
    for name, mark in marks.items():
        column, row = spaces.column_row(spaces.index(name))
        shoved = ((column if flat else row) & 1) == spaces.offset.odd
        line, at = (2 * row + shoved, 3 * column) if flat else (row, 4 * column + 2 * shoved)
        lines[line][at + 1] = mark
    every = 3 if flat else 4
    head = "      " + "".join(f"{column:02}".ljust(every) for column in range(1, spaces.columns + 1))
    rows = [
        f"  {(n // 2 if flat else n) + 1:02}  {''.join(line)}" if not (flat and n & 1) else f"      {''.join(line)}"
        for n, line in enumerate(lines)
    ]
    used = {mark.upper() for mark in marks.values()}
    legend = [f"{sign}: {player.name}" for sign, player in zip(initials, scene.players, strict=True) if sign in used]
    small = "; small letters: buildings" if any(map(str.islower, marks.values())) else ""
    grounds = [f"{each.symbol} {each.label}" for each in seen.system.terrains if each.symbol in plain]
    told = [f"{', '.join(legend)}{small}", *([", ".join(grounds)] if len(grounds) > 1 else [])]
    return "\n".join(line.rstrip() for line in [head, *rows, *told])


def _drawing_lines(observation: Observation[Any], text: str) -> list[str]:
    """Return a line for each overlay and each kind of token, with its spaces, unless the position's own text names it."""
    spaces, scene = observation.seen.map, observation.seen.system.scene(observation)
    found: dict[str, list[str]] = {}
    for each in scene.overlays:
        for number, plane in () if each.on_demand else each.levels:
            label = f"{each.label} {number:g}" if each.numbers else each.label
            found.setdefault(label, []).extend(map(spaces.label, spaces.members(plane)))
    for token in scene.tokens:
        found.setdefault(token.label, []).append(spaces.label(spaces.index(token.space)))
    more = {label: f" and {len(names) - MOST_NAMED} more" for label, names in found.items() if len(names) > MOST_NAMED}
    told = {label: f"{label}: {', '.join(names[:MOST_NAMED])}" for label, names in found.items() if names}
    return [line + more.get(label, "") for label, line in told.items() if label not in text]


def _initials(names: list[str]) -> list[str]:
    """Return a capital for each player: the first of its letters that no other has."""
    found: list[str] = []
    for name in names:
        letters = [letter for letter in name.upper() if letter.isalpha() and letter.isascii()]
        spare = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        found.append(next((letter for letter in (*letters, *spare) if letter not in found), "?"))
    return found


def wrap(text: str, width: int) -> str:
    """Return a text whose long lines are broken between words; what goes on is indented. Rows of a map stay whole.

    >>> print(wrap("  Red: an archer on 0402; a knight on 0303", 30))
      Red: an archer on 0402; a
          knight on 0303
    """
    lines: list[str] = []
    for line in text.splitlines() or [""]:
        indent = line[: len(line) - len(line.lstrip())]
        if len(line) <= width or re.search(r"\S {2,}\S", line):
            lines.append(line)
        else:
            more = f"{indent}    "
            lines += textwrap.wrap(line, width, subsequent_indent=more, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)


def colour(text: str, players: tuple[str, ...]) -> str:
    """Return a text with the players' names and marks in their colours, and the ids of clauses bold, for a terminal."""
    own = {player: COLOURS[seat % len(COLOURS)] for seat, player in enumerate(players)}
    marks = dict(zip(_initials(list(players)), own.values(), strict=True))
    codes = {**{player.lower(): code for player, code in own.items()}, **own}  # a sentence begins with a capital
    if own:
        names = re.compile(rf"\b({'|'.join(map(re.escape, sorted(own, key=len, reverse=True)))})\b", re.IGNORECASE)

        def named(name: re.Match[str]) -> str:
            code = codes.get(name[0]) or codes.get(name[0].lower())
            return name[0] if code is None else f"\033[{code}m{name[0]}\033[0m"

        text = names.sub(named, text)
    text = re.sub(r"\b([A-Z]\d+(?:\.\d+)+)\b", "\033[1m\\1\033[0m", text)
    return re.sub(
        r"(?m)(?<=[^\w\s])([A-Za-z])(?= {2}| ?$)",
        lambda mark: f"\033[{marks[mark[0].upper()]}m{mark[0]}\033[0m" if mark[0].upper() in marks else mark[0],
        text,
    )
