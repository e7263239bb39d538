"""The things that positions and maps keep from one step of a random game to the next are those that are computed anew."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

import hexwidget as hw
from hexwidget.geometry import HexMap
from hexwidget.rules import Draft
from hexwidget.systems.depletion.choices import corps
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


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_ground_of_every_position_is_that_of_a_new_one(name: str) -> None:
    for position in played(name, seed=1, steps=many(60, soak=5000, quick=30)):
        old = position.map
        fresh = replace(position, map=HexMap(old.columns, old.rows, old.offset, old.terrains, old.cells))
        assert grounds_of(position) == grounds_of(fresh)


@pytest.mark.parametrize("name", NAMES)
def test_the_armies_to_choose_are_those_of_a_new_process(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for position in played(name, seed=2, steps=many(40, soak=5000, quick=20)):
        player = position.players[position.turn]
        kept = corps.army_choices(position, player, Draft())
        with monkeypatch.context() as patch:
            patch.setattr(corps, "unbarred_armies", lambda *_: set())
            assert corps.army_choices.__wrapped__(position, player, Draft()) == kept


def test_armies_that_are_as_they_were_are_not_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = list[str]()
    rules = corps.of_the_maneuver
    monkeypatch.setattr(corps, "of_the_maneuver", lambda plan: (judged.append(plan.action.origin), rules(plan))[1])
    corps.unbarred_armies.cache_clear()
    corps.army_choices.cache_clear()
    position = hw.scenario("depletion/first-steps").position
    corps.army_choices(position, "red", Draft())
    assert len(judged) == 4
    judged.clear()
    after = position.apply("0306-0406").position.apply("pass").position
    assert after.to_act == {"red"}
    corps.army_choices(after, "red", Draft())
    assert judged == ["0406"]
