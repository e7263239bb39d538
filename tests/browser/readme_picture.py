"""Takes the README's picture anew: ``python -m tests.browser.readme_picture``."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import hexwidget as hw
from tests.browser.lab import Lab, launch, point, serve

PICTURE = Path(__file__).parents[2] / "docs" / "board.png"


def main() -> None:
    """Choose an army, and hover over the lake so that the panel explains it."""
    hexmap = hw.scenario("depletion/first-steps").position.map
    folder = Path(tempfile.mkdtemp())
    with sync_playwright() as playwright, serve(folder) as address:
        browser = launch(playwright)
        lab = Lab(browser, address, folder, width=1250)
        lab.open_cells("import hexwidget as hw; hw.Board(hw.scenario('depletion/first-steps'))")
        board = lab.board()
        board.scroll_into_view_if_needed()
        lab.page.mouse.click(*point(board, hexmap, "0203"))
        lab.page.mouse.move(*point(board, hexmap, "0503"))
        board.locator(".hexwidget-finding").nth(2).wait_for()
        board.screenshot(path=PICTURE)
        lab.close()
        browser.close()


if __name__ == "__main__":
    main()
