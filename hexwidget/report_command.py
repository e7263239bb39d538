"""``hexwidget report``: the report on a class from a folder. `hexwidget.cli` runs it; its modules load on demand."""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from hexwidget.problems import InputError, Problem

if TYPE_CHECKING:
    from hexwidget.lessons import Course

WORDS = "report on a class: who has solved what, and who needs help with what"
EXAMPLES = "class", "class --course course.json --html report.html", "class --csv report.csv"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("folder", type=Path, help="the folder of the learners' progress files, or of a class")
    words = "the file of the course (default: the course in the folder)"
    parser.add_argument("--course", metavar="FILE", type=Path, help=words)
    words = "the PostgreSQL that keeps the class, whose name stands in place of the folder"
    parser.add_argument("--database", metavar="ADDRESS", help=words)
    parser.add_argument("--html", metavar="OUT", type=Path, help="write a page to read and print")
    parser.add_argument("--csv", metavar="OUT", type=Path, help="write a table for a spreadsheet")


def run(given: argparse.Namespace) -> tuple[int, Any, str]:
    """Return the exit code, the report as data, and the report as text.

    :raises InputError: if there is no such folder, or no course
    """
    if given.database is None:
        return _report(given, given.folder)
    from hexwidget.classroom.folder import databases

    with TemporaryDirectory() as made:
        databases().to_folder(given.database, str(given.folder), Path(made) / "class")
        return _report(given, Path(made) / "class")


def _report(given: argparse.Namespace, folder: Path) -> tuple[int, Any, str]:
    report = _course(folder, given.course).report(folder)
    written = [str(report.to_html(given.html))] if given.html else []
    written += [str(report.to_csv(given.csv))] if given.csv else []
    clauses = {
        name: {"title": report.rulebook[name].title, "missed_by": report.missed_by(name)}
        for name in report.not_understood
    }
    data = {"title": report.title, "summary": report.summary, "to_help": dict(report.to_help), "rows": report.records}
    data |= {"not_understood": clauses, "absent": report.absent, "unreadable": report.broken, "written": written}
    return 0, data, "\n".join(written or [str(report)])


def _course(folder: Path, file: Path | None) -> Course:
    """Return the course of a file, or the one in a folder."""
    from hexwidget.lessons import Course
    from hexwidget.lessons.gathering import courses_in
    from hexwidget.play import load

    if file is None:
        found = courses_in(folder)
        if len(found) != 1:
            what = "holds several courses" if found else "holds no course"
            raise InputError("which course?", [Problem("--course", f"the folder {what}: name the file of the course")])
        file = found[0]
    course: object = load(file)
    if not isinstance(course, Course):
        raise InputError("which course?", [Problem(str(file), "it is no course")])
    return course
