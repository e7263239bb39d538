"""Danger and support: arrays against one army after the other, and both against playing."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.geometry import HexMap, Offset
from hexwidget.systems.depletion.fast.danger import coverage
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import TERRAINS, UNITS
from tests.amounts import examples
from tests.depletion.positions import maneuvers, scripted
from tests.depletion.strategies import positions


@pytest.mark.slow
@examples(25)
@given(st.one_of(positions(), positions(most=2, wet=True)))
def test_arrays_and_one_by_one_agree(position: DepletionPosition) -> None:
    seats = range(len(position.players))
    for some in (seats, [0], [1]):
        slow = coverage(position, list(some), "all", arrays=False)
        fast = coverage(position, list(some), "all", arrays=True)
        assert (dict(slow), slow.reached, slow.attacked) == (dict(fast), fast.reached, fast.attacked)
        for space in list(slow)[:5]:
            assert len(slow.by(space)) == slow[space]


@pytest.mark.slow
@examples(15)
@given(positions(most=2), st.integers(0, 2**32))
def test_coverage_equals_play(position: DepletionPosition, seed: int) -> None:
    """Every single unit's maneuver and march is played, and every attack after it is tried."""
    player = position.players[position.turn]
    if position.to_act != {player}:
        return
    cover = position.support(player)
    reached, attacked = set[str](), set[str]()
    for action in maneuvers(position):
        reached.add(action.destination)
        after = position.apply(action).position
        if after.landing is not None and after.claim is None:
            for attack in after.legal_actions() if after.deciding is not None else ():
                attacked.add(getattr(attack, "target", action.destination))
    assert reached <= set(cover.reached)
    assert attacked - reached <= set(cover.attacked)
    for space in Random(seed).sample(sorted(cover.reached), min(6, len(cover.reached))):
        assert space in reached


def test_danger_and_support_are_counted_by_army() -> None:
    position = scripted({"0102": "1 spearman"}, {"0402": "1 archer", "0502": "1 cavalry"})
    danger = position.danger("red")
    assert danger["0102"] == 2
    assert danger.by("0102") == ("0402", "0502")
    assert "0102" not in danger.reached
    assert danger.attacked["0102"] == 2
    assert position.support("red")["0102"] == 1
    with pytest.raises(hw.InputError, match="unknown player"):
        position.danger("green")


def test_an_army_under_cubes_is_no_danger() -> None:
    assert len(scripted({}, {"0402": "1 archer"}, cubes={"0402": 1}).danger("red")) == 0


@pytest.mark.slow
@pytest.mark.parametrize("stagger", Offset)
def test_many_armies_on_a_large_map(stagger: Offset) -> None:
    rng = Random(stagger.value)
    kinds = bytes(rng.choices(range(5), [60, 10, 15, 5, 10], k=40 * 40))
    hexmap = HexMap(40, 40, stagger, [t.key for t in TERRAINS], kinds)
    land = [hexmap.name(i) for i in hexmap.members(hexmap.full) if hexmap.terrain(i) != "sea"]
    spaces = rng.sample(land, 60)
    armies = {
        player: {space: {rng.choice([u.key for u in UNITS[:-1]]): rng.randint(1, 3)} for space in some}
        for player, some in (("red", spaces[:30]), ("blue", spaces[30:]))
    }
    homes = {"blue": spaces[30:40]}
    position = hw.system("depletion").position(map=hexmap, players=["red", "blue"], armies=armies, cities=homes)
    assert isinstance(position, DepletionPosition)
    assert dict(coverage(position, [1], "", arrays=True)) == dict(coverage(position, [1], "", arrays=False))


def test_a_system_without_danger_cannot_be_plotted() -> None:
    position = hw.scenario("orders/two-on-one").position
    with pytest.raises(
        hw.InputError, match=r"positions of the system 'orders' have no danger.*'depletion'.*position.reach"
    ):
        hw.plots.danger(position, "red")
