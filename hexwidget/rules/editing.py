"""Editing a position by hand: brushes that put things on spaces, and the settings of a scenario.

A system says what its brushes are and what each does to a description, which is plain data (`RuleSystem.to_json`); the rest
is the same for all. Every edit gives a new position, which may break clauses: `RuleSystem.check_position` says which.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pprint import pformat
from typing import Any, Literal

from hexwidget.geometry import HexMap, Terrain
from hexwidget.geometry.hexsides import write_hexsides
from hexwidget.geometry.places import write_places
from hexwidget.problems import InputError, check_name, shown
from hexwidget.rules.position import Position

Description = dict[str, Any]
Table = dict[str, dict[str, Any]]
ERASER = "eraser"
CANNOT_EDIT = "this cannot be edited"
TURN_KEYS = ("turn", "active", "acting")
"""The entries of a description that may hold the player to act. Each system has one of them."""


OfEditor = Literal["drawing", "place", "side", "question"]
"""The groups of brushes that the editor has beside those of a system."""


@dataclass(frozen=True, slots=True)
class Brush:
    """One thing that can be put on a space.

    :param key: "forest", "archers"; unique among a system's brushes
    :param group: its group; each group is listed together. A ground of a map of hexes is one of the system's terrains
    :param symbol: its drawing, of units and buildings
    :param owned: True if it is put there for a player
    """

    key: str
    label: str
    group: Literal["ground", "unit", "building", "card", "token", "belonging", "owner", "eraser", OfEditor]
    symbol: str = ""
    owned: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """An option or parameter that a scenario sets. ``values``: its possible values; empty for a whole number from ``least`` to
    ``most``."""

    name: str
    values: tuple[str, ...]
    now: str | int
    clause: str
    least: int | None = None
    most: int | None = None


OWNER = Brush("owner", "change the owner", "owner", owned=True)
ERASE = Brush(ERASER, "take away", "eraser")


def ground_brushes(terrains: Iterable[Terrain]) -> list[Brush]:
    """A brush for each kind of ground."""
    return [Brush(terrain.key, terrain.label, "ground") for terrain in terrains]


def repaint(description: Description, spaces: HexMap, space: str, terrain: str, terrains: tuple[Terrain, ...]) -> None:
    """Give a hex another ground, in a description whose map is text."""
    kinds = [t.key for t in terrains]
    named = {n: kinds.index(key) for n, key in enumerate(spaces.terrains)}
    cells = bytearray(named.get(cell, cell) for cell in spaces.cells)
    column, row = spaces.column_row(spaces.index(space))
    cells[row * spaces.columns + column] = kinds.index(terrain)
    painted = HexMap(spaces.columns, spaces.rows, spaces.offset, tuple(kinds), bytes(cells))
    description["map"] = painted.to_text(terrains).splitlines()


def take_all(table: Table, space: str) -> Any:
    """Take all players' things on a space away, and return the first; None if nothing is there.

    :param table: an entry of a description: player, then space, then the thing
    """
    found = [own.pop(space) for own in table.values() if space in own]
    return found[0] if found else None


def hand_over(table: Table, brush: Brush, space: str, player: str) -> None:
    """Take the thing on a space away; the brush of the owner gives it to a player.

    :param table: as for `take_all`
    """
    thing = take_all(table, space)
    if brush == OWNER and thing is not None:
        table.setdefault(player, {})[space] = thing


def paint(position: Position, brush: str, spaces: Iterable[str], player: str | None = None) -> Position:
    """The position with something put on spaces.

    :param brush: the key of one of the system's brushes
    :param player: the owner of a thing that is owned; by default the first player
    :raises InputError: if there is no such brush, space or player, or it cannot be put there
    """
    system = position.system
    known = {b.key: b for b in system.brushes(position)}
    check_name(CANNOT_EDIT, "brush", brush, known, "brush")
    player = position.players[0] if player is None else player
    check_name(CANNOT_EDIT, "player", player, position.players, "player")
    for space in spaces:
        name = position.map.name(position.map.index(space))
        description = system.to_json(position)
        if known[brush].group == "ground" and isinstance(position.map, HexMap):
            repaint(description, position.map, name, brush, system.terrains)
        else:
            system.paint(position, description, known[brush], name, player)
        position = on_the_same_picture(system.from_json(description, strict=False), position)
    return position


def on_the_same_picture(position: Any, before: Position) -> Position:
    """The position, with its map on the picture below the map before. Descriptions do not hold the picture."""
    if isinstance(position.map, HexMap) and isinstance(before.map, HexMap):
        position.map.image = before.map.image
    found: Position = position
    return found


def hexes_of(position: Position, what: str, at: str) -> HexMap:
    """The map of a position that is edited by its hexes.

    :param what: the thing that only such maps have or do, in words
    :param at: the place of the error
    :raises InputError: if the map has no hexes
    """
    spaces = position.map
    if not isinstance(spaces, HexMap):
        raise InputError(CANNOT_EDIT, f"only maps of hexes {what}, and this one has {spaces.word_for_many}", at)
    return spaces


def settings_of(position: Position) -> list[Setting]:
    """The settings of a scenario: the player to act, the readings of open clauses, the parameters."""
    # A description may leave out what has the default.
    description, rulebook = {**position.settings, **position.system.to_json(position)}, position.system.rulebook
    turns = [key for key in TURN_KEYS if description.get(key) in position.players]
    found = [Setting(key, tuple(position.players), description[key], "") for key in turns]
    for option in rulebook.options.values():
        if option.name in description and not isinstance(description[option.name], Mapping):
            found.append(Setting(option.name, option.values, description[option.name], option.clause))
    for parameter in rulebook.parameters.values():
        now = description.get(parameter.name)
        if type(now) is int:
            found.append(Setting(parameter.name, (), now, parameter.clause, parameter.min, parameter.max))
    return found


def change(position: Position, name: str, value: Any) -> Position:
    """The position with a setting changed.

    :raises InputError: if there is no such setting, or it cannot have this value
    """
    known = [s.name for s in settings_of(position)]
    check_name(CANNOT_EDIT, "setting", name, known, "setting")
    return _with(position, name, value)


def with_title(position: Position, title: str) -> Position:
    """The position with another title.

    :raises InputError: if it is no title, or positions of the system have none
    """
    return _with(position, "title", title)


def with_place(position: Position, kind: str, spaces: Iterable[str], name: str) -> Position:
    """The position with a place on its map, instead of one of the same kind there.

    :param name: of the place; "": the place goes
    :raises InputError: if it cannot be a place, or the map has no hexes
    """
    words = " ".join((kind, *spaces))
    known = write_places(hexes_of(position, "have places", "places").places)
    places = {each: at for each, at in known.items() if at != words}
    if name in places:
        raise InputError(CANNOT_EDIT, f"{shown(name)} is on the map already: {places[name]}", "places")
    return _with(position, "places", places | ({name: words} if name else {}))


def without_places(position: Position, space: str) -> Position:
    """The position without the places on a space."""
    places = {each.name: each for each in position.map.places if space not in each.spaces}
    if len(places) == len(position.map.places):
        return position
    return _with(position, "places", write_places((*places.values(),)))


def with_sides(position: Position, kind: str, spaces: Sequence[str]) -> Position:
    """The position with hexsides between each two neighbours of some hexes in a row. Where all of these are there already, they go.

    :raises InputError: if two of them do not touch, or the system has no such hexsides
    """
    known = write_hexsides(position.map.hexsides)
    m, crossed = position.map, [*pairwise(spaces)]
    if isinstance(m, HexMap) and crossed and all(kind in m.side(a, b) for a, b in crossed):
        gone = {frozenset(pair) for pair in crossed}
        left = [pair for pair in known[kind] if frozenset(pair.split("-")) not in gone]
    else:
        left = [*known.get(kind, ()), *map("-".join, crossed)]
    return _with(position, "hexsides", {**known, kind: left})


def _with(position: Position, entry: str, value: object) -> Position:
    changed = position.system.from_json({**position.system.to_json(position), entry: value}, strict=False)
    return on_the_same_picture(changed, position)


def python_lines(position: Position) -> str:
    """The Python that makes a position. Entries with their default values are left out.

    >>> import hexwidget as hw
    >>> lines = python_lines(hw.scenario("depletion/gathering-cavalry").position)
    >>> print(lines.splitlines()[2])
    position = hw.system("depletion").position(
    """
    system = position.system
    description = system.to_json(position)
    for key in [key for key in description if key != "title"]:
        fewer = {k: v for k, v in description.items() if k != key}
        try:
            same = system.from_json(fewer, strict=False) == position
        except InputError:
            same = False
        if same:
            description = fewer
    lines = ["import hexwidget as hw", "", f'position = hw.system("{system.name}").position(']
    for key, value in description.items():
        if key == "map" and isinstance(value, list):
            rows = "\n".join(f"        {row}" for row in value)
            lines.append(f'    map="""\n{rows}\n    """,')
        else:
            written = pformat(value, width=100, sort_dicts=False).replace("\n", "\n    ")
            lines.append(f"    {key}={written},")
    if not system.check_position(position):
        lines.append("    strict=False,")
    return "\n".join([*lines, ")", ""])
