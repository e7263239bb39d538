"""Exported pages that load their manager of widgets from a network, books of Sphinx, and pages of marimo.

The network answers with the manager that lies beside the environment, and with marimo's files: see ``make test-hosts``.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import marimo
import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.exports import BOXED, as_by_quarto, by_nbconvert, opened, shows_recordings
from tests.browser.test_saved import CELLS
from tests.conftest import Take

MANAGER = Path(sys.prefix) / "manager" / "node_modules"
ANYWIDGET = Path(sys.prefix) / "share" / "jupyter" / "nbextensions" / "anywidget" / "index.js"
SLIDER = "ipywidgets.IntSlider(7)"
CONF = """
extensions = ["myst_nb"]
html_theme = "sphinx_book_theme"
nb_execution_mode = "off"
root_doc = "board"
nb_ipywidgets_js = {
    "https://cdnjs.cloudflare.com/ajax/libs/require.js/2.3.4/require.min.js": {},
    "https://cdn.jsdelivr.net/npm/@jupyter-widgets/html-manager@1.0.6/dist/embed-amd.js": {},
}
"""
"""The settings of a book. The addresses are those of myst-nb, without the hashes of their files."""


@pytest.fixture(scope="module")
def executed() -> nbformat.NotebookNode:
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in (*CELLS, BOXED, SLIDER)])
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return notebook


@pytest.fixture(scope="module")
def book(executed: nbformat.NotebookNode, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the notebook in a book that Sphinx has made with myst-nb and the theme of Jupyter Book 1."""
    folder = tmp_path_factory.mktemp("book")
    (folder / "conf.py").write_text(CONF)
    nbformat.write(executed, folder / "board.ipynb")
    subprocess.run([sys.executable, "-m", "sphinx", "-q", "-b", "html", folder, folder / "made"], check=True)
    return folder / "made" / "board.html"


MARIMO = Path(marimo.__file__).parent / "_static"
APP = """
import marimo
app = marimo.App()

@app.cell
def _():
    import hexwidget as hw
    board = hw.Board("depletion/first-steps")
    board.play("red: pass")
    board
    return
"""


def answer(route: Route) -> None:
    """Answer a page that asks the network for the manager of widgets."""
    url = route.request.url
    if url.startswith(("file:", "data:", "blob:")):
        route.continue_()
    elif "/require.js/" in url:
        route.fulfill(path=MANAGER / "requirejs" / "require.js")
    elif "/html-manager@" in url:
        route.fulfill(path=MANAGER / "@jupyter-widgets" / "html-manager" / "dist" / url.rsplit("/dist/", 1)[1])
    elif "/anywidget@" in url:
        route.fulfill(path=ANYWIDGET)
    elif "/@marimo-team/frontend@" in url:
        answered = {"Access-Control-Allow-Origin": "*"}
        route.fulfill(path=MARIMO / url.rsplit("/dist/", 1)[1], headers=answered)
    else:
        route.abort()


@pytest.fixture
def network(browser: Browser) -> Iterator[Page]:
    """A page that reaches the network's files of the manager of widgets, and nothing else."""
    context = browser.new_context(viewport={"width": 1300, "height": 1000})
    context.route("**/*", answer)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def offline(browser: Browser) -> Iterator[Page]:
    """A page that reaches no host at all."""
    context = browser.new_context(offline=True, viewport={"width": 1300, "height": 1000}, color_scheme="light")
    yield context.new_page()
    context.close()


def shows_all(page: Page) -> None:
    """Check that the manager shows its slider, and that boards are recordings once."""
    expect(page.locator(".widget-slider")).to_have_count(1)
    shows_recordings(page)


@pytest.mark.host("nbconvert", "exported")
def test_a_page_of_nbconvert_with_a_network(
    executed: nbformat.NotebookNode, network: Page, tmp_path: Path, take: Take
) -> None:
    shows_all(opened(network, by_nbconvert(executed), tmp_path))
    take(network, "exported")


@pytest.mark.host("Quarto (emulated)", "exported")
def test_a_page_of_quarto_with_a_network(
    executed: nbformat.NotebookNode, network: Page, tmp_path: Path, take: Take
) -> None:
    shows_all(opened(network, as_by_quarto(executed), tmp_path))
    take(network, "exported")


@pytest.mark.host("Jupyter Book 1, myst-nb", "exported")
def test_a_page_of_a_book_with_a_network(book: Path, network: Page, take: Take) -> None:
    network.goto(book.as_uri())
    shows_all(network)
    take(network, "exported")


@pytest.mark.host("Jupyter Book 1, myst-nb", "offline", "dark")
def test_a_page_of_a_book_without_a_network(book: Path, offline: Page, take: Take) -> None:
    offline.goto(book.as_uri())
    shows_recordings(offline)
    take(offline, "offline")
    offline.evaluate("for (const name of ['mode', 'theme']) localStorage.setItem(name, 'dark')")
    offline.reload()
    expect(offline.locator("html")).to_have_attribute("data-theme", "dark")
    expect(offline.locator(".hexwidget").first).to_have_attribute("data-theme", "dark")
    take(offline, "dark")


@pytest.mark.host("marimo, app", "exported")
def test_a_page_of_marimo_with_a_network(network: Page, tmp_path: Path, take: Take) -> None:
    (tmp_path / "app.py").write_text(APP)
    command = ["marimo", "-q", "-y", "export", "html", "app.py", "-o", "app.html"]
    subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, check=True)
    network.goto((tmp_path / "app.html").as_uri())
    expect(network.locator(".hexwidget-still-caption")).to_contain_text("run the cell to play", timeout=60_000)
    expect(network.get_by_role("button", name="From the start")).to_be_enabled()
    take(network, "exported")


EMBEDDED = {
    "alone": "embed_minimal_html('page.html', views=[board])",
    "in a box": "embed_minimal_html('page.html', views=[ipywidgets.HBox([board])])",
    "whole state": "embed_minimal_html('page.html', views=[board], state=dependency_state([board], drop_defaults=False))",
    "small state": "embed_minimal_html('page.html', views=[board], state=dependency_state([board], drop_defaults=True))",
}
"""The ways of ipywidgets to put widgets into a page."""


@pytest.mark.parametrize("way", EMBEDDED)
@pytest.mark.parametrize("made", ["hw.Board('depletion/first-steps')", "hw.lessons.Desk('depletion').board"])
def test_a_page_of_ipywidgets_own_embedding_shows_a_recording(
    network: Page, tmp_path: Path, way: str, made: str
) -> None:
    code = (
        "import ipywidgets\nfrom ipywidgets.embed import dependency_state, embed_minimal_html\nimport hexwidget as hw\n"
    )
    subprocess.run([sys.executable, "-c", f"{code}board = {made}\n{EMBEDDED[way]}"], cwd=tmp_path, check=True)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    # The file of require.js beside the environment is not the compressed one, whose hash the page names.
    opened(network, re.sub(' integrity="[^"]*"', "", page), tmp_path)
    board = network.locator(".hexwidget")
    expect(board).to_have_count(1)
    expect(board).to_contain_text(re.compile("a recording", re.IGNORECASE))
    expect(board.locator("canvas").first).to_be_visible()
