"""The files of a table: the game's journal, the digests of the links' tokens, and the links.

The server opens a table with digests alone. The tokens stand in a file of their own, readable by its owner only, so that the same
command prints the same links again: players come back to links that they have kept. Without that
file the links are not printed, and still open the table.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
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

    ``doors`` are the places by the digests of their tokens. ``tokens`` are None if their file is gone. ``opponents`` are the names of
    the policies that play some seats.
    """

    session: Session[Any]
    doors: Mapping[str, Place]
    tokens: Mapping[Place, str] | None
    opponents: Mapping[str, str] = field(default_factory=dict)


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
    :param opponents: the policies of a new table's seats by their players; None: those that are kept
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
        known = None if doors in made or new_links else read_doors(doors, places(start))
        if opponents is None:
            opponents = {} if doors in made else read_opponents(doors, start)
        session = Session(start, journal)
        tokens = _tokens(links, known) if known else {place: token_urlsafe(TOKEN) for place in places(start)}
        if known is None and tokens is not None:
            known = {place: digest(token) for place, token in tokens.items()}
            write_links(links, tokens)
            write_doors(doors, known, opponents)
    except BaseException:
        if session is not None:
            session.close()
        with suppress(OSError):
            for path in made:
                path.unlink(missing_ok=True)
            for each in above:
                each.rmdir()
        raise
    return Kept(session, {each: place for place, each in (known or {}).items()}, tokens, opponents)


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
