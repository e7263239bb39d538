"""Forecasts of exercises play out the decisions that a result forces: what holds whatever is decided counts as the result."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.lessons.exercises.goals import Aftermath, whatever_follows
from hexwidget.rules.forecasting import MOST_STEPS, Steps, TooManyResultsError, forced_facts
from hexwidget.rules.odds import percent
from tests.lessons.review.reviewed import counters

STARTS = counters()


def attacked(seed: int) -> tuple[Any, Any, Any]:
    """A position of the counter wargame in which an attack may force a retreat, the attack, and the position at the die."""
    rng = Random(seed)
    position = STARTS[seed % 2]
    for _ in range(400):
        if position.outcome is not None:
            position = STARTS[0]
        if position.chance is not None:
            position = position.apply(position.chance.sample(rng)).position
            continue
        (player,) = position.to_act
        action = position.legal_actions(player).pick(rng)
        after = position.apply(action).position
        if after.chance is not None:
            stages = [after.apply(outcome).position.battle for outcome in after.chance]
            if any(battle is not None and battle.stage == "retreat" for battle in stages):
                return position, action, after
        position = after
    raise AssertionError("no attack was found")


def ends(position: Any) -> list[Any]:
    """All positions that the decisions of a battle may come to."""
    if position.battle is None or position.outcome is not None:
        return [position]
    (player,) = position.to_act
    return [end for action in position.legal_actions(player) for end in ends(position.apply(action).position)]


def test_a_defender_who_must_retreat_has_left_the_hex() -> None:
    for seed in range(2):
        position, action, rolled = attacked(seed)
        other = next(player for player in position.players if player != action.player)
        gone = {"free": action.target, "owner": other}
        shares = Fraction(0)
        for outcome in rolled.chance:
            after = rolled.apply(outcome).position
            left = [
                not any(u.at == action.target and u.owner == position.players.index(other) for u in end.units)
                for end in ends(after)
            ]
            assert whatever_follows(Aftermath(after), [gone]) is all(left)
            shares += rolled.chance.probability(outcome) * all(left)
        asked = hw.lessons.exercise(
            "predict", position, after=[f"{action.player}: {action}"], goal=[gone], clauses=[rolled.chance.clause]
        )
        assert asked.key == percent(shares)


def test_what_depends_on_a_decision_says_on_whose() -> None:
    _, _, rolled = attacked(0)
    after = next(
        end
        for outcome in rolled.chance
        if (end := rolled.apply(outcome).position).battle is not None and end.battle.stage == "retreat"
    )
    (player,) = after.to_act
    places = [str(each).rpartition(" ")[2] for each in after.legal_actions(player)]
    assert len(set(places)) > 1
    assert whatever_follows(Aftermath(after), [{"at": places[0], "owner": player}]) == player


class Chain:
    """A position behind which decisions are forced, one after another."""

    chance = None
    to_act = frozenset({"red"})

    def __init__(self, left: int) -> None:
        self.left = left
        self.system = SimpleNamespace(lookahead=SimpleNamespace(calm=lambda position: position.left == 0))

    def legal_actions(self, player: str) -> Any:
        return SimpleNamespace(some=lambda most: (["on"], True))

    def apply(self, action: str) -> Any:
        return SimpleNamespace(position=Chain(self.left - 1), events=())


def test_very_many_decisions_in_a_row_are_too_many() -> None:
    chain: Any = Chain

    def facts(position: Any, steps: Steps) -> frozenset[int]:
        return frozenset({len(steps)})

    assert forced_facts(chain(MOST_STEPS), facts, [10_000]) == ({MOST_STEPS}, {})
    with pytest.raises(TooManyResultsError):
        forced_facts(chain(1_000), facts, [10_000])
