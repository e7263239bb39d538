"""Phases, actions, borders, upright and lying."""

from __future__ import annotations

import pytest

import hexwidget as hw
from hexwidget.rules import Draft, IllegalPosition
from tests.rondel.positions import RONDEL, found, play, shores, stands, told, why

HOME = {"romans": {"corinth": "city"}, "greeks": {"athens": "city", "thebes": "city"}}


# ---------------------------------------------------------------- R1
@pytest.mark.clause("R1.1")
def test_movement_comes_first_and_then_conquest_city_after_city() -> None:
    position = shores({"athens": "2 legions", "thebes": "legion"}, {}, cities={**HOME, "greeks": {**HOME["greeks"], "delos": "city"}})  # fmt: skip
    assert position.phase == "movement"
    after, events = play(position, "end movement", "conquer athens with 1 legion", "conquer thebes with 1 legion")
    assert after.phase == "conquest"
    assert len(told(events, "conquered")) == 2
    # The second was judged on the position that the first had left.
    assert stands(after, "romans") == {"athens": "1 legion"}
    turned, _ = play(after, "end turn")
    assert (turned.to_act, turned.phase) == ({"greeks"}, "wheel")


@pytest.mark.clause("R1.1", bars=True)
def test_each_phase_has_its_actions_and_no_phase_comes_back() -> None:
    position = shores({"athens": "2 legions"}, {}, cities=HOME)
    assert found(position, "conquer athens with 1 legion") == [("R1.1", "movement_phase")]
    assert "first end the movement phase, which cannot be taken back (R1.1)" in why(
        position, "conquer athens with 1 legion"
    )
    assert found(position, "end turn") == [("R1.1", "movement_phase")]
    after, _ = play(position, "end movement")
    for text in ("move legion athens-thebes", "lay legion athens", "end movement"):
        assert found(after, text) == [("R1.1", "conquest_phase")]
    assert found(after, "battle athens greeks legion") == [("R1.1", "conquest_phase"), ("R3.2", "no_pair")]
    assert found(after, "conquer corinth with 1 legion") == [("R1.1", "no_foreign_city")]
    assert "the city in Corinth belongs to romans already" in why(after, "conquer corinth with 1 legion")


@pytest.mark.clause("R1.2")
def test_without_know_how_a_unit_has_one_action() -> None:
    position = shores({"corinth": "2 legions"}, {"delos": "galley"})
    after, _ = play(position, "move legion corinth-thebes")
    assert stands(after, "romans") == {"thebes": "1 legion (lying)", "corinth": "1 legion"}
    assert sorted(position.reach("corinth")) == ["athens", "sparta", "thebes"]


@pytest.mark.clause("R1.2", bars=True)
def test_an_action_that_is_used_up_is_not_had_again() -> None:
    position, _ = play(shores({"corinth": "legion"}, {"delos": "galley"}), "move legion corinth-thebes")
    assert found(position, "move legion thebes-athens") == [("R1.2", "used_up")]
    assert "know-how gives more: WHEEL (2), ROADS (3) (R1.4)" in why(position, "move legion thebes-athens")
    with pytest.raises(
        IllegalPosition, match=r"R1.2: A legion of romans in Thebes cannot have 2 actions left: it has 1 a turn"
    ):
        shores({"thebes": "legion (2 left)"}, {"delos": "galley"})


@pytest.mark.clause("R1.3")
@pytest.mark.clause("R1.4")
@pytest.mark.parametrize(
    ("know_how", "legion", "galley"),
    [
        ([], 1, 1),
        (["WHEEL"], 2, 1),
        (["ROADS"], 3, 1),
        (["WHEEL", "ROADS"], 3, 1),
        (["SAILING"], 1, 2),
        (["NAVIGATION", "SAILING", "MONARCHY"], 1, 3),
    ],
)
def test_know_how_gives_two_or_three_actions_and_the_higher_counts_alone(
    know_how: list[str], legion: int, galley: int
) -> None:
    position = shores({"corinth": "legion, galley"}, {}, know_how={"romans": know_how})
    assert position.reach("corinth", unit="legion").budget == legion
    assert position.reach("corinth", unit="galley").budget == galley
    assert {g.kind: g.left for g in position.units} == {"legion": legion, "galley": galley}


@pytest.mark.clause("R1.3", bars=True)
def test_two_actions_are_not_three() -> None:
    position = shores({"corinth": "legion"}, {"delos": "galley"}, know_how={"romans": ["WHEEL"]})
    after, _ = play(position, "move legion corinth-thebes", "move legion thebes-athens")
    assert found(after, "move legion athens-ephesus") == [("R1.3", "used_up")]
    assert "its 2 actions of this turn are used up" in why(after, "move legion athens-ephesus")
    assert found(position, "move legion(1) corinth-thebes") == [("R1.3", "no_such_unit")]
    assert RONDEL.check_position(shores({"athens": "legion (3 left)"}, {}, strict=False, know_how={"romans": ["WHEEL"]})).clauses == ("R1.3",)  # fmt: skip


