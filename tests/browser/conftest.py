"""One JupyterLab and one Chromium for all browser tests. A test fails on a console error, and leaves a screenshot if it fails.

A test takes ``cells``, which needs no JupyterLab, unless it is about JupyterLab itself, the kernel or their connection: ``lab``
takes five times as long.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Generator, Iterator
from operator import itemgetter
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from hexwidget.widget.pages import notebook_recording
from tests.browser import firefox as firefoxes
from tests.browser.direct import DirectCells, lent_page
from tests.browser.firefox import Firefox
from tests.browser.lab import Lab, launch, serve
from tests.browser.pictures import ALL_SCREENSHOTS, SCREENSHOTS
from tests.browser.traffic import Proxy
from tests.forking import FORKED

ROOT = Path(__file__).parents[2]
# These tests assert nothing about time, so a busy machine may be slow.
expect.set_options(timeout=20_000)
SITE = "https://rules.example/hexwidget/"
"""The address that the pages of `site` name as their own."""
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in JupyterLab come first, and those in Firefox next. So one worker of several has most of them, and few start these
    programs, which takes ten seconds of work."""
    needs = [set(getattr(item, "fixturenames", ())) for item in items]
    begun = [0 if "address" in names else 1 if "firefox" in names else 2 for names in needs]
    items[:] = [item for _, item in sorted(zip(begun, items, strict=True), key=itemgetter(0))]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


def screenshot(page: Page, node: pytest.Item) -> None:
    """Show how a page looks at the end of a test that has failed."""
    SCREENSHOTS.mkdir(exist_ok=True)
    if ALL_SCREENSHOTS or node.stash.get(FAILED, False):
        page.screenshot(path=SCREENSHOTS / f"{node.name}.png".replace("/", "-"))


@pytest.fixture(autouse=True)
def no_recordings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards of `tests.browser.direct` make no recordings for a saved notebook, which took half of the tests' work: there is no
    notebook. Kernels of `Lab` make them."""
    monkeypatch.setattr(notebook_recording, "PAUSE", 3600.0)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    found = launch(playwright)
    yield found
    found.close()


@pytest.fixture(scope="session")
def _firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefoxes.launch(tmp_path_factory.mktemp("firefox")) as found:
        yield found


@pytest.fixture
def firefox(_firefox: Firefox) -> Firefox:
    """A Firefox with one new page. All tests have the same, as its start takes longer than they do."""
    _firefox.anew()
    return _firefox


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("lab")
    for notebook in (ROOT / "notebooks").glob("*.ipynb"):
        shutil.copy(notebook, made)
    return made


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    with serve(folder, forks=True) as found:
        yield found


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The site as `tools/build_site.py` makes it, once for all workers."""
    base = tmp_path_factory.getbasetemp()
    out = (base if worker_id == "master" else base.parent) / "site"
    with (out.parent / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not out.exists():
            made = out.with_suffix(".begun")
            command = [sys.executable, ROOT / "tools" / "build_site.py", made, "--jobs", "1"]
            known = {**os.environ, "HEXWIDGET_REPOSITORY": "https://forge.example/us/hexwidget", "HEXWIDGET_SITE": SITE}
            subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=known)
            made.rename(out)
    return out


@pytest.fixture
def lab(request: pytest.FixtureRequest, browser: Browser, address: str, folder: Path) -> Iterator[Lab]:
    opened = Lab(browser, address, folder, own=request.node.get_closest_marker("own_page") is not None)
    if request.node.get_closest_marker("own_kernel") is None:
        opened.kernel = FORKED
    yield opened
    screenshot(opened.page, request.node)
    errors = [e for e in opened.errors if not e.startswith(tuple(opened.expected))]
    opened.close()
    assert errors == [], "the browser's console shows errors"


@pytest.fixture
def proxy(lab: Lab) -> Iterator[Proxy]:
    """A gate between the lab's page and Jupyter."""
    made = Proxy(int(lab.address.rsplit(":", 1)[1]))
    lab.address = f"http://127.0.0.1:{made.port}"
    lab.expected += ["WebSocket connection to", "Failed to load resource", "Kernel: ", "Connection lost"]
    yield made
    made.mend()  # and open until the page's last request


@pytest.fixture
def cells(request: pytest.FixtureRequest, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[DirectCells]:
    """Cells without JupyterLab, which run in this process. ``indirect`` parameters are options of the browser's context."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    with lent_page(browser, **getattr(request, "param", {})) as page:
        opened = DirectCells(page)
        yield opened
        screenshot(page, request.node)
        opened.close()
    assert opened.errors == [], "the browser's console shows errors"
