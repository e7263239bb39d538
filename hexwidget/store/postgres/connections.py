"""Connections to a database, and its errors in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import InsufficientPrivilege

from hexwidget.problems import InputError
from hexwidget.store.store import AwayError

PATIENCE = 3
"""The seconds in which a database has to let somebody in."""
IDLE_MS = 5_000
"""The milliseconds after which the database ends a transaction whose process does nothing, so that nobody waits for its rows."""

Connection: TypeAlias = "psycopg.Connection[tuple[Any, ...]]"
Rows = list[tuple[Any, ...]]


def safe_address(dsn: str) -> str:
    """Return the address of a database without a password.

    >>> safe_address("postgresql://anna:secret@db.example/club")
    'postgresql://anna@db.example/club'
    """
    try:
        parts = conninfo_to_dict(dsn)
    except psycopg.Error:
        return "the database"
    user, host, port = (str(parts.get(name) or "") for name in ("user", "host", "port"))
    at = host if "/" not in host else ""
    return f"postgresql://{user}{'@' * bool(user)}{at}{f':{port}' * bool(port and at)}/{parts.get('dbname') or ''}"


def connect(dsn: str, name: str = "hexwidget") -> Connection:
    """Connect to a database. Each statement is a transaction of its own.

    :param name: of the process, in the database's list of connections
    :raises InputError: if it refuses this user; the words never show the password
    :raises AwayError: if it cannot be reached now
    """
    try:
        conninfo_to_dict(dsn)
    except psycopg.Error:
        what = "expected an address such as postgresql://anna@db.example/club"
        raise InputError("this is no address of a database", what, "--database") from None
    options: dict[str, Any] = {"connect_timeout": PATIENCE, "keepalives_idle": 5, "keepalives_interval": 2}
    options |= {"keepalives_count": 3, "tcp_user_timeout": 10_000, "application_name": name}
    try:
        made = psycopg.connect(dsn, autocommit=True, **options)
        made.execute(f"SET idle_in_transaction_session_timeout = {IDLE_MS}")
        return made
    except psycopg.OperationalError as error:
        said = _without_password(str(error), dsn)
        denied = any(word in said for word in ("authentication failed", "does not exist", "no pg_hba.conf", "password"))
        if not denied:
            raise AwayError(f"{safe_address(dsn)} cannot be reached: {said}") from None
        raise InputError(f"{safe_address(dsn)} lets nobody in", said) from None


def _without_password(text: str, dsn: str) -> str:
    """Return the reason in an error, without the password."""
    lines = [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("Is the server")]
    said = re.split(r"FATAL:|failed: ", lines[-1])[-1].strip() if lines else "it gives no reason"
    password = str(conninfo_to_dict(dsn).get("password") or "")
    return said.replace(password, "…") if password else said


@contextmanager
def for_owner() -> Iterator[None]:
    """Tell the owner of the server why a database does not answer.

    :raises InputError: if it does not
    """
    try:
        yield
    except AwayError as error:
        place, _, reason = error.reason.rpartition(": ")
        raise InputError(place or error.title, reason or "it has just gone") from None


@contextmanager
def database_errors(dsn: str, done: str) -> Iterator[None]:
    """Turn an error of a database into an `InputError`, or `AwayError` if it has gone.

    :param done: the verb for the failed task: "read", "written"
    """
    try:
        yield
    except InputError:
        raise
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise AwayError() from error
    except psycopg.Error as error:
        what = _without_password(error.diag.message_primary or str(error), dsn)
        if isinstance(error, InsufficientPrivilege):
            what = f"{what}: give its user the right, or name a user who may create a schema"
        raise InputError(f"{safe_address(dsn)} cannot be {done}", what) from None


def rows_of(at: Connection, text: Any, values: tuple[Any, ...]) -> Rows:
    """Carry out a statement, and return its rows."""
    done = at.execute(text, values)
    return done.fetchall() if done.description else []
