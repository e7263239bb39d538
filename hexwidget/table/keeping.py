"""The files of a table: the journal of each game, what its people have agreed on, the digests of the links' tokens, and the links.

The server opens a table with digests alone. The tokens stand in a file of their own, readable by its owner only, so that the same
command prints the same links again: players come back to links that they have kept. Without that
file the links are not printed, and still open the table.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from hexwidget.explore import policies
from hexwidget.files import write_whole
from hexwidget.files.disk import read_text, refused
from hexwidget.jsontext import parse_json
from hexwidget.play import Session
from hexwidget.play.journal import written_by
from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Position
from hexwidget.widget.audience import SPECTATORS

FORMAT = "hexwidget.table/1"
MOST_BYTES = 100_000
PERSON = "person"
"""In place of a policy: a person plays."""
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


def by_seat(links: Iterable[Place], players: tuple[str, ...], number: int) -> dict[Place, Place]:
    """Return the places of links by the seats that they open in a game, the seats in the links' order.

    >>> by_seat(("red", "blue", "", None), ("red", "blue"), 2)
    {'red': 'blue', 'blue': 'red', '': '', None: None}
    """
    return {seat: turned(seat, players, 2 - number) for seat in links}


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
        doors = read_text(self.doors, MOST_BYTES)
        before = read_text(self.links, MOST_BYTES) if self.links.exists() else None
        write_links(self.links, {**read_links(self.links, read_doors(self.doors)), place: token})
        try:
            write_whole(self.doors, _with(doors, place, digest(token)))
        except BaseException:
            if before is None:
                self.links.unlink()
            else:
                write_whole(self.links, before)
            raise
        return token


@dataclass(frozen=True)
class Kept:
    """A table as it is kept.

    ``doors`` are the places by the digests of their tokens. ``tokens`` are None if their file is gone. ``opponents`` are the names of
    the policies that play some seats.
    """

    session: Session[Any]
    doors: dict[str, Place]
    tokens: Mapping[Place, str] | None
    files: Files
    opponents: Mapping[str, str] = field(default_factory=dict)
    course: Course = Course()


def open_table(
    folder: Path,
    name: str,
    start: Position,
    *,
    new_links: bool = False,
    opponents: Mapping[str, str] | None = None,
) -> Kept:
    """Open a table that is kept in a folder, or make a new one. If that fails, nothing new is left behind.

    :param name: the beginning of its files' names
    :param start: the position that its game starts from
    :param new_links: give new links; those given before open the table no more
    :param opponents: the policies of seats by their players, `PERSON` for a seat that a person takes again; other seats stay as they
        are kept
    :raises InputError: if a file cannot be read or written, or another process serves the table
    """
    files = Files(folder, name)
    journal, doors, links = files.journal(), files.doors, files.links
    made = [path for path in (links, doors, journal) if not path.exists()]
    session = None
    with made_folder(folder):
        try:
            course = files.read_course(start)
            journal = files.journal(course.number)
            if writer := written_by(journal):
                what = f"{writer} has it open; end that server, or give another --folder"
                raise InputError(f"the table {str(journal)!r} is served already", [Problem("", what)])
            known = None if doors in made or new_links else read_doors(doors, places(start))
            before = {} if doors in made else read_opponents(doors, start)
            wanted = {player: who for player, who in {**before, **(opponents or {})}.items() if who != PERSON}
            seated = checked_opponents(wanted, start, "no such opponents")
            session = Session(start, journal)
            tokens = _tokens(links, known) if known else {place: token_urlsafe(TOKEN) for place in places(start)}
            if known is None and tokens is not None:
                known = {place: digest(token) for place, token in tokens.items()}
                write_links(links, tokens)
                write_doors(doors, known, seated)
            elif seated != before:
                write_doors(doors, known or {}, seated)
        except BaseException:
            if session is not None:
                session.close()
            with suppress(OSError):
                for path in made:
                    path.unlink(missing_ok=True)
            raise
    return Kept(session, {each: place for place, each in (known or {}).items()}, tokens, files, seated, course)


@contextmanager
def made_folder(folder: Path) -> Iterator[None]:
    """Make a folder, and those above it, for a block. At its end, folders that were made and hold nothing are taken away.

    :raises InputError: if there can be no such folder
    """
    above = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        with refused(folder, "used"):
            if folder.exists() and not folder.is_dir():
                raise InputError("", [Problem("", "it is a file, not a folder")])
            folder.mkdir(parents=True, exist_ok=True)
        yield
    finally:
        with suppress(OSError):  # the folder holds something
            for each in above:
                each.rmdir()


def write_links(path: Path, tokens: Mapping[Place, str]) -> None:
    """Write the tokens of places, for the owner of the file only."""
    with refused(path, "written"):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))  # the permissions that its content will have
    write_whole(path, _pairs(tokens))


def write_doors(path: Path, known: Mapping[Place, str], opponents: Mapping[str, str]) -> None:
    """Write the digests of places' tokens, and the policies that play seats."""
    write_whole(path, _pairs(known, **({"opponents": dict(opponents)} if opponents else {})))


