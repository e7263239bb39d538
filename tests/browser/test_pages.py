"""Pages without a kernel, opened from a folder with the network blocked: steps, clauses and looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page

import hexwidget as hw
from tests.browser.direct import hearing, lent_page, new_page
from tests.browser.lab import point
from tests.browser.test_keyboard import AXE, FINDINGS


@contextmanager
def opened(browser: Browser, path: Path) -> Iterator[Page]:
    """Open a file in a page. The test fails on any request and on any console message."""
    asked: list[str] = []
    said: list[str] = []
    heard: dict[Any, Callable[[Any], object]] = {
        "request": lambda r: None if r.url.startswith(("file:", "data:", "blob:", "about:")) else asked.append(r.url),
        "pageerror": lambda error: said.append(str(error)),
        "console": lambda m: said.append(m.text) if m.type in ("error", "warning") else None,
    }
    with lent_page(browser, 1200) as page, hearing(page, heard):
        page.goto(path.as_uri())
        page.wait_for_selector(".hexwidget-surface")
        yield page
    assert not asked
    assert not said


def test_a_game_is_stepped_through_on_a_page_without_a_kernel(browser: Browser, tmp_path: Path) -> None:
    board = hw.Board(hw.scenario("depletion/first-steps"))
    board.play("0203-0303-0304")
    board.undo()
    board.play("0203-0303")
    board.note("0303", "home")
    with opened(browser, board.to_html(tmp_path / "game.html", prose="Two ways.\n\nWhich is better?")) as page:
        assert page.locator(".hexwidget-still").count() == 0
        assert page.locator("main > p").all_inner_texts() == ["Two ways.", "Which is better?"]
        assert "step 1 of 1" in page.locator(".hexwidget-step").inner_text()
        assert page.locator(".hexwidget-prompt .hexwidget-task").inner_text() == "A recording: step through it"
        page.get_by_role("button", name="From the start").click()
        assert "step 0 of 1" in page.locator(".hexwidget-step").inner_text()
        page.get_by_role("button", name="Next step").click()
        page.get_by_label("Undo").click()
        assert "step 0 of 1" in page.locator(".hexwidget-step").inner_text()
        page.locator(".hexwidget-history summary").click()
        page.locator(".hexwidget-branches button").first.click()  # the other branch
        page.get_by_text("enter", exact=False).first.wait_for()
        assert page.locator(".hexwidget-steps [aria-current='step']").inner_text().endswith("from 0203 to 0304")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_page_in_one_file(browser: Browser, tmp_path: Path, scheme: Any) -> None:
    with opened(browser, hw.Board("depletion/first-steps").to_html(tmp_path / "game.html", prose="Two ways.")) as page:
        page.emulate_media(color_scheme=scheme)
        page.evaluate(AXE.read_text(encoding="utf-8"))  # the page lets no script in
        assert page.locator("body").evaluate(FINDINGS) == []
        page.set_viewport_size({"width": 320, "height": 256})  # 1280 x 1024 at 400 %
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        assert page.locator(".hexwidget-bar").evaluate("bar => getComputedStyle(bar).position") == "static"


def test_on_a_page_one_looks_where_it_could_go_and_reads_why_not(browser: Browser, tmp_path: Path) -> None:
    board = hw.Board(hw.scenario("depletion/first-steps"))
    board.play("0402-0302")
    board.undo()
    position = board.position
    with opened(browser, board.to_html(tmp_path / "game.html")) as page:
        surface = page.locator(".hexwidget-surface")
        surface.scroll_into_view_if_needed()
        page.mouse.click(*point(surface, position.map, "0203"))
        reach = position.reach("0203")
        barred = next(hex for hex, clause in reach.rim.items() if clause == "D7.1")
        page.mouse.click(*point(surface, position.map, barred))
        finding = reach.why(barred).findings[0]
        page.locator(".hexwidget-finding", has_text=finding.clause).first.wait_for()
        panel = page.locator(".hexwidget-panel")
        assert finding.text[1:] in panel.inner_text()
        panel.locator(".hexwidget-cite", has_text=finding.clause).first.click()
        panel.get_by_text(position.system.rulebook[finding.clause].text).first.wait_for()
        page.keyboard.press("Escape")
        reached = next(name for name in reach if name != "0203")
        page.mouse.click(*point(surface, position.map, reached))
        assert page.locator(".hexwidget-prompt").inner_text().startswith("A recording: ")
        assert page.get_by_role("button", name="Confirm").count() == 0


@pytest.mark.parametrize(
    "name", ["plotted/the-ford", "rondel/inland-sea", "frontiers/three-frontiers", "orders/two-on-one"]
)
def test_every_system_has_pages(name: str, browser: Browser, tmp_path: Path) -> None:
    board = hw.Board(hw.Session(hw.scenario(name).position, seed=1))
    with opened(browser, board.to_html(tmp_path / "page.html")) as page:
        assert page.locator(".hexwidget-whose").inner_text() == "a recording"


def test_a_players_page_holds_nothing_that_they_were_not_told(tmp_path: Path) -> None:
    session = hw.Session("plotted/the-ford", seed=7)
    written = "ambush 0506 facing NW"
    hw.Board(session, player="blue").play(written)
    red = hw.Board(session, player="red")
    text = unpacked(red.to_html())
    assert written not in text
    assert written in unpacked(hw.Board(session).to_html())


def unpacked(page: str) -> str:
    import base64
    import gzip
    import re

    found = re.search(r'application/x-hexwidget">([^<]+)<', page)
    assert found
    return page.replace(found[1], "") + gzip.decompress(base64.b64decode(found[1])).decode()


def test_a_page_fills_a_frame_and_opens_at_the_step_of_its_address(browser: Browser, tmp_path: Path) -> None:
    board = hw.Board(hw.scenario("depletion/first-steps"))
    board.play("0203-0303-0304")
    board.play("0804-0704")
    play = "https://rules.example/lab/play.html"
    board.to_html(tmp_path / "embed.html", embed=True, play=play)
    frame = '<iframe src="embed.html#step=1" style="width:{}px;height:{}px;border:0" title="A game"></iframe>'
    about = tmp_path / "about.html"
    for width, height in ((1000, 620), (700, 560)):
        about.write_text(f"<!doctype html>{frame.format(width, height)}")
        page = new_page(browser, 1200)
        page.goto(about.as_uri())
        inside = page.frame_locator("iframe")
        inside.locator(".hexwidget-surface").wait_for()
        assert "step 1 of 2" in inside.locator(".hexwidget-step").inner_text()
        assert inside.locator("h1, footer, body > p:not(.hexwidget-play)").count() == 0
        link = inside.get_by_role("link", name="Play it")
        address, _, text = (link.get_attribute("href") or "").partition("#")
        assert address == play
        assert hw.open_link(text) == board.position
        shown = inside.locator(".hexwidget").bounding_box()
        box = link.bounding_box()
        assert shown is not None
        assert box is not None
        assert shown["width"] > width - 20
        assert box["y"] + box["height"] <= height + 16  # the page about the frame has a margin of 8
        scrolled = page.frames[1].evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert scrolled == [width, height]
        page.close()


def test_a_page_on_a_phone_is_filled_by_its_map(browser: Browser, tmp_path: Path) -> None:
    board = hw.Board(hw.scenario("depletion/first-steps"))
    board.play("0203-0303-0304")
    game, embed = board.to_html(tmp_path / "game.html"), board.to_html(tmp_path / "embed.html", embed=True)
    with lent_page(browser, 390, 844, has_touch=True, is_mobile=True) as page:
        page.goto(game.as_uri())
        page.wait_for_selector(".hexwidget-surface")
        stage = box_of(page.locator(".hexwidget-stage"))
        top, bottom = (point(page.locator(".hexwidget"), board.position.map, name)[1] for name in ("0101", "0107"))
        assert stage["width"] > 350
        assert bottom - top > 0.65 * stage["height"]
        # In the frame of our instructions the whole board is seen.
        page.set_viewport_size({"width": 374, "height": 620})
        page.goto(embed.as_uri())
        page.wait_for_selector(".hexwidget-surface")
        bar, step = box_of(page.locator(".hexwidget-bar")), box_of(page.locator(".hexwidget-step"))
        assert bar["y"] + bar["height"] <= 620
        assert step["x"] + step["width"] <= 374


def box_of(part: Locator) -> FloatRect:
    found = part.bounding_box()
    assert found is not None
    return found


def test_a_plain_page_opens_at_the_step_of_its_address(browser: Browser, tmp_path: Path) -> None:
    board = hw.Board(hw.scenario("depletion/first-steps"))
    board.play("0203-0303-0304")
    page = new_page(browser, 1200)
    page.goto(board.to_html(tmp_path / "game.html").as_uri() + "#step=0")
    page.wait_for_selector(".hexwidget-surface")
    assert "step 0 of 1" in page.locator(".hexwidget-step").inner_text()
    assert page.get_by_role("link", name="Play it").count() == 0
    page.get_by_role("button", name="Next step").click()
    page.wait_for_url("**#step=1")
    page.reload()
    page.wait_for_selector(".hexwidget-surface")
    assert "step 1 of 1" in page.locator(".hexwidget-step").inner_text()
    page.close()
