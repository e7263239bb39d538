"""Mats of cards: the pop-up at a card, cards that are clicked, dragged and read at every width, a stage that keeps its height."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Locator, Playwright, expect

import hexwidget as hw
from tests import inside
from tests.amounts import every
from tests.browser.direct import DirectBoard, lent_page
from tests.browser.lab import launch, with_windows

THREE = "frontiers/three-frontiers"
Open = Callable[..., DirectBoard]


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One that could show windows: Chromium's headless shell forgets where the pointer was, so that it never leaves a card."""
    found = launch(playwright, with_windows())
    yield found
    found.close()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    """Opens a board of the second scenario, as red sees it unless told, on a page of a width."""
    boards: list[DirectBoard] = []
    with ExitStack() as pages:

        def make(width: int = 1280, player: str | None = "red", touch: bool = False) -> DirectBoard:
            page = pages.enter_context(lent_page(browser, width, has_touch=touch))
            session = hw.Session(hw.scenario(THREE).position, seed=1)
            boards.append(DirectBoard(page, hw.Board(session, player=player)))
            return boards[-1]

        yield make
        for board in boards:
            assert board.errors == []


def menu(board: DirectBoard) -> Locator:
    return board.page.locator(".hexwidget-cardmenu")


def names(board: DirectBoard) -> list[str]:
    """The spaces of the mat."""
    return list(json.loads(board.page.locator(".hexwidget-layers").get_attribute("data-places") or "{}"))


def test_the_pop_up_of_a_chosen_card_leaves_the_other_choices_free(browser: Browser) -> None:
    course = hw.lessons.first_game("frontiers", progress=hw.lessons.Progress())
    course.open(5)
    with lent_page(browser, 844) as page:
        board = DirectBoard(page, course.board)
        options = inside.choices(board.board)["root"]["options"]
        free = [each["space"] for each in options if each["kind"] == "piece" and not each["findings"]]
        assert len(free) > 1
        for space in free:
            board.click(space)
            box = menu(board).bounding_box()
            assert box is not None
            for other in {*free} - {space}:
                x, y = board.point(other)
                across, down = box["x"] < x < box["x"] + box["width"], box["y"] < y < box["y"] + box["height"]
                assert not (across and down), f"the pop-up of {space} covers {other}"
            for _ in range(2):
                page.keyboard.press("Escape")
            board.settle()


def test_the_pop_up_appears_its_action_plays_and_why_not_is_read(opened: Open) -> None:
    board = opened()
    board.hover("red hand volley")
    expect(menu(board)).to_be_visible()
    expect(menu(board)).to_contain_text("An enemy unit in a frontier: 2 damage to it.")
    expect(menu(board)).to_contain_text("F3.4")
    expect(menu(board)).to_contain_text("A tactic is played in the battle phase; now it is the strategy phase.")
    board.hover("red hand spearmen")
    expect(menu(board).locator("h3")).to_have_text("Spearmen")
    # The pointer goes to the pop-up, which stays.
    menu(board).get_by_role("button", name="Deploy").click()
    board.settle()
    confirm = menu(board).locator(".hexwidget-confirm")
    expect(confirm).to_be_visible()
    confirm.click()
    board.settle()
    assert "spearmen2" in names(board)
    board.page.mouse.move(640, 20)
    expect(menu(board)).to_be_hidden()


@pytest.mark.parametrize("width", [1280, 390])
def test_every_card_is_found_and_no_pop_up_covers_its_card(opened: Open, width: int) -> None:
    board = opened(width)
    stage = board.page.locator(".hexwidget-stage").bounding_box()
    assert stage is not None
    spaces = sorted({card["space"] for card in inside.state(board.board)["cards"]})
    for space in spaces[:: every(4)]:
        x, y = board.point(space)
        if not stage["y"] < y < stage["y"] + stage["height"]:
            continue  # the mat is higher than its stage
        board.page.mouse.move(2, 2)
        menu(board).wait_for(state="hidden")
        board.page.mouse.move(x, y)
        menu(board).wait_for()
        box = menu(board).bounding_box()
        assert box is not None
        assert not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]), space
        assert box["x"] >= stage["x"], space
        assert box["x"] + box["width"] <= stage["x"] + stage["width"], space
        assert box["y"] >= stage["y"], space
        assert box["y"] + box["height"] <= stage["y"] + stage["height"], space


def test_a_click_on_the_lit_zone_plays_the_chosen_card(opened: Open) -> None:
    board = opened()
    board.click("red hand spearmen")
    board.click("red heartland")
    assert "spearmen2" in names(board)


def test_a_card_is_dragged_to_the_zone_that_takes_it(opened: Open) -> None:
    board = opened()
    mouse = board.page.mouse
    mouse.move(*board.point("riders1"))
    mouse.down()
    mouse.move(*board.point("red advancing 1"), steps=6)
    mouse.up()
    board.settle()
    expect(board.page.locator(".hexwidget-prompt")).to_contain_text("riders", ignore_case=True)
    assert inside.current(board.board) is not None
    assert inside.current(board.board)["draft"] == {"to/riders1": 1}


def test_a_tap_reads_a_card_and_chooses_it(opened: Open) -> None:
    board = opened(390, touch=True)
    board.page.touchscreen.tap(*board.point("red hand spearmen"))
    board.settle()
    expect(menu(board)).to_be_visible()
    expect(menu(board)).to_contain_text("Unit of red")
    menu(board).locator(".hexwidget-confirm").tap()
    board.settle()
    assert "spearmen2" in names(board)


def test_the_stage_keeps_its_height_while_cards_are_played(opened: Open) -> None:
    board = opened(player=None)
    heights = set()
    for _ in range(30):
        heights.add(board.page.locator(".hexwidget-stage").evaluate("e => e.clientHeight"))
        position = board.board.position
        if not position.to_act or position.chance is not None:
            break
        player = sorted(position.to_act)[0]
        action = next(iter(position.legal_actions(player)))
        board.do(lambda b, action=action: b.play(action))
    assert len(heights) == 1


def test_the_wheel_moves_a_mat_that_is_higher_than_its_stage(opened: Open) -> None:
    board = opened(390)
    layers = board.page.locator(".hexwidget-layers")
    top = float((layers.get_attribute("data-view") or "").split()[2])
    assert top < 0  # the own hand is seen first
    board.page.locator(".hexwidget-surface").focus()
    board.page.mouse.move(*board.point("red hand spearmen"))
    board.page.mouse.wheel(0, -2000)
    board.settle()
    assert float((layers.get_attribute("data-view") or "").split()[2]) == 0


def test_a_referee_has_the_acting_player_at_the_foot(opened: Open) -> None:
    board = opened(player=None)
    assert board.point("red heartland")[1] > board.point("blue heartland")[1]
    board.do(lambda b: b.play("red: pass"))
    assert board.point("blue heartland")[1] > board.point("red heartland")[1]
    # Both hands are seen.
    assert {"red hand spearmen", "blue hand archers"} <= set(names(board))
