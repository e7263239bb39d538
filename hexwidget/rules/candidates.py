"""Candidates: the actions that are worth asking about, a line a form.

A system lists them in `RuleSystem.candidates`, and legality decides which of them are legal. The listing and the desk
(`hexwidget.rules.candidate_desk`) read this one list::

    def candidates(position, player):
        for unit in position.own_units(player):
            yield Under("unit", unit.at, orders_to(position, player, unit), f"{unit.kind} on {unit.at}", "O1.4")
        yield EndTurn(player)

    def orders_to(position, player, unit):
        yield Defend(player, unit.at)
        yield from (Build(player, unit.at, building) for building in unit.builds)
        yield Offered((Move(player, unit.at, to) for to in position.beside(unit)), which="none")

A candidate is

- an action,
- `Offered`: actions, and how a desk offers them. `Each` makes them when they are taken, which random games are faster with,
- `Under`: a choice that comes before others, such as a unit before its orders. Its findings bar every candidate under it, so they
  are judged once. The candidates under it may be a generator, which runs only if the choice is taken, or not barred.

A desk offers each candidate as an option, a barred one with its findings. The option fills the last slot of the action's draft.
It stands there once the slots before it are filled: "0203 attack blue 0304" once 0203 is chosen, the joint attack "0203+0205
attack blue 0304" once blue's unit on 0304 is chosen, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, TypeAlias

from hexwidget.rules.action import Action
from hexwidget.rules.choices import Slot
from hexwidget.rules.lazy_sequences import LazySequence, number_of, numbers_of
from hexwidget.rules.verdict import Finding


class Each(LazySequence[Any]):
    """Actions that differ in their last argument. Each is made when it is taken.

    :param make: the class of the actions, or a function that makes one
    :param given: the arguments before the last
    :param items: the last arguments

    >>> list(Each(pow, (2,), [3, 4]))  # pow(2, 3) and pow(2, 4)
    [8, 16]
    """

    def __init__(self, make: Callable[..., Any], given: tuple[Any, ...], items: Iterable[Any]) -> None:
        self._make, self._given = make, given
        self._items = items if isinstance(items, Sequence) else [*items]
        self.number = number_of(self._items)

    def __iter__(self) -> Iterator[Any]:
        return (self._make(*self._given, item) for item in self._items)

    def __getitem__(self, n: Any) -> Any:
        if isinstance(n, slice):
            return Each(self._make, self._given, self._items[n])
        return self._make(*self._given, self._items[n])


@dataclass(frozen=True, slots=True)
class Offered:
    """Actions, and how a desk offers them.

    :param clause: the clause that allows them; by default that of their form
    :param which: the actions that are options: all, those that are "legal", or "none", as a field of spaces has them
    """

    actions: Iterable[Action]
    clause: str = ""
    which: Literal["all", "legal", "none"] = "all"


@dataclass(frozen=True, slots=True)
class Under:
    """A choice that comes before others.

    :param below: the candidates under it: their drafts have its value in its slot
    :param barred: finds what bars the choice, and with it all that stands under it
    :param alone: True if the desk offers nothing of other slots beside it, once it is taken
    """

    slot: str
    value: Slot
    below: Iterable[Candidate]
    label: str
    clause: str
    barred: Callable[[], Iterable[Finding]] = tuple
    alone: bool = False


Candidate: TypeAlias = Action | Offered | Under


def actions_of(candidates: Iterable[Candidate]) -> Iterator[Any]:
    """The actions of some candidates, but for those under a choice that is barred."""
    for candidate in candidates:
        if isinstance(candidate, Action):
            yield candidate
        elif isinstance(candidate, Offered):
            yield from candidate.actions
        elif not tuple(candidate.barred()):
            yield from actions_of(candidate.below)


def in_any_order(candidates: Iterable[Candidate], rng: Random) -> Iterator[Any]:
    """The same actions in random order. An action of a sequence, such as `Each`, is made when it is its turn."""
    lists = [*_lists_of(candidates)]
    numbers = numbers_of(lists)
    swapped: dict[int, int] = {}  # Fisher and Yates, in time for the actions that are taken
    for left in range(sum(numbers) - 1, -1, -1):
        n = rng.randrange(left + 1)
        at = swapped.get(n, n)
        swapped[n] = swapped.pop(left, left)
        for actions, number in zip(lists, numbers, strict=True):
            if at < number:
                yield actions[at]
                break
            at -= number


def _lists_of(candidates: Iterable[Candidate]) -> Iterator[Sequence[Any]]:
    """The actions of some candidates as lists: those that stand alone in one."""
    alone = []
    for candidate in candidates:
        if isinstance(candidate, Action):
            alone.append(candidate)
        elif isinstance(candidate, Offered):
            yield candidate.actions if isinstance(candidate.actions, Sequence) else [*candidate.actions]
        elif not tuple(candidate.barred()):
            yield from _lists_of(candidate.below)
    yield alone
