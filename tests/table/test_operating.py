"""The work of a server's owner: set limits, ask for the status, watch the metrics, stop the server."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from starlette.requests import Request

import hexwidget as hw
from hexwidget.commands.cli import main
from hexwidget.serving import pool
from hexwidget.serving.background import repeat
from hexwidget.serving.metrics import LOOK, Metrics
from hexwidget.serving.status import is_near
from tests import inside
from tests.table.hosting import Host
from tests.table.wire import Client, served, served_folder

ONE = "depletion/first-steps"


# ---------------------------------------------------------------- limits
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--most-tables", "0"], "--most-tables: expected 1 or more, not 0"),
        ([ONE, "--most-viewers", "-1"], "--most-viewers: expected 1 or more, not -1"),
        ([ONE, "--most-tables", "5"], "it is a limit of a folder of tables; one table is served here"),
    ],
)
def test_limits_are_checked_before_anything_is_made(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["serve", *arguments]) == 2
    assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_more_viewers_than_a_process_may_have_files_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1_024, 4_096))
    assert main(["serve", "--most-viewers", "5000", "--most-tables", "10"]) == 2
    assert "this process may have 1,024: run 'ulimit -n 5110' before" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- the end
def sit(host: Host, place: str) -> Client:
    """Come by the link of a place, and look around."""
    client = Client(host.address, host.links[place].rpartition("#")[2])
    client.present()
    return client


@pytest.mark.slow
@pytest.mark.parametrize(("end", "code"), [("stop", -signal.SIGTERM), ("interrupt", 0)])
def test_a_server_that_ends_tells_its_viewers_and_closes_its_journals(end: str, code: int, tmp_path: Path) -> None:
    host = Host(tmp_path)
    clients = [sit(host, place) for place in host.links]
    red = clients[0]
    assert red.ask("play", action="red: 0203-0303")["ok"]
    assert (host.stop() if end == "stop" else host.interrupt()) == code
    for client in clients:
        assert client.wait("leaving")["text"] == "The server is back in a moment"
        assert client.closed() == 1012
    assert hw.verify(host.journal)
    host.start()
    assert sit(host, "red").ask("hello")["ok"]
    host.stop()


@pytest.mark.slow
def test_a_second_interrupt_ends_a_server_at_once_and_loses_nothing(tmp_path: Path) -> None:
    host = Host(tmp_path)
    red = sit(host, "red")
    assert red.ask("play", action="red: 0203-0303")["ok"]
    port = int(host.address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as slow:
        slow.sendall(
            b"POST /seat HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"
        )  # an orderly end waits for the rest
        red.ask("hello")
        host.interrupt(wait=False)
        red.wait("leaving")
        assert host.interrupt() == 130
    assert hw.verify(host.journal)
    assert [step.text for step in hw.load(host.journal).line] == ["start", "red: 0203-0303"]


# ---------------------------------------------------------------- status and figures
def status(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """The answer to the owner's question; the words of an error."""
    code = main(["serve", "--status", "--json", *arguments])
    found = json.loads(capsys.readouterr().out)
    return found if code == 0 else found["error"]


def test_the_server_of_a_folder_says_how_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "class"
    with served_folder(folder) as owner:
        duel, ford = owner.make(), owner.make("plotted/the-ford")
        red, _ = owner.sit(owner.links(duel)["red"]), owner.sit(owner.links(duel)[""])
        for action, ok in (("red: 0203-0303", True), ("blue: pass", False), ("red: pass", False)):
            assert red.ask("play", action=action)["ok"] == ok
        (folder / f"{ford}.jsonl").unlink()
        Client(owner.address, owner.links(ford)["red"]).closed()
        found = status(capsys, str(folder))
        assert found["tables"] == {"awake": 1, "asleep": 0, "broken": 1}
        assert found["viewers"] == {"player": 1, "spectator": 1, "referee": 0}
        assert (found["address"], found["process"], found["actions"]) == (owner.address, os.getpid(), 1)
        assert found["memory"] > 10_000_000
        assert 0 < found["longest_call"] < found["uptime"] + 1
        assert main(["serve", "--status", "--folder", str(folder)]) == 0
        assert (
            "tables        1 awake, 0 asleep, 1 broken\nviewers       1 player, 1 spectator" in capsys.readouterr().out
        )
        (folder / "owner.link.json").unlink()
        assert "--new-links gives another one" in status(capsys, str(folder))
    assert f"no server serves the folder {str(folder)!r}" in status(capsys, str(folder))
    assert "no server serves the folder" in status(capsys, "--folder", str(tmp_path / "nowhere"))


