"""The things that are kept of tables, under keys of a store.

Of the table NAME: ``NAME.table.json`` (the digests of the links' tokens, and the policies that play seats), ``NAME.links.json`` (the tokens,
for the owner of the server only), ``NAME.entrance.json`` (the code, and the people that it has let in), ``NAME.game.json`` (what no journal holds), ``NAME.scenario.json`` (the words and drawings of the start),
``NAME.jsonl`` (the journal of the first game) and ``NAME.2.jsonl`` (that of its rematch). A closed table has its journals below ``closed/``.
`hexwidget.table.hub.seats` adds ``NAME.seats.json``, `hexwidget.classroom.games` ``NAME.ended.json``, and `hexwidget.table.shared_tables`
``NAME.listed``. `hexwidget.table.owner` keeps the link of their owner.

The server opens a table with digests alone. The tokens are kept apart, so that the same command prints the same links again: players come
back to links that they have kept. Without them the links are not printed, and still open the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from secrets import token_urlsafe
from typing import Annotated, Any, TypeVar

from hexwidget.english import listing
from hexwidget.explore import policies
from hexwidget.extras import extra
from hexwidget.files import Scenario, disk, read_scenario, write_scenario
from hexwidget.files.entries import entries_text, read_entries
from hexwidget.files.replay import MOST_CHARACTERS, read_replay, text_of
from hexwidget.jsontext import parse_json
from hexwidget.limits import Limits
from hexwidget.play import Session
from hexwidget.problems import InputError, Problems, shown, unknown
from hexwidget.rules import Position
from hexwidget.rules.hints import WRITTEN
from hexwidget.serving.links import TOKEN, Place, digest
from hexwidget.store import copying
from hexwidget.store.folder import Folder
from hexwidget.store.journal import writer_of
from hexwidget.store.store import MOST_BYTES, Lines, Store, is_database
from hexwidget.systems.registry import is_bundled
from hexwidget.widget.audience import SPECTATORS

FORMAT = "hexwidget.table/1"
"""The format of a table's texts."""
DIGESTS, LINKS, COURSE, SCENARIO, ENTRANCE = "table", "links", "game", "scenario", "entrance"
"""The kinds of texts; see above."""
CLOSED = "closed/"
LARGEST = 4 * MOST_CHARACTERS
"""The most bytes of a scenario or a journal."""
PERSON = "person"
"""In place of a policy: a person plays."""
Form = TypeVar("Form")


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


# ---------------------------------------------------------------------- the texts of a table
@dataclass(frozen=True)
class TableState:
    """The course of a table, as far as no journal holds it.

    :param number: of the present game; each rematch is another one
    :param resigned: the player who has resigned
    :param opened: True if all may see the whole of the game that has ended
    :param reviewed: the seats whose boards show a review of it
    """

    number: Annotated[int, Limits(1), WRITTEN] = 1
    resigned: Annotated[str | None, WRITTEN] = None
    opened: Annotated[bool, WRITTEN] = False
    reviewed: Annotated[tuple[str, ...], WRITTEN] = ()


