"""Melee: dice, losses and their exact odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from hexwidget.rules import CHANCE
from hexwidget.systems.plotted.position import PlottedPosition
from tests.plotted.positions import fights, kinds, places, rolled, scripted, turn

PLOTTED = scripted({}, {}).system


def between_two() -> PlottedPosition:
    """Red's cavalry fights two units at once. One of them has charged."""
    position = scripted({"0404": "cavalry 1"}, {"0304": "infantry 2", "0704": "cavalry 2"}, engaged=[["0304", "0404"]])
    after, events = turn(position, "all rest", "charge 0704-0604-0504")
    assert fights(events) == [("0304", "0404"), ("0404", "0504")]
    return after


@pytest.mark.clause("P5.2")
def test_the_lower_roll_loses_a_point_and_equal_rolls_cost_both() -> None:
    position = scripted({"0303": "cavalry 2"}, {"0403": "infantry 1"})
    fighting, _ = turn(position, "march 0303-0403")
    assert fighting.to_act == CHANCE
    higher, events = rolled(fighting, 12, 7)
    assert places(higher) == {"0303": "red cavalry 2"}
    assert kinds(events) == ["rolled", "lost", "removed", "turn_over"]
    lower, _ = rolled(fighting, 7, 12)
    assert places(lower) == {"0303": "red cavalry 1", "0403": "blue infantry 1"}
    equal, events = rolled(fighting, 7, 7)
    assert places(equal) == {"0303": "red cavalry 1"}
    assert equal.engaged == ()
    assert lower.engaged == ((lower.map.index("0303"), lower.map.index("0403")),)


@pytest.mark.clause("P5.2")
def test_the_odds_are_told_with_the_melees() -> None:
    _, events = turn(scripted({"0303": "cavalry 1"}, {"0403": "infantry 4"}), "march 0303-0403")
    assert [e.text for e in events if e.kind in ("melee", "survival")] == [
        "Red's cavalry on 0303 and blue's infantry on 0403 fight: 47.5 % and 47.5 % to win, 5 % that both lose",
        "Red's cavalry on 0303: 47.5 % to have strength left afterwards",
    ]


@pytest.mark.clause("P5.2")
def test_a_charge_over_two_hexes_adds_two() -> None:
    position = scripted({"0203": "cavalry 2"}, {"0503": "infantry 2"})
    charged, _ = turn(position, "charge 0203-0303-0403")
    ran, _ = turn(position, "run 0203-0303-0403")
    assert PLOTTED.odds(ran)["0403", "0503"].higher == Fraction(190, 400)
    higher = sum(c + 2 > d for c, d in product(range(1, 21), repeat=2))
    assert PLOTTED.odds(charged)["0403", "0503"].higher == Fraction(higher, 400)
    after, events = rolled(charged, 10, 11)
    assert places(after)["0503"] == "blue infantry 1"
    assert "lost" in kinds(events)
    # A charge over one hex adds nothing.
    short, _ = turn(scripted({"0303": "cavalry 2"}, {"0503": "infantry 2"}), "charge 0303-0403")
    assert not any(flag for pair in short.melees for flag in pair.charged)


@pytest.mark.clause("P5.2")
def test_all_losses_are_taken_at_once_and_added_up() -> None:
    position = between_two()
    after, events = rolled(position, 1, 20, 19, 20)
    assert places(after) == {"0304": "blue infantry 1", "0504": "blue cavalry 2"}
    assert kinds(events).count("removed") == 1
    strong = scripted({"0404": "cavalry 3"}, {"0304": "infantry 2", "0504": "cavalry 2"},
                      engaged=[["0304", "0404"], ["0404", "0504"]])  # fmt: skip
    fighting, _ = turn(strong, "all rest")
    after, _ = rolled(fighting, 20, 1, 1, 20)
    assert places(after)["0404"] == "red cavalry 1"


def test_odds_equal_the_count_over_all_dice() -> None:
    position = between_two()
    survived: dict[str, int] = {"0304": 0, "0404": 0, "0504": 0}
    for dice in product(range(1, 21), repeat=2):
        a, b = dice  # infantry against the cavalry, which has one point
        survived["0304"] += 1
        for c, d in product(range(1, 21), repeat=2):  # the cavalry against the one that has charged
            survived["0404"] += b > a and c > d + 2
    odds = PLOTTED.survival(position)
    assert odds["0404"] == Fraction(survived["0404"], 20**4)
    assert odds["0304"] == odds["0504"] == 1
    # Dice that are rolled already count.
    lying, _ = rolled(position, 20)
    assert PLOTTED.survival(lying)["0404"] == 0


@pytest.mark.clause("P5.2")
def test_without_melee_no_dice_are_rolled() -> None:
    position = scripted({"0303": "cavalry 2"}, {"0403": "infantry 1"}, melee="none")
    after, events = turn(position, "march 0303-0403")
    assert kinds(events)[-2:] == ["melee", "turn_over"]
    assert places(after) == {"0303": "red cavalry 2", "0403": "blue infantry 1"}
    assert after.engaged
    assert after.to_act == {"red", "blue"}
