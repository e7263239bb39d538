"""Tables, and a class, as services of a real JupyterHub behind configurable-http-proxy, by the files that docs/how-to gives.

The files run as they are, but for ports and paths. The hub lets anybody in by their name and starts no servers.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("jupyterhub", reason="jupyterhub is not installed")

from playwright.sync_api import Browser, BrowserContext, Page, expect

import hexwidget as hw
from hexwidget.lessons import first_game
from tests.browser.lab import point
from tests.browser.test_keyboard import AXE, FINDINGS
from tests.ports import free_port
from tests.share.conftest import SCREENSHOTS
from tests.share.programs import program
from tests.share.test_proxies import changed

ROOT = Path(__file__).parents[2]
GIVEN = ROOT / "docs" / "how-to" / "table"
MAP = hw.scenario("depletion/first-steps").position.map
PROXY = os.environ.get("HEXWIDGET_HUB_PROXY") or str(
    ROOT / ".venv-share" / "manager" / "node_modules" / ".bin" / "configurable-http-proxy"
)
MORE = """
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.Authenticator.admin_users = {{"marie"}}
c.JupyterHub.spawner_class = "simple"
c.JupyterHub.bind_url = "http://127.0.0.1:{port}{base}"
c.JupyterHub.hub_port = {hub_port}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{api_port}"
c.ConfigurableHTTPProxy.command = [{proxy!r}]
c.JupyterHub.db_url = "sqlite:///{folder}/hub.sqlite"
c.JupyterHub.cookie_secret_file = "{folder}/secret"
c.JupyterHub.allow_named_servers = False
"""


class Hub:
    """A hub with its proxy and both services.

    :param base: its base URL
    :param more: more of its configuration
    """

    def __init__(self, folder: Path, base: str = "/", more: str = "") -> None:
        ports = {name: free_port() for name in ("port", "hub_port", "api_port", "tables", "class")}
        self.folder = folder
        self.address = f"http://127.0.0.1:{ports['port']}{base.rstrip('/')}"
        self.tables, self.lessons = (f"{self.address}/services/{name}" for name in ("tables", "class"))
        text = changed(
            (GIVEN / "jupyterhub_config.py").read_text(),
            ("http://127.0.0.1:10101", f"http://127.0.0.1:{ports['tables']}"),
            ("http://127.0.0.1:10102", f"http://127.0.0.1:{ports['class']}"),
            ('["hexwidget",', f'["{sys.executable}", "-m", "hexwidget",'),
            (
                '                "hexwidget", "class",',
                f'                "{sys.executable}", "-m", "hexwidget", "class",',
            ),
            ("/srv/", f"{folder}/"),
            ('["ada", "grace"]', '["ada", "grace", "mallory"]'),
        )
        # The hub's file has services, roles and groups of its own, to which ours are added.
        proxy = program(PROXY, "make test-hosts installs it")
        own = more + MORE.format(folder=folder, proxy=proxy, base=base, **ports)
        (folder / "jupyterhub_config.py").write_text(f"c = get_config()\n{own}\n{text}")
        (folder / "course.json").write_text(first_game("plotted").document)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it, and wait until the service answers behind it."""
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        environment = {**os.environ, "PYTHONPATH": path}  # the hub hands it on to what it starts
        with (self.folder / "log").open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "jupyterhub"], cwd=self.folder, env=environment, stdout=log, stderr=log
            )
        self.wait()

    def wait(self) -> None:
        """Wait until the service answers. The hub looks every half minute if it has to start it again."""
        assert self._process is not None
        until = time.monotonic() + 90
        while not all(answers(f"{each}/board.css") for each in (self.tables, self.lessons)):
            if self._process.poll() is not None or time.monotonic() > until:
                self.stop()
                pytest.fail(self.log)
            time.sleep(0.3)

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def stop(self) -> None:
        """End it, its proxy and the service."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(30)

    def kill(self) -> None:
        """Kill it. Its proxy and its services learn it by themselves."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def end_service(self) -> None:
        """Kill the service. The hub starts it again."""
        held = json.loads((self.folder / "tables" / ".served").read_text())
        token = json.loads((self.folder / "tables" / "owner.link.json").read_text())["owner"]
        asked = urllib.request.Request(f"{held['address']}/owner/status", headers={"Authorization": f"Bearer {token}"})  # noqa: S310
        with urllib.request.urlopen(asked) as reply:  # noqa: S310  (our own server)
            os.kill(json.load(reply)["process"], 9)


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=2) as reply:  # noqa: S310  (our own server)
            return bool(reply.status == 200)
    except OSError:
        return False


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    found = Hub(tmp_path_factory.mktemp("hub"))
    yield found
    found.stop()


