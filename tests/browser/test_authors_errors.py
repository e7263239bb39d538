"""An error of a system's author in mid-game stands on the board, and the game goes on."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from hexwidget.scaffold import make
from tests.browser.direct import DirectCells
from tests.browser.lab import point
from tests.browser.pictures import picture
from tests.browser.test_new_system import MAP


def test_a_scene_that_fails_is_said_on_the_board_and_the_game_goes_on(cells: DirectCells, tmp_path: Path) -> None:
    make(tmp_path / "lost-riders")
    rules = tmp_path / "lost-riders" / "lost_riders" / "rules.py"
    text = rules.read_text(encoding="utf-8").replace(
        'Piece(f"{seat}-{n}", at,', 'Piece(f"{seat}-{n}", "9999" if position.turn else at,'
    )
    rules.write_text(text, encoding="utf-8")
    cells.open_cells(f"""
import sys
sys.path.insert(0, {str(tmp_path / "lost-riders")!r})
import hexwidget as hw
from lost_riders import LOST_RIDERS
hw.register(LOST_RIDERS)
own = hw.Board(hw.scenario("lost_riders/first").position)
own
""")
    board = cells.board()
    said = board.get_by_text("An error of the author of Lost riders")
    expect(said).to_have_count(0)
    for space in ("0101", "0201"):
        cells.page.mouse.click(*point(board, MAP, space))
    board.get_by_role("button", name="0101-0201").click()
    expect(said).to_be_visible()
    line = text[: text.index("def scene")].count("\n") + 1
    expect(board).to_contain_text(f"At rules.py, line {line}, in scene: pieces/0/space: unknown hex '9999'")
    picture(cells.page, "authors-error.png")
    # Blue's riders are not drawn: their hexes are clicked all the same.
    expect(board.locator(".hexwidget-status")).to_contain_text("Blue to act")
    for space in ("0102", "0202"):
        cells.page.mouse.click(*point(board, MAP, space))
    board.get_by_role("button", name="0102-0202").click()
    expect(board.locator(".hexwidget-status")).to_contain_text("Red to act")
    expect(said).to_have_count(0)