@pytest.mark.clause("R1.5")
def test_a_nation_moves_its_own_units_in_its_own_maneuver() -> None:
    position = shores({"corinth": "legion"}, {"delos": "galley"})
    assert {a.player for a in position.legal_actions()} == {"romans"}
    assert position.legal_actions("greeks").count() == 0


@pytest.mark.clause("R1.5", bars=True)
def test_a_nation_does_not_move_the_units_of_others_nor_out_of_turn() -> None:
    position = shores({"corinth": "legion"}, {"delos": "galley"})
    assert found(position, "move galley delos-aegean") == [("R1.5", "others_unit")]
    assert found(position, "greeks: move galley delos-aegean") == [("R1.5", "not_your_turn")]
    assert found(position, "lay legion athens") == [("R1.5", "no_unit")]


@pytest.mark.clause("R1.5", bars=True)
@pytest.mark.clause("R1.2", bars=True)
@pytest.mark.clause("R1.3", bars=True)
@pytest.mark.clause("R2.4", bars=True)
def test_a_foreign_unit_is_judged_as_if_it_were_an_own_one() -> None:
    position = shores({"athens": "legion (lying)"}, {"sparta": "2 legions"})
    assert found(position, "move legion(0) sparta-corinth") == [("R1.5", "others_unit"), ("R1.2", "no_such_unit")]
    text = why(position, "move legion(0) sparta-corinth")
    assert "romans have no legion in Sparta: the 2 legions there belong to greeks" in text
    assert "no legion of greeks in Sparta has 0 actions left; those there have 1" in text
    assert found(position, "move legion sparta-delos") == [("R1.5", "others_unit"), ("R2.2", "no_border")]
    out_of_turn = [("R1.5", "not_your_turn"), ("R1.5", "others_unit")]
    assert found(position, "greeks: move legion athens-thebes") == [*out_of_turn, ("R1.2", "used_up")]
    assert "know-how gives more" not in why(position, "greeks: move legion athens-thebes")
    assert found(position, "greeks: lay legion athens") == [*out_of_turn, ("R2.4", "lies")]
    wise = shores({"athens": "legion"}, {"sparta": "legion"}, know_how={"greeks": ["WHEEL"]})
    assert found(wise, "lay legion(1) sparta") == [("R1.5", "others_unit"), ("R1.3", "no_such_unit")]


# ---------------------------------------------------------------- R2
@pytest.mark.clause("R2.1")
def test_units_move_in_any_order_and_may_take_turns() -> None:
    position = shores({"corinth": "legion", "ionian": "galley"}, {}, know_how={"romans": ["WHEEL", "SAILING"]})
    one, _ = play(position, "move legion corinth-thebes", "move galley ionian-cretan", "move legion thebes-athens",
                  "move galley cretan-delos")  # fmt: skip
    other, _ = play(position, "move galley ionian-cretan", "move galley cretan-delos", "move legion corinth-thebes",
                    "move legion thebes-athens")  # fmt: skip
    assert one == other
    assert stands(one, "romans") == {"athens": "1 legion (lying)", "delos": "1 galley (lying)"}


@pytest.mark.clause("R2.2")
def test_a_border_lets_its_kind_of_units_through() -> None:
    position = shores({"corinth": "legion, galley", "athens": "legion, galley"}, {})
    # Red to Thebes and Sparta, both to Athens; blue to the Ionian Sea.
    assert sorted(position.reach("corinth", unit="legion")) == ["athens", "sparta", "thebes"]
    assert sorted(position.reach("corinth", unit="galley")) == ["athens", "ionian"]
    for legal in ("move legion corinth-athens", "move galley corinth-athens", "move galley athens-aegean"):
        assert position.check(legal)


@pytest.mark.clause("R2.2", bars=True)
def test_a_border_bars_other_kinds_of_units() -> None:
    position = shores({"corinth": "legion, galley"}, {})
    assert found(position, "move galley corinth-thebes") == [("R2.2", "border")]
    assert "the border of Corinth and Thebes is red: only legions may cross it" in why(
        position, "move galley corinth-thebes"
    )
    assert found(position, "move legion corinth-ionian") == [("R2.2", "border")]
    assert found(position, "move legion corinth-delos") == [("R2.2", "no_border")]
    assert found(position, "move legion corinth-corinth") == [("R2.2", "no_border")]
    reach = position.reach("corinth", unit="galley")
    # A way by sea crosses two borders to Sparta.
    assert (reach.rim["thebes"], reach.rim["sparta"]) == ("R2.2", "R1.2")
    assert [f.code for f in position.reach("corinth", unit="legion").why("delos").findings] == ["no_way"]


