"""A spectators' board on a page: it follows the game, says whose it is, and has nothing to press that would be refused."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

import hexwidget as hw
from tests.browser.direct import DirectBoard, lent_page

GAMES = {
    "plotted/the-ford": ["red: all rest", "blue: all rest"],
    "frontiers/three-frontiers": ["red: deploy spearmen"],
    "depletion/first-steps": ["red: 0203-0303"],
}


@pytest.mark.parametrize("name", GAMES)
def test_spectators_follow_a_game_and_have_nothing_to_press(name: str, browser: Browser) -> None:
    session = hw.Session(name, seed=1)
    with lent_page(browser) as page:
        board = DirectBoard(page, hw.Board(session, spectator=True))
        expect(page.locator(".hexwidget-whose")).to_have_text("The spectators' board")
        expect(page.locator(".hexwidget-prompt")).to_have_text("Spectators look on")
        before = page.locator(".hexwidget-panel").text_content() or ""
        for action in GAMES[name]:
            board.do(lambda _, action=action: session.play(action))
        expect(page.locator(".hexwidget-panel")).not_to_have_text(before)
        for space in list(session.position.observe(None).seen.map.names())[:6]:
            board.hover(space)
        for word in ("Undo", "Redo", "Suggest", "Edit"):
            expect(page.get_by_role("button", name=word).locator("visible=true")).to_have_count(0)
        expect(page.locator(".hexwidget-confirm:visible")).to_have_text("You look on")
        expect(page.locator(".hexwidget-confirm:visible")).to_have_attribute("aria-disabled", "true")
        expect(page.get_by_role("alert")).to_have_count(0)
        assert board.errors == []
