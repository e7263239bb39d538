"""The schema of a database, and the way of older data to it."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep

from psycopg.errors import UndefinedTable

from hexwidget.problems import InputError
from hexwidget.store.postgres.connections import Connection, connect, database_errors, for_owner, safe_address

LOCKS = 0x68657877
"""The first number of our advisory locks; the second one is that of a hold, or `SERVED`."""
SERVED = 0
"""The lock that servers share, so that nothing is copied while one runs."""
LET_GO, PAUSE = 1.0, 0.05
"""The seconds in which servers that end have to let go, and those between two tries."""
_FOLDER = Path(__file__).parent
SCHEMA = (_FOLDER / "schema.sql").read_text(encoding="utf-8")
VERSION = 3
"""The version of the schema. The first two had tables of their own for tables, and the second one for classes."""
MOVED_TABLES = (_FOLDER / "moved_tables.sql").read_text(encoding="utf-8")
MOVED_CLASSES = (_FOLDER / "moved_classes.sql").read_text(encoding="utf-8")


def prepare(dsn: str) -> None:
    """Make the schema, or move the data of an older one: all of it, or nothing.

    :raises InputError: if that is not allowed, a server uses the older one, or the schema is a newer one
    """
    with for_owner(), database_errors(dsn, "written"), connect(dsn) as at, at.transaction():
        at.execute("SELECT pg_advisory_xact_lock(%s, %s)", (LOCKS, -1))  # one at a time
        now = version_of(at, dsn)
        if now == VERSION:
            return
        if now:
            what = "its schema is an older one, and servers use it: end them first"
            lock_out(at, dsn, "SELECT pg_try_advisory_xact_lock(%s, %s)", what)
            at.execute("ALTER SCHEMA hexwidget RENAME TO earlier")
        at.execute(SCHEMA)
        if now:
            at.execute(MOVED_TABLES + MOVED_CLASSES * (now > 1))
            at.execute("DROP SCHEMA earlier CASCADE")
        at.execute("INSERT INTO hexwidget.version VALUES (%s)", (VERSION,))


def lock_out(at: Connection, dsn: str, text: str, what: str) -> None:
    """Keep servers out. A server that has just ended may hold its lock for a moment.

    :param text: the statement that takes the lock
    :raises InputError: if a server runs
    """
    until = monotonic() + LET_GO
    while at.execute(text, (LOCKS, SERVED)).fetchone() == (False,):
        if monotonic() > until:
            raise InputError(f"{safe_address(dsn)} is served now", what)
        sleep(PAUSE)


def version_of(at: Connection, dsn: str) -> int:
    """Return the version of the schema; 0 for a database without our tables.

    :raises InputError: if it is a newer one, or not ours
    """
    if at.execute("SELECT to_regnamespace('hexwidget')").fetchone() == (None,):
        return 0
    try:
        with at.transaction():
            found = at.execute("SELECT version FROM hexwidget.version").fetchall()
    except UndefinedTable:
        found = []
    if len(found) != 1 or not found[0][0] > 0:
        what = "it has a schema 'hexwidget' without its version: name another database, or drop that schema"
        raise InputError(f"{safe_address(dsn)} cannot be used", what)
    version = int(found[0][0])
    if version > VERSION:
        what = f"its schema has version {version}, and this hexwidget knows {VERSION}: install a newer hexwidget"
        raise InputError(f"{safe_address(dsn)} cannot be used", what)
    return version
