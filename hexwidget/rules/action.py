"""Actions, and the set of those that are legal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

if TYPE_CHECKING:
    from hexwidget.rules.grammar import Form


@dataclass(frozen=True, slots=True, repr=False)
class Action:
    """Something a player does. Immutable; ``str(action)`` is the text form that the position's ``parse`` reads."""

    forms: ClassVar[tuple[Form[Any], ...]] = ()
    """The forms of this class of actions, set by the first `hexwidget.rules.grammar.Grammar` that declares them. Its text is the same in
    all grammars, the rest of a form may differ: see `hexwidget.rules.grammar.Grammar.form_of`."""

    player: str

    @property
    def form(self) -> Form[Any]:
        """The form that declares this action."""
        for form in self.forms:
            if form.writes(self):
                return form
        raise NotImplementedError(f"no grammar declares a form of {type(self).__name__}")

    @property
    def clause(self) -> str:
        """The clause that allows the action."""
        return self.form.clause

    def __str__(self) -> str:
        return self.form.write(self)

    def __repr__(self) -> str:
        return f"<{self.player}: {self}>"


A = TypeVar("A", bound=Action)

MOST_COUNTED = 100_000
"""The number at which counting stops where each action has to be made to be counted."""
MOST_EVEN = 10_000
"""The most actions among which a listing draws evenly, where each has to be made and the listing can draw otherwise, too."""
MOST_LISTED = 100_000_000
"""The most actions of a list."""


class AtLeast(int):
    """The number of things that were counted up to a bound and no further: there are so many, or more.

    >>> AtLeast(100_000) > 2_000, f"{AtLeast(100_000)} actions"
    (True, 'at least 100,000 actions')
    """

    def __str__(self) -> str:
        return f"at least {int(self):,}"

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return f"at least {int(self):{spec or ','}}"


def counted(items: Iterable[object]) -> int:
    """The number of some items: exact up to `MOST_COUNTED`, `AtLeast` as many if there are more."""
    number = sum(1 for _ in islice(items, MOST_COUNTED + 1))
    return number if number <= MOST_COUNTED else AtLeast(MOST_COUNTED)


def drawn_evenly(actions: Iterable[A], rng: Random) -> A:
    """One of some actions at random, all equally likely.

    :raises LookupError: if there is no action
    """
    chosen: A | None = None
    for n, action in enumerate(actions):  # each takes the place of those before it with the same chance
        if rng.random() * (n + 1) < 1:
            chosen = action
    if chosen is None:
        raise LookupError("there is no legal action to choose from")
    return chosen


def drawn_of_few(actions: Iterable[A], rng: Random, most: int = MOST_EVEN) -> A | None:
    """One of some actions at random, all equally likely; None if there are more than a number.

    :raises LookupError: if there is no action
    """
    following = iter(actions)
    chosen = drawn_evenly(islice(following, most), rng)
    return chosen if next(following, None) is None else None


class LegalActions(ABC, Generic[A]):
    """The legal actions of one player: lazy, as there may be many.

    Where they are a product (an order for each of six units), they may be too many to iterate: `count` and `sample` do not
    make them one by one, and ``within`` a draft there are fewer. (``len`` is for numbers of a list's size.) Iterating yields
    one canonical action for each position that can result. ``in`` accepts every legal action however it is written (any
    path, not only the canonical one).
    """

    @abstractmethod
    def __iter__(self) -> Iterator[A]: ...

    @abstractmethod
    def __contains__(self, action: object) -> bool: ...

    def some(self, most: int) -> tuple[list[A], bool]:
        """The first actions, up to a number, and True if these are all. A system may stop sooner, where more take much work to find."""
        found = list(islice(self, most + 1))
        return found[:most], len(found) <= most

    def every(self) -> Iterator[A]:
        """The actions that a desk offers: those listed, and any that the system knows beside them to lead to the same position."""
        return iter(self)

    @abstractmethod
    def count(self) -> int:
        """The number of actions that iterating would yield. It is `AtLeast` of `MOST_COUNTED` where there are more and each
        has to be made to be counted."""

    def sample(self, rng: Random) -> A:
        """One of the canonical actions at random. All are equally likely, unless they are too many to list and the system's
        listing says otherwise: a listing by checking (`ListedByChecking`) gives a `pick` where there are more than `MOST_EVEN`.
        Each is possible in any case, or another that leads to the same position.

        :raises LookupError: if there is no action
        """
        return drawn_evenly(self, rng)

    def pick(self, rng: Random) -> A:
        """A legal action at random, for games played by the thousand. It can lead to every position that a listed action leads
        to. Some may come more often than others, where equal chances would require a list of all actions; the system's
        listing says which. Defaults to `sample`.

        :raises LookupError: if there is no action
        """
        return self.sample(rng)

    def __len__(self) -> int:
        number = self.count()
        if number > MOST_LISTED:  # ``list`` reserves memory for all of them
            taken = "take some with itertools.islice, or one with .sample(rng)"
            raise OverflowError(f"{number:,} actions are too many for a list: {taken}")
        return number

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __repr__(self) -> str:
        # Without their number: counting may take long.
        return "<legal actions: iterate, in, count(), sample(rng)>"
