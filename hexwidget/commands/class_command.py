"""``hexwidget class``: the course that is named, the server, and what is printed."""

from __future__ import annotations

import argparse
from pathlib import Path

from hexwidget.classroom.channels import ClassChannels
from hexwidget.classroom.serving import serve_class
from hexwidget.classroom.storage import IN_DATABASE, PATHS
from hexwidget.commands.answers import tell
from hexwidget.commands.serve import words_of_code
from hexwidget.extras import extra
from hexwidget.lessons import Course
from hexwidget.lessons.courses.course import find_course
from hexwidget.problems import InputError
from hexwidget.serving.server import LOCAL, ServerOptions


def run(given: argparse.Namespace) -> None:
    """Serve a class until the process is told to end.

    :raises InputError: if it cannot be served
    """
    course = None if given.course is None else find_course(given.course)
    options = ServerOptions.of(given)
    if given.hub:
        _serve_hub(given, course, options)
        return
    if given.owner_group:
        raise InputError("which hub?", "it is a setting of a service of JupyterHub, with --hub", "--owner-group")
    database = kept_at(given.database)

    def ready(channels: ClassChannels) -> None:
        tell_class(given.json, given.folder, channels, database)

    serve_class(given.folder, course, options, ready)


def kept_at(database: str | None) -> str | None:
    """Return the address of a database without its password; None without one."""
    if database is None:
        return None
    with extra("postgres", IN_DATABASE):
        from hexwidget.store.postgres.connections import safe_address
    return safe_address(database)


def _serve_hub(given: argparse.Namespace, course: Course | None, options: ServerOptions) -> None:
    with extra("hub", "a service of JupyterHub"):
        from hexwidget.classroom.hub import serve_hub_class
    if (given.host, given.port, given.new_links) != (LOCAL, 0, False):
        what = "the hub names the address, and nobody needs a link: leave out --host, --port and --new-links"
        raise InputError("which address?", what, "--hub")

    def print_links(address: str, title: str) -> None:
        words = f"{title}: the people of the hub learn at {address}/, and its teachers see {address}/wall"
        told = {"folder": str(given.folder), "course": title, "address": address, "database": kept_at(given.database)}
        tell(given.json, told, words)

    serve_hub_class(given.folder, course, options, print_links)


def links_of(channels: ClassChannels) -> dict[str, str]:
    """Return the links of a class; none if they are not kept."""
    kept = channels.folder
    return kept.links(channels.base) if kept.tokens.keys() == PATHS.keys() else {}


def tell_class(as_json: bool, folder: Path, channels: ClassChannels, database: str | None) -> None:
    """Print the links, and the code."""
    links, title = links_of(channels), channels.course.title
    data = {"folder": str(folder), "database": database, "course": title, "code": channels.code or None}
    lost = ["Its links are not kept there. Links given before open it; --new-links gives others."]
    told = [f"  for the class   {links['class']}", f"  for you alone   {links['teacher']}"] if links else lost
    told += words_of_code(channels.code, channels.base)
    at = f"{str(folder)!r}" if database is None else f"{database}, as {str(folder)!r}"
    kept = f"The class is kept in {at}; the same command resumes it. Ctrl+C ends it."
    words = "\n".join([f"{title}: one link for all learners, and the wall for you.", *told, kept])
    tell(as_json, {**data, "class": None, "teacher": None, **links}, words)
