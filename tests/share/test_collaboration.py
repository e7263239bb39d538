"""Two people on one notebook, by jupyter-collaboration: each in a browser of their own, who trust the notebook or do not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.lab import POLLING, Lab, Server
from tests.browser.test_board import CELLS, click
from tests.browser.test_life_cycle import BLUE, RED, confirm, says
from tests.conftest import Take
from tests.share.test_reopened import trust

COLLABORATION = Path(sys.prefix) / "collaboration"
"""The extension, beside the environment: it changes how JupyterLab keeps all notebooks. See ``make test-hosts``."""


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A JupyterLab with the extension."""
    monkeypatch.setenv("PYTHONPATH", str(COLLABORATION))
    monkeypatch.setenv("JUPYTER_PATH", str(COLLABORATION / "share" / "jupyter"))
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(COLLABORATION / "etc" / "jupyter"))
    # The server keeps the history of documents in a file, else in the folder where it was started.
    server = Server(tmp_path, sys.executable, "", f"--SQLiteYStore.db_path={tmp_path / 'ystore.db'}")
    server.start()
    yield server.address
    server.stop()


@contextmanager
def beside(browser: Browser, address: str) -> Iterator[Page]:
    """The page of a second person, who opens the notebook while the first one plays."""
    context = browser.new_context(viewport={"width": 1300, "height": 1000})
    page = context.new_page()
    page.goto(f"{address}/doc/tree/cells.ipynb")
    page.wait_for_selector(".jp-Notebook", timeout=90_000)
    page.wait_for_function(
        """() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'""",
        polling=POLLING,
        timeout=90_000,
    )
    yield page
    context.close()


@pytest.mark.host("jupyter-collaboration", "live", "reopened")
def test_two_people_play_on_one_notebook(browser: Browser, address: str, tmp_path: Path, take: Take) -> None:
    lab = Lab(browser, address, tmp_path, own=True)
    lab.write("cells.ipynb", *CELLS)
    lab.open("cells.ipynb")
    with beside(browser, address) as page:
        lab.run_all()
        says(lab.board(), RED)
        # Who was there before has not vouched for what the other one has run.
        picture = page.locator(".jp-OutputArea-output img")
        expect(picture).to_be_visible(timeout=60_000)
        expect(page.locator(".hexwidget")).to_have_count(0)
        take(page, "reopened")
        # Who trusts what the other one has run plays at once. The other one's page may lose the board until it is loaded anew: see findings.
        trust(page)
        says(page.locator(".hexwidget"), RED)
        lab.open("cells.ipynb")
        says(lab.board(), RED)
    lab.page.evaluate("jupyterapp.commands.execute('docmanager:save')")
    with beside(browser, address) as page:  # a saved notebook is trusted on the server where it was run
        board, theirs = lab.board(), page.locator(".hexwidget").first
        says(theirs, RED)
        click(lab, board, "0203")
        click(lab, board, "0304")
        confirm(board)
        says(theirs, BLUE)
        take(page, "live")
        theirs.get_by_role("button", name="Undo").click()
        says(board, RED)
        theirs.get_by_role("button", name="Redo").click()
        says(board, BLUE)
        assert lab.python("print(len(board.session.steps), board.last_action)") == "2 0203-0303-0304"
    lab.close()
