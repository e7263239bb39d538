"""Commit, combat, occupying, settling, and what cards do."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.rules import IllegalPosition
from hexwidget.systems.frontiers.cards import EFFECTS, bundled
from hexwidget.systems.frontiers.combat import Splits
from hexwidget.systems.frontiers.position import Settlement
from tests.frontiers.positions import FRONTIERS, fighting, found, mat, play, told, unit, where, why


# ---------------------------------------------------------------- F4
@pytest.mark.clause("F4.1")
def test_any_number_of_ready_units_goes_to_any_frontiers() -> None:
    position = mat(units={"red": {"militia1": unit("militia"), "militia2": unit("militia"), "riders1": unit("riders")}})
    after, _ = play(position, "commit militia1 to 1, militia2 to 1, riders1 to 3")
    assert where(after) == {"militia1": "advancing 1", "militia2": "advancing 1", "riders1": "advancing 3"}
    assert all(u.ready for u in after.units)
    assert position.legal_actions().count() == 4**3  # every way but to leave all at home, and pass
    assert sum(1 for a in position.legal_actions()) == 4**3


@pytest.mark.clause("F4.1", bars=True)
def test_exerted_units_others_and_a_second_time_are_barred() -> None:
    position = mat(units={"red": {"militia1": unit("militia", ready=False), "riders1": unit("riders", "advancing 1")},
                          "blue": {"militia2": unit("militia")}})  # fmt: skip
    assert found(position, "commit militia1 to 1") == [("F4.1", "exerted")]
    assert (
        "unit militia1 is exerted: only ready units are committed -> units are readied at replenishment (F2.5)"
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
def test_only_occupying_units_retreat_and_not_out_again_at_once() -> None:
    position = mat(
        units={"red": {"militia1": unit("militia", "advancing 2"), "riders1": unit("riders", "occupying 1")}}
    )
    assert found(position, "commit retreat militia1") == [("F4.2", "not_occupying")]
    with pytest.raises(hw.InputError, match="riders1 is named twice"):
        position.check("commit riders1 to 2, retreat riders1")


# ---------------------------------------------------------------- F5
@pytest.mark.clause("F5.1")
def test_both_assign_at_once_and_reveal_together_and_exerted_units_deal_damage_too() -> None:
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
    assert "unit militia1 is no enemy in frontier 1: there stand archers1" in why(position, "red: assign 1: militia1 3")
    assert found(position, "red: assign 2: militia1 3") == [("F5.1", "nothing")]
    assert found(mat(), "assign 1: militia1 1") == [("F5.1", "no_combat")]
    assert found(position, "pass") == [("F5.1", "other_phase")]


@pytest.mark.clause("F5.2")
def test_all_frontiers_are_fought_from_one_position() -> None:
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
def test_excess_goes_to_the_opponent_where_one_occupies() -> None:
    held = fighting({"riders1": unit("riders", "occupying 1"), "archers1": unit("archers", "advancing 1")},
                    {"militia1": unit("militia", "advancing 1")})  # fmt: skip
    after, events = play(held, "red: assign 1: militia1 2", "blue: assign 1: riders1 1")
    assert after.life == (20, 16)  # all units there: 3 + 3 less 2
    assert told(events, "life") == ["blue loses 4 life and is at 16 (F5.3)"]
    # The occupying unit may be killed in it.
    killed = fighting({"militia1": unit("militia", "occupying 1"), "archers1": unit("archers", "advancing 1")},
                      {"militia2": unit("militia", "advancing 1", damage=1), "riders1": unit("riders", "advancing 2")})  # fmt: skip
    assert play(killed, "red: assign 1: militia2 1", "blue: assign 1: archers1 1")[0].life[1] == 17
    # Without an occupying unit there is none.
    free = fighting({"riders1": unit("riders", "advancing 1")}, {"militia1": unit("militia", "advancing 1")})
    assert play(free, "red: assign 1: militia1 2", "blue: assign 1: riders1 1")[0].life == (20, 20)


@pytest.mark.clause("F5.4")
def test_who_survives_with_no_enemy_left_has_won() -> None:
    position = fighting({"riders1": unit("riders", "advancing 1")}, {"militia1": unit("militia", "advancing 1")})
    after, events = play(position, "red: assign 1: militia1 3", "blue: assign 1: riders1 1")
    assert told(events, "won") == ["red has won the combat in frontier 1 (F5.4)"]
    assert after.wins == ((0, 1),)
    tie = fighting(
        {"militia1": unit("militia", "advancing 1", damage=1)}, {"militia2": unit("militia", "advancing 1", damage=1)}
    )
    after, events = play(tie, "red: assign 1: militia2 1", "blue: assign 1: militia1 1")
    assert told(events, "won") == []
    assert after.units == ()


@pytest.mark.clause("F5.5")
def test_units_with_no_enemy_have_won_and_deal_all_as_excess() -> None:
    position = mat(units={"red": {"riders1": unit("riders", "occupying 1"), "militia1": unit("militia", "advancing 2")}},
                   phase="battle", passed=True, acting="blue")  # fmt: skip
    after, events = play(position, "pass")
    assert after.life == (20, 17)
    assert told(events, "won") == [
        "red has won the combat in frontier 1 (F5.4)",
        "red has won the combat in frontier 2 (F5.4)",
    ]


@pytest.mark.clause("F5.5", bars=True)
def test_damage_that_is_left_over_while_somebody_lives_or_is_not_there_is_refused() -> None:
    position = fighting({"riders1": unit("riders", "advancing 1")},
                        {"archers1": unit("archers", "advancing 1"), "spearmen1": unit("spearmen", "advancing 1")})  # fmt: skip
    assert found(position, "red: assign 1: archers1 1, spearmen1 1") == [("F5.5", "left_over")]
    assert "1 of 3 damage is left over, and spearmen1 would live" in why(
        position, "red: assign 1: archers1 1, spearmen1 1"
    )
    assert found(position, "red: assign 1: archers1 1, spearmen1 4") == [("F5.5", "too_much")]
    assert position.check("red: assign 1: archers1 3")  # one may be given more than enough
    key = position.key
    with pytest.raises(hw.rules.IllegalAction):
        position.apply("red: assign 1: archers1 9")
    assert position.key == key


@given(st.integers(1, 7), st.lists(st.integers(1, 4), min_size=1, max_size=3), st.booleans())
def test_the_ways_to_split_damage_are_one_for_each_outcome(damage: int, needs: list[int], excess: bool) -> None:
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
    assert ways.sample(Random(1)) in listed


# ---------------------------------------------------------------- F6
@pytest.mark.clause("F6.1")
def test_winners_occupy_or_return_and_others_that_advance_return() -> None:
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
def test_positions_are_taken_after_combat_and_in_turn() -> None:
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
    assert told(events, "occupied") == ["red occupies frontier 1 with Militia (militia1) (F6.2)"]


@pytest.mark.clause("F6.2", bars=True)
def test_who_is_not_there_does_not_occupy_and_two_never_do() -> None:
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
def test_readiness_is_kept_and_a_beaten_occupier_that_survives_stays() -> None:
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
def test_only_who_has_won_takes_a_position() -> None:
    won, _ = play(mat(units={"red": {"riders1": unit("riders", "advancing 1")}, "blue": {"spearmen1": unit("spearmen")}},
                      phase="battle", passed=True, acting="blue"), "pass")  # fmt: skip
    assert found(won, "occupy 2 with nobody") == [("F6.3", "not_won")]


# ---------------------------------------------------------------- F7
HELD = {"red": {"riders1": unit("riders", "occupying 2")}}


@pytest.mark.clause("F7.1")
def test_a_frontier_that_is_occupied_is_settled_in_the_strategy_phase() -> None:
    after, events = play(mat(hands={"red": {"hamlet": 1}}, units=HELD), "deploy hamlet on 2")
    assert after.settlements[0] == ((2, "hamlet"),)
    assert told(events, "settled") == ["red settles frontier 2 (F7.2)"]


@pytest.mark.clause("F7.1", bars=True)
def test_a_frontier_that_is_not_occupied_is_not_settled() -> None:
    position = mat(hands={"red": {"hamlet": 1}}, units=HELD)
    assert found(position, "deploy hamlet on 1") == [("F7.1", "not_occupied")]
    assert "red does not occupy frontier 1 -> win the combat there and occupy it (F6.2)" in why(
        position, "deploy hamlet on 1"
    )


@pytest.mark.clause("F7.2")
def test_settlements_stay_pay_once_a_round_and_one_on_every_frontier_wins() -> None:
    position = mat(hands={"red": {"spearmen": 1, "hamlet": 1}}, settlements={"red": {"1": "hamlet", "3": "market"}, "blue": {"2": "hamlet"}},
                   villagers={"red": {"farmer": 2}}, units=HELD)  # fmt: skip
    assert [str(a) for a in position.legal_actions() if "spearmen" in str(a)] == [
        "deploy spearmen paying 2 settlement",
        "deploy spearmen paying 1 settlement 1 farmer",
        "deploy spearmen paying 2 farmer",
    ]
    after, _ = play(position, "deploy spearmen paying 2 settlement")
    assert (after.purses(0), after.ready_villagers(0)) == (0, 2)
    won, _ = play(position, "deploy hamlet on 2")  # both have one there
    assert str(won.outcome) == "red has a settlement on every frontier (F7.2)"


@pytest.mark.clause("F7.2", bars=True)
def test_a_second_settlement_there_and_purses_that_are_empty() -> None:
    position = mat(hands={"red": {"hamlet": 1, "spearmen": 1}}, settlements={"red": {"2": "hamlet"}}, spent={"red": 1},
                   villagers={"red": {"farmer": 2}}, units=HELD)  # fmt: skip
    assert found(position, "deploy hamlet on 2") == [("F7.2", "settled")]
    assert found(position, "deploy hamlet") == [("F7.2", "which")]
    assert found(position, "deploy spearmen paying 1 settlement 1 farmer") == [("F7.2", "purses")]
    with pytest.raises(IllegalPosition, match=r"F7\.2"):
        FRONTIERS.accepted(mat().with_player(0, settlements=(Settlement(2, "hamlet"), Settlement(2, "market"))))


# ---------------------------------------------------------------- F8
@pytest.mark.clause("F8.1")
def test_the_bundled_set_holds_what_it_promises() -> None:
    cards = bundled()
    assert len(cards) >= 24
    assert {card.type for card in cards.values()} == {
        "villager",
        "settlement",
        "stratagem",
        "unit",
        "tactic",
        "maneuver",
    }
    kinds = {e.kind for card in cards.values() for e in (*card.effects, *card.trigger)}
    assert kinds == set(EFFECTS)


def with_card(effects: list[dict[str, Any]], target: dict[str, str] | None, **more: Any):
    card = {"name": "trial", "title": "Trial", "type": "stratagem", "target": target, "effects": effects}
    return mat(**{"hands": {"red": {"trial": 1}}, "cards": [card], **more})


ANY = {"whose": "any", "where": "anywhere"}
UNITS = {
    "red": {"riders1": unit("riders", "occupying 2")},
    "blue": {"spearmen1": unit("spearmen", damage=1, ready=False)},
}


@pytest.mark.clause("F8.1")
@pytest.mark.parametrize(
    ("effects", "text", "told_kind", "comes_to"),
    [
        ([{"effect": "damage", "amount": 1}], " at spearmen1", "damaged", lambda p: p.by_id["spearmen1"].damage == 2),
        ([{"effect": "damage", "amount": 2}], " at spearmen1", "killed", lambda p: "spearmen1" not in p.by_id),
        ([{"effect": "damage", "amount": 3, "to": "opponent"}], "", "life", lambda p: p.life == (20, 17)),
        ([{"effect": "heal", "amount": 5}], " at spearmen1", "healed", lambda p: p.by_id["spearmen1"].damage == 0),
        ([{"effect": "heal", "amount": 5, "to": "self"}], "", "life", lambda p: p.life == (25, 20)),
        ([{"effect": "ready"}], " at spearmen1", "ready", lambda p: p.by_id["spearmen1"].ready),
        ([{"effect": "exert"}], " at riders1", "exert", lambda p: not p.by_id["riders1"].ready),
        ([{"effect": "move", "to": "heartland"}], " at riders1", "moved", lambda p: p.by_id["riders1"].frontier == 0),
        ([{"effect": "move", "to": "frontier"}], " at riders1 to 3", "moved", lambda p: where(p)["riders1"] == "advancing 3"),
        ([{"effect": "draw", "deck": "army", "amount": 2}], "", "drew", lambda p: p.hands[0] == ("militia", "militia")),
        ([{"effect": "seal"}], " at spearmen1", "sealed_away", lambda p: p.vaults[1] == ("spearmen",)),
        ([{"effect": "seal", "to": "this"}], "", "spent", lambda p: p.vaults[0] == ("trial",)),
    ],
)  # fmt: skip
def test_each_kind_of_effect_does_what_it_says(
    effects: list[dict[str, Any]], text: str, told_kind: str, comes_to: Any
) -> None:
    position = with_card(effects, ANY, units=UNITS)
    after, events = play(position, f"activate trial{text}")
    assert told(events, told_kind)
    assert comes_to(after)
    assert position.system.read(position.notation) == position  # a card of one's own comes back


@pytest.mark.clause("F8.1")
def test_a_trigger_works_at_replenishment_and_a_new_card_needs_no_code() -> None:
    card = {"name": "mill", "title": "Mill", "type": "settlement", "target": {"whose": "enemy", "where": "frontier"},
            "effects": [{"effect": "trigger", "then": [{"effect": "exert"}, {"effect": "damage", "amount": 1}]}]}  # fmt: skip
    position = mat(cards=[card], settlements={"red": {"1": "mill"}}, phase="battle", passed=True, acting="blue",
                   units={"blue": {"militia1": unit("militia", "occupying 1"), "archers1": unit("archers", "occupying 2")}})  # fmt: skip
    waiting, _ = play(position, "pass", "occupy 1 with militia1", "occupy 2 with archers1")
    assert [str(a) for a in waiting.legal_actions()] == [
        "resolve settlement 1 at archers1",
        "resolve settlement 1 at militia1",
    ]
    after, events = play(waiting, "resolve settlement 1 at archers1")
    assert after.graveyards[1] == ("archers",)
    assert told(events, "triggered") == ["red's Mill is triggered (F2.5)"]
    # With nobody to aim at it comes to nothing.
    _, events = play(
        mat(cards=[card], settlements={"red": {"1": "mill"}}, phase="battle", passed=True, acting="blue"), "pass"
    )
    assert told(events, "triggered") == ["red's Mill is triggered, and finds nobody to aim at (F2.5)"]


@pytest.mark.clause("F8.1", bars=True)
def test_a_target_must_be_such_as_the_card_says() -> None:
    position = with_card([{"effect": "exert"}], {"whose": "enemy", "where": "frontier"}, units=UNITS)
    assert found(position, "activate trial at riders1") == [("F8.1", "wrong_target")]
    assert "red's Riders, in frontier 2, is not such a one" in why(position, "activate trial at riders1")
    assert found(position, "activate trial at nobody1") == [("F8.1", "no_unit")]
    assert found(position, "activate trial") == [("F8.1", "target")]
    assert "there is none" in why(position, "activate trial")
    aimless = with_card([{"effect": "draw", "deck": "army", "amount": 1}], None, units=UNITS)
    assert found(aimless, "activate trial at riders1") == [("F8.1", "no_aim")]
    assert found(aimless, "activate trial to 2") == [("F8.1", "no_way")]
    out = with_card([{"effect": "move", "to": "frontier"}], ANY, units=UNITS)
    assert found(out, "activate trial at riders1") == [("F8.1", "which_frontier")]
    assert found(out, "activate trial at riders1 to 2") == [("F8.1", "there_already")]
    with pytest.raises(IllegalPosition, match=r"F8\.1"):
        mat(units={"red": {"militia1": unit("militia", damage=2)}})


@pytest.mark.clause("F8.1")
def test_a_trigger_that_leads_out_comes_to_nothing_where_there_is_no_other_frontier() -> None:
    card = {"name": "pusher", "title": "Pusher", "type": "villager", "target": {"whose": "any", "where": "frontier"},
            "effects": [{"effect": "trigger", "then": [{"effect": "move", "to": "frontier"}]}]}  # fmt: skip
    position = mat(frontiers=1, cards=[card], villagers={"red": {"pusher": 1}}, phase="battle", passed=True, acting="blue",
                   units={"red": {"militia1": unit("militia", "occupying 1")}})  # fmt: skip
    after, events = play(position, "pass", "occupy 1 with militia1")
    assert after.phase == "draw"
    assert told(events, "triggered") == ["red's Pusher is triggered, and finds nobody to aim at (F2.5)"]


@pytest.mark.clause("F8.1")
def test_what_stays_on_the_mat_is_deployed_also_with_nobody_to_aim_at() -> None:
    card = {"name": "scout", "title": "Scout", "type": "unit", "health": 1, "target": {"whose": "enemy", "where": "anywhere"},
            "effects": [{"effect": "exert"}]}  # fmt: skip
    alone = mat(cards=[card], hands={"red": {"scout": 1}})
    assert where(play(alone, "deploy scout")[0]) == {"scout1": "heartland"}
    watched = mat(cards=[card], hands={"red": {"scout": 1}}, units={"blue": {"militia1": unit("militia")}})
    assert found(watched, "deploy scout") == [("F8.1", "target")]
    assert not play(watched, "deploy scout at militia1")[0].by_id["militia1"].ready


@pytest.mark.clause("F3.4")
def test_a_tactic_that_seals_itself_goes_to_the_vault_after_combat() -> None:
    card = {"name": "oath", "title": "Oath", "type": "tactic", "effects": [{"effect": "seal", "to": "this"}]}
    after, _ = play(mat(cards=[card], hands={"red": {"oath": 1}}, phase="battle"), "deploy oath", "pass", "pass")
    assert (after.vaults[0], after.graveyards[0]) == (("oath",), ())


@pytest.mark.parametrize(
    ("card", "complaint"),
    [
        ({"effects": [{"effect": "damge", "amount": 1}]}, "cards/0/effects/0/effect: unknown effect (F8.1) 'damge'; did you mean 'damage'"),
        ({"effects": [{"effect": "damage"}]}, "cards/0/effects/0/amount: expected a whole number from 1 to 99, not 0"),
        ({"effects": [{"effect": "damage", "amount": 1, "to": "me"}]}, "cards/0/effects/0/to: unknown aim 'me'"),
        ({"effects": [{"effect": "draw", "amount": 1}]}, "cards/0/effects/0/deck: unknown deck ''"),
        ({"effects": [{"effect": "ready"}]}, "cards/0/target: an effect of this card needs a target"),
        ({"effects": [{"effect": "trigger", "then": [{"effect": "trigger", "then": []}]}]}, "unknown effect (F8.1) 'trigger'"),
        ({"effects": [{"effect": "trigger", "then": []}]}, "only villagers, settlements and units stay on the mat"),
        ({"effects": [{"effect": "seal", "to": "this", "much": 1}]}, "cards/0/effects/0/much: unknown entry 'much'"),
        ({"effects": [{"effect": "trigger", "then": []}], "type": "villager"}, "then: expected one effect or more"),
        ({"effects": [{"effect": "seal", "to": "this"}], "type": "villager"}, "only what is spent is sealed itself"),
        ({"effects": [{"effect": "move", "to": "frontier"}], "type": "settlement", "target": ANY}, "it moves nobody to another"),
        ({"type": "hero"}, "cards/0/type: unknown type of card 'hero'"),
        ({"type": "unit"}, "cards/0/health: expected a whole number from 1 to 99, not 0"),
        ({"name": "My Card"}, "cards/0/name: expected a name of small letters"),
        ({"target": {"whose": "own"}}, "cards/0/target: expected"),
        ({"target": {"whose": "his", "where": "anywhere"}}, "cards/0/target/whose: unknown whose 'his'"),
        ({"price": 3}, "cards/0/price: unknown entry 'price'"),
    ],
)  # fmt: skip
def test_a_card_that_is_wrong_is_refused_with_the_place(card: dict[str, Any], complaint: str) -> None:
    with pytest.raises(hw.InputError) as caught:
        mat(cards=[{"name": "trial", "title": "Trial", "type": "stratagem", **card}])
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("description", "complaint"),
    [
        ({"players": ["a", "b", "c"]}, "players: expected a list of 2 to 2 names"),
        ({"hands": {"red": {"farmr": 1}}}, "hands/red/farmr: unknown card 'farmr'; did you mean 'farmer'"),
        ({"hands": {"red": {"farmer": 0}}}, "hands/red/farmer: expected a whole number from 1 to 99"),
        ({"hands": {"green": {"farmer": 1}}}, "hands/green: unknown player 'green'"),
        ({"units": {"red": {"a1": {"card": "farmer"}}}}, "units/red/a1/card: unknown unit 'farmer'"),
        ({"units": {"red": {"a1": unit("militia", "advancing 7")}}}, "units/red/a1/at: expected the number of a frontier"),
        ({"units": {"red": {"a1": unit("militia", "nowhere")}}}, 'units/red/a1/at: expected "heartland"'),
        ({"units": {"red": {"a 1": unit("militia")}}}, "units/red/a 1: expected a name of letters and figures"),
        ({"units": {"red": {"a1": unit("militia")}, "blue": {"a1": unit("militia")}}}, "another unit is called so"),
        ({"villagers": {"red": {"farmer": 0}}}, "villagers/red/farmer: expected one villager or more"),
        ({"settlements": {"red": {"9": "hamlet"}}}, "settlements/red/9: expected the number of a frontier"),
        ({"done": {"red": ["nap"]}}, "done/red/0: unknown what is done once a round 'nap'"),
        ({"phase": "damage"}, "phase: nobody has damage to assign"),
        ({"phase": "after"}, "wins: nobody has positions to take"),
        ({"phase": "triggers"}, "triggers: there is no trigger to be resolved"),
        ({"chosen": {"red": "army"}}, "chosen: there is nothing of the kind in the strategy phase"),
        ({"spent": {"red": 1}}, "spent/red: more settlements have paid than there are"),
        ({"frontiers": 10}, "frontiers: expected a whole number from 1 to 9 (F1.3)"),
        ({"life_now": {"red": "much"}}, "life_now/red: expected a whole number"),
        ({"deck": 3}, "deck: unknown keyword, option or parameter 'deck'"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_read_is_refused_with_the_place(description: dict[str, Any], complaint: str) -> None:
    with pytest.raises(hw.InputError) as caught:
        mat(**description)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("deply farmer", "word 1: unknown action 'deply'; did you mean 'deploy'"),
        ("deploy farmr", "word 2: unknown card 'farmr'; did you mean 'farmer'"),
        ("activate farmer", "word 1: a villager is deployed"),
        ("deploy levy", "word 1: a stratagem is activated"),
        ("deploy spearmen paying", 'paying: expected such as "1 settlement 2 farmer"'),
        ("deploy spearmen paying 2 gold", "paying: unknown villager 'gold'"),
        ("deploy hamlet on x", "frontier: expected a whole number"),
        ("commit militia1", 'commit: expected "spearmen1 to 2"'),
        ("assign 1: militia1", "assign: expected a unit and its damage"),
        ("draw both", "word 2: unknown deck 'both'"),
        ("occupy", "expected an action such as"),
        ("green: pass", "player: unknown player 'green'"),
        ("", "expected an action such as"),
    ],
)
def test_an_action_that_cannot_be_read_is_refused_with_the_place(text: str, complaint: str) -> None:
    position = mat(hands={"red": {"farmer": 1}})
    with pytest.raises(hw.InputError) as caught:
        position.check(text)
    assert complaint in str(caught.value)
