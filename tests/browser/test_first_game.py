"""A first game, played by mouse and by keyboard alone, on a wide and a narrow screen, in light and dark."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Locator, expect

import hexwidget as hw
from hexwidget.rules import Draft
from tests.browser.conftest import SCREENSHOTS
from tests.browser.direct import DirectBoard, DirectCells
from tests.browser.lab import point
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
    board.get_by_role("button", name="Hint", exact=True).click()
    expect(board.get_by_role("button", name="Confirm")).to_be_visible()
    board.get_by_role("button", name="Why?").click()
    expect(board.locator(".hexwidget-panel")).to_contain_text("Why is that good?")
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-panel")).to_contain_text("Well done!")
    expect(callout(board)).to_be_visible()  # what has happened is introduced
    cells.page.screenshot(path=SCREENSHOTS / "first-game-stage-done.png")
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
    cells.page.screenshot(path=SCREENSHOTS / "first-game-what-i-know.png")
    board.get_by_role("button", name="Back to the game").click()
    expect(panel).to_contain_text("Your aim")


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
    keys(cells, "Tab")
    expect(callout(board).get_by_role("button", name="More")).to_be_focused()
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
    box, stage = callout(board).bounding_box(), board.locator(".hexwidget-stage").bounding_box()
    assert box is not None
    assert stage is not None
    assert box["x"] >= stage["x"]
    assert box["x"] + box["width"] <= stage["x"] + stage["width"]
    assert box["y"] >= stage["y"]
    assert box["y"] + box["height"] <= stage["y"] + stage["height"]


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
    expect(panel).to_contain_text("Well done!")
    tab_to(cells, "Next stage")
    keys(cells, "Enter")
    expect(board.locator(".hexwidget-title")).to_contain_text("2 of 6")


Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def lit(shown: DirectBoard, course: hw.lessons.Course) -> list[Box]:
    """The boxes of the hexes that can be chosen, and of the aim, in pixels of the page."""
    root = shown.board._choices["root"]
    wire = shown.board._current or root
    # Another piece can be chosen instead.
    options = [*wire["options"], *(option for option in root["options"] if option["kind"] == "piece")]
    names = {option["space"] for option in options if option["space"] and not option["findings"]}
    if wire["field"]:
        position = shown.board.position
        offered = position.system.choices(position, wire["player"], Draft(wire["draft"]))
        names |= set(offered.field.reach) if offered.field else set()
    spaces = shown.board.position.map
    names |= {goal["at"] for goal in course.stages[course.place].goal if spaces.find(goal.get("at", "")) is not None}
    scale = float((shown.root.locator(".hexwidget-layers").get_attribute("data-view") or "").split()[0])
    places = [shown.point(name) for name in names]
    return [(x - 0.866 * scale, y - scale, x + 0.866 * scale, y + scale) for x, y in places]


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def box_of(part: Locator) -> Box:
    found = part.bounding_box()
    assert found is not None
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


@pytest.mark.parametrize(("system", "width"), [("depletion", 390), ("orders", 1200)])
def test_a_callout_covers_no_lit_hex_where_there_is_another_place(cells: DirectCells, system: str, width: int) -> None:
    cells.page.set_viewport_size({"width": width, "height": 900})
    course = hw.lessons.first_game(system)
    shown = DirectBoard(cells.page, course.board)
    free = 0
    for place in range(5):
        shown.do(lambda _, place=place: course.open(place))
        for chosen in (False, True):
            if chosen:
                shown.root.get_by_role("button", name="Hint", exact=True).click()
                shown.settle()
            left, top, right, bottom = box_of(callout(shown.root))
            stage, bright = box_of(shown.root.locator(".hexwidget-stage")), lit(shown, course)
            # Somewhat larger than the callout, as the board does not try every pixel.
            wide, high = right - left + 24, bottom - top + 24
            tried = product(
                range(int(stage[0]), int(stage[2] - wide), 8), range(int(stage[1]), int(stage[3] - high), 8)
            )
            if any(not any(overlap((x, y, x + wide, y + high), each) for each in bright) for x, y in tried):
                free += 1
                covered = [each for each in bright if overlap((left + 1, top + 1, right - 1, bottom - 1), each)]
                assert not covered, f"stage {place + 1}"
    assert free > 0
    assert not shown.errors


def test_the_buttons_of_the_tutor_are_seen_whole_on_a_phone(cells: DirectCells) -> None:
    cells.page.set_viewport_size({"width": 390, "height": 844})
    for system in ("depletion", "frontiers", "orders", "plotted", "rondel"):
        shown = DirectBoard(cells.page, hw.lessons.first_game(system).board)
        panel = box_of(shown.root.locator(".hexwidget-panel"))
        for name in ("Hint", "Play it for me"):
            left, top, right, bottom = box_of(shown.root.get_by_role("button", name=name, exact=True))
            assert panel[0] <= left < right <= panel[2], system
            assert panel[1] <= top < bottom <= panel[3], system


def tab_to(cells: DirectCells, label: str) -> None:
    """Press Tab, and within the toolbar the arrow keys, until the button of this label has the focus."""
    for _ in range(60):
        if cells.page.evaluate("document.activeElement.innerText").strip().startswith(label):
            return
        inside = cells.page.evaluate("Boolean(document.activeElement.closest('[role=toolbar]'))")
        last = inside and cells.page.evaluate("document.activeElement.matches('.hexwidget-confirm')")
        keys(cells, "ArrowRight" if inside and not last else "Tab")
    raise AssertionError(f"no way to {label!r} by the keyboard")
