"""Suggestions: the best action that a short search finds, and what it expects after it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.explore.suggesting import Suggesting, Suggestion
from hexwidget.rules import CHANCE, Action, Draft

POSITIONS = {name: hw.scenario(name).position for name in hw.scenarios()}
DECIDING = [name for name, position in POSITIONS.items() if position.to_act and position.to_act != CHANCE]


def suggested(position: Any, player: str | None = None, *, trials: int = 30, **more: Any) -> Suggestion:
    asked = Suggesting(position, player, seconds=None, trials=trials, **more)
    parts = list(asked)
    assert parts == sorted(parts)
    assert not parts or parts[-1] <= 1.0001
    return asked.result()


def drafted(position: Any, action: Action) -> Draft:
    return Draft(next(iter(position.system.grammar.drafts(action))))


@pytest.mark.parametrize("name", DECIDING)
def test_a_suggestion_is_legal_and_has_a_draft_that_means_it(name: str) -> None:
    position = POSITIONS[name]
    player = min(position.to_act)
    found = suggested(position, player)
    assert found.action in position.legal_actions(player)
    assert position.choices(drafted(position, found.action), player).action == found.action
    assert found.player == player
    assert found.value is None or 0 <= found.value <= 1
    assert found == suggested(position, player)
    for expected in found.following:
        assert expected.position.check(expected.action)


@pytest.mark.slow
@pytest.mark.parametrize("name", hw.scenarios())
def test_the_draft_of_any_action_means_it(name: str) -> None:
    position, rng = POSITIONS[name], Random(name)
    for _ in range(12):
        if position.to_act == CHANCE:
            position = position.apply(position.chance.sample(rng)).position
            continue
        if not position.to_act:
            break
        player = rng.choice(sorted(position.to_act))
        action: Action = position.legal_actions(player).sample(rng)
        assert position.choices(drafted(position, action), player).action == action
        position = position.apply(action).position


def test_it_says_what_it_expects() -> None:
    found = suggested(POSITIONS["rondel/first-maneuver"], trials=60)
    lines = str(found).splitlines()
    assert lines[0] == f"romans: {found.action}"
    assert lines[1].strip().startswith("The search expects romans to win with ")
    assert f"from {found.trials} trials" in lines[1]  # nothing is played on: a position is estimated
    played = suggested(POSITIONS["frontiers/three-frontiers"], trials=20)
    assert f"from {played.trials} short games" in str(played)
    assert any(line.strip().startswith("It expects") for line in lines)
    assert lines[-1].strip().split(":")[0] in ("Next best", "As good", "Tried less")


def test_the_only_legal_action_needs_no_search() -> None:
    position = POSITIONS["rondel/city-under-enemy-eyes"]
    for action in ("arm athens with 1 galley", "arm athens with 1 legion 1 galley"):
        position = position.apply(action).position
    found = suggested(position)
    assert (str(found.action), found.value, found.trials) == ("end turn", None, 0)
    assert str(found) == "greeks: end turn\n  It is the only legal action."


def test_what_cannot_be_chosen_is_not_suggested() -> None:
    position = POSITIONS["orders/two-on-one"]
    best = suggested(position).action
    assert suggested(position, allowed=lambda action: action != best).action != best
    with pytest.raises(hw.InputError, match="no action that red can choose was found"):
        suggested(position, allowed=lambda action: False)


@pytest.mark.parametrize("trials", [5, 40])
def test_hidden_things_are_drawn_anew(trials: int) -> None:
    """Two positions that look the same to a player get the same suggestion, word by word."""
    start = POSITIONS["frontiers/three-frontiers"]
    (player,) = start.to_act
    hidden = start.system.resample(start, player, Random(3))
    assert start.system.observe(start, player).seen == start.system.observe(hidden, player).seen
    assert str(suggested(start, player, trials=trials)) == str(suggested(hidden, player, trials=trials))
    ford = POSITIONS["plotted/the-ford"]
    after = [ford.apply(f"blue: {orders}").position for orders in ("all rest", "run 0506-0607")]
    one, two = (str(suggested(position, "red", trials=trials)) for position in after)
    assert one == two


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({"seconds": 0}, "seconds: expected a number above 0"),
        ({"seconds": 601}, "at most 600"),
        ({"trials": 0}, "trials: expected a whole number from 1"),
        ({"seconds": None}, "expected a limit"),
        ({"player": "green"}, "unknown player 'green'"),
    ],
)
def test_wrong_limits_are_refused(limits: dict[str, Any], words: str) -> None:
    with pytest.raises(hw.InputError, match=words):
        Suggesting(POSITIONS["orders/two-on-one"], **limits)
