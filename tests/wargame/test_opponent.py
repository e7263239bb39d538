"""A search plays whole turns of a wargame by what the parts say alone."""

from __future__ import annotations

from typing import Any

import pytest

import hexwidget as hw
from hexwidget.explore import policies
from tests.lessons.review.reviewed import counters
from tests.wargame.small import Small
from tests.wargame.test_parts import alone

START = counters()[0]


@pytest.mark.slow
def test_a_search_without_hints_beats_chance_from_either_side() -> None:
    # Chance wins 8 of 8 such games once in 256 times. README.md of counters names the command for a hundred games.
    won = 0
    for player in START.players:
        policy = {player: policies.search(iterations=100)}
        games = hw.explore.playouts(START, 4, policies=policy, seed=1, progress=False)
        won += sum(row["winner"] == player for row in games)
    assert won == 8


def test_a_game_is_worth_its_strength_and_who_would_win_now(monkeypatch: pytest.MonkeyPatch) -> None:
    position = alone("a1 0101 1", "a2 0101 1", "b1 0604 1")
    system: Any = position.system
    assert [system.worth(position, seat) for seat in (0, 1)] == [24.0, 12.0]  # two units to one; nobody would win
    first = hw.rules.Outcome(("ann",), "ann leads", "S9")
    monkeypatch.setattr(Small, "outcome", lambda self, position: first if position.round > position.rounds else None)
    assert [system.worth(position, seat) for seat in (0, 1)] == [36.0, 12.0]
