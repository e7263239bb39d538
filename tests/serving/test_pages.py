"""Pages of servers: what they say of the door is in the language of the process."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from hexwidget.languages import speaking
from hexwidget.serving.pages import page_of
from hexwidget.table.pages import PAGE

FRONT_END = Path(__file__).parents[2] / "js" / "src" / "pages" / "table"


def test_a_page_brings_the_words_about_the_door_in_german_and_none_in_english() -> None:
    assert bytes(page_of(PAGE).body).decode() == PAGE
    with speaking("de"):
        page = bytes(page_of(PAGE).body).decode()
    found = re.search('data-words="([^"]*)"', page)
    assert found is not None
    words = json.loads(unescape(found[1]))
    assert words["language"] == "de"
    code = "".join((FRONT_END / f"{name}.ts").read_text(encoding="utf-8") for name in ("joining", "entrance"))
    assert {*words["said"]} == {*re.findall(r'\bsay\(\s*"([^"]*)"', code)}
