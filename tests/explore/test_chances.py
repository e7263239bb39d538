"""Exact odds of dice, of battles, and of rolls after an action."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

import hexwidget as hw
from hexwidget.explore import odds
from hexwidget.rules.odds import Odds

BATTLE = hw.scenario("orders/two-on-one").position


def rolled(position, rng):  # type: ignore[no-untyped-def]
    """Roll until a player has to act."""
    while (node := position.chance) is not None:
        position = position.apply(node.sample(rng)).position
    return position


def test_a_chance_node_and_a_mapping_are_tabulated_likeliest_first() -> None:
    found = odds(Odds.die(6) + Odds.die(6))
    assert found[0] == {"result": "7", "probability": pytest.approx(1 / 6), "exact": "1/6"}
    assert sum(found.fractions.values()) == 1
    assert odds(Odds.die(6).against(Odds.die(6))).fractions["equal"] == Fraction(1, 6)


def start():  # type: ignore[no-untyped-def]
    """Return a position before the dice of an attack are rolled."""
    position = hw.scenario("orders/two-on-one").position
    return position.apply("0303 attack 0302").position


def test_every_way_of_chance_is_followed() -> None:
    position = start()
    found = odds(position, result=lambda p: p.key)
    assert sum(found.fractions.values()) == 1
    rng, counts = Random(1), dict.fromkeys(found.fractions, 0)
    for _ in range(300):
        counts[rolled(position, rng).key] += 1  # a key that is not in the odds would be a KeyError
    likeliest = next(iter(found.fractions))
    assert abs(counts[likeliest] / 300 - found.fractions[likeliest]) < 0.12


def test_without_a_question_the_results_are_the_ways() -> None:
    position = start()
    node = position.chance
    assert odds(node).fractions == node.probabilities
    ways = odds(position)
    assert all(len(way) == 2 and set(way) <= set(node.probabilities) for way in ways.fractions)
    of_first = {value: sum(p for way, p in ways.fractions.items() if way[0] == value) for value in node.probabilities}
    assert of_first == node.probabilities


def test_the_odds_of_an_attack_are_those_that_the_system_convolves() -> None:
    position = start()
    own = position.system.battle_odds(position)
    found = odds(position, result=lambda p: p.key)
    assert sorted(found.fractions.values()) == sorted([own.destroyed, own.lost, own.nothing])


def test_positions_without_chance_and_other_values_are_refused() -> None:
    with pytest.raises(hw.InputError, match="chance decides nothing here"):
        odds(hw.scenario("depletion/first-steps").position)
    with pytest.raises(hw.InputError, match="expected a position, a chance node"):
        odds("a die")  # type: ignore[arg-type]


def test_too_many_ways_are_refused_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.explore.chances.MOST_WAYS", 3)
    with pytest.raises(hw.InputError, match="more than 3 ways: say what is asked"):
        odds(start())
