"""Hints of a system for searches: the actions worth trying, calm positions, and estimates.

They are rules of thumb and no part of any rulebook: no verdict depends on them. A system without hints is searched by its
rules alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hexwidget.rules.action import Action

MOST_LISTED = 2000
"""More actions than this are drawn at random instead of listed."""
FAR = 12
"""Distance, in steps, beyond which nearness does not count."""

Draw = Callable[[Any, str, Random], Action]
"""A position, a player and a source of random numbers -> a legal action."""
Score = Callable[[Any, int], float]
"""A position and a seat -> the score of that seat."""


def random_action(position: Any, player: str, rng: Random) -> Action:
    """A legal action at random."""
    action: Action = position.system.legal_actions(position, player).pick(rng)
    return action


def list_actions(position: Any, player: str, rng: Random, most: int) -> list[Action]:
    """All legal actions, or ``most`` of them where there are more, in any order."""
    actions = position.system.legal_actions(position, player)
    found, whole = actions.some(MOST_LISTED)  # counting would make up to `MOST_COUNTED` of them
    if not whole:
        return list(dict.fromkeys(actions.pick(rng) for _ in range(most)))
    return found if len(found) <= most else rng.sample(found, most)


@dataclass(frozen=True)
class Estimates:
    """Estimates of a position. ``scores``: the scores that players strive for, by name; ``own``: the score that tells the
    winner; ``others``: the score of the other players, if theirs is another one; ``scale``: a lead that means little.
    """

    scores: Mapping[str, Score]
    own: Score
    others: Score | None = None
    scale: Callable[[Any], float] = lambda position: 1.0


@dataclass(frozen=True)
class Lookahead:
    """The hints of a system.

    A position is ``calm`` where the player to act begins something. It is not while something that was begun is still open:
    dice, an attack that may follow, losses to be named, orders of others that are not sealed yet.

    ``draw``: a plausible action, quickly. ``some``: a number of different ones. ``vary``: an action that takes a part from
    another one; None where actions have no parts. ``plies``: the default number of decisions that are played before a
    position is estimated. ``sure``: True if the legality of an action never depends on hidden things. ``idle``: the sources of chance
    that change no unit and no legal attack, so that one outcome stands for all. ``estimates``: None if the system has none.
    """

    calm: Callable[[Any], bool] = lambda position: True
    draw: Draw = random_action
    some: Callable[[Any, str, Random, int], list[Action]] = list_actions
    vary: Callable[[Any, Any, Any, Random], Action] | None = None
    plies: int = 0
    sure: bool = False
    idle: frozenset[str] = frozenset()
    estimates: Estimates | None = None


PLAIN = Lookahead()
"""No hints: the rules alone."""


def nearness(goals: list[int], pieces: list[int], distance: Callable[[int, int], int]) -> float:
    """The sum over goals of the nearness of the closest free piece: 1 if it is there, less with the distance.

    >>> nearness([0, 9], [0, 3], lambda a, b: abs(a - b)) == 1 + 0.85 * (1 - 6 / FAR)
    True
    """
    left, found = list(pieces), 0.0
    for goal in goals:
        if not left:
            break
        nearest = min(left, key=lambda at: (distance(at, goal), at))
        left.remove(nearest)
        steps = distance(nearest, goal)
        found += 1.0 if steps == 0 else 0.85 * (1 - min(FAR, steps) / FAR)
    return found
