"""A table over real web sockets: two seats and a spectator, links, limits, and what other sites may do."""

from __future__ import annotations

import asyncio
import json
import socket
import time
import urllib.request
from contextlib import suppress

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from websockets.exceptions import ConnectionClosed, InvalidStatus

import hexwidget as hw
from hexwidget.serving import viewer
from hexwidget.serving.close_codes import CloseCode
from hexwidget.serving.server import listening
from hexwidget.table.pages import FILES
from tests import inside
from tests.table.wire import PATIENCE, Client, served

RED = {"army": "0203", "to": "0303"}


def test_two_seats_and_a_spectator_play_depletion() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    with served(session) as table:
        red, blue, onlooker = table.sit("red"), table.sit("blue"), table.sit("")
        assert '"You look on. Red is here. Blue is here."' in onlooker.texts[-1]
        assert red.ask("confirm", draft=RED)["ok"]
        blue.ask("hello")
        onlooker.ask("hello")
        for seen in (blue, onlooker):
            assert any("move" in text and "0303" in text for text in seen.texts[1:])
        assert blue.ask("play", action="blue: pass")["ok"]
        onlooker.ask("hello", revision=0)
        refused = onlooker.ask("play", action="red: pass")
        assert "this is the spectators' board; players act on boards of their own" in refused["error"]
        red.ask("hello", revision=0)
        for intent, args in (("undo", {}), ("play", {"action": "blue: pass"})):
            assert "this is red's board" in red.ask(intent, **args)["error"]
        assert session.step.number == 2
        referee = table.sit(None)
        assert referee.ask("undo")["ok"]
        assert [step.text for step in session.line[: session.step.number + 1]] == ["start", "red: 0203-0303"]
        assert "nobody at a table may ask for it" in referee.ask("load")["error"]


def test_sealed_orders_of_plotted_are_on_nobody_elses_wire() -> None:
    session = hw.Session("plotted/the-ford", seed=1)
    with served(session) as table:
        red, blue, onlooker = table.sit("red"), table.sit("blue"), table.sit("")
        before = {client: len(client.texts) for client in (red, onlooker)}
        written = "blue: all rest"
        assert blue.ask("play", action=written)["ok"]
        for client in (red, onlooker):
            assert client.ask("hello")["ok"]
            assert "rest" not in "".join(client.texts[before[client] :])
        assert red.ask("play", action="red: all rest")["ok"]
        onlooker.ask("hello", revision=0)
        assert session.step.number == 2


def test_a_message_that_comes_again_is_done_once_also_after_a_restart(tmp_path) -> None:
    start = hw.scenario("depletion/first-steps").position
    for life in range(2):
        session = hw.Session(start, tmp_path / "game.jsonl")
        with served(session) as table:
            red = table.sit("red")
            for _ in range(2):
                assert red.ask("confirm", at="m1", draft=RED)["ok"]
            assert len(session.steps) == 2, life


def test_a_seat_on_two_screens_is_told_and_shares_a_board() -> None:
    with served(hw.Session("depletion/first-steps")) as table:
        red = table.sit("red")
        other = table.sit("red")
        assert red.present().startswith("You are red, on 2 screens: if the others are not yours, ask for a new link.")
        assert len(inside.boards(table.table)) == 1
        other.socket.close()
        assert red.present() == "You are red. Blue is not here."


def test_only_links_of_the_table_open_it() -> None:
    with served(hw.Session("depletion/first-steps")) as table:
        assert Client(table.address, "x" * 32).closed() == CloseCode.NO_SUCH_LINK
        assert Client(table.address, "").closed() == CloseCode.NO_SUCH_LINK
        never = Client(table.address, "\ud800")
        assert never.closed() == CloseCode.NO_SUCH_LINK
        assert inside.boards(table.table) == {}


def test_pages_of_other_sites_are_turned_away() -> None:
    with served(hw.Session("depletion/first-steps")) as table:
        for origin in ("https://evil.example", "null", table.address.replace("127.0.0.1", "localhost")):
            with pytest.raises(InvalidStatus):
                Client(table.address, table.tokens["red"], origin)
    with served(hw.Session("depletion/first-steps"), "https://games.example") as table:
        with pytest.raises(InvalidStatus):
            Client(table.address, table.tokens["red"])
        table.sit("red", origin="https://games.example")


