"""Games of a class in the browser: two learners play each other, and the teacher plays both, through a death of the server."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import hexwidget as hw
from tests.browser.test_class import checked, in_view
from tests.browser.test_table import NOT_OURS, Seat
from tests.classroom.test_command import Host

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

SPACES = hw.scenario("depletion/first-steps").position.map


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = Host(tmp_path / "class", "depletion", "--workers", "1")
    yield made
    made.end()


class People:
    """Anna at a dark phone, Ben, and their teacher at the wall."""

    def __init__(self, host: Host, browser: Browser) -> None:
        links = [f"{host.address}/#{host.join(name)}" for name in ("Anna", "Ben")]
        self.anna = Seat(browser, links[0], SPACES, viewport={"width": 390, "height": 780}, color_scheme="dark")
        self.ben = Seat(browser, links[1], SPACES)
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        self.teacher: Page = context.new_page()
        self.teacher.goto(host.told["teacher"])
        expect(self.teacher.locator("#summary")).to_contain_text("2 of 2 here.")
        self.teacher.get_by_role("button", name="Games").click()

    def begin(self, kind: str, **chosen: str) -> None:
        self.teacher.get_by_role("button", name=f"{kind} …").click()
        for label, option in chosen.items():
            self.teacher.get_by_label(label.replace("_", " ")).select_option(option)
        checked(self.teacher, kind.lower())
        self.teacher.get_by_role("button", name="Begin").click()
        expect(self.teacher.locator("#said")).to_contain_text("begun from “First steps”.")

    def leave(self) -> None:
        for seat in (self.anna, self.ben):
            assert [error for error in seat.errors if not error.startswith(NOT_OURS)] == []
            seat.leave()


def sit(seat: Seat, link: str) -> None:
    seat.page.get_by_role("link", name=link).click()
    expect(seat.page.locator("#places li", has_text="You")).to_be_visible()
    expect(seat.board).to_be_visible()


def test_two_learners_play_each_other(host: Host, browser: Browser) -> None:
    at = People(host, browser)
    at.begin("Pairs", From="First steps")
    expect(at.anna.page.locator("#said")).to_contain_text("A table waits for you: First steps.")
    in_view(*(at.anna.page.locator(each) for each in ("#said", "#title", "#tables", "#who", "#opener", "#board")))
    checked(at.anna.page, "table-waits")
    sit(at.anna, "Open it")
    expect(at.ben.page.get_by_role("link", name="Open it")).to_be_visible()
    checked(at.ben.page, "table-waits-wide")
    sit(at.ben, ": Anna")
    red, blue = (at.anna, at.ben) if at.anna.page.title().startswith("Your turn") else (at.ben, at.anna)
    red.click("0203", "0303")
    expect(blue.page).to_have_title("Your turn · First steps")
    host.end(signal.SIGKILL)
    expect(blue.page.locator("#present")).to_contain_text("No connection to the server.")
    host.start()
    expect(blue.page.locator("#present")).to_contain_text(" is here.")
    blue.page.get_by_role("button", name="Pass").first.click()
    blue.page.locator(".hexwidget-confirm:visible").click()
    expect(red.page).to_have_title("Your turn · First steps")
    for seat, name in ((at.anna, "table"), (at.ben, "table-wide")):
        checked(seat.page, name)
    at.anna.page.get_by_role("link", name="Course").click()
    expect(at.anna.page.locator("#who")).to_have_text("Anna")
    for _ in range(2):  # she has been told, and the way to the table stays
        expect(at.anna.page.get_by_role("link", name=": Ben")).to_be_visible()
        assert at.anna.page.locator("#said [role]").inner_text() == ""
        in_view(*(at.anna.page.locator(each) for each in ("#tables", "#title", "#opener")))
        at.anna.page.reload()
    checked(at.anna.page, "course-again")
    sit(at.anna, ": Ben")
    expect(at.teacher.get_by_role("table")).to_contain_text("to act")
    checked(at.teacher, "games")
    at.teacher.set_viewport_size({"width": 390, "height": 780})
    at.teacher.emulate_media(color_scheme="dark")
    checked(at.teacher, "games-390")
    at.teacher.get_by_role("button", name="Pairs …").click()
    checked(at.teacher, "pairs-390")
    at.teacher.keyboard.press("Escape")
    expect(at.teacher.get_by_role("button", name="Pairs …")).to_be_focused()
    at.teacher.get_by_role("button", name="End the games …").click()
    at.teacher.get_by_role("button", name="End the games", exact=True).click()
    expect(at.ben.page.locator("#over")).to_contain_text("The teacher has ended the game.")
    expect(at.teacher.get_by_role("table")).to_contain_text("Ended: ")
    checked(at.ben.page, "ended")
    at.ben.page.get_by_role("link", name="Course").click()
    at.ben.page.get_by_role("button", name="Menu").last.click()
    checked(at.ben.page, "past")
    sit(at.ben, "Look back: First steps, against Anna")
    at.leave()


def test_the_teacher_plays_both(host: Host, browser: Browser) -> None:
    at = People(host, browser)
    at.begin("Simul", From="First steps", Your_side="red")
    expect(at.teacher.locator("#summary")).to_contain_text("2 boards wait for you.")
    checked(at.teacher, "simul-wall")
    at.teacher.get_by_role("link", name="Play the next board").click()
    teacher = Seat.__new__(Seat)
    teacher.page, teacher.spaces = at.teacher, SPACES
    teacher.board = at.teacher.locator("#board .hexwidget")
    first = at.teacher.url
    for left in (True, False):
        expect(at.teacher).to_have_title("Your turn · First steps")
        expect(teacher.board).to_be_visible()
        teacher.click("0203", "0303")
        expect(at.teacher).to_have_title("Blue to act · First steps")
        next_board = at.teacher.get_by_role("link", name="the next board that waits for you")
        expect(next_board).to_be_visible(visible=left)
        checked(at.teacher, f"simul-board-{left}")
        if left:
            next_board.click()
            expect(at.teacher).not_to_have_url(first)
    sit(at.ben, "Your turn: Teacher")
    at.ben.page.get_by_role("button", name="Pass").first.click()
    at.ben.page.locator(".hexwidget-confirm:visible").click()
    expect(at.teacher.locator("#way")).to_contain_text("Next: Ben")
    at.teacher.get_by_role("link", name="Wall").click()
    at.teacher.get_by_role("button", name="Games").click()
    expect(at.teacher.get_by_role("row").nth(1)).to_contain_text("Blue: Ben")
    at.leave()


def test_a_note_and_a_shown_board_reach_those_at_a_table(host: Host, browser: Browser) -> None:
    at = People(host, browser)
    at.begin("Pairs", From="First steps")
    sit(at.anna, "Open it")
    sit(at.ben, ": Anna")
    at.teacher.get_by_label("A note for all").fill("Count the hexes.")
    at.teacher.get_by_role("button", name="Note to all").click()
    expect(at.teacher.locator("#said")).to_have_text("Sent to 2 learners.")
    expect(at.teacher.get_by_label("A note for all")).to_have_value("")
    for page in (at.anna.page, at.ben.page):
        expect(page.locator("#note")).to_contain_text("Your teacher: Count the hexes.")
        in_view(page.locator("#note"), page.locator("#opener"), page.get_by_role("link", name="Course"))
    checked(at.anna.page, "note-at-table")
    at.anna.page.get_by_role("button", name="Close").click()
    expect(at.anna.page.locator("#note")).not_to_contain_text("Count")
    at.teacher.get_by_role("button", name="Boards").click()
    at.teacher.get_by_role("button", name="Ben (at a table)").click()
    at.teacher.get_by_label("A note for Ben").fill("Who wins?")
    at.teacher.get_by_role("button", name="Show this board to all").click()
    expect(at.ben.page.locator("#eyes")).to_be_visible()
    at.ben.page.reload()
    for page in (at.anna.page, at.ben.page):
        expect(page.locator("#eyes img[src^=blob]")).to_be_visible()
        in_view(page.locator("#eyes img"), page.get_by_text("Eyes on this, please: Who wins?"), page.locator("#opener"))
        checked(page, "eyes-at-table")
    at.ben.page.get_by_role("button", name="Back to my board").click()
    at.teacher.get_by_role("button", name="Stop showing").click()
    for page in (at.anna.page, at.ben.page):
        expect(page.locator("#eyes")).to_be_hidden()
        in_view(page.locator(".hexwidget-stage"))
    at.leave()
