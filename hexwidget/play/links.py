"""Links: a position, a scenario or a game as a short text, for a message, an address or a cell."""

from __future__ import annotations

from typing import Any

from hexwidget.files import Scenario
from hexwidget.files.links import CANNOT_LINK, CANNOT_OPEN, PREFIX, content_of, packed, read_content, too_long, unpacked
from hexwidget.files.replay import is_replay, read_replay
from hexwidget.play.session import Session
from hexwidget.problems import InputError, Problem, shown
from hexwidget.rules import IllegalPosition, Position

LONGEST_GAME = 32_000
"""The most characters of a link to a game. Browsers cut off longer addresses."""


def link(thing: Position | Scenario | Session | Any) -> str:
    """Return a position, a scenario, or the game of a session or board as a link text. `open_link` reads it.

    A link to a game holds all its steps and branches and the random seed: anyone who opens it sees everything.

    :raises InputError: if it is something else, or does not fit in a link
    :raises IllegalPosition: if the position breaks clauses

    >>> from hexwidget.systems.registry import system
    >>> position = system("depletion").position(map=". .", players=["red"], armies={"red": {"0101": "1 archer"}})
    >>> open_link("https://rules.example/play.html#" + link(position)) == position
    True
    """
    thing = getattr(thing, "session", thing)
    if isinstance(thing, Session):
        text = packed(thing.to_replay())
        if len(text) > LONGEST_GAME:
            why = f"a link to its {len(thing.steps) - 1:,} steps has {len(text):,} characters, and browsers take {LONGEST_GAME:,}"
            raise too_long(why)
        return text
    if not isinstance(thing, (Position, Scenario)):
        what = f"expected a position, a scenario, a session or a board, not {shown(thing)}"
        raise InputError(CANNOT_LINK, [Problem("", what)])
    return packed(content_of(thing))


def link_or_nothing(position: Position) -> str:
    """Return the link to a position; "" if it breaks clauses or does not fit in a link."""
    try:
        return link(position)
    except (InputError, IllegalPosition):
        return ""


def open_link(text: str) -> Position | Scenario | Session:
    """Return the position, scenario or game of a link, or of an address that ends with one.

    A game is a session at the step where it was left.

    :raises InputError: if it is not a link, was cut off, or its content cannot be read
    :raises IllegalPosition: if the position breaks clauses
    """
    content = unpacked(text)
    if not is_replay(content):
        return read_content(content)
    if len(text) - text.rindex(PREFIX) > LONGEST_GAME:
        raise InputError(CANNOT_OPEN, [Problem("", f"a link to a game has at most {LONGEST_GAME:,} characters")])
    return Session.from_replay(read_replay(content))
