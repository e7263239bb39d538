"""The objections to an action, clause by clause. Each predicate is named after what its clause says.

`moment` tells if it is time for an action; `wheel`, `movement`, `battle` and `conquest` judge the action itself,
whatever the moment; `integrity` judges a position. `remedies` looks for ways out. `silences` lists the clauses that a finding
keeps unsaid.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from hexwidget.rules import Finding
from hexwidget.systems.rondel.actions import RondelAction
from hexwidget.systems.rondel.legality.battle import as_many_as_fall, as_many_pairs_as_allowed, like_against_like
from hexwidget.systems.rondel.legality.conquest import strong_enough
from hexwidget.systems.rondel.legality.integrity import INTEGRITY
from hexwidget.systems.rondel.legality.moment import the_moment
from hexwidget.systems.rondel.legality.movement import one_action_a_unit
from hexwidget.systems.rondel.legality.wheel import bought_on_its_wedge, marker_goes_on
from hexwidget.systems.rondel.position import RondelPosition

__all__ = ["INTEGRITY", "objections", "reasons"]


def reasons(position: RondelPosition, action: RondelAction) -> Iterator[Finding]:
    """The findings against a well-formed action: on the moment, and on the action itself."""
    seat = position.players.index(action.player)
    yield from the_moment(position, action, seat)
    yield from objections(action, position, seat)


@singledispatch
def objections(action: RondelAction, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """The findings against an action itself, as if its moment had come. An action without an entry below has none."""
    return iter(())


objections.register(marker_goes_on)
objections.register(one_action_a_unit)
objections.register(like_against_like)
objections.register(as_many_pairs_as_allowed)
objections.register(as_many_as_fall)
objections.register(strong_enough)
objections.register(bought_on_its_wedge)
