"""Sections 1 and 2 of the rulebook: the maneuver, depletion, the march. A test and a counter-test for each clause."""

import pickle
from collections.abc import Iterator

import pytest

import hexwidget as hw
from hexwidget.rules import Action, Draft
from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.position import DepletionPosition
from tests.depletion.positions import codes, picture, scripted

clause = pytest.mark.clause


# ---------------------------------------------------------------- D1.1 one undepleted army moves
@clause("D1.1")
def test_an_army_moves_hex_by_hex_within_its_points() -> None:
    position = scripted({"0102": "2 spearmen"})
    assert codes(position, "0102-0202-0302") == []
    after = position.apply("0102-0202-0302").position
    assert [position.map.name(a.at) for a in after.armies] == ["0302"]


@clause("D1.1")
def test_a_path_may_come_back_to_a_hex_and_to_its_origin() -> None:
    assert codes(scripted({"0102": "1 cavalry"}), "0102-0202-0102") == []


@clause("D1.1")
def test_the_whole_reach_of_two_points_on_plains() -> None:
    assert picture(scripted({"0302": "1 archer"}).reach("0302")) == "\n".join(
        [
            ".   2   1   1   2   .",
            "  2   1   0   1   2   .".rstrip(),
            ".   2   1   1   2   .",
            "  .   2   2   2   .   .".rstrip(),
        ]
    )


@clause("D1.1", bars=True)
def test_an_army_does_not_move_beyond_its_points() -> None:
    verdict = scripted({"0102": "2 spearmen"}).check("0102-0202-0302-0402-0502")
    (finding,) = verdict.findings
    assert (finding.clause, finding.code, finding.subjects) == ("D1.1", "too_dear", ("0402",))
    assert (finding.numbers["needed"], finding.numbers["budget"]) == (4, 2)
    assert finding.remedy is None  # a march gives one more, and two are missing


@clause("D1.1", bars=True)
def test_a_gap_is_barred_and_the_way_between_is_offered() -> None:
    position = scripted({"0102": "1 cavalry"})
    (finding,) = position.check("0102-0302").findings
    assert (finding.clause, finding.code, finding.numbers["steps"]) == ("D1.1", "gap", 2)
    assert finding.remedy is not None
    assert finding.remedy.action is not None
    assert position.check(finding.remedy.action)


@clause("D1.1", bars=True)
def test_a_maneuver_needs_an_own_army() -> None:
    position = scripted({"0102": "1 cavalry"}, {"0402": "1 archer"})
    assert codes(position, "0202-0302") == [("D1.1", "no_army")]
    assert "blue's archer" in str(position.check("0402-0502"))


# ---------------------------------------------------------------- D1.2 the slowest unit sets the pace
@clause("D1.2")
def test_a_mixed_army_has_the_points_of_its_slowest_unit() -> None:
    assert scripted({"0102": "2 cavalry, 1 archer"}).reach("0102").budget == 2
    assert scripted({"0102": "1 cavalry, 1 catapult"}).reach("0102").budget == 1
    assert scripted({"0102": "3 cavalry"}).reach("0102").budget == 3


@clause("D1.2", bars=True)
def test_riders_with_an_archer_do_not_go_three_hexes() -> None:
    position = scripted({"0102": "2 cavalry, 1 archer"})
    (finding,) = position.check("0102-0202-0302-0402").findings
    assert (finding.clause, finding.numbers["slowest"]) == ("D1.2", "archer")
    assert str(finding.remedy) == "a march gets there (D2.1)"
    assert codes(scripted({"0102": "2 cavalry"}), "0102-0202-0302-0402") == []


# ---------------------------------------------------------------- D1.3 entry costs
@clause("D1.3")
@clause("D1.14")
def test_mountains_and_swamps_cost_two_and_forest_one() -> None:
    land = ".  %  ^  &  ."
    position = scripted({"0201": "1 cavalry"}, map=land)
    reach = position.reach("0201")
    assert reach.costs() == {"0101": 1, "0201": 0, "0301": 2}
    assert position.reach("0201", march=True).costs() == {"0101": 1, "0201": 0, "0301": 2, "0401": 4}
    (finding,) = position.check("0201-0301-0401").findings
    assert finding.text.startswith(
        "this way takes 4 movement points, and the army has 3: only 1 is left on 0301, and entering 0401 (swamp) takes 2 (D1.3)"
    )


