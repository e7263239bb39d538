"""Things taken from heaps: payments, units that fall, cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def takings(heaps: Sequence[int], number: int) -> Iterator[tuple[int, ...]]:
    """The ways to take a number of things from heaps of some sizes, the first heaps first.

    >>> list(takings([2, 1, 1], 2))
    [(2, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)]
    """
    if not heaps:
        if number == 0:
            yield ()
        return
    for n in range(min(heaps[0], number), -1, -1):
        for rest in takings(heaps[1:], number - n):
            yield (n, *rest)


def without(heap: tuple[T, ...], thing: T) -> tuple[T, ...]:
    """A heap without one thing. Of equal things one is taken.

    >>> without(("farmer", "oil", "farmer"), "farmer")
    ('oil', 'farmer')
    """
    at = heap.index(thing)
    return heap[:at] + heap[at + 1 :]
