"""Fresh variants: new questions about a clause, on positions of random games. The clause alone decides their answers.

Each question is of a kind that systems answer by the protocol alone:

- ``find``: an action that nothing but the clause bars stands beside the only legal one.
- ``mark``: of the spaces next to a piece's reach, some are barred by nothing but the clause.
- ``do``: some legal actions lead to an event that cites the clause, and others do not.

Without the clause each of them has another answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

from hexwidget.files.scenario import scenario, scenarios_of
from hexwidget.geometry import SpaceMap
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.loading import load, own_id
from hexwidget.lessons.kinds import Find, Mark
from hexwidget.play import Session
from hexwidget.problems import InputError
from hexwidget.rules import Action, Position, RuleSystem, Status
from hexwidget.rules.action_routes import spaces_in
from hexwidget.rules.reach.reach import Reach

TITLE = "From a game"
"""The title of each variant: it tells no answer."""
GAMES = 5
"""The random games from each start."""
STEPS = 12
"""The most steps of a random game."""
MOST_POSITIONS = 50
"""The most positions that are looked at for one clause."""
MOST_SPACES, MOST_PIECES = 120, 24
"""The largest position that a learner can read."""
LISTED = 40
"""The most legal actions that are looked at, and the most barred ones."""
SAID = 2_000
"""The most actions that the grammar is asked for."""
ALTERED = 80
"""The actions that are made from others by a change of their texts."""
_WORD = re.compile(r"\w+")
KEPT = 4
"""The legal actions of a position that are tried at later ones."""
OFFERED, FEWEST = 4, 3
"""The most and the fewest actions to find the legal one among."""
MOST_MARKED = 18
"""The most spaces to mark."""


def decides(exercise: Exercise, clause: str) -> bool:
    """True if without a clause an exercise had another answer."""
    position, task = exercise.position, exercise.task
    match task:
        case Find():
            return any(position.check(action).clauses == (clause,) for action in task.offered.values())
        case Mark() if "piece" in exercise.ask:
            return clause in _at_rim(position.reach(exercise.ask["piece"]))
    return exercise.kind == "do" and [dict(each) for each in exercise.ask["goal"]] == [{"event": clause}]


def variants(system: RuleSystem[Any, Any], clause: str, seed: int = 0) -> Iterator[Exercise]:
    """Yield fresh variants about a clause, each at another position, until the games show no more. The same seed gives the same ones."""
    rng = Random(f"{system.name} {clause} {seed}")
    about = [each for each in _exercises(system) if clause in each.clauses]
    texts: dict[tuple[str, ...], list[str]] = {}
    for each in about:
        asked = (each.ask.get("action"), *each.ask.get("actions", ()))
        texts.setdefault(_spaces(each.position), []).extend(filter(None, asked))
    found, named = list[Any](), list[Exercise]()
    for position in islice(_positions(system, [each.position for each in about], rng), MOST_POSITIONS):
        made = _question_at(position, clause, rng, texts.setdefault(_spaces(position), []))
        if made is not None and made.ask not in found:
            found.append(made.ask)
            if made.kind == "do" and clause in system.barring:
                named.append(made)  # its question names the clause: where it bars something, another tells less
            else:
                yield made
    yield from named


def _spaces(position: Position) -> tuple[str, ...]:
    return tuple(position.map.names())


def _exercises(system: RuleSystem[Any, Any]) -> tuple[Exercise, ...]:
    try:
        return load(system.name)
    except InputError:  # a system of one's own may have none
        return ()


def _positions(system: RuleSystem[Any, Any], starts: list[Position], rng: Random) -> Iterator[Position]:
    """Yield positions of random games, those from the starts first, then those from the system's scenarios."""
    own = [scenario(name).position for name in scenarios_of(system.name)]
    rng.shuffle(own)
    for _ in range(GAMES):
        for start in (*rng.sample(starts, len(starts)), *own):
            yield from _random_positions(start, rng) if _is_small(start) else ()


def _random_positions(start: Position, rng: Random) -> Iterator[Position]:
    """Yield the positions of a random game at which a player decides, without the first."""
    session = Session(start, seed=rng.randrange(1 << 30))
    for _ in range(STEPS):
        if not set(session.position.to_act) & set(session.position.players):
            return
        session.play(session.position.legal_actions().pick(rng))
        if set(session.position.to_act) & set(session.position.players) and rng.random() < 0.5:
            yield session.position


def _is_small(position: Position) -> bool:
    return len(_spaces(position)) <= MOST_SPACES and len(position.scene().pieces) <= MOST_PIECES


