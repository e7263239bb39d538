"""The options of ``hexwidget serve``, ``hexwidget tables`` and ``hexwidget class``. They load little else."""

from __future__ import annotations

import argparse
from pathlib import Path

from hexwidget.languages import languages

SERVE = "serve a table, or all tables of a folder and a page that makes new ones: people play in their browsers"
SERVE_EXAMPLES = (
    "depletion/first-steps",
    "depletion/first-steps --host 0.0.0.0 --port 8000",
    "--folder class --port 8000",
)
TABLES = "copy all tables of a folder to a database, or back"
TABLES_EXAMPLES = ("copy class postgresql://anna@db.example/club",)
CLASS = "give a course to a class: one link for all, and each learner plays in the browser, without a notebook"
CLASS_EXAMPLES = "my-class --course course.json", "my-class --course plotted --host 0.0.0.0 --port 8000", "my-class"


def serve_options(made: argparse.ArgumentParser) -> None:
    """Add the options of the command that serves."""
    words = (
        "a scenario file, the name of a bundled scenario, or a link text: one table; a folder, or nothing: all tables"
    )
    made.add_argument("what", nargs="?", metavar="scenario", help=words)
    words = "where tables are kept (default: ./tables); a missing folder is made"
    made.add_argument("--folder", type=Path, help=words)
    words = "a Python module, or a file my_game.py, with a rule system of others, whose code then runs in the server; may be repeated"
    made.add_argument("--system", action="append", default=[], metavar="MODULE", help=words)
    words = (
        "let the computer play a seat: random, greedy or search; person: a person again; may be repeated, and is kept"
    )
    made.add_argument("--opponent", action="append", default=[], metavar="PLAYER=POLICY", help=words)
    words = "ask the server that runs there how it is: its tables, viewers, memory, and longest call"
    made.add_argument("--status", action="store_true", help=words)
    words = "have a page /metrics for Prometheus: open from this machine, or with the owner's token (one table: the referee's)"
    made.add_argument("--metrics", action="store_true", help=words)
    words = "the most tables of a folder (default: 200)"
    made.add_argument("--most-tables", type=int, metavar="N", help=words)
    words = "the most viewers of all tables (default: 500; one table: 100)"
    made.add_argument("--most-viewers", type=int, metavar="N", help=words)
    words = "with --hub: tables have links, too, for people who are not in the hub"
    made.add_argument("--guests", action="store_true", help=words)
    _serving_options(
        made,
        "all tables",
        hub="people log in there, and sit where the owner seats them by their hub names",
        owners="own the tables",
        workers="the processes that serve a database (default: 1), each also at a port of its own: PORT+1, ...",
        new_links="give new links; the table opens to the old ones no more (all tables: the owner's link alone)",
    )


def tables_options(made: argparse.ArgumentParser) -> None:
    """Add the options of the command that copies tables."""
    made.add_argument("what", choices=["copy"], metavar="copy")
    words = "copy a class of this name in the database, in place of tables"
    made.add_argument("--class", dest="name", metavar="NAME", help=words)
    made.add_argument(
        "source", metavar="FROM", help="a folder of tables, or the address of a database; nobody serves it meanwhile"
    )
    made.add_argument("target", metavar="TO", help="the other one: a new folder, or a database without tables")


def class_options(made: argparse.ArgumentParser) -> None:
    """Add the options of the command that serves a class."""
    words = "where the class is kept: its links, and each learner's progress; a missing folder is made (with --database: its name)"
    made.add_argument("folder", metavar="FOLDER", type=Path, help=words)
    words = (
        "the course of a new class: a file that hw.save has written, or a system (plotted), whose first game is played"
    )
    made.add_argument("--course", metavar="FILE", help=words)
    _serving_options(
        made,
        "the class",
        hub="learners log in there, and have their hub names; nobody needs a link",
        owners="are teachers and see the wall",
        workers="the processes that have the learners' courses (default: one for each processor, 2 to 8)",
        new_links="give the class and the teacher new links; those of learners stay",
    )


def _serving_options(
    made: argparse.ArgumentParser, kept: str, *, hub: str, owners: str, workers: str, new_links: str
) -> None:
    """Add the options.

    :param kept: what the server keeps, such as "all tables"
    :param hub: what people do in a hub
    :param owners: what the members of a group may do there
    :param workers: what the processes do
    :param new_links: which links are new
    """
    words = "the address to listen at (default: 127.0.0.1, for this machine only; 0.0.0.0: for all)"
    made.add_argument("--host", default="127.0.0.1", help=words)
    made.add_argument("--port", type=int, default=0, help="the port to listen at (default: a free one)")
    made.add_argument("--origin", help='where a proxy stands before: the address in browsers, "https://games.example"')
    words = f"keep {kept} in a PostgreSQL, postgresql://USER@HOST/NAME, in place of a folder; PGPASSFILE and PGPASSWORD give a password"
    made.add_argument("--database", metavar="ADDRESS", help=words)
    made.add_argument("--hub", action="store_true", help=f"run as a service of JupyterHub: {hub}")
    words = f"with --hub: the members of this group {owners}, as the hub's admins do; may be repeated"
    made.add_argument("--owner-group", action="append", default=[], metavar="GROUP", help=words)
    made.add_argument("--new-links", action="store_true", help=new_links)
    made.add_argument("--workers", type=int, metavar="N", help=workers)
    words = "the language of the pages of games that are translated (default: en)"
    made.add_argument("--language", choices=languages(), help=words)
