"""The site without a server of ours: the engine and the boards run in the browser, and every other host is blocked."""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

import hexwidget as hw
from hexwidget.files.replay import read_replay
from hexwidget.lessons.learners.records import Bookmark
from hexwidget.play import Session
from hexwidget.systems.registry import is_bundled
from hexwidget.widget.pages.preview import preview
from tests.amounts import chances, many
from tests.browser.firefox import executable, launch
from tests.browser.lab import point
from tests.browser.test_saved import RECORDING
from tests.browser.test_site import until
from tests.conftest import Take
from tests.play.test_storage import same
from tests.share.conftest import SCREENSHOTS
from tests.share.pages import BOARD, Visit, notebook, with_notebooks
from tests.share.serving import Sent, serve

NOTEBOOKS = sorted(path.name for path in (Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
CELLS = ("import hexwidget as hw", "board = hw.Board('depletion/first-steps')\nboard")
FIGURE = "hw.plots.reach(board.position.reach('0203'))"
MOST_COURSES = 20
"""The courses whose progress a browser keeps."""
MOST_PAGE_BYTES = 5_000_000
MOST_NOTEBOOK_BYTES = 24_000_000
"""The bytes before the first board. Python alone is 2.9 MB of them, and its whole standard library 4.5 MB in a notebook."""
NOTHING_KEPT = "delete Navigator.prototype.serviceWorker"
"""A browser that keeps no files for visits without a network."""
# Messages about an opened model arrive two seconds late, as on a busy machine.
LATE = """() => { const Usual = Worker;
  window.Worker = class extends Usual {
    set onmessage(react) {
      super.onmessage = (event) => setTimeout(react, event.data.type === 'comm_msg' ? 2000 : 0, event); } }; }"""


@pytest.fixture(scope="module")
def folder() -> Path:
    return Path(os.environ["HEXWIDGET_LITE"]).resolve().parent


@pytest.fixture
def sent() -> Sent:
    return {}


@pytest.fixture
def site(folder: Path, sent: Sent) -> Iterator[str]:
    notebooks = {
        "board.ipynb": notebook(*CELLS),
        "figure.ipynb": notebook(*CELLS, FIGURE),
        "played.ipynb": notebook(*CELLS, "board.play('red: pass')"),
    }
    with serve(folder, sent, with_notebooks(folder, notebooks)) as address:
        yield address


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visit]:
    opened = Visit(browser, site)
    yield opened
    opened.context.close()
    assert opened.outside == [], "the page asked other hosts"
    assert opened.errors == [], "the browser's console shows errors"


def about_plotly(sent: Sent) -> list[str]:
    """The files that hold plotly, of those that were asked for."""
    return [path for path, size in sent.items() if "plotly" in path and size > 10_000]


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
FIRST_STEPS = hw.scenario("depletion/first-steps").position.map


def move(page: Page, *spaces: str) -> None:
    """Move on the board of a page, and wait until Python has played it and the browser keeps it."""
    board = page.locator(".hexwidget")
    step = int(str(board.locator(".hexwidget-step").text_content()).split()[1])
    page.wait_for_timeout(300)
    for space in spaces:
        page.mouse.click(*point(board, FIRST_STEPS, space))
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-step")).to_have_text(f"step {step + 1} of {step + 1}", timeout=90_000)
    expect(page.locator("#done")).to_be_visible(timeout=90_000)


def come_back(page: Page, address: str) -> None:
    """Open an address as a new visit. (On the page itself another text behind the # loads the page anew.)"""
    page.goto("about:blank")
    page.goto(address)


def at_step(page: Page, number: int) -> None:
    """Check that the board of a page shows a game at its last step."""
    expect(page.locator(".hexwidget-step")).to_have_text(f"step {number} of {number}", timeout=90_000)


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


def test_the_first_board_of_a_notebook_needs_few_bytes(visit: Visit, sent: Sent) -> None:
    visit.open_notebook("board.ipynb")
    assert visit.run_all() == []
    expect(visit.page.locator(BOARD)).to_be_visible()
    assert about_plotly(sent) == []
    assert sum(sent.values()) < MOST_NOTEBOOK_BYTES, sent


@pytest.mark.host("JupyterLite", "live", "offline", "dark")
def test_a_board_in_a_notebook_is_played(visit: Visit, take: Take) -> None:
    visit.open_notebook("board.ipynb")
    assert visit.run_all() == []
    page = visit.page
    board = page.locator(".hexwidget")
    expect(page.locator(BOARD)).to_be_visible()
    page.wait_for_timeout(500)
    spaces = hw.scenario("depletion/first-steps").position.map
    page.mouse.click(*point(board, spaces, "0203"))
    expect(board.locator(".hexwidget-prompt")).to_contain_text("choose where to go")
    page.mouse.click(*point(board, spaces, "0304"))
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    take(page, "live", "offline")  # every other host is blocked
    board.locator(".hexwidget-happened .hexwidget-cite").first.click()
    # Its clause links to the rulebook, which the site has.
    link = board.get_by_role("link", name="In the rulebook")
    assert link.evaluate("a => a.href").startswith(f"{visit.site}/rulebook/depletion.html#D")
    page.screenshot(path=SCREENSHOTS / "lite.png")
    page.evaluate("jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})")
    expect(board).to_have_attribute("data-theme", "dark")
    take(page, "dark")


def test_a_figure_loads_plotly(visit: Visit, sent: Sent) -> None:
    visit.open_notebook("figure.ipynb")
    assert visit.run_all() == []
    expect(visit.page.locator(".js-plotly-plot .main-svg").first).to_be_visible(timeout=60_000)
    visit.page.screenshot(path=SCREENSHOTS / "lite-figure.png")
    assert any("whl" in path for path in about_plotly(sent))


@pytest.mark.host("JupyterLite", "reopened")
def test_a_saved_notebook_opens_with_its_boards(visit: Visit, take: Take) -> None:
    visit.open_notebook("played.ipynb")
    assert visit.run_all() == []
    visit.page.evaluate("jupyterapp.commands.execute('docmanager:save')")
    visit.open_notebook("played.ipynb")
    expect(visit.page.locator(".hexwidget-still-caption")).to_have_text(RECORDING, timeout=60_000)
    expect(visit.page.locator(".jp-Notebook")).not_to_contain_text("Error displaying widget")
    expect(visit.page.locator(".hexwidget-step")).to_have_text("step 1 of 1")
    take(visit.page, "reopened")


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_in_the_browser(name: str, visit: Visit) -> None:
    visit.open_notebook(name)
    assert visit.run_all() == []


# ---------------------------------------------------------------- before Python has come
HELD_BACK = "**/pyodide.asm.wasm.xz"
"""The file without which Python does not start."""


def changed_preview(address: str, change: Callable[[Any], None]) -> str:
    """An address whose preview was changed by somebody."""
    packed = address.partition("preview=")[2].partition("&")[0]
    held = json.loads(gzip.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))))
    change(held)
    planted = base64.urlsafe_b64encode(gzip.compress(json.dumps(held).encode())).decode().rstrip("=")
    return address.replace(packed, planted)


