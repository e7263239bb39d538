"""Sections 3 and 4 of the rulebook: split, drop, pick up, combine. Each example is a bundled scenario."""

import pytest

import hexwidget as hw
from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.position import DepletionPosition
from tests.depletion.positions import codes, scripted

clause = pytest.mark.clause
ROAD = ".  .  .  .  .  .  ."


def standing(position: DepletionPosition) -> dict[str, str]:
    """The things that red has on each hex, with the cubes there."""
    return {
        position.map.name(a.at): f"{a}{' *' + str(a.cubes) if a.cubes else ''}" for a in position.armies if a.owner == 0
    }


# ---------------------------------------------------------------- D3.1 split at the start
@clause("D3.1")
def test_units_left_behind_are_not_depleted_and_may_still_maneuver() -> None:
    after = scripted({"0101": "2 cavalry, 1 archer"}, map=ROAD).apply("0101(2 cavalry)-0201-0301-0401").position
    assert standing(after) == {"0101": "1 archer", "0401": "2 cavalry *1"}
    assert after.apply("blue: pass").position.check("0101-0201")


@clause("D3.1")
@clause("D1.5")
def test_a_part_that_stays_or_comes_back_depletes_all_of_it() -> None:
    position = scripted({"0101": "2 cavalry, 1 archer"}, map=ROAD)
    for action in ("0101(1 archer)", "0101(1 cavalry)-0201-0101"):
        assert standing(position.apply(action).position) == {"0101": "1 archer, 2 cavalry *1"}


@clause("D1.1", bars=True)
def test_no_more_units_set_out_than_there_are() -> None:
    position = scripted({"0101": "2 cavalry, 1 archer"}, map=ROAD)
    assert codes(position, "0101(3 cavalry)-0201") == [("D1.1", "not_so_many")]
    assert "1 cavalry too few" in str(position.check("0101(3 cavalry)-0201"))


# ---------------------------------------------------------------- D3.2, D3.4, D3.5 drop along the way
@clause("D3.2")
@clause("D3.4")
def test_dropped_units_lie_under_the_cubes_of_the_maneuver() -> None:
    position = scripted({"0101": "2 cavalry, 1 archer", "0201": "1 archer"}, map=ROAD)
    plain = position.apply("0101-0201[-1 archer]-0301")
    assert standing(plain.position) == {"0201": "2 archers *1", "0301": "2 cavalry *1"}
    assert [(e.kind, e.clause) for e in plain.events][1:4] == [
        ("dropped", "D3.2"), ("depleted", "D3.4"), ("depleted", "D1.7"),
    ]  # fmt: skip
    march = position.apply("0101-0201[-1 archer]-0301 march").position
    assert standing(march) == {"0201": "2 archers *2", "0301": "2 cavalry *2"}


@clause("D3.2", bars=True)
def test_only_carried_units_are_dropped_and_only_on_the_way() -> None:
    position = scripted({"0101": "2 cavalry, 1 archer"}, map=ROAD)
    assert codes(position, "0101(2 cavalry)-0201[-1 archer]-0301") == [("D3.2", "not_carried")]
    assert codes(position, "0101-0201[-3 cavalry]-0301") == [("D3.2", "not_carried")]
    assert codes(position, "0101[-1 archer]-0201") == [("D3.2", "drops_at_start")]


@clause("D3.5")
def test_several_drops_on_one_hex_put_its_cubes_once() -> None:
    position = scripted({"0301": "3 cavalry"}, map=ROAD)
    after = position.apply("0301-0201[-1 cavalry]-0101-0201[-1 cavalry]-0301 march").position
    assert standing(after) == {"0201": "2 cavalry *2", "0301": "1 cavalry *2"}


@clause("D3.5", bars=True)
def test_nothing_is_dropped_at_the_end_and_a_unit_goes_on() -> None:
    position = scripted({"0101": "2 cavalry, 1 archer"}, map=ROAD)
    assert codes(position, "0101-0201-0301[-1 archer]") == [("D3.5", "drops_at_end")]
    assert codes(position, "0101(2 cavalry)-0201[-1 cavalry]-0301-0201") == [("D3.5", "drops_at_end")]
    assert codes(position, "0101(2 cavalry)-0201[-2 cavalry]-0301") == [("D3.5", "nobody_goes_on")]


