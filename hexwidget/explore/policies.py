"""Who plays: a policy is any callable ``(position, player, rng) -> action`` (or the action's text).

>>> import hexwidget as hw
>>> from random import Random
>>> from hexwidget.explore import policies
>>> position = hw.scenario("orders/two-on-one").position
>>> policies.decide(policies.greedy("material"), position, "red", Random(1)).player
'red'

Those here are values: they compare, and can be sent to other processes. They know no more than the player whom they play
for: what that player cannot see is drawn anew (`RuleSystem.resample`) before they look ahead, so positions that look the same
to the player make no difference to them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from hexwidget.explore import lookahead, searching
from hexwidget.explore.objectives import Objective, objective_of, value_of
from hexwidget.problems import InputError, Problem, Problems, shown, unknown
from hexwidget.rules import Action, Position, RuleSystem, Verdict

Policy = Callable[[Any, str, Random], Action | str]
"""A position, the player who decides, what to draw with -> their action, or its text."""


def _check_numbers(**numbers: object) -> None:
    problems = Problems()
    for name, value in numbers.items():
        if type(value) is not int or value < 1:
            problems.add(name, f"expected a whole number from 1, not {shown(value)}")
    problems.raise_any("this policy cannot be made")


class PolicyError(RuntimeError):
    """A policy that failed: it raised, or what it returned is no legal action.

    ``policy``: its name; ``player``: whom it played for; ``key``: of the position; ``action``: what it returned (None if it
    raised); ``verdict``: on that action, if it could be read; ``cause``: what was raised, or why it could not be read.
    """

    def __init__(
        self,
        policy: str,
        player: str,
        key: str,
        what: str,
        action: object = None,
        verdict: Verdict | None = None,
        cause: BaseException | None = None,
    ) -> None:
        self.policy = policy
        self.player = player
        self.key = key
        self.action = action
        self.what = what
        self.verdict = verdict
        self.cause = cause
        super().__init__(policy, player, key, what, action, verdict, cause)

    def __str__(self) -> str:
        return f"the policy {self.policy}, playing for {self.player} at position {self.key}, {self.what}"


# ------------------------------------------------------------------ the policies
@dataclass(frozen=True, slots=True)
class RandomPolicy:
    """Any legal action at random: see `LegalActions.pick`, which says how evenly."""

    name = "random"

    def __call__(self, position: Position, player: str, rng: Random) -> Action:
        action: Action = position.system.legal_actions(position, player).pick(rng)
        return action


@dataclass(frozen=True, slots=True)
class Greedy:
    """The action that is best at once: what was begun with it is carried out (dice, battles), and an objective says what has
    come of it. Of equals any. See `greedy`."""

    objective: str | Objective = "win"
    most: int = 64
    draws: int = 3

    name = "greedy"

    def __post_init__(self) -> None:
        _check_numbers(most=self.most, draws=self.draws)

    def __call__(self, position: Position, player: str, rng: Random) -> Action:
        aim = objective_of(self.objective, position.system)
        worlds = [lookahead.imagined(position, player, rng) for _ in range(self.draws)]
        seeds = [rng.getrandbits(32) for _ in worlds]
        best, least = list[Action](), float("-inf")
        for action in lookahead.candidates(worlds[0], player, rng, self.most):
            if not position.system.check(position, action):
                continue
            values = []
            for world, seed in zip(worlds, seeds, strict=True):
                after = lookahead.done(world, action)
                if after is not None:
                    values.append(value_of(aim, lookahead.played_on(after, Random(seed), 0), player))
            value = sum(values) / len(values) if values else float("-inf")
            if value > least:
                best, least = [], value
            if value == least:
                best.append(action)
        return rng.choice(best) if best else RandomPolicy()(position, player, rng)


@dataclass(frozen=True, slots=True)
class Search:
    """What `search` finds best. See there for the parameters, and `search` below."""

    objective: str | Objective = "win"
    iterations: int | None = searching.ITERATIONS
    seconds: float | None = None
    most: int = searching.MOST
    plies: int | None = None

    name = "search"

    def __post_init__(self) -> None:
        searching._read(self.iterations, self.seconds, 0, self.most, self.plies)

    def __call__(self, position: Position, player: str, rng: Random) -> Action:
        seed = rng.getrandbits(48)
        first: list[Action] = list(islice(position.system.legal_actions(position, player), 2))
        if len(first) == 1:
            return first[0]
        return searching.search(
            position,
            player,
            objective=self.objective,
            iterations=self.iterations,
            seconds=self.seconds,
            seed=seed,
            most=self.most,
            plies=self.plies,
        ).action


random: RandomPolicy = RandomPolicy()
"""Any legal action at random."""


def greedy(objective: str | Objective | None = None, *, most: int = 64, draws: int = 3) -> Greedy:
    """The policy that takes what is best at once.

    :param objective: "win" (default), another name of `objectives.names`, or your own function of position and player
    :param most: how many actions it looks at; where there are more, at so many of them at random
    :param draws: how often dice and what is hidden are drawn for each
    :raises InputError: if a number cannot be
    """
    return Greedy("win" if objective is None else objective, most, draws)


def search(
    objective: str | Objective | None = None,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    most: int = searching.MOST,
    plies: int | None = None,
) -> Search:
    """The policy that searches before each decision: see `hexwidget.explore.searching.search`.

    :param iterations: trials for each decision; 200 if neither this nor ``seconds`` is given
    :raises InputError: if a number cannot be
    """
    if iterations is None and seconds is None:
        iterations = searching.ITERATIONS
    return Search("win" if objective is None else objective, iterations, seconds, most, plies)


_NAMED: dict[str, Policy] = {"random": random, "greedy": Greedy(), "search": Search()}


def names() -> tuple[str, ...]:
    """The policies that have names.

    >>> names()
    ('random', 'greedy', 'search')
    """
    return tuple(_NAMED)


def named(name: str) -> Policy:
    """A policy by its name, with its usual parameters.

    :raises InputError: if there is none of that name

    >>> named("greedy")
    Greedy(objective='win', most=64, draws=3)
    """
    if not isinstance(name, str) or name not in _NAMED:
        raise InputError("no such policy", [Problem("policy", unknown("policy", name, _NAMED))])
    return _NAMED[name]


def policy_of(what: str | Policy) -> Policy:
    """The policy that is meant: by its name, or somebody's own callable.

    :raises InputError: if there is none of that name, or it cannot be called
    """
    if isinstance(what, str):
        return named(what)
    if not callable(what):
        expected = f"a name ({', '.join(_NAMED)}) or a function of position, player and rng"
        raise InputError("no such policy", [Problem("policy", f"expected {expected}, not {shown(what)}")])
    return what


def policy_for(what: str | Policy, system: RuleSystem[Any, Any]) -> Policy:
    """The policy that is meant, if it can play a system.

    :raises InputError: if there is none of that name, it cannot be called, or its objective is none of this system
    """
    policy = policy_of(what)
    if isinstance(policy, (Greedy, Search)):
        objective_of(policy.objective, system)
    return policy


def name_of(policy: str | Policy) -> str:
    """What a policy is called: by its ``name``, or as a function or class is."""
    if isinstance(policy, str):
        return policy
    for name in (getattr(policy, "name", None), getattr(policy, "__name__", None), type(policy).__name__):
        if isinstance(name, str) and name:
            return name
    raise AssertionError  # pragma: no cover  (a type has a name)


# ------------------------------------------------------------------ asking them
def decide(policy: str | Policy, position: Position, player: str, rng: Random) -> Action:
    """What a policy does for a player, as an action that is legal.

    :raises PolicyError: if it raises, or returns something else
    :raises InputError: if there is no such policy
    """
    asked = policy_of(policy)
    try:
        returned = asked(position, player, rng)
    except Exception as failure:
        what = f"raised {type(failure).__name__}: {failure}"
        raise _error(policy, position, player, what, cause=failure) from failure
    if type(asked) is RandomPolicy:
        return returned  # type: ignore[return-value]  # one of those that were listed as legal
    action = returned
    if isinstance(action, str):
        try:
            action = position.parse(action if ":" in action else f"{player}: {action}")
        except InputError as failure:
            why = "; ".join(map(str, failure.problems))
            what = f"returned {shown(returned)}, which cannot be read: {why}"
            raise _error(policy, position, player, what, returned, cause=failure) from failure
    if not isinstance(action, Action):
        what = f"returned {shown(returned)}, which is no action nor the text of one"
        raise _error(policy, position, player, what, returned)
    if action.player != player:
        what = f"returned {shown(str(action))}, which is {action.player}'s action"
        raise _error(policy, position, player, what, returned)
    try:
        verdict = position.system.check(position, action)
    except Exception as failure:  # an action of another system, of another map, or with something else in it
        what = f"returned what is no action of {position.system.name} here ({type(failure).__name__}: {failure})"
        raise _error(policy, position, player, what, action, cause=failure) from failure
    if not verdict:
        raise _error(policy, position, player, f"returned an illegal action: {verdict}", action, verdict)
    return action


@dataclass(frozen=True, slots=True)
class Deciding:
    """A policy whose answers are checked."""

    policy: str | Policy

    def __call__(self, position: Position, player: str, rng: Random) -> Action:
        return decide(self.policy, position, player, rng)


def _error(
    policy: str | Policy,
    position: Position,
    player: str,
    what: str,
    action: object = None,
    verdict: Verdict | None = None,
    cause: BaseException | None = None,
) -> PolicyError:
    return PolicyError(name_of(policy), player, position.key, what, action, verdict, cause)


__all__ = [
    "Greedy",
    "Policy",
    "PolicyError",
    "RandomPolicy",
    "Search",
    "decide",
    "greedy",
    "name_of",
    "named",
    "names",
    "policy_for",
    "policy_of",
    "random",
    "search",
]
