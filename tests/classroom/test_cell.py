"""A class that a cell makes: learners and the teacher come by real web sockets, and the folder keeps all of it."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget as hw
from hexwidget.lessons import course, stage
from hexwidget.store.folder import Folder
from hexwidget.table import jupyter_files
from tests import inside
from tests.classroom.serving import MARCH, a_course
from tests.table.hosting import ROOT
from tests.table.wire import PATIENCE, Client


@pytest.fixture(autouse=True)
def _close_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield
    for each in hw.Class.all():
        each.close()


def join(link: str, name: str, origin: str = "") -> str:
    """Come in by the class's link; return the token of the learner's own."""
    address, _, token = link.partition("/#join=")
    body = json.dumps({"token": token, "name": name}).encode()
    request = urllib.request.Request(f"{address}/join", body, {"Origin": origin or address})  # noqa: S310  (our own server)
    with urllib.request.urlopen(request, timeout=PATIENCE) as reply:  # noqa: S310
        return str(json.loads(reply.read())["token"])


def sit(address: str, token: str, **options: Any) -> Client:
    """Come by a learner's link, and look around."""
    client = Client(address, token, **options)
    client.wait("present")
    return client


def at_wall(link: str, origin: str) -> Client:
    """Come to the wall."""
    address, _, token = link.partition("#")
    teacher = Client(address, token, origin=origin)
    teacher.wait("class")
    return teacher


@pytest.mark.slow
def test_a_class_of_a_cell_is_played_watched_and_reported(tmp_path: Path) -> None:
    mine = hw.Class(a_course(), "class", workers=1)
    assert "0 learners" in str(mine.report())
    anna = sit(mine.address, join(mine.link, "Anna"))
    join(mine.link, "Ben & Co")
    teacher = at_wall(mine.wall, mine.address)
    assert teacher.wait("learner")["name"] == "Anna"
    assert anna.ask("play", action=MARCH)["ok"]
    assert (mine.learners, mine.here) == (("Anna", "Ben & Co"), ("Anna",))
    assert str(mine.report()) == str(a_course().report(tmp_path / "class"))
    assert "Anna: Bring a red unit to 0402. ✓ 1 try" in str(mine.report())
    assert "2 learners, 1 here" in repr(mine)
    card = mine._repr_html_()
    assert f'href="{mine.link}"' in card
    assert "Here: Anna. Not here: Ben &amp; Co." in card
    for shown in (card, repr(mine)):
        assert mine.wall.partition("#")[2] not in shown


@pytest.mark.slow
def test_it_is_one_class_until_it_is_closed_and_the_folder_goes_on_with_it() -> None:
    mine = hw.Class(a_course(), "class", workers=1)
    token, link, wall = join(mine.link, "Anna"), mine.link, mine.wall
    assert hw.Class(folder=Path("class"), workers=1) is mine
    assert hw.Class.all() == (mine,)
    for more in ({"workers": 2}, {"workers": 1, "new_links": True}):
        with pytest.raises(hw.InputError, match=r"this folder has a class at http.*: close that first"):
            hw.Class(folder="class", **more)
    with pytest.raises(hw.InputError, match="the class has another course"):
        hw.Class("plotted", "class", workers=1)
    anna = sit(mine.address, token)
    mine.close()
    assert anna.closed() is not None
    assert repr(mine) == "<Class Orders in secret: closed; hw.Class(folder='class') opens it again>"
    assert "The class is closed." in mine._repr_html_()
    assert (mine.closed, hw.Class.all(), mine.here) == (True, (), ())
    with pytest.raises(hw.InputError, match=r"(?s)this class is closed.*hw.Class\(folder='class'\) opens it again"):
        _ = mine.wall
    with hw.Class(a_course(), "class", workers=1) as again:
        assert (again.link, again.wall, again.learners) == (link, wall, ("Anna",))
        assert sit(again.address, token).ask("play", action=MARCH)["ok"]
    with hw.Class(folder="class", workers=1, new_links=True) as other:
        assert other.link != link
        assert any("Well done!" in text for text in sit(other.address, token).texts)
    Path("class", "links.json").unlink()
    with hw.Class(folder="class", workers=1) as lost:
        assert "The links that you gave before open it." in lost._repr_html_()
        with pytest.raises(hw.InputError, match="not kept in the folder"):
            _ = lost.link


def test_its_processes_write_nothing_once_another_server_has_the_folder() -> None:
    mine = hw.Class(a_course(), "class", workers=1)
    theirs = pickle.loads(pickle.dumps(inside.store_of(mine)))
    mine.close()
    with Folder(mine.folder).hold(), pytest.raises(hw.InputError, match="another server has taken the folder over"):
        theirs.write("class.json", "{}")


