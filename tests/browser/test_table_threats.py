"""A table's page in a browser among strangers: hostile texts do nothing, and a link's token is in no request."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import hexwidget as hw
from tests.browser.test_hostile_texts import SHOWN, sound
from tests.browser.test_table import Seat
from tests.table.hosting import Host

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
MAP = hw.scenario("depletion/first-steps").position.map
TEXT = " ".join(SHOWN[name] for name in ("image", "script", "style", "quotes"))


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A table whose scenario has hostile texts wherever its author may write."""
    position = hw.scenario("depletion/first-steps").position
    data = position.system.to_json(position)
    del data["title"]
    document = {
        "format": "hexwidget.scenario/2", "system": "depletion", "title": TEXT, "prose": TEXT, "position": data,
        "notes": [{"space": "0303", "text": TEXT}],
        "overlays": [{"name": "o", "label": TEXT, "spaces": {"0203": 1}}],
        "arrows": [{"spaces": ["0203", "0304"], "label": TEXT}],
    }  # fmt: skip
    (tmp_path / "hostile.json").write_text(json.dumps(document))
    made = Host(tmp_path / "tables", str(tmp_path / "hostile.json"))
    yield made
    made.kill()


def test_hostile_texts_do_nothing_and_a_token_is_in_no_request(host: Host, browser: Browser) -> None:
    asked: list[tuple[str, str]] = []
    context = browser.new_context()
    context.on("request", lambda request: asked.append((request.url, json.dumps(request.headers))))
    page = context.new_page()
    page.goto(host.links["red"])
    board = page.locator(".hexwidget")
    expect(board.locator(".hexwidget-title")).to_have_text(TEXT)
    expect(page).to_have_title(f"Your turn · {TEXT}")
    red = Seat(browser, host.links["red"], MAP)
    red.click("0203", "0303")
    expect(page).to_have_title(f"Blue to act · {TEXT}")
    for shown in (page, red.page):
        sound(shown)
    assert red.errors == []  # the page's policy has nothing to say either
    token = host.links["red"].rpartition("#")[2]
    assert len(asked) >= 5
    assert {url.partition("//")[2].partition("/")[0] for url, _ in asked if not url.startswith(("data:", "blob:"))} == {
        host.address.partition("//")[2]
    }
    assert not [each for each in asked if token in each[0].partition("#")[0] + each[1]]
    red.leave()
    context.close()
