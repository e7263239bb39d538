"""Zones, rounds, turns, villagers, supply, replenishment, the end."""

from __future__ import annotations

from fractions import Fraction

import pytest

import hexwidget as hw
from hexwidget.rules import CHANCE, TERMINAL
from tests.frontiers.positions import FRONTIERS, found, mat, play, through, told, unit, where, why


# ---------------------------------------------------------------- F1
@pytest.mark.clause("F1.1")
def test_the_zones_of_the_mat() -> None:
    position = mat(units={"red": {"militia1": unit("militia", "occupying 2")}}, villagers={"blue": {"farmer": 2}})
    names = set(position.map.names())
    for player in position.players:
        for zone in ("civic", "army", "graveyard", "vault", "hand", "villagers", "heartland"):
            assert f"{player} {zone}" in names
        assert {f"{player} advancing {n}" for n in (1, 2, 3)} <= names
    assert {"frontier 1", "frontier 2", "frontier 3", "militia1", "blue ready farmer"} <= names
    m = position.map
    assert m.zone_of(m.index("militia1")) == m.index("frontier 2")
    assert [position.observe(viewer).seen.map.below for viewer in ("red", "blue", None)] == [0, 1, None]


@pytest.mark.clause("F1.2")
def test_killed_units_and_spent_cards_go_to_the_graveyard_and_sealed_ones_to_the_vault() -> None:
    position = mat(hands={"red": {"levy": 1}, "blue": {"sickness": 1, "banishment": 1}}, villagers={"blue": {"farmer": 3}},
                   units={"red": {"archers1": unit("archers"), "riders1": unit("riders")}})  # fmt: skip
    after, events = play(position, "activate levy", "activate sickness at archers1 paying 1 farmer", "pass",
                         "activate banishment at riders1 paying 2 farmer")  # fmt: skip
    assert (after.graveyards, after.vaults) == ((("archers", "levy"), ("sickness",)), (("riders",), ("banishment",)))
    assert told(events, "killed") == ["Red loses Archers (F1.2)"]
    assert told(events, "sealed_away") == ["The card seals red's Riders away in the vault (F1.2)"]


@pytest.mark.clause("F1.3")
def test_sizes_life_and_opening_hands() -> None:
    start = FRONTIERS.position()
    assert (len(start.frontiers), start.life, start.to_act) == (3, (20, 20), CHANCE)
    position = start
    while position.chance is not None:
        position = position.apply(next(iter(position.chance))).position
    for seat in (0, 1):
        decks = [position.cards[kind].deck for kind in position.hands[seat]]
        assert (decks.count("civic"), decks.count("army")) == (4, 2)
    small = FRONTIERS.position(frontiers=5, life=7, civic_hand=1, army_hand=0)
    assert (len(small.frontiers), small.life, len(small.draws)) == (5, (7, 7), 2)


@pytest.mark.clause("F1.3")
def test_a_player_without_life_loses_and_both_at_once_draw() -> None:
    position = mat(hands={"red": {"raid": 1}}, life_now={"red": 5, "blue": 2}, phase="battle")
    after, events = play(position, "activate raid")
    assert after.to_act == TERMINAL
    assert told(events, "game_over") == ["Blue is at 0 life (F1.3)"]
    assert after.outcome.winners == ("red",)
    both = mat(units={"red": {"sappers1": unit("sappers", "occupying 1")}, "blue": {"sappers2": unit("sappers", "occupying 2")}},
               life_now={"red": 1, "blue": 1}, phase="battle", passed=True)  # fmt: skip
    after, _ = play(both, "pass")
    assert after.life == (0, 0)
    assert (after.outcome.winners, after.outcome.clause) == ((), "F1.3")


@pytest.mark.clause("F1.3")
def test_a_short_deck_gives_what_it_has() -> None:
    position = mat(civic={"red": {"farmer": 1}, "blue": {"farmer": 5}}, phase="draw")
    after, events = play(position, "red: draw civic", "blue: draw civic")
    assert (after.hands, after.civic[0]) == ((("farmer",), ("farmer", "farmer")), ())
    assert told(events, "deck_short") == ["Red's civic deck holds only 1 of the 2 cards to be drawn (F1.3)"]


