"""Landing, water and attacks: the clauses of sections 4 to 7 that a whole army meets."""

import pytest

import hexwidget as hw
from hexwidget.lessons import first_game
from hexwidget.systems.depletion.position import DepletionPosition
from tests.depletion.positions import codes, maneuvers, scripted

clause = pytest.mark.clause


# ---------------------------------------------------------------- D4.1, D4.4, D4.5, D4.8 joining
@clause("D4.1")
def test_an_army_may_land_on_another_and_they_become_one() -> None:
    position = scripted({"0102": "2 cavalry", "0302": "1 archer, 1 peasant"})
    transition = position.apply("0102-0202-0302")
    (army,) = transition.position.armies
    assert str(army) == "1 peasant, 1 archer, 2 cavalry"
    assert army.cubes == 1
    assert "combined" in [e.kind for e in transition.events]


@clause("D4.4")
def test_a_full_hex_may_be_passed() -> None:
    assert codes(scripted({"0102": "2 cavalry", "0202": "4 archers"}), "0102-0202-0302") == []


@clause("D4.4", bars=True)
def test_armies_that_come_to_four_units_are_listed_and_larger_ones_are_not() -> None:
    for archers, listed in ((2, True), (3, False)):
        position = scripted({"0102": "2 cavalry", "0202": f"{archers} archers"})
        assert ("0102-0202" in map(str, maneuvers(position))) == listed


@clause("D4.4", bars=True)
@clause("D4.8")
def test_at_most_four_units_stand_on_a_hex_peasants_included() -> None:
    position = scripted({"0102": "2 cavalry", "0202": "3 peasants"})
    (finding,) = position.check("0102-0202").findings
    assert (finding.clause, finding.numbers["size"], finding.numbers["most"]) == ("D4.4", 5, 4)
    assert "0202" not in position.reach("0102")
    assert position.reach("0102").rim["0202"] == "D4.4"
    assert codes(scripted({"0102": "2 cavalry", "0202": "3 peasants"}, army_size=5), "0102-0202") == []


@clause("D4.4", bars=True)
def test_a_position_keeps_the_size_limit() -> None:
    with pytest.raises(hw.IllegalPosition, match=r"D4\.4"):
        scripted({"0102": "5 archers"})


@clause("D4.5")
def test_landing_on_cubes_adds_to_them() -> None:
    position = scripted({"0102": "1 cavalry", "0202": "1 archer"}, cubes={"0202": 1})
    assert [a.cubes for a in position.apply("0102-0202 march").position.armies] == [3]


@clause("D4.5", bars=True)
def test_an_army_that_landed_on_cubes_cannot_attack() -> None:
    position = scripted({"0102": "1 cavalry", "0202": "1 archer"}, {"0302": "1 archer"}, cubes={"0202": 1})
    transition = position.apply("0102-0202")
    assert transition.position.deciding is None
    assert transition.position.to_act == {"blue"}
    assert codes(transition.position, "red: attack 0302") == [
        ("D1.16", "turn"),
        ("D4.5", "landed_on_cubes"),
        ("D5.3", "landed_on_cubes"),
    ]
    assert [e.clause for e in transition.events if e.kind == "cannot_attack"] == ["D4.5"]


# ---------------------------------------------------------------- D1.8, D5.3 attack after the maneuver
@clause("D1.8")
def test_to_attack_or_not_is_a_decision_of_its_own() -> None:
    position = scripted({"0102": "1 archer"}, {"0402": "1 archer"}, battle="none").apply("0102-0202").position
    assert position.to_act == {"red"}
    assert [str(a) for a in position.legal_actions()] == ["attack 0402", "no attack"]
    attacked = position.apply("attack 0402")
    assert attacked.position.to_act == {"blue"}
    assert attacked.position.declared is not None
    assert [e.kind for e in attacked.events] == ["attack_declared", "battle_left_open"]
    declined = position.apply("no attack")
    assert declined.position.declared is None
    assert declined.position.to_act == {"blue"}


@clause("D1.8", bars=True)
def test_no_attack_without_a_maneuver_and_nothing_else_before_the_decision() -> None:
    position = scripted({"0102": "1 archer", "0104": "1 archer"}, {"0302": "1 archer"})
    assert codes(position, "attack 0302") == [("D1.8", "no_landing")]
    assert codes(position, "no attack") == [("D1.8", "no_landing")]
    landed = position.apply("0102").position
    assert codes(landed, "pass") == [("D1.8", "attack_open")]
    assert codes(landed, "0104-0204") == [("D1.8", "attack_open")]


