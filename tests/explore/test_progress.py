"""The progress bar: the same for every long question, and for the outermost only."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.explore import playouts, policies, search

STEPS = hw.scenario("depletion/first-steps").position
BORDERS = hw.scenario("rondel/three-borders").position
TWO = hw.scenario("orders/two-on-one").position


class Bar:
    """A stand-in for tqdm's bar that remembers what it is told."""

    made: list[Bar]

    def __init__(self, **told: Any) -> None:
        self.told = told
        self.done: int = told["initial"]
        self.made.append(self)

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def update(self, number: int) -> None:
        self.done += number


@pytest.fixture
def bars(monkeypatch: pytest.MonkeyPatch) -> list[Bar]:
    """The bars from now on."""
    made: list[Bar] = []
    monkeypatch.setattr(Bar, "made", made, raising=False)
    monkeypatch.setattr("tqdm.auto.tqdm", Bar)
    return made


def test_playouts_searches_and_comparisons_count_on_in_one_bar(bars: list[Bar]) -> None:
    playouts(TWO, 2, seed=1)
    search(TWO, iterations=20)
    search(TWO, iterations=5, searches=3)
    compared = hw.compare_readings(BORDERS, "defenders")
    *asked, comparison = bars
    assert [(bar.told["total"], bar.told["unit"], bar.told["delay"]) for bar in asked] == [
        (2, " games", 1),
        (20, " trials", 1),
        (3, " searches", 1),
    ]
    assert comparison.told["unit"] == " actions"
    assert comparison.told["total"] >= max(number or 0 for number in compared.actions)
    assert all(bar.done == bar.told["total"] for bar in bars)


def test_a_search_by_the_clock_counts_seconds(bars: list[Bar]) -> None:
    search(TWO, seconds=0.01)
    (bar,) = bars
    assert (bar.told["total"], bar.told["unit"]) == (1, " seconds")
    assert bar.done <= 1


def test_a_search_within_a_game_shows_no_bar_of_its_own(bars: list[Bar]) -> None:
    def searching(position: Any, player: str, rng: Any) -> Any:
        return search(position, player, iterations=2).action

    playouts(TWO, 1, policies=policies.search(iterations=2), most_actions=3)
    playouts(TWO, 1, policies=searching, most_actions=3)
    assert [bar.told["unit"] for bar in bars] == [" games", " games"]


def test_nothing_is_shown_where_it_is_not_wanted_or_not_installed(
    bars: list[Bar], monkeypatch: pytest.MonkeyPatch
) -> None:
    search(TWO, iterations=2, progress=False)
    hw.compare_readings(BORDERS, "defenders", progress=False)
    assert bars == []
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)  # as if it were not installed
    assert search(TWO, iterations=2).iterations == 2
