"""Other languages: the translations use every field, and nobody reads English on a German board of a system that is translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import hexwidget as hw
from hexwidget.english import translated
from hexwidget.languages import languages, speaking, use_language
from tests.amounts import many
from tests.refusals.material import material
from tests.words.collecting import texts
from tools import translations

POSITIONS = many(12, 2000, quick=4)
ENGLISH = re.compile(
    r"\b(and|any|are|at|be|been|board|both|but|by|can|cannot|clause|each|every|everybody|for|from|game"
    r"|goes|has|have|hex|hexes|his|how|if|into|is|it|its|legal|may|more|move|must|next|no|nobody|not|of|on"
    r"|one|only|or|order|orders|other|our|out|over|player|route|side|step|stopped|than|that|the|their|them"
    r"|then|there|they|this|to|turn|unit|units|until|up|what|when|where|which|who|with|without|you"
    r"|your)\b|[{}]"
)
"""English words that are no German words, and braces."""


def english_in(text: str) -> list[str]:
    """The English words in a text, and fields that nothing has filled in. What stands between backticks is code."""
    return ENGLISH.findall(re.sub("`[^`]*`", "", text[:1].lower() + text[1:]))


def test_english_is_found() -> None:
    assert english_in("Die Infanterie zog nach 0203: `march 0202-0203`") == []
    assert english_in("The route of Rot") == ["the", "route", "of"]
    assert english_in("nach {n}")


@pytest.mark.parametrize("path", translations.sources(), ids=lambda path: f"{path.parent.name}-{path.name}")
def test_translations_use_every_field_and_are_compiled(path: Path) -> None:
    assert [*translations.faults(path)] == []
    assert path.with_suffix(".json").read_text(encoding="utf-8") == translations.compiled(path)


@pytest.fixture
def german() -> Iterator[None]:
    with speaking("de"):
        yield


@pytest.mark.slow
@pytest.mark.usefixtures("german")
def test_nobody_reads_english_on_a_german_board() -> None:
    of, found = material("plotted"), dict[str, str]()
    for number in range(POSITIONS):
        rng = Random(f"german {number}")
        position = of.random_position(rng)
        for text in texts(of, position, rng):
            if english_in(read := translated(text.text)):  # the board translates names of things
                found.setdefault(f"{text.place}: {read}", position.notation)
    assert not found, "\n".join(f"{text}\n  {notation}" for text, notation in list(found.items())[:20])


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(hw.InputError, match="unknown language 'dee'; did you mean 'de'"):
        use_language("dee")
    assert languages() == ["de", "en"]
