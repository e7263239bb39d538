"""Cities: defence strength, price, limits; the wheel and the end."""

from __future__ import annotations

from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import TERMINAL, IllegalPosition
from tests.rondel.positions import RONDEL, cities, found, play, shores, stands, told, why

GREEK = {"athens": "city", "thebes": "city"}


def before_athens(romans: str, greeks: str = "", **more: Any):
    """A conquest phase with Roman units in the province of Athens."""
    given = {"cities": {"romans": {"corinth": "city"}, "greeks": GREEK}, **more}
    return shores({"athens": romans}, {"athens": greeks} if greeks else {}, **{"phase": "conquest", **given})


@pytest.mark.clause("R4.1")
def test_upright_units_in_the_province_conquer() -> None:
    after, events = play(before_athens("2 legions"), "conquer athens with 1 legion")
    assert cities(after)["romans"] == {"corinth": "city", "athens": "city"}
    assert told(events, "conquered")[0].startswith("Romans conquer Athens from greeks: defence strength 1")


@pytest.mark.clause("R4.1", bars=True)
def test_units_that_lie_or_stand_elsewhere_do_not_conquer() -> None:
    position = before_athens("2 legions (lying)")
    assert [f[0] for f in found(position, "conquer athens with 1 legion")] == ["R4.1", "R4.2", "R4.5"]
    assert "no upright unit of romans stands in Athens; 2 lie there" in why(position, "conquer athens with 1 legion")  # fmt: skip
    assert ("R4.1", "nobody") in found(position, "conquer thebes with 1 legion")


@pytest.mark.clause("R4.2")
def test_as_many_upright_units_as_the_defence_strength_are_enough() -> None:
    assert before_athens("2 legions", "legion").check("conquer athens with 2 legions")
    # A unit whose one action was a movement lies, and conquers nothing; one with two actions may do both.
    moved, _ = play(
        shores({"corinth": "legion"}, {}, cities={"greeks": GREEK}), "move legion corinth-athens", "end movement"
    )
    assert ("R4.1", "nobody") in found(moved, "conquer athens with 1 legion")
    wheeled = shores({"corinth": "legion"}, {}, cities={"greeks": GREEK}, know_how={"romans": ["WHEEL"]})
    assert play(wheeled, "move legion corinth-athens", "end movement")[0].check("conquer athens with 1 legion")


@pytest.mark.clause("R4.2", bars=True)
def test_fewer_are_not_enough() -> None:
    position = before_athens("1 legion, 1 legion (lying)", "legion")
    assert ("R4.2", "too_few") in found(position, "conquer athens with 2 legions")
    text = why(position, "conquer athens with 2 legions")
    assert "the defence strength of Athens is 1 (city) + 1 (unit) = 2, and romans have 1 upright unit there: 1 too few" in text  # fmt: skip


@pytest.mark.clause("R4.3")
@pytest.mark.parametrize(
    ("city", "garrison", "know_how", "total", "words"),
    [
        ("city", "", [], 1, "1"),
        ("temple", "", [], 3, "3"),
        ("city", "2 legions, 1 galley", [], 4, "1 (city) + 3 (units) = 4"),
        ("temple", "legion", ["MONARCHY"], 5, "3 (temple) + 1 (unit) + 1 (MONARCHY) = 5"),
        ("city", "", ["DEMOCRACY"], 3, "1 (city) + 2 (DEMOCRACY) = 3"),
    ],
)
def test_the_defence_strength_and_its_sum(
    city: str, garrison: str, know_how: list[str], total: int, words: str
) -> None:
    given = {"romans": {"corinth": "city"}, "greeks": {"athens": city, "thebes": "city"}}
    position = before_athens("9 legions", garrison, cities=given, know_how={"greeks": know_how})
    found_strength = RONDEL.defence(position, "athens")
    assert (found_strength.strength, str(found_strength)) == (total, words)
    assert position.check(f"conquer athens with {total} legions")
    (overlay,) = position.scene().overlays
    assert overlay.levels == ((total, 1 << position.map.index("athens")),)


