"""Boards that a page enlarges or makes smaller, by ``zoom`` or by a transform: a pointer meets what is painted below it."""

from __future__ import annotations

import math

import pytest
from playwright.sync_api import CDPSession, Locator, expect

import hexwidget as hw
from hexwidget.geometry import SpaceMap
from tests.amounts import SOAK
from tests.browser.direct import DirectCells
from tests.browser.lab import on_board
from tests.browser.pictures import picture
from tests.browser.test_board import MAP
from tests.browser.test_first_game import COURSE, SPACES
from tests.browser.test_view import LARGE, view

STYLES = {"zoom": "zoom: {0}", "transform": "transform: scale({0}); transform-origin: 0 0; width: 900px"}
SCALES = {kind: (0.64, 1.3, 1.371) if SOAK else (one,) for kind, one in zip(STYLES, (0.64, 1.371), strict=True)}
"""The scales of each kind of page: in a daily run one smaller and one larger than 1."""
RESTYLE = "style => { for (const board of document.body.children) board.style = style; }"
# The browser itself says where a point of the board is painted, and that nothing covers it.
PAINTED = """(layers, [x, y]) => { const mark = layers.appendChild(document.createElement("i"));
  mark.style.cssText = `position: absolute; left: ${x}px; top: ${y}px`;
  const { left, top } = mark.getBoundingClientRect(); mark.remove();
  return [left, top, layers.contains(document.elementFromPoint(left, top))]; }"""
COMBAT = hw.scenario("frontiers/combat").position.map
Point = tuple[float, float]


def painted_at(board: Locator, place: Point) -> Point:
    """A point of the board's layers, given in their own pixels, in pixels of the window."""
    left, top, is_there = board.locator(".hexwidget-layers").evaluate(PAINTED, place)
    assert is_there
    return left, top


def painted(board: Locator, spaces: SpaceMap, name: str) -> Point:
    """The middle of a space in pixels of the window."""
    return painted_at(board, on_board(board, spaces, name))


def apart(part: Locator, place: Point) -> float:
    """The distance of a part of a board from a point of the window, in pixels of the window."""
    box = part.bounding_box()
    assert box is not None
    x, y = place
    across, down = x - box["x"], y - box["y"]
    return math.hypot(max(-across, 0, across - box["width"]), max(-down, 0, down - box["height"]))


@pytest.mark.parametrize("cells", [{"has_touch": True}], ids=["touch"], indirect=True)
@pytest.mark.parametrize("kind", list(STYLES))
def test_a_pointer_meets_what_is_painted_below_it(cells: DirectCells, kind: str) -> None:
    first, mat = (f"hw.Board(hw.scenario({name!r}))" for name in ("depletion/first-steps", "frontiers/combat"))
    cells.open_cells("import hexwidget as hw", first, LARGE, "hw.Board(large)", mat, COURSE)
    touches = cells.page.context.new_cdp_session(cells.page)
    for scale in SCALES[kind]:
        cells.page.evaluate(RESTYLE, STYLES[kind].format(scale))
        cells.settle()
        chosen_and_dragged(cells, in_view(cells.board(0)), scale)
        moved_and_enlarged(cells, in_view(cells.board(1)), touches)
        told_at_a_card(cells, in_view(cells.board(2)), scale)
        called(in_view(cells.board(3)), scale)
    picture(cells.page, f"scaled-by-{kind}.png", full_page=True)


def in_view(board: Locator) -> Locator:
    """The board, with its stage in the middle of the window."""
    board.locator(".hexwidget-stage").evaluate("stage => stage.scrollIntoView({ block: 'center' })")
    return board


def chosen_and_dragged(cells: DirectCells, board: Locator, scale: float) -> None:
    mouse = cells.page.mouse
    mouse.click(*painted(board, MAP, "0203"))
    expect(board.locator(".hexwidget-prompt")).to_contain_text("on 0203: choose where to go")
    there = painted(board, MAP, "0304")
    mouse.move(*there)
    tag = board.locator(".hexwidget-tag").first
    expect(tag.locator("b").first).to_have_text("0304")
    cells.settle()
    assert 0.5 < apart(tag, there) / scale / view(board)[0] < 1.6
    cells.page.keyboard.press("Escape")
    mouse.move(*painted(board, MAP, "0402"))
    mouse.down()
    mouse.move(*painted(board, MAP, "0502"), steps=4)
    mouse.up()
    expect(board.locator(".hexwidget-confirm")).to_contain_text("Go to 0502")
    for _step in range(2):
        cells.page.keyboard.press("Escape")
    expect(board.locator(".hexwidget-confirm")).to_contain_text("Choose an army")


def moved_and_enlarged(cells: DirectCells, board: Locator, touches: CDPSession) -> None:
    map_, stage = (
        board.locator(".hexwidget-miniground").bounding_box(),
        board.locator(".hexwidget-layers").bounding_box(),
    )
    assert map_ is not None
    assert stage is not None
    x, y = 48.0, 33.0  # in radii of a hex

    def is_at(place: Point) -> None:
        cells.settle()
        radius, left, top = view(board)
        assert painted_at(board, (left + x * radius, top + y * radius)) == pytest.approx(place, abs=2)

    # In the minimap the view goes to a point of the map, which is 60 hexes and a half wide.
    radius = map_["width"] / (60.5 * math.sqrt(3))
    cells.page.mouse.click(map_["x"] + x * radius, map_["y"] + y * radius)
    middle = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2
    is_at(middle)
    # The map follows the pointer that drags it.
    cells.page.mouse.move(*middle)
    cells.page.mouse.down()
    there = middle[0] - 40, middle[1] + 20
    cells.page.mouse.move(*there, steps=3)
    cells.page.mouse.up()
    is_at(there)
    # The point below a wheel stays, and so does that between two fingers.
    board.locator(".hexwidget-surface").focus()
    before = view(board)[0]
    cells.page.keyboard.down("Control")
    cells.page.mouse.wheel(0, -150)
    cells.page.keyboard.up("Control")
    is_at(there)
    wheeled = view(board)[0]
    assert wheeled > before * 1.1
    for kind, away in (("touchStart", 30), ("touchMove", 34), ("touchMove", 38), ("touchEnd", 0)):
        fingers = [{"x": there[0] + at, "y": there[1], "id": n} for n, at in enumerate((-away, away)) if away]
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    is_at(there)
    assert view(board)[0] > wheeled * 1.1


def told_at_a_card(cells: DirectCells, board: Locator, scale: float) -> None:
    there = painted(board, COMBAT, "spearmen1")
    cells.page.mouse.move(*there)
    menu = board.locator(".hexwidget-cardmenu")
    expect(menu.locator("h3")).to_have_text("Spearmen")
    expect(menu).to_be_visible()
    assert 20 < apart(menu, there) / scale < 60


def called(board: Locator, scale: float) -> None:
    board.locator(".hexwidget-callout").get_by_role("button", name="Got it").click(trial=True)
    line = board.locator(".hexwidget-line").bounding_box()
    assert line is not None
    # It begins at the foot of the space.
    x, y = painted(board, SPACES, "0101")
    assert abs(line["x"] + line["width"] / 2 - x) < 2
    assert abs((line["y"] - y) / scale / view(board)[0] - 1) < 0.2