@contextmanager
def without_python(page: Page) -> Iterator[None]:
    """Hold Python back within a block."""
    held: list[Route] = []
    page.route(HELD_BACK, lambda route: held.append(route))
    yield
    for route in held:
        route.continue_()
    page.unroute(HELD_BACK)


def addresses() -> dict[str, str]:
    """An address of each kind, behind the page's own."""
    game = hw.Session("depletion/first-steps")
    game.play("0203-0303")
    course = hw.lessons.course(hw.lessons.first_game("plotted").stages[:2], "Orders in secret")
    things = {"position": hw.scenario("orders/two-on-one").position, "game": game, "course": course}
    links = {name: hw.link(thing, "PAGE").removeprefix("PAGE#") for name, thing in things.items()}
    return {"scenario": "orders/two-on-one", "chance": "orders/three-marches", "first game": "learn/depletion", **links}


@pytest.mark.parametrize("kind", ["scenario", "chance", "first game", "position", "game", "course"])
def test_a_board_stands_before_python(visit: Visit, kind: str) -> None:
    page = visit.page
    with without_python(page):
        page.goto(f"{visit.site}/lab/play.html#{addresses()[kind]}")
        page.locator(BOARD).wait_for()
        title = page.locator(".hexwidget-title").text_content()
        pieces = page.locator(".hexwidget-surface").get_attribute("aria-label")
        page.locator("#amount").wait_for()
        page.screenshot(path=SCREENSHOTS / f"play-before-python-{kind.replace(' ', '-')}.png")
    page.locator("#loading").wait_for(state="hidden", timeout=90_000)
    expect(page.locator(".hexwidget-status")).not_to_contain_text("Python")
    expect(page.locator("#corrected")).to_be_hidden()
    assert page.locator(".hexwidget-title").text_content() == title
    if kind != "chance":  # the dice are rolled then
        assert page.locator(".hexwidget-surface").get_attribute("aria-label") == pieces


