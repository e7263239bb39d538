"""The whole wheel at the desk: choices, prompts, verdicts on provinces, the scene, and the brushes of the editor."""

from __future__ import annotations

import pytest

import hexwidget as hw
from hexwidget.rules import Choice, Draft
from hexwidget.rules.editing import ERASER, paint
from hexwidget.systems.rondel.position import RondelPosition, Store
from tests.rondel.positions import RONDEL, play
from tests.rondel.test_whole_wheel import on, turning

GOODS = {"marble": 6, "iron": 3, "gold": 8}


def options(position: RondelPosition, slot: str, **draft: str | int) -> dict[object, Choice]:
    """The options of a slot by their values."""
    return {choice.value: choice for choice in position.choices(Draft(**draft)).options if choice.slot == slot}


# ---------------------------------------------------------------- the marker
def test_each_wedge_says_what_it_brings_and_costs() -> None:
    position = turning({"iron": 2})
    labels = [choice.label for choice in options(position, "wheel").values()]
    assert labels[:6] == ["1: iron +3", "2: gold +0", "3: maneuver", "4: temple, costs 1 good", "5: arming, costs 2 goods", "6: know-how, costs 3 goods"]  # fmt: skip
    assert [choice.legal for choice in options(position, "wheel").values()] == [True] * 5 + [False] * 3


def test_the_goods_that_pay_are_chosen() -> None:
    position = turning({"marble": 1, "iron": 2})
    chosen = position.choices(Draft(wheel=5))
    assert chosen.prompt == "Romans: move the marker on 5 wedges to arming for 2 iron. Confirm?"
    (other,) = options(position, "paying", wheel=5).values()
    assert (other.label, other.chosen) == ("Pay 1 marble and 1 iron", False)
    named = position.choices(other.leads_to)
    assert str(named.action) == "wheel 5 paying 1 marble 1 iron"
    assert named.back == Draft(wheel=5)
    # Another wedge takes the payment back.
    assert options(position, "wheel", **other.leads_to)[4].leads_to == Draft(wheel=4)


# ---------------------------------------------------------------- the wedges
def test_cities_are_clicked_for_temples() -> None:
    position = on("temple", GOODS)
    temples = options(position, "temple")
    assert {name: choice.legal for name, choice in temples.items()} == {"corinth": True, "sparta": False}
    assert position.choices(Draft(temple="corinth")).prompt == "Build a temple in Corinth for 5 marble. Confirm?"
    assert "a temple already" in position.choices(Draft(temple="sparta")).prompt
    assert "in Delos there is no city" in str(RONDEL.explain(position, "romans", Draft(), "delos"))


def test_numbers_of_units_are_chosen() -> None:
    position = on("arming", GOODS)
    assert str(position.choices(Draft(arm="sparta")).action) == "arm sparta with 1 legion"
    legions = options(position, "legions", arm="sparta")[1]
    assert legions.more is not None
    two = options(position, "galleys", **legions.more)[0]
    assert two.more is not None
    full = position.choices(two.more)
    assert (str(full.action), full.prompt) == (
        "arm sparta with 2 legions 1 galley",
        "Set up 2 legions and 1 galley in Sparta for 3 iron. Confirm?",
    )
    assert options(position, "galleys", **two.more)[1].more is None  # three in all
    none = position.choices(Draft(arm="sparta", legions=0, galleys=0))
    assert (none.action, none.prompt) == (None, "Units for Sparta: choose the number.")
    assert "costs 1 iron, and romans have none" in on("arming").choices(Draft(arm="sparta")).prompt


def test_know_how_is_chosen_with_its_price() -> None:
    position = on("know-how", GOODS, know_how={"greeks": ["SAILING"]})
    names = options(position, "know_how")
    assert names["SAILING"].label == "SAILING, 4 gold"
    assert {name for name, choice in names.items() if choice.legal} == {"WHEEL", "SAILING", "MONARCHY"}
    assert position.choices(Draft(know_how="WHEEL")).prompt == "Obtain WHEEL for 7 gold. Confirm?"


