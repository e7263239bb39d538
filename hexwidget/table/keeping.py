"""The files of a table: the game's journal, the digests of the links' tokens, and the links.

The server opens a table with digests alone. The tokens stand in a file of their own, readable by its owner only, so that the same
command prints the same links again: players come back to links that they have kept. Without that
file the links are not printed, and still open the table.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
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


def digest(token: str) -> str:
    """Return the digest of a token. Nobody finds the token by it."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True)
class Kept:
    """A table as it is kept.

    ``doors`` are the places by the digests of their tokens. ``tokens`` are None if their file is gone.
    """

    session: Session[Any]
    doors: Mapping[str, Place]
    tokens: Mapping[Place, str] | None


def open_table(folder: Path, name: str, start: Position, *, new_links: bool = False) -> Kept:
    """Open a table that is kept in a folder, or make a new one. If that fails, nothing new is left behind.

    :param name: the beginning of its files' names
    :param start: the position that its game starts from
    :param new_links: give new links; those given before open the table no more
    :raises InputError: if a file cannot be read or written, or another process serves the table
    """
    journal, doors, links = (folder / f"{name}.{ending}" for ending in ("jsonl", "table.json", "links.json"))
    made = [path for path in (links, doors, journal) if not path.exists()]
    above = [each for each in (folder, *folder.parents) if not each.exists()]
    session = None
    try:
        with refused(folder, "used"):
            if folder.exists() and not folder.is_dir():
                raise InputError("", [Problem("", "it is a file, not a folder")])
            folder.mkdir(parents=True, exist_ok=True)
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
    return Kept(session, {each: place for place, each in (known or {}).items()}, tokens)


def _pairs(texts: Mapping[Place, str]) -> str:
    return json.dumps({"format": FORMAT, "places": [[place, text] for place, text in texts.items()]}) + "\n"


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
