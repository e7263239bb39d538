"""A board on a page and Python's picture of it agree: one list, drawn by two pens, and the pixels are compared."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import hexwidget as hw
from hexwidget.geometry import MatMap, SpaceMap
from hexwidget.scene.drawing import draw
from tests.browser.lab import point
from tests.browser.test_pages import opened
from tools import look_scan

MOST = 0.005
"""The part of the squares that may differ."""
FIRST_OF_ITS_SYSTEM = {name.split("/")[0]: name for name in reversed(hw.scenarios())}.values()
NOT_OFFERED = ("rondel/city-under-enemy-eyes", "rondel/strength-six", "rondel/two-ways-to-pay")
"""Scenarios that begin with an offer to which a page without a kernel has no answer: it does not make it."""
# Compared in squares of 6 pixels: letters and edges are drawn a little differently, what they show is not.
COMPARE = """async ([shot, svg, [dx, dy], [left, top, right, bottom]]) => {
  const load = async url => { const i = new Image(); i.src = url; await i.decode(); return i; };
  const draw = (image, x, y) => {
    const c = document.createElement('canvas'); c.width = right; c.height = bottom;
    const pen = c.getContext('2d', { willReadFrequently: true });
    pen.drawImage(image, x, y); return pen.getImageData(0, 0, right, bottom).data; };
  const one = draw(await load('data:image/png;base64,' + shot), dx, dy);
  const other = draw(await load('data:image/svg+xml;base64,' + svg), 0, 0);
  const side = 6; let differ = 0, all = 0;
  for (let y = top; y + side < bottom; y += side) for (let x = left; x + side < right; x += side) {
    const sums = [0, 0, 0, 0, 0, 0];
    for (let j = 0; j < side; j++) for (let i = 0; i < side; i++) for (let k = 0; k < 3; k++) {
      const at = 4 * ((y + j) * right + x + i) + k; sums[k] += one[at]; sums[3 + k] += other[at]; }
    const far = Math.max(...[0, 1, 2].map(k => Math.abs(sums[k] - sums[3 + k]))) / side ** 2;
    all++; if (far > 48) differ++;
  }
  return differ / all;
}"""
PLACED = re.compile(r'<g transform="translate\(([\d.]+) ([\d.]+)\) scale')


def differing(page: Page, board: hw.Board, theme: str, kept: Path, offered: bool) -> float:
    """The part of the squares of the map that look different on the page and in the picture. Both are kept in a folder."""
    layers = page.locator(".hexwidget-layers")
    layers.scroll_into_view_if_needed()
    scale, left, top = map(float, (layers.get_attribute("data-view") or "").split())
    box = layers.bounding_box()
    assert box is not None
    mat = isinstance(board.position.map, MatMap)
    size = {"width": box["width"]} if mat else {"radius": scale}
    svg = board.to_svg(theme, **size) if offered else draw(board.position.scene(), theme=theme, **size)
    placed = PLACED.search(svg)
    assert placed is not None
    x, y = map(float, placed.groups())
    # A wheel or notes may stand beside the map in the picture, controls beside it on the page.
    corners = [
        corner for index in SpaceMap.members(board.position.map.full) for corner in board.position.map.outline(index)
    ]
    sides = [max(c[axis] for c in corners) - min(c[axis] for c in corners) for axis in (0, 1)]
    across, down = (1e6, 1e6) if mat else sides
    seen = [
        max(0, x - left), max(0, y - top),
        min(x - left + box["width"], across * scale + 2 * x), min(y - top + box["height"], down * scale + 2 * y),
    ]  # fmt: skip
    shot = layers.screenshot()
    (kept / f"{theme}.png").write_bytes(shot)
    (kept / f"{theme}.svg").write_text(svg, encoding="utf-8")
    pictures = [base64.b64encode(data).decode() for data in (shot, svg.encode())]
    found: float = page.evaluate(COMPARE, [*pictures, [x - left, y - top], [int(n) for n in seen]])
    return found


def compared(
    page: Page, board: hw.Board, kept: Path, offered: bool = True, themes: Sequence[str] = ("light", "dark")
) -> dict[str, float]:
    """The differing parts in each theme."""
    page.evaluate(
        "for (const e of document.querySelectorAll('.hexwidget-zoom, .hexwidget-minimap')) e.style.visibility = 'hidden'"
    )
    found = {}
    for theme in themes:
        page.emulate_media(color_scheme=theme)  # they are the names of both
        page.locator(f".hexwidget[data-theme={theme}]").wait_for()
        page.mouse.move(2, 2)
        page.wait_for_timeout(600)
        expect(page.locator(".hexwidget-ground[data-landscape=far]")).to_have_count(0)
        found[theme] = differing(page, board, theme, kept, offered)
    return found


@pytest.mark.parametrize("name", [name for name in hw.scenarios() if not name.startswith("toy/")])
def test_page_and_picture_look_alike(browser: Browser, tmp_path: Path, name: str) -> None:
    board = hw.Board(hw.scenario(name))
    # The lists are the same in every theme, so one scenario of each system is enough for the dark one.
    themes = ("light", "dark") if name in FIRST_OF_ITS_SYSTEM else ("light",)
    with opened(browser, board.to_html(tmp_path / "game.html")) as page:
        found = compared(page, board, tmp_path, name not in NOT_OFFERED, themes)
    assert max(found.values()) < MOST, f"{found} of the squares differ; see {tmp_path}"


def test_what_is_chosen_and_drawn_looks_alike(browser: Browser, tmp_path: Path) -> None:
    board = hw.Board(hw.scenario("depletion/the-strait"))
    board.show(board.position.danger("red"))
    board.arrow("0102", "0202", "0303", label="there")
    board.note("0204", "A narrow place")
    with opened(browser, board.to_html(tmp_path / "game.html")) as page:
        assert max(compared(page, board, tmp_path).values()) < MOST


def test_a_reach_looks_alike(browser: Browser, tmp_path: Path) -> None:
    board = hw.Board(hw.scenario("depletion/first-steps"))
    with opened(browser, board.to_html(tmp_path / "game.html")) as page:
        surface = page.locator(".hexwidget-surface")
        page.mouse.click(*point(surface, board.position.map, "0203"))
        board.select("0203")
        assert max(compared(page, board, tmp_path).values()) < MOST


def test_a_map_on_a_picture_looks_alike(browser: Browser, tmp_path: Path) -> None:
    board = look_scan.board()
    with opened(browser, board.to_html(tmp_path / "game.html")) as page:
        assert max(compared(page, board, tmp_path).values()) < MOST