@pytest.mark.clause("F1.3", bars=True)
def test_nothing_is_done_after_the_end() -> None:
    over = mat(life_now={"red": 0, "blue": 3})
    assert found(over, "pass") == [("F1.3", "over")]


# ---------------------------------------------------------------- F2
@pytest.mark.clause("F2.1")
def test_a_round_has_four_parts() -> None:
    position = mat(
        units={
            "red": {"militia1": unit("militia", "advancing 1")},
            "blue": {"militia2": unit("militia", "advancing 1")},
        }
    )
    phases = [position.phase]
    for text in ("pass", "pass", "pass", "pass", "red: assign 1: militia2 1", "blue: assign 1: militia1 1",
                 "red: draw civic", "blue: draw army"):  # fmt: skip
        position, _ = play(position, text)
        if position.phase != phases[-1]:
            phases.append(position.phase)
    assert phases == ["strategy", "battle", "damage", "draw", "strategy"]
    assert position.round == 2


@pytest.mark.clause("F2.2")
def test_actions_of_the_strategy_phase() -> None:
    position = mat(
        hands={"red": {"farmer": 2, "hamlet": 1, "militia": 1, "levy": 1, "volley": 1, "raid": 1}},
        villagers={"red": {"farmer": 1}},
        units={"red": {"riders1": unit("riders"), "militia1": unit("militia", "occupying 2")}},
    )
    kinds = {
        str(a).split()[0] + " " + str(a).split()[1].rstrip(",") for a in position.legal_actions() if str(a) != "pass"
    }
    assert kinds == {
        "deploy farmer",
        "deploy hamlet",
        "deploy militia",
        "activate levy",
        "commit riders1",
        "commit retreat",
    }
    assert position.check("pass")


@pytest.mark.clause("F2.2", bars=True)
def test_once_a_round_actions_and_actions_of_another_phase_are_barred() -> None:
    done = mat(hands={"red": {"hamlet": 1, "militia": 1}}, villagers={"red": {"farmer": 1}}, done={"red": ["settlement"]},
               units={"red": {"militia1": unit("militia", "occupying 2")}})  # fmt: skip
    assert found(done, "deploy hamlet on 2") == [("F2.2", "once_a_round")]
    battle = mat(hands={"red": {"militia": 1, "farmer": 1}}, villagers={"red": {"farmer": 1}}, phase="battle",
                 units={"red": {"militia1": unit("militia")}})  # fmt: skip
    assert found(battle, "deploy militia paying 1 farmer") == [("F2.2", "phase")]
    assert found(battle, "commit militia1 to 1") == [("F2.2", "phase")]
    assert "a unit is played in the strategy phase; now it is the battle phase" in why(
        battle, "deploy militia paying 1 farmer"
    )


@pytest.mark.clause("F2.3")
def test_actions_of_the_battle_phase() -> None:
    position = mat(hands={"red": {"farmer": 1, "volley": 1, "raid": 1}}, villagers={"red": {"farmer": 1}}, phase="battle",
                   units={"blue": {"militia1": unit("militia", "advancing 1")}})  # fmt: skip
    assert [str(a) for a in position.legal_actions()] == [
        "activate raid",
        "deploy volley at militia1 paying 1 farmer",
        "pass",
    ]


@pytest.mark.clause("F2.3", bars=True)
def test_a_maneuver_waits_for_the_battle_phase() -> None:
    assert found(mat(hands={"red": {"raid": 1}}), "activate raid") == [("F2.3", "phase")]


