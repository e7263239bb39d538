"""A table of a notebook's cell at the Jupyter server's address: its owner is logged in there, and another player is not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import hexwidget as hw

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from tests.browser.test_table import Seat, picture_of
from tests.table.test_jupyter import BASE, TOKEN, Jupyter, Kernel


@pytest.fixture
def jupyter(tmp_path: Path) -> Iterator[Jupyter]:
    made = Jupyter(tmp_path)
    yield made
    made.end()


def test_the_owner_and_a_player_without_login_play_by_mouse(
    jupyter: Jupyter, browser: Browser, request: pytest.FixtureRequest
) -> None:
    kernel = Kernel(jupyter)
    spaces = hw.scenario("depletion/first-steps").position.map
    red = Seat(browser, kernel.red, spaces)
    blue = Seat(browser, kernel.blue, spaces, viewport={"width": 390, "height": 780})
    red.says("You are red. Blue is here.")
    kernel.client.execute("import time\nwhile table.session.step.number < 2: time.sleep(0.01)")
    red.click("0203", "0303")
    expect(blue.page).to_have_title("Your turn · First steps")
    blue.page.get_by_role("button", name="Pass").first.click()
    blue.page.locator(".hexwidget-confirm:visible").click()
    expect(red.page).to_have_title("Your turn · First steps")
    expect(blue.page).to_have_url(f"{kernel.address}/#place={blue.page.url.rpartition('=')[2]}")
    picture_of(red, request, "seat")
    picture_of(blue, request, "phone")
    blue.page.reload()  # by the cookie
    blue.says("You are blue. Red is here.")
    assert red.errors == blue.errors == []
    # What the player's browser holds opens no notebook, and the owner's login opens the page of all tables.
    blue.page.goto(f"{jupyter.origin}{BASE}/api/contents")
    expect(blue.page.locator("body")).to_contain_text("Forbidden")
    red.page.goto(f"{jupyter.origin}{BASE}/hexwidget/tables/?token={TOKEN}")
    red.page.get_by_role("button", name="First steps").click()
    red.page.get_by_role("button", name="Make the table").click()
    link = red.page.get_by_label("Link for Blue", exact=True).input_value()
    assert link.startswith(f"{jupyter.origin}{BASE}/hexwidget/tables/folder/#")
    picture_of(red, request, "owner")
    blue.page.goto(link)
    expect(blue.page.locator("#board .hexwidget")).to_be_visible()
    blue.says("You are blue. Red is not here.")
    kernel.client.stop_channels()
    for seat in (red, blue):
        seat.leave()
