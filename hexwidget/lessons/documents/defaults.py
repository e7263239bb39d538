"""Lessons for systems that bring none. The tutor makes a course of turns in which each clause of the rulebook first matters, and an exercise
about each clause that bars something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from functools import lru_cache, partial
from itertools import pairwise
from random import Random
from typing import Any

from hexwidget.english import translated
from hexwidget.files.scenario import Scenario, scenario, scenarios_of
from hexwidget.lessons.courses.stage import Stage, own_actions, stage
from hexwidget.lessons.courses.tutor import Bearing, bearing
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.goals import space_name
from hexwidget.play import Session
from hexwidget.problems import InputError
from hexwidget.rules import Action, Draft, Position, RuleSystem, Status

WITHIN = 6
"""The actions of a stage."""
NEW = 5
"""The most clauses that a stage introduces."""
TRIED = 32
"""The actions that a player might try at the beginning of a turn, and which the rules may bar."""
FEW = 4
"""The actions of which a turn takes one."""
GAMES = 2
"""The games from each scenario."""
MOST_TURNS = 24
"""The most turns of a random game that are looked at."""
MOST_POSITIONS = 120
"""The most positions of random games that exercises are made of."""
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


def course_of(system: RuleSystem[Any, Any], starts: Mapping[str, Scenario[Any]] | None = None) -> tuple[Stage, ...]:
    """Return stages that introduce each clause that matters in random games: the beginning of each is a turn that was played there. The
    opponents are mild.

    :param starts: by name the scenarios in which the games begin; none: those of the system
    """
    turns = [(title, game, _clauses_of(game)) for title, game in _random_turns(system, starts)]
    known, made, aim = set[str](), list[Stage](), f"Play {WITHIN} actions of the game."

    def new(game: Session[Any], met: Mapping[str, str]) -> list[str]:
        return [clause for clause in met if clause not in known][: min(NEW, 2 * game.step.depth)]

    while turns:
        title, game, met = max(turns, key=lambda turn: len(new(*turn[1:])))
        if not (found := new(game, met)):
            break
        learner, number, start = _decisions(game)[0][1].player, len(made) + 1, game.line[0].position
        title, way = (f"{title}: " if title else "") + system.rulebook[found[0]].title, own_actions(game, learner)
        clauses = [f"{clause} {met[clause]}".strip() for clause in found]
        more = partial(stage, start, aim, id=f"turn-{number}", title=title, learner=learner, within=WITHIN)
        made.append(more(clauses=clauses, way=way, seed=game.seed))
        known.update(found)
    return tuple(made)


def _random_turns(
    system: RuleSystem[Any, Any], starts: Mapping[str, Scenario[Any]] | None = None
) -> list[tuple[str, Session[Any]]]:
    """Return turns of random games with the titles of their scenarios: the actions of a player up to the first decision of another one, at
    most `WITHIN`. Of a few actions it takes one of the kind that was seldom played, so that games come to every kind."""
    found, played = list[tuple[str, Session[Any]]](), Counter[type]()
    starts = starts or {name: scenario(name) for name in scenarios_of(system.name)}
    for name, begun in [*starts.items()] * GAMES:
        position, rng = begun.position, Random(f"{name} {len(found)}")
        for seed in range(1, MOST_TURNS + 1):
            if not set(position.to_act) & set(position.players):
                break
            player, game = system.acting(position), Session(position, seed=seed)
            while len(own_actions(game, player)) < WITHIN and player in game.position.to_act:
                legal = game.position.legal_actions(player)
                action = min([legal.pick(rng) for _ in range(FEW)], key=lambda each: played[type(each)])
                played[type(action)] += 1
                game.play(action)
            found.append((begun.title, game))
            position = game.position
    return found


def _decisions(game: Session[Any]) -> list[tuple[Position, Action]]:
    """Return the actions of players in a game, each with its position."""
    steps = [(before.position, step.action) for before, step in pairwise(game.line)]
    return [(position, action) for position, action in steps if isinstance(action, Action)]


def _clauses_of(game: Session[Any]) -> dict[str, str]:
    """Return the clauses that matter in a turn: they bear on its choices, its events cite them, or they bar what a player might try at
    its beginning. Facts may come in any turn. Each has a space that it is about, or ""."""
    found, start = dict[str, str](), game.line[0].position
    for position, action in _decisions(game):
        for each in _bearing_on(position, action):
            found.setdefault(each.clause, *each.spaces[:1] or [""])
    tried = _offered_actions(start, Random(game.seed), TRIED)
    barred = [finding for action in tried for finding in start.check(action).findings[:1]]
    for cited in (*[event for step in game.line for event in step.events], *barred):
        found.setdefault(cited.clause, next((each for each in cited.subjects if start.map.find(each) is not None), ""))
    first = next((piece.space for piece in start.scene().pieces if piece.layer == "unit"), "")
    facts = [clause for clause, each in start.system.rulebook.items() if each.kind == "fact"]
    return {**dict.fromkeys(facts, first), **found}


def _bearing_on(position: Position, action: Action) -> Iterator[Bearing]:
    """Yield the clauses that bear on the choices on the way to an action."""
    slots = [*next(position.system.grammar.drafts(action)).items()]
    for n in range(1, len(slots) + 1):
        with suppress(InputError):  # a slot that makes no sense before a later one
            yield from bearing(position.choices(Draft(dict(slots[:n])), action.player))


@lru_cache(maxsize=32)
def exercises_of(system: RuleSystem[Any, Any]) -> tuple[Exercise, ...]:
    """Return an exercise for each clause that bars an action in random games: which clause says no? One clause alone
    bars it. Actions that one thing bars are the best, and of these the ones most like a legal action: somebody might try them."""
    best: dict[str, tuple[tuple[int, ...], Position, Action]] = {}
    earlier: list[Action] = []
    wanted = [clause for clause in system.rulebook if clause in system.barring]
    worst, rng = ((99,),), Random(system.name)
    positions = [position for _, game in _random_turns(system) for position, _ in _decisions(game)]
    for position in rng.sample(positions, min(MOST_POSITIONS, len(positions))):
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
            names = {name: space_name(name, position.map) for name in position.map.names()}
            names |= {piece.id: translated(piece.label) for piece in position.scene().pieces}
            parts = [names[part] for part in _parts(action)[1:] if isinstance(part, str) and part in names]
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


def _offered_actions(position: Position, rng: Random, most: int = JUDGED) -> list[Action]:
    """Return some of the actions that the grammar offers the player to act, legal or not."""
    found = position.system.grammar.first(position, position.system.acting(position), OFFERED)
    return rng.sample(found, min(most, len(found)))
