"""Positions from and to plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from hexwidget.geometry import ProvinceMap
from hexwidget.limits import Limits
from hexwidget.rules.description import Given, by_seat, seated, write_entries
from hexwidget.rules.hints import ON_MAP, Line, Matching, OneOf, Seat, SpaceOnMap

from .ground import MAP
from .position import ToyPosition

Name = Annotated[str, Matching("^[^:]+$")]
Cards = tuple[Annotated[str, OneOf("card", ("ferry", "gold", "plain"))], ...]
Here = Annotated[int, ON_MAP]


@dataclass(kw_only=True)
class ToyDescription:
    """The description of a position, as plain data."""

    map: ClassVar[ProvinceMap] = MAP
    players: Annotated[tuple[Name, ...], Limits(2, 2)] = ("red", "blue")
    couriers: dict[Seat, tuple[Here, ...]] = field(default_factory=dict)
    forts: dict[Seat, tuple[Here, ...]] = field(default_factory=dict)
    hands: dict[Seat, Cards] = field(default_factory=dict)
    decks: dict[Seat, Cards] = field(default_factory=dict)
    sealed: dict[Seat, tuple[SpaceOnMap, ...]] = field(default_factory=dict)
    meetings: tuple[Here, ...] = ()
    drawing: tuple[Seat, ...] = ()
    initiative: Seat = 0
    round: Annotated[int, Limits(1, 1_000_000)] = 1
    title: Line = ""


def build(given: Given[ToyDescription]) -> ToyPosition:
    """A position from its description.

    :raises InputError: listing everything that cannot be read
    """
    entries = given.read()
    given.raise_any()
    players = entries.players
    return ToyPosition(
        players=players,
        couriers=_pieces(entries.couriers),
        forts=_pieces(entries.forts),
        hands=tuple(tuple(sorted(hand)) for hand in by_seat(entries.hands, players, ())),
        decks=tuple(tuple(sorted(deck)) for deck in by_seat(entries.decks, players, ())),
        sealed=tuple(way or None for way in by_seat(entries.sealed, players, ())),
        meetings=entries.meetings,
        drawing=entries.drawing,
        initiative=entries.initiative,
        round=entries.round,
        settings=given.chosen,
    )


def _pieces(by_player: Mapping[int, tuple[int, ...]]) -> tuple[tuple[int, int], ...]:
    """Pairs of province and seat."""
    return tuple(sorted((at, seat) for seat, places in by_player.items() for at in places))


def to_json(position: ToyPosition) -> dict[str, Any]:
    """The description of a position, as plain data in canonical order: building it gives an equal position."""
    entries = ToyDescription(
        players=position.players,
        couriers=seated(tuple(position.couriers_of(seat)) for seat in (0, 1)),
        forts=seated(tuple(at for at, owner in position.forts if owner == seat) for seat in (0, 1)),
        hands=seated(position.hands),
        decks=seated(position.decks),
        sealed=seated(way or () for way in position.sealed),
        meetings=position.meetings,
        drawing=position.drawing,
        initiative=position.initiative,
        round=position.round,
    )
    return {**write_entries(entries), **position.settings}
