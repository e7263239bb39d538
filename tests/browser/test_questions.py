"""Exercises on pages without a kernel and a network: asked, and answered by clicks, by keys and by touch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import hexwidget as hw
from hexwidget.lessons import Desk, load, page
from tests.browser.direct import lent_page
from tests.browser.lab import point
from tests.browser.pictures import picture
from tests.browser.test_keyboard import AXE, axe_findings
from tests.browser.test_pages import opened

SEVEN = {
    "orders/one-hex-a-move": (["0203", "0101"], ["0101", "0202", "0204", "0302", "0304", "0403"]),
    "orders/room-for-one": (["=Legal"], ["=O1.5"]),
    "depletion/too-dear-for-whom": (["=D1.2"], ["=D4.3"]),
    "depletion/what-it-may-attack": (["=Lose nothing"], ["=Attack blue's spearman"]),
    "orders/into-the-enemy": (["0402", "0401"], ["0402", "=Move into 0501 and attack"]),
    "plotted/where-they-meet": (["0202"], ["0302"]),
    "orders/alone-or-together": (["0402", "0302"], ["0402", "0302", "=Together with the knight on 0303"]),
}
"""An exercise of each kind, with what is chosen one after another for a wrong answer, and then for the right one: spaces, and
buttons behind an equals sign."""
Choose = Callable[[Locator, str, str], None]
"""A way to choose something on the board of an exercise."""


def by_clicks(board: Locator, name: str, what: str) -> None:
    if what.startswith("="):
        board.locator(".hexwidget-choices button", has_text=what[1:]).click()
    else:
        board.page.mouse.click(*point(board, load(name)[0].position.map, what))


def by_touch(board: Locator, name: str, what: str) -> None:
    if what.startswith("="):
        board.locator(".hexwidget-choices button", has_text=what[1:]).tap()
    else:
        board.page.touchscreen.tap(*point(board, load(name)[0].position.map, what))


def by_keys(board: Locator, name: str, what: str) -> None:
    press = board.page.keyboard.press
    if what.startswith("="):
        board.locator(".hexwidget-choices button", has_text=what[1:]).focus()
        press("Enter")
        return
    board.locator(".hexwidget-surface").focus()
    press("g")
    board.page.keyboard.type(what)
    press("Enter")
    press("Enter")


def answer(board: Locator, name: str, choose: Choose, listed: list[str]) -> None:
    """Choose one thing after another, and confirm."""
    for what in listed:
        choose(board, name, what)
        board.page.wait_for_timeout(60)
    confirm = board.locator(".hexwidget-confirm")
    if choose is by_clicks:
        confirm.click()
    elif choose is by_touch:
        confirm.tap()
    else:
        confirm.focus()
        board.page.keyboard.press("Enter")


def all_answered(shown: Page, choose: Choose) -> None:
    """Answer all exercises of a page, each wrong and then right, and check that axe finds nothing."""
    for n, (name, (wrong, right)) in enumerate(SEVEN.items()):
        holder = shown.locator("main > section").nth(n)
        holder.scroll_into_view_if_needed()
        board = holder.locator(".hexwidget")
        board.scroll_into_view_if_needed()
        shown.wait_for_timeout(200)
        answer(board, name, choose, wrong)
        expect(board.locator(".hexwidget-wrong h4")).to_be_visible()
        answer(board, name, choose, right)
        expect(board.locator(".hexwidget-right h4")).to_contain_text("Right.")
        expect(board.locator(".hexwidget-right .hexwidget-cite").first).to_be_visible()


@pytest.fixture(scope="module")
def seven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with an exercise of each kind."""
    found = page(list(SEVEN), tmp_path_factory.mktemp("seven") / "seven.html", title="Seven kinds of questions")
    assert found.stat().st_size < 700_000
    return found


def test_all_seven_kinds_are_answered_by_clicks(browser: Browser, seven: Path) -> None:
    kinds = {load(name)[0].kind for name in SEVEN}
    assert kinds == {"mark", "legal", "which", "find", "do", "predict", "best"}
    with opened(browser, seven) as shown:
        all_answered(shown, by_clicks)
        picture(shown, "questions.png", full_page=True)
        shown.evaluate(AXE.read_text(encoding="utf-8"))  # the page lets no script in
        assert axe_findings(shown) == []