def test_a_move_that_a_link_carries_is_taken_before_python_and_confirmed_by_it(visit: Visit) -> None:
    page, position = visit.page, hw.scenario("orders/two-on-one").position
    with without_python(page):
        page.goto(f"{visit.site}/lab/play.html#{addresses()['position']}")
        board = page.locator(".hexwidget")
        page.locator(BOARD).wait_for()
        page.wait_for_timeout(300)
        for space in ("0402", "0403"):
            page.mouse.click(*point(board, position.map, space))
        board.get_by_role("button", name="Confirm").click()
        expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
        page.reload()
        expect(board.locator(".hexwidget-step")).to_have_text("step 1 of 1")
        expect(board.locator(".hexwidget-status")).to_contain_text("Python has still to confirm this")
        board.get_by_role("button", name="End the turn").click()  # in no preview: it waits
    board.get_by_role("button", name="Confirm").click(timeout=90_000)
    expect(board.locator(".hexwidget-step")).to_have_text(re.compile(r"step (\d) of \1"))  # dice may follow
    expect(page.locator("#corrected")).to_be_hidden()
    assert kept_game(page).steps[1].text == "red: 0402 move 0403"


def test_a_move_that_a_link_does_not_carry_waits_and_is_no_mistake_of_the_link(visit: Visit) -> None:
    page, scenario = visit.page, hw.scenario("depletion/first-steps")

    def without_moves(held: Any) -> None:
        held["answers"] = [each for each in held["answers"] if each[:2] == [0, "choose"]]

    with without_python(page):
        page.goto(
            f"{visit.site}/lab/play.html#{changed_preview(hw.link(scenario, 'PAGE'), without_moves).removeprefix('PAGE#')}"
        )
        page.locator(BOARD).wait_for()
        page.locator(".hexwidget").get_by_role("button", name="Pass").click()
        page.locator(".hexwidget").get_by_role("button", name="Confirm").click()
        expect(page.locator(".hexwidget-confirm")).to_have_text("Sent: it waits")
    expect(page.locator(".hexwidget-step")).to_have_text(re.compile(r"step (\d) of \1"), timeout=90_000)
    assert kept_game(page).steps[1].text.endswith(": pass")
    expect(page.locator("#corrected")).to_be_hidden()


def kept_game(page: Page) -> hw.Session:
    """The game that the browser keeps."""
    expect(page.locator("#kept")).to_contain_text("kept in this browser")
    (item,) = page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('hexwidget game '))")
    game = Session.from_replay(read_replay(page.evaluate("name => JSON.parse(localStorage[name])[1]", item)))
    assert isinstance(game, hw.Session)
    return game


def test_a_planted_picture_is_corrected_in_words(visit: Visit) -> None:
    page, scenario = visit.page, hw.scenario("depletion/first-steps")

    def without_0203(held: Any) -> None:
        state = held["traits"]["_state"]
        state["pieces"] = [each for each in state["pieces"] if each["space"] != "0203"]

    with without_python(page):
        page.goto(
            f"{visit.site}/lab/play.html#{changed_preview(hw.link(scenario, 'PAGE'), without_0203).removeprefix('PAGE#')}"
        )
        page.locator(BOARD).wait_for()
        expect(page.get_by_role("status").first).to_contain_text("until Python confirms it")
        page.locator(".hexwidget").get_by_role("button", name="Pass").click()
        page.locator(".hexwidget").get_by_role("button", name="Confirm").click()
    corrected = page.locator("#corrected")
    expect(corrected).to_contain_text("What the link shows was not right. The board is: 0203: ", timeout=90_000)
    expect(page.locator(".hexwidget-step")).to_have_text("step 0 of 0")  # a choice on a wrong board is not played
    assert scenario.position.system.scene(scenario.position.observe(None)).description in str(
        page.locator(".hexwidget-surface").get_attribute("aria-label")
    )