# ---------------------------------------------------------------- D1.4, D1.11 home is free, once
@clause("D1.4")
@clause("D1.11")
def test_entering_ones_own_city_or_castle_is_free_once() -> None:
    homes = {"cities": {"red": ["0301"]}, "castles": {"red": ["0501"]}}
    position = scripted({"0101": "1 archer"}, map=".  .  .  .  .  .", **homes)
    assert position.reach("0101").costs() == {"0101": 0, "0201": 1, "0301": 1, "0401": 2}
    # The march takes the army on to the castle, which is the second home and costs its normal price.
    assert position.reach("0101", march=True).cost("0501") == 3
    events = position.apply("0101-0201-0301-0401").events
    assert [(e.kind, e.subjects) for e in events if e.clause == "D1.4"] == [("free_entry", ("0301",))]


@clause("D1.4")
def test_enemy_homes_are_not_free() -> None:
    position = scripted({"0101": "1 catapult"}, map=".  .  .", cities={"red": ["0301"]})
    assert position.reach("0101").costs() == {"0101": 0, "0201": 1, "0301": 1}
    bare = scripted({"0101": "1 catapult"}, map=".  .  .")
    assert bare.reach("0101").costs() == {"0101": 0, "0201": 1}


@clause("D1.11")
def test_by_default_the_dearest_home_is_free() -> None:
    position = scripted({"0101": "1 archer"}, map=".  .  ^  .", cities={"red": ["0201", "0301"]})
    assert codes(position, "0101-0201-0301") == []  # 1 + 0: the mountain is entered free
    assert codes(position, "0101-0201-0301 free 0301") == []
    assert codes(position, "0101-0201-0301-0401") == []  # 1 + 0 + 1
    assert codes(position, "0101-0201-0301 free 0201") == []  # 0 + 2
    assert codes(position, "0101-0201-0301-0401 free 0201") == [("D1.1", "too_dear")]  # 0 + 2 + 1


@clause("D1.11", bars=True)
def test_the_free_entry_named_must_be_a_home_on_the_path() -> None:
    position = scripted({"0101": "1 archer"}, map=".  .  .  .", cities={"red": ["0401"]})
    assert codes(position, "0101-0201 free 0201") == [("D1.11", "free_not_home")]
    assert codes(position, "0101-0201 free 0401") == [("D1.11", "free_not_entered")]


# ---------------------------------------------------------------- D1.5 staying is a maneuver
@clause("D1.5")
def test_staying_depletes_and_may_be_followed_by_an_attack() -> None:
    position = scripted({"0102": "1 archer"}, {"0302": "1 archer"})
    after = position.apply("0102").position
    assert [(a.cubes, after.map.name(a.at)) for a in after.armies] == [(1, "0102"), (0, "0302")]
    assert after.deciding is not None
    assert after.check("attack 0302")


# ---------------------------------------------------------------- D1.6 enemy objects block
@clause("D1.6")
def test_own_objects_do_not_block() -> None:
    position = scripted({"0101": "1 cavalry", "0201": "4 spearmen"}, map=".  .  .  .", cities={"red": ["0301"]})
    assert codes(position, "0101-0201-0301") == []


@clause("D1.6", bars=True)
@pytest.mark.parametrize("what", ["army", "city", "castle"])
def test_enemy_units_and_structures_bar_passing_and_stopping(what: str) -> None:
    there = {
        "army": {"blue": {"0301": "1 peasant"}},
        "city": {"cities": {"blue": ["0301"]}},
        "castle": {"castles": {"blue": ["0301"]}},
    }[what]
    position = scripted({"0101": "1 cavalry"}, map=".  .  .  .", **there)
    assert codes(position, "0101-0201-0301") == [("D1.6", "enemy")]
    assert codes(position, "0101-0201-0301-0401") == [("D1.6", "enemy")]
    assert set(position.reach("0101")) == {"0101", "0201"}
    assert position.reach("0101").rim == {"0301": "D1.6"}