@pytest.mark.clause("R4.3")
def test_third_nations_do_not_count_and_stay() -> None:
    position = RONDEL.position(
        map="two_shores",
        players=["romans", "greeks", "persians"],
        units={"romans": {"athens": "2 legions"}, "greeks": {"athens": "legion"}, "persians": {"athens": "5 legions"}},
        cities={"greeks": GREEK},
        phase="conquest",
    )
    assert RONDEL.defence(position, "athens").strength == 2
    after, _ = play(position, "conquer athens with 2 legions")
    assert stands(after, "persians") == {"athens": "5 legions"}
    with pytest.raises(hw.InputError, match="no city stands on delos; cities stand on thebes, athens"):
        RONDEL.defence(position, "delos")


@pytest.mark.clause("R4.4")
def test_of_both_forms_of_government_only_the_higher_counts() -> None:
    position = before_athens("9 legions", know_how={"greeks": ["MONARCHY", "DEMOCRACY"]})
    assert str(RONDEL.defence(position, "athens")) == "1 (city) + 2 (DEMOCRACY) = 3"


@pytest.mark.clause("R4.5")
def test_the_price_is_paid_and_the_defender_loses_everything_there() -> None:
    given = {"romans": {"corinth": "city"}, "greeks": {"athens": "temple", "thebes": "city"}}
    position = before_athens("6 legions, 1 galley, 1 legion (lying)", "1 galley, 1 legion", cities=given)
    after, events = play(position, "conquer athens with 4 legions 1 galley")
    assert cities(after) == {"romans": {"corinth": "city", "athens": "city"}, "greeks": {"thebes": "city"}}
    # Units that are counted but not paid keep their actions, and the city needs no unit to hold it.
    assert stands(after, "romans") == {"athens": "2 legions, 1 legion (lying)"}
    assert stands(after, "greeks") == {}
    assert [str(e) for e in events] == [
        "Romans conquer Athens from greeks: defence strength 3 (temple) + 2 (units) = 5, paid with 4 legions and 1 galley (R4.5)",
        "Greeks lose 1 legion and 1 galley in Athens (R4.5)",
        "The temple in Athens goes back to the bank (R4.5)",
    ]


@pytest.mark.clause("R4.5", bars=True)
def test_a_price_that_is_not_the_defence_strength_is_refused() -> None:
    position = before_athens("3 legions, 1 galley", "legion")
    assert found(position, "conquer athens with 3 legions") == [("R4.5", "price")]
    assert found(position, "conquer athens with 1 legion") == [("R4.5", "price")]
    assert found(position, "conquer athens with 2 galleys") == [("R4.5", "payment")]
    assert position.key == before_athens("3 legions, 1 galley", "legion").key


@pytest.mark.clause("R4.6")
def test_with_all_tokens_on_the_map_another_city_is_given_up() -> None:
    given = {"romans": {"corinth": "temple", "sparta": "city"}, "greeks": GREEK}
    position = before_athens("2 legions", cities=given, city_tokens=2)
    assert sorted(map(str, position.legal_actions())) == [
        "conquer athens with 1 legion giving corinth",
        "conquer athens with 1 legion giving sparta",
        "end turn",
    ]
    after, events = play(position, "conquer athens with 1 legion giving corinth")
    assert cities(after)["romans"] == {"sparta": "city", "athens": "city"}
    assert told(events, "given_up") == [
        "Romans give up the city in Corinth for the new one; its temple goes to the bank (R4.6)"
    ]


