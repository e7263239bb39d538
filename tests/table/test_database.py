"""Tables in a real PostgreSQL: rows, owners, errors in words, copies. Left out where none is installed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
pytest.importorskip("psycopg", reason="hexwidget[postgres] is not installed")

import psycopg

import hexwidget as hw
from hexwidget.commands.cli import main
from hexwidget.play.checked_steps import LEAST
from hexwidget.play.journal import GameJournal
from hexwidget.problems import InputError
from hexwidget.store.folder import Folder
from hexwidget.store.postgres.connections import IDLE_MS
from hexwidget.store.postgres.database import Database
from hexwidget.store.postgres.leases import STALLED_AFTER
from hexwidget.store.postgres.schema import SCHEMA, VERSION, prepare
from hexwidget.store.store import AwayError, ElsewhereError
from hexwidget.table import workers
from hexwidget.table.owner import owners_link
from hexwidget.table.shared_tables import SharedTables
from hexwidget.table.storage import (
    KeptTable,
    OpenTable,
    TableState,
    copy,
    free_name,
    kept_names,
    open_kept,
    open_table,
    put_away,
)
from hexwidget.widget.host import log
from tests.table.postgres import Cluster, cluster
from tests.table.workers import until

START = hw.scenario("depletion/first-steps").position


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


@pytest.fixture
def dsn(server: Cluster) -> str:
    found = server.fresh()
    prepare(found)
    return found


@pytest.fixture
def storage(dsn: str) -> Iterator[Database]:
    made = Database(dsn, address="http://127.0.0.1:1")
    yield made
    made.close()


@pytest.fixture
def other(dsn: str) -> Iterator[Database]:
    made = Database(dsn, address="http://127.0.0.1:2")
    yield made
    made.close()


def made(storage: Database, name: str = "duel", **options: Any) -> OpenTable:
    """A new table, open."""
    return open_kept(KeptTable(storage, free_name(storage, name)), START, **options)


def lines(dsn: str, game: int = 1) -> list[str]:
    """The lines of a game of the first table."""
    with psycopg.connect(dsn) as at:
        text = "SELECT line FROM hexwidget.lines WHERE key = %s ORDER BY number"
        key = f"tables/duel{f'.{game}' * (game > 1)}.jsonl"
        return [line for (line,) in at.execute(text, (key,))]


# ---------------------------------------------------------------- rows
def test_a_table_is_resumed_with_its_links_and_its_lines_are_those_of_a_file(
    storage: Database, other: Database, tmp_path: Path
) -> None:
    kept = made(storage)
    kept.session.play("red: 0203-0303")
    kept.session.undo()
    kept.session.close()
    again = open_kept(KeptTable(other, "duel"), START)
    assert (again.tokens, again.doors) == (kept.tokens, kept.doors)
    assert [step.text for step in again.session.steps] == ["start", "red: 0203-0303"]
    assert again.session.step.number == 0
    (tmp_path / "game.jsonl").write_text("".join(lines(storage.worker.dsn)))
    assert hw.verify(tmp_path / "game.jsonl")
    again.session.close()


def test_a_new_link_ends_the_old_one(storage: Database) -> None:
    kept = made(storage)
    assert kept.tokens
    token = kept.files.renew("red")
    assert token not in str(storage.read("duel.table.json"))
    kept.session.close()
    again = open_kept(KeptTable(storage, "duel"), START)
    assert again.tokens == {**kept.tokens, "red": token}
    again.session.close()


def test_a_line_whose_change_is_not_made_is_taken_back(storage: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = made(storage)
    kept.session.play("red: 0203-0303")

    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(kept.session.tree, "add", fail)
    with pytest.raises(MemoryError):
        kept.session.play("blue: pass")
    assert len(lines(storage.worker.dsn)) == 2
    monkeypatch.undo()
    kept.session.play("blue: pass")
    assert len(lines(storage.worker.dsn)) == 3
    kept.session.close()


def test_a_long_game_is_not_checked_twice(storage: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = made(storage)
    for _ in range(LEAST):
        kept.session.edit(START)
    kept.session.close()
    opened = GameJournal(KeptTable(storage, "duel").journal(), START, {})
    assert opened.checked == LEAST
    opened.close()


def test_a_failure_leaves_nothing_behind(storage: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Database.write

    def full(self: Database, key: str, text: str, **options: bool) -> None:
        if key == "duel.table.json":
            raise InputError("the disk is full", [])
        write(self, key, text, **options)

    monkeypatch.setattr(Database, "write", full)
    with pytest.raises(InputError, match="the disk is full"):
        made(storage)
    assert (storage.names(), lines(storage.worker.dsn), storage.held()) == ([], [], set())


# ---------------------------------------------------------------- owners
def test_a_table_is_open_at_one_worker(storage: Database, other: Database) -> None:
    kept = made(storage)
    with pytest.raises(ElsewhereError) as error:
        open_kept(KeptTable(other, "duel"), START)
    assert error.value.address == "http://127.0.0.1:1"
    assert storage.held() == {"duel"}
    kept.session.close()
    assert storage.held() == set()
    open_kept(KeptTable(other, "duel"), START).session.close()


def test_an_owner_that_another_has_followed_writes_nothing_and_lets_go(storage: Database, other: Database) -> None:
    lost: list[str | None] = []
    storage.worker.lost = lost.append
    first = made(storage)
    with psycopg.connect(storage.worker.dsn) as at:  # somebody has freed the lock behind the owner's back
        at.execute("SELECT pg_terminate_backend(l.pid) FROM pg_locks l WHERE locktype = 'advisory' AND objid > 0")
    until(lambda: not storage.held())
    second = open_kept(KeptTable(other, "duel"), START)
    second.session.play("red: 0203-0303")
    with pytest.raises(hw.JournalError, match="does not answer"):
        first.session.play("red: 0203-0202")
    assert set(lost) == {None, "duel"}
    assert [step.text for step in second.session.steps] == ["start", "red: 0203-0303"]
    assert len(lines(storage.worker.dsn)) == 2
    second.session.close()


def test_an_owner_that_is_stalled_within_a_transaction_keeps_nobody_waiting(dsn: str) -> None:
    owner = subprocess.Popen([sys.executable, "-c", STALLED, dsn], stdout=subprocess.PIPE)
    assert owner.stdout is not None
    assert owner.stdout.readline() == b"holds\n"
    owner.send_signal(signal.SIGSTOP)
    storage = Database(dsn)
    try:
        time.sleep(STALLED_AFTER + 0.1)
        begun = time.monotonic()
        open_kept(KeptTable(storage, "duel"), START).session.close()
        KeptTable(storage, "duel").renew("red")
        # The database itself ends the transaction after this time.
        assert time.monotonic() - begun < IDLE_MS / 1000 - 1
    finally:
        storage.close()
        owner.kill()
        owner.communicate()


STALLED = """
import sys, time
import hexwidget as hw
from hexwidget.store.postgres.database import Database
from hexwidget.table.storage import KeptTable, free_name, open_kept
storage = Database(sys.argv[1], address="http://127.0.0.1:1")
kept = open_kept(KeptTable(storage, free_name(storage, "duel")), hw.scenario("depletion/first-steps").position)
with storage.changing("duel"):
    print("holds", flush=True)
    while True:
        time.sleep(1)
