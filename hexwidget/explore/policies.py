"""The policies that come with hexwidget: random, greedy and search.

A policy is any callable ``(position, player, rng) -> action`` (or the action's text).

>>> import hexwidget as hw
>>> from random import Random
>>> from hexwidget.explore import policies
>>> position = hw.scenario("orders/two-on-one").position
>>> policies.decide(policies.greedy("material"), position, "red", Random(1)).player
'red'

The policies here are values: they compare equal, and can be sent to other processes. They know no more than the player they
decide for. Before they look ahead, they draw anew what the player cannot see (`RuleSystem.resample`). Positions that look the
same to the player get the same decision where the system says `resamples_fairly`. In the others the decision may also depend on
which things are hidden, though not on where they lie: in `frontiers`, on the cards of an opponent's hand and deck together; in
`depletion`, on the tiles and cards that are left in the stacks. Their actions are legal. In a system where a hidden thing can bar
an action (fog; not in those that come with hexwidget) a decision may therefore depend on the actions that the referee lets pass.
A policy of yours is given the whole position.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, fields
from random import Random
from typing import Any, ClassVar

from hexwidget.explore import lookahead, searching
from hexwidget.explore.deciding import NAMED
from hexwidget.explore.deciding import Policy as Policy
from hexwidget.explore.deciding import PolicyError as PolicyError
from hexwidget.explore.deciding import decide as decide
from hexwidget.explore.deciding import name_of as name_of
from hexwidget.explore.deciding import named as named
from hexwidget.explore.deciding import policy_of as policy_of
from hexwidget.explore.objectives import Objective, objective_of, value_of
from hexwidget.problems import Problems
from hexwidget.rules import Action, Position, RuleSystem
from hexwidget.rules.lookahead import random_action


# ------------------------------------------------------------------ the policies
@dataclass(frozen=True, slots=True)
class RandomPolicy:
    """Any legal action at random. `LegalActions.pick` says how evenly."""

    name: ClassVar[str] = "random"
    always_legal: ClassVar[bool] = True

    def __call__(self, position: Position, player: str, rng: Random) -> Action:
        return random_action(position, player, rng)


@dataclass(frozen=True, slots=True)
class Greedy:
    """The action with the best immediate result.

    The policy tries each action, plays out what the action begins (dice, battles) for at most 50 steps, and asks an objective.
    Equally good actions are chosen from at random.

    :param objective: "win" (default), another name of `objectives.names`, or your own function of position and player
    :param most: the most actions to try; if more are legal, a random sample of this size
    :param draws: how often dice and hidden things are drawn for each action
    :raises InputError: if a number is out of range
    """

    objective: str | Objective = "win"
    _: KW_ONLY
    most: int = 64
    draws: int = 3

    name: ClassVar[str] = "greedy"

    def __post_init__(self) -> None:
        problems = Problems()
        for name, value in (("most", self.most), ("draws", self.draws)):
            if type(value) is not int or value < 1:
                problems.expected(name, "a whole number from 1", value)
        problems.raise_any("this policy cannot be made")

    def __call__(self, position: Position, player: str, rng: Random) -> Action:
        aim = objective_of(self.objective, position.system)
        worlds = [position.system.resample(position, player, rng) for _ in range(self.draws)]
        seeds = [rng.getrandbits(32) for _ in worlds]
        best, least = list[Action](), float("-inf")
        for action in worlds[0].system.lookahead.some(worlds[0], player, rng, self.most):
            if not position.system.check(position, action):
                continue
            values = []
            for world, seed in zip(worlds, seeds, strict=True):
                after = lookahead.position_after(world, action)
                if after is not None:
                    values.append(value_of(aim, lookahead.play_on(after, Random(seed), 0), player))
            value = sum(values) / len(values) if values else float("-inf")
            if value > least:
                best, least = [], value
            if value == least:
                best.append(action)
        return rng.choice(best) if best else RandomPolicy()(position, player, rng)


@dataclass(frozen=True, slots=True)
class Search:
    """The best action that `hexwidget.explore.searching.search` finds, with its parameters: a search before each decision.

    :param iterations: trials for each decision; 200 if neither this nor ``seconds`` is given
    :raises InputError: if a number is out of range
    """

    objective: str | Objective = "win"
    _: KW_ONLY
    iterations: int | None = None
    seconds: float | None = None
    most: int = searching.MOST
    plies: int | None = None

    name: ClassVar[str] = "search"

    def __post_init__(self) -> None:
        searching.check_parameters(self.iterations, self.seconds, 0, self.most, self.plies)

    def __call__(self, position: Position, player: str, rng: Random) -> Action:
        seed = rng.getrandbits(48)
        first, whole = position.system.legal_actions(position, player).some(1)
        if whole and first:
            only: Action = first[0]
            return only
        parameters = {each.name: getattr(self, each.name) for each in fields(self)}
        return searching.search(position, player, seed=seed, progress=False, **parameters).action


random: RandomPolicy = RandomPolicy()
"""Any legal action at random."""


greedy = Greedy
search = Search
NAMED.update({"random": random, "greedy": Greedy(), "search": Search()})


def names() -> tuple[str, ...]:
    """The names of policies.

    >>> names()
    ('random', 'greedy', 'search')
    """
    return tuple(NAMED)


def policy_for(what: str | Policy, system: RuleSystem[Any, Any]) -> Policy:
    """Return a policy, given by its name or as a callable, if it can play a system.

    :raises InputError: if there is no such policy, or the system does not have its objective
    """
    policy = policy_of(what)
    if isinstance(policy, (Greedy, Search)):
        objective_of(policy.objective, system)
    return policy