@clause("D1.6", bars=True)
def test_two_sides_never_share_a_hex() -> None:
    with pytest.raises(hw.IllegalPosition) as caught:
        scripted({"0101": "1 archer"}, {"0101": "1 archer"})
    assert caught.value.verdict.clauses == ("D1.6",)
    scripted({"0101": "1 archer"}, {"0101": "1 archer"}, strict=False)


# ---------------------------------------------------------------- D1.7 depletion
@clause("D1.7")
def test_a_maneuver_ends_with_a_cube_on_the_hex() -> None:
    after = scripted({"0102": "1 archer"}).apply("0102-0202").position
    assert [a.cubes for a in after.armies] == [1]


@clause("D1.7", bars=True)
def test_a_depleted_army_cannot_be_chosen() -> None:
    position = scripted({"0102": "1 archer"}, cubes={"0102": 1})
    (finding,) = position.check("0102-0202").findings
    assert (finding.clause, finding.remedy and finding.remedy.clause) == ("D1.7", "D1.12")
    assert list(position.reach("0102")) == []
    assert position.reach("0102").why("0202").clauses == ("D1.7",)
    assert [str(a) for a in position.legal_actions()] == ["pass"]


# ---------------------------------------------------------------- D1.9 units
@clause("D1.9")
@pytest.mark.parametrize(
    ("unit", "points"),
    [("peasant", 2), ("spearman", 2), ("swordsman", 2), ("archer", 2), ("cavalry", 3), ("catapult", 1)],
)
def test_movement_points(unit: str, points: int) -> None:
    assert scripted({"0302": f"1 {unit}"}).reach("0302").budget == points


@clause("D1.9")
@pytest.mark.parametrize(
    ("unit", "ranges"),
    [("spearman", (1,)), ("swordsman", (1,)), ("cavalry", (1,)), ("archer", (1, 2)), ("catapult", (1, 2))],
)
def test_attack_ranges(unit: str, ranges: tuple[int, ...]) -> None:
    row = {
        distance: scripted({"0101": f"1 {unit}"}, {f"0{1 + distance}01": "1 peasant"}, map=".  .  .  .")
        for distance in (1, 2, 3)
    }
    able = tuple(d for d, position in row.items() if position.apply("0101").position.deciding is not None)
    assert able == ranges


# ---------------------------------------------------------------- D1.12 cubes
@clause("D1.12")
def test_cubes_go_with_the_last_unit_and_at_the_end_of_the_round() -> None:
    position = scripted({"0102": "2 archers"}, cubes={"0102": 1})
    fewer = position.remove("red", "0102", "1 archer")
    assert [a.cubes for a in fewer.armies] == [1]
    assert fewer.remove("red", "0102").put("red", "0102", "1 archer").armies[0].cubes == 0
    ended = position.apply("pass").position.apply("pass")
    assert [a.cubes for a in ended.position.armies] == [0]
    assert [e.clause for e in ended.events if e.kind == "cubes_removed"] == ["D1.12"]


# ---------------------------------------------------------------- D1.15 which clause for a path too dear
@clause("D1.15")
def test_the_slow_unit_is_blamed_only_if_the_fast_ones_would_get_there() -> None:
    position = scripted({"0102": "1 cavalry, 1 archer"})
    assert codes(position, "0102-0202-0302-0402") == [("D1.2", "too_dear")]
    assert codes(position, "0102-0202-0302-0402-0502") == [("D1.1", "too_dear")]
    assert codes(scripted({"0102": "2 archers"}), "0102-0202-0302-0402") == [("D1.1", "too_dear")]


# ---------------------------------------------------------------- D1.16 turns, rounds, the end
@clause("D1.16")
def test_players_act_in_turn_and_a_round_ends_when_all_pass() -> None:
    position = scripted({"0102": "1 archer"}, {"0602": "1 archer"})
    position = position.apply("0102-0202").position
    assert position.to_act == {"blue"}
    position = position.apply("pass").position.apply("pass").position
    assert (position.round, position.to_act) == (2, {"red"})


@clause("D1.16")
def test_a_maneuver_breaks_the_row_of_passes() -> None:
    position = scripted({"0102": "1 archer"}, {"0602": "1 archer"})
    position = position.apply("pass").position.apply("0602-0502").position.apply("pass").position
    assert position.round == 1
    assert position.apply("pass").position.round == 2