"""


def test_a_step_of_an_earlier_term_is_refused(storage: Database) -> None:
    lost: list[str | None] = []
    storage.worker.lost = lost.append
    kept = made(storage)
    with psycopg.connect(storage.worker.dsn) as at:
        at.execute("UPDATE hexwidget.holds SET term = term + 1")
    for _ in range(2):
        with pytest.raises(hw.JournalError, match="another server has taken it over"):
            kept.session.play("red: 0203-0303")
    assert (lost, len(lines(storage.worker.dsn)), storage.held()) == (["duel"], 1, set())
    with pytest.raises(hw.JournalError, match="another server has taken"):
        kept.files.write_course(TableState(2))


def test_a_step_whose_row_is_there_is_refused(storage: Database) -> None:
    kept = made(storage)
    with psycopg.connect(storage.worker.dsn) as at:
        at.execute("INSERT INTO hexwidget.lines VALUES ('tables/duel.jsonl', 1, 'theirs')")
    with pytest.raises(hw.JournalError, match="another server has taken it over"):
        kept.session.play("red: 0203-0303")
    assert lines(storage.worker.dsn)[1:] == ["theirs"]


# ---------------------------------------------------------------- a database that is gone, or not ours
def test_what_cannot_be_used_is_refused_in_words_without_the_password(server: Cluster, dsn: str) -> None:
    wrong = {
        server.dsn("locked:hunter2"): "password authentication failed",
        server.dsn("nobody"): 'role "nobody" does not exist',
        server.dsn(name="nowhere"): 'database "nowhere" does not exist',
        "postgresql://anna:hunter2@127.0.0.1:1/club": "127.0.0.1:1/club cannot be reached\n  Connection refused",
        "postgresql://anna:hunter2@/club?nonsense=1": "expected an address such as postgresql://",
        "postgresql://anna:hunter2@/club?host=/nowhere": "No such file or directory",
    }
    for each, words in wrong.items():
        with pytest.raises(InputError, match=words.replace("?", r"\?")) as error:
            prepare(each)
        assert "hunter2" not in str(error.value)
    with psycopg.connect(server.dsn("owner"), autocommit=True) as at:
        at.execute("DROP SCHEMA hexwidget CASCADE")
    with pytest.raises(InputError, match="permission denied for database club: give its user the right"):
        prepare(server.dsn("guest"))


def test_a_schema_that_is_not_ours_is_refused(dsn: str) -> None:
    prepare(dsn)  # nothing is changed
    with psycopg.connect(dsn, autocommit=True) as at:
        at.execute("UPDATE hexwidget.version SET version = 99")
        for _ in range(2):
            with pytest.raises(InputError, match=f"its schema has version 99, and this hexwidget knows {VERSION}"):
                Database(dsn).worker.lease()
            with pytest.raises(InputError, match="install a newer hexwidget"):
                prepare(dsn)
        at.execute("DROP TABLE hexwidget.version")
        with pytest.raises(InputError, match="a schema 'hexwidget' without its version"):
            prepare(dsn)


def test_an_older_schema_is_moved_by_the_command_alone(dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as at:
        at.execute(f"DROP SCHEMA hexwidget CASCADE; {SCHEMA}; INSERT INTO hexwidget.version VALUES (2)")  # noqa: S608
    with pytest.raises(InputError, match="its schema is an older one"):
        Database(dsn).worker.lease()


def test_a_database_that_is_gone_is_told_and_goes_on(server: Cluster, storage: Database) -> None:
    lost: list[str | None] = []
    storage.worker.lost = lost.append
    kept = made(storage)
    kept.session.play("red: 0203-0303")
    server.stop()
    try:
        with pytest.raises(hw.JournalError, match="the database of the tables does not answer"):
            kept.session.play("blue: pass")
        assert None in lost
        for ask in (storage.names, storage.worker.lease, lambda: open_kept(KeptTable(storage, "duel"), START)):
            with pytest.raises(AwayError):
                ask()
        kept.session.close()
    finally:
        server.start()
    again = open_kept(KeptTable(storage, "duel"), START)
    assert again.session.step.text == "red: 0203-0303"
    again.session.close()


# ---------------------------------------------------------------- what workers tell each other
def test_workers_see_what_others_make_and_close(storage: Database, other: Database) -> None:
    first, second = SharedTables(storage), SharedTables(other)
    name = first.make(hw.scenario("depletion/first-steps"), "duel", {"blue": "greedy"})
    assert second.make(hw.scenario("plotted/the-ford"), "duel", {}) == "duel-2"
    listed = {each["name"]: each for each in second.listed()}
    assert listed[name]["who"] == "Red is not here. The computer plays blue (greedy)."
    assert listed[name]["path"] == "t/duel/"
    assert first.tokens(name) == second.tokens(name)
    put_away(storage, name)
    assert [each["name"] for each in second.listed()] == ["duel-2"]
    assert free_name(storage, "duel") == "duel-3"
    made(storage, "another").session.close()
    with pytest.raises(InputError, match="there are 2 tables: give 2 or more"):
        SharedTables(storage, most_tables=1).look_into_all()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "hexwidget.table/1", "title": 1}'])
def test_a_damaged_note_of_a_table_is_named_and_stops_no_look(
    text: str, storage: Database, other: Database, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = SharedTables(storage), SharedTables(other)
    for name in ("duel", "ford"):
        first.make(hw.scenario("depletion/first-steps"), name, {})
    log().addHandler(caplog.handler)
    storage.write("duel.listed", text)
    try:
        second.look_into_all()
        assert {each["name"]: each["stage"] for each in second.listed()} == dict.fromkeys(
            ("duel", "ford"), "Round 1 of 6: Red to act"
        )
    finally:
        log().removeHandler(caplog.handler)
    assert not text or "'duel.listed' of postgresql://tables@/club cannot be read" in caplog.text
    assert "Round 1 of 6" in str(storage.read("duel.listed"))  # written anew


# ---------------------------------------------------------------- copies
@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two tables, one with a rematch, and a closed one."""
    made = tmp_path / "class"
    for name in ("anna", "carla", "old"):
        kept = open_table(made, name, START)
        kept.session.play("red: 0203-0303")
        kept.session.close()
    kept.files.write_course(TableState(1, "red"))
    hw.Session(START, made / "carla.2.jsonl").close()
    open_table(made, "carla", START).session.close()
    (made / "carla.users.json").write_text('{"red": "carla"}')
    put_away(Folder(made), "old")
    owners_link(Folder(made), new_link=False)
    return made


