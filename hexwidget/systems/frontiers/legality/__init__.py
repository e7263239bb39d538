"""The predicates that bar an action, each named after what its clause says.

- `timing`: the game goes on, and it is the player's moment for such an action
- `cards`: cards come from the hand, are paid and aimed; triggers
- `units`: committing, assigning damage, taking positions
- `integrity`: the clauses that no position may break
- `remedies`: actions that are legal instead, or that make the action legal
"""

from __future__ import annotations

from functools import singledispatch

from hexwidget.rules import Observation, Silence, Status, Verdict, judged, seen
from hexwidget.systems.frontiers.actions import GRAMMAR, FrontiersAction, Play
from hexwidget.systems.frontiers.legality import cards, units
from hexwidget.systems.frontiers.legality.integrity import INTEGRITY
from hexwidget.systems.frontiers.legality.timing import Findings, untimely
from hexwidget.systems.frontiers.position import FrontiersPosition

__all__ = ["INTEGRITY", "SILENCES", "check", "objections"]


def check(position: FrontiersPosition | Observation[FrontiersPosition], action: FrontiersAction) -> Verdict:
    """Return the verdict on an action, with every clause that bars it.

    :raises InputError: if it is malformed
    """
    whole = seen(position)
    seat, rulebook = GRAMMAR.check(whole, action), whole.system.rulebook
    findings = (*untimely(action, whole, seat), *objections(action, whole, seat))
    if isinstance(action, Play) and not findings and action.card not in whole.hands[seat]:
        return Verdict(Status.UNKNOWN, (cards.not_seen(whole, action.card, seat),), str(action), rulebook)
    return judged(whole, action, findings, rulebook)


@singledispatch
def objections(action: FrontiersAction, position: FrontiersPosition, seat: int) -> Findings:
    """The findings against an action, apart from its moment. Nothing else bars passing, or choosing a draw."""
    return iter(())


objections.register(cards.from_the_hand_paid_and_aimed)
objections.register(cards.own_triggers)
objections.register(units.once_a_round_and_ready)
objections.register(units.whole_points_to_units_there)
objections.register(units.winners_take_positions)

NO_TURNS = "The phase has no turns."
OVER = "There are no turns when the game is over."

SILENCES: tuple[Silence, ...] = (
    Silence("F1.3", "over", ("F2.4",), OVER),
    Silence("F7.2", "over", ("F2.4",), OVER),
    Silence("F5.1", "other_phase", ("F2.4",), NO_TURNS),
    Silence("F6.1", "other_phase", ("F2.4",), NO_TURNS),
    Silence("F2.5", "other_phase", ("F2.4",), NO_TURNS),
    Silence("F5.1", "nothing", ("F5.5",), "There is no damage to split, or no enemy unit to split it among."),
    Silence("F6.1", "no_win", ("F6.3",), "There is no combat whose winner has still to take a position."),
    Silence("F2.7", "no_such_trigger", ("F8.1",), "There is no trigger to be aimed."),
)
"""The findings that keep other clauses unsaid."""
