"""A table in Chromium: two players and a spectator, each in a browser of their own, and a server that is killed and comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError, WebSocket, expect

import hexwidget as hw
from hexwidget.geometry import SpaceMap
from tests.amounts import every
from tests.browser.lab import point
from tests.browser.pictures import picture
from tests.browser.test_keyboard import AXE, axe_findings
from tests.table.hosting import Host

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
CUT_SAID_MS = 3_000
NOT_OURS = ("WebSocket connection to", "Failed to load resource: net::ERR_CONNECTION_REFUSED")
"""The beginnings of the browser's own errors for a server that is away: of the web socket, and of the question if another server answers."""


class Seat:
    """A person at a table, in a browser of their own."""

    def __init__(self, browser: Browser, link: str, spaces: SpaceMap, **options: object) -> None:
        context = browser.new_context(**{"viewport": {"width": 1100, "height": 800}, **options})
        self.open(context, link, spaces)

    def another_tab(self, link: str, script: str) -> Seat:
        """Sit at another seat in a tab of the same browser, in which a script runs first."""
        other = Seat.__new__(Seat)
        other.open(self._context, link, self.spaces, script)
        return other

    def open(self, context: BrowserContext, link: str, spaces: SpaceMap, script: str = "") -> None:
        self._context = context
        self.spaces = spaces
        self.errors: list[str] = []
        self.came: list[str] = []
        """The texts that have come to the page."""
        self.page: Page = self._context.new_page()
        if script:
            self.page.add_init_script(f"({script})()")
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        self.page.on("websocket", lambda line: line.on("framereceived", lambda text: self.came.append(str(text))))
        self.page.goto(link)
        self.board = self.page.locator("#board .hexwidget")
        expect(self.board).to_be_visible()

    def click(self, *spaces: str) -> None:
        """Click spaces, and the large button."""
        self.page.bring_to_front()
        for space in spaces:
            self.page.mouse.click(*point(self.board, self.spaces, space))
            self.page.wait_for_timeout(100)
        self.page.locator(".hexwidget-confirm:visible").click()

    def knows(self, army: str) -> None:
        """Wait until the choices behind an army have come: clicks on them need no answer then."""
        while not any('"branches":{"items"' in text and f'"army":"{army}"' in text for text in self.came):
            self.page.wait_for_timeout(50)

    def says(self, text: str) -> None:
        expect(self.page.locator("#present")).to_have_text(text)

    def leave(self) -> None:
        self._context.close()


def picture_of(seat: Seat, request: pytest.FixtureRequest, name: str) -> None:
    picture(seat.page, f"{request.node.name}-{name}.png")


@pytest.fixture
def host(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Host]:
    made = Host(tmp_path / "tables", *getattr(request, "param", ["depletion/first-steps"]))
    yield made
    made.kill()


