"""One question about many positions, readings and seeds."""

from __future__ import annotations

import pytest

import hexwidget as hw
from hexwidget.explore import sweep
from hexwidget.explore.running import seed_of
from tests.explore import questions

RIDERS = hw.scenario("depletion/gathering-cavalry").position
FORD = hw.scenario("plotted/the-ford").position


def test_every_position_reading_and_seed_is_asked_once() -> None:
    found = sweep(
        questions.pieces,
        {"riders": RIDERS, "steps": hw.scenario("depletion/first-steps").position},
        readings="pace",
        seeds=3,
    )
    assert len(found) == found.items == 2 * 2 * 3
    assert {(row["position"], row["pace"]) for row in found} == {
        (position, pace) for position in ("riders", "steps") for pace in ("strict", "per_unit")
    }
    assert found["seed"] == [seed_of(0, n) for n in range(12)]
    assert found.columns == ("position", "pace", "seed", "pieces", "first")


def test_a_number_that_was_counted_up_to_a_bound_says_so() -> None:
    found = sweep(questions.actions, hw.scenario("depletion/three-armies").position)
    assert found["answer"] == ["at least 100,000"]


def test_a_reading_changes_the_position() -> None:
    found = sweep(lambda position, rng: len(position.reach("0302")), RIDERS, readings={"pace": ["per_unit", "strict"]})
    alone = [len(p.reach("0302")) for p in (hw.scenario("depletion/gathering-cavalry").position,)]
    assert found.where(pace="strict")["answer"] == alone


def test_an_answer_may_be_several_rows() -> None:
    found = sweep(questions.both, FORD, seeds=2)
    assert found["n"] == [0, 1, 0, 1]
    assert len(set(found["drawn"])) > 2


def test_an_item_that_fails_is_reported_with_its_seed_and_the_others_go_on() -> None:
    found = sweep(questions.now_and_then, FORD, seeds=40)
    assert len(found) + len(found.failures) == 40
    assert 2 < len(found.failures) < 20
    for row in found.failures:
        assert row["seed"] == seed_of(0, int(row["item"] or 0))
        assert "ZeroDivisionError" in str(row["error"])
    spoilt = sweep(questions.spoilt, FORD)
    assert "found: expected a number, a text" in str(spoilt.failures[0]["error"])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"question": "how many"}, "question: expected a function of a position and a random.Random"),
        ({"positions": []}, "positions: expected at least one"),
        ({"positions": "the ford"}, "expected positions"),
        ({"positions": {"a": 1}}, "positions/a: expected a position, not 1"),
        ({"readings": "pase"}, "readings/pase: plotted: unknown option"),
        ({"seeds": 0.5}, "seeds: expected a whole number"),
        ({"readings": 5}, "readings: expected options of the rulebook"),
        ({"readings": {"melee": None}}, "readings/melee: expected some of"),
    ],
)
def test_wrong_arguments_are_refused_with_their_place(given: dict[str, object], message: str) -> None:
    with pytest.raises(hw.InputError, match=message):
        sweep(**{"question": questions.two_dice, "positions": FORD, **given})


def test_an_unknown_reading_is_refused() -> None:
    with pytest.raises(hw.InputError, match="readings/pace: unknown reading 'strickt'; did you mean 'strict'"):
        sweep(questions.two_dice, RIDERS, readings={"pace": ["strickt"]})