@pytest.mark.clause("R4.6", bars=True)
def test_a_last_city_is_not_conquered_and_tokens_are_limited() -> None:
    last = before_athens("5 legions", cities={"romans": {"corinth": "city"}, "greeks": {"athens": "city"}})
    assert found(last, "conquer athens with 1 legion") == [("R4.6", "last_city")]
    given = {"romans": {"corinth": "city"}, "greeks": GREEK}
    full = before_athens("5 legions", cities=given, city_tokens=1 + 1)
    assert found(full, "conquer athens with 1 legion giving corinth") == [("R4.6", "token_left")]
    assert "romans have 1 of 2 city tokens left" in why(full, "conquer athens with 1 legion giving corinth")
    both = before_athens("5 legions", cities={"romans": {"corinth": "city", "sparta": "city"}, "greeks": GREEK}, city_tokens=2)  # fmt: skip
    assert found(both, "conquer athens with 1 legion") == [("R4.6", "no_token")]
    assert found(both, "conquer athens with 1 legion giving thebes") == [("R4.6", "not_own")]
    with pytest.raises(IllegalPosition, match=r"Greeks have more cities \(2\) than city tokens \(1\)"):
        before_athens("legion", city_tokens=1)


@pytest.mark.clause("R4.7")
def test_example_a_defence_strength_of_six() -> None:
    position = hw.scenario("rondel/strength-six").position
    assert str(RONDEL.defence(position, "athens")) == "3 (temple) + 2 (units) + 1 (MONARCHY) = 6"
    after, _ = play(position, "conquer athens with 4 legions 2 galleys")
    assert cities(after)["romans"] == {"corinth": "city", "athens": "city"}
    assert stands(after, "romans") == {}


@pytest.mark.clause("R4.8")
def test_example_two_ways_to_take_two() -> None:
    position = hw.scenario("rondel/two-ways-to-pay").position
    assert RONDEL.defence(position, "ephesus").strength == 2
    assert [str(a) for a in position.legal_actions()] == [
        "conquer ephesus with 2 legions",
        "conquer ephesus with 1 legion 1 galley",
        "end turn",
    ]
    galleys = shores({"ephesus": "2 galleys"}, {"ephesus": "legion"}, phase="conquest",
                     cities={"greeks": {"ephesus": "city", "thebes": "city"}})  # fmt: skip
    assert galleys.check("conquer ephesus with 2 galleys")


# ---------------------------------------------------------------- R5
def turning(**more: Any):
    return RONDEL.position(
        map="two_shores",
        players=["romans", "greeks"],
        units={"romans": {"corinth": "legion"}, "greeks": {"athens": "legion"}},
        **{
            "cities": {"romans": {"corinth": "city"}, "greeks": GREEK},
            "markers": {"romans": 1, "greeks": 6},
            **more,
        },
    )


@pytest.mark.clause("R5.1")
def test_the_marker_goes_on_one_to_three_for_free_and_further_for_resources() -> None:
    free = turning()
    assert [str(a) for a in free.legal_actions()] == ["wheel 1", "wheel 2", "wheel 3"]
    rich = turning(resources={"romans": 2})
    after, events = play(rich, "wheel 5")
    assert (after.markers, after.resources) == ((6, 6), (0, 0))
    assert told(events, "wheel") == ["Romans move their marker on 5 wedges to arming for 2 resources (R5.1)"]
    round_about = turning(resources={"romans": 9})
    assert play(round_about, "wheel 8")[0].markers == (1, 6)
    wheel = free.scene().wheel
    assert wheel is not None
    assert sorted(wheel.wedges) == sorted(["marble", "iron", "gold", "temple", "arming", "know-how", "maneuver", "maneuver"])  # fmt: skip
    assert wheel.markers == ((0, 0), (1, 5))
    assert wheel.values == (8, 1, 2, 3, 4, 5, 6, 7)


@pytest.mark.clause("R5.1", bars=True)
def test_further_wedges_without_resources_are_barred() -> None:
    position = turning(resources={"romans": 1})
    assert position.check("wheel 4")
    assert found(position, "wheel 5") == [("R5.1", "resources")]
    assert "5 wedges cost 2 resources, and romans have 1 -> move on at most 4 wedges (R5.1)" in why(position, "wheel 5")
    assert found(position, "wheel 9") == found(position, "wheel 0") == [("R5.1", "wedges")]