def test_two_players_and_a_spectator_play_through_a_death_of_the_server(
    host: Host, browser: Browser, request: pytest.FixtureRequest
) -> None:
    spaces = hw.scenario("depletion/first-steps").position.map
    red, blue = (Seat(browser, host.links[player], spaces) for player in ("red", "blue"))
    onlooker = Seat(
        browser, host.links["spectators"], spaces, viewport={"width": 390, "height": 780}, color_scheme="dark"
    )
    red.says("You are red. Blue is here. 1 spectator looks on.")
    onlooker.says("You look on. Red is here. Blue is here.")
    expect(red.page).to_have_title("Your turn · First steps")
    expect(blue.page).to_have_title("Red to act · First steps")
    red.click("0203", "0303")
    expect(blue.page).to_have_title("Your turn · First steps")
    expect(onlooker.page).to_have_title("Blue to act · First steps")
    host.kill()
    for seat in (red, blue, onlooker):
        expect(seat.page.locator("#present")).to_have_text(
            "No connection to the server. Trying again …", timeout=CUT_SAID_MS
        )
        expect(seat.board.locator(".hexwidget-status")).to_have_text(
            "No connection to the server; waiting for it …", timeout=CUT_SAID_MS
        )
    picture_of(red, request, "cut")
    host.start()
    red.says("You are red. Blue is here. 1 spectator looks on.")
    blue.says("You are blue. Red is here. 1 spectator looks on.")
    blue.page.get_by_role("button", name="Pass").first.click()
    blue.page.locator(".hexwidget-confirm:visible").click()
    expect(red.page).to_have_title("Your turn · First steps")
    phone = Seat(browser, host.links["red"], spaces, viewport={"width": 390, "height": 780})
    red.says(
        "You are red, on 2 screens: if the others are not yours, ask for a new link. Blue is here. 1 spectator looks on."
    )
    expect(red.page.locator("#said")).to_contain_text("on 2 screens")
    picture_of(phone, request, "phone")
    phone.click("0105", "0104")
    expect(red.page).to_have_title("Blue to act · First steps")
    phone.leave()
    red.says("You are red. Blue is here. 1 spectator looks on.")
    picture_of(onlooker, request, "onlooker")
    for seat in (red, blue, onlooker):
        assert "kernel" not in (seat.page.text_content("body") or "").lower()
        assert [error for error in seat.errors if not error.startswith(NOT_OURS)] == []
        seat.leave()
    host.stop()
    assert [step.text for step in hw.load(host.journal).line] == [
        "start",
        "red: 0203-0303",
        "blue: pass",
        "red: 0105-0104",
    ]


def test_a_cut_line_holds_what_was_clicked_until_it_is_back(host: Host, browser: Browser) -> None:
    spaces = hw.scenario("depletion/first-steps").position.map
    seats = [Seat(browser, host.links[place], spaces) for place in ("red", "blue", "the referee")]
    red, blue, referee = seats
    referee.says("You are the referee. Red is here. Blue is here.")
    red.knows("0203")
    host.pause()
    red.click("0203", "0303")
    red.says("No connection to the server. Trying again …")
    expect(red.board.locator(".hexwidget-status")).to_have_text("No connection to the server; 3 clicks wait for it …")
    blue.says("No connection to the server. Trying again …")
    host.go_on()
    red.says("You are red. Blue is here. The referee is here.")
    expect(blue.page).to_have_title("Your turn · First steps")
    expect(referee.page).to_have_title("Blue to act · First steps")
    for seat in seats:
        assert seat.errors == []
        seat.leave()
    host.stop()
    assert [step.text for step in hw.load(host.journal).steps] == ["start", "red: 0203-0303"]


@pytest.mark.parametrize(
    ("end", "why", "more"),
    [
        (Host.kill, "No connection to the server", "Trying again …"),
        (Host.stop, "The server is back in a moment", "This page goes on by itself."),
    ],
    ids=["killed", "ended"],
)
def test_what_was_clicked_while_the_server_was_down_is_done_when_it_is_back(
    host: Host, browser: Browser, end: Callable[[Host], object], why: str, more: str
) -> None:
    spaces = hw.scenario("depletion/first-steps").position.map
    red, blue = (Seat(browser, host.links[player], spaces) for player in ("red", "blue"))
    red.knows("0203")
    end(host)
    red.says(f"{why}. {more}")
    red.click("0203", "0303")
    expect(red.board.locator(".hexwidget-status")).to_have_text(f"{why}; 3 clicks wait for it …")
    lines: list[list[str]] = []

    def listen(socket: WebSocket) -> None:
        lines.append([])
        socket.on("framereceived", lambda text: lines[-1].append(str(text)))

    red.page.on("websocket", listen)
    host.start()
    expect(blue.page).to_have_title("Your turn · First steps")
    expect(red.page).to_have_title("Blue to act · First steps")
    assert len([text for text in lines[-1] if '"_scene":' in text]) == 1  # the whole state comes once
    for seat in (red, blue):
        assert [error for error in seat.errors if not error.startswith(NOT_OURS)] == []
        seat.leave()
    host.stop()
    assert [step.text for step in hw.load(host.journal).steps] == ["start", "red: 0203-0303"]


