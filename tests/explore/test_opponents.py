"""Policies that play seats of a session: when they act, what undo does, and what is seen of one that fails."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.explore.opponents import Opponents
from hexwidget.explore.policies import PolicyError

STEPS = hw.scenario("depletion/first-steps").position
FORD = hw.scenario("plotted/the-ford").position


def any_action(session: hw.Session, player: str) -> Any:
    """Whatever is listed first for a player."""
    return next(iter(session.position.legal_actions(player)))


def test_they_act_when_it_is_their_turn_and_the_same_way_again() -> None:
    session = hw.Session(STEPS, seed=4)
    Opponents(session, {"blue": "random"})
    assert session.step.number == 0  # it is red's
    session.play("0203-0303")
    answer = session.step
    assert answer.action is not None
    assert answer.action.player == "blue"
    assert session.position.to_act == {"red"}
    session.undo()
    assert session.step.number == 0
    session.play("0203-0303")
    assert session.step is answer  # nothing new was thought of
    session.undo()
    session.play("0203-0203" if "0203-0203" in map(str, STEPS.legal_actions()) else "pass")
    assert session.step.depth == 2
    assert session.step is not answer


def test_undo_goes_back_past_them_and_redo_on_past_them() -> None:
    session = hw.Session(STEPS, seed=4)
    Opponents(session, {"blue": "random"})
    session.play("0203-0303")
    session.play(any_action(session, "red"))
    end = session.step
    session.undo()
    assert session.position.to_act == {"red"}
    assert session.step.depth == 2
    session.redo()
    assert session.step is end


def test_a_game_that_is_looked_at_stays_where_it_is() -> None:
    session = hw.Session(STEPS, seed=4)
    Opponents(session, {"blue": "random"})
    session.play("0203-0303")
    session.play(any_action(session, "red"))
    session.goto(1)  # after red's first move; it is no undo, as more lies between
    assert session.step.number == 1
    assert session.position.to_act == {"blue"}


def test_where_all_decide_at_once_they_do_too() -> None:
    session = hw.Session(FORD, seed=4)
    assert FORD.to_act == {"red", "blue"}
    opponents = Opponents(session, {"blue": "random"})
    opponents.act()
    assert session.position.to_act == {"red"}
    while session.position.outcome is None:
        session.play(session.position.legal_actions("red").sample(Random(session.step.depth)))
        assert session.position.outcome is not None or session.position.to_act == {"red"}


def test_whole_games_are_played_against_the_search() -> None:
    session = hw.Session(hw.scenario("orders/two-on-one").position, seed=2)
    Opponents(session, {"blue": hw.explore.policies.search(iterations=20)}).act()
    rng = Random(1)
    for _ in range(60):
        if session.position.outcome is not None:
            break
        session.play(session.position.legal_actions("red").sample(rng))
    assert session.position.outcome is not None
    assert {step.action.player for step in session.steps if step.action} == {"red", "blue"}


def test_one_that_fails_is_named_and_what_was_played_before_stands() -> None:
    session = hw.Session(STEPS, seed=4)
    opponents = Opponents(session, {"blue": lambda position, player, rng: "0101-0707"})
    with pytest.raises(PolicyError, match=r"playing for blue .* returned"):
        session.play("0203-0303")
    assert session.step.depth == 1
    assert str(session.step.action) == "0203-0303"
    opponents.stop()
    session.play(any_action(session, "blue"))  # a person takes over


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"blau": "random"}, "opponents/blau: unknown player 'blau'; did you mean 'blue'"),
        ({"blue": "serch"}, "unknown policy 'serch'; did you mean 'search'"),
        ({"blue": 3}, "expected a name"),
        ({"red": "random", "blue": "random"}, "somebody has to play"),
        ("blue", "expected a policy for each opponent"),
    ],
)
def test_what_can_be_no_opponent_is_refused(given: Any, message: str) -> None:
    with pytest.raises(hw.InputError, match=message):
        Opponents(hw.Session(STEPS), given)
