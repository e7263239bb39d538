"""The words that teach a learner each clause of the bundled rulebooks."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import hexwidget as hw
from hexwidget.rules import Clause
from hexwidget.testing.toy import TOY

SYSTEMS = [name for name in hw.system_names() if name != TOY.name]
"""The bundled systems. The toy teaches nobody."""

MOST_CHARACTERS = 220
"""The length of words that a callout on the board has room for."""


def flaws(clause: Clause) -> Iterator[str]:
    """What is wrong with the words of a clause."""
    words = clause.teach
    if not words[:1].isupper() or not words.endswith("."):
        yield "they are not whole sentences"
    if len(re.findall(r"[.!?](?=\s|$)", words)) > 2:
        yield "they have more than two sentences"
    if len(words) > MOST_CHARACTERS:
        yield f"they have more than {MOST_CHARACTERS} characters"
    if re.search(r"\b[A-Z]\d+\.\d+", words):
        yield "they name a clause"
    if re.search(r"\d{4}", words):
        yield "they name a hex"


@pytest.mark.parametrize(
    ("words", "flaw"),
    [
        ("", "they are not whole sentences"),
        ("you may march.", "they are not whole sentences"),
        ("You may march", "they are not whole sentences"),
        ("March. Rest. Attack.", "they have more than two sentences"),
        (f"M{'a' * MOST_CHARACTERS}rch.", "they have more than 220 characters"),
        ("You may march, see D2.1.", "they name a clause"),
        ("You may march to 0203.", "they name a hex"),
    ],
)
def test_each_flaw_is_found(words: str, flaw: str) -> None:
    assert [*flaws(Clause("D2.1", "rule", "March", "", "", teach=words))] == [flaw]


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_clause_is_taught_in_two_plain_sentences(name: str) -> None:
    found = {clause.id: [*flaws(clause)] for clause in hw.system(name).rulebook.values()}
    assert {at: wrong for at, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_two_clauses_are_taught_alike(name: str) -> None:
    taught = [clause.teach for clause in hw.system(name).rulebook.values()]
    assert len({*taught}) == len(taught)
