"""All tables of a folder over real web sockets: made, slept, woken, given new links and closed by their owner."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.request
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget as hw
from hexwidget.problems import InputError
from hexwidget.serving import admission, app, pages
from hexwidget.serving.close_codes import CloseCode
from hexwidget.store.folder import Folder
from hexwidget.table import lobby, tables
from tests import inside
from tests.table.wire import PATIENCE, Client, Owner, served_folder

RED = {"army": "0203", "to": "0303"}


def listed(owner: Owner, name: str) -> dict[str, Any]:
    return {each["name"]: each for each in owner.ask("tables")["tables"]}[name]


def refused(owner: Owner, token: str) -> str:
    """The words for a viewer who may not come in."""
    client = Client(owner.address, token)
    words = client.read()
    assert (words["method"], client.closed()) == ("refused", CloseCode.REFUSED)
    return str(words["text"])


def test_the_owner_makes_tables_and_each_link_leads_to_its_place(tmp_path: Path) -> None:
    with served_folder(tmp_path / "tables") as owner:
        duel, ford = owner.make(title="Anna and Ben", settings={"rounds": 3}), owner.make("plotted/the-ford")
        red, blue = owner.sit(owner.links(duel)["red"]), owner.sit(owner.links(duel)["blue"])
        other = owner.sit(owner.links(ford)["red"])
        assert red.ask("confirm", draft=RED)["ok"]
        blue.ask("hello")
        assert any("0303" in text for text in blue.texts[1:])
        assert other.ask("play", action="red: all rest")["ok"]
        first = listed(owner, duel)
        assert (first["title"], first["stage"]) == ("Anna and Ben", "Round 1 of 3: Blue to act")
        assert first["who"] == "Red is here. Blue is here."
        assert [each["name"] for each in owner.ask("tables")["tables"]] == [ford, duel]
    with served_folder(tmp_path / "tables") as owner:
        assert listed(owner, duel)["stage"] == "Round 1 of 3: Blue to act"
        assert owner.sit(owner.links(duel)["blue"]).ask("play", action="blue: pass")["ok"]
    assert [step.text for step in hw.load(tmp_path / "tables" / f"{duel}.jsonl").steps][1:] == [
        "red: 0203-0303",
        "blue: pass",
    ]


@pytest.mark.slow
def test_an_opponent_of_the_engine_plays_a_seat_also_after_a_restart(tmp_path: Path) -> None:
    with served_folder(tmp_path) as owner:
        name = owner.make(opponents={"blue": "random"})
        assert owner.sit(owner.links(name)["red"]).ask("confirm", draft=RED)["ok"]
        wait_for(lambda: "Red to act" in listed(owner, name)["stage"])
        assert listed(owner, name)["who"] == "Red is here. The computer plays blue (random)."
    with served_folder(tmp_path) as owner:
        red = owner.sit(owner.links(name)["red"])
        red.ask("hello", revision=0)
        assert red.ask("play", action="red: pass")["ok"]
        wait_for(lambda: "Red to act" in listed(owner, name)["stage"])
    played = [step.action.player for step in hw.load(tmp_path / f"{name}.jsonl").steps if step.action]
    turns = [player for player, _ in groupby(played)]  # a march with losses gives blue another action at times
    assert turns[:3] == ["red", "blue", "red"]
    assert hw.load(tmp_path / f"{name}.jsonl").position.to_act <= {"red"}


def test_a_table_sleeps_without_viewers_and_wakes_for_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SLEEPS_AFTER", 0.0)
    monkeypatch.setattr(app, "BEATS", 0.05)
    with served_folder(tmp_path) as owner:
        name = owner.make()
        red = owner.sit(owner.links(name)["red"])
        assert red.ask("confirm", at="m1", draft=RED)["ok"]
        entry = inside.entry(owner.tables, name)
        assert entry.table is not None
        red.socket.close()
        wait_for(lambda: entry.table is None)
        hw.Session(hw.scenario("depletion/first-steps"), tmp_path / f"{name}.jsonl").close()  # its lock is free
        assert listed(owner, name)["stage"] == "Round 1 of 6: Blue to act"
        red = owner.sit(owner.links(name)["red"])
        assert red.ask("confirm", at="m1", draft=RED)["ok"]  # it was done before the table slept
        assert len(entry.table.session.steps) == 2


def test_viewers_who_come_at_once_wake_a_table_once(tmp_path: Path) -> None:
    found = hw.scenario("depletion/first-steps")

    async def come() -> set[int]:
        all_tables = tables.Tables(Folder(tmp_path))
        name = all_tables.make(found, "duel", {})
        doors = inside.entry(all_tables, name).doors
        came = await asyncio.gather(*(all_tables.find(door) for door in (*doors.values(), *doors.values())))
        all_tables.close()
        at = [each for each in came if each is not None]
        assert [place for _, place in at] == [*doors, *doors]
        return {id(table) for table, _ in at}

    assert len(asyncio.run(come())) == 1


def wait_for(true: Any) -> None:
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it has not come true"
        time.sleep(0.02)


def test_a_table_that_cannot_be_opened_says_so_and_the_others_go_on(tmp_path: Path) -> None:
    with served_folder(tmp_path) as owner:
        good, bad, gone = owner.make(), owner.make(), owner.make()
        links = {name: owner.links(name)["red"] for name in (good, bad, gone)}
    journal = tmp_path / f"{bad}.jsonl"
    kept = journal.read_bytes()
    journal.write_bytes(kept.replace(b'"seed"', b'"sead"'))
    (tmp_path / f"{gone}.jsonl").unlink()
    with served_folder(tmp_path) as owner:
        assert "cannot be read" in listed(owner, bad)["error"]
        assert "the game of this table is gone" in listed(owner, gone)["error"]
        assert not (tmp_path / f"{gone}.jsonl").exists()
        words = "This table cannot be opened now: its owner sees why on the page of all tables."
        assert [refused(owner, links[name]) for name in (bad, gone)] == [words, words]
        assert owner.sit(links[good]).ask("hello")["ok"]
        journal.write_bytes(kept)
        assert owner.sit(links[bad]).ask("hello")["ok"]
        assert listed(owner, bad)["error"] == ""
        assert owner.ask(f"tables/{gone}", "DELETE") == {}
        assert Client(owner.address, links[gone]).closed() == CloseCode.NO_SUCH_LINK


def test_an_error_in_one_table_is_logged_and_the_others_and_the_owner_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "BEATS", 0.05)
    with served_folder(tmp_path) as owner:
        bad, good = owner.make(), owner.make()
        owner.sit(owner.links(bad)["red"])
        red = owner.sit(owner.links(good)["red"])
        failing = inside.entry(owner.tables, bad).table
        inside.lose_viewers(failing)
        for _ in range(3):
            assert json.loads(red.socket.recv(timeout=PATIENCE))["method"] == "beat"
        monkeypatch.setattr(owner.tables, "listed", lambda: 1 / 0)
        assert owner.ask("tables")["error"] == "That failed. The server's log says why."


def test_a_new_link_cuts_who_came_by_the_old_one(tmp_path: Path) -> None:
    with served_folder(tmp_path) as owner:
        name = owner.make()
        before = owner.links(name)
        red, blue = owner.sit(before["red"]), owner.sit(before["blue"])
        answer = owner.ask(f"tables/{name}/links", "POST", {"place": "red"})
        after = {each["place"]: each["token"] for each in answer["links"]}
        assert red.closed() == CloseCode.REPLACED
        assert Client(owner.address, before["red"]).closed() == CloseCode.NO_SUCH_LINK
        assert {place for place in after if after[place] != before[place]} == {"red"}
        assert owner.sit(after["red"]).ask("hello")["ok"]
        assert blue.ask("hello")["ok"]
        assert "no such place" in owner.ask(f"tables/{name}/links", "POST", {"place": "green"})["error"].lower()
        assert "No such place" in owner.ask(f"tables/{name}/links", "POST", {"place": ["red"]})["error"]
        assert "No such table" in owner.ask("tables/nothing/links", "POST", {"place": "red"})["error"]
    with served_folder(tmp_path) as owner:
        assert owner.links(name) == after


def test_after_a_rematch_the_owner_reads_and_renews_each_link_by_the_seat_that_it_opens(tmp_path: Path) -> None:
    with served_folder(tmp_path) as owner:
        name = owner.make()
        before = owner.links(name)
        first, second = owner.sit(before["red"]), owner.sit(before["blue"])
        first.wish("resign")
        second.until("over")  # two sockets keep no order
        second.wish("rematch")
        told = first.until("request")
        first.wish("agree", to=told["request"]["number"])
        assert "You are blue." in first.wait("said")["text"]
        second.socket.close()
        wait_for(lambda: listed(owner, name)["who"] == "Red is not here. Blue is here.")
        assert listed(owner, name)["game"] == 2
    for _ in range(2):
        with served_folder(tmp_path) as owner:
            after = owner.links(name)
            assert (after["red"], after["blue"]) == (before["blue"], before["red"])
            assert Client(owner.address, after["red"]).present().startswith("You are red.")
            renewed = owner.ask(f"tables/{name}/links", "POST", {"place": "red"})["links"][0]
            assert renewed["place"] == "red"
            assert Client(owner.address, renewed["token"]).present().startswith("You are red.")
            assert Client(owner.address, after["red"]).closed() == CloseCode.NO_SUCH_LINK
            before = {**before, "blue": renewed["token"]}


def test_a_closed_table_is_cut_and_keeps_its_game(tmp_path: Path) -> None:
    with served_folder(tmp_path) as owner:
        name = owner.make()
        link = owner.links(name)["red"]
        red = owner.sit(link)
        assert red.ask("confirm", draft=RED)["ok"]
        (tmp_path / f".{name}.jsonl.checked").touch()
        assert owner.ask(f"tables/{name}", "DELETE") == {}
        assert red.closed() == CloseCode.CLOSED
        assert owner.ask("tables")["tables"] == []
        assert Client(owner.address, link).closed() == CloseCode.NO_SUCH_LINK
        assert [path.name for path in tmp_path.glob(f"*{name}.*")] == []
        assert len(hw.load(tmp_path / "closed" / f"{name}.jsonl").steps) == 2
        assert owner.make() == f"{name}-2"


def test_links_that_are_not_kept_are_given_anew_one_by_one(tmp_path: Path) -> None:
    with served_folder(tmp_path) as owner:
        name = owner.make()
        (tmp_path / f"{name}.links.json").unlink()
        assert owner.links(name) == {}
        owner.ask(f"tables/{name}/links", "POST", {"place": None})
        assert list(owner.links(name)) == [None]


# ---------------------------------------------------------------- what the owner alone may do
def test_nobody_else_reaches_the_owners_page(tmp_path: Path) -> None:
    with served_folder(tmp_path) as owner:
        name = owner.make()
        seat = owner.links(name)["red"]
        paths = ("tables", "scenarios", f"tables/{name}/links", "pictures/light/depletion/first-steps")
        for token in ("", "x" * 32, seat):
            for path in paths:
                assert "This link does not open the page" in owner.ask(path, token=token)["error"]
        assert "This link does not" in owner.ask(f"tables/{name}", "DELETE", token=seat)["error"]
        assert Client(owner.address, owner.token).closed() == CloseCode.NO_SUCH_LINK
        assert len(owner.ask("tables")["tables"]) == 1


def test_wrong_links_are_limited_by_address_and_right_ones_that_came_before_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(admission, "monotonic", lambda: now[0])
    with served_folder(tmp_path) as owner:
        name = owner.make()
        red, blue = owner.links(name)["red"], owner.links(name)["blue"]
        owner.sit(red)
        for _ in range(admission.MOST_TRIES):
            assert Client(owner.address, "x" * 32).closed() == CloseCode.NO_SUCH_LINK
        words = "Too many wrong links were tried from this address: try again in 3 seconds."
        assert refused(owner, "y" * 32) == refused(owner, blue) == words
        assert owner.ask("tables", token="z" * 32)["error"] == words
        assert owner.sit(red).ask("hello")["ok"]
        assert len(owner.ask("tables")["tables"]) == 1
        now[0] += 3.1
        assert owner.sit(blue).ask("hello")["ok"]
        assert Client(owner.address, "x" * 32).closed() == CloseCode.NO_SUCH_LINK
        assert "Too many" in refused(owner, "y" * 32)


def test_tables_and_viewers_have_limits_in_words(tmp_path: Path) -> None:
    with served_folder(tmp_path, most_tables=2, most_viewers=3) as owner:
        inside.limit_viewers(owner.tables.viewers, 2)
        links = [owner.links(owner.make()) for _ in range(2)]
        before = sorted(tmp_path.iterdir())
        error = owner.ask("tables", "POST", {"scenario": "depletion/first-steps"})["error"]
        assert error == "This table cannot be made: there are 2 tables already; close one of them first."
        assert sorted(tmp_path.iterdir()) == before
        first = [owner.sit(links[0][""]) for _ in range(2)]
        assert "There is no room here: it has its 2 viewers" in refused(owner, links[0]["red"])
        owner.sit(links[1]["red"])
        assert "There is no room here: the server has its 3 viewers" in refused(owner, links[1]["blue"])
        first[0].socket.close()
        wait_for(lambda: len(inside.viewers_here(owner.tables.viewers)) == 2)
        owner.sit(links[0]["red"])
    with pytest.raises(InputError, match="--most-tables: there are 2 tables: give 2 or more"):
        tables.Tables(Folder(tmp_path), most_tables=1)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({}, "No such scenario"),
        ({"scenario": "depletion/first-step"}, "did you mean 'depletion/first-steps'?"),
        ({"scenario": "../x"}, "No such scenario"),
        ({"scenario": "depletion/first-steps", "settings": {"turn": "blue"}}, "setting"),
        ({"scenario": "depletion/first-steps", "settings": {"rounds": 0}}, "from 1"),
        ({"scenario": "depletion/first-steps", "settings": 7}, "setting"),
        ({"scenario": "depletion/first-steps", "title": 7}, "expected a line"),
        ({"scenario": "depletion/first-steps", "title": "x" * 5_000}, "expected a line"),
        ({"scenario": "depletion/first-steps", "opponents": {"green": "greedy"}}, "player"),
        ({"scenario": "depletion/first-steps", "opponents": {"blue": "clever"}}, "policy"),
        ({"scenario": "depletion/first-steps", "opponents": {"blue": ["greedy"]}}, "policy"),
        ({"scenario": "depletion/first-steps", "opponents": ["blue"]}, "expected a policy for each opponent"),
        (
            {"scenario": "depletion/first-steps", "opponents": {"red": "random", "blue": "random"}},
            "somebody has to play",
        ),
        ([], "expected an object"),
        (b"{", "This cannot be read"),
        (b"\xff", "This cannot be read"),
        (b'{"title": "' + b"x" * 70_000 + b'"}', "it has more than 64,000 bytes"),
    ],
)
def test_what_cannot_be_made_is_refused_in_words_and_nothing_is_left(wanted: Any, words: str, tmp_path: Path) -> None:
    with served_folder(tmp_path) as owner:
        before = sorted(tmp_path.iterdir())
        assert words in owner.ask("tables", "POST", wanted)["error"]
        assert sorted(tmp_path.iterdir()) == before
        assert owner.ask("tables")["tables"] == []


@pytest.mark.slow
def test_the_owner_chooses_from_scenarios_with_pictures_readings_and_opponents(tmp_path: Path) -> None:
    with served_folder(tmp_path) as owner:
        found = [each for system in owner.ask("scenarios")["systems"] for each in system["scenarios"]]
        assert {each["name"] for each in found} == {name for name in hw.scenarios() if not name.startswith("toy/")}
        assert all(each["players"] >= 2 for each in found)
        chosen = owner.ask("scenarios/depletion/first-steps")
        assert (chosen["players"], chosen["opponents"]) == (["red", "blue"], ["random", "greedy", "search"])
        pace = next(each for each in chosen["settings"] if each["name"] == "pace")
        assert (pace["clause"], pace["values"], pace["now"]) == ("D4.7", ["strict", "per_unit"], "strict")
        assert "turn" not in [each["name"] for each in chosen["settings"]]
        light, dark = (owner.ask(f"pictures/{theme}/depletion/first-steps") for theme in ("light", "dark"))
        assert light != dark
        assert light[:4] in (b"\x89PNG", b"<svg")
        assert "No such picture" in owner.ask("pictures/blue/depletion/first-steps")["error"]
        name = owner.make(settings={"pace": "per_unit"})
        start = json.loads((tmp_path / f"{name}.jsonl").read_text().partition("\n")[0])["start"]
        assert start["pace"] == "per_unit"


def test_the_owners_page_runs_only_its_own_files(tmp_path: Path) -> None:
    with served_folder(tmp_path) as owner:
        for name in (lobby.PATH[1:], *lobby.FILES):
            with urllib.request.urlopen(f"{owner.address}/{name}") as file:  # noqa: S310  (our own server)
                assert file.headers["Content-Security-Policy"] == pages.HEADERS["Content-Security-Policy"]
        for part in ("style=", "<style", "on" + "click"):
            assert part not in lobby.lobby_page("lobby")
