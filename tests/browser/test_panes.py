"""A board in a pane of its own (*Create New View for Output*): it fits the pane, and a low pane scrolls."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.lab import Lab
from tests.browser.test_board import eventually

CELLS = ("import hexwidget as hw", "board = hw.Board(hw.scenario('depletion/first-steps'))\nboard")
SIDES = "element => { const { top, bottom } = element.getBoundingClientRect(); return [top, bottom]; }"
SCROLLS = """board => { const pane = board.closest('.jp-LinkedOutputView');
  for (let at = board; pane.contains(at); at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && getComputedStyle(at).overflowY === 'auto') return true;
  return false; }"""


@pytest.mark.own_page
def test_a_new_view_of_an_output_shows_the_whole_board(lab: Lab) -> None:
    lab.page.set_viewport_size({"width": 1300, "height": 2800})
    lab.open_cells(*CELLS)
    lab.page.evaluate(
        """async () => { jupyterapp.shell.currentWidget.content.activeCellIndex = 1;
          await jupyterapp.commands.execute('notebook:create-output-view'); }"""
    )
    pane = lab.page.locator(".jp-LinkedOutputView")
    board = pane.locator(".hexwidget")
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 6: Red to act")
    stage = board.locator(".hexwidget-stage")

    def fits() -> bool:
        (top, bottom), (upper, lower) = pane.evaluate(SIDES), board.evaluate(SIDES)
        return bool(top <= upper and lower <= bottom) and not board.evaluate(SCROLLS)

    for height in (2800, 2650):  # the pane takes all of the difference
        lab.page.set_viewport_size({"width": 1300, "height": height})
        lab.page.wait_for_timeout(600)
        eventually(lab, fits)
    high = stage.evaluate("stage => stage.clientHeight")
    lab.page.set_viewport_size({"width": 1300, "height": 2200})
    lab.page.wait_for_timeout(600)
    eventually(lab, lambda: 0 < stage.evaluate("stage => stage.clientHeight") < high)
    assert board.evaluate(SCROLLS)
    (_, bottom), (_, lower) = pane.evaluate(SIDES), board.locator(".hexwidget-bar").evaluate(SIDES)
    assert lower <= bottom
