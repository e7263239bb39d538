"""No small position stalls: each question of a random position with extreme settings takes a bounded number of calls.

Work is counted, not time (`tests.systems.counting`), so a stall fails here and does not hang. A position is asked one kind of question,
drawn at random. ``HEXWIDGET_DEAREST=dearest.txt HEXWIDGET_SOAK=0.1 python -m pytest tests/systems/test_no_position_stalls.py`` writes
the dearest question of each kind and the processor seconds to that file.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.play import Session
from tests.amounts import SOAK, chances, many
from tests.systems.counting import TooMuchError, calls_of
from tests.systems.extremes import EXTREME, Questions

MOST_CALLS = {
    "check": 50_000,
    "pick": 50_000,
    "first 1,000": 200_000,
    "sample": 400_000,
    "reach": 2_000_000,
    "choices": 2_000_000,
    "why": 4_000_000,
    "nearest": 4_000_000,
    "move": 4_000_000,
    "compare": 8_000_000,
    "review": 8_000_000,
}
"""The most calls of a question by the first word of its kind: two to ten times those of the dearest of some 500 questions. A second takes
about a million calls, counted."""
OF_ITS_OWN = {("depletion", "first 1,000"): 8_000_000}
"""The most calls where a system has a bound of its own: the maneuvers of many kinds of units with few results share very many states,
each of which has to be left behind before all results are known."""
REVIEWED = 2
"""The actions of a game that is reviewed: each is compared with others in some 300 short games."""
QUICKLY_REVIEWED = ["depletion", "plotted", "rondel", "counters"]
"""The systems whose games are reviewed in a daily run."""
SELDOM = {"compare": 0.2, "move": 0.3, "why": 0.4, "nearest": 0.4, "reach": 0.4}
"""The weights of dear kinds: they are asked less often than others."""


@dataclass
class Dearest:
    """The questions of a kind that were asked: their number, their processor seconds, and the dearest of them."""

    asked: int = 0
    seconds: float = 0.0
    calls: int = 0
    longest: float = 0.0
    position: str = ""

    def add(self, calls: int, seconds: float, position: str) -> None:
        self.asked += 1
        self.seconds += seconds
        if calls > self.calls:
            self.calls, self.longest, self.position = calls, seconds, position

    def __str__(self) -> str:
        return f"{self.asked} asked in {self.seconds:.2f} s, dearest {self.calls:,} calls in {self.longest:.3f} s: {self.position}"


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", list(EXTREME))
def test_a_question_takes_a_bounded_number_of_calls(name: str) -> None:
    dearest: dict[str, Dearest] = {}
    for number in range(many(25, 1667)):
        rng = chances(name, number, "stalls")
        position, other = EXTREME[name](rng), EXTREME[name](rng)
        questions = Questions(name, position, other, number)
        asked = [*questions]
        (chosen,) = rng.choices(asked, [SELDOM.get(kind.partition(":")[0], 1) for kind, _ in asked])
        kind, ask = chosen
        start, most = process_time(), OF_ITS_OWN.get((name, kind), MOST_CALLS[kind.partition(":")[0]])
        try:
            calls = calls_of(ask, most)
        except TooMuchError:
            pytest.fail(f"{kind} takes more than {most:,} calls at {position.notation}")
        dearest.setdefault(kind, Dearest()).add(calls, process_time() - start, position.notation)
    if path := os.environ.get("HEXWIDGET_DEAREST"):
        with Path(path).open("a", encoding="utf-8") as file:
            file.writelines(f"{name}, {kind}: {found}\n" for kind, found in sorted(dearest.items()))


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", list(EXTREME) if SOAK else QUICKLY_REVIEWED)
def test_a_review_takes_a_bounded_number_of_calls(name: str) -> None:
    for number in range(many(1, 30)):
        rng = chances(name, number, "reviews")
        session: Session[Any] = Session(EXTREME[name](rng), seed=number)
        for _ in range(REVIEWED):
            if session.position.to_act:
                session.play(session.position.legal_actions(min(session.position.to_act)).pick(rng))
        for player in {step.action.player for step in session.line if step.action}:
            try:
                calls_of(partial(hw.review, session, player, progress=False), MOST_CALLS["review"])
            except TooMuchError:
                pytest.fail(
                    f"a review takes more than {MOST_CALLS['review']:,} calls from {session.line[0].position.notation}"
                )


def test_a_stall_fails_and_does_not_hang() -> None:
    (position, other), calls = [EXTREME["frontiers"](Random(n)) for n in (1, 2)], 100
    (ask,) = [ask for kind, ask in Questions("frontiers", position, other, 1) if kind == "choices"]
    with pytest.raises(TooMuchError):
        calls_of(ask, calls)
