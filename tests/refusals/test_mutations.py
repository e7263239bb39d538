"""The judges of sentences can fail: a sentence with another number, name or space is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import Finding, Position
from tests.amounts import many
from tests.refusals.material import material, questions

POSITIONS = many(120, 3000, quick=20)
ACTIONS = 6
"""The number of actions that are tried on each position."""


def changed(position: Position, finding: Finding) -> Iterator[Finding]:
    """The finding with one of its numbers, names or spaces changed, where its wording shows it."""
    for name, value in finding.numbers.items():
        for other in _others(position, value):
            yield replace(finding, numbers={**finding.numbers, name: other})
    for n, space in enumerate(finding.subjects):
        subjects = (*finding.subjects[:n], _another_space(position, space), *finding.subjects[n + 1 :])
        yield replace(finding, subjects=subjects)


def _others(position: Position, value: Any) -> Iterator[Any]:
    """Other values of a kind: one more, and in a text another player, another space, and another number."""
    if isinstance(value, int):
        yield value + 1
        return
    text = str(value)
    yield f"{text}s"
    for player, other in zip(position.players, (*position.players[1:], position.players[0]), strict=True):
        if player in text:
            yield text.replace(player, other)
    digits = [n for n, letter in enumerate(text) if letter.isdigit()]
    for at in digits[-1:]:
        yield f"{text[:at]}{(int(text[at]) + 1) % 10}{text[at + 1 :]}"


def _another_space(position: Position, space: str) -> str:
    """A space of the same map."""
    names = [name for name in position.map.names() if name != space] if hasattr(position, "map") else []
    return names[len(space) % len(names)] if names else f"{space}s"


@pytest.mark.parametrize("name", hw.system_names())
def test_a_sentence_with_something_changed_is_refused(name: str) -> None:
    of, tried, passed = material(name), 0, {}
    for position, action in questions(of, POSITIONS, ACTIONS, "changed"):
        findings = position.check(action).findings
        told = {finding.text for finding in findings}
        for finding in findings:
            key = (finding.clause, finding.code)
            if key not in of.sentences:
                continue
            for other in changed(position, finding):
                if other.text not in told:
                    tried += 1
                    if of.sentences[key](position, action, other):
                        passed.setdefault(key, f"{finding.text}\n  -> {other.text}\n  {action.player}: {action}")
    assert tried > POSITIONS
    assert not passed, "\n".join(f"{key}: {case}" for key, case in passed.items())