def test_all_seven_kinds_are_answered_by_keys(browser: Browser, seven: Path) -> None:
    with opened(browser, seven) as shown:
        all_answered(shown, by_keys)


def test_all_seven_kinds_are_answered_by_touch(browser: Browser, seven: Path) -> None:
    with lent_page(browser, 390, 844, has_touch=True, is_mobile=True) as shown:
        shown.goto(seven.as_uri())
        shown.wait_for_selector(".hexwidget-surface")
        all_answered(shown, by_touch)


def test_a_page_gives_hints_another_exercise_and_the_answer(browser: Browser, tmp_path: Path) -> None:
    first = load("depletion/slowest-sets-the-pace")[0]
    with opened(browser, first.to_html(tmp_path / "one.html")) as shown:
        board = shown.locator(".hexwidget")
        press = board.get_by_role("button")
        said = board.locator(".hexwidget-said")
        press.filter(has_text="Hint").click()
        expect(said.first).to_contain_text(f"Hint: {first.hints[0]}")
        answer(board, "depletion/slowest-sets-the-pace", by_clicks, ["0505"])
        board.locator(".hexwidget-confirm").click()  # the mark stays
        press.filter(has_text="Show the answer").click()
        expect(said.last).to_contain_text("The right answer")
        expect(said.last).to_contain_text("at a cost of")
        board.locator(".hexwidget-wrong .hexwidget-cite").first.click()
        expect(board.locator(".hexwidget-panel h2").first).to_be_visible()
        board.get_by_role("button", name="Close").click()
        press.filter(has_text="Another").click()
        expect(said).to_have_count(1)
        expect(board.locator(".hexwidget-question")).to_contain_text(first.variant(1).question)


def test_a_desk_on_a_page_asks_one_exercise_after_another(browser: Browser, tmp_path: Path) -> None:
    desk = Desk(["rondel/in-any-order", "orders/room-for-one"])
    with opened(browser, desk.to_html(tmp_path / "desk.html")) as shown:
        board = shown.locator(".hexwidget")
        expect(board.locator(".hexwidget-question h4")).to_contain_text("1 of 2: ")
        board.get_by_role("button", name="Next").click()
        answer(board, "orders/room-for-one", by_clicks, ["=O1.5"])
        expect(board.get_by_role("img", name="1 of 2 solved")).to_have_text("○ ✓")


def test_an_answer_of_several_actions_is_gone_through_step_by_step(browser: Browser, tmp_path: Path) -> None:
    name = "orders/move-and-build"
    with opened(browser, load(name)[0].to_html(tmp_path / "steps.html")) as shown:
        board = shown.locator(".hexwidget")
        answer(board, name, by_clicks, ["0402", "0403"])
        expect(board.locator(".hexwidget-wrong h4")).to_have_text("And on: 1 more.")
        answer(board, name, by_clicks, ["0303", "=Build a farm"])
        expect(board.locator(".hexwidget-right h4")).to_have_text("Right. At the first try!")
        step = board.locator(".hexwidget-step")
        solved = step.inner_text()
        board.get_by_label("To the start").click()
        expect(step).to_have_text("step 0 of 4")
        board.get_by_label("Redo").click()
        expect(step).to_have_text("step 1 of 4")
        board.get_by_label("To the end").click()
        expect(step).to_have_text(solved)


def test_a_page_says_which_choices_it_does_not_hold(browser: Browser, tmp_path: Path) -> None:
    wide = load("depletion/home-for-nothing")[0]
    play = "https://rules.example/lab/play.html"
    with opened(browser, wide.to_html(tmp_path / "wide.html", play=play)) as shown:
        expect(shown.locator("h1")).to_have_text(wide.title)
        expect(shown.locator(".hexwidget-beyond")).to_contain_text("the simplest ones")
        address = shown.get_by_role("link", name="Play it").get_attribute("href") or ""
        assert hw.open_link(address.partition("#")[2]) == wide.position
