"""A table at which a Firefox plays against a Chromium."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import hexwidget as hw
from tests.browser.firefox import Firefox, executable
from tests.browser.pictures import picture
from tests.browser.test_board import MAP
from tests.browser.test_firefox import ASKS, CONFIRM, SAYS, point
from tests.browser.test_table import Seat
from tests.table.hosting import Host

pytestmark = pytest.mark.skipif(executable() is None, reason="no Firefox here: apt-get install firefox-esr")


def test_a_table_is_played_in_firefox_against_chromium(browser: Browser, tmp_path: Path, firefox: Firefox) -> None:
    page = firefox
    with ExitStack() as at_end:
        host = Host(tmp_path / "tables")
        at_end.callback(host.kill)
        page.open(host.links["red"])
        page.wait(SAYS, "Round 1 of 6: Red to act")
        blue = Seat(browser, host.links["blue"], MAP)
        blue.says("You are blue. Red is here.")
        for name, asked in (("0203", "choose where to go"), ("0304", "0304")):
            page.click(*point(page, name))
            page.wait(ASKS, asked)
        page.click(*page.evaluate(CONFIRM))
        expect(blue.page).to_have_title("Your turn · First steps")
        blue.click("0804", "0705")
        page.wait("() => document.title === 'Your turn · First steps'")
        picture(page, "table-in-firefox.png")
        assert (page.errors, blue.errors) == ([], [])
        blue.leave()
        host.stop()
        session = hw.load(host.journal)
        assert isinstance(session, hw.Session)
        assert [step.text for step in session.steps] == ["start", "red: 0203-0303-0304", "blue: 0804-0704-0705"]
