"""My game keeps the promises of every rule system, and its clauses bar what they say."""

import pytest
from my_game import MY_GAME

import hexwidget as hw


def test_my_game_conforms():
    hw.testing.conform(MY_GAME)


@pytest.mark.parametrize(
    ("action", "clause"),
    [("red: 0101-0301", "M1"), ("red: 0103-0203", "M2"), ("blue: 0102-0101", "M2")],
)
def test_a_clause_bars(action, clause):
    assert clause in hw.scenario("my_game/first").position.check(action).clauses


def test_a_letter_is_secret():
    seen = hw.scenario("my_game/first").position.observe("blue").seen
    assert seen.letters == (-1, 1)  # M4
