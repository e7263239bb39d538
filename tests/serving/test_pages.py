"""Pages of servers: their words are in the language that is spoken, and come with them."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from hexwidget.languages import catalogue_of, speaking
from hexwidget.table.pages import table_page


def test_a_page_brings_its_words_in_german_and_none_in_english() -> None:
    assert "data-words" not in table_page()
    with speaking("de"):
        page = table_page()
    assert '<html lang="de">' in page
    assert "Connecting" not in page
    found = re.search('data-words="([^"]*)"', page)
    assert found is not None
    words = json.loads(unescape(found[1]))
    assert words["language"] == "de"
    assert words["said"] == {text: list(forms) for text, forms in catalogue_of("de").served.items()}