def test_the_page_runs_only_its_own_files() -> None:
    with served(hw.Session("depletion/first-steps")) as table:
        with urllib.request.urlopen(table.address) as page:  # noqa: S310  (our own server)
            policy, html = page.headers["Content-Security-Policy"], page.read().decode()
        assert "unsafe" not in policy
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
        assert ("style=" in html, "<style" in html, "on" + "click" in html) == (False, False, False)
        assert page.headers["Referrer-Policy"] == "no-referrer"
        for name in FILES:
            with urllib.request.urlopen(f"{table.address}/{name}") as file:  # noqa: S310
                assert file.headers["Content-Security-Policy"] == policy
        for name in ("page.js", "static/board.js", "%2e%2e/line.py"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"{table.address}/{name}")  # noqa: S310


def test_small_messages_are_sent_at_once() -> None:
    with (
        listening("127.0.0.1", 0) as bound,
        socket.create_connection(bound.getsockname()),
        bound.accept()[0] as made,
    ):
        assert made.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


# ---------------------------------------------------------------- limits
@pytest.mark.parametrize("text", ["not JSON", "null", "[" * 60_000, "1" * 60_000])
def test_a_viewer_who_sends_nonsense_is_dropped(text: str) -> None:
    with served(hw.Session("depletion/first-steps")) as table:
        red = table.sit("red")
        red.socket.send(text)
        assert red.closed() == CloseCode.TOO_MUCH
        assert table.sit("red").ask("hello")["ok"]


def test_a_message_has_a_length() -> None:
    with served(hw.Session("depletion/first-steps")) as table:
        red = table.sit("red")
        assert not red.ask("play", action="x" * 3_000)["ok"]
        red.socket.send(json.dumps({"id": "x" * viewer.LONGEST_MESSAGE}))
        assert red.closed() == 1009


def test_a_viewer_who_sends_without_end_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewer, "monotonic", lambda: 0.0)  # a busy server forgives them more while it answers
    with served(hw.Session("depletion/first-steps")) as table:
        red = table.sit("red")
        with suppress(ConnectionClosed):  # the server ends it meanwhile
            for n in range(2 * viewer.AT_ONCE):
                red.socket.send(json.dumps({"id": f"n{n}", "revision": 0, "intent": "hover", "args": {"space": None}}))
        assert red.closed() == CloseCode.TOO_MUCH


def test_a_slow_viewer_is_dropped_and_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewer, "MOST_WAITING", 20_000)
    with served(hw.Session("depletion/first-steps")) as table:
        slow = table.sit("red", max_queue=1, compression=None)
        blue = table.sit("blue")
        line = inside.boards(table.table)["red"].line
        end = time.monotonic() + PATIENCE
        while line.viewers and time.monotonic() < end:
            big = f'{{"method":"beat","more":"{"x" * 1_000_000}"}}'
            for each in list(line.viewers):
                each.put(big)
            time.sleep(0.02)
        assert not line.viewers
        assert blue.ask("hello")["ok"]
        slow.socket.close_socket()


def test_a_rate_is_forgiven_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(viewer, "monotonic", lambda: now[0])
    rate = viewer.Rate()
    assert sum(rate.allows() for _ in range(500)) == viewer.AT_ONCE
    assert not rate.allows()
    now[0] += 30.0
    assert sum(rate.allows() for _ in range(500)) == viewer.AT_ONCE


def test_a_beat_is_left_out_where_a_message_has_been_one() -> None:
    async def taken() -> list[str]:
        outbox = viewer.Outbox()
        for act in (outbox.beat, outbox.put, outbox.beat, outbox.beat, outbox.put, outbox.beat, outbox.beat):
            act("news") if act == outbox.put else act()
        return [await outbox.take() for _ in range(4)]

    assert asyncio.run(taken()) == ["news", viewer.BEAT, "news", viewer.BEAT]
