"""What the owner of a server does besides playing: set its limits, ask how it is, watch its figures, and end it."""

from __future__ import annotations

import signal
import socket
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget as hw
from hexwidget.cli import main
from tests.table.hosting import Host
from tests.table.wire import Client

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
    assert [step.text for step in hw.load(host.journal).line] == ["start", "red: 0203-0303"]  # type: ignore[union-attr]