@clause("D1.16", bars=True)
def test_players_act_in_turn_and_not_after_the_end() -> None:
    position = scripted({"0102": "1 archer"}, {"0602": "1 archer"}, rounds=1)
    assert codes(position, "blue: 0602-0502") == [("D1.16", "turn")]
    assert codes(position, "blue: pass") == [("D1.16", "turn")]
    over = position.apply("pass").position.apply("pass").position
    assert over.to_act == frozenset()
    assert codes(over, "red: 0102-0202") == [("D1.16", "over")]
    assert over.legal_actions().count() == 0
    assert list(over.legal_actions()) == []


@clause("D1.16")
@pytest.mark.parametrize(("blue", "winners"), [("1 archer", ("red",)), ("3 archers", ("blue",)), ("2 peasants", ())])
def test_most_units_wins_when_the_rounds_are_over(blue: str, winners: tuple[str, ...]) -> None:
    position = scripted({"0102": "1 archer, 1 peasant"}, {"0602": blue}, rounds=1)
    assert position.outcome is None
    transition = position.apply("pass").position.apply("pass")
    assert transition.position.outcome is not None
    assert transition.position.outcome.winners == winners
    assert transition.events[-1].kind == "game_over"


@clause("D1.16")
def test_the_other_objectives() -> None:
    hold = scripted({"0102": "1 archer"}, {"0602": "1 archer"}, objective="hold 0202")
    outcome = hold.apply("0102-0202").position.outcome
    assert outcome is not None
    assert outcome.winners == ("red",)
    alone = scripted({"0102": "1 archer"}, {"0602": "1 archer"}, objective="eliminate", rounds=1)
    assert alone.outcome is None
    gone = alone.remove("blue", "0602").outcome
    assert gone is not None
    assert gone.winners == ("red",)
    unfinished = alone.apply("pass").position.apply("pass").position.outcome
    assert unfinished is not None
    assert unfinished.winners == ()


# ---------------------------------------------------------------- D2.1 march
@clause("D2.1")
def test_a_march_gives_a_point_and_costs_a_second_cube() -> None:
    position = scripted({"0102": "1 archer"})
    assert "0402" not in position.reach("0102")
    assert position.reach("0102", march=True).cost("0402") == 3
    transition = position.apply("0102-0202-0302-0402 march")
    assert [a.cubes for a in transition.position.armies] == [2]
    assert "D2.1" in [e.clause for e in transition.events]


@clause("D2.1")
def test_a_march_may_be_needless_and_without_a_step() -> None:
    position = scripted({"0102": "1 archer"})
    assert [a.cubes for a in position.apply("0102 march").position.armies] == [2]
    assert codes(position, "0102-0202 march") == []


def test_all_reasons_are_given_not_only_the_first() -> None:
    position = scripted({"0101": "1 cavalry, 1 archer"}, {"0301": "1 spearman"}, map=".  ~  .  ^", cubes={"0101": 1})
    assert codes(position, "blue: 0101-0201-0301-0401") == [
        ("D1.16", "turn"),
        ("D1.1", "no_army"),
        # The other player's army is judged as if it were an own one.
        ("D1.7", "depleted"),
        ("D7.1", "water"),
        ("D1.1", "too_dear"),
    ]
    assert position.check("0101-0201-0301-0401").clauses == ("D1.7", "D1.6", "D7.1", "D1.1")


def test_malformed_actions_are_errors_and_not_illegal() -> None:
    position = scripted({"0101": "1 cavalry"})
    with pytest.raises(hw.InputError) as caught:
        position.check(Maneuver("green", ("0101", "9999", "0"), free="x"))
    assert len(caught.value.problems) == 4
    with pytest.raises(hw.InputError, match="at least the one where"):
        position.check(Maneuver("red", ()))
    for nonsense in (7, None):
        with pytest.raises(hw.InputError, match="expected an action of depletion"):
            position.check(nonsense)
    for march, path in (("x", ("0101",)), (5, ("0101", "0201")), (True, ((0, 0), (1, 0))), (False, ["0101"])):
        with pytest.raises(hw.InputError):
            position.check(Maneuver("red", path, march))
    with pytest.raises(hw.InputError, match="expected True or False, not 5"):
        position.reach("0101", march=5)