@pytest.mark.clause("F2.4")
def test_players_take_one_action_each_and_two_passes_in_succession_end_a_phase() -> None:
    position = mat(hands={"red": {"farmer": 2}, "blue": {"farmer": 1}}, initiative="blue")
    assert position.to_act == {"blue"}
    position, _ = play(position, "pass")
    position, _ = play(position, "deploy farmer")
    assert (position.to_act, position.passed) == ({"blue"}, False)  # Blue's pass does not bind.
    position, _ = play(position, "deploy farmer", "pass")
    assert position.phase == "strategy"
    position, events = play(position, "pass")
    assert (position.phase, position.to_act) == ("battle", {"blue"})
    assert told(events, "phase_over") == ["The strategy phase is over (F2.4)"]


@pytest.mark.clause("F2.4", bars=True)
def test_acting_out_of_turn_is_barred() -> None:
    assert found(mat(), "blue: pass") == [("F2.4", "not_your_turn")]


@pytest.mark.clause("F2.5")
def test_the_order_of_replenishment() -> None:
    position = mat(
        units={
            "red": {"shieldwall1": unit("shieldwall", "occupying 1", ready=False, damage=2)},
            "blue": {"sappers1": unit("sappers", ready=False)},
        },
        villagers={"red": {"farmer": {"ready": 0, "exerted": 2}}},
        settlements={"red": {"1": "hamlet"}},
        spent={"red": 1},
        done={"red": ["commit"]},
        phase="battle",
        passed=True,
        acting="blue",
    )
    after, events = play(position, "pass", "occupy 1 with shieldwall1", "red: draw army", "blue: draw civic")
    order = [e.kind for e in events if e.kind in ("triggered", "reset", "draws", "round")]
    assert order == ["triggered", "reset", "draws", "draws", "round"]
    assert all(u.ready and not u.damage for u in after.units)
    assert (after.ready_villagers(0), after.spent, after.done) == (2, (0, 0), ((), ()))
    assert [len(hand) for hand in after.hands] == [1, 2]
    assert (after.initiative, after.to_act, after.life) == (1, {"blue"}, (19, 19))  # The excess, and the sappers.


@pytest.mark.clause("F2.5", bars=True)
def test_triggers_and_draws_wait_for_replenishment() -> None:
    assert found(mat(), "draw army") == [("F2.5", "no_draw")]
    scribe = mat(villagers={"red": {"scribe": 1}})
    assert found(scribe, "resolve villager scribe") == [("F2.5", "no_triggers")]
    assert found(mat(phase="draw"), "pass") == [("F2.5", "other_phase")]


@pytest.mark.clause("F2.6")
def test_cards_come_from_the_hand_and_activated_ones_go_to_the_graveyard() -> None:
    position = mat(hands={"red": {"levy": 1, "farmer": 1}})
    after, _ = play(position, "activate levy")
    assert after.hands[0] == ("farmer", "militia")  # One card was drawn.
    assert after.graveyards[0] == ("levy",)
    assert {card.type for card in position.cards.values() if card.deck == "civic"} == {
        "villager",
        "settlement",
        "stratagem",
    }
    assert {card.type for card in position.cards.values() if card.deck == "army"} == {"unit", "tactic", "maneuver"}


@pytest.mark.clause("F2.6", bars=True)
def test_only_cards_in_the_hand_are_played_and_draws_come_first() -> None:
    position = mat(hands={"red": {"farmer": 1}})
    assert found(position, "activate levy") == [("F2.6", "not_in_hand")]
    assert found(FRONTIERS.position(), "pass") == [("F2.6", "draws_first")]
    with pytest.raises(hw.InputError, match="civic/red/militia: unknown card of the civic deck"):
        mat(civic={"red": {"militia": 3}})


