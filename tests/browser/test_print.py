"""Boards on paper: PDF files of handouts and of pages, read again."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page

import hexwidget as hw
from tests.browser.direct import DirectBoard, lent_page, new_page
from tests.browser.test_keyboard import AXE, axe_findings

BUTTONS = (
    ".hexwidget-bar, .hexwidget-tools, .hexwidget-time, .hexwidget-zoom, .hexwidget-order, .hexwidget-play, footer"
)


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def texts_of(pdf: bytes) -> list[str]:
    """The text of each page, without what typography changes."""
    pypdf = pytest.importorskip("pypdf")
    return [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(BytesIO(pdf)).pages]


def opened(browser: Browser, path: Path) -> Page:
    page = new_page(browser, 1200, color_scheme="dark")
    page.goto(path.as_uri())
    return page


def test_a_handout_is_a_page_of_paper_in_black_and_white(browser: Browser, tmp_path: Path) -> None:
    board = hw.Board(hw.scenario("depletion/first-steps"))
    board.note("0303", "Who holds it holds the road.")
    page = opened(browser, board.to_html(tmp_path / "handout.html", print=True))
    pdf = page.pdf(format="A4")
    assert pages_of(pdf) == 1
    (text,) = texts_of(pdf)
    assert text.startswith("First steps Two realms")
    assert "0303 Who holds it holds the road." in text
    page.evaluate(AXE.read_text(encoding="utf-8"))  # the page lets no script in
    assert axe_findings(page) == []
    page.emulate_media(media="print")
    red, *others = Image.open(BytesIO(page.screenshot())).convert("RGB").split()
    for other in others:
        assert ImageChops.difference(red, other).point(lambda far: far > 12).getbbox() is None
    page.close()


def test_a_page_is_printed_light_and_whole_without_buttons(browser: Browser, tmp_path: Path) -> None:
    board = hw.Board(hw.scenario("depletion/first-steps"), theme="dark")
    board.note("0303", "Who holds it holds the road.")
    page = opened(browser, board.to_html(tmp_path / "game.html", play="./play.html"))
    page.wait_for_selector(".hexwidget-ground[data-landscape=done]")
    root = page.locator(".hexwidget")
    assert root.get_attribute("data-theme") == "dark"
    pdf = page.pdf(format="A4")
    assert root.get_attribute("data-theme") == "dark"  # again
    assert pages_of(pdf) == 1
    (text,) = texts_of(pdf)
    for word in ("Two realms", "Red to act", "0303 Who holds it holds the road."):
        assert word in text
    for word in ("Legend", "Made with", "Play it", "can be chosen"):
        assert word not in text
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert root.get_attribute("data-theme") == "light"
    page.set_viewport_size({"width": 700, "height": 1000})
    page.emulate_media(media="print")
    assert page.locator(BUTTONS).evaluate_all("all => all.filter((each) => each.checkVisibility()).length") == 0
    paper, stage = (page.locator(f".hexwidget-{name}").bounding_box() for name in ("layers", "stage"))
    assert paper is not None
    assert paper == stage
    painted = page.locator(".hexwidget-ground").evaluate("canvas => canvas.width / canvas.height")
    assert paper["width"] / paper["height"] == pytest.approx(painted, rel=0.01)
    page.close()


def test_a_live_board_is_printed_with_the_words_of_its_scenario(browser: Browser) -> None:
    with lent_page(browser) as page:
        direct = DirectBoard(page, hw.Board(hw.scenario("rondel/inland-sea")))
        page.emulate_media(media="print")
        assert direct.root.locator(".hexwidget-scenario").is_visible()
        assert direct.root.locator(".hexwidget-wheel").is_visible()
        assert not direct.root.locator(".hexwidget-finding").first.is_visible()
        page.emulate_media(media="null")
