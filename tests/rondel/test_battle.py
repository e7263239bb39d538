"""Battles one for one, and the answers of the nations that are asked."""

from __future__ import annotations

import pytest

import hexwidget as hw
from tests.rondel.positions import RONDEL, found, play, shores, stands, told, why

CITIES = {"romans": {"corinth": "city"}, "greeks": {"athens": "city", "thebes": "city"}}


@pytest.mark.clause("R3.1")
def test_a_battle_takes_place_if_either_nation_wants_it() -> None:
    position = shores({"corinth": "2 legions"}, {"athens": "legion"})
    entered, _ = play(position, "move legion corinth-athens")
    assert entered.to_act == {"greeks"}
    fought, events = play(entered, "fight")
    assert stands(fought, "greeks") == {}
    assert told(events, "fought") == ["In Athens romans and greeks lose 1 legion each (R3.2)"]
    # The greeks let it be; the romans may still ask for it.
    let, _ = play(entered, "let be")
    assert let.to_act == {"romans"}
    assert stands(play(let, "battle athens greeks legion")[0], "greeks") == {}
    # Neither nation wants it, and nothing happens.
    assert stands(play(let, "end movement", "let be")[0], "greeks") == {"athens": "1 legion"}


@pytest.mark.clause("R3.1", bars=True)
def test_no_nation_fights_itself() -> None:
    position = shores({"corinth": "2 legions"}, {"athens": "legion"})
    assert found(position, "battle corinth romans legion") == [("R3.1", "itself")]


@pytest.mark.clause("R3.2")
def test_both_sides_remove_the_same_number_of_the_kind() -> None:
    position = shores({"athens": "3 legions, 1 galley"}, {"athens": "2 legions, 2 galleys"})
    legions, _ = play(position, "battle athens greeks legion")
    assert stands(legions, "romans") == {"athens": "1 legion, 1 galley"}
    assert stands(legions, "greeks") == {"athens": "2 galleys"}
    both, _ = play(legions, "battle athens greeks galley")
    assert stands(both, "romans") == {"athens": "1 legion"}
    assert stands(both, "greeks") == {"athens": "1 galley"}


@pytest.mark.clause("R3.2", bars=True)
def test_legions_do_not_fight_galleys() -> None:
    position = shores({"athens": "3 legions"}, {"athens": "2 galleys"})
    for kind in ("legion", "galley"):
        assert found(position, f"battle athens greeks {kind}") == [("R3.2", "no_pair")]
    assert "in Athens romans have 3 legions, and greeks have 2 galleys" in why(position, "battle athens greeks galley")  # fmt: skip
    # A nation that cannot fight is not asked.
    assert play(position, "end movement")[0].phase == "conquest"


@pytest.mark.clause("R3.3")
def test_example_three_galleys_at_athens() -> None:
    position = hw.scenario("rondel/three-galleys").position
    entered, _ = play(position, *["move galley aegean-athens", "let be"] * 2, "move galley aegean-athens")
    assert stands(entered, "romans") == {"athens": "3 galleys (lying)"}
    assert entered.to_act == {"greeks"}
    after, events = play(entered, "fight")
    assert told(events, "fought") == ["In Athens romans and greeks lose 1 galley each (R3.2)"]
    assert stands(after, "romans") == {"athens": "2 galleys (lying)"}
    assert stands(after, "greeks") == {"athens": "1 legion"}


@pytest.mark.clause("R3.4")
def test_units_that_have_not_moved_may_fight_and_moving_goes_on() -> None:
    position = shores({"athens": "2 legions"}, {"athens": "legion", "thebes": "legion"})
    fought, _ = play(position, "battle athens greeks legion")
    assert stands(fought, "romans") == {"athens": "1 legion"}  # it still has its action
    after, events = play(fought, "move legion athens-thebes", "let be", "battle thebes greeks legion")
    assert stands(after, "romans") == stands(after, "greeks") == {}
    assert len(told(events, "fought")) == 1


@pytest.mark.clause("R3.5")
def test_all_pairs_fall_or_as_many_as_are_chosen() -> None:
    every = shores({"athens": "3 legions"}, {"athens": "2 legions"})
    assert stands(play(every, "battle athens greeks legion")[0], "romans") == {"athens": "1 legion"}
    chosen = shores({"athens": "3 legions"}, {"athens": "2 legions"}, battle_size="chosen")
    after, _ = play(chosen, "battle athens greeks legion 1")
    assert (stands(after, "romans"), stands(after, "greeks")) == ({"athens": "2 legions"}, {"athens": "1 legion"})
    asked, _ = play(chosen, "end movement")
    assert [str(a) for a in asked.legal_actions()] == ["fight 2", "fight 1", "let be"]
    assert stands(play(asked, "fight 1")[0], "greeks") == {"athens": "1 legion"}


