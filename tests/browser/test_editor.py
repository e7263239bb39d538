"""The editor: a position is made by mouse and by keyboard, its problems are listed, and it can be exported."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

import hexwidget as hw
from tests.browser.conftest import SCREENSHOTS
from tests.browser.direct import DirectCells
from tests.browser.lab import point
from tests.browser.test_board import MAP, board_of, eventually


def brush(board: Locator, name: str) -> None:
    board.get_by_role("button", name=name, exact=True).click()


def where(board: Locator, name: str) -> dict[str, float] | None:
    """The place of a brush on the page."""
    return board.get_by_role("button", name=name, exact=True).bounding_box()  # type: ignore[return-value]


def test_ground_is_painted_and_units_are_put_by_mouse(cells: DirectCells) -> None:
    board = board_of(cells)
    board.get_by_label("More", exact=True).click()
    board.get_by_role("button", name="Edit the position").click()
    expect(board.locator(".hexwidget-prompt")).to_contain_text("Editing")
    brush(board, "Forest")
    x, y = point(board, MAP, "0703")
    cells.page.mouse.move(x, y)
    cells.page.mouse.down()
    cells.page.mouse.move(*point(board, MAP, "0705"), steps=12)
    cells.page.mouse.up()
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    assert cells.python(
        "print([board.position.map.terrain(board.position.map.index(s)) for s in ('0703', '0705')])"
    ) == ("['forest', 'forest']")
    board.get_by_label("For whom").select_option("blue")
    brush(board, "Archers")
    at = where(board, "Archers")
    for n in range(5):
        cells.page.mouse.click(*point(board, MAP, "0902"))
        expect(board.locator(".hexwidget-step")).to_have_text(f"step {n + 2} of {n + 2}")
        assert where(board, "Archers") == at, "the brush moved under the pointer"
    # One unit too many: the clause is shown, and the position stays as it was made.
    expect(board.locator(".hexwidget-bar")).to_contain_text("5 units stand on 0902, and an army has at most 4.")
    cells.page.screenshot(path=SCREENSHOTS / "editor-a-clause-is-broken.png")
    board.get_by_role("button", name="Undo").click()
    expect(board.locator(".hexwidget-bar")).to_contain_text("The position breaks no clause.")
    board.get_by_label("Rounds").fill("9")
    board.get_by_label("Rounds").press("Tab")
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 9: Red to act")
    board.get_by_role("button", name="As Python").click()
    text = board.get_by_label("What you have made")
    expect(text).to_have_value(re.compile("rounds=9"))
    scope: dict[str, object] = {}
    exec(text.input_value(), scope)  # noqa: S102  (what the board has written)
    assert str(scope["position"]) == cells.python("print(board.position)")
    board.get_by_role("button", name="Done").click()
    expect(board.locator(".hexwidget-prompt")).to_contain_text("Red: choose an army")


def test_a_position_is_edited_by_keyboard_alone(cells: DirectCells) -> None:
    board = board_of(cells)
    cells.python("board.edit()")
    brushes = board.locator(".hexwidget-brush")
    expect(brushes.first).to_be_visible()
    board.locator(".hexwidget-brush[tabindex='0']").focus()
    press = cells.page.keyboard.press
    for _ in range(40):
        if brushes.evaluate_all(
            "all => all.findIndex(b => b === b.getRootNode().activeElement && b.dataset.key === 'castle') >= 0"
        ):
            break
        press("ArrowRight")
    press("Enter")
    expect(board.locator(".hexwidget-prompt")).to_contain_text("castle: click where it is to be")
    board.locator(".hexwidget-surface").focus()
    for key in ("g", *"0303", "Enter", "Enter"):
        press(key)
    eventually(cells, lambda: "0303" in cells.python("print(board.position.system.to_json(board.position)['castles'])"))
    press("u")
    eventually(cells, lambda: cells.python("print(board.session.step.number)") == "0")


def test_every_system_can_be_edited(cells: DirectCells) -> None:
    for name in ("orders/three-marches", "plotted/the-ford", "rondel/first-maneuver", "frontiers/combat"):
        system = name.split("/")[0]
        cells.open_cells(f"import hexwidget as hw\nboard = hw.Board(hw.scenario('{name}'))\nboard.edit()\nboard")
        board = cells.board()
        spaces = hw.scenario(name).position.map
        cells.python("board.goto(0) if board.session.step.number else None")
        kind, space = {
            "orders": ("Knight", "0404"),
            "plotted": ("Cavalry (again: stronger)", "0705"),
            "rondel": ("Legion", "delos"),
            "frontiers": ("Farmer", "red hand"),
        }[system]
        brush(board, kind)
        cells.page.mouse.click(*point(board, spaces, space))
        eventually(cells, lambda: cells.python("print(board.session.step.depth > 0)") == "True")
        cells.page.screenshot(path=SCREENSHOTS / f"editor-{system}.png")
