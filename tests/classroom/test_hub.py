"""A class as a service of JupyterHub, with a server in place of the hub that knows some tokens. tests/share/test_hub.py has the real one."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("jupyterhub", reason="hexwidget[hub] is not installed")
pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from starlette.routing import Route, WebSocketRoute
from websockets.exceptions import InvalidStatus

from hexwidget.classroom.hub import HubClassChannels, hub_site
from hexwidget.classroom.storage import open_class
from hexwidget.classroom.workers import OneWorker
from hexwidget.commands.cli import main
from hexwidget.serving import app
from hexwidget.serving.close_codes import CloseCode
from hexwidget.serving.entry_codes import LONGEST_NAME
from hexwidget.serving.hub import HubLogin, Service
from hexwidget.serving.server import listening
from hexwidget.store.folder import Folder
from tests import inside
from tests.classroom.serving import MARCH, a_course, room_of
from tests.table.test_hub import COOKIE, PREFIX, SCOPE, FakeHub, person
from tests.table.test_lobby import wait_for
from tests.table.wire import PATIENCE, Client, running

LOGIN = "You are not logged in: load this page again."


class Served:
    """A class that is served to the people of a hub. Their tokens are their names."""

    def __init__(self, origin: str, channels: HubClassChannels, hub: FakeHub) -> None:
        self.origin, self.channels, self.hub = origin, channels, hub
        self.clients: list[Client] = []

    def come(self, user: str, greeting: Any = "", path: str = "", origin: str = "", **options: Any) -> Client:
        """Open the socket of the class with somebody's cookie."""
        cookie = {"Cookie": f"{COOKIE}={user}"} if user else {}
        address, origin = f"{self.origin}{PREFIX}{path}", origin or self.origin
        client = Client(address, greeting, origin=origin, additional_headers=cookie, **options)
        self.clients.append(client)
        return client

    def learn(self, user: str, **options: Any) -> Client:
        """Play as somebody."""
        client = self.come(user, **options)
        client.wait("present")
        return client

    def teach(self, name: str) -> Client:
        """Come to the wall."""
        client = self.come(name, path="/wall")
        client.wait("class")
        return client

    def refused(self, name: str, greeting: Any = "", path: str = "") -> str:
        client = self.come(name, greeting, path)
        words = client.read()
        assert (words["method"], client.closed()) == ("refused", CloseCode.REFUSED)
        return str(words["text"])

    def page(self, path: str, name: str = "", method: str = "GET") -> tuple[int, str, str]:
        """Ask for a page; return the status, where it leads, and its text."""
        line = http.client.HTTPConnection(urlsplit(self.origin).netloc, timeout=PATIENCE)
        cookie = {"Cookie": f"{COOKIE}={name}"} if name else {}
        line.request(method, f"{PREFIX}{path}", b"{}" if method == "POST" else None, {"Origin": self.origin, **cookie})
        reply = line.getresponse()
        found = reply.status, reply.headers.get("Location", ""), reply.read().decode("utf-8", "replace")
        line.close()
        return found


@contextmanager
def served(folder: Path, monkeypatch: pytest.MonkeyPatch, hub: FakeHub) -> Iterator[Served]:
    """Serve a class as a service of the hub."""
    api = f"http://127.0.0.1:{hub.server.server_address[1]}/hub/api"
    told = {"API_TOKEN": "secret", "API_URL": api, "SERVICE_PREFIX": f"{PREFIX}/", "SERVICE_URL": "http://127.0.0.1:1"}
    told |= {"CLIENT_ID": COOKIE, "SERVICE_NAME": "tables", "BASE_URL": "/", "OAUTH_ACCESS_SCOPES": json.dumps([SCOPE])}
    for name, value in told.items():
        monkeypatch.setenv(f"JUPYTERHUB_{name}", value)
    monkeypatch.setattr(app, "BEATS", 0.05)
    kept = open_class(Folder(folder), None if (folder / "class.json").exists() else a_course())
    channels = HubClassChannels(kept, OneWorker(kept), HubLogin(Service.read(), ["teachers"]))
    with (
        listening("127.0.0.1", 0) as bound,
        running(bound, channels, hub_site(channels, prefix=PREFIX)) as (address, _),
    ):
        found = Served(address, channels, hub)
        yield found
        for client in found.clients:
            client.socket.close()


@pytest.fixture
def hub() -> Iterator[FakeHub]:
    found = FakeHub()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hub: FakeHub) -> Iterator[Served]:
    with served(tmp_path / "class", monkeypatch, hub) as found:
        yield found


