"""The effects of cards, and malformed cards, positions and actions."""

from __future__ import annotations

from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import IllegalPosition
from hexwidget.systems.frontiers.cards import EFFECTS, bundled_set
from tests.frontiers.positions import found, mat, play, told, unit, where, why


# ---------------------------------------------------------------- F8
@pytest.mark.clause("F8.1")
def test_the_bundled_set_has_all_types_of_cards_and_kinds_of_effects() -> None:
    cards = bundled_set()
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
def test_each_kind_of_effect_works(effects: list[dict[str, Any]], text: str, told_kind: str, comes_to: Any) -> None:
    position = with_card(effects, ANY, units=UNITS)
    after, events = play(position, f"activate trial{text}")
    assert told(events, told_kind)
    assert comes_to(after)
    assert position.system.read(position.notation) == position  # The notation holds the own card.


@pytest.mark.clause("F8.1")
def test_a_new_card_with_a_trigger_works_without_code() -> None:
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
    assert told(events, "triggered") == ["The trigger of red's Mill is resolved (F2.5)"]
    # Without a target it does nothing.
    _, events = play(
        mat(cards=[card], settlements={"red": {"1": "mill"}}, phase="battle", passed=True, acting="blue"), "pass"
    )
    assert told(events, "triggered") == ["The trigger of red's Mill is resolved, but there is no unit to aim at (F2.5)"]


@pytest.mark.clause("F8.1")
@pytest.mark.parametrize(
    ("effects", "where", "listed"),
    [
        ([{"effect": "ready"}], "anywhere", ["archers1", "spearmen1"]),
        ([{"effect": "exert"}], "anywhere", ["archers1", "militia1", "riders1", "spearmen1"]),
        ([{"effect": "heal", "amount": 1}], "anywhere", ["archers1", "spearmen1"]),
        ([{"effect": "move", "to": "heartland"}], "anywhere", ["archers1", "riders1"]),
        ([{"effect": "exert"}, {"effect": "damage", "amount": 1}], "heartland", ["archers1", "militia1", "spearmen1"]),
    ],
)
def test_of_targets_that_stay_as_they_are_the_first_is_listed(
    effects: list[dict[str, Any]], where: str, listed: list[str]
) -> None:
    units = {
        "red": {
            "archers1": unit("archers"),
            "militia1": unit("militia"),
            "riders1": unit("riders", "advancing 2"),
            "spearmen1": unit("spearmen", ready=False, damage=1),
        }
    }
    position = with_card(effects, {"whose": "own", "where": where}, units=units)
    plays = [action for action in position.legal_actions() if str(action).startswith("activate trial")]
    assert sorted(str(action).split()[-1] for action in plays) == listed
    assert len({position.apply(action).position for action in plays}) == len(plays)
    for name in units["red"]:
        assert position.check(f"activate trial at {name}") or where == "heartland"
        drafted = position.legal_actions("red", within=hw.Draft(card="trial", target=name))
        assert list(map(str, drafted)) == [f"activate trial at {name}"] or where == "heartland"


@pytest.mark.clause("F8.1", bars=True)
def test_a_target_must_fit_the_card() -> None:
    position = with_card([{"effect": "exert"}], {"whose": "enemy", "where": "frontier"}, units=UNITS)
    assert found(position, "activate trial at riders1") == [("F8.1", "wrong_target")]
    assert "not red's Riders in frontier 2" in why(position, "activate trial at riders1")
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
def test_a_trigger_that_moves_a_unit_does_nothing_without_another_frontier() -> None:
    card = {"name": "pusher", "title": "Pusher", "type": "villager", "target": {"whose": "any", "where": "frontier"},
            "effects": [{"effect": "trigger", "then": [{"effect": "move", "to": "frontier"}]}]}  # fmt: skip
    position = mat(frontiers=1, cards=[card], villagers={"red": {"pusher": 1}}, phase="battle", passed=True, acting="blue",
                   units={"red": {"militia1": unit("militia", "occupying 1")}})  # fmt: skip
    after, events = play(position, "pass", "occupy 1 with militia1")
    assert after.phase == "draw"
    assert told(events, "triggered") == [
        "The trigger of red's Pusher is resolved, but there is no unit to aim at (F2.5)"
    ]


