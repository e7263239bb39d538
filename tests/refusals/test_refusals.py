"""Every refusal names all reasons, offers what helps, and says what is true: random positions of every system."""

from __future__ import annotations

from random import Random

import pytest

import hexwidget as hw
from hexwidget.rules import TERMINAL, Status
from tests.amounts import many
from tests.refusals.judging import Tally, judge, reasons, untried
from tests.refusals.material import material, questions

POSITIONS = many(40, 10_000, quick=15)
ACTIONS = 6
"""The number of actions that are tried on each position."""
SILENCE_POSITIONS = many(1500, 10_000, quick=1500)
"""The most positions that are looked through for an example of each silence."""
RESAMPLED = 3


@pytest.mark.parametrize("name", hw.system_names())
def test_every_clause_that_can_bar_is_in_the_reference(name: str) -> None:
    assert set(material(name).clauses) == hw.system(name).barring


@pytest.mark.slow
@pytest.mark.parametrize("name", hw.system_names())
def test_refusals_name_all_reasons_help_and_are_true(name: str) -> None:
    of, tally = material(name), Tally()
    for position, action in questions(of, POSITIONS, ACTIONS, "refusals"):
        judge(of, position, action, tally)
    assert tally.refusals > POSITIONS
    assert tally.several
    assert tally.offered["instead"]
    assert not tally.complaints, "\n".join([f"{len(tally.complaints)} complaints", *tally.complaints[:20]])


@pytest.mark.slow
@pytest.mark.parametrize("name", hw.system_names())
def test_every_declared_silence_occurs(name: str) -> None:
    of, tally = material(name), Tally()
    silences = hw.system(name).silences
    declared = {(silence.finding, silence.code, clause) for silence in silences for clause in silence.unsaid}
    for position, action in questions(of, SILENCE_POSITIONS, ACTIONS, "silences"):
        if tally.silenced == declared:
            break
        list(reasons(of, position, action, position.check(action), tally))
    assert tally.silenced == declared


@pytest.mark.parametrize("name", hw.system_names())
def test_a_player_is_told_nothing_that_depends_on_hidden_things(name: str) -> None:
    """A refusal on an observation holds on every position that looks the same, and so does its remedy."""
    of = material(name)
    for number, (position, action) in enumerate(questions(of, POSITIONS // 3, ACTIONS, "hidden")):
        system, player = position.system, action.player
        if position.to_act == TERMINAL:  # its end is announced; a view of the position alone need not show it
            continue
        verdict = system.check(position.observe(player), action)
        if verdict.status is not Status.ILLEGAL:
            continue
        rng = Random(number)
        for alike in (position, *(system.resample(position, player, rng) for _ in range(RESAMPLED))):
            assert set(verdict.clauses) <= set(alike.check(action).clauses), (position.notation, str(action))
            for remedy in verdict.remedies:
                if remedy.action is not None and remedy.certain:
                    assert not untried(alike, action, remedy), (position.notation, str(action), remedy)
