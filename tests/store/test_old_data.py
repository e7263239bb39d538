"""Folders and databases of an earlier version open, are whole, and go on, however their first opening is interrupted."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.lessons import Progress
from hexwidget.problems import InputError
from tests.amounts import chances, many
from tests.classroom.serving import served_class
from tests.classroom.test_games import at_table, games
from tests.classroom.test_wall import Teacher
from tests.play.powerloss import every_line
from tests.store.keepers import HeldTables, held_class, held_tables, log_file, two_players
from tests.table.wire import Client

DATA = Path(__file__).parent / "data"
TABLES = {
    "depletion-first-steps": ("Anna and Ben", "Round 1 of 6: Blue to act", 1),
    "depletion-first-steps-3": ("Resigned", "Blue has resigned. Red wins.", 1),
    "frontiers-combat": ("Combat", "Round 4: Combat, players assign damage; life: red 20, blue 20", 1),
    "orders-three-marches": ("Three marches", "Game turn 1: Red to act, 2 orders left", 1),
    "plotted-the-ford": ("The ford", "Turn 3 of 8: Players write their orders", 2),
    "rondel-inland-sea": ("The Inland Sea", "Round 2: Romans move their marker", 1),
}
"""The tables of the folder: title, stage, and the number of the game. The last line of one is torn."""
NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil"]
"""The learners of the classes."""
STEPS = {"plotted": 9, "depletion": 8, "torn": 8, "windows": 9}
"""The numbers of steps of the sessions; the last line of one is torn."""
INTERRUPTS = many(6, 1000, quick=3)
WRITING = ("store/folder.py", "store/journal.py", "classroom/storage.py", "classroom/logbook.py", "files/disk.py")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the data."""
    shutil.copytree(DATA, tmp_path / "data")
    return tmp_path / "data"


def stood(held: HeldTables) -> dict[str, tuple[str, str, int]]:
    """How tables stand."""
    return {each["name"]: (each["title"], each["stage"], each["game"]) for each in held.tables.listed()}


def go_on(held: HeldTables) -> None:
    """Play on at each table whose game is not over."""
    for name, who in {each["name"]: each["acts"] for each in held.tables.listed()}.items():
        if who:
            legal = held.session(name).position.legal_actions(who[0])
            reply = held.ask(name, who[0], str(next(iter(legal))), "after")
            assert reply is not None
            assert reply["ok"], (name, reply)


@pytest.mark.slow
def test_tables_of_a_folder_open_with_their_links_and_go_on(data: Path) -> None:
    kept = {path.name: dict(json.loads(path.read_text())["places"]) for path in data.glob("tables/*.links.json")}
    with held_tables(data / "tables") as held:
        assert (held.tables.broken, stood(held)) == ({}, TABLES)
        for name in TABLES:
            tokens = held.tables.tokens(name)  # by seats, which a rematch has turned
            assert sorted(tokens.values()) == sorted(kept[f"{name}.links.json"].values())
        go_on(held)
    with held_tables(data / "tables") as held:
        assert held.tables.broken == {}
        assert {name for name, now in stood(held).items() if now != TABLES[name]} >= {"depletion-first-steps"}
    for path in [*data.glob("tables/*.jsonl"), *data.glob("tables/closed/*.jsonl")]:
        assert hw.verify(path), path.name


def test_a_class_of_a_folder_opens_with_its_links_and_games_and_goes_on(data: Path) -> None:
    tokens = json.loads((data / "class" / "links.json").read_text())
    with served_class(data / "class") as served:
        assert served.folder.tokens == {name: tokens[name] for name in ("class", "teacher")}
        teacher = Teacher(served)
        names = {"Anna", "Ben", "Cleo", "Dora", "Emil"}
        stands = dict[str, Any]()
        while stands.keys() != names or not all("done" in each for each in stands.values()):
            found = teacher.wait("learner")
            stands[found["name"]] = found
        assert stands["Anna"]["done"][1]["tries"] == 2
        assert stands["Ben"]["stuck"] == ""
        assert stands["Cleo"]["clauses"]["P1.3"] == "missed"
        game, _ = games(teacher, 2)
        blue = at_table(served, game["link"])
        assert "You are the referee" in blue.texts[-1]
        frida = served.sit(served.join("Frida"))
        frida.ask("hello")
        assert not frida.ask("play", action="march 0202-0302-0402-0502")["ok"]
    with served_class(data / "class") as served:
        assert {each.name for each in served.folder.learners.values()} == names | {"Frida"}