@clause("D3.5", bars=True)
def test_no_unit_is_picked_up_where_units_were_dropped() -> None:
    position = scripted({"0301": "2 cavalry", "0201": "1 cavalry"}, map=ROAD)
    action = "0301-0201[-1 cavalry]-0101-0201[+1 cavalry]-0301 march"
    assert ("D3.5", "picks_after_drop") in codes(position, action)


# ---------------------------------------------------------------- D4.2, D4.10 pick up along the way
@clause("D4.2")
def test_units_on_the_way_join_and_all_land_together() -> None:
    position = scripted({"0101": "1 cavalry", "0201": "2 cavalry, 1 archer", "0401": "1 archer"}, map=ROAD)
    transition = position.apply("0101-0201[+2 cavalry]-0301-0401")
    assert standing(transition.position) == {"0201": "1 archer", "0401": "1 archer, 3 cavalry *1"}
    assert [e.clause for e in transition.events] == ["D1.1", "D4.2", "D4.1", "D1.7"]


@clause("D4.2", bars=True)
def test_depleted_and_absent_units_are_not_picked_up() -> None:
    position = scripted({"0101": "1 cavalry", "0201": "1 cavalry"}, map=ROAD, cubes={"0201": 1})
    assert codes(position, "0101-0201[+1 cavalry]-0301") == [("D4.2", "depleted")]
    assert codes(position, "0101-0201[+1 archer]-0301")[:2] == [("D4.2", "depleted"), ("D4.2", "not_there")]
    theirs = scripted({"0101": "1 cavalry"}, {"0202": "1 archer"})
    assert codes(theirs, "0101-0201[+1 archer]-0301") == [("D4.2", "not_there")]


@clause("D4.10")
def test_the_origin_is_a_hex_like_others_when_it_is_entered_again() -> None:
    position = scripted({"0201": "1 cavalry, 1 archer"}, map=ROAD, pace="per_unit")
    after = position.apply("0201(1 cavalry)-0101-0201[+1 archer]-0301").position
    assert standing(after) == {"0301": "1 archer, 1 cavalry *1"}


@clause("D4.10")
def test_all_units_that_set_out_may_be_dropped_while_picked_up_ones_go_on() -> None:
    position = scripted({"0101": "1 archer", "0201": "1 cavalry"}, map=ROAD)
    after = position.apply("0101-0201[+1 cavalry, -1 archer]-0301").position
    assert standing(after) == {"0201": "1 archer *1", "0301": "1 cavalry *1"}


@clause("D4.10", bars=True)
def test_units_are_picked_up_between_origin_and_end_and_no_type_both_ways() -> None:
    position = scripted({"0101": "1 archer, 1 cavalry", "0201": "1 archer, 1 cavalry"}, map=ROAD)
    assert codes(position, "0101(1 archer)[+1 cavalry]-0201") == [("D4.10", "picks_at_start")]
    assert codes(position, "0101-0201[+1 cavalry]") == [("D4.10", "picks_at_end")]
    assert codes(position, "0101-0201[+1 cavalry, -1 cavalry]-0301") == [("D4.10", "both")]


# ---------------------------------------------------------------- D4.3, D4.7, D1.15 whose pace counts
@clause("D4.3", bars=True)
@clause("D1.15")
def test_a_unit_picked_up_on_the_way_may_be_too_slow_for_the_whole_way() -> None:
    position = scripted({"0101": "1 cavalry", "0301": "1 archer"}, map=ROAD)
    (finding,) = position.check("0101-0201-0301[+1 archer]-0401").findings
    assert (finding.clause, finding.numbers["slowest"]) == ("D4.3", "archer")
    assert (finding.numbers["needed"], finding.numbers["budget"]) == (3, 2)
    assert str(finding.remedy) == "a march gets there (D2.1)"
    assert position.check("0101-0201-0301-0401")
    # Both are too slow: the one that set out is to blame.
    both = scripted({"0101": "1 cavalry, 1 spearman", "0301": "1 archer"}, map=ROAD)
    assert codes(both, "0101-0201-0301[+1 archer]-0401") == [("D1.2", "too_dear")]


