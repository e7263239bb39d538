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
from tests.browser.exports import by_nbconvert, opened, shows_no_code
from tests.browser.test_saved import steps_through

SAVED = Path(__file__).parent / "saved"
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
    expect(reader.locator(".hexwidget-still-caption")).to_have_count(3)  # a board, a desk, and a snapshot
    steps_through(reader.locator(".hexwidget").first)
    shows_no_code(reader)


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
