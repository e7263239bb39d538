"""The files of a table: the journal of each game, what its people have agreed on, the digests of the links' tokens, and the links.

The server opens a table with digests alone. The tokens stand in a file of their own, readable by its owner only, so that the same
command prints the same links again: players come back to links that they have kept. Without that
file the links are not printed, and still open the table.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from hexwidget.files import write_whole
from hexwidget.files.disk import read_text, refused
from hexwidget.jsontext import parse_json
from hexwidget.play import Session
from hexwidget.play.journal import written_by
from hexwidget.problems import InputError, Problem
from hexwidget.rules import Position
from hexwidget.widget.audience import SPECTATORS

FORMAT = "hexwidget.table/1"
MOST_BYTES = 100_000
TOKEN = 24
"""The random bytes of a token: 192 bits."""

Place = str | None
"""A place at a table: a player's seat by their name, `SPECTATORS`, or None: the referee's desk."""


def places(position: Position) -> tuple[Place, ...]:
    """Return the places at a table."""
    return (*position.players, SPECTATORS, None)


def called(place: Place) -> str:
    """Return a place in words."""
    return place or ("the referee" if place is None else "spectators")


def turned(place: Place, players: tuple[str, ...], number: int) -> Place:
    """Return the place that a link opens in a game: with each rematch, the players' seats are turned by one.

    >>> [turned(place, ("red", "blue"), 2) for place in ("red", "blue", "", None)]
    ['blue', 'red', '', None]
    """
    return players[(players.index(place) + number - 1) % len(players)] if place in players else place


def digest(token: str) -> str:
    """Return the digest of a token. Nobody finds the token by it."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True)
class Course:
    """The course of a table, as far as no journal holds it.

    :param number: of the present game; each rematch is another one
    :param resigned: the player who has resigned
    :param opened: True if all may see the whole of the game that has ended
    """

    number: int = 1
    resigned: str | None = None
    opened: bool = False

    @property
    def is_one(self) -> bool:
        """True if the types are right."""
        return type(self.number) is int and self.number > 0 and type(self.opened) is bool


@dataclass(frozen=True)
class Files:
    """The files of a table in a folder.

    :param name: the beginning of their names
    """

    folder: Path
    name: str

    def journal(self, number: int = 1) -> Path:
        """The journal of a game."""
        return self.folder / f"{self.name}{f'.{number}' * (number > 1)}.jsonl"

    @property
    def doors(self) -> Path:
        """The file of the digests."""
        return self.folder / f"{self.name}.table.json"

    @property
    def links(self) -> Path:
        """The file of the tokens."""
        return self.folder / f"{self.name}.links.json"

    @property
    def course(self) -> Path:
        """The file of the course; there is none before somebody resigns."""
        return self.folder / f"{self.name}.game.json"

    def read_course(self, start: Position) -> Course:
        """Read the course of the table.

        :raises InputError: if the file holds none
        """
        if not self.course.exists():
            return Course()
        with suppress(ValueError, TypeError, KeyError):
            found = dict(parse_json(read_text(self.course, MOST_BYTES)))
            course = Course(**found) if found.pop("format") == FORMAT else Course(0)
            if course.is_one and course.resigned in (None, *start.players):
                return course
        what = "expected the number of the game, who has resigned, and whether it is open"
        raise InputError(f"{str(self.course)!r} cannot be read", [Problem("", what)])

    def write_course(self, course: Course) -> None:
        """Write the course of the table.

        :raises InputError: if that fails; then all is as it was before
        """
        write_whole(self.course, json.dumps({"format": FORMAT, **asdict(course)}) + "\n")

    def renew(self, place: Place) -> str:
        """Give a place another token, and return it. The old one opens the table no more.

        :raises InputError: if a file cannot be read or written; then all is as it was before
        """
        token = token_urlsafe(TOKEN)
        before = read_text(self.links, MOST_BYTES) if self.links.exists() else None
        if before is not None:
            write_whole(self.links, _with(before, place, token))
        try:
            write_whole(self.doors, _with(read_text(self.doors, MOST_BYTES), place, digest(token)))
        except BaseException:
            if before is not None:
                write_whole(self.links, before)
            raise
        return token


