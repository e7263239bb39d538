"""The site without a server of ours: the engine and the boards run in the browser, and every other host is blocked."""

from __future__ import annotations

import http.server
import os
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import hexwidget as hw
from tests.browser.lab import point
from tests.share.conftest import SCREENSHOTS

NOTEBOOKS = sorted(path.name for path in (Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
IDLE = """() => { const w = window.jupyterapp?.shell.currentWidget;
  return w?.sessionContext?.isReady && w.sessionContext.session?.kernel?.status === 'idle'; }"""
# A cell that raises stops the later cells, which then never get a number.
RAN = """() => { const w = jupyterapp.shell.currentWidget, cells = [...w.content.model.cells].filter(c => c.type === 'code');
  const failed = cells.some(c => c.outputs.toJSON().some(o => o.output_type === 'error'));
  return (failed || cells.every(c => c.executionCount || !c.sharedModel.source.trim()))
    && w.sessionContext.session.kernel.status === 'idle'; }"""
RAISED = """() => [...jupyterapp.shell.currentWidget.content.model.cells].filter(c => c.type === 'code')
  .flatMap(c => c.outputs.toJSON()).filter(o => o.output_type === 'error').map(o => `${o.ename}: ${o.evalue}`)"""
# The notebook renders only visible cells, so scroll to the first cell with a board.
TO_BOARD = """async () => { const n = jupyterapp.shell.currentWidget.content;
  const at = n.widgets.findIndex(c => c.model.type === 'code' && c.model.outputs.toJSON()
    .some(o => o.data && 'application/vnd.jupyter.widget-view+json' in o.data));
  n.activeCellIndex = at; await n.scrollToItem(at, 'start'); }"""


class Files(http.server.SimpleHTTPRequestHandler):
    """A server of files with the types that modules and WebAssembly need."""

    extensions_map = {  # noqa: RUF012  (the base class's name)
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".wasm": "application/wasm",
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".json": "application/json",
    }

    def log_message(self, *_: Any) -> None:
        """Write no log."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    folder = Path(os.environ["HEXWIDGET_LITE"]).resolve().parent
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def opened(browser: Browser, site: str, notebook: str, outside: list[str], errors: list[str]) -> Page:
    context = browser.new_context(viewport={"width": 1300, "height": 1000})

    def guard(route: Route) -> None:
        if route.request.url.startswith((site + "/", "data:", "blob:")):
            route.continue_()
        else:
            outside.append(route.request.url)
            route.abort()

    context.route("**/*", guard)
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    page.goto(f"{site}/lab/lab/index.html?path={notebook}")
    page.wait_for_selector(".jp-Notebook", timeout=90_000)
    page.wait_for_function(IDLE, timeout=180_000)
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_function(RAN, timeout=240_000)
    return page


def test_a_link_is_opened_and_played_on_a_page(browser: Browser, site: str) -> None:
    position = hw.scenario("orders/two-on-one").position
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    outside: list[str] = []
    errors: list[str] = []
    context.route(
        "**/*",
        lambda r: (
            r.continue_()
            if r.request.url.startswith((site, "blob:", "data:"))
            else (outside.append(r.request.url), r.abort())
        ),
    )
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    page.goto(f"{site}/lab/play.html#{hw.link(position)}")
    board = page.locator(".hexwidget")
    board.wait_for(timeout=90_000)
    page.wait_for_timeout(300)
    page.mouse.click(*point(board, position.map, "0402"))
    expect(board.locator(".hexwidget-prompt")).to_contain_text("0402")
    page.mouse.click(*point(board, position.map, "0403"))
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    page.screenshot(path=SCREENSHOTS / "play.png")
    page.goto(f"{site}/lab/play.html#hw1.torn")
    expect(page.locator("#board")).to_contain_text("damaged or cut off", timeout=90_000)
    context.close()
    assert outside == []
    assert errors == []


@pytest.mark.parametrize("notebook", NOTEBOOKS)
def test_a_notebook_runs_in_the_browser(notebook: str, browser: Browser, site: str) -> None:
    outside: list[str] = []
    errors: list[str] = []
    page = opened(browser, site, notebook, outside, errors)
    assert page.evaluate(RAISED) == []
    if notebook.startswith("00"):
        page.evaluate(TO_BOARD)
        board = page.locator(".hexwidget").first
        board.wait_for()
        page.wait_for_timeout(500)
        spaces = hw.scenario("depletion/first-steps").position.map
        page.mouse.click(*point(board, spaces, "0203"))
        expect(board.locator(".hexwidget-prompt")).to_contain_text("choose where to go")
        page.mouse.click(*point(board, spaces, "0304"))
        board.get_by_role("button", name="Confirm").click()
        expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
        board.locator(".hexwidget-happened .hexwidget-cite").first.click()
        # Its clause links to the rulebook, which the site has.
        link = board.get_by_role("link", name="In the rulebook")
        assert link.evaluate("a => a.href").startswith(f"{site}/rulebook/depletion.html#D")
        page.screenshot(path=SCREENSHOTS / "lite.png")
    page.context.close()
    assert outside == []
    assert errors == []