def _pairs(texts: Mapping[Place, str], **more: Any) -> str:
    return json.dumps({"format": FORMAT, "places": [[place, text] for place, text in texts.items()], **more}) + "\n"


def _with(content: str, place: Place, text: str) -> str:
    """Return the content of a file with another text for a place."""
    found = parse_json(content)
    found["places"] = [[each, text if each == place else before] for each, before in found["places"]]
    return json.dumps(found) + "\n"


def read_opponents(path: Path, start: Position) -> dict[str, str]:
    """Read the policies that play seats of a table, by their players.

    :raises InputError: if there is no such player or policy
    """
    try:
        found = parse_json(read_text(path, MOST_BYTES))
        found = found.get("opponents", {}) if isinstance(found, dict) else {}
    except ValueError:  # the digests cannot be read either
        return {}
    return checked_opponents(found, start, f"{str(path)!r} cannot be read")


def checked_opponents(found: object, start: Position, title: str) -> dict[str, str]:
    """Return the policies of opponents by their players.

    :param title: of the error
    :raises InputError: if there is no such player or policy, or no seat is left for a person
    """
    problems = Problems()
    given = found if isinstance(found, dict) else {}
    if given is not found:
        problems.add(
            "opponents", f'expected a policy for each opponent, such as {{"blue": "greedy"}}, not {shown(found)}'
        )
    for player, policy in given.items():
        if player not in start.players:
            problems.unknown(f"opponents/{player}", "player", player, start.players)
        if policy not in policies.names():
            problems.unknown(f"opponents/{player}", "policy", policy, policies.names())
        else:
            problems.found.extend(_faults(policy, start))
    if {*start.players} <= {*given}:
        problems.add("opponents", "somebody has to play: leave a seat to a person")
    problems.raise_any(title)
    return dict(given)


def _faults(policy: str, start: Position) -> Sequence[Problem]:
    """Return the reasons why a policy cannot play a system."""
    try:
        policies.policy_for(policy, start.system)
    except InputError as error:
        return error.problems
    return ()


def read_doors(path: Path, at: Sequence[Place] | None = None) -> dict[Place, str]:
    """Read the digest of each place's token.

    :param at: the places of the table; None: any
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
    if not good or (at is not None and {*read} != {*at}):
        what = "expected a text for each place of the table; move it away, and new links are given"
        raise InputError(f"{str(path)!r} cannot be read", [Problem("", what)])
    return read


def _tokens(path: Path, known: Mapping[Place, str]) -> dict[Place, str] | None:
    """Return the tokens, if they are kept and open the table."""
    found = read_links(path, known)
    return found if found.keys() == known.keys() else None


def read_links(path: Path, known: Mapping[Place, str]) -> dict[Place, str]:
    """Return the tokens that are kept and open the table.

    :param known: the digests of all
    """
    with suppress(InputError, ValueError, TypeError, KeyError):
        found: dict[Place, str] = dict(parse_json(read_text(path, MOST_BYTES))["places"])
        return {place: text for place, text in found.items() if known.get(place) == digest(text)}
    return {}
