"""A policy's decision, checked.

A policy is any callable ``(position, player, rng) -> action`` (or the action's text). Its answer is checked before it is
played, unless the policy promises legal actions with ``always_legal = True``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from hexwidget.problems import InputError, check_name, mismatch, shown
from hexwidget.rules import Action, Position, Verdict

Policy = Callable[[Any, str, Random], Action | str]
"""A function of a position, the player who decides, and a source of random numbers. It returns an action or its text."""
NAMED: dict[str, Policy] = {}
"""The policies that have names. `hexwidget.explore.policies` fills it."""


@dataclass(eq=False, repr=False)
class PolicyError(RuntimeError):
    """A policy failed: it raised an exception, or did not return a legal action.

    ``policy``: its name; ``player``: the player it decided for; ``key``: of the position; ``action``: what it returned (None
    if it raised an exception); ``verdict``: on that action, if it could be read; ``cause``: the exception.
    """

    policy: str
    player: str
    key: str
    what: str
    action: object = None
    verdict: Verdict | None = None
    cause: BaseException | None = None

    def __str__(self) -> str:
        return f"the policy {self.policy}, playing for {self.player} at position {self.key}, {self.what}"


def named(name: str) -> Policy:
    """Return a policy by its name, with its usual parameters.

    :raises InputError: if there is no policy of that name

    >>> named("greedy")
    Greedy(objective='win', most=64, draws=3)
    """
    check_name("no such policy", "policy", name, NAMED, "policy")
    return NAMED[name]


def policy_of(what: str | Policy) -> Policy:
    """Return a policy, given by its name or as a callable.

    :raises InputError: if there is no policy of that name, or it cannot be called
    """
    if isinstance(what, str):
        return named(what)
    if not callable(what):
        expected = f"a name ({', '.join(NAMED)}) or a function of position, player and rng"
        raise mismatch("no such policy", expected, what, "policy")
    return what


def name_of(policy: str | Policy) -> str:
    """Return the name of a policy: its ``name``, or that of the function or class."""
    if isinstance(policy, str):
        return policy
    for name in (getattr(policy, "name", None), getattr(policy, "__name__", None), type(policy).__name__):
        if isinstance(name, str) and name:
            return name
    raise AssertionError  # pragma: no cover  (a type has a name)


def decide(policy: str | Policy, position: Position, player: str, rng: Random) -> Action:
    """Return the action of a policy for a player, checked to be legal.

    :raises PolicyError: if the policy raises an exception, or returns something else
    :raises InputError: if there is no such policy
    """
    asked = policy_of(policy)
    try:
        returned = asked(position, player, rng)
    except Exception as failure:
        what = f"raised {type(failure).__name__}: {failure}"
        raise _error(policy, position, player, what, cause=failure) from failure
    action = returned
    if isinstance(action, str):
        try:
            action = position.parse(action if ":" in action else f"{player}: {action}")
        except InputError as failure:
            why = "; ".join(map(str, failure.problems))
            what = f"returned {shown(returned)}, which cannot be read: {why}"
            raise _error(policy, position, player, what, returned, cause=failure) from failure
    if not isinstance(action, Action):
        what = f"returned {shown(returned)}, which is neither an action nor the text of one"
        raise _error(policy, position, player, what, returned)
    if getattr(asked, "always_legal", False):
        return action
    if action.player != player:
        what = f"returned {shown(str(action))}, which is {action.player}'s action"
        raise _error(policy, position, player, what, returned)
    try:
        verdict = position.system.check(position, action)
    except Exception as failure:  # an action of another system or another map, or with wrong values in it
        what = f"returned an action that {position.system.name} cannot check here ({type(failure).__name__}: {failure})"
        raise _error(policy, position, player, what, action, cause=failure) from failure
    if not verdict:
        raise _error(policy, position, player, f"returned an illegal action: {verdict}", action, verdict)
    return action


def _error(policy: str | Policy, position: Position, player: str, *what: Any, **more: Any) -> PolicyError:
    return PolicyError(name_of(policy), player, position.key, *what, **more)
