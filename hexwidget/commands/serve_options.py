"""The options of ``hexwidget serve`` and ``hexwidget tables``. They load nothing else."""

from __future__ import annotations

import argparse
from pathlib import Path

from hexwidget.commands import serving_options

SERVE = "serve a table, or all tables of a folder and a page that makes new ones: people play in their browsers"
SERVE_EXAMPLES = (
    "depletion/first-steps",
    "depletion/first-steps --host 0.0.0.0 --port 8000",
    "--folder class --port 8000",
)
TABLES = "copy all tables of a folder to a database, or back"
TABLES_EXAMPLES = ("copy class postgresql://anna@db.example/club",)


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
    serving_options.add_options(
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