def test_what_an_earlier_server_has_carried_out_is_not_done_again(data: Path) -> None:
    with held_class(data / "class") as held:
        anna, emil, ben = (held.id_of(name) for name in ("Anna", "Emil", "Ben"))
        assert held.answer(anna, "Anna7")
        assert held.answer(emil, "new")
        assert not held.come(ben).refused
    assert Progress(data / "class" / "learners" / anna / "progress.json")["asked"].tries == 2
    for learner, lines in ((anna, 6), (ben, 7), (emil, 5)):  # "came" is a line of its own; Emil's torn line is gone
        found = log_file(data / "class", learner).read_bytes().split(b"\n")
        assert len(found) > lines
        assert all(json.loads(line)["at"] for line in found if line)


def test_an_earlier_version_is_refused_what_it_would_not_understand(data: Path) -> None:
    """It reads a class whose format is this one."""
    with held_class(data / "class") as held:
        held.answer(held.id_of("Anna"), "new")
    assert json.loads((data / "class" / "class.json").read_text())["format"] == "hexwidget.class/2"


@pytest.mark.slow
def test_the_first_opening_of_a_class_is_taken_up_wherever_it_was_cut_short(data: Path, tmp_path: Path) -> None:
    rng, lines = chances("an opening is cut short"), _lines_of_an_opening(data / "class", tmp_path / "counted")
    for n in range(INTERRUPTS):
        where = tmp_path / str(n)
        shutil.copytree(data / "class", where)
        _opened(where, rng.randint(1, lines))
        with held_class(where) as held:
            assert sorted(each.name for each in held.kept.learners.values()) == NAMES
            assert held.kept.tokens
            anna = held.id_of("Anna")
            assert held.answer(anna, "Anna7")
            assert held.kept.progress(anna)["asked"].tries == 2
        shutil.rmtree(where)
    tried("openings of an earlier version's class cut short", INTERRUPTS)


def _opened(where: Path, most: int | None = None) -> int:
    """Open a class in another process, which ends before it runs so many lines of the store. Return their number."""
    end, other = os.pipe()
    child = os.fork()
    if child == 0:
        ran = 0

        def moment() -> None:
            nonlocal ran
            ran += 1
            if ran == most:
                os._exit(0)

        with every_line(moment, WRITING), held_class(where) as held:
            for learner in held.kept.learners:
                held.come(learner)
        os.write(other, str(ran).encode())
        os._exit(0)
    os.close(other)
    os.waitpid(child, 0)
    told = os.read(end, 20)
    os.close(end)
    return int(told or 0)


def _lines_of_an_opening(where: Path, copy: Path) -> int:
    shutil.copytree(where, copy)
    found = _opened(copy)
    assert found > 100
    return found


@pytest.mark.parametrize("name", ["plotted", "depletion", "torn", "windows"])
def test_journals_of_sessions_go_on(name: str, data: Path) -> None:
    path = data / "sessions" / f"{name}.jsonl"
    scenario = "depletion/first-steps" if name == "depletion" else "plotted/the-ford"
    session: Any = hw.Session(scenario, journal=path, seed=7)
    before = [step.text for step in session.steps]
    session.play(two_players()(session))
    session.close()
    again = hw.load(path)
    assert [step.text for step in again.steps][: len(before)] == before
    assert len(before) == STEPS[name]
    assert hw.verify(path)


# ---------------------------------------------------------------- databases
@pytest.fixture(scope="module")
def server() -> Iterator[Any]:
    pytest.importorskip("psycopg", reason="hexwidget[postgres] is not installed")
    from tests.table.postgres import cluster

    with cluster() as made:
        yield made


def restored(server: Any, version: int) -> str:
    """A database as an earlier version has left it."""
    import psycopg

    dsn = str(server.fresh())
    with psycopg.connect(dsn) as at:
        at.execute((DATA / f"database-{version}.sql").read_text("utf-8"))
    return dsn


@pytest.mark.parametrize("version", [1, 2])
def test_tables_of_a_database_open_with_their_links_and_go_on(server: Any, version: int) -> None:
    from hexwidget.store.postgres.database import Database
    from hexwidget.store.postgres.schema import prepare

    dsn = restored(server, version)
    for life in range(2):
        prepare(dsn)
        with held_tables(Database(dsn)) as held:
            assert held.tables.broken == {}
            found = stood(held)
            assert found.keys() == TABLES.keys()
            assert {name: (title, game) for name, (title, _, game) in found.items()} == {
                name: (title, game) for name, (title, _, game) in TABLES.items()
            }
            if life == 0:
                for name in TABLES:
                    assert len(held.tables.tokens(name)) >= 4
                go_on(held)


@pytest.mark.slow
@pytest.mark.parametrize("version", [1, 2])
def test_the_move_of_a_database_is_taken_up_wherever_it_was_cut_short(server: Any, version: int) -> None:
    from hexwidget.store.postgres.database import Database

    dsn, statements = restored(server, version), 1
    while not _moved(dsn, statements):
        statements += 1
    assert statements > 8
    with held_tables(Database(dsn)) as held:
        assert (held.tables.broken, stood(held).keys()) == ({}, TABLES.keys())


