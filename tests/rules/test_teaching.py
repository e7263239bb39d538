"""The words that teach a learner each clause of the bundled rulebooks."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import hexwidget as hw
from examples.toy import TOY
from hexwidget.rules import Clause

SYSTEMS = [name for name in hw.system_names() if name != TOY.name]
"""The bundled systems. The toy teaches nobody."""

MOST_CHARACTERS = 220
"""The length of words that a callout on the board has room for."""

MOST_WORDS = 25
"""The most words of a sentence."""

FOR_IMPLEMENTERS = re.compile(
    r"\b[A-Z]\d+\.\d+|\w_\w|\b(?:cited?|parameters?|code|verdict|this clause|project|bundled|our own|the engine)\b"
)
"""Words for implementers, which no title, text or `teach` may hold: ids, names in code, remarks on the project."""

TERMS: dict[str, dict[str, str]] = {
    "depletion": {
        r"maneuvers?": "D1.1",
        r"movement points?": "D1.3",
        r"deplet\w+": "D1.7",
        r"soldiers?": "D1.9",
        r"march\w*": "D2.1",
        r"dropp?(?:ed|ing)?": "D3.2",
        r"pick(?:ed|ing)? (?:\w+ )?up": "D4.2",
        r"army size limit": "D4.4",
        r"corps": "D5.1",
        r"vessels?": "D6.1",
        r"wad(?:e|ing)": "D6.3",
        r"ferr\w+": "D7.1",
        r"seats?": "D7.3",
        r"explor\w+|unexplored": "D8.1",
        r"tiles?|claim\w*": "D8.2",
        r"relics?": "D8.7",
        r"event cards?|voting cubes?": "D8.8",
        r"capital": "D8.10",
        r"(?:attack|defence) cubes?|bag": "D9.1",
        r"rounds?": "D1.16",
    },
    "frontiers": {
        r"heartlands?|frontiers?": "F1.1",
        r"graveyard|vault": "F1.2",
        r"combats?|replenishment": "F2.1",
        r"battle phase": "F2.3",
        r"strategy phase": "F2.2",
        r"initiative": "F2.4",
        r"stratagems?|battle tactics?|maneuvers?|army deck": "F2.6",
        r"deploy\w*|ready": "F3.1",
        r"exert\w*|supply cost": "F3.2",
        r"commit\w*|advanc\w+": "F4.1",
        r"win": "F5.4",
        r"occup\w+": "F6.2",
        r"triggers?": "F2.7",
    },
    "orders": {
        r"orders?": "O1.1",
        r"initiative": "O1.2",
        r"tiles?": "O1.8",
        r"ATTACK": "O2.1",
        r"total": "O2.3",
        r"BUILD": "O3.1",
        r"DEFEND": "O4.1",
        r"DEFEND bonus": "O4.2",
        r"DESTROY": "O5.1",
        r"resource points?": "O6.1",
        r"MAGIC|spells?": "O7.1",
    },
    "plotted": {
        r"routes?": "P1.1",
        r"movement value|march\w*|charge|running": "P1.3",
        r"steps?": "P2.1",
        r"melees?": "P5.2",
        r"head-on": "P3.4",
        r"zones? of control": "P4.3",
        r"defence zone": "P4.4",
    },
    "rondel": {
        r"maneuvers?|movement phase": "R1.1",
        r"actions?": "R1.2",
        r"know-how": "R1.3",
        r"WHEEL|ROADS|SAILING|NAVIGATION": "R1.4",
        r"upright": "R2.4",
        r"defence strength": "R4.3",
        r"city tokens?": "R4.6",
        r"wedges?": "R5.1",
    },
}
"""The words of each rulebook that a player has to learn, as patterns, each with the clause that explains it."""


def flaws(clause: Clause) -> Iterator[str]:
    """What is wrong with the words of a clause."""
    words = clause.teach
    if not words[:1].isupper() or not words.endswith("."):
        yield "they are not whole sentences"
    if len(re.findall(r"[.!?](?=\s|$)", words)) > 2:
        yield "they have more than two sentences"
    if len(words) > MOST_CHARACTERS:
        yield f"they have more than {MOST_CHARACTERS} characters"
    if any(len(sentence.split()) > MOST_WORDS for sentence in re.split(r"(?<=[.!?])\s", words)):
        yield f"they have a sentence of more than {MOST_WORDS} words"
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
        (f"You may {'march ' * MOST_WORDS}on.", "they have a sentence of more than 25 words"),
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


@pytest.mark.parametrize("name", SYSTEMS)
def test_clauses_speak_to_players(name: str) -> None:
    book = hw.system(name).rulebook
    said = {clause.id: f"{clause.title}. {clause.text} {clause.teach}" for clause in book.values()}
    assert {at: found[0] for at, text in said.items() if (found := FOR_IMPLEMENTERS.search(text))} == {}


def before(book: hw.rules.Rulebook, clause: str) -> set[str]:
    """The clauses that a learner meets before a clause, because words of theirs are used."""
    first = book[clause].after
    return {*first}.union(*(before(book, each) for each in first))


def uses(clause: Clause, term: str) -> bool:
    """True if the title or the words for learners of a clause use a term."""
    return re.search(rf"\b(?:{term})\b", f"{clause.title}. {clause.teach}", re.IGNORECASE * term.islower()) is not None


@pytest.mark.parametrize(
    ("name", "term", "explained"), [(name, *each) for name, terms in TERMS.items() for each in terms.items()]
)
def test_each_term_is_explained_before_it_is_used(name: str, term: str, explained: str) -> None:
    book = hw.system(name).rulebook
    assert uses(book[explained], term)
    users = [clause.id for clause in book.values() if uses(clause, term)]
    assert [each for each in users if explained != each and explained not in before(book, each)] == []
