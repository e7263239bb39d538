"""Readers of the parts that descriptions of positions share: maps, names of players, lines, numbers.

All errors at once, each with its place: everything here notes problems and goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from hexwidget.english import as_phrase, phrase
from hexwidget.geometry import HexMap, Offset, Terrain
from hexwidget.jsontext import whole
from hexwidget.problems import Problems, is_line, is_whole, looks, mismatch, shown

NAME_LENGTH = 40
TITLE_LENGTH = 200
MOST_NAMED = 12
"""The most unknown terrains that a sentence names."""
STAGGERS = [stagger.value for stagger in Offset]


def read_description(given: object, title: str) -> dict[str, Any]:
    """The entries of a description.

    :raises InputError: if it is not a table of names
    """
    if not isinstance(given, Mapping) or not all(isinstance(key, str) for key in given):
        raise mismatch(title, "an object with named entries", given)
    with suppress(RecursionError):  # the reader of the entry that is nested too deeply names its place
        return {key: whole(value) for key, value in given.items()}
    return dict(given)


def read_map(
    given: object, offset: object, terrains: tuple[Terrain, ...], system: str, problems: Problems
) -> HexMap | None:
    """A map from its text, its lines or a `HexMap`, with its cells numbered by the terrains of a system; None if it cannot be
    read."""
    if offset is not None and (not isinstance(offset, str) or offset not in STAGGERS):
        problems.unknown("offset", "stagger", offset, STAGGERS)
        return None
    if isinstance(given, HexMap):
        return _renumber(given, offset, terrains, system, problems)
    if isinstance(given, list) and all(isinstance(line, str) for line in given):
        given = "\n".join(given)
    if not isinstance(given, str):
        problems.expected("map", "the text of a map", given)
        return None
    with problems.noting():
        return HexMap.parse(given, terrains, offset)
    return None


def _renumber(
    given: HexMap, offset: str | None, terrains: tuple[Terrain, ...], system: str, problems: Problems
) -> HexMap | None:
    """The same map with its cells numbered by the system's terrains, as all maps of positions are."""
    keys = [terrain.key for terrain in terrains]
    strange = [key for key in given.terrains if key not in keys]
    if strange:
        problems.add("map", strange_terrains(strange, system, keys))
    if offset not in (None, given.offset.value):
        problems.add("offset", f"the map that is given is {given.offset.value}, not {offset}")
    if strange:
        return None
    numbers = bytes([*(keys.index(key) for key in given.terrains), *range(len(given.terrains), 256)])
    found = HexMap(given.columns, given.rows, given.offset, keys, given.cells.translate(numbers))
    found.places, found.hexsides = given.places, given.hexsides
    return found if given.image is None else found.with_image(given.image)


def strange_terrains(strange: Sequence[str], system: str, known: Iterable[str]) -> str:
    """The sentence for a map with terrains that its system does not know.

    >>> strange_terrains(["sea", "swamp"], "orders", ["open", "impassable"])
    "unknown terrains 'sea', 'swamp': the system 'orders' knows 'open', 'impassable'"
    """
    noun = "terrain" if len(strange) == 1 else "terrains"
    more = f" and {len(strange) - MOST_NAMED} more" if len(strange) > MOST_NAMED else ""
    named = ", ".join(map(shown, strange[:MOST_NAMED]))
    return f"unknown {noun} {named}{more}: the system {shown(system)} knows {', '.join(map(shown, known))}"


def read_players(given: object, least: int, most: int, problems: Problems) -> tuple[str, ...]:
    """The names of the players, in seating order; () if they cannot be read."""
    if not isinstance(given, (list, tuple)) or not least <= len(given) <= most:
        number = str(least) if least == most else phrase("{low} to {high}", low=least, high=most)
        problems.expected("players", 'a list of {number} names such as ["red", "blue"]', given, number=number)
        return ()
    for n, player in enumerate(given):
        if not is_line(player, NAME_LENGTH) or not player.strip():
            problems.expected(f"players/{n}", "a name of 1 to {n} printable characters", player, n=NAME_LENGTH)
        elif player != player.strip() or ":" in player:
            wording = "a name has no colon and no blank at its ends, as {name} has"
            problems.add(f"players/{n}", wording, name=shown(player))
        elif player in given[:n]:
            problems.add(f"players/{n}", "{name} is named twice", name=shown(player))
        elif looks(player) in [looks(other) for other in given[:n] if isinstance(other, str)]:
            wording = "{name} looks like the name of another player: choose another name"
            problems.add(f"players/{n}", wording, name=shown(player))
    return tuple(given) if all(isinstance(player, str) for player in given) else ()


def read_player(
    text: object, players: tuple[str, ...], default: str, example: str, longest: int, title: str, problems: Problems
) -> tuple[str, str]:
    """The player of an action and the rest of its text: ``"blue: pass"`` names a player, ``"pass"`` means the default. A name
    that no player has is noted, and the rest is read all the same.

    :param example: of actions, for the messages
    :param longest: a text of more characters is refused unread
    :raises InputError: if it is empty, too long or not a text
    """
    if not isinstance(text, str) or not text.strip() or len(text) > longest or not is_whole(text):
        problems.expected("", example, text)
        problems.raise_any(title)
    name, colon, rest = str(text).partition(":")
    if not colon:
        return default, str(text)
    known = name.strip() in players
    if not known:
        problems.unknown("player", "player", name.strip(), players)
    if not rest.strip():
        problems.add("", "expected {what} after the colon", what=as_phrase(example))
        problems.raise_any(title)
    return (name.strip() if known else default), rest
