"""Notebooks that other programs merge, strip, convert and show: of a board they keep a picture with words at least."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, Page, expect

from tests.browser.exports import STATE, by_nbconvert, opened, shows_no_code
from tests.browser.test_exported import WITHOUT_WIDGETS
from tests.browser.test_saved import CELLS
from tests.conftest import Take
from tests.share.test_exports import APP

KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
SHOWN = "First steps. A map of 9 columns"
"""The beginning of the words of the board."""


def executed() -> nbformat.NotebookNode:
    """The notebook with a board, as a person runs it."""
    made = new_notebook(cells=[new_code_cell(cell, id=f"cell-{n}") for n, cell in enumerate(CELLS)], metadata=KERNEL)
    NotebookClient(made, timeout=120, kernel_name="python3").execute()
    return made


def run(folder: Path, *command: str, fails: bool = False) -> None:
    """Run a program of this environment in a folder."""
    found = subprocess.run([sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False)
    assert (found.returncode != 0) is fails, found.stderr


def merged(folder: Path) -> Path:
    """Merge two copies, each run by another person, with nbdime, which says that they differ. Return the file."""
    bare = new_notebook(cells=[new_code_cell(cell, id=f"cell-{n}") for n, cell in enumerate(CELLS)], metadata=KERNEL)
    nbformat.write(bare, folder / "base.ipynb")
    nbformat.write(executed(), folder / "theirs.ipynb")
    run(folder, "nbdime.nbmergeapp", "base.ipynb", "ours.ipynb", "theirs.ipynb", "--out", "merged.ipynb", fails=True)
    return folder / "merged.ipynb"


def stripped(folder: Path) -> Path:
    """Strip the notebook with nbstripout, but for its outputs. Return the file."""
    run(folder, "nbstripout", "--keep-output", "ours.ipynb")
    return folder / "ours.ipynb"


def through_a_script(folder: Path) -> Path:
    """Edit the notebook as a script of jupytext, and take the edit back to it. Return the file."""
    run(folder, "jupytext", "--to", "py:percent", "ours.ipynb")
    script = folder / "ours.py"
    script.write_text(f"# An edit.\n{script.read_text()}")
    run(folder, "jupytext", "--to", "ipynb", "--update", "ours.py")
    return folder / "ours.ipynb"


MADE: dict[str, tuple[Callable[[Path], Path], int, bool]] = {
    "nbdime": (merged, 2, False),
    "nbstripout --keep-output": (stripped, 1, False),
    "jupytext": (through_a_script, 1, True),
}
"""For each program the function that runs it, the number of pictures it leaves, and True if boards keep their recordings."""


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    """A page of somebody who reads a notebook on GitHub: without scripts, and here without a network."""
    context = browser.new_context(offline=True, java_script_enabled=False, viewport={"width": 1300, "height": 1000})
    yield context.new_page()
    context.close()


def shows_pictures(page: Page, notebook: nbformat.NotebookNode, folder: Path, number: int) -> None:
    """See that a view like GitHub's shows so many pictures of the board, with words for those who see none."""
    shown = by_nbconvert(notebook, template_name="basic", sanitize_html=True, config=WITHOUT_WIDGETS)
    assert "<script" not in shown
    opened(page, shown, folder)
    shows_no_code(page)
    pictures = page.locator("img")
    expect(pictures).to_have_count(number)
    for picture in pictures.all():
        assert picture.evaluate("image => image.naturalWidth") > 300
        assert (picture.get_attribute("alt") or "").startswith(SHOWN)


@pytest.mark.parametrize(
    "program",
    [
        pytest.param("nbdime", marks=pytest.mark.host("nbdime", "exported", "offline")),
        pytest.param("nbstripout --keep-output", marks=pytest.mark.host("nbstripout", "exported", "offline")),
        pytest.param("jupytext", marks=pytest.mark.host("jupytext", "exported", "offline")),
    ],
)
def test_a_notebook_keeps_pictures_with_words(program: str, reader: Page, tmp_path: Path, take: Take) -> None:
    make, number, recorded = MADE[program]
    nbformat.write(executed(), tmp_path / "ours.ipynb")
    made = nbformat.read(make(tmp_path), as_version=4)
    shows_pictures(reader, made, tmp_path, number)
    take(reader, "exported", "offline")
    state = made.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    assert any("_recording" in model["state"] for model in state.values()) is recorded


@pytest.mark.host("GitHub (emulated)", "exported")
def test_a_view_like_githubs_shows_pictures_with_words(reader: Page, tmp_path: Path, take: Take) -> None:
    shows_pictures(reader, executed(), tmp_path, 1)
    take(reader, "exported")


@pytest.mark.host("nbviewer (emulated)", "exported", "offline")
def test_a_view_like_nbviewers_shows_a_recording(browser: Browser, tmp_path: Path, take: Take) -> None:
    page = browser.new_context(offline=True, viewport={"width": 1300, "height": 1000}).new_page()
    opened(page, by_nbconvert(executed(), template_name="basic"), tmp_path)
    expect(page.locator(".hexwidget-still-caption")).to_have_count(1)
    shows_no_code(page)
    take(page, "exported", "offline")
    page.context.close()


@pytest.mark.host("marimo, as .ipynb", "exported", "offline")
def test_a_notebook_that_marimo_exports_has_the_snapshot_of_a_board(
    browser: Browser, tmp_path: Path, take: Take
) -> None:
    for name, shown in (("live", "board"), ("snapshot", "board.snapshot()")):
        (tmp_path / f"{name}.py").write_text(APP.replace("    board\n", f"    {shown}\n"))
        run(tmp_path, *f"marimo -q -y export ipynb --include-outputs {name}.py -o {name}.ipynb".split())
    page = browser.new_context(offline=True, viewport={"width": 1300, "height": 1000}).new_page()
    opened(page, by_nbconvert(nbformat.read(tmp_path / "snapshot.ipynb", as_version=4)), tmp_path)
    expect(page.frame_locator("iframe").locator(".hexwidget-step")).to_have_text("step 1 of 1")
    take(page, "exported", "offline")
    page.context.close()
    live = (tmp_path / "live.ipynb").read_text()
    assert "image/png" not in live, "docs/hosts.md says that marimo leaves no picture of a live board"
