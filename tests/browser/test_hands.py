"""Hands on the board: pieces are dragged, spaces with several pieces are cycled through, and the map fits its stage."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

import hexwidget as hw
from tests import inside
from tests.browser.direct import DirectBoard, lent_page
from tests.browser.test_view import WIDTH_OF_A_HEX

Show = Callable[..., DirectBoard]


@pytest.fixture
def show(browser: Browser) -> Iterator[Show]:
    boards: list[DirectBoard] = []
    with ExitStack() as pages:

        def make(board: hw.Board, width: int = 1200, **kind: bool) -> DirectBoard:
            boards.append(DirectBoard(pages.enter_context(lent_page(browser, width, 900, **kind)), board))
            return boards[-1]

        yield make
        for board in boards:
            assert board.errors == []


def draft(board: DirectBoard) -> dict[str, object]:
    return dict(inside.current(board.board)["draft"]) if inside.current(board.board) else {}


def drag(board: DirectBoard, start: str, end: str) -> None:
    mouse = board.page.mouse
    mouse.move(*board.point(start))
    mouse.down()
    mouse.move(*board.point(end), steps=6)
    mouse.up()
    board.settle()


def scale(board: DirectBoard) -> float:
    return float((board.page.locator(".hexwidget-layers").get_attribute("data-view") or "").split()[0])


def test_a_dragged_piece_goes_where_it_is_dropped_once_it_is_confirmed(show: Show) -> None:
    board = show(hw.Board(hw.scenario("depletion/first-steps")))
    drag(board, "0203", "0305")
    assert draft(board)["to"] == "0305"
    assert board.board.session.step.number == 0
    # Dropped where it was it stays chosen, and dropped on a barred hex it reads why not.
    drag(board, "0203", "0503")
    assert draft(board)["army"] == "0203"
    assert "0503 is sea" in board.page.locator(".hexwidget-panel").inner_text()
    board.page.keyboard.press("Escape")
    board.page.keyboard.press("Escape")
    board.settle()


def test_a_finger_drags_a_piece(show: Show) -> None:
    board = show(hw.Board(hw.scenario("depletion/first-steps")), has_touch=True)
    session = board.page.context.new_cdp_session(board.page)
    (x, y), (to_x, to_y) = board.point("0203"), board.point("0304")
    touch = "Input.dispatchTouchEvent"
    session.send(touch, {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for k in range(1, 9):
        at = {"x": x + (to_x - x) * k / 8, "y": y + (to_y - y) * k / 8}
        session.send(touch, {"type": "touchMove", "touchPoints": [at]})
    session.send(touch, {"type": "touchEnd", "touchPoints": []})
    board.settle()
    assert draft(board)["to"] == "0304"


def test_a_second_click_takes_the_next_piece_of_a_space(show: Show) -> None:
    session = hw.Session("rondel/inland-sea", seed=1)
    session.play(next(action for action in session.position.legal_actions() if "2" in str(action)))
    board = show(hw.Board(session))
    chosen = []
    for _ in range(3):
        board.click("capua")
        chosen.append(board.page.locator(".hexwidget-bar [aria-pressed=true]").all_inner_texts())
    assert ["legion" in text for text in chosen[0]] == [True]
    assert ["galley" in text for text in chosen[1]] == [True]
    assert chosen[2] == []
    assert draft(board) == {}


def test_a_click_is_not_lost_if_an_answer_comes_while_the_button_is_pressed(show: Show) -> None:
    board = show(hw.Board(hw.Session("plotted/the-ford"), player="red"))
    board.choose(unit="0601", **{"order/0601": "run", "route/0601": "0502"})
    board.root.get_by_role("button", name="Defend", exact=True).hover()
    board.page.mouse.down()
    board.do(lambda board: board.select("0702"))  # which has no order yet that could be taken back: a button less
    board.page.mouse.up()
    expect(board.root.locator(".hexwidget-prompt")).to_contain_text("Infantry on 0702, defend")


def test_a_map_fits_its_stage_until_somebody_enlarges_it(show: Show) -> None:
    # A map as large as one of 700 pixels may be: larger ones begin with a part, as hexes have a least width.
    rows = "\n".join(" " * (k % 2) + " ".join("." * 17) for k in range(9))
    armies = {"red": {"0101": "1 cavalry"}, "blue": {"1709": "1 cavalry"}}
    position = hw.system("depletion").position(map=rows, players=["red", "blue"], armies=armies, strict=False)
    board = show(hw.Board(position), 700)
    narrow = scale(board)
    assert narrow * math.sqrt(3) >= WIDTH_OF_A_HEX
    stage = board.page.locator(".hexwidget-stage").bounding_box()
    assert stage
    for corner in ("0101", "1709"):
        x, y = board.point(corner)
        assert stage["x"] < x < stage["x"] + stage["width"]
        assert stage["y"] < y < stage["y"] + stage["height"]
    board.page.set_viewport_size({"width": 1200, "height": 900})
    board.settle()
    wide = scale(board)
    assert wide > narrow
    board.page.locator(".hexwidget-surface").focus()
    board.page.keyboard.press("+")
    board.settle()
    larger = scale(board)
    assert larger > wide
    board.page.set_viewport_size({"width": 900, "height": 900})
    board.settle()
    assert scale(board) == larger
    board.page.keyboard.press("Home")
    board.page.set_viewport_size({"width": 1200, "height": 900})
    board.settle()
    assert scale(board) == wide


def test_the_minimap_shows_only_when_needed_and_covers_no_piece(show: Show) -> None:
    rows = "\n".join(" " * (k % 2) + " ".join("." * 22) for k in range(15))
    armies = {"red": {"1108": "1 cavalry"}, "blue": {"2215": "1 cavalry"}}
    position = hw.system("depletion").position(map=rows, players=["red", "blue"], armies=armies, strict=False)
    board = show(hw.Board(position))
    minimap = board.page.locator(".hexwidget-minimap")
    board.page.locator(".hexwidget-surface").focus()
    board.page.keyboard.press("Home")
    board.settle()
    assert not minimap.is_visible()
    for _ in range(4):
        board.page.keyboard.press("+")
    board.settle()
    assert minimap.is_visible()
    # The map is moved to its end, where an army stands in the corner of the minimap.
    stage = board.page.locator(".hexwidget-layers").bounding_box()
    assert stage
    middle = (stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2)
    for _ in range(4):
        board.page.mouse.move(*middle)
        board.page.mouse.down()
        board.page.mouse.move(middle[0] - 420, middle[1] - 200, steps=4)
        board.page.mouse.up()
    board.settle()
    x, y = board.point("2215")
    box = minimap.bounding_box()
    assert box
    assert not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])
