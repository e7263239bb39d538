"""Work is bounded on a position with more maneuvers than anyone lists."""

import sys
from itertools import islice
from random import Random
from types import FrameType

import hexwidget as hw
from hexwidget.rules import AtLeast

CROWDED = (
    "../.&/~# even-r red,blue red:0101=1spearman+1swordsman,0201=1peasant+1archer+1trebuchet,"
    "0202=1spearman+1cavalry,0101=city red round=2 pace=per_unit rounds=2"
)
MOST_CALLS = 100_000
"""The calls of functions for a sample; the search for all maneuvers makes many millions."""


def test_a_sample_of_a_crowded_position_takes_little_work() -> None:
    actions = hw.system("depletion").read(CROWDED).legal_actions()
    calls = 0

    def counted(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event == "call"
        assert calls < MOST_CALLS

    sys.setprofile(counted)
    try:
        action = actions.sample(Random(0))
    finally:
        sys.setprofile(None)
    assert action in actions


def test_a_crowded_position_is_listed_lazily_and_counted_in_part() -> None:
    actions = hw.system("depletion").read(CROWDED).legal_actions()
    assert len(set(islice(actions, 1_000))) == 1_000
    assert isinstance(actions.count(), AtLeast)