def _moved(dsn: str, most: int) -> bool:
    """Move a database in another process, which ends before its statement of a number. True if it has moved all."""
    import psycopg

    from hexwidget.store.postgres.schema import prepare

    child = os.fork()
    if child:
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert code in (0, 1)
        return code == 0
    execute, left = psycopg.Connection.execute, most

    def counted(self: Any, *given: Any, **options: Any) -> Any:
        nonlocal left
        left -= 1
        if not left:
            os._exit(1)
        return execute(self, *given, **options)

    try:
        psycopg.Connection.execute = counted  # type: ignore[method-assign]
        prepare(dsn)
        os._exit(0)
    finally:
        os._exit(2)


def test_a_database_that_an_earlier_version_serves_is_not_moved(server: Any) -> None:
    import psycopg

    from hexwidget.store.postgres.schema import LOCKS, SERVED, prepare

    dsn = restored(server, 2)
    with psycopg.connect(dsn, autocommit=True) as at:
        at.execute("SELECT pg_advisory_lock_shared(%s, %s)", (LOCKS, SERVED))  # as each of its servers does
        with pytest.raises(InputError, match="its schema is an older one, and servers use it: end them first"):
            prepare(dsn)
        assert at.execute("SELECT version FROM hexwidget.version").fetchall() == [(2,)]


def test_a_class_of_a_folder_that_was_not_opened_is_copied_to_a_database_and_back(
    server: Any, data: Path, tmp_path: Path
) -> None:
    from hexwidget.classroom.storage import copy_class, in_database

    dsn = str(server.fresh())
    copy_class(str(data / "class"), dsn, "7b")
    copy_class(dsn, str(tmp_path / "back"), "7b")
    with in_database(dsn, "7b") as store:
        for place in (store, tmp_path / "back"):
            with held_class(place) as held:
                assert sorted(each.name for each in held.kept.learners.values()) == NAMES
                anna = held.id_of("Anna")
                assert held.answer(anna, "Anna7")
                assert held.kept.progress(anna)["asked"].tries == 2
                assert held.answer(anna, "new")
                lines = json.loads(held.kept.text_of(anna))["log"]
                assert [line["id"] for line in lines if line["did"] == "answer"].count("new") == 1


def test_a_class_of_a_database_is_copied_to_a_folder_once_a_server_has_moved_it(server: Any, tmp_path: Path) -> None:
    from hexwidget.classroom.storage import copy_class
    from hexwidget.store.postgres.schema import prepare

    dsn = restored(server, 2)
    with pytest.raises(InputError, match="its schema is an older one, or it has none: start a server for it once"):
        copy_class(dsn, str(tmp_path / "copy"), "learners")
    prepare(dsn)
    copy_class(dsn, str(tmp_path / "copy"), "learners")
    with held_class(tmp_path / "copy") as held:
        assert sorted(each.name for each in held.kept.learners.values()) == NAMES
        assert held.kept.progress(held.id_of("Anna"))["asked"].tries == 2


def test_a_class_of_a_database_opens_and_goes_on(server: Any) -> None:
    from hexwidget.classroom.storage import in_database

    dsn = restored(server, 2)
    with in_database(dsn, "learners") as store, served_class(store) as served:
        assert served.folder.tokens.keys() == {"class", "teacher"}
        ids = {each.name: id for id, each in served.folder.learners.items()}
        assert ids.keys() == {"Anna", "Ben", "Cleo", "Dora", "Emil"}
        assert served.folder.progress(ids["Anna"])["asked"].tries == 2
        frida: Client = served.sit(served.join("Frida"))
        frida.ask("hello")
        assert not frida.ask("play", action="march 0202-0302-0402-0502")["ok"]
        told = json.loads(served.folder.text_of(ids["Anna"]))
        assert [line["did"] for line in told["log"]] == ["came", "action", "done", "opened", "answer", "answer"]


def test_a_database_that_is_copied_to_a_folder_and_back_is_the_same(server: Any, tmp_path: Path) -> None:
    from hexwidget.store.postgres.database import Database
    from hexwidget.table.storage import copy

    copy(restored(server, 2), str(tmp_path / "copy"))
    with held_tables(tmp_path / "copy") as held:
        before = stood(held)
        assert (held.tables.broken, before.keys()) == ({}, TABLES.keys())
    dsn = str(server.fresh())
    copy(str(tmp_path / "copy"), dsn)
    with held_tables(Database(dsn)) as held:
        assert stood(held) == before