def content(folder: Path) -> dict[str, str]:
    """The files of a folder, but for those of its server."""
    found = {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}
    return {name: text for name, text in found.items() if name not in (".served", ".term")}


def test_a_folder_is_copied_to_a_database_and_back(
    server: Cluster, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dsn, before = server.fresh(), content(folder)
    assert main(["tables", "copy", str(folder), dsn]) == 0
    assert "2 tables are copied" in capsys.readouterr().out
    assert content(folder) == before
    storage = Database(dsn)
    assert kept_names(storage) == ["anna", "carla"]
    tables = SharedTables(storage)
    tables.look_into_all()
    assert {each["name"]: each["error"] for each in tables.listed()} == {"anna": "", "carla": ""}
    storage.close()
    assert copy(dsn, str(tmp_path / "back")) == ["anna", "carla"]
    assert content(tmp_path / "back") == before
    if os.name == "posix":
        modes = [{path.name: path.stat().st_mode for path in at.glob("anna.*")} for at in (folder, tmp_path / "back")]
        assert modes[0] == modes[1]
        assert {modes[1][name] & 0o777 for name in ("anna.links.json", "anna.jsonl")} == {0o600}


def test_a_copy_is_whole_or_not_at_all_and_overwrites_nothing(
    server: Cluster, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dsn = server.fresh()
    open_session = hw.Session(START, folder / "carla.2.jsonl")
    with pytest.raises(InputError, match="is served now"):
        copy(str(folder), dsn)
    open_session.close()
    doors = (folder / "carla.table.json").read_text()
    (folder / "carla.table.json").write_text("{}")
    with pytest.raises(InputError, match="cannot be read"):
        copy(str(folder), dsn)
    (folder / "carla.table.json").write_text(doors)
    monkeypatch.setattr(Database, "write_lines", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        copy(str(folder), dsn)
    monkeypatch.undo()
    serving = Database(dsn)
    serving.worker.lease()
    assert serving.names() == []
    with pytest.raises(InputError, match="is served now"):
        copy(str(folder), dsn)
    serving.close()
    copy(str(folder), dsn)
    with pytest.raises(InputError, match="something is there already"):
        copy(str(folder), dsn)
    with pytest.raises(InputError, match="it is there already"):
        copy(dsn, str(folder))
    for pair in ((str(folder), str(tmp_path / "x")), (dsn, dsn)):
        with pytest.raises(InputError, match="from a folder to a database, or back"):
            copy(*pair)
    monkeypatch.setattr(Folder, "write_lines", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        copy(dsn, str(tmp_path / "back"))
    assert [path.name for path in tmp_path.iterdir()] == ["class"]


# ---------------------------------------------------------------- the command
def test_what_cannot_be_served_is_refused_in_words(dsn: str, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {
        ("--workers", "2"): "name it with --database",
        ("depletion/first-steps", "--database", dsn): "scenario: a database keeps all tables",
        ("--database", dsn, "--folder", "x"): "--folder: a database keeps all tables",
        ("--database", dsn, "--workers", "0"): "--workers: expected 1 to 64, not 0",
        ("--database", dsn, "--origin", "x"): "this is no origin of a page",
        ("--database", dsn, "--status"): "no worker serves postgresql://tables@/club",
        ("--database", "sqlite://x"): "expected an address such as postgresql://",
    }
    for arguments, words in wrong.items():
        assert main(["serve", *arguments]) == 2
        assert words in capsys.readouterr().err


def test_each_of_many_workers_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    starts, ended = Counter[str](), threading.Event()

    class Process:
        """The process of a worker. That of the last worker ends at once, and at its second start this one is told to end."""

        def __init__(self, target: object, args: object, name: str) -> None:
            self.name = name

        def start(self) -> None:
            starts[self.name] += 1
            if starts[f"worker-{workers.MOST_WORKERS}"] == 2:
                ended.set()
                os.kill(os.getpid(), signal.SIGTERM)

        def is_alive(self) -> bool:
            return not ended.is_set() and self.name != f"worker-{workers.MOST_WORKERS}"

        def kill(self) -> None:
            ended.set()

        terminate = kill

    monkeypatch.setattr(workers, "SPAWN", SimpleNamespace(Process=Process))
    asyncio.run(asyncio.wait_for(workers.run_workers([()] * workers.MOST_WORKERS), 10))
    assert sorted(starts.values()) == [*[1] * (workers.MOST_WORKERS - 1), 2]


def test_every_worker_knows_a_code_and_a_seat_is_taken_once(storage: Database, other: Database) -> None:
    first, second = SharedTables(storage), SharedTables(other)
    name = first.make(hw.scenario("depletion/first-steps"), "duel", {})
    second.look()
    first.turn_entrance(name, is_open=True)
    code = str(first.listed()[0]["code"])
    late = first.by_code(code)
    second.look()  # as it does again and again
    there = second.by_code(code)
    assert late is not None
    assert there is not None
    assert [each["called"] for each in there.about()["seats"]] == ["Red", "Blue", "Look on"]
    told = asyncio.run(there.admit({"seat": "red", "name": "Anna"}))
    assert told["token"] == first.tokens(name)["red"]
    with pytest.raises(InputError, match="somebody has just taken it"):
        asyncio.run(late.admit({"seat": "red", "name": "Ben"}))
    assert first.listed()[0]["came"] == ["Anna (red)"]
    second.turn_entrance(name, is_open=False)
    first.look()
    assert first.by_code(code) is None