@pytest.mark.clause("R5.2")
def test_a_maneuver_is_due_on_its_wedge_and_every_other_passes_the_turn() -> None:
    due, events = play(turning(), "wheel 3")
    assert (due.phase, due.to_act) == ("movement", {"romans"})
    assert told(events, "maneuver") == ["Romans begin a maneuver (R5.2)"]
    passed, events = play(turning(), "wheel 1")
    assert (passed.phase, passed.to_act) == ("wheel", {"greeks"})
    assert told(events, "passed") == ["The iron wedge passes the turn (R5.2)"]


@pytest.mark.clause("R5.2", bars=True)
def test_units_wait_for_a_maneuver() -> None:
    position = turning()
    assert found(position, "move legion corinth-athens") == [("R5.2", "no_maneuver")]
    assert str(position.check("end movement").findings[0].remedy.action) == "wheel 3"
    # A remedy that cannot be paid is not offered.
    assert turning(markers={"romans": 4}).check("end movement").findings[0].remedy is None
    assert found(play(position, "wheel 3")[0], "wheel 1") == [("R5.2", "wheel_turned")]


@pytest.mark.clause("R5.3")
def test_most_cities_after_the_rounds_win_and_equal_numbers_are_a_draw() -> None:
    position = turning(rounds=1)
    after, events = play(position, "wheel 1", "wheel 1")
    assert after.to_act == TERMINAL
    assert str(after.outcome) == "greeks have the most cities (2) (R5.3)"
    assert told(events, "game_over") == ["Greeks have the most cities (2) (R5.3)"]
    even = turning(rounds=1, cities={"romans": {"corinth": "city"}, "greeks": {"athens": "city"}})
    assert play(even, "wheel 1", "wheel 1")[0].outcome.winners == ()


@pytest.mark.clause("R5.3")
def test_other_objectives_end_the_game_when_they_are_reached() -> None:
    owning = before_athens("legion", objective="cities 2", cities={"romans": {"corinth": "city"}, "greeks": {"athens": "city", "thebes": "city", "delos": "city"}}, strict=False)  # fmt: skip
    assert owning.outcome is not None  # the greeks have them from the start
    two = before_athens("legion", objective="cities 3", cities={"romans": {"corinth": "city", "sparta": "city"}, "greeks": GREEK})  # fmt: skip
    assert two.outcome is None
    assert play(two, "conquer athens with 1 legion")[0].outcome.winners == ("romans",)
    last = shores({"athens": "2 legions"}, {"athens": "legion"}, objective="eliminate")
    assert play(last, "battle athens greeks legion")[0].outcome.winners == ("romans",)
    city = {"wheel": "whole", "cities": {"greeks": {"delos": "city"}}}
    armed = shores({"athens": "2 legions"}, {"athens": "legion"}, objective="eliminate", **city)
    assert play(armed, "battle athens greeks legion")[0].outcome is None  # who owns a city can arm again
    then = shores({"athens": "2 legions"}, {"athens": "legion"}, objective="eliminate units", **city)
    assert play(then, "battle athens greeks legion")[0].outcome.winners == ("romans",)
    nobody = turning(rounds=1, objective="eliminate")
    assert (
        str(play(nobody, "wheel 1", "wheel 1")[0].outcome)
        == "the rounds are over, and nobody has reached the objective (R5.3)"
    )


@pytest.mark.clause("R5.3")
def test_who_begins_without_units_is_not_eliminated_before_the_first_turn_is_over() -> None:
    position = shores({"athens": "2 legions"}, {}, objective="eliminate", phase="wheel")
    assert position.outcome is None
    mine, _ = play(position, "wheel 1")
    assert mine.outcome is None
    assert mine.system.from_json(mine.system.to_json(mine)) == mine
    theirs, _ = play(mine, "wheel 1")
    assert theirs.outcome.winners == ("romans",)


@pytest.mark.clause("R5.3", bars=True)
def test_after_the_end_nothing_is_done() -> None:
    over, _ = play(turning(rounds=1), "wheel 1", "wheel 1")
    assert found(over, "wheel 1") == [("R5.3", "over")]
