"""Properties of every rule system over very many random games: a few in every run, 10,000 a system with ``make soak``.

One random stretch of each game is checked, from the side of one random player. (`test_conformance` checks all sides of a few
whole games.)
"""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.rules import Position
from hexwidget.testing import Played, clicked
from tests.amounts import chances, many
from tests.systems.test_conformance import PROMISES, choose

GAMES = many(4, 10_000, quick=1)
STEPS = 40
STRETCH = 3
CLICKED = 0.95
"""The share of actions that are made by clicks in long listings, as each draw goes through a whole listing."""
SIDES = list(PROMISES.values())


def game(name: str, rng: Random) -> Played:
    """The positions of a random game, each with the action or outcome there (None at the end)."""
    position: Position = hw.scenario(name).position
    found: Played = []
    for _ in range(STEPS):
        done = None
        if position.system.name == "depletion" and position.chance is None and rng.random() < CLICKED:
            player = rng.choice(sorted(position.to_act or position.players[:1]))
            done = clicked(position, player, rng)
        done = done or choose(position, rng)
        if done is None:
            break
        found.append((position, done))
        position = position.apply(done).position
    return [*found, (position, None)]


@pytest.mark.timeout(0)
@pytest.mark.parametrize("system", sorted({name.partition("/")[0] for name in hw.scenarios()} - {"toy"}))
def test_conformance_over_many_games(system: str) -> None:
    names = [name for name in hw.scenarios() if name.startswith(f"{system}/")]
    for number in range(GAMES):
        name = names[number % len(names)]
        rng = chances(name, number, "soak")
        played = game(name, rng)
        # A stretch begins with a decision, as games do.
        start = rng.choice([n for n, (position, _) in enumerate(played) if position.chance is None])
        stretch = [*played[start : start + STRETCH]]
        stretch[-1] = (stretch[-1][0], None)
        check = rng.choice(SIDES)
        try:
            check(stretch, rng)
        except Exception as failure:
            failure.add_note(f"game {number} of {name}, from step {start}: {check.__name__}")
            raise
        tried(f"random games: {system}", 1)


def test_stretches_are_of_every_side() -> None:
    assert len(SIDES) > 10
    drawn = (Random(f"{n}").choice(SIDES) for n in count())
    assert {next(drawn) for _ in range(500)} == set(SIDES)
