"""One Chromium for all tests, which reaches only this machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.lab import Server, launch

expect.set_options(timeout=30_000)
SCREENSHOTS = Path(__file__).parents[1] / "browser" / "screenshots"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    SCREENSHOTS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address and token of a Jupyter server for pages that start a kernel. (The hosts hand on the messages of kernels of their own.)"""
    token = "of-the-test"  # noqa: S105  (our own server's)
    options = ("--ServerApp.allow_origin=*", "--ServerApp.disable_check_xsrf=True")
    server = Server(tmp_path_factory.mktemp("kernel"), sys.executable, token, *options)
    server.start()
    yield f"{server.address}/", token
    server.stop()
