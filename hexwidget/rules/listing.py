"""The legal actions of a system, listed: iterating, counting, sampling and narrowing to a draft are written once, here.

A system lists its actions in ways. A way is a function that makes an action, the first arguments of all its actions, and the last
argument of each. Most actions are only counted, so that they need not be made.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from hexwidget.rules.action import Action, LegalActions, counted
from hexwidget.rules.choices import NOTHING_CHOSEN, Draft
from hexwidget.rules.position import Position

A = TypeVar("A", bound=Action)
P = TypeVar("P", bound=Position)

Way = tuple[Callable[..., Any], tuple[Any, ...], Sequence[Any]]
"""A function, its first arguments, and the last argument of each action: ``(make, (unit,), hexes)`` stands for
``make(unit, hex)`` for each hex."""
ONCE = (None,)
"""The last arguments of a way that has one action only."""


class PlayersActions(LegalActions[A]):
    """The legal actions of a player; within a draft, those that the draft can still become.

    :param within: a draft; it can become every listed action
    """

    def __init__(self, position: Any, player: str, within: Draft | None = None) -> None:
        self.position = position
        self.player = player
        self.within: Draft = within or NOTHING_CHOSEN
        self.seat = position.players.index(player) if player in position.players else -1

    def keeps(self, action: A) -> bool:
        """True if the draft can become an action."""
        system = self.position.system
        return not self.within or system.desk.can_become(system.grammar, self.within, action)

    def __contains__(self, action: object) -> bool:
        return self._allows(self.position, self.player, action)

    def count(self) -> int:
        return counted(self)


class Listing(PlayersActions[A]):
    """Legal actions that a system lists by the ways there are to make them."""

    @abstractmethod
    def ways(self) -> Sequence[Way]:
        """All legal actions of ``self.player``; none if that player is not to act. No two of them lead to the same position, but
        for the last of several sealed ones: all are carried out at once with it, which can undo a difference."""

    def __iter__(self) -> Iterator[A]:
        narrowed = bool(self.within)
        for make, given, items in self.ways():
            for item in items:
                action = make(*given, item)
                if not narrowed or self.keeps(action):
                    yield action

    def count(self) -> int:
        if self.within:
            return super().count()
        return sum([len(items) for _, _, items in self.ways()])

    def sample(self, rng: Random) -> A:
        if self.within:
            return super().sample(rng)
        action: A = drawn(self.ways(), rng)
        return action


def drawn(ways: Sequence[Way], rng: Random) -> Any:
    """One of the actions of some ways at random, all equally likely.

    :raises LookupError: if there are none
    """
    numbers = [len(items) for _, _, items in ways]
    every = sum(numbers)
    if not every:
        raise LookupError("there is no legal action to choose from")
    n = rng.randrange(every)
    for (make, given, items), number in zip(ways, numbers, strict=True):
        if n < number:
            return make(*given, items[n])
        n -= number
    raise AssertionError  # pragma: no cover  (n is less than all of them)


class ListedByChecking(PlayersActions[A]):
    """Every action that can be said of a position and that is legal: the listing of systems whose actions are few."""

    def candidates(self) -> Iterator[A]:
        """The actions to check; by default, all that the grammar can say."""
        yield from self.position.system.grammar.every(self.position, self.player)

    def __iter__(self) -> Iterator[A]:
        system, position = self.position.system, self.position
        for action in self.candidates():
            if self.keeps(action) and system.check(position, action):
                yield action
