"""The ways to pay the cost of a card with settlements and villagers (F3.2, F7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hexwidget.rules.candidates import Each
from hexwidget.rules.lazy_sequences import Takings
from hexwidget.systems.frontiers.position import FrontiersPosition, Villager

Payment = tuple[int, tuple[tuple[str, int], ...]]
"""The amount that settlements pay, and the numbers of exerted villagers by their kinds."""
NOTHING: Payment = (0, ())


def payments(position: FrontiersPosition, seat: int, cost: int) -> Sequence[Payment]:
    """The ways to pay a cost: settlements first, then villagers in the order of their names. They are numbered, and made on
    demand."""
    return _payments(position.purses(seat), position.villagers[seat], cost) if cost else (NOTHING,)


@lru_cache(maxsize=4096)
def _payments(purses: int, villagers: tuple[Villager, ...], cost: int) -> Sequence[Payment]:
    ready = {v.kind: v.ready for v in villagers if v.ready}
    return Each(_payment, (tuple(ready),), Takings([purses, *ready.values()], cost))


def _payment(kinds: tuple[str, ...], way: tuple[int, ...]) -> Payment:
    return way[0], tuple([(kind, n) for kind, n in zip(kinds, way[1:], strict=True) if n])


def total(payment: Payment) -> int:
    """The amount of a payment."""
    return payment[0] + sum(n for _, n in payment[1])
