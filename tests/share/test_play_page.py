"""`play.html` without a server of ours: the engine runs in the browser, and every other host is blocked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

import hexwidget as hw
from hexwidget.lessons.learners.records import Bookmark
from hexwidget.systems.registry import is_bundled
from hexwidget.widget.pages.preview import preview
from tests.browser.lab import point
from tests.play.test_storage import same
from tests.share.conftest import SCREENSHOTS
from tests.share.pages import BOARD, Visit, about_plotly
from tests.share.play_page import NOTHING_KEPT, at_step, come_back, move
from tests.share.serving import Sent

MOST_COURSES = 20
"""The courses whose progress a browser keeps."""
MOST_PAGE_BYTES = 4_600_000
"""The bytes before the first board. Python alone is 2.9 MB of them."""
# All of the board but its first message arrives two seconds late, as on a busy machine.
LATE = """() => { const Usual = Worker; let begun = false;
  window.Worker = class extends Usual {
    set onmessage(react) {
      super.onmessage = (event) => {
        const isBoard = event.data.type === 'board';
        setTimeout(react, isBoard && begun ? 2000 : 0, event);
        begun ||= isBoard; }; } }; }"""

# Once `breakOff` is called, the page gets one more step of the board, and then nothing.
BROKEN_OFF = """() => { const Usual = Worker; let isOff = false, isLast = false;
  window.breakOff = () => { isLast = true; };
  window.Worker = class extends Usual {
    set onmessage(react) {
      super.onmessage = (event) => {
        if (isOff) return;
        isOff = isLast && event.data.type === 'board' && event.data.text.includes('"_timeline"');
        react(event); }; } }; }"""


def test_a_link_is_opened_and_played_on_a_page(visit: Visit) -> None:
    position = hw.scenario("orders/two-on-one").position
    page = visit.page
    page.goto(f"{visit.site}/lab/play.html#{hw.link(position)}")
    board = page.locator(".hexwidget")
    board.wait_for(timeout=90_000)
    page.wait_for_timeout(300)
    page.mouse.click(*point(board, position.map, "0402"))
    expect(board.locator(".hexwidget-prompt")).to_contain_text("0402")
    page.mouse.click(*point(board, position.map, "0403"))
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    page.screenshot(path=SCREENSHOTS / "play.png")
    page.goto(f"{visit.site}/lab/play.html#hw1.torn")
    expect(page.locator("#board")).to_contain_text("damaged or cut off", timeout=90_000)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_a_link_is_answered_by_a_link(visit: Visit) -> None:
    page = visit.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    session = hw.Session("depletion/first-steps")
    session.play("0203-0303")
    page.goto(f"{visit.site}/lab/play.html#{hw.link(session)}")
    board = page.locator(".hexwidget")
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1", timeout=90_000)
    page.wait_for_timeout(300)
    for space in ("0702", "0703"):
        page.mouse.click(*point(board, session.position.map, space))
    board.get_by_role("button", name="Confirm").click()
    board.locator(".hexwidget-share summary").click()
    board.get_by_role("button", name="Copy the game for the next player").click()
    expect(board.locator(".hexwidget-copied")).to_have_text("Game copied.")
    told, _, address = page.evaluate("navigator.clipboard.readText()").partition("\n")
    assert told == "Blue played move the 2 spearmen and archer from 0702 to 0703. Round 1 of 6: Red to act"
    assert address.startswith(f"{visit.site}/lab/play.html#preview=")
    session.play("0702-0703")
    answer = hw.open_link(address)
    assert isinstance(answer, hw.Session)
    assert same(answer, session)


def test_a_first_game_is_played_on_a_page(visit: Visit, sent: Sent) -> None:
    page = visit.page
    page.add_init_script(NOTHING_KEPT)
    page.goto(f"{visit.site}/lab/play.html#learn/plotted")
    board = page.locator(".hexwidget")
    board.wait_for(timeout=90_000)
    board.locator(".hexwidget-callout").get_by_role("button", name="Got it").click()
    for told in ("You have 3 actions left.", "That is how it goes."):
        board.get_by_role("button", name="Play it for me").click()
        expect(board).to_contain_text(told)
    page.screenshot(path=SCREENSHOTS / "play-first-game.png")
    board.get_by_role("button", name="Next stage").click()
    expect(board.locator(".hexwidget-title")).to_contain_text("2 of 6")
    packs = {path.rpartition("/")[2] for path in sent if ".tar." in path}
    assert packs == {"play.tar.xz", "lessons.tar.gz", "plotted.tar.gz"}


def course_board(page: Page) -> Locator:
    """The board of a course, once it is loaded."""
    board = page.locator(".hexwidget")
    board.wait_for(timeout=90_000)
    return board


def test_a_course_goes_on_after_a_reload_and_its_progress_is_a_file(visit: Visit, tmp_path: Path) -> None:
    stages, asked = hw.lessons.first_game("plotted").stages[:2], hw.lessons.load("plotted")[0]
    own = hw.lessons.course([stages[0], asked, stages[1]], "Orders in secret")
    page = visit.page
    page.goto(f"{visit.site}/lab/play.html#course={hw.link(own)}")
    board = course_board(page)
    expect(page).to_have_title("Orders in secret")
    board.locator(".hexwidget-callout").get_by_role("button", name="Got it").click()
    board.get_by_role("button", name="Play it for me").click()
    expect(board).to_contain_text("You have 3 actions left.")
    expect(page.locator("#kept")).to_have_text("Your progress is kept in this browser.")
    step = board.locator(".hexwidget-step").text_content()
    page.reload()
    board = course_board(page)
    expect(board).to_contain_text("You have 3 actions left.")
    expect(board.locator(".hexwidget-step")).to_have_text(str(step))
    board.get_by_role("button", name="Play it for me").click()
    board.get_by_role("button", name="Next stage").click()
    expect(board.locator(".hexwidget-title")).to_contain_text("2 of 3")
    expect(board).to_contain_text(asked.question)
    board.get_by_role("button", name="Hint").click()
    page.reload()
    board = course_board(page)
    expect(board.locator(".hexwidget-title")).to_contain_text("2 of 3")
    page.screenshot(path=SCREENSHOTS / "play-course.png")
    with page.expect_download() as caught:
        page.get_by_role("button", name="Download my progress").click()
    caught.value.save_as(tmp_path / "anna.json")
    done = hw.lessons.Progress(tmp_path / "anna.json")
    assert (done[stages[0].record].shown, done[asked.record].hints) == (1, 1)
    assert done.place(own.digest) == Bookmark(asked.record)
    again = hw.lessons.course(own.parts, own.title, progress=done)
    assert again.resume()
    assert again.place == 1
    assert own.report([tmp_path / "anna.json"]).learners["anna"].done[asked.record].hints == 1
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Begin again").click()
    expect(course_board(page).locator(".hexwidget-title")).to_contain_text("1 of 3")
    page.goto(f"{visit.site}/lab/play.html#course={hw.link(own)}&part=3")
    expect(course_board(page).locator(".hexwidget-title")).to_contain_text("3 of 3", timeout=90_000)
    assert page.url.endswith(hw.link(own))  # a reload goes on where the reader is then


def test_a_course_that_is_loaded_anew_in_the_middle_of_an_answer_takes_the_next_press(visit: Visit) -> None:
    page = visit.page
    page.add_init_script(f"({BROKEN_OFF})()")
    page.goto(f"{visit.site}/lab/play.html#learn/plotted")
    board = course_board(page)
    page.locator("#loading").wait_for(state="hidden", timeout=90_000)
    page.evaluate("breakOff()")
    board.get_by_role("button", name="Play it for me").click()
    expect(board).to_contain_text("You have 3 actions left.")  # orders are sealed; Python goes on, and reveals them
    page.reload()
    course_board(page).get_by_role("button", name="Play it for me").click()
    expect(board.get_by_role("button", name="Next stage")).to_be_visible(timeout=90_000)
    expect(page.locator("#corrected")).to_be_hidden()


# Storages that are blocked or full, that hold something else, or many courses.
BLOCKED = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }})"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
TORN = "localStorage.setItem('hexwidget progress', JSON.stringify([['DIGEST', '{'], 7]))"
MANY = (
    """localStorage.setItem('hexwidget progress', JSON.stringify(Array.from({ length: 50 }, (_, n) => [`${n}`, ''])))"""
)


@pytest.mark.parametrize(("storage", "is_kept"), [(BLOCKED, False), (FULL, False), (TORN, True), (MANY, True)])
def test_a_first_game_is_played_whatever_the_storage_does(storage: str, is_kept: bool, visit: Visit) -> None:
    digest = hw.lessons.first_game("plotted").digest
    visit.page.add_init_script(storage.replace("DIGEST", digest))
    visit.page.goto(f"{visit.site}/lab/play.html#learn/plotted")
    board = course_board(visit.page)
    board.get_by_role("button", name="Play it for me").click()
    expect(board).to_contain_text("You have 3 actions left.")
    told = "Your progress is kept in this browser." if is_kept else "This browser keeps no progress"
    expect(visit.page.locator("#kept")).to_contain_text(told)
    if is_kept:
        courses = visit.page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('hexwidget course '))")
        assert f"hexwidget course {digest}" in courses
        assert len(courses) <= MOST_COURSES


# ---------------------------------------------------------------- games
def test_a_game_goes_on_after_a_reload_and_where_its_address_is_opened(visit: Visit, tmp_path: Path) -> None:
    page = visit.page
    page.goto(f"{visit.site}/lab/play.html#depletion/first-steps")
    move(page, "0203", "0303")
    expect(page.locator("#kept")).to_have_text("Your game is kept in this browser.")
    assert "#hw1." in page.url
    expect(page).to_have_title("First steps")
    page.reload()
    at_step(page, 1)
    expect(page).to_have_title("First steps")
    move(page, "0702", "0703")
    followed = page.url
    page.goto(f"{visit.site}/index.html")
    page.go_back()
    at_step(page, 2)
    come_back(page, f"{visit.site}/lab/play.html#depletion/first-steps")
    at_step(page, 2)
    with page.expect_download() as caught:
        page.get_by_role("button", name="Download my game").click()
    caught.value.save_as(tmp_path / "game.jsonl")
    game = hw.load(tmp_path / "game.jsonl")
    assert isinstance(game, hw.Session)
    assert len(game.steps) == 3
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Begin again").click()
    at_step(page, 0)
    # Somebody else opens the address: their browser has kept nothing.
    other = Visit(page.context.browser, visit.site)
    other.page.goto(followed)
    at_step(other.page, 2)
    for name in ("Pass", "Confirm"):
        other.page.locator(".hexwidget").get_by_role("button", name=name).click()
    at_step(other.page, 3)
    come_back(other.page, f"{visit.site}/lab/play.html#depletion/first-steps")
    at_step(other.page, 0)  # the game of somebody else is not the reader's own one of that scenario
    other.context.close()


def test_a_game_of_a_link_and_the_game_that_is_kept_are_both_there(visit: Visit) -> None:
    page = visit.page
    page.goto(f"{visit.site}/lab/play.html#depletion/first-steps")
    move(page, "0203", "0303")
    session = hw.Session("depletion/first-steps")
    for action in ("0203-0204", "0702-0703"):
        session.play(action)
    come_back(page, f"{visit.site}/lab/play.html#{hw.link(session)}&game={page.url.rpartition('=')[2]}")
    at_step(page, 2)
    for name in ("Pass", "Confirm"):
        page.locator(".hexwidget").get_by_role("button", name=name).click()
    at_step(page, 3)
    own = visit.context.new_page()
    own.goto(f"{visit.site}/lab/play.html#depletion/first-steps")  # no tab plays it, so this one keeps it
    at_step(own, 1)
    expect(own.locator("#kept")).to_have_text("Your game is kept in this browser.")


def test_two_tabs_say_which_one_keeps_the_game(visit: Visit) -> None:
    page = visit.page
    page.goto(f"{visit.site}/lab/play.html#depletion/first-steps")
    move(page, "0203", "0303")
    other = visit.context.new_page()
    other.goto(f"{visit.site}/lab/play.html#depletion/first-steps")
    at_step(other, 1)
    expect(other.locator("#kept")).to_contain_text("Another tab of this browser plays this")
    move(page, "0702", "0703")
    page.close()
    expect(other.locator("#kept")).to_contain_text("The other tab has gone on")
    other.get_by_role("button", name="Go on where it was").click()
    at_step(other, 2)
    for name in ("Pass", "Confirm"):
        other.locator(".hexwidget").get_by_role("button", name=name).click()
    at_step(other, 3)
    other.reload()
    at_step(other, 3)


@pytest.mark.parametrize(
    "around", ["{}.", "({})", "<{}>", '"{}"', "{}?utm_source=chat", "{}\n", "{}%", "{} and more", "%20{}"]
)
@pytest.mark.parametrize("name", ["scenario", "position"])
def test_addresses_are_read_as_messages_mangle_them(visit: Visit, name: str, around: str) -> None:
    address = "orders/two-on-one" if name == "scenario" else hw.link(hw.scenario("orders/two-on-one").position)
    before, after = around.split("{}")
    visit.page.goto(f"{visit.site}/lab/play.html#{before.strip('(<')}{address}{after}")
    expect(visit.page.locator(".hexwidget-status")).to_contain_text("to act", timeout=90_000)


def test_a_page_says_what_it_waits_for_and_shows_a_board_whose_state_comes_late(visit: Visit) -> None:
    visit.page.add_init_script(f"({LATE})()")
    visit.page.goto(f"{visit.site}/lab/play.html#{hw.link(hw.scenario('depletion/first-steps'))}")
    expect(visit.page.locator("#progress")).to_contain_text("Loading Python")
    expect(visit.page.locator(BOARD)).to_be_visible(timeout=90_000)
    expect(visit.page.locator(".hexwidget-status")).to_contain_text("to act")
    expect(visit.page.locator("#loading")).to_be_hidden()


def test_a_first_board_stands_and_takes_clicks_before_python_has_come(visit: Visit) -> None:
    page, held = visit.page, list[Route]()
    page.route("**/play.tar.xz", lambda route: held.append(route))
    page.goto(f"{visit.site}/lab/play.html#depletion/first-steps")
    board = page.locator(".hexwidget")
    expect(page.locator(BOARD)).to_be_visible()
    expect(page.locator("#progress")).to_contain_text("Loading Python")
    page.wait_for_timeout(300)
    spaces = hw.scenario("depletion/first-steps").position.map
    page.mouse.click(*point(board, spaces, "0203"))
    expect(board.locator(".hexwidget-prompt")).to_contain_text("choose where to go (2 movement points)")
    page.mouse.click(*point(board, spaces, "0304"))
    expect(board.locator(".hexwidget-panel")).to_contain_text("The army can go to 0304")
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-status")).to_have_text("Python has still to confirm this …")
    page.screenshot(path=SCREENSHOTS / "play-before-python.png")
    held[0].continue_()
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1", timeout=90_000)
    expect(board.locator(".hexwidget-status")).to_contain_text("Blue to act")
    board.get_by_role("button", name="Undo").first.click()
    expect(board.locator(".hexwidget-step")).to_have_text("step 0 of 1")


def test_a_first_board_is_the_one_that_python_sends(folder: Path) -> None:
    kept = folder / "lab" / "static" / "pyodide" / "first"
    names = sorted(path.relative_to(kept).with_suffix("").as_posix() for path in kept.glob("*/*.json"))
    bundled = {name for name in hw.scenarios() if is_bundled(name.partition("/")[0])}
    assert {*names} == bundled | {f"learn/{name.partition('/')[0]}" for name in bundled}
    for name in names:
        kind, _, rest = name.partition("/")
        found = preview(hw.lessons.first_game(rest) if kind == "learn" else hw.scenario(name), 0)
        assert json.loads((kept / f"{name}.json").read_text())["traits"] == json.loads(json.dumps(found["traits"])), (
            name
        )


def test_a_page_loads_what_else_a_game_needs_and_says_if_that_fails(visit: Visit, sent: Sent) -> None:
    page = visit.page
    page.add_init_script(NOTHING_KEPT)
    page.goto(f"{visit.site}/lab/play.html#{hw.link(hw.scenario('orders/two-on-one'))}")
    expect(page.locator(BOARD)).to_be_visible(timeout=90_000)
    packs = [path.rpartition("/")[2] for path in sent if ".tar." in path]
    assert packs == ["play.tar.xz", "orders.tar.gz"]
    for pack in packs:
        page.context.route(f"**/{pack}", lambda route: route.fulfill(status=404))
        page.reload()
        expect(page.locator("#board")).to_contain_text(
            f"There is no board to show. A file of this page could not be loaded: {pack}", timeout=90_000
        )
        expect(page.get_by_role("button", name="Try again")).to_be_visible()
        page.context.unroute(f"**/{pack}")
    page.context.route("**/play.tar.xz", lambda route: route.fulfill(status=404))
    page.goto(f"{visit.site}/lab/play.html#orders/two-on-one")
    said = "Nothing can be played here. A file of this page could not be loaded: play.tar.xz"
    expect(page.locator("#board")).to_contain_text(said, timeout=90_000)
    expect(page.locator(BOARD)).to_be_visible()
    expect(page.locator(".hexwidget-status")).to_contain_text("Python could not be loaded")
    page.context.unroute("**/play.tar.xz")
    visit.errors.clear()  # the three that failed
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(BOARD)).to_be_visible(timeout=90_000)


def test_a_file_that_does_not_come_during_a_game_is_named_and_asked_for_again(visit: Visit) -> None:
    page = visit.page
    page.route("**/lessons.tar.gz", lambda route: route.fulfill(status=404))
    page.goto(f"{visit.site}/lab/play.html#depletion/first-steps")
    board = page.locator(".hexwidget")
    save = board.get_by_role("button", name="Save as handout")
    board.locator(".hexwidget-share summary").click()
    save.click()
    said = "A file of this page could not be loaded: lessons.tar.gz."
    expect(board.get_by_role("alert")).to_have_text(said, timeout=90_000)
    page.unroute("**/lessons.tar.gz")
    visit.errors.clear()  # that it has not come
    if not save.is_visible():
        board.locator(".hexwidget-share summary").click()
    with page.expect_download() as caught:
        save.click()
    assert caught.value.suggested_filename == "first-steps-handout.html"


def test_the_first_board_of_a_page_needs_few_bytes(visit: Visit, sent: Sent) -> None:
    visit.page.add_init_script(NOTHING_KEPT)
    visit.page.goto(f"{visit.site}/lab/play.html")
    board = visit.page.locator(".hexwidget")
    for name in ("Pass", "Confirm"):
        board.get_by_role("button", name=name).click()
    visit.page.locator("#loading").wait_for(state="hidden", timeout=90_000)
    expect(board.locator(".hexwidget-status")).to_contain_text("Blue to act")
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    assert about_plotly(sent) == []
    assert sum(sent.values()) < MOST_PAGE_BYTES, sent
