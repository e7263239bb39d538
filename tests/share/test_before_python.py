"""`play.html` before Python has come, without a network, and with whatever happens between two moves."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import hexwidget as hw
from tests.amounts import chances, many
from tests.browser.firefox import executable, launch
from tests.browser.lab import point
from tests.browser.test_site import until
from tests.share.conftest import SCREENSHOTS
from tests.share.pages import BOARD, Visit
from tests.share.play_page import at_step, come_back, kept_game, move
from tests.share.serving import serve

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
        expect(other.locator("#kept")).to_contain_text("Another tab of this browser plays this", timeout=90_000)
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
