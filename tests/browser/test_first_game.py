"""A first game, played by mouse and by keyboard alone, on a wide and a narrow screen, in light and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

import hexwidget as hw
from tests.browser.direct import DirectCells
from tests.browser.lab import point
from tests.browser.pictures import picture
from tests.browser.test_keyboard import AXE, FINDINGS, go, keys

SPACES = hw.system("depletion").position(map=". . ^ .", players=["red"], armies={"red": {"0101": "1 archer"}}).map
COURSE = """
import hexwidget as hw
from hexwidget.lessons import Progress, course, stage
position = hw.system("depletion").position(
    map=". . ^ .", players=["red", "blue"], armies={"red": {"0101": "1 archer"}, "blue": {"0401": "1 peasant"}}
)
def part(title, **more):
    return stage(position, "Go one hex to the east.", id=title, title=title, goal=[{"at": "0201", "owner": "red"}],
                 opponents={"blue": "random"}, **more)
own = course([part("East", way=["0101-0201"]), part("East again")], progress=Progress())
own
"""


def opened(cells: DirectCells) -> Locator:
    """The board of a course of two short stages."""
    cells.open_cells(COURSE)
    return cells.board()


def findings_of_axe(cells: DirectCells) -> object:
    cells.page.add_script_tag(path=str(AXE))
    return cells.board().evaluate(FINDINGS)


def callout(board: Locator) -> Locator:
    return board.locator(".hexwidget-callout")


def test_the_first_stage_by_mouse(cells: DirectCells) -> None:
    board = opened(cells)
    expect(board.locator(".hexwidget-title")).to_have_text("1 of 2: East")
    expect(callout(board)).to_contain_text("More")
    expect(board.locator(".hexwidget-key")).to_be_hidden()
    callout(board).get_by_role("button", name="Got it").click()
    expect(callout(board)).to_be_hidden()
    for name in ("Hint", "Where to?", "Show me"):
        board.get_by_role("button", name=name, exact=True).click()
    expect(board.get_by_role("button", name="Confirm")).to_be_visible()
    board.get_by_role("button", name="Why?").click()
    expect(board.locator(".hexwidget-panel")).to_contain_text("Why is that good?")
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-panel")).to_contain_text("Well done!")
    expect(callout(board)).to_be_visible()  # what has happened is introduced
    picture(cells.page, "first-game-stage-done.png")
    board.get_by_role("button", name="Next stage").click()
    expect(board.locator(".hexwidget-title")).to_have_text("2 of 2: East again")
    expect(board.locator(".hexwidget-key")).to_be_visible()


def test_the_menu_opens_the_page_of_what_the_learner_knows(cells: DirectCells) -> None:
    board = opened(cells)
    board.locator(".hexwidget-menu > summary").click()
    expect(board.locator(".hexwidget-menu > div > :visible")).to_have_text(["What I know"])
    board.get_by_role("button", name="What I know").click()
    panel = board.locator(".hexwidget-panel")
    expect(panel).to_contain_text("What you know of Maneuvers with depletion")
    expect(panel.locator(".hexwidget-said li")).to_have_count(len(hw.system("depletion").rulebook) + 3)
    picture(cells.page, "first-game-what-i-know.png")
    board.get_by_role("button", name="Close the list").click()
    expect(board.locator(".hexwidget-aim")).to_contain_text("Your aim")


def test_a_click_on_a_barred_space_introduces_what_bars_it(cells: DirectCells) -> None:
    board = opened(cells)
    callout(board).get_by_role("button", name="Got it").click()
    for space in ("0101", "0401"):
        cells.page.mouse.click(*point(board, SPACES, space))
    expect(callout(board)).to_be_visible()
    assert cells.python("print(own.tutor.callout.reason)") == "refused"


def test_the_first_stage_by_keyboard_alone_and_without_findings_of_axe(cells: DirectCells) -> None:
    board = opened(cells)
    assert findings_of_axe(cells) == []
    board.locator(".hexwidget-surface").focus()
    tab_to(cells, "More")
    keys(cells, "Tab", "Enter")
    expect(callout(board)).to_be_hidden()
    expect(board.locator(".hexwidget-surface")).to_be_focused()
    go(cells, board, "0101")
    keys(cells, "Enter")
    go(cells, board, "0201")
    keys(cells, "Enter", "Enter")
    expect(board.locator(".hexwidget-panel")).to_contain_text("Well done!")


@pytest.mark.parametrize(
    "cells", [{"color_scheme": "dark"}, {"color_scheme": "light"}], indirect=True, ids=["dark", "light"]
)
@pytest.mark.parametrize("system", ["depletion", "frontiers", "orders", "plotted", "rondel"])
def test_first_games_fit_narrow_boards_and_axe_finds_nothing(cells: DirectCells, system: str) -> None:
    cells.page.set_viewport_size({"width": 390, "height": 844})
    cells.open_cells(f"import hexwidget as hw\nown = hw.lessons.first_game({system!r})\nown")
    board = cells.board()
    expect(callout(board)).to_be_visible()
    assert findings_of_axe(cells) == []
    strip = box_of(board.locator(".hexwidget-lesson"))
    assert strip[1] >= box_of(board.locator(".hexwidget-stage"))[3]
    buttons = [board.get_by_role("button", name=name, exact=True) for name in ("Hint", "Play it for me", "Got it")]
    for part in (callout(board), *buttons):
        left, top, right, bottom = box_of(part)
        assert strip[0] <= left < right <= strip[2]
        assert strip[1] <= top < bottom <= strip[3]


@pytest.mark.parametrize("system", ["depletion", "frontiers", "orders", "plotted", "rondel"])
def test_a_first_stage_is_done_by_keyboard_alone(cells: DirectCells, system: str) -> None:
    cells.open_cells(f"import hexwidget as hw\nown = hw.lessons.first_game({system!r})\nown")
    board = cells.board()
    expect(callout(board)).to_be_visible()
    board.locator(".hexwidget-surface").focus()
    panel = board.locator(".hexwidget-panel")
    for _ in range(len(hw.lessons.first_game(system).stages[0].way)):
        tab_to(cells, "Play it for me")
        before = board.locator(".hexwidget-panel").inner_text()
        keys(cells, "Enter")
        expect(panel).not_to_have_text(before, use_inner_text=True)
    expect(panel).to_contain_text("You have seen it")
    tab_to(cells, "Next stage")
    keys(cells, "Enter")
    expect(board.locator(".hexwidget-title")).to_contain_text("2 of 6")


Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def box_of(part: Locator) -> Box:
    found = part.bounding_box()
    assert found is not None
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def tab_to(cells: DirectCells, label: str) -> None:
    """Press Tab, and within the toolbar the arrow keys, until the button of this label has the focus."""
    for _ in range(60):
        if cells.page.evaluate("document.activeElement.innerText").strip().startswith(label):
            return
        inside = cells.page.evaluate("Boolean(document.activeElement.closest('[role=toolbar]'))")
        last = inside and cells.page.evaluate("document.activeElement.matches('.hexwidget-confirm')")
        keys(cells, "ArrowRight" if inside and not last else "Tab")
    raise AssertionError(f"no way to {label!r} by the keyboard")
