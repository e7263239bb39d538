"""Sequences whose items are numbered, and made on demand. There may be more of them than memory holds."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from itertools import islice
from typing import Any, TypeVar

T = TypeVar("T")
MOST_OFFERED = 200
"""The most items that a desk offers one by one. Any other is typed."""


class Numbered(Sequence[T]):
    """A sequence that may have more items than ``len`` can tell (2**63): `number_of` always can."""

    @property
    @abstractmethod
    def number(self) -> int:
        """The number of items."""

    def __len__(self) -> int:
        return self.number

    def __bool__(self) -> bool:
        return self.number > 0


def number_of(items: Sequence[Any]) -> int:
    """The number of items of a sequence, `Numbered` or not."""
    try:
        return len(items)
    except OverflowError:
        return items.number  # type: ignore[attr-defined, no-any-return]  # a list is never so long


def first_and(items: Sequence[T], chosen: T | None) -> list[T]:
    """The items that a desk offers: all, or the first `MOST_OFFERED`, with the one that is chosen behind them."""
    found = list(islice(items, MOST_OFFERED))
    return found if chosen is None or chosen in found else [*found, chosen]


class Pairs(Numbered[tuple[Any, Any]]):
    """All pairs of an item of one sequence with an item of another, those of the first item first.

    >>> list(Pairs("ab", "xy"))
    [('a', 'x'), ('a', 'y'), ('b', 'x'), ('b', 'y')]
    """

    def __init__(self, first: Sequence[Any], second: Sequence[Any]) -> None:
        self._first, self._second = first, second

    @property
    def number(self) -> int:
        return number_of(self._first) * number_of(self._second)

    def __getitem__(self, n: Any) -> Any:
        one, other = divmod(range(self.number)[n], number_of(self._second))
        return self._first[one], self._second[other]
