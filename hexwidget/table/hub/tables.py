"""The tables of a folder, to which people come by their hub names.

A viewer's first message names a table, their cookie says who they are, and the owner's list of names gives them a place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import HTTPConnection

from hexwidget.problems import InputError, Problem, unknown
from hexwidget.serving.closing import CloseCode
from hexwidget.serving.links import Place
from hexwidget.table.admission import Viewers
from hexwidget.table.app import door_by_link
from hexwidget.table.hub.login import Asking, HubLogin, HubUser
from hexwidget.table.hub.seats import Seats, read_seats, write_seats
from hexwidget.table.table import Table
from hexwidget.table.tables import Tables
from hexwidget.widget.audience import SPECTATORS
from hexwidget.widget.host import log

BY_NAME = "hub "
"""The beginning of the door of a user of the hub. The digest of a token has no such letters."""
LOGIN_FIRST = "you are not logged in"
NO_SEAT = "you have no seat at this table"


class HubTables:
    """The tables of a folder for the people of a hub; see `ServedTables`.

    :param guests: True: links lead to their places, too
    """

    def __init__(self, tables: Tables, login: HubLogin, *, guests: bool = False) -> None:
        self.tables: Tables = tables
        self.guests: bool = guests
        self.viewers: Viewers = tables.viewers
        self._login = login
        self._seats: dict[str, Seats] = {}
        self.asking: Asking = Asking(login)
        for each in tables.listed():
            self.seats(each["name"])

    # ------------------------------------------------------------------ seats
    def seats(self, table: str) -> Seats:
        """Return the people at a table."""
        if table not in self._seats:
            try:
                self._seats[table] = read_seats(self.tables.kept(table))
            except InputError as error:  # the other tables go on
                log().error("%s", error)
                self._seats[table] = Seats()
            self._name(table)
        return self._seats[table]

    def change(self, table: str, seats: Seats) -> None:
        """Seat people at a table, for good. Those whose place it was are shown out within a second.

        :raises InputError: if there is no such table, or the file cannot be written
        """
        known = [each["name"] for each in self.tables.listed()]
        if table not in known:
            raise InputError("no such table", [Problem("table", unknown("table", table, known))])
        write_seats(self.tables.kept(table), seats)
        self._seats[table] = seats
        self._name(table)

    def _name(self, table: str) -> None:
        self.tables.name_people(table, dict[Place, str](self._seats[table].users.items()))

    def place(self, table: str, user: HubUser) -> Place:
        """Return the place of a person at a table: their seat, the referee's desk for an owner, or among the spectators.

        :raises InputError: if they have none
        """
        seats = self.seats(table)
        if (seat := seats.seat_of(user.name)) is not None:
            return seat
        if user.owns:
            return None
        if not seats.watched:
            raise InputError(NO_SEAT, [Problem("", "when its owner gives you one, this page comes in")])
        return SPECTATORS

    # ------------------------------------------------------------------ viewers
    def door(self, content: Any, asked: HTTPConnection) -> str:
        """Return what a viewer comes in by: a table and a ticket, or the digest of a guest's token."""
        found = content if isinstance(content, Mapping) else {}
        table = found.get("table")
        if isinstance(table, str) and " " not in table:
            return f"{BY_NAME}{table} {self._login.ticket(asked)}"
        return door_by_link(content, asked) if self.guests else ""

    async def find(self, door: str) -> tuple[Table, Place] | None:
        """Return the table and the place; see `ServedTables`."""
        if not door.startswith(BY_NAME):
            if self.guests:
                return await self.tables.find(door)
            raise InputError("links open nothing here", [Problem("", "log in, and open your tables' page")])
        table, ticket = _parts(door)
        user = await self._login.user(ticket)
        if user is None:
            raise InputError(LOGIN_FIRST, [Problem("", "load this page again")])
        if not self.tables.has(table):
            raise InputError(NO_SEAT, [Problem("", "it may be closed")])
        return await self.tables.find(self.tables.door(table, self.place(table, user)))

    def beat(self) -> None:
        """Let every viewer know that the line holds, and show those out who may stay no more."""
        self.tables.beat()
        by_name = [each for each in self.viewers.here() if each[2].startswith(BY_NAME)]
        for outbox, place, door in by_name:
            if not self._stays(place, door):
                outbox.cut(CloseCode.MOVED)
        self.asking.beat({_parts(door)[1] for _, _, door in by_name})

    def _stays(self, place: Place, door: str) -> bool:
        table, ticket = _parts(door)
        user = self._login.last(ticket)
        try:
            return user is not None and self.place(table, user) == place
        except InputError:
            return False

    def states(self) -> dict[str, int]:
        """Return the number of tables; see `ServedTables`."""
        return self.tables.states()

    def close(self) -> None:
        """Close all tables."""
        self.asking.close()
        self.tables.close()


def _parts(door: str) -> tuple[str, str]:
    """Return the table and the ticket of a door."""
    table, _, ticket = door.removeprefix(BY_NAME).partition(" ")
    return table, ticket
