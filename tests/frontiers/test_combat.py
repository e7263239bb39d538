"""Committing, combat, occupying and settling."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.rules import IllegalPosition
from hexwidget.systems.frontiers.combat import Splits
from hexwidget.systems.frontiers.position import Settlement
from tests.frontiers.positions import FRONTIERS, fighting, found, mat, play, told, unit, where, why


# ---------------------------------------------------------------- F4
@pytest.mark.clause("F4.1")
def test_ready_units_are_committed_to_any_frontiers() -> None:
    position = mat(units={"red": {"militia1": unit("militia"), "militia2": unit("militia"), "riders1": unit("riders")}})
    after, _ = play(position, "commit militia1 to 1, militia2 to 1, riders1 to 3")
    assert where(after) == {"militia1": "advancing 1", "militia2": "advancing 1", "riders1": "advancing 3"}
    assert all(u.ready for u in after.units)
    assert position.legal_actions().count() == 4**3  # Every way except leaving all at home, plus the pass.
    assert sum(1 for a in position.legal_actions()) == 4**3


@pytest.mark.clause("F4.1", bars=True)
def test_exerted_units_enemy_units_and_a_second_commit_are_barred() -> None:
    position = mat(units={"red": {"militia1": unit("militia", ready=False), "riders1": unit("riders", "advancing 1")},
                          "blue": {"militia2": unit("militia")}})  # fmt: skip
    assert found(position, "commit militia1 to 1") == [("F4.1", "exerted")]
    assert (
        "red's Militia is exerted: only ready units are committed -> units are readied at replenishment (F2.5)"
        in why(position, "commit militia1 to 1")
    )
    assert found(position, "commit riders1 to 2") == [("F4.1", "not_at_home")]
    assert found(position, "commit militia2 to 2") == [("F4.1", "not_own")]
    once = mat(units={"red": {"militia1": unit("militia")}}, done={"red": ["commit"]})
    assert found(once, "commit militia1 to 1") == [("F4.1", "once_a_round")]
    with pytest.raises(hw.InputError, match="expected the number of a frontier, from 1 to 3, not 4"):
        once.check("commit militia1 to 4")


@pytest.mark.clause("F4.2")
def test_an_occupying_unit_retreats_and_is_exerted() -> None:
    position = mat(units={"red": {"militia1": unit("militia", "occupying 2"), "riders1": unit("riders", "occupying 1", ready=False)}})  # fmt: skip
    after, _ = play(position, "commit retreat militia1, retreat riders1")
    assert where(after) == {"militia1": "heartland", "riders1": "heartland"}
    assert not any(u.ready for u in after.units)


@pytest.mark.clause("F4.2", bars=True)
def test_only_occupying_units_retreat_and_are_not_committed_at_once() -> None:
    position = mat(
        units={"red": {"militia1": unit("militia", "advancing 2"), "riders1": unit("riders", "occupying 1")}}
    )
    assert found(position, "commit retreat militia1") == [("F4.2", "not_occupying")]
    assert found(position, "commit riders1 to 2, retreat riders1") == [("F4.1", "not_at_home"), ("F4.2", "both")]
    assert "red's Riders cannot retreat and be committed in the same action" in why(
        position, "commit riders1 to 2, retreat riders1"
    )
    for text in ("commit riders1 to 2, riders1 to 3", "commit retreat riders1, retreat riders1"):
        with pytest.raises(hw.InputError, match="riders1 is named twice"):
            position.check(text)


# ---------------------------------------------------------------- F5
@pytest.mark.clause("F5.1")
def test_players_assign_damage_in_secret_and_exerted_units_deal_damage() -> None:
    position = fighting({"riders1": unit("riders", "advancing 1", ready=False)},
                        {"archers1": unit("archers", "advancing 1"), "militia1": unit("militia", "advancing 1")})  # fmt: skip
    assert position.to_act == {"red", "blue"}
    one, events = play(position, "red: assign 1: archers1 1, militia1 2")
    assert one.to_act == {"blue"}
    assert events[0].visible_to == ("red",)
    assert one.observe("blue") == position.observe("blue")
    replaced, _ = play(one, "red: assign 1: archers1 3")
    after, _ = play(replaced, "blue: assign 1: riders1 4")
    assert after.graveyards == (("riders",), ("archers",))


@pytest.mark.clause("F5.1", bars=True)
def test_damage_goes_to_enemy_units_in_the_frontier() -> None:
    position = fighting({"riders1": unit("riders", "advancing 1")},
                        {"archers1": unit("archers", "advancing 1"), "militia1": unit("militia", "advancing 2")})  # fmt: skip
    assert found(position, "red: assign 1: militia1 3") == [("F5.1", "elsewhere")]
    assert "blue's Militia is no enemy in frontier 1: the enemy there is blue's Archers" in why(
        position, "red: assign 1: militia1 3"
    )
    assert found(position, "red: assign 2: militia1 3") == [("F5.1", "nothing")]
    assert found(mat(), "assign 1: militia1 1") == [("F5.1", "no_combat"), ("F5.1", "nothing")]
    assert found(position, "pass") == [("F5.1", "other_phase")]


@pytest.mark.clause("F5.2")
def test_no_combat_influences_another() -> None:
    red = {"riders1": unit("riders", "advancing 1"), "archers1": unit("archers", "advancing 2")}
    blue = {"militia1": unit("militia", "advancing 1"), "spearmen1": unit("spearmen", "advancing 2")}
    orders = [
        (
            "red: assign 1: militia1 3",
            "red: assign 2: spearmen1 3",
            "blue: assign 1: riders1 1",
            "blue: assign 2: archers1 2",
        ),
        (
            "blue: assign 2: archers1 2",
            "red: assign 2: spearmen1 3",
            "blue: assign 1: riders1 1",
            "red: assign 1: militia1 3",
        ),
    ]
    results = {play(fighting(red, blue), *texts)[0] for texts in orders}
    assert len(results) == 1
    (after,) = results
    assert sorted(after.by_id) == ["riders1"]


@pytest.mark.clause("F5.3")
def test_an_occupying_side_deals_excess_damage_to_the_opponent() -> None:
    held = fighting({"riders1": unit("riders", "occupying 1"), "archers1": unit("archers", "advancing 1")},
                    {"militia1": unit("militia", "advancing 1")})  # fmt: skip
    after, events = play(held, "red: assign 1: militia1 2", "blue: assign 1: riders1 1")
    assert after.life == (20, 16)  # All units there deal 3 + 3, less 2.
    assert told(events, "life") == ["Blue loses 4 life: 16 left (F5.3)"]
    # The occupying unit may be killed in the combat.
    killed = fighting({"militia1": unit("militia", "occupying 1"), "archers1": unit("archers", "advancing 1")},
                      {"militia2": unit("militia", "advancing 1", damage=1), "riders1": unit("riders", "advancing 2")})  # fmt: skip
    assert play(killed, "red: assign 1: militia2 1", "blue: assign 1: archers1 1")[0].life[1] == 17
    # Without an occupying unit there is no excess.
    free = fighting({"riders1": unit("riders", "advancing 1")}, {"militia1": unit("militia", "advancing 1")})
    assert play(free, "red: assign 1: militia1 2", "blue: assign 1: riders1 1")[0].life == (20, 20)


@pytest.mark.clause("F5.4")
def test_surviving_units_without_an_enemy_have_won() -> None:
    position = fighting({"riders1": unit("riders", "advancing 1")}, {"militia1": unit("militia", "advancing 1")})
    after, events = play(position, "red: assign 1: militia1 3", "blue: assign 1: riders1 1")
    assert told(events, "won") == ["Red has won the combat in frontier 1 (F5.4)"]
    assert after.wins == ((0, 1),)
    tie = fighting(
        {"militia1": unit("militia", "advancing 1", damage=1)}, {"militia2": unit("militia", "advancing 1", damage=1)}
    )
    after, events = play(tie, "red: assign 1: militia2 1", "blue: assign 1: militia1 1")
    assert told(events, "won") == []
    assert after.units == ()


@pytest.mark.clause("F5.5")
def test_unopposed_units_win_and_deal_all_damage_as_excess() -> None:
    position = mat(units={"red": {"riders1": unit("riders", "occupying 1"), "militia1": unit("militia", "advancing 2")}},
                   phase="battle", passed=True, acting="blue")  # fmt: skip
    after, events = play(position, "pass")
    assert after.life == (20, 17)
    assert told(events, "won") == [
        "Red has won the combat in frontier 1 (F5.4)",
        "Red has won the combat in frontier 2 (F5.4)",
    ]


@pytest.mark.clause("F5.5", bars=True)
def test_too_little_and_too_much_damage_is_refused() -> None:
    position = fighting({"riders1": unit("riders", "advancing 1")},
                        {"archers1": unit("archers", "advancing 1"), "spearmen1": unit("spearmen", "advancing 1")})  # fmt: skip
    assert found(position, "red: assign 1: archers1 1, spearmen1 1") == [("F5.5", "left_over")]
    assert "1 of 3 damage is left over, and blue's Spearmen would live" in why(
        position, "red: assign 1: archers1 1, spearmen1 1"
    )
    assert found(position, "red: assign 1: archers1 1, spearmen1 4") == [("F5.5", "too_much")]
    assert position.check("red: assign 1: archers1 3")  # A unit may be given more than enough.
    key = position.key
    with pytest.raises(hw.rules.IllegalAction):
        position.apply("red: assign 1: archers1 9")
    assert position.key == key


@given(st.integers(1, 7), st.lists(st.integers(1, 4), min_size=1, max_size=3), st.booleans())
def test_there_is_one_way_to_split_damage_for_each_outcome(damage: int, needs: list[int], excess: bool) -> None:
    ways = Splits(damage, tuple(needs), excess=excess)
    listed = list(ways)
    assert len(listed) == len(ways) == len(set(listed))
    assert all(ways.may_be(way) and ways.canonical(way) == way for way in listed)

    def comes_to(split: tuple[int, ...]) -> tuple[Any, ...]:
        left = tuple(max(0, need - n) for n, need in zip(split, needs, strict=True))
        return (left, damage - sum(split) if excess and not any(left) else 0)

    every = [split for split in product(range(damage + 1), repeat=len(needs)) if ways.may_be(split)]
    assert {comes_to(split) for split in every} == {comes_to(way) for way in listed}
    assert len({comes_to(way) for way in listed}) == len(listed)
    assert all(comes_to(ways.canonical(split)) == comes_to(split) for split in every)


# ---------------------------------------------------------------- F6
@pytest.mark.clause("F6.1")
def test_winners_occupy_or_return_and_other_advancing_units_return() -> None:
    position = fighting(
        {"riders1": unit("riders", "advancing 1"), "militia1": unit("militia", "advancing 1"), "shieldwall1": unit("shieldwall", "advancing 2")},
        {"archers1": unit("archers", "advancing 1"), "shieldwall2": unit("shieldwall", "advancing 2")},
    )  # fmt: skip
    after, _ = play(position, "red: assign 1: archers1 4", "red: assign 2: shieldwall2 1", "blue: assign 1: militia1 3",
                    "blue: assign 2: shieldwall1 1")  # fmt: skip
    assert where(after) == {"riders1": "advancing 1", "shieldwall1": "heartland", "shieldwall2": "heartland"}
    assert [str(a) for a in after.legal_actions()] == ["occupy 1 with riders1", "occupy 1 with nobody"]
    assert where(play(after, "occupy 1 with nobody")[0])["riders1"] == "heartland"


@pytest.mark.clause("F6.1", bars=True)
def test_players_take_positions_after_combat_and_in_turn() -> None:
    assert found(mat(), "occupy 1 with nobody") == [("F6.1", "no_win")]
    two = mat(units={"red": {"riders1": unit("riders", "advancing 1")}, "blue": {"militia1": unit("militia", "advancing 2")}},
              phase="battle", passed=True, acting="blue")  # fmt: skip
    after, _ = play(two, "pass")
    assert after.to_act == {"red"}
    assert found(after, "blue: occupy 2 with militia1") == [("F6.1", "others_first")]


@pytest.mark.clause("F6.2")
def test_one_unit_occupies_and_may_be_swapped() -> None:
    position = mat(units={"red": {"riders1": unit("riders", "occupying 1"), "militia1": unit("militia", "advancing 1")}},
                   phase="battle", passed=True, acting="blue")  # fmt: skip
    won, _ = play(position, "pass")
    kept, _ = play(won, "occupy 1 with riders1")
    assert where(kept) == {"riders1": "occupying 1", "militia1": "heartland"}
    swapped, events = play(won, "occupy 1 with militia1")
    assert where(swapped) == {"riders1": "heartland", "militia1": "occupying 1"}
    assert told(events, "occupied") == ["Red occupies frontier 1 with Militia (F6.2)"]


@pytest.mark.clause("F6.2", bars=True)
def test_only_one_unit_of_the_frontier_occupies_it() -> None:
    won, _ = play(mat(units={"red": {"riders1": unit("riders", "advancing 1"), "militia1": unit("militia")}}, phase="battle",
                      passed=True, acting="blue"), "pass")  # fmt: skip
    assert found(won, "occupy 1 with militia1") == [("F6.2", "not_there")]
    with pytest.raises(IllegalPosition, match=r"F6\.2"):
        mat(
            units={
                "red": {"riders1": unit("riders", "occupying 1")},
                "blue": {"militia1": unit("militia", "occupying 1")},
            }
        )


@pytest.mark.clause("F6.3")
def test_units_keep_their_readiness_and_a_surviving_occupier_stays() -> None:
    position = fighting(
        {"shieldwall1": unit("shieldwall", "occupying 1", ready=False), "militia1": unit("militia", "advancing 1")},
        {"spearmen1": unit("spearmen", "advancing 1")},
    )
    after, _ = play(position, "red: assign 1: spearmen1 2", "blue: assign 1: shieldwall1 2")
    assert where(after) == {"shieldwall1": "occupying 1", "militia1": "heartland", "spearmen1": "heartland"}
    played, _ = play(
        mat(units={"red": {"riders1": unit("riders"), "archers1": unit("archers", ready=False)}}), "commit riders1 to 2"
    )
    assert played.by_id["riders1"].ready


@pytest.mark.clause("F6.3", bars=True)
def test_only_the_winner_takes_a_position() -> None:
    won, _ = play(mat(units={"red": {"riders1": unit("riders", "advancing 1")}, "blue": {"spearmen1": unit("spearmen")}},
                      phase="battle", passed=True, acting="blue"), "pass")  # fmt: skip
    assert found(won, "occupy 2 with nobody") == [("F6.3", "not_won")]


# ---------------------------------------------------------------- F7
HELD = {"red": {"riders1": unit("riders", "occupying 2")}}


@pytest.mark.clause("F7.1")
def test_a_player_settles_a_frontier_that_they_occupy() -> None:
    after, events = play(mat(hands={"red": {"hamlet": 1}}, units=HELD), "deploy hamlet on 2")
    assert after.settlements[0] == ((2, "hamlet"),)
    assert told(events, "settled") == ["Red settles frontier 2 (F7.2)"]


@pytest.mark.clause("F7.1", bars=True)
def test_a_frontier_without_an_own_occupier_is_not_settled() -> None:
    position = mat(hands={"red": {"hamlet": 1}}, units=HELD)
    assert found(position, "deploy hamlet on 1") == [("F7.1", "not_occupied")]
    assert "red does not occupy frontier 1 -> instead: deploy Hamlet on frontier 2 (F7.2)" in why(
        position, "deploy hamlet on 1"
    )
    nowhere = mat(hands={"red": {"hamlet": 1}})
    assert why(nowhere, "deploy hamlet on 1") == (
        "red does not occupy frontier 1 -> win the combat there and occupy it (F6.2)"
    )
    assert found(nowhere, "deploy hamlet") == [("F7.1", "occupies_none"), ("F7.2", "which")]


@pytest.mark.clause("F7.2")
def test_settlements_stay_and_pay_once_a_round_and_win_on_every_frontier() -> None:
    position = mat(hands={"red": {"spearmen": 1, "hamlet": 1}}, settlements={"red": {"1": "hamlet", "3": "market"}, "blue": {"2": "hamlet"}},
                   villagers={"red": {"farmer": 2}}, units=HELD)  # fmt: skip
    assert [str(a) for a in position.legal_actions() if "spearmen" in str(a)] == [
        "deploy spearmen paying 2 settlement",
        "deploy spearmen paying 1 settlement 1 farmer",
        "deploy spearmen paying 2 farmer",
    ]
    after, _ = play(position, "deploy spearmen paying 2 settlement")
    assert (after.purses(0), after.ready_villagers(0)) == (0, 2)
    won, _ = play(position, "deploy hamlet on 2")  # Both players may have one there.
    assert str(won.outcome) == "red has a settlement on every frontier (F7.2)"
    assert found(won, "blue: pass") == [("F7.2", "over")]


@pytest.mark.clause("F7.2", bars=True)
def test_a_second_settlement_and_a_second_payment_are_barred() -> None:
    position = mat(hands={"red": {"hamlet": 1, "spearmen": 1}}, settlements={"red": {"2": "hamlet"}}, spent={"red": 1},
                   villagers={"red": {"farmer": 2}}, units=HELD)  # fmt: skip
    assert found(position, "deploy hamlet on 2") == [("F7.2", "settled")]
    assert found(position, "deploy hamlet") == [("F7.2", "which")]
    assert found(position, "deploy spearmen paying 1 settlement 1 farmer") == [("F7.2", "purses")]
    with pytest.raises(IllegalPosition, match=r"F7\.2"):
        FRONTIERS.accepted(mat().with_player(0, settlements=(Settlement(2, "hamlet"), Settlement(2, "market"))))
