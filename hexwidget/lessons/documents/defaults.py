"""Lessons for systems that bring none. The tutor makes a course of the scenarios, and an exercise about each clause that bars
something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
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
MOST_STEPS = 20
"""The most decisions of a random game that are looked at."""
OFFERED = 2_000
"""The most actions that the grammar is asked for at a position."""
JUDGED = 120
"""The most of them that are judged, and the most that were legal earlier in the game."""
LEGAL = 12
"""The most legal actions of a position that are judged again later, and that others are compared with."""
MOST_APART = (9, 9)
"""More than the parts in which actions of a form differ."""
PLAUSIBLE = (1, False, 1, 1)
"""One thing is wrong with an action, its player decides, and it differs from a legal one in the last part alone."""


def course_of(system: RuleSystem[Any, Any]) -> tuple[Stage, ...]:
    """Return a stage for each scenario of a system: a few actions of the game, with the tutor's callouts and mild opponents."""
    aim = f"Play {WITHIN} actions of the game."
    return tuple(stage(each, aim, id=name, title=each.title, within=WITHIN) for name, each in _scenarios(system))


@lru_cache(maxsize=32)
def exercises_of(system: RuleSystem[Any, Any]) -> tuple[Exercise, ...]:
    """Return an exercise for each clause that bars an action in random games: which clause says no? One clause alone
    bars it. Actions that one thing bars are the best, and of these the ones most like a legal action: somebody might try them."""
    best: dict[str, tuple[tuple[int, ...], Position, Action]] = {}
    earlier: list[Action] = []
    wanted = [clause for clause in system.rulebook if clause in system.barring]
    worst, rng = ((99,),), Random(system.name)
    for position in _random_positions(system):
        if all(best.get(clause, worst)[0] <= PLAUSIBLE for clause in wanted):
            break
        listed = position.legal_actions().some(JUDGED)[0]
        legal = rng.sample(listed, min(LEGAL, len(listed)))
        for action in [*_offered_actions(position, rng), *rng.sample(earlier, min(JUDGED, len(earlier)))]:
            try:
                verdict = position.check(action)
            except InputError:  # it names what is no longer there
                continue
            if verdict.status is Status.ILLEGAL and len(verdict.clauses) == 1:
                idle = action.player not in position.to_act
                rank = len(verdict.findings), idle, *min([_apart(action, other) for other in legal], default=MOST_APART)
                if rank < best.get(verdict.clauses[0], worst)[0]:
                    best[verdict.clauses[0]] = (rank, position, action)
        earlier += legal
    made: list[Exercise] = []
    for clause in wanted:
        if clause in best:
            _, position, action = best[clause]
            ask = {"action": f"{action.player}: {action}"}
            names = {*position.map.names(), *[piece.id for piece in position.scene().pieces]}
            parts = [part for part in _parts(action)[1:] if isinstance(part, str) and part in names]
            # The title of the clause, or a part of it, would tell the answer.
            title = f"{action.player.capitalize()}: {', '.join(parts) or len(made) + 1}"
            made.append(Exercise(f"which-{clause}", title, "which", position, ask, (clause,)))
    return tuple(made)


def _parts(action: Action) -> list[Any]:
    return [getattr(action, each.name) for each in fields(action)]


def _apart(action: Action, other: Action) -> tuple[int, int]:
    """The number of parts in which two actions of a form differ, and how many come behind the first of them: a target is mistaken more
    often than the piece."""
    if type(action) is not type(other):
        return MOST_APART
    differ = [a != b for a, b in zip(_parts(action), _parts(other), strict=True)]
    return sum(differ), len(differ) - differ.index(True) if any(differ) else 0


def _scenarios(system: RuleSystem[Any, Any]) -> list[tuple[str, Any]]:
    names = [name for name in scenarios() if name.partition("/")[0] == system.name]
    return [(name, scenario(name)) for name in names]


def _random_positions(system: RuleSystem[Any, Any]) -> Iterator[Position]:
    """Yield the positions of two games from each scenario in which a player decides. In one game, of the actions that searches would
    try, it takes one of the kind that was seldom played, so that games come to every kind; the other is a random one."""
    played = Counter[type]()
    for evenly in (True, False):
        for name, found in _scenarios(system):
            session, rng = Session(found.position, seed=1), Random(name)
            for _ in range(MOST_STEPS):
                position = session.position
                if not set(position.to_act) & set(position.players):
                    break
                yield position
                action = position.legal_actions().pick(rng)
                if evenly:
                    tried = system.lookahead.some(position, system.acting(position), rng, JUDGED)
                    action = min(rng.sample(tried, len(tried)), key=lambda each: played[type(each)])
                played[type(action)] += 1
                session.play(action)


def _offered_actions(position: Position, rng: Random) -> list[Action]:
    """Return some of the actions that the grammar offers the player to act, legal or not."""
    found = position.system.grammar.first(position, position.system.acting(position), OFFERED)
    return rng.sample(found, min(JUDGED, len(found)))
