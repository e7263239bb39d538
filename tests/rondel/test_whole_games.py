"""Games with the whole wheel: all end, at random and by search, and search uses every wedge."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import hexwidget as hw
from hexwidget.explore import policies
from hexwidget.systems.rondel.atlas import WHEEL
from hexwidget.systems.rondel.position import RondelPosition
from tests.amounts import many

SCENARIOS = [name for name in hw.scenarios() if "whole-wheel" in name]
MOST_ACTIONS = 1000


@pytest.mark.parametrize("name", SCENARIOS)
def test_random_games_end(name: str) -> None:
    for number in range(many(5, 1000)):
        rng, position = Random(number), hw.scenario(name).position
        for _ in range(MOST_ACTIONS):
            if position.outcome is not None:
                break
            position = position.system.advance(position, position.legal_actions().pick(rng))
        assert position.outcome is not None
        assert position.round > position.settings["rounds"]


def test_the_nations_begin_alike() -> None:
    for name in SCENARIOS:
        position: RondelPosition = hw.scenario(name).position
        for seat, _ in enumerate(position.players):
            cities = position.cities_of(seat)
            assert sorted(position.yields[city.at] for city in cities) == ["gold", "iron", "marble"]
            assert sum(group.size for group in position.units if group.owner == seat) == 3
        yields = Counter(good for good in position.yields if good)
        assert set(yields.values()) == {10, 11}  # of 32 provinces of land


@pytest.mark.slow
def test_search_uses_the_wheel_and_beats_random() -> None:
    """In each game search plays another nation against two that play at random."""
    wedges: Counter[str] = Counter()
    games = many(2, 30)
    won = 0
    for number in range(games):
        rng, position = Random(number), hw.scenario("rondel/inland-sea-whole-wheel").position
        mine = position.players[number % len(position.players)]
        policy = policies.search(iterations=40)
        while position.outcome is None:
            (player,) = position.to_act
            own = player == mine
            action = policy(position, player, rng) if own else position.legal_actions().pick(rng)
            before, position = position, position.system.advance(position, action)
            if own and before.phase == "wheel":
                wedges[WHEEL[position.markers[before.active] - 1]] += 1
        won += position.outcome.winners == (mine,)
    assert won >= games - 1
    assert {"marble", "iron", "gold", "temple", "arming", "maneuver"} <= set(wedges)
