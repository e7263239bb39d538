"""A mild opponent: it plays sensibly at times, and uses no clause against a learner who has not met it, where it has a choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from hexwidget.explore.objectives import WIN, objective_of, value_of
from hexwidget.rules import Action, Position

MOST = 40
"""The most actions that it looks at."""
TRIED = 3
"""The actions of which it takes the best: few, so that it makes mistakes."""


@dataclass(frozen=True, slots=True)
class MildOpponent:
    """A policy for the opponents of a learner.

    :param is_introduced: True for a clause that the learner has met
    """

    is_introduced: Callable[[str], bool]

    name: ClassVar[str] = "mild"

    def __call__(self, position: Position, player: str, rng: Random) -> Action:
        """Return the best of a few actions, among those that cite the fewest new clauses."""
        world = position.system.resample(position, player, rng)
        offered = world.system.lookahead.some(world, player, rng, MOST)
        found: list[Action] = [action for action in offered if world.check(action) and position.check(action)]
        if not found:
            return position.system.lookahead.draw(position, player, rng)
        ends = {action: world.apply(action) for action in found}
        new = {
            action: len({event.clause for event in ends[action].events if not self.is_introduced(event.clause)})
            for action in found
        }
        least = min(new.values())
        calm = [action for action in found if new[action] == least]
        tried = rng.sample(calm, min(TRIED, len(calm)))
        aim = objective_of(WIN, position.system)
        return max(tried, key=lambda action: value_of(aim, ends[action].position, player))
