"""Notebooks that are saved in JupyterLab or Notebook 7, or executed by papermill: opened again, and exported by the server."""

from __future__ import annotations

from pathlib import Path

import nbformat
import papermill
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, Page, expect

from tests.browser.exports import by_nbconvert, opened, shows_no_code
from tests.browser.test_saved import CELLS, RECORDING, steps_through
from tests.conftest import Take
from tests.share.hosts import IDLE, JUPYTER, QUIET, Host, serve

APPS = {"jupyterlab": ("LabApp", "/doc/tree/"), "notebook": ("JupyterNotebookApp", "/notebooks/")}
"""The name of each program's settings, and the address of its notebooks."""
KNOWN = ("reading 'schema'", "@jupyterlite", "net::ERR_FAILED")
"""Errors of the programs' own: one of Notebook 7, one of what is installed for the site, and files of the export."""
RAN = """() => { const w = jupyterapp.shell.currentWidget;
  return [...w.content.model.cells].every(c => c.executionCount) && w.sessionContext.session.kernel.status === 'idle'; }"""
SAVE = """async () => { await jupyterapp.commands.execute('docmanager:save');
  await jupyterapp.serviceManager.sessions.shutdownAll(); }"""


def written(path: Path) -> Path:
    """Write a notebook in which a board is shown and then played on."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in CELLS], metadata={"kernelspec": kernel})
    nbformat.write(notebook, path)
    return path


def command(name: str, folder: Path) -> list[str]:
    """The command that starts a program."""
    return [name, *JUPYTER, f"--{APPS[name][0]}.expose_app_in_browser=True", *QUIET, f"--ServerApp.root_dir={folder}"]


def trust(page: Page) -> None:
    """Vouch for the notebook that is open."""
    page.evaluate("() => void jupyterapp.commands.execute('notebook:trust')")
    page.locator(".jp-Dialog .jp-mod-accept").click()


def shows_recording(page: Page) -> None:
    expect(page.locator(".hexwidget-still-caption")).to_have_text(RECORDING, timeout=60_000)
    expect(page.locator(".hexwidget")).to_have_count(1)
    steps_through(page.locator(".hexwidget"))
    shows_no_code(page)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("jupyterlab", marks=pytest.mark.host("JupyterLab 4", "reopened", "exported")),
        pytest.param("notebook", marks=pytest.mark.host("Notebook 7", "reopened", "exported")),
    ],
)
def test_a_saved_notebook_is_opened_again_and_exported(name: str, browser: Browser, tmp_path: Path, take: Take) -> None:
    written(tmp_path / "board.ipynb")
    with serve(tmp_path, command(name, tmp_path), "/api") as address:
        host = Host(browser, dark=False)
        host.page.goto(f"{address}{APPS[name][1]}board.ipynb")
        host.page.wait_for_function(IDLE, timeout=90_000)
        host.page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
        host.page.wait_for_function(RAN, timeout=90_000)
        expect(host.board.locator(".hexwidget-step")).to_have_text("step 2 of 2")
        for _ in range(2):  # what was opened without a kernel is saved, too
            host.page.evaluate(SAVE)
            host.page.reload()
            shows_recording(host.page)
        take(host.page, "reopened")
        # *Save and Export Notebook As > HTML* goes there from the notebook, too.
        host.page.evaluate("address => { location.href = address; }", f"{address}/nbconvert/html/board.ipynb")
        shows_recording(host.page)
        take(host.page, "exported")
        host.close(*KNOWN)


@pytest.mark.host("papermill", "reopened", "exported", "offline")
def test_a_notebook_that_papermill_has_executed(browser: Browser, tmp_path: Path, take: Take) -> None:
    papermill.execute_notebook(
        str(written(tmp_path / "in.ipynb")), str(tmp_path / "out.ipynb"), kernel_name="python3", progress_bar=False
    )
    page = browser.new_context(offline=True, viewport={"width": 1300, "height": 1000}).new_page()
    shows_recording(opened(page, by_nbconvert(nbformat.read(tmp_path / "out.ipynb", as_version=4)), tmp_path))
    take(page, "exported", "offline")
    page.context.close()
    with serve(tmp_path, command("jupyterlab", tmp_path), "/api") as address:
        host = Host(browser, dark=False)
        # Nobody has vouched for the notebook yet.
        host.page.goto(f"{address}/doc/tree/out.ipynb")
        host.page.wait_for_function(IDLE, timeout=90_000)
        expect(host.page.locator(".jp-OutputArea-output img")).to_have_count(1)
        expect(host.page.locator(".hexwidget")).to_have_count(0)
        shows_no_code(host.page)
        trust(host.page)
        shows_recording(host.page)
        host.page.evaluate(SAVE)
        host.page.reload()
        shows_recording(host.page)
        take(host.page, "reopened")
        host.close(*KNOWN)
