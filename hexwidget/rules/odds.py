"""Exact odds: distributions over whole numbers, added and compared by convolution instead of by listing every roll.

A worked example: two dice of three sides, the best of them against a third that has 1 added::

    best of two    1: 1/9   2: 3/9   3: 5/9          (sides)
    third plus 1   2: 1/3   3: 1/3   4: 1/3
    best is higher 3 > 2: 5/9 * 1/3 = 5/27;  equal  2 = 2: 1/9, 3 = 3: 5/27, in all 8/27;  lower: the other 14/27
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise, repeat
from math import prod
from operator import mul
from struct import unpack


class Odds(Mapping[int, Fraction]):
    """A distribution over whole numbers. Immutable; it counts equally likely ways, so that it is exact.

    >>> Odds.die(6)[3], (Odds.die(6) + Odds.die(6))[7], (Odds.die(6) + 2)[8]
    (Fraction(1, 6), Fraction(1, 6), Fraction(1, 6))
    """

    __slots__ = ("_low", "_ways", "total")

    def __init__(self, low: int, ways: Iterable[int]) -> None:
        self._low = low
        self._ways = tuple(ways)
        self.total: int = sum(self._ways)
        """The number of equally likely ways."""

    @classmethod
    def die(cls, sides: int) -> Odds:
        """A die, its sides numbered from 1."""
        return cls(1, (1,) * sides)

    @classmethod
    def dice(cls, number: int, sides: int) -> Odds:
        """Some dice of the same kind, added.

        The ways are the coefficients of (1 + x + ... + x^(sides - 1))^number: one power of one whole number, with so
        large a power of two for x that no coefficient runs into the next.

        >>> Odds.dice(2, 6) == Odds.die(6) + Odds.die(6)
        True
        """
        total = sides**number  # no coefficient is larger
        bits = total.bit_length()
        size = 4 if bits <= 32 else 8 if bits <= 64 else (bits + 7) // 8
        x = 1 << 8 * size
        power = ((x**sides - 1) // (x - 1)) ** number
        fields = number * (sides - 1) + 1
        data = power.to_bytes(fields * size, "little")
        odds = cls.__new__(cls)  # there is nothing to count
        odds._low, odds.total = number, total
        if size <= 8:
            odds._ways = unpack(f"<{fields}{'I' if size == 4 else 'Q'}", data)
        else:
            odds._ways = tuple(int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size))
        return odds

    @classmethod
    def certain(cls, value: int) -> Odds:
        """The distribution of a number that is certain."""
        return cls(value, (1,))

    @classmethod
    def highest(cls, several: Iterable[Odds]) -> Odds:
        """The highest of several independent numbers.

        >>> dict(Odds.highest([Odds.die(3), Odds.die(3)]))
        {1: Fraction(1, 9), 2: Fraction(1, 3), 3: Fraction(5, 9)}
        """
        parts = list(several)
        low, high = min(p._low for p in parts), max(p._low + len(p._ways) for p in parts)
        # For each part the ways to have at most low - 1, low, ...: the highest is at most n if each part is.
        at_most = [
            [*repeat(0, p._low - low + 1), *accumulate(p._ways), *repeat(p.total, high - p._low - len(p._ways))]
            for p in parts
        ]
        return cls(low, (b - a for a, b in pairwise(map(prod, zip(*at_most, strict=True)))))

    def __add__(self, other: Odds | int) -> Odds:
        """The sum with a number, or with an independent distribution."""
        if isinstance(other, int):
            return Odds(self._low + other, self._ways)
        ways = [0] * (len(self._ways) + len(other._ways) - 1)
        for a, here in enumerate(self._ways):
            for b, there in enumerate(other._ways):
                ways[a + b] += here * there
        return Odds(self._low + other._low, ways)

    def against(self, other: Odds) -> Duel:
        """The odds that this is higher than an independent distribution, equal, or lower."""
        own, others = self._ways, other._ways
        later = self._low - other._low  # how far into the other's values this one's begin
        if later < 0:
            own = own[-later:]  # what is less than all of the other's is higher than none
        below = list(accumulate(others, initial=0))
        below += repeat(other.total, later + len(self._ways) - len(others))
        higher = sum(map(mul, own, below[later:] if later > 0 else below))
        equal = sum(map(mul, own, others[later:] if later > 0 else others))
        parts = self.total * other.total
        return Duel(Fraction(higher, parts), Fraction(equal, parts), Fraction(parts - higher - equal, parts))

    def at_least(self, value: int) -> Fraction:
        """The probability of a number or more.

        >>> Odds.die(20).at_least(12)
        Fraction(9, 20)
        """
        return Fraction(sum(self._ways[max(0, value - self._low) :]), self.total)

    # ------------------------------------------------------------------ the mapping
    def __getitem__(self, value: int) -> Fraction:
        place = value - self._low
        if not 0 <= place < len(self._ways) or not self._ways[place]:
            raise KeyError(value)
        return Fraction(self._ways[place], self.total)

    def __iter__(self) -> Iterator[int]:
        return (value for value, ways in enumerate(self._ways, self._low) if ways)

    def __len__(self) -> int:
        return sum(1 for ways in self._ways if ways)

    def __repr__(self) -> str:
        return f"Odds({', '.join(f'{value}: {p}' for value, p in self.items())})"


@dataclass(frozen=True, slots=True)
class Duel:
    """The odds that one roll is higher than another, equal, or lower."""

    higher: Fraction
    equal: Fraction
    lower: Fraction

    @property
    def figures(self) -> tuple[str, ...]:
        """The odds in this order, in percent."""
        return percents((self.higher, self.equal, self.lower))


def percent(probability: Fraction) -> str:
    """A probability for people, to a tenth of a percent.

    >>> percent(Fraction(1, 3)), percent(Fraction(1)), percent(Fraction(1, 2000))
    ('33.3 %', '100 %', 'under 0.1 %')
    """
    return _percent_text(probability, round(probability * 1000))


def percents(parts: Iterable[Fraction | float]) -> tuple[str, ...]:
    """The parts of one whole for people, to a tenth of a percent. They add up to 100: the tenths that rounding down leaves over
    go to the largest remainders, and of equal ones to the largest part.

    >>> percents([Fraction(229, 400), Fraction(9, 200), Fraction(153, 400)])
    ('57.3 %', '4.5 %', '38.2 %')
    """
    listed = list(parts)
    # A float that misses a tenth by its own rounding leaves no remainder.
    exact = [round(float(part) * 1000, 6) for part in listed]
    tenths = [int(each) for each in exact]
    ranked = sorted(range(len(exact)), key=lambda n: (round(tenths[n] - exact[n], 6), -exact[n]))
    for n in ranked[: round(sum(exact)) - sum(tenths)]:
        tenths[n] += 1
    return tuple(map(_percent_text, listed, tenths))


def _percent_text(probability: Fraction | float, tenths: int) -> str:
    """A probability that is rounded to tenths of a percent."""
    if tenths == 0 and probability > 0:
        return "under 0.1 %"
    if tenths == 1000 and probability < 1:
        return "over 99.9 %"
    return f"{tenths // 10} %" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10} %"
