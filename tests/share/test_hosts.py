"""The board in the hosts beside JupyterLab: Notebook 7, Voila, marimo. In each it is shown in light and dark and played by
mouse and by keyboard, and the host gets none of its keys."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, Locator, Page, Route, expect

import hexwidget as hw
from tests.browser.lab import point
from tests.share.conftest import SCREENSHOTS

MAKE = """position = hw.system("depletion").position(
    map=". . ^ . .\\n  . % . . .\\n. . . ~ .", players=["red", "blue"],
    armies={"red": {"0202": "2 cavalry, 1 archer"}, "blue": {"0401": "1 spearman"}})"""
CELLS = ["import hexwidget as hw", MAKE, "board = hw.Board(position)\nboard"]
SPACES = (
    hw.system("depletion")
    .position(
        map=". . ^ . .\n  . % . . .\n. . . ~ .",
        players=["red", "blue"],
        armies={"red": {"0202": "2 cavalry, 1 archer"}, "blue": {"0401": "1 spearman"}},
    )
    .map
)
APP = f"""# /// script
# [tool.marimo.display]
# theme = "THEME"
# ///
import marimo

app = marimo.App(width="full")


@app.cell
def _():
    import marimo as mo
    import hexwidget as hw
    return hw, mo


@app.cell
def _(hw, mo):
    {MAKE.replace(chr(10), chr(10) + "    ")}
    plain = hw.Board(position)
    told, tell = mo.state("nothing yet")
    plain.observe(lambda change: tell(str(change.new)), "last_action")
    board = mo.ui.anywidget(plain)
    return board, told


@app.cell
def _(board):
    board
    return


@app.cell
def _(mo, told):
    mo.md(f"LAST {{told()}}")
    return


if __name__ == "__main__":
    app.run()
"""


@contextmanager
def serve(folder: Path, command: list[str], ready: str) -> Iterator[str]:
    """Run a server on a free port with settings of its own; yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    kinds = (
        "JUPYTER_CONFIG_DIR",
        "JUPYTER_DATA_DIR",
        "IPYTHONDIR",
        "XDG_CONFIG_HOME",
        "XDG_STATE_HOME",
        "XDG_CACHE_HOME",
    )
    own = {kind: str(folder / ".own" / kind) for kind in kinds}
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", *(word.replace("PORT", str(port)) for word in command)],
            cwd=folder, env={**os.environ, **own}, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        address = f"http://127.0.0.1:{port}"
        for _ in range(300):
            try:
                urllib.request.urlopen(address + ready, timeout=5)  # noqa: S310  (our own server)
                break
            except (urllib.error.URLError, OSError):
                if server.poll() is not None:
                    raise RuntimeError((folder / "server.log").read_text()) from None
                time.sleep(0.2)
        yield address
    finally:
        server.terminate()
        server.wait(20)


class Host:
    """A page of a host. Requests to others are blocked; console errors are collected."""

    def __init__(self, browser: Browser, dark: bool) -> None:
        self.errors: list[str] = []
        scheme = "dark" if dark else "light"
        self.context = browser.new_context(viewport={"width": 1300, "height": 1000}, color_scheme=scheme)
        self.context.route("**/*", self._guard)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console",
            lambda m: self.errors.append(f"{m.text} {m.location.get('url', '')}") if m.type == "error" else None,
        )

    @staticmethod
    def _guard(route: Route) -> None:
        host = route.request.url.split("//", 1)[-1].split("/", 1)[0].rsplit(":", 1)[0]
        if host in ("127.0.0.1", "localhost", "[::1]") or route.request.url.startswith(("data:", "blob:")):
            route.continue_()
        else:
            route.abort()

    @property
    def board(self) -> Locator:
        return self.page.locator(".hexwidget").first

    def close(self, *expected: str) -> None:
        """Check that the page has no errors except known ones of the host itself."""
        self.context.close()
        assert [e for e in self.errors if not any(words in e for words in expected)] == []


def look_and_play(host: Host, name: str, theme: str) -> None:
    """Check that the board has our look in the host's theme, and that clicks choose, show the reach, and play."""
    page, board = host.page, host.board
    status = board.locator(".hexwidget-status")
    expect(status).to_contain_text("Red to act", timeout=90_000)
    board.scroll_into_view_if_needed()
    page.wait_for_timeout(500)
    expect(board).to_have_attribute("data-theme", theme)
    assert board.evaluate("e => getComputedStyle(e).borderRadius") == "10px"
    assert board.evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    page.mouse.click(*point(board, SPACES, "0202"))
    expect(board.locator(".hexwidget-prompt")).to_contain_text("choose where to go")
    page.mouse.click(*point(board, SPACES, "0101"))
    board.get_by_role("button", name="Confirm").click()
    expect(status).to_contain_text("Blue to act")
    expect(board.locator(".hexwidget-happened h2")).to_contain_text("0101")
    assert board.locator(".hexwidget-happened h2").evaluate("e => getComputedStyle(e).fontSize") == "21px"
    page.screenshot(path=SCREENSHOTS / f"{name}-{theme}.png")
    board.get_by_role("button", name="Undo").click()
    expect(status).to_contain_text("Red to act")