@pytest.mark.clause("F2.7")
def test_the_player_with_the_initiative_resolves_triggers_first_in_any_order() -> None:
    position = mat(
        villagers={"red": {"agitator": 1, "scribe": 1}, "blue": {"agitator": 2}},
        phase="battle",
        passed=True,
        acting="blue",
    )
    waiting, _ = play(position, "pass")
    assert waiting.to_act == {"red"}
    assert [str(a) for a in waiting.legal_actions()] == ["resolve villager agitator", "resolve villager scribe"]
    # Like triggers without a target need no order: blue's two are resolved at once, after red's.
    after, events = play(waiting, "resolve villager scribe")
    assert told(events, "triggered") == [
        "The trigger of red's Scribe is resolved (F2.5)",
        "The trigger of red's Agitator is resolved (F2.5)",
        "The trigger of blue's Agitator is resolved (F2.5)",
        "The trigger of blue's Agitator is resolved (F2.5)",
    ]
    assert (after.phase, after.life) == ("draw", (18, 19))


@pytest.mark.clause("F2.7")
def test_of_triggers_that_come_to_the_same_one_is_listed() -> None:
    waiting, _ = play(
        mat(villagers={"red": {"agitator": 1, "scribe": 1}}, phase="battle", passed=True, civic={"red": {}}), "pass"
    )
    assert [str(a) for a in waiting.legal_actions()] == ["resolve villager agitator"]
    assert waiting.parse("resolve villager scribe") in waiting.legal_actions()


@pytest.mark.clause("F2.7")
def test_players_choose_draws_in_secret_before_either_draws() -> None:
    position = mat(phase="draw")
    assert position.to_act == {"red", "blue"}
    one, events = play(position, "blue: draw army")
    assert one.to_act == {"red"}
    assert events[0].visible_to == ("blue",)
    assert position.observe("red") == one.observe("red")
    again, _ = play(one, "blue: draw civic")  # A choice may be replaced until both have chosen.
    after, _ = play(again, "red: draw army")
    assert [len(hand) for hand in after.hands] == [1, 2]


@pytest.mark.clause("F2.7", bars=True)
def test_only_own_pending_triggers_are_resolved() -> None:
    waiting, _ = play(mat(villagers={"red": {"agitator": 1, "scribe": 1}}, phase="battle", passed=True), "pass")
    assert found(waiting, "blue: resolve villager scribe") == [("F2.7", "others_triggers"), ("F2.7", "no_such_trigger")]
    assert found(waiting, "resolve villager farmer") == [("F2.7", "no_such_trigger")]
    assert (
        "red has no trigger of villager farmer to resolve, only of Agitator and Scribe"
        " -> instead: resolve the trigger of Agitator (F2.7)"
    ) in why(waiting, "resolve villager farmer")


# ---------------------------------------------------------------- F3
@pytest.mark.clause("F3.1")
def test_one_villager_a_round_enters_ready() -> None:
    after, events = play(mat(hands={"red": {"farmer": 2}}), "deploy farmer")
    assert after.villagers[0] == (("farmer", 1, 0),)
    assert told(events, "villager") == ["Farmer enters the heartland ready (F3.1)"]
    assert found(play(after, "pass")[0], "deploy farmer") == [("F3.1", "once_a_round")]


@pytest.mark.clause("F3.1", bars=True)
def test_a_second_villager_in_a_round_is_barred() -> None:
    position = mat(hands={"red": {"farmer": 1}}, done={"red": ["villager"]})
    assert found(position, "deploy farmer") == [("F3.1", "once_a_round")]
    later, _ = play(through(position), "blue: pass")  # The initiative has moved on.
    assert later.check("red: deploy farmer")


@pytest.mark.clause("F3.2")
def test_supply_exerts_ready_villagers_for_the_cost() -> None:
    position = mat(hands={"red": {"spearmen": 1}}, villagers={"red": {"farmer": 2, "miller": 1}})
    assert [str(a) for a in position.legal_actions()] == [
        "deploy spearmen paying 2 farmer",
        "deploy spearmen paying 1 farmer 1 miller",
        "pass",
    ]
    after, _ = play(position, "deploy spearmen paying 1 farmer 1 miller")
    assert after.villagers[0] == (("farmer", 1, 1), ("miller", 0, 1))
    # By default settlements pay first, then villagers by name.
    assert play(position, "deploy spearmen")[0].villagers[0] == (("farmer", 0, 2), ("miller", 1, 0))


