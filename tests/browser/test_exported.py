"""Pages that programs make of notebooks with boards, read without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, Page, expect

from hexwidget.lessons import load
from tests.browser.exports import (
    QUARTO_IN_PRINT,
    STATE,
    as_by_quarto,
    by_nbconvert,
    chosen,
    executed_notebook,
    opened,
    shows_no_code,
    shows_recordings,
)
from tests.browser.lab import point
from tests.browser.pictures import picture
from tests.browser.test_board import MAP
from tests.browser.test_questions import answer, by_clicks
from tests.browser.test_scaled import in_view, painted
from tests.conftest import Take

WITHOUT_WIDGETS = {"NbConvertBase": {"display_data_priority": ["text/html", "image/png", "text/plain"]}}


@pytest.fixture(scope="module")
def executed() -> nbformat.NotebookNode:
    return executed_notebook()


@pytest.fixture
def offline(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page that reaches no host at all. ``indirect`` parameters are options of its context."""
    options = {"viewport": {"width": 1300, "height": 1000}, **getattr(request, "param", {})}
    context = browser.new_context(offline=True, **options)
    yield context.new_page()
    context.close()


@pytest.mark.host("nbconvert", "offline")
@pytest.mark.parametrize("template", ["lab", "classic"])
def test_a_page_of_nbconvert_shows_recordings(
    template: str, executed: nbformat.NotebookNode, offline: Page, tmp_path: Path, take: Take
) -> None:
    opened(offline, by_nbconvert(executed, template_name=template), tmp_path)
    shows_recordings(offline)
    take(offline, "offline")


@pytest.mark.host("nbconvert", "offline")
def test_a_page_of_nbconvert_asks_the_exercises_of_a_desk(offline: Page, tmp_path: Path) -> None:
    notebook = new_notebook(cells=[new_code_cell("import hexwidget as hw\nhw.lessons.Desk('orders')")])
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    opened(offline, by_nbconvert(notebook), tmp_path)
    board = offline.locator(".hexwidget")
    expect(offline.locator(".hexwidget-still-caption")).to_contain_text("Answer here")
    expect(board.locator(".hexwidget-question h4")).to_contain_text(f"1 of {len(load('orders'))}: ")
    answer(board, "orders/one-hex-a-move", by_clicks, ["0203", "0101"])
    expect(board.locator(".hexwidget-wrong h4")).to_have_text("Not yet: 5 missing, 1 too many.")
    shows_no_code(offline)


@pytest.mark.host("nbconvert", "dark")
def test_a_dark_page_of_nbconvert_has_dark_boards(
    executed: nbformat.NotebookNode, offline: Page, tmp_path: Path, take: Take
) -> None:
    opened(offline, by_nbconvert(executed, theme="dark"), tmp_path)
    expect(offline.locator(".hexwidget").first).to_have_attribute("data-theme", "dark")
    take(offline, "dark")


@pytest.mark.host("renderers that strip scripts (emulated)", "exported", "offline")
@pytest.mark.parametrize("offline", [{"java_script_enabled": False}], indirect=True)
def test_a_page_without_scripts_shows_pictures(
    executed: nbformat.NotebookNode, offline: Page, tmp_path: Path, take: Take
) -> None:
    page = by_nbconvert(executed, template_name="basic", sanitize_html=True, config=WITHOUT_WIDGETS)
    assert "<script" not in page
    opened(offline, page, tmp_path)
    shows_no_code(offline)
    picture = offline.locator("img")
    expect(picture).to_have_count(1)  # a box has none
    assert picture.evaluate("image => image.naturalWidth") > 300
    take(offline, "exported", "offline")


@pytest.mark.host("Quarto (emulated)", "offline")
def test_a_page_of_quarto_shows_recordings(
    executed: nbformat.NotebookNode, offline: Page, tmp_path: Path, take: Take
) -> None:
    opened(offline, as_by_quarto(executed), tmp_path)
    shows_recordings(offline)
    take(offline, "offline")


@pytest.mark.host("Quarto (emulated)", "dark")
def test_a_dark_page_of_quarto_has_dark_boards(
    executed: nbformat.NotebookNode, offline: Page, tmp_path: Path, take: Take
) -> None:
    opened(offline, as_by_quarto(executed, "dark"), tmp_path)
    expect(offline.locator(".hexwidget").first).to_have_attribute("data-theme", "dark")
    take(offline, "dark")


def test_in_print_quarto_shows_the_picture_and_nothing_beside_it(executed: nbformat.NotebookNode) -> None:
    forms = [(form, bool(content)) for form, content in chosen(executed, QUARTO_IN_PRINT)]
    assert forms[:2] == [("image/png", True), ("text/markdown", False)]


def test_buffers_are_kept_nowhere(executed: nbformat.NotebookNode) -> None:
    state = executed.metadata.widgets[STATE]["state"]
    assert not any(model.get("buffers") for model in state.values())
    assert sum("_parts" in model["state"] for model in state.values()) == 1


def test_a_page_without_widget_state_shows_pictures(
    executed: nbformat.NotebookNode, offline: Page, tmp_path: Path
) -> None:
    opened(offline, by_nbconvert(nbformat.from_dict({**executed, "metadata": {}})), tmp_path)
    expect(offline.locator("img[src^='data:image/png']").first).to_be_visible()
    shows_no_code(offline)


def test_a_recording_tells_a_reason_of_the_last_step(
    executed: nbformat.NotebookNode, offline: Page, tmp_path: Path
) -> None:
    opened(offline, by_nbconvert(executed), tmp_path)
    board = offline.locator(".hexwidget").first
    for space in ("0203", "0503"):  # an army, and the lake
        offline.mouse.click(*point(board, MAP, space))
    expect(board.locator(".hexwidget-finding").first).to_be_visible()


def test_a_click_on_an_enlarged_slide_meets_the_hex_below_it(
    executed: nbformat.NotebookNode, offline: Page, tmp_path: Path
) -> None:
    opened(offline, by_nbconvert(executed, template_name="reveal"), tmp_path)
    # The page gets reveal.js from a network: the test sets what its version 4.0.2 sets in a window of 1371 pixels.
    offline.locator(".slides").evaluate("slides => { slides.style = 'width: 960px; height: 700px; zoom: 1.371'; }")
    board = in_view(offline.locator(".hexwidget").first)
    offline.mouse.click(*painted(board, MAP, "0203"))
    expect(board.locator(".hexwidget-where b").first).to_have_text("0203")
    picture(offline, "slide-by-nbconvert.png")
