"""The schema of a database, and the way of older data to it."""

from __future__ import annotations

from time import monotonic, sleep

from psycopg.errors import UndefinedTable

from hexwidget.problems import InputError, Problem
from hexwidget.store.postgres.connections import Connection, called, connect, database_errors, for_owner

LOCKS = 0x68657877
"""The first number of our advisory locks; the second one is that of a hold, or `SERVED`."""
SERVED = 0
"""The lock that servers share, so that nothing is copied while one runs."""
LET_GO, PAUSE = 1.0, 0.05
"""The seconds in which servers that end have to let go, and those between two tries."""
SCHEMA = """
    CREATE SCHEMA hexwidget;
    CREATE TABLE hexwidget.version (version int NOT NULL);
    CREATE TABLE hexwidget.holds (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text COLLATE "C" NOT NULL UNIQUE, term bigint NOT NULL DEFAULT 0
    );
    CREATE SEQUENCE hexwidget.versions;
    CREATE TABLE hexwidget.texts (
        key text COLLATE "C" PRIMARY KEY, content text NOT NULL, version bigint NOT NULL DEFAULT nextval('hexwidget.versions')
    );
    CREATE TABLE hexwidget.lines (
        key text COLLATE "C" NOT NULL, number int NOT NULL, line text NOT NULL, PRIMARY KEY (key, number)
    );
    CREATE UNLOGGED TABLE hexwidget.workers (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        backend int NOT NULL, node text NOT NULL, address text NOT NULL,
        beat timestamptz NOT NULL DEFAULT clock_timestamp(), viewers int NOT NULL DEFAULT 0
    );
"""
VERSION = 3
"""The version of the schema. The first two had tables of their own for tables, and the second one for classes."""
MOVED_TABLES = """
    INSERT INTO hexwidget.holds (key, term) SELECT 'tables/' || name, term FROM earlier.tables ORDER BY id;
    INSERT INTO hexwidget.texts (key, content)
        SELECT 'tables/' || t.name || '.' || x.kind || '.json', x.content
        FROM earlier.texts x JOIN earlier.tables t ON t.id = x.of WHERE x.kind <> 'listed' AND x.kind NOT LIKE 'checked-%';
    INSERT INTO hexwidget.lines (key, number, line)
        SELECT 'tables/' || CASE WHEN t.closed IS NULL THEN '' ELSE 'closed/' END || t.name
            || CASE WHEN s.game = 1 THEN '' ELSE '.' || s.game END || '.jsonl', s.number, s.line
        FROM earlier.steps s JOIN earlier.tables t ON t.id = s.of;
    INSERT INTO hexwidget.texts (key, content)
        SELECT 'tables/owner' || each.ending, json_build_object('format', 'hexwidget.tables/1', 'owner', each.text)::text || E'\\n'
        FROM earlier.settings s CROSS JOIN LATERAL (VALUES
            ('.json', s.content::json ->> 'owner'), ('.link.json', s.content::json ->> 'token')) AS each (ending, text)
        WHERE s.kind = 'owner' AND each.text IS NOT NULL;
"""
MOVED_CLASSES = """
    CREATE TEMPORARY TABLE moving ON COMMIT DROP AS
        SELECT id, 'classes/' || replace(replace(name, '%', '%25'), '/', '%2F') AS key FROM earlier.classes;
    INSERT INTO hexwidget.holds (key, term) SELECT m.key, c.term FROM earlier.classes c JOIN moving m USING (id) ORDER BY id;
    INSERT INTO hexwidget.texts (key, content)
        SELECT m.key || '/' || each.name, each.text FROM earlier.classes c JOIN moving m USING (id) CROSS JOIN LATERAL (VALUES
            ('class.json', c.about), ('course.json', c.course), ('links.json', c.links)) AS each (name, text)
        WHERE each.text IS NOT NULL;
    INSERT INTO hexwidget.texts (key, content)
        SELECT m.key || '/learners/' || l.id || '/' || each.name, each.text
        FROM earlier.learners l JOIN moving m ON m.id = l.of CROSS JOIN LATERAL (VALUES
            ('learner.json', l.about), ('progress.json', l.progress)) AS each (name, text)
        WHERE each.text IS NOT NULL;
    INSERT INTO hexwidget.lines (key, number, line)
        SELECT m.key || '/learners/' || l.learner || '/log.jsonl',
            row_number() OVER (PARTITION BY l.of, l.learner ORDER BY l.number) - 1, l.line || E'\\n'
        FROM earlier.learner_lines l JOIN moving m ON m.id = l.of;
"""


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
    """Keep servers out. One that has just ended may take a moment.

    :param text: the statement that takes the lock
    :raises InputError: if a server runs
    """
    until = monotonic() + LET_GO
    while at.execute(text, (LOCKS, SERVED)).fetchone() == (False,):
        if monotonic() > until:
            raise InputError(f"{called(dsn)} is served now", [Problem("", what)])
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
        raise InputError(f"{called(dsn)} cannot be used", [Problem("", what)])
    version = int(found[0][0])
    if version > VERSION:
        what = f"its schema has version {version}, and this hexwidget knows {VERSION}: install a newer hexwidget"
        raise InputError(f"{called(dsn)} cannot be used", [Problem("", what)])
    return version
