"""Reviews in Chromium at a table and in a class: the button, the progress, the moments, trying them again, and a page that is loaded again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.lab import point
from tests.browser.test_class_games import SPACES, People, sit
from tests.browser.test_table import Seat, picture_of
from tests.classroom.test_command import Host as ClassHost
from tests.table.hosting import Host

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
RULE = "A rule said no, in round 1 at step 0"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = Host(tmp_path / "tables", "depletion/first-steps")
    yield made
    made.kill()


@pytest.fixture
def class_host(tmp_path: Path) -> Iterator[ClassHost]:
    made = ClassHost(tmp_path / "class", "depletion", "--workers", "1")
    yield made
    made.end()


def try_and_move(seat: Seat) -> None:
    """Click an army and a hex that is barred, then move it elsewhere."""
    for space in ("0203", "0503"):
        seat.page.mouse.click(*point(seat.board, SPACES, space))
        seat.page.wait_for_timeout(200)
    expect(seat.board.locator(".hexwidget-panel")).to_contain_text("D7.1")
    seat.page.keyboard.press("Escape")
    seat.click("0203", "0303")


def review(board: Locator, label: str, *, goes_on: bool = False) -> Locator:
    """Ask for a review and return the texts beside the board.

    :param goes_on: True: the game is not over, and the button is in the menu
    """
    if goes_on:
        board.locator(".hexwidget-menu summary").click()
    board.get_by_role("button", name=label).click()
    return board.locator(".hexwidget-said")


def has_review(page: Page) -> int:
    return page.get_by_role("button", name="Review").count()


def test_players_review_their_own_games_and_the_referee_any(
    host: Host, browser: Browser, request: pytest.FixtureRequest
) -> None:
    seats = [Seat(browser, host.links[place], SPACES) for place in ("red", "blue", "the referee")]
    red, blue, referee = seats
    try_and_move(red)
    expect(blue.page).to_have_title("Your turn · First steps")
    said = review(referee.board, "Review red's game", goes_on=True)
    expect(said.filter(has_text=RULE)).to_contain_text("D7.1")
    red.board.locator(".hexwidget-menu summary").click()
    assert has_review(red.page) == 0  # the game goes on
    red.page.keyboard.press("Escape")
    blue.page.locator("#opener").click()
    blue.page.get_by_role("button", name="Resign …").click()
    blue.page.get_by_role("button", name="Resign", exact=True).click()
    expect(red.page.locator("#over")).to_contain_text("resigned")
    said = review(red.board, "Review the game")
    expect(said.filter(has_text=RULE)).to_contain_text("D7.1")
    picture_of(red, request, "review")
    expect(blue.board.locator(".hexwidget-said")).to_have_count(0)
    red.page.reload()
    expect(said.filter(has_text=RULE)).to_contain_text("D7.1")
    red.board.get_by_role("button", name="Try the moments again").click()
    expect(said.filter(has_text="Find an action from 0203 that the rules allow.")).to_have_count(1)
    picture_of(red, request, "again")
    red.click("0203", "0303")
    expect(said.filter(has_text="Right")).to_have_count(1)
    red.board.get_by_role("button", name="Back to the game").click()
    red.board.get_by_role("button", name="Close the review").click()
    expect(said).to_have_count(0)
    for seat in seats:
        assert seat.errors == []
        seat.leave()


def test_a_learner_and_the_teacher_review_a_game_of_a_class(class_host: ClassHost, browser: Browser) -> None:
    at = People(class_host, browser)
    at.begin("Pairs", From="First steps")
    sit(at.ben, ": Anna")
    red = at.ben if at.ben.page.title().startswith("Your turn") else at.anna
    if red is at.anna:
        sit(at.anna, "Open it")
    try_and_move(red)
    at.teacher.get_by_role("button", name="End the games …").click()
    at.teacher.get_by_role("button", name="End the games", exact=True).click()
    expect(red.page.locator("#over")).to_contain_text("The teacher has ended the game.")
    expect(review(red.board, "Review the game").filter(has_text=RULE)).to_contain_text("D7.1")
    at.teacher.get_by_role("link", name="Open as referee").first.click()
    board = at.teacher.locator("#board .hexwidget")
    expect(review(board, "Review red's game").filter(has_text=RULE)).to_contain_text("D7.1")
    at.leave()
