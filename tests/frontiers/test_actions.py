"""The forms of actions: texts, drafts, and clicks that lead to actions."""

from __future__ import annotations

from random import Random

import pytest

import hexwidget as hw
from hexwidget.rules import Draft
from hexwidget.systems.frontiers.actions import GRAMMAR, Play
from tests.amounts import many
from tests.frontiers.positions import FRONTIERS, mat, unit


@pytest.mark.parametrize("name", ["frontiers/opening", "frontiers/combat", "frontiers/three-frontiers"])
def test_drafts_and_texts_of_legal_actions_come_back(name: str) -> None:
    for seed in range(many(2, 50)):
        position, rng = hw.scenario(name).position, Random(seed)
        for _ in range(100):
            if position.chance is not None:
                position = position.apply(position.chance.sample(rng)).position
                continue
            if not position.to_act:
                break
            actions = list(position.legal_actions(rng.choice(sorted(position.to_act))))
            for action in rng.sample(actions, min(4, len(actions))):
                assert position.parse(f"{action.player}: {action}") == action
                for slots in GRAMMAR.drafts(action):
                    GRAMMAR.read_draft(position, slots)
                    assert GRAMMAR.from_draft(position, Draft(slots), action.player) == action
                    assert all(GRAMMAR.can_become({slot: value}, action) for slot, value in slots.items())
            position = position.apply(rng.choice(actions)).position


def test_the_parts_of_a_card_come_in_any_order() -> None:
    position = mat(hands={"red": {"hamlet": 1}})
    expected = Play("red", "hamlet", "settlement", "militia1", 2, (0, (("farmer", 1),)))
    assert position.parse("deploy hamlet paying 1 farmer on 2 at militia1") == expected
    assert str(expected) == "deploy hamlet at militia1 on 2 paying 1 farmer"


@pytest.mark.clause("F7.2")
def test_a_settlement_with_a_target_is_clicked_on_any_frontier() -> None:
    card = {"name": "camp", "title": "Camp", "type": "settlement", "target": {"whose": "own", "where": "anywhere"},
            "effects": [{"effect": "ready"}]}  # fmt: skip
    position = mat(cards=[card], hands={"red": {"camp": 1}}, units={"red": {"riders1": unit("riders", "occupying 2")}})
    now = position.choices(Draft(card="camp"))
    assert [option.value for option in now.options if option.slot == "target"] == ["riders1"]
    assert [option.legal for option in now.options if option.slot == "frontier"] == [False, True, False]
    done = position.choices(Draft(card="camp", target="riders1", frontier=2))
    assert str(done.action) == "deploy camp at riders1 on 2"
    assert done.action in FRONTIERS.legal_actions(position)


@pytest.mark.clause("F7.2", bars=True)
def test_settlements_pay_supply_or_villagers_alone_do() -> None:
    described = {
        "hands": {"red": {"spearmen": 1}},
        "villagers": {"red": {"farmer": 1}},
        "settlements": {"red": {"2": "hamlet"}},
    }
    both = mat(**described)
    assert both.settings["supply"] == "villagers_and_settlements"
    assert bool(both.check("deploy spearmen paying 1 settlement 1 farmer"))
    alone = mat(**described, supply="villagers")
    assert alone.check("deploy spearmen").clauses == ("F3.2",)
    assert "1 ready villager and no settlements that can pay" in str(alone.check("deploy spearmen"))
    assert alone.check("deploy spearmen paying 1 settlement 1 farmer").clauses == ("F3.2", "F7.2")
    assert not any("spearmen" in str(action) for action in alone.legal_actions())
