"""Vessels and ferries: the clauses of sections 6 and 7."""

import re

import pytest

import hexwidget as hw
from tests.depletion.positions import codes, picture, scripted

clause = pytest.mark.clause

STRAIT = """
    .  .  ~  ~  .  .
      .  ~  =  ~  .  .
    .  .  ~  ~  .  .
"""


# ---------------------------------------------------------------- D1.9, D6.1, D6.2, D7.5 vessels
@clause("D6.1")
@clause("D1.9")
def test_a_galley_goes_five_hexes_of_water() -> None:
    position = scripted({"0102": "1 galley"}, map=".  .  .  .  .  .  .\n  ~  ~  =  ~  ~  ~  ~")
    assert picture(position.reach("0102")) == "\n".join([".   .   .   .   .   .   .", "  0   1   2   3   4   5   ."])
    assert codes(position, "0102-0202-0302-0402-0502-0602") == []


@clause("D6.1", bars=True)
def test_vessels_keep_to_water() -> None:
    position = scripted({"0201": "1 galley"}, map=".  ~  .  .")
    assert codes(position, "0201-0301") == [("D6.1", "on_land")]
    assert position.reach("0201").rim == {"0101": "D6.1", "0301": "D6.1"}
    with pytest.raises(hw.IllegalPosition, match=r"D6\.1: A vessel stands on 0101, which is plains"):
        scripted({"0101": "1 galley"}, map=".  ~  .  .")


@clause("D6.2")
def test_the_example_of_the_galley() -> None:
    position = hw.scenario("depletion/five-hexes-of-water").position
    transition = position.apply("0102-0202-0302-0402-0502-0602")
    assert [e.data["cost"] for e in transition.events if e.kind == "moved"] == [5]
    assert [position.map.terrain(space) for space in ("0202", "0302", "0402", "0502", "0602")] == [
        *["ocean"] * 2,
        *["sea"] * 2,
        "ocean",
    ]
    tile = ("0503", "0402", "0502", "0403", "0603", "0404", "0504")
    assert {position.map.terrain(space) for space in tile} == {"sea", "plains", "mountain", "forest"}
    assert [position.map.name(at) for at, _ in position.exploration.placed] == ["0404"]
    assert transition.position.apply("attack 0702").position.stage == "bag"


@clause("D7.5")
def test_vessels_and_land_units_share_a_sea_hex() -> None:
    position = scripted({"0301": "1 galley, 1 peasant"}, map=STRAIT)
    assert codes(position, "0301(1 galley)-0401") == []
    assert codes(position, "0301(1 peasant)-0201") == []
    assert codes(position, "0301") == []


@clause("D7.5")
def test_vessels_and_land_units_stay_together() -> None:
    position = scripted({"0301": "1 galley, 1 peasant"}, map=STRAIT)
    after = position.apply("0301").position
    assert [(str(army), army.cubes) for army in after.armies] == [("1 peasant, 1 galley", 1)]


@clause("D7.5", bars=True)
def test_vessels_and_land_units_do_not_move_as_one() -> None:
    position = scripted({"0301": "1 galley, 1 peasant"}, map=STRAIT)
    (finding,) = position.check("0301-0401").findings
    assert finding.clause == "D7.5"
    assert finding.remedy is not None
    assert position.check(finding.remedy.action or "")
    with_galley = scripted({"0201": "1 peasant", "0301": "1 galley"}, map=STRAIT)
    assert ("D7.5", "mixed_group") in codes(with_galley, "0201-0301[+1 galley]-0401")


# ---------------------------------------------------------------- D7.1 to D7.4 ferries
@clause("D7.1")
@clause("D7.3")
def test_a_vessel_ferries_two_units_depleted_or_not() -> None:
    for cubes in ({}, {"0301": 1}):
        position = scripted({"0201": "2 archers", "0301": "1 galley"}, map=STRAIT, cubes=cubes)
        transition = position.apply("0201-0202-0203")
        assert [e.clause for e in transition.events if e.kind == "ferried"] == ["D7.1"]
        assert position.reach("0201").cost("0203") == 2
        assert [a.cubes for a in transition.position.armies if a.at == position.map.index("0301")] == [len(cubes)]


@clause("D7.3", bars=True)
def test_too_few_seats_says_how_many_and_which_are_too_far() -> None:
    position = scripted({"0201": "3 archers", "0301": "1 galley", "0403": "1 galley"}, map=STRAIT)
    (finding,) = position.check("0201-0202-0203").findings
    assert (finding.clause, finding.numbers["needed"], finding.numbers["there"]) == ("D7.3", 3, 2)
    assert finding.text.endswith("the vessels near their way (0301) have only 2; those on 0403 are too far")
    assert codes(scripted({"0201": "4 archers", "0301": "2 galleys"}, map=STRAIT), "0201-0202-0203") == []


@clause("D7.4")
def test_the_seats_are_assigned_if_any_assignment_works() -> None:
    army = {"0101": "1 archer, 1 spearman, 1 swordsman", "0202": "1 galley", "0301": "1 galley"}
    position = scripted(army, map=".  ~  ~  .\n  .  ~  .  .")
    transition = position.apply("0101-0201-0102")
    told = [(e.subjects, e.data["units"]) for e in transition.events if e.kind == "ferried"]
    assert sum(len(re.split(", | and ", units)) for _, units in told) == 3
    assert {space for (space,), _ in told} == {"0202", "0301"}