def test_named_steps_count_also_where_there_are_gaps() -> None:
    position = scripted({"0101": "1 archer"}, map=".  .  .  .  .  .  .")
    assert codes(position, "0101-0201-0301-0401-0601") == [("D1.1", "gap"), ("D1.1", "too_dear")]


def test_a_remedy_is_legal_for_its_player() -> None:
    position = scripted({"0101": "1 archer"}, {"0501": "1 archer"}, map=".  .  .  .  .")
    (_, dear) = position.check("blue: 0501-0401-0301-0201").findings
    assert dear.remedy is None  # a march would not be legal either: it is red's turn
    (finding,) = position.check("0101-0201-0301-0401").findings
    assert str(finding.remedy) == "a march gets there (D2.1)"


def test_positions_made_without_strictness_are_judged_by_the_same_rules() -> None:
    wet = scripted({"0201": "1 archer"}, map=".  ~  .", strict=False)
    assert codes(wet, "0201") == [("D7.2", "ends_on_water")]
    assert [str(a) for a in wet.legal_actions()][:2] == ["0201-0301", "0201-0101"]
    crowd = scripted({"0101": "9 archers"}, strict=False)
    assert codes(crowd, "0101-0201") == [("D4.4", "too_many")]
    assert codes(crowd, "0101(4 archers)-0201") == [("D4.4", "too_many")]  # five stay behind
    assert codes(crowd, "0101(5 archers)-0201[-1 archer]-0301") == []
    assert "0101" not in crowd.legal_actions()
    with pytest.raises(hw.IllegalPosition):
        crowd.system.from_json(crowd.system.to_json(crowd))
    assert crowd.system.from_json(crowd.system.to_json(crowd), strict=False) == crowd


def test_only_whole_armies_that_come_near_are_asked_for_an_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    row = ".  " * 30
    there = {"0601": "2 archers, 1 cavalry", "1201": "1 cavalry", "3001": "1 archer"}
    position = scripted({"0101": "1 peasant", **there}, {"0501": "1 peasant"}, map=row)
    (enemy,) = [f for f in position.check("0101-0201-0301-0401-0501").findings if f.clause == "D1.6"]
    asked: list[str] = []

    def listed(*_: object, within: Draft) -> Iterator[Action]:
        for action in position.system.legal_actions(position, within=within):
            asked.append(str(action))
            yield action

    monkeypatch.setattr(DepletionPosition, "legal_actions", listed)
    assert enemy.remedy is not None
    assert {text[:4] for text in asked} == {"0601"}
    assert (
        len([text for text in asked if "(" in text or "march" in text]) == 1
    )  # after the whole army, of which all are wanted


def test_far_hexes_are_explained_without_looking_for_a_way() -> None:
    position = scripted(
        {"001001": "1 archer"}, {"120090": "1 archer"}, map="\n".join("  " * (r % 2) + ". " * 120 for r in range(100))
    )
    why = position.reach("001001").why("120090")
    assert [(f.clause, f.code) for f in why.findings] == [("D1.1", "too_far"), ("D1.6", "enemy")]
    assert why.findings[0].numbers["distance"] > 100


def test_a_hex_without_a_way_to_it_is_explained() -> None:
    position = scripted({"0101": "1 archer", "0301": "4 archers"}, map=".  #  .", cubes={"0101": 1})
    assert [f.code for f in position.reach("0101").why("0301").findings] == ["no_way", "depleted", "too_many"]


def test_actions_can_be_asked_for_as_text() -> None:
    position = scripted({"0102": "1 archer"})
    assert "0102-0202" in position.legal_actions()
    assert "0102-0602" not in position.legal_actions()
    assert "nonsense" not in position.legal_actions()
    assert None not in position.legal_actions()
    assert Maneuver("red", ("9999",)) not in position.legal_actions()


def test_positions_and_errors_survive_pickling() -> None:
    position = scripted({"0102": "1 archer"}, {"0302": "1 archer"}).apply("0102").position
    assert position.by_hex
    again = pickle.loads(pickle.dumps(position))
    assert (again, hash(again)) == (position, hash(position))
    with pytest.raises(hw.IllegalAction) as caught:
        position.apply("pass")
    assert pickle.loads(pickle.dumps(caught.value)).verdict == caught.value.verdict