def _question_at(position: Position, clause: str, rng: Random, texts: list[str]) -> Exercise | None:
    """Return a question about a clause at a position; None if the clause decides none.

    :param texts: actions of other positions of the map; some of this position are added
    """
    legal = position.legal_actions().some(LISTED)[0]
    tries: list[Callable[[], Ask | None]] = [
        lambda: _find_question(position, clause, legal, texts, rng),
        lambda: _mark_question(position, clause),
    ]
    rng.shuffle(tries)
    tries.append(lambda: _do_question(position, clause, legal))
    for ask in tries:
        kind, parts = ask() or ("", {})
        if kind:
            made = Exercise(own_id("variant", clause, parts, position), TITLE, kind, position, parts, (clause,))
            with suppress(InputError):
                made.check()
                return made
    texts += [_text(each) for each in rng.sample(legal, min(KEPT, len(legal)))]
    return None


def _text(action: Action) -> str:
    return f"{action.player}: {action}"


def _first(action: Action, position: Position) -> tuple[str, ...]:
    """Return the first space that an action names."""
    return spaces_in(str(action), position.map)[:1]


Ask = tuple[str, dict[str, Any]]


def _mark_question(position: Position, clause: str) -> Ask | None:
    """Ask for a reach, at whose rim nothing but the clause bars a space."""
    for option in position.choices().options:
        if option.kind == "piece" and option.legal and option.space is not None:
            with suppress(InputError):
                reach = position.reach(option.space)
                if 0 < len(reach) <= MOST_MARKED and clause in _at_rim(reach):
                    return "mark", {"piece": option.space}
    return None


def _at_rim(reach: Reach) -> set[str]:
    """Return the clauses each of which alone bars a space at the rim of a reach."""
    return {each[0] for each in (reach.why(space).clauses for space in reach.rim) if len(each) == 1}


def _do_question(position: Position, clause: str, legal: list[Action]) -> Ask | None:
    """Ask for an action after which the clause has been applied, if some lead there and most do not."""
    leads = [any(event.clause == clause for event in position.apply(action).events) for action in legal]
    return ("do", {"goal": [{"event": clause}]}) if 0 < sum(leads) * 2 <= len(leads) else None


def _find_question(position: Position, clause: str, legal: list[Action], texts: list[str], rng: Random) -> Ask | None:
    """Ask for the only legal one of some actions, of which nothing but the clause bars one at least."""
    if clause not in position.system.barring or not legal:
        return None
    barred, others = list[Action](), list[Action]()
    for action in _doubtful_actions(position, rng, legal, texts):
        with suppress(InputError):  # it names what is not there
            verdict = position.check(action)
            if verdict.status is Status.ILLEGAL:
                (barred if verdict.clauses == (clause,) else others).append(action)
    if not barred:
        return None
    # A learner who acts thinks of actions of their own first.
    barred, others = ([each for each in some if each.player == legal[0].player] or some for some in (barred, others))
    chosen = rng.sample(barred, min(OFFERED - 1, len(barred)))
    rng.shuffle(others)
    others.sort(key=lambda each: _first(each, position) != _first(chosen[0], position))  # those of the same piece
    chosen += others[: OFFERED - 1 - len(chosen)]
    nearest = position.check(chosen[0]).nearest_remedy
    right = nearest.action if nearest is not None and nearest.action is not None else rng.choice(legal)
    offered = list(dict.fromkeys(map(_text, (right, *chosen))))
    rng.shuffle(offered)
    return ("find", {"actions": offered}) if len(offered) >= FEWEST else None


def _doubtful_actions(position: Position, rng: Random, legal: list[Action], texts: list[str]) -> Iterator[Action]:
    """Yield actions that may be barred: some that the grammar can say, some of other positions, and some that are like these."""
    said = position.system.grammar.first(position, position.system.acting(position), SAID)
    yield from rng.sample(said, min(LISTED, len(said)))
    known = [*texts, *map(_text, legal)]
    some = [*texts[:LISTED], *rng.sample(texts, min(LISTED, len(texts)))]
    for text in (*some, *_altered_texts(position.map, known, rng)):
        with suppress(InputError):
            yield position.parse(text)


def _altered_texts(spaces: SpaceMap, texts: list[str], rng: Random) -> Iterator[str]:
    """Yield texts of actions that differ from others in a word, in a space, or by a step at the end of a way."""
    names, words = list(spaces.names()), [word for text in texts for word in _WORD.findall(text)]
    for text in rng.choices(texts, k=ALTERED):
        word = rng.choice(list(_WORD.finditer(text)))
        index = spaces.find(word[0])
        beside = [] if index is None else [spaces.name(each) for each in spaces.neighbours(index)]
        new = rng.choice(words if index is None else [*beside, rng.choice(names)])
        is_step = beside and text[word.end() : word.end() + 1] != "-" and rng.random() < 0.5
        start = f"{text[: word.end()]}-" if is_step else text[: word.start()]
        yield f"{start}{new}{text[word.end() :]}"
