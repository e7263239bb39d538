"""What strangers may try at a table's server, beside what the other tests of this room show (SECURITY.md has the list)."""

from __future__ import annotations

import urllib.error
import urllib.request
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

import hexwidget as hw
from hexwidget.serving import app, server
from tests.table.wire import PATIENCE, Client, served


def test_who_gives_no_token_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "PATIENCE", 0.2)
    with served(hw.Session("depletion/first-steps")) as table:
        url = f"{table.address.replace('http', 'ws', 1)}/socket"
        with connect(url, origin=Origin(table.address), proxy=None) as silent, pytest.raises(ConnectionClosed):
            silent.recv(timeout=PATIENCE)
        assert table.table._boards == {}


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