@pytest.fixture(scope="module")
def hub_below_a_path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    found = Hub(tmp_path_factory.mktemp("below"), "/jupyter/")
    yield found
    found.stop()


@pytest.fixture(params=["hub", "hub_below_a_path"])
def any_hub(request: pytest.FixtureRequest) -> Hub:
    found: Hub = request.getfixturevalue(request.param)
    return found


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, browser: Browser, hub: Hub, name: str, *, dark: bool = False, small: bool = False) -> None:
        self.name, self.hub = name, hub
        size = {"width": 390, "height": 800} if small else {"width": 1200, "height": 850}
        self.context: BrowserContext = browser.new_context(color_scheme="dark" if dark else "light", viewport=size)
        self.errors: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda m: self.errors.append(m.text) if "Content Security" in m.text else None)

    def visit(self, path: str = "/", service: str = "") -> Person:
        """Go to a page, and log in on the way."""
        self.page.goto(f"{service or self.hub.tables}{path}")
        form = self.page.locator("#username_input")
        if form.count():
            form.fill(self.name)
            self.page.locator("#password_input").fill("x")
            self.page.locator("#login_submit").click()
        return self

    def picture(self, name: str) -> None:
        self.page.screenshot(path=SCREENSHOTS / f"hub-{name}.png")

    def findings(self) -> object:
        """Return what is not accessible on the page."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))  # the page lets no script in
        return self.page.locator("body").evaluate(FINDINGS)

    def play(self, *spaces: str) -> None:
        """Click spaces, and the large button."""
        self.page.bring_to_front()
        for space in spaces:
            self.page.mouse.click(*point(self.page.locator("#board .hexwidget"), MAP, space))
            self.page.wait_for_timeout(150)
        self.page.locator(".hexwidget-confirm:visible").click()

    def is_at(self, *words: str) -> None:
        """Check who the page says is at the table."""
        for text in words:
            expect(self.page.locator("#present")).to_contain_text(text)


@pytest.fixture
def people(browser: Browser, hub: Hub) -> Iterator[dict[str, Person]]:
    found = {
        name: Person(browser, hub, name, dark=name == "grace") for name in ("marie", "ada", "grace", "eve", "mallory")
    }
    yield found
    for each in found.values():
        assert each.errors == []
        each.context.close()


def make_table(marie: Person, Red: str = "ada", Blue: str = "grace") -> None:  # noqa: N803  (as the page calls the seats)
    """Make a table, and seat ada and grace."""
    marie.visit()
    marie.page.get_by_role("link", name="All tables").click()
    marie.page.get_by_role("button", name="First steps").first.click()
    before = marie.page.locator("article").count()
    marie.page.get_by_role("button", name="Make the table").click()
    expect(marie.page.locator("article")).to_have_count(before + 1)
    seat(marie, Red=Red, Blue=Blue)


def seat(marie: Person, **names: str) -> None:
    """Seat people at the newest table."""
    newest = marie.page.locator("article").first
    for called, name in names.items():
        newest.get_by_label(called).fill(name)
    newest.get_by_role("button", name="Seat them").click()
    expect(newest.get_by_text("They are seated.")).to_be_visible()


def sit(person: Person) -> Person:
    """Log in, and open the table."""
    person.visit()
    person.page.get_by_role("link", name="Play").first.click()
    return person


def test_two_people_of_a_hub_play_at_the_table_where_its_owner_seats_them(hub: Hub, people: dict[str, Person]) -> None:
    marie, ada, grace = people["marie"], people["ada"], people["grace"]
    make_table(marie)
    marie.picture("owner")
    assert marie.findings() == []
    sit(ada)
    grace.visit()
    expect(grace.page.get_by_text("Your seat: Blue.")).to_be_visible()
    grace.picture("mine")
    assert grace.findings() == []
    sit(grace)
    ada.is_at("You are red (ada)", "Blue (grace) is here.")
    grace.is_at("You are blue (grace)", "Red (ada) is here.")
    ada.play("0203", "0303")
    expect(grace.page).to_have_title("Your turn · First steps")
    grace.picture("table")
    grace.page.set_viewport_size({"width": 390, "height": 800})
    grace.picture("phone")
    grace.page.set_viewport_size({"width": 1200, "height": 850})
    grace.page.get_by_role("button", name="Pass").first.click()
    grace.page.locator(".hexwidget-confirm:visible").click()
    expect(ada.page).to_have_title("Your turn · First steps")
    marie.page.get_by_role("link", name="Open the table").first.click()
    marie.is_at("You are the referee. Red (ada) is here. Blue (grace) is here.")
    ada.page.get_by_role("link", name="Tables").click()
    grace.is_at("Red (ada) is not here.")
    ada.page.get_by_role("link", name="Play").first.click()
    grace.is_at("Red (ada) is here.")


def test_a_hub_below_a_path_leads_to_tables_without_their_last_slash(hub_below_a_path: Hub, browser: Browser) -> None:
    marie, ada, grace = (Person(browser, hub_below_a_path, name) for name in ("marie", "ada", "grace"))
    make_table(marie, Red="Ada", Blue="GRACE")  # the hub writes names small
    sit(ada.visit(""))
    sit(grace.visit(""))
    ada.is_at("You are red (ada)", "Blue (grace) is here.")
    ada.play("0203", "0303")
    expect(grace.page).to_have_title("Your turn · First steps")
    for each in (marie, ada, grace):
        assert each.errors == []
        each.context.close()


def test_nobody_else_comes_in_by_address_cookie_or_socket(
    hub: Hub, browser: Browser, people: dict[str, Person]
) -> None:
    marie, ada, eve, mallory = (people[name] for name in ("marie", "ada", "eve", "mallory"))
    make_table(marie)
    sit(ada).is_at("You are red (ada)")
    address = ada.page.url
    token = json.loads((hub.folder / "tables" / f"{address.partition('?')[2]}.links.json").read_text())["places"][1][1]
    ada.page.goto(f"{hub.tables}/table#{token}")  # the token of grace's seat
    expect(ada.page.locator("#present")).to_contain_text("Links open nothing here")
    ada.page.goto(f"{address}#place=blue")
    expect(ada.page.locator("#present")).to_have_class("cut")
    assert ada.page.locator("#board .hexwidget").count() == 0
    # eve is a user of the hub, but in no group of the service; mallory is in it, and has no seat.
    eve.visit()
    expect(eve.page.locator("body")).to_contain_text("403")
    mallory.visit(f"/table?{address.partition('?')[2]}")
    expect(mallory.page.locator("#present")).to_contain_text("You have no seat at this table")
    mallory.page.goto(f"{hub.tables}/make")
    expect(mallory.page.locator("main")).to_contain_text("This page is for the owners")
    nobody = browser.new_context().new_page()
    nobody.goto(address)
    expect(nobody.locator("#username_input")).to_be_visible()
    assert nobody.request.get(f"{hub.tables}/mine").status == 403
    nobody.context.close()
    seat(marie, Red="mallory", Blue="grace")  # her page comes in by itself
    mallory.page.goto(address)
    mallory.is_at("You are red (mallory)")
    ada.page.goto(address)
    expect(ada.page.locator("#present")).to_contain_text("You have no seat at this table")


def test_play_goes_on_when_the_service_or_the_hub_starts_again(hub: Hub, people: dict[str, Person]) -> None:
    marie, ada, grace = people["marie"], people["ada"], people["grace"]
    make_table(marie)
    sit(ada)
    sit(grace)
    ada.is_at("Blue (grace) is here.")
    ada.play("0203", "0303")
    expect(grace.page).to_have_title("Your turn · First steps")
    hub.end_service()
    expect(grace.page.locator("#present")).to_have_class("cut")
    hub.wait()
    grace.is_at("Red (ada) is here.")
    grace.page.get_by_role("button", name="Pass").first.click()
    grace.page.locator(".hexwidget-confirm:visible").click()
    expect(ada.page).to_have_title("Your turn · First steps")
    hub.stop()
    expect(ada.page.locator("#present")).to_have_class("cut")
    hub.start()
    ada.is_at("You are red (ada)", "Blue (grace) is here.")
    ada.play("0105", "0205")
    expect(grace.page).to_have_title("Your turn · First steps")
    hub.kill()  # its services end, too, and leave their ports to those of the next hub
    expect(ada.page.locator("#present")).to_have_class("cut")
    hub.start()
    mallory = people["mallory"].visit()
    expect(mallory.page.locator("#lobby")).to_contain_text("You are mallory.")
    ada.is_at("You are red (ada)", "Blue (grace) is here.")


def test_who_logs_out_is_out_within_a_minute(hub: Hub, people: dict[str, Person]) -> None:
    make_table(people["marie"])
    ada = sit(people["ada"])
    ada.is_at("You are red (ada)")
    second = ada.context.new_page()
    second.goto(f"{hub.tables}/")
    second.get_by_role("link", name="Log out").click()
    second.goto(f"{hub.tables}/")
    expect(second.locator("#username_input")).to_be_visible()  # another page asks at once
    expect(ada.page.locator("#present")).to_contain_text("You are not logged in", timeout=75_000)
    expect(ada.page.locator("main")).to_have_count(0)  # what she could see is gone


# ---------------------------------------------------------------- a class
def test_learners_of_a_hub_learn_under_their_names_and_the_teacher_sees_them(any_hub: Hub, browser: Browser) -> None:
    hub = any_hub
    marie, ada, grace, eve = (
        Person(browser, hub, name, dark=name == "grace", small=name == "ada")
        for name in ("marie", "ada", "grace", "eve")
    )
    for learner in (ada, grace):  # no link, no name to give, no other step
        learner.visit(service=hub.lessons)
        expect(learner.page.locator("#who")).to_have_text(learner.name)
        expect(learner.page.locator("#board .hexwidget")).to_be_visible()
    ada.page.get_by_role("button", name="Menu", exact=True).click()
    expect(ada.page.get_by_role("button", name="Log out")).to_be_visible()
    assert ada.page.get_by_role("button", name="A link for another device").count() == 0
    ada.picture("class-learner")
    assert ada.findings() == []
    marie.visit(service=hub.lessons)
    marie.page.wait_for_url(f"{hub.lessons}/wall")
    expect(marie.page.locator("#summary")).to_contain_text("2 of 2 here.")
    marie.page.get_by_role("button", name="grace").click()
    assert marie.page.get_by_role("button", name="New link").count() == 0
    marie.picture("class-wall")
    assert marie.findings() == []
    with marie.context.expect_page() as opened:
        marie.page.get_by_role("link", name="Look on in a new tab").click()
    expect(opened.value.locator("#present")).to_have_text("You look on: the learner plays.")
    look = opened.value.url
    marie.page.get_by_role("button", name="Close", exact=True).click()
    marie.page.get_by_role("button", name="Games").click()
    marie.page.get_by_role("button", name="Pairs …").click()
    marie.page.get_by_role("button", name="Begin").click()
    ada.page.get_by_role("link", name="Open it").click()
    expect(ada.page.locator("#places li", has_text="You")).to_be_visible()
    ada.page.reload()
    expect(ada.page.locator("#places li", has_text="You")).to_be_visible()
    grace.page.goto(ada.page.url)
    expect(grace.page.locator("#present")).to_contain_text("This seat is not yours")
    ada.page.get_by_role("link", name="Course").click()
    expect(ada.page.locator("#who")).to_have_text("ada")
    ada.page.get_by_role("button", name="Menu", exact=True).click()
    # eve is a user of the hub, but in no group of the service. A learner is a learner, whatever the address says.
    eve.visit(service=hub.lessons)
    expect(eve.page.locator("body")).to_contain_text("403")
    grace.page.goto(f"{hub.lessons}/wall")
    expect(grace.page.locator("main")).to_contain_text("The wall is for the teachers")
    grace.page.goto(look)
    expect(grace.page.locator("#who")).to_have_text("grace")
    nobody = browser.new_context().new_page()
    for address in (f"{hub.lessons}/", f"{hub.lessons}/wall", look):
        nobody.goto(address)
        expect(nobody.locator("#username_input")).to_be_visible()
    nobody.context.close()
    ada.page.get_by_role("button", name="Log out").click()
    ada.page.goto(f"{hub.lessons}/")
    expect(ada.page.locator("#username_input")).to_be_visible()
    for each in (marie, ada, grace, eve):
        assert each.errors == []
        each.context.close()
