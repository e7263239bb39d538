"""Initiative: dice, ties rolled again, and the exact odds (O1.2, O1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import factorial

from hexwidget.systems.orders.roster import DIE

Rolls = tuple[tuple[int, ...], ...]
"""The dice rolled so far, by seat."""


def next_to_roll(rolls: Rolls, seats: Sequence[int]) -> int | None:
    """The seat whose die is rolled next; None if the order is settled.

    First all seats roll; then all seats of a group whose dice are the same roll again (O1.3).
    """
    waiting, depth = list(seats), 0
    while waiting:
        for seat in waiting:
            if len(rolls[seat]) == depth:
                return seat
        depth += 1
        tied: dict[tuple[int, ...], list[int]] = {}
        for seat in waiting:
            tied.setdefault(rolls[seat][:depth], []).append(seat)
        waiting = [seat for group in tied.values() if len(group) > 1 for seat in group]
    return None


def order_of_play(rolls: Rolls, seats: Sequence[int]) -> tuple[int, ...]:
    """The seats from the highest roll down. Seats that rolled again keep their place against the others."""
    return tuple(sorted(seats, key=lambda seat: rolls[seat], reverse=True))


def odds(rolls: Rolls, seats: Sequence[int]) -> dict[tuple[int, ...], Fraction]:
    """The probability of each order of play, given the dice rolled so far.

    Seats that roll again until they differ come in every order with the same probability. So the sum goes only over the ties
    at the die that is being rolled: over the values from the highest down, each taken by some of the seats that have still to
    roll.
    """
    return _group(tuple(seats), tuple(rolls[seat] for seat in seats))


def _group(seats: tuple[int, ...], rolls: tuple[tuple[int, ...], ...]) -> dict[tuple[int, ...], Fraction]:
    """The odds of the orders of a group whose rolls are tied so far."""
    if len(seats) == 1:
        return {seats: Fraction(1)}
    if not any(rolls):
        return {order: Fraction(1, factorial(len(seats))) for order in permutations(seats)}
    known: dict[int, list[int]] = {}
    further = dict(zip(seats, rolls, strict=True))
    for seat, dice in further.items():
        if dice:
            known.setdefault(dice[0], []).append(seat)
    open_seats = tuple(seat for seat in seats if not further[seat])

    @cache
    def from_value(value: int, waiting: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
        """The odds of the orders of all seats with this value or less; ``waiting`` have still to roll."""
        if value == 0:
            return {(): Fraction(1)} if not waiting else {}
        found: dict[tuple[int, ...], Fraction] = {}
        here = known.get(value, [])
        for size in range(len(waiting) + 1):
            for taking in combinations(waiting, size):
                left = tuple(seat for seat in waiting if seat not in taking)
                behind = from_value(value - 1, left)
                group = tuple(sorted([*here, *taking]))
                ahead = _group(group, tuple(further[seat][1:] for seat in group)) if group else {(): Fraction(1)}
                weight = Fraction(1, DIE**size)
                for first, p in ahead.items():
                    for second, q in behind.items():
                        found[first + second] = found.get(first + second, Fraction(0)) + weight * p * q
        return found

    return from_value(DIE, open_seats)
