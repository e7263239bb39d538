"""A table of each system by mouse in Chromium: two or three players, each in a browser of their own, and a phone at one of the seats."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import hexwidget as hw
from hexwidget.systems import registry
from tests.amounts import SOAK
from tests.browser.lab import point
from tests.browser.pictures import picture
from tests.browser.test_table import Seat
from tests.table.hosting import Host

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
pytestmark = pytest.mark.skipif(not SOAK, reason="a soak plays these games; test_table.py plays one of them each time")
EXAMPLE = Path(__file__).parents[2] / "examples" / "counters"
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}


class At:
    """A table, and the seats at it in browsers of their own."""

    def __init__(self, host: Host, browser: Browser, scenario: str, phone: str) -> None:
        self.host = host
        self.spaces = hw.scenario(scenario).position.map
        players = [place for place in host.links if place not in ("spectators", "the referee")]
        self.seats = {player: Seat(browser, host.links[player], self.spaces) for player in players}
        self.seats["phone"] = Seat(browser, host.links[phone], self.spaces, **PHONE)
        self._scenario = scenario.replace("/", "-")

    def tap(self, *spaces: str) -> None:
        """Tap on the phone."""
        for space in spaces:
            self.seats["phone"].page.touchscreen.tap(*point(self.seats["phone"].board, self.spaces, space))
            self.seats["phone"].page.wait_for_timeout(200)

    def shoot(self, name: str) -> None:
        """Take a picture of each seat, for people."""
        for seat, shown in self.seats.items():
            shown.page.mouse.move(2, 2)
            shown.page.wait_for_timeout(400)
            picture(shown.page, f"table-{self._scenario}-{name}-{seat}.png")

    def titles(self, words: str, *seats: str) -> None:
        """Wait until the titles of some seats begin with these words."""
        for seat in seats:
            self.seats[seat].page.wait_for_function("words => document.title.startsWith(words)", arg=words)

    def played(self) -> list[str]:
        """End it; return the journal's actions."""
        for seat in self.seats.values():
            assert seat.errors == []
            seat.leave()
        self.host.stop()
        session = hw.load(self.host.journal)
        assert isinstance(session, hw.Session)
        return [str(step.action) for step in session.line if step.action is not None]


@pytest.fixture
def at(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[At]:
    scenario, phone = request.param
    host = Host(tmp_path / "tables", scenario)
    yield At(host, browser, scenario, phone)
    host.kill()


def press(seat: Seat, name: str) -> None:
    """Click a button of the board."""
    seat.board.get_by_role("button", name=name, exact=True).and_(
        seat.board.locator("button:not(.hexwidget-confirm)")
    ).first.click()


@pytest.mark.parametrize("at", [("depletion/first-steps", "blue")], indirect=True)
def test_depletion(at: At) -> None:
    at.seats["red"].click("0203", "0303")
    at.titles("Your turn", "blue", "phone")
    at.tap("0707", "0607")
    at.shoot("chosen-on-a-phone")
    at.seats["phone"].page.locator(".hexwidget-confirm:visible").tap()
    at.titles("Your turn", "red")
    at.shoot("played")
    assert at.played() == ["0203-0303", "0707-0607"]


@pytest.mark.parametrize("at", [("plotted/the-ford", "red")], indirect=True)
def test_plotted_seals_orders(at: At) -> None:
    red, blue, phone = at.seats["red"], at.seats["blue"], at.seats["phone"]
    red.click("0601", "0502", "0503")
    for seat in (red, phone):
        expect(seat.board.locator(".hexwidget-prompt")).to_contain_text(
            "You may change that until everybody has sealed"
        )
    at.shoot("sealed")
    assert "0503" not in (blue.board.locator(".hexwidget-panel").text_content() or "")
    press(blue, "No orders: all rest")
    blue.page.locator(".hexwidget-confirm:visible").click()
    for seat in at.seats.values():
        expect(seat.board.locator(".hexwidget-status").first).to_contain_text("Turn 2 of 8")
    at.shoot("revealed")
    assert at.played() == ["march 0601-0502-0503", "all rest"]


@pytest.mark.parametrize("at", [("frontiers/three-frontiers", "blue")], indirect=True)
def test_frontiers_hides_hands(at: At) -> None:
    red, blue = at.seats["red"], at.seats["blue"]
    for space in ("red hand spearmen", "red heartland"):
        red.page.mouse.click(*point(red.board, at.spaces, space))
        red.page.wait_for_timeout(300)
    at.titles("Your turn", "blue", "phone")
    at.shoot("deployed")
    for seat in (blue, at.seats["phone"]):
        assert "Forced March" not in (seat.page.text_content("body") or "")
        assert "Spearmen" in (seat.board.text_content() or "")
    assert at.played() == ["deploy spearmen paying 2 farmer"]


@pytest.mark.parametrize("at", [("rondel/inland-sea", "greeks")], indirect=True)
def test_rondel_with_three(at: At) -> None:
    romans = at.seats["romans"]
    romans.board.locator(".hexwidget-wheel path").nth(2).click()  # the first one is marble
    romans.page.locator(".hexwidget-confirm:visible").click()
    at.titles("Your turn", "greeks", "phone")
    at.shoot("played")
    assert at.played() == ["wheel 1"]


@pytest.fixture
def counters(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example as an installed package."""
    folder = tmp_path_factory.mktemp("installed")
    (folder / "counters").symlink_to(EXAMPLE / "counters")
    told = folder / "counters-0.1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: counters\nVersion: 0.1\n")
    (told / "entry_points.txt").write_text("[hexwidget.systems]\ncounters = counters:COUNTERS\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(registry, "installed_systems", registry.installed_systems.__wrapped__)


@pytest.mark.usefixtures("counters")
@pytest.mark.parametrize("at", [("counters/crossroads", "red")], indirect=True)
def test_a_game_of_somebody_else(at: At) -> None:
    red = at.seats["red"]
    red.click("0102", "0402")
    at.titles("Your turn", "red", "phone")
    at.shoot("moved")
    assert len(at.played()) == 1
