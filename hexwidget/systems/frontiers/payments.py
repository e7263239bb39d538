"""The ways to pay the cost of a card with settlements and villagers (F3.2, F7.2)."""

from __future__ import annotations

from functools import lru_cache

from hexwidget.rules.heaps import takings
from hexwidget.systems.frontiers.position import FrontiersPosition, Villager

Payment = tuple[int, tuple[tuple[str, int], ...]]
"""The amount that settlements pay, and the numbers of exerted villagers by their kinds."""
NOTHING: Payment = (0, ())


def payments(position: FrontiersPosition, seat: int, cost: int) -> tuple[Payment, ...]:
    """The ways to pay a cost: settlements first, then villagers in the order of their names."""
    return _payments(position.purses(seat), position.villagers[seat], cost) if cost else (NOTHING,)


@lru_cache(maxsize=4096)
def _payments(purses: int, villagers: tuple[Villager, ...], cost: int) -> tuple[Payment, ...]:
    ready = [v for v in villagers if v.ready]
    return tuple(
        (settlements, tuple((v.kind, n) for v, n in zip(ready, way, strict=True) if n))
        for settlements in range(min(cost, purses), -1, -1)
        for way in takings([v.ready for v in ready], cost - settlements)
    )


def total(payment: Payment) -> int:
    """The amount of a payment."""
    return payment[0] + sum(n for _, n in payment[1])
