"""Notebooks that are saved and opened again: their boards are recordings. See `test_exported` for exported pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lab import Lab

RECORDING = "A recording: step through it, or run the cell to play."
CELLS = (
    "import hexwidget as hw\nboard = hw.Board(hw.scenario('depletion/first-steps'))\nboard",
    "board.play('red: pass'); board.play('blue: pass')",
)
CLICKED = "clicked = hw.Board(hw.scenario('depletion/first-steps'))\nclicked"


def steps_through(board: Locator) -> None:
    """See that a recording is calm, and goes from its last step to the start and on."""
    expect(board.locator(".hexwidget-step")).to_have_text("step 2 of 2")
    expect(board.locator(".hexwidget-alert")).to_be_hidden()
    board.get_by_role("button", name="From the start", exact=True).click()
    expect(board.locator(".hexwidget-step")).to_have_text("step 0 of 2")
    board.get_by_role("button", name="One step on", exact=True).click()
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 2")


def open_again(lab: Lab) -> None:
    """Save the notebook, close it, shut its kernel down and open it."""
    lab.page.evaluate(
        """async () => {
          await jupyterapp.commands.execute('docmanager:save');
          await jupyterapp.serviceManager.sessions.shutdownAll();
          for (const document of [...jupyterapp.shell.widgets('main')]) document.dispose(); }"""
    )
    lab.open("cells.ipynb")  # loads the page anew


@pytest.mark.host("JupyterLab 4", "reopened")
def test_a_saved_notebook_opens_with_its_boards_and_what_was_clicked_is_kept(lab: Lab) -> None:
    lab.open_cells(*CELLS, CLICKED)
    board, clicked = lab.board(0), lab.board(1)
    expect(board.locator(".hexwidget-step")).to_have_text("step 2 of 2")
    clicked.get_by_role("button", name="Pass").first.click()
    clicked.get_by_role("button", name="Confirm").click()
    expect(clicked.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    # The recording is written when the player pauses.
    lab.page.wait_for_function(
        """async () => { const w = jupyterapp.shell.currentWidget;
          const future = w.sessionContext.session.kernel.requestExecute(
            {code: 'print(bool(clicked._recording), clicked._sharing.saving in hw.widget.pages.notebook_recording.boards_behind)', store_history: false}); let out = '';
          future.onIOPub = m => { if (m.header.msg_type === 'stream') out += m.content.text; };
          await future.done; return out.trim() === 'True False'; }""",
        polling=300,
    )
    open_again(lab)
    expect(lab.page.locator(".hexwidget-still-caption")).to_have_text([RECORDING, RECORDING], timeout=60_000)
    expect(lab.page.locator(".jp-Notebook")).not_to_contain_text("Error displaying widget")
    steps_through(board)
    expect(clicked.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    lab.run_all()
    expect(lab.page.locator(".hexwidget-still-caption")).to_have_count(0)
    expect(board.get_by_role("button", name="From the start")).to_have_count(0)
    expect(board.locator(".hexwidget-step")).to_have_text("step 2 of 2")
