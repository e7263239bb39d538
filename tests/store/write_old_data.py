"""Writes the data of ``tests/store/data`` with the servers of the version that is checked out: ``python -m tests.store.write_old_data FOLDER``.

See the README there. The command asks nothing of the package but its commands, so that it also runs where an older version lies.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import psycopg

import hexwidget as hw
from tests.table.hosting import ROOT
from tests.table.postgres import cluster
from tests.table.wire import Client, Owner

STEPS = 5


@contextmanager
def served(*command: str) -> Iterator[dict[str, Any]]:
    """Run a command of the package that serves, and kill it at the end. What it tells is given."""
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "-m", "hexwidget", *command, "--json"],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert process.stdout is not None
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(30)
        process.stdout.close()


def loaded(text: str) -> Any:
    """The session of a journal."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        path.write_text(text, "utf-8")
        return hw.load(path)


class People:
    """The people of tables, who play legal actions at random.

    :param journal: returns the text of a table's journal by its name and the number of its game
    """

    def __init__(self, told: dict[str, Any], journal: Callable[[str, int], str]) -> None:
        address, _, token = told["link"].partition("/make#")
        self.owner = Owner(None, address, token)  # type: ignore[arg-type]  # a server of its own
        self._journal, self._rng, self._sat = journal, Random("old data"), 0

    def address(self, name: str) -> str:
        """The address of a table's page."""
        path = next(each["path"] for each in self.owner.ask("tables")["tables"] if each["name"] == name)
        return f"{self.owner.address}/{path}".rstrip("/")

    def sit(self, name: str, seat: str) -> Client:
        """Come by the link of a seat."""
        token, self._sat = self.owner.links(name)[seat], self._sat + 1
        client = Client(self.address(name), token, origin=self.owner.address, name=f"{self._sat}.")
        client.present()
        client.ask("hello")
        return client

    def play(self, name: str, steps: int = STEPS, game: int = 1) -> None:
        """Play some actions, whoever has to act."""
        for _ in range(steps):
            position = loaded(self._journal(name, game)).position
            player = next((each for each in sorted(position.to_act) if each in self._people(name)), None)
            if player is None:
                return
            action = position.legal_actions(player).sample(self._rng)
            assert self.sit(name, player).ask("play", action=f"{player}: {action}")["ok"]

    def _people(self, name: str) -> list[str]:
        listed = next(each for each in self.owner.ask("tables")["tables"] if each["name"] == name)
        return [each["place"] for each in listed["places"] if each["place"] and not each["opponent"]]

    def agree(self, name: str, wish: str, by: str, to: str) -> None:
        """Have two people agree to something."""
        first, second = self.sit(name, by), self.sit(name, to)
        first.wish(wish)
        while not (request := second.wait("present").get("request")):
            pass
        second.wish("agree", to=request["number"])
        second.wait("said")

    def make_all(self) -> None:
        """Make tables of all systems: one played on, one with a rematch, one resigned and opened, one with opponents, one closed."""
        duel, ford = self.owner.make(title="Anna and Ben"), self.owner.make("plotted/the-ford")
        wheel, orders = self.owner.make("rondel/inland-sea"), self.owner.make("orders/three-marches")
        combat = self.owner.make("frontiers/combat", opponents={"blue": "greedy"})
        closed = self.owner.make(title="Closed")
        for name in (duel, ford, wheel, orders, combat, closed):
            self.play(name, 3 if name == wheel else STEPS)
        self.sit(ford, "red").wish("resign")
        self.agree(ford, "rematch", "red", "blue")
        self.play(ford, game=2)
        self.sit(closed, "red").wish("resign")
        self.agree(closed, "open", "red", "blue")
        resigned = self.owner.make(title="Resigned")
        self.play(resigned, 3)
        self.sit(resigned, "blue").wish("resign")
        self.agree(resigned, "open", "blue", "red")
        self.owner.ask(f"tables/{duel}/links", "POST", {"place": "red"})
        self.owner.ask(f"tables/{closed}", "DELETE")


