"""Editing the things that a whole description depends on: the size of its map, and its players.

A description is plain data. It names hexes by their numbers ("0304", also within a text such as "march 0203-0303") and players by
their names. `rewrite` gives them other names, and takes away what names something that is no more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

from hexwidget.geometry import HexMap, Offset
from hexwidget.geometry.hexmap import MOST_HEXES
from hexwidget.geometry.images import check_size
from hexwidget.problems import InputError, check_name
from hexwidget.rules.editing import CANNOT_EDIT, Description, hexes_of, on_the_same_picture
from hexwidget.rules.position import Position

Edge = Literal["top", "bottom", "left", "right"]
OWN_WORDS = ("title", "name", "map", "offset", "roster", "cards")
"""The entries that name neither hexes nor players."""
OF_THE_GAME = ("title", "roster", "cards", "costs")
"""The entries that a game has from its start to its end."""
_NUMBER = re.compile(r"\b[0-9]{4,8}\b")
_GONE: Any = object()
Line = TypeVar("Line", bytes, list[bytes])
Rename = Callable[[str], str | None]
"""Gives a name another one; None: what had it is gone."""


def rewrite(description: Mapping[str, Any], rename: Rename, keep: tuple[str, ...] = ()) -> Description:
    """Return a description with other names.

    Of a table or a list only the entries go that name something that is gone. A record, which is an item of a list, goes as a whole.

    :param rename: gives each text of the description another one
    :param keep: the entries of which nothing may go
    :raises InputError: if something would go from them
    """
    found: Description = {}
    for key, value in description.items():
        made = value if key in OWN_WORDS else _rewrite(value, rename, item=False)
        if made is _GONE and key in keep:
            raise InputError(CANNOT_EDIT, f"{value!r} names something that would be gone: change it first", key)
        if made is not _GONE:
            found[key] = made
    return found


def _rewrite(value: Any, rename: Rename, *, item: bool) -> Any:
    """Return a value with other names.

    :param item: True within an item of a list: it stays whole or goes
    """
    if isinstance(value, str):
        made = rename(value)
        return _GONE if made is None else made
    if isinstance(value, Mapping):
        table: Description = {}
        for key, each in value.items():
            name, inner = rename(key), each if key in OWN_WORDS else _rewrite(each, rename, item=item)
            if name is not None and inner is not _GONE:
                table[name] = inner
            elif item:
                return _GONE
        return table
    if isinstance(value, (list, tuple)):
        items = [_rewrite(each, rename, item=True) for each in value]
        kept = [each for each in items if each is not _GONE]
        return _GONE if item and len(kept) < len(items) else kept
    return value


# ---------------------------------------------------------------------- the size of the map
def resize(position: Position, edge: Edge, by: int) -> tuple[Position, Rename]:
    """Return a position with a row or column more (1) or fewer (-1) at an edge of its map, and the new names of its hexes. Pieces
    and places on hexes that are gone go with them.

    :raises InputError: if the map has no hexes, would be too large or too small, or a setting names a hex that would be gone

    >>> import hexwidget as hw
    >>> wider, _ = resize(hw.scenario("depletion/first-steps").position, "left", 1)
    >>> wider.map.columns, wider.system.to_json(wider)["castles"]["red"]
    (10, ['0201'])
    """
    spaces = hexes_of(position, "have a size", "map")
    lines = [spaces.cells[row * spaces.columns :][: spaces.columns] for row in range(spaces.rows)]
    across, before = edge in ("left", "right"), edge in ("left", "top")
    if across:
        lines = [_longer(line, by, bytes(1), before) for line in lines]
    else:
        lines = _longer(lines, by, [bytes(spaces.columns)], before)
    # A line of hexes before the first one makes odd lines even.
    offset = _OTHER[spaces.offset] if before and across != spaces.offset.pointy else spaces.offset
    made = HexMap(len(lines[0]) if lines else 0, len(lines), offset, spaces.terrains, b"".join(lines))
    left, top = by * (edge == "left"), by * (edge == "top")
    names: dict[str, str] = {}
    for index in spaces.members(spaces.full):
        column, row = spaces.column_row(index)
        if 0 <= column + left < made.columns and 0 <= row + top < made.rows:
            at = made.at(column + left, row + top)
            names[spaces.name(index)] = made.name(at)
            if spaces.image is not None and made.image is None:
                made.image = spaces.image.moved(spaces.place_of(index), made.place_of(at))
    if made.image is not None:
        check_size(made)
    return _on(made, position, names.get, tuple(position.settings)), names.get


def blank(position: Position, columns: int, rows: int) -> Position:
    """Return a position at its start, on a blank map of the first ground, without pieces and places. Players, settings and kinds of
    one's own stay, but for settings that name hexes.

    :raises InputError: if the map has no hexes, or would be too large or too small

    >>> import hexwidget as hw
    >>> empty = blank(hw.scenario("depletion/first-steps").position, 5, 4)
    >>> empty.map, empty.players, empty.armies
    (<HexMap 5x4 odd-r>, ('red', 'blue'), ())
    """
    spaces = hexes_of(position, "have a size", "map")
    cells = bytes(max(0, min(columns * rows, MOST_HEXES)))
    return _on(HexMap(columns, rows, spaces.offset, spaces.terrains, cells), position, lambda name: None, fresh=True)


_OTHER = {Offset.ODD_R: Offset.EVEN_R, Offset.ODD_Q: Offset.EVEN_Q}
_OTHER |= {other: offset for offset, other in _OTHER.items()}


def _longer(line: Line, by: int, more: Line, before: bool) -> Line:
    """Return a line of things with one more or one fewer, at its beginning or its end."""
    if by < 0:
        return line[1:] if before else line[:-1]
    return more + line if before else line + more


def _on(
    made: HexMap, position: Position, rename: Rename, keep: tuple[str, ...] = (), *, fresh: bool = False
) -> Position:
    """Return a position on another map.

    :param rename: the new name of each hex
    :param fresh: True: the game is at its start there
    """
    system, spaces = position.system, position.map
    described = system.to_json(position)
    if fresh:
        lasting = (*position.settings, *OF_THE_GAME)
        described = {key: value for key, value in described.items() if key in lasting or key not in system.defaults}

    def renamed(text: str) -> str | None:
        names = [word for word in _NUMBER.findall(text) if spaces.find(word) is not None]
        if any(rename(name) is None for name in names):
            return None
        return _NUMBER.sub(lambda word: rename(word[0]) or word[0], text) if names else text

    described = rewrite(described, renamed, keep)
    described |= {"map": made.to_text(system.terrains).splitlines(), "offset": made.offset.value}
    found: Any = system.from_json(described, strict=False)
    found.map.image = made.image
    return found  # type: ignore[no-any-return]


# ---------------------------------------------------------------------- the players
def with_player(position: Position, player: str, name: str) -> Position:
    """Return a position with another name for a player.

    :param player: the player's name; "": a player is added
    :param name: the new name; "": the player and all that is theirs are taken away
    :raises InputError: if there is no such player, or the system cannot have these players
    """
    system, players = position.system, [*position.players]
    described = system.to_json(position)
    if player:
        check_name(CANNOT_EDIT, "player", player, players, "player")
        described = rewrite(described, lambda text: (name or None) if text == player else text)
    else:
        described["players"] = [*players, name]
    return on_the_same_picture(system.from_json(described, strict=False), position)
