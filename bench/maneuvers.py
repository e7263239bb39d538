"""Enumeration of all maneuvers of a position, and checks of single ones: the cost of an action and of a verdict."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, islice
from time import perf_counter

import hexwidget as hw
from bench.timing import interleaved, machine, table
from hexwidget.systems.depletion.legality import is_legal
from hexwidget.systems.depletion.position import DepletionPosition

TITLE = "What do an action and a verdict cost?"

MOST_LISTED = 3000
CHECKED = {
    "legal, a whole army": "0203-0303-0304",
    "legal, split, drop and march": "0203(1 archer, 1 cavalry)-0303[-1 archer]-0202-0201 march",
    "barred by points": "0203-0303-0403-0402-0502",
    "barred by five clauses": "0203-0303-0405-0505-0605[-4 archers]-0705",
}


def run() -> None:
    """Print microseconds an action, then checks without and with their findings side by side."""
    print(f"\nManeuvers enumerated, microseconds an action ({machine()})")
    for name in (
        "depletion/first-steps",
        "depletion/two-of-four-ride-off",
        "depletion/gathering-cavalry",
        "depletion/the-strait",
    ):
        position = hw.scenario(name).position
        times, number = [], 0
        for _ in range(9):
            start = perf_counter()
            number = sum(1 for _ in islice(position.legal_actions(), MOST_LISTED))
            times.append((perf_counter() - start) / number)
        print(f"  {sorted(times)[4] * 1e6:8.1f} us an action   {name}: {number} actions")
    position = hw.scenario("depletion/first-steps").position
    for name, text in CHECKED.items():
        table(f"Check of {text}: {name}", interleaved(_candidates(position, text)), "with findings")


def _candidates(position: DepletionPosition, text: str) -> dict[str, Callable[[int], object]]:
    # Fresh actions in turn, so that no cache by identity helps.
    actions = cycle([position.parse(text) for _ in range(8)])
    full = len(position.check(text).findings)

    def status_only(_: int) -> object:
        return is_legal(position, next(actions))  # type: ignore[arg-type]

    def with_findings(_: int) -> object:
        verdict = position.check(next(actions))
        assert len(verdict.findings) == full
        return verdict

    def with_texts(_: int) -> object:
        return str(position.check(next(actions)))

    return {"status only": status_only, "with findings": with_findings, "with findings and all texts": with_texts}
