"""Lessons for systems that bring none. The tutor makes a course of turns in which each clause of the rulebook first matters, and an exercise
about each clause that bars something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import lru_cache
from random import Random
from typing import Any

from hexwidget.english import translated
from hexwidget.files import scenario, scenarios
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
TRIED = 16
"""The actions that a player might try at the beginning of a turn, and which the rules may bar."""
FEW = 4
"""The actions of which a turn takes one."""
GAMES = 2
"""The games from each scenario, for stages."""
MOST_TURNS, MOST_STEPS = 24, 20
"""The most turns of a random game that are looked at for stages, and the most decisions for exercises."""
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


@dataclass(frozen=True)
class Turn:
    """A turn of a random game: the player's actions up to the first decision of another player, at most `WITHIN`.

    :param met: the clauses that bear on its choices or that its events cite, each with a space, in order
    """

    game: str
    position: Position
    player: str
    seed: int
    way: tuple[str, ...]
    met: dict[str, str]


@lru_cache(maxsize=32)
def course_of(system: RuleSystem[Any, Any]) -> tuple[Stage, ...]:
    """Return stages that introduce each clause that matters in random games: the beginning of each is a turn that was played there. The
    opponents are mild."""
    turns, known, made = _random_turns(system), set[str](), list[Stage]()

    def new(turn: Turn) -> list[str]:
        return [clause for clause in turn.met if clause not in known][: min(NEW, 2 * len(turn.way))]

    while turns and (found := new(best := max(turns, key=lambda turn: len(new(turn))))):
        titles = [system.rulebook[clause].title for clause in found]
        title, aim = f"{best.game}: {titles[0]}", f"Play {WITHIN} actions of the game."
        clauses = [f"{clause} {best.met[clause]}".strip() for clause in found]
        made.append(
            stage(
                best.position, aim, id=f"turn-{len(made) + 1}", title=title, clauses=clauses, learner=best.player,
                within=WITHIN, way=best.way, seed=best.seed,
            )
        )  # fmt: skip
        known.update(found)
    return tuple(made)


def _random_turns(system: RuleSystem[Any, Any]) -> list[Turn]:
    """Return the turns of random games from each scenario. Of a few actions it takes one of the kind that was seldom played."""
    found, played = list[Turn](), Counter[type]()
    facts = [clause for clause, each in system.rulebook.items() if each.kind == "fact"]
    for name, scenario_ in _scenarios(system) * GAMES:
        position, rng = scenario_.position, Random(f"{name} {len(found)}")
        for seed in range(1, MOST_TURNS + 1):
            if not set(position.to_act) & set(position.players):
                break
            player = system.acting(position)
            session, met = Session(position, seed=seed), dict[str, str]()
            while len(way := own_actions(session, player)) < WITHIN and player in session.position.to_act:
                legal = session.position.legal_actions(player)
                action = min([legal.pick(rng) for _ in range(FEW)], key=lambda each: played[type(each)])
                played[type(action)] += 1
                for each in _bearing_on(session.position, action):
                    met.setdefault(each.clause, *each.spaces[:1] or [""])
                for event in session.play(action).events:
                    met.setdefault(event.clause, _first_space(position, event.subjects))
            for action in _offered_actions(position, rng)[:TRIED]:
                for each in position.check(action).findings[:1]:
                    met.setdefault(each.clause, _first_space(position, each.subjects))
            own = [piece.space for piece in position.scene(player).pieces if position.players[piece.owner] == player]
            met |= {fact: own[0] for fact in facts if own and fact not in met}
            found.append(Turn(scenario_.title, position, player, seed, tuple(way), met))
            position = session.position
    return found


def _first_space(position: Position, subjects: Sequence[str]) -> str:
    return next((each for each in subjects if position.map.find(each) is not None), "")


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
