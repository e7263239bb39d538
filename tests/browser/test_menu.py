"""The menu and *Share* of a board in a real JupyterLab: a suggested move, and what is copied."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

import hexwidget as hw
from tests.browser.direct import DirectCells
from tests.browser.lab import Lab

STEPS = hw.scenario("depletion/first-steps")
CELLS = ("import hexwidget as hw", "board = hw.Board(hw.scenario('depletion/first-steps'))\nboard")


def board_of(cells: Lab | DirectCells) -> Locator:
    cells.open_cells(*CELLS)
    board = cells.board()
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Red to act")
    return board


def choose(board: Locator, entry: str, within: str = "share") -> None:
    board.locator(f".hexwidget-{within} summary").click()
    board.get_by_role("button", name=entry, exact=True).click()


def test_the_menu_copies_a_link_and_the_picture_and_suggests_moves(lab: Lab) -> None:
    lab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    board = board_of(lab)
    copied = board.locator(".hexwidget-copied")
    choose(board, "Copy link")
    expect(copied).to_have_text("Link copied.")
    text = lab.page.evaluate("navigator.clipboard.readText()")
    assert hw.open_link(text) == STEPS  # with its words
    choose(board, "Copy picture")
    expect(copied).to_have_text("Picture copied.")
    kinds = lab.page.evaluate("navigator.clipboard.read().then(items => items.flatMap(item => item.types))")
    assert kinds == ["image/png"]
    a_suggested_move_is_confirmed_by_enter(lab, board)
    a_key_ends_the_search(lab, board)


def a_suggested_move_is_confirmed_by_enter(lab: Lab, board: Locator) -> None:
    choose(board, "Suggest a move", "menu")
    said = board.locator(".hexwidget-said")
    expect(said).to_contain_text("The search tries actions")
    expect(said).to_contain_text("Suggested:")
    expect(said).to_contain_text("The search expects red to win with")
    expect(board.get_by_role("button", name="Confirm")).to_be_visible()
    chosen = lab.python("print(board._current['action'])")
    lab.page.keyboard.press("Enter")
    expect(board.locator(".hexwidget-status")).not_to_have_text("Round 1 of 6: Red to act")
    assert lab.python("print(board.last_action)") == chosen
    expect(said).to_have_count(0)


def a_key_ends_the_search(lab: Lab, board: Locator) -> None:
    lab.python("board.undo()\nfrom hexwidget.widget import advice; advice.SECONDS = 600.0")
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Red to act")
    choose(board, "Suggest a move", "menu")
    expect(board.locator(".hexwidget-said")).to_contain_text("The search tries actions")
    lab.page.keyboard.press("Escape")
    expect(board.locator(".hexwidget-said")).to_have_count(0)
    assert lab.python("print(board._status['advice'])") == "offered"


def test_where_the_page_may_not_copy_the_text_is_shown_and_the_picture_saved(cells: DirectCells) -> None:
    board = board_of(cells)
    cells.page.evaluate("delete window.ClipboardItem; delete Navigator.prototype.clipboard")
    choose(board, "Copy position")
    field = board.locator(".hexwidget-copied input")
    expect(field).to_be_focused()
    assert field.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)") == field.input_value()
    assert field.input_value().startswith("hw.system('depletion').read('")
    cells.page.keyboard.press("Escape")
    expect(field).to_have_count(0)
    with cells.page.expect_download() as saved:
        choose(board, "Copy picture")
    assert saved.value.suggested_filename == "first-steps.png"


def test_share_says_what_is_shared_and_is_reached_by_keys(cells: DirectCells) -> None:
    board, keys = board_of(cells), cells.page.keyboard
    share = board.locator(".hexwidget-share")
    share.locator("summary").focus()
    keys.press("Enter")
    expect(share.get_by_role("heading")).to_have_text(["This position", "The game so far"])
    keys.press("Tab")
    expect(board.get_by_role("button", name="Copy a link that plays")).to_be_focused()
    keys.press("Escape")
    expect(share.locator("summary")).to_be_focused()
    expect(share.get_by_role("heading")).to_have_count(0)
    cells.python("board.edit()")
    board.get_by_role("button", name="Ask", exact=True).click()
    board.get_by_role("button", name="Predict").click()
    share.locator("summary").click()
    expect(share.get_by_role("heading").first).to_have_text("This question")