@dataclass(frozen=True)
class _Places:
    """A text for each place: a token, or its digest. The file of digests has also the ``opponents``: the policies of seats by their players."""

    places: tuple[tuple[str | None, str], ...]
    opponents: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class KeptTable:
    """A table in a store.

    :param name: the beginning of its keys
    """

    store: Store
    name: str

    def key(self, kind: str) -> str:
        """Return the key of a text."""
        return f"{self.name}.{kind}.json"

    def called(self, kind: str) -> str:
        """Return the name of a text, for errors."""
        return self.store.called(self.key(kind))

    def read(self, kind: str, most: int = MOST_BYTES) -> str | None:
        """Return a text, or None without one; see `Store.read`."""
        return self.store.read(self.key(kind), most)

    def read_as(self, form: Callable[..., Form], kind: str, *formats: str, remedy: str = "") -> Form | None:
        """Return a text as an object of a dataclass, or None without one.

        :raises InputError: with everything that is wrong
        """
        text = self.read(kind)
        title = f"{self.called(kind)} cannot be read"
        return None if text is None else read_entries(form, text, title, *(formats or (FORMAT,)), remedy=remedy)

    def write(self, kind: str, text: str) -> None:
        """Write a text; see `Store.write`."""
        self.store.write(self.key(kind), text)

    # ------------------------------------------------------------------ journals
    def journal_key(self, number: int = 1) -> str:
        """Return the key of the journal of a game."""
        return f"{self.name}{f'.{number}' * (number > 1)}.jsonl"

    def journal(self, number: int = 1) -> Lines:
        """Return the journal of a game, for its session."""
        return self.store.lines(self.journal_key(number))

    def journal_called(self, number: int = 1) -> str:
        """Return the name of a journal, for errors."""
        return self.store.called(self.journal_key(number))

    # ------------------------------------------------------------------ the course, and links
    def read_course(self, start: Position) -> TableState:
        """Read the course of the table; no text holds it before somebody resigns.

        :raises InputError: if the text holds no course
        """
        course = self.read_as(TableState, COURSE) or TableState()
        if course.resigned not in (None, *start.players):
            what = unknown("player", course.resigned, start.players)
            raise InputError(f"{self.called(COURSE)} cannot be read", what, "/resigned")
        return course

    def write_course(self, course: TableState) -> None:
        """Write the course of the table.

        :raises InputError: if that fails; then all is as it was before
        """
        self.store.write(self.key(COURSE), entries_text(course, FORMAT), held=True)

    def renew(self, place: Place) -> str:
        """Give a place another token, and return it. The old one opens the table no more.

        :raises InputError: if a text cannot be read or written; then all is as it was before
        """
        token = token_urlsafe(TOKEN)
        with self.store.changing(self.name):
            found = self._read_places()
            digests = dict(found.places)
            with self.store.undone(self.key(LINKS)):
                self.write(LINKS, _texts({**self.read_links(digests), place: token}))
                self.write(DIGESTS, _texts({**digests, place: digest(token)}, found.opponents))
        return token

    def _check_journal(self, number: int) -> bytes:
        """Return the journal of a table's game. A table has one from its first moment on, so none is begun anew.

        :raises InputError: if it is gone, or its first line is
        """
        lines, called = self.journal(number), self.journal_called(number)
        data = lines.read(LARGEST)
        first, end, _ = (data or b"").lstrip(b"\xef\xbb\xbf \t\r\n").replace(b"\r", b"\n").partition(b"\n")
        if not end or b"\0" in first or not first.rstrip().endswith(b"}"):
            title = f"there is no file {called}" if data is None else f"the file {called} holds no game"
            raise InputError(title, "the game of this table is gone: put the file back, or close the table")
        return data or b""

    def _read_places(self) -> _Places:
        """Read the digests of places' tokens, and the opponents.

        :raises InputError: with everything that is wrong
        """
        found = self.read_as(_Places, DIGESTS, remedy="move it away, and new links are given")
        if found is None:
            what = "the list of links of this table is gone: put the file back, or close the table"
            raise InputError(f"there is no file {self.called(DIGESTS)}", what)
        return found

    def read_digests(self, at: Sequence[Place] | None = None) -> dict[Place, str]:
        """Read the digest of each place's token.

        :param at: the places of the table; None: any
        :raises InputError: if the text does not describe a table with these places
        """
        found: dict[Place, str] = dict(self._read_places().places)
        if at is not None and {*found} != {*at}:
            what = "expected a text for each place of the table; move it away, and new links are given"
            raise InputError(f"{self.called(DIGESTS)} cannot be read", what)
        return found

    def read_links(self, known: Mapping[Place, str]) -> dict[Place, str]:
        """Return the tokens that are kept and open the table.

        :param known: the digests of all
        """
        with suppress(InputError):
            if found := self.read_as(_Places, LINKS):
                return {place: text for place, text in found.places if known.get(place) == digest(text)}
        return {}

    def read_opponents(self, start: Position) -> dict[str, str]:
        """Read the policies that play seats of a table, by their players.

        :raises InputError: if there is no such player or policy
        """
        try:
            found = self._read_places().opponents
        except InputError:  # the digests cannot be read either
            return {}
        return checked_opponents(found, start, f"{self.called(DIGESTS)} cannot be read")

    def write_start(self, found: Scenario[Any]) -> None:
        """Keep the scenario of a new table."""
        self.write(SCENARIO, write_scenario(found))

    def read_start(self, systems: Sequence[str]) -> Scenario[Any]:
        """Return the scenario that the game of a table has started from.

        :param systems: the rule systems of others that may run
        :raises InputError: if a text is missing or cannot be read, or its rule system is another one
        """
        text = text_of(self._check_journal(1))
        self._read_places()
        _check_system(text.partition("\n")[0], self.journal_called(), systems)
        described = self.read(SCENARIO, LARGEST)
        if described is not None:
            _check_system(described, self.called(SCENARIO), systems)
            return read_scenario(described)
        start = read_replay(text, goes_on=True).start
        return Scenario(start.system.name, str(getattr(start, "title", "")), "", start)


