"""Notebooks, pages and links that an earlier version has saved: they open as they did. `tests/share/saved` has those of 28 November 2026."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Page, expect

import hexwidget as hw
from tests.browser.exports import STATE, by_nbconvert, opened, shows_no_code
from tests.browser.test_saved import RECORDING, steps_through
from tests.share.hosts import IDLE, Host, serve
from tests.share.test_reopened import APPS, KNOWN, RAN, SAVE, command, trust

SAVED = Path(__file__).parent / "saved"
CAPTIONS = [
    RECORDING,  # a board
    "Answer here; nothing is saved, or run the cell to play.",  # a desk
    "A recording: step through it, or make a board of it in a cell.",  # a snapshot
]
"""The words below the boards of the notebook."""
LINKS = json.loads((SAVED / "links.json").read_text(encoding="utf-8"))
"""Links to scenarios by their names, and to a game of two steps."""


def saved(name: str) -> str:
    """The text of a saved file."""
    return lzma.decompress((SAVED / f"{name}.xz").read_bytes()).decode()


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(offline=True, viewport={"width": 1300, "height": 1000})
    yield context.new_page()
    context.close()


def test_a_page_opens(reader: Page, tmp_path: Path) -> None:
    opened(reader, saved("page.html"), tmp_path)
    steps_through(reader.locator(".hexwidget").first)


def test_a_notebook_with_the_state_of_widgets_opens(reader: Page, tmp_path: Path) -> None:
    opened(reader, by_nbconvert(nbformat.reads(saved("saved.ipynb"), as_version=4)), tmp_path)
    expect(reader.locator(".hexwidget-still-caption")).to_have_text(CAPTIONS)
    steps_through(reader.locator(".hexwidget").first)
    shows_no_code(reader)


@pytest.mark.parametrize("name", APPS)
def test_a_notebook_opens_in_jupyter_and_its_cells_run_again(name: str, browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "saved.ipynb").write_text(saved("saved.ipynb"), encoding="utf-8")
    with serve(tmp_path, command(name, tmp_path), "/api") as address:
        host = Host(browser, dark=False)
        page, captions = host.page, host.page.locator(".hexwidget-still-caption")
        page.goto(f"{address}{APPS[name][1]}saved.ipynb")
        page.wait_for_function(IDLE, timeout=90_000)
        # Nobody has vouched for the notebook yet.
        expect(page.locator(".jp-OutputArea-output img")).to_have_count(3)
        expect(page.locator(".hexwidget")).to_have_count(0)
        trust(page)
        expect(captions).to_have_text(CAPTIONS, timeout=60_000)
        steps_through(host.board)
        # The first cell makes its board live; the desk stays a recording of the earlier version, also when this version saves it.
        page.evaluate(
            """async () => { const { content } = jupyterapp.shell.currentWidget; content.activeCellIndex = 0;
              await jupyterapp.commands.execute('notebook:run-cell'); }"""
        )
        expect(captions).to_have_text(CAPTIONS[1:])
        host.board.get_by_role("button", name="Pass").first.click()
        host.board.get_by_role("button", name="Pass").last.click()
        expect(host.board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
        page.evaluate(SAVE)
        kept = nbformat.read(tmp_path / "saved.ipynb", as_version=4).metadata.widgets[STATE]["state"].values()
        assert sum("_recording" in model["state"] for model in kept) == 2
        page.reload()
        expect(captions).to_have_text(CAPTIONS, timeout=60_000)
        page.wait_for_function(IDLE, timeout=90_000)
        page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
        page.wait_for_function(RAN, timeout=90_000)
        expect(captions).to_have_text(CAPTIONS[2:])
        expect(page.locator(".hexwidget")).to_have_count(len(CAPTIONS))
        shows_no_code(page)
        host.close(*KNOWN)


@pytest.mark.parametrize("name", [name for name in LINKS if "/" in name])
def test_a_link_to_a_scenario_opens(name: str) -> None:
    there = hw.open_link(LINKS[name])
    assert isinstance(there, hw.Scenario)
    assert str(there.position) == str(hw.scenario(name).position)


def test_a_game_of_an_amended_clause_keeps_the_reading_that_it_was_played_by() -> None:
    there, now = hw.open_link(LINKS["depletion/first-steps"]), hw.scenario("depletion/first-steps")
    assert (there.position.settings["free_entry"], now.position.settings["free_entry"]) == ("group", "maneuver")


def test_a_link_to_a_game_opens() -> None:
    session = hw.open_link(LINKS["a game"])
    assert isinstance(session, hw.Session)
    assert [str(step.action) for step in session.steps[1:]] == ["pass", "pass"]
