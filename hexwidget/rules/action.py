"""Actions, and what counts and draws them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

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


def capped_count(items: Iterable[object]) -> int:
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