def test_cities_are_founded_by_a_click_where_own_units_stand() -> None:
    position = on("arming", GOODS, units={"romans": {"delos": "galley", "corinth": "legion"}})
    assert list(options(position, "found")) == ["delos"]
    assert position.choices().prompt == "Romans: set up units, found a city, or end the turn."
    chosen = position.choices(Draft(found="delos"))
    assert chosen.prompt == (
        "Found a city in Delos for 1 marble, 1 iron and 1 gold. That ends the wedge's actions (R5.2). Confirm?"
    )
    # The cities that may arm are no options any more, so that a second click on Delos confirms.
    assert {choice.slot for choice in chosen.options} == {"found", "do"}
    after = play(position, "found delos")[0]
    assert after.choices().prompt == "Romans: nothing else can be done now, so end the turn."
    assert "have no unit in Ephesus" in str(RONDEL.explain(after, "romans", Draft(), "ephesus"))


def test_conquests_and_foundings_are_offered_together() -> None:
    units = {"romans": {"delos": "galley", "athens": "3 legions"}}
    position = play(on("maneuver", GOODS, units=units), "end movement")[0]
    assert position.choices().prompt == "Romans: choose a city to conquer, found a city, or end the turn."
    assert {choice.slot for choice in position.choices().options} == {"city", "found", "do"}
    assert "That ends the conquests" in position.choices(Draft(found="delos")).prompt


# ---------------------------------------------------------------- the scene
def test_goods_lie_on_the_map_and_the_ledger_stands_below_the_wheel() -> None:
    position = turning({"marble": 1, "gold": 2}, know_how={"greeks": ["SAILING"]})
    scene = position.scene()
    assert {token.space: token.kind for token in scene.tokens} == {
        "thebes": "gold", "corinth": "marble", "sparta": "iron", "athens": "iron", "ephesus": "gold", "delos": "marble",
    }  # fmt: skip
    assert len({(token.kind, token.shape) for token in scene.tokens}) == 3
    assert scene.wheel is not None
    ledger = scene.wheel.ledger
    assert ledger is not None
    assert ledger.header == ("", "marble", "iron", "gold", "city tokens")
    assert ledger.rows == (("romans", "1 +1", "0 +3", "2 +0", "23"), ("greeks", "0 +0", "0 +3", "0 +1", "23"))
    assert "The bank has 18 temples." in ledger.notes
    assert any("WHEEL 7; ROADS 7; SAILING 4 (greeks)" in note for note in ledger.notes)
    picture = position.to_svg()
    assert "The bank has 18 temples." in picture
    assert "yields marble" in picture
    plain = hw.scenario("rondel/inland-sea").position.scene()
    assert plain.wheel is not None
    assert (plain.wheel.ledger, plain.tokens) == (None, ())


# ---------------------------------------------------------------- the editor
def test_stores_know_how_and_yields_are_edited() -> None:
    position = turning({"iron": 1})
    richer = paint(position, "store iron", ["athens", "delos"], "romans")
    assert richer.stores[0] == Store(iron=3)
    assert paint(richer, "empty store", ["athens"], "romans").stores[0] == Store()
    wiser = paint(position, "WHEEL", ["athens"], "greeks")
    assert wiser.know_how[1] == {"WHEEL"}
    assert paint(wiser, "WHEEL", ["athens"], "greeks").know_how[1] == frozenset()
    golden = paint(position, "gold", ["athens"])
    assert golden.yields[golden.map.index("athens")] == "gold"
    assert paint(golden, ERASER, ["delos"]).yields[golden.map.index("delos")] == ""
    with pytest.raises(hw.InputError, match="sea provinces yield nothing"):
        paint(position, "gold", ["aegean"])
    assert not [b for b in RONDEL.brushes(hw.scenario("rondel/inland-sea").position) if b.group == "belonging"]
