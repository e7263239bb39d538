"""Tables as a service of JupyterHub, with a server in place of the hub that knows some tokens. tests/share/test_hub.py has the real one."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import sleep
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import pytest

pytest.importorskip("jupyterhub", reason="hexwidget[hub] is not installed")
pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from websockets.exceptions import InvalidStatus

from hexwidget.commands.cli import main
from hexwidget.problems import InputError
from hexwidget.serving import app
from hexwidget.serving import hub as login
from hexwidget.serving.close_codes import CloseCode
from hexwidget.serving.hub import BY_NAME, HubLogin, HubPeople, Service
from hexwidget.serving.pages import HEADERS
from hexwidget.serving.server import ServerOptions, listening, own_address
from hexwidget.store.folder import Folder
from hexwidget.table.entrance import read_entrance
from hexwidget.table.game_choice import Choosing
from hexwidget.table.hub.pages import HubPages
from hexwidget.table.hub.seats import Seats, read_seats
from hexwidget.table.hub.tables import HubTables
from hexwidget.table.owner import owners_link
from hexwidget.table.pages import table_pages
from tests import inside
from tests.ports import free_port
from tests.table.test_lobby import wait_for
from tests.table.wire import PATIENCE, Client, running

PREFIX = "/services/tables"
SCOPE = "access:services!service=tables"
COOKIE = "service-tables"
RED = {"army": "0203", "to": "0303"}


class FakeHub:
    """The hub's answers: who has a token, and which token a code gives."""

    def __init__(self) -> None:
        self.users = {name: person(name) for name in ("ada", "grace", "eve", "marie", "paul")}
        self.users["marie"]["admin"] = True
        self.users["paul"]["groups"] = ["teachers"]
        self.users["mallory"] = person("mallory", scopes=["access:services!service=other"])
        self.is_down = False
        self.asked: list[dict[str, list[str]]] = []
        hub = self

        class Answers(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                token = self.headers["Authorization"].removeprefix("token ")
                self._answer(hub.users.get(token))

            def do_POST(self) -> None:
                hub.asked.append(parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode()))
                self._answer({"access_token": hub.asked[-1]["code"][0]})

            def _answer(self, found: object) -> None:
                self.send_response(503 if hub.is_down else 403 if found is None else 200)
                self.end_headers()
                self.wfile.write(json.dumps(found).encode())

            def log_message(self, *_: Any) -> None:
                """Write no log."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()


def person(name: str, **more: Any) -> dict[str, Any]:
    """The hub's answer about somebody. Their token is their name."""
    return {"kind": "user", "name": name, "admin": False, "groups": [], "scopes": [SCOPE], **more}


class Served:
    """The service, and its hub."""

    def __init__(self, address: str, tables: HubTables, hub: FakeHub) -> None:
        self.origin, self.tables, self.hub = address, tables, hub
        self.clients: list[Client] = []

    def request(
        self, path: str, name: str = "", method: str = "GET", body: object = None, **headers: str
    ) -> tuple[int, http.client.HTTPMessage, str]:
        """Ask for a page with somebody's cookie."""
        line = http.client.HTTPConnection(urlsplit(self.origin).netloc, timeout=PATIENCE)
        sent = {"Origin": self.origin, **({"Cookie": f"{COOKIE}={name}"} if name else {}), **headers}
        line.request(method, f"{PREFIX}{path}", json.dumps(body) if body is not None else None, sent)
        reply = line.getresponse()
        found = reply.status, reply.headers, reply.read().decode()
        line.close()
        return found

    def ask(self, path: str, name: str, body: object = None, **headers: str) -> Any:
        """Ask for data."""
        return json.loads(self.request(path, name, "GET" if body is None else "POST", body, **headers)[2])

    def make(self, **users: str) -> str:
        """Have marie make a table and seat people."""
        name = str(self.ask("/owner/tables", "marie", {"scenario": "depletion/first-steps"})["made"])
        self.seat(name, users)
        return name

    def seat(self, name: str, users: dict[str, str], **switches: bool) -> None:
        assert self.ask(f"/owner/tables/{name}/seats", "marie", {"users": users, **switches}) == {}

    def come(self, table: str, name: str, **options: Any) -> Client:
        """Open a table's socket with somebody's cookie."""
        cookie = {"Cookie": f"{COOKIE}={name}"} if name else {}
        options = {"origin": self.origin, **options}
        client = Client(f"{self.origin}{PREFIX}", {"table": table}, **options, additional_headers=cookie)
        self.clients.append(client)
        return client

    def refused(self, table: str, name: str) -> str:
        client = self.come(table, name)
        words = client.read()
        assert (words["method"], client.closed()) == ("refused", CloseCode.REFUSED)
        return str(words["text"])


