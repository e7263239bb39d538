"""Pages of the site in a browser. Only the site's own server answers; other hosts, and errors of the console, are collected."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Route

from tests.share.hosts import IDLE
from tests.share.serving import Sent

BOARD = "canvas.hexwidget-pieces[data-drawn]"
"""A board that shows its pieces."""

# A cell that raises stops the later cells, which then never get a number.
_RAN = """() => { const w = jupyterapp.shell.currentWidget, cells = [...w.content.model.cells].filter(c => c.type === 'code');
  const failed = cells.some(c => c.outputs.toJSON().some(o => o.output_type === 'error'));
  return (failed || cells.every(c => c.executionCount || !c.sharedModel.source.trim()))
    && w.sessionContext.session.kernel.status === 'idle'; }"""
_RAISED = """() => [...jupyterapp.shell.currentWidget.content.model.cells].filter(c => c.type === 'code')
  .flatMap(c => c.outputs.toJSON()).filter(o => o.output_type === 'error').map(o => `${o.ename}: ${o.evalue}`)"""


class Visit:
    """A browser with an empty cache, and a page in it."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.site = site
        self.outside: list[str] = []
        """The addresses of other hosts that the page asked for."""
        self.errors: list[str] = []
        self.context = browser.new_context(viewport={"width": 1300, "height": 1000})
        self.context.route(lambda address: not address.startswith((site, "data:", "blob:")), self._refuse)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", self._on_error)
        self.page.on("console", self._on_message)

    def _refuse(self, route: Route) -> None:
        self.outside.append(route.request.url)
        route.abort()

    def _on_error(self, error: Error) -> None:
        self.errors.append(str(error))

    def _on_message(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location['url']})")

    def open_notebook(self, name: str) -> None:
        """Open a notebook of the site in JupyterLite and wait for its kernel."""
        self.page.goto(f"{self.site}/lab/lab/index.html?path={name}")
        self.page.wait_for_selector(".jp-Notebook", timeout=90_000)
        self.page.wait_for_function(IDLE, timeout=180_000)

    def run_all(self) -> list[str]:
        """Run all cells; return the errors that they raised."""
        self.page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
        self.page.wait_for_function(_RAN, timeout=240_000)
        raised: list[str] = self.page.evaluate(_RAISED)
        return raised


def notebook(*cells: str) -> bytes:
    """A notebook of these cells for JupyterLite, as its file."""
    code = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    kernel = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
    return json.dumps(
        {
            "cells": [{**code, "id": f"cell-{number}", "source": cell} for number, cell in enumerate(cells)],
            "metadata": {"kernelspec": kernel},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    ).encode()


def with_notebooks(site: Path, notebooks: dict[str, bytes]) -> dict[str, bytes]:
    """The files that add notebooks to a site, by their addresses: the notebooks, and JupyterLite's list of files."""
    listing = json.loads((site / "lab" / "api" / "contents" / "all.json").read_bytes())
    first = listing["content"][0]
    listing["content"] += [{**first, "name": n, "path": n, "size": len(file)} for n, file in notebooks.items()]
    files = {f"/lab/files/{name}": file for name, file in notebooks.items()}
    return {**files, "/lab/api/contents/all.json": json.dumps(listing).encode()}


def about_plotly(sent: Sent) -> list[str]:
    """The files that hold plotly, of those that were asked for."""
    return [path for path, size in sent.items() if "plotly" in path and size > 10_000]
