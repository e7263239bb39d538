"""``hexwidget report``: the report on a class from a folder. `hexwidget.commands.cli` runs it; its modules load on demand."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from hexwidget.english import counted
from hexwidget.problems import InputError

if TYPE_CHECKING:
    from hexwidget.lessons import Course
    from hexwidget.lessons.learners.report import Report

MOST_BYTES = 1_000_000
NO_ACCOUNTS = "these accounts cannot be read"
PASSWORD = "HEXWIDGET_XAPI_PASSWORD"  # noqa: S105  (the name of a variable)


def run(given: argparse.Namespace) -> tuple[int, Any, str]:
    """Return the exit code, the report as data, and the report as text.

    :raises InputError: if there is no such folder, or no course
    """
    if given.database is None:
        return _report(given, given.folder)
    from hexwidget.classroom.storage import copy_class

    with TemporaryDirectory() as made:
        copy_class(given.database, str(Path(made) / "class"), str(given.folder))
        return _report(given, Path(made) / "class")


def _report(given: argparse.Namespace, folder: Path) -> tuple[int, Any, str]:
    report = _course(folder, given.course).report(folder)
    written = [str(report.to_html(given.html))] if given.html else []
    written += [str(report.to_csv(given.csv))] if given.csv else []
    written += [_to_xapi(given, report)] if given.xapi else []
    missed = [(name, report.rulebook[name].title, report.missed_by(name)) for name in report.not_understood]
    clauses = {name: {"title": title, "missed_by": who} for name, title, who in missed}
    data = {"title": report.title, "summary": report.summary, "to_help": dict(report.to_help), "rows": report.records}
    data |= {"not_understood": clauses, "absent": report.absent, "unreadable": report.broken, "written": written}
    return 0, data, "\n".join(written or [str(report)])


def _to_xapi(given: argparse.Namespace, report: Report) -> str:
    """Write or send statements. Return the file, or what was sent.

    :raises InputError: if they cannot be made, written or sent
    """
    from hexwidget.files import write_whole
    from hexwidget.lessons import send_statements, statements

    if given.home is None:
        what = "name the address of the school or site that knows the learners: --home https://school.example"
        raise InputError("whose learners?", what, "--home")
    made = statements(report, given.home, None if given.accounts is None else _accounts(given.accounts))
    if given.xapi.startswith(("https://", "http://")):
        number = send_statements(made, given.xapi, given.user, os.environ.get(PASSWORD, ""))
        return f"{counted(number, 'statement')} sent to {given.xapi}"
    return str(write_whole(given.xapi, json.dumps(made, ensure_ascii=False, indent=1) + "\n"))


def _accounts(file: Path) -> dict[str, str]:
    """Return the accounts of learners, by their names."""
    from hexwidget.files.disk import read_text
    from hexwidget.files.entries import read_json

    found = read_json(read_text(file, MOST_BYTES), NO_ACCOUNTS, str(file))
    if not isinstance(found, dict):
        raise InputError(NO_ACCOUNTS, 'expected an object such as {"Anna": "s-18"}', str(file))
    return found


def _course(folder: Path, file: Path | None) -> Course:
    """Return the course of a file, or the one in a folder."""
    from hexwidget.lessons import Course
    from hexwidget.lessons.learners.class_progress import courses_in
    from hexwidget.play import load

    if file is None:
        found = courses_in(folder)
        if len(found) != 1:
            what = "holds several courses" if found else "holds no course"
            raise InputError("which course?", f"the folder {what}: name the file of the course", "--course")
        file = found[0]
    course: object = load(file)
    if not isinstance(course, Course):
        raise InputError("which course?", "it is no course", str(file))
    return course