@contextmanager
def served(folder: Path, monkeypatch: pytest.MonkeyPatch, hub: FakeHub, *, guests: bool = False) -> Iterator[Served]:
    """Serve a folder as a service of the hub."""
    told = {
        "API_TOKEN": "secret",
        "API_URL": f"{hub.address}/hub/api",
        "SERVICE_PREFIX": f"{PREFIX}/",
        "SERVICE_URL": "http://127.0.0.1:1",
    }
    told |= {"CLIENT_ID": COOKIE, "SERVICE_NAME": "tables", "BASE_URL": "/", "OAUTH_ACCESS_SCOPES": json.dumps([SCOPE])}
    for name, value in told.items():
        monkeypatch.setenv(f"JUPYTERHUB_{name}", value)
    monkeypatch.setattr(app, "BEATS", 0.05)
    with listening("127.0.0.1", 0) as bound, Folder(folder).hold(address=own_address(bound)):
        login = HubLogin(Service.read(), ["teachers"])
        tables = HubTables(Folder(folder), (), ServerOptions(guests=guests), login)
        owner, _ = owners_link(Folder(folder), new_link=False)
        pages = HubPages(tables, Choosing(()), owner, "http://tables.example", None)
        site = app.Site([*pages.routes(), *table_pages()], prefix=PREFIX, opens=pages.opens)
        with running(bound, tables, site) as (address, _):
            found = Served(address, tables, hub)
            yield found
            for client in found.clients:
                client.socket.close()


@pytest.fixture(scope="module")
def hub() -> Iterator[FakeHub]:
    found = FakeHub()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hub: FakeHub) -> Iterator[Served]:
    hub.is_down = False
    with served(tmp_path, monkeypatch, hub) as found:
        yield found


# ---------------------------------------------------------------- logging in
def test_a_browser_logs_in_with_the_hub_and_comes_back_to_its_page(service: Served) -> None:
    status, head, _ = service.request("/table?duel")
    asked = urlsplit(head["Location"])
    given = {name: values[0] for name, values in parse_qs(asked.query).items()}
    assert (status, asked.path) == (302, "/hub/api/oauth2/authorize")
    assert (given["client_id"], given["redirect_uri"]) == (COOKIE, f"{PREFIX}/oauth_callback")
    assert given["code_challenge_method"] == "S256"
    state = head["Set-Cookie"].partition(";")[0]
    back = f"/oauth_callback?code=ada&state={given['state']}"
    for wrong in ("", "other=1", state.replace("=", "=x")):  # another browser has another cookie
        status, head, words = service.request(back, Cookie=wrong)
        assert (status, head["Set-Cookie"]) == (403, None)
        assert "This login has lapsed." in words
    status, head, _ = service.request(back, Cookie=state)
    kept = head.get_all("Set-Cookie") or []
    assert (status, head["Location"]) == (302, f"{PREFIX}/table?duel")
    assert any(f"{COOKIE}=ada; HttpOnly" in each and f"Path={PREFIX}/; SameSite=lax" in each for each in kept)
    assert service.hub.asked[-1]["code_verifier"]
    assert service.request(back, Cookie=state)[0] == 403  # once only


def test_people_without_the_scope_of_the_service_get_nothing(service: Served) -> None:
    table = service.make(red="mallory")
    _, head, _ = service.request("/")
    given = parse_qs(urlsplit(head["Location"]).query)
    back = f"/oauth_callback?code=mallory&state={given['state'][0]}"
    status, head, words = service.request(back, Cookie=head["Set-Cookie"].partition(";")[0])
    assert (status, head["Set-Cookie"]) == (403, None)
    assert "does not let this account" in words
    assert service.refused(table, "mallory") == "You are not logged in: load this page again."


