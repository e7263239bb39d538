"""The journals of a table, the agreements of its people, the digests of the links' tokens, and the links.

The server opens a table with digests alone. The tokens are kept apart, in a folder readable by its owner only, so that the same
command prints the same links again: players come back to links that they have kept. Without them the links are not printed, and still open the table.
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass, field
from glob import escape
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from hexwidget.explore import policies
from hexwidget.files import write_whole
from hexwidget.files.disk import read_text, refused
from hexwidget.files.replay import MOST_CHARACTERS
from hexwidget.jsontext import parse_json
from hexwidget.play import Session
from hexwidget.play.journal import written_by
from hexwidget.play.lines import JournalPlace
from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Position
from hexwidget.widget.audience import SPECTATORS

FORMAT = "hexwidget.table/1"
DOORS, LINKS, COURSE, SCENARIO = "table", "links", "game", "scenario"
"""The kinds of texts: the digests of the links' tokens, the tokens, what is agreed on, and the words and drawings of the start."""
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
    :param reviewed: the seats whose boards show a review of it
    """

    number: int = 1
    resigned: str | None = None
    opened: bool = False
    reviewed: tuple[str, ...] = ()

    @property
    def is_one(self) -> bool:
        """True if the types are right."""
        fits = type(self.number) is int and self.number > 0 and type(self.opened) is bool
        return fits and all(isinstance(each, str) for each in self.reviewed)


class Keeping(ABC):
    """The place where a table is kept: a small text of each kind, and a journal of each game."""

    name: str
    """The name of the table, and the beginning of the names of its files."""

    @abstractmethod
    def called(self, kind: str) -> str:
        """Return the name of a text, for errors."""

    @abstractmethod
    def has(self, kind: str) -> bool:
        """True if there is a text of a kind."""

    @abstractmethod
    def read(self, kind: str, most: int = MOST_BYTES) -> str:
        """Return a text.

        :param most: the most bytes
        :raises InputError: if it is not there, or cannot be read
        """

    @abstractmethod
    def write(self, kind: str, text: str) -> None:
        """Write a text, for the owner of the server only if it is `LINKS`.

        :raises InputError: if that fails; then all is as it was before
        """

    @abstractmethod
    def remove(self, kind: str) -> None:
        """Remove a text, if it is there.

        :raises InputError: if that fails
        """

    @abstractmethod
    def kinds(self) -> list[str]:
        """Return the kinds of the texts that are there."""

    @abstractmethod
    def journal(self, number: int = 1) -> Path | JournalPlace:
        """Return the journal of a game, for its session."""

    @abstractmethod
    def journal_called(self, number: int = 1) -> str:
        """Return the name of a journal, for errors."""

    @abstractmethod
    def has_journal(self, number: int = 1) -> bool:
        """True if there is the journal of a game."""

    @abstractmethod
    def read_journal(self, number: int = 1) -> str:
        """Return the lines of a journal.

        :raises InputError: if it cannot be read
        """

    @abstractmethod
    def remove_journal(self) -> None:
        """Remove the journal of the first game, which nobody plays.

        :raises InputError: if that fails
        """

    def changing(self) -> AbstractContextManager[object]:
        """Keep others from changing the texts within a block."""
        return nullcontext()

    def opening(self) -> AbstractContextManager[object]:
        """Keep others from opening the table within a block.

        :raises InputError: if another process has it open
        """
        return nullcontext()

    def writer(self, number: int) -> str | None:
        """Return the program that has the journal of a game open, in words. None if none has, or `opening` keeps others out."""
        return None

    def read_course(self, start: Position) -> Course:
        """Read the course of the table; there is none before somebody resigns.

        :raises InputError: if the text holds none
        """
        if not self.has(COURSE):
            return Course()
        with suppress(ValueError, TypeError, KeyError):
            found = dict(parse_json(self.read(COURSE)))
            found["reviewed"] = tuple(found.get("reviewed", ()))
            course = Course(**found) if found.pop("format") == FORMAT else Course(0)
            if course.is_one and course.resigned in (None, *start.players):
                return course
        what = "expected the number of the game, who has resigned, and whether it is open"
        raise InputError(f"{self.called(COURSE)} cannot be read", [Problem("", what)])

    def write_course(self, course: Course) -> None:
        """Write the course of the table.

        :raises InputError: if that fails; then all is as it was before
        """
        self.write(COURSE, json.dumps({"format": FORMAT, **asdict(course)}) + "\n")

    def renew(self, place: Place) -> str:
        """Give a place another token, and return it. The old one opens the table no more.

        :raises InputError: if a text cannot be read or written; then all is as it was before
        """
        token = token_urlsafe(TOKEN)
        with self.changing():
            doors = self.read(DOORS)
            before = self.read(LINKS) if self.has(LINKS) else None
            self.write(LINKS, _pairs({**read_links(self, read_doors(self)), place: token}))
            try:
                self.write(DOORS, _with(doors, place, digest(token)))
            except BaseException:
                if before is None:
                    self.remove(LINKS)
                else:
                    self.write(LINKS, before)
                raise
        return token


@dataclass(frozen=True)
class Files(Keeping):
    """The files of a table in a folder.

    :param name: the beginning of their names
    """

    folder: Path
    name: str

    def path(self, kind: str) -> Path:
        """The file of a text."""
        return self.folder / f"{self.name}.{kind}.json"

    @property
    def course(self) -> Path:
        """The file of the course."""
        return self.path(COURSE)

    def called(self, kind: str) -> str:
        """Return the path of a file."""
        return repr(str(self.path(kind)))

    def has(self, kind: str) -> bool:
        """True if there is such a file."""
        return self.path(kind).exists()

    def read(self, kind: str, most: int = MOST_BYTES) -> str:
        """Return the text of a file."""
        return read_text(self.path(kind), most)

    def write(self, kind: str, text: str) -> None:
        """Write a file."""
        path = self.path(kind)
        if kind == LINKS:
            with refused(path, "written"):
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))  # the permissions that its content will have
        write_whole(path, text)

    def remove(self, kind: str) -> None:
        """Remove a file."""
        with refused(self.path(kind), "removed"):
            self.path(kind).unlink(missing_ok=True)

    def kinds(self) -> list[str]:
        """Return the kinds of the files."""
        found = (path.name.split(".") for path in self.folder.glob(f"{escape(self.name)}.*.json"))
        return sorted(parts[1] for parts in found if len(parts) == 3)

    def journal(self, number: int = 1) -> Path:
        """Return the file of a journal."""
        return self.folder / f"{self.name}{f'.{number}' * (number > 1)}.jsonl"

    def journal_called(self, number: int = 1) -> str:
        """Return the path of a journal."""
        return repr(str(self.journal(number)))

    def has_journal(self, number: int = 1) -> bool:
        """True if there is the file of a journal."""
        return self.journal(number).exists()

    def read_journal(self, number: int = 1) -> str:
        """Return the text of a journal."""
        return read_text(self.journal(number), 4 * MOST_CHARACTERS)

    def remove_journal(self) -> None:
        """Remove the file of the first journal."""
        with refused(self.journal(), "removed"):
            self.journal().unlink(missing_ok=True)

    def writer(self, number: int) -> str | None:
        """Return the program that has the file of a journal open."""
        return written_by(self.journal(number))


@dataclass(frozen=True)
class Kept:
    """A table as it is kept.

    ``doors`` are the places by the digests of their tokens. ``tokens`` are None if their file is gone. ``opponents`` are the names of
    the policies that play some seats.
    """

    session: Session[Any]
    doors: dict[str, Place]
    tokens: Mapping[Place, str] | None
    files: Keeping
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
    with made_folder(folder):
        return open_kept(Files(folder, name), start, new_links=new_links, opponents=opponents)


def open_kept(
    where: Keeping, start: Position, *, new_links: bool = False, opponents: Mapping[str, str] | None = None
) -> Kept:
    """Open a table, or make a new one; see `open_table`."""
    with where.opening():
        made = [kind for kind in (LINKS, DOORS) if not where.has(kind)]
        is_new = not where.has_journal()
        session = None
        try:
            course = where.read_course(start)
            if writer := where.writer(course.number):
                what = f"{writer} has it open; end that server, or give another --folder"
                raise InputError(
                    f"the table {where.journal_called(course.number)} is served already", [Problem("", what)]
                )
            known = None if DOORS in made or new_links else read_doors(where, places(start))
            before = {} if DOORS in made else read_opponents(where, start)
            wanted = {player: who for player, who in {**before, **(opponents or {})}.items() if who != PERSON}
            seated = checked_opponents(wanted, start, "no such opponents")
            session = Session(start, where.journal(course.number))
            tokens = _tokens(where, known) if known else {place: token_urlsafe(TOKEN) for place in places(start)}
            if known is None and tokens is not None:
                known = {place: digest(token) for place, token in tokens.items()}
                where.write(LINKS, _pairs(tokens))
                where.write(DOORS, _doors(known, seated))
            elif seated != before:
                where.write(DOORS, _doors(known or {}, seated))
        except BaseException:
            if session is not None:
                session.close()
            with suppress(InputError):
                for kind in made:
                    where.remove(kind)
                if is_new:
                    where.remove_journal()
            raise
    return Kept(session, {each: place for place, each in (known or {}).items()}, tokens, where, seated, course)


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


def _doors(known: Mapping[Place, str], opponents: Mapping[str, str]) -> str:
    """Return the text of the digests of places' tokens, and of the policies that play seats."""
    return _pairs(known, **({"opponents": dict(opponents)} if opponents else {}))


