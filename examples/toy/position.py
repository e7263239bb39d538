"""The immutable position, and the part of it that a player sees."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hexwidget.geometry import ProvinceMap
from hexwidget.rules import Position, Settings

from .ground import MAP

if TYPE_CHECKING:
    from .system import Toy

HIDDEN = "?"
"""A card of another player."""


@dataclass(frozen=True)
class ToyPosition(Position):
    """``couriers`` and ``forts`` are pairs of province and seat; ``hands`` and ``decks`` the cards of each seat, sorted;
    ``sealed`` the way that each seat has ordered (None: not yet); ``meetings`` the provinces where a decision is pending,
    ``drawing`` the seats that have still to draw. ``veil``: the seat that sees it so (-1 a spectator), None: all of it."""

    players: tuple[str, ...]
    settings: Settings
    couriers: tuple[tuple[int, int], ...]
    forts: tuple[tuple[int, int], ...]
    hands: tuple[tuple[str, ...], ...]
    decks: tuple[tuple[str, ...], ...]
    sealed: tuple[tuple[str, ...] | None, ...] = (None, None)
    meetings: tuple[int, ...] = ()
    drawing: tuple[int, ...] = ()
    initiative: int = 0
    round: int = 1
    veil: int | None = None

    @property
    def map(self) -> ProvinceMap:  # type: ignore[override]  # all positions share one map
        return MAP

    @property
    def system(self) -> Toy:
        from .system import TOY

        return TOY

    @property
    def decider(self) -> int:
        """T6: the seat that decides about a meeting."""
        return 1 - self.initiative

    def couriers_of(self, seat: int) -> list[int]:
        """The provinces with a courier of a seat."""
        return [at for at, owner in self.couriers if owner == seat]

    def lit(self, seat: int) -> set[int]:
        """T8: the provinces that a seat sees into."""
        if self.settings["fog"] == "off":
            return set(range(len(MAP)))
        own = self.couriers_of(seat)
        return set(own) | {there for at in own for there in MAP.neighbours(at) if MAP.kind(at, there) == "road"}

    def seen_by(self, seat: int) -> ToyPosition:
        """The position as a seat (-1: a spectator) sees it: T1, T2, T8."""
        lit = self.lit(seat) if seat >= 0 else (set(range(len(MAP))) if self.settings["fog"] == "off" else set())

        def veiled(cards: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
            return tuple(own if k == seat else (HIDDEN,) * len(own) for k, own in enumerate(cards))

        return replace(
            self,
            couriers=tuple(c for c in self.couriers if c[1] == seat or c[0] in lit),
            forts=tuple(f for f in self.forts if f[1] == seat or f[0] in lit),
            hands=veiled(self.hands),
            # A player knows the cards that are left in the own deck, but not their order.
            decks=veiled(self.decks),
            sealed=tuple(way if k == seat else None for k, way in enumerate(self.sealed)),
            veil=seat,
        )

    def __str__(self) -> str:
        return self.system.describe(self)

    __repr__ = __str__
