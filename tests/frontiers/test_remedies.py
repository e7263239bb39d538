"""Remedies: actions that are legal instead, first steps, and words that are true."""

from __future__ import annotations

import pytest

from hexwidget.rules import Remedy
from hexwidget.systems.frontiers.actions import Play
from hexwidget.systems.frontiers.position import FrontiersPosition
from tests.frontiers.positions import fighting, mat, play, unit

AIMS = {
    "red": {"riders1": unit("riders", "occupying 2")},
    "blue": {"militia1": unit("militia", "advancing 1"), "archers1": unit("archers")},
}


def remedies(position: FrontiersPosition, text: str) -> list[Remedy]:
    """The remedies of an action's findings."""
    return [finding.remedy for finding in position.check(text).findings if finding.remedy is not None]


def actions(position: FrontiersPosition, text: str) -> list[str | None]:
    """The remedies that are actions, each legal."""
    found = [str(remedy.action) for remedy in remedies(position, text) if remedy.action]
    assert all(position.check(action) for action in found)
    return found


@pytest.mark.clause("F3.2", bars=True)
def test_another_card_that_can_be_paid_is_offered() -> None:
    position = mat(hands={"red": {"veterans": 1, "militia": 1, "levy": 1}}, villagers={"red": {"farmer": 1}})
    assert actions(position, "deploy veterans") == ["deploy militia paying 1 farmer"]


@pytest.mark.clause("F3.2", bars=True)
def test_the_same_card_is_offered_with_the_payment_nearest_to_the_one_named() -> None:
    position = mat(hands={"red": {"spearmen": 1}}, villagers={"red": {"farmer": 3, "miller": 1}})
    assert actions(position, "deploy spearmen paying 1 farmer 2 miller") == ["deploy spearmen paying 1 farmer 1 miller"]
    assert actions(position, "deploy spearmen paying 3 farmer") == ["deploy spearmen paying 2 farmer"]


@pytest.mark.clause("F3.2", bars=True)
def test_replenishment_is_named_only_if_it_suffices() -> None:
    few = mat(hands={"red": {"veterans": 1}}, villagers={"red": {"farmer": {"ready": 0, "exerted": 1}}})
    assert remedies(few, "deploy veterans") == []
    enough = mat(hands={"red": {"veterans": 1}}, villagers={"red": {"farmer": {"ready": 1, "exerted": 3}}})
    assert [remedy.text for remedy in remedies(enough, "deploy veterans")] == [
        "after replenishment villagers and settlements can pay 4 again"
    ]


@pytest.mark.clause("F3.1")
def test_a_villager_first_may_help_and_says_so() -> None:
    position = mat(hands={"red": {"spearmen": 1, "farmer": 1}}, villagers={"red": {"farmer": 1}})
    (remedy,) = remedies(position, "deploy spearmen")
    assert (str(remedy.action), remedy.first, remedy.certain) == ("deploy farmer", True, False)
    assert remedy.text == (
        "deploy farmer first, the one villager of this round, which cannot be taken back; then it may be legal"
    )
    assert play(position, "deploy farmer", "pass")[0].check("deploy spearmen")


@pytest.mark.clause("F2.3", bars=True)
def test_a_pass_first_is_offered_if_the_player_then_acts_at_once() -> None:
    hands = {"red": {"raid": 1}}
    (remedy,) = remedies(mat(hands=hands, passed=True), "activate raid")
    assert (str(remedy.action), remedy.first, remedy.certain) == ("pass", True, True)
    assert remedy.text == "pass first, which ends the strategy phase of this round and cannot be taken back"
    assert remedies(mat(hands=hands), "activate raid") == []  # Blue may go on.
    assert (
        remedies(mat(hands=hands, passed=True, initiative="blue", acting="red"), "activate raid") == []
    )  # Blue begins.
    poor = mat(hands={"red": {"oil": 1}}, passed=True, units=AIMS)
    assert "pass" not in actions(poor, "deploy oil at militia1")  # It could not be paid either.