@pytest.mark.parametrize("host", [["depletion/first-steps", "--opponent", "blue=random"]], indirect=True)
def test_the_computer_answers_and_suggests_a_move(host: Host, browser: Browser) -> None:
    assert list(host.links) == ["red", "spectators", "the referee"]
    red = Seat(browser, host.links["red"], hw.scenario("depletion/first-steps").position.map)
    red.says("You are red. Blue is played by the computer (random).")
    red.page.get_by_role("button", name="Pass").first.click()
    red.page.locator(".hexwidget-confirm:visible").click()
    expect(red.page).to_have_title("Blue to act · First steps")
    expect(red.page).to_have_title("Your turn · First steps")
    red.board.locator(".hexwidget-menu summary").click()
    red.board.get_by_role("button", name="Suggest a move", exact=True).click()
    said = red.board.locator(".hexwidget-said")
    expect(said).to_contain_text("The search tries actions")
    expect(said).to_contain_text("Suggested:")
    red.page.locator(".hexwidget-confirm:visible").click()
    expect(said).to_have_count(0)
    assert red.errors == []
    red.leave()
    host.stop()
    actions = [step.action for step in hw.load(host.journal).line if step.action]
    assert str(actions[0]) == "pass"
    assert {action.player for action in actions[1:]} == {"red", "blue"}


