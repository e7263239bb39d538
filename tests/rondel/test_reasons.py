"""All reasons at once, and remedies that help."""

from __future__ import annotations

import pytest

from hexwidget.rules import Remedy
from hexwidget.systems.rondel.actions import EndMovement
from hexwidget.systems.rondel.position import RondelPosition
from tests.rondel.positions import RONDEL, found, play, shores, why


def remedy(position: RondelPosition, text: str, clause: str) -> Remedy | None:
    """The remedy of the finding that cites a clause."""
    return next(f.remedy for f in position.check(text).findings if f.clause == clause)


# ---------------------------------------------------------------- reasons
@pytest.mark.clause("R1.1", bars=True)
@pytest.mark.clause("R4.6", bars=True)
def test_a_conquest_is_judged_in_the_movement_phase_too() -> None:
    last = shores({"athens": "3 legions"}, {}, cities={"greeks": {"athens": "temple"}})
    assert found(last, "conquer athens with 3 legions") == [("R1.1", "movement_phase"), ("R4.6", "last_city")]
    # To end the movement phase would not help.
    assert remedy(last, "conquer athens with 3 legions", "R1.1") is None
    after, _ = play(last, "end movement")
    assert found(after, "conquer athens with 3 legions") == [("R4.6", "last_city")]


@pytest.mark.clause("R4.6", bars=True)
def test_the_city_that_is_given_up_is_judged_where_no_foreign_city_stands() -> None:
    position = shores({"thebes": "legion"}, {}, cities={"romans": {"corinth": "city"}}, phase="conquest")
    findings = found(position, "conquer thebes with 1 legion giving corinth")
    assert findings == [("R1.1", "no_foreign_city"), ("R4.6", "token_left")]
    assert ("R4.6", "not_own") in found(position, "conquer thebes with 1 legion giving sparta")


@pytest.mark.clause("R4.6", bars=True)
def test_a_city_is_not_given_up_for_itself() -> None:
    own = {"romans": {"corinth": "city"}, "greeks": {"athens": "city"}}
    position = shores({"corinth": "legion"}, {}, cities=own, phase="conquest", city_tokens=1)
    assert found(position, "conquer corinth with 1 legion giving corinth") == [
        ("R1.1", "no_foreign_city"),
        ("R4.6", "same"),
    ]


@pytest.mark.clause("R1.5", bars=True)
@pytest.mark.clause("R2.2", bars=True)
def test_an_action_out_of_turn_is_judged_as_if_it_were_this_nations_turn() -> None:
    position = shores({"corinth": "legion"}, {"delos": "galley"})
    assert found(position, "greeks: move galley delos-athens") == [("R1.5", "not_your_turn"), ("R2.2", "no_border")]
    assert found(position, "greeks: battle delos romans galley") == [("R1.5", "not_your_turn"), ("R3.2", "no_pair")]


@pytest.mark.clause("R3.6", bars=True)
@pytest.mark.clause("R3.5", bars=True)
def test_open_questions_hide_nothing() -> None:
    units = {"romans": {"athens": "2 legions, 1 legion (lying)"}, "greeks": {"athens": "2 legions"}}
    position = RONDEL.position(
        map="two_shores",
        players=["romans", "greeks"],
        units=units,
        phase="closing",
        asks=[{"at": "athens", "player": "greeks", "unit": "legion"}],
    )
    assert found(position, "romans: move legion athens-delos") == [
        ("R3.6", "asked"),
        ("R1.1", "conquest_phase"),
        ("R2.2", "no_border"),
    ]
    assert "which begins after the last answer" in why(position, "romans: end turn")
    assert found(position, "greeks: fight 3") == [("R3.5", "pairs")]
    owing, _ = play(position, "fight")
    assert found(owing, "greeks: lose 1 1") == [("R1.5", "not_your_turn")]
    assert found(owing, "greeks: lose 1 2") == [("R1.5", "not_your_turn"), ("R3.5", "losing")]
    assert found(owing, "romans: wheel 9") == [("R3.5", "toll"), ("R5.2", "wheel_turned"), ("R5.1", "wedges")]


# ---------------------------------------------------------------- remedies
@pytest.mark.clause("R1.1", bars=True)
def test_ending_the_movement_helps_after_every_answer_or_may_help() -> None:
    cities = {"greeks": {"athens": "city", "thebes": "city"}}
    free = shores({"athens": "legion"}, {}, cities=cities)
    first = remedy(free, "conquer athens with 1 legion", "R1.1")
    assert first == Remedy(
        "first end the movement phase, which cannot be taken back", "R1.1", EndMovement("romans"), first=True
    )
    # The Greeks are asked: if they fight, no legion is left.
    guarded = shores({"athens": "2 legions"}, {"athens": "legion"}, cities=cities)
    may = remedy(guarded, "conquer athens with 2 legions", "R1.1")
    assert may is not None
    assert (may.action, may.certain) == (EndMovement("romans"), False)
    assert may.text.endswith("it may be legal then")


