"""The definitions of all counts of a learner's record. Code that counts, or reads a record, uses the functions here or a `Record`.

- A *decision* is an action of the learner in a stage. An action that was played for the learner does not count.
- A *try* of a stage is a decision that ends it, when the answers of others are through; of an exercise, an answer. A try counts once, whatever
  is taken back and played again, and until the part is *solved*: after that its record stays as it is.
- *Solved* is a stage whose aim holds by the learner's own decisions, and an exercise with a right answer.
- *Shown* is a stage that ends with an action that was played for the learner, and an exercise whose answer was shown.
- *At the first try*: solved by one try, without a hint, and not shown.
- *Begun* is a part in which the learner has decided, answered, been refused, or asked for help.
- A decision *uses* a clause if its choices cite it, or an event that the learner sees before another player decides; orders that are sealed
  together count as one decision. A decision uses a clause once. A right answer uses the clauses of its exercise, unless the answer was shown.
- A refusal *misses* each clause that bars the action, once. A wrong answer misses the clauses of its exercise.
- Answers to an exercise that is solved use and miss the clauses that are due, and no others.
- *Mastered*, *missed* and *due* are states of a `ClauseCounts`, which follow from its uses and misses.
- *Stuck* is a learner who is there and does not get on: one clause has barred their last refusals, or their last progress is old.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from hexwidget.play import Session, Step
from hexwidget.rules import Action, Position
from hexwidget.rules.forecasting import confirming_choices

SAME = 3
"""The refusals by one clause, without a decision or an answer between them, that mean that a learner is stuck."""


def way_to(session: Session[Any], step: Step[Any]) -> list[Step[Any]]:
    """Return the steps from the start of a session to one of its steps."""
    way: list[Step[Any]] = [step]
    while (before := session.before(way[-1])) is not None:
        way.append(before)
    return way[::-1]


def ways(session: Session[Any]) -> Iterator[list[Step[Any]]]:
    """Yield the way to the last step of each line of a session."""
    gone_on = {step.parent for step in session.steps}
    yield from (way_to(session, step) for step in session.steps if step.number not in gone_on)


def is_own(step: Step[Any], learner: str) -> bool:
    """True for a step that is an action of the learner."""
    return step.action is not None and step.action.player == learner


def uses(line: Sequence[Step[Any]], learner: str, shown: Container[int] = ()) -> Iterator[tuple[int, str]]:
    """Yield the uses of clauses on a line of play, each as the number of the decision's step and the clause.

    :param shown: the numbers of steps that were played for the learner
    """
    decision, together = 0, frozenset[str]()
    for before, step in pairwise(line):
        if is_own(step, learner):
            decision, together = step.number * (step.number not in shown), before.position.to_act
            if decision:
                yield from ((decision, clause) for clause in chosen_clauses(before.position, step.action))
        elif step.action is not None and step.action.player not in together:
            decision = 0
        if decision:
            yield from ((decision, event.clause) for event in step.events if event.is_seen_by(learner))


def used_by(session: Session[Any], learner: str) -> frozenset[str]:
    """Return the clauses that a learner's actions have used up to the present step of a session, those that were played for them, too."""
    return frozenset(clause for _, clause in uses(session.line[: session.step.depth + 1], learner))


@lru_cache(maxsize=256)  # a stage is left, hinted and rehearsed by the same actions again and again
def chosen_clauses(position: Position, action: Action) -> frozenset[str]:
    """Return the clauses that the choices of an action cite."""
    chosen = confirming_choices(position, action)
    return frozenset(each.clause for each in (chosen.options if chosen else ()) if each.chosen and each.legal)


def refused_by(refusals: Sequence[str]) -> str:
    """Return the first clause that has barred each of the last refusals of a learner; empty if no clause has, or they are too few.

    :param refusals: the clauses of each, with blanks between

    >>> refused_by(["P1.5", "P1.3 P1.5", "P1.5"]), refused_by(["P1.3", "P1.5", "P1.3"])
    ('P1.5', '')
    """
    last = [each.split() for each in refusals[-SAME:]]
    return next((c for c in last[-1] if all(c in each for each in last)), "") if len(last) == SAME else ""