def test_a_link_that_opens_nothing_says_so(host: Host, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{host.address}/#{'x' * 32}")
    expect(page.locator("#present")).to_have_text("This link opens no table. Ask for another one.")
    page.close()


STUBS = """() => {
  window.rung = [];
  Object.defineProperty(document, "hidden", { get: () => window.away ?? false });
  window.Notification = class {
    static permission = "default";
    static requestPermission = async () => (Notification.permission = "granted");
    constructor(title, { body }) { window.rung.push(`${title}: ${body}`); }
    close() {}
  };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) { window.rung.push("note"); start.call(this, when); };
}"""
"""Notifications and sounds that a test can count, and a page that somebody can look away from."""


def menu(page: Page, item: str) -> None:
    page.bring_to_front()
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu").get_by_role("button", name=item).click()


def test_two_tabs_of_a_browser_take_back_resign_look_back_and_play_again(
    host: Host, browser: Browser, request: pytest.FixtureRequest
) -> None:
    spaces = hw.scenario("depletion/first-steps").position.map
    red = Seat(browser, host.links["red"], spaces)
    blue = red.another_tab(host.links["blue"], STUBS)
    onlooker = Seat(
        browser,
        host.links["spectators"],
        spaces,
        viewport={"width": 390, "height": 780},
        color_scheme="dark",
        bypass_csp=True,
    )
    for seat, you in ((red, "You are red."), (blue, "You are blue.")):  # the browser keeps both, and the tab its own
        seat.page.wait_for_url("**/#place=*")
        seat.page.reload()
        expect(seat.page.locator("#present")).to_contain_text(you)
    red.says("You are red. Blue is here. 1 spectator looks on.")  # she has come back, and red's page has been told
    onlooker.page.add_script_tag(path=str(AXE))
    assert [item.inner_text().split("\n") for item in red.page.locator("#places li").all()] == [
        ["Red", "You", ", here", "to act"],
        ["Blue", ", here"],
        ["1 spectator", ", here"],
    ]
    # A player who looks elsewhere is told that it is their turn, by what they have switched on.
    blue.page.get_by_role("button", name="Menu").press("Enter")
    for name in ("Sound", "Notification"):
        blue.page.get_by_label(name).check()
        expect(blue.page.get_by_label(name)).to_be_checked()
    assert blue.page.evaluate("rung.splice(0)") == ["note", "note"]  # a sample
    blue.page.keyboard.press("Escape")
    expect(blue.page.locator("#menu")).to_be_hidden()
    blue.page.evaluate("window.away = true")
    red.click("0203", "0303")
    expect(blue.page).to_have_title("Your turn · First steps")
    assert blue.page.evaluate("rung.splice(0)") == ["note", "note", "Your turn: First steps"]
    # An action is taken back. The question moves no map under a pointer.
    maps = [seat.board.locator(".hexwidget-layers") for seat in (red, blue, onlooker)]
    before = [each.bounding_box() for each in maps]
    menu(red.page, "take back")
    expect(onlooker.page.locator("#request")).to_contain_text(
        "Red asks to take back its last action. It waits for blue."
    )
    expect(onlooker.page.locator("#request button")).to_have_count(0)
    expect(blue.page.locator("#request button")).to_have_count(2)
    assert [each.bounding_box() for each in maps] == before
    assert axe_findings(onlooker.page) == []
    picture_of(blue, request, "asked")
    blue.page.get_by_role("button", name="Agree").click()
    expect(red.page).to_have_title("Your turn · First steps")
    expect(red.page.locator("#said")).to_contain_text("taken back")
    assert [each.bounding_box() for each in maps] == before
    assert blue.page.evaluate("rung") == []
    # The game ends, and each looks back at it.
    red.click("0203", "0303")
    expect(red.page.locator("#said")).to_have_text("")
    menu(red.page, "Resign")
    red.page.get_by_role("button", name="Resign", exact=True).click()
    expect(onlooker.page.locator("#over")).to_contain_text("Red has resigned. Blue wins.")
    onlooker.page.get_by_role("button", name="Look back").click()
    expect(onlooker.page.locator("#past .hexwidget")).to_contain_text("A recording")
    assert axe_findings(onlooker.page) == []
    picture_of(onlooker, request, "past")
    onlooker.page.get_by_role("button", name="Back to the table").click()
    expect(onlooker.board).to_be_visible()
    with blue.page.expect_download() as download:
        menu(blue.page, "Download")
    assert download.value.suggested_filename == "first-steps-blue.html"
    # Another game, with the seats turned.
    red.page.bring_to_front()
    red.page.locator("#over").get_by_role("button", name="Rematch").click()
    blue.page.bring_to_front()
    blue.page.get_by_role("button", name="Agree").click()
    expect(red.page.locator("#said")).to_contain_text("A new game begins. You are blue.")
    expect(blue.page).to_have_title("Your turn · First steps")
    blue.click("0203", "0303")
    expect(red.page).to_have_title("Your turn · First steps")
    picture_of(red, request, "rematch")
    for seat in (red, blue, onlooker):
        assert seat.errors == []
    red.leave()
    onlooker.leave()


PAGE = "document.documentElement.outerHTML"
CONTROLS = "button:visible, summary:visible, a[href]:visible"
GREY = ":is(button, summary):is([disabled], [aria-disabled=true]):visible"


@pytest.mark.parametrize("size", [(390, 844), (1280, 900)][:: every(2)], ids=str)
def test_after_the_end_of_a_game_every_button_does_something(
    host: Host, browser: Browser, size: tuple[int, int]
) -> None:
    spaces = hw.scenario("depletion/first-steps").position.map
    red = Seat(browser, host.links["red"], spaces, viewport={"width": size[0], "height": size[1]})
    red.click("0203", "0303")
    menu(red.page, "Resign")
    red.page.get_by_role("button", name="Resign", exact=True).click()
    over, controls = red.page.locator("#over"), red.page.locator(CONTROLS)
    expect(over).to_contain_text("Red has resigned. Blue wins.")
    assert red.page.locator(GREY).all_inner_texts() == []
    names = [(each.get_attribute("aria-label") or each.inner_text()).strip() for each in controls.all()]
    assert {"Look back", "Rematch", "Show all", "Menu", "Review the game"} <= {*names}
    dead = []
    for place, name in enumerate(names):
        red.page.reload()
        expect(over).to_contain_text("Red has resigned. Blue wins.")
        expect(controls).to_have_count(len(names))
        controls.nth(place).hover()
        red.page.wait_for_timeout(300)  # what the pointer alone changes
        before = red.page.evaluate(PAGE)
        controls.nth(place).click()
        try:
            red.page.wait_for_function(f"before => {PAGE} !== before", arg=before, timeout=5_000)
        except TimeoutError:
            dead.append(name)
    assert dead == []
    assert red.errors == []
    red.leave()
