"""No result is missing from the listing: on small positions it leads to the same positions as everything that can be said."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

import pytest

import hexwidget as hw
from hexwidget.rules import CHANCE
from tests.amounts import many
from tests.refusals.material import material

POSITIONS = many(12, 500, quick=8)
FEW = 30
"""The number of actions up to which all of them are drawn for. With `DRAWS` draws for each, an even draw leaves one out
once in a billion listings."""
DRAWS = 25
MOST_PICKED = 2000
"""The most picks for each action. A pick need not be even: in `depletion` it is a walk, which comes to some ends seldom."""
LEVELLED = {"frontiers"}
"""The systems in which what follows by itself may level the difference of two choices: damage and readiness are reset, other
triggers are resolved, an empty deck gives nothing. Leaving out one of two such draws would tell that the other player has
chosen."""


@pytest.mark.slow
@pytest.mark.parametrize("name", hw.system_names())
def test_the_listing_leads_to_every_result(name: str) -> None:
    of, acted = material(name), 0
    for number in range(POSITIONS):
        rng = Random(f"{name} small {number}")
        position = of.small_position(rng)
        for player in position.players:
            listed = list(position.legal_actions(player))
            results = {position.apply(action).position for action in listed}
            legal = (action for action in of.every_action(position, player) if position.check(action))
            lacking = {position.apply(action).position: action for action in legal}.items()
            assert not [str(action) for result, action in lacking if result not in results], (position.notation, player)
            assert len(set(listed)) == len(listed) == position.legal_actions(player).count(), (
                position.notation,
                player,
            )
            assert len(results) == len(listed) or name in LEVELLED, (position.notation, player)
            acted += bool(listed)
    assert acted > POSITIONS // 2


@pytest.mark.parametrize("into", [list, tuple, sorted, len])
def test_actions_that_no_memory_holds_say_so_and_are_taken_otherwise(into: Callable[[object], object]) -> None:
    actions = hw.scenario("plotted/the-ford").position.legal_actions("red")
    said = r"86,261,928,480,000 actions are too many for a list: .*itertools\.islice.*\.sample\(rng\)"
    with pytest.raises(OverflowError, match=said):
        into(actions)
    assert actions.count() == 86_261_928_480_000
    assert len(list(islice(actions, 10))) == 10
    assert actions.sample(Random(1)) in actions
    assert bool(actions)


@pytest.mark.slow
@pytest.mark.parametrize("name", hw.system_names())
def test_every_listed_action_comes_of_drawing(name: str) -> None:
    of, held = material(name), 0
    for number in range(POSITIONS):
        rng = Random(f"{name} drawn {number}")
        position = of.small_position(rng)
        for player in sorted(position.to_act - CHANCE):
            actions = position.legal_actions(player)
            first = list(islice(actions, FEW + 1))
            listed = set(first) if len(first) <= FEW else set()
            held += bool(listed)
            for draw, most in ((actions.sample, DRAWS), (actions.pick, MOST_PICKED)):
                left = set(listed)
                for _ in range(most * len(listed)):
                    left.discard(draw(rng))
                    if not left:
                        break
                assert not left, (position.notation, player)
    assert held
