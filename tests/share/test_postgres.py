"""Workers that share a real PostgreSQL: workers and the database are killed, owners are stalled. Every action is carried out once.

The soak is ``HEXWIDGET_SOAK=1 python -m pytest tests/share/test_postgres.py``.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
pytest.importorskip("psycopg", reason="hexwidget[postgres] is not installed")

import psycopg
from playwright.sync_api import Browser, expect
from websockets.exceptions import WebSocketException

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.commands.cli import main
from hexwidget.serving.close_codes import CloseCode
from hexwidget.store.postgres.leases import STALLED_AFTER
from tests.amounts import chances, many
from tests.browser.test_table import NOT_OURS, Seat
from tests.ports import free_port
from tests.share.test_proxies import FILES, MAIN, ORIGIN, PATH, PATHS, changed
from tests.share.test_proxies import NAME as NGINX_NAME
from tests.store.accepted import check_accepted, noted_in
from tests.table.postgres import Cluster, cluster
from tests.table.wire import Client
from tests.table.workers import Workers, until

KILLS, FALLS, STALLS = many(4, 500, quick=2), many(2, 100, quick=1), many(2, 50, quick=1)
"""The kills of workers, the kills of PostgreSQL, and the stalled owners."""
LONGEST_WAIT = 0.03
"""The seconds after which something is killed, at most, counted from when an action is sent: it takes about as long."""
TAKEN_OVER = 1.0
"""The seconds in which a viewer who comes to another worker gets a table whose owner is stalled, on a machine that has time."""
NAME = "depletion-first-steps"


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


@pytest.fixture
def workers(server: Cluster) -> Iterator[Workers]:
    made = Workers(server.fresh(), 2)
    until(lambda: len(made.addresses()) == 2)
    yield made
    made.stop()


class Lasting:
    """A viewer who comes back, and sends again what was not answered, as a page does.

    :param address: returns the address of the page
    """

    def __init__(self, address: Callable[[], str], token: str) -> None:
        self._address, self._token = address, token
        self._client: Client | None = None
        self.tries = 0

    def ask(self, at: str, **args: Any) -> dict[str, Any]:
        """Send an intent until it is answered."""
        revision = None
        end = time.monotonic() + 60
        while True:
            try:
                if self._client is None:
                    self.tries += 1
                    self._client = Client(self._address(), self._token)
                    self._client.present()
                if revision is None:
                    self._client.ask("hello", at=f"{at} hello {self.tries}")  # what others have done has come by then
                    revision = self._client.revision
                return self._client.ask("play", at=at, revision=revision, **args)
            except (OSError, WebSocketException, EOFError):
                assert time.monotonic() < end, "nobody answers"
                if self._client is not None:
                    self._client.socket.close()
                self._client = None
                time.sleep(0.02)


def lines(dsn: str, name: str) -> list[str]:
    text = "SELECT line FROM hexwidget.lines WHERE key = 'tables/' || %s || '.jsonl' ORDER BY number"
    for _ in range(200):
        with suppress(psycopg.OperationalError), psycopg.connect(dsn) as at:
            return [line for (line,) in at.execute(text, (name,))]
        time.sleep(0.05)
    raise AssertionError("the database does not come back")


class Played:
    """A table in play, and what its game has come to."""

    def __init__(self, workers: Workers, folder: Path) -> None:
        links = workers.make()
        self.name = str(links["red"]).rpartition("/t/")[2].partition("/")[0]
        self.tokens = {player: links[player].rpartition("#")[2] for player in ("red", "blue")}
        self.workers = workers
        self.seats = {player: Lasting(lambda: workers.address, token) for player, token in self.tokens.items()}
        self._file = folder / f"{self.name}.jsonl"
        self.accepted: list[str] = []
        """The ids of the messages that were accepted."""
        self.before, self.position = self.decisions()

    def decisions(self) -> tuple[list[str], Any]:
        """The actions in the rows, and the position that they have led to."""
        self._file.write_text("".join(lines(self.workers.dsn, self.name)))
        session: Any = hw.load(self._file)
        made = [str(step.action) for step in session.line if step.action is not None and step.chance is None]
        return made, session.position

    @property
    def goes_on(self) -> bool:
        return bool(self.position.to_act) and len(self.before) < 60

    def act(self, rng: Random, disturb: Callable[[], None] | None = None) -> None:
        """Play an action at random, disturbed or not. It is carried out once, and nothing else is lost or done."""
        player = sorted(self.position.to_act)[0]
        action = str(self.position.legal_actions(player).sample(rng))
        timer = None
        if disturb is not None:
            timer = threading.Timer(LONGEST_WAIT * rng.random(), disturb)
            timer.start()
        at = f"{player} {len(self.before)} {rng.random()}"
        reply = self.seats[player].ask(at, action=f"{player}: {action}")
        if timer is not None:
            timer.join()
        after, self.position = self.decisions()
        assert (reply["ok"], after) == (True, [*self.before, action]), json.dumps(reply)
        self.before = after
        self.accepted.append(at)


def play(workers: Workers, folder: Path, rng: Random, disturbances: int, disturb: Callable[[Played], None]) -> int:
    """Play games until there were so many disturbances. Return the number of accepted actions, each of which is kept once."""
    done, accepted, kept = 0, list[str](), list[str]()
    while done < disturbances:
        played = Played(workers, folder)
        while played.goes_on and done < disturbances:
            struck = rng.random() < 0.5
            played.act(rng, (lambda at=played: disturb(at)) if struck else None)  # type: ignore[misc]
            done += struck
        accepted += played.accepted
        kept += noted_in("".join(lines(workers.dsn, played.name)).encode())
        assert hw.verify(folder / f"{played.name}.jsonl")
        workers.ask(f"tables/{played.name}", "DELETE")
    return check_accepted(accepted, kept, done)


# ---------------------------------------------------------------- workers
def token(link: str) -> str:
    return link.rpartition("#")[2]


def test_a_table_is_played_at_any_worker_and_by_links_of_both_kinds(workers: Workers) -> None:
    links = workers.make()
    red = Client(workers.address, token(links["red"]))  # a link without the table in its path
    red.present()
    owner = until(lambda: workers.owner_of(NAME))
    other = next(each for each in two(workers) if each != owner)
    clients = [arrive(each, token(links["blue"])) for each in (owner, other)]
    for client in clients:
        client.ask("hello")
    red.ask("hello")
    assert red.ask("play", action="red: 0203-0303")["ok"]
    for client in clients:
        client.ask("hello")
        assert any("0303" in text for text in client.texts)
    assert workers.owner_of(NAME) == owner
    until(lambda: workers.ask("tables", address=other)["tables"][0]["who"].startswith("Red is here. Blue is here on 2"))


def test_the_page_of_a_table_comes_from_its_own_path(workers: Workers) -> None:
    page = str(workers.make()["red"]).partition("#")[0]
    for name, words in (("", "table.js"), ("table.js", "import"), ("table.css", "{")):
        with urllib.request.urlopen(f"{page}{name}") as reply:  # noqa: S310  (our own server)
            assert words in reply.read().decode()
    origin = {"Origin": workers.address}
    for name, path in (("t/x", "/t/x/"), ("", "/")):
        at = f"{workers.address}/{name}{'/' * bool(name)}seat"
        body = json.dumps({"token": token(workers.links(NAME)["red"])}).encode()
        with urllib.request.urlopen(urllib.request.Request(at, body, origin)) as reply:  # noqa: S310
            assert f"Path={path};" in reply.headers["set-cookie"]


def test_what_the_owner_does_at_one_worker_holds_at_all(workers: Workers) -> None:
    links = workers.make()
    owner = until(lambda: wake_by(workers, links))
    other = next(each for each in two(workers) if each != owner)
    seats = [arrive(each, token(links[place])) for place, each in (("red", owner), ("blue", other))]
    workers.ask(f"tables/{NAME}/links", "POST", {"place": "red"}, address=other)
    assert seats[0].closed() == CloseCode.REPLACED
    for each in (owner, other):
        assert Client(each, token(links["red"])).closed() == CloseCode.NO_SUCH_LINK
    workers.ask(f"tables/{NAME}", "DELETE", address=other)
    assert seats[1].closed() == CloseCode.CLOSED
    assert Client(owner, token(links["blue"])).closed() == CloseCode.NO_SUCH_LINK
    until(lambda: not workers.owner_of(NAME))
    assert len(lines(workers.dsn, f"closed/{NAME}")) == 1


def test_the_limit_of_viewers_is_one_of_all_workers(server: Cluster) -> None:
    made = Workers(server.fresh(), 2, "--most-viewers", "3")
    try:
        until(lambda: len(made.addresses()) == 2)
        tables = [made.make(), made.make()]
        at = until(lambda: two(made))
        for number in (0, 0, 1):
            arrive(at[number], token(tables[number]["red"]))
        time.sleep(0.5)  # each worker tells the others how many it has
        for number in (0, 1):
            said = Client(at[number], token(tables[number]["blue"])).wait("refused")["text"]
            assert "the server has its 3 viewers" in said
    finally:
        made.stop()


def test_workers_say_how_they_are_and_their_tables_are_not_copied(
    workers: Workers, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    links = workers.make()
    arrive(workers.address, token(links["red"]))
    assert main(["serve", "--database", workers.dsn, "--status", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["workers"]
    assert sorted(each["address"] for each in found) == two(workers)
    assert sum(each["viewers"]["player"] for each in found) == 1
    assert main(["tables", "copy", workers.dsn, str(tmp_path / "x")]) == 2
    assert "is served now" in capsys.readouterr().err


def test_the_same_command_goes_on_and_workers_end_with_the_first_process(server: Cluster) -> None:
    dsn = server.fresh()
    first = Workers(dsn, 2)
    links = first.make()
    red = arrive(first.address, token(links["red"]))
    red.ask("hello")
    assert red.ask("play", action="red: 0203-0303")["ok"]
    first.process.kill()
    assert red.wait("leaving")["text"] == "The server is back in a moment"
    assert first.process.wait(10) == -signal.SIGKILL
    until(lambda: first.addresses() == [])
    again = Workers(dsn, 1)
    try:
        assert again.token == first.token
        assert {token(each["link"]) for each in again.tables[0]["places"]} == {token(link) for link in links.values()}
        assert "Blue to act" in until(lambda: again.ask("tables"))["tables"][0]["stage"]
    finally:
        assert again.stop() == 0


def test_viewers_are_told_that_the_database_has_gone_and_go_on_when_it_is_back(
    server: Cluster, workers: Workers
) -> None:
    links = workers.make()
    red = arrive(workers.address, token(links["red"]))
    red.ask("hello")
    assert red.ask("play", action="red: 0203-0303")["ok"]
    server.stop()
    try:
        assert red.closed() == CloseCode.COME_BACK
        for each in ("red", "blue"):
            late = Client(workers.address, token(links[each]))
            assert late.wait("refused")["text"].startswith(
                "The database of the tables does not answer: what was played"
            )
            assert late.closed() == CloseCode.REFUSED
        answer = workers.ask_error("tables")
        assert "The database of the tables does not answer" in answer
    finally:
        server.start()
    blue = arrive(workers.address, token(links["blue"]))
    blue.ask("hello")
    assert any("0303" in text for text in blue.texts)
    assert blue.ask("play", action="blue: pass")["ok"]


def wake_by(workers: Workers, links: dict[str | None, str]) -> str:
    arrive(workers.address, token(links["red"])).socket.close()
    return workers.owner_of(NAME)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_page_follows_its_table_to_another_worker_and_loses_no_click(
    how: signal.Signals, workers: Workers, browser: Browser
) -> None:
    links, spaces = workers.make(), hw.scenario("depletion/first-steps").position.map
    owner = until(lambda: wake_by(workers, links))
    other = next(each for each in two(workers) if each != owner)
    pages = [Seat(browser, links[player].replace(workers.address, other), spaces) for player in ("red", "blue")]
    red, blue = pages
    red.says("You are red. Blue is here.")
    red.knows("0203")
    assert workers.owner_of(NAME) == owner
    process = workers.process_at(owner)
    os.kill(process, how)
    try:
        red.click("0203", "0303")
        expect(blue.page).to_have_title("Your turn · First steps")
        assert workers.owner_of(NAME) == other
    finally:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGCONT)
    blue.page.get_by_role("button", name="Pass").first.click()
    blue.page.locator(".hexwidget-confirm:visible").click()
    expect(red.page).to_have_title("Your turn · First steps")
    for seat in pages:
        assert [error for error in seat.errors if not error.startswith(NOT_OURS)] == []
        seat.leave()
    assert len(lines(workers.dsn, NAME)) == 3


# ---------------------------------------------------------------- nginx
@contextmanager
def behind_nginx(
    server: Cluster, tmp_path: Path, *options: str
) -> Iterator[tuple[Workers, Callable[[str, str], Client]]]:
    """Run two workers behind nginx, by the file of the documentation. A function is given with them that comes by a link."""
    for needed in ("nginx", "openssl"):
        if shutil.which(needed, path=PATH) is None:
            pytest.skip(f"{needed} is not installed; on Debian: apt install {needed}")
    made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NGINX_NAME}"]
    made += ["-addext", f"subjectAltName=DNS:{NGINX_NAME}", "-keyout", "key.pem", "-out", "certificate.pem"]
    subprocess.run(["openssl", "req", *made], cwd=tmp_path, check=True, capture_output=True)
    port, behind, plain = free_port(), free_port(), free_port()
    certificates = f"/etc/letsencrypt/live/{NGINX_NAME}"
    pairs = [
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        (f"{certificates}/fullchain.pem", f"{tmp_path}/certificate.pem"),
        (f"{certificates}/privkey.pem", f"{tmp_path}/key.pem"),
        *((f"127.0.0.1:800{n}", f"127.0.0.1:{behind + n}") for n in (1, 2)),
        *((f"    server 127.0.0.1:800{n} fail_timeout=1s;\n", "") for n in (3, 4)),
    ]
    (tmp_path / "site.conf").write_text(changed((FILES / "nginx-workers.conf").read_text(), *pairs))
    (tmp_path / "nginx.conf").write_text(MAIN.format(folder=tmp_path, paths=PATHS.format(folder=tmp_path)))
    workers = Workers(server.fresh(), 2, "--port", str(behind), "--origin", ORIGIN, *options)
    command = ["nginx", "-e", "stderr", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(command, env={"PATH": PATH}, stdout=log, stderr=log)
    trusted = ssl.create_default_context(cafile=str(tmp_path / "certificate.pem"))

    def come(link: str, name: str) -> Client:
        line = socket.create_connection(("127.0.0.1", port), 10)
        options: dict[str, Any] = {"sock": line, "ssl": trusted, "server_hostname": NGINX_NAME}
        page = link.partition("#")[0].rstrip("/")
        return Client(page, token(link), ORIGIN, name=name, **options)

    try:
        until(lambda: len(workers.addresses()) == 2)
        until(lambda: not socket.socket().connect_ex(("127.0.0.1", port)))
        yield workers, come
    finally:
        process.terminate()
        process.wait(10)
        workers.stop()


@pytest.fixture
def nginx(server: Cluster, tmp_path: Path) -> Iterator[tuple[Workers, Callable[[str, str], Client]]]:
    with behind_nginx(server, tmp_path) as made:
        yield made


def test_nginx_chooses_a_worker_by_the_table_and_another_when_it_ends(
    nginx: tuple[Workers, Callable[[str, str], Client]],
) -> None:
    workers, come = nginx
    tables = [workers.make() for _ in range(12)]  # of so few each worker has one
    names = [str(links["red"]).rpartition("/t/")[2].partition("/")[0] for links in tables]
    assert all(link.startswith(f"{ORIGIN}/t/") for links in tables for link in links.values())
    pairs = [(come(links["red"], f"{n} red "), come(links["blue"], f"{n} blue ")) for n, links in enumerate(tables)]
    for red, blue in pairs:
        red.present()
        blue.present()
        red.ask("hello")
        assert red.ask("play", action="red: 0203-0303")["ok"]
    owners = {name: workers.owner_of(name) for name in names}
    assert len({*owners.values()}) == 2
    for address in {*owners.values()}:  # none of the connections is passed on
        there = sum(owner == address for owner in owners.values())
        assert workers.ask("status", address=address)["viewers"]["player"] == 2 * there
    os.kill(workers.process_at(owners[names[0]]), signal.SIGKILL)
    assert pairs[0][1].closed() is None
    again = until(lambda: back(come, tables[0]["blue"]))
    again.ask("hello")
    assert again.ask("play", action="blue: pass")["ok"]
    assert len(lines(workers.dsn, names[0])) == 3


def back(come: Callable[[str, str], Client], link: str) -> Client | None:
    """Come back through nginx, if somebody answers."""
    with suppress(OSError, WebSocketException):
        client = come(link, "back ")
        client.present()
        return client
    return None


# ---------------------------------------------------------------- the soak
def test_workers_that_are_killed_lose_nothing_and_do_nothing_twice(workers: Workers, tmp_path: Path) -> None:
    def kill(played: Played) -> None:
        address = workers.owner_of(played.name)
        if address:
            with suppress(OSError):
                os.kill(workers.process_at(address), signal.SIGKILL)

    accepted = play(workers, tmp_path, chances("a worker is killed"), KILLS, kill)
    tried("workers of a database killed", KILLS)
    tried("actions accepted by workers that were killed", accepted)


@pytest.mark.parametrize("kind", ["kill", "immediate"])
def test_a_database_that_is_killed_loses_nothing_and_workers_go_on(
    kind: str, server: Cluster, workers: Workers, tmp_path: Path
) -> None:
    def fall(_: Played) -> None:
        server.kill() if kind == "kill" else server.stop(kind)
        server.start()

    falls = (FALLS + 1) // 2
    accepted = play(workers, tmp_path, chances("a database is killed", kind), falls, fall)
    tried("databases of tables killed", falls)
    tried("actions accepted over databases that were killed", accepted)


def test_a_stalled_owner_is_followed_within_a_second_and_writes_nothing_when_it_goes_on(
    workers: Workers, tmp_path: Path
) -> None:
    rng, taken, played = chances("an owner is stalled"), list[float](), None
    for _ in range(STALLS):
        if played is None or not played.goes_on:
            played = Played(workers, tmp_path)
        at = [until(lambda at=played: workers.owner_of(at.name) or wake(at))]  # type: ignore[misc]
        other = next(each for each in until(lambda: two(workers)) if each != at[0])
        played.act(rng)
        player = sorted(played.position.to_act)[0]
        stale = Client(at[0], played.tokens[player])
        stale.present()
        stale.ask("hello")
        action = str(played.position.legal_actions(player).sample(rng))
        process = workers.process_at(at[0])
        os.kill(process, signal.SIGSTOP)
        try:
            # The stalled owner finds this when it goes on, and must not carry it out.
            message = {"id": f"late {rng.random()}", "revision": stale.revision, "intent": "play"}
            stale.socket.send(json.dumps({**message, "args": {"action": f"{player}: {action}"}}))
            time.sleep(rng.random() * STALLED_AFTER)
            begun = time.monotonic()
            client = arrive(other, played.tokens[player])
            taken.append(time.monotonic() - begun)
            assert workers.owner_of(played.name) == other
            client.ask("hello")
            assert client.ask("play", at=f"in time {rng.random()}", action=f"{player}: {action}")["ok"]
        finally:
            os.kill(process, signal.SIGCONT)
        code = stale.closed()
        assert code == CloseCode.COME_BACK, code
        after, played.position = played.decisions()
        assert after == [*played.before, action]
        played.before = after
        client.socket.close()
    tried("owners of a table stalled", STALLS)
    usual = sorted(taken)[len(taken) // 2]
    print(f"taken over after {usual:.3f} s, at most {max(taken):.3f} s")
    assert usual < TAKEN_OVER, taken


def two(workers: Workers) -> list[str]:
    found = workers.addresses()
    return found if len(found) == 2 else []


def wake(played: Played) -> str:
    """Have some worker own the table."""
    client = arrive(played.workers.address, played.tokens["red"])
    client.socket.close()
    return ""


def arrive(address: str, token: str) -> Client:
    """Come to the table as a page does: until somebody is there."""
    while True:
        client = Client(address, token)
        try:
            client.present()
            return client
        except WebSocketException:
            time.sleep(0.02)
