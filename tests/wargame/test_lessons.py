"""Lessons that a wargame has without a line of its author's."""

from __future__ import annotations

from dataclasses import replace

import pytest

import hexwidget as hw
from hexwidget.lessons.documents.defaults import course_of, exercises_of
from hexwidget.scaffold.wargame.my_game import START
from tests.lessons.review.reviewed import counters

COUNTERS = counters()[0].system


@pytest.mark.slow
def test_an_exercise_asks_about_an_action_with_one_thing_wrong() -> None:
    hw.register(COUNTERS)
    made = exercises_of(COUNTERS)
    # Of 12 clauses one bars while the die is due, one after the end, and one an attack that few random games come to.
    assert {clause for each in made for clause in each.clauses} >= {*COUNTERS.barring} - {"C3.2", "C3.4", "C5.2"}
    for each in made:
        action = each.position.parse(each.ask["action"])
        assert each.position.to_act == {action.player}
        assert len(each.position.check(action).findings) == 1
        labels = {piece.id: piece.label for piece in each.position.scene().pieces}
        assert labels.get(getattr(action, "unit", ""), "") in each.title
        assert getattr(action, "to", "") in each.title


@pytest.mark.slow
def test_a_first_game_introduces_each_clause_that_its_games_use() -> None:
    hw.register(COUNTERS)
    course = hw.lessons.course(course_of(COUNTERS))
    followed = course.check()
    assert {*COUNTERS.rulebook} - {*followed.introduced} <= {"C3.7"}  # no event and no finding cites it
    assert followed.due == ()
    assert len({*followed.introduced}) == len(followed.introduced)
    met: set[str] = set()
    for each in followed:
        met |= {clause for clause, _ in each.introduced}
        assert {event.clause for step in each.session.line for event in step.events} <= met


def test_a_game_in_one_file_has_a_first_game_from_its_start() -> None:
    course = hw.lessons.first_game(START)
    followed = course.check()
    assert course.title == "My game: a first game"
    assert [each.state for each in followed] == ["done"] * len(course.stages)
    assert {"W2", "W3", "W5"} <= {*followed.introduced}
    assert [stage.title for stage in hw.lessons.first_game(hw.Scenario("my_game", "The river", "", START)).stages] == [
        f"The river: {stage.title}" for stage in course.stages
    ]


def test_a_first_game_needs_somebody_who_acts() -> None:
    ended = replace(START, round=7)
    with pytest.raises(hw.InputError, match="nobody can act in this position"):
        hw.lessons.first_game(ended)
