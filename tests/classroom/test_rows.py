"""A class in a PostgreSQL: what a folder keeps is kept there, also when the server, its processes or the database are killed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
pytest.importorskip("psycopg", reason="hexwidget[postgres] is not installed")

import psycopg

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.classroom.logbook import Logbook, lines_of
from hexwidget.classroom.storage import KeptClass, copy_class, in_database, open_class, snapshot
from hexwidget.commands.cli import main
from hexwidget.problems import InputError
from hexwidget.store.folder import Folder
from hexwidget.store.postgres import database
from tests.amounts import chances, many
from tests.classroom.serving import MARCH, a_course, served_class
from tests.classroom.test_command import Host
from tests.classroom.test_games import games
from tests.classroom.test_kills import Answering, a_course_of_questions, answer_while, check_answers
from tests.classroom.test_learners import play_on
from tests.store.keepers import CHANGES
from tests.table.postgres import Cluster, cluster
from tests.table.wire import Client

KILLS = many(2, 50, quick=1)
"""The kills of a class's server, of its processes, and of PostgreSQL."""
LEARNERS = 4


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


@contextmanager
def opened(dsn: str, name: str = "class", made: Any = None) -> Iterator[KeptClass]:
    """Own a class, and open it."""
    with in_database(dsn, name) as store:
        yield open_class(store, made)


def everything(dsn: str) -> dict[str, int]:
    """The numbers of rows."""
    with psycopg.connect(dsn) as at:
        return {
            name: at.execute(f"SELECT count(*) FROM hexwidget.{table} WHERE key LIKE %s", (f"%{name}",)).fetchone()[0]  # noqa: S608
            for name, table in (("class.json", "texts"), ("learner.json", "texts"), ("log.jsonl", "lines"))
        }


def texts(dsn: str) -> list[Any]:
    """All texts and lines."""
    with psycopg.connect(dsn) as at:
        return [at.execute(f"SELECT * FROM hexwidget.{each} ORDER BY key").fetchall() for each in ("texts", "lines")]  # noqa: S608


# ---------------------------------------------------------------- what is kept
def test_a_database_keeps_what_a_folder_keeps(server: Cluster, tmp_path: Path) -> None:
    dsn = server.fresh()
    for kept in ("folder", "database"):
        where = tmp_path / "class" if kept == "folder" else None
        with in_database(dsn, "class") as store, served_class(where or store, a_course()) as served:
            anna, ben = served.sit(served.join("Anna")), served.sit(served.join("Ben"))
            play_on(anna)
            ben.ask("play", action="march 0202-0302-0402-0502")
    copy_class(dsn, str(tmp_path / "copy"), "class")
    told = [_told(Folder(tmp_path / each)) for each in ("class", "copy")]
    assert told[0] == told[1]
    report = [sorted(str(a_course().report(tmp_path / each)).splitlines()) for each in ("class", "copy")]
    assert report[0] == report[1]


def _told(store: Folder) -> dict[str, Any]:
    """All that is kept of learners by their names, without times and ids."""
    folder = open_class(store)

    def timeless(found: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in found.items() if name not in ("at", "places")}  # games have own seeds

    learners = folder.learners.values()
    return {each.name: json.loads(folder.text_of(each.id), object_hook=timeless) for each in learners}


def test_links_learners_and_the_end_last_and_a_deletion_is_complete(server: Cluster) -> None:
    dsn = server.fresh()
    with opened(dsn, made=a_course()) as rows:
        anna, token = rows.admit("Anna")
        ben, _ = rows.admit("Ben", "ben")
        rows.progress(anna.id).tried("asked", right=True)
        Logbook(rows, anna.id, rows.progress(anna.id)).keep("asked", [("came", {})])
        rows.end(over=True)
        tokens = dict(rows.tokens)
        with pytest.raises(InputError, match="this name does not do"):
            rows.admit("anna")
    assert everything(dsn) == {"class.json": 1, "learner.json": 2, "log.jsonl": 1}
    with opened(dsn) as rows:
        assert (rows.tokens, rows.over, rows.course().title) == (tokens, True, "Orders in secret")
        assert rows.learners == {anna.id: anna, ben.id: ben}
        assert rows.progress(anna.id)["asked"].solved
        assert json.loads(rows.text_of(anna.id))["log"][0]["did"] == "came"
        before = rows.progress(anna.id)
        rows.forget(anna.id)
        with pytest.raises(InputError, match="the learner was deleted"):  # what still runs writes nothing
            before.tried("asked", right=True)
    assert everything(dsn) == {"class.json": 1, "learner.json": 1, "log.jsonl": 0}
    with psycopg.connect(dsn) as at:
        assert token not in str(at.execute("SELECT * FROM hexwidget.texts WHERE key LIKE '%learner.json'").fetchall())


