"""A class in a PostgreSQL. Learners, their progress and the lines of their logs are rows.

The server holds the advisory lock of its class. Each start has a number, its *term*, which each statement that writes names: what an earlier
server's processes still write is refused.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psycopg

from hexwidget.classroom.folder import ClassFolder
from hexwidget.classroom.kept import CLASS, COURSE, LEARNER, LINKS, LOG, NO_CLASS, PROGRESS, KeptClass
from hexwidget.lessons import Progress
from hexwidget.problems import InputError, Problem
from hexwidget.table.copying import new_folder
from hexwidget.table.database import LOCKS, SERVED, Connection, called, connect, is_database, owner_told, prepare, told
from hexwidget.table.folder import held, kept_names
from hexwidget.table.storage import AwayError
from hexwidget.widget.host import log

CLASSES = LOCKS + 1
"""The first number of the advisory locks of classes; the second one is a class's."""
PATIENCE = 60.0
"""The seconds for which a process of a class waits for the database. Then it ends, and the next one goes on where the database says."""
PAUSE = 0.1
"""The seconds between two tries."""
LET_GO = 2.0
"""The seconds in which the database notices that a server has just ended."""
LOOK = 1.0
"""The seconds between two looks of a server at its lock."""
COPIED = "the class is copied; the first place still has it"
READ = {
    CLASS: "SELECT about FROM hexwidget.classes WHERE id = %s",
    COURSE: "SELECT course FROM hexwidget.classes WHERE id = %s",
    LINKS: "SELECT links FROM hexwidget.classes WHERE id = %s",
    LEARNER: "SELECT about FROM hexwidget.learners WHERE of = %s AND id = %s",
    PROGRESS: "SELECT progress FROM hexwidget.learners WHERE of = %s AND id = %s",
    LOG: "SELECT line FROM hexwidget.learner_lines WHERE of = %s AND learner = %s ORDER BY number",
}
WRITE = {
    CLASS: "UPDATE hexwidget.classes SET about = %s WHERE id = %s AND term = %s RETURNING id",
    COURSE: "UPDATE hexwidget.classes SET course = %s WHERE id = %s AND term = %s RETURNING id",
    LINKS: "UPDATE hexwidget.classes SET links = %s WHERE id = %s AND term = %s RETURNING id",
    LEARNER: """INSERT INTO hexwidget.learners (about, id, of)
        SELECT %s, %s, id FROM hexwidget.classes WHERE id = %s AND term = %s FOR SHARE
        ON CONFLICT (of, id) DO UPDATE SET about = excluded.about RETURNING id""",
    PROGRESS: """UPDATE hexwidget.learners SET progress = %s WHERE id = %s
        AND of = (SELECT id FROM hexwidget.classes WHERE id = %s AND term = %s FOR SHARE) RETURNING id""",
    LOG: """INSERT INTO hexwidget.learner_lines (line, number, of, learner)
        SELECT %s, %s, of, id FROM hexwidget.learners WHERE id = %s
        AND of = (SELECT id FROM hexwidget.classes WHERE id = %s AND term = %s FOR SHARE)
        ON CONFLICT (of, learner, number) DO UPDATE SET line = excluded.line RETURNING number""",
}
"""The statements, by the names of a folder's files. Each may be carried out twice, as nobody knows if one was whose reply was lost."""


