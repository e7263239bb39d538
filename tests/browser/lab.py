"""A real JupyterLab with a real kernel, driven in a real Chromium. Shared by the browser tests and the benchmarks."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, Playwright

from hexwidget.geometry import MatMap, SpaceMap
from tests import forking
from tests.ports import free_port

ROOT = Path(__file__).parents[2]

FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No other host resolves. (Routes that block requests would work too, but they switch the browser's cache off.)
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost",
]
Kind = tuple[int, int, bool]
_contexts: WeakKeyDictionary[Browser, dict[Kind, BrowserContext]] = WeakKeyDictionary()
"""Contexts by kind of page. Pages of one kind share a context and its cache."""
_pages: WeakKeyDictionary[Browser, dict[tuple[str, Kind], Page]] = WeakKeyDictionary()
"""Pages with a JupyterLab and no notebook, for the next test: loading JupyterLab takes longer than most tests."""


def executable() -> str | None:
    """The Chromium in HEXWIDGET_CHROMIUM (``tools/ensure-browser`` prints one), else one on the path."""
    return os.environ.get("HEXWIDGET_CHROMIUM") or with_windows()


def with_windows() -> str | None:
    """A Chromium on the path that could show windows, too."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next(filter(None, map(shutil.which, names)), None)


def launch(playwright: Playwright, path: str | None = None) -> Browser:
    """A browser without a window."""
    return playwright.chromium.launch(executable_path=path or executable(), args=FLAGS)


class Server:
    """The JupyterLab of a Python's environment, with its files in a folder. It can be killed and started again."""

    def __init__(
        self, folder: Path, python: str = sys.executable, token: str = "", *options: str, forks: bool = False
    ) -> None:
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self._log = folder / "lab.log"
        settings = {
            name: str(folder / ".jupyter" / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR")
        }
        self._environment = {**os.environ, **settings}
        # Else each load of a page has the server start Node.js twice, to ask if JupyterLab has to be built anew.
        configured = Path(settings["JUPYTER_CONFIG_DIR"], "labconfig")
        configured.mkdir(parents=True, exist_ok=True)
        (configured / "page_config.json").write_text('{"buildCheck": false}')
        if forks:
            forking.offer(Path(settings["JUPYTER_DATA_DIR"]))
        module = ["-c", f"from {forking.__name__} import main; main()"] if forks else ["-m", "jupyterlab"]
        self._command = [
            python, *module, "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}",
            f"--IdentityProvider.token={token}", "--ServerApp.password=", "--LabApp.expose_app_in_browser=True",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate", "--LabApp.news_url=",
            f"--ServerApp.root_dir={folder}", *options,
        ]  # fmt: skip

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                self._command, cwd=ROOT, env=self._environment, stdout=log, stderr=subprocess.STDOUT
            )
        for _ in range(300):
            try:
                urllib.request.urlopen(self.address + "/api", timeout=1)  # noqa: S310  (our own server)
                break
            except (urllib.error.URLError, OSError):
                if self._process.poll() is not None:
                    raise RuntimeError(self._log.read_text()) from None
                time.sleep(0.2)

    def kill(self) -> None:
        """End it without warning."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """End it and its kernels."""
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:  # a busy machine has not ended all kernels yet
            self.kill()


@contextmanager
def serve(folder: Path, python: str = sys.executable, *, forks: bool = False) -> Iterator[str]:
    """Run the JupyterLab of a Python's environment on a free port, with its files in ``folder``; yield its address.

    :param forks: True if it can fork kernels, see `tests.forking`
    """
    server = Server(folder, python, forks=forks)
    try:
        server.start()
        yield server.address
    finally:
        server.stop()


POLLING = 50
"""Milliseconds between two looks at JupyterLab while it works. Without them each look has it paint a frame."""
MOST_USES = 20
"""The notebooks that a page shows before it is closed, as its memory grows."""


class Lab:
    """One notebook in one page. No other host resolves; console errors are collected.

    The page is reused from an earlier test, unless the test needs its ``own``: because it cuts the connection, changes the
    page for good, or measures it.
    """

    _uses: ClassVar[WeakKeyDictionary[Page, int]] = WeakKeyDictionary()

    def __init__(
        self,
        browser: Browser,
        address: str,
        folder: Path,
        width: int = 1300,
        height: int = 1000,
        touch: bool = False,
        own: bool = False,
    ) -> None:
        self.address = address
        self.folder = folder
        self.kernel = "python3"
        """The kernel of the notebooks that the lab writes."""
        self.errors: list[str] = []
        self.expected: list[str] = []
        """The beginnings of console errors that a test provokes in JupyterLab itself."""
        contexts = _contexts.setdefault(browser, {})
        kind = (width, height, touch)
        if kind not in contexts:
            contexts[kind] = browser.new_context(viewport={"width": width, "height": height}, has_touch=touch)
        self.context = contexts[kind]
        self._size = {"width": width, "height": height}
        self._left, self._place = _pages.setdefault(browser, {}), (address, kind)
        left = None if own else self._left.pop(self._place, None)
        self._own, self._ready = own, left is not None
        self.page: Page = left or self.context.new_page()
        self.page.on("pageerror", self._on_error)
        self.page.on("console", self._on_message)

    def _on_error(self, error: Error) -> None:
        self.errors.append(str(error))

    def _on_message(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def open(self, name: str, *, listed: bool = False) -> None:
        """Open a notebook of the folder and wait for its kernel. The second time the page is loaded anew.

        :param listed: True to have JupyterLab's list of files beside the notebook, as at the first start. It needs a page of its own.
        """
        if self._ready:
            self.page.evaluate(
                """async name => {
                  await jupyterapp.commands.execute('docmanager:open', {path: name, factory: 'Notebook'}); }""",
                name,
            )
        else:
            self.page.goto(f"{self.address}/lab/tree/{name}?reset" if listed else f"{self.address}/doc/tree/{name}")
        self._ready = False
        self.page.wait_for_selector(".jp-Notebook", timeout=90_000)
        self.page.wait_for_function(
            """() => window.jupyterapp?.shell.currentWidget?.sessionContext?.isReady
              && jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === "idle" """,
            polling=POLLING,
            timeout=90_000,
        )
        # As in a new page, elements that are focused by program then show their focus.
        self.page.keyboard.press("Escape")

    def open_cells(self, *cells: str, listed: bool = False) -> None:
        """Make the notebook ``cells.ipynb`` of these cells, open it and run it."""
        self.write("cells.ipynb", *cells)
        self.open("cells.ipynb", listed=listed)
        self.run_all()

    def write(self, name: str, *cells: str) -> None:
        """Write a notebook of these cells into the folder."""
        (self.folder / name).write_text(notebook_of(*cells, kernel=self.kernel), encoding="utf-8")

    def run_all(self) -> None:
        """Run all cells and wait until the last has run."""
        self.page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
        self.page.wait_for_function(
            """() => { const w = jupyterapp.shell.currentWidget, cells = [...w.content.model.cells].filter(c => c.type === 'code');
              return cells.length && cells.every(c => c.executionCount || !c.sharedModel.source.trim())
                && w.sessionContext.session.kernel.status === 'idle'; }""",
            polling=POLLING,
            timeout=120_000,
        )

    def python(self, code: str) -> str:
        """Run code in the notebook's kernel; returns what it prints."""
        return self.page.evaluate(
            """async code => { const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
              const future = kernel.requestExecute({code, silent: false, store_history: false}); let out = '';
              future.onIOPub = m => { if (m.header.msg_type === 'stream') out += m.content.text;
                if (m.header.msg_type === 'error') out += m.content.evalue; };
              await future.done; return out.trim(); }""",
            code,
        )

    def board(self, number: int = 0) -> Locator:
        """The board in the page, counted from the top."""
        return self.page.locator(".hexwidget").nth(number)

    def close(self) -> None:
        """Close the notebook, stop its kernel, and leave the page to the next test."""
        self.page.evaluate(
            """async () => { if (!window.jupyterapp) return;
              await jupyterapp.serviceManager.sessions.shutdownAll();
              for (const document of [...jupyterapp.shell.widgets('main')]) document.dispose(); }"""
        )
        self._uses[self.page] = uses = self._uses.get(self.page, 0) + 1
        if self._own or uses == MOST_USES or not self.page.evaluate("Boolean(window.jupyterapp)"):
            self.page.close()
            return
        self.page.remove_listener("pageerror", self._on_error)
        self.page.remove_listener("console", self._on_message)
        self.page.set_viewport_size(self._size)
        self.page.emulate_media(contrast="null", reduced_motion="null")
        self.page.mouse.move(0, 0)
        self._left[self._place] = self.page