# ---------------------------------------------------------------- who owns it
def test_one_server_owns_a_class_and_an_earlier_one_writes_nothing(
    server: Cluster, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dsn = server.fresh()
    monkeypatch.setattr(database, "LET_GO", 0.2)
    with opened(dsn, made=a_course()) as rows:
        learner, _ = rows.admit("Anna")
        with pytest.raises(InputError, match="the class 'class' is served already"), in_database(dsn, "class"):
            pass
        assert main(["class", "class", "--database", dsn]) == 2
        assert capsys.readouterr().err == "the class 'class' is served already\n  end its server first\n"
        with opened(dsn, "another", a_course()) as other:  # of the same database
            assert not other.learners
        with snapshot(dsn, "class") as store:  # a report does not wait
            assert KeptClass(store).ids() == [learner.id]
    with opened(dsn):
        for write in (
            lambda: Logbook(rows, learner.id, rows.progress(learner.id)).keep("asked", [("came", {})]),
            lambda: rows.progress(learner.id).tried("asked", right=True),
            lambda: rows.end(over=True),
            lambda: rows.admit("Ben"),
        ):
            with pytest.raises(InputError, match=r"another server has taken it over|this cannot be kept now"):
                write()
        before = texts(dsn)
        for change in CHANGES.values():
            with pytest.raises(InputError, match="another server has taken it over"):
                change(rows.store)
            assert texts(dsn) == before
    with in_database(dsn, "class") as store:
        for name, change in CHANGES.items():
            change(store)
            assert name == "rename" or texts(dsn) != before  # a text has no lines that could be given another key
            before = texts(dsn)


def test_a_class_that_was_not_made_leaves_nothing(server: Cluster) -> None:
    dsn = server.fresh()
    with pytest.raises(InputError, match="there is no class yet"), opened(dsn):
        pass
    assert everything(dsn)["class.json"] == 0


# ---------------------------------------------------------------- copies and reports
def test_a_class_goes_to_a_database_and_back_by_the_command(
    server: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dsn = server.fresh()
    monkeypatch.chdir(tmp_path)
    with served_class(tmp_path / "class") as served:
        play_on(served.sit(served.join("Anna")))
        served.join("Ben")
    copy = ["tables", "copy", "--class", "7b"]
    assert main([*copy, "class", dsn]) == 0
    assert main([*copy, dsn, "back"]) == 0
    files = [
        {
            str(path.relative_to(each)): (path.read_text(), path.stat().st_mode)
            for path in sorted(Path(each).rglob("*.json*"))
        }
        for each in ("class", "back")
    ]
    assert files[0] == files[1]
    assert not any(Path("back", name).stat().st_mode & 0o077 for name in ("links.json", "entrance.json"))
    capsys.readouterr()
    assert main(["report", "class"]) == 0
    by_folder = capsys.readouterr().out
    assert main(["report", "7b", "--database", dsn]) == 0
    assert capsys.readouterr().out == by_folder
    for command, words in (
        ([*copy, "class", dsn], "something is there already"),
        ([*copy, dsn, "back"], "it is there already"),
        (["tables", "copy", "--class", "8c", dsn, "other"], "has no class of this name"),
        ([*copy, "nothing", dsn], "name a folder that keeps it"),
        ([*copy, "class", "back"], "copied from a folder to a database"),
        (["report", "8c", "--database", dsn], "has no class of this name"),
        (["class", "8c", "--database", dsn], "name its course"),
        (["class", "8c", "--database", server.dsn(name="nothing"), "--course", "plotted"], "does not exist"),
    ):
        assert main(command) == 2
        assert words in capsys.readouterr().err
    assert not Path("other").exists()
    assert everything(dsn)["class.json"] == 1


# ---------------------------------------------------------------- games
@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_learners_play_a_game_that_goes_on_after_a_restart(
    how: signal.Signals, server: Cluster, tmp_path: Path
) -> None:
    """The teacher sets the games up, each learner plays a move, and the moves are there when the server is back."""
    dsn = server.fresh()
    host = Host(Path("7b"), "plotted", "--workers", "1", "--database", dsn)
    try:
        learners = [Client(host.address, host.join(name)) for name in ("Anna", "Ben")]
        wall = Client(f"{host.address}/wall", host.told["teacher"].partition("#")[2], origin=host.address)
        ids = [wall.wait("learner")["id"] for _ in learners]
        wish = {"learners": ids, "start": "scenario plotted/head-on", "odd": "out"}
        wall.socket.send(json.dumps({"wall": "pairs", **wish}))
        told = [games(each, 1)[0] for each in learners]
        seats = {game["you"]: game["link"].partition("#")[2] for game in told}
        for seat in ("red", "blue"):
            _rest(host, seats[seat], f"{seat} 1 ")
        assert _moves(dsn) == ["red", "blue"]
        host.end(how)
        host.start()
        assert _moves(dsn) == ["red", "blue"]
        _rest(host, seats["red"], "red 2 ")
        assert _moves(dsn) == ["red", "blue", "red"]
    finally:
        host.end()
    copy_class(dsn, str(tmp_path / "copy"), "7b")
    (journal,) = (tmp_path / "copy" / "tables").glob("*.jsonl")
    assert hw.verify(journal)


def _rest(host: Host, token: str, name: str) -> None:
    """Come to the game, and let all units rest."""
    client = Client(host.address, token, name=name)
    client.wait("present")
    assert client.ask("play", action="all rest")["ok"]
    client.socket.close()


def _moves(dsn: str) -> list[str]:
    """The players of the moves in the class's game."""
    text = "SELECT line FROM hexwidget.lines WHERE key LIKE 'classes/7b/tables/%' ORDER BY number"
    with psycopg.connect(dsn) as at:
        found = [json.loads(line) for (line,) in at.execute(text)]
    return [line["player"] for line in found if "action" in line]


# ---------------------------------------------------------------- kills
@pytest.mark.slow
def test_no_answer_is_lost_or_carried_out_twice_when_servers_and_the_database_are_killed(
    server: Cluster, tmp_path: Path
) -> None:
    rng, dsn = chances("a class in a database is killed"), server.fresh()
    a_course_of_questions(tmp_path / "course.json")
    host = Host(Path("7b"), tmp_path / "course.json", "--workers", "2", "--database", dsn)
    learners = [Answering(host.address, host.join(f"L{n}"), n) for n in range(LEARNERS)]

    async def kill() -> None:
        for n in range(2 * KILLS):
            await asyncio.sleep(0.5 + rng.random())
            what = ("process", "database", "server", "database")[n % 4]
            if what == "process" and (processes := host.workers()):
                os.kill(rng.choice(processes), signal.SIGKILL)
            elif what == "database":
                await asyncio.to_thread(server.kill)
                await asyncio.sleep(rng.random())
                await asyncio.to_thread(server.start)
            else:
                await asyncio.to_thread(host.end, signal.SIGKILL)
                await asyncio.to_thread(host.start)
        await asyncio.sleep(2)

    try:
        answer_while(learners, kill)
    finally:
        host.end()
    with snapshot(dsn, "7b") as store:
        found = KeptClass(store)
        progress = {learner: found.progress(learner) for learner in found.ids()}
        kept = [(lines_of(found.log(each), of.counted), of) for each, of in progress.items()]
    number = check_answers(learners, kept, 2 * KILLS)
    tried("kills of a class in a database, its processes and the database", 2 * KILLS)
    tried("answers in a class in a database", number)


@pytest.mark.slow
def test_a_server_that_loses_its_class_to_another_one_ends(server: Cluster, tmp_path: Path) -> None:
    dsn = server.fresh()
    hw.save(a_course(), tmp_path / "course.json")
    host = Host(Path("7b"), tmp_path / "course.json", "--workers", "1", "--database", dsn)
    anna = Client(host.address, host.join("Anna"))
    anna.wait("present")
    server.kill()
    server.start()
    assert anna.ask("play", action=MARCH)["ok"]  # a click waits for the database
    with psycopg.connect(server.dsn("owner"), autocommit=True) as at:
        at.execute("UPDATE hexwidget.holds SET term = term + 1")
        at.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'hexwidget-%'")
    assert host.process.wait(30) == -signal.SIGTERM
    host.end()