@dataclass(frozen=True)
class OpenTable:
    """A table that is open.

    ``doors`` are the places by the digests of their tokens. ``tokens`` are None if their text is gone. ``opponents`` are the names of
    the policies that play some seats.
    """

    session: Session[Any]
    doors: dict[str, Place]
    tokens: Mapping[Place, str] | None
    files: KeptTable
    opponents: Mapping[str, str] = field(default_factory=dict)
    course: TableState = TableState()


def open_table(
    folder: Path, name: str, start: Position, *, new_links: bool = False, opponents: Mapping[str, str] | None = None
) -> OpenTable:
    """Open a table that is kept in a folder, or make a new one. If that fails, nothing new is left behind.

    :param name: the beginning of its files' names
    :param start: the position that its game starts from
    :param new_links: give new links; those given before open the table no more
    :param opponents: the policies of seats by the players of the present game, `PERSON` for a seat that a person takes again; other seats
        stay as they are kept
    :raises InputError: if a file cannot be read or written, or another process serves the table
    """
    with disk.made_folder(folder):
        return open_kept(KeptTable(Folder(folder), name), start, new_links=new_links, opponents=opponents)


def open_kept(
    where: KeptTable, start: Position, *, new_links: bool = False, opponents: Mapping[str, str] | None = None
) -> OpenTable:
    """Open a table, or make a new one; see `open_table`."""
    with where.store.holding(where.name), where.store.undone(*map(where.key, (LINKS, DIGESTS, ENTRANCE))):
        is_new = where.read(DIGESTS) is None
        has_begun = not is_new or bool(where.journal().read(LARGEST))
        session = None
        try:
            course = where.read_course(start)
            journal = where.journal(course.number)
            if journal.path and (writer := writer_of(journal.path)):
                what = f"{writer} has it open; end that server, or give another --folder"
                raise InputError(f"the table {where.journal_called(course.number)} is served already", what)
            if not is_new:
                where._check_journal(course.number)
            known = None if is_new or new_links else where.read_digests(places(start))
            before = {} if is_new else where.read_opponents(start)
            links = by_seat(start.players, start.players, course.number)
            wanted = {seat: before[str(link)] for seat, link in links.items() if link in before} | dict(opponents or {})
            wanted = {seat: who for seat, who in wanted.items() if who != PERSON}
            checked = checked_opponents(wanted, start, "no such opponents")
            seated = {str(links[seat]): who for seat, who in checked.items()}
            session = Session(start, journal)
            tokens = _tokens(where, known) if known else {place: token_urlsafe(TOKEN) for place in places(start)}
            if known is None and tokens is not None:
                known = {place: digest(token) for place, token in tokens.items()}
                where.write(LINKS, _texts(tokens))
                where.write(DIGESTS, _texts(known, seated))
                if where.read(ENTRANCE) is not None:
                    where.store.remove(where.key(ENTRANCE))  # people whose links open nothing more leave their seats
            elif seated != before:
                where.write(DIGESTS, _texts(known or {}, seated))
        except BaseException:
            if session is not None:
                session.close()
            if not has_begun:
                with suppress(InputError):
                    where.store.remove(where.journal_key())
            raise
    return OpenTable(session, {each: place for place, each in (known or {}).items()}, tokens, where, seated, course)