def notebook_of(*cells: str, kernel: str = "python3") -> str:
    """A notebook of these cells, as the text of its file."""
    code = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    notebook = {
        "cells": [{**code, "id": f"cell-{number}", "source": cell} for number, cell in enumerate(cells)],
        "metadata": {"kernelspec": {"name": kernel, "display_name": "Python 3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook)


def point(board: Locator, spaces: SpaceMap, name: str) -> tuple[float, float]:
    """The middle of a space in pixels of the page, in the board's current view."""
    layers = board.locator(".hexwidget-layers")
    layers.scroll_into_view_if_needed()
    box = layers.bounding_box()
    assert box is not None
    x, y = on_board(board, spaces, name)
    return box["x"] + x, box["y"] + y


def on_board(board: Locator, spaces: SpaceMap, name: str) -> tuple[float, float]:
    """The middle of a space in pixels of the board's layers, in the board's current view."""
    layers = board.locator(".hexwidget-layers")
    view = layers.get_attribute("data-view") or ""
    if not isinstance(spaces, MatMap):
        return on_layers(spaces, name, view)
    # The board lays a mat out, and says where its spaces are.
    scale, left, top = map(float, view.split())
    x, y = json.loads(layers.get_attribute("data-places") or "{}")[name]
    return left + x * scale, top + y * scale


def on_layers(spaces: SpaceMap, name: str, view: str) -> tuple[float, float]:
    """The middle of a space in pixels of the board's layers, in a view: its scale, and the left and top of the map."""
    scale, left, top = map(float, view.split())
    corners = [p for other in spaces.names() for p in spaces.outline(spaces.index(other))]
    x, y = spaces.centre(spaces.index(name))
    x, y = x - min(x for x, _ in corners), y - min(y for _, y in corners)
    return left + x * scale, top + y * scale
