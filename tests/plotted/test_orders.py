"""Writing orders: orders that may be sealed, and the clauses that bar others."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import hexwidget as hw
from hexwidget.rules import CHANCE, IllegalAction, IllegalPosition
from hexwidget.systems.plotted.actions import Order, Seal
from tests.amounts import many
from tests.plotted.positions import HILLY, found, kinds, places, rolled, scripted, turn


@pytest.mark.clause("P1.1")
def test_a_route_names_adjacent_hexes_and_may_come_back() -> None:
    position = scripted({"0203": "cavalry 3"}, {"0707": "infantry 4"})
    assert position.check("run 0203-0303-0203-0303-0302")
    after, _ = turn(position, "run 0203-0303-0203")
    assert "0203" in places(after)


@pytest.mark.clause("P1.1", bars=True)
def test_a_gap_an_empty_route_and_a_route_without_a_move_are_barred() -> None:
    position = scripted({"0203": "cavalry 3"}, {"0707": "infantry 4"})
    gap = position.check("run 0203-0403-0404")
    assert [str(f) for f in gap.findings] == [
        "P1.1: 0403 is not next to 0203. Name the 1 hex between, too: `run 0203-0303-0403-0404` (P1.1)."
    ]
    (far,) = scripted({"0203": "infantry 3"}, {"0707": "infantry 4"}).check("run 0203-0607").findings
    assert "Go towards it, as far as 0403: `run 0203-0303-0403`" in str(far)  # no run leads there
    assert found(position, "march 0203") == [("P1.1", "no_route")]
    assert found(position, "march 0203-0203") == [("P1.1", "gap")]
    assert found(position, "all-around defence 0203-0303") == [("P1.1", "route_without_move")]


@pytest.mark.clause("P1.3")
@pytest.mark.parametrize(
    ("unit", "order", "value"),
    [("infantry 4", "march", 1), ("infantry 4", "run", 2), ("infantry 4", "charge", 2), ("infantry 4", "retreat", 1),
     ("cavalry 3", "march", 2), ("cavalry 3", "run", 4), ("cavalry 3", "charge", 4), ("cavalry 3", "retreat", 2)],
)  # fmt: skip
def test_movement_values(unit: str, order: str, value: int) -> None:
    position = scripted({"0101": unit}, {"0707": "infantry 4"})
    way = "-".join(f"0{n}01" for n in range(1, value + 2))
    assert position.check(f"{order} {way}")
    assert found(position, f"{order} {way}-0{value + 2}01") == [("P1.3", "too_many_hexes")]
    assert position.reach("0101", order=order).budget == value


@pytest.mark.clause("P1.3", bars=True)
def test_too_many_hexes_are_barred_with_a_remedy() -> None:
    position = scripted({"0101": "infantry 4"}, {"0707": "infantry 4"})
    (finding,) = position.check("march 0101-0201-0301").findings
    assert str(finding) == (
        "P1.3: The route has 2 hexes, and infantry may enter at most 1 by march. Legal with run: 2: `run 0101-0201-0301` (P1.3)."
    )
    assert finding.remedy is not None
    assert str(finding.remedy.action) == "run 0101-0201-0301"
    assert position.check(finding.remedy.action)


@pytest.mark.clause("P1.5")
def test_forest_and_hills_cost_two_and_a_scenario_may_change_the_costs() -> None:
    position = scripted({"0202": "cavalry 3"}, {}, map=HILLY)
    assert position.reach("0202", order="march").costs() == {"0201": 1, "0301": 2, "0102": 1, "0302": 1, "0402": 2,
                                                             "0203": 2, "0303": 2, "0101": 2, "0103": 2, "0401": 2, "0403": 2}  # fmt: skip
    dear = scripted({"0202": "cavalry 3"}, {}, map=HILLY, costs={"hills": 4, "water": 1})
    assert "0303" not in dear.reach("0202", order="march")
    assert dear.check("run 0202-0303")
    assert dear.check("run 0202-0302-0401-0501")


@pytest.mark.clause("P1.5", bars=True)
def test_water_cliffs_and_routes_that_are_too_dear_are_barred() -> None:
    position = scripted({"0202": "cavalry 3", "0102": "infantry 4"}, {}, map=HILLY)
    assert found(position, "run 0202-0302-0402-0501") == [("P1.5", "barred_ground")]
    (water,) = position.check("run 0202-0302-0401-0501-0502").findings
    assert (
        str(water)
        == "P1.5: 0501 cannot be entered: its ground is water. Go round it: `run 0202-0302-0402-0502` (P1.1)."
    )
    assert water.remedy is not None
    assert position.check(water.remedy.action or "")
    (lake,) = position.check("run 0202-0302-0402-0501").findings  # no route leads into it
    assert "Go as far as 0402: `run 0202-0302-0402`" in str(lake)
    assert found(position, "march 0202-0302-0303") == [("P1.5", "too_dear")]
    # A route with too many hexes that is also too dear cites both clauses.
    assert found(position, "march 0202-0302-0303-0302") == [("P1.3", "too_many_hexes"), ("P1.5", "too_dear")]
    reach = position.reach("0202", order="march")
    assert (reach.rim["0501"], reach.rim["0502"]) == ("P1.5", "P1.3")
    assert reach.why("0501").clauses == ("P1.5", "P1.3")
    with pytest.raises(IllegalPosition, match=r"P1\.5: Red's cavalry stands on water"):
        scripted({"0501": "cavalry 3"}, {}, map=HILLY)


@pytest.mark.clause("P1.6")
def test_a_unit_without_an_order_rests() -> None:
    position = scripted({"0203": "cavalry 3", "0204": "infantry 4"}, {"0707": "infantry 4"})
    after, events = turn(position, "march 0203-0303; rest 0204")
    assert places(after)["0204"] == "red infantry 4"
    assert [e.subjects for e in events if e.kind == "rests"] == [("0204",), ("0707",)]
    assert position.apply("rest 0203; rest 0204").position == position.apply("all rest").position


@pytest.mark.clause("P1.7")
def test_each_own_unit_takes_one_order() -> None:
    position = scripted({"0203": "cavalry 3", "0204": "infantry 4"}, {"0707": "infantry 4"})
    assert position.check("march 0203-0303; march 0204-0205")


@pytest.mark.clause("P1.7", bars=True)
def test_an_order_to_rest_obeys_the_same_clauses() -> None:
    position = scripted({"0203": "cavalry 3"}, {"0707": "infantry 4"})
    assert found(position, "rest 0707") == [("P1.7", "others_unit")]
    assert found(position, "march 0203-0303; rest 0203") == [("P1.7", "second_order")]
    assert found(position, "rest 0203-0303") == [("P1.1", "route_without_move")]
    with pytest.raises(hw.InputError, match=r"is given 2 orders, and may have only one \(P1\.7\)"):
        scripted({"0203": "cavalry 3"}, {"0707": "infantry 4"}, sealed={"red": ["march 0203-0303", "run 0203-0204"]})


@pytest.mark.clause("P1.7", bars=True)
def test_a_second_order_and_orders_for_others_units_are_barred() -> None:
    position = scripted({"0203": "cavalry 3"}, {"0707": "infantry 4"})
    assert found(position, "march 0203-0303; run 0203-0204") == [("P1.7", "second_order")]
    assert found(position, "march 0707-0706") == [("P1.7", "others_unit")]
    (nobody,) = position.check("defend 0101 facing E").findings
    assert nobody.text == "no unit stands on 0101; red has a unit on 0203"
    alone = scripted({"0203": "cavalry 3"}, {}, objective="hold 0101")
    assert found(alone, "blue: all rest") == [("P1.7", "no_units")]
    assert alone.to_act == {"red"}


@pytest.mark.slow
def test_remedies_help() -> None:
    position = scripted({"0102": "cavalry 3", "0202": "cavalry 3"}, {"0203": "infantry 4"}, map=HILLY,
                        engaged=[["0202", "0203"]])  # fmt: skip
    rng = Random(2)
    names = list(position.map.names())
    offered = 0
    for _ in range(many(400, 3000, quick=200)):
        way = ["0102" if rng.random() < 0.7 else "0202"]
        for _ in range(rng.randint(1, 5)):
            here = position.map.index(way[-1])
            way.append(
                rng.choice(names)
                if rng.random() < 0.1
                else position.map.name(rng.choice([*position.map.neighbours(here)]))
            )
        for finding in position.check(f"march {'-'.join(way)}").findings:
            if finding.remedy is not None and finding.remedy.action is not None:
                offered += 1
                assert position.check(finding.remedy.action)
    assert offered > 20


@pytest.mark.clause("P1.8")
def test_a_single_hex_may_be_allowed_at_any_cost() -> None:
    units = {"0102": "infantry 4", "0402": "cavalry 3"}
    none, one = (scripted(units, {}, map=HILLY, minimum_move=value) for value in ("none", "one_hex"))
    assert one.check("march 0102-0203")
    (finding,) = none.check("march 0102-0203").findings
    assert (finding.clause, finding.code) == ("P1.5", "too_dear")
    assert "run" in str(finding.remedy)  # infantry runs 2
    assert "0203" in one.reach("0102", order="march")
    assert "0203" not in none.reach("0102", order="march")
    # The reading allows one hex only, and no water.
    assert found(one, "march 0102-0203-0202") == [("P1.3", "too_many_hexes"), ("P1.5", "too_dear")]
    assert found(one, "march 0402-0501") == [("P1.5", "barred_ground")]
    dear = scripted({"0102": "infantry 4"}, {}, map=HILLY, costs={"forest": 9})
    (finding,) = dear.check("march 0102-0203").findings
    assert str(finding.remedy) == "another reading of the rules lets a unit enter one hex at any cost (P1.8)"


@pytest.mark.clause("P1.9")
def test_orders_are_secret_and_can_be_replaced_until_they_are_revealed() -> None:
    position = scripted({"0203": "cavalry 3"}, {"0707": "infantry 4"})
    sealed = position.apply("march 0203-0303").position
    assert sealed.to_act == {"blue"}
    assert sealed.observe("blue").seen == position.observe("blue").seen
    assert sealed.observe(None).seen == position
    assert sealed.observe("red").seen == sealed
    again = sealed.apply("red: run 0203-0204").position
    done = again.apply("all rest")
    assert places(done.position) == {"0204": "red cavalry 3", "0707": "blue infantry 4"}
    assert [str(e) for e in done.events if e.kind == "revealed"] == [
        "Red's orders are revealed: the cavalry to run from 0203 to 0204 (P1.9)",
        "Blue's orders are revealed: all units to rest (P1.9)",
    ]


@pytest.mark.clause("P1.9", bars=True)
def test_revealed_orders_cannot_be_changed() -> None:
    position = scripted({"0203": "cavalry 3"}, {"0503": "cavalry 3"})
    fighting, _ = turn(position, "march 0203-0303", "march 0503-0403")
    assert fighting.to_act == CHANCE
    assert found(fighting, "red: all rest") == [("P1.9", "revealed")]


@pytest.mark.clause("P3.1", bars=True)
def test_two_units_cannot_share_a_hex() -> None:
    with pytest.raises(IllegalPosition, match=r"P3\.1: Red's cavalry and blue's infantry stand on 0203"):
        scripted({"0203": "cavalry 3"}, {"0203": "infantry 4"})


@pytest.mark.clause("P4.4", bars=True)
def test_only_three_kinds_of_orders_face_a_side() -> None:
    position = scripted({"0203": "cavalry 3"}, {"0707": "infantry 4"})
    for order in ("defend", "ambush", "fire and retreat"):
        assert position.check(f"{order} 0203 facing NW")
        assert found(position, f"{order} 0203") == [("P4.4", "no_facing")]
    for order in ("all-around defence 0203", "march 0203-0303"):
        assert found(position, f"{order} facing E") == [("P4.4", "facing_without_zone")]


@pytest.mark.clause("P4.6", bars=True)
def test_who_is_engaged_moves_by_retreat_only() -> None:
    position = scripted({"0203": "cavalry 3"}, {"0303": "infantry 4"}, engaged=[["0303", "0203"]])
    (finding,) = position.check("charge 0203-0102").findings
    assert (
        str(finding)
        == "P4.6: The unit on 0203 is in a melee with the enemy on 0303 and cannot charge. It may retreat: `retreat 0203-0102` (P4.6)."
    )
    assert position.check("retreat 0203-0102")
    assert position.check("defend 0203 facing E")


@pytest.mark.clause("P4.7", bars=True)
def test_only_adjacent_enemies_are_engaged() -> None:
    with pytest.raises(IllegalPosition, match=r"P4\.7.*not adjacent enemies"):
        scripted({"0203": "cavalry 3"}, {"0403": "infantry 4"}, engaged=[["0203", "0403"]])
    with pytest.raises(IllegalPosition, match=r"P4\.7.*no unit stands"):
        scripted({"0203": "cavalry 3"}, {"0403": "infantry 4"}, engaged=[["0203", "0303"]])


@pytest.mark.clause("P5.3", bars=True)
def test_nothing_is_sealed_when_the_game_is_over() -> None:
    position = scripted({"0203": "cavalry 3"}, {}, objective="eliminate")
    assert found(position, "march 0203-0303") == [("P5.3", "over")]


@pytest.mark.clause("P5.3")
def test_the_winner() -> None:
    def result(**more: object) -> str:
        units = {"0203": "cavalry 3"}, {"0505": "infantry 4"}
        return str(scripted(*units, **more).outcome)

    assert result(turn=13) == "after 12 turns blue has the most strength (4 points) (P5.3)"
    assert result(turn=12) == "None"
    assert result(turn=2, turns=1).startswith("after the only turn blue")
    assert result(turn=13, objective="hold 0101") == "after 12 turns nobody has reached the objective: a draw (P5.3)"
    assert result(objective="hold 0505") == "blue holds 0505 (P5.3)"
    assert str(scripted({"0101": "cavalry 3"}, {"0303": "infantry 3"}, turn=13).outcome).endswith("a draw (P5.3)")
    assert str(scripted({"0101": "cavalry 3"}, {}, objective="eliminate").outcome) == "only red has units left (P5.3)"


# ---------------------------------------------------------------- counting and sampling
def test_joint_orders_are_counted_without_being_made() -> None:
    position = hw.scenario("plotted/the-ford").position
    count = position.legal_actions("red").count()
    assert count > 10**13
    small = scripted({"0202": "infantry 4", "0302": "infantry 4"}, {"0101": "infantry 1"}, map=HILLY)
    listed = list(small.legal_actions("red"))
    assert len(listed) == len(set(listed)) == small.legal_actions("red").count()


@pytest.mark.slow
def test_samples_are_uniform() -> None:
    position = scripted({"0202": "infantry 4"}, {"0101": "infantry 1"}, map=HILLY)
    actions, rng = position.legal_actions("red"), Random(1)
    drawn = [actions.sample(rng) for _ in range(200 * actions.count())]
    assert {str(a) for a in drawn} == {str(a) for a in actions}
    assert all(100 < drawn.count(a) < 320 for a in actions)


@pytest.mark.slow
def test_every_order_that_fits_is_listed_and_no_other() -> None:
    """The list is compared with the check of every route of up to four steps."""
    for minimum_move in ("none", "one_hex"):
        position = scripted({"0202": "cavalry 3"}, {"0101": "infantry 1"}, map=HILLY, minimum_move=minimum_move)
        listed = {a.orders for a in position.legal_actions("red")}
        routes: list[tuple[str, ...]] = [("0202",)]
        tried = 0
        for route in routes:
            if len(route) <= 4:
                here = position.map.index(route[-1])
                routes += [(*route, position.map.name(n)) for n in position.map.neighbours(here)]
            for kind in ("march", "run", "charge", "retreat"):
                seal = Seal("red", (Order("0202", kind, route[1:]),))
                assert bool(position.check(seal)) == (seal.orders in listed)
                tried += 1
        assert tried > 1000


def test_melee_ends_a_turn_and_another_begins() -> None:
    position = scripted({"0203": "cavalry 3"}, {"0503": "cavalry 3"})
    fighting, _ = turn(position, "march 0203-0303", "march 0503-0403")
    after, events = rolled(fighting, 12, 12)
    assert kinds(events) == ["rolled", "tied", "turn_over"]
    assert places(after) == {"0303": "red cavalry 2", "0403": "blue cavalry 2"}
    assert after.turn == 2
    with pytest.raises(IllegalAction, match=r"P4\.6"):
        after.apply("red: march 0303-0203")


def test_errors_of_a_text_name_their_place() -> None:
    position = scripted({"0203": "cavalry 3"}, {"0707": "infantry 4"})
    for text, expected in {
        "mrach 0203-0303": "order 1: unknown order 'mrach'; did you mean 'march'?",
        "march 0203-0303; defend 0204 facing X": "order 2: unknown side of a hex 'X'",
        "march 0203-9999": "order 1, hex 2: unknown hex '9999'",
        "march": "expected the hex of a unit",
        "march 0203-0303 quickly": "expected nothing more",
        "green: all rest": "unknown player 'green'",
    }.items():
        with pytest.raises(hw.InputError) as error:
            position.parse(text)
        assert expected in str(error.value)
    assert str(position.parse("All-Around 0203")) == "all-around defence 0203"
    assert str(position.parse("blue: rest")) == "all rest"


def test_malformed_orders_and_descriptions_are_refused() -> None:
    position = scripted({"0203": "cavalry 3"}, {"0707": "infantry 4"})
    for given in (
        Seal("red", None),
        Seal("red", (Order("0203", [], ()),)),
        Seal("red", (Order((1, 1), "march", ("0303",)),)),
    ):
        with pytest.raises(hw.InputError):
            position.check(given)
    for more, expected in (
        ({"units": {"red": {"0203": {"kind": [], "strength": 1}}}}, "unknown kind of unit"),
        ({"players": ["red", None]}, "expected a name"),
        ({"melees": [{"hexes": ["0303", "0203"], "charged": [True, False], "rolls": []}]}, "expected 0203 before 0303"),
        ({"melees": [{"hexes": ["0203", "0303"], "charged": [True, False], "rolls": []}]}, "no unit stands on one"),
        ({"carried_out": [{"order": "march 0203-0303", "walked": 2}]}, "from 0 to 1"),
        ({"costs": {"plain": 3}}, "did you mean 'plains'"),
        ({"engaged": [["0203", "0203"]]}, "engaged/0/1: '0203' is given twice"),
    ):
        with pytest.raises(hw.InputError, match=expected):
            scripted({"0203": "cavalry 3"}, {"0707": "infantry 4"}, **more)
    for data in (None, "x", [[]], {3: 4}):
        with pytest.raises(hw.InputError, match="named entries"):
            position.system.from_json(data)


def test_orders_for_hundreds_of_units_are_saved_and_loaded(tmp_path: Path) -> None:
    big = "\n".join("  " * (r % 2) + ".   " * 30 for r in range(30))
    units = {f"{c:02}{r:02}": "cavalry 3" for c in range(1, 31) for r in range(1, 31, 2)}
    session = hw.Session(scripted(units, {"0102": "infantry 1"}, map=big))
    session.play(session.position.legal_actions("red").sample(Random(1)))
    hw.save(session, tmp_path / "big.jsonl")
    again = hw.load(tmp_path / "big.jsonl")
    assert again.position == session.position