def test_what_is_wrong_is_said_in_words_and_leaves_nothing_behind(tmp_path: Path) -> None:
    broken = a_course().document.replace('"P1.3"', '"P9.9"')
    Path("broken.json").write_text(broken)
    for given, words in (
        ({}, r"(?s)there is no class yet.*name its course: hw.Class\(course, 'class'\)"),
        ({"course": "broken.json"}, "P9.9"),
        ({"course": "nothing.json"}, "nothing.json"),
        ({"course": 3}, "expected a course"),
        ({"course": "."}, r"hw.Class\(folder='.'\) goes on with the class in it"),
        ({"course": "plotted", "workers": 0}, "workers: expected 1 or more, not 0"),
        ({"course": "plotted", "origin": "x"}, "this is no origin"),
        ({"course": "plotted", "folder": 3}, "expected the path of a folder, not 3"),
    ):
        with pytest.raises(hw.InputError, match=words):
            hw.Class(**given)
        assert not (tmp_path / "class").exists()
    Path("served").mkdir()
    with Folder(tmp_path / "served").hold(), pytest.raises(hw.InputError, match="is served already"):
        hw.Class("plotted", "served")
    assert hw.Class.all() == ()


def test_a_course_of_a_system_of_the_notebook_runs_in_its_process() -> None:
    from examples.toy import TOY

    hw.register(TOY)
    start = hw.scenario("toy/first-post").position
    own = course([stage(start, "Make a move.", within=1)], "My own")
    mine = hw.Class(own, "own")
    anna = sit(mine.address, join(mine.link, "Anna"))
    assert anna.ask("play", action=str(next(iter(start.legal_actions(start.players[0])))))["ok"]


@pytest.mark.slow
def test_a_script_without_a_main_guard_is_told_so() -> None:
    Path("teach.py").write_text(
        "import hexwidget as hw\nmine = hw.Class('plotted', 'class', workers=1)\nprint(mine.link, flush=True)\ninput()\n"
    )
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    environment = {**os.environ, "PYTHONPATH": path}
    with subprocess.Popen([sys.executable, "teach.py"], text=True, env=environment, **pipes) as ran:
        assert "/#join=" in ran.stdout.readline()
        assert any('make the class below `if __name__ == "__main__":`' in line for line in ran.stderr)
        ran.communicate("\n")


@pytest.mark.parametrize("failing", ["class_site", "make_server"])
def test_a_class_that_cannot_begin_tells_no_jupyter_server_of_itself(
    failing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hexwidget.classroom import serving
    from hexwidget.serving import server
    from hexwidget.table import kernel_server

    class Told:
        address = "https://jupyter.example/hexwidget/tables/0123456789abcdef"
        closed = False

        def close(self) -> None:
            self.closed = True

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("it fails on purpose")

    way = Told()
    monkeypatch.setattr(kernel_server, "way_to", lambda *_: way)
    monkeypatch.setattr(serving if failing == "class_site" else server, failing, fail)
    with pytest.raises(RuntimeError, match="on purpose"):
        hw.Class(a_course(), tmp_path / "class")
    assert way.closed
    assert hw.Class.all() == ()
    monkeypatch.undo()
    with hw.Class(folder=tmp_path / "class") as again:  # nothing holds the folder
        assert not again.closed


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import hexwidget.classroom
    import hexwidget.serving

    monkeypatch.setitem(sys.modules, "uvicorn", None)
    for package, name in ((hexwidget.classroom, "serving"), (hexwidget.serving, "server")):
        monkeypatch.delitem(sys.modules, f"{package.__name__}.{name}", raising=False)
        monkeypatch.delattr(package, name, raising=False)
    with pytest.raises(ImportError, match=r"a class needs uvicorn: pip install 'hexwidget\[serve\]'"):
        hw.Class("plotted")


@pytest.mark.slow
@pytest.mark.skipif(not jupyter_files.LOCKS, reason="without locks a kernel's class has a port of its own")
def test_behind_a_jupyter_server_links_stay_when_the_kernel_is_restarted(tmp_path: Path) -> None:
    pytest.importorskip("jupyter_server", reason="hexwidget[lab] is not installed")
    from tests.table.test_jupyter import BASE, Jupyter, Kernel, until

    (tmp_path / "course.json").write_text(a_course().document)
    cell = "import hexwidget as hw\nmine = hw.Class({}folder='class', workers=1)\nprint(mine.link, mine.wall)"
    jupyter = Jupyter(tmp_path)
    try:
        kernel = Kernel(jupyter)
        link, wall = kernel.run(cell.format("'course.json', ")).split()
        assert link.startswith(f"{jupyter.origin}{BASE}/hexwidget/tables/")
        token, address = join(link, "Anna", jupyter.origin), link.partition("/#")[0]
        kernel.client.execute("while True: sum(range(1000))")  # a cell that computes stops nobody
        anna = sit(address, token, origin=jupyter.origin)
        assert anna.ask("play", action=MARCH)["ok"]
        assert at_wall(wall, jupyter.origin).wait("learner")["name"] == "Anna"
        jupyter.owner(f"{BASE}/api/kernels/{kernel.id}/interrupt", "POST", {})
        until(
            lambda: kernel.run("print(mine.here)") == "('Anna',)"
        )  # the first cell after an interrupt may be left out
        assert anna.ask("hello")["ok"]
        jupyter.owner(f"{BASE}/api/kernels/{kernel.id}/restart", "POST", {})
        again = Kernel(jupyter, kernel.id)
        assert again.run(cell.format("")).split() == [link, wall]
        anna = sit(address, token, origin=jupyter.origin, name="b")
        assert any("Well done!" in text for text in anna.texts)
        again.client.stop_channels()
        kernel.client.stop_channels()
    finally:
        jupyter.end()
