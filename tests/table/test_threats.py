"""What strangers may try at a table's server, beside what the other tests of this room show (SECURITY.md has the list)."""

from __future__ import annotations

import asyncio
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

import hexwidget as hw
from hexwidget.serving import app, pages, server
from tests import inside
from tests.table.wire import PATIENCE, Client, served


def test_who_gives_no_token_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "PATIENCE", 0.2)
    with served(hw.Session("depletion/first-steps")) as table:
        url = f"{table.address.replace('http', 'ws', 1)}/socket"
        with connect(url, origin=Origin(table.address), proxy=None) as silent, pytest.raises(ConnectionClosed):
            silent.recv(timeout=PATIENCE)
        assert inside.boards(table.table) == {}


@contextmanager
def lines(address: str, number: int, sent: bytes = b"") -> Iterator[list[socket.socket]]:
    """Open connections that send no whole request."""
    at = urlsplit(address)
    with ExitStack() as opened:
        found = [
            opened.enter_context(socket.create_connection((at.hostname, at.port), PATIENCE)) for _ in range(number)
        ]
        for each in found:
            each.sendall(sent)
        yield found


ASKED = b"GET / HTTP/1.1\r\nHost: x\r\n"


@pytest.mark.parametrize(
    "sent", [b"", ASKED, ASKED + b"\r\n" + ASKED, b"POST /seat HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"]
)
def test_a_connection_without_a_whole_request_is_let_go(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SILENCE", 0.2)
    monkeypatch.setattr(pages, "PATIENCE", 0.2)
    with served(hw.Session("depletion/first-steps")) as table, lines(table.address, 1, sent) as (line,):
        while line.recv(65_536):  # it is closed, after the answers to what was asked before
            pass


def test_silent_connections_keep_no_right_link_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 40)
    monkeypatch.setattr(server, "MOST_SILENT", 20)
    with served(hw.Session("depletion/first-steps")) as table, lines(table.address, 60) as silent:
        with urllib.request.urlopen(table.address) as page:  # noqa: S310  (our own server)
            assert page.status == 200
        assert table.sit("red").ask("hello")["ok"]
        assert silent[0].recv(1) == b""  # the first makes room
        silent[-1].sendall(ASKED + b"Connection: close\r\n\r\n")
        assert silent[-1].recv(15) == b"HTTP/1.1 200 OK"


def test_connections_that_come_at_once_hold_up_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two of them the server answers those who are there."""
    usual, together = server.BrowserConnection.connection_made, [0]

    def made(self: server.BrowserConnection, transport: asyncio.Transport) -> None:
        if together[-1] == 0:
            self.loop.call_soon(together.append, 0)
        together[-1] += 1
        usual(self, transport)

    monkeypatch.setattr(server.BrowserConnection, "connection_made", made)
    with served(hw.Session("depletion/first-steps")) as table:
        with urllib.request.urlopen(table.address):  # noqa: S310  (our own server)
            pass  # its queue has its length only once it has begun
        come = threading.Event()
        table.loop.call_soon_threadsafe(come.wait, PATIENCE)  # the server takes none until all have come
        with lines(table.address, 30):
            come.set()
            with urllib.request.urlopen(table.address) as page:  # noqa: S310  (our own server)
                assert page.status == 200
    assert sum(together) > 30
    assert max(together) == 1


def test_web_sockets_without_a_token_keep_no_right_link_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "MOST_NAMELESS", 5)
    with served(hw.Session("depletion/first-steps")) as table, ExitStack() as opened:
        url = f"{table.address.replace('http', 'ws', 1)}/socket"
        silent = [
            opened.enter_context(connect(url, origin=Origin(table.address), proxy=None, close_timeout=0.1))
            for _ in range(12)
        ]
        assert table.sit("red").ask("hello")["ok"]
        with pytest.raises(ConnectionClosed):
            silent[0].recv(timeout=PATIENCE)
        silent[-1].send('{"token": "the token of blue"}')
        assert silent[-1].recv(timeout=PATIENCE)


def test_a_full_server_refuses_pages_and_its_players_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 3)
    with served(hw.Session("depletion/first-steps")) as table:
        red, blue = table.sit("red"), table.sit("blue")
        with pytest.raises(urllib.error.HTTPError, match="503"):
            urllib.request.urlopen(table.address)  # noqa: S310  (our own server)
        assert red.ask("hello")["ok"]
        blue.socket.close()
        while red.present() != "You are red. Blue is not here.":
            pass
        with urllib.request.urlopen(table.address) as page:  # noqa: S310
            assert page.status == 200


def test_a_token_is_in_no_log_and_no_file_that_others_read(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with served(hw.Session("depletion/first-steps", tmp_path / "game.jsonl")) as table:
        red = table.sit("red")
        assert red.ask("play", action="red: pass")["ok"]
        Client(table.address, "a wrong token").closed()
        red.socket.send("nonsense")
        red.closed()
    said = "".join(capfd.readouterr()) + (tmp_path / "game.jsonl").read_text()
    assert "pass" in said
    assert not [token for token in (*table.tokens.values(), "a wrong token") if token in said]
