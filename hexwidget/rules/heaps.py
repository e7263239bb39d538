"""Things taken from heaps: payments, and units that fall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


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
