"""Tafl and a pursuit list candidates only. The listings beside them, by hand, name the same actions."""

from __future__ import annotations

from random import Random

import pytest

import hexwidget as hw
from bench.candidates import games
from tests.amounts import many

GAMES = games()
HAND = ("a listing", "candidates")


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
def test_candidates_and_a_listing_by_hand_name_the_same_actions(name: str) -> None:
    start, ways = GAMES[name]
    for seed in range(many(2, 40)):
        position, rng = start, Random(seed)
        while to_act := position.to_act:
            player = next(iter(to_act))
            others = {other for other in position.players if other != player}
            named = [{way: {*ways[way](position, each)} for way in HAND} for each in (player, *others)]
            assert named[0]["a listing"] == named[0]["candidates"], position.notation
            assert not any(map(any, (each.values() for each in named[1:])))
            listed = named[0]["a listing"]
            if rng.random() < 0.05:
                assert {*ways["neither"](position, player)} == listed
            picked = [way(position, player).pick(rng) for way in ways.values()]
            assert listed.issuperset(picked)
            position = position.apply(rng.choice(picked)).position


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
def test_the_games_keep_every_promise(name: str) -> None:
    start, _ = GAMES[name]
    hw.testing.conform(start.system, positions=[start], games=1, steps=many(15, 60))