@clause("D4.3")
def test_slow_units_dropped_early_still_count_for_the_whole_way() -> None:
    position = scripted({"0101": "1 cavalry, 1 archer"}, map=ROAD)
    assert codes(position, "0101-0201[-1 archer]-0301") == []
    assert codes(position, "0101-0201[-1 archer]-0301-0401") == [("D1.2", "too_dear")]


@clause("D4.7")
def test_under_per_unit_each_unit_pays_for_its_own_part() -> None:
    carried = {"0101": "1 cavalry", "0301": "1 archer"}
    dropped = {"0101": "1 cavalry, 1 archer"}
    for where, action in ((carried, "0101-0201-0301[+1 archer]-0401"), (dropped, "0101-0201[-1 archer]-0301-0401")):
        assert not scripted(where, map=ROAD).check(action)
        assert scripted(where, map=ROAD, pace="per_unit").check(action)


@clause("D4.7")
def test_under_per_unit_the_like_unit_that_came_furthest_is_dropped() -> None:
    """One archer walks two hexes and is relieved by another, that walks two more."""
    position = scripted({"0101": "1 archer", "0201": "1 archer"}, map=ROAD, pace="per_unit")
    after = position.apply("0101-0201[+1 archer]-0301[-1 archer]-0401").position
    assert standing(after) == {"0301": "1 archer *1", "0401": "1 archer *1"}
    assert codes(position, "0101-0201[+1 archer]-0301-0401") == [("D1.1", "too_dear")]
    assert "the archer has 2" in str(position.check("0101-0201[+1 archer]-0301-0401"))
    # Both come too far, and the rider, too: the slow unit is not to blame (D1.15).
    both = scripted({"0101": "1 cavalry, 1 archer"}, map=ROAD, pace="per_unit")
    assert codes(both, "0101-0201-0301-0401[-1 archer]-0501") == [("D1.1", "too_dear")]


@clause("D4.9")
def test_a_mixed_group_does_not_wade_and_peasants_alone_do() -> None:
    shore = ".  .  ~  ."
    position = scripted({"0101": "1 archer, 1 peasant"}, map=shore)
    assert codes(position, "0101-0201-0301 march")[0] == ("D7.1", "water")
    dropped = position.check("0101-0201[-1 archer]-0301 march")
    assert dropped
    # The step into the sea costs the peasant 2, and it has three with the march.
    assert position.apply("0101-0201[-1 archer]-0301 march").events[0].data["cost"] == 3


# ---------------------------------------------------------------- D4.4 the size limit
@clause("D4.4")
def test_while_passing_the_limit_may_be_exceeded() -> None:
    position = scripted({"0101": "4 cavalry", "0201": "4 cavalry"}, map=ROAD)
    action = "0101-0201[+1 cavalry]-0301[-1 cavalry]-0401"
    assert standing(position.apply(action).position) == {
        "0201": "3 cavalry", "0301": "1 cavalry *1", "0401": "4 cavalry *1",
    }  # fmt: skip


@clause("D4.4", bars=True)
def test_the_limit_holds_where_units_are_dropped() -> None:
    position = scripted({"0101": "2 cavalry", "0201": "4 archers"}, map=ROAD)
    assert codes(position, "0101-0201[-1 cavalry]-0301") == [("D4.4", "too_many")]
    assert "5 units would stand on 0201" in str(position.check("0101-0201[-1 cavalry]-0301"))


# ---------------------------------------------------------------- D1.10, D1.13 trebuchets
@clause("D1.10")
def test_a_trebuchet_is_packed_moved_and_unpacked_for_a_point_each() -> None:
    position = scripted({"0101": "1 unpacked trebuchet"}, map=ROAD)
    assert codes(position, "0101-0201 pack 1") == [("D1.1", "too_dear")]
    assert standing(position.apply("0101-0201 pack 1 march").position) == {"0201": "1 trebuchet *2"}
    packed = scripted({"0101": "1 trebuchet"}, map=ROAD)
    assert codes(packed, "0101-0201 unpack 1") == [("D1.1", "too_dear")]
    assert standing(packed.apply("0101-0201 unpack 1 march").position) == {"0201": "1 unpacked trebuchet *2"}
    assert standing(packed.apply("0101 unpack 1").position) == {"0101": "1 unpacked trebuchet *1"}


