"""The tables of a server: one, or all of a folder, which sleep while nobody looks at them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Any

from hexwidget.english import phrase
from hexwidget.files import Scenario
from hexwidget.languages import ENGLISH, language_of
from hexwidget.problems import InputError, unknown
from hexwidget.refusals import Refusal
from hexwidget.serving.admission import MOST_AT_CHANNEL, MOST_TABLES, MOST_VIEWERS, Viewers
from hexwidget.serving.channels import Channels
from hexwidget.serving.close_codes import CloseCode
from hexwidget.serving.entry_codes import new_code
from hexwidget.serving.links import Place, digest
from hexwidget.serving.messages import HomeLink
from hexwidget.store.store import AwayError, ElsewhereError, Store
from hexwidget.table.entrance import CLOSED_DOOR, SeatsByCode, TableEntrance, read_entrance, write_entrance
from hexwidget.table.listed_table import ListedTable, standing
from hexwidget.table.storage import KeptTable, OpenTable, called, discard, free_name, kept_names, open_kept, put_away
from hexwidget.table.table import Table
from hexwidget.widget.host import log

SLEEPS_AFTER = 300.0
"""The seconds without a viewer after which a table of a folder sleeps: its game is closed, and opened again for the next viewer."""
CANNOT_MAKE, CANNOT_OPEN = "this table cannot be made", "this table cannot be opened now"


class OneTable(Channels):
    """A table that never sleeps, alone on its server.

    :param doors: the places by the digests of their tokens
    :param most_viewers: None: as many as at a table of a folder
    """

    def __init__(self, table: Table, doors: Mapping[str, Place], most_viewers: int | None = None) -> None:
        most = most_viewers or MOST_AT_CHANNEL
        self.viewers: Viewers = Viewers(most, most)
        self._table = self.subject = table
        self._doors = doors
        self._entry = ListedTable("", table.title, {place: door for door, place in doors.items()}, table=table)
        self._entry.language = language_of(table)
        self._tokens: Mapping[Place, str] = {}
        self._kept: OpenTable | None = None

    def open_entrance(self, tokens: Mapping[Place, str], kept: OpenTable | None = None) -> None:
        """Let people come by a code: by that which is kept, or a new one.

        :param tokens: by the places of links
        :param kept: the files of the table
        """
        self._tokens, self._kept = tokens, kept
        self._entry.players = self._table.session.position.players
        entrance = CLOSED_DOOR
        if kept is not None:
            entrance, self._entry.opponents = read_entrance(kept.files), kept.opponents
        self._keep(entrance if entrance.code else replace(entrance, code=new_code()))

    @property
    def code(self) -> str:
        """The code by which people come in; empty: by none."""
        return self._entry.entrance.code

    def _keep(self, entrance: SeatsByCode) -> None:
        if self._kept is not None and entrance != self._entry.entrance:
            write_entrance(self._kept.files, entrance)
        self._entry.admit_by(entrance)

    def by_code(self, code: str) -> TableEntrance | None:
        """Return the entrance of the table, if it has this code."""
        return self._entry.way_in("", self._take_seat) if code and code == self.code else None

    def _take_seat(self, link: Place, name: object) -> str:
        self._keep(self._entry.entrance.taken(link, name))
        return self._tokens[link]

    async def find(self, credential: str) -> tuple[Table, Place] | None:
        """Return the table and the place; see `hexwidget.serving.channels.Channels`."""
        if credential not in self._doors:
            return None
        self._keep(self._entry.entrance.visited(self._doors[credential]))
        return self._table, self._doors[credential]

    def states(self) -> dict[str, int]:
        """Return the number of tables; see `hexwidget.serving.channels.Channels`."""
        return {"awake": 1, "asleep": 0, "broken": 0}

    def close(self) -> None:
        """Close the table."""
        self._table.close()


class Tables(Channels):
    """All tables of a server. A table that cannot be opened is listed with its error, and the others are served.

    :param store: the folder, or the database, that keeps them
    :param systems: the rule systems of others that may run
    :param most_tables: None: the usual number
    :param most_viewers: None: the usual number
    :param viewers: those of the server, if it has other channels, too
    :raises InputError: if the folder has too many tables
    """

    def __init__(
        self,
        store: Store,
        systems: Sequence[str] = (),
        *,
        most_tables: int | None = None,
        most_viewers: int | None = None,
        viewers: Viewers | None = None,
    ) -> None:
        self.viewers: Viewers = Viewers(most_viewers or MOST_VIEWERS) if viewers is None else viewers
        self._store: Store = store
        self._most = most_tables or MOST_TABLES
        self.systems = systems
        self._entries: dict[str, ListedTable] = {}
        self._doors: dict[str, tuple[ListedTable, Place]] = {}
        for name in self._first_names():
            entry = self._entries[name] = ListedTable(name, name)
            try:
                self._admit(entry)
                self._look_into(entry)
            except Exception as error:  # a rule system of others may fail in any way
                self._failed(entry, error)

    def _first_names(self) -> list[str]:
        """Return the names of the tables that are there at the start."""
        names = kept_names(self._store)
        self._check_number(len(names))
        return names

    def _check_number(self, number: int) -> None:
        if number > self._most:
            what = phrase("there are {n:table}: give {n} or more", n=number)
            raise InputError("too many tables", what, "--most-tables")

    def _admit(self, entry: ListedTable) -> None:
        """Let the links of a table lead to it."""
        entry.doors = self.kept(entry.name).read_digests()
        self._doors |= {door: (entry, place) for place, door in entry.doors.items()}
        entry.admit_by(read_entrance(self.kept(entry.name)))

    def _open(self, entry: ListedTable) -> tuple[OpenTable, Scenario[Any]]:
        """Open a table's game."""
        where = self.kept(entry.name)
        about = where.read_start(self.systems)
        kept = open_kept(where, about.position)
        entry.title, entry.opponents, entry.error = about.title or entry.name, kept.opponents, ""
        entry.players, entry.number = about.position.players, kept.course.number
        return kept, about

    def _look_into(self, entry: ListedTable) -> None:
        """See how a table's game stands."""
        kept, _ = self._open(entry)
        kept.session.close()
        entry.note(kept.session, kept.course)

    def _failed(self, entry: ListedTable, error: Exception) -> None:
        said = str(error) if isinstance(error, Refusal) else f"{type(error).__name__}: {error}"
        if entry.error != said:  # each viewer tries again
            log().error("the table %s cannot be opened: %s", entry.name, said)
        entry.error, entry.stage, entry.language = said, "", ENGLISH  # what it says is not translated

    def kept(self, name: str) -> KeptTable:
        """Return a table as the store keeps it."""
        return KeptTable(self._store, name)

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def broken(self) -> dict[str, str]:
        """The errors of the tables whose games cannot be opened, by their names."""
        return {entry.name: entry.error for entry in self._entries.values() if entry.error}

    def path(self, name: str) -> str:
        """Return the path of a table's page; empty: all tables have one."""
        return ""

    def states(self) -> dict[str, int]:
        """Return the number of tables that are awake, asleep and broken."""
        awake = sum(entry.table is not None for entry in self._entries.values())
        broken = sum(entry.table is None and bool(entry.error) for entry in self._entries.values())
        return {"awake": awake, "asleep": len(self) - awake - broken, "broken": broken}

    # ------------------------------------------------------------------ viewers
    async def find(self, credential: str) -> tuple[Table, Place] | None:
        """Return the table and the place, and wake the table; see `hexwidget.serving.channels.Channels`."""
        if credential not in self._doors:
            return None
        entry, place = self._doors[credential]
        async with entry.changing:
            if credential not in self._doors:  # the table was closed meanwhile
                return None
            table = entry.table or await self._wake(entry)
            entry.left = monotonic()
            if entry.entrance.visited(place) != entry.entrance:
                self._change_entrance(entry, lambda known: known.visited(place))
            return table, place

    def by_code(self, code: str) -> TableEntrance | None:
        """Return the entrance of the table that has this code; None if no table has it."""
        entry = next((each for each in self._entries.values() if code and each.entrance.code == code), None)
        return None if entry is None else entry.way_in(self.path(entry.name), partial(self._take_seat, entry, code))

    def _take_seat(self, entry: ListedTable, code: str, link: Place, name: object) -> str:
        def take(known: SeatsByCode) -> SeatsByCode:
            if known.code != code:  # another process may have closed the door
                raise InputError("this seat cannot be taken", "the door is closed: ask the owner of the table")
            return known.taken(link, name)

        tokens = self.kept(entry.name).read_links(entry.doors)
        if link not in tokens:
            raise InputError("this seat cannot be taken", "ask the owner of the table for its link")
        self._change_entrance(entry, take)
        return tokens[link]

    def _change_entrance(self, entry: ListedTable, change: Callable[[SeatsByCode], SeatsByCode]) -> None:
        where = self.kept(entry.name)
        with self._store.changing(entry.name):
            made = change(read_entrance(where))
            write_entrance(where, made)
        entry.admit_by(made)

    def turn_entrance(self, name: str, *, is_open: bool) -> None:
        """Let people come to a table by another code, or by none.

        :raises InputError: if there is no such table, or that cannot be written
        """
        self._change_entrance(self._entry(name), lambda known: replace(known, code=new_code() if is_open else ""))

    async def _wake(self, entry: ListedTable) -> Table:
        """Open a table's game. Other tables go on meanwhile.

        :raises InputError: if it cannot be opened
        """
        try:
            kept, about = await asyncio.to_thread(self._open, entry)
            try:
                entry.table = Table(kept.session, about, kept, shut=entry.shut)
                entry.table.call_people(entry.names, entry.homes)
            except BaseException:
                kept.session.close()
                raise
        except (AwayError, ElsewhereError):
            raise
        except Exception as error:  # a rule system of others may fail in any way
            self._failed(entry, error)
            raise InputError(CANNOT_OPEN, "its owner sees why on the page of all tables") from error
        return entry.table

    def beat(self) -> None:
        """Let tables sleep that nobody looks at."""
        for entry in self._entries.values():
            if entry.table is not None and not entry.changing.locked():
                try:
                    self._beat(entry, entry.table)
                except Exception:  # the other tables go on
                    log().exception("the table %s failed", entry.name)

    def _beat(self, entry: ListedTable, table: Table) -> None:
        if table.here.total():
            entry.left = monotonic()
        elif monotonic() - entry.left >= SLEEPS_AFTER:
            self._let_sleep(entry)

    def _let_sleep(self, entry: ListedTable) -> None:
        table, entry.table = entry.table, None
        if table is not None:
            try:
                entry.note(table.session, table.course)
                table.close()
            except Exception:  # the other tables go on
                log().exception("the table %s could not be closed", entry.name)

    def close(self) -> None:
        """Close all tables."""
        for entry in self._entries.values():
            self._let_sleep(entry)

    # ------------------------------------------------------------------ the owner
    def listed(self) -> list[dict[str, Any]]:
        """Return all tables as the owner's page lists them, the newest first."""
        return [{**standing(entry), "path": self.path(entry.name)} for entry in reversed(self._entries.values())]

    def make(self, found: Scenario[Any], name: str, opponents: Mapping[str, str]) -> str:
        """Make a table. If that fails, nothing new is left behind. Return the beginning of its files' names.

        :param name: the wanted one
        :raises InputError: if there are too many tables, or a file cannot be written
        """
        self.check_room()
        entry = ListedTable(free_name(self._store, name), found.title)
        where = self.kept(entry.name)
        try:
            where.write_start(found)
            open_kept(where, found.position, opponents=opponents).session.close()
            self._look_into(entry)
            self._admit(entry)
        except BaseException:
            with suppress(InputError):
                discard(self._store, entry.name)
            raise
        self._entries[entry.name] = entry
        return entry.name

    def check_room(self, number: int = 1) -> None:
        """Check that so many more tables can be made.

        :raises InputError: if they would be too many
        """
        if len(self._entries) + number > self._most:
            what = phrase("there are {n:table} already; close one of them first", n=len(self._entries))
            if number > 1:
                free = max(0, self._most - len(self._entries))
                wording = "there is room for {free:table}, and {n} are wanted; delete games first, or begin fewer"
                what = phrase(wording, free=free, n=number)
            raise InputError(CANNOT_MAKE, what)

    def name_people(self, name: str, names: Mapping[Place, str], homes: Mapping[Place, HomeLink] | None = None) -> None:
        """Name the people at a table for all who are there.

        :param names: by the places of their links, which are players'
        :param homes: the page to which the table's page leads back, by the places of links; see `Table.call_people`
        :raises InputError: if there is no such table
        """
        entry = self._entry(name)
        entry.names, entry.homes = names, homes or {}
        if entry.table is not None:
            entry.table.call_people(entry.names, entry.homes)

    def shut(self, name: str, why: str) -> None:
        """Let nobody act at a table any more, or again. Its viewers are let go, and come back.

        :param why: the reason, for all who are there; empty: they may act
        :raises InputError: if there is no such table
        """
        entry = self._entry(name)
        if entry.shut != why:
            entry.shut = why
            if entry.table is not None:
                self.viewers.drop(entry.table)
                self._let_sleep(entry)

    def tokens(self, name: str) -> dict[Place, str]:
        """Return the tokens of a table that are kept, by the seats that their links open now.

        :raises InputError: if there is no such table
        """
        entry = self._entry(name)
        kept = self.kept(name).read_links(entry.doors)
        return {seat: kept[link] for seat, link in entry.seats.items() if link in kept}

    async def renew(self, name: str, seat: Place) -> None:
        """Give a seat of the present game another link. The one before opens nothing, and those who came by it are cut.

        :raises InputError: if there is no such table or place, or a file cannot be written
        """
        entry = self._entry(name)
        async with entry.changing:
            if seat not in entry.seats:
                raise InputError("no such place", unknown("place", seat, map(called, entry.seats)), "place")
            place = entry.seats[seat]
            door = digest(self.kept(name).renew(place))
            self._doors.pop(entry.doors[place])
            self._doors[door] = entry, place
            entry.doors[place] = door
            if entry.table is not None:
                self.viewers.cut(entry.table, place)
            if place in entry.entrance.names:
                self._change_entrance(entry, lambda known: known.freed(place))

    async def put_away(self, name: str) -> None:
        """Close a table for good, and cut its viewers.

        :raises InputError: if there is no such table, or a file cannot be moved
        """
        entry = self._entry(name)
        async with entry.changing:
            table = entry.table
            self._let_sleep(entry)
            try:
                put_away(self._store, name)
            finally:
                if table is not None:
                    self.viewers.cut(table, *entry.doors, why=CloseCode.CLOSED)
            for door in entry.doors.values():
                self._doors.pop(door, None)
            self._entries.pop(name, None)

    def _entry(self, name: str) -> ListedTable:
        if name not in self._entries:
            raise InputError("no such table", unknown("table", name, self._entries), "table")
        return self._entries[name]