def test_a_reader_who_comes_back_sees_the_board_at_once(visit: Visit) -> None:
    page = visit.page
    page.goto(f"{visit.site}/lab/play.html#depletion/first-steps")
    move(page, "0203", "0303")
    until(page, lambda: page.evaluate("Object.keys(localStorage).some(name => name.startsWith('hexwidget board '))"))
    for address in (page.url, f"{visit.site}/lab/play.html#depletion/first-steps"):
        page.goto("about:blank")
        page.goto(address)
        page.locator(BOARD).wait_for()
        expect(page.locator(".hexwidget-step")).to_have_text("step 1 of 1")
        assert page.locator("#loading").is_visible()
        page.locator("#loading").wait_for(state="hidden", timeout=90_000)
    expect(page.locator("#corrected")).to_be_hidden()


def test_a_second_visit_needs_no_network(visit: Visit) -> None:
    page = visit.page
    page.goto(f"{visit.site}/lab/play.html#depletion/first-steps")
    move(page, "0203", "0303")
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    visit.context.set_offline(True)
    for name, step in (("depletion/first-steps", "step 1 of 1"), ("learn/rondel", "step 0 of 0")):
        come_back(page, f"{visit.site}/lab/play.html#{name}")
        expect(page.locator(".hexwidget-step")).to_have_text(step, timeout=90_000)
        page.locator("#loading").wait_for(state="hidden", timeout=90_000)
    visit.errors.clear()  # the page asks if there is a home to go back to


@pytest.mark.skipif(
    executable() is None,
    reason="no Firefox here: apt-get install firefox-esr, or put the path of one into HEXWIDGET_FIREFOX",
)
def test_a_second_visit_needs_no_network_in_firefox(folder: Path, tmp_path: Path) -> None:
    press = "name => [...document.querySelectorAll('.hexwidget button')].find(each => each.textContent === name)?.click() ?? true"
    says = "(of, text) => document.querySelector(`.hexwidget-${of}`)?.textContent.includes(text)"
    has_come = "() => !document.querySelector('#loading')?.checkVisibility()"
    with launch(tmp_path) as page:
        with serve(folder) as site:
            page.open(address := f"{site}/lab/play.html#depletion/first-steps")
            page.wait(says, "status", "Red to act")
            page.evaluate(press, "Pass")
            page.wait(says, "prompt", "Confirm to pass")
            page.evaluate("() => document.querySelector('.hexwidget-confirm').click()")
            page.wait(says, "status", "Blue to act")
            page.evaluate("() => navigator.serviceWorker.ready.then(() => 0)")
        page.anew()  # there is no server now
        page.open(address)
        page.wait(says, "step", "step 1 of 1")
        page.wait(says, "status", "Blue to act")  # Python has come
        page.wait(has_come)


def test_an_update_waits_for_the_next_visit(browser: Browser, folder: Path) -> None:
    files = {"/lab/favicon.ico": b"", "/lab/other.html": b"<!doctype html>"}  # more follow
    names = "caches.keys().then(names => names.filter(name => name.startsWith('hexwidget play ')))"
    with serve(folder, {}, files) as site:
        visit = Visit(browser, site)
        page = visit.page
        page.goto(f"{site}/lab/play.html#depletion/first-steps")
        move(page, "0203", "0303")
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        (before,) = page.evaluate(names)
        script = (folder / "lab" / "play-service.js").read_text(encoding="utf-8")
        files["/lab/play-service.js"] = re.sub(r'VERSION = "\w+"', 'VERSION = "newer"', script).encode()
        files["/lab/play.html"] = (
            (folder / "lab" / "play.html").read_bytes().replace(b"</body>", b"<i>newer</i></body>")
        )
        page.evaluate("navigator.serviceWorker.getRegistration('play').then(found => found.update()).then(() => 0)")
        until(
            page,
            lambda: page.evaluate(
                "navigator.serviceWorker.getRegistration('play').then(found => Boolean(found.waiting))"
            ),
        )
        assert before in page.evaluate(names)  # the game goes on with the files that it began with
        page.reload()
        at_step(page, 1)
        expect(page.locator("i")).to_have_count(0)
        page.goto(f"{site}/lab/other.html")  # no page of the older version is open now
        until(
            page, lambda: page.evaluate("navigator.serviceWorker.getRegistration('play').then(found => !found.waiting)")
        )
        come_back(page, f"{site}/lab/play.html#depletion/first-steps")
        at_step(page, 1)
        expect(page.locator("i")).to_have_text("newer")
        visit.context.close()


