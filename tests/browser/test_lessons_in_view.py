"""First games in a real JupyterLab, at the size of a small laptop: after each act the page is asked if a learner sees the outcome,
the reason with its remedy, the odds and the answer to *Why?*, and if a callout covers anything.

A daily run follows the hints through a stage of one system, on narrow boards of two, and has one stubborn learner. A soak follows the hints through the
whole games of all, and has twenty stubborn learners in each.
"""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import hexwidget as hw
from tests.amounts import SOAK, every, many
from tests.browser.direct import DirectBoard, DirectCells
from tests.browser.in_view import AMONG_TEXT, LOOK, SMALL, SYSTEMS, Learner, first_game
from tests.browser.lab import Lab

STUBBORN = [(system, seed) for system in (SYSTEMS if SOAK else SYSTEMS[1:2]) for seed in range(many(1, 20))]
ACTS, STAGES = 25, 6
"""The acts of a stubborn learner, and the stages in which they begin in turn."""
ONE_STAGE, WHOLE_GAME = 12, 200
"""Enough acts for one stage, and for all."""
SIZES = [(1280, 900), (390, 844), (640, 450), (900, 900)]
"""Pages of a laptop, of a phone, of a laptop at 200 %, and of half its screen."""
NARROW = SIZES[1:] if SOAK else SIZES[1:3]
CROWDED = 0 if SOAK else 2
"""The stage from which the hints are followed: later ones have more choices, callouts and odds."""


BESIDE_FILES = 844
"""The width of a board beside JupyterLab's list of files, in pixels."""


def learner(lab: Lab, system: str, stage: int = 0, *, listed: bool = False) -> Learner:
    lab.page.set_viewport_size(SMALL)
    lab.open_cells(first_game(system, stage), listed=listed)
    lab.board().locator(".hexwidget-aim").wait_for()
    return Learner.in_jupyter(lab.page, lab.board())


@pytest.mark.own_page
@pytest.mark.parametrize("system", SYSTEMS if SOAK else SYSTEMS[:2])
def test_the_hinted_way_shows_all_that_teaches(lab: Lab, system: str) -> None:
    one = learner(lab, system, listed=True)
    assert lab.board().evaluate("board => Math.round(board.getBoundingClientRect().width)") == BESIDE_FILES
    won = one.follow_the_hints(WHOLE_GAME if SOAK else ONE_STAGE)
    one.report(f"{system}")
    assert one.bad == []
    assert won > (4 if SOAK else 0)
    assert all(one.counts[what] for what in ("outcome", "answer", "callout"))


@pytest.mark.parametrize(("system", "seed"), STUBBORN)
def test_a_stubborn_learner_sees_it_too(lab: Lab, system: str, seed: int) -> None:
    one = learner(lab, system, seed % STAGES)
    one.be_stubborn(Random(f"{system} {seed}"), ACTS)
    one.report(f"{system} {seed}")
    assert one.bad == []


def test_a_lesson_that_begins_comes_into_view(lab: Lab) -> None:
    lab.page.set_viewport_size(SMALL)
    lab.write("cells.ipynb", "1\n" * 12, first_game("depletion"), *["2\n" * 20] * 4)
    lab.open("cells.ipynb")
    lab.page.locator(".jp-Cell").nth(1).locator(".cm-content").click()
    lab.page.keyboard.press("Shift+Enter")
    lab.board().locator(".hexwidget-aim").wait_for()
    one = Learner.in_jupyter(lab.page, lab.board())
    one.look("Shift+Enter")
    assert one.bad == []


def narrow(cells: DirectCells, system: str, width: int, height: int, stage: int = 0) -> Learner:
    cells.page.set_viewport_size({"width": width, "height": height})
    course = hw.lessons.first_game(system, progress=hw.lessons.Progress())
    course.open(stage)
    shown = DirectBoard(cells.page, course.board)
    shown.root.evaluate(AMONG_TEXT)
    return Learner(cells.page, shown.root, shown.settle)


@pytest.mark.parametrize("size", NARROW, ids=lambda size: str(size[0]))
@pytest.mark.parametrize("system", SYSTEMS if SOAK else SYSTEMS[:2])
def test_the_hinted_way_shows_it_on_narrow_boards(cells: DirectCells, system: str, size: tuple[int, int]) -> None:
    one = narrow(cells, system, *size, CROWDED)
    one.follow_the_hints(WHOLE_GAME if SOAK else ONE_STAGE)
    one.report(f"{system} at {size[0]}")
    assert one.bad == []
    assert all(one.counts[what] for what in ("outcome", "answer", "callout"))


