"""A refusal gives all reasons at once, also out of turn and in another phase. It tells nothing about hidden cards."""

from __future__ import annotations

from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import Status
from hexwidget.systems.frontiers.actions import Play
from tests.frontiers.positions import FRONTIERS, fighting, found, mat, unit, why


@pytest.mark.clause("F3.1", bars=True)
def test_out_of_turn_all_other_reasons_are_told() -> None:
    position = FRONTIERS.position(hands={"red": {}, "blue": {"farmer": 1}}, done={"blue": ["villager"]})
    assert found(position, "blue: deploy farmer") == [("F2.4", "not_your_turn"), ("F3.1", "once_a_round")]


@pytest.mark.clause("F4.1", bars=True)
def test_in_combat_all_other_reasons_are_told() -> None:
    position = fighting(
        {"riders1": unit("riders", "advancing 1")},
        {"militia1": unit("militia", "advancing 1")},
        hands={"red": {"farmer": 1, "riders": 1}},
        done={"red": ["villager", "commit"]},
    )
    moment = [("F5.1", "other_phase"), ("F2.2", "phase")]
    assert found(position, "red: deploy farmer") == [*moment, ("F3.1", "once_a_round")]
    assert found(position, "red: deploy riders") == [*moment, ("F3.2", "too_few_villagers")]
    assert found(position, "red: commit riders1 to 2") == [*moment, ("F4.1", "once_a_round"), ("F4.1", "not_at_home")]
    assert "a villager is played in the strategy phase; now it is combat, and damage is assigned" in why(
        position, "red: deploy farmer"
    )


@pytest.mark.clause("F5.5", bars=True)
def test_damage_is_judged_before_combat() -> None:
    units = {"red": {"riders1": unit("riders", "advancing 1")}, "blue": {"militia1": unit("militia", "advancing 1")}}
    assert found(mat(units=units), "assign 1: militia1 1") == [("F5.1", "no_combat"), ("F5.5", "left_over")]
    assert found(mat(units=units), "assign 1: militia1 3") == [("F5.1", "no_combat")]


@pytest.mark.clause("F8.1", bars=True)
def test_a_trigger_is_judged_before_replenishment() -> None:
    units = {"red": {"riders1": unit("riders", "occupying 1")}}
    position = mat(units=units, settlements={"red": {"1": "watchtower"}})
    assert found(position, "resolve settlement 1 at riders1") == [("F2.5", "no_triggers"), ("F8.1", "wrong_target")]


@pytest.mark.clause("F1.3", bars=True)
def test_when_the_game_is_over_other_reasons_are_told_but_the_turn() -> None:
    over = mat(life_now={"red": 0, "blue": 3}, done={"blue": ["villager"]}, hands={"blue": {"farmer": 1}})
    assert found(over, "blue: deploy farmer") == [("F1.3", "over"), ("F3.1", "once_a_round")]
    both = mat(life_now={"red": 0}, settlements={"blue": {"1": "hamlet", "2": "hamlet", "3": "hamlet"}})
    assert found(both, "pass") == [("F1.3", "over"), ("F7.2", "over")]


@pytest.mark.clause("F3.4", bars=True)
def test_stratagems_and_maneuvers_that_cost_something_are_paid_by_the_clause_about_tactics() -> None:
    position = mat(hands={"red": {"sickness": 1}}, units={"blue": {"militia1": unit("militia")}})
    assert found(position, "activate sickness at militia1") == [("F3.4", "too_few_villagers")]


@pytest.mark.clause("F7.2", bars=True)
def test_a_payment_that_lacks_villagers_and_settlements_has_both_reasons() -> None:
    position = mat(hands={"red": {"riders": 1}}, villagers={"red": {"farmer": 1}})
    assert found(position, "deploy riders paying 1 settlement 2 farmer") == [
        ("F3.2", "too_few_villagers"),
        ("F7.2", "purses"),
        ("F3.2", "not_ready"),
    ]


@pytest.mark.parametrize(
    ("payment", "complaint"),
    [
        ((-1, (("farmer", 3),)), "expected settlements and villagers"),
        ((0, (("farmer", 1), ("farmer", 1))), "farmer is named twice"),
        ((0, ("farmer",)), "expected villagers with their number"),
        ((0, None), "expected villagers with their number"),
        ("farmer", "expected settlements and villagers"),
    ],
)
def test_a_payment_that_is_none_is_malformed(payment: Any, complaint: str) -> None:
    position = mat(
        hands={"red": {"spearmen": 1}}, villagers={"red": {"farmer": 1}}, settlements={"red": {"1": "hamlet"}}
    )
    with pytest.raises(hw.InputError, match=complaint):
        position.check(Play("red", "spearmen", "unit", payment=payment))
    with pytest.raises(hw.InputError, match="spearmen is a unit, not 'villager'"):
        position.check(Play("red", "spearmen", "villager"))


# ---------------------------------------------------------------------- hidden hands
@pytest.mark.clause("F9.1")
def test_a_refusal_tells_an_observer_nothing_of_a_hidden_hand() -> None:
    """An observer gets the reasons that hold for every hand. The verdict is unknown if it depends on the hand."""
    hands = ({"farmer": 1, "riders": 1}, {"miller": 1, "volley": 1})
    seen = [mat(hands={"blue": hand}, done={"blue": ["villager"]}).observe("red") for hand in hands]
    assert seen[0] == seen[1]
    for text, status, clauses in (
        ("blue: deploy farmer", Status.ILLEGAL, ("F2.4", "F3.1")),
        ("blue: deploy riders", Status.ILLEGAL, ("F2.4", "F3.2")),
        ("blue: activate levy", Status.ILLEGAL, ("F2.4",)),
    ):
        action = seen[0].seen.parse(text)
        verdict = FRONTIERS.check(seen[0], action)
        assert (verdict.status, verdict.clauses) == (status, clauses)
    turn = mat(hands={"blue": hands[0]}, acting="blue").observe("red")
    verdict = FRONTIERS.check(turn, turn.seen.parse("blue: activate levy"))
    assert (verdict.status, verdict.clauses) == (Status.UNKNOWN, ("F9.1",))


@pytest.mark.clause("F2.6", bars=True)
def test_a_hand_without_a_card_of_the_deck_holds_no_such_card() -> None:
    """All players see the backs of the cards: a hand without a civic card holds no farmer."""
    observation = mat(hands={"blue": {"riders": 1}}, acting="blue").observe("red")
    verdict = FRONTIERS.check(observation, observation.seen.parse("blue: deploy farmer"))
    assert (verdict.status, verdict.clauses) == (Status.ILLEGAL, ("F2.6",))


@pytest.mark.clause("F4.1", bars=True)
@pytest.mark.clause("F4.2", bars=True)
def test_the_unit_of_another_player_is_judged_as_if_it_were_an_own_one() -> None:
    position = mat(units={"blue": {"militia1": unit("militia", "advancing 1", ready=False)}})
    assert found(position, "commit militia1 to 2, retreat militia1") == [
        ("F4.1", "not_own"),
        ("F4.1", "not_at_home"),
        ("F4.1", "exerted"),
        ("F4.2", "not_own"),
        ("F4.2", "not_occupying"),
        ("F4.2", "both"),
    ]
