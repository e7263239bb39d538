"""Every reason against a sheet of orders, and the sheets that are offered in its place."""

from __future__ import annotations

import pytest

import hexwidget as hw
from hexwidget.rules import CHANCE
from hexwidget.systems.plotted.position import PlottedPosition
from tests.plotted.positions import found, scripted, turn

WOODED = """
.   .   .   .   .
  .   .   %   .   .
"""


def remedies(position: PlottedPosition, text: str) -> list[str | None]:
    """The sheets that are offered; each is legal."""
    offered = []
    for finding in position.check(text).findings:
        remedy = finding.remedy
        if remedy is not None and remedy.action is not None:
            assert position.check(remedy.action), remedy
        offered.append(None if remedy is None or remedy.action is None else str(remedy.action))
    return offered


# ---------------------------------------------------------------------- all reasons
@pytest.mark.clause("P1.3", bars=True)
def test_an_order_for_another_players_unit_is_judged_as_if_it_were_ones_own() -> None:
    position = scripted({"0101": "infantry 3"}, {"0401": "infantry 3"}, map=WOODED)
    assert found(position, "red: march 0401-0301-0201") == [("P1.7", "others_unit"), ("P1.3", "too_many_hexes")]
    assert found(position, "red: march 0401-0302") == [("P1.7", "others_unit"), ("P1.5", "too_dear")]


@pytest.mark.clause("P4.6", bars=True)
def test_another_players_unit_in_a_melee_is_held_too() -> None:
    position = scripted({"0203": "cavalry 3"}, {"0303": "infantry 4"}, engaged=[["0203", "0303"]])
    assert found(position, "march 0303-0403") == [("P1.7", "others_unit"), ("P4.6", "engaged")]


@pytest.mark.clause("P1.7", bars=True)
def test_where_no_unit_stands_only_hexes_and_facing_can_be_judged() -> None:
    position = scripted({"0101": "infantry 3"}, {}, map=". ~ . . .")
    said = found(position, "march 0301-0201-0101-0401 facing E")
    assert said == [("P1.7", "no_unit"), ("P1.1", "gap"), ("P1.5", "barred_ground"), ("P4.4", "facing_without_zone")]


@pytest.mark.clause("P1.1", bars=True)
def test_an_order_that_does_not_move_names_no_hexes() -> None:
    position = scripted({"0203": "infantry 4"}, {"0707": "infantry 4"})
    for order in ("defend 0203-0303 facing E", "all-around defence 0203-0303-0404", "rest 0203-0303"):
        assert found(position, order) == [("P1.1", "route_without_move")]
    assert remedies(position, "defend 0203-0303 facing E") == ["defend 0203 facing E"]
    assert remedies(position, "rest 0203-0303") == ["march 0203-0303"]


@pytest.mark.clause("P1.9", bars=True)
def test_orders_out_of_time_are_judged_all_the_same() -> None:
    fighting, _ = turn(scripted({"0203": "cavalry 3"}, {"0503": "cavalry 3"}), "march 0203-0303", "march 0503-0403")
    assert fighting.to_act == CHANCE
    assert found(fighting, "red: march 0303-0305; run 0403-0404") == [
        ("P1.9", "revealed"),
        ("P1.1", "gap"),
        ("P1.7", "others_unit"),
    ]
    assert remedies(fighting, "red: march 0303-0305") == [None, None]


@pytest.mark.clause("P5.3", bars=True)
def test_orders_after_the_end_are_judged_all_the_same() -> None:
    over = scripted({"0203": "infantry 3"}, {}, objective="eliminate")
    assert found(over, "red: march 0203-0303-0403") == [("P5.3", "over"), ("P1.3", "too_many_hexes")]
    assert found(over, "blue: march 0203-0303") == [("P5.3", "over"), ("P1.7", "no_units"), ("P1.7", "others_unit")]


def test_an_observation_tells_the_same_reasons_as_the_position() -> None:
    sealed = scripted({"0203": "cavalry 3"}, {"0707": "infantry 4"}).apply("march 0203-0303").position
    asked = sealed.parse("blue: march 0707-0705; run 0203-0303")
    assert sealed.system.check(sealed.observe("blue"), asked) == sealed.check(asked)


