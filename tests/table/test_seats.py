"""Seats over web sockets: the cookie that a browser keeps, links that are revoked, and requests that a cut or a restart ends."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget as hw
from hexwidget.serving.close_codes import CloseCode
from hexwidget.serving.cookies import KEY, LONGEST
from hexwidget.serving.links import digest
from hexwidget.table.storage import open_table
from tests.table.wire import Client, served

START = hw.scenario("depletion/first-steps").position


def post(address: str, body: Any, origin: str | None = None, cookie: str = "") -> tuple[Any, Any]:
    """Ask for a cookie; return the answer and its headers."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"Origin": origin or address, **({"Cookie": cookie} if cookie else {})}
    with urllib.request.urlopen(urllib.request.Request(f"{address}/seat", data, headers)) as answer:  # noqa: S310  (our own server)
        return json.load(answer), answer.headers


def refused(*arguments: Any, **options: Any) -> int:
    with pytest.raises(urllib.error.HTTPError) as error:
        post(*arguments, **options)
    error.value.close()
    return error.value.code


# ---------------------------------------------------------------- the cookie
def test_a_token_is_exchanged_for_a_cookie_that_opens_the_same_place_only(tmp_path: Path) -> None:
    kept = open_table(tmp_path, "duel", START)
    assert kept.tokens
    with served(kept.session, kept=kept) as table:
        token = kept.tokens["red"]
        answer, sent = post(table.address, {"token": token})
        key = answer["place"]
        assert key == digest(token)[:KEY]
        name, *attributes = [part.strip() for part in sent["Set-Cookie"].split(";")]
        assert name == f"hexwidget-{key}={token}"
        assert {"HttpOnly", "SameSite=strict", "Path=/"} < {*attributes}
        assert "Secure" not in attributes
        for beside in ({}, {"token": "x"}, {"token": kept.tokens["blue"]}):  # no link was looked up
            assert post(table.address, {"place": key, **beside}, cookie=name)[1]["Set-Cookie"] is None
        red = Client(table.address, {"place": key}, additional_headers={"Cookie": f"a=b; {name}"})
        assert red.present().startswith("You are red.")
        other = digest(kept.tokens["blue"])[:KEY]
        for place, cookie in ((other, name), (key, ""), (key, f"hexwidget-{key}=x"), ("", name)):
            headers = {"additional_headers": {"Cookie": cookie}} if cookie else {}
            assert Client(table.address, {"place": place}, **headers).closed() == CloseCode.NO_SUCH_LINK
            assert refused(table.address, {"place": place}, cookie=cookie) == 403


def test_pages_of_other_sites_and_nonsense_get_no_cookie() -> None:
    with served(hw.Session(START)) as table:
        token = table.tokens["red"]
        assert refused(table.address, {"token": token}, origin="https://evil.example") == 403
        for body in ({"token": "x"}, {"token": 1}, {"token": None}, {}, [], "x", {"place": ["x"]}):
            assert refused(table.address, body) == 403
        assert refused(table.address, b"no JSON") == 400
        assert refused(table.address, b"\xff") == 400
        assert refused(table.address, b"[" * LONGEST) == 400
        assert refused(table.address, {"token": "x" * LONGEST}) == 413
        assert post(table.address, {"token": token})[0]["place"]


def test_behind_a_proxy_with_tls_the_cookie_is_for_tls_only() -> None:
    with served(hw.Session(START), "https://games.example") as table:
        _, sent = post(table.address, {"token": table.tokens["red"]}, origin="https://games.example")
        assert "Secure" in sent["Set-Cookie"]


# ---------------------------------------------------------------- links that are revoked
def test_a_revoked_link_is_cut_at_once() -> None:
    with hw.Table(hw.Session(START), "127.0.0.1") as table:
        old = {place: link.partition("#")[2] for place, link in table.links.items()}
        red, blue = (Client(table.address, old[place]) for place in ("red", "blue"))
        cookie = f"hexwidget-{digest(old['red'])[:KEY]}={old['red']}"
        token = table.revoke("red").partition("#")[2]
        assert red.closed() == CloseCode.REPLACED
        while "Red is not here" not in blue.present():
            pass  # red has come after blue, and was told first
        assert Client(table.address, old["red"]).closed() == CloseCode.NO_SUCH_LINK
        by_cookie = Client(table.address, {"place": digest(old["red"])[:KEY]}, additional_headers={"Cookie": cookie})
        assert by_cookie.closed() == CloseCode.NO_SUCH_LINK
        assert Client(table.address, token).present().startswith("You are red. Blue is here.")
        assert blue.ask("hello")["ok"]


# ---------------------------------------------------------------- wishes
def test_a_game_is_resigned_played_again_and_looked_at_over_the_wire() -> None:
    with served(hw.Session(START, seed=1)) as table:
        red, blue, onlooker = table.sit("red"), table.sit("blue"), table.sit("")
        assert red.ask("play", action="red: 0203-0303")["ok"]
        red.wish("resign")
        assert onlooker.until("over")["over"] == "Red has resigned. Blue wins."
        assert onlooker.ask("hello")["ok"]
        onlooker.wish("replay")
        assert onlooker.wait("replay")["recording"]
        blue.wish("rematch")
        told = red.until("request")
        red.wish("agree", to=told["request"]["number"])
        assert red.wait("said")["text"] == "A new game begins. You are blue."
        assert red.present().startswith("You are blue.")
        blue.wait("said")
        reply = blue.ask("play", action="red: 0203-0303")
        assert reply["ok"], reply


def test_a_wish_that_nobody_may_send_is_answered_in_words_and_does_nothing() -> None:
    with served(hw.Session(START)) as table:
        onlooker = table.sit("")
        for wish in ("resign", "back", "agree", "x" * 5_000):
            onlooker.wish(wish)
            said = onlooker.wait("said")["text"]
            assert said.startswith("Nobody asks a table for")
            assert len(said) < 200
        assert onlooker.ask("hello")["ok"]


def test_a_request_is_gone_after_a_restart(tmp_path: Path) -> None:
    for life in range(2):
        kept = open_table(tmp_path, "duel", START)
        with served(kept.session, kept=kept) as table:
            red, blue = table.sit("red"), table.sit("blue")
            if life == 0:
                assert red.ask("play", action="red: 0203-0303")["ok"]
                red.wish("back")
                while "request" not in (told := blue.wait("present")):
                    pass
                continue
            blue.wish("agree", to=told["request"]["number"])
            assert blue.wait("said")["text"] == "That cannot be asked for now."
            assert table.table.session.step.text == "red: 0203-0303"
            red.wish("back")
            while "request" not in (told := blue.wait("present")):
                pass
            red.socket.close()
            assert blue.wait("said")["text"] == "Red has gone, and so has the request."
            assert "request" not in blue.wait("present")
