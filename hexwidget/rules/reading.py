"""Readers of the parts that descriptions of positions share: maps, names of players, spaces, numbers, objectives.

All errors at once, each with its place: everything here notes problems and goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from hexwidget.geometry import HexMap, Offset, ProvinceMap, SpaceMap, Terrain
from hexwidget.problems import InputError, Problem, Problems, is_line, is_whole, looks, place, shown

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
        raise InputError(title, [Problem("", f"expected an object with named entries, not {shown(given)}")])
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
        return _renumbered(given, offset, terrains, system, problems)
    if isinstance(given, list) and all(isinstance(line, str) for line in given):
        given = "\n".join(given)
    if not isinstance(given, str):
        problems.add("map", f"expected the text of a map, not {shown(given)}")
        return None
    try:
        return HexMap.parse(given, terrains, offset)
    except InputError as error:
        problems.found.extend(error.problems)
        return None


def _renumbered(
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
        number = f"{least}" if least == most else f"{least} to {most}"
        expected = f'expected a list of {number} names such as ["red", "blue"]'
        problems.add("players", f"{expected}, not {shown(given)}")
        return ()
    for n, player in enumerate(given):
        if not is_line(player, NAME_LENGTH) or not player.strip():
            problems.add(
                f"players/{n}", f"expected a name of 1 to {NAME_LENGTH} printable characters, not {shown(player)}"
            )
        elif player != player.strip() or ":" in player:
            problems.add(f"players/{n}", f"a name has no colon and no blank at its ends, as {shown(player)} has")
        elif player in given[:n]:
            problems.add(f"players/{n}", f"{shown(player)} is named twice")
        elif looks(player) in [looks(other) for other in given[:n] if isinstance(other, str)]:
            problems.add(f"players/{n}", f"{shown(player)} looks like the name of another player: choose another name")
    return tuple(player for player in given if isinstance(player, str))


def read_line(where: str, given: object, problems: Problems, most: int = TITLE_LENGTH) -> str:
    """A line of printable text, such as a title."""
    if isinstance(given, str) and is_line(given, most):
        return given
    problems.add(where, f"expected a line of at most {most} printable characters, not {shown(given)}")
    return ""


def read_whole(where: str, given: object, low: int, high: int, problems: Problems) -> int:
    """A whole number between bounds, both included; the lower one if it cannot be read."""
    if type(given) is int and low <= given <= high:
        return given
    problems.add(where, f"expected a whole number from {low} to {high}, not {shown(given)}")
    return low


class Reader:
    """Reads the parts of a description that name spaces and players. Without a map every space is accepted."""

    def __init__(self, spaces: SpaceMap | None, players: tuple[str, ...], problems: Problems) -> None:
        self.map = spaces
        self.players = players
        self.problems = problems

    def space(self, where: str, given: object) -> int:
        """The number of a space; -1 if the map has no such space."""
        if self.map is None:
            return -1
        at = self.map.find(given)
        if at is None:
            self.problems.add(where, self.map.explain_unknown(given))
        return -1 if at is None else at

    def player(self, where: str, given: object) -> int:
        """The seat of a player."""
        if isinstance(given, str) and given in self.players:
            return self.players.index(given)
        if self.players:
            self.problems.unknown(where, "player", given, self.players)
        return 0

    def whole(self, where: str, given: object, low: int, high: int) -> int:
        """A whole number between bounds, both included."""
        return read_whole(where, given, low, high, self.problems)

    def truth(self, where: str, given: object) -> bool:
        """True or false."""
        if type(given) is not bool:
            self.problems.add(where, f"expected true or false, not {shown(given)}")
        return given is True

    def word(self, where: str, given: object, known: tuple[str, ...]) -> str:
        """One of some words, such as a phase. Errors call such a word by the name of its place."""
        if not isinstance(given, str) or given not in known:
            self.problems.unknown(where, where, given, known)
            return known[0]
        return given

    def table(self, where: str, given: object, example: str) -> Mapping[Any, Any]:
        """A dict."""
        if isinstance(given, Mapping):
            return given
        self.problems.add(where, f"expected {example}, not {shown(given)}")
        return {}

    def by_space(self, key: str, given: object, example: str) -> Iterator[tuple[str, int, int, Any]]:
        """The entries of {player: {space: value}}: place, number of the space (-1 if unknown), seat, and value.

        :param example: of a value, as it is written
        """
        first = next(self.map.names()) if isinstance(self.map, ProvinceMap) else "0203"
        tables = f'a dict such as {{"red": {{"{first}": {example}}}}}'
        for player, places in self.table(key, given, tables).items():
            seat, here = self.player(place(key, player), player), place(key, player)
            taken: set[int] = set()
            for space, what in self.table(here, places, f'a dict such as {{"{first}": {example}}}').items():
                where = place(key, player, space)
                at = self.space(where, space)
                if at >= 0 and at in taken:
                    self.problems.add(where, f"this {self.map.word if self.map else 'space'} is named twice")
                taken.add(at)
                yield where, at, seat, what

    def by_player(self, key: str, given: object, low: int, high: int, default: int = 0) -> tuple[int, ...]:
        """A whole number for each player, by seat, of {player: number}."""
        values = [default] * len(self.players)
        for player, value in self.table(key, given, 'a dict such as {"red": 1}').items():
            seat = self.player(place(key, player), player)
            number = self.whole(place(key, player), value, low, high)
            if values:
                values[seat] = number
        return tuple(values)

    def list(self, where: str, given: object, example: str) -> Sequence[Any]:
        """A list."""
        if isinstance(given, (list, tuple)):
            return given
        self.problems.add(where, f"expected {example}, not {shown(given)}")
        return ()

    def record(self, where: str, given: object, *names: str) -> Mapping[str, Any] | None:
        """An optional dict with exactly these entries."""
        if given is None:
            return None
        if isinstance(given, Mapping) and set(given) == set(names):
            return given
        self.problems.add(where, f"expected nothing or a dict of {', '.join(map(repr, names))}, not {shown(given)}")
        return None

    def objective(self, names: tuple[str, ...], clause: str) -> Callable[[Any, Problems], str]:
        """A reader of objectives: one of some names, where "hold" is followed by the hexes to be held."""

        def read(given: Any, problems: Problems) -> str:
            words = given.split() if isinstance(given, str) else []
            if not words or words[0] not in names:
                problems.unknown("objective", f"objective ({clause})", given, names)
                return names[0]
            if (words[0] == "hold") != (len(words) > 1):
                others = ", ".join(f'"{name}"' for name in names if name != "hold")
                expected = f'{others} or "hold 0101 0203" (hexes)'
                problems.add("objective", f"expected {expected}, not {shown(given)}")
            for word in words[1:]:
                self.space("objective", word)
            return " ".join(words)

        return read


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
        problems.add("", f"expected {example}, not {shown(text)}")
        problems.raise_any(title)
    name, colon, rest = str(text).partition(":")
    if not colon:
        return default, str(text)
    known = name.strip() in players
    if not known:
        problems.unknown("player", "player", name.strip(), players)
    if not rest.strip():
        problems.add("", f"expected {example} after the colon")
        problems.raise_any(title)
    return (name.strip() if known else default), rest