# ---------------------------------------------------------------------- sheets that are legal
@pytest.mark.clause("P1.5")
def test_no_way_round_is_offered_for_another_players_unit() -> None:
    position = scripted({"0101": "infantry 3"}, {"0201": "cavalry 3"}, map=". . * .\n . . . .")
    assert found(position, "run 0201-0301-0401") == [("P1.7", "others_unit"), ("P1.5", "barred_ground")]
    assert remedies(position, "run 0201-0301-0401") == ["all rest", "all rest"]


def test_a_whole_sheet_is_put_right() -> None:
    position = scripted({"0101": "infantry 3", "0103": "cavalry 3", "0105": "infantry 3"}, {"0605": "infantry 4"})
    asked = "march 0101-0201-0301; run 0103-0303; defend 0105; march 0605-0604"
    right = "run 0101-0201-0301; run 0103-0203-0303; defend 0105 facing E"
    offered = remedies(position, asked)
    assert offered[:3] == [right] * 3
    # Each own unit has its order, so the order for the enemy's unit is left out.
    assert offered[3] == right
    (first, *_) = position.check(asked).findings
    assert str(first.remedy) == "legal with run: 2, with everything else put right (P1.3)"


def test_an_order_with_two_faults_is_put_right() -> None:
    position = scripted({"0202": "cavalry 3"}, {"0707": "infantry 4"})
    (too_long, _) = position.check("march 0202-0302-0402-0502 facing NE").findings
    run = "Legal with run: 4, with everything else put right: `run 0202-0302-0402-0502` (P1.3)."
    assert str(too_long).endswith(run)
    (nobody, _) = position.check("march 0203-0303 facing E").findings
    assert str(nobody).endswith("may march to 0303, with everything else put right: `march 0202-0303` (P1.7).")


def test_an_order_for_nobody_is_offered_to_the_nearest_own_unit() -> None:
    position = scripted({"0101": "infantry 3", "0503": "cavalry 3"}, {"0707": "infantry 4"})
    assert remedies(position, "run 0303-0304") == ["run 0503-0404-0304"]
    assert remedies(position, "march 0707-0606") == ["all rest"]
    assert remedies(position, "ambush 0202 facing W") == ["ambush 0101 facing W"]


def test_one_of_two_orders_for_a_unit_is_offered() -> None:
    position = scripted({"0101": "infantry 3"}, {"0707": "infantry 4"})
    assert remedies(position, "march 0101-0201; run 0101-0102") == ["march 0101-0201"]
    assert remedies(position, "march 0101; run 0101-0102")[0] == "run 0101-0102"


def test_routes_are_shortened_or_led_another_way() -> None:
    position = scripted({"0202": "infantry 4"}, {"0707": "infantry 4"})
    assert remedies(position, "run 0202-0301-0401-0501") == ["run 0202-0301-0401"]
    assert remedies(position, "run 0202-0301-0401-0402-0302") == ["run 0202-0302"]
    assert remedies(position, "march 0202") == ["march 0202-0302"]
    # A hex that is left out and one that is named twice: no more hexes than before.
    ride = scripted({"0202": "cavalry 3"}, {"0707": "infantry 4"})
    (twice, _) = ride.check("run 0202-0302-0302-0503").findings
    assert str(twice).endswith("Name each hex once: `run 0202-0302-0402-0503` (P1.1).")


def test_a_unit_in_melee_that_cannot_retreat_keeps_its_place() -> None:
    position = scripted({"0101": "infantry 3"}, {"0201": "infantry 3"}, map=". .", engaged=[["0101", "0201"]])
    assert remedies(position, "march 0101-0201") == ["retreat 0101-0201"]
    shut_in = scripted({"0101": "infantry 3"}, {"0201": "infantry 3"}, map=". .", engaged=[["0101", "0201"]],
                       costs={"plains": 2})  # fmt: skip
    assert remedies(shut_in, "run 0101-0201") == ["all rest"]


def test_choosing_a_unit_that_is_not_ones_own_offers_no_sheet() -> None:
    position = scripted({"0101": "infantry 3"}, {"0707": "infantry 4"})
    verdict = position.system.explain(position, "red", hw.Draft(), "0707")
    assert [(f.code, f.remedy) for f in verdict.findings] == [("others_unit", None)]