@clause("D1.8")
def test_without_a_target_the_turn_passes() -> None:
    assert scripted({"0102": "1 archer"}, {"0602": "1 archer"}).apply("0102").position.to_act == {"blue"}


def remedies(position: DepletionPosition, action: str) -> list[tuple[str, str]]:
    """The remedies of a refusal by D1.6, each with its action."""
    found = [each.remedy for each in position.check(action).findings if each.clause == "D1.6"]
    return [(each.text, str(each.action)) for each in found if each is not None]


def test_an_army_that_would_enter_an_enemys_hex_may_attack_from_where_it_stands() -> None:
    near = scripted({"0102": "2 archers"}, {"0302": "1 spearman"})
    assert remedies(near, "0102-0202-0302") == [("stay on 0102, and then attack 0302", "0102")]
    far = scripted({"0102": "2 archers"}, {"0402": "1 spearman"})
    assert remedies(far, "0102-0202-0302-0402") == [
        ("move the 2 archers from 0102 to 0202, and then attack 0402", "0102-0202")
    ]


def test_an_enemy_in_the_way_is_driven_away_first() -> None:
    position = scripted({"0102": "2 cavalry", "0204": "2 archers"}, {"0302": "1 spearman"})
    told = "first keep the 2 archers on 0204, and then attack 0302: that may drive blue's spearman away"
    assert remedies(position, "0102-0202-0302-0402") == [(told, "0204")]
    depleted = scripted({"0102": "2 cavalry", "0204": "2 archers"}, {"0302": "1 spearman"}, cubes={"0204": 1})
    assert remedies(depleted, "0102-0202-0302-0402") == []


def test_nobody_is_asked_to_attack_an_enemy_who_cannot_be_driven_away() -> None:
    walls = scripted({"0102": "2 cavalry", "0204": "1 archer"}, {"0302": "4 spearmen"})
    assert remedies(walls, "0102-0202-0302-0402") == []


def test_the_galley_of_the_first_game_drives_the_spearman_away() -> None:
    position = first_game("depletion").stages[3].position
    told = "first move the galley from 0303 to 0403, and then attack 0502: that may drive blue's spearman away"
    assert remedies(position, "0202-0302-0402-0502") == [(told, "0303-0403")]


@clause("D5.3")
def test_the_units_that_stood_there_attack_too() -> None:
    position = scripted({"0102": "1 cavalry", "0202": "1 archer"}, {"0402": "1 archer"})
    landed = position.apply("0102-0202").position
    assert landed.check("attack 0402")  # two hexes away: the archer's range


@clause("D5.3")
def test_structures_are_objects_to_attack_and_nothing_between_blocks() -> None:
    position = scripted({"0101": "1 catapult"}, {"0201": "1 peasant"}, map=".  .  .", cities={"blue": ["0301"]})
    landed = position.apply("0101").position
    assert [str(a) for a in landed.legal_actions()] == ["attack 0201", "attack 0301", "no attack"]


@clause("D5.3", bars=True)
def test_an_attack_needs_range_target_and_soldiers() -> None:
    position = scripted({"0102": "1 archer"}, {"0302": "1 archer", "0502": "1 archer"}).apply("0102").position
    assert codes(position, "attack 0502") == [("D5.3", "out_of_range")]
    assert codes(position, "attack 0202") == [("D5.3", "no_target")]
    assert codes(position, "blue: attack 0102") == [("D1.16", "turn"), ("D1.8", "no_landing")]
    (finding,) = position.check("attack 0502").findings
    assert (finding.numbers["distance"], finding.numbers["ranges"]) == (4, "attacks only at a distance of 1 or 2")
    peasants = scripted({"0102": "2 peasants"}, {"0202": "1 archer"})
    assert peasants.apply("0102").position.deciding is None


@clause("D5.3", bars=True)
def test_melee_reaches_one_hex_only() -> None:
    position = scripted({"0102": "1 spearman"}, {"0302": "1 archer"})
    assert position.apply("0102").position.deciding is None
    assert position.apply("0102-0202").position.deciding is not None


# ---------------------------------------------------------------- D6.3, D7.1, D7.2 water
LAKE = """
    .  ~  ~  =
      .  .  .  .
"""


