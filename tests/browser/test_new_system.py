"""A system that `hexwidget new` has made is clicked, without code for clicks."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from hexwidget.geometry import HexMap, Terrain
from hexwidget.scaffold import make
from tests.browser.direct import DirectCells
from tests.browser.lab import point
from tests.browser.pictures import picture

TERRAINS = (Terrain("plains", "plains", "."), Terrain("lake", "lake", "~"))
MAP = HexMap.parse(". . . . . .\n  . . ~ . . .\n. ~ ~ . . .\n  . . . . ~ .", TERRAINS)


def test_a_new_system_is_clicked_and_says_why_not(cells: DirectCells, tmp_path: Path) -> None:
    make(tmp_path / "hill-riders")
    cells.open_cells(f"""
import sys
sys.path.insert(0, {str(tmp_path / "hill-riders")!r})
import hexwidget as hw
from hill_riders import HILL_RIDERS
hw.register(HILL_RIDERS)
own = hw.Board(hw.scenario("hill_riders/first").position)
own
""")
    board = cells.board()
    cells.page.mouse.click(*point(board, MAP, "0101"))
    expect(board.locator(".hexwidget-prompt")).to_contain_text("choose a hex")
    cells.page.mouse.click(*point(board, MAP, "0301"))
    expect(board.locator(".hexwidget-panel")).to_contain_text("are not neighbours")
    picture(cells.page, "new-system.png")
    cells.page.mouse.click(*point(board, MAP, "0201"))
    board.get_by_role("button", name="0101-0201").click()
    expect(board.locator(".hexwidget-status")).to_contain_text("Blue to act")
