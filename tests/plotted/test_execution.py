"""The movement step: the hexes that units come to, the stops and their reasons. Neither the order of listing nor a turn of
the map changes the result."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.geometry import Hex, HexMap, Offset
from hexwidget.geometry.hexes import disk
from hexwidget.geometry.hexmap import HOLE
from hexwidget.systems.plotted.execution import Mover, move
from hexwidget.systems.plotted.position import PlottedPosition
from tests.plotted.anything import random_position
from tests.plotted.positions import fights, kinds, places, scripted, stops, turn


@pytest.mark.clause("P1.2", "P1.4")
def test_archers_march_two_hexes() -> None:
    position = hw.scenario("plotted/archers-march").position
    after, events = turn(position, "march 0202-0302-0402")
    assert "0402" in places(after)
    assert [e.subjects for e in events if e.kind == "moved"] == [("0202", "0302"), ("0302", "0402")]
    assert [str(e) for e in events if e.kind == "arrived"] == [
        "Red's mounted archers came to the end of their route on 0402 (P1.2)"
    ]


@pytest.mark.clause("P2.1", "P2.2")
def test_all_take_their_first_hex_then_their_second() -> None:
    position = scripted({"0101": "cavalry 3", "0107": "infantry 4"}, {"0704": "cavalry 3"})
    _, events = turn(position, "run 0101-0201-0301-0401; run 0107-0207-0307", "march 0704-0604")
    steps = [(e.data["step"], e.subjects[1]) for e in events if e.kind == "moved"]
    assert steps == [(1, "0201"), (1, "0604"), (1, "0207"), (2, "0301"), (2, "0307"), (3, "0401")]


@pytest.mark.clause("P2.2")
def test_moving_one_after_another_would_change_the_result() -> None:
    """Red passes through a hex before blue comes to it, and they do not meet."""
    position = scripted(
        {"0202": "cavalry 3"}, {"0604": "cavalry 3"}, map="\n".join("  " * (r % 2) + ".   " * 9 for r in range(9))
    )
    after, events = turn(position, "run 0202-0302-0402-0502-0602", "run 0604-0704-0804-0904")
    assert stops(events) == []
    assert set(places(after)) == {"0602", "0904"}


@pytest.mark.clause("P3.1")
def test_a_unit_may_enter_a_hex_that_is_left_in_the_same_step() -> None:
    position = scripted({"0202": "cavalry 3", "0302": "cavalry 3"}, {"0707": "infantry 4"})
    after, events = turn(position, "march 0202-0302; march 0302-0402")
    assert set(places(after)) == {"0302", "0402", "0707"}
    assert stops(events) == []


@pytest.mark.clause("P3.2", "P3.3")
def test_two_units_that_want_the_same_hex_stop_where_they_are() -> None:
    position = hw.scenario("plotted/over-a-hex").position
    after, events = turn(position, "march 0202-0302-0402", "march 0602-0502-0402")
    assert set(places(after)) == {"0302", "0502"}
    assert stops(events) == [(2, "0302", "P3.2"), (2, "0502", "P3.2")]
    assert fights(events) == []
    # They stop for the rest of the movement: red had two more hexes to go.
    _, events = turn(position, "run 0202-0302-0402-0502-0602", "march 0602-0502-0402")
    assert stops(events) == [(2, "0302", "P3.2"), (2, "0502", "P3.2")]
    # The hex that they want is named, be it the first of the map.
    corner = scripted({"0201": "cavalry 3"}, {"0102": "infantry 4"})
    _, events = turn(corner, "march 0201-0101", "march 0102-0101")
    assert [e.subjects for e in events if e.kind == "stopped"] == [("0201", "0101"), ("0102", "0101")]


@pytest.mark.clause("P3.4", "P3.5", "P4.6")
def test_enemies_that_are_adjacent_after_one_hex_and_want_each_others_hexes() -> None:
    position = hw.scenario("plotted/head-on").position
    after, events = turn(position, "charge 0202-0302-0402-0502", "run 0502-0402-0302")
    assert set(places(after)) == {"0302", "0402"}
    assert stops(events) == [(1, "0302", "P4.1"), (1, "0302", "P3.4"), (1, "0402", "P4.1"), (1, "0402", "P3.4")]
    assert fights(events) == [("0302", "0402")]


@pytest.mark.clause("P3.4")
def test_units_meet_head_on_in_the_first_step() -> None:
    enemies = scripted({"0202": "cavalry 3"}, {"0302": "cavalry 3"})
    _, events = turn(enemies, "march 0202-0302", "march 0302-0202")
    assert stops(events) == [(1, "0202", "P3.4"), (1, "0302", "P3.4")]
    assert fights(events) == [("0202", "0302")]
    friends = scripted({"0202": "cavalry 3", "0302": "cavalry 3"}, {"0707": "infantry 4"})
    _, events = turn(friends, "march 0202-0302; march 0302-0202")
    assert stops(events) == [(1, "0202", "P3.4"), (1, "0302", "P3.4")]
    assert fights(events) == []


@pytest.mark.clause("P3.6")
def test_a_third_unit_over_the_hex_of_a_head_on_pair() -> None:
    position = scripted({"0202": "cavalry 3", "0402": "cavalry 3"}, {"0302": "cavalry 3"})
    _, events = turn(position, "march 0202-0302; march 0402-0302", "march 0302-0202")
    assert stops(events) == [
        (1, "0202", "P3.4"), (1, "0202", "P3.2"), (1, "0302", "P3.4"), (1, "0402", "P3.2"), (1, "0402", "P3.6"),
    ]  # fmt: skip
    assert fights(events) == [("0202", "0302"), ("0302", "0402")]


@pytest.mark.clause("P3.6")
def test_three_units_that_want_one_hex_all_stop() -> None:
    position = scripted({"0203": "cavalry 3", "0302": "cavalry 3"}, {"0403": "cavalry 3"})
    _, events = turn(position, "march 0203-0303; march 0302-0303", "march 0403-0303")
    assert stops(events) == [(1, "0302", "P3.6"), (1, "0203", "P3.6"), (1, "0403", "P3.6")]
    assert fights(events) == [("0302", "0403")]  # those of them that are adjacent enemies (P4.7)


@pytest.mark.clause("P3.6")
def test_a_column_behind_a_unit_that_stays_stops_with_it() -> None:
    position = scripted(
        {"0101": "cavalry 3", "0201": "cavalry 3", "0301": "cavalry 3", "0401": "infantry 4"}, {"0707": "infantry 4"}
    )
    after, events = turn(position, "march 0101-0201; march 0201-0301; march 0301-0401")
    assert places(after) == places(position)
    assert stops(events) == [(1, "0101", "P3.6"), (1, "0201", "P3.6"), (1, "0301", "P3.6")]
    # If the first unit leaves, all move up.
    after, events = turn(position, "march 0101-0201; march 0201-0301; march 0301-0401; march 0401-0501")
    assert set(places(after)) == {"0201", "0301", "0401", "0501", "0707"}
    assert stops(events) == []


@pytest.mark.clause("P3.6")
def test_a_ring_of_three_turns() -> None:
    position = scripted({"0302": "cavalry 3", "0402": "infantry 4", "0403": "infantry 5"}, {"0707": "infantry 4"})
    after, events = turn(position, "march 0302-0402; march 0402-0403; march 0403-0302")
    assert stops(events) == []
    assert places(after) == {
        "0402": "red cavalry 3", "0403": "red infantry 4", "0302": "red infantry 5", "0707": "blue infantry 4",
    }  # fmt: skip


@pytest.mark.clause("P4.1", "P4.2")
def test_a_zone_of_control_stops_a_unit_and_the_enemies_fight() -> None:
    position = scripted({"0101": "cavalry 3"}, {"0402": "infantry 4"})
    _, events = turn(position, "run 0101-0201-0301-0401-0501")
    assert stops(events) == [(3, "0401", "P4.1")]
    assert fights(events) == [("0401", "0402")]
    # A unit at the end of its route has stopped, too.
    _, events = turn(position, "run 0101-0201-0301-0401")
    assert stops(events) == [(3, "0401", "P4.1")]
    assert "arrived" not in kinds(events)
    assert fights(events) == [("0401", "0402")]


@pytest.mark.clause("P4.3")
def test_an_engaged_unit_has_no_zone_under_any_order() -> None:
    free = scripted({"0101": "cavalry 3"}, {"0402": "infantry 4"})
    engaged = scripted({"0101": "cavalry 3", "0502": "infantry 4"}, {"0402": "infantry 4"}, engaged=[["0402", "0502"]])
    assert free.zones(1)
    assert engaged.zones(1) == 0
    # A mover stops beside it nevertheless, as the engaged unit is then in the zone of the mover (P4.1).
    _, events = turn(engaged, "run 0101-0201-0301-0401", "defend 0402 facing W")
    assert [str(e) for e in events if e.kind == "no_zone"] == [
        "Blue's infantry on 0402 took up defend, engaged in a melee and so without a zone (P4.3)"
    ]
    assert [s[2] for s in stops(events)] == ["P4.1"]
    # Two units that are engaged with others pass each other.
    both = scripted(
        {"0202": "cavalry 3", "0603": "infantry 4"},
        {"0102": "infantry 4", "0503": "cavalry 3"},
        engaged=[["0202", "0102"], ["0603", "0503"]],
    )
    _, events = turn(both, "retreat 0202-0302-0402", "all rest")
    assert stops(events) == []


@pytest.mark.clause("P4.4", "P4.5")
@pytest.mark.parametrize(("order", "covered"), [
    ("defend 0404 facing E", {"0504", "0503", "0505"}), ("ambush 0404 facing W", {"0304", "0403", "0405"}),
    ("fire and retreat 0404 facing NW", {"0403", "0304", "0503"}),
    ("all-around defence 0404", {"0304", "0504", "0403", "0503", "0405", "0505"}),
])  # fmt: skip
def test_the_shape_of_a_defence_zone(order: str, covered: set[str]) -> None:
    position = scripted({"0404": "infantry 4"}, {"0707": "infantry 4"})
    sealed = position.apply(f"red: {order}").position
    zone = {sealed.map.name(at) for at in HexMap.members(sealed.zones(0))}
    assert zone == covered
    shape = "faces" if "facing" in order else "all_around"
    assert shape in kinds(turn(position, order)[1])
    # The other player does not see the zone.
    assert len(list(HexMap.members(sealed.observe("blue").seen.zones(0)))) == 6


@given(st.integers(0, 10_000))
def test_the_zones_of_a_player_are_those_of_the_units(seed: int) -> None:
    position = random_position(Random(seed))
    for seat in range(len(position.players)):
        steps = {(unit.at, step) for unit in position.units_of(seat)
                 for step in position.zone(unit, position.order_for(unit))[1]}  # fmt: skip
        covered = sum(1 << at for at in {at + step for at, step in steps if at + step >= 0})
        assert position.zones(seat) == covered & position.map.full


@pytest.mark.clause("P4.5")
def test_a_defence_zone_stops_a_unit_that_has_no_zone_of_its_own() -> None:
    """A retreating unit is engaged and has no zone. It stops in the three hexes and passes behind them."""

    def stopped(facing: str) -> list[tuple[int, str, str]]:
        units = {"0404": "infantry 4", "0102": "infantry 4"}, {"0202": "cavalry 3"}
        position = scripted(*units, engaged=[["0102", "0202"]])
        return stops(turn(position, f"defend 0404 facing {facing}", "retreat 0202-0303-0403")[1])

    assert stopped("NW") == [(2, "0403", "P4.1")]
    assert stopped("SE") == []


@pytest.mark.clause("P4.6")
def test_a_unit_that_begins_in_a_zone_may_take_its_first_step() -> None:
    position = scripted({"0303": "cavalry 3"}, {"0403": "infantry 4"})
    after, events = turn(position, "run 0303-0203-0202-0201")
    assert stops(events) == []  # out of the zone, and on
    assert "0201" in places(after)
    _, events = turn(position, "run 0303-0302-0202")
    assert stops(events) == [(1, "0302", "P4.1")]


@pytest.mark.clause("P4.6", "P4.7")
def test_two_units_that_retreat_into_each_other_meet_although_others_stop_them() -> None:
    position = scripted(
        {"0204": "cavalry 3", "0604": "infantry 4", "0405": "infantry 4"},
        {"0504": "cavalry 3", "0104": "infantry 4", "0303": "infantry 4"},
        engaged=[["0104", "0204"], ["0504", "0604"]],
    )
    _, events = turn(position, "retreat 0204-0304-0404", "retreat 0504-0404-0304")
    assert stops(events) == [(1, "0304", "P4.1"), (1, "0304", "P3.4"), (1, "0404", "P4.1"), (1, "0404", "P3.4")]
    assert ("0304", "0404") in fights(events)


@pytest.mark.clause("P4.7")
def test_units_that_were_engaged_and_are_still_adjacent_fight_on() -> None:
    position = scripted({"0303": "cavalry 3"}, {"0403": "infantry 4"}, engaged=[["0303", "0403"]])
    _, events = turn(position, "all rest")
    assert fights(events) == [("0303", "0403")]
    after, events = turn(position, "retreat 0303-0203")
    assert fights(events) == []
    assert [e.subjects for e in events if e.kind == "disengaged"] == [("0203", "0303"), ("0403", "0403")]
    assert after.engaged == ()


@pytest.mark.clause("P4.7")
def test_units_that_block_an_enemy_or_meet_it_over_a_hex_fight() -> None:
    blocked = scripted({"0303": "cavalry 3"}, {"0403": "infantry 4"})
    _, events = turn(blocked, "march 0303-0403")
    assert stops(events) == [(1, "0303", "P3.6")]
    assert fights(events) == [("0303", "0403")]
    met = scripted({"0303": "cavalry 3"}, {"0403": "cavalry 3"})
    over = next(
        met.map.name(n) for n in met.map.neighbours(met.map.index("0303")) if met.map.adjacent(n, met.map.index("0403"))
    )
    _, events = turn(met, f"march 0303-{over}", f"march 0403-{over}")
    assert stops(events) == [(1, "0303", "P3.2"), (1, "0403", "P3.2")]
    assert fights(events) == [("0303", "0403")]


@pytest.mark.clause("P5.1")
def test_the_steps_of_a_turn_come_one_after_another() -> None:
    position = scripted({"0202": "cavalry 3", "0101": "infantry 4"}, {"0302": "cavalry 3"})
    _, events = turn(position, "march 0202-0302; defend 0101 facing E", "march 0302-0202")
    order = [k for k in dict.fromkeys(kinds(events)) if k not in ("sealed", "moved")]
    assert order == ["revealed", "faces", "step", "stopped", "melee"]


# ---------------------------------------------------------------- symmetries and invariants
RADIUS = 4
CENTRE = Hex(2 * RADIUS, 2 * RADIUS)


def island() -> HexMap:
    """A hexagon of hexes with its middle at (8, 8), which can be turned."""
    side = 4 * RADIUS + 1
    cells = bytearray([HOLE]) * (side * side)
    for at in disk(CENTRE, RADIUS):
        column, row = Offset.ODD_R.from_axial(at)
        if 0 <= column < side and 0 <= row < side:
            cells[row * side + column] = 0
    return HexMap(side, side, Offset.ODD_R, ("plains",), bytes(cells))


ISLAND = island()


def turned(name: str, sixths: int) -> str:
    at = (ISLAND.hex(name) - CENTRE).rotate(sixths) + CENTRE
    return ISLAND.name(ISLAND.index(tuple(at)))


def random_battle(seed: int) -> tuple[PlottedPosition, dict[str, str]]:
    """A position with units of two players close together, some engaged, and random orders."""
    rng = Random(seed)
    names = [ISLAND.name(i) for i in HexMap.members(ISLAND.full)]
    taken = rng.sample([n for n in names if max(map(abs, ISLAND.hex(n) - CENTRE)) <= 3], 10)
    units = {p: {n: f"{rng.choice(['infantry', 'cavalry'])} {k}" for k, n in enumerate(taken[i::2], 1)}
             for i, p in enumerate(("red", "blue"))}  # fmt: skip
    position = scripted(units["red"], units["blue"], map=ISLAND)
    pairs = [sorted((a, b)) for a in units["red"] for b in units["blue"]
             if position.map.adjacent(ISLAND.index(a), ISLAND.index(b)) and rng.random() < 0.3]  # fmt: skip
    position = scripted(units["red"], units["blue"], map=ISLAND, engaged=pairs)
    orders = {p: str(position.legal_actions(p).sample(rng)) for p in ("red", "blue")}
    return position, orders


def results(position: PlottedPosition, orders: dict[str, str], sixths: int = 0) -> Any:
    after, events = turn(position, orders["red"], orders["blue"])
    where = {turned(n, sixths): what for n, what in places(after).items()}
    stopped = sorted((step, turned(at, sixths), clause) for step, at, clause in stops(events))
    return where, stopped, sorted(tuple(sorted(turned(n, sixths) for n in pair)) for pair in fights(events))


def turn_orders(text: str, sixths: int) -> str:
    out = []
    for order in text.split("; "):
        words = order.split()
        words = ["-".join(turned(n, sixths) for n in w.split("-")) if w[0].isdigit() else w for w in words]
        if "facing" in words:
            side = ISLAND.compass.index(words[-1])
            words[-1] = ISLAND.compass[(side + sixths) % 6]
        out.append(" ".join(words))
    return "; ".join(out)


@pytest.mark.slow
@given(st.integers(0, 10_000), st.integers(1, 5))
def test_turning_the_map_turns_the_result(seed: int, sixths: int) -> None:
    position, orders = random_battle(seed)
    data = position.system.to_json(position)
    data["units"] = {p: {turned(n, sixths): u for n, u in us.items()} for p, us in data["units"].items()}
    data["engaged"] = [[turned(n, sixths) for n in pair] for pair in data["engaged"]]
    other = position.system.from_json(data)
    assert results(position, orders, sixths) == results(other, {p: turn_orders(t, sixths) for p, t in orders.items()})


@pytest.mark.slow
@given(st.integers(0, 10_000))
def test_the_order_of_listing_does_not_matter(seed: int) -> None:
    position, orders = random_battle(seed)
    rng = Random(seed)
    movers = []
    for unit in position.units:
        order = next((o for p in orders.values() for o in position.parse(f"red: {p}").orders
                      if o.unit == position.map.name(unit.at)), None)  # fmt: skip
        control, zone = position.zone(unit, order)
        route = tuple(map(position.map.index, order.route)) if order else ()
        movers.append(Mover(unit.at, unit.owner, route, control, zone))
    shuffled = list(range(len(movers)))
    rng.shuffle(shuffled)
    one, two = move(movers, position.map.steps), move([movers[n] for n in shuffled], position.map.steps)
    assert [one.ats[n] for n in shuffled] == two.ats
    assert [one.walked[n] for n in shuffled] == two.walked
    back = {
        (s.step, shuffled[s.unit], s.reason, s.wanted, tuple(sorted(shuffled[k] for k in s.others))) for s in two.stops
    }
    assert {(s.step, s.unit, s.reason, s.wanted, tuple(sorted(s.others))) for s in one.stops} == back
    assert {tuple(sorted((shuffled[a], shuffled[b]))) for a, b in two.pairs} == one.pairs


@pytest.mark.slow
@given(st.integers(0, 10_000))
def test_no_units_share_a_hex_and_no_unit_leaves_its_route(seed: int) -> None:
    position, orders = random_battle(seed)
    after, events = turn(position, orders["red"], orders["blue"])
    assert len({u.at for u in after.units}) == len(position.units)
    routes = {o.unit: (o.unit, *o.route) for p in ("red", "blue") for o in position.parse(f"{p}: {orders[p]}").orders}
    for unit in position.units:
        name = position.map.name(unit.at)
        mine = [u for u in after.units if (u.owner, u.strength, u.kind) == (unit.owner, unit.strength, unit.kind)]
        ends = {position.map.name(u.at) for u in mine}
        assert ends & set(routes.get(name, (name,)))
    for pair in fights(events):
        assert after.map.adjacent(*map(after.map.index, pair))


@pytest.mark.slow
@given(st.integers(0, 10_000))
def test_every_unit_that_stops_short_has_a_stop_event(seed: int) -> None:
    position, orders = random_battle(seed)
    _, events = turn(position, orders["red"], orders["blue"])
    moved = [e for e in events if e.kind == "moved"]
    routes = [o for p in ("red", "blue") for o in position.parse(f"{p}: {orders[p]}").orders if o.route]
    at = {o.unit: o.unit for o in routes}
    gone = dict.fromkeys(at, 0)
    for step in range(1, 6):
        entered = {e.subjects[0]: e.subjects[1] for e in moved if e.data["step"] == step}
        for unit, here in at.items():
            if here in entered and gone[unit] == step - 1:
                at[unit], gone[unit] = entered[here], step
    stopped = {s[1] for s in stops(events)}
    for order in routes:
        if gone[order.unit] < len(order.route):
            assert at[order.unit] in stopped


# ---------------------------------------------------------------- the reasons of a stop in words
def zones_told(position: PlottedPosition, red: str, blue: str = "all rest") -> list[str]:
    """The sentences on stops by zones, without the clause."""
    return [e.text for e in turn(position, red, blue)[1] if e.kind == "stopped" and e.clause == "P4.1"]


@pytest.mark.clause("P4.1")
def test_a_unit_is_told_of_the_zone_that_it_entered_then_of_its_own() -> None:
    position = scripted({"0101": "cavalry 3"}, {"0402": "infantry 4"})
    assert zones_told(position, "run 0101-0201-0301-0401") == [
        "Red's cavalry stopped on 0401: it entered the zone of control of blue's infantry on 0402, "
        "and has that unit in its own zone of control"
    ]
    assert zones_told(position, "run 0101-0201-0301-0401", "defend 0402 facing NW") == [
        "Red's cavalry stopped on 0401: it entered the defence zone of blue's infantry on 0402, "
        "and has that unit in its own zone of control"
    ]


@pytest.mark.clause("P4.1")
def test_a_unit_that_enters_no_zone_has_left_an_enemy_in_its_own() -> None:
    position = scripted({"0101": "cavalry 3"}, {"0402": "infantry 4"})
    assert zones_told(position, "run 0101-0201-0301-0401", "defend 0402 facing E") == [
        "Red's cavalry stopped on 0401: its move left blue's infantry on 0402 in its own zone of control"
    ]


@pytest.mark.clause("P4.1", "P4.6")
def test_a_unit_that_goes_from_one_hex_of_a_zone_to_another_stayed_in_it() -> None:
    position = scripted({"0303": "cavalry 3"}, {"0403": "infantry 4", "0301": "infantry 4"})
    assert zones_told(position, "run 0303-0302-0202") == [
        "Red's cavalry stopped on 0302: it entered the zone of control of blue's infantry on 0301 "
        "and stayed in the zone of control of blue's infantry on 0403, and has these units in its own zone of control"
    ]


@pytest.mark.clause("P4.1", "P4.3")
def test_a_unit_without_a_zone_is_told_of_the_enemys_alone() -> None:
    units = {"0404": "infantry 4", "0102": "infantry 4"}, {"0202": "cavalry 3"}
    position = scripted(*units, engaged=[["0102", "0202"]])
    assert zones_told(position, "defend 0404 facing NW", "retreat 0202-0303-0403") == [
        "Blue's cavalry stopped on 0403: it entered the defence zone of red's infantry on 0404"
    ]