@clause("D1.10", bars=True)
def test_a_trebuchet_moves_only_packed() -> None:
    position = scripted({"0101": "1 unpacked trebuchet, 1 archer"}, map=ROAD)
    (finding,) = position.check("0101-0201").findings
    assert (finding.clause, finding.code) == ("D1.10", "moves_unpacked")
    assert finding.remedy is None  # packing costs the only point
    assert codes(position, "0101(1 archer)-0201") == []
    (finding,) = position.check("0101-0201 march").findings
    assert finding.remedy is not None
    assert str(finding.remedy.action) == "0101-0201 pack 1 march"


@clause("D1.10", bars=True)
def test_a_trebuchet_attacks_only_unpacked_at_two_or_three_hexes() -> None:
    for units, targets in (("1 unpacked trebuchet", ["0301", "0401"]), ("1 trebuchet, 1 archer", ["0201", "0301"])):
        enemies = dict.fromkeys(("0201", "0301", "0401", "0501"), "1 archer")
        landed = scripted({"0101": units}, enemies, map=ROAD).apply("0101").position
        assert [str(a) for a in landed.legal_actions()][:-1] == [f"attack {t}" for t in targets]
    assert codes(landed, "attack 0401") == [("D1.10", "attacks_packed"), ("D5.3", "out_of_range")]
    alone = scripted({"0101": "1 trebuchet"}, {"0301": "1 archer"}, map=ROAD).apply("0101").position
    assert alone.deciding is None  # there is nothing that could attack


@clause("D1.13")
def test_any_number_of_trebuchets_is_switched_for_one_point() -> None:
    position = scripted({"0101": "2 trebuchets, 1 unpacked trebuchet"}, map=ROAD)
    after = position.apply("0101 pack 1 unpack 2").position
    assert standing(after) == {"0101": "1 trebuchet, 2 unpacked trebuchets *1"}
    assert position.apply("0101 pack 1 unpack 2").events[0].data["cost"] == 1
    every = scripted({"0101": "2 trebuchets, 2 unpacked trebuchets"}, map=ROAD, pace="per_unit")
    for both in (every, every.system.position(**{**every.system.to_json(every), "pace": "strict"})):
        assert codes(both, "0101 pack 2 unpack 2") == []  # a group that stays switches any number for 1 point in all
    # Under per_unit only the trebuchets that switch pay, so that the other one may march as far as two points take it.
    mixed = scripted({"0101": "1 trebuchet, 1 unpacked trebuchet"}, map=ROAD, pace="per_unit")
    assert codes(mixed, "0101-0201[-1 trebuchet]-0301 pack 1 march") == []
    assert codes(mixed.system.position(**{**mixed.system.to_json(mixed), "pace": "strict"}),
                 "0101-0201[-1 trebuchet]-0301 pack 1 march") == [("D1.1", "too_dear")]  # fmt: skip


@clause("D1.13", bars=True)
def test_only_own_trebuchets_are_switched_and_no_unpacked_one_is_picked_up() -> None:
    position = scripted({"0101": "1 archer", "0201": "1 unpacked trebuchet, 1 trebuchet"}, map=ROAD)
    assert codes(position, "0101-0201[+1 unpacked trebuchet]-0301 march")[0] == ("D1.13", "picks_unpacked")
    assert codes(position, "0101-0201 unpack 1") == [("D1.13", "not_so_many_packed")]
    assert codes(position, "0101-0201 pack 1") == [("D1.13", "not_so_many_unpacked")]
    assert codes(position, "0101-0201[+1 trebuchet]-0301 march") == []