def _texts(texts: Mapping[Place, str], opponents: Mapping[str, str] | None = None) -> str:
    return entries_text(_Places(tuple(texts.items()), dict(opponents or {})), FORMAT)


def checked_opponents(found: object, start: Position, title: str) -> dict[str, str]:
    """Return the policies of opponents by their players.

    :param title: of the error
    :raises InputError: if there is no such player or policy, or no seat is left for a person
    """
    problems = Problems()
    given = found if isinstance(found, dict) else {}
    if given is not found:
        what = 'expected a policy for each opponent, such as {"blue": "greedy"}'
        problems.add("opponents", f"{what}, not {shown(found)}")
    for player, policy in given.items():
        if player not in start.players:
            problems.unknown(f"opponents/{player}", "player", player, start.players)
        if policy not in policies.names():
            problems.unknown(f"opponents/{player}", "policy", policy, policies.names())
            continue
        try:
            policies.policy_for(policy, start.system)
        except InputError as error:
            problems.found.extend(error.problems)
    if {*start.players} <= {*given}:
        problems.add("opponents", "somebody has to play: leave a seat to a person")
    problems.raise_any(title)
    return dict(given)


def _tokens(where: KeptTable, known: Mapping[Place, str]) -> dict[Place, str] | None:
    """Return the tokens, if they are kept and open the table."""
    found = where.read_links(known)
    return found if found.keys() == known.keys() else None


def _check_system(text: str, path: str, systems: Sequence[str]) -> None:
    """Refuse a file of a rule system that the owner has not named: to read it would run the system's code."""
    try:
        found = parse_json(text)
    except ValueError:  # its reader says what is wrong
        return
    name = found.get("system") if isinstance(found, dict) else None
    if isinstance(name, str) and not is_bundled(name) and name not in systems:
        known = f" (known by --system: {listing(list(systems))})" if systems else ""
        what = f"it is of the rule system {shown(name)}; name the module of that system with --system{known}"
        raise InputError(f"{path} cannot be opened", what)


# ---------------------------------------------------------------------- all tables of a store
def kept_names(store: Store) -> list[str]:
    """Return the names of the tables that are open."""
    ending = f".{DIGESTS}.json"
    return sorted(key.removesuffix(ending) for key in store.names() if key.endswith(ending) and "/" not in key)


def free_name(store: Store, wanted: str) -> str:
    """Return a name for a new table, which no other one has or has had: the wanted one, or with a number behind it."""
    base = re.sub(r"[^\w-]+", "-", wanted)[:60].strip("-") or "table"
    names = (base if number == 1 else f"{base}-{number}" for number in count(1))
    return next(name for name in names if not store.names(f"{CLOSED}{name}.") and store.claim(name))


def put_away(store: Store, name: str) -> None:
    """Close a table for good: its links open nothing, and its journals are kept apart.

    :raises InputError: if a text cannot be removed, or a journal cannot be moved
    """
    with store.changing(name):
        store.remove(KeptTable(store, name).key(DIGESTS))  # first, so that the links open nothing in any case
        for key in store.names(f"{name}."):
            if key.endswith(".jsonl"):
                store.rename(key, f"{CLOSED}{key}")
            else:
                store.remove(key)
        store.revoke(name)


def discard(store: Store, name: str) -> None:
    """Remove all of a table, a closed one, too.

    :raises InputError: if a text cannot be removed
    """
    for key in [*store.names(f"{name}."), *store.names(f"{CLOSED}{name}.")]:
        store.remove(key)


def copy(source: str, target: str) -> list[str]:
    """Copy all tables from a folder to a database, or back. Return the names of those that are open.

    :raises InputError: if the source is served or cannot be read, or the target has tables or cannot be written
    """
    with extra("postgres", "a database of tables"):
        from hexwidget.store.postgres.database import alone
    folder = Folder(Path(target if is_database(source) else source))
    if not is_database(source):
        for name in kept_names(folder):
            KeptTable(folder, name).read_digests()  # only links that can be read open the copy
    copying.copy(source, target, "tables are", alone, alone)
    return kept_names(folder)