def test_pages_come_under_the_prefix_alone_with_their_policy(service: Served) -> None:
    for path in ("/", "/table?duel", "/make"):
        status, head, page = service.request(path, "marie")
        assert (status, head["Content-Security-Policy"]) == (200, HEADERS["Content-Security-Policy"])
        assert "<script type" in page
    for name in ("mine.js", "table.js", "lobby.js", "lobby.css", "board.js"):
        assert service.request(f"/{name}")[0] == 200
    assert service.request("/../../table")[0] == 404


# ---------------------------------------------------------------- seats
def test_people_sit_where_the_owner_seats_them_and_their_names_are_told(service: Served) -> None:
    table = service.make(red="ada", blue="grace")
    ada = service.come(table, "ada")
    assert ada.present().startswith("You are red (ada).")
    grace = service.come(table, "grace")
    assert grace.present() == "You are blue (grace). Red (ada) is here."
    assert service.come(table, "ada").present().startswith("You are red (ada), on 2 screens. ")
    assert not grace.ask("play", action="red: 0203-0303")["ok"]
    assert ada.ask("confirm", draft=RED)["ok"]
    mine = service.ask("/mine", "grace")["tables"]
    assert [(each["seat"], each["stage"]) for each in mine] == [("Blue", "Round 1 of 6: Blue to act")]
    assert mine[0]["who"] == "Red (ada) is here on 2 screens. Blue (grace) is here."


def test_a_name_in_other_letters_is_the_same_person(service: Served) -> None:
    table = service.make(red=" Ada ", blue="grace")
    assert service.ask("/owner/tables", "marie")["tables"][0]["people"]["users"] == {"red": "ada", "blue": "grace"}
    assert service.come(table, "ada").present().startswith("You are red (ada).")
    twice = service.ask(f"/owner/tables/{table}/seats", "marie", {"users": {"red": "Ada", "blue": "ADA"}})
    assert '"ada" cannot have two seats' in twice["error"]
    older = Seats({"red": "Grace"}, free=True)  # as versions before wrote what owners typed
    assert older.seat_of("grace") == "red"
    with pytest.raises(InputError, match="you have one already"):
        older.taken("blue", "grace", {"red", "blue"})


def test_addresses_lead_on_without_their_last_slash(service: Served) -> None:
    status, head, _ = service.request("", "ada", Host="tables.example", **{"X-Forwarded-Proto": "https"})
    assert (status, head["Location"]) == (307, f"https://tables.example{PREFIX}/")


def test_others_get_nothing(service: Served) -> None:
    table = service.make(red="ada", blue="grace")
    no_seat = "You have no seat at this table: when its owner gives you one, this page comes in."
    assert service.refused(table, "eve") == no_seat
    assert service.refused("nothing", "eve") == "You have no seat at this table: it may be closed."
    for name in ("", "nobody"):
        assert service.refused(table, name) == "You are not logged in: load this page again."
        assert service.request("/", name)[0] == service.request("/table?duel", name)[0] == 302
        assert service.request("/mine", name)[0] == 403
    assert service.ask("/mine", "eve")["tables"] == []
    for origin in ("https://evil.example", f"{service.origin}0"):
        with pytest.raises(InvalidStatus):
            service.come(table, "ada", origin=origin)


