"""The board in JupyterLab, Notebook 7, Voila and marimo. In each it is shown in light and dark and played by mouse and by
keyboard, and the host gets none of its keys. Other hosts do not answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, expect

import hexwidget as hw
from tests.browser.in_view import SMALL, Learner, first_game
from tests.browser.lab import point
from tests.conftest import Take
from tests.share.conftest import SCREENSHOTS
from tests.share.hosts import IDLE, JUPYTER, QUIET, Host, serve

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

SHOWN = {"light": ("live", "offline"), "dark": ("dark",), "system": ()}
"""The cells of docs/hosts.md whose pictures show a theme."""


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
    expect(board.locator(".hexwidget-happened h2")).to_have_css("font-size", "17px")
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
    focused = "e => e.getRootNode().activeElement?.className ?? ''"
    assert "hexwidget-surface" in board.evaluate(focused)
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
    for key in ("ArrowDown", "Escape", "Enter"):
        press(key)
    expect(board.locator(".hexwidget-status")).to_contain_text("Red to act")
    board.get_by_role("button", name="Redo").focus()
    press("x")  # a letter that moves on to a space takes the focus there
    assert "hexwidget-surface" in board.evaluate(focused)
    assert page.evaluate("ran") == []
    assert page.evaluate(outside) == before


def written(folder: Path, *cells: str) -> Path:
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    path = folder / "board.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell(c) for c in cells], metadata={"kernelspec": kernel}), path)
    return path


@contextmanager
def jupyter(name: str, browser: Browser, folder: Path, *cells: str) -> Iterator[Host]:
    """A notebook of these cells, opened and run in JupyterLab or Notebook 7."""
    written(folder, *cells)
    app, where = ("LabApp", "/doc/tree/") if name == "jupyterlab" else ("JupyterNotebookApp", "/notebooks/")
    command = [name, *JUPYTER, f"--{app}.expose_app_in_browser=True", *QUIET, f"--ServerApp.root_dir={folder}"]
    with serve(folder, command, "/api") as address:
        host = Host(browser, dark=False)
        host.page.goto(f"{address}{where}board.ipynb")
        host.page.wait_for_function(IDLE, timeout=90_000)
        host.page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
        yield host
        host.page.evaluate("jupyterapp.serviceManager.sessions.shutdownAll()")
        # Notebook 7 itself sometimes raises this while it opens.
        host.close("reading 'schema'", "@jupyterlite")  # the second is installed for the site


SOURCES = "() => jupyterapp.shell.currentWidget.content.widgets.map(c => c.model.sharedModel.source).join('|')"


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("jupyterlab", marks=pytest.mark.host("JupyterLab 4", "live", "offline", "dark")),
        pytest.param("notebook", marks=pytest.mark.host("Notebook 7", "live", "offline", "dark")),
    ],
)
def test_jupyter(name: str, browser: Browser, tmp_path: Path, take: Take) -> None:
    with jupyter(name, browser, tmp_path, *CELLS) as host:
        page = host.page
        for theme in ("light", "dark"):
            page.evaluate(
                "t => jupyterapp.commands.execute('apputils:change-theme', {theme: t})", f"JupyterLab {theme.title()}"
            )
            page.wait_for_function("d => document.body.dataset.jpThemeLight === d", arg=str(theme == "light").lower())
            look_and_play(host, name, theme)
            take(page, *SHOWN[theme])
        play_by_keys(host, SOURCES)


def test_a_first_game_in_notebook_7_shows_all_that_teaches(browser: Browser, tmp_path: Path) -> None:
    with jupyter("notebook", browser, tmp_path, first_game("depletion")) as host:
        host.page.set_viewport_size(SMALL)
        host.board.locator(".hexwidget-aim").wait_for()
        one = Learner.in_jupyter(host.page, host.board)
        won = one.follow_the_hints()
        print(f"{one.looked} looks, {one.counts}")
    assert one.bad == []
    assert won > 4
    assert all(one.counts[what] for what in ("outcome", "answer", "callout"))


@pytest.mark.host("Voila", "live", "offline", "dark")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_voila(theme: str, browser: Browser, tmp_path: Path, take: Take) -> None:
    notebook = written(tmp_path, *CELLS)
    # Otherwise it loads all installed extensions of JupyterLab, and those for Lab alone fail in its page.
    deny = ["@jupyter-notebook/lab-extension", "@voila-dashboards/jupyterlab-preview"]
    deny += ["@jupyterlite/pyodide-kernel-extension", "@pyviz/jupyterlab_pyviz", "@jupyter/nbgrader"]
    deny += ["jupyterlab-jupytext", "nbdime-jupyterlab"]
    command = ["voila", str(notebook), "--no-browser", "--port=PORT", "--Voila.ip=127.0.0.1"]
    command += [f"--VoilaConfiguration.extension_denylist={name}" for name in deny]
    with serve(tmp_path, command, "/voila/static/favicon.ico") as address:
        host = Host(browser, dark=False)
        host.page.goto(f"{address}/?theme={theme}", timeout=120_000, wait_until="domcontentloaded")
        look_and_play(host, "voila", theme)
        take(host.page, *SHOWN[theme])
        play_by_keys(host, "() => location.href")
        host.close("fortawesome")  # its template requests a typeface from another host


@pytest.mark.parametrize("theme", ["light", "dark", "system"])
@pytest.mark.parametrize(
    "mode",
    [
        pytest.param("run", marks=pytest.mark.host("marimo, app", "live", "offline", "dark")),
        pytest.param("edit", marks=pytest.mark.host("marimo, editor", "live", "offline", "dark")),
    ],
)
def test_marimo(mode: str, theme: str, browser: Browser, tmp_path: Path, take: Take) -> None:
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
        take(host.page, *SHOWN[theme])
        play_by_keys(
            host, "() => [document.querySelectorAll('.marimo-cell, [role=dialog]').length, location.href].join()"
        )
        # Another cell follows the board through a state of marimo.
        host.page.get_by_text("LAST None").first.wait_for(timeout=20_000)
        host.close()
