"""Notebooks of the site without a server of ours: the kernel runs in the browser, and every other host is blocked."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

import hexwidget as hw
from tests.browser.lab import point
from tests.browser.test_saved import RECORDING
from tests.conftest import Take
from tests.share.conftest import SCREENSHOTS
from tests.share.pages import BOARD, Visit, about_plotly
from tests.share.serving import Sent

NOTEBOOKS = sorted(path.name for path in (Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
MOST_NOTEBOOK_BYTES = 24_000_000
"""The bytes before the first board. Python's whole standard library is 4.5 MB of them."""


def test_the_first_board_of_a_notebook_needs_few_bytes(visit: Visit, sent: Sent) -> None:
    visit.open_notebook("board.ipynb")
    assert visit.run_all() == []
    expect(visit.page.locator(BOARD)).to_be_visible()
    assert about_plotly(sent) == []
    assert sum(sent.values()) < MOST_NOTEBOOK_BYTES, sent


@pytest.mark.host("JupyterLite", "live", "offline", "dark")
def test_a_board_in_a_notebook_is_played(visit: Visit, take: Take) -> None:
    visit.open_notebook("board.ipynb")
    assert visit.run_all() == []
    page = visit.page
    board = page.locator(".hexwidget")
    expect(page.locator(BOARD)).to_be_visible()
    page.wait_for_timeout(500)
    spaces = hw.scenario("depletion/first-steps").position.map
    page.mouse.click(*point(board, spaces, "0203"))
    expect(board.locator(".hexwidget-prompt")).to_contain_text("choose where to go")
    page.mouse.click(*point(board, spaces, "0304"))
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    take(page, "live", "offline")  # every other host is blocked
    board.locator(".hexwidget-happened .hexwidget-cite").first.click()
    # Its clause links to the rulebook, which the site has.
    link = board.get_by_role("link", name="In the rulebook")
    assert link.evaluate("a => a.href").startswith(f"{visit.site}/rulebook/depletion.html#D")
    page.screenshot(path=SCREENSHOTS / "lite.png")
    page.evaluate("jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})")
    expect(board).to_have_attribute("data-theme", "dark")
    take(page, "dark")


def test_a_figure_loads_plotly(visit: Visit, sent: Sent) -> None:
    visit.open_notebook("figure.ipynb")
    assert visit.run_all() == []
    expect(visit.page.locator(".js-plotly-plot .main-svg").first).to_be_visible(timeout=60_000)
    visit.page.screenshot(path=SCREENSHOTS / "lite-figure.png")
    assert any("whl" in path for path in about_plotly(sent))


@pytest.mark.host("JupyterLite", "reopened")
def test_a_saved_notebook_opens_with_its_boards(visit: Visit, take: Take) -> None:
    visit.open_notebook("played.ipynb")
    assert visit.run_all() == []
    visit.page.evaluate("jupyterapp.commands.execute('docmanager:save')")
    visit.open_notebook("played.ipynb")
    expect(visit.page.locator(".hexwidget-still-caption")).to_have_text(RECORDING, timeout=60_000)
    expect(visit.page.locator(".jp-Notebook")).not_to_contain_text("Error displaying widget")
    expect(visit.page.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    take(visit.page, "reopened")


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_in_the_browser(name: str, visit: Visit) -> None:
    visit.open_notebook(name)
    assert visit.run_all() == []
