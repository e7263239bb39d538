"""Files of progress: what is read can be written again, and nothing that a learner has done is lost without a word."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from hexwidget.lessons.learners.records import MOST_PLACES, Bookmark, Progress
from hexwidget.problems import InputError

WHOLE: dict[str, Any] = {
    "format": "hexwidget.progress/1",
    "counts": 2,
    "exercises": {"far": {"tries": 2, "hints": 1, "solved": True, "shown": 1, "at": 1_000_000_000, "rough": True}},
    "clauses": {"plotted": {"P1.1": {"used": 1, "missed": 2, "since": 0, "box": 1, "at": 1_000_000_000}}},
    "places": {"a course": {"part": "stage/east", "game": "a game", "shown": [1, 2]}},
}
HAS_TO_BE_THERE = {
    "format",
    "exercises",
    "tries",
    "hints",
    "solved",
    "used",
    "missed",
    "since",
    "part",
    "game",
    "shown",
}
NOT_NEEDED = {("exercises", "far", "shown")}
UNSHOWABLE = ["\ud800", "a\0b", "\u202e"]
"""Texts that no file can hold, or that no page can show."""


def paths(data: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The place of each entry."""
    for key, value in data.items() if isinstance(data, dict) else ():
        yield (*at, key)
        yield from paths(value, (*at, key))


def refused(data: Any, place: str) -> None:
    with pytest.raises(InputError, match=place):
        Progress.of_text(json.dumps(data))


def within(data: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def test_what_is_read_is_what_is_written() -> None:
    assert json.loads(Progress.of_text(json.dumps(WHOLE)).text) == WHOLE


@pytest.mark.parametrize("path", [*paths(WHOLE)], ids="/".join)
def test_an_entry_that_has_to_be_there_is_missed(path: tuple[str, ...]) -> None:
    data = deepcopy(WHOLE)
    del within(data, path[:-1])[path[-1]]
    if path[-1] in HAS_TO_BE_THERE and path not in NOT_NEEDED:
        refused(data, path[-1])
    else:
        written = Progress.of_text(json.dumps(data)).text
        assert Progress.of_text(written).text == written


@pytest.mark.parametrize(
    "path", [(), *(path for path in paths(WHOLE) if isinstance(within(WHOLE, path), dict))], ids="/".join
)
def test_no_entry_is_dropped_in_silence(path: tuple[str, ...]) -> None:
    data = deepcopy(WHOLE)
    within(data, path)["another"] = 1
    refused(data, "another")


@pytest.mark.parametrize("text", UNSHOWABLE, ids=ascii)
@pytest.mark.parametrize(
    "path", [("exercises", "far"), ("clauses", "plotted"), ("clauses", "plotted", "P1.1"), ("places", "a course")]
)
def test_a_name_that_cannot_be_shown_is_refused(path: tuple[str, ...], text: str) -> None:
    data = deepcopy(WHOLE)
    entries = within(data, path[:-1])
    entries[text] = entries.pop(path[-1])
    refused(data, f"/{path[0]}")


@pytest.mark.parametrize("text", UNSHOWABLE, ids=ascii)
@pytest.mark.parametrize("part", ["part", "game"])
def test_a_place_that_cannot_be_shown_is_refused(part: str, text: str) -> None:
    data = deepcopy(WHOLE)
    data["places"]["a course"][part] = text
    refused(data, "/places")


def test_the_places_of_the_last_courses_are_read() -> None:
    places = {f"course-{n}": {"part": "stage/a", "game": "", "shown": []} for n in range(MOST_PLACES + 5)}
    read = Progress.of_text(json.dumps({**WHOLE, "places": places}))
    assert [*json.loads(read.text)["places"]] == [*places][-MOST_PLACES:]
    assert read.place("course-5") == Bookmark("stage/a")


def test_a_file_of_ones_own_can_be_another(tmp_path: Path) -> None:
    (tmp_path / "me.json").write_text("{}", encoding="utf-8")
    with pytest.raises(InputError, match=r"me\.json.*name another file"):
        Progress(tmp_path / "me.json")