@clause("D6.3")
def test_peasants_wade_in_the_sea_for_two() -> None:
    position = scripted({"0101": "2 peasants"}, map=LAKE)
    assert position.reach("0101").cost("0201") == 2
    assert position.apply("0101-0201").position.armies[0].cubes == 1


@clause("D6.3", bars=True)
def test_peasants_do_not_stand_on_ocean() -> None:
    wading = scripted({"0301": "1 peasant"}, map=LAKE)
    assert codes(wading, "0301-0401") == [("D7.1", "water"), ("D6.3", "ends_on_ocean")]
    (dear, *_) = scripted({"0101": "1 peasant"}, map=LAKE).check("0101-0201-0301").findings
    assert dear.text == "this way takes 4 movement points, and the army has 2: they are spent on 0201"
    with pytest.raises(hw.IllegalPosition, match=r"D6\.3"):
        scripted({"0401": "1 peasant"}, map=LAKE)


@clause("D7.1")
def test_land_is_not_water() -> None:
    assert codes(scripted({"0101": "1 archer"}, map=LAKE), "0101-0102-0202") == []


@clause("D7.1", bars=True)
def test_without_vessels_water_is_barred() -> None:
    soldiers = scripted({"0101": "1 cavalry"}, map=LAKE)
    assert codes(soldiers, "0101-0201-0202") == [("D7.1", "water")]
    assert soldiers.reach("0101").rim["0201"] == "D7.1"
    mixed = scripted({"0101": "1 archer, 1 peasant"}, map=LAKE)
    assert ("D7.1", "water") in codes(mixed, "0101-0201-0202")
    peasants = scripted({"0301": "1 peasant"}, map=LAKE)
    assert peasants.reach("0301").rim["0401"] == "D7.1"  # ocean


@clause("D7.2")
def test_soldiers_land_on_land() -> None:
    assert codes(scripted({"0101": "1 cavalry"}, map=LAKE), "0101-0102") == []


@clause("D7.2", bars=True)
def test_soldiers_do_not_end_on_water() -> None:
    assert ("D7.2", "ends_on_water") in codes(scripted({"0101": "1 cavalry"}, map=LAKE), "0101-0201")
    with pytest.raises(hw.IllegalPosition, match=r"D7\.2"):
        scripted({"0201": "1 archer"}, map=LAKE)


# ---------------------------------------------------------------- edits around the decision
def test_an_edit_that_leaves_nothing_to_decide_passes_the_turn_on() -> None:
    position = (
        scripted({"0101": "1 archer", "0201": "1 archer"}, {"0301": "1 archer"}, map=".  .  .  .")
        .apply("0101")
        .position
    )
    assert position.deciding is not None
    for edited in (position.remove("red", "0101"), position.remove("blue", "0301")):
        assert edited.deciding is None
        assert edited.to_act == {"blue"}
    assert position.put("red", "0401", "1 archer").deciding == position.deciding


def test_nothing_is_decided_after_the_end() -> None:
    position = scripted({"0101": "1 archer"}, {"0301": "1 archer"}, map=".  .  .", objective="hold 0201")
    transition = position.apply("0101-0201")
    assert transition.position.to_act == frozenset()
    assert [e.kind for e in transition.events] == ["moved", "depleted", "game_over"]


def landed(space: str, player: str = "red", before: int = 0) -> dict[str, object]:
    """A landing that is still open."""
    armies = [{"hex": space, "cubes_before": before, "claim_failed": False}]
    return {"player": player, "open": True, "armies": armies}


@pytest.mark.parametrize(
    ("landing", "complaint"),
    [
        (landed("0201"), "that player has no army there"),
        (landed("0301", player="blue"), "only the player whose turn it is"),
        (landed("0101", before=1), "more than 1 cube$"),
        (landed("0101") | {"open": 1}, "expected true or false"),
        ({"player": "red", "open": True, "armies": 7}, "expected a list"),
        ({"hex": "0101"}, "landing/player: this entry is missing"),
    ],
)
def test_an_impossible_landing_is_refused(landing: object, complaint: str) -> None:
    with pytest.raises(hw.InputError, match=complaint):
        scripted({"0101": "1 archer"}, {"0301": "1 archer"}, map=".  .  .", cubes={"0101": 1}, landing=landing)