def test_a_hint_stays_in_view_above_the_space_that_is_clicked_in_a_low_view(cells: DirectCells) -> None:
    cells.page.set_viewport_size({"width": 640, "height": 450})
    course = hw.lessons.first_game("plotted", progress=hw.lessons.Progress())
    course.open(1)
    shown = DirectBoard(cells.page, course.board)
    for _ in range(2):
        shown.do(lambda board: board.play("all rest"))
    shown.root.get_by_role("button", name="Hint").click()
    unit = re.search(r"\d{4}", shown.root.locator(".hexwidget-said").inner_text())
    assert unit is not None
    shown.click(unit[0])  # the words ask for it
    for order in ("Fire", "Face SW"):
        shown.root.locator(".hexwidget-choices").get_by_role("button", name=order).click()
    shown.click("0506")
    look = shown.root.evaluate(LOOK)
    assert (look["bad"], look["counts"]["answer"]) == ([], 2)


def test_a_later_stage_shows_all_its_choices_beside_files(cells: DirectCells) -> None:
    """A unit there moves, attacks, defends and builds, which are more choices than have room beside the prompt."""
    one = narrow(cells, "orders", BESIDE_FILES, SMALL["height"], stage=1)
    one.follow_the_hints(ONE_STAGE)
    assert one.bad == []
    assert one.board.locator(".hexwidget-stacked").count()


@pytest.mark.parametrize("size", NARROW, ids=lambda size: str(size[0]))
@pytest.mark.parametrize(("system", "seed"), STUBBORN)
def test_a_stubborn_learner_sees_it_on_narrow_boards(
    cells: DirectCells, system: str, seed: int, size: tuple[int, int]
) -> None:
    one = narrow(cells, system, *size, seed % STAGES)
    one.be_stubborn(Random(f"{system} {seed}"), ACTS)
    one.report(f"{system} {seed} at {size[0]}")
    assert one.bad == []


@pytest.mark.parametrize("size", SIZES if SOAK else SIZES[:1], ids=lambda size: str(size[0]))
@pytest.mark.parametrize("system", SYSTEMS if SOAK else SYSTEMS[:1])
def test_the_page_of_a_first_game_shows_its_outcomes(
    cells: DirectCells, tmp_path: Path, system: str, size: tuple[int, int]
) -> None:
    page = cells.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    course = hw.lessons.first_game(system, progress=hw.lessons.Progress())
    address = course.to_html(tmp_path / "page.html", solution=True).as_uri()
    for part in range(1, many(2, len(course.parts)) + 1):
        page.goto(f"{address}#part={part}")
        board = page.locator("section:not([hidden]) .hexwidget")
        board.wait_for()
        one = Learner(page, board, cells.settle)
        one.step_through()
        one.report(f"{system} at {size[0]}")
        assert one.bad == []
        assert one.counts["outcome"]


PLAIN = (
    "depletion/first-steps",
    "orders/three-marches",
    "plotted/the-ford",
    "rondel/three-galleys",
    "frontiers/combat",
)


@pytest.mark.parametrize("size", SIZES[:: every(2)], ids=lambda size: str(size[0]))
@pytest.mark.parametrize("scenario", PLAIN)
def test_a_board_without_a_lesson_shows_it_too(cells: DirectCells, scenario: str, size: tuple[int, int]) -> None:
    """Outcomes and odds of actions, and the reasons against spaces."""
    cells.page.set_viewport_size({"width": size[0], "height": size[1]})
    board = hw.Board(hw.Session(hw.scenario(scenario).position, seed=1))
    shown = DirectBoard(cells.page, board)
    one = Learner(cells.page, shown.root, shown.settle)
    rng = Random(scenario)
    for _ in range(many(2, 6)):
        position = board.position
        player = sorted(position.to_act)[0]
        options = list(islice(position.legal_actions(player), 200))
        action = rng.choice(options)
        for slots in position.system.grammar.drafts(action):
            shown.choose(**slots)
            one.look(f"{action} is chosen")
            break
        for space in rng.sample(list(position.map.names()), 2):
            shown.hover(space)
            one.look(f"{space} is pointed at")
        cells.page.mouse.move(1, 1)
        shown.do(lambda board, action=action: board.play(action))
        one.look(f"{action} is played")
    assert one.bad == []
    assert one.counts["outcome"]
