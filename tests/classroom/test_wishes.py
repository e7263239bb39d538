"""The teacher's wishes: the server reads the messages that the published schema allows, and refuses all others."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from hexwidget.classroom.wishes import WISHES, read_wall_wish
from tests.serving.pages import validator

ENTRIES: dict[str, Any] = {
    "learner": "a1", "learners": ["a1", "b2"], "text": "x", "part": 1, "over": True, "start": "part 0", "odd": "you", "side": "red",
    "open": True, "address": "http://127.0.0.1:8000/",
}  # fmt: skip
WRONG: dict[str, Any] = {
    "learner": 1, "learners": [], "text": None, "part": -1, "over": 0, "start": [], "odd": "nobody", "side": {},
    "open": 1, "address": None,
}  # fmt: skip


@pytest.mark.parametrize("name", WISHES)
def test_the_reader_and_the_schema_agree(name: str) -> None:
    kind = WISHES[name]
    entries = {each.name: ENTRIES[each.name] for each in fields(kind)}
    given = {"wall": name, **entries}
    wish = read_wall_wish(given)
    assert isinstance(wish, kind)
    assert {key: list(each) if isinstance(each, tuple) else each for key, each in vars(wish).items()} == entries
    assert validator("WallWish").is_valid(given)
    refused = [{**given, "more": 1}, {**entries, "wall": "nothing"}, entries]
    refused += [{key: each for key, each in given.items() if key != left_out} for left_out in entries]
    refused += [{**given, key: WRONG[key]} for key in entries]
    for content in refused:
        assert read_wall_wish(content) is None, content
        assert not validator("WallWish").is_valid(content), content
