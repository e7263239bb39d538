"""A German board in Chromium: the first game and a refusal. Nobody reads English there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

import hexwidget as hw
from tests.browser.direct import DirectCells
from tests.browser.lab import point
from tests.browser.pictures import picture
from tests.words.test_languages import english_in

FORD = hw.scenario("plotted/the-ford").position.map
BOARD = """
import hexwidget as hw
board = hw.Board("plotted/the-ford", language="de")
board
"""
FIRST_GAME = """
import hexwidget as hw
from hexwidget.lessons import Progress, first_game
hw.use_language("de")
own = first_game("plotted", progress=Progress())
own
"""
TEXTS = """(board) => {
  const found = [];
  const walk = (node) => {
    for (const name of ["title", "aria-label", "aria-valuetext", "placeholder"])
      if (node.getAttribute?.(name)) found.push(node.getAttribute(name));
    if (node.nodeType === Node.TEXT_NODE && node.data.trim()) found.push(node.data.trim());
    if (node.tagName !== "STYLE") for (const child of node.childNodes) walk(child);
  };
  walk(board);
  return found;
}"""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    hw.use_language("en")


def english_on(board: Locator) -> list[str]:
    """The texts and labels of a board, seen or heard, with English in them."""
    return [text for text in board.evaluate(TEXTS) if english_in(text)]


def test_a_refusal_on_a_german_board(cells: DirectCells) -> None:
    cells.open_cells(BOARD)
    board = cells.board()
    expect(board).to_have_attribute("lang", "de")
    assert english_on(board) == []
    for space in ("0402", "0404"):
        cells.page.mouse.click(*point(board, FORD, space))
    panel = board.locator(".hexwidget-panel")
    expect(panel).to_contain_text("Der Weg hat 2 Felder, und Infanterie darf mit Marsch höchstens 1 betreten.")
    assert english_on(board) == []
    for theme in ("light", "dark"):
        cells.page.emulate_media(color_scheme=theme)
        cells.page.wait_for_timeout(500)  # the land is painted
        picture(cells.page, f"german-refusal-{theme}.png")
    for name in ("Legende", "Mehr"):
        board.locator(f"summary[aria-label={name}]").click()
        assert english_on(board) == []
        cells.page.keyboard.press("Escape")
    cells.page.keyboard.press("?")
    assert english_on(board) == []


def test_the_first_stage_in_german(cells: DirectCells) -> None:
    cells.open_cells(FIRST_GAME)
    board = cells.board()
    expect(board.locator(".hexwidget-title")).to_have_text("1 von 6: Der Bote")
    assert english_on(board) == []
    for theme in ("light", "dark"):
        cells.page.emulate_media(color_scheme=theme)
        cells.page.wait_for_timeout(500)  # the land is painted
        picture(cells.page, f"german-first-game-{theme}.png")
    board.get_by_role("button", name="Verstanden").click()
    for _ in range(2):
        for name in ("Tipp", "Wohin?", "Zeig es mir", "Warum?"):
            board.get_by_role("button", name=name, exact=True).click()
            assert english_on(board) == []
        board.get_by_role("button", name="Bestätigen").click()
        expect(board.locator(".hexwidget-turn")).not_to_contain_text("wait")
        assert english_on(board) == []
    expect(board.locator(".hexwidget-panel")).to_contain_text("Gut gemacht!")
    picture(cells.page, "german-first-game-done.png")