# ---------------------------------------------------------------- whatever happens between two moves
class Player:
    """Somebody who plays a game by passing, in whichever tab is open."""

    def __init__(self, visit: Visit, folder: Path, files: dict[str, bytes], rng: Random) -> None:
        self.visit, self.folder, self.files, self.rng = visit, folder, files, rng
        self.page = visit.page
        self.address = f"{visit.site}/lab/play.html#depletion/first-steps"
        self.moves = self.taken = 0
        """The moves of the present game, and of all games."""

    def pass_on(self) -> None:
        """Pass, on the board that stands: Python's, or the picture before it has come."""
        board = self.page.locator(".hexwidget")
        board.get_by_role("button", name="Pass").click(timeout=90_000)
        asked = board.locator(".hexwidget-prompt", has_text="Confirm to pass")
        asked.wait_for(timeout=90_000)
        while asked.is_visible() and board.get_by_role("button", name="Confirm").is_enabled():
            board.get_by_role("button", name="Confirm").click()
            self.page.wait_for_timeout(200)  # then once more, if the board was replaced under the pointer
        self.moves, self.taken = self.moves + 1, self.taken + 1

    def arrived(self) -> None:
        """Check that all moves are there."""
        at_step(self.page, self.moves)
        expect(self.page.locator("#corrected")).to_be_hidden()
        status = self.page.locator(".hexwidget-status")
        expect(status).to_contain_text(re.compile("to act|The game is over"), timeout=90_000)
        if "The game is over" in str(status.text_content()):
            self.page.once("dialog", lambda dialog: dialog.accept())
            self.page.get_by_role("button", name="Begin again").click()
            self.moves = 0
            at_step(self.page, 0)
        self.page.locator("#loading").wait_for(state="hidden", timeout=90_000)  # this tab keeps the game from here on

    # what may happen
    def reload(self) -> None:
        """Load the page anew, and pass before Python has come."""
        self.page.reload()
        self.page.locator(BOARD).wait_for(timeout=90_000)
        self.pass_on()
        if self.rng.random() < 0.5:
            self.page.reload()

    def leave(self) -> None:
        """Go to another page, and back."""
        self.page.goto(f"{self.visit.site}/index.html")
        self.page.go_back()

    def drop(self) -> None:
        """Lose the tab, and open the address in another."""
        self.page.close()
        self.page = self.visit.context.new_page()
        self.page.goto(self.address)

    def take_over(self) -> None:
        """Open a second tab, play on in the first, close it, and go on in the second."""
        other = self.visit.context.new_page()
        other.goto(self.address)
        at_step(other, self.moves)
        expect(other.locator("#kept")).to_contain_text("Another tab of this browser plays this")
        self.pass_on()
        at_step(self.page, self.moves)
        self.page.close()
        self.page = other
        other.get_by_role("button", name="Go on where it was").click(timeout=90_000)

    def update(self) -> None:
        """Change the site, and let the browser look for what is new."""
        service = (self.folder / "lab" / "play-service.js").read_text(encoding="utf-8")
        newer = f'VERSION = "{self.rng.getrandbits(64):x}"'
        self.files["/lab/play-service.js"] = re.sub(r'VERSION = "\w+"', newer, service).encode()
        self.page.evaluate(
            "navigator.serviceWorker.getRegistration('play').then(found => found?.update()).then(() => 0)"
        )
        come_back(self.page, self.address)


@pytest.mark.parametrize("piece", range(many(1, 10)))
def test_no_move_is_lost_whatever_happens_between(browser: Browser, folder: Path, piece: int) -> None:
    files = {"/lab/favicon.ico": b""}  # more follow
    with serve(folder, {}, files) as site:
        visit = Visit(browser, site)
        player = Player(visit, folder, files, chances("moves on a page", piece))
        player.page.goto(player.address)
        while player.taken < many(8, 50):
            player.pass_on()
            player.arrived()  # it is kept before it is shown
            player.rng.choice([player.reload, player.leave, player.drop, player.take_over, player.update])()
            player.arrived()
        visit.context.close()
