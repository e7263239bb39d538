"""One Chromium for all tests, which reaches only this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.lab import launch

expect.set_options(timeout=30_000)
SCREENSHOTS = Path(__file__).parents[1] / "browser" / "screenshots"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    SCREENSHOTS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()