@dataclass(frozen=True)
class Kept:
    """A table as it is kept.

    ``doors`` are the places by the digests of their tokens. ``tokens`` are None if their file is gone.
    """

    session: Session[Any]
    doors: dict[str, Place]
    tokens: Mapping[Place, str] | None
    files: Files
    course: Course = Course()


def open_table(folder: Path, name: str, start: Position, *, new_links: bool = False) -> Kept:
    """Open a table that is kept in a folder, or make a new one. If that fails, nothing new is left behind.

    :param name: the beginning of its files' names
    :param start: the position that its game starts from
    :param new_links: give new links; those given before open the table no more
    :raises InputError: if a file cannot be read or written, or another process serves the table
    """
    files = Files(folder, name)
    journal, doors, links = files.journal(), files.doors, files.links
    made = [path for path in (links, doors, journal) if not path.exists()]
    above = [each for each in (folder, *folder.parents) if not each.exists()]
    session = None
    try:
        with refused(folder, "used"):
            if folder.exists() and not folder.is_dir():
                raise InputError("", [Problem("", "it is a file, not a folder")])
            folder.mkdir(parents=True, exist_ok=True)
        course = files.read_course(start)
        journal = files.journal(course.number)
        if writer := written_by(journal):
            what = f"{writer.replace('kernel', 'program')} has it open; end that server, or give another --folder"
            raise InputError(f"the table {str(journal)!r} is served already", [Problem("", what)])
        known = None if doors in made or new_links else _read(doors, start)
        session = Session(start, journal)
        tokens = _tokens(links, known) if known else {place: token_urlsafe(TOKEN) for place in places(start)}
        if known is None and tokens is not None:
            known = {place: digest(token) for place, token in tokens.items()}
            with refused(links, "written"):
                os.close(os.open(links, os.O_WRONLY | os.O_CREAT, 0o600))  # the permissions that its content will have
            write_whole(links, _pairs(tokens))
            write_whole(doors, _pairs(known))
    except BaseException:
        if session is not None:
            session.close()
        with suppress(OSError):
            for path in made:
                path.unlink(missing_ok=True)
            for each in above:
                each.rmdir()
        raise
    return Kept(session, {each: place for place, each in (known or {}).items()}, tokens, files, course)


def _pairs(texts: Mapping[Place, str]) -> str:
    return json.dumps({"format": FORMAT, "places": [[place, text] for place, text in texts.items()]}) + "\n"


def _with(content: str, place: Place, text: str) -> str:
    """Return the content of a file with another text for a place."""
    found = parse_json(content)
    found["places"] = [[each, text if each == place else before] for each, before in found["places"]]
    return json.dumps(found) + "\n"


def _read(path: Path, start: Position) -> dict[Place, str]:
    """Read the text of each place.

    :raises InputError: if the file is none of a table with these places
    """
    try:
        found = parse_json(read_text(path, MOST_BYTES))
        read: dict[Place, str] = dict(found["places"])
        good = found["format"] == FORMAT and all(isinstance(text, str) for text in read.values())
    except InputError:
        raise
    except (ValueError, TypeError, KeyError):
        good, read = False, {}
    if not good or {*read} != {*places(start)}:
        what = "expected a text for each place of the table; move it away, and new links are given"
        raise InputError(f"{str(path)!r} cannot be read", [Problem("", what)])
    return read


def _tokens(path: Path, known: Mapping[Place, str]) -> dict[Place, str] | None:
    """Return the tokens, if they are kept and open the table."""
    with suppress(InputError, ValueError, TypeError, KeyError):
        found: dict[Place, str] = dict(parse_json(read_text(path, MOST_BYTES))["places"])
        if {place: digest(text) for place, text in found.items()} == known:
            return found
    return None
