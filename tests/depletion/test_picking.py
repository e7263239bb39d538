"""A maneuver picked at random is legal, and can be any legal one. The quick answers agree with the reasons."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwidget.rules import Draft
from hexwidget.systems.depletion.actions import Corps, DepletionAction, Maneuver, Pass
from hexwidget.systems.depletion.fast import picking
from hexwidget.systems.depletion.legality import is_legal
from hexwidget.systems.depletion.legality.attacks import attackers, bars_attack_from, may_attack_any, targets
from hexwidget.systems.depletion.position import DepletionPosition, Landing, Spot
from tests.amounts import examples, many
from tests.depletion.by_force import position_with_castles
from tests.depletion.positions import scripted
from tests.depletion.strategies import positions

WITH_CORPS = (
    scripted({"0101": "1 catapult", "0201": "1 catapult"}, {}, ".  .", castles={"red": ["0201"]}),
    scripted({"0101": "2 catapults"}, {}, ".  .", castles={"red": ["0101"]}),
    scripted({"0101": "1 catapult", "0201": "1 galley"}, {}, ".  ~  ^", castles={"red": ["0101"]}),
)
"""Two armies, the halves of one, a vessel that moves or ferries."""


class Scripted(Random):
    """Draws that are given, then the first of each. ``numbers``: for each draw the number of things to draw from."""

    def __init__(self, draws: Sequence[int]) -> None:
        super().__init__(0)
        self.draws = draws
        self.numbers: list[int] = []

    def randint(self, a: int, b: int) -> int:
        self.numbers.append(b - a + 1)
        return a + (self.draws[len(self.numbers) - 1] if len(self.numbers) <= len(self.draws) else 0)

    def choice(self, seq: Any) -> Any:
        return seq[self.randint(0, len(seq) - 1)]


def every_draw(draw: Callable[[Random], DepletionAction]) -> Iterator[DepletionAction]:
    """Yield the action for each way in which random numbers can fall."""
    left: list[tuple[int, ...]] = [()]
    while left:
        draws = left.pop()
        rng = Scripted(draws)
        yield draw(rng)
        for n in range(len(draws), len(rng.numbers)):
            begun = (*draws, *[0] * (n - len(draws)))
            left += [(*begun, k) for k in range(1, rng.numbers[n])]


@pytest.mark.parametrize("position", WITH_CORPS)
def test_a_sample_can_be_every_result(position: DepletionPosition) -> None:
    actions = position.legal_actions("red")
    listed = {position.system.advance(position, action) for action in actions}
    drawn = {position.system.advance(position, action) for action in every_draw(actions.sample)}
    assert drawn == listed
    assert any(isinstance(action, Corps) for action in actions)


@pytest.mark.slow
@examples(25)
@given(st.one_of(positions(), positions(wet=True)), st.integers(0, 2**32))
def test_picked_actions_are_legal(position: DepletionPosition, seed: int) -> None:
    rng = Random(seed)
    for player in position.players:
        actions = position.legal_actions(player)
        for _ in range(10 if player in position.to_act else 0):
            assert actions.pick(rng) in actions


@pytest.mark.slow
def test_every_listed_action_can_be_picked() -> None:
    """Splitting, dropping, picking up, marching, the free entry, packing, a ferry."""
    field = ".  .  ^"
    for position in (
        scripted({"0101": "1 archer", "0201": "1 cavalry"}, {}, field),
        scripted({"0101": "1 archer, 1 unpacked trebuchet"}, {}, field, cities={"red": ["0201"]}),
        scripted({"0101": "2 peasants", "0201": "1 galley"}, {}, ".  ~  ."),
        *WITH_CORPS,
    ):
        actions = position.legal_actions("red")
        listed = {position.system.advance(position, action) for action in actions}
        rng, left = Random(1), set(listed)
        for _ in range(2000 * len(listed)):
            result = position.system.advance(position, actions.pick(rng))
            assert result in listed
            left.discard(result)
            if not left:
                break
        assert not left, f"{len(left)} of {len(listed)} results did not come"


def test_a_picked_corps_keeps_to_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picking, "JOINING", 1.0)
    sizes = Counter[int]()
    for seed in range(many(20, 1000)):
        position = position_with_castles(Random(seed), "strict")
        for _ in range(10):
            action = position.legal_actions().pick(Random(seed))
            assert is_legal(position, action)
            sizes[len(action.groups) if isinstance(action, Corps) else 1] += 1
    assert min(sizes[1], sizes[2]) > 0


def test_a_pick_within_a_draft_keeps_to_it() -> None:
    position = scripted({"0101": "1 archer", "0303": "1 cavalry"})
    within = position.legal_actions(within=Draft(army="0303"))
    rng = Random(2)
    assert all(within.pick(rng) in set(within) for _ in range(20))
    assert list(position.legal_actions(within=Draft(**{"pass": True}))) == [Pass("red")]


def test_a_draft_with_a_destination_lists_the_maneuvers_that_end_there() -> None:
    position = scripted({"0101": "1 archer", "0303": "2 cavalry"})
    every = list(position.legal_actions(within=Draft(army="0303")))
    for to in {action.destination for action in every if isinstance(action, Maneuver)}:
        there = [action for action in every if isinstance(action, Maneuver) and action.destination == to]
        assert list(position.legal_actions(within=Draft(army="0303", to=to))) == there


def test_a_draft_that_says_if_an_army_marches_lists_only_such_maneuvers() -> None:
    position = scripted({"0101": "1 archer", "0303": "2 cavalry"})
    every = [a for a in position.legal_actions(within=Draft(army="0303")) if isinstance(a, Maneuver)]
    for march in (False, True):
        some = {action for action in every if action.march == march}
        assert set(position.legal_actions(within=Draft(army="0303", march=march))) == some != set()


def test_a_player_without_an_army_to_move_passes() -> None:
    position = scripted({"0101": "1 archer"}, {"0401": "1 archer"}, cubes={"0101": 1})
    assert {position.legal_actions("red").pick(Random(seed)) for seed in range(9)} == {Pass("red")}


@pytest.mark.slow
@examples(25)
@given(st.one_of(positions(), positions(wet=True)), st.integers(0, 2**32))
def test_a_picked_maneuver_comes_to_what_following_it_comes_to(position: DepletionPosition, seed: int) -> None:
    rng, system = Random(seed), position.system
    for player in position.to_act:
        for _ in range(10):
            action = position.legal_actions(player).pick(rng)
            after = system.advance(position, action)
            picked, followed = system.carry_out(position, action), system.carry_out(replace(position), action)
            assert after == followed.position
            assert picked == followed == system.carry_out(position, copy(action))


def test_a_pick_leaves_nothing_in_the_position() -> None:
    """Two positions that are equal do the same, whatever was picked at one of them."""
    position = scripted({"0101": "1 archer"})
    list(position.legal_actions()), position.legal_actions().pick(Random(1))  # the look-ups are made
    before = {name: repr(value) for name, value in vars(position).items()}
    for seed in range(20):
        position.legal_actions().pick(Random(seed))
    assert {name: repr(value) for name, value in vars(position).items()} == before


@pytest.mark.slow
@examples(25)
@given(positions(), st.booleans(), st.integers(0, 2))
def test_the_quick_answers_on_attacks_agree_with_the_reasons(
    position: DepletionPosition, failed: bool, cubes: int
) -> None:
    for seat in range(len(position.players)):
        for army in position.armies:
            spot = Spot(army.at, cubes % 2, failed)
            for at in position.map.members(position.map.full):
                may_attack = attackers(position, Landing(seat, open=True, spots=(spot,)), at) == [spot.at]
                assert may_attack == (not list(bars_attack_from(position, seat, spot, at)))
            landing = Landing(seat, open=True, spots=(spot,))
            assert may_attack_any(position, landing) == bool(targets(position, landing))