@pytest.mark.slow
def test_a_table_alone_says_how_it_is_until_it_is_killed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    host, at = Host(tmp_path, ONE, "--metrics"), str(tmp_path)
    sit(host, "blue")
    for arguments in ([ONE, "--folder", at], [at]):
        assert status(capsys, *arguments)["viewers"] == {"player": 1, "spectator": 0, "referee": 0}
    assert "hexwidget_tables" in metrics(host.address)
    assert "owner's token" in metrics(host.address, host.links["red"].rpartition("#")[2])
    assert "no server serves the table 'plotted-the-ford' alone" in status(capsys, "plotted/the-ford", "--folder", at)
    host.kill()
    assert "no server serves the table" in status(capsys, ONE, "--folder", at)


def metrics(address: str, token: str = "", **headers: str) -> str:
    """What Prometheus gets; the words of an error."""
    given = {**headers, **({"Authorization": f"Bearer {token}"} if token else {})}
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{address}/metrics", headers=given)) as reply:  # noqa: S310
            return str(reply.read().decode())
    except urllib.error.HTTPError as error:
        with error:
            return str(error.read().decode())


def test_prometheus_reads_the_figures_which_name_nobody(tmp_path: Path) -> None:
    parser = pytest.importorskip("prometheus_client.parser")
    with served_folder(tmp_path) as owner:
        links = owner.links(owner.make(title="Anna and Ben"))
        red = owner.sit(links["red"])
        assert red.ask("play", action="red: 0203-0303")["ok"]
        red.ask("hello")
        text = metrics(owner.address)
        named = ("red", "blue", "Anna", "first-steps", owner.token, *links.values())
        assert [name for name in named if name in text] == []
    read = {
        (each.name, *each.labels.values()): each.value
        for f in parser.text_string_to_metric_families(text)
        for each in f.samples
    }
    assert read["hexwidget_tables", "awake"] == read["hexwidget_viewers", "player"] == 1
    assert read["hexwidget_actions_total",] == 1
    assert read["hexwidget_answer_seconds_count",] == read["hexwidget_answer_seconds_bucket", "+Inf"] == 2
    assert 0 < read["hexwidget_answer_seconds_sum",] < 10
    assert read["hexwidget_work_total", "lost"] == pool.work()["lost"]


def test_the_figures_are_for_this_machine_and_the_owner(tmp_path: Path) -> None:
    with served_folder(tmp_path) as owner:
        for headers in ({"Host": "evil.example"}, {"X-Forwarded-For": "192.0.2.7"}):
            assert metrics(owner.address, **headers) == "This needs the owner's token.\n"
            assert "hexwidget_tables" in metrics(owner.address, owner.token, **headers)
        assert metrics(owner.address, "a wrong token") == "This needs the owner's token.\n"
        assert metrics(owner.address.replace("127.0.0.1", "localhost")).startswith("# HELP")
    with served(hw.Session(ONE)) as table:
        assert metrics(table.address) == "Not Found"
    near = Request({"type": "http", "headers": [(b"host", b"127.0.0.1:8000")], "client": ("127.0.0.1", 7)})
    assert [is_near(near, is_behind=is_behind) for is_behind in (False, True)] == [True, False]


def test_the_longest_call_is_that_of_the_loop() -> None:
    async def held_up() -> float:
        counted = Metrics()
        watching = repeat("the look at the clock", counted.look, LOOK)
        await asyncio.sleep(2 * LOOK)
        time.sleep(0.3)  # the loop is held up
        await asyncio.sleep(2 * LOOK)
        watching.cancel()
        return inside.longest_call(counted)

    assert asyncio.run(held_up()) > 0.2


def test_a_token_is_in_no_log_and_no_answer(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with served_folder(tmp_path) as owner:
        token = owner.links(owner.make())["red"]
        red = owner.sit(token)
        assert main(["serve", "--status", str(tmp_path)]) == 0
        metrics(owner.address, owner.token)
        metrics(owner.address, "a wrong token")
        owner.ask("status", token="another wrong one")  # noqa: S106  (it is none)
    assert red.closed() == 1012
    said = "".join(capfd.readouterr()) + (tmp_path / ".served").read_text()
    assert "longest call" in said
    assert not [each for each in (owner.token, token, "a wrong token", "another wrong one") if each in said]
