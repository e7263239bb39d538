"""Chance: one die, card or draw at a time, its outcomes with their exact probabilities.

A position whose ``to_act`` is `CHANCE` waits for a `ChanceOutcome` of its `ChanceNode`. Which one it
gets is not the rules' business: a session proposes, a person may set it by hand, a search weighs them all.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from hashlib import shake_256
from itertools import accumulate, count
from math import lcm
from random import Random

from hexwidget.languages import language

CHANCE: frozenset[str] = frozenset({"chance:"})
"""``to_act`` of a position that waits for chance. No player has this name: names hold no colon."""
TERMINAL: frozenset[str] = frozenset()
"""``to_act`` of a position at the end of the game."""


@dataclass(frozen=True, slots=True)
class ChanceOutcome:
    """The outcome of a chance node: ``value`` of ``source``."""

    source: str
    value: str

    def __str__(self) -> str:
        return f"{self.source}: {self.value}"


@dataclass(frozen=True, slots=True)
class ChanceNode:
    """Something that chance decides: ``source`` names the die, deck or bag; ``outcomes`` pairs each value with its probability
    (they add up to 1). ``clause`` is the one that asks for it; ``label`` is the source in words, by default as ``source`` has it.
    ``opening``: True if it opens something new, such as a game turn: all actions before it have come to their results.
    ``words``: the values in words, in their order; empty: they are words already.

    >>> die = ChanceNode("die", tuple((str(n), Fraction(1, 6)) for n in range(1, 7)), "O1.2")
    >>> die.probability("3"), die.probability("7")
    (Fraction(1, 6), Fraction(0, 1))
    >>> die.propose(seed=1, n=0) == die.propose(seed=1, n=0)
    True
    """

    source: str
    outcomes: tuple[tuple[str, Fraction], ...]
    clause: str
    label: str = ""
    opening: bool = False
    words: tuple[str, ...] = field(default=(), compare=False, repr=False)
    _ends: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The cumulative numbers of equal parts, as many as make all probabilities whole."""

    def __post_init__(self) -> None:
        # In whole parts, as adding fractions takes much longer.
        ratios = [p.as_integer_ratio() for _, p in self.outcomes]
        parts = lcm(*[denominator for _, denominator in ratios])
        shares = [numerator * (parts // denominator) for numerator, denominator in ratios]
        if sum(shares) != parts or min(shares, default=0) <= 0:
            raise ValueError(f"the probabilities of {self.source} are not positive or do not add up to 1")
        object.__setattr__(self, "_ends", tuple(accumulate(shares)))
        object.__setattr__(self, "label", self.label or self.source)

    def __iter__(self) -> Iterator[ChanceOutcome]:
        """The outcomes that can come."""
        return (ChanceOutcome(self.source, value) for value, _ in self.outcomes)

    def __contains__(self, outcome: object) -> bool:
        if not isinstance(outcome, ChanceOutcome) or outcome.source != self.source:
            return False
        return any(value == outcome.value for value, _ in self.outcomes)

    def probability(self, outcome: ChanceOutcome | str) -> Fraction:
        """The probability of an outcome or value; 0 if it cannot come."""
        value = outcome.value if isinstance(outcome, ChanceOutcome) else outcome
        return next((p for v, p in self.outcomes if v == value), Fraction(0))

    def in_words(self, value: str) -> str:
        """A value as a person reads it."""
        values = [value for value, _ in self.outcomes]
        return self.words[values.index(value)] if self.words and value in values else value

    @property
    def probabilities(self) -> Mapping[str, Fraction]:
        """All values with their probability."""
        return dict(self.outcomes)

    def sample(self, rng: Random) -> ChanceOutcome:
        """One of the outcomes, each with its probability, exactly."""
        return self._at(rng.randrange(self._ends[-1]))

    def propose(self, seed: int, n: int) -> ChanceOutcome:
        """The outcome that a seed gives to the n-th draw (counted from 0) of this source: it depends on nothing else, and is
        the same in every version and on every machine."""
        parts = self._ends[-1]
        bits = parts.bit_length()
        for attempt in count():  # numbers beyond the last part are left out, so that all parts are equally likely
            text = f"{seed} {self.source} {n} {attempt}"
            drawn = int.from_bytes(shake_256(text.encode()).digest((bits + 7) // 8), "big") & ((1 << bits) - 1)
            if drawn < parts:
                return self._at(drawn)
        raise AssertionError  # pragma: no cover  (count has no end)

    def _at(self, part: int) -> ChanceOutcome:
        return ChanceOutcome(self.source, self.outcomes[bisect_right(self._ends, part)][0])


@lru_cache(maxsize=1024)
def die(source: str, sides: int, clause: str, label: str = "", *, opening: bool = False) -> ChanceNode:
    """A fair die with sides from 1 to ``sides``; the other parameters are those of `ChanceNode`.

    >>> die("the die", 6, "O1.2").probability("3")
    Fraction(1, 6)
    """
    numbers = tuple((str(n), Fraction(1, sides)) for n in range(1, sides + 1))
    return ChanceNode(source, numbers, clause, label, opening)


def draw(
    source: str, cards: tuple[str, ...], clause: str, label: str = "", in_words: Callable[[str], str] = str
) -> ChanceNode:
    """A draw from a shuffled deck, each of its cards equally likely. Of a deck in a fixed order, give the top card alone.

    >>> draw("the deck", ("king", "queen", "queen"), "K1").probabilities
    {'king': Fraction(1, 3), 'queen': Fraction(2, 3)}

    :param in_words: a card in words
    """
    return _draw(source, cards, clause, label, in_words, language())


@lru_cache(maxsize=4096)
def _draw(
    source: str, cards: tuple[str, ...], clause: str, label: str, in_words: Callable[[str], str], _: str
) -> ChanceNode:
    """A draw, kept for each language, as it holds words."""
    kinds = tuple([(card, _share(number, len(cards))) for card, number in sorted(Counter(cards).items())])
    return ChanceNode(source, kinds, clause, label, words=tuple([in_words(card) for card, _ in kinds]))


_share = lru_cache(maxsize=1024)(Fraction)
