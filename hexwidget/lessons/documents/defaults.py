"""Lessons for systems that bring none. The tutor makes a course of the scenarios, and an exercise about each clause that bars
something."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

from hexwidget.files import scenario, scenarios
from hexwidget.lessons.courses.stage import Stage, stage
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.play import Session
from hexwidget.problems import InputError
from hexwidget.rules import Action, Position, RuleSystem, Status

WITHIN = 6
"""The actions of a stage."""
MOST_STEPS = 40
"""The most decisions of a random game that are looked at."""
OFFERED = 2_000
"""The most actions that the grammar is asked for at a position."""
JUDGED = 80
"""The most of them that are judged, and the most that were legal earlier in the game."""
LEGAL = 12
"""The most legal actions of a position that are judged again later."""


def course_of(system: RuleSystem[Any, Any]) -> tuple[Stage, ...]:
    """Return a stage for each scenario of a system: a few actions of the game, with the tutor's callouts and mild opponents."""
    aim = f"Play {WITHIN} actions of the game."
    return tuple(stage(each, aim, id=name, title=each.title, within=WITHIN) for name, each in _scenarios(system))


@lru_cache(maxsize=32)
def exercises_of(system: RuleSystem[Any, Any]) -> tuple[Exercise, ...]:
    """Return an exercise for each clause that bars an action in a random game: which clause says no? Actions that few clauses
    bar are the best."""
    best: dict[str, tuple[int, Position, Action]] = {}
    earlier: list[Action] = []
    wanted = [clause for clause in system.rulebook if clause in system.barring]
    rng = Random(system.name)
    for position in _random_positions(system):
        if all(best.get(clause, (2,))[0] == 1 for clause in wanted):
            break
        for action in [*_offered_actions(position, rng), *rng.sample(earlier, min(JUDGED, len(earlier)))]:
            try:
                verdict = position.check(action)
            except InputError:  # it names what is no longer there
                continue
            for clause in verdict.clauses if verdict.status is Status.ILLEGAL else ():
                if len(verdict.clauses) < best.get(clause, (len(wanted) + 1,))[0]:
                    best[clause] = (len(verdict.clauses), position, action)
        earlier += position.legal_actions().some(LEGAL)[0]
    made: list[Exercise] = []
    for clause in wanted:
        if clause in best:
            _, position, action = best[clause]
            ask = {"action": f"{action.player}: {action}"}
            # The title of the clause would tell the answer.
            made.append(Exercise(f"which-{clause}", f"Refused {len(made) + 1}", "which", position, ask, (clause,)))
    return tuple(made)


def _scenarios(system: RuleSystem[Any, Any]) -> list[tuple[str, Any]]:
    names = [name for name in scenarios() if name.partition("/")[0] == system.name]
    return [(name, scenario(name)) for name in names]


def _random_positions(system: RuleSystem[Any, Any]) -> Iterator[Position]:
    """Yield the positions of a random game from each scenario in which a player decides."""
    for name, found in _scenarios(system):
        session, rng = Session(found.position, seed=1), Random(name)
        for _ in range(MOST_STEPS):
            position = session.position
            if not set(position.to_act) & set(position.players):
                break
            yield position
            session.play(position.legal_actions().pick(rng))


def _offered_actions(position: Position, rng: Random) -> list[Action]:
    """Return some of the actions that the grammar offers the player to act, legal or not."""
    found = position.system.grammar.first(position, position.system.acting(position), OFFERED)
    return rng.sample(found, min(JUDGED, len(found)))
