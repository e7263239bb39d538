"""The tables of a folder, to which people come by their hub names.

A viewer's first message names a table, their cookie says who they are, and the owner's list of names gives them a place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import HTTPConnection

from hexwidget.problems import InputError
from hexwidget.serving.background import Act
from hexwidget.serving.hub import BY_NAME, HubLogin, HubPeople, HubUser, parts
from hexwidget.serving.links import Place
from hexwidget.serving.server import ServerOptions
from hexwidget.store.store import Store
from hexwidget.table.hub.seats import Seats, read_seats, write_seats
from hexwidget.table.table import Table
from hexwidget.table.tables import Tables
from hexwidget.widget.audience import SPECTATORS
from hexwidget.widget.host import log

NO_SEAT = "you have no seat at this table"


class HubTables(Tables):
    """The tables of a folder for the people of a hub.

    :param guests: True: links lead to their places, too
    """

    def __init__(self, store: Store, systems: Sequence[str], options: ServerOptions, login: HubLogin) -> None:
        super().__init__(store, systems, most_tables=options.most_tables, most_viewers=options.most_viewers)
        self.guests: bool = options.guests
        self.people: HubPeople = HubPeople(login, self.viewers, self._may_stay)
        self._seats: dict[str, Seats] = {}
        for name in self._entries:
            self.seats(name)

    def by_code(self, code: str) -> None:
        """No code opens anything: people log in."""

    # ------------------------------------------------------------------ seats
    def seats(self, table: str) -> Seats:
        """Return the people at a table."""
        if table not in self._seats:
            try:
                self._seats[table] = read_seats(self.kept(table))
            except InputError as error:  # the other tables go on
                log().error("%s", error)
                self._seats[table] = Seats()
            self._name(table)
        return self._seats[table]

    def change(self, table: str, seats: Seats) -> None:
        """Seat people at a table, for good. People who lose a place are shown out within a second.

        :raises InputError: if there is no such table, or the file cannot be written
        """
        self._entry(table)
        write_seats(self.kept(table), seats)
        self._seats[table] = seats
        self._name(table)

    def _name(self, table: str) -> None:
        self.name_people(table, dict[Place, str](self._seats[table].users.items()))

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
            raise InputError(NO_SEAT, "when its owner gives you one, this page comes in")
        return SPECTATORS

    # ------------------------------------------------------------------ viewers
    def credential(self, content: Any, connection: HTTPConnection) -> str:
        """Return the credential of a person, with the table's name, or the digest of a guest's token."""
        found = content if isinstance(content, Mapping) else {}
        table = found.get("table")
        if isinstance(table, str) and " " not in table:
            return self.people.credential(connection, table)
        return super().credential(content, connection) if self.guests else ""

    async def find(self, credential: str) -> tuple[Table, Place] | None:
        """Return the table and the place; see `Tables`."""
        if not credential.startswith(BY_NAME):
            if self.guests:
                return await super().find(credential)
            raise InputError("links open nothing here", "log in, and open your tables' page")
        user, table = await self.people.user(credential), parts(credential)[1]
        door = self._entries[table].doors.get(self.place(table, user)) if table in self._entries else None
        if door is None:
            raise InputError(NO_SEAT, "it may be closed")
        return await super().find(door)

    def _may_stay(self, user: HubUser, place: Place, credential: str) -> bool:
        try:
            return self.place(parts(credential)[1], user) == place
        except InputError:
            return False

    def tasks(self) -> Sequence[tuple[str, Act, float]]:
        """Ask the hub again and again."""
        return self.people.tasks()
