"""Notebooks that are saved and opened again, or executed and exported: their boards are recordings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.lab import Lab, point
from tests.browser.test_board import MAP

RECORDING = "A recording: step through it, or run the cell to play."
CELLS = (
    "import hexwidget as hw\nboard = hw.Board(hw.scenario('depletion/first-steps'))\nboard",
    "board.play('red: pass'); board.play('blue: pass')",
)


def steps_through(board: Locator) -> None:
    """See that a recording is calm, and goes from its last step to the start and on."""
    expect(board.locator(".hexwidget-step")).to_have_text("step 2 of 2")
    expect(board.get_by_role("button", name="A recording")).to_be_disabled()
    expect(board.locator(".hexwidget-alert")).to_be_hidden()
    board.get_by_role("button", name="To the start", exact=True).click()
    expect(board.locator(".hexwidget-step")).to_have_text("step 0 of 2")
    board.get_by_role("button", name="One step on", exact=True).click()
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 2")


# ---------------------------------------------------------------- JupyterLab
def open_again(lab: Lab) -> None:
    """Save the notebook, close it, shut its kernel down and open it."""
    lab.page.evaluate(
        """async () => {
          await jupyterapp.commands.execute('docmanager:save');
          await jupyterapp.serviceManager.sessions.shutdownAll();
          for (const document of [...jupyterapp.shell.widgets('main')]) document.dispose(); }"""
    )
    lab.page.reload()
    lab.open("cells.ipynb")


@pytest.mark.own_page
def test_a_saved_notebook_opens_with_its_boards(lab: Lab) -> None:
    lab.open_cells(*CELLS)
    expect(lab.board().locator(".hexwidget-step")).to_have_text("step 2 of 2")
    open_again(lab)
    expect(lab.page.locator(".hexwidget-still-caption")).to_have_text(RECORDING, timeout=60_000)
    expect(lab.page.locator(".jp-Notebook")).not_to_contain_text("Error displaying widget")
    steps_through(lab.board())
    lab.run_all()
    expect(lab.page.locator(".hexwidget-still-caption")).to_have_count(0)
    expect(lab.board().get_by_role("button", name="A recording")).to_have_count(0)
    expect(lab.board().locator(".hexwidget-step")).to_have_text("step 2 of 2")


@pytest.mark.own_page
def test_what_was_clicked_is_kept(lab: Lab) -> None:
    lab.open_cells(CELLS[0])
    board = lab.board()
    board.get_by_role("button", name="Pass").first.click()
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    # The recording is written when the player pauses.
    lab.page.wait_for_function(
        """async () => { const w = jupyterapp.shell.currentWidget;
          const future = w.sessionContext.session.kernel.requestExecute(
            {code: 'print(bool(board._recording), board._sharing.saving.is_behind)', store_history: false}); let out = '';
          future.onIOPub = m => { if (m.header.msg_type === 'stream') out += m.content.text; };
          await future.done; return out.trim() === 'True False'; }""",
        polling=300,
    )
    open_again(lab)
    expect(lab.board().locator(".hexwidget-step")).to_have_text("step 1 of 1")


# ---------------------------------------------------------------- exports
@pytest.fixture(scope="module")
def executed() -> nbformat.NotebookNode:
    """A notebook that was executed without a browser. Boards are played after they were displayed, one is in a box."""
    boxed = "import ipywidgets\nother = hw.Board(hw.scenario('rondel/first-maneuver'))\nipywidgets.HBox([other])"
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in (*CELLS, boxed)])
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return notebook


@pytest.fixture
def offline(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A page that reaches no host at all."""
    context = browser.new_context(offline=True, viewport={"width": 1200, "height": 900})
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("template", ["lab", "classic"])
def test_an_exported_notebook_shows_recordings_without_a_network(
    executed: nbformat.NotebookNode, offline: Page, tmp_path: Path, template: str
) -> None:
    page, _ = HTMLExporter(template_name=template).from_notebook_node(executed)
    (tmp_path / "page.html").write_text(page)
    offline.goto((tmp_path / "page.html").as_uri())
    expect(offline.locator(".hexwidget-still-caption")).to_have_count(2)
    steps_through(offline.locator(".hexwidget").first)


def test_buffers_are_kept_nowhere(executed: nbformat.NotebookNode) -> None:
    state = executed.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"]
    assert not any(model.get("buffers") for model in state.values())
    assert sum("_parts" in model["state"] for model in state.values()) == 1


def test_an_exported_notebook_without_widget_state_shows_pictures(
    executed: nbformat.NotebookNode, offline: Page, tmp_path: Path
) -> None:
    bare = nbformat.from_dict({**executed, "metadata": {}})
    page, _ = HTMLExporter().from_notebook_node(bare)
    (tmp_path / "page.html").write_text(page)
    offline.goto((tmp_path / "page.html").as_uri())
    expect(offline.locator("img[src^='data:image/png']").first).to_be_visible()


def test_a_recording_tells_a_reason_of_the_last_step(
    executed: nbformat.NotebookNode, offline: Page, tmp_path: Path
) -> None:
    page, _ = HTMLExporter().from_notebook_node(executed)
    (tmp_path / "page.html").write_text(page)
    offline.goto((tmp_path / "page.html").as_uri())
    board = offline.locator(".hexwidget").first
    for space in ("0402", "0303"):
        offline.mouse.click(*point(board, MAP, space))
    expect(board.locator(".hexwidget-panel")).to_contain_text("D")
