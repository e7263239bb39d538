"""Candidates: the actions that are worth asking about, a line a form.

A system lists them in `RuleSystem.candidates`, and legality decides which of them are legal. The listing and the desk
(`hexwidget.rules.candidatedesk`) read this one list::

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
- `Offered`: actions, and how a desk offers them,
- `Under`: a choice that comes before others, such as a unit before its orders. Its findings bar every candidate under it, so they
  are judged once. The candidates under it may be a generator, which runs only if the choice is taken, or not barred.

A desk offers each candidate as an option, a barred one with its findings. The option fills the last slot of the action's draft.
It stands there once the slots before it are filled: "0203 attack blue 0304" once 0203 is chosen, the joint attack "0203+0205
attack blue 0304" once blue's unit on 0304 is chosen, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from hexwidget.rules.action import Action
from hexwidget.rules.choices import Slot
from hexwidget.rules.verdict import Finding


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
