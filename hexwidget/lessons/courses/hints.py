"""Hints: a good action on the way to the aim of a stage, and why it is good (`hexwidget.lessons.proofs.claims`).

As long as the next action of the stage's own way is legal, it is the hint, also after a detour. Else a short search looks for
an action that comes nearer to the goal, or that wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from hexwidget.explore.objectives import win
from hexwidget.explore.searching import Searching
from hexwidget.lessons.courses.stage import Stage, own_actions
from hexwidget.lessons.exercises.feedback import Line
from hexwidget.lessons.exercises.goals import Aftermath, Condition, Goal
from hexwidget.lessons.proofs.claims import PendingAction
from hexwidget.lessons.proofs.prover import does, proven
from hexwidget.play import Session
from hexwidget.rules import Action, Position

TRIALS = 96
"""The short games of a search for a hint."""
CANDIDATES = 24
"""The actions that the short games compare."""
LOOKED_AT = 160
"""The actions whose own results are compared, for those that come nearest to the goal."""
MOST_CLAIMS = 3
"""The most sentences of *Why?*."""
MOST_DEEDS = 2
"""The most things that an action does, told where nothing is proven."""
FOR_GOAL = 0.7
"""The part of an action's value that the goal has; the rest is the chance to win."""


@dataclass(frozen=True)
class Hint:
    """A good action.

    :param value: how good a search finds it, 0 to 1; 1 for an action of the stage's way
    :param astray: True if the stage's way cannot go on from here: a short search has found the action, which may miss the aim
    """

    action: Action
    value: float = 1.0
    astray: bool = False


@dataclass(frozen=True)
class Nearness:
    """An objective: how near a goal is, and the chance to win."""

    goal: Goal
    name: str = "goal"

    def __call__(self, position: Position, player: str) -> float:
        """Return a number between 0 and 1."""
        chance = win(position, player)
        # Events are no part of a position: `_gains` looks at them.
        lasting = [condition for condition in self.goal if "event" not in condition]
        if not lasting:
            return chance
        at_hand = Aftermath(position)
        near = sum(_nearness(condition, at_hand) for condition in lasting) / len(lasting)
        return FOR_GOAL * near + (1 - FOR_GOAL) * chance


def _nearness(condition: Condition, after: Aftermath) -> float:
    """Return 1 if a condition holds; else 1/2 at most, and the less the further it is from holding."""
    if not after.open([condition]):
        return 1.0
    pieces = after.position.system.units(after.position)
    if "owner" in condition:
        pieces = [piece for piece in pieces if after.position.players[piece.owner] == condition["owner"]]
    if "free" in condition:
        return 0.5 / (1 + sum(piece.count for piece in pieces if piece.space == condition["free"]))
    if "at" not in condition or "token" in condition:
        return 0.0
    alike = [piece for piece in pieces if piece.kind == condition.get("kind", piece.kind)]
    spaces = after.position.map
    steps = spaces.steps_from(spaces.index(condition["at"]))
    there = [spaces.find(piece.space) for piece in alike or pieces]
    found = [steps[at] for at in there if at in steps]
    return 0.5 / (1 + min(found)) if found else 0.0


def on_the_way(stage: Stage, session: Session[Any]) -> Action | None:
    """Return the first action of the stage's way that the learner has not played yet, also after a detour; None if there is no
    such action, or the rules bar it now."""
    left = way_left(stage, session)
    if not left:
        return None
    action = session.position.parse(left[0] if ":" in left[0] else f"{stage.learner}: {left[0]}")
    return action if session.position.check(action) else None


def way_left(stage: Stage, session: Session[Any]) -> tuple[str, ...]:
    """Return the actions of the stage's way that the learner has not played yet."""
    done = 0
    for text in own_actions(session, stage.learner):
        done += done < len(stage.way) and stage.way[done] == text
    return stage.way[done:]


def find_hint(stage: Stage, session: Session[Any], trials: int = TRIALS) -> Hint:
    """Return a hint at the present position of a session. The same game gives the same hint."""
    known, learner = on_the_way(stage, session), stage.learner
    if known is not None:
        return Hint(known)
    world = session.position.system.resample(session.position, learner, Random("a hint"))
    gains = _gains(stage, session, world, Random("a hint"))
    tried = sorted(gains, key=lambda action: -sum(gains[action]))[:CANDIDATES]
    search = Searching(world, learner, Nearness(stage.goal), candidates=tried)
    for _ in range(max(trials, 2 * len(tried))):
        search.step()
    met = {str(action): events for action, (_, events) in gains.items()}
    means = {str(row["action"]): float(row["mean"] or 0) for row in search.result()}
    value, best = max((min(1.0, mean + met.get(text, 0.0)), text) for text, mean in means.items())
    return Hint(world.parse(f"{learner}: {best}"), value, astray=bool(stage.way))


def _gains(stage: Stage, session: Session[Any], world: Position, rng: Random) -> dict[Action, tuple[float, float]]:
    """Return actions, each with how near its own result comes to the goal, and the part of the goal that its events meet:
    events are no part of a position, so short games do not see them."""
    open_events = [condition for condition in stage.open(session) if "event" in condition]
    near = Nearness(stage.goal)
    found = {}
    sure = world.system.lookahead.sure
    for action in world.system.lookahead.some(world, stage.learner, rng, LOOKED_AT):
        if not sure and not world.check(action):
            continue
        after = _with_answers(Aftermath(world), action, rng)
        met = len(open_events) - len(after.open(open_events))
        found[action] = near(after.position, stage.learner), met / max(1, len(stage.goal))
    return found


def _with_answers(before: Aftermath, action: Action, rng: Random) -> Aftermath:
    """Return the result of an action, after the players who decide at the same time have decided."""
    others = before.position.to_act - {action.player}
    after = before.after(before.position.apply(action))
    for player in sorted(others & after.position.to_act):
        if after.position.chance is None:
            after = after.after(after.position.apply(after.position.system.lookahead.draw(after.position, player, rng)))
    return after


def reasons(stage: Stage, session: Session[Any], hint: Hint, introduced: frozenset[str]) -> list[Line]:
    """Return why a hint is good: at most three claims that playing out has proven, or else what it does."""
    moment = PendingAction(stage, session, hint.action)
    way = way_left(stage, session)[1:] if hint.action == on_the_way(stage, session) else ()
    claims = [Line(claim.text) for claim in islice(proven(moment, way, introduced), MOST_CLAIMS)]
    return claims or list(islice(does(moment), MOST_DEEDS))
