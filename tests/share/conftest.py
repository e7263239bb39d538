"""One Chromium for all tests, which reaches only this machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.lab import Server, launch
from tests.share.pages import Visit, notebook, with_notebooks
from tests.share.serving import Sent, serve

expect.set_options(timeout=30_000)
CELLS = ("import hexwidget as hw", "board = hw.Board('depletion/first-steps')\nboard")
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


# ---------------------------------------------------------------- the site with its notebooks and its page of Python
@pytest.fixture(scope="module")
def folder() -> Path:
    """The folder of the site that `make lite` has built."""
    return Path(os.environ["HEXWIDGET_LITE"]).resolve().parent


@pytest.fixture
def sent() -> Sent:
    return {}


@pytest.fixture
def site(folder: Path, sent: Sent) -> Iterator[str]:
    notebooks = {
        "board.ipynb": notebook(*CELLS),
        "figure.ipynb": notebook(*CELLS, "hw.plots.reach(board.position.reach('0203'))"),
        "played.ipynb": notebook(*CELLS, "board.play('red: pass')"),
    }
    with serve(folder, sent, with_notebooks(folder, notebooks)) as address:
        yield address


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visit]:
    opened = Visit(browser, site)
    yield opened
    opened.context.close()
    assert opened.outside == [], "the page asked other hosts"
    assert opened.errors == [], "the browser's console shows errors"
