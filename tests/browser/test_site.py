"""The clickable rulebooks as pages, built anew and opened from their folder with the network blocked."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import hexwidget as hw
from tests.browser.direct import new_page

ROOT = Path(__file__).parents[2]
SYSTEMS = ("depletion", "plotted", "orders", "rondel", "frontiers")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    asked: list[str] = []
    said: list[str] = []
    made = new_page(browser, 1200)
    made.on("request", lambda r: None if r.url.startswith(("file:", "data:", "blob:")) else asked.append(r.url))
    made.on("pageerror", lambda error: said.append(str(error)))
    made.on("console", lambda m: said.append(m.text) if m.type == "error" else None)
    yield made
    made.close()
    assert asked == []
    assert said == []


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_rulebook_has_every_clause_with_its_readings_and_examples(name: str, site: Path) -> None:
    from html import escape

    text = (site / "rulebook" / f"{name}.html").read_text(encoding="utf-8")
    book = hw.system(name).rulebook
    for clause in book.values():
        assert f'id="{clause.id}"' in text
        assert escape(clause.text) in text
    for option in book.options.values():
        assert all(escape(value) in text for value in option.values)
    boards = sum(bool(clause.scenario) for clause in book.values())
    assert text.count('class="hexwidget-recording"') >= max(1, boards)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_rulebook_says_what_a_refusal_leaves_unsaid(name: str, site: Path) -> None:
    text = unescape((site / "rulebook" / f"{name}.html").read_text(encoding="utf-8"))
    assert "A refusal names every clause that bars the action" in text
    for silence in hw.system(name).silences:
        assert silence.because in text
        assert f"<code>{silence.code}</code>" in text


def test_an_example_is_stepped_through_on_its_page(site: Path, page: Page) -> None:
    page.goto((site / "rulebook" / "depletion.html").as_uri() + "#D4.6")
    board = page.locator("#D4\\.6 .hexwidget")
    board.wait_for()
    expect(board.locator(".hexwidget-step")).to_have_text("step 0 of 1")
    board.get_by_label("One step on").click()
    expect(board.locator(".hexwidget-happened")).to_contain_text("joins the army")
    clause = board.locator(".hexwidget-happened .hexwidget-cite").first
    cited = clause.text_content()
    clause.click()
    link = board.get_by_role("link", name="In the rulebook")
    assert link.get_attribute("href") == f"#{cited}"
    page.screenshot(path=ROOT / "tests" / "browser" / "screenshots" / "site.png")


def test_what_is_typed_is_found_in_all_rulebooks(site: Path, page: Page) -> None:
    page.goto((site / "index.html").as_uri())
    page.get_by_label("Search the rulebooks").fill("zone of control")
    found = page.locator("#found a")
    expect(found.first).to_be_visible()
    assert "plotted.html#P4." in (found.first.get_attribute("href") or "")
    page.get_by_label("Search the rulebooks").fill("d1.2")
    expect(found.first).to_have_text("D1.2 The slowest unit sets the pace (Maneuvers with depletion)")
    found.first.click()
    expect(page.locator("#D1\\.2")).to_be_visible()
    page.get_by_label("Search the rulebooks").fill("no such words")
    expect(page.locator("#found")).to_have_text("No clause says that.")


def test_the_reference_tells_of_the_public_names(site: Path) -> None:
    text = (site / "api" / "hexwidget.html").read_text(encoding="utf-8")
    for name in ("Board", "Session", "compare_readings", "open_link", "read_map"):
        assert f'id="{name}"' in text