@pytest.mark.clause("R3.5")
def test_the_active_nation_loses_those_with_the_fewest_actions_left_unless_it_names_others() -> None:
    position = shores(
        {"athens": "1 legion, 1 legion (1 left), 1 legion (lying)"},
        {"athens": "2 legions"},
        know_how={"romans": ["WHEEL"]},
    )
    after, _ = play(position, "battle athens greeks legion")
    assert stands(after, "romans") == {"athens": "1 legion"}
    named, _ = play(position, "battle athens greeks legion losing 0 2")
    assert stands(named, "romans") == {"athens": "1 legion (1 left)"}
    # If the other nation asks for it, the active one is asked which of its units fall.
    asked, _ = play(position, "move legion(1) athens-thebes", "end movement", "fight")
    assert stands(asked, "romans") == {"thebes": "1 legion (lying)"}
    owing, _ = play(position, "end movement", "fight")
    assert owing.to_act == {"romans"}
    assert [str(a) for a in owing.legal_actions()] == ["lose 0 1", "lose 0 2", "lose 1 2"]
    assert stands(play(owing, "lose 1 2")[0], "romans") == {"athens": "1 legion (lying)"}


@pytest.mark.clause("R3.5", bars=True)
def test_a_number_that_does_not_fit_is_refused() -> None:
    every = shores({"athens": "3 legions"}, {"athens": "2 legions"})
    assert found(every, "battle athens greeks legion 1") == [("R3.5", "pairs")]
    chosen = shores({"athens": "3 legions, 1 legion (lying)"}, {"athens": "2 legions"}, battle_size="chosen")
    assert found(chosen, "battle athens greeks legion 3") == [("R3.5", "pairs")]
    assert found(chosen, "battle athens greeks legion 2 losing 0 0") == [("R3.5", "losing")]
    assert "3 have 1 left" in why(chosen, "battle athens greeks legion 2 losing 0 0")
    owing, _ = play(chosen, "end movement", "fight")
    assert found(owing, "lose 0 0") == [("R3.5", "losing")]
    assert found(owing, "end movement") == [("R3.5", "toll"), ("R1.1", "conquest_phase")]
    assert found(every, "lose 0") == [("R3.5", "no_toll")]


@pytest.mark.clause("R3.6")
def test_after_each_entry_and_at_the_end_of_movement_the_others_are_asked() -> None:
    three = RONDEL.position(
        map="two_shores",
        players=["romans", "greeks", "persians"],
        units={
            "romans": {"corinth": "legion, galley", "delos": "galley"},
            "greeks": {"athens": "legion", "delos": "galley"},
            "persians": {"athens": "2 legions, 1 galley"},
        },
        active="romans",
        phase="movement",
    )
    entered, _ = play(three, "move legion corinth-athens")
    name = entered.map.name
    # The nations are asked in turn order, about the kinds that both have there.
    assert [(name(a.at), entered.players[a.seat], a.kind) for a in entered.asks][:1] == [("athens", "greeks", "legion")]
    second, _ = play(entered, "let be")
    assert second.to_act == {"persians"}
    on, _ = play(second, "let be")
    assert on.to_act == {"romans"}
    # After every entry they are asked again, legions before galleys; at the end once more in every province, in map order.
    again, _ = play(on, "move galley corinth-athens")
    asked = []
    while again.asks:
        ask = again.asks[0]
        asked.append((name(ask.at), again.players[ask.seat], ask.kind))
        again, _ = play(again, "let be")
    assert asked == [("athens", "greeks", "legion"), ("athens", "persians", "legion"), ("athens", "persians", "galley")]
    closing, _ = play(again, "end movement")
    asked = []
    while closing.asks:
        ask = closing.asks[0]
        asked.append((name(ask.at), closing.players[ask.seat], ask.kind))
        closing, _ = play(closing, "let be")
    assert asked == [
        ("athens", "greeks", "legion"),
        ("athens", "persians", "legion"),
        ("athens", "persians", "galley"),
        ("delos", "greeks", "galley"),
    ]
    assert closing.phase == "conquest"


@pytest.mark.clause("R3.6")
def test_an_answer_may_be_settled_in_advance() -> None:
    always = shores({"corinth": "3 legions"}, {"athens": "2 legions"}, defenders={"greeks": "always"})
    after, events = play(always, "move legion corinth-athens")
    assert stands(after, "greeks") == {"athens": "1 legion"}
    assert told(events, "asked_for") == ["Greeks fight in Athens, as settled in advance (R3.6)"]
    never = shores({"corinth": "3 legions"}, {"athens": "2 legions"}, defenders="never")
    assert play(never, "move legion corinth-athens", "end movement")[0].phase == "conquest"
    assert never.system.to_json(never)["defenders"] == "never"


@pytest.mark.clause("R3.6", bars=True)
def test_while_a_nation_is_asked_nothing_else_goes_on() -> None:
    entered, _ = play(shores({"corinth": "2 legions"}, {"athens": "legion"}), "move legion corinth-athens")
    assert found(entered, "romans: move legion corinth-athens") == [("R3.6", "asked")]
    assert found(entered, "romans: fight") == [("R3.6", "asked")]
    assert found(play(entered, "let be")[0], "greeks: fight") == [("R3.6", "not_asked")]


@pytest.mark.clause("R3.7")
def test_a_city_under_enemy_eyes_loses_nothing() -> None:
    position = shores({"corinth": "2 legions"}, {"athens": "legion"}, cities={**CITIES, "greeks": {"athens": "temple", "thebes": "city"}})  # fmt: skip
    after, _ = play(position, "move legion corinth-athens", "let be", "end movement", "let be", "end turn")
    before = {c for c in position.cities if c.owner == 1}
    assert {c for c in after.cities if c.owner == 1} == before
    assert RONDEL.defence(after, "athens").strength == RONDEL.defence(position, "athens").strength == 4
