"""What a card costs and how it can be paid (F3.2, F7.2), and what it can be aimed at (F8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hexwidget.systems.frontiers.actions import NOTHING, Payment
from hexwidget.systems.frontiers.cards import STAYING, Card, Target
from hexwidget.systems.frontiers.position import FrontiersPosition, Unit, Villager


def payments(position: FrontiersPosition, seat: int, cost: int) -> tuple[Payment, ...]:
    """The ways to pay a cost: settlements first, then villagers in the order of their names."""
    return _payments(position.purses(seat), position.villagers[seat], cost) if cost else (NOTHING,)


@lru_cache(maxsize=4096)
def _payments(purses: int, villagers: tuple[Villager, ...], cost: int) -> tuple[Payment, ...]:
    ready = [v for v in villagers if v.ready]
    return tuple(
        (settlements, tuple((v.kind, n) for v, n in zip(ready, way, strict=True) if n))
        for settlements in range(min(cost, purses), -1, -1)
        for way in _ways([v.ready for v in ready], cost - settlements)
    )


def _ways(have: list[int], owed: int) -> Iterator[tuple[int, ...]]:
    """The ways to take a number of things from heaps, the first heaps first."""
    if not have:
        if owed == 0:
            yield ()
        return
    for n in range(min(have[0], owed), -1, -1):
        for rest in _ways(have[1:], owed - n):
            yield (n, *rest)


def settled_payment(position: FrontiersPosition, seat: int, cost: int, payment: Payment | None) -> Payment:
    """The payment that is meant: the first way there is if none is named."""
    return next(iter(payments(position, seat, cost)), NOTHING) if payment is None else payment


def total(payment: Payment) -> int:
    """How much a payment amounts to."""
    return payment[0] + sum(n for _, n in payment[1])


def hits(target: Target, seat: int, unit: Unit) -> bool:
    """Whether a unit is such as a player's card may be aimed at."""
    whose = target.whose == "any" or (unit.owner == seat) == (target.whose == "own")
    where = target.where == "anywhere" or (unit.frontier > 0) == (target.where == "frontier")
    return whose and where


def targets(position: FrontiersPosition, seat: int, card: Card, *, trigger: bool = False) -> list[Unit]:
    """F8.1: the units that a card (or its trigger) may be aimed at; one that leads out needs a frontier to lead to."""
    if card.target is None:
        return []
    found = [unit for unit in position.units if hits(card.target, seat, unit)]
    return [unit for unit in found if ways_out(position, unit)] if card.leads_out(trigger=trigger) else found


def needs_target(position: FrontiersPosition, seat: int, card: Card, *, trigger: bool = False) -> bool:
    """Whether a target must be named. What stays on the mat, or is triggered, may come to nothing where there is none."""
    if not card.aims(trigger=trigger):
        return False
    return bool(targets(position, seat, card, trigger=trigger)) or not (trigger or card.type in STAYING)


def ways_out(position: FrontiersPosition, unit: Unit) -> list[int]:
    """The frontiers that a unit can be moved to: where it does not stand already."""
    return [frontier for frontier in position.frontiers if frontier != unit.frontier]