@pytest.mark.clause("F8.1", bars=True)
def test_the_same_card_is_offered_at_another_target() -> None:
    recall = mat(hands={"red": {"recall": 1}}, units=AIMS)
    assert actions(recall, "activate recall at archers1") == ["activate recall at militia1"]
    out = mat(hands={"red": {"flanking": 1}}, units=AIMS, phase="battle")
    assert actions(out, "activate flanking at militia1 to 3") == ["activate flanking at riders1 to 3"]
    assert actions(out, "activate flanking at riders1 to 2") == ["activate flanking at riders1 to 1"]


@pytest.mark.clause("F4.1", bars=True)
def test_units_that_can_go_are_offered_without_those_that_cannot() -> None:
    units = {"red": {"militia1": unit("militia"), "archers1": unit("archers", ready=False),
                     "riders1": unit("riders", "occupying 2")}}  # fmt: skip
    position = mat(units=units)
    assert actions(position, "commit militia1 to 2, archers1 to 3") == ["commit militia1 to 2"]
    assert actions(position, "commit archers1 to 3") == ["commit militia1 to 3"]
    assert actions(position, "commit riders1 to 1") == ["commit retreat riders1"]


@pytest.mark.clause("F5.5", bars=True)
def test_damage_is_offered_as_it_may_be_assigned() -> None:
    position = fighting({"riders1": unit("riders", "advancing 1")},
                        {"archers1": unit("archers", "advancing 1"), "spearmen1": unit("spearmen", "advancing 1")})  # fmt: skip
    assert actions(position, "red: assign 1: spearmen1 1") == ["assign 1: archers1 1, spearmen1 2"]
    assert actions(position, "red: assign 1: archers1 1, spearmen1 4") == ["assign 1: archers1 1, spearmen1 2"]
    assert actions(position, "red: assign 2: spearmen1 3") == ["assign 1: archers1 1, spearmen1 2"]


@pytest.mark.clause("F5.1", bars=True)
def test_in_combat_what_is_due_is_offered_to_those_who_have_still_to_assign() -> None:
    position = fighting({"riders1": unit("riders", "advancing 1")}, {"militia1": unit("militia", "advancing 1")})
    assert actions(position, "red: pass") == ["assign 1: militia1 3"]
    assert actions(play(position, "red: assign 1: militia1 3")[0], "red: pass") == []


@pytest.mark.clause("F6.2", bars=True)
def test_another_unit_takes_the_position() -> None:
    units = {"red": {"riders1": unit("riders", "advancing 1"), "militia1": unit("militia")}}
    won, _ = play(mat(units=units, phase="battle", passed=True, acting="blue"), "pass")
    assert actions(won, "occupy 1 with militia1") == ["occupy 1 with riders1"]
    assert actions(won, "occupy 2 with nobody") == ["occupy 1 with nobody"]


@pytest.mark.clause("F9.1")
def test_a_remedy_of_a_free_card_is_the_action_that_its_text_means() -> None:
    position = mat(hands={"red": {"farmer": 1}})
    (remedy,) = [
        finding.remedy
        for finding in position.check(Play("red", "farmer", "villager", "engine3", payment=None)).findings
    ]
    assert remedy is not None
    assert remedy.action == position.parse(f"red: {remedy.action}")


def test_a_remedy_does_not_depend_on_the_hand_of_the_other_player() -> None:
    """A villager first is never certain, whatever the other player holds; and an observer is offered no card of a hidden hand."""
    told = set()
    for hand in ({}, {"sickness": 1}, {"farmer": 2}):
        position = mat(hands={"red": {"spearmen": 1, "farmer": 1}, "blue": hand}, villagers={"red": {"farmer": 1}})
        told.add(str(position.check("deploy spearmen")))
    assert len(told) == 1
    seen = mat(hands={"blue": {"militia": 1, "veterans": 1}}, villagers={"blue": {"farmer": 1}}, acting="blue")
    assert actions(seen.observe("red").seen, "blue: deploy veterans") == []
    assert actions(seen, "blue: deploy veterans") == ["deploy militia paying 1 farmer"]