@clause("D7.4", bars=True)
def test_one_vessel_is_near_all_the_water_of_a_unit() -> None:
    map_ = ".  ~  ~  ~  .  .\n  .  ~  .  ~  .  ."
    apart = scripted({"0101": "1 cavalry", "0202": "1 galley", "0402": "1 galley"}, map=map_)
    path = "0101-0201-0301-0401-0501"
    assert ("D7.4", "no_single_vessel") in codes(apart, f"{path} march")
    near = scripted({"0101": "1 cavalry", "0301": "1 galley"}, map=map_)
    assert codes(near, f"{path} march") == []


@clause("D7.4", bars=True)
def test_seats_that_are_named_are_taken_or_refused() -> None:
    army = {"0201": "2 archers", "0301": "1 galley", "0103": "1 archer", "0302": "1 galley", "0401": "1 galley"}
    position = scripted(army, map=STRAIT)
    path = "0201-0202-0203"
    assert codes(position, f"{path} ferry 0302(1 archer)") == []
    assert codes(position, f"{path} ferry 0302(1 archer) ferry 0301(1 archer)") == []
    transition = position.apply(f"{path} ferry 0302(2 archers)")
    assert [(e.subjects, e.data["units"]) for e in transition.events if e.kind == "ferried"] == [
        (("0302",), "2 archers")
    ]
    assert codes(position, f"{path} ferry 0401(1 archer)") == [("D7.4", "named_in_vain")]
    assert codes(position, f"{path} ferry 0402(1 archer)") == [("D7.1", "no_vessel")]
    assert ("D7.3", "named_too_many") in codes(position, f"{path} ferry 0301(3 archers)")
    # Two archers, and three seats named: each can be taken, but not all of them.
    assert codes(position, f"{path} ferry 0301(2 archers) ferry 0302(1 archer)") == [("D7.4", "named_together")]


@clause("D7.4", bars=True)
def test_a_named_seat_is_refused_if_another_unit_then_lacks_one() -> None:
    position = scripted({"0101": "2 archers, 1 peasant", "0201": "1 galley"}, map=".  ~  .")
    assert codes(position, "0101-0201-0301 march") == []  # the peasant wades
    assert codes(position, "0101-0201-0301 ferry 0201(1 peasant) march") == [("D7.4", "named_together")]


@clause("D7.4")
@clause("D6.3")
def test_peasants_wade_or_ride() -> None:
    position = scripted({"0201": "1 peasant, 1 archer", "0301": "1 galley"}, map=STRAIT)
    transition = position.apply("0201-0202-0203")
    assert [e.data["cost"] for e in transition.events if e.kind == "moved"] == [2]
    assert not [e for e in transition.events if e.kind == "waded"]
    crowded = scripted({"0201": "1 peasant, 2 archers", "0301": "1 galley"}, map=STRAIT)
    assert codes(crowded, "0201-0202-0203") == [("D1.1", "too_dear")]  # the peasant must wade: 2 + 1
    marched = crowded.apply("0201-0202-0203 march")
    assert [e.data["units"] for e in marched.events if e.kind == "waded"] == ["1 peasant"]


@clause("D7.4", bars=True)
def test_units_that_enter_ocean_ride() -> None:
    deep = ".  =  .  .\n  .  .  .  ."
    assert codes(scripted({"0101": "1 peasant", "0201": "1 galley"}, map=deep), "0101-0201-0301") == []
    assert codes(scripted({"0101": "1 peasant"}, map=deep), "0101-0201-0301") == [("D7.1", "water")]
    full = scripted({"0101": "1 peasant, 2 archers", "0201": "1 galley"}, map=deep)
    assert codes(full, "0101-0201-0301") == [("D7.3", "too_few_seats")]


@clause("D7.2", bars=True)
def test_ferried_units_end_on_land() -> None:
    position = scripted({"0201": "1 archer", "0301": "1 galley"}, map=STRAIT)
    assert codes(position, "0201-0202") == [("D7.2", "ends_on_water")]
    assert "0202" not in position.reach("0201")
    assert codes(scripted({"0201": "1 peasant", "0301": "1 galley"}, map=STRAIT), "0201-0202") == []


@clause("D4.7")
@clause("D7.4")
def test_like_units_are_told_apart_in_the_best_way() -> None:
    """The unit that came over the first water may be dropped, or may go on, as the seats allow."""
    map_ = ".  ~  .  .  ~  .\n  .  .  .  .  .  ."
    army = {"0101": "1 cavalry", "0301": "1 cavalry", "0201": "1 galley", "0501": "1 galley"}
    position = scripted(army, map=map_, pace="per_unit")
    path = "0101-0201-0301[+1 cavalry]-0401[-1 cavalry]-0501-0601"
    transition = position.apply(f"{path}")
    assert [e.subjects for e in transition.events if e.kind == "ferried"] == [("0201",), ("0501",)]


@pytest.mark.parametrize(
    ("units", "priced"),
    [
        ({"0201": "1 peasant"}, (("sea", "D6.3"),)),
        ({"0201": "1 archer", "0301": "1 galley"}, (("ocean", "D7.4"), ("sea", "D7.4"))),
    ],
)
def test_choices_name_the_clause_that_prices_the_water(
    units: dict[str, str], priced: tuple[tuple[str, str], ...]
) -> None:
    field = scripted(units, map=STRAIT).choices(hw.Draft(army="0201")).field
    assert field is not None
    assert (field.clause, field.free, field.on) == ("D1.3", "D1.4", priced)


def test_water_is_an_entry_like_others_to_vessels() -> None:
    field = scripted({"0301": "1 galley"}, map=STRAIT).choices(hw.Draft(army="0301")).field
    assert field is not None
    assert field.on == ()
