"""``hexwidget play``: each kind of file is opened, played over a real web socket, and kept."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget as hw
from hexwidget.commands.cli import main
from hexwidget.serving import server
from hexwidget.table import one_person
from tests.table.wire import PATIENCE, Client

Played = Callable[..., AbstractContextManager[tuple[Client, Path]]]
ATTACK = "0303 attack 0302"


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Played:
    """Runs the command in a folder of its own; gives somebody at the page, and the file that it says."""
    monkeypatch.chdir(tmp_path)
    made, servers = server.make_server, list[Any]()
    monkeypatch.setattr(server, "make_server", lambda *given: servers.append(made(*given)) or servers[-1])

    @contextmanager
    def play(*arguments: str) -> Iterator[tuple[Client, Path]]:
        codes = list[int]()
        command = ["play", *arguments, "--no-browser", "--json"]
        thread = threading.Thread(target=lambda: codes.append(main(command)))
        thread.start()
        end, told = time.monotonic() + PATIENCE, ""
        while not told and thread.is_alive() and time.monotonic() < end:
            told = capsys.readouterr().out
            time.sleep(0.01)
        said = json.loads(told)
        address, _, token = said["address"].partition("/#")
        client = Client(address, token, name=token_hex(4))  # a message with the name of another is done already
        client.present()
        try:
            yield client, Path(said["kept"])
        finally:
            servers.pop().should_exit = True
            thread.join(PATIENCE)
        assert codes == [0]

    return play


@pytest.mark.slow
def test_a_scenario_is_kept_in_this_folder_and_gone_on_with(played: Played, tmp_path: Path) -> None:
    for n, action in enumerate(("red: 0203-0303", "blue: pass", "red: pass")):
        with played("depletion/first-steps") as (client, kept):
            assert kept == Path("depletion-first-steps.jsonl")
            state = json.loads(client.texts[0])["state"]
            assert (state["_status"]["kept"]["file"], state["_timeline"]["depth"]) == (kept.name, n)
            assert client.ask("play", action=action)["ok"]
    assert len(hw.load(kept).steps) == 4
    assert os.listdir(tmp_path) == [kept.name]


@pytest.mark.slow
def test_one_person_plays_all_sides_takes_back_edits_and_is_advised(played: Played) -> None:
    with played("depletion/first-steps") as (client, _):
        assert client.ask("confirm", draft={"army": "0203", "to": "0303"})["ok"]
        client.ask("hello")
        assert client.ask("play", action="blue: pass")["ok"]
        client.ask("hello")
        assert client.ask("undo")["ok"]
        client.ask("hello")
        assert client.ask("suggest", on=True)["ok"]
        while "Suggested: " not in client.texts[-1]:
            client.read()
        assert client.ask("edit", on=True)["ok"]
        assert client.ask("picture", theme="dark")["svg"].startswith("<svg")


@pytest.mark.slow
def test_a_scenario_file_is_kept_beside_it(played: Played, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    file = hw.save(hw.scenario("orders/two-on-one"), there / "two.on.one.json")
    before = file.read_bytes()
    with played(str(file)) as (client, kept):
        assert client.ask("play", action=ATTACK)["ok"]
    assert kept == there / "two.on.one.jsonl"
    assert file.read_bytes() == before
    assert "attack" in hw.load(kept).steps[1].text


@pytest.mark.slow
def test_a_game_goes_on_in_its_own_file(played: Played) -> None:
    session = hw.Session("orders/two-on-one", seed=1)
    file = hw.save(session, "game.jsonl")
    with played("game.jsonl") as (client, kept):
        assert client.ask("play", action=ATTACK)["ok"]
    assert kept == file
    assert hw.verify(file).steps == 3
    with played("game.jsonl", "--keep", "other.jsonl") as (client, kept):
        assert client.ask("undo")["ok"]
    assert kept == Path("other.jsonl")
    assert hw.load(file).step.number == 3
    assert hw.load(kept).step.number == 0


@pytest.mark.slow
@pytest.mark.parametrize("address", ["", "https://rules.example/lab/play.html#"])
def test_a_link_is_opened(played: Played, address: str) -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    session.play("red: 0203-0303")
    with played(address + hw.link(session)) as (client, kept):
        assert client.ask("play", action="blue: pass")["ok"]
    assert kept == Path("First-steps.jsonl")
    assert [step.text for step in hw.load(kept).line] == ["start", "red: 0203-0303", "blue: pass"]
    with played(address + hw.link(session.position)) as (client, kept):
        assert client.ask("play", action="blue: pass")["ok"]
    assert kept == Path("depletion.jsonl")


@pytest.mark.slow
def test_a_course_goes_on_where_its_learner_has_left(played: Played) -> None:
    hw.save(hw.lessons.first_game("plotted"), "course.json")
    for step in range(2):
        with played("course.json") as (client, kept):
            assert "Your progress is kept in course.progress.json." in client.texts[-1]
            state = json.loads(client.texts[0])["state"]
            assert (state["_scene"]["title"], state["_timeline"]["depth"] > 0) == ("1 of 6: The messenger", step > 0)
            if not step:
                assert client.ask("choose", draft={"tutor show": True})["ok"]
    assert kept == Path("course.progress.json")
    assert hw.lessons.Progress(kept).text.count('"game"') == 1


@pytest.mark.slow
def test_the_first_game_of_a_system_is_played_by_its_name(played: Played, tmp_path: Path) -> None:
    with played("plotted") as (client, kept):
        assert client.ask("hello")["ok"]
    assert kept.name == "Written-routes-a-first-game.progress.json"
    assert list(tmp_path.iterdir()) == []  # nothing has been learnt yet


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The words of an error."""
    assert main(["play", *arguments, "--no-browser"]) == 2
    return capsys.readouterr().err


def test_what_cannot_be_played_is_said_in_words_and_nothing_is_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: None)
    Path("notes.txt").write_text("no game")
    session = hw.Session("orders/two-on-one", "game.jsonl")
    Path("First-steps.jsonl").write_text("mine")
    files = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    link = hw.link(hw.Session("depletion/first-steps"))
    for arguments, words in {
        ("nothing.json",): "No such file",
        ("depletion/first-step",): "did you mean 'depletion/first-steps'",
        ("notes.txt",): "cannot be read",
        ("depletion/first-steps", "--keep", "game.jsonl"): "it is of another game",
        (link,): "there is a file of that name",
        ("depletion/first-steps", "--keep", "nowhere/game.jsonl"): "nowhere': make it first",
        ("depletion/first-steps", "--port", "70000"): "give another port",
        (link[:60],): "cannot be",
    }.items():
        said = refused(capsys, *arguments)
        assert words in said
        assert not {"kernel", "cell"} & set(said.split()), said
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == files
    session.close()


def test_a_browser_is_opened_at_the_page(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: None)
    opened, done = list[str](), threading.Event()
    monkeypatch.setattr(one_person.webbrowser, "open", lambda page: (opened.append(page), done.set()))
    assert main(["play", "depletion/first-steps"]) == 0
    assert done.wait(PATIENCE)
    said = capsys.readouterr().out.splitlines()
    assert said == [opened[0], "It is kept in 'depletion-first-steps.jsonl'. Ctrl+C ends it."]


@pytest.mark.slow
def test_without_the_extra_the_packages_are_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("serving.server", "table.one_person"):
        monkeypatch.delitem(sys.modules, f"hexwidget.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert "pip install 'hexwidget[serve]'" in refused(capsys, "depletion/first-steps")