def _pairs(texts: Mapping[Place, str], **more: Any) -> str:
    return json.dumps({"format": FORMAT, "places": [[place, text] for place, text in texts.items()], **more}) + "\n"


def _with(content: str, place: Place, text: str) -> str:
    """Return the content of a file with another text for a place."""
    found = parse_json(content)
    found["places"] = [[each, text if each == place else before] for each, before in found["places"]]
    return json.dumps(found) + "\n"


def read_opponents(where: Keeping, start: Position) -> dict[str, str]:
    """Read the policies that play seats of a table, by their players.

    :raises InputError: if there is no such player or policy
    """
    try:
        found = parse_json(where.read(DOORS))
        found = found.get("opponents", {}) if isinstance(found, dict) else {}
    except ValueError:  # the digests cannot be read either
        return {}
    return checked_opponents(found, start, f"{where.called(DOORS)} cannot be read")


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


def read_doors(where: Keeping, at: Sequence[Place] | None = None) -> dict[Place, str]:
    """Read the digest of each place's token.

    :param at: the places of the table; None: any
    :raises InputError: if the text is none of a table with these places
    """
    try:
        found = parse_json(where.read(DOORS))
        read: dict[Place, str] = dict(found["places"])
        good = found["format"] == FORMAT and all(isinstance(text, str) for text in read.values())
    except InputError:
        raise
    except (ValueError, TypeError, KeyError):
        good, read = False, {}
    if not good or (at is not None and {*read} != {*at}):
        what = "expected a text for each place of the table; move it away, and new links are given"
        raise InputError(f"{where.called(DOORS)} cannot be read", [Problem("", what)])
    return read


def _tokens(where: Keeping, known: Mapping[Place, str]) -> dict[Place, str] | None:
    """Return the tokens, if they are kept and open the table."""
    found = read_links(where, known)
    return found if found.keys() == known.keys() else None


def read_links(where: Keeping, known: Mapping[Place, str]) -> dict[Place, str]:
    """Return the tokens that are kept and open the table.

    :param known: the digests of all
    """
    with suppress(InputError, ValueError, TypeError, KeyError):
        found: dict[Place, str] = dict(parse_json(where.read(LINKS))["places"])
        return {place: text for place, text in found.items() if known.get(place) == digest(text)}
    return {}
