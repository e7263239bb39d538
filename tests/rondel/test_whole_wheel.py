"""The whole wheel: stores, yields, temples, arming, know-how and founding."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.systems.rondel.goods import temples_left
from hexwidget.systems.rondel.position import RondelPosition, Store
from tests.rondel.positions import RONDEL, cities, found, play, stands, told, why

MAP = {"thebes": "gold", "corinth": "marble", "sparta": "iron", "athens": "iron", "ephesus": "gold", "delos": "marble"}
WEDGES = {"marble": 1, "iron": 2, "gold": 3, "maneuver": 4, "temple": 5, "arming": 6, "know-how": 7}


def turning(store: dict[str, int] | None = None, **more: Any) -> RondelPosition:
    """A Roman turn with the whole wheel, before the marker moves from the first wedge."""
    described = {
        "map": "two_shores",
        "players": ["romans", "greeks"],
        "units": {"romans": {"corinth": "legion"}, "greeks": {"athens": "legion"}},
        "cities": {"romans": {"corinth": "city", "sparta": "temple"}, "greeks": {"athens": "temple", "thebes": "city"}},
        "stores": {"romans": store or {}},
        "yields": MAP,
        "wheel": "whole",
        **more,
    }
    position: RondelPosition = RONDEL.position(**described)
    return position


def on(wedge: str, store: dict[str, int] | None = None, **more: Any) -> RondelPosition:
    """The Romans on a wedge, right after the marker has moved there for free."""
    start = (WEDGES[wedge] - 2) % 8 + 1
    return play(turning(store, markers={"romans": start, **more.pop("markers", {})}, **more), "wheel 1")[0]


# ---------------------------------------------------------------- R5.2
@pytest.mark.clause("R5.2")
def test_every_wedge_does_what_it_says_and_ending_the_turn_ends_every_turn() -> None:
    phases = {wedge: on(wedge).phase for wedge in WEDGES}
    assert phases == {
        **dict.fromkeys(("marble", "iron", "gold"), "founding"),
        **dict.fromkeys(("temple", "arming", "know-how"), "wedge"),
        "maneuver": "movement",
    }
    for wedge in ("marble", "temple", "arming", "know-how"):
        after, events = play(on(wedge), "end turn")
        assert (after.phase, after.to_act) == ("wheel", {"greeks"})
        assert told(events, "turn_over") == ["Romans end their turn (R1.1)"]


@pytest.mark.clause("R5.2", bars=True)
def test_the_marker_comes_first_and_founding_last() -> None:
    goods = {"marble": 9, "iron": 9, "gold": 9}
    start = turning(goods, units={"romans": {"corinth": "legion", "delos": "2 galleys"}})
    for action in ("build temple corinth", "arm sparta with 1 legion", "obtain WHEEL", "found delos", "end turn"):
        assert ("R5.2", "no_wedge") in found(start, action)
    assert (
        why(start, "arm sparta with 1 legion")
        == "the marker has not been moved yet -> first move the marker on 5 wedges to arming, for 2 marble, which cannot be taken back (R5.1)"
    )
    arming = play(start, "wheel 5", "found delos")[0]
    assert found(arming, "arm sparta with 1 legion") == [("R5.2", "founding_begun")]
    assert [str(action) for action in arming.legal_actions()] == ["end turn"]


@pytest.mark.clause("R5.2", bars=True)
def test_on_a_maneuver_the_first_founding_ends_the_conquests() -> None:
    units = {"romans": {"delos": "legion", "athens": "5 legions"}}
    moving = on("maneuver", {"marble": 1, "iron": 1, "gold": 1}, units=units)
    assert found(moving, "found delos") == [("R5.2", "before_founding")]
    assert "first end the movement phase, which cannot be taken back" in why(moving, "found delos")
    conquering = play(moving, "end movement")[0]
    assert conquering.check("conquer athens with 3 legions")
    founded = play(conquering, "found delos")[0]
    assert found(founded, "conquer athens with 3 legions") == [("R5.2", "founding_begun")]
    assert found(founded, "move legion athens-ephesus") == [("R1.1", "conquest_phase")]


@pytest.mark.clause("R5.2", bars=True)
def test_an_action_of_another_wedge_breaks_its_own_clause() -> None:
    goods = {"marble": 9, "iron": 9, "gold": 9}
    actions = {
        "build temple corinth": "R6.2",
        "arm corinth with 1 legion": "R6.3",
        "obtain WHEEL": "R6.4",
        "move legion corinth-athens": "R1.1",
    }
    own = {"temple": "R6.2", "arming": "R6.3", "know-how": "R6.4", "maneuver": "R1.1", "iron": ""}
    for wedge, clause in own.items():
        position = on(wedge, goods)
        for action, breaks in actions.items():
            assert found(position, action) == ([] if breaks == clause else [(breaks, "wedge")])


@pytest.mark.clause("R5.2", bars=True)
def test_without_the_whole_wheel_there_are_only_maneuvers() -> None:
    plain = turning(wheel="maneuver", stores={}, yields={})
    for action in ("build temple corinth", "arm corinth with 1 legion", "obtain WHEEL", "found delos"):
        assert found(plain, action) == [("R5.2", "maneuver_only")]
    assert play(plain, "wheel 1")[0].to_act == {"greeks"}


# ---------------------------------------------------------------- R5.4
@pytest.mark.clause("R5.4")
def test_further_wedges_are_paid_in_any_goods() -> None:
    position = turning({"marble": 1, "iron": 3, "gold": 3})
    after, events = play(position, "wheel 5 paying 1 marble 1 gold")
    assert after.stores[0] == Store(0, 3, 2)
    assert told(events, "wheel") == ["Romans move their marker on 5 wedges to arming for 1 marble and 1 gold (R5.1)"]
    # Unnamed, the largest store pays first; of equals marble, iron, gold.
    assert play(position, "wheel 7")[0].stores[0] == Store(1, 0, 2)
    assert play(turning({"marble": 2, "gold": 2}), "wheel 4")[0].stores[0] == Store(1, 0, 2)
    assert position.parse("wheel 5 paying 1 gold and 1 marble") == position.parse("wheel 5 paying 1 marble 1 gold")


@pytest.mark.clause("R5.4")
def test_each_payment_is_listed_once() -> None:
    listed = [str(action) for action in turning({"marble": 1, "iron": 2}).legal_actions()]
    assert listed == [
        *(f"wheel {n}" for n in range(1, 7)),
        "wheel 4 paying 1 marble",
        "wheel 5 paying 1 marble 1 iron",
    ]


@pytest.mark.clause("R5.4", bars=True)
def test_a_payment_is_the_price_and_the_store_has_it() -> None:
    position = turning({"iron": 2, "gold": 1})
    assert found(position, "wheel 5 paying 1 iron") == [("R5.4", "price")]
    assert found(position, "wheel 2 paying 1 iron") == [("R5.4", "price")]
    assert found(position, "wheel 5 paying 2 gold") == [("R5.4", "store")]
    assert why(position, "wheel 5 paying 2 gold").startswith(
        "the payment is 2 gold, and romans have 1 -> pay otherwise"
    )
    assert found(position, "wheel 7 paying 4 gold") == [("R5.1", "resources"), ("R5.4", "store")]
    plain = turning(wheel="maneuver", stores={}, yields={}, resources={"romans": 3})
    assert found(plain, "wheel 5 paying 2 iron") == [("R5.4", "no_goods")]
    assert plain.check("wheel 5")


# ---------------------------------------------------------------- R6.1
@pytest.mark.clause("R6.1")
def test_cities_yield_the_good_of_their_province() -> None:
    marble = play(turning(markers={"romans": 8}), "wheel 1")
    assert marble[0].stores[0] == Store(1, 0, 0)
    assert told(marble[1], "yielded") == ["Romans' cities yield 1 marble: Corinth 1 (R6.1)"]
    iron = play(turning(), "wheel 1")
    assert iron[0].stores[0] == Store(0, 3, 0)
    assert play(turning(city_yield=2, temple_yield=7), "wheel 1")[0].stores[0] == Store(0, 7, 0)
    gold = play(turning(), "wheel 2")
    assert gold[0].stores[0] == Store()
    assert told(gold[1], "no_yield") == ["No city of romans yields gold (R6.1)"]


@pytest.mark.clause("R6.1")
@pytest.mark.clause("R3.7")
def test_enemy_units_do_not_stop_a_yield() -> None:
    under_eyes = turning(units={"greeks": {"sparta": "9 legions", "corinth": "2 galleys"}})
    assert play(under_eyes, "wheel 1")[0].stores[0] == Store(0, 3, 0)


# ---------------------------------------------------------------- R6.2
@pytest.mark.clause("R6.2")
def test_temples_are_built_for_marble_from_the_bank() -> None:
    after, events = play(on("temple", {"marble": 11}), "build temple corinth")
    assert cities(after)["romans"] == {"corinth": "temple", "sparta": "temple"}
    assert after.stores[0] == Store(6, 0, 0)
    assert told(events, "built") == ["Romans build a temple in Corinth for 5 marble (R6.2)"]


@pytest.mark.clause("R6.2")
def test_a_temple_of_a_conquered_city_goes_back_to_the_bank() -> None:
    position = on("maneuver", units={"romans": {"athens": "3 legions"}}, temple_tokens=2)
    assert temples_left(position) == 0
    conquered = play(position, "end movement", "conquer athens with 3 legions")[0]
    assert temples_left(conquered) == 1


@pytest.mark.clause("R6.2", bars=True)
def test_a_temple_needs_an_own_city_marble_and_a_token() -> None:
    position = on("temple", {"marble": 5}, temple_tokens=2)
    assert found(position, "build temple sparta") == [("R6.2", "temple"), ("R6.2", "bank")]
    assert found(position, "build temple thebes") == [("R6.2", "no_city"), ("R6.2", "bank")]
    assert found(position, "build temple delos") == [("R6.2", "no_city"), ("R6.2", "bank")]
    poor = on("temple", {"marble": 4})
    assert found(poor, "build temple corinth") == [("R6.2", "price")]
    assert why(poor, "build temple corinth") == "a temple costs 5 marble, and romans have 4"
    assert "another city can have one: build a temple in Corinth" in why(
        on("temple", {"marble": 5}), "build temple sparta"
    )
    with pytest.raises(hw.IllegalPosition, match="All nations together have 2 temples, and the bank has only 1"):
        turning(temple_tokens=1)


# ---------------------------------------------------------------- R6.3
@pytest.mark.clause("R6.3")
def test_units_are_set_up_upright_for_iron() -> None:
    position = on("arming", {"iron": 3}, know_how={"romans": ["ROADS", "SAILING"]})
    after, events = play(position, "arm sparta with 1 legion 1 galley", "arm corinth with 1 legion")
    assert stands(after, "romans") == {"corinth": "2 legions", "sparta": "1 legion, 1 galley"}
    assert {(group.kind, group.left) for group in after.units if group.owner == 0} == {("legion", 3), ("galley", 2)}
    assert after.stores[0] == Store()
    assert told(events, "armed")[0] == "Romans set up 1 legion and 1 galley in Sparta for 2 iron (R6.3)"
    assert play(after, "end turn")[0].armed == ()


@pytest.mark.clause("R6.3", bars=True)
def test_a_city_sets_up_one_unit_in_a_turn_and_three_with_a_temple() -> None:
    position = on("arming", {"iron": 9})
    assert found(position, "arm corinth with 2 legions") == [("R6.3", "room")]
    assert found(position, "arm sparta with 4 galleys") == [("R6.3", "room")]
    twice = play(position, "arm sparta with 2 legions", "arm sparta with 1 legion")[0]
    assert found(twice, "arm sparta with 1 legion") == [("R6.3", "room")]
    assert "sets up at most 3 units in a turn: 3 so far, and 1 more is too many" in why(
        twice, "arm sparta with 1 legion"
    )
    assert RONDEL.read(twice.notation) == twice


@pytest.mark.clause("R6.3", bars=True)
def test_arming_needs_an_own_city_a_coast_and_iron() -> None:
    inland = {"romans": {"thebes": "city", "corinth": "city"}, "greeks": {"athens": "temple", "delos": "city"}}
    position = on("arming", {"iron": 1}, cities=inland)
    assert found(position, "arm thebes with 1 galley") == [("R6.3", "galley")]
    assert "do this instead: set up 1 legion in Thebes" in why(position, "arm thebes with 1 galley")
    assert found(position, "arm athens with 1 legion") == [("R6.3", "no_city")]
    assert found(position, "arm sparta with 2 legions") == [("R6.3", "no_city"), ("R6.3", "price")]
    assert found(position, "arm thebes with nothing") == [("R6.3", "nothing")]
    assert position.check("arm corinth with 1 galley")


@pytest.mark.clause("R6.6")
@pytest.mark.clause("R3.7")
def test_example_a_city_under_enemy_eyes_arms() -> None:
    position = hw.scenario("rondel/city-under-enemy-eyes").position
    clause = RONDEL.rulebook["R6.6"]
    assert position.count(position.map.index("athens"), 0, "galley") == 3
    after, events = play(position, *clause.actions)
    assert stands(after, "greeks") == {"athens": "2 legions, 1 galley"}
    assert after.stores[1] == Store(marble=1)
    assert (after.asks, after.to_act) == ((), {"greeks"})
    assert [event.kind for event in events] == ["armed"]
    # Nobody is asked until one of the two maneuvers.
    moved = play(after, "end turn", "wheel 4" if sum(after.stores[0]) else "wheel 3", "end turn")[0]
    assert (moved.asks, moved.active) == ((), 1)
    asking = play(moved, "wheel 2", "end movement")[0]
    assert [ask.kind for ask in asking.asks] == ["galley"]


# ---------------------------------------------------------------- R6.4
@pytest.mark.clause("R6.4")
def test_know_how_costs_gold_and_less_for_those_who_come_later() -> None:
    position = on("know-how", {"gold": 14}, know_how={"greeks": ["SAILING"]})
    first, events = play(position, "obtain WHEEL")
    assert first.stores[0] == Store(0, 0, 7)
    assert told(events, "obtained") == ["Romans obtain WHEEL for 7 gold (R6.4)"]
    assert play(first, "obtain SAILING")[0].stores[0] == Store(0, 0, 3)
    # One obtained in the same turn will do.
    assert play(first, "obtain ROADS")[0].know_how[0] == {"WHEEL", "ROADS"}


@pytest.mark.clause("R6.4")
def test_units_have_the_new_number_of_actions_from_the_next_turn() -> None:
    exact = on("know-how", {"gold": 7})
    listed = {f"obtain {know_how}" for know_how in ("MONARCHY", "SAILING", "WHEEL")}
    assert set(map(str, exact.legal_actions())) == {*listed, "end turn"}
    obtained = play(exact, "obtain WHEEL")[0]
    assert stands(obtained, "romans") == {"corinth": "1 legion (1 left)"}
    assert RONDEL.read(obtained.notation) == obtained
    next_turn = play(obtained, "end turn", "wheel 1", "end turn")[0]
    assert stands(next_turn, "romans") == {"corinth": "1 legion"}
    assert {group.left for group in next_turn.units if group.owner == 0} == {2}


@pytest.mark.clause("R6.4", bars=True)
def test_know_how_needs_gold_and_what_comes_before() -> None:
    position = on("know-how", {"gold": 13}, know_how={"romans": ["SAILING"]})
    assert found(position, "obtain SAILING") == [("R6.4", "known")]
    assert found(position, "obtain ROADS") == [("R6.4", "needs")]
    assert found(position, "obtain DEMOCRACY") == [("R6.4", "needs")]
    poor = on("know-how", {"gold": 6})
    assert found(poor, "obtain ROADS") == [("R6.4", "needs"), ("R6.4", "price")]
    assert "ROADS costs 7 gold, and romans have 6" in why(poor, "obtain ROADS")
    both = on("know-how", {"gold": 14})
    assert "first obtain WHEEL for 7 gold, which cannot be taken back" in why(both, "obtain ROADS")
    # What a scenario gives is not bound.
    assert on("know-how", {"gold": 7}, know_how={"romans": ["ROADS"]}).check("obtain WHEEL")


# ---------------------------------------------------------------- R6.5
@pytest.mark.clause("R6.5")
@pytest.mark.parametrize("wedge", ["iron", "temple", "arming", "know-how", "maneuver"])
def test_cities_are_founded_at_the_end_of_any_turn(wedge: str) -> None:
    position = on(
        wedge, {"marble": 2, "iron": 2, "gold": 2}, units={"romans": {"delos": "galley", "ephesus": "legion"}}
    )
    if wedge == "maneuver":
        position = play(position, "end movement")[0]
    before = position.stores[0]
    listed = {str(action) for action in position.legal_actions() if str(action).startswith("found ")}
    assert listed == {"found delos", "found ephesus"}
    after, events = play(position, "found delos", "found ephesus", "end turn")
    assert cities(after)["romans"] == {"corinth": "city", "sparta": "temple", "ephesus": "city", "delos": "city"}
    assert stands(after, "romans") == {"ephesus": "1 legion", "delos": "1 galley"}  # the unit stays
    assert after.stores[0] == before.less(Store(2, 2, 2))
    assert told(events, "founded")[0] == "Romans found a city in Delos for 1 marble, 1 iron and 1 gold (R6.5)"


@pytest.mark.clause("R6.5", bars=True)
def test_founding_needs_free_land_own_units_goods_and_a_token() -> None:
    units = {"romans": {"delos": "galley", "aegean": "galley", "corinth": "legion"}, "greeks": {"delos": "galley"}}
    position = on("gold", {"marble": 1, "iron": 1, "gold": 1}, units=units)
    assert found(position, "found delos") == [("R6.5", "strangers")]
    assert found(position, "found aegean") == [("R6.5", "sea")]
    assert found(position, "found corinth") == [("R6.5", "city")]
    assert found(position, "found ephesus") == [("R6.5", "no_unit")]
    poor = on("gold", {"iron": 1}, units={"romans": {"delos": "galley"}})
    assert found(poor, "found delos") == [("R6.5", "goods")]
    assert why(poor, "found delos") == "a city costs 1 marble, 1 iron and 1 gold, and romans have no marble or gold"
    exact = on("gold", {"marble": 1, "iron": 1, "gold": 1}, units={"romans": {"delos": "galley"}})
    assert exact.check("found delos")
    assert "found delos" in map(str, exact.legal_actions())
    full = on("gold", {"marble": 1, "iron": 1, "gold": 1}, units={"romans": {"delos": "galley"}}, city_tokens=2)
    assert found(full, "found delos") == [("R6.5", "token")]


# ---------------------------------------------------------------- the description
@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"wheel": "maneuver"}, "stores: only with wheel='whole'"),
        ({"wheel": "maneuver"}, "yields: only with wheel='whole'"),
        ({"wheel": "half"}, "wheel: unknown value of option 'wheel' (R5.2)"),
        ({"resources": {"romans": 2}}, "resources: with wheel='whole' a nation has stores of goods instead"),
        ({"phase": "wedge"}, "phase: the active nation's marker is on marble, not on temple, arming or know-how"),
        ({"phase": "movement"}, "phase: the active nation's marker is on marble, not on maneuver"),
        ({"stores": {"romans": {"silver": 1}}}, "stores/romans/silver: unknown good 'silver'"),
        ({"stores": {"gauls": {"iron": 1}}}, "stores/gauls: unknown player 'gauls'"),
        ({"stores": {"romans": {"iron": -1}}}, "stores/romans/iron: expected a whole number"),
        ({"yields": {"aegean": "iron"}}, "yields/aegean: sea provinces yield nothing"),
        ({"yields": {"athens": "iorn"}}, "yields/athens: unknown good 'iorn'; did you mean 'iron'"),
        ({"armed": {"sparta": 1}}, "armed/sparta: units are set up on the wedge arming"),
        ({"armed": {"athens": 1}, "phase": "wedge", "markers": {"romans": 6}}, "in provinces of own cities"),
        ({"armed": {"corinth": 2}, "phase": "wedge", "markers": {"romans": 6}}, "at most 1 may be set up there"),
        ({"armed": {"sparta": 2}, "phase": "wedge", "markers": {"romans": 6}}, "more units have been set up there"),
    ],
)
def test_a_position_that_does_not_fit_is_refused_with_the_place(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(hw.InputError) as caught:
        turning(**{"stores": {"romans": {"iron": 1}}, **changes})
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("build temple athns", "word 3: unknown province 'athns'; did you mean 'athens'"),
        ("build athens", "expected an action such as"),
        ("arm athens with 2 horses", "with: unknown unit 'horses'"),
        ("arm athens with", "with: expected units such as"),
        ("obtain ROADZ", "word 2: unknown know-how 'ROADZ'; did you mean 'ROADS'"),
        ("found", "expected an action such as"),
        ("wheel 5 paying 2 silver", "paying: unknown good 'silver'"),
        ("wheel 5 paying iron", 'paying: expected goods such as "1 iron 2 gold"'),
    ],
)
def test_an_action_that_cannot_be_read_is_refused_with_the_place(text: str, complaint: str) -> None:
    with pytest.raises(hw.InputError) as caught:
        turning().check(text)
    assert complaint in str(caught.value)


def test_positions_without_the_whole_wheel_are_written_as_before() -> None:
    described = RONDEL.to_json(hw.scenario("rondel/inland-sea").position)
    assert list(described) == [
        *("title", "map", "players", "units", "cities", "know_how", "markers", "resources", "active", "phase", "asks"),
        *("toll", "round", "defenders", "battle_size", "city_tokens", "objective", "rounds"),
    ]
    whole = RONDEL.to_json(turning({"iron": 1}, unit_price=2))
    assert (whole["stores"], whole["wheel"], whole["unit_price"]) == ({"romans": {"iron": 1}}, "whole", 2)
    assert "temple_price" not in whole


def test_more_units_than_an_entry_may_have_round_trip() -> None:
    position = play(
        on("arming", {"iron": 1}, units={"romans": {"corinth": "99 legions"}}), "arm corinth with 1 legion"
    )[0]
    assert stands(position, "romans") == {"corinth": "99 legions, 1 legion"}
    assert RONDEL.read(position.notation) == position


def test_games_with_the_whole_wheel_round_trip() -> None:
    rng = Random(5)
    position = turning({"marble": 5, "iron": 5, "gold": 9}, rounds=6)
    while position.outcome is None:
        listed = list(position.legal_actions())
        results = [position.apply(action).position for action in listed]
        assert len(set(results)) == len(listed) == position.legal_actions().count()
        position = rng.choice(results)
        assert RONDEL.from_json(RONDEL.to_json(position)) == position
        assert all(position.parse(str(action)) == action for action in position.legal_actions())
