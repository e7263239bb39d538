"""Exercises for pages without a kernel. `tests.browser.test_offline_exercises` holds a page equal to a desk."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import hexwidget as hw
from hexwidget.files import Annotations
from hexwidget.geometry import SpaceMap
from hexwidget.lessons import Desk, Exercise, load, page
from hexwidget.lessons.exercises import offline_answers
from hexwidget.lessons.exercises.activity import CHOICES_KEPT
from hexwidget.problems import InputError
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.looks import Looks
from hexwidget.widget.pages.recording import run_to_end
from tests import inside
from tests.widget.test_differences import applied
from tests.widget.test_messages import SCHEMA

ACTED = [each for name in hw.system_names() for each in load(name) if each.task.on_the_board == "action"]


def held(exercise: Exercise, **bounds: int) -> dict[str, Any]:
    made: dict[str, Any] = run_to_end(
        offline_answers.exercises_for_page([exercise], 0, Drawings(Annotations()), Looks(), **bounds)
    )
    return made


@pytest.mark.slow
@pytest.mark.parametrize("exercise", ACTED, ids=lambda each: each.id)
def test_however_little_a_page_holds_the_right_answer_is_among_it(exercise: Exercise) -> None:
    (variant,) = held(exercise, most=5)["exercises"][0]["variants"]
    frames, replies = variant["frames"], variant["replies"]
    at = 0
    for _ in exercise.task.way:
        leads = [each["to"] for each in frames[at]["held"] if "to" in each]
        solved = [each for each in frames[at]["held"] if "reply" in each and replies[each["reply"]]["right"]]
        assert solved or leads
        if solved:
            return
        at = next(to for to in leads if any("reply" in each for each in frames[to]["held"]))
    pytest.fail("the way of the right answer ends before the aim")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["depletion/a-march-goes-further", "orders/move-and-build", "plotted/where-they-meet"])
def test_what_travels_is_what_the_schema_says(name: str) -> None:
    made = held(load(name)[0])
    Draft202012Validator({"$ref": "#/$defs/OfflineExercises", "$defs": SCHEMA["$defs"]}).validate(made)
    assert len(made["exercises"][0]["variants"]) == (1 + offline_answers.VARIANTS if load(name)[0].vary else 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["depletion/leave-one-behind", "orders/move-and-build", "plotted/stopped-to-fight"])
@pytest.mark.parametrize("most", [20, 150])
def test_a_page_offers_what_it_holds(name: str, most: int) -> None:
    exercise = load(name)[0]
    (variant,) = held(exercise, most=most)["exercises"][0]["variants"]
    for frame in variant["frames"]:
        shown = list[dict[str, Any]]()
        for each in frame["held"]:
            shown.append(applied(shown[each["like"]] if shown else None, each["choices"]))
        known = [each["draft"] for each in shown] + [each["under"] for each in frame["held"] if "under" in each]
        for each in shown:
            for option in each["options"]:
                assert option["findings"] or option["leadsTo"] in known
            for name in spaces_of(each["field"], exercise):
                assert {**each["draft"], each["field"]["slot"]: name} in known


def spaces_of(field: dict[str, Any] | None, exercise: Exercise) -> Iterator[str]:
    """The spaces of a reach as it travels."""
    for _, (skip, data) in field["levels"] if field else ():
        plane = int.from_bytes(b64decode(data), "little") << 8 * skip
        yield from (exercise.position.map.name(index) for index in SpaceMap.members(plane))


def choices_in(variant: dict[str, Any]) -> int:
    return sum(len(frame["held"]) for frame in variant["frames"])


@pytest.mark.slow
def test_a_page_holds_so_many_choices_and_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    """The way of the right answer may come on top, a few choices for each of its frames."""
    wide = load("depletion/leave-one-behind")[0]
    whole, less = (held(wide, most=most)["exercises"][0]["variants"][0] for most in (offline_answers.MOST_CHOICES, 100))
    assert (
        choices_in(less)
        < 100 + 20
        < offline_answers.MOST_CHOICES
        < choices_in(whole)
        < offline_answers.MOST_CHOICES + 20
    )
    assert "the simplest ones" in less["beyond"]
    monkeypatch.setattr(offline_answers, "MOST_REASONS", 7)
    assert len(held(wide)["exercises"][0]["variants"][0]["why"]) <= 7


@pytest.mark.slow
def test_a_desk_in_a_saved_notebook_shares_its_choices_out() -> None:
    wide = load("depletion/leave-one-behind")[0]
    listed = [replace(wide, id=f"wide {n}") for n in range(2)]
    with closing(Desk(listed)) as desk:
        made = run_to_end(inside.lesson(desk).for_page(Drawings(Annotations()), Looks(), brief=True))
    many = [choices_in(each["variants"][0]) for each in made["exercises"]]
    assert max(many) <= CHOICES_KEPT // 2 + 20


@pytest.mark.slow
def test_a_page_says_what_it_leaves_out_and_names_the_site() -> None:
    wide = load("depletion/leave-one-behind")[0]
    with closing(Desk("orders/alone-or-together")) as desk:
        assert "hexwidget-play" not in inside.sharing(desk.board).recorded()
    with closing(Desk(wide)) as desk:
        hw.use_site("https://rules.example/")  # its page to play on
        try:
            found = inside.sharing(desk.board).recorded()
        finally:
            hw.use_site("")
    assert "the simplest ones" in found
    assert 'href="https://rules.example/lab/play.html#' in found


@pytest.mark.slow
def test_the_source_of_a_page_shows_no_answer() -> None:
    exercise = load("orders/alone-or-together")[0]
    text = exercise.to_html()
    for said in (exercise.key, exercise.answer(exercise.key).lines[0].text, exercise.hints[-1]):
        assert said not in text


def test_a_page_of_no_exercises_is_refused() -> None:
    with pytest.raises(InputError, match="expected exercises"):
        page([])
