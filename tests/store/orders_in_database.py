"""Lives of tables and classes in a PostgreSQL; see `tests.store.orders`. The place of a life is the address of its database."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg

from hexwidget.classroom.storage import in_database, snapshot
from hexwidget.lessons import Progress
from hexwidget.store.postgres.database import Database
from hexwidget.store.postgres.schema import prepare
from hexwidget.store.store import MOST_BYTES, Store
from tests.store.keepers import QUESTION, HeldClass, HeldTables, one_question
from tests.store.orders import KEEPERS, ClassKeeper, Life, TableKeeper
from tests.table.postgres import Cluster

STEPS = "SELECT number, line FROM hexwidget.lines WHERE key = 'tables/first.jsonl' ORDER BY number"


class TableInDatabase(TableKeeper):
    """A table of a database, and another one."""

    def __init__(self, folder: Any) -> None:
        self.folder = folder
        self._held = HeldTables(Database(folder))

    @staticmethod
    def make(folder: Any) -> None:
        prepare(folder)
        held = HeldTables(Database(folder))
        held.make(name="first")
        held.make(name="other")
        held.close()

    @staticmethod
    def done(folder: Any) -> list[str]:
        with psycopg.connect(folder) as at:
            steps = [json.loads(line) for _, line in at.execute(STEPS)]
        return [step["message"][1] for step in steps if "message" in step]


class ClassInDatabase(ClassKeeper):
    """A learner of a class in a database, and another one."""

    def __init__(self, folder: Any) -> None:
        self.folder = folder
        self._owns = ExitStack()
        self._held = HeldClass(self._owns.enter_context(in_database(folder, "class")))

    @staticmethod
    def make(folder: Any) -> None:
        with in_database(folder, "class") as store:
            held = HeldClass(store, one_question())
            held.join("first")
            held.join("other")
            held.close()

    def close(self) -> None:
        super().close()
        self._owns.close()

    @staticmethod
    def done(folder: Any) -> list[str]:
        with snapshot(folder, "class") as store:
            text = store.lines(f"{_first(store)}log.jsonl").read(MOST_BYTES) or b""
        lines = [json.loads(line) for line in text.decode().split("\n") if line]
        return [line["id"] for line in lines if line["did"] == "answer"]

    @staticmethod
    def counted(folder: Any) -> int:
        with snapshot(folder, "class") as store:
            text = store.read(f"{_first(store)}progress.json")
        return Progress.of_text(text)[QUESTION].tries if text else 0


def _first(store: Store) -> str:
    """The beginning of the keys of the first learner."""
    (found,) = (
        key for key in store.names("learners/") if key.endswith("/learner.json") and '"first"' in str(store.read(key))
    )
    return found.removesuffix("learner.json")


KEEPERS["table in a database"], KEEPERS["class in a database"] = TableInDatabase, ClassInDatabase


class LifeInDatabase(Life):
    """One thing that is kept in a database, and the events of its life."""

    def __init__(self, kind: str, seed: object, tally: Counter[str], server: Cluster) -> None:
        self._server = server
        super().__init__(kind, seed, tally)

    def _place(self) -> Path:
        return self._server.fresh()  # type: ignore[return-value]  # the address of a database

    def _events(self) -> list[tuple[Callable[[], None], int]]:
        own = [(self.damage_rows, 2)] if self.kind == "table in a database" else []
        return [(self.send, 5), (self.kill, 2), (self.kill_within, 3), (self.restart, 1), (self.fall, 1), *own]

    def kill_within(self) -> None:
        """Kill the process while it answers."""
        at, process = self._at(), self._alive()
        process.send("do", at)
        self._pause()
        process.end()
        self.process = None

    def fall(self) -> None:
        """Kill the database, and start it again. The process that keeps something is followed by another one."""
        self._server.stop("immediate")
        self._server.start()
        if self.process is not None:
            self.process.end()
            self.process = None
        self.look()

    def damage_rows(self) -> None:
        """Let somebody change a line between two lives: the words name the table, the other goes on."""
        self.restart()
        self.send()
        self.restart()
        with psycopg.connect(str(self.folder)) as at:
            lines = at.execute(STEPS).fetchall()
            number, line = self.rng.choice(lines[:-1])
            text = "UPDATE hexwidget.lines SET line = %s WHERE number = %s AND key = 'tables/first.jsonl'"
            at.execute(text, (line.replace('"', "'", 3), number))
        answer = self._alive().ask("do", self.answered[0])
        assert answer is not None
        assert answer[0] == "told", answer
        assert "first" in answer[1], answer
        other = self._alive().ask("do", f"other {self.sent}", "other")
        assert other is not None
        assert other[0] == "ok", other
        self._alive().end()
        self.process = None
        with psycopg.connect(str(self.folder)) as at:
            at.execute(text, (line, number))
        self.look()
