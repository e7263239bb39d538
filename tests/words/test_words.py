"""Every text that a player reads is English that a computer finds no fault with: in random games of every system."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import hexwidget as hw
from tests.amounts import many
from tests.refusals.material import material
from tests.words.collecting import PHRASE, SENTENCE, Text, renamed, texts
from tests.words.judging import BROKEN, RULES, Setting, complaints

POSITIONS = many(12, 1500, quick=8)
SEEN = {"prompt", "choice", "finding", "remedy", "event", "step", "status", "description", "piece", "card"}
"""The places of texts that every system has, but for one of the last two."""


@pytest.mark.parametrize("name", RULES)
def test_a_rule_finds_a_bad_example(name: str) -> None:
    place, words = BROKEN[name]
    form = PHRASE if place == "finding" else SENTENCE
    setting = Setting(("red", "romans", "greeks"), {"roma": "Roma"})
    assert [rule for rule, _ in complaints([Text(place, form, words)], setting)] == [name]


@pytest.mark.parametrize(
    "words",
    [
        "In Roma romans and blue pass",
        "Red's 2 archers and cavalry move from 0202 over 0302 to 0303 for 1 movement point",
        "1 of 2 hexes is left; an hour, a unit and an archer are not",
        "Greeks' legion holds Roma (33.3 %)",
    ],
)
def test_good_english_breaks_no_rule(words: str) -> None:
    setting = Setting(("red", "romans", "greeks", "blue"), {"roma": "Roma"})
    assert [*complaints([Text("event", SENTENCE, words)], setting)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", hw.system_names())
def test_players_read_good_english(name: str) -> None:
    of, places, found = material(name), Counter[str](), dict[str, str]()
    for number in range(POSITIONS):
        rng = Random(f"words {name} {number}")
        position = renamed(of.random_position(rng), rng)
        labels = {position.map.name(at): position.map.label(at) for at in range(len(position.map))}
        read = [*texts(of, position, rng)]
        places.update(text.place for text in read if text.text)
        for rule, text in complaints(read, Setting(position.players, labels)):
            found.setdefault(f"{rule}, {text.place}: {text.text}", position.notation)
    assert len(SEEN - set(places)) <= 1, f"no text is read at {SEEN - set(places)}"
    assert not found, "\n".join(f"{complaint}\n  {notation}" for complaint, notation in list(found.items())[:20])
