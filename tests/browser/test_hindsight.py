"""The review of a game on its board in a real JupyterLab, whose kernel works between messages: from the menu to the moments, and back to the game."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.direct import DirectCells
from tests.browser.lab import Lab

CELLS = (
    "import hexwidget as hw\n"
    "session = hw.Session('depletion/first-steps', seed=1)\n"
    "try:\n    session.play('0203-0303-0403-0503')\nexcept hw.IllegalAction:\n    session.play('0203-0303')",
    "session.undo()\nboard = hw.Board(session)\nboard",
)


def test_a_review_stands_beside_the_board_and_its_moments_are_tried_again(lab: Lab) -> None:
    lab.open_cells(*CELLS)
    board = lab.board()
    board.locator(".hexwidget-menu summary").click()
    board.get_by_role("button", name="Review red's game").click()
    said = board.locator(".hexwidget-said")
    moment = said.filter(has_text="A rule said no, in round 1 at step 0")
    expect(moment).to_contain_text("You did not miss it again.")
    board.get_by_role("button", name="Try the moments again").click()
    expect(said.filter(has_text="Find an action from 0203 that the rules allow.")).to_have_count(1)
    board.get_by_role("button", name="Back to the game").click()
    expect(moment).to_have_count(1)
    board.get_by_role("button", name="Close the review").click()
    expect(said).to_have_count(0)


def test_undo_at_once_after_review_is_carried_out(cells: Lab | DirectCells) -> None:
    """The kernel has not said yet what the click before leads to."""
    cells.open_cells(CELLS[0], f"session.play('pass')\n{CELLS[1]}")
    board = cells.board()
    board.locator(".hexwidget-menu summary").click()
    menu = board.get_by_role("button", name="Review red's game")
    menu.evaluate("""(entry) => {
      entry.click();
      entry.closest(".hexwidget").querySelector('[aria-label^="Undo"]').click();
    }""")
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Red to act")
    assert cells.python("print(session.step.number, board._activity.hindsight._number)") == "0 1"