@pytest.mark.clause("F8.1")
def test_a_card_that_stays_on_the_mat_is_deployed_without_a_target_if_there_is_none() -> None:
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
        ({"effects": [{"effect": "damage"}]}, "cards/0/effects/0/amount: this entry is missing: expected a whole number from 1 to 99"),
        ({"effects": [{"effect": "damage", "amount": 1, "to": "me"}]}, "cards/0/effects/0/to: unknown aim 'me'"),
        ({"effects": [{"effect": "draw", "amount": 1}]}, "cards/0/effects/0/deck: this entry is missing: expected 'civic' or 'army'"),
        ({"effects": [{"effect": "exert", "then": []}], "target": ANY}, "cards/0/effects/0/then: unknown entry 'then'"),
        ({"effects": ["exert"]}, 'cards/0/effects/0: expected an effect (F8.1) such as {"effect": "draw"'),
        ({"effects": [{"effect": "ready"}]}, "cards/0/target: an effect of this card needs a target"),
        ({"effects": [{"effect": "trigger", "then": [{"effect": "trigger", "then": []}]}]}, "unknown effect (F8.1) 'trigger'"),
        ({"effects": [{"effect": "trigger", "then": []}]}, "only villagers, settlements and units stay on the mat"),
        ({"effects": [{"effect": "seal", "to": "this", "much": 1}]}, "cards/0/effects/0/much: unknown entry 'much'"),
        ({"effects": [{"effect": "trigger", "then": []}], "type": "villager"}, "then: expected one effect or more"),
        ({"effects": [{"effect": "seal", "to": "this"}], "type": "villager"}, "only a spent card can seal itself"),
        ({"effects": [{"effect": "move", "to": "frontier"}], "type": "settlement", "target": ANY}, "a settlement cannot move a unit to a frontier"),
        ({"type": "hero"}, "cards/0/type: unknown type of card 'hero'"),
        ({"type": "unit"}, "cards/0/health: expected a whole number from 1 to 99, not 0"),
        ({"name": "My Card"}, "cards/0/name: expected a name of small letters"),
        ({"target": {"whose": "own"}}, "cards/0/target/where: this entry is missing: expected 'heartland', 'frontier' or 'anywhere'"),
        ({"target": {"whose": "his", "where": "anywhere"}}, "cards/0/target/whose: unknown owner 'his'"),
        ({"price": 3}, "cards/0/price: unknown entry 'price'"),
    ],
)  # fmt: skip
def test_a_malformed_card_is_refused_with_its_place(card: dict[str, Any], complaint: str) -> None:
    with pytest.raises(hw.InputError) as caught:
        mat(cards=[{"name": "trial", "title": "Trial", "type": "stratagem", **card}])
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("description", "complaint"),
    [
        ({"players": ["a", "b", "c"]}, "players: expected a list of 2 names"),
        ({"hands": {"red": {"farmr": 1}}}, "hands/red/farmr: unknown card 'farmr'; did you mean 'farmer'"),
        ({"hands": {"red": {"farmer": 0}}}, "hands/red/farmer: expected a whole number from 1 to 99"),
        ({"hands": {"green": {"farmer": 1}}}, "hands/green: unknown player 'green'"),
        ({"units": {"red": {"a1": {"card": "farmer"}}}}, "units/red/a1/card: unknown unit 'farmer'"),
        ({"units": {"red": {"a1": unit("militia", "advancing 7")}}}, "units/red/a1/at: unknown frontier 7; expected one of: 1, 2, 3"),
        ({"units": {"red": {"a1": unit("militia", "nowhere")}}}, 'units/red/a1/at: expected "heartland"'),
        ({"units": {"red": {"a 1": unit("militia")}}}, "units/red/a 1: expected a name of letters and figures"),
        ({"units": {"red": {"a1": unit("militia")}, "blue": {"a1": unit("militia")}}}, "another unit has this name"),
        ({"villagers": {"red": {"farmer": 0}}}, "villagers/red/farmer: expected one villager or more"),
        ({"settlements": {"red": {"9": "hamlet"}}}, "settlements/red/9: unknown frontier 9; expected one of: 1, 2, 3"),
        ({"settlements": {"red": {"x": "hamlet"}}}, "settlements/red/x: expected the number of a frontier such as 2"),
        ({"done": {"red": ["nap"]}}, "done/red/0: unknown once-a-round deed 'nap'"),
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
def test_a_malformed_position_is_refused_with_its_place(description: dict[str, Any], complaint: str) -> None:
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
        ("deploy spearmen paying", 'paying: expected a payment such as "1 settlement 2 farmer"'),
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
def test_a_malformed_action_is_refused_with_its_place(text: str, complaint: str) -> None:
    position = mat(hands={"red": {"farmer": 1}})
    with pytest.raises(hw.InputError) as caught:
        position.check(text)
    assert complaint in str(caught.value)
