"""Pages that programs make of notebooks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Page, expect

from tests.browser.test_saved import CELLS, steps_through

VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
SCRIPT = "application/javascript"
QUARTO = (VIEW, SCRIPT, "text/html", "text/markdown", "image/svg+xml", "image/png", "image/jpeg", "text/plain")
"""The forms of outputs, Quarto's first choice for pages first (`displayDataMimeType` in its display-data.ts)."""
QUARTO_IN_PRINT = ("text/markdown", "image/svg+xml", "image/png", "image/jpeg", "text/latex", "text/plain")
"""The same for PDF."""
MANAGER = """<script src="https://cdnjs.cloudflare.com/ajax/libs/require.js/2.3.6/require.min.js"></script>
<script src="https://unpkg.com/@jupyter-widgets/html-manager@*/dist/embed-amd.js"></script>"""
BOXED = "import ipywidgets\nother = hw.Board(hw.scenario('rondel/first-maneuver'))\nipywidgets.HBox([other])"


def executed_notebook() -> nbformat.NotebookNode:
    """A notebook that was executed without a browser. Boards are played after they were displayed, one is in a box."""
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in (*CELLS, BOXED)])
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return notebook


def by_nbconvert(notebook: nbformat.NotebookNode, **options: Any) -> str:
    """The page that nbconvert makes."""
    page, _ = HTMLExporter(**options).from_notebook_node(notebook)
    return page


def chosen(notebook: nbformat.NotebookNode, forms: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """The first of these forms that each output has, with its content."""
    for cell in notebook.cells:
        for output in cell.outputs:
            if "data" in output:
                yield next((form, output.data[form]) for form in forms if form in output.data)


def as_by_quarto(notebook: nbformat.NotebookNode, theme: str = "light") -> str:
    """A page with what Quarto writes of outputs: its widgets.ts and jupyter.ts put scripts into a page as they are."""
    outputs = "\n".join(
        content if form == "text/html" else f'<script type="{form}">\n{content}\n</script>'
        for form, content in (
            (form, json.dumps(content) if form == VIEW else content) for form, content in chosen(notebook, QUARTO)
        )
        if form in (VIEW, SCRIPT, "text/html")
    )
    state = f"<script type={STATE}>\n{json.dumps(notebook.metadata.widgets[STATE])}\n</script>"
    return f"<!doctype html><html><head>{MANAGER}</head><body class='quarto-{theme}'>{outputs}\n{state}</body></html>"


def opened(page: Page, text: str, folder: Path) -> Page:
    """Open a page from a file."""
    (folder / "page.html").write_text(text, encoding="utf-8")
    page.goto((folder / "page.html").as_uri())
    return page


def shows_recordings(page: Page) -> None:
    """Check that both boards of the notebook are recordings, that one steps, and that nothing else is shown of it."""
    expect(page.locator(".hexwidget-still-caption")).to_have_count(2)
    expect(page.locator(".hexwidget")).to_have_count(2)
    steps_through(page.locator(".hexwidget").first)
    shows_no_code(page)


def shows_no_code(page: Page) -> None:
    """Check that a reader sees no code of the front end."""
    expect(page.locator("body")).not_to_contain_text("createElement", use_inner_text=True)
