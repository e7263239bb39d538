"""The estimates for searches in `depletion`: rules of thumb, which agree with the rules."""

from __future__ import annotations

import pickle
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.explore import search
from hexwidget.systems.depletion.actions import Corps
from hexwidget.systems.depletion.fast.lookahead import exchange, threat
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import GALLEY, UNITS, Counts, write_units


def duel(ours: str, theirs: str, far: int = 1, **more: Any) -> DepletionPosition:
    """Two armies on water or plains, at a distance."""
    ground = "~" if "galley" in ours + theirs else "."
    at = f"{1 + far:02d}01"
    position: DepletionPosition = hw.system("depletion").position(
        map=" ".join(ground * 9), players=["red", "blue"], armies={"red": {"0101": ours}, "blue": {at: theirs}},
        strict=False, **more,
    )  # fmt: skip
    return position


def exactly(units: Counts, enemies: Counts) -> float:
    """The value of the exchange by the odds of the battle itself (D9), at the best range."""
    best = 0.0
    for far in (1, 2, 3):
        position = duel(write_units(units), write_units(enemies), far)
        stays = position.system.parse(position, "0101")
        after = position.system.carry_out(position, stays).position
        if after.stage != "attack":
            continue
        odds = after.battle_odds()
        fallen = [sum(fell(side, hits) * p for hits, p in side_hits) for side, side_hits in (
            (enemies, [(ours, p) for (ours, _), p in odds.items()]), (units, [(theirs, p) for (_, theirs), p in odds.items()]),
        )]  # fmt: skip
        best = max(best, float(fallen[0] - Fraction(4, 5) * fallen[1]))
    return best


def fell(units: Counts, hits: int) -> int:
    fallen = 0
    for kind, number in sorted(enumerate(units), key=lambda each: UNITS[each[0]].hit_points):
        lost = min(number, hits // UNITS[kind].hit_points)
        fallen, hits = fallen + lost, hits - lost * UNITS[kind].hit_points
        if lost < number:
            break
    return fallen


@pytest.mark.parametrize("seed", range(60))
def test_an_exchange_equals_the_odds_of_the_bag(seed: int) -> None:
    rng = Random(seed)

    # Each side has a kind that attacks, and either vessels or land units (D7.5).
    def some() -> Counts:
        kinds = [GALLEY] if rng.random() < 0.3 else [1, 2, 3, 4, 5]
        units = [0] * len(UNITS)
        for _ in range(rng.randint(1, 3)):
            units[rng.choice(kinds)] += 1
        return tuple(units)

    units, enemies = some(), some()
    assert exchange(units, enemies)[0] == pytest.approx(exactly(units, enemies), abs=1e-9)


def test_a_threat_falls_with_distance_and_is_none_without_attackers() -> None:
    near, farther = (threat(duel("2 cavalry", "1 peasant", far), 0) for far in (3, 7))
    assert near > farther > 0
    assert threat(duel("2 peasants", "1 cavalry"), 0) == 0
    assert threat(duel("2 cavalry", "1 peasant", battle="none"), 0) == 0


def test_in_the_last_round_only_armies_that_can_still_attack_count() -> None:
    last = {"rounds": 3, "round": 3}
    assert threat(duel("2 cavalry", "1 peasant", 3, **last), 0) > 0
    assert threat(duel("2 cavalry", "1 peasant", 7, **last), 0) == 0
    assert threat(duel("2 cavalry", "1 peasant", 3, **last, cubes={"0101": 1}), 0) == 0
    assert threat(duel("2 cavalry", "1 peasant", 3, cubes={"0101": 1}), 0) > 0


def test_a_position_that_was_searched_can_be_pickled() -> None:
    position = hw.scenario("depletion/first-steps").position
    search(position, iterations=2)
    assert pickle.loads(pickle.dumps(position.system)).name == "depletion"


@pytest.mark.slow
def test_searches_and_random_games_move_corps() -> None:
    """Candidates, actions drawn for playouts and variations include corps, unless the corps size limit is 1."""
    position: DepletionPosition = hw.scenario("depletion/three-armies").position
    hints, rng = position.system.lookahead, Random(1)
    assert hints.vary is not None
    some = hints.some(position, "red", rng, 64)
    assert any(isinstance(action, Corps) for action in some)
    drawn = [hints.draw(position, "red", rng) for _ in range(60)]
    assert any(isinstance(action, Corps) for action in drawn)
    varied = list(some)
    for _ in range(3):
        varied = [hints.vary(position, action, action, rng) for action in varied]
    assert {len(action.groups) for action in varied if isinstance(action, Corps)} == {2, 3}
    picked = [position.legal_actions().pick(rng) for _ in range(200)]
    assert any(isinstance(action, Corps) for action in picked)
    assert all(action in position.legal_actions() for action in (*some, *drawn, *varied, *picked))
    single = duel("2 cavalry, 1 archer", "1 peasant", 5)
    assert not any(isinstance(action, Corps) for action in hints.some(single, "red", rng, 64))


@pytest.mark.parametrize("name", [each for each in hw.scenarios() if each.startswith("depletion/")])
def test_idle_chance_changes_no_unit_and_no_attack(name: str) -> None:
    """D8.8: what stands and what may be done is the same, whichever event card is laid open."""
    rng, position = Random(name), hw.scenario(name).position
    system = position.system
    for _ in range(300):
        node = system.chance(position)
        if not system.to_act(position):
            break
        if node is None:
            position = system.advance(position, system.legal_actions(position, system.acting(position)).pick(rng))
            continue
        afters = [system.advance(position, outcome) for outcome in node]
        if node.source in system.lookahead.idle:
            assert len({(each.armies, each.structures, each.stage, each.acting, each.outcome) for each in afters}) == 1
            if afters[0].stage == "attack":
                assert len({tuple(system.legal_actions(each, system.acting(each))) for each in afters}) == 1
        position = rng.choice(afters)
