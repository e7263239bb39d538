"""Policies that play seats of a session: their turns, undo past them, and their failures."""

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
    """Return the first legal action of a player."""
    return next(iter(session.position.legal_actions(player)))


def test_they_act_when_it_is_their_turn_and_the_same_way_again() -> None:
    session = hw.Session(STEPS, seed=4)
    Opponents(session, {"blue": "random"})
    assert session.step.number == 0  # it is red's turn
    session.play("0203-0303")
    answer = session.step
    assert answer.action is not None
    assert answer.action.player == "blue"
    assert session.position.to_act == {"red"}
    session.undo()
    assert session.step.number == 0
    session.play("0203-0303")
    assert session.step is answer  # the policy was not asked again
    session.undo()
    session.play("0203-0203" if "0203-0203" in STEPS.legal_actions() else "pass")
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


@pytest.mark.parametrize("name", ["frontiers/combat", "plotted/the-ford", "rondel/first-maneuver", "orders/two-on-one"])
def test_undo_takes_back_the_persons_action_and_redo_asks_no_policy(name: str) -> None:
    asked = []

    def counting(position: Any, player: str, rng: Random) -> Any:
        asked.append(player)
        return position.legal_actions(player).pick(rng)

    session = hw.Session(hw.scenario(name).position, seed=3)
    person, other = session.position.players[:2]
    Opponents(session, dict.fromkeys(session.position.players[1:], counting)).act()
    start, rng = session.step, Random(1)
    for _ in range(6):
        assert person in session.position.to_act
        session.play(session.position.legal_actions(person).sample(rng))
    end, known = session.step, len(asked)
    for _ in range(6):
        before = session.step
        session.undo()
        assert person in session.position.to_act
        taken = [s for s in session.line if start.depth <= s.depth and session.step.depth < s.depth <= before.depth]
        assert [s.action.player for s in taken if s.action is not None].count(person) == 1
    assert session.step is start
    for _ in range(6):
        session.redo()
    assert (session.step, len(asked)) == (end, known)
    assert other in asked


def test_a_decision_that_may_be_changed_forever_is_made_once() -> None:
    session = hw.Session("frontiers/combat", seed=1)
    Opponents(session, {"blue": "random"}).act()
    assert session.step.depth <= 2
    assert "red" in session.position.to_act


def test_undo_stops_after_an_opponents_first_move() -> None:
    session = hw.Session(STEPS, seed=4)
    Opponents(session, {"red": "random"}).act()
    first = session.step
    session.play(any_action(session, "blue"))
    session.undo()
    assert session.step is first
    session.undo()
    assert session.step is first
    assert session.position.to_act == {"blue"}


def test_opponents_do_not_act_after_an_edit() -> None:
    session = hw.Session(STEPS, seed=4)
    Opponents(session, {"blue": "random"})
    session.play("0203-0303")
    session.goto(1)
    session.edit(session.position.put("blue", "0403", "1 spearman"))
    assert session.step.action is None
    assert session.position.to_act == {"blue"}


def test_a_seat_is_taken_once() -> None:
    session = hw.Session("orders/three-marches")
    first = Opponents(session, {"blue": "random"})
    with pytest.raises(hw.InputError, match="opponents/blue: another board of this session"):
        Opponents(session, {"blue": "search"})
    with pytest.raises(hw.InputError, match="somebody has to play"):
        Opponents(session, {"red": "random", "green": "random"})
    first.stop()
    Opponents(session, {"blue": "search"})


def test_opponents_do_not_act_after_goto() -> None:
    session = hw.Session(STEPS, seed=4)
    Opponents(session, {"blue": "random"})
    session.play("0203-0303")
    session.play(any_action(session, "red"))
    line = session.line
    for number in (1, 0, 1, 3, 2):
        session.goto(number)
        assert session.step.number == number
        assert session.line == line


def test_opponents_decide_at_once_with_a_person() -> None:
    session = hw.Session(FORD, seed=4)
    assert FORD.to_act == {"red", "blue"}
    opponents = Opponents(session, {"blue": "random"})
    opponents.act()
    assert session.position.to_act == {"red"}
    while session.position.outcome is None:
        session.play(session.position.legal_actions("red").sample(Random(session.step.depth)))
        assert session.position.outcome is not None or session.position.to_act == {"red"}


def test_whole_games_are_played_against_the_search() -> None:
    session = hw.Session("orders/two-on-one", seed=2)
    Opponents(session, {"blue": hw.explore.policies.search(iterations=20)}).act()
    rng = Random(1)
    for _ in range(60):
        if session.position.outcome is not None:
            break
        session.play(session.position.legal_actions("red").sample(rng))
    assert session.position.outcome is not None
    assert {step.action.player for step in session.steps if step.action} == {"red", "blue"}


def test_a_failing_opponent_is_named_and_earlier_actions_stand() -> None:
    session = hw.Session(STEPS, seed=4)
    opponents = Opponents(session, {"blue": lambda position, player, rng: "0101-0707"})
    with pytest.raises(PolicyError, match=r"playing for blue .* returned"):
        session.play("0203-0303")
    assert session.step.depth == 1
    assert str(session.step.action) == "0203-0303"
    assert opponents.turn == ()
    with pytest.raises(PolicyError):  # it can be asked once more
        opponents.act()
    opponents.stop()
    session.play(any_action(session, "blue"))  # a person takes over


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"blau": "random"}, "opponents/blau: unknown player 'blau'; did you mean 'blue'"),
        ({"blue": "serch"}, "unknown policy 'serch'; did you mean 'search'"),
        ({"blue": hw.explore.policies.greedy("wim")}, "did you mean 'win'"),
        ({"blue": 3}, "expected a name"),
        ({"red": "random", "blue": "random"}, "somebody has to play"),
        ("blue", "expected a policy for each opponent"),
    ],
)
def test_wrong_opponents_are_refused(given: Any, message: str) -> None:
    with pytest.raises(hw.InputError, match=message):
        Opponents(hw.Session(STEPS), given)
