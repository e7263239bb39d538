"""A phone: fingers hit what is offered, and the map shows the places that a tutor names."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import pytest

import hexwidget as hw
from hexwidget.geometry import HexMap, MatMap
from tests import inside
from tests.amounts import many
from tests.browser.direct import DirectBoard, DirectCells
from tests.browser.in_view import SYSTEMS

PHONE = pytest.mark.parametrize(
    "cells", [{"width": 390, "height": 844, "has_touch": True}], ids=["phone"], indirect=True
)
FINGER = 44
"""The least size of a target for a finger, in CSS pixels."""
MOST_ACTIONS = 8
"""The most actions of a stage that are played here."""
SMALL_TARGETS = """(root, least) => [...root.querySelectorAll("button, select, summary")]
  .filter(each => each.checkVisibility() && !each.matches(".hexwidget-cite, .hexwidget-event"))
  .map(each => [each.textContent, each.getBoundingClientRect().width, each.getBoundingClientRect().height])
  .filter(([, width, height]) => Math.min(width, height) < least - 0.5)"""
"""The buttons that are too small for a finger. Links within a sentence may be."""
ON_TOP = """([x, y]) => document.elementFromPoint(x, y)?.closest(".hexwidget-layers, .hexwidget-line") !== null"""


def opened(cells: DirectCells, system: str, stage: int = 0) -> tuple[hw.lessons.Course, DirectBoard]:
    course = hw.lessons.first_game(system, progress=hw.lessons.Progress())
    course.open(stage)
    return course, DirectBoard(cells.page, course.board)


def named(course: hw.lessons.Course) -> Iterator[str]:
    """The spaces that the aim names while it is open, and that of the callout."""
    teaching = inside.activity(course.board).teaching
    for condition in teaching.stage.open(teaching.session):
        yield from (condition[part] for part in ("at", "free", "about") if part in condition)
    called = inside.status(course.board).get("called")
    if called and called["space"]:
        yield called["space"]


def unseen(shown: DirectBoard, names: Iterator[str]) -> list[str]:
    """The spaces of which a part is out of view, or whose middle is covered."""
    box = shown.root.locator(".hexwidget-stage").bounding_box()
    assert box is not None
    spaces = shown.board.position.map
    half = sqrt(3) / 2 * scale(shown) if isinstance(spaces, HexMap) else scale(shown)

    def is_seen(name: str) -> bool:
        x, y = shown.point(name)
        across = box["x"] - 1 <= x - half <= x + half <= box["x"] + box["width"] + 1
        down = box["y"] - 1 <= y - half <= y + half <= box["y"] + box["height"] + 1
        return across and down and bool(shown.page.evaluate(ON_TOP, [x, y]))

    return [name for name in names if not is_seen(name)]


def scale(shown: DirectBoard) -> float:
    """The radius of a space, in pixels."""
    told = shown.root.locator(".hexwidget-layers").get_attribute("data-view")
    assert told is not None
    return float(told.split()[0])


def press(shown: DirectBoard, *keys: str) -> None:
    """Press keys on the map."""
    shown.root.locator(".hexwidget-surface").focus()
    for key in keys:
        shown.page.keyboard.press(key)
    shown.settle()


@PHONE
@pytest.mark.parametrize("system", [each for each in SYSTEMS if each != "frontiers"])
def test_the_map_shows_the_places_that_a_stage_names(cells: DirectCells, system: str) -> None:
    """Frontiers has a mat, which is as wide as the phone."""
    for stage in range(many(2, 6)):
        course, shown = opened(cells, system, stage)
        teaching = inside.activity(course.board).teaching
        for _ in range(MOST_ACTIONS):
            assert unseen(shown, named(course)) == [], (stage, teaching.session.step)
            if teaching.state != "playing":
                break
            shown.root.get_by_role("button", name="Play it for me").click()
            shown.settle()
        assert teaching.state == "done"


@PHONE
def test_a_map_that_somebody_has_moved_stays_until_the_tutor_names_another_place(cells: DirectCells) -> None:
    course, shown = opened(cells, "depletion", 1)
    press(shown, *"++++++")
    away = unseen(shown, named(course))
    assert away
    shown.root.get_by_role("button", name="Got it").click()
    shown.settle()
    assert set(unseen(shown, named(course))) <= {*away}


@PHONE
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_finger_is_to_hit_is_large_enough(cells: DirectCells, system: str) -> None:
    course, shown = opened(cells, system)
    assert cells.page.evaluate("matchMedia('(pointer: coarse)').matches")
    for after in ("opening", "Fit"):
        assert shown.root.evaluate(SMALL_TARGETS, FINGER) == [], after
        if isinstance(course.board.position.map, HexMap):
            assert sqrt(3) * scale(shown) >= FINGER - 0.5, after
        if not isinstance(course.board.position.map, MatMap):
            press(shown, "+", "+", "Home")


BROKEN_WORDS = """title => [...title.textContent.matchAll(/\\S+/g)].filter(({ index, 0: word }) => {
  const range = document.createRange();
  range.setStart(title.firstChild, index);
  range.setEnd(title.firstChild, index + word.length);
  return range.getClientRects().length > 1; }).map(([word]) => word)"""


@pytest.mark.parametrize(
    "cells", [{"width": 390, "height": 844, "has_touch": True, "is_mobile": True}], ids=["phone"], indirect=True
)
def test_the_bar_is_low_again_after_a_move_by_fingers_and_the_title_has_whole_words(cells: DirectCells) -> None:
    shown = DirectBoard(cells.page, hw.Board("depletion/first-steps"))
    assert shown.root.locator(".hexwidget-title").evaluate(BROKEN_WORDS) == []
    bar = shown.root.locator(".hexwidget-bar")
    low = bar.evaluate("bar => bar.offsetHeight")
    for space in ("0203", "0304"):
        cells.page.touchscreen.tap(*shown.point(space))
        shown.settle()
    assert bar.evaluate("bar => bar.offsetHeight") > low
    shown.root.locator(".hexwidget-confirm").tap()
    shown.settle()
    assert bar.evaluate("bar => bar.offsetHeight") == low
