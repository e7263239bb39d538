"""Lessons that a wargame has without a line of its author's."""

from __future__ import annotations

import pytest

import hexwidget as hw
from hexwidget.lessons.documents.defaults import exercises_of
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
        assert all(name in each.title for name in (getattr(action, "unit", ""), getattr(action, "to", "")))