@pytest.mark.clause("F3.2", bars=True)
def test_too_few_villagers_and_wrong_payments_are_barred() -> None:
    position = mat(
        hands={"red": {"veterans": 1, "spearmen": 1}}, villagers={"red": {"farmer": {"ready": 3, "exerted": 1}}}
    )
    assert found(position, "deploy veterans") == [("F3.2", "too_few_villagers")]
    assert "the cost of Veterans is 4, and red has 3 ready villagers and no settlements that can pay" in why(
        position, "deploy veterans"
    )
    assert found(position, "deploy spearmen paying 1 farmer") == [("F3.2", "price")]
    poor = mat(hands={"red": {"spearmen": 1}}, villagers={"red": {"farmer": 1, "miller": 1}})
    assert found(poor, "deploy spearmen paying 2 farmer") == [("F3.2", "not_ready")]
    before = position.key
    with pytest.raises(hw.rules.IllegalAction):
        position.apply("deploy veterans")
    assert position.key == before


@pytest.mark.clause("F3.3")
def test_units_arrive_exerted_and_do_not_fight_at_home() -> None:
    position = mat(hands={"red": {"militia": 1}}, villagers={"red": {"farmer": 1}},
                   units={"blue": {"riders1": unit("riders", "occupying 1")}})  # fmt: skip
    after, _ = play(position, "deploy militia")
    assert (where(after)["militia1"], after.by_id["militia1"].ready) == ("heartland", False)
    after, _ = play(after, "pass", "pass", "pass", "pass")
    assert after.life == (17, 20)  # The riders meet no enemy.
    assert "militia1" in after.by_id


@pytest.mark.clause("F3.4")
def test_a_tactic_is_paid_and_stays_until_after_the_next_combat() -> None:
    position = mat(hands={"red": {"volley": 1}}, villagers={"red": {"farmer": 1}}, phase="battle",
                   units={"blue": {"spearmen1": unit("spearmen", "advancing 1")}})  # fmt: skip
    after, _ = play(position, "deploy volley at spearmen1")
    assert (after.tactics[0], after.graveyards[0], after.by_id["spearmen1"].damage) == (("volley",), (), 2)
    later, _ = play(after, "pass", "pass")
    assert (later.tactics[0], later.graveyards[0]) == ((), ("volley",))


@pytest.mark.clause("F3.4", bars=True)
def test_a_tactic_needs_the_battle_phase_and_its_cost() -> None:
    strategy = mat(hands={"red": {"volley": 1}}, villagers={"red": {"farmer": 1}},
                   units={"blue": {"spearmen1": unit("spearmen", "advancing 1")}})  # fmt: skip
    assert found(strategy, "deploy volley at spearmen1") == [("F3.4", "phase")]
    poor = mat(
        hands={"red": {"volley": 1}}, phase="battle", units={"blue": {"spearmen1": unit("spearmen", "advancing 1")}}
    )
    assert found(poor, "deploy volley at spearmen1") == [("F3.4", "too_few_villagers")]


# ---------------------------------------------------------------- F9
@pytest.mark.clause("F9.1")
def test_hands_and_decks_are_hidden_from_the_other_player() -> None:
    position = mat(hands={"red": {"veterans": 1, "farmer": 1}, "blue": {"banishment": 2}})
    for player, secret in (("blue", "veterans"), ("red", "banishment")):
        seen = position.observe(player).seen
        assert secret not in str(seen)
        assert secret not in str(position.scene(player))
        assert secret not in str(position.system.choices(position.observe(player), player, hw.Draft()))
    assert position.observe("blue").seen.hands[0] == ("?army", "?civic")
    node = FRONTIERS.position().chance
    assert node.probabilities["farmer"] == Fraction(8, 25)
    drawn = FRONTIERS.position().apply(next(iter(node)))
    assert [e.visible_to for e in drawn.events] == [None, ("red",)]
    assert FRONTIERS.told(FRONTIERS.position(), next(iter(node)), "blue") == "red's civic deck: a card is drawn"