@pytest.mark.clause("R4.6", bars=True)
def test_a_city_to_give_up_is_offered_only_if_the_conquest_is_legal_then() -> None:
    own = {"corinth": "city", "thebes": "city"}
    cities = {"romans": own, "greeks": {"athens": "temple", "sparta": "city"}}
    weak = shores({"athens": "legion"}, {}, cities=cities, phase="conquest", city_tokens=2)
    assert found(weak, "conquer athens with 1 legion") == [
        ("R4.2", "too_few"),
        ("R4.5", "price"),
        ("R4.6", "no_token"),
    ]
    assert all(f.remedy is None for f in weak.check("conquer athens with 1 legion").findings)
    strong = shores({"athens": "3 legions"}, {}, cities=cities, phase="conquest", city_tokens=2)
    offered = remedy(strong, "conquer athens with 3 legions", "R4.6")
    assert offered is not None
    assert str(offered.action) == "conquer athens with 3 legions giving thebes"


@pytest.mark.clause("R5.2", bars=True)
def test_the_wheel_is_turned_first_where_that_helps() -> None:
    at_rest = {"phase": "wheel", "markers": {"romans": 8}}
    poor = shores({"corinth": "legion"}, {}, **at_rest)
    assert remedy(poor, "move legion corinth-thebes", "R5.2") is None  # four wedges cost a resource
    rich = shores({"corinth": "legion"}, {}, **at_rest, resources={"romans": 1})
    first = remedy(rich, "move legion corinth-thebes", "R5.2")
    assert first is not None
    assert (str(first.action), first.first, first.certain) == ("wheel 4", True, True)
    assert first.text == "first move the marker on 4 wedges to a maneuver, for 1 resource, which cannot be taken back"
    assert remedy(rich, "move legion corinth-delos", "R5.2") is None  # no border leads there


@pytest.mark.parametrize(
    ("text", "clause", "action"),
    [
        ("move legion(2) corinth-thebes", "R1.2", "move legion corinth-thebes"),
        ("move galley corinth-thebes", "R2.2", "move legion corinth-thebes"),
        ("move galley athens-cretan", "R2.2", "move galley athens-ephesus"),
        ("move galley thebes-athens", "R1.5", "move galley corinth-athens"),
        ("lay galley(0) athens", "R2.4", "lay galley(1) athens"),
        ("battle athens romans galley", "R3.1", "battle athens greeks galley"),
        ("battle athens greeks legion", "R3.2", "battle athens greeks galley"),
        ("battle athens greeks galley 3", "R3.5", "battle athens greeks galley"),
    ],
)
def test_the_nearest_legal_action_is_offered(text: str, clause: str, action: str) -> None:
    position = shores(
        {"corinth": "legion, galley", "athens": "galley (lying), galley (1 left), galley"},
        {"athens": "2 galleys"},
        know_how={"romans": ["SAILING"]},
        battle_size="chosen",
    )
    offered = remedy(position, text, clause)
    assert offered is not None
    assert position.check(offered.action or "")
    assert str(offered.action) == action


def test_another_payment_and_another_city_are_offered() -> None:
    cities = {"greeks": {"athens": "temple", "thebes": "city", "sparta": "city"}}
    position = shores({"athens": "2 legions, 1 galley", "thebes": "legion"}, {}, cities=cities, phase="conquest")
    pays = remedy(position, "conquer athens with 3 legions", "R4.5")
    assert pays is not None
    assert str(pays.action) == "conquer athens with 2 legions 1 galley"
    other = remedy(position, "conquer sparta with 1 legion", "R4.1")
    assert other is not None
    assert str(other.action) == "conquer thebes with 1 legion"


# ---------------------------------------------------------------- sentences
def test_a_unit_that_lies_is_told_from_those_that_stand() -> None:
    position = shores({"sparta": "1 legion (1 left), 1 legion (lying)"}, {}, know_how={"romans": ["WHEEL"]})
    text = why(position, "move legion(0) sparta-corinth")
    assert text.startswith("the named legion of romans in Sparta lies (1 other there stands)")
    assert "another unit can go there: move a legion from Sparta to Corinth" in text
    assert "(1 other there stands)" in why(position, "lay legion(0) sparta")
    lying = shores({"sparta": "2 legions (lying)"}, {})
    assert why(lying, "move legion sparta-corinth").startswith("every legion of romans in Sparta lies: its one action")
