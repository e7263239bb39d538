"""Numbers for learning: those of clicks, which are the actions of an environment, and the observation of a player as a vector of
numbers, made only from `observe` and the choices that follow from it.

The vector has two parts. The *board* has, for each space in the order of the map's names, its ground, its pieces and its
markers, as columns of counts. It is empty on a mat. The *rest* has the description of the visible position, the draft and the
offered numbers, by feature hashing: each value is added to, or subtracted from, one of ``width`` places that its name gives.
Players are numbered from the observing player, so that all players can learn from the same data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from hexwidget.geometry import MatMap, SpaceMap
from hexwidget.problems import InputError
from hexwidget.rules import Choices, Draft, Finding, Observation, Position, Slot, Status
from hexwidget.scene import Scene
from hexwidget.scene.palette import PALETTES, SYMBOLS

WAIT, CONFIRM, BACK, FIRST_SPACE = range(4)
BUTTONS = 256
"""The numbers for buttons: many more than are offered at once, so that two seldom get the same number."""
ON_THE_BOARD = frozenset({"piece", "space", "mark"})


class Click(NamedTuple):
    """The meaning of a number now. ``said``: the parts of its name in words; ``base``: the draft in which it sets the slot ``sets`` (a
    name and a value) where it sets one; None for waiting and confirming; ``findings``: those that bar it.

    Of the many that are offered few are chosen or named, so what follows from the parts is made on demand.
    """

    said: tuple[object, ...]
    base: Draft | None
    sets: tuple[str, Slot] | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def label(self) -> str:
        """Its name in words."""
        return ": ".join(map(str, self.said))

    @property
    def leads_to(self) -> Draft | None:
        """The draft that it leads to; None for waiting and confirming."""
        return self.base if self.base is None or self.sets is None else self.base.set(*self.sets)


class Clicks:
    """The numbers of all clicks in games on a map: the actions of an environment.

    ====================  ==========================================================================================
    0                     wait, for players with nothing to decide
    1                     confirm the draft, if it is a complete action
    2                     go back by one step
    3 ... 2 + n           choose one of n spaces for the open slot, such as the goal of an army
    3 + n ... 2 + 2n      choose the piece on a space, or mark the space
    3 + 2n ...            the buttons: everything else that a draft can be given
    ====================  ==========================================================================================

    Spaces are numbered in the order of the map's names. A button's number is a hash of its slot and value (for a number, of "one
    more" or "one less"), and is the same in every position and every process. If two offered buttons have the same number, the
    later one takes the next free number. On a mat, where spaces are cards that come and go, all clicks are buttons.

    :param buttons: the number of numbers for buttons

    >>> import hexwidget as hw
    >>> start = hw.scenario("plotted/head-on").position
    >>> clicks = Clicks(start.map)
    >>> clicks.size  # 18 hexes: 3 + 2 * 18 + 256
    295
    >>> for number, click in clicks.of(start.choices(player="red")).items():
    ...     print(number, click.label)
    28 Cavalry on 0202 (strength 3)
    258 No orders: all rest
    """

    def __init__(self, spaces: SpaceMap, buttons: int = BUTTONS) -> None:
        names = () if isinstance(spaces, MatMap) else spaces.names()
        self.places: dict[str, int] = {name: n for n, name in enumerate(names)}
        """The number of each space, from 0. Empty on a mat."""
        self.buttons = buttons
        self.first_button: int = FIRST_SPACE + 2 * len(self.places)
        self.size: int = self.first_button + buttons
        """The number of all clicks."""

    def of(self, now: Choices) -> dict[int, Click]:
        """Return everything that is offered, by its number, including what is barred.

        :raises InputError: if more buttons are offered than there are numbers
        """
        found: dict[int, Click] = {}
        # An action whose legality depends on hidden things can be confirmed; the referee may refuse it.
        if now.action is not None and now.verdict.status in (Status.LEGAL, Status.UNKNOWN):
            found[CONFIRM] = Click(("Confirm", now.action), None)
        if now.draft:
            found[BACK] = Click(("Back",), now.back if now.back != now.draft else Draft())
        places, first_piece = self.places, FIRST_SPACE + len(self.places)
        if now.field is not None:
            slot, label = now.field.slot, now.field.label
            for space in now.field.reach:
                place = places.get(space)
                number = self._button(f"{slot}={space!r}", found) if place is None else FIRST_SPACE + place
                found[number] = Click((label, space), now.draft, (slot, space))
        for option in now.options:
            if option.kind == "number":
                for sign, word, then in (("-", "one less", option.fewer), ("+", "one more", option.more)):
                    if then is not None:
                        number = self._button(f"{option.slot}{sign}", found)
                        found[number] = Click((option.label, word), then, None, option.findings)
                continue
            place = places.get(option.space or "") if option.kind in ON_THE_BOARD else None
            number = -1 if place is None else first_piece + place
            if place is None or number in found:
                number = self._button(f"{option.slot}={option.value!r}", found)
            found[number] = Click((option.label,), option.leads_to, None, option.findings)
        return found

    def space(self, number: int) -> str | None:
        """Return the space that a number chooses for the open slot."""
        place = number - FIRST_SPACE
        return list(self.places)[place] if 0 <= place < len(self.places) else None

    def _button(self, name: str, taken: dict[int, Click]) -> int:
        wanted = crc32(name.encode("utf-8", "surrogatepass"))
        for step in range(self.buttons):
            number = self.first_button + (wanted + step) % self.buttons
            if number not in taken:
                return number
        what = f"more is offered here than the {self.buttons} buttons; make the environment with more: buttons={2 * self.buttons}"
        raise InputError("these choices have no numbers", what, "buttons")


WIDTH = 1024
MOST = 127.0
"""Larger numbers are clipped to it."""
LEFT_OUT = frozenset({"map", "title", "prose"})
"""The parts of a description that never change, or that the board has."""
_SYMBOLS = {name: n for n, name in enumerate(SYMBOLS)}
_TOKENS = {name: n for n, name in enumerate(PALETTES["light"]["token"])}
_SIDES = 6
Hashed = tuple[int, float]
"""A place in the hashed rest, and the number that is added there."""
Vector = np.ndarray[tuple[int], np.dtype[np.float32]]
Grid = np.ndarray[tuple[int, int], np.dtype[np.float32]]


class Encoder:
    """Makes vectors of observations in games that begin with a position.

    :param width: the number of places of the hashed rest

    >>> import hexwidget as hw
    >>> start = hw.scenario("plotted/head-on").position
    >>> encode = Encoder(start, Clicks(start.map))
    >>> vector = encode(start.observe("red"), start.choices(player="red"))
    >>> board = encode.parts(vector)["board"]
    >>> vector.shape, board.shape  # 18 hexes of 74 columns, and 1,024 places
    ((2356,), (18, 74))
    >>> float(board[7, encode.columns.index("own horse")]), float(board[10, encode.columns.index("player 1's horse")])
    (3.0, 3.0)
    """

    def __init__(self, start: Position, clicks: Clicks, width: int = WIDTH) -> None:
        self.players: tuple[str, ...] = start.players
        self.places: dict[str, int] = clicks.places
        self.width = width
        self.terrains: tuple[str, ...] = tuple(start.scene().map.terrains)
        self.columns: tuple[str, ...] = self._columns()
        """The names of the board's columns."""
        self.size: int = len(self.places) * len(self.columns) + width
        """The length of the vector."""
        self._ground: tuple[SpaceMap, Grid] | None = None
        self._parts: dict[tuple[int, str], tuple[object, list[Hashed]]] = {}
        self._last: dict[str | None, tuple[Observation[Any], Vector, Vector]] = {}

    def _columns(self) -> tuple[str, ...]:
        if not self.places:
            return ()
        whose = ["own", *(f"player {n}'s" for n in range(1, len(self.players)))]
        stands = [*_SYMBOLS, "other piece", "spent", "turned", "pips"]
        pieces = [f"{who} {what}" for who in whose for what in stands]
        sides, tokens = [f"faces {side}" for side in range(_SIDES)], [f"token {name}" for name in _TOKENS]
        return (*self.terrains, *pieces, *sides, *tokens)

    def parts(self, vector: Vector) -> dict[str, Any]:
        """Return the parts of a vector: "board", an array of spaces by columns, and "rest"."""
        cut = len(self.places) * len(self.columns)
        return {"board": vector[:cut].reshape(len(self.places), len(self.columns)), "rest": vector[cut:]}

    def __call__(self, observation: Observation[Any], now: Choices) -> Vector:
        """Return the vector of an observation and the choices made so far."""
        last = self._last.get(observation.player)
        if last is None or last[0] is not observation:  # the observation stays while a draft grows
            exact = self.position(observation)
            last = self._last[observation.player] = (observation, exact, np.clip(exact, -MOST, MOST))
        vector, first = last[2].copy(), self.size - self.width
        leaves = [(f"draft/{slot}", value) for slot, value in now.draft.items()]
        leaves += [(f"number/{option.slot}", option.value) for option in now.options if option.kind == "number"]
        added: dict[int, float] = {}
        for path, leaf in leaves:
            place, number = _hashed_place(path, leaf, self.width)
            added[place] = added.get(place, 0) + number
        for place, number in added.items():  # the few that the draft adds to
            vector[first + place] = max(-MOST, min(MOST, last[1][first + place] + number))
        return vector

    def position(self, observation: Observation[Any], more: Iterable[Hashed] = ()) -> Vector:
        """Return the vector of an observation, without the draft.

        :param more: further numbers of the rest
        """
        position, player = observation.seen, observation.player
        vector: Vector = np.zeros(self.size, np.float32)
        parts = self.parts(vector)
        seat = self.players.index(player) if player in self.players else 0
        if self.places:
            self._board(parts["board"], position.system.scene(observation), seat)
        # Names of players carry no information, so relative numbers replace them.
        called = {name: f"player {(n - seat) % len(self.players)}" for n, name in enumerate(self.players)}
        hashed = [*more, *(_hashed_place("to act", called.get(name, name), self.width) for name in position.to_act)]
        for key, value in position.system.to_json(position).items():
            if key not in LEFT_OUT:
                hashed += self._part(seat, key, value, called)
        places = np.array([place for place, _ in hashed], np.intp)
        parts["rest"] += np.bincount(places, [number for _, number in hashed], self.width)
        return vector

    def state(self, position: Position, drafts: Mapping[str, Draft]) -> Vector:
        """Return the vector of a whole position, with hidden things, and of the players' drafts. Player 0 is the first seat."""
        # As words: a number of 0 that is set differs from one that is not.
        slots = ((n, *pair) for n, player in enumerate(self.players) for pair in drafts[player].items())
        hashed = (_hashed_place(f"draft of player {n}/{slot}", str(value), self.width) for n, slot, value in slots)
        vector = self.position(Observation(None, position), hashed)
        return np.clip(vector, -MOST, MOST, out=vector)

    def _board(self, board: Grid, scene: Scene, seat: int) -> None:
        if self._ground is None or self._ground[0] is not scene.map:
            self._ground = (scene.map, self._grounds(scene.map))
        first, kinds = len(self.terrains), len(_SYMBOLS) + 4
        board[:, :first] = self._ground[1]
        sides = first + kinds * len(self.players)
        for piece in scene.pieces:
            place = self.places.get(piece.space)
            if place is None or not 0 <= piece.owner < len(self.players):
                continue
            row, own = board[place], first + kinds * ((piece.owner - seat) % len(self.players))
            row[own + _SYMBOLS.get(piece.symbol, len(_SYMBOLS))] += piece.count
            row[own + kinds - 3] += piece.spent
            row[own + kinds - 2] += piece.turned
            row[own + kinds - 1] += piece.pips
            if piece.facing is not None:
                row[sides + piece.facing % _SIDES] += 1
        for token in scene.tokens:
            place, kind = self.places.get(token.space), _TOKENS.get(token.kind)
            if place is not None and kind is not None:
                board[place, sides + _SIDES + kind] += token.count

    def _grounds(self, spaces: SpaceMap) -> Grid:
        found: Grid = np.zeros((len(self.places), len(self.terrains)), np.float32)
        for name, place in self.places.items():
            terrain = spaces.terrain(name)
            if terrain in self.terrains:
                found[place, self.terrains.index(terrain)] = 1
        return found

    def _part(self, seat: int, key: str, value: object, called: Mapping[str, str]) -> list[Hashed]:
        """The places and numbers of a part of a description. Most parts are as they were in the observation before."""
        last = self._parts.get((seat, key))
        if last is None or last[0] != value:
            leaves = _leaves(f"/{called.get(key, key)}", value, called)
            last = self._parts[seat, key] = value, [_hashed_place(path, leaf, self.width) for path, leaf in leaves]
        return last[1]


def _leaves(path: str, value: object, called: Mapping[str, str]) -> Iterator[tuple[str, str | int]]:
    """Yield the single values of plain data, each with its path."""
    if isinstance(value, str):  # the most frequent kinds come first
        yield path, called.get(value, value)
    elif isinstance(value, (bool, int)):
        yield path, value
    elif isinstance(value, (list, tuple)):
        for n, inner in enumerate(value):
            yield from _leaves(f"{path}/{n}", inner, called)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(f"{path}/{called.get(key, key)}", inner, called)


@lru_cache(maxsize=100_000)
def _hashed_place(path: str, leaf: str | int, width: int) -> Hashed:
    """The place of a value in the hashed rest, and the number that is added there."""
    if isinstance(leaf, str):
        path, leaf = f"{path}={leaf}", 1
    code = crc32(path.encode("utf-8", "surrogatepass"))
    return (code >> 1) % width, (1 - 2 * (code & 1)) * float(max(-MOST, min(MOST, leaf)))