def play_by_keys(host: Host, outside: str) -> None:
    """Check that the board gets all keys, also those with a meaning for the host, and also on its buttons."""
    page, board, press = host.page, host.board, host.page.keyboard.press
    before = page.evaluate(outside)
    page.evaluate(
        """() => { window.ran = []; window.jupyterapp?.commands.commandExecuted.connect((_, { id }) => ran.push(id)); }"""
    )
    board.locator(".hexwidget-surface").focus()
    for key in (
        "ArrowRight",
        "ArrowLeft",
        "ArrowDown",
        "ArrowUp",
        "a",
        "b",
        "x",
        "c",
        "z",
        "d",
        "d",
        "0",
        "0",
        "j",
        "k",
        "Delete",
    ):
        press(key)
        page.wait_for_timeout(60)
    assert "hexwidget-surface" in board.evaluate("e => e.getRootNode().activeElement?.className ?? ''")
    for _ in range(4):
        press("Escape")
    press("n")
    press("Enter")
    expect(board.locator(".hexwidget-prompt")).to_contain_text("choose where to go")
    press("ArrowLeft")
    press("Enter")
    expect(board.get_by_role("button", name="Confirm")).to_be_visible()
    press("Enter")
    expect(board.locator(".hexwidget-status")).to_contain_text("Blue to act")
    board.get_by_role("button", name="Undo").focus()
    for key in ("x", "ArrowDown", "Escape"):
        press(key)
    press("Enter")
    expect(board.locator(".hexwidget-status")).to_contain_text("Red to act")
    assert page.evaluate("ran") == []
    assert page.evaluate(outside) == before


def written(folder: Path) -> Path:
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    path = folder / "board.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell(c) for c in CELLS], metadata={"kernelspec": kernel}), path)
    return path


JUPYTER = [
    "--no-browser",
    "--allow-root",
    "--ip=127.0.0.1",
    "--port=PORT",
    "--IdentityProvider.token=",
    "--ServerApp.password=",
]
QUIET = ["--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
IDLE = """() => { const w = window.jupyterapp?.shell.currentWidget;
  return w?.sessionContext?.isReady && w.sessionContext.session?.kernel?.status === 'idle'; }"""
SOURCES = "() => jupyterapp.shell.currentWidget.content.widgets.map(c => c.model.sharedModel.source).join('|')"


@pytest.mark.parametrize("name", ["jupyterlab", "notebook"])
def test_jupyter(name: str, browser: Browser, tmp_path: Path) -> None:
    written(tmp_path)
    app, where = ("LabApp", "/doc/tree/") if name == "jupyterlab" else ("JupyterNotebookApp", "/notebooks/")
    command = [name, *JUPYTER, f"--{app}.expose_app_in_browser=True", *QUIET, f"--ServerApp.root_dir={tmp_path}"]
    with serve(tmp_path, command, "/api") as address:
        host = Host(browser, dark=False)
        page = host.page
        page.goto(f"{address}{where}board.ipynb")
        page.wait_for_function(IDLE, timeout=90_000)
        page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
        for theme in ("light", "dark"):
            page.evaluate(
                "t => jupyterapp.commands.execute('apputils:change-theme', {theme: t})", f"JupyterLab {theme.title()}"
            )
            page.wait_for_function("d => document.body.dataset.jpThemeLight === d", arg=str(theme == "light").lower())
            look_and_play(host, name, theme)
        play_by_keys(host, SOURCES)
        page.evaluate("jupyterapp.serviceManager.sessions.shutdownAll()")
        # Notebook 7 itself sometimes raises this while it opens.
        host.close("reading 'schema'", "@jupyterlite")  # the second is installed for the site


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_voila(theme: str, browser: Browser, tmp_path: Path) -> None:
    notebook = written(tmp_path)
    # Otherwise it loads all installed extensions of JupyterLab, and those for Lab alone fail in its page.
    deny = ["@jupyter-notebook/lab-extension", "@voila-dashboards/jupyterlab-preview"]
    deny += ["@jupyterlite/pyodide-kernel-extension"]
    command = ["voila", str(notebook), "--no-browser", "--port=PORT", "--Voila.ip=127.0.0.1"]
    command += [f"--VoilaConfiguration.extension_denylist={name}" for name in deny]
    with serve(tmp_path, command, "/voila/static/favicon.ico") as address:
        host = Host(browser, dark=False)
        host.page.goto(f"{address}/?theme={theme}", timeout=120_000, wait_until="domcontentloaded")
        look_and_play(host, "voila", theme)
        play_by_keys(host, "() => location.href")
        host.close("fortawesome")  # its template requests a typeface from another host


@pytest.mark.parametrize("theme", ["light", "dark", "system"])
@pytest.mark.parametrize("mode", ["run", "edit"])
def test_marimo(mode: str, theme: str, browser: Browser, tmp_path: Path) -> None:
    app = tmp_path / "app.py"
    app.write_text(APP.replace("THEME", theme))
    settings = tmp_path / ".own" / "XDG_CONFIG_HOME" / "marimo" / "marimo.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("[runtime]\nauto_instantiate = true\n")  # an opened notebook does not start by itself
    command = [
        "marimo",
        "-q",
        "-y",
        mode,
        str(app),
        "--headless",
        "--no-token",
        "--no-sandbox",
        "--host=127.0.0.1",
        "--port=PORT",
    ]
    command += ["--skip-update-check"] if mode == "edit" else []
    with serve(tmp_path, command, "/health") as address:
        host = Host(browser, dark=theme == "system")
        host.page.goto(address, timeout=90_000)
        look_and_play(host, f"marimo-{mode}", "light" if theme == "light" else "dark")
        play_by_keys(
            host, "() => [document.querySelectorAll('.marimo-cell, [role=dialog]').length, location.href].join()"
        )
        # Another cell follows the board through a state of marimo.
        host.page.get_by_text("LAST None").first.wait_for(timeout=20_000)
        host.close()
