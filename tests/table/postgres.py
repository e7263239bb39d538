"""A PostgreSQL of the tests' own, in a temporary folder, behind a socket of the file system.

On Debian, ``apt-get install postgresql`` brings the programs. Each run starts a cluster of its own, which listens to no network, and deletes it.
Without the programs, or without psycopg, the tests that need them are left out. With ``HEXWIDGET_POSTGRES=1``, as in ``make test-hosts``, they fail.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

import pytest

pytest.importorskip("psycopg", reason="hexwidget[postgres] is not installed")

import psycopg

PLACES = (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/local/bin"), Path("/usr/bin"))
SETTINGS = "listen_addresses = ''\nunix_socket_permissions = 0777\nmax_connections = 60\nlog_min_messages = fatal\n"
LOCKED = "local all locked scram-sha-256\nlocal all all trust\n"


def _leave_out(why: str) -> NoReturn:
    """Leave a test out, or let it fail where PostgreSQL is required."""
    (pytest.fail if os.environ.get("HEXWIDGET_POSTGRES") else pytest.skip)(why)


def program(name: str) -> str:
    """The path of a program of PostgreSQL's server."""
    found = shutil.which(name, path=os.pathsep.join([*map(str, PLACES), os.environ.get("PATH", "")]))
    if found is None:
        _leave_out(f"PostgreSQL's {name} is not installed; on Debian: apt-get install postgresql")
    return found


class Cluster:
    """A server with one database, which tests stop, kill and start again."""

    def __init__(self, folder: Path) -> None:
        self._data = folder / "data"
        self._folder = folder
        program("postgres")
        self._as: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            if shutil.which("runuser") is None:
                _leave_out("PostgreSQL does not run as root, and runuser is not installed")
            self._as = ["runuser", "-u", "postgres", "--"]
            shutil.chown(folder, "postgres")
        folder.chmod(0o755)
        self._run("initdb", "-D", str(self._data), "-U", "owner", "-A", "trust", "--no-sync", "-E", "UTF8")
        for name, text in (("postgresql.conf", SETTINGS), ("pg_hba.conf", LOCKED)):
            path = self._data / name
            path.write_text(f"{path.read_text() if name == 'postgresql.conf' else ''}{text}")
        self.start()
        with psycopg.connect(self.dsn("owner", "postgres"), autocommit=True) as at:
            for statement in (
                "CREATE ROLE tables LOGIN",
                "CREATE ROLE locked LOGIN PASSWORD 'secret'",
                "CREATE ROLE guest LOGIN",
            ):
                at.execute(statement)

    def dsn(self, user: str = "tables", name: str = "club") -> str:
        """The address of a database.

        :param user: and behind a colon, their password
        """
        return f"postgresql://{user}@/{name}?host={self._folder}"

    def fresh(self) -> str:
        """Make an empty database in place of the one before; return its address."""
        with psycopg.connect(self.dsn("owner", "postgres"), autocommit=True) as at:
            at.execute("DROP DATABASE IF EXISTS club WITH (FORCE)")
            at.execute("CREATE DATABASE club OWNER tables")
        return self.dsn()

    def _run(self, name: str, *arguments: str) -> None:
        done = subprocess.run(
            [*self._as, program(name), *arguments], cwd="/", capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        """Start the server, and wait until it lets somebody in."""
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", str(self._data), "-o", f"-k {self._folder}", "-l", log, "-w", "-t", "60", "start")

    def stop(self, mode: str = "immediate") -> None:
        """End the server: "fast" in order, "immediate" without warning."""
        with suppress(AssertionError):  # it is down
            self._run("pg_ctl", "-D", str(self._data), "-m", mode, "-w", "stop")

    def kill(self) -> None:
        """Kill the server's first process, and wait until the others have noticed."""
        process = int((self._data / "postmaster.pid").read_text().split()[0])
        os.kill(process, signal.SIGKILL)
        end = time.monotonic() + 20
        while (Path("/proc") / str(process)).exists() and time.monotonic() < end:
            time.sleep(0.01)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Run a server."""
    # The path of a socket is short; pytest's folders are not, and another user cannot enter them.
    folder = Path(tempfile.mkdtemp(prefix="hexwidget-pg-"))
    made = None
    try:
        made = Cluster(folder)
        yield made
    finally:
        if made is not None:
            made.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)
