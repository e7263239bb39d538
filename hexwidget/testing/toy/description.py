"""Positions from and to plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from hexwidget.limits import Limits
from hexwidget.rules import Rulebook
from hexwidget.rules.description import Given, Line, Matching
from hexwidget.rules.reading import Reader
from hexwidget.testing.toy.ground import MAP
from hexwidget.testing.toy.position import ToyPosition

Name = Annotated[str, Matching("^[^:]+$")]
Card = str
CARDS = ("ferry", "gold", "plain")


@dataclass(kw_only=True)
class ToyDescription:
    """The description of a position, as plain data."""

    players: Annotated[list[Name], Limits(2, 2)] = field(default_factory=lambda: ["red", "blue"])
    couriers: dict[str, list[str]] = field(default_factory=dict)
    forts: dict[str, list[str]] = field(default_factory=dict)
    hands: dict[str, list[Card]] = field(default_factory=dict)
    decks: dict[str, list[Card]] = field(default_factory=dict)
    sealed: dict[str, list[str]] = field(default_factory=dict)
    meetings: list[str] = field(default_factory=list)
    drawing: list[str] = field(default_factory=list)
    initiative: str = ""
    round: Annotated[int, Limits(1, 1_000_000)] = 1
    title: Line = ""


def build(rulebook: Rulebook, data: Mapping[str, Any]) -> ToyPosition:
    """A position from its description.

    :raises InputError: listing everything that cannot be read
    """
    given = Given(ToyDescription, data, rulebook)
    read = _Reader(MAP, given.players(), given.problems)
    meetings = read.list("meetings", given["meetings"], "a list of provinces")
    drawing = read.list("drawing", given["drawing"], "a list of players")
    position = ToyPosition(
        players=read.players,
        couriers=read.pieces("couriers", given["couriers"]),
        forts=read.pieces("forts", given["forts"]),
        hands=read.cards("hands", given["hands"]),
        decks=read.cards("decks", given["decks"]),
        sealed=tuple(way or None for way in read.spaces("sealed", given["sealed"])),
        meetings=tuple(read.space(f"meetings/{n}", name) for n, name in enumerate(meetings)),
        drawing=tuple(read.player(f"drawing/{n}", name) for n, name in enumerate(drawing)),
        initiative=read.player("initiative", given["initiative"]) if given["initiative"] else 0,
        round=given.whole(read, "round"),
        settings=given.settings(),
    )
    given.raise_any()
    return position


def describe(position: ToyPosition) -> dict[str, Any]:
    """The description of a position, as plain data in canonical order: building it gives an equal position."""

    def by_player(things: Any) -> dict[str, Any]:
        return {player: things[seat] for seat, player in enumerate(position.players) if things[seat]}

    return {
        "players": list(position.players),
        "couriers": by_player([[MAP.name(at) for at in position.couriers_of(seat)] for seat in (0, 1)]),
        "forts": by_player([[MAP.name(at) for at, owner in position.forts if owner == seat] for seat in (0, 1)]),
        "hands": by_player([list(hand) for hand in position.hands]),
        "decks": by_player([list(deck) for deck in position.decks]),
        "sealed": by_player([list(way) if way else None for way in position.sealed]),
        "meetings": [MAP.name(at) for at in position.meetings],
        "drawing": [position.players[seat] for seat in position.drawing],
        "initiative": position.players[position.initiative],
        "round": position.round,
        **position.settings,
    }


class _Reader(Reader):
    """Reads the lists that each player has."""

    def lists(self, key: str, given: object) -> list[list[Any]]:
        """The list of each player, by seat."""
        found: list[list[Any]] = [[] for _ in self.players]
        for player, names in self.table(key, given, 'a dict such as {"red": []}').items():
            seat = self.player(f"{key}/{player}", player)
            if found:
                found[seat] = list(self.list(f"{key}/{player}", names, "a list of names"))
        return found

    def spaces(self, key: str, given: object) -> tuple[tuple[str, ...], ...]:
        """The names of provinces of each player, by seat."""
        found = self.lists(key, given)
        for player, names in zip(self.players, found, strict=True):
            for n, name in enumerate(names):
                self.space(f"{key}/{player}/{n}", name)
        return tuple(map(tuple, found))

    def pieces(self, key: str, given: object) -> tuple[tuple[int, int], ...]:
        """Pairs of province and seat."""
        found = enumerate(self.spaces(key, given))
        return tuple(sorted((MAP.find(name) or 0, seat) for seat, names in found for name in names))

    def cards(self, key: str, given: object) -> tuple[tuple[str, ...], ...]:
        """The cards of each player, by seat, sorted."""
        found = self.lists(key, given)
        for player, cards in zip(self.players, found, strict=True):
            for n, card in enumerate(cards):
                if card not in CARDS:
                    self.problems.unknown(f"{key}/{player}/{n}", "card", card, CARDS)
        return tuple(tuple(sorted(map(str, cards))) for cards in found)
