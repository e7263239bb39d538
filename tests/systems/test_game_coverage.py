"""The judge says which forms, clauses and stages its games lacked, and writes positions in short."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

import pytest

import hexwidget as hw
from hexwidget.testing import conform
from hexwidget.testing.game_coverage import possible_stages
from hexwidget.testing.games import text_of, whole_games


@pytest.mark.slow
def test_games_go_to_their_ends_and_what_they_lacked_is_said() -> None:
    start = hw.scenario("orders/two-on-one").position
    first, some, whole = whole_games(start, Random(1), 6)
    assert len(first) <= 7
    assert some[-1] == whole[-1]
    assert some[-1][0].outcome is not None
    assert len(some) == 7
    assert {*some} < {*whole}
    assert first[0][0] is start
    seen = conform(start.system, positions=[start], games=1, steps=4)
    assert (seen.games, seen.ended, seen.steps) == (1, 1, 4)
    assert f"4 of {seen.whole} steps ({4 / seen.whole:.0%}) were looked at closely" in str(seen)
    lacking = seen.lacking["forms never played"]
    assert {form.text for form in start.system.grammar.forms} == {*lacking, *seen.forms}
    for title, names in seen.lacking.items():
        assert not names or f"{title}: {', '.join(names)}" in str(seen)


def test_a_position_in_a_message_is_short_and_is_read_as_the_same() -> None:
    for name in ("orders/two-on-one", "depletion/first-steps", "rondel/inland-sea"):
        position = hw.scenario(name).position
        text = text_of(position)
        assert len(text) <= len(position.notation)
        assert position.system.read(text, strict=False) == position


@pytest.mark.slow
def test_a_game_that_is_over_is_a_start_like_any_other() -> None:
    session = hw.Session("orders/two-on-one", seed=1)
    while session.position.to_act:
        session.play(session.position.legal_actions(min(session.position.to_act)).pick(Random(1)))
    first, some, whole = whole_games(session.position, Random(1), 6)
    assert first == some == whole == [(session.position, None)]
    assert conform(session.position.system, positions=[session.position], games=1, steps=4).ended == 1


@dataclass(frozen=True)
class Hand:
    cards: tuple[Literal["ace", "king"], ...] = ()
    mood: Literal["calm", "bold"] | None = None


def test_words_in_lists_are_no_stages() -> None:
    assert possible_stages(Hand) == {("mood", "calm"), ("mood", "bold")}