def test_links_open_nothing_but_where_guests_may_come(
    service: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = service.tables.tokens(service.make())["red"]
    client = Client(f"{service.origin}{PREFIX}", token, origin=service.origin)
    service.clients.append(client)
    assert client.read()["text"].startswith("Links open nothing here")
    assert service.request("/owner/tables/depletion-first-steps/links", "marie")[0] == 404
    with served(tmp_path / "guests", monkeypatch, service.hub, guests=True) as other:
        table = other.make(blue="grace")
        links = {each["place"]: each["token"] for each in other.ask(f"/owner/tables/{table}/links", "marie")["links"]}
        guest = Client(f"{other.origin}{PREFIX}", links["red"], origin=other.origin)
        other.clients.append(guest)
        assert guest.present() == "You are red. Blue (grace) is not here."
        assert other.request("/table")[0] == 200
        assert other.request("/table?duel")[0] == 302


def test_a_person_takes_a_free_seat_or_looks_on_where_the_owner_lets_them(service: Served) -> None:
    table = service.make(red="ada")
    take = {"table": table, "link": "blue"}
    assert "ask the owner" in service.ask("/mine", "eve", take)["error"]
    service.seat(table, {"red": "ada"}, free=True, watched=True)
    seen = service.ask("/mine", "eve")["tables"][0]
    assert (seen["seat"], seen["free"], seen["watched"]) == ("", [{"link": "blue", "called": "Blue"}], True)
    assert service.come(table, "eve").present().startswith("You look on. Red (ada) is not here.")
    assert "you have one already" in service.ask("/mine", "ada", take)["error"]
    assert "not logged in" in service.ask("/mine", "eve", take, Origin="https://evil.example")["error"]
    assert service.ask("/mine", "eve", take) == {}
    assert "somebody else has taken it" in service.ask("/mine", "grace", take)["error"]
    assert service.come(table, "eve").present().startswith("You are blue (eve).")
    assert read_seats(service.tables.kept(table)).users == {"red": "ada", "blue": "eve"}


def test_after_a_rematch_the_names_go_with_the_people(service: Served) -> None:
    table = service.make(red="ada", blue="grace")
    ada, grace = service.come(table, "ada"), service.come(table, "grace")
    ada.wish("resign")
    grace.until("over")  # two sockets keep no order
    grace.wish("rematch")
    told = ada.until("request")
    ada.wish("agree", to=told["request"]["number"])
    assert "You are blue." in ada.wait("said")["text"]
    assert service.come(table, "ada").present().startswith("You are blue (ada), on 2 screens. Red (grace)")
    assert service.ask("/mine", "ada")["tables"][0]["seat"] == "Blue"


# ---------------------------------------------------------------- who may stay
def test_a_lost_seat_and_a_login_that_has_ended_show_out(service: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    table = service.make(red="ada", blue="grace")
    ada, grace = service.come(table, "ada"), service.come(table, "grace")
    ada.present(), grace.present()  # they have come in
    service.seat(table, {"red": "eve", "blue": "grace"})
    assert ada.closed() == CloseCode.MOVED
    assert "no seat" in service.refused(table, "ada")
    service.hub.is_down = True
    inside.forget_answers(service.tables.people.login)
    service.tables.people.next_question = 0.0
    wait_for(lambda: service.tables.people.next_question > 0)
    assert grace.ask("hello")["ok"]  # while the hub is away, everybody stays
    assert service.refused(table, "eve").startswith("The hub does not answer")
    assert service.request("/", "eve")[0] == 503
    service.hub.is_down = False
    monkeypatch.delitem(service.hub.users, "grace")
    service.tables.people.next_question = 0.0
    assert grace.closed() == CloseCode.MOVED


def test_a_hub_that_does_not_answer_keeps_nobody_in() -> None:
    shut: list[CloseCode] = []
    gone = SimpleNamespace(cut=shut.append), "red", f"{BY_NAME}ticket word"

    class Silent:
        def last(self, ticket: str) -> None:
            """Nobody is known by this ticket any more."""

        async def user(self, ticket: str) -> None:
            await asyncio.Event().wait()

    people = HubPeople(cast(Any, Silent()), cast(Any, SimpleNamespace(here=lambda: [gone])), lambda *_: True)
    with pytest.raises(TimeoutError):
        asyncio.run(asyncio.wait_for(people.look(), 0.05))
    assert shut == [CloseCode.MOVED]


def test_the_seats_are_there_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hub: FakeHub) -> None:
    with served(tmp_path, monkeypatch, hub) as service:
        table, broken = service.make(red="ada", blue="grace"), service.make(red="eve")
        assert service.come(table, "ada").present().startswith("You are red (ada)")
    (tmp_path / f"{broken}.seats.json").write_text("{}")
    with served(tmp_path, monkeypatch, hub) as service:
        assert service.come(table, "ada").present().startswith("You are red (ada)")
        assert "no seat" in service.refused(broken, "eve")
        line = service.request(f"/owner/tables/{table}", "marie", "DELETE")
        assert (line[0], list(tmp_path.glob(f"{table}.*"))) == (200, [])


# ---------------------------------------------------------------- the owner
def test_admins_and_members_of_the_named_group_own_the_tables_and_referee(service: Served) -> None:
    table = service.make(red="ada", blue="paul")
    for owner in ("marie", "paul"):
        people = service.ask("/owner/tables", owner)["tables"][0]["people"]
        assert people == {"users": {"red": "ada", "blue": "paul"}, "free": False, "watched": False}
    assert service.come(table, "marie").present().startswith("You are the referee. Red (ada)")
    assert service.come(table, "paul").present().startswith("You are blue (paul).")
    for name in ("ada", "eve", ""):
        assert service.request("/owner/tables", name)[0] == 403
        assert service.request(f"/owner/tables/{table}/seats", name, "POST", {"users": {"red": name}})[0] == 403
        assert service.request("/make", name)[0] == (403 if name else 302)
    evil = service.request(
        "/owner/tables", "marie", "POST", {"scenario": "plotted/the-ford"}, Origin="https://evil.example"
    )
    assert evil[0] == 403


def test_an_owner_is_told_what_is_wrong(service: Served) -> None:
    table = service.make()
    for given, words in (
        ({"users": {"red": "ada", "blue": "ada"}}, '"ada" cannot have two seats'),
        ({"users": {"green": "ada"}}, "green"),
        ({"users": {"red": 7}}, "expected a text, not 7"),
        ({"users": []}, "users: expected a dict"),
        ({"free": "yes"}, "expected true or false"),
    ):
        assert words in service.ask(f"/owner/tables/{table}/seats", "marie", given)["error"]


def test_without_a_hub_the_command_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, hub: FakeHub
) -> None:
    for name in ("API_TOKEN", "SERVICE_PREFIX", "SERVICE_URL", "CLIENT_ID"):
        monkeypatch.delenv(f"JUPYTERHUB_{name}", raising=False)
    assert main(["serve", str(tmp_path / "tables"), "--hub"]) == 2
    assert "JUPYTERHUB_SERVICE_URL: the environment lacks it" in capsys.readouterr().err
    assert main(["serve", "--guests"]) == main(["serve", "plotted/the-ford", "--hub"]) == 2
    assert not (tmp_path / "tables").exists()
    told = {"API_TOKEN": "secret", "SERVICE_PREFIX": PREFIX, "CLIENT_ID": COOKIE, "SERVICE_URL": hub.address}
    for name, value in told.items():
        monkeypatch.setenv(f"JUPYTERHUB_{name}", value)
    assert main(["serve", str(tmp_path / "tables"), "--hub"]) == 2  # the hub's own port
    assert "Address already in use; the hub sets this port: end what listens there" in capsys.readouterr().err
    for url in ("https://127.0.0.1:1", "http://127.0.0.1", "unix:/tmp/x", "http://127.0.0.1:x"):
        with pytest.raises(InputError, match="JUPYTERHUB_SERVICE_URL"):
            _ = Service("/", url).bound


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [["serve", "here"], ["class", "here", "--course", "plotted"]], ids=["tables", "class"]
)
@pytest.mark.parametrize("managed", [True, False])
def test_a_service_ends_with_the_hub_that_has_started_it(tmp_path: Path, command: list[str], managed: bool) -> None:
    port = free_port()
    told = {"API_TOKEN": "secret", "SERVICE_PREFIX": PREFIX, "CLIENT_ID": COOKIE}
    told |= {"API_URL": "http://127.0.0.1:1/hub/api", "SERVICE_URL": f"http://127.0.0.1:{port}", "BASE_URL": "/"}
    told |= {
        "SERVICE_NAME": "tables",
        "OAUTH_ACCESS_SCOPES": json.dumps([SCOPE]),
        **({"SERVER_NAME": ""} if managed else {}),
    }
    environment = {**os.environ, **{f"JUPYTERHUB_{name}": value for name, value in told.items()}}
    start = f"import subprocess, time; print(subprocess.Popen({[sys.executable, '-m', 'hexwidget', *command, '--hub']}).pid, flush=True)"
    parent = subprocess.Popen(
        [sys.executable, "-c", f"{start}; time.sleep(600)"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())

    def listens() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    try:
        wait_for(listens)
        parent.kill()
        parent.wait()
        if managed:
            wait_for(lambda: not listens())
        else:  # systemd or somebody else has started it
            sleep(3 * login.LOOK)
            assert listens()
    finally:
        parent.kill()
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        parent.stdout.close()


def test_no_code_opens_a_table_of_a_hub(service: Served) -> None:
    name = service.make(red="ada")
    service.tables.turn_entrance(name, is_open=True)  # as a server without a hub has left it
    code = read_entrance(service.tables.kept(name)).code
    assert code
    assert service.tables.by_code(code) is None
