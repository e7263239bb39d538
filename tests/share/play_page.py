"""Games on `play.html`: moves, and what the browser keeps of them."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import hexwidget as hw
from hexwidget.files.replay import read_replay
from hexwidget.play import Session
from tests.browser.lab import point

NOTHING_KEPT = "delete Navigator.prototype.serviceWorker"
"""A browser that keeps no files for visits without a network."""
FIRST_STEPS = hw.scenario("depletion/first-steps").position.map


def move(page: Page, *spaces: str) -> None:
    """Move on the board of a page, and wait until Python has played it and the browser keeps it."""
    board = page.locator(".hexwidget")
    step = int(str(board.locator(".hexwidget-step").text_content()).split()[1])
    page.wait_for_timeout(300)
    for space in spaces:
        page.mouse.click(*point(board, FIRST_STEPS, space))
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-step")).to_have_text(f"step {step + 1} of {step + 1}", timeout=90_000)
    expect(page.locator("#done")).to_be_visible(timeout=90_000)


def come_back(page: Page, address: str) -> None:
    """Open an address as a new visit. (On the page itself another text behind the # loads the page anew.)"""
    page.goto("about:blank")
    page.goto(address)


def at_step(page: Page, number: int) -> None:
    """Check that the board of a page shows a game at its last step."""
    expect(page.locator(".hexwidget-step")).to_have_text(f"step {number} of {number}", timeout=90_000)


def kept_game(page: Page) -> hw.Session:
    """The game that the browser keeps."""
    expect(page.locator("#kept")).to_contain_text("kept in this browser")
    (item,) = page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('hexwidget game '))")
    game = Session.from_replay(read_replay(page.evaluate("name => JSON.parse(localStorage[name])[1]", item)))
    assert isinstance(game, hw.Session)
    return game