def names(service: Served) -> dict[str, str]:
    """The learners' names by their accounts."""
    return {each.user: each.name for each in service.channels.folder.learners.values()}


# ---------------------------------------------------------------- learners
def test_a_learner_logs_in_and_plays_under_their_hub_name_without_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hub: FakeHub
) -> None:
    with served(tmp_path, monkeypatch, hub) as service:
        assert '<body data-hub="learner" data-logout="/hub/logout">' in service.page("/", "ada")[2]
        assert names(service) == {}  # a page alone makes no learner
        ada = service.come("ada")
        assert ada.wait("present")["name"] == "ada"
        assert ada.ask("play", action=MARCH)["ok"]
        service.learn("ada", name="second")
        service.learn("grace")
        assert names(service) == {"ada": "ada", "grace": "grace"}
    with served(tmp_path, monkeypatch, hub) as service:
        assert any("Well done!" in text for text in service.learn("ada").texts)
        report = a_course().report(tmp_path)
        assert {name: report.has_begun(name) for name in report.learners} == {"ada": True, "grace": False}
        assert report.absent == ()


def test_names_that_are_taken_or_too_long_are_told_apart(service: Served) -> None:
    service.channels.folder.admit("Ada")  # she came by a link when the class was no service
    long = "x" * LONGEST_NAME
    for name in ("ada", f"{long}1", f"{long}2"):
        service.hub.users[name] = person(name)
        service.learn(name)
    found = names(service)
    assert found == {"": "Ada", "ada": "ada (2)", f"{long}1": f"{long[1:]}…", f"{long}2": f"{long[6:]} (2)"}
    assert max(map(len, found.values())) == LONGEST_NAME


def test_a_learner_takes_and_deletes_what_is_kept_and_gets_no_link(service: Served) -> None:
    ada = service.learn("ada")
    ada.socket.send(json.dumps({"class": "link"}))
    assert "links open nothing here" in ada.wait("said")["text"].lower()
    ada.socket.send(json.dumps({"class": "file"}))
    assert json.loads(ada.wait("file")["text"])["name"] == "ada"
    before = next(iter(service.channels.folder.learners))
    ada.socket.send(json.dumps({"class": "forget"}))
    assert ada.closed() == CloseCode.NO_SUCH_LINK
    assert not room_of(service.channels.folder, before).exists()
    service.learn("ada")
    assert [*service.channels.folder.learners] != [before]


# ---------------------------------------------------------------- owners
def test_admins_and_members_of_the_named_group_see_the_wall_and_look_on(service: Served) -> None:
    ada = service.learn("ada")
    for owner in ("marie", "paul"):
        assert '<body data-hub="owner"' in service.page("/", owner)[2]
        assert service.page("/wall", owner)[0] == 200
        teacher = service.teach(owner)
        told = teacher.wait("learner")
        assert told["name"] == "ada"
        look = service.learn(owner, greeting=told["look"], name="look")
        look.ask("hello")
        assert "you look on" in look.ask("play", action=MARCH)["error"]
        assert service.refused(owner).startswith("You are a teacher of this class: look on at a board from the wall")
    assert ada.ask("play", action=MARCH)["ok"]
    teacher.socket.send(json.dumps({"wall": "link", "learner": told["id"]}))
    assert "Links open nothing here" in teacher.wait("said")["text"]
    assert '"link":""' in teacher.texts[0].replace(" ", "")  # the wall shows no link for the class
    assert names(service) == {"ada": "ada"}


# ---------------------------------------------------------------- everybody else
def test_the_seats_of_games_open_to_their_own_people_only(service: Served) -> None:
    ada, _, teacher = service.learn("ada"), service.learn("grace"), service.teach("marie")
    learner = next(id for id, each in service.channels.folder.learners.items() if each.user == "ada")
    wish = {"wall": "simul", "learners": [learner], "start": "part 0", "side": "blue"}
    teacher.socket.send(json.dumps(wish))
    while not (hers := ada.wait("games")["games"]):
        pass
    while not (own := teacher.wait("games")["games"]):
        pass
    seats = [each[0]["link"].partition("#")[2] for each in (hers, own)]
    red, blue = (service.come(*each, path="/t/game") for each in zip(("ada", "marie"), seats, strict=True))
    assert "You are red (ada)" in red.present()
    assert "You are blue (Teacher)" in blue.present()
    assert red.ask("play", action=MARCH)["ok"]
    wait_for(lambda: service.channels.games.here(learner) == 1)
    for name, seat in (("grace", seats[0]), ("marie", seats[0]), ("ada", seats[1]), ("grace", seats[1])):
        assert service.refused(name, seat, "/t/game").startswith("This seat is not yours: ")
    assert service.refused("", seats[0], "/t/game") == LOGIN
    for _ in range(3):
        assert red.ask("hello")["ok"]  # nobody is shown out


