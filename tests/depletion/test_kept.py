"""The things that positions and maps keep from one step of a random game to the next are those that are computed anew."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

import hexwidget as hw
from hexwidget.geometry import HexMap
from hexwidget.systems.depletion.fast.ground import Gait, Ground
from hexwidget.systems.depletion.position import DepletionPosition
from tests.amounts import many

NAMES = [name for name in hw.scenarios() if name.startswith("depletion/")]


def played(name: str, seed: int, steps: int) -> Iterator[DepletionPosition]:
    """Yield the positions of a game of picked actions. Games that end begin again."""
    rng = Random(seed)
    start = position = hw.scenario(name).position
    assert isinstance(start, DepletionPosition)
    for _ in range(steps):
        if not position.to_act:
            position = start
        node = position.chance
        done = position.legal_actions().pick(rng) if node is None else node.sample(rng)
        position = position.system.advance(position, done)
        yield position


def grounds_of(position: DepletionPosition) -> list[object]:
    found: list[object] = []
    for seat in range(len(position.players)):
        found += [position.enemy_hexes(seat), position.homes(seat), position.corps_limit(seat), position.fleet(seat)]
        ground = Ground(position, seat)
        hexes = list(position.map.members(position.map.full))
        found += [[ground.steps(at, gait) for at in hexes] for gait in Gait]
        found += [[ground.claims(at) for at in hexes], [ground.harbour.near(at) for at in hexes], ground.to_water.near]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_ground_of_every_position_is_that_of_a_new_one(name: str) -> None:
    for position in played(name, seed=1, steps=many(150, soak=5000, quick=40)):
        old = position.map
        fresh = replace(position, map=HexMap(old.columns, old.rows, old.offset, old.terrains, old.cells))
        assert grounds_of(position) == grounds_of(fresh)
