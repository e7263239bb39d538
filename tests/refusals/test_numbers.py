"""The numbers in sentences against actions, and in the explanations of a reach, are those that a naive second implementation counts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import Action, Finding, Position, Verdict
from tests.amounts import many
from tests.depletion.positions import scripted
from tests.refusals.judging import Tally, sentence
from tests.refusals.material import Material, material, questions

SENTENCES = many(80, 2_000, quick=40)
"""The sentences with numbers that are judged in each system: ten thousand of the five systems in a soak."""
FEWEST = 5
"""The most questions that are asked for one sentence, in a system that says few numbers."""
NUMBER = re.compile(r"[0-9]")
EXPLAINED = 6
"""The hexes of a reach that are explained on each position."""


def explained(position: Position, rng: Random) -> Iterator[tuple[Action, Verdict]]:
    """The reasons why a piece cannot go to some spaces, each with the action that the verdict is on."""
    scene = position.scene(None)
    pieces = [piece for piece in scene.pieces if piece.layer == "unit"]
    for piece in rng.sample(pieces, min(1, len(pieces))):
        reach: Any = position.reach(piece.space)
        names = [name for name in reach.map.names() if name not in reach]
        for space in rng.sample(names, min(EXPLAINED, len(names))):
            verdict = reach.why(space)
            with suppress(hw.InputError):
                yield position.parse(f"{scene.players[piece.owner].name}: {verdict.subject}"), verdict


def has_numbers(finding: Finding) -> bool:
    """True if a sentence says a number that is no space."""
    text = finding.text
    for space in finding.subjects:
        text = text.replace(space, "")
    return bool(NUMBER.search(text))


def said(of: Material, seed: str) -> Iterator[tuple[Position, Action, Finding]]:
    """The sentences with numbers of random positions: against actions, and in explanations of a reach."""
    for position, action in questions(of, FEWEST * SENTENCES, 1, seed):
        yield from ((position, action, finding) for finding in position.check(action).findings)
        if of.name == "depletion":  # in the other systems a reach is explained by the verdicts on actions
            for asked, verdict in explained(position, Random(position.key)):
                # Other findings may be on the straight way, where the verdict is on a way round.
                yield from ((position, asked, f) for f in verdict.findings if f.code == "too_dear")


@pytest.mark.parametrize("name", [name for name in hw.system_names() if name != "toy"])
def test_the_numbers_of_sentences_are_counted_again(name: str) -> None:
    of, tally, complaints = material(name), Tally(), list[str]()
    for position, action, finding in said(of, "numbers"):
        if has_numbers(finding):
            complaints += [
                f"{each}\n  {position.notation}\n  {action}" for each in sentence(of, position, action, finding, tally)
            ]
        if tally.sentences >= SENTENCES:
            break
    assert tally.sentences
    assert not complaints, "\n".join([f"{len(complaints)} complaints", *complaints[:10]])


def test_a_way_that_is_called_a_distance_is_found() -> None:
    """A detour of three steps to the next hex: the way takes 3, and the hex is 1 away."""
    of, position = material("depletion"), scripted({"0101": "1 spearman"}, map=". . .\n . . .")
    action = position.parse("0101-0102-0202-0201")
    (finding,) = position.check(action).findings
    assert finding.text.startswith("this way takes 3 movement points, and the army has 2")
    assert list(sentence(of, position, action, finding, Tally())) == []
    planted = replace(finding, wording=finding.wording.replace("this way takes {needed:movement point}", "{goal} is {needed:movement point} away"))  # fmt: skip
    assert planted.text.startswith("0201 is 3 movement points away")
    assert len(list(sentence(of, position, action, planted, Tally()))) == 1
    assert finding.remedy is not None
    assert str(finding.remedy.action) == "0101-0201"