def test_nobody_gets_in_who_has_not_logged_in(service: Served) -> None:
    links = json.loads((service.channels.folder.store.path / "links.json").read_text())
    token = service.channels.folder.admit("Ben")[1]
    service.learn("ada")
    look = service.channels.look(next(iter(service.channels.folder.learners)))
    for name in ("", "nobody", "mallory"):  # mallory is a user of the hub, but not of this service
        for path in ("", "/wall", "/t/x"):
            for greeting in ("", token, look, links["class"], links["teacher"], {"place": "abc"}, {"table": "x"}):
                assert service.refused(name, greeting, path) == LOGIN
        for path in ("/", "/wall"):
            status, to, _ = service.page(path, name)
            assert (status, urlsplit(to).path) == (302, "/hub/api/oauth2/authorize")
    for greeting in (look, links["teacher"]):  # a learner is a learner, whatever they send
        assert service.come("grace", greeting).wait("present")["name"] == "grace"
        assert "this wall is not yours" in service.refused("grace", greeting, "/wall").lower()
    assert service.page("/wall", "grace")[0] == 403
    assert names(service) == {"": "Ben", "ada": "ada", "grace": "grace"}
    for origin in ("https://evil.example", f"{service.origin}0"):
        for path in ("", "/wall"):
            with pytest.raises(InvalidStatus):
                service.come("ada", path=path, origin=origin)


def test_no_address_but_files_and_the_login_answers_without_one(service: Served) -> None:
    routes = app.make_app(service.channels, hub_site(service.channels, collects=False)).routes
    paths = {route.path for route in routes if isinstance(route, Route)}
    files = {path for path in paths if path.endswith((".js", ".css"))}
    assert paths - files == {
        "/",
        "/join",
        "/wall",
        "/seat",
        "/wall/seat",
        "/oauth_callback",
        "/t/{table}/",
        "/t/{table}/seat",
    }
    assert next(route.path for route in routes if isinstance(route, WebSocketRoute)) == "/wall/socket"
    token = service.channels.folder.admit("Ben")[1]
    for path in ("/join", "/seat", "/wall/seat", "/t/x/seat", "/owner/status", "/metrics", "/links.json"):
        for method in ("GET", "POST"):
            status, _, text = service.page(path, "", method)
            assert status >= 400, path
            assert token not in text
    for path in files:
        assert service.page(path)[0] in (200, 404 if "{" in path else 200), path


def test_a_login_that_has_ended_shows_out_learners_and_teachers(service: Served) -> None:
    ada, teacher = service.learn("ada"), service.teach("marie")
    service.hub.is_down = True
    inside.forget_answers(service.channels.people.login)
    service.channels.people.next_question = 0.0
    wait_for(lambda: service.channels.people.next_question > 0)
    assert ada.ask("hello")["ok"]  # while the hub is away, everybody stays
    assert service.refused("grace").startswith("The hub does not answer")
    service.hub.is_down = False
    del service.hub.users["ada"]
    service.hub.users["marie"]["admin"] = False
    service.channels.people.next_question = 0.0
    assert ada.closed() == CloseCode.MOVED
    assert teacher.closed() == CloseCode.MOVED
    assert service.refused("ada") == LOGIN
    assert "not yours" in service.refused("marie", path="/wall")


def test_the_command_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in ("API_TOKEN", "SERVICE_PREFIX", "SERVICE_URL", "CLIENT_ID"):
        monkeypatch.delenv(f"JUPYTERHUB_{name}", raising=False)
    new = ["class", str(tmp_path / "new"), "--course", "plotted"]
    for more, words in (
        (["--hub"], "JUPYTERHUB_SERVICE_URL: the environment lacks it"),
        (["--hub", "--port", "8000"], "the hub names the address"),
        (["--hub", "--new-links"], "nobody needs a link"),
        (["--owner-group", "teachers"], "it is a setting of a service of JupyterHub, with --hub"),
    ):
        assert main([*new, *more]) == 2
        assert words in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
