"""Sequences whose items are numbered, and made on demand: there may be more of them than memory holds. Among them are the ways to take
things from heaps: payments, units that fall, cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate, islice
from typing import Any, TypeVar

T = TypeVar("T")
MOST_OFFERED = 200
"""The most items that a desk offers one by one. Any other is typed."""


class LazySequence(Sequence[T]):
    """A sequence that may have more items than ``len`` can tell (2**63): `number_of` always can."""

    number: int
    """The number of items."""

    def __len__(self) -> int:
        return self.number

    def __bool__(self) -> bool:
        return self.number > 0


def number_of(items: Sequence[Any]) -> int:
    """The number of items of a sequence, `LazySequence` or not."""
    try:
        return len(items)
    except OverflowError:
        return items.number  # type: ignore[attr-defined, no-any-return]  # a list is never so long


def numbers_of(many: Collection[Sequence[Any]]) -> list[int]:
    """The numbers of items of some sequences."""
    try:
        return [len(items) for items in many]
    except OverflowError:
        return [number_of(items) for items in many]


def first_and(items: Sequence[T], chosen: T | None) -> list[T]:
    """The items that a desk offers: all, or the first `MOST_OFFERED`, with the one that is chosen behind them."""
    found = list(islice(items, MOST_OFFERED))
    return found if chosen is None or chosen in found else [*found, chosen]


class Pairs(LazySequence[tuple[Any, Any]]):
    """All pairs of an item of one sequence with an item of another, those of the first item first.

    >>> list(Pairs("ab", "xy"))
    [('a', 'x'), ('a', 'y'), ('b', 'x'), ('b', 'y')]
    """

    def __init__(self, first: Sequence[Any], second: Sequence[Any]) -> None:
        self._first, self._second = first, second
        self.number = number_of(first) * number_of(second)

    def __getitem__(self, n: Any) -> Any:
        one, other = divmod(range(self.number)[n], number_of(self._second))
        return self._first[one], self._second[other]


class Takings(LazySequence[tuple[int, ...]]):
    """The ways to take a number of things from heaps of some sizes, the first heaps first.

    >>> list(Takings([2, 1, 1], 2))
    [(2, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)]
    >>> Takings([99] * 8, 99).number, Takings([99] * 8, 99)[10**9]
    (24370067800, (37, 12, 7, 15, 11, 8, 6, 3))
    """

    def __init__(self, heaps: Sequence[int], taken: int) -> None:
        self._heaps, self._taken = tuple(heaps), taken
        found = [[1] + [0] * taken]
        for size in reversed(heaps):
            sums = [0, *accumulate(found[-1])]
            found.append([sums[n + 1] - sums[max(0, n - size)] for n in range(taken + 1)])
        self._ways: list[list[int]] = found[::-1]
        """The numbers of ways to take 0, 1, 2 and more things: from all heaps, from all but the first, and so on to none."""
        self.number = self._ways[0][taken]

    def __getitem__(self, n: Any) -> Any:
        n, left, found = range(self.number)[n], self._taken, list[int]()
        for heap, ways in zip(self._heaps, self._ways[1:], strict=True):
            for taken in range(min(heap, left), -1, -1):
                if n < ways[left - taken]:
                    break
                n -= ways[left - taken]
            found.append(taken)
            left -= taken
        return tuple(found)


def without(heap: tuple[T, ...], thing: T) -> tuple[T, ...]:
    """A heap without one thing. Of equal things one is taken.

    >>> without(("farmer", "oil", "farmer"), "farmer")
    ('oil', 'farmer')
    """
    at = heap.index(thing)
    return heap[:at] + heap[at + 1 :]
