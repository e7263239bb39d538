"""Nothing moves under the pointer: whole turns are played, and the stage stays where it is, and the primary action at the bar's end.

The bar grows for choices that need a second row, and shrinks once nothing is chosen and the pointer is elsewhere.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

import hexwidget as hw
from hexwidget.lessons import first_game
from hexwidget.rules import Draft
from tests import inside
from tests.amounts import SOAK
from tests.browser.direct import DirectBoard, lent_page
from tests.browser.in_view import LOOK

FEWEST_CLICKS, MOST_CLICKS = 12, 60
MEASURED = ".hexwidget-head, .hexwidget-stage, .hexwidget-time, .hexwidget-panel, .hexwidget-bar, .hexwidget-confirm"
WIDTHS = (1200, 390)
TURNS = [
    (width, name)
    for width in WIDTHS
    for name in (
        "depletion/first-steps",
        "plotted/the-ford",
        "orders/two-on-one",
        "rondel/inland-sea",
        "frontiers/three-frontiers",
    )
]
"""Turns are long, so a daily run plays each system at one width."""
RECTANGLES = """(root, selectors) => {
  const end = root.querySelector(".hexwidget-bar").getBoundingClientRect().bottom;
  return Object.fromEntries([...root.querySelectorAll(selectors)].map((e) => {
    const { x, y, width, height, bottom } = e.getBoundingClientRect();
    const kind = e.className.split(' ').find((name) => name.startsWith('hexwidget'));
    const at = kind === "hexwidget-bar" ? [x, y, width] : kind === "hexwidget-confirm" ? [x, end - bottom, width, height] : [x, y, width, height];
    return [kind, at]; })); }"""
"""The places of parts. The bar may grow, and the primary action stands at its end."""


@pytest.fixture(params=WIDTHS)
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    with lent_page(browser, request.param, 1200, reduced_motion="reduce") as lent:
        yield lent


def choices(shown: DirectBoard) -> Any:
    """The choices that the page shows."""
    board = shown.board
    wire = inside.current(board) or inside.choices(board)["root"]
    position = board.session.position
    if wire["player"] is None:
        return None
    return position.system.choices(position, wire["player"], Draft(wire["draft"]))


def act(shown: DirectBoard, chance: random.Random) -> None:
    """Do one thing as a player does: click a piece, a space, a button, or the primary action."""
    primary = shown.root.locator("[data-key=confirm]")
    offered = choices(shown)
    ready = primary.get_attribute("aria-disabled") is None
    if offered is None or (ready and (len(offered.draft) > 1 or chance.random() < 0.5)):
        primary.click()
    else:
        spaces = list(offered.field.reach) if offered.field else []
        free = [o for o in offered.options if o.legal and not o.chosen]
        pieces = [o.space for o in free if o.kind in ("piece", "space", "mark") and o.space]
        buttons = [o for o in free if o.kind in ("button", "switch")]
        if spaces and chance.random() < 0.7:
            shown.click(chance.choice(spaces))
        elif pieces and (not offered.draft or chance.random() < 0.7):
            shown.click(chance.choice(pieces))
        elif buttons:
            key = (one := chance.choice(buttons)).slot + "=" + str(one.value)
            shown.root.locator(".hexwidget-choices button").and_(shown.page.locator(f'[data-key="{key}" i]')).click()
        elif ready:
            primary.click()
        else:
            shown.page.keyboard.press("Escape")
    shown.settle()


def rectangles(shown: DirectBoard) -> dict[str, list[float]]:
    found: dict[str, list[float]] = shown.root.evaluate(RECTANGLES, MEASURED)
    return found


@pytest.mark.parametrize(("page", "name"), TURNS if SOAK else TURNS[::2], indirect=["page"])
def test_nothing_moves_in_a_whole_turn(page: Page, name: str) -> None:
    chance = random.Random(name)
    session = hw.Session(hw.scenario(name).position, seed=3)
    shown = DirectBoard(page, hw.Board(session))
    first, acted = rectangles(shown), set(session.position.to_act)
    for clicks in range(MOST_CLICKS):
        act(shown, chance)
        assert rectangles(shown) == first, inside.choices(shown.board)["root"]["prompt"]
        shown.page.mouse.move(*shown.point(chance.choice(list(session.position.map.names()))))
        shown.page.wait_for_timeout(120)
        assert rectangles(shown) == first, "pointing at a space moves the board"
        acted |= set(session.position.to_act)
        if len(acted) > 1 and session.step.depth > 1 and clicks > FEWEST_CLICKS:
            break
    assert session.step.depth > 0, "nothing was played"
    assert len(acted) > 1, "the turn did not end"
    assert not shown.errors


@pytest.mark.parametrize("page", [844], indirect=True)
def test_the_bar_is_low_again_once_nothing_is_chosen_and_the_pointer_is_elsewhere(page: Page) -> None:
    shown = DirectBoard(page, hw.Board(first_game("orders").stages[1].position))
    bar = shown.root.locator(".hexwidget-bar")

    def height() -> float:
        shown.settle()
        return float(bar.evaluate("bar => bar.offsetHeight"))

    low = height()
    shown.click("0302")
    high = height()
    assert high > low
    shown.hover("0101")
    assert height() == high, "an army is chosen"
    bar.hover()
    page.keyboard.press("Escape")
    assert height() == high, "the pointer is in the bar"
    shown.hover("0101")
    assert height() == low


def test_nothing_moves_while_dice_are_rolled(page: Page) -> None:
    session = hw.Session("orders/two-on-one", seed=3, rolls="ask")
    shown = DirectBoard(page, hw.Board(session))
    first = rectangles(shown)
    for space in ("0303", "0302"):
        shown.click(space)
        assert rectangles(shown) == first
    for depth in (1, 2, 3):
        shown.root.locator(".hexwidget-confirm").click()
        shown.settle()
        assert rectangles(shown) == first
        assert session.step.depth == depth
    assert session.step.chance is not None


def test_the_course_of_the_game_is_seen_before_anything_is_played(page: Page) -> None:
    shown = DirectBoard(page, hw.Board(hw.scenario("depletion/first-steps")))
    assert shown.root.get_by_label("One step on").is_visible()
    assert shown.root.locator(".hexwidget-step").inner_text() == "step 0 of 0"


def test_an_error_moves_nothing(page: Page) -> None:
    shown = DirectBoard(page, hw.Board(hw.scenario("rondel/inland-sea")))
    first = rectangles(shown)
    shown.root.locator(".hexwidget-wheel path").nth(0).click()  # too far
    shown.settle()
    assert shown.root.get_by_role("alert").first.is_visible()
    assert rectangles(shown) == first


def test_the_second_click_of_a_double_click_meets_nothing_new(page: Page) -> None:
    session = hw.Session("depletion/first-steps")
    shown = DirectBoard(page, hw.Board(session))
    shown.root.locator("[data-key='pass=True' i]").click()
    shown.settle()
    shown.root.locator(".hexwidget-confirm").dblclick()
    shown.settle()
    assert session.step.depth == 1
    assert inside.current(shown.board) is None


@pytest.mark.parametrize("overflow", ["hidden", "auto"])
def test_in_a_low_element_everything_is_reached_as_in_a_low_frame(page: Page, overflow: str) -> None:
    session = hw.Session("depletion/first-steps")
    shown = DirectBoard(page, hw.Board(session))
    page.evaluate(
        "style => { document.querySelector('.hexwidget').parentElement.style = style; }",
        f"height: 400px; overflow: {overflow}",
    )
    page.set_viewport_size({"width": page.viewport_size["width"] - 1, "height": 1200})
    shown.settle()
    page.mouse.move(300, 60)
    page.mouse.wheel(0, -2000)
    shown.settle()
    shown.click("0203")
    shown.click("0304")
    page.mouse.move(*middle(shown.root.locator(".hexwidget-head")))
    page.mouse.wheel(0, 2000)  # to the foot, where there is more than the element shows
    shown.settle()
    x, y = middle(shown.root.locator(".hexwidget-confirm"))
    assert y < 400
    page.mouse.click(x, y)
    shown.settle()
    assert session.step.text == "red: 0203-0303-0304"


def middle(part: Locator) -> tuple[float, float]:
    x, y, width, height = part.evaluate(
        "e => { const { x, y, width, height } = e.getBoundingClientRect(); return [x, y, width, height]; }"
    )
    return x + width / 2, y + height / 2


CUT = """root => {
  const inside = root.querySelector(".hexwidget-choices").getBoundingClientRect();
  return [...root.querySelectorAll(".hexwidget-choices > *")]
    .filter((e) => e.getBoundingClientRect().right > inside.right + 1).map((e) => e.textContent); }"""
"""The choices that do not fit into the bar."""


@pytest.mark.parametrize("page", [925], indirect=True)
def test_at_a_notebooks_width_two_kinds_of_units_the_remedy_and_the_odds_are_in_view(page: Page) -> None:
    session = hw.Session("depletion/first-steps")
    shown = DirectBoard(page, hw.Board(session))
    shown.click("0203")
    assert shown.root.locator(".hexwidget-number").count() == 2
    assert shown.root.evaluate(CUT) == []
    shown.click("0404")
    shown.root.locator(".hexwidget-confirm").click()
    shown.settle()
    shown.click("0605")
    assert shown.root.evaluate(LOOK)["bad"] == []
    assert shown.root.locator(".hexwidget-odds tbody tr").last.is_visible()
    shown.root.locator("[data-key='attack=no' i]").click()
    shown.root.locator(".hexwidget-confirm").click()
    shown.settle()
    shown.click("0804")
    shown.click("0101")  # out of reach, and an enemy's
    looked = shown.root.evaluate(LOOK)
    assert (looked["bad"], looked["counts"]["reason"]) == ([], 1)


BROKEN_WORDS = """root => {
  const found = [];
  for (const cell of root.querySelectorAll(".hexwidget-odds :is(th, td, li, h3, caption)")) {
    const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      for (const { index, 0: word } of node.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
      }
  }
  return found;
}"""


@pytest.mark.parametrize("page", [390, 560, 760, 1200], indirect=True)
def test_the_odds_of_an_attack_are_told_once_and_break_no_word(page: Page) -> None:
    position = first_game("depletion").stages[1].position.apply("red: 0302").position
    shown = DirectBoard(page, hw.Board(position))
    shown.choose(attack="0502")
    assert shown.root.locator(".hexwidget-odds table").is_visible()
    assert shown.root.locator(".hexwidget-odds").inner_text().lower().count("2 of 4 cubes") == 1
    assert shown.root.evaluate(BROKEN_WORDS) == []


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_the_line_of_a_callout_follows_its_space_and_goes_with_the_callout(page: Page) -> None:
    course = first_game("depletion")
    shown = DirectBoard(page, course.board)
    line = shown.root.locator(".hexwidget-line")

    def check() -> None:
        called = inside.status(shown.board)["called"]
        box = line.bounding_box()
        assert box is not None
        assert abs(box["x"] + box["width"] / 2 - shown.point(called["space"])[0]) < 2

    check()
    page.mouse.move(*shown.point("0402"))
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    page.mouse.move(0, 0)  # in a small view the reason of a space that is pointed at takes the place of the callout
    shown.settle()
    check()
    shown.do(lambda board: board.play("0202-0302-0402-0502-0602"))
    check()
    shown.do(lambda board: inside.activity(course.board).carry_out("undo", Draft()))
    assert not line.is_visible(), "what the callout was about is taken back"
    assert not shown.errors
