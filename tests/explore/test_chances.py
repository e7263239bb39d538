"""Exact odds of dice, of battles, and of rolls after an action."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

import hexwidget as hw
from hexwidget.explore import odds
from hexwidget.rules import Action, Position
from hexwidget.rules.odds import Odds
from tests.amounts import many

BATTLE = hw.scenario("orders/two-on-one").position


def rolled(position, rng):
    """Roll until a player has to act."""
    while (node := position.chance) is not None:
        position = position.apply(node.sample(rng)).position
    return position


def test_a_chance_node_and_a_mapping_are_tabulated_likeliest_first() -> None:
    found = odds(Odds.die(6) + Odds.die(6))
    assert found[0] == {"result": "7", "probability": pytest.approx(1 / 6), "exact": "1/6"}
    assert sum(found.fractions.values()) == 1
    assert odds(Odds.die(6).against(Odds.die(6))).fractions["equal"] == Fraction(1, 6)


def start():
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
        odds("a die")


def test_too_many_ways_are_refused_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.explore.chances.MOST_WAYS", 3)
    with pytest.raises(hw.InputError, match="more than 3 ways: name the quantity"):
        odds(start())


# ---------------------------------------------------------------- the odds of an action end with its results
JOINT = "0303+0402 attack blue 0302"
"""The attack of O4.3. It takes the last orders of the game turn: the dice for the next one follow."""


@pytest.mark.slow
def test_the_odds_of_the_last_action_of_a_game_turn_stop_at_its_results() -> None:
    own = BATTLE.system.attack_odds(BATTLE, JOINT)
    found = odds(BATTLE, JOINT, result=lambda p: sorted(unit.kind for unit in p.units).__repr__())
    assert found.fractions == {
        "['archer', 'archer', 'knight']": own.destroyed,
        "['archer', 'knight', 'militia']": own.each[1],
        "['archer', 'archer', 'militia']": own.each[0],
        "['archer', 'archer', 'knight', 'militia']": own.nothing,
    }
    assert own.destroyed == Fraction(5169, 8000)


@pytest.mark.slow
def test_the_ways_of_the_last_action_of_a_game_turn_are_its_own_dice() -> None:
    found = odds(BATTLE, JOINT)
    assert len(found.fractions) == 20**3
    assert all(len(way) == 3 for way in found.fractions)


def test_dice_that_open_a_game_turn_are_followed_when_they_are_asked_for() -> None:
    alone = hw.system("orders").position(map=". . .", players=["red"], units={"red": {"0101": "knight"}})
    assert alone.chance.opening
    assert odds(alone, result=lambda p: p.rolls).fractions == {((n,),): Fraction(1, 20) for n in range(1, 21)}
    turn = alone.apply(next(iter(alone.chance))).position
    assert odds(turn, "end turn").fractions == {(str(n),): Fraction(1, 20) for n in range(1, 21)}


MOST_LEAVES = 1500
"""The most ways that a test follows one by one."""
MOST_MELEES = 1
"""The most melees of a turn of `plotted` whose dice are followed: each has two dice, and all fall before the losses."""
ACTIONS = many(20, 200, quick=15)


def leaves(position: Position, share: Fraction = Fraction(1)) -> Iterator[tuple[Position, Fraction]]:
    """Every way of chance, one by one, until a player decides, the game is over, or a game turn opens."""
    node = position.chance
    if node is None or node.opening:
        yield position, share
        return
    for outcome in node:
        yield from leaves(position.apply(outcome).position, share * node.probability(outcome))


def left_to_chance(name: str, seed: int) -> Iterator[tuple[Position, Action]]:
    """The positions and actions of a random game whose results are left to chance."""
    rng = Random(f"{name} {seed}")
    position = hw.scenario(name).position
    for _ in range(ACTIONS):
        position = rolled(position, rng)
        if not position.to_act:
            return
        action = position.legal_actions(rng.choice(sorted(position.to_act))).pick(rng)
        after = position.apply(action).position
        if after.chance is not None and not after.chance.opening:
            yield position, action
        position = after


def scenarios_of(system: str) -> list[str]:
    return [name for name in hw.scenarios() if name.startswith(f"{system}/")]


@pytest.mark.slow
@pytest.mark.parametrize("system", [name for name in hw.system_names() if hw.system(name).chancy])
def test_the_odds_of_an_action_are_all_ways_one_by_one(system: str) -> None:
    """The odds of an action are the sums of all its ways."""
    compared = 0
    for name in scenarios_of(system):
        for position, action in left_to_chance(name, 1):
            expected: dict[Position, Fraction] = {}
            for number, (end, share) in enumerate(leaves(position.apply(action).position)):
                if number > MOST_LEAVES:
                    break
                expected[end] = expected.get(end, Fraction(0)) + share
            else:
                assert odds(position, action, result=lambda p: p).fractions == expected
                compared += 1
    assert compared


@pytest.mark.slow
@pytest.mark.parametrize("system", [name for name in hw.system_names() if hw.system(name).chancy])
def test_odds_end_where_somebody_decides_or_chance_opens_something_new(system: str) -> None:
    followed = 0
    for name in scenarios_of(system):
        for position, action in left_to_chance(name, 2):
            if len(getattr(position.apply(action).position, "melees", ())) > MOST_MELEES:
                continue
            found = odds(position, action, result=lambda p: p)
            assert sum(found.fractions.values()) == 1
            assert all(end.chance is None or end.chance.opening for end in found.fractions)
            followed += 1
    assert followed
