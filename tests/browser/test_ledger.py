"""The belongings of the players stand beside a map without a wheel."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.direct import DirectCells

EXAMPLE = Path(__file__).parents[2] / "examples" / "counters"


def test_a_board_of_hexes_shows_what_the_players_hold(cells: DirectCells) -> None:
    cells.open_cells(f"""
import sys
sys.path.insert(0, {str(EXAMPLE)!r})
import hexwidget as hw
from counters import COUNTERS
hw.register(COUNTERS)
session = hw.Session("counters/crossroads", seed=1)
hw.Board(session)
""")
    table = cells.page.locator(".hexwidget-ledger")
    expect(table.locator("th[scope=col]")).to_have_text(["towns", "units"])
    held = int(cells.python("print(list(session.position.towns.values()).count(0))"))
    expect(table.locator("tr").nth(1).locator("td").first).to_have_text(str(held))
