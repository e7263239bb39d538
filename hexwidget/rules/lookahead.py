"""What a system tells those who look ahead in it: what is worth trying, when things are calm, and how good a position looks.

Rules of thumb, no part of any rulebook: no verdict depends on them. A system that says nothing is looked ahead in the plain
way, by what its rules allow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hexwidget.rules.action import Action

MOST_LISTED = 2000
"""Where there are more actions than this they are drawn, not listed."""
FAR = 12
"""Steps beyond which nearness counts no more."""

Draw = Callable[[Any, str, Random], Action]
"""A position, a player, and what to draw with -> a legal action."""
Score = Callable[[Any, int], float]
"""A position and a seat -> what that seat has."""


def drawn(position: Any, player: str, rng: Random) -> Action:
    """A legal action at random."""
    action: Action = position.system.legal_actions(position, player).pick(rng)
    return action


def listed(position: Any, player: str, rng: Random, most: int) -> list[Action]:
    """All legal actions, or ``most`` of them where there are more, in any order."""
    actions = position.system.legal_actions(position, player)
    if actions.count() > MOST_LISTED:
        return list(dict.fromkeys(actions.sample(rng) for _ in range(most)))
    found = list(actions)
    return found if len(found) <= most else rng.sample(found, most)


@dataclass(frozen=True)
class Estimates:
    """How good a position looks. ``scores``: what players strive for, by name; ``own``: what is taken together to tell who
    wins; ``others``: the same of the other players, if it is not the same; ``scale``: how great a lead in it says little.
    """

    scores: Mapping[str, Score]
    own: Score
    others: Score | None = None
    scale: Callable[[Any], float] = lambda position: 1.0


@dataclass(frozen=True)
class Lookahead:
    """How a system is looked ahead in.

    A position is ``calm`` where the player to act begins something; it is not while something that was begun waits to be
    carried out: dice, an attack that may follow, losses to be named, orders of others that are not sealed yet.

    ``draw``: a plausible action, quickly; ``some``: as many different ones as are wanted; ``vary``: an action that takes
    something from another one, None where actions have no parts; ``plies``: how many decisions are played on by default
    before it is asked what has come of it; ``sure``: whether what is legal for a player hangs on nothing that they cannot see;
    ``estimates``: None if nothing is known of what leads to the end.
    """

    calm: Callable[[Any], bool] = lambda position: True
    draw: Draw = drawn
    some: Callable[[Any, str, Random, int], list[Action]] = listed
    vary: Callable[[Any, Any, Any, Random], Action] | None = None
    plies: int = 0
    sure: bool = False
    estimates: Estimates | None = None


PLAIN = Lookahead()
"""Where nothing is known but the rules."""


def nearness(goals: list[int], pieces: list[int], distance: Callable[[int, int], int]) -> float:
    """For each goal the closest piece that is not sent elsewhere: 1 if it is there, less with the distance.

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
