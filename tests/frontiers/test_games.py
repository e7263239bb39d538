"""Complete games between two random players end by the rules: a hundred here, more with ``make soak``."""

from __future__ import annotations

from random import Random

import pytest

from hexwidget.rules import TERMINAL
from tests.amounts import many
from tests.frontiers.positions import FRONTIERS

GAMES = many(40, 5000, quick=6)
MOST_STEPS = 20_000


@pytest.mark.slow
@pytest.mark.parametrize("frontiers", [1, 3])
def test_games_between_random_players_end_by_the_rules(frontiers: int) -> None:
    start = FRONTIERS.position(frontiers=frontiers)
    for seed in range(GAMES // 2):
        position, rng = start, Random(seed)
        for _ in range(MOST_STEPS):
            if position.to_act == TERMINAL:
                break
            if position.chance is not None:
                position = FRONTIERS.carry_out(position, position.chance.sample(rng)).position
                continue
            player = rng.choice(sorted(position.to_act))
            action = position.legal_actions(player).sample(rng)
            assert position.check(action), (seed, str(action))
            position = FRONTIERS.carry_out(position, action).position
        assert position.outcome is not None, seed
        assert position.outcome.clause in ("F1.3", "F7.2")
