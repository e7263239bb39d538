"""Things taken from heaps: payments, units that fall, cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, TypeVar

from hexwidget.rules.numbered import Numbered

T = TypeVar("T")


class Takings(Numbered[tuple[int, ...]]):
    """The ways to take a number of things from heaps of some sizes, the first heaps first.

    >>> list(Takings([2, 1, 1], 2))
    [(2, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)]
    >>> Takings([99] * 8, 99).number, Takings([99] * 8, 99)[10**9]
    (24370067800, (37, 12, 7, 15, 11, 8, 6, 3))
    """

    def __init__(self, heaps: Sequence[int], taken: int) -> None:
        self._heaps, self._taken = tuple(heaps), taken

    @cached_property
    def _ways(self) -> list[list[int]]:
        """The numbers of ways to take 0, 1, 2 and more things: from all heaps, from all but the first, and so on to none."""
        found = [[1] + [0] * self._taken]
        for size in reversed(self._heaps):
            sums = [0, *accumulate(found[-1])]
            found.append([sums[n + 1] - sums[max(0, n - size)] for n in range(self._taken + 1)])
        return found[::-1]

    @property
    def number(self) -> int:
        return self._ways[0][self._taken]

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
