"""Opens the scenario, file or link that a text names."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hexwidget.files import Scenario, read_scenario, scenario, scenarios
from hexwidget.files.links import PREFIX
from hexwidget.play import Session, load, open_link
from hexwidget.problems import InputError, visible
from hexwidget.rules import Position
from hexwidget.systems.registry import system, system_names

if TYPE_CHECKING:
    from hexwidget.lessons import Course


def open_game(text: str) -> Scenario | Session | Course:
    """Open what a text names: a path, a link or the name of a scenario. A position on one line after the name of its system
    (see `Position.notation`) and a scenario as JSON are read, too.

    :raises InputError: if it names nothing, or cannot be read
    """
    if text.startswith(PREFIX) or ("#" in text and PREFIX in text):
        found = open_link(text)
        return Scenario(found.system.name, "", "", found) if isinstance(found, Position) else found
    name, blank, notation = text.partition(" ")
    if blank and name in system_names():
        return Scenario(name, "", "", system(name).read(notation))
    if text.lstrip().startswith("{"):
        return read_scenario(text)
    if text in scenarios() or (text.partition("/")[0] in system_names() and not os.path.exists(text)):
        return scenario(text)
    if not os.path.exists(text) and (names := near(text)):
        raise InputError(f"{visible(text)!r} is no file and no bundled scenario", f"near names: {names}")
    return load(text)


def near(name: str) -> str:
    """Return the names of the bundled scenarios whose whole name or last part is near to this one, the nearest first."""
    from difflib import get_close_matches  # slow to import, and only needed for errors

    known = {part: each for each in scenarios() for part in (each, each.partition("/")[2])}
    return ", ".join(dict.fromkeys(known[part] for part in get_close_matches(name, known, 4)))
