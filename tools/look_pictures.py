"""Write the pictures of docs/look: six boards, one at rest and one on a drawn map, light and dark, at two widths.

python -m tools.look_pictures [--folder docs/look] [shot ...]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import sync_playwright

import hexwidget as hw
from tests.browser.direct import DirectBoard
from tests.browser.lab import launch
from tools import look_scan

WIDTHS = {1280: 900, 700: 900}
"""The height of the page for each width, in pixels."""


def _scenario(name: str) -> Callable[[], hw.Board]:
    return lambda: hw.Board(hw.scenario(name))


def _seen_by_red(name: str) -> Callable[[], hw.Board]:
    return lambda: hw.Board(hw.Session(hw.scenario(name).position, seed=1), player="red")


def _maneuver() -> hw.Board:
    """The Inland Sea, with the marker on the maneuver wedge."""
    session = hw.Session(hw.scenario("rondel/inland-sea").position, seed=1)
    board = hw.Board(session)
    board.play(next(str(action) for action in session.position.legal_actions() if "2" in str(action)))
    return board


def _goal(board: DirectBoard) -> None:
    board.click("0203")
    board.click("0305")
    board.hover("0305")


def _why(board: DirectBoard) -> None:
    board.click("0203")
    board.hover("0503")


def _routes(board: DirectBoard) -> None:
    draft = {"unit": "0601", "order/0402": "march", "order/0601": "march", "route/0402": "0403", "route/0601": "0502"}
    board.choose(**draft)


def _province(board: DirectBoard) -> None:
    board.click("roma")
    board.hover("liguria")


def _card(board: DirectBoard) -> None:
    board.choose(card="spearmen")


def _odds(board: DirectBoard) -> None:
    board.choose(unit="0303", target="blue 0302")


def _stack(board: DirectBoard) -> None:
    board.hover("0404")


def _nothing(board: DirectBoard) -> None:
    board.page.mouse.move(2, 2)


SHOTS: dict[str, tuple[Callable[[], hw.Board], Callable[[DirectBoard], None]]] = {
    "hex-rest": (_scenario("depletion/first-steps"), _nothing),
    "hex-reach": (_scenario("depletion/first-steps"), _goal),
    "hex-why": (_scenario("depletion/first-steps"), _why),
    "routes": (_seen_by_red("plotted/the-ford"), _routes),
    "province": (_maneuver, _province),
    "mat": (_seen_by_red("frontiers/three-frontiers"), _card),
    "odds": (_scenario("orders/two-on-one"), _odds),
    "scan": (look_scan.board, _stack),
}


def main() -> None:
    """Take the pictures and write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shots", nargs="*")
    parser.add_argument("--folder", type=Path, default=Path(__file__).parents[1] / "docs" / "look")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name in asked.shots or SHOTS:
            make, act = SHOTS[name]
            for theme in ("light", "dark"):
                for width, height in WIDTHS.items():
                    page = browser.new_page(viewport={"width": width, "height": height})
                    board = DirectBoard(page, make(), dark=theme == "dark")
                    act(board)
                    board.settle()
                    file = f"{name}-{theme}-{width}.png"
                    page.screenshot(path=asked.folder / file)
                    print(file, *board.errors)
                    page.close()
        browser.close()


if __name__ == "__main__":
    main()