@pytest.mark.clause("R2.3")
def test_example_a_legion_with_roads_crosses_three_red_borders() -> None:
    position = hw.scenario("rondel/three-borders").position
    assert position.reach("sparta").path("athens") == ("sparta", "corinth", "athens")  # the shore road is shorter
    after, _ = play(position, "move legion sparta-corinth", "move legion corinth-thebes", "move legion thebes-athens")
    kinds = [position.map.kind(*map(position.map.index, pair)) for pair in (("sparta", "corinth"), ("corinth", "thebes"), ("thebes", "athens"))]  # fmt: skip
    assert kinds == ["red", "red", "red"]
    assert stands(after, "romans") == {"athens": "1 legion (lying)"}
    assert found(after, "move legion athens-corinth") == [("R1.3", "used_up")]


@pytest.mark.clause("R2.4")
def test_a_unit_lies_when_its_actions_are_used_up_or_when_it_is_laid() -> None:
    position = shores({"corinth": "2 legions"}, {}, know_how={"romans": ["WHEEL"]})
    moved, _ = play(position, "move legion corinth-thebes")
    assert stands(moved, "romans") == {"thebes": "1 legion (1 left)", "corinth": "1 legion"}  # fmt: skip
    laid, events = play(moved, "lay legion thebes")
    assert stands(laid, "romans")["thebes"] == "1 legion (lying)"
    assert told(events, "laid") == ["Romans lay a legion in Thebes on its side (R2.4)"]
    scene = laid.scene()
    assert {p.label: (p.spent, p.turned) for p in scene.pieces} == {
        "romans: 1 legion (lying)": (True, True),
        "romans: 1 legion": (False, False),
    }
    # At the end of the turn it stands up again.
    after, events = play(laid, "end movement", "end turn")
    assert stands(after, "romans") == {"thebes": "1 legion", "corinth": "1 legion"}
    assert len(told(events, "upright")) == 1


@pytest.mark.clause("R2.4", bars=True)
def test_a_unit_that_lies_is_not_laid_again() -> None:
    position = shores({"corinth": "legion (lying)"}, {})
    assert found(position, "lay legion corinth") == [("R2.4", "lies")]


@pytest.mark.clause("R2.5")
def test_example_a_galley_that_has_moved_twice_has_a_third_action() -> None:
    position = hw.scenario("rondel/third-action").position
    after, events = play(position, "move galley ionian-cretan", "move galley cretan-delos")
    assert stands(after, "romans") == {"delos": "1 galley (1 left)"}
    assert told(events, "moved")[-1].startswith("Romans move a galley from Cretan to Delos; it has 1 action left")
    assert not any(p.turned for p in after.scene().pieces)
    assert after.check("move galley delos-aegean")


# ---------------------------------------------------------------- reach and what if
def test_reach_tells_the_difference_that_know_how_makes() -> None:
    position = shores({"sparta": "legion"}, {"delos": "galley"})
    now, then = position.reach("sparta"), position.reach("sparta", assume="ROADS")
    assert set(now) < set(then)
    assert then.costs() == {"corinth": 1, "thebes": 2, "athens": 2, "ephesus": 3}
    assert "with ROADS" in str(then)
    assert [(f.clause, f.code) for f in now.why("athens").findings] == [("R1.2", "too_far")]
    assert now.why("athens").findings[0].text == "the way to Athens crosses 2 borders, and the legion has 1 action"
    moved, _ = play(shores({"sparta": "legion"}, {}, know_how={"romans": ["WHEEL"]}), "move legion sparta-corinth")
    assert moved.reach("corinth").budget == 1
    assert moved.reach("corinth", assume=["ROADS"]).budget == 2
    assert position.reach("delos", player="greeks").label == "greeks' galley in Delos"


@pytest.mark.parametrize(
    ("space", "conditions", "complaint"),
    [
        ("sparta", {"assume": "WEELS"}, "assume: unknown know-how 'WEELS'; did you mean 'WHEEL'"),
        ("sparta", {"unit": "horse"}, "unit: unknown unit 'horse'"),
        ("sparta", {"player": "persians"}, "player: unknown player 'persians'"),
        ("sparta", {"speed": 3}, "speed: unknown condition 'speed'"),
        ("spatra", {}, "province: unknown province 'spatra'; did you mean 'sparta'"),
        ("athens", {}, "there is no unit in 'athens'"),
    ],
)
def test_a_reach_with_wrong_conditions_is_refused(space: str, conditions: dict[str, object], complaint: str) -> None:
    with pytest.raises(hw.InputError) as caught:
        shores({"sparta": "legion"}, {}).reach(space, **conditions)
    assert complaint in str(caught.value)


@pytest.mark.parametrize("text", ["move legion corinth-thebes", "move galley ionian-athens", "lay galley ionian"])
def test_an_action_that_names_only_the_kind_of_a_unit_has_a_draft_that_means_it(text: str) -> None:
    position = hw.scenario("rondel/first-maneuver").position
    action = position.parse(f"romans: {text}")
    drafts = position.system.grammar.drafts(action)
    assert [position.choices(Draft(slots), "romans").action for slots in drafts] == [action]
