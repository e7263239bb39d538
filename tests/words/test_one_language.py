"""One language: what a system is translated into is said in it as a whole, and all else is English as a whole.

The translations carry a mark at each word. A text with a marked and an unmarked word mixes two languages, whatever the words mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from unittest.mock import patch

import pytest

import hexwidget as hw
from hexwidget import languages
from hexwidget.rules import Draft
from tests.amounts import chances, many
from tests.widget.test_languages import read_by_people

MARK = "ʰ"
STEPS = many(60, 2000, quick=10)
TRANSLATED = {"plotted"}
WORD = re.compile(r"[^\W\d_]+")


def marked(text: str) -> str:
    """A translation with a mark at each word outside of its fields."""
    parts = re.split(r"(\{[^}]*\})", text)
    return "".join(part if part.startswith("{") else WORD.sub(rf"\g<0>{MARK}", part) for part in parts)


@pytest.fixture(autouse=True)
def marked_german() -> Iterator[None]:
    made = languages._catalogue

    def catalogue(code: str) -> languages.Catalogue:
        found = made(code)
        forms = {
            context: {english: list(map(marked, each)) for english, each in texts.items()}
            for context, texts in found.forms.items()
        }
        return replace(found, forms=forms, page={text: tuple(map(marked, each)) for text, each in found.page.items()})

    with patch.object(languages, "_catalogue", cache(catalogue)):
        yield


def foreign(text: str, name: str) -> list[str]:
    """The words of a text that are in another language than the texts of a system should be. What stands between backticks is code."""
    words = [word for word in WORD.findall(re.sub("`[^`]*`", "", text)) if len(word) > 1]
    return [word for word in words if word.endswith(MARK) != (name in TRANSLATED)]


def faults(texts: Iterator[str], name: str) -> Iterator[str]:
    return (f"{foreign(text, name)}: {text}" for text in texts if foreign(text, name))


def test_a_word_of_another_language_is_found() -> None:
    assert marked("{unit:nom} auf {0}") == f"{{unit:nom}} auf{MARK} {{0}}"
    assert foreign("aufʰ dem 0203: `march 0202-0203`", "plotted") == ["dem"]
    assert foreign("aufʰ the", "depletion") == [f"auf{MARK}"]


def shown(board: hw.Board) -> Iterator[str]:
    traits = ("_scene", "_state", "_choices", "_current", "_timeline", "_status")
    yield from read_by_people([getattr(board, name) for name in traits])


@pytest.mark.parametrize("name", hw.system_names())
def test_a_board_speaks_one_language_in_a_random_game(name: str) -> None:
    rng = chances("one language", name)
    scenario = next(each for each in hw.scenarios() if each.startswith(f"{name}/"))
    board = hw.Board(scenario, language="de")
    found = dict[str, None]()
    for _ in range(STEPS):
        found |= dict.fromkeys(faults(shown(board), name))
        position = board.session.position
        if not position.to_act:
            board.goto(0)
        elif position.chance:
            board.roll()
        else:
            options = board._activity.choices(Draft()).options
            for option in options[:1]:
                board._activity.choose(option.leads_to)
                found |= dict.fromkeys(faults(shown(board), name))
            board.play(position.legal_actions(min(position.to_act)).sample(rng))
    assert not found, "\n".join([*found][:40])
