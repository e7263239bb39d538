"""The objections to an action, clause by clause. Each predicate is named after what its clause says.

`timing` tells if it is time for an action; `wheel`, `movement`, `battle` and `conquest` judge the action itself,
whatever the moment; `integrity` judges a position. `remedies` looks for ways out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from hexwidget.rules import Finding, Silence
from hexwidget.systems.rondel.actions import RondelAction
from hexwidget.systems.rondel.legality.battle import as_many_as_fall, as_many_pairs_as_allowed, like_against_like
from hexwidget.systems.rondel.legality.conquest import strong_enough
from hexwidget.systems.rondel.legality.integrity import INTEGRITY
from hexwidget.systems.rondel.legality.movement import one_action_a_unit
from hexwidget.systems.rondel.legality.timing import the_moment
from hexwidget.systems.rondel.legality.wheel import bought_on_its_wedge, marker_goes_on
from hexwidget.systems.rondel.position import RondelPosition

__all__ = ["INTEGRITY", "SILENCES", "objections", "reasons"]


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

_NO_CITY = "There is no foreign city, and so no price to be paid for it."
_NOT_BUILT = "With wheel='maneuver' there are no stores, prices and yields, and no bank of temples."
_NO_BATTLE = "There is no battle in which pairs of units could fall."
SILENCES: tuple[Silence, ...] = (
    Silence("R5.2", "no_maneuver", ("R1.1",), "There is no maneuver that could be in the wrong phase."),
    Silence("R5.2", "no_wedge", ("R1.1",), "There is no maneuver that could be in the wrong phase."),
    Silence("R5.2", "maneuver_only", ("R6.2", "R6.3", "R6.4", "R6.5"), _NOT_BUILT),
    Silence("R5.1", "wedges", ("R5.4",), "There is no such move of the marker, and so no price for it."),
    Silence("R1.1", "no_foreign_city", ("R4.1", "R4.2", "R4.5"), _NO_CITY),
    Silence("R1.5", "no_unit", ("R1.2", "R1.3", "R2.4"), "There is no unit that could have actions left, or lie."),
    Silence("R1.2", "no_such_unit", ("R2.4",), "There is no such unit that could lie."),
    Silence("R1.3", "no_such_unit", ("R2.4",), "There is no such unit that could lie."),
    Silence("R3.1", "itself", ("R3.2", "R3.5"), "There is no enemy that could have units."),
    Silence("R3.2", "no_pair", ("R3.5",), _NO_BATTLE),
    Silence("R3.6", "asked", ("R3.5",), _NO_BATTLE),
    Silence("R3.6", "not_asked", ("R3.5",), _NO_BATTLE),
)
"""All findings of `rondel` that keep clauses unsaid."""
