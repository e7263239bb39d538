"""The door of a table: a person who types its code gets a free seat. The code ends with the table, or when the owner closes the door."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget as hw
from hexwidget.serving.close_codes import CloseCode
from hexwidget.store.folder import Folder
from hexwidget.table.entrance import read_entrance, write_entrance
from hexwidget.table.storage import KeptTable, open_table
from tests.table.wire import PATIENCE, Client, Owner, served, served_folder


def post(address: str, body: object) -> tuple[int, dict[str, Any]]:
    """Ask to come in; return the status and the answer."""
    request = urllib.request.Request(f"{address}/join", json.dumps(body).encode(), {"Origin": address})  # noqa: S310  (our own server)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:  # noqa: S310  (our own server)
            return reply.status, json.loads(reply.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read())


def code_of(owner: Owner, name: str) -> str:
    return str(next(each["code"] for each in owner.ask("tables")["tables"] if each["name"] == name))


def seats(address: str, code: str) -> list[str]:
    return [each["called"] for each in post(address, {"code": code})[1]["seats"]]


def test_a_door_speaks_the_language_of_its_table(tmp_path: Path) -> None:
    hw.use_language("de")
    try:
        with served_folder(tmp_path) as owner:
            for scenario, language, look_on, taken in (
                ("plotted/the-ford", "de", "Zusehen", "Dieser Platz ist nicht frei: "),
                ("depletion/first-steps", "en", "Look on", "This seat is not free: "),
            ):
                name = owner.make(scenario)
                owner.ask(f"tables/{name}/entrance", "POST", {"open": True})
                code = code_of(owner, name)
                assert post(owner.address, {"code": code})[1]["language"] == language
                assert seats(owner.address, code)[-1] == look_on
                assert post(owner.address, {"code": code, "name": "Anna", "seat": "x"})[1]["error"].startswith(taken)
    finally:
        hw.use_language("en")


def test_people_take_seats_by_the_code_of_a_table_until_the_owner_closes_the_door(tmp_path: Path) -> None:
    with served_folder(tmp_path) as owner:
        duel, other = owner.make(title="Anna and Ben"), owner.make("plotted/the-ford", opponents={"blue": "random"})
        assert code_of(owner, duel) == ""
        assert post(owner.address, {"code": ""})[0] == 403
        for name in (duel, other):
            assert owner.ask(f"tables/{name}/entrance", "POST", {"open": True}) == {}
        code = code_of(owner, duel)
        assert seats(owner.address, code_of(owner, other)) == ["Red", "Look on"]
        assert seats(owner.address, code) == ["Red", "Blue", "Look on"]
        assert Client(owner.address, code).closed() == CloseCode.NO_SUCH_LINK
        status, told = post(owner.address, {"code": code.lower(), "name": " Anna ", "seat": "red"})
        assert (status, told["title"]) == (200, "Anna and Ben")
        red = owner.sit(told["token"])
        assert red.ask("confirm", draft={"army": "0203", "to": "0303"})["ok"]
        for wanted, words in (
            (
                {"name": "Ben", "seat": "red"},
                "This seat is not free: somebody has just taken it; load this page again.",
            ),
            ({"name": "Ben", "seat": None}, "This seat is not free: somebody has just taken it; load this page again."),
            ({"name": "\u0410nna", "seat": "blue"}, "This name does not do: somebody is here as \u0410nna already."),
        ):
            status, told = post(owner.address, {"code": code, **wanted})
            assert status == 400
            assert told["error"].startswith(words)
        blue = owner.sit(post(owner.address, {"code": code, "name": "Ben", "seat": "blue"})[1]["token"])
        onlooker = owner.sit(post(owner.address, {"code": code, "name": "", "seat": ""})[1]["token"])
        assert any("Red (Anna) is here. Blue (Ben) is here." in text for text in onlooker.texts)
        assert blue.ask("hello")
        assert seats(owner.address, code) == ["Look on"]
        listed = next(each for each in owner.ask("tables")["tables"] if each["name"] == duel)
        assert listed["came"] == ["Anna (red)", "Ben (blue)"]
        owner.ask(f"tables/{duel}/links", "POST", {"place": "red"})  # it cuts Anna off
        assert red.closed() == CloseCode.REPLACED
        assert seats(owner.address, code) == ["Red", "Look on"]
    with served_folder(tmp_path) as owner:
        assert code_of(owner, duel) == code
        assert seats(owner.address, code) == ["Red", "Look on"]
        owner.ask(f"tables/{duel}/entrance", "POST", {"open": False})
        assert post(owner.address, {"code": code})[0] == 403
        owner.ask(f"tables/{duel}/entrance", "POST", {"open": True})
        again = code_of(owner, duel)
        assert again not in ("", code)
        owner.ask(f"tables/{duel}", "DELETE")
        assert post(owner.address, {"code": again})[0] == 403


def test_a_table_alone_has_a_code_and_keeps_who_has_come(tmp_path: Path) -> None:
    start = hw.scenario("depletion/first-steps").position
    kept = open_table(tmp_path, "duel", start)
    with served(kept.session, kept=kept) as table:
        code = table.channels.code
        assert seats(table.address, code) == ["Red", "Blue", "Look on"]
        told = post(table.address, {"code": code, "name": "Anna", "seat": "red"})[1]
        assert told["token"] == table.tokens["red"]
        assert seats(table.address, code) == ["Blue", "Look on"]
        table.sit("blue").socket.close()  # who has come by a link has the seat, also while they are away
        assert seats(table.address, code) == ["Look on"]
    kept = open_table(tmp_path, "duel", start)
    with served(kept.session, kept=kept) as table:
        assert table.channels.code == code
        assert seats(table.address, code) == ["Look on"]


def test_a_seat_that_somebody_came_to_before_the_door_opened_stays_theirs(tmp_path: Path) -> None:
    with served_folder(tmp_path) as owner:
        duel = owner.make()
        red = owner.sit(owner.links(duel)["red"])
        assert red.ask("hello")
        red.socket.close()
        owner.ask(f"tables/{duel}/entrance", "POST", {"open": True})
        assert seats(owner.address, code_of(owner, duel)) == ["Blue", "Look on"]


def test_a_code_that_another_process_has_just_changed_takes_no_seat(tmp_path: Path) -> None:
    with served_folder(tmp_path) as owner:
        duel = owner.make()
        owner.ask(f"tables/{duel}/entrance", "POST", {"open": True})
        code = code_of(owner, duel)
        kept = KeptTable(Folder(tmp_path), duel)
        write_entrance(kept, replace(read_entrance(kept), code=""))  # as another worker does
        status, told = post(owner.address, {"code": code, "name": "Anna", "seat": "red"})
        assert status == 400
        assert "the door is closed" in told["error"]
        assert read_entrance(kept).names == {}


def test_new_links_free_the_seats_of_those_who_are_cut_off(tmp_path: Path) -> None:
    start = hw.scenario("depletion/first-steps").position
    for new_links, names in ((False, {"red": "Anna"}), (True, {})):
        kept = open_table(tmp_path, "duel", start, new_links=new_links)
        if not new_links:
            write_entrance(kept.files, read_entrance(kept.files).taken("red", "Anna"))
        assert read_entrance(kept.files).names == names
        kept.session.close()


def test_the_door_of_a_damaged_file_is_closed_and_its_table_is_served(tmp_path: Path) -> None:
    with served_folder(tmp_path) as owner:
        name = owner.make()
        owner.ask(f"tables/{name}/entrance", "POST", {"open": True})
    path = tmp_path / f"{name}.entrance.json"
    assert path.stat().st_mode & 0o077 == 0
    path.write_text("{")
    with served_folder(tmp_path) as owner:
        assert code_of(owner, name) == ""
        assert owner.sit(owner.links(name)["red"])


def test_a_table_of_a_cell_has_a_code() -> None:
    with hw.Table("depletion/first-steps", "127.0.0.1") as table:
        assert seats(table.address, table.code) == ["Red", "Blue", "Look on"]
        told = post(table.address, {"code": table.code, "name": "Anna", "seat": "red"})[1]
        assert table.links["red"].endswith(f"#{told['token']}")
        table.revoke("blue")
        told = post(table.address, {"code": table.code, "name": "Ben", "seat": "blue"})[1]
        assert table.links["blue"].endswith(f"#{told['token']}")
