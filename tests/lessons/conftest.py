"""A course that tests of a class's report share."""

from __future__ import annotations

import pytest

import hexwidget as hw
from hexwidget.lessons import Course, exercise, stage


@pytest.fixture
def own() -> Course:
    """A stage and an exercise of depletion."""
    position = hw.scenario("depletion/first-steps").position
    east = stage(position, "Play two turns.", within=2, id="east", title="East")
    far = exercise("mark", position, piece="0203", clauses=["D1.2"], title="How far?", id="mark")
    return hw.lessons.course([east, far], "A march")
