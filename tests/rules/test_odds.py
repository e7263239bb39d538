"""Exact odds equal what listing every roll gives."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwidget.rules.odds import Duel, Odds, percent

weights = st.lists(st.integers(0, 5), min_size=1, max_size=6).filter(any)
some_odds = st.builds(Odds, st.integers(-5, 5), weights)


def listed(*several: Odds) -> list[tuple[tuple[int, ...], Fraction]]:
    found = []
    for values in product(*several):
        p = Fraction(1)
        for odds, value in zip(several, values, strict=True):
            p *= odds[value]
        found.append((values, p))
    return found


@given(some_odds, some_odds)
def test_sums_and_comparisons(a: Odds, b: Odds) -> None:
    sums: Counter[int] = Counter()
    duel = Counter({"higher": Fraction(0), "equal": Fraction(0), "lower": Fraction(0)})
    for (x, y), p in listed(a, b):
        sums[x + y] += p
        duel["higher" if x > y else "equal" if x == y else "lower"] += p
    assert dict(a + b) == sums
    assert a.against(b) == Duel(duel["higher"], duel["equal"], duel["lower"])


@pytest.mark.parametrize(("number", "sides"), [(0, 6), (1, 1), (3, 6), (10, 6), (13, 6), (25, 6), (40, 20)])
def test_dice_added_at_once_are_dice_added_one_by_one(number: int, sides: int) -> None:
    one_by_one = Odds.certain(0)
    for _ in range(number):
        one_by_one += Odds.die(sides)
    assert Odds.dice(number, sides) == one_by_one


@given(st.lists(some_odds, min_size=1, max_size=3))
def test_the_highest(several: list[Odds]) -> None:
    best: Counter[int] = Counter()
    for values, p in listed(*several):
        best[max(values)] += p
    assert dict(Odds.highest(several)) == best


@given(some_odds, st.integers(-12, 12))
def test_at_least(odds: Odds, value: int) -> None:
    assert odds.at_least(value) == sum((p for v, p in odds.items() if v >= value), Fraction(0))
    assert sum(odds.values()) == 1


def test_what_cannot_come_is_not_in_it() -> None:
    odds = Odds(3, (1, 0, 1))
    assert list(odds) == [3, 5]
    assert len(odds) == 2
    assert 4 not in odds
    with pytest.raises(KeyError):
        odds[9]
    assert str(Odds.certain(2)) == "Odds(2: 1)"
    assert percent(Fraction(1999, 2000)) == "over 99.9 %"
