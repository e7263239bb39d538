"""Sure ways: from a step of a stage's game the stage's way leads to the aim, whatever others answer.

The way is rehearsed against each answer that others can give first, and against random ones after it, with the stage's dice.
All decisions of others at the same time as the last action are played out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from hexwidget.english import listing, worded
from hexwidget.explore.opponents import Opponents
from hexwidget.lessons.courses.hints import Hint, on_the_way, way_left
from hexwidget.lessons.courses.stage import Stage, decisions
from hexwidget.lessons.proofs.claims import PendingAction
from hexwidget.lessons.proofs.prover import replay_way
from hexwidget.lessons.proofs.simultaneous_claims import at_once
from hexwidget.play import Session, Step
from hexwidget.rules import Action, Position
from hexwidget.rules.position import of_the_last

REHEARSALS = 16
"""The least rehearsals of a way."""
MOST_ANSWERS = 100
"""The most first answers that are all rehearsed; of more, as many are drawn as there are rehearsals."""
MOST_JUDGED = 200
"""The most last actions of a stage whose judgements are cached."""


class _Answering:
    """An opponent whose first answer is the one with a number, and who answers at random afterwards."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.answers = 0
        """The number of first answers; 0 before it is asked."""

    def __call__(self, position: Position, player: str, rng: Random) -> Action:
        if not self.answers:
            found, whole = position.legal_actions(player).some(MOST_ANSWERS)
            self.answers = len(found) if whole else MOST_ANSWERS + 1
            if whole:
                answer: Action = found[self.number % len(found)]
                return answer
        drawn: Action = position.system.lookahead.draw(position, player, Random(f"{self.number} {rng.random()}"))
        return drawn


def is_sure(stage: Stage, session: Session[Any], introduced: frozenset[str]) -> bool:
    """Return True if the stage's way leads from the present step of a session to the aim, whatever others answer.

    :param introduced: the clauses that the learner has met: mild opponents heed them
    """
    action, rest = on_the_way(stage, session), way_left(stage, session)[1:]
    if action is None or not stage.goal:
        return action is not None
    moment = PendingAction(stage, session, action)
    met: tuple[Callable[[str], bool], ...] = introduced.__contains__, lambda clause: True
    if any(replay_way(moment, rest, partial(stage.seated, is_introduced=each)) is None for each in met):
        return False
    judged = _judged_actions(stage)

    def is_last_sure(position: Position, done: Action) -> bool:
        """True if the aim is reached, up to dice, whatever others decide at the same time as the last action."""
        found = judged.get((position, done))
        if found is None:
            if len(judged) >= MOST_JUDGED:
                judged.clear()
            *_, ends = at_once(position, done)
            lasting = [each for each in stage.goal if "event" not in each]
            found = judged[position, done] = not any(end.open(lasting) for _, end in ends)
        return found

    number, least = 0, REHEARSALS if stage.opponents else 0
    while number < least:
        others = {name: _Answering(number) for name in stage.opponents}
        if replay_way(moment, rest, partial(Opponents, policies=others), is_last_sure) is None:
            return False
        ways = [each.answers for each in others.values() if each.answers <= MOST_ANSWERS]
        number, least = number + 1, max([least, *ways])
    return True


@of_the_last(50)
def _judged_actions(stage: Stage) -> dict[tuple[Position, Action], bool]:
    """The last actions of a stage that were judged, with the positions before them: a game of another rehearsal comes there again."""
    return {}


def last_sure(stage: Stage, session: Session[Any], introduced: frozenset[str]) -> tuple[int, Step[Any]] | None:
    """Return the last decision of the learner from which a sure way is known: the number of actions that lie after it, and its
    step. None without one."""
    for number, before in enumerate(reversed(decisions(session, stage.learner)), start=1):
        if is_sure(stage, session.at(before.number), introduced):
            return number, before
    return None


def guess(stage: Stage, session: Session[Any], hint: Hint, introduced: frozenset[str]) -> str:
    """Return the sentence about a hint that is no sure way, with the way back to a sure one; empty for a sure hint."""
    if not stage.way or (not hint.astray and is_sure(stage, session, introduced)):
        return ""
    told = (
        "From here this looks best." if hint.astray else "This is a good way, though an answer of {others} may bar it."
    )
    found = last_sure(stage, session, introduced)
    back = "" if found is None else f" {worded('For a sure way, take back {n:action}.', n=found[0])}"
    return worded(told, others=listing(sorted(stage.opponents))) + back