# ---------------------------------------------------------------- the worked examples
@clause("D3.3")
def test_example_two_of_four_ride_off() -> None:
    position = hw.scenario("depletion/two-of-four-ride-off").position
    after = position.apply("0202(2 cavalry)-0302").position
    assert standing(after) == {"0202": "1 archer, 1 cavalry", "0302": "2 cavalry *1"}
    again = after.apply("blue: pass").position
    assert codes(again, "0302-0402") == [("D1.7", "depleted")]
    rest = again.apply("0202-0203").position
    assert standing(rest) == {"0302": "2 cavalry *1", "0203": "1 archer, 1 cavalry *1"}


@clause("D4.6")
def test_example_gathering_cavalry() -> None:
    position = hw.scenario("depletion/gathering-cavalry").position
    transition = position.apply("0202-0302[+1 cavalry]-0402[+1 cavalry]-0502")
    assert standing(transition.position) == {"0502": "4 cavalry *1"}
    assert [str(a) for a in transition.position.legal_actions()] == ["attack 0602", "no attack"]


# ---------------------------------------------------------------- enumeration and drafts at their edges
def test_a_peasant_left_alone_may_wade_home_and_is_listed() -> None:
    """A home on the sea is entered free by peasants, once the soldiers have been dropped."""
    home = {"cities": {"red": ["0301"]}, "map": ".  &  ~"}
    for armies, action in (
        ({"0101": "2 archers, 1 peasant"}, "0101-0201[-2 archers]-0301"),
        ({"0101": "1 archer", "0201": "1 peasant"}, "0101-0201[+1 peasant, -1 archer]-0301"),
    ):
        position = scripted(armies, **home)
        assert position.check(action)
        assert position.apply(action).position in {position.apply(a).position for a in position.legal_actions()}


@pytest.mark.parametrize("field", ["drops", "pickups", "pack", "unpack", "units"])
@pytest.mark.parametrize("value", [None, "", [], {}, False, 0.0, 1.5, "x", -1])
def test_wrong_numbers_and_units_are_malformed(field: str, value: object) -> None:
    if (field, value) == ("units", None):
        return
    position = scripted({"0101": "2 cavalry"}, map=ROAD)
    with pytest.raises(hw.InputError, match=field):
        position.check(Maneuver("red", ("0101", "0201"), **{field: value}))
    assert Maneuver("red", ("0101", "0201"), **{field: value}) not in position.legal_actions()


def test_too_many_units_of_a_kind_are_refused_at_their_place() -> None:
    position = scripted({"0101": "2 cavalry"}, map=ROAD)
    for text, place in (
        ("0101(99 cavalry, 99 cavalry)-0201", "hex 1"),
        ("0101-0201[-60 archers, -60 archers]", "hex 2"),
    ):
        with pytest.raises(hw.InputError) as caught:
            position.parse(text)
        assert [p.place for p in caught.value.problems] == [place]


def test_a_way_point_is_taken_out_with_its_own_changes_only() -> None:
    position = scripted({"0101": "4 cavalry"}, map=ROAD)
    slots = {"army": "0101", "via": "0201 0301", "drop/2/cavalry": 1, "drop/1/cavalry": 2}
    for given in (slots, dict(reversed(slots.items()))):
        options = position.choices(hw.Draft(given)).options
        (then,) = [o.leads_to for o in options if o.slot == "via/1"]
        assert then == hw.Draft({"army": "0101", "via": "0301", "drop/1/cavalry": 1})
    # It lies between two way-points on the same hex. Without it they would be two in a row, and one of them goes, too.
    there_and_back = {"army": "0101", "via": "0201 0301 0201", "drop/1/cavalry": 1, "drop/3/cavalry": 1}
    options = position.choices(hw.Draft(there_and_back)).options
    (then,) = [o.leads_to for o in options if o.slot == "via/2"]
    assert then == hw.Draft({"army": "0101", "via": "0201", "drop/1/cavalry": 1})
    with pytest.raises(hw.InputError, match="draft/via: the group is on 0201 already"):
        position.choices(hw.Draft(army="0101", via="0201 0201"))
    with pytest.raises(hw.InputError, match="draft/take: at least one unit must set out"):
        position.choices(hw.Draft({"army": "0101", "take/cavalry": 0}))
