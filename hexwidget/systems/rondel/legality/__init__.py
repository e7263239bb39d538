"""The objections to an action, clause by clause. Each predicate is named after what its clause says.

`moment` tells if it is time for an action, `movement`, `battle` and `conquest` judge the action itself, `integrity` judges
a position.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Finding, Rulebook, Status, Verdict
from hexwidget.systems.rondel.actions import (
    Answer,
    Battle,
    Conquer,
    EndMovement,
    EndTurn,
    Lay,
    Lose,
    Move,
    RondelAction,
    Wheel,
)
from hexwidget.systems.rondel.legality.battle import as_many_as_fall, as_many_pairs_as_allowed, like_against_like
from hexwidget.systems.rondel.legality.conquest import strong_enough
from hexwidget.systems.rondel.legality.integrity import check_position
from hexwidget.systems.rondel.legality.moment import the_moment, within_its_means
from hexwidget.systems.rondel.legality.movement import laid_once, one_action_a_unit
from hexwidget.systems.rondel.position import KINDS, RondelPosition

__all__ = ["check", "check_position", "objections"]

MOST_UNITS = 999


def check(position: RondelPosition, action: RondelAction, rulebook: Rulebook) -> Verdict:
    """The verdict on an action, with every clause that bars it.

    :raises InputError: if it is malformed
    """
    refuse_malformed(position, action)
    seat = position.players.index(action.player)
    findings = tuple(the_moment(position, action, seat)) or tuple(objections(action, position, seat))
    return Verdict(Status.ILLEGAL if findings else Status.LEGAL, findings, str(action), rulebook)


@singledispatch
def objections(action: RondelAction, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """The findings against an action whose moment has come. An action without an entry below has none."""
    return iter(())


objections.register(Wheel, within_its_means)
objections.register(Move, one_action_a_unit)
objections.register(Lay, laid_once)
objections.register(Battle, like_against_like)
objections.register(Answer, as_many_pairs_as_allowed)
objections.register(Lose, as_many_as_fall)
objections.register(Conquer, strong_enough)


def refuse_malformed(position: RondelPosition, action: RondelAction) -> None:
    """Refuse an action that speaks of things that do not exist.

    :raises InputError: listing everything that is malformed
    """
    problems = Problems()
    if not isinstance(action, (Wheel, Move, Lay, Battle, Answer, Lose, EndMovement, Conquer, EndTurn)):
        raise InputError("this action cannot be read", [Problem("", f"expected an action, not {shown(action)}")])
    names = [("player", action.player)] + ([("enemy", action.enemy)] if isinstance(action, Battle) else [])
    for where, name in names:
        if name not in position.players:
            problems.unknown(where, "player", name, position.players)
    for where in ("at", "origin", "to", "giving"):
        space = getattr(action, where, None)
        if space is not None and position.map.find(space) is None:
            problems.add(where, position.map.explain_unknown(space))
    if isinstance(action, (Move, Lay, Battle)) and action.kind not in KINDS:
        problems.unknown("unit", "unit", action.kind, KINDS)
    for where in ("wedges", "left", "pairs", "legions", "galleys"):
        value = getattr(action, where, None)
        if value is not None and (type(value) is not int or not 0 <= value <= MOST_UNITS):
            problems.add(where, f"expected a whole number, not {shown(value)}")
    losing = getattr(action, "losing", None)
    if losing is not None and not (isinstance(losing, tuple) and all(type(n) is int for n in losing)):
        problems.add("losing", f"expected actions left, a number for each unit, not {shown(losing)}")
    problems.raise_any("this action cannot be read")
