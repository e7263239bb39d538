"""The options of ``hexwidget class``. They load nothing else."""

from __future__ import annotations

import argparse
from pathlib import Path

from hexwidget.commands import serving_options

WORDS = "give a course to a class: one link for all, and each learner plays in the browser, without a notebook"
EXAMPLES = "my-class --course course.json", "my-class --course plotted --host 0.0.0.0 --port 8000", "my-class"


def add_options(made: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    words = "where the class is kept: its links, and each learner's progress; a missing folder is made (with --database: its name)"
    made.add_argument("folder", metavar="FOLDER", type=Path, help=words)
    words = (
        "the course of a new class: a file that hw.save has written, or a system (plotted), whose first game is played"
    )
    made.add_argument("--course", metavar="FILE", help=words)
    serving_options.add_options(
        made,
        "the class",
        hub="learners log in there, and have their hub names; nobody needs a link",
        owners="are teachers and see the wall",
        workers="the processes that have the learners' courses (default: one for each processor, 2 to 8)",
        new_links="give the class and the teacher new links; those of learners stay",
    )