def learn(told: dict[str, Any], *, with_games: bool) -> None:
    """Have learners join a class, answer, ask and give up, and play each other; one of them is deleted."""
    from tests.classroom.serving import MARCH, Served
    from tests.classroom.test_games import games
    from tests.classroom.test_wall import FAR, TOO_FAR, Teacher

    address, _, token = told["class"].partition("/#join=")
    tokens = {"class": token, "teacher": told["teacher"].partition("/wall#")[2]}
    here = Served(SimpleNamespace(tokens=tokens), None, address, None)  # type: ignore[arg-type]  # a server of its own
    at = {name: here.sit(here.join(name), name=name) for name in ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")}
    anna, ben, cleo, emil, fritz = (at[name] for name in ("Anna", "Ben", "Cleo", "Emil", "Fritz"))
    for _ in range(3):
        assert not ben.ask("play", action=TOO_FAR)["ok"]
    for each in (anna, emil, fritz):
        assert each.ask("play", action=MARCH)["ok"]
    for each, answers in ((anna, ["legal", "P1.3"]), (emil, ["P1.3"])):
        each.ask("hello")
        assert each.ask("confirm", draft={})["ok"]
        for answer in answers:
            each.ask("hello")
            assert each.ask("confirm", draft={"answer": answer})["ok"]
    cleo.ask("hello")
    assert cleo.ask("explain", draft={"unit": "0202"}, space=FAR, clicked=True)["ok"]
    teacher = Teacher(here)
    if with_games:
        ids = dict[str, str]()
        while not {"Anna", "Ben", "Cleo", "Emil"} <= ids.keys():
            told = teacher.wait("learner")
            ids[told["name"]] = told["id"]
        learners = [ids[name] for name in ("Anna", "Ben", "Cleo", "Emil")]
        teacher.wish("pairs", learners=learners, start="scenario plotted/head-on", odd="out")
        assert "2 games begun" in teacher.says()
        for each in (anna, ben, cleo, emil):
            (game,) = games(each, 1)
            if game["acts"] and game["you"] == "red":
                red = Client(here.address, game["link"].partition("#")[2])
                red.present()
                assert red.ask("play", action=MARCH)["ok"]
    fritz.socket.send(json.dumps({"class": "forget"}))
    assert fritz.closed()


def dumped(dsn: str, path: Path) -> None:
    """Write the rows of a database as text."""
    done = subprocess.run(
        [
            "pg_dump",
            "--inserts",
            "--no-owner",
            "--no-privileges",
            "--schema=hexwidget",
            "--no-unlogged-table-data",
            dsn,
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    noise = ("--", "\\", "SET ", "SELECT pg_catalog.set_config")
    lines = [line for line in done.stdout.split("\n") if line and not line.startswith(noise)]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def lines_in(dsn: str, name: str, game: int) -> str:
    """The lines of a game in a database."""
    text = """SELECT line FROM hexwidget.steps s JOIN hexwidget.tables t ON t.id = s.of
        WHERE t.name = %s AND s.game = %s ORDER BY s.number"""
    with psycopg.connect(dsn) as at:
        return "".join(line for (line,) in at.execute(text, (name, game)))


def write_database(folder: Path, course: Path | None) -> None:
    """Write tables to a database, and a class if this version keeps one there."""
    with cluster() as postgres:
        dsn = postgres.fresh()
        with served("serve", "--database", dsn) as told:
            People(told, lambda name, game: lines_in(dsn, name, game)).make_all()
        if course is not None:
            with served("class", "learners", "--database", dsn, "--course", str(course)) as told:
                learn(told, with_games=False)
        with psycopg.connect(dsn) as at:
            ((version,),) = at.execute("SELECT version FROM hexwidget.version")
        dumped(dsn, folder / f"database-{version}.sql")


def write_sessions(folder: Path) -> None:
    """Write journals of sessions: with branches, refused tries and chance."""
    folder.mkdir()
    for name in ("plotted/the-ford", "depletion/first-steps"):
        session: Any = hw.Session(name, journal=folder / f"{name.partition('/')[0]}.jsonl", seed=7)
        rng = Random(name)
        for n in range(8):
            player = sorted(session.position.to_act)[0]
            session.play(f"{player}: {session.position.legal_actions(player).sample(rng)}")
            if n in (3, 5):
                session.undo()
        session.close()


def main(folder: Path, *wanted: str) -> None:
    """Write what is wanted: "tables", "class", "database", "sessions"."""
    if "tables" in wanted:
        with served("serve", "--folder", str(folder / "tables")) as told:
            suffix = {1: ""}
            People(
                told,
                lambda name, game: (folder / "tables" / f"{name}{suffix.get(game, f'.{game}')}.jsonl").read_text(
                    "utf-8"
                ),
            ).make_all()
    with tempfile.TemporaryDirectory() as place:
        course = None
        if {"class", "classes"} & {*wanted}:
            from tests.classroom.serving import a_course

            course = Path(place) / "course.json"
            hw.save(a_course(), course)
        if "class" in wanted:
            with served("class", str(folder / "class"), "--course", str(course)) as told:
                learn(told, with_games=True)
        if "database" in wanted:
            write_database(folder, course)
    if "sessions" in wanted:
        write_sessions(folder / "sessions")
    for each in folder.rglob(".*.writer"):  # they name the machine
        each.unlink()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
