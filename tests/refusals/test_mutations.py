"""The judges of sentences can fail: a sentence with another number, name or space is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import Action, Finding, Position
from tests.amounts import many
from tests.refusals.material import Truth, material, questions

POSITIONS = many(80, 3000, quick=20)
ACTIONS = 6
"""The number of actions that are tried on each position."""
TRUE_AS_WELL = 0.1
"""The largest share of changed sentences that a judge may accept, besides one: with another name or space a sentence may be true of
another unit, group or player."""


def changed(position: Position, finding: Finding) -> Iterator[tuple[str, Finding]]:
    """The finding with one of its numbers, names or spaces changed, each with the name of the part."""
    for name, value in finding.numbers.items():
        for other in _others(position, value):
            yield name, replace(finding, numbers={**finding.numbers, name: other})
    for n, space in enumerate(finding.subjects):
        subjects = (*finding.subjects[:n], _another_space(position, space), *finding.subjects[n + 1 :])
        yield f"{{{n}}}", replace(finding, subjects=subjects)


def _others(position: Position, value: Any) -> Iterator[Any]:
    """Other values of a kind: one more; for a text another ending, another player, and another last digit."""
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
    """Another space of the same map; for a thing that is no space a name that nothing has."""
    names = [name for name in position.map.names() if name != space] if hasattr(position, "map") else []
    return names[len(space) % len(names)] if names else f"{space}s"


def _accepts(judge: Truth, position: Position, action: Action, finding: Finding) -> bool:
    """True if a judge takes a sentence for true. One that cannot be read is refused."""
    try:
        return judge(position, action, finding)
    except hw.InputError:
        return False


@pytest.mark.parametrize("name", hw.system_names())
def test_a_sentence_with_something_changed_is_refused(name: str) -> None:
    of = material(name)
    tried: Counter[tuple[str, str, str]] = Counter()
    accepted: dict[tuple[str, str, str], list[str]] = {}
    for position, action in questions(of, POSITIONS, ACTIONS, "changed"):
        findings = position.check(action).findings
        told = {finding.text for finding in findings}
        for finding in findings:
            judge = of.sentences.get((finding.clause, finding.code))
            if judge is None:
                continue
            for part, other in changed(position, finding):
                if other.text in told:
                    continue
                key = (finding.clause, finding.code, part)
                tried[key] += 1
                if _accepts(judge, position, action, other):
                    accepted.setdefault(key, []).append(
                        f"{finding.text}\n  -> {other.text}\n  {action.player}: {action}"
                    )
    assert tried.total() > POSITIONS
    weak = {key: cases for key, cases in accepted.items() if len(cases) > 1 + TRUE_AS_WELL * tried[key]}
    assert not weak, "\n".join(f"{key}, {len(cases)} of {tried[key]}: {cases[0]}" for key, cases in weak.items())