@dataclass
class ClassRows(KeptClass):
    """A class that is rows of a database.

    :param number: the key of its row
    :param term: the number of this start
    """

    name: str
    dsn: str = ""
    number: int = 0
    term: int = 0
    _connection: Connection | None = field(default=None, init=False, repr=False, compare=False)

    def _run(self, text: Any, *values: Any) -> list[tuple[Any, ...]]:
        """Carry out a statement that may be carried out twice, and return its rows. Processes of the class wait for a database that is away.

        :raises AwayError: if it is away, in the process of the server
        """
        waits, until = multiprocessing.parent_process() is not None, monotonic() + PATIENCE
        while True:
            is_used = self._connection is not None
            try:
                with told(self.dsn, "used"):
                    self._connection = self._connection or connect(self.dsn, "hexwidget-class")
                    done = self._connection.execute(text, values)
                    return done.fetchall() if done.description else []
            except AwayError:
                with suppress(psycopg.Error):
                    self.close()
                if waits and monotonic() > until:
                    os._exit(1)  # a reply whose line is not kept must not go out
                if not waits and not is_used:
                    raise
            sleep(PAUSE)

    def close(self) -> None:
        """Close the connection."""
        was, self._connection = self._connection, None
        if was is not None:
            was.close()

    def _change(self, name: str, *values: Any) -> None:
        """Write a row.

        :raises InputError: if another server has the class, or the learner was deleted
        """
        if not self._run(WRITE[name], *values, self.number, self.term):
            what = "another server has taken the class over, or the learner was deleted"
            raise InputError(f"the class {self.name!r} cannot be written", [Problem("", what)])

    @property
    def called(self) -> str:
        """The name of the class."""
        return self.name

    # ------------------------------------------------------------------ texts and lines
    def read(self, name: str, learner: str = "") -> str | None:
        """Return a text; see `KeptClass`."""
        found = self._run(READ[name], *((self.number, learner) if learner else (self.number,)))
        return found[0][0] if found else None

    def write(self, name: str, text: str, learner: str = "") -> None:
        """Write a text; see `KeptClass`."""
        self._change(name, text, *((learner,) if learner else ()))

    def ids(self) -> list[str]:
        """Return the learners who are kept."""
        return [id for (id,) in self._run("SELECT id FROM hexwidget.learners WHERE of = %s ORDER BY id", self.number)]

    def lines(self, learner: str) -> list[str]:
        """Return the lines of a learner's log."""
        return [line for (line,) in self._run(READ[LOG], self.number, learner)]

    def append(self, learner: str, number: int, line: str) -> None:
        """Add a line to a learner's log; see `KeptClass`."""
        self._change(LOG, line, number, learner)

    def remove(self, learner: str) -> None:
        """Delete everything of a learner."""
        self._run("DELETE FROM hexwidget.learners WHERE of = %s AND id = %s", self.number, learner)

    def progress(self, learner: str) -> Progress:
        """Return the progress of a learner."""
        return ProgressInRows(self, learner)


class ProgressInRows(Progress):
    """The progress of a learner, in their row."""

    def __init__(self, rows: ClassRows, learner: str) -> None:
        self._rows, self._learner = rows, learner
        super().__init__()

    def _kept(self) -> str | None:
        return self._rows.read(PROGRESS, self._learner)

    def _write(self, text: str) -> None:
        self._rows.write(PROGRESS, text, self._learner)


# ---------------------------------------------------------------------- owning
@contextmanager
def owned(dsn: str, name: str) -> Iterator[ClassRows]:
    """Own a class within a block, or a new one, and keep other servers out of it. If it gets lost, this process ends.

    :raises InputError: if the database cannot be used, or another process serves the class
    """
    prepare(dsn)
    with owner_told():
        rows, line = _locked(dsn, name)
    ended = threading.Event()
    threading.Thread(target=_watch, args=(rows, line, ended), name="hexwidget-database", daemon=True).start()
    try:
        yield rows
    finally:
        ended.set()
        with suppress(InputError):
            rows._run("DELETE FROM hexwidget.classes WHERE id = %s AND about IS NULL", rows.number)  # it was not made
        with suppress(psycopg.Error):
            rows.close()
            line.close()


