"""``hexwidget class`` as a process of its own: what it prints, what it refuses, and that a kill loses nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.commands.cli import main
from tests.classroom.serving import MARCH, a_course
from tests.ports import free_port
from tests.table.hosting import ROOT
from tests.table.wire import PATIENCE, Client


def test_the_class_alone_serves_its_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    uvicorn = pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
    from hexwidget.classroom.storage import open_class
    from hexwidget.store.folder import Folder

    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: None)
    monkeypatch.chdir(tmp_path)
    open_class(Folder(Path("class")), a_course())
    for folder in ("class", "class/tables"):
        for what in ([], ["plotted/head-on"]):
            before = {*tmp_path.rglob("*")}
            assert main(["serve", *what, "--folder", folder]) == 2
            assert "serves its tables alone" in capsys.readouterr().err
            assert {*tmp_path.rglob("*")} == before


class Host:
    """``hexwidget class`` with its class in a folder. Each start serves at the same port."""

    def __init__(self, folder: Path, course: Path | str, *options: str) -> None:
        self._command = ["class", str(folder), "--course", str(course), *options]
        self._port = free_port()
        self.start()

    def start(self) -> None:
        """Start it, and wait until it serves."""
        command = [sys.executable, "-m", "hexwidget", *self._command, "--port", str(self._port), "--json"]
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path})
        assert self.process.stdout is not None
        self.told = json.loads(self.process.stdout.readline())
        self.address = str(self.told["class"]).partition("/#")[0]

    def join(self, name: str) -> str:
        """Come in by the class's link; return the token of the learner's own."""
        import urllib.request

        body = json.dumps({"token": self.told["class"].partition("#join=")[2], "name": name}).encode()
        request = urllib.request.Request(f"{self.address}/join", body, {"Origin": self.address})  # noqa: S310  (our own server)
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:  # noqa: S310  (our own server)
            return str(json.loads(reply.read())["token"])

    def workers(self) -> list[int]:
        """The processes that have the learners' courses."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        children = [each for task in tasks for each in task.read_text().split()]
        return [int(each) for each in children if b"spawn_main" in command_of(each)]

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it."""
        self.process.send_signal(how)
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()


def command_of(process: str) -> bytes:
    """The command of a process; empty: it has ended meanwhile."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


@pytest.mark.slow
def test_a_kill_of_a_worker_or_of_the_server_loses_no_answer(tmp_path: Path) -> None:
    hw.save(a_course(), tmp_path / "course.json")
    host = Host(tmp_path / "class", tmp_path / "course.json", "--workers", "1")
    try:
        token = host.join("Anna")
        anna = Client(host.address, token, name="a")
        anna.wait("present")
        assert anna.ask("play", action=MARCH)["ok"]
        assert host.workers()
        for worker in host.workers():
            os.kill(worker, signal.SIGKILL)
        assert anna.closed() is not None
        anna = Client(host.address, token, name="b")
        while anna.read()["method"] != "present":
            pass
        assert any("Well done!" in text for text in anna.texts)
        anna.ask("hello")
        assert anna.ask("confirm", draft={})["ok"]
        host.end(signal.SIGKILL)
        host.start()
        anna = Client(host.address, token, name="c")
        anna.wait("present")
        assert any("2 of 3" in text for text in anna.texts)
    finally:
        host.end()


@pytest.mark.slow
def test_a_class_and_its_processes_speak_the_language_that_is_asked_for(tmp_path: Path) -> None:
    import urllib.request

    host = Host(tmp_path / "class", "plotted", "--workers", "1", "--language", "de")
    try:
        anna = Client(host.address, host.join("Anna"))
        state = anna.wait("update")["state"]
        assert state["_scene"]["words"]["language"] == "de"
        assert anna.wait("present")["course"] == "Geschriebene Wege: ein erstes Spiel"
        with urllib.request.urlopen(f"{host.address}/wall") as page:  # noqa: S310  (our own server)
            assert '<html lang="de">' in page.read().decode()
    finally:
        host.end()


def test_it_says_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    broken = json.loads(a_course().document)
    broken["parts"][0]["aim"] = 7
    Path("broken.json").write_text(json.dumps(broken))
    hw.save(hw.Session("plotted/head-on"), "game.jsonl")
    for course, words in (
        ("broken.json", "parts/0/aim"),
        ("game.jsonl", "it is a game, not a course"),
        ("nothing.json", "nothing.json"),
        (None, "name its course: --course course.json, or --course plotted"),
    ):
        assert main(["class", "new", *(["--course", course] if course else [])]) == 2
        assert words in capsys.readouterr().err
        assert not Path("new").exists()
    assert main(["class", "new", "--course", "plotted", "--workers", "0"]) == 2
    assert "workers: expected 1 or more, not 0" in capsys.readouterr().err


def test_a_class_keeps_its_course(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from hexwidget.classroom.storage import open_class
    from hexwidget.store.folder import Folder

    made = open_class(Folder(tmp_path / "class"), a_course())
    assert made.course().document == a_course().document
    assert main(["class", str(tmp_path / "class"), "--course", "plotted"]) == 2
    assert "the class has another course" in capsys.readouterr().err
    (tmp_path / "class" / "class.json").write_text('{"format": "hexwidget.class/1"}')
    assert main(["class", str(tmp_path / "class")]) == 2
    assert "/teacher: this entry is missing" in capsys.readouterr().err
