"""The hub's names of the people who sit at a table, kept with the table (in a folder ``NAME.seats.json``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from hexwidget.english import as_name, phrase
from hexwidget.files.entries import entries_text
from hexwidget.problems import Problems
from hexwidget.rules.hints import WRITTEN
from hexwidget.rules.values import read_value
from hexwidget.table.storage import KeptTable

FORMAT = "hexwidget.seats/1"
SEATS = "seats"
OF_USERS = "/users"
"""The place of the entry that names people."""
"""The kind of the text."""
LONGEST = 255
"""The most letters of a name."""
CANNOT_SIT = "nobody was seated"


@dataclass(frozen=True)
class Seats:
    """The people at a table.

    :param users: their names by the seats of the first game: after a rematch each has the next one's
    :param free: True if each user may take a seat that nobody has
    :param watched: True if each user may look on
    """

    users: Annotated[dict[str, str], WRITTEN] = field(default_factory=dict)
    free: Annotated[bool, WRITTEN] = False
    watched: Annotated[bool, WRITTEN] = False

    def seat_of(self, name: str) -> str | None:
        """Return the seat of a person; None if they have none. Large and small letters are the same, as for JupyterHub."""
        return next((seat for seat, user in self.users.items() if user.lower() == name.lower()), None)

    def taken(self, seat: str, name: str, seats: set[str]) -> Seats:
        """Return the seats after somebody has taken one.

        :param seats: those of people
        :raises InputError: if they may not
        """
        problems = Problems()
        if not self.free or seat not in seats:
            problems.add("", "ask the owner of the tables for a seat")
        elif seat in self.users:
            problems.add("", "somebody else has taken it")
        elif mine := self.seat_of(name):
            problems.add("", phrase("you have one already: {seat}", seat=mine))
        problems.raise_any("this seat is not free")
        return replace(self, users={**self.users, seat: name})


def read_seats(where: KeptTable) -> Seats:
    """Read the people at a table.

    :raises InputError: with everything that is wrong
    """
    return where.read_as(Seats, SEATS, FORMAT, remedy="without it nobody has a seat") or Seats()


def write_seats(where: KeptTable, seats: Seats) -> None:
    """Write the people at a table.

    :raises InputError: if that fails; then all is as it was before
    """
    where.write(SEATS, entries_text(seats, FORMAT))


def checked(given: Mapping[str, Any], seats: set[str]) -> Seats:
    """Return the people that an owner has named, in small letters, as JupyterHub writes names. An empty name leaves a seat free.

    :param seats: those of people
    :raises InputError: if there are no such entries, seats or names, or somebody would have two

    >>> checked({"users": {"red": "Ada", "blue": ""}, "free": True}, {"red", "blue"})
    Seats(users={'red': 'ada'}, free=True, watched=False)
    """
    problems, users = Problems(), dict[str, str]()
    named: Seats = read_value("", given, Seats, problems)
    for seat, name in named.users.items():
        if seat not in seats:
            problems.unknown(f"{OF_USERS}/{seat}", "seat", seat, seats)
        elif len(name) > LONGEST or not name.isprintable():
            problems.expected(f"{OF_USERS}/{seat}", "the name of a user", name)
        elif (name := name.strip().lower()) in users.values():
            problems.add("", phrase('"{name}" cannot have two seats', name=as_name(name)))
        elif name:
            users[seat] = name
    problems.raise_any(CANNOT_SIT)
    return replace(named, users=users)
