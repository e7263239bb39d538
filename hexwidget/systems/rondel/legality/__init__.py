"""The objections to an action, clause by clause. Each predicate is named after what its clause says.

`moment` tells if it is time for an action; `wheel`, `movement`, `battle` and `conquest` judge the action itself, whatever the
moment; `integrity` judges a position. `remedies`, `other_units`, `other_battles` and `other_conquests` look for ways out.
`silences` lists the clauses that a finding keeps unsaid.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from hexwidget.rules import Finding, Rulebook, Verdict, judged
from hexwidget.systems.rondel.actions import (
    GRAMMAR,
    Answer,
    Battle,
    Conquer,
    Lay,
    Lose,
    Move,
    RondelAction,
    Wheel,
)
from hexwidget.systems.rondel.legality.battle import as_many_as_fall, as_many_pairs_as_allowed, like_against_like
from hexwidget.systems.rondel.legality.conquest import strong_enough
from hexwidget.systems.rondel.legality.integrity import check_position
from hexwidget.systems.rondel.legality.moment import the_moment
from hexwidget.systems.rondel.legality.movement import laid_once, one_action_a_unit
from hexwidget.systems.rondel.legality.wheel import within_its_means
from hexwidget.systems.rondel.position import RondelPosition

__all__ = ["check", "check_position", "objections"]


def check(position: RondelPosition, action: RondelAction, rulebook: Rulebook) -> Verdict:
    """The verdict on an action, with every clause that bars it.

    :raises InputError: if it is malformed
    """
    seat = GRAMMAR.check(position, action)
    findings = (*the_moment(position, action, seat), *objections(action, position, seat))
    return judged(position, action, findings, rulebook)


@singledispatch
def objections(action: RondelAction, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """The findings against an action itself, as if its moment had come. An action without an entry below has none."""
    return iter(())


objections.register(Wheel, within_its_means)
objections.register(Move, one_action_a_unit)
objections.register(Lay, laid_once)
objections.register(Battle, like_against_like)
objections.register(Answer, as_many_pairs_as_allowed)
objections.register(Lose, as_many_as_fall)
objections.register(Conquer, strong_enough)