def _locked(dsn: str, name: str, term: int | None = None) -> tuple[ClassRows, Connection]:
    """Return a class, and the connection that holds its lock.

    :param term: that of before, of a server whose connection has ended; None: a new one
    :raises InputError: if another server has it, or has had it meanwhile
    """
    line = connect(dsn, "hexwidget-class")
    try:
        with told(dsn, "used"):
            line.execute("SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3")
            if line.execute("SELECT pg_try_advisory_lock_shared(%s, %s)", (LOCKS, SERVED)).fetchone() == (False,):
                raise InputError(f"{called(dsn)} cannot be used", [Problem("", "it is being copied; try again then")])
            line.execute("INSERT INTO hexwidget.classes (name) VALUES (%s) ON CONFLICT DO NOTHING", (name,))
            ((number, now),) = line.execute("SELECT id, term FROM hexwidget.classes WHERE name = %s", (name,))
            until = monotonic() + LET_GO
            while line.execute("SELECT pg_try_advisory_lock(%s, %s)", (CLASSES, number)).fetchone() == (False,):
                if monotonic() > until:
                    raise InputError(f"the class {name!r} is served already", [Problem("", "end its server first")])
                sleep(PAUSE)
            if term is None:
                update = "UPDATE hexwidget.classes SET term = term + 1 WHERE id = %s RETURNING term"
                ((now,),) = line.execute(update, (number,))
            elif now != term:
                raise InputError(f"the class {name!r} is lost", [Problem("", "another server has had it meanwhile")])
        return ClassRows(name, dsn=dsn, number=number, term=now), line
    except BaseException:
        line.close()
        raise


def _watch(rows: ClassRows, line: Connection, ended: threading.Event) -> None:
    """Hold the lock again after the database was away."""
    while not ended.wait(LOOK):
        try:
            line.execute("SELECT 1")
        except psycopg.Error:
            try:
                line = _locked(rows.dsn, rows.name, rows.term)[1]
            except AwayError:
                continue
            except InputError as error:
                log().error("%s", error)
                os.kill(os.getpid(), signal.SIGTERM)
                return


# ---------------------------------------------------------------------- copies
@contextmanager
def reading(dsn: str, name: str) -> Iterator[ClassRows]:
    """Give a class as it is at one moment, to read: its server goes on.

    :raises InputError: if there is none
    """
    with owner_told(), told(dsn, "read"), connect(dsn) as at, at.transaction():
        at.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        text = "SELECT id FROM hexwidget.classes WHERE name = %s AND about IS NOT NULL"
        found = at.execute(text, (name,)).fetchone()
        if found is None:
            raise InputError(NO_CLASS, [Problem(name, f"{called(dsn)} has no class of this name")])
        rows = ClassRows(name, dsn=dsn, number=found[0])
        rows._connection = at
        yield rows


def to_folder(dsn: str, name: str, folder: Path) -> None:
    """Write a class as it is at one moment to a new folder. Its server goes on.

    :raises InputError: if there is no such class, or the folder is there
    """
    with reading(dsn, name) as rows, new_folder(folder) as part:
        _copy(rows, ClassFolder(part))


def copy_class(source: str, target: str, name: str) -> str:
    """Copy a class from a folder to a database, or back. Return what was done, in words.

    :param name: of the class in the database
    :raises InputError: if there is no such class, nobody can write the target, or it has a class
    """
    if is_database(source) == is_database(target):
        what = "expected a folder and the address of a database such as postgresql://anna@db.example/club"
        raise InputError("a class is copied from a folder to a database, or back", [Problem("", what)])
    if is_database(source):
        to_folder(source, name, Path(target))
        return COPIED
    folder = ClassFolder(Path(source))
    if folder.read(CLASS) is None:
        raise InputError(NO_CLASS, [Problem(source, "name the folder of a class")])
    with held(folder.path), owned(target, name) as rows:
        if rows.read(CLASS) is not None:
            raise InputError(f"{called(target)} cannot be written", [Problem("", f"it has a class {name!r} already")])
        _copy(folder, rows)
    has_games = bool(kept_names(folder.tables))
    return f"{COPIED}; its games stay there alone, as a class in a database has none" if has_games else COPIED


def _copy(source: KeptClass, target: KeptClass) -> None:
    """Copy all texts and lines. The class itself comes last: without it nothing is there."""
    names = [(learner, name) for learner in source.ids() for name in (LEARNER, PROGRESS)]
    for learner, name in [*names, *(("", name) for name in (COURSE, LINKS, CLASS))]:
        if (text := source.read(name, learner)) is not None:
            target.write(name, text, learner)
        for number, line in enumerate(source.lines(learner) if name == PROGRESS else ()):
            target.append(learner, number, line)
