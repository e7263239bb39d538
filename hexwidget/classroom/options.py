"""The options of ``hexwidget class``. They load nothing else."""

from __future__ import annotations

import argparse
from pathlib import Path

WORDS = "give a course to a class: one link for all, and each learner plays in the browser, without a notebook"
EXAMPLES = "my-class --course course.json", "my-class --course plotted --host 0.0.0.0 --port 8000", "my-class"


def add_options(made: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    words = "where the class is kept: its links, and each learner's progress; it is made if there is none (with --database: its name)"
    made.add_argument("folder", metavar="FOLDER", type=Path, help=words)
    words = (
        "the course of a new class: a file that hw.save has written, or a system (plotted), whose first game is played"
    )
    made.add_argument("--course", metavar="FILE", help=words)
    words = "the address to listen at (default: 127.0.0.1, for this machine only; 0.0.0.0: for all)"
    made.add_argument("--host", default="127.0.0.1", help=words)
    made.add_argument("--port", type=int, default=0, help="the port to listen at (default: a free one)")
    made.add_argument("--origin", help='where a proxy stands before: the address in browsers, "https://games.example"')
    words = "keep the class in a PostgreSQL, postgresql://USER@HOST/NAME, in place of a folder; PGPASSFILE and PGPASSWORD give a password"
    made.add_argument("--database", metavar="ADDRESS", help=words)
    words = "run as a service of JupyterHub: learners log in there, and have their hub names; nobody needs a link"
    made.add_argument("--hub", action="store_true", help=words)
    words = (
        "with --hub: the members of this group are teachers and see the wall, as the hub's admins do; may be repeated"
    )
    made.add_argument("--owner-group", action="append", default=[], metavar="GROUP", help=words)
    words = "give the class and the teacher new links; those of learners stay"
    made.add_argument("--new-links", action="store_true", help=words)
    words = "the processes that have the learners' courses (default: one for each processor, 2 to 8)"
    made.add_argument("--workers", type=int, metavar="N", help=words)
