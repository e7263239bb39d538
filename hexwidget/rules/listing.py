"""The legal actions of a system, listed: iterating, counting, sampling and narrowing to a draft are written once, here.

A system lists its actions in batches. Most actions are only counted, so that they need not be made.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, Generic, TypeVar

from hexwidget.problems import InputError
from hexwidget.rules.action import MOST_COUNTED, MOST_LISTED, Action, AtLeast, capped_count, drawn_evenly, drawn_of_few
from hexwidget.rules.candidates import Candidate, actions_of, in_any_order
from hexwidget.rules.choices import NOTHING_CHOSEN, Draft
from hexwidget.rules.lazy_sequences import number_of, numbers_of
from hexwidget.rules.position import Position

A = TypeVar("A", bound=Action)
P = TypeVar("P", bound=Position)

Batch = tuple[Callable[..., Any], tuple[Any, ...], Sequence[Any]]
"""``(make, args, items)`` stands for ``make(*args, item)`` for each item: ``(make, (unit,), hexes)`` for a unit's action on
each of some hexes. Most actions are counted, not made: where there are very many items, they are `LazySequence`."""


def spread(make: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function like ``make`` for batches whose items are tuples: each holds the last arguments."""
    return lambda *given: make(*given[:-1], *given[-1])


class LegalActions(ABC, Generic[A]):
    """The legal actions of one player: lazy, as there may be many.

    Where they are a product (an order for each of six units), they may be too many to iterate: `count` and `sample` do not
    make them one by one, and ``within`` a draft there are fewer. (``len`` is for numbers of a list's size.) Iterating yields
    one canonical action for each position that can result. ``in`` accepts every legal action however it is written (any
    path, not only the canonical one).

    :param within: a draft: the actions are those that it can still become; it can become every listed one
    """

    def __init__(self, position: Any, player: str, within: Draft | None = None) -> None:
        self.position = position
        self.player = player
        self.within: Draft = within or NOTHING_CHOSEN
        self.seat = position.players.index(player) if player in position.players else -1

    @abstractmethod
    def __iter__(self) -> Iterator[A]: ...

    def __contains__(self, action: object) -> bool:
        """True if an action, or its text, is a legal one of the player's; False if it cannot be read."""
        try:
            found = self.position.parse(action) if isinstance(action, str) else action
            return isinstance(found, Action) and found.player == self.player and bool(self.position.check(found))
        except InputError:
            return False

    def keeps(self, action: A) -> bool:
        """True if the draft can become an action."""
        system = self.position.system
        return not self.within or system.desk.can_become(system.grammar, self.within, action)

    def some(self, most: int) -> tuple[list[A], bool]:
        """The first actions, up to a number, and True if these are all. A system may stop sooner, where more take much work to find."""
        found = list(islice(self, most + 1))
        return found[:most], len(found) <= most

    def every(self) -> Iterator[A]:
        """The actions that a desk offers: those listed, and any that the system knows beside them to lead to the same position."""
        return iter(self)

    def count(self) -> int:
        """The number of actions that iterating would yield. It is `AtLeast` of `MOST_COUNTED` where there are more and each
        has to be made to be counted."""
        return capped_count(self)

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


class Listing(LegalActions[A]):
    """Legal actions that a system lists in batches."""

    @abstractmethod
    def batches(self) -> Sequence[Batch]:
        """All legal actions of ``self.player``; none if that player is not to act. No two of them lead to the same position, but
        for the last of several sealed ones: all are carried out at once with it, which can undo a difference."""

    def __iter__(self) -> Iterator[A]:
        narrowed = bool(self.within)
        for make, given, items in self.batches():
            for item in items:
                action = make(*given, item)
                if not narrowed or self.keeps(action):
                    yield action

    def count(self) -> int:
        return super().count() if self.within else sum(numbers_of([items for _, _, items in self.batches()]))

    def sample(self, rng: Random) -> A:
        if self.within:
            return super().sample(rng)
        action: A = random_item(self.batches(), rng)
        return action


def random_item(batches: Sequence[Batch], rng: Random) -> Any:
    """One of the actions of some batches at random, all equally likely.

    :raises LookupError: if there are no actions
    """
    if len(batches) == 1:  # most systems of others have one
        ((make, given, items),) = batches
        if number := number_of(items):
            return make(*given, items[rng.randrange(number)])
    numbers = numbers_of([items for _, _, items in batches])
    every = sum(numbers)
    if not every:
        raise LookupError("there is no legal action to choose from")
    n = rng.randrange(every)
    for (make, given, items), number in zip(batches, numbers, strict=True):
        if n < number:
            return make(*given, items[n])
        n -= number
    raise AssertionError  # pragma: no cover  (n is less than all of them)


class ListedByChecking(LegalActions[A]):
    """The candidates of a player that are legal: the listing of systems whose actions are few.

    Of several actions that lead to the same position, the first is listed. A system that hides things keeps them all: leaving
    one out would tell a secret.
    """

    _counted: tuple[A, ...] | None = None

    def candidates(self) -> Iterable[Candidate]:
        """The actions to check: by default, those that the system lists in `RuleSystem.candidates`."""
        return self.position.system.candidates(self.position, self.player) if self.seat >= 0 else ()

    def __iter__(self) -> Iterator[A]:
        yield from self._different() if self._counted is None else self._counted

    def count(self) -> int:
        # ``list`` asks for the number before it takes the first action.
        found = tuple(islice(self, MOST_COUNTED + 1))
        if len(found) > MOST_COUNTED:
            return AtLeast(MOST_COUNTED)
        self._counted = found
        return len(found)

    def _different(self) -> Iterator[A]:
        system, seen = self.position.system, set[Any]()
        if system.hides or len(self.position.to_act) > 1:
            yield from self.every()
            return
        for action in self.every():
            try:
                after = system.advance(self.position, action)
            except Exception:  # an error of the author's, which is told when the action is done
                after = action
            if after not in seen:
                seen.add(after)
                yield action

    def every(self) -> Iterator[A]:
        system, position = self.position.system, self.position
        for action in actions_of(self.candidates()):
            if self.keeps(action) and system.check(position, action):
                yield action

    def sample(self, rng: Random) -> A:
        """One of the actions at random, all equally likely if there are at most `MOST_EVEN`; of more a `pick`."""
        found = drawn_of_few(self, rng)
        return self.pick(rng) if found is None else found

    def pick(self, rng: Random) -> A:
        """A legal action at random: the candidates are checked in random order, up to the first that is legal. An action that leads
        to the same position as another makes that position likelier."""
        system, position = self.position.system, self.position
        for action in in_any_order(self.candidates(), rng):
            if self.keeps(action) and system.check(position, action):
                found: A = action
                return found
        raise LookupError("there is no legal action to choose from")
